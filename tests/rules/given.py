"""Given a table, when somebody asks for something, then this happened: the words of the rules' tests."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeVar

import pytest

from companion.rules.kinds import decide
from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.seats import SHIELDS
from companion.rules.sheriff.bags import Deal, Declaration, Raid
from companion.rules.sheriff.corrections import correct, may_correct
from companion.rules.sheriff.debts import OpenDebt
from companion.rules.sheriff.editions import common_cards
from companion.rules.sheriff.game import FACE_DOWN, Command, Correct, Correctable, EntryCorrected, Event, Game
from companion.rules.sheriff.opened import OpenBag, open_debts
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.past import Log
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.setup import OpenTable
from tests.rules.laws import evolved, follow

ANN, BO, CLEO, DOV, EVE, FLO = range(6)
NAMES = ("Ann", "Bo", "Cleo", "Dov", "Eve", "Flo")
DOWN = FACE_DOWN
SILK = common_cards().good("silk").penalty
"""What a silk costs in an opened bag, as the box says."""
APPLE = common_cards().good("apples").penalty
"""What an apple costs there."""
NUMBERS: dict[str, dict[str, Any]] = {
    "apples": {"value": 2, "king": 20, "queen": 10},
    "cheese": {"value": 3, "king": 15, "queen": 10},
    "bread": {"value": 3, "king": 15, "queen": 10},
    "chickens": {"value": 4, "king": 10, "queen": 5},
    "pepper": {"value": 6},
    "mead": {"value": 7},
    "silk": {"value": 8},
    "crossbow": {"value": 9},
}
OWN_BOX = replace(
    common_cards(),
    goods=tuple(replace(good, **NUMBERS.get(good.word, {})) for good in common_cards().goods),
)
"""A box with numbers of the tests' own, for sums: what the box of the game prints is in test_editions.py."""
Value = TypeVar("Value")


@dataclass(frozen=True)
class Table:
    """A game and how it came about; entry 0 is the opening."""

    events: tuple[Event, ...]
    states: tuple[Game, ...] = field(repr=False)

    @classmethod
    def after(cls, events: Iterable[Event]) -> Self:
        """The table on which these events happened."""
        story = tuple(events)
        return cls(story, follow(story))

    @property
    def game(self) -> Game:
        """The game as it is now."""
        return self.states[-1]

    @property
    def event(self) -> Any:  # noqa: ANN401 - of any kind
        """What happened last."""
        return self.events[-1]

    @property
    def purses(self) -> tuple[int, ...]:
        """The gold of every seat."""
        return tuple(self.game.gold(seat) for seat in range(len(self.game.seats)))

    @property
    def stands(self) -> tuple[Goods, ...]:
        """The cards of every seat."""
        return tuple(self.game.stand(seat) for seat in range(len(self.game.seats)))

    def when(self, *asked: Command | Correct) -> "Table":
        """The table after these commands were accepted."""
        table = self
        for command in asked:
            event = table.decided(command)
            table = Table((*table.events, event), (*table.states, evolved(table.game, event)))
        return table

    def decided(self, command: Command | Correct) -> Event:
        """The event a command leads to now; corrections name an entry by its place among the events."""
        if not isinstance(command, Correct):
            return decide(self.game, command)
        was = self.as_corrected(command.seq)
        refusal = may_correct(self.game, was)
        if refusal is not None:
            raise refusal
        assert isinstance(was, Correctable)
        return correct(self.log, was, command)

    @property
    def log(self) -> Log:
        """The events with their places among them, and the game after each."""
        return tuple(zip(range(len(self.events)), self.events, self.states, strict=True))

    def as_corrected(self, seq: int) -> Event:
        """What an entry says by its latest correction."""
        later = (event for event in self.events if isinstance(event, EntryCorrected) and event.seq == seq)
        return ([self.events[seq]] + [event.now for event in later])[-1]

    def refuses(self, command: Command | Correct, refusal: Refusal) -> None:
        """The command is refused in exactly these words with these values, and nothing changed."""
        refused(lambda: self.decided(command), refusal)

    def holds(
        self,
        purses: Iterable[int] | Mapping[int, int] = (),
        stands: Iterable[Mapping[str, int]] | Mapping[int, Mapping[str, int]] = (),
    ) -> "Table":
        """The purses and stands are these, of all seats or of those named."""
        for seat, gold in _by_seat(purses):
            assert (seat, self.game.gold(seat)) == (seat, gold)
        for seat, goods in _by_seat(stands):
            assert (seat, dict(self.game.stand(seat))) == (seat, dict(goods))
        return self


def _by_seat(values: Iterable[Value] | Mapping[int, Value]) -> Iterable[tuple[int, Value]]:
    return values.items() if isinstance(values, Mapping) else enumerate(values)


def refused(asking: Callable[[], object], refusal: Refusal) -> None:
    """Asking for this is refused in exactly these words with these values."""
    with pytest.raises(type(refusal)) as raised:
        asking()
    assert raised.value == refusal
    assert str(raised.value)


def command_for(players: int = 4, **changes: object) -> OpenTable:
    """The command that opens a plain table; changes by field. Of six, Ann and Bo are the first Deputies."""
    plain: dict[str, object] = {
        "edition": "first",
        "options": Options(),
        "names": NAMES[:players],
        "shields": SHIELDS[:players],
        "sheriff": ANN,
        "deputies": (ANN, BO) if players == 6 else (),
    }
    return OpenTable(**{**plain, **changes})  # type: ignore[arg-type]


def with_expansions(options: Options, *expansions: str) -> Options:
    """The options with these expansions in play."""
    switches: dict[str, Any] = dict.fromkeys(expansions, True)
    return replace(options, **switches)


def command_given(  # noqa: PLR0913 - what tables differ in
    players: int = 4,
    *,
    gold: Mapping[int, int] | None = None,
    stands: Mapping[int, Mapping[str, int]] | None = None,
    promo: Mapping[str, int] | None = None,
    royal_goods: bool = False,
    coins_on_table: bool = False,
    expansions: Iterable[str] = (),
    **changes: object,
) -> OpenTable:
    """The command that opens a table; every purse has 50 gold and every stand is empty unless named."""
    options = Options(royal_goods=royal_goods, promo=Goods(promo or {}), coins_on_table=coins_on_table)
    changes.setdefault("options", with_expansions(options, *expansions))
    if gold is not None:
        changes["purses"] = tuple(gold.get(seat, 50) for seat in range(players))
    if stands is not None:
        changes["stands"] = tuple(Goods(stands.get(seat, {})) for seat in range(players))
    return command_for(players, **changes)


def given(players: int = 4, **state: Any) -> Table:  # noqa: ANN401 - see command_given
    """The table that `command_given` opens: Ann (the Sheriff), Bo, Cleo, Dov, Eve and Flo."""
    return Table.after((command_given(players, **state).begin(),))


def passing(
    merchant: int, good: str, number: int, *deals: Deal, raids: tuple[Raid, ...] = (), **bag: int
) -> PassBag:
    """A bag passes: declared, and what was in it; as declared if nothing else is said."""
    return PassBag(merchant, Declaration(good, number), Goods(bag or {good: number}), deals, raids)


def opened(merchant: int, good: str, number: int, *deals: Deal, **bag: int) -> OpenBag:
    """A bag is opened: declared, and what was in it; as declared if nothing else is said."""
    return OpenBag(merchant, Declaration(good, number), Goods(bag or {good: number}), deals)


def deal(
    giver: int,
    receiver: int,
    gold: int = 0,
    promise: str = "",
    bag: Mapping[str, int] | None = None,
    **stand: int,
) -> Deal:
    """A deal: gold, a promise, goods of the bag, goods of the stand by their words."""
    return Deal(giver, receiver, gold, Goods(stand), Goods(bag or {}), promise)


def paying(giver: int | None, receiver: int | None, gold: int = 0, reason: str = "", **goods: int) -> Pay:
    """Gold or goods moved by hand."""
    return Pay(giver, receiver, gold, Goods(goods), reason)


def open_debt(game: Game, command: OpenBag) -> OpenDebt | None:
    """The debt that opening this bag makes, the first of two; None where coins cover the fine, and where the
    bag cannot be opened like this.
    """
    return next(filter(None, open_debts(game, command)), None)
