"""Nottingham as one record for everything above the rules, and its kinds of commands and events."""

from companion.rules import kinds
from companion.rules.kinds import PutBack, Step, TakeBack, decide, kinds_in, may_record, stored
from companion.rules.nottingham import corrections, laws, seating, story, turns
from companion.rules.nottingham.corrections import Correct
from companion.rules.nottingham.files import FILES
from companion.rules.nottingham.game import Command, Correctable, Correction, Event, Game, evolve
from companion.rules.nottingham.refusals import NeitherSetNorMission
from companion.rules.refusals import Refusal
from companion.rules.rights import Actor, Recording
from companion.rules.ruleset import Correcting, Laws, Ruleset, Summary

KINDS = kinds_in("companion.rules.nottingham", but=("ruleset",))
"""Every kind of this game; hands, piles, actions and ambush cards are never recorded (N8, N9)."""
COMMANDS = tuple(kind for kind in KINDS if issubclass(kind, kinds.Command))
Action = Command | TakeBack | PutBack | Correct
"""Whatever can be booked at a table."""


def may_book(recording: Recording, actor: Actor, game: Game, command: Command) -> Refusal | None:
    """Whether this phone may have this command booked."""
    return may_record(recording, actor, game, Step.of(command))


def _summary(game: Game) -> Summary:
    winners = game.result.winners if game.result else ()
    progress = {"step": game.steps_gone, "home": game.options.home}
    return Summary(game.stage, game.seats, progress, winners, game.replaces)


NOTTINGHAM: Ruleset[Game, Event] = Ruleset(
    word="nottingham",
    kinds=stored(KINDS, Correctable, Correction, {}),
    opening=lambda command: command.begin(),
    decide=decide,
    evolve=evolve,
    may_book=may_book,
    owners=lambda before, event: event.owners(before),
    laws=Laws(laws.check_opening, laws.check_event, laws.check_game),
    is_so=lambda game, standing, asked: isinstance(asked, kinds.Command) and asked.is_so(game, standing),
    summary=_summary,
    correcting=Correcting(corrections.correct, corrections.before, NeitherSetNorMission),
    talking=turns.TALKING,
    preludes=(seating.Renamed, seating.OptionsSet),
    naming=seating.Rename,
    files=FILES,
    tells=story.evening,
)
