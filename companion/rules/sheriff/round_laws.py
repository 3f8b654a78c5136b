"""The laws of a round, which the table types from its cards; they change no sum by themselves (E25, E27)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.kinds import NO_SEAT, Moves
from companion.rules.names import LONGEST_REASON, clean_line
from companion.rules.refusals import NothingMoved, NotInRounds, Refusal
from companion.rules.seats import Stage
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.debts import Fine
from companion.rules.sheriff.game import Command, Event, Game, Recorder
from companion.rules.sheriff.replaying import under

MOST_LAWS = 3
LONGEST_LAW = LONGEST_REASON
"""A reason's length, because a payment by hand can name a law as its reason (E27)."""
HIGHEST_FINE = 999


@dataclass(frozen=True, slots=True)
class ProclaimLaws(Command):
    """The laws of this round, instead of those that stand; none to end them (E26)."""

    word = "proclaim_laws"
    recorder = Recorder.SHERIFF
    laws: tuple[str, ...]

    @staticmethod
    def may(game: Game, _seat: int = NO_SEAT) -> Refusal | None:
        """Whether the round can have laws (E25)."""
        if game.stage is not Stage.ROUNDS:
            return NotInRounds()
        return None if game.options.laws else no.NotPlayedHere()

    def decide(self, game: Game) -> "LawsProclaimed":
        """These laws stand until the badge moves, instead of those that stood (E26). A line that is empty, or
        that was typed twice, is left out.
        """
        laws = tuple(dict.fromkeys(filter(None, map(clean_line, self.laws))))
        if len(laws) > MOST_LAWS:
            raise no.TooManyLaws(MOST_LAWS)
        if any(len(law) > LONGEST_LAW for law in laws):
            raise no.LawTooLong(LONGEST_LAW)
        if laws == game.this_round.laws:
            raise NothingMoved
        return LawsProclaimed(laws)

    def is_so(self, game: Game, _standing: Iterable[Event]) -> bool:
        """Whether exactly these laws already stand."""
        return game.this_round.laws == self.laws


@dataclass(frozen=True, slots=True)
class LawsProclaimed(Event):
    """These are the laws of the round; if empty, earlier ones no longer stand (E26)."""

    word = "laws_proclaimed"
    recorder = Recorder.SHERIFF
    laws: tuple[str, ...]
    moves: Moves = ()

    def evolved(self, game: Game) -> Game:
        """These laws stand."""
        return under(game, self.laws)


def laws_typed(log: Iterable[tuple[int, Event, Game]]) -> tuple[str, ...]:
    """Every law that was ever typed, each once, the latest first (E26). A law stands until the badge moves:
    one that was taken away before that was mistyped.
    """
    typed: dict[str, None] = {}
    stood: tuple[str, ...] = ()
    for _seq, event, game in log:
        if isinstance(event, LawsProclaimed):
            others = [law for law in typed if law not in {*stood, *event.laws}]
            typed = dict.fromkeys((*others, *event.laws))
        stood = game.this_round.laws
    return tuple(reversed(typed))


def under_law(game: Game, fine: Fine, typed: int | None) -> Fine:
    """A fine as it is paid: what was typed for it if a law stands, else what its cards cost (E27)."""
    if typed is None:
        return fine
    if not game.this_round.laws:
        raise no.NoLawStands
    if not 0 <= typed <= HIGHEST_FINE:
        raise no.FineOutOfRange(HIGHEST_FINE)
    return fine if typed == fine.amount else replace(fine, typed=typed)
