"""Nottingham as one record, for all that is above the rules."""

from companion.rules.glance import Glance
from companion.rules.nottingham import (
    commands,
    corrections,
    decide,
    events,
    laws,
    meanwhile,
    past,
    recorders,
)
from companion.rules.nottingham.events import Event
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.refusals import NeitherSetNorMission
from companion.rules.nottingham.replaying import evolve
from companion.rules.ruleset import Correcting, Kinds, Laws, Ruleset

OPENINGS = {"nottingham_opened": events.TableOpened, "nottingham_counted": events.SheetCounted}
EVENTS = {
    "delivered": events.Delivered,
    "fulfilled": events.Fulfilled,
    "struck": events.Struck,
    "stepped": events.Stepped,
    "played_on": events.PlayedOn,
    "count_begun": events.CountBegun,
    "player_left": events.PlayerLeft,
    "player_returned": events.PlayerReturned,
    "renamed": events.Renamed,
    "options_set": events.OptionsSet,
    "loot_checked": events.LootChecked,
    "count_closed": events.CountClosed,
    "entry_corrected": events.EntryCorrected,
}
COMMANDS = {
    "open_table": commands.OpenTable,
    "count_out": commands.CountOut,
    "deliver": commands.Deliver,
    "fulfil": commands.Fulfil,
    "step_by_hand": commands.StepByHand,
    "game_over": commands.GameOver,
    "play_on": commands.PlayOn,
    "end_game": commands.EndGame,
    "leave": commands.Leave,
    "come_back": commands.ComeBack,
    "rename": commands.Rename,
    "set_options": commands.SetOptions,
    "check_loot": commands.CheckLoot,
    "close_count": commands.CloseCount,
    "never_happened": commands.NeverHappened,
    "correct": commands.Correct,
}
NESTED = {
    events.Delivered | events.Fulfilled | events.Struck: EVENTS,
    commands.Deliver | commands.Fulfil | commands.NeverHappened: COMMANDS,
}


def _glance(game: Game) -> Glance:
    winners = game.result.winners if game.result else ()
    progress = {"step": game.steps_gone, "home": game.options.home}
    return Glance(game.stage, game.seats, progress, winners, game.replaces)


NOTTINGHAM: Ruleset[Game, Event] = Ruleset(
    word="nottingham",
    kinds=Kinds(OPENINGS, EVENTS, COMMANDS, nested=NESTED),
    opening=decide.opening,
    decide=decide.decide,
    evolve=evolve,
    may_book=recorders.may_book,
    owners=recorders.owners,
    laws=Laws(laws.check_opening, laws.check_event, laws.check_game),
    is_so=meanwhile.is_so,
    glance=_glance,
    correcting=Correcting(
        commands.Correct,
        events.EntryCorrected,
        (events.Delivered, events.Fulfilled, events.Struck),
        corrections.correct,
        past.before,
        NeitherSetNorMission,
    ),
    preludes=(events.Renamed, events.OptionsSet),
    naming=commands.Rename,
)
