"""The count: loot put right, present sums, the result (N19, N21)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules import ledger
from companion.rules.kinds import Moves, Recorder, in_count, may_be
from companion.rules.ledger import BOX as REST
from companion.rules.ledger import Balances, Goods, carry, difference, stand
from companion.rules.nottingham import refusals as no
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.game import Command, Event, Game
from companion.rules.nottingham.scoring import Result, count
from companion.rules.refusals import CountIsClosed, NotInCount, Refusal
from companion.rules.seats import Stage


@dataclass(frozen=True, slots=True)
class CheckLoot(Command):
    """The loot cards that a player really has, checked at the end."""

    word = "check_loot"
    recorder = Recorder.SEAT
    seat: int
    loot: Goods

    @staticmethod
    def may(game: Game, seat: int) -> Refusal | None:
        """Whether a player's loot can be put right by the real cards: only during the count."""
        if game.stage is Stage.CLOSED:
            return CountIsClosed()
        return NotInCount() if game.stage is Stage.ROUNDS else may_be(game, seat)

    def decide(self, game: Game) -> "LootChecked":
        """The loot becomes what the real cards are; the difference goes to the box or comes from it (N21)."""
        if any(word not in BOX.item_words for word in self.loot):
            raise no.UnknownItem
        lies = stand(self.seat)
        moves = difference(carry(REST, lies, game.loot(self.seat)), carry(REST, lies, self.loot))
        check_supply(ledger.post(game.balances, moves))
        return LootChecked(self.seat, self.loot, moves)

    def is_so(self, game: Game, _standing: Iterable[Event]) -> bool:
        """Whether these cards were already recorded."""
        return self.seat in game.checked and game.loot(self.seat) == self.loot


@dataclass(frozen=True, slots=True)
class LootChecked(Event):
    """A player's loot was put right by the real cards."""

    word = "loot_checked"
    recorder = Recorder.SEAT
    seat: int
    loot: Goods
    moves: Moves

    def evolved(self, game: Game) -> Game:
        """No correction moves this loot any more."""
        return replace(game, checked=game.checked | {self.seat})


def check_supply(balances: Balances) -> None:
    """Refuse more loot of an object than it has cards (N1)."""
    lying = ledger.outside(balances)
    for word in BOX.item_words:
        if lying.get(word, 0) > BOX.copies:
            raise no.LootExceeded(word, lying[word], BOX.copies)


def loot_changed(game: Game, seat: int, seen: Goods) -> Refusal | None:
    """Whether a player's loot is no longer as it was `seen` (N21)."""
    return None if game.loot(seat) == seen else no.LootChanged(seat)


def sums(game: Game) -> Result:
    """Everybody's present sum, with every line (N14, N21); the table chose whether it is shown (N19)."""
    seats = range(len(game.seats))
    loot: list[Goods] = [game.loot(seat) for seat in seats]
    return count(loot, [game.missions(seat) for seat in seats], game.numbers)


@dataclass(frozen=True, slots=True)
class CloseCount(Command):
    """The result is final; nothing has to be typed for it."""

    word = "close_count"
    may = staticmethod(in_count)

    def decide(self, game: Game) -> "CountClosed":
        """The result, with every line of every sum (N21)."""
        return CountClosed(sums(game))

    def is_so(self, game: Game, _standing: Iterable[Event]) -> bool:
        """Whether the result is final."""
        return game.stage is Stage.CLOSED


@dataclass(frozen=True, slots=True)
class CountClosed(Event):
    """The result is final, with every line of every sum."""

    word = "count_closed"
    result: Result
    moves: Moves = ()

    def evolved(self, game: Game) -> Game:
        """The game is over."""
        return replace(game, stage=Stage.CLOSED, result=self.result)
