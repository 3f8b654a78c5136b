"""Gold and goods moved by hand, with a reason."""

from dataclasses import dataclass, field, replace

from companion.rules.kinds import NO_SEAT, Moves
from companion.rules.ledger import BOOTY, Goods
from companion.rules.names import check_reason
from companion.rules.refusals import CountIsClosed, Refusal, allow
from companion.rules.seats import Stage
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.booty import may_put_there
from companion.rules.sheriff.game import Correctable, Correction, Game, Recorder, check_gold, may_hold
from companion.rules.sheriff.posting import Posting, Side, check_in_play, check_supply


@dataclass(frozen=True, slots=True)
class Pay(Correction):
    """Gold or goods moved by hand, with a reason. None means the bank and the box; the receiver None is the
    Booty if `onto_booty` (E27). In a trade the receiver gives something back at once.
    """

    word = "pay"
    later = ("back_gold", "back_goods", "onto_booty")
    recorder = Recorder.GIVER
    giver: int | None
    receiver: int | None
    gold: int = 0
    goods: Goods = field(default_factory=Goods)
    reason: str = ""
    back_gold: int = 0
    back_goods: Goods = field(default_factory=Goods)
    onto_booty: bool = False

    @property
    def trades(self) -> bool:
        """Whether the receiver gives something back."""
        return bool(self.back_gold or self.back_goods)

    @property
    def givers(self) -> tuple[int | None, ...]:
        """The giver; both sides of a trade."""
        return (self.giver, self.receiver) if self.trades else (self.giver,)

    @property
    def is_nothing(self) -> bool:
        """Whether nobody gives anything: only a correction says so, of a payment that never happened."""
        return not (self.gold or self.goods or self.trades)

    @staticmethod
    def may(game: Game, _seat: int = NO_SEAT) -> Refusal | None:
        """Whether gold and goods can still be moved by hand."""
        return CountIsClosed() if game.stage is Stage.CLOSED else None

    def decide(self, game: Game) -> "Paid":
        """Move gold and goods between two players, between a player and the bank or box, or into the Booty.
        In a trade both sides give of what they had before.
        """
        check_reason(self.reason)
        self._check_sides(game)
        if (self.gold or self.back_gold) and game.options.coins_on_table:
            raise no.NoCoinsHere
        check_gold(self.gold, self.back_gold)
        if not self.gold and not self.goods:
            raise no.NothingGiven
        check_in_play(game, self.goods)
        check_in_play(game, self.back_goods)
        self._give_back(Posting(game))
        posting = Posting(game)
        receiver: Side = BOOTY if self.onto_booty else self.receiver
        posting.pay(self.giver, receiver, self.gold)
        posting.give(self.giver, receiver, self.goods)
        self._give_back(posting)
        check_supply(game, posting.balances)
        return Paid(
            self.giver,
            self.receiver,
            self.gold,
            self.goods,
            self.reason,
            posting.moves,
            self.back_gold,
            self.back_goods,
            self.onto_booty,
        )

    def instead_of(self, was: Correctable, then: Game) -> "Paid":
        """Decide another payment, or none: then nothing moved between the same two."""
        if not isinstance(was, Paid):
            raise no.NotCorrectable
        if not self.is_nothing:
            return self.decide(then)
        return replace(
            was, gold=0, goods=Goods(), reason=self.reason, moves=(), back_gold=0, back_goods=Goods()
        )

    def _give_back(self, posting: Posting) -> None:
        posting.pay(self.receiver, self.giver, self.back_gold)
        posting.give(self.receiver, self.giver, self.back_goods)

    def _check_sides(self, game: Game) -> None:
        if self.onto_booty:
            allow(may_put_there(game))
            if self.trades:
                raise no.BootyGivesNothing
        elif self.giver == self.receiver:
            raise no.DealWithOneself
        for seat in (self.giver, self.receiver):
            if seat is not None:
                allow(may_hold(game, seat))


@dataclass(frozen=True, slots=True)
class Paid(Correctable):
    """Gold or goods moved by hand; in a trade something came back. With `onto_booty` it went to the Booty.
    Without any gold or goods it never happened.
    """

    word = "paid"
    later = ("back_gold", "back_goods", "onto_booty")
    giver: int | None
    receiver: int | None
    gold: int
    goods: Goods
    reason: str
    moves: Moves
    back_gold: int = 0
    back_goods: Goods = field(default_factory=Goods)
    onto_booty: bool = False

    @property
    def trades(self) -> bool:
        """Whether the receiver gave something back."""
        return bool(self.back_gold or self.back_goods)

    @property
    def makers(self) -> tuple[int, ...]:
        """The giver; nobody where the bank paid, or where two traded, since neither undoes that alone."""
        return () if self.giver is None or self.trades else (self.giver,)
