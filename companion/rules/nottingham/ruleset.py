"""Nottingham as one record, for all that is above the rules, and its kinds of command and event."""

from companion.rules.entries import PutBack, TakeBack
from companion.rules.glance import Glance
from companion.rules.kinds import Command as AnyCommand
from companion.rules.kinds import Kind, Opening, Step, decide, may_record, words
from companion.rules.nottingham import corrections, deliveries, ending, laws, missions, seating, sheet, way
from companion.rules.nottingham.bases import Begun, Command, Correctable, Correction, Event, evolve
from companion.rules.nottingham.corrections import Correct, EntryCorrected
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.refusals import NeitherSetNorMission
from companion.rules.refusals import Refusal
from companion.rules.rights import Actor, Recording
from companion.rules.ruleset import Correcting, Kinds, Laws, Ruleset

OPENINGS: tuple[tuple[type[Opening[Begun]], type[Begun]], ...] = (
    (seating.OpenTable, seating.TableOpened),
    (sheet.CountOut, sheet.SheetCounted),
)
ACTIONS: tuple[tuple[type[Command], type[Event]], ...] = (
    (deliveries.Deliver, deliveries.Delivered),
    (missions.Fulfil, missions.Fulfilled),
    (way.StepByHand, way.Stepped),
    (way.GameOver, way.CountBegun),
    (way.PlayOn, way.PlayedOn),
    (way.EndGame, way.CountBegun),
    (seating.Leave, seating.PlayerLeft),
    (seating.ComeBack, seating.PlayerReturned),
    (seating.Rename, seating.Renamed),
    (seating.SetOptions, seating.OptionsSet),
    (ending.CheckLoot, ending.LootChecked),
    (ending.CloseCount, ending.CountClosed),
)
"""What is asked for, beside what happens then; hands, piles, actions and ambush cards never are (N8, N9)."""
COMMANDS = tuple(command for command, _ in ACTIONS)
Action = Command | TakeBack | PutBack | Correct
"""Whatever can be booked at a table."""
ASKED: tuple[type[Kind], ...] = (
    *(opening for opening, _ in OPENINGS),
    *COMMANDS,
    corrections.NeverHappened,
    Correct,
)
BEGUN = tuple(begun for _, begun in OPENINGS)
HAPPENED: tuple[type[Event], ...] = (*(event for _, event in ACTIONS), corrections.Struck, EntryCorrected)


def may_book(recording: Recording, actor: Actor, game: Game, command: Command) -> Refusal | None:
    """Whether this phone may have this command booked."""
    return may_record(recording, actor, game, Step.of(command))


def _glance(game: Game) -> Glance:
    winners = game.result.winners if game.result else ()
    progress = {"step": game.steps_gone, "home": game.options.home}
    return Glance(game.stage, game.seats, progress, winners, game.replaces)


NOTTINGHAM: Ruleset[Game, Event] = Ruleset(
    word="nottingham",
    kinds=Kinds(
        words(BEGUN),
        words(HAPPENED),
        words(ASKED),
        nested={Correctable: words(HAPPENED, Correctable), Correction: words(ASKED, Correction)},
    ),
    opening=lambda command: command.begin(),
    decide=decide,
    evolve=evolve,
    may_book=may_book,
    owners=lambda before, event: event.owners(before),
    laws=Laws(laws.check_opening, laws.check_event, laws.check_game),
    is_so=lambda game, standing, asked: isinstance(asked, AnyCommand) and asked.is_so(game, standing),
    glance=_glance,
    correcting=Correcting(
        Correct, EntryCorrected, (Correctable,), corrections.correct, corrections.before, NeitherSetNorMission
    ),
    preludes=(seating.Renamed, seating.OptionsSet),
    naming=seating.Rename,
)
