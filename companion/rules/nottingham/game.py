"""The state of a game, the options that its table plays with, and the base of its commands and events."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.rules import kinds, ledger
from companion.rules.kinds import Kind, OfAnyGame
from companion.rules.ledger import BOX as REST
from companion.rules.ledger import Balances, Goods, Move, carry, stand
from companion.rules.nottingham import refusals as no
from companion.rules.nottingham.box import BOX, Numbers, proposed
from companion.rules.nottingham.scoring import Result
from companion.rules.refusals import Refusal
from companion.rules.seats import Presence, Seat, Stage


@dataclass(frozen=True, slots=True)
class Options:
    """With `open_sums` everybody sees all sums (N19). The way has this many numbered `spaces`; `printed` are
    their numbers in order, empty if nobody typed them (N16).
    """

    open_sums: bool = False
    spaces: int = BOX.spaces
    printed: tuple[int, ...] = ()

    @property
    def home(self) -> int:
        """The step at which the Sheriff is home (N16)."""
        return self.spaces + 1

    def printed_at(self, step: int) -> int | None:
        """The number on the Sheriff's space; None where it is not typed, and in the city (N22)."""
        return self.printed[step - 1] if 1 <= step <= len(self.printed) else None


def check_options(options: Options) -> None:
    """Refuse a way that no board has (N16)."""
    if not BOX.fewest_spaces <= options.spaces <= BOX.most_spaces:
        raise no.SpacesOutOfRange(BOX.fewest_spaces, BOX.most_spaces)
    if not all(1 <= number <= BOX.highest_printed for number in options.printed):
        raise no.PrintedOutOfRange(BOX.highest_printed)
    if options.printed and len(options.printed) != options.spaces:
        raise no.PrintedMissing(options.spaces, len(options.printed))


class Due(StrEnum):
    """Why the game should be over (N18)."""

    HOME = "home"
    MISSIONS = "missions"


@dataclass(frozen=True, slots=True)
class Game:
    """Everything the rules know of an evening: what lies in front of the players, loot and mission cards, and
    the Sheriff's `step`. `numbers` are those of the missions that somebody has (N14). `played_on` if the
    table, asked about the last mission card, said that the game is not over (N18). `checked` are the seats
    whose loot was put right by the real cards. A quick count `replaces` an older one, by its table's id; ""
    for none.
    """

    options: Options
    seats: tuple[Seat, ...]
    step: int = 0
    stage: Stage = Stage.ROUNDS
    balances: Balances = field(default_factory=dict)
    numbers: Mapping[str, Numbers] = field(default_factory=dict)
    played_on: bool = False
    checked: frozenset[int] = frozenset()
    result: Result | None = None
    replaces: str = ""

    @property
    def here(self) -> tuple[int, ...]:
        """The seats whose players have not left."""
        return tuple(seat for seat, who in enumerate(self.seats) if who.presence is Presence.HERE)

    def loot(self, seat: int) -> Goods:
        """The loot cards of a seat, in the order of their values."""
        held = ledger.on_stand(self.balances, seat)
        return Goods({word: held.get(word, 0) for word in BOX.item_words})

    def missions(self, seat: int) -> tuple[str, ...]:
        """The missions that a seat has fulfilled."""
        held = ledger.on_stand(self.balances, seat)
        return tuple(word for word in BOX.mission_words if word in held)

    def lying(self, item: str) -> int:
        """How many cards of an object lie as loot (N11)."""
        return sum(self.loot(seat).get(item, 0) for seat in range(len(self.seats)))

    def most_cards(self, item: str) -> int:
        """How many cards of an object can still be delivered; 0 where a set is no longer possible (N11)."""
        left = BOX.copies - self.lying(item)
        return left if left >= BOX.fewest_cards else 0

    def takers(self, mission: str) -> tuple[int, ...]:
        """The seats that have fulfilled a mission (N13)."""
        return tuple(seat for seat in range(len(self.seats)) if mission in self.missions(seat))

    @property
    def taken(self) -> int:
        """How many mission cards are taken, of all missions (N3)."""
        return sum(len(self.takers(mission)) for mission in BOX.mission_words)

    def worth(self, mission: str) -> int | None:
        """What a mission is worth now to each who has fulfilled it; None if nobody has (N14)."""
        takers = self.takers(mission)
        return self.numbers[mission].worth(len(takers)) if takers else None

    def worth_to_next(self, mission: str) -> int | None:
        """What a mission would be worth to the next who fulfils it; None where both cards are taken, or
        nobody has typed its numbers yet (N14).
        """
        takers, numbers = len(self.takers(mission)), self.numbers.get(mission) or proposed(mission)
        return numbers.worth(takers + 1) if numbers and takers < BOX.mission_cards else None

    @property
    def printed(self) -> int | None:
        """The number at the Sheriff's space, if it was typed (N16)."""
        return self.options.printed_at(self.step)

    @property
    def steps_gone(self) -> int:
        """How many steps the Sheriff has gone: all of them if the way was shortened behind him (N18)."""
        return min(self.step, self.options.home)

    @property
    def due(self) -> Due | None:
        """Why the app asks whether the game is over; None while it goes on (N18)."""
        if self.stage is not Stage.ROUNDS:
            return None
        if self.step >= self.options.home:
            return Due.HOME
        return Due.MISSIONS if self.has_all_missions and not self.played_on else None

    @property
    def has_all_missions(self) -> bool:
        """Whether the last mission card is taken (N6)."""
        return self.taken == BOX.mission_cards * len(BOX.missions)


def taking(seat: int, word: str) -> tuple[Move, ...]:
    """The move of one card from piles and hands, which the box stands for, to a player's stand."""
    return carry(REST, stand(seat), {word: 1})


Taken = Mapping[str, Counter[int | None]]
"""How many cards of each object or mission every seat took."""
Event = kinds.Event[Game]
Begun = kinds.Begun[Game]
Command = kinds.Command[Game, Event]
Entry = Event | OfAnyGame
"""Any entry of a log."""


class Correctable(kinds.Correctable[Game]):
    """An event that can be corrected later."""

    __slots__ = ()

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
