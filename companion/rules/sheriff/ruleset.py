"""Sheriff of Nottingham as one record for everything above the rules."""

from collections.abc import Set as AbstractSet
from dataclasses import replace

from companion.rules.kinds import decide, stored
from companion.rules.refusals import Refusal
from companion.rules.rights import Actor, Recording
from companion.rules.ruleset import Correcting, Laws, Ruleset, Summary, Talking
from companion.rules.sheriff import corrections, deciding, declaring, laws, notes, past, recorders
from companion.rules.sheriff.bags import Deal
from companion.rules.sheriff.debts import Fine
from companion.rules.sheriff.deciding import Decide, DecideAgain
from companion.rules.sheriff.files import FILES
from companion.rules.sheriff.game import (
    Command,
    Correctable,
    Correction,
    Event,
    Game,
)
from companion.rules.sheriff.kinds import KINDS
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.proposals import Propose
from companion.rules.sheriff.refusals import NotCorrectable
from companion.rules.sheriff.replaying import evolve
from companion.rules.sheriff.rotation import RoundsSet, SheriffMended
from companion.rules.sheriff.saying import is_quiet, kept_in_turn, passed_over, say
from companion.rules.sheriff.scoring import PlayerCount
from companion.rules.sheriff.seating import PlayerJoined, Rename, Renamed
from companion.rules.sheriff.sheet import CountSheet
from companion.rules.sheriff.story import evening
from companion.rules.sheriff.switching import OptionsSet
from companion.rules.sheriff.talk import Ask, Decided, Proposal, Talk

LATER = {
    Options: ("crowns", "black_market", "special_orders", "other_cards", "laws"),
    Deal: ("decision",),
    PlayerCount: ("extras",),
    CountSheet: ("extras",),
    Fine: ("typed",),
    **{kind: kind.later for kind in KINDS if kind.later},
    Decide: ("alone", "late", "said_by"),
    Decided: ("asked", "alone", "late", "said_by", "booked"),
    DecideAgain: ("said_by",),
    Proposal: ("aloud", "demanded"),
    Propose: ("aloud", "demanded"),
    Talk: (
        "said_on",
        "decisions",
        "ready",
        "nudges",
        "other_ids",
        "threatens",
        "broken",
        "marked_earlier",
    ),  # after what it is made of
}


def _may_book(recording: Recording, actor: Actor, game: Game, command: Command) -> Refusal | None:
    return recorders.may_book(recording, actor, game, command)


def _summary(game: Game) -> Summary:
    winners = game.result.winners if game.result else ()
    progress = {"round": game.round, "rounds": game.rounds}
    return Summary(game.stage, game.seats, progress, winners, game.replaces)


def _say(  # noqa: PLR0913, PLR0917 - who says what, and when
    game: Game, talk: Talk, ask: Ask, action_id: str, speakers: AbstractSet[int], entry: int
) -> Talk:
    after = say(game, talk, ask, action_id, speakers)
    return after if is_quiet(game, talk, after, speakers) else replace(after, said_on=entry)


def _booked(game: Game, talk: Talk, event: Event, undone: Event | None, speakers: AbstractSet[int]) -> Talk:
    said = kept_in_turn(game, talk, speakers)
    after = deciding.as_booked(declaring.as_undone(said, undone), event)
    return talk if after is said else after


SHERIFF: Ruleset[Game, Event] = Ruleset(
    word="sheriff",
    kinds=stored(KINDS, Correctable, Correction, LATER),
    opening=lambda command: command.begin(),
    decide=decide,
    evolve=evolve,
    may_book=_may_book,
    owners=lambda before, event: event.owners(before),
    laws=Laws(laws.check_opening, laws.check_event, laws.check_game),
    is_so=lambda game, standing, asked: isinstance(asked, Command) and asked.is_so(game, standing),
    is_timed=lambda game: bool(game.waiting),
    times=lambda game: (game.options.timer, game.round, game.sheriffs),
    summary=_summary,
    correcting=Correcting(corrections.correct, past.before, NotCorrectable),
    talking=Talking(Talk, kept_in_turn, _say, is_quiet, _booked, passed_over),
    check_note=notes.check_note,
    preludes=(Renamed, OptionsSet, RoundsSet, SheriffMended, PlayerJoined),
    naming=Rename,
    files=FILES,
    tells=evening,
)
