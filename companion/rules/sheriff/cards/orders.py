"""Special orders: two goods that came in one bag earn a card that counts at the end (E22, E23)."""

from dataclasses import dataclass, replace

from companion.rules.kinds import Moves, may_act
from companion.rules.ledger import BOX, Goods, extras
from companion.rules.refusals import N_, NotInRounds, Refusal, allow
from companion.rules.seats import Stage
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.editions.merry_men import MERRY_MEN
from companion.rules.sheriff.extras import Extra, check_extra_gold, held
from companion.rules.sheriff.game import FACE_DOWN, Filled, Game, ThisRound
from companion.rules.sheriff.posting import Posting, check_supply
from companion.rules.sheriff.taking import CardTaken, CardWords, TakeCard

SPECIAL_ORDER = "special_order"


def order_card(good: str, contraband: str, gold: int = 0) -> Extra:
    """The special order for these two goods (E22)."""
    return Extra(f"{SPECIAL_ORDER}:{good}:{contraband}", gold)


def proposed(good: str, contraband: str) -> int:
    """The number proposed for the card of an order (E22); 0 if there is no such order."""
    order = MERRY_MEN.order(good, contraband)
    return order.gold if order else 0


def may_fill(game: Game, seat: int, good: str, contraband: str) -> Refusal | None:
    """Whether a merchant's bag can fill this order now: it passed this round with the legal good and a card
    face down that serve no other order, and the contraband can be shown (E22, E23).
    """
    if refusal := _may_deliver(game, seat):
        return refusal
    order = MERRY_MEN.order(good, contraband)
    if order is None:
        return no.NoSuchOrder(good)
    if len(held(game.balances, range(len(game.seats)), order_card(good, contraband).what)) >= order.copies:
        return no.OrderTaken(good, order.copies)
    try:
        _check_bag(game, seat, good)
        _shown(game, seat, contraband)
    except Refusal as refusal:
        return refusal
    return None


def _check_bag(game: Game, seat: int, good: str) -> None:
    left = game.this_round.left(seat)
    if good not in left:
        raise no.NotInBag(seat, good)
    if FACE_DOWN not in left:
        raise no.NoContrabandInBag(seat)


def _may_deliver(game: Game, seat: int) -> Refusal | None:
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    if not game.options.special_orders:
        return no.NotPlayedHere()
    if refusal := may_act(game, seat):
        return refusal
    has_passed = seat in game.merchants and seat in game.this_round.passed
    return None if has_passed else no.BagNotPassed(seat)


def _told(game: Game, seat: int, contraband: str) -> Goods:
    """What is turned over for an order: a card of the bag, unless all of them were turned over before."""
    if game.face_down(seat):
        return Goods({contraband: 1})
    if contraband not in game.stand(seat):
        raise no.NothingToShow(seat, contraband)
    return Goods()


def _shown(game: Game, seat: int, contraband: str) -> Posting:
    posting = Posting(game)
    posting.tell(seat, _told(game, seat, contraband))
    check_supply(game, posting.balances)
    return posting


@dataclass(frozen=True, slots=True)
class FillOrder(TakeCard):
    """A merchant's bag that passed fills the special order for a legal good and contraband, whose card prints
    this much `gold` (E22, E23). Only a correction says 0: it was never filled.
    """

    word = "fill_order"
    seat: int
    good: str
    contraband: str
    gold: int

    @staticmethod
    def may(game: Game, seat: int) -> Refusal | None:
        """Whether a merchant's bag can fill some order now (E22)."""
        if refusal := _may_deliver(game, seat):
            return refusal
        refusals = (may_fill(game, seat, order.good, order.contraband) for order in MERRY_MEN.orders)
        return no.NothingOrdered(seat) if all(refusals) else None

    def decide(self, game: Game) -> "OrderFilled":
        """A merchant takes the card of an order that the bag filled; the goods stay on the stand."""
        seat, good, contraband = self.seat, self.good, self.contraband
        allow(may_fill(game, seat, good, contraband))
        check_extra_gold(self.gold)
        posting = _shown(game, seat, contraband)
        posting.move(BOX, extras(seat), order_card(good, contraband, self.gold).goods)
        told = _told(game, seat, contraband)
        return OrderFilled(seat, good, contraband, self.gold, told, posting.moves)


@dataclass(frozen=True, slots=True)
class OrderFilled(CardTaken):
    """A bag that passed filled a special order, and its merchant took the card. What was `told` for it stays
    on the stand (E22, E23). With 0 gold it was never filled.
    """

    word = "order_filled"
    head, option = SPECIAL_ORDER, "special_orders"
    takes = FillOrder
    said = CardWords(
        name=N_("Special order: %(good)s and %(contraband)s"),
        taken=N_("%(name)s fills a special order, %(goods)s, for a card of %(gold)s."),
        owner=N_("You fill a special order: its card counts %(gold)s at the end."),
    )
    parts = ("good", "contraband")
    printed = tuple(
        order_card(order.good, order.contraband, order.gold)
        for order in MERRY_MEN.orders
        for _ in range(order.copies)
    )
    seat: int
    good: str
    contraband: str
    gold: int
    told: Goods
    moves: Moves

    def remembered(self, now: ThisRound) -> ThisRound:
        """Remember which order the bag filled (E22)."""
        return now if self.is_nothing else self._with(now, (*now.filled.get(self.seat, ()), self._filled))

    def forgotten(self, now: ThisRound) -> ThisRound:
        """Forget that the bag filled this order."""
        orders = list(now.filled.get(self.seat, ()))
        if self._filled in orders and not self.is_nothing:  # a game file may say what it likes
            orders.remove(self._filled)
        return self._with(now, tuple(orders))

    @property
    def _filled(self) -> Filled:
        return self.good, self.contraband

    def _with(self, now: ThisRound, orders: tuple[Filled, ...]) -> ThisRound:
        return replace(now, filled={**now.filled, self.seat: orders})

    @property
    def shown(self) -> Goods:
        """One card of each of the two; both stay on the stand (E22, E23)."""
        return Goods({self.good: 1, self.contraband: 1})

    def is_due(self, this_round: ThisRound) -> bool:
        """Whether the bag held both, besides what other orders took (E22)."""
        return Goods({self.good: 1, FACE_DOWN: 1}) <= this_round.left(self.seat)
