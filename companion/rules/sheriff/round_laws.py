"""The laws of a round, which the table types from its cards; they change no sum by themselves (E25, E27)."""

from collections.abc import Iterable
from dataclasses import replace

from companion.rules.names import clean_line
from companion.rules.refusals import NotInRounds, Refusal
from companion.rules.sheriff.commands import ProclaimLaws
from companion.rules.sheriff.events import Event, Fine
from companion.rules.sheriff.expansion_events import LawsProclaimed
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.payments import LONGEST_REASON
from companion.rules.sheriff.refusals import (
    FineOutOfRange,
    LawTooLong,
    NoLawStands,
    NothingMoved,
    NotPlayedHere,
    TooManyLaws,
)
from companion.rules.stages import Stage

MOST_LAWS = 3
LONGEST_LAW = LONGEST_REASON
"""As a payment by hand has a law as its reason (E27)."""
HIGHEST_FINE = 999


def may_proclaim(game: Game) -> Refusal | None:
    """Whether the round can have laws (E25)."""
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    return None if game.options.laws else NotPlayedHere()


def proclaim(game: Game, command: ProclaimLaws) -> LawsProclaimed:
    """These laws stand until the badge moves, instead of those that stood (E26). A line that is empty, or
    that was typed twice, is left out.
    """
    laws = tuple(dict.fromkeys(filter(None, map(clean_line, command.laws))))
    if len(laws) > MOST_LAWS:
        raise TooManyLaws(MOST_LAWS)
    if any(len(law) > LONGEST_LAW for law in laws):
        raise LawTooLong(LONGEST_LAW)
    if laws == game.this_round.laws:
        raise NothingMoved
    return LawsProclaimed(laws)


def laws_typed(events: Iterable[Event]) -> tuple[str, ...]:
    """Every law that was ever typed in these events, each once, the latest first (E26)."""
    typed = [law for event in events if isinstance(event, LawsProclaimed) for law in event.laws]
    return tuple(dict.fromkeys(reversed(typed)))


def under_law(game: Game, fine: Fine, typed: int | None) -> Fine:
    """A fine as it is paid: what was typed for it if a law stands, else what its cards cost (E27)."""
    if typed is None:
        return fine
    if not game.this_round.laws:
        raise NoLawStands
    if not 0 <= typed <= HIGHEST_FINE:
        raise FineOutOfRange(HIGHEST_FINE)
    return fine if typed == fine.amount else replace(fine, typed=typed)
