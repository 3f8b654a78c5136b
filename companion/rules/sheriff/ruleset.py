"""Sheriff of Nottingham as one record, for all that is above the rules."""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import get_args

from companion.rules.glance import Glance
from companion.rules.refusals import Refusal
from companion.rules.rights import Actor, Recording
from companion.rules.ruleset import Correcting, Kinds, Laws, Ruleset, Talking
from companion.rules.sheriff import (
    commands,
    corrections,
    decide,
    deciding,
    events,
    expansion_events,
    laws,
    meanwhile,
    notes,
    past,
    recorders,
)
from companion.rules.sheriff.bags import Deal
from companion.rules.sheriff.commands import Command
from companion.rules.sheriff.events import Event
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.refusals import NotCorrectable
from companion.rules.sheriff.replaying import evolve
from companion.rules.sheriff.saying import is_quiet, kept_in_turn, say
from companion.rules.sheriff.scoring import PlayerCount
from companion.rules.sheriff.sheet import CountSheet
from companion.rules.sheriff.talk import Ask, Decide, Decided, Proposal, Propose, Talk

OPENINGS = {"table_opened": events.TableOpened, "sheet_counted": events.SheetCounted}
EVENTS = {
    "bag_passed": events.BagPassed,
    "bag_opened": events.BagOpened,
    "sat_out": events.SatOut,
    "booty_shared": events.BootyShared,
    "badge_passed": events.BadgePassed,
    "count_begun": events.CountBegun,
    "paid": events.Paid,
    "market_card_taken": expansion_events.MarketCardTaken,
    "order_filled": expansion_events.OrderFilled,
    "other_card_taken": expansion_events.OtherCardTaken,
    "laws_proclaimed": expansion_events.LawsProclaimed,
    "player_left": events.PlayerLeft,
    "player_returned": events.PlayerReturned,
    "player_joined": events.PlayerJoined,
    "rounds_set": events.RoundsSet,
    "renamed": events.Renamed,
    "options_set": events.OptionsSet,
    "sheriff_mended": events.SheriffMended,
    "turn_skipped": events.TurnSkipped,
    "contraband_revealed": events.ContrabandRevealed,
    "stand_checked": events.StandChecked,
    "gold_counted": events.GoldCounted,
    "plates_chosen": events.PlatesChosen,
    "count_closed": events.CountClosed,
    "entry_corrected": events.EntryCorrected,
}
COMMANDS = {
    "open_table": commands.OpenTable,
    "count_out": commands.CountOut,
    "pass_bag": commands.PassBag,
    "open_bag": commands.OpenBag,
    "sit_out": commands.SitOut,
    "share_booty": commands.ShareBooty,
    "pass_badge": commands.PassBadge,
    "pay": commands.Pay,
    "take_market_card": commands.TakeMarketCard,
    "fill_order": commands.FillOrder,
    "take_other_card": commands.TakeOtherCard,
    "proclaim_laws": commands.ProclaimLaws,
    "leave": commands.Leave,
    "come_back": commands.ComeBack,
    "join": commands.Join,
    "set_rounds": commands.SetRounds,
    "rename": commands.Rename,
    "set_options": commands.SetOptions,
    "mend_sheriff": commands.MendSheriff,
    "skip_turn": commands.SkipTurn,
    "end_game": commands.EndGame,
    "reveal_contraband": commands.RevealContraband,
    "check_stand": commands.CheckStand,
    "count_gold": commands.CountGold,
    "choose_plates": commands.ChoosePlates,
    "close_count": commands.CloseCount,
    "correct": commands.Correct,
}
LATER = {
    Options: ("crowns", "black_market", "special_orders", "other_cards", "laws"),
    Deal: ("decision",),
    PlayerCount: ("extras",),
    CountSheet: ("extras",),
    events.Fine: ("typed",),
    events.TableOpened: ("deputies", "served", "rounds"),
    events.BagPassed: ("there", "deputies", "alone"),
    events.BagOpened: ("deputies", "alone", "other_fine", "other_debt", "keeper"),
    events.BadgePassed: ("deputies", "drawn"),
    events.PlayerLeft: ("turns", "lapsed", "deputies"),
    events.PlayerReturned: ("after", "sits_out"),
    events.SheriffMended: ("deputies",),
    commands.ComeBack: ("after",),
    events.EntryCorrected: ("twice", "halved", "debtors"),
    events.Paid: ("back_gold", "back_goods", "onto_booty"),
    commands.Pay: ("back_gold", "back_goods", "onto_booty"),
    events.SheetCounted: ("replaces",),
    commands.CountOut: ("replaces",),
    commands.OpenTable: ("unnamed", "deputies", "served"),
    commands.PassBadge: ("deputies", "drawn"),
    commands.Leave: ("heir",),
    commands.MendSheriff: ("deputies",),
    commands.PassBag: ("there", "alone"),
    commands.OpenBag: ("fine", "alone", "other", "keeper"),
    Decide: ("alone",),
    Decided: ("asked", "alone"),
    Proposal: ("aloud",),
    Propose: ("aloud",),
    Talk: (
        "said_on",
        "decisions",
        "ready",
        "nudges",
        "other_ids",
        "threatens",
        "broken",
    ),  # after what it is made of
}
NESTED = {
    events.Correctable: EVENTS,
    commands.Correction: COMMANDS,
}


def _may_book(recording: Recording, actor: Actor, game: Game, command: Command) -> Refusal | None:
    return recorders.may_book(recording, actor, game, command)


def _glance(game: Game) -> Glance:
    winners = game.result.winners if game.result else ()
    progress = {"round": game.round, "rounds": game.rounds}
    return Glance(game.stage, game.seats, progress, winners, game.replaces)


def _say(  # noqa: PLR0913, PLR0917 - who says what, and when
    game: Game, talk: Talk, ask: Ask, action_id: str, speakers: AbstractSet[int], entry: int
) -> Talk:
    after = say(game, talk, ask, action_id, speakers)
    return after if is_quiet(game, talk, after, speakers) else replace(after, said_on=entry)


def _booked(game: Game, talk: Talk, event: Event, speakers: AbstractSet[int]) -> Talk:
    said = kept_in_turn(game, talk, speakers)
    after = deciding.as_booked(said, event)
    return talk if after is said else after


SHERIFF: Ruleset[Game, Event] = Ruleset(
    word="sheriff",
    kinds=Kinds(OPENINGS, EVENTS, COMMANDS, LATER, NESTED),
    opening=decide.opening,
    decide=decide.decide,
    evolve=evolve,
    may_book=_may_book,
    owners=recorders.owners,
    laws=Laws(laws.check_opening, laws.check_event, laws.check_game),
    is_so=meanwhile.is_so,
    is_timed=lambda game: bool(game.waiting),
    glance=_glance,
    correcting=Correcting(
        commands.Correct,
        events.EntryCorrected,
        get_args(events.Correctable),
        corrections.correct,
        past.before,
        NotCorrectable,
    ),
    talking=Talking(Talk, kept_in_turn, _say, is_quiet, _booked),
    check_note=notes.check_note,
    preludes=(
        events.Renamed,
        events.OptionsSet,
        events.RoundsSet,
        events.SheriffMended,
        events.PlayerJoined,
    ),
    naming=commands.Rename,
)
