"""What every command and every event of Nottingham has, besides those of any game."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.rules import kinds, ledger
from companion.rules.entries import OfAnyGame
from companion.rules.kinds import Kind
from companion.rules.nottingham.game import Game
from companion.rules.refusals import Refusal

Taken = Mapping[str, Counter[int | None]]
"""How many cards of each object or mission every seat took."""
Event = kinds.Event[Game]
Begun = kinds.Begun[Game]
Command = kinds.Command[Game, Event]
Entry = Event | OfAnyGame
"""Any entry of a log."""


class Correctable(Event):
    """An event that can be corrected later; a correction holds the event as it was and as it is now."""

    __slots__ = ()

    @property
    def makers(self) -> tuple[int, ...]:
        """The seats whose action it was; none if it never happened."""
        return () if self.about is None else (self.about,)

    @property
    def steps(self) -> int:
        """How many spaces the Sheriff moved (N15)."""
        return int(bool(self.moves))

    def says(self, now: "Correctable", _game: Game, /) -> bool:
        """Whether a correction to `now` would change nothing."""
        return self == now

    def broken_by(self, _taken: Taken, /) -> Refusal | None:
        """Why it cannot have happened after all that was taken before."""
        return None


class Correction(Kind):
    """What an older entry should have been."""

    __slots__ = ()

    @abstractmethod
    def instead_of(self, then: Game, /) -> Correctable:
        """Decide what the entry is corrected to, from the game as it was then. Raises a Refusal."""


def evolve(game: Game | None, event: Event) -> Game:
    """Return the game after the event. Only an opening starts a game. A mission's numbers are kept while
    somebody has it (N14). Once a mission card is back, the app asks again whether the game is over when all
    are taken (N18).
    """
    if isinstance(event, kinds.Begun):
        begun: Game = event.begun()
        return begun
    if game is None:
        raise ValueError(event)
    after = event.evolved(replace(game, balances=ledger.post(game.balances, event.moves)))
    numbers = {mission: numbers for mission, numbers in after.numbers.items() if after.takers(mission)}
    return replace(after, numbers=numbers, played_on=after.played_on and after.has_all_missions)
