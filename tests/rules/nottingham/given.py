"""Given a table of Nottingham, when somebody asks for something, then this happened."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.rules import ledger
from companion.rules.kinds import decide
from companion.rules.ledger import Goods, Move, Place
from companion.rules.nottingham import laws
from companion.rules.nottingham.box import BOX, SHIELDS, Numbers
from companion.rules.nottingham.corrections import Correct, Log, NeverHappened
from companion.rules.nottingham.deliveries import Deliver
from companion.rules.nottingham.game import Command, Event, Game, Options, evolve
from companion.rules.nottingham.missions import Fulfil
from companion.rules.nottingham.ruleset import NOTTINGHAM
from companion.rules.nottingham.seating import OpenTable, TableOpened
from companion.rules.nottingham.sheet import SheetCounted
from companion.rules.past import as_corrected
from companion.rules.refusals import Refusal

ANN, BO, CLEO, DOV, EVE, FLO, GUS = range(7)
NAMES = ("Ann", "Bo", "Cleo", "Dov", "Eve", "Flo", "Gus")
FIVE = Numbers(30, 25)
"""What the cards of five of one print."""
THREE = Numbers(17, 12)
"""What a table typed for three pairs: not the box's numbers."""
FOUR = Numbers(28, 20)
EACH = Numbers(22, 14)
TYPED = {"one_of_each": EACH, "five_of_one": FIVE, "four_pairs": FOUR, "three_pairs": THREE}


@dataclass(frozen=True)
class Table:
    """A game and how it came about; entry 0 is the opening."""

    events: tuple[Event, ...]
    states: tuple[Game, ...] = field(repr=False)

    @classmethod
    def after(cls, *events: Event) -> "Table":
        """The table on which these events happened."""
        table = cls((), ())
        for event in events:
            table = table.then(event)
        return table

    @property
    def game(self) -> Game:
        """The game as it is now."""
        return self.states[-1]

    @property
    def event(self) -> Any:  # noqa: ANN401 - of any kind
        """What happened last."""
        return self.events[-1]

    @property
    def log(self) -> Log:
        """The events with their places among them, and the game after each."""
        return tuple(zip(range(len(self.events)), self.events, self.states, strict=True))

    def then(self, event: Event) -> "Table":
        """The table after one more event, which broke no law."""
        before = self.states[-1] if self.states else None
        return Table((*self.events, event), (*self.states, evolved(before, event)))

    def when(self, *asked: Command | Correct) -> "Table":
        """The table after these commands were accepted."""
        table = self
        for command in asked:
            table = table.then(table.decided(command))
        return table

    def back(self) -> "Table":
        """The table without its latest entry."""
        return Table(self.events[:-1], self.states[:-1])

    def decided(self, command: Command | Correct) -> Event:
        """The event a command leads to now; corrections name an entry by its place among the events."""
        if not isinstance(command, Correct):
            return decide(self.game, command)
        correcting = NOTTINGHAM.correcting
        assert correcting
        was = as_corrected(enumerate(self.events), command.seq)
        if was is None:
            raise correcting.refusal
        event: Event = correcting.correct(self.log, was, command)
        return event

    def refuses(self, command: Command | Correct, refusal: Refusal) -> None:
        """The command is refused with exactly these values, in a sentence that they fill."""
        with pytest.raises(type(refusal)) as raised:
            self.decided(command)
        assert raised.value == refusal
        assert "%" not in str(raised.value)

    def holds(self, loot: Mapping[int, Mapping[str, int]] | None = None, step: int | None = None) -> "Table":
        """The loot of all seats, nothing where none is named, and how far the Sheriff has come."""
        if loot is not None:
            held = {seat: dict(self.game.loot(seat)) for seat in range(len(self.game.seats))}
            assert {seat: cards for seat, cards in held.items() if cards} == loot
        assert step in {None, self.game.step}
        return self


def evolved(before: Game | None, event: Event) -> Game:
    """The game after the event, which broke no law."""
    after = evolve(before, event)
    for move in event.moves:
        check_move(move)
    if before is None:
        assert isinstance(event, TableOpened | SheetCounted)
        laws.check_opening(event)
    else:
        laws.check_event(before, event)
        assert flowed(before, event) == ledger.outside(after.balances)
    laws.check_game(after)
    check_state(after)
    return after


def check_move(move: Move) -> None:
    """One card at least, between the box and a stand, or two stands."""
    assert move.amount >= 1
    assert {move.source.place, move.target.place} <= {Place.BOX, Place.STAND}
    assert move.source != move.target


def flowed(before: Game, event: Event) -> Goods:
    """What lies on all stands after an event, by what it took out of the box and put back."""
    held = ledger.outside(before.balances)
    for move in event.moves:
        held += {move.what: (move.source == ledger.BOX) * move.amount}
        held -= {move.what: (move.target == ledger.BOX) * move.amount}
    return held


def check_state(game: Game) -> None:
    """At most ten cards of an object lie as loot, or twelve once real cards were counted; at most eight
    mission cards, two of each, for two players.
    """
    for item in BOX.item_words:
        assert game.lying(item) <= (BOX.copies if game.checked or game.result else 10)
    assert game.taken <= 8
    assert all(len(game.takers(mission)) <= 2 for mission in BOX.mission_words)
    assert {*game.numbers} == {mission for mission in BOX.mission_words if game.takers(mission)}
    assert game.step >= 0


def command_for(players: int = 4, **changes: object) -> OpenTable:
    """The command that opens a plain table; changes by field."""
    plain: dict[str, object] = {"names": NAMES[:players], "shields": SHIELDS[:players]}
    return OpenTable(**{**plain, **changes})  # type: ignore[arg-type]


def given(players: int = 4, **options: object) -> Table:
    """A table of Ann, Bo, Cleo, Dov, Eve, Flo and Gus with these options."""
    return Table.after(command_for(players, options=Options(**options)).begin())  # type: ignore[arg-type]


def delivering(seat: int, item: str, cards: int = 3, *ambushers: int) -> Deliver:
    """A delivery, with a seat for each ambush."""
    return Deliver(seat, item, cards, ambushers)


def fulfilling(seat: int, mission: str = "five_of_one", numbers: Numbers | None = None) -> Fulfil:
    """A mission, with numbers where they are typed."""
    return Fulfil(seat, mission, numbers)


def all_missions(but: int = 0) -> Iterable[Fulfil]:
    """Both cards of every mission, by Ann and Bo, but for the last ones."""
    every = [
        Fulfil(seat, mission, TYPED[mission] if seat == ANN else None)
        for mission in BOX.mission_words
        for seat in (ANN, BO)
    ]
    return every[: len(every) - but]


def right(seq: int, command: Deliver | Fulfil | NeverHappened, reason: str = "Misread") -> Correct:
    """A correction."""
    return Correct(seq, command, reason)
