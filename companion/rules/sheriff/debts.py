"""Fines, card by card, and debts: how a player who is short of coins pays in goods (D1 to D5)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.rules.ledger import BOOTY, Goods
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import Paying
from companion.rules.sheriff.editions import Edition, Kind
from companion.rules.sheriff.game import FACE_DOWN, Game
from companion.rules.sheriff.posting import Posting, Side, check_in_play, check_supply


@dataclass(frozen=True, slots=True)
class FineLine:
    """Cards of one good in a fine; `each` is what one of them costs in gold."""

    what: str
    count: int
    each: int

    @property
    def amount(self) -> int:
        """What these cards cost together, in gold."""
        return self.count * self.each


@dataclass(frozen=True, slots=True)
class Fine:
    """Who pays whom for an opened bag, card by card (I3, I4, I12), None being the Booty (E10). `typed`
    replaces the sum under a law of the round (E27).
    """

    payer: int
    receiver: int | None
    lines: tuple[FineLine, ...]
    typed: int | None = None

    @property
    def amount(self) -> int:
        """The whole fine, in gold."""
        return sum(line.amount for line in self.lines) if self.typed is None else self.typed


@dataclass(frozen=True, slots=True)
class Debt:
    """How a fine was met when coins ran short (D1): cards told, goods handed over, the rest forgiven."""

    coins: int
    told: Goods
    handed: Goods
    discarded: bool
    forgiven: int


def coins_of(fine: Fine, debt: Debt | None) -> int:
    """How much of a fine was paid in gold."""
    return fine.amount if debt is None else debt.coins


@dataclass(frozen=True, slots=True)
class OpenDebt:
    """A fine that coins do not cover, once the deals are struck and the true cards are in (D1, D2).

    `coins` is how much gold there is for it, None where the table keeps its coins and nobody knows (T7).
    `stand` is the debtor's at that point, with what was `told` of the `face_down` cards there. `payable` are
    the goods that may go, `proposal` those that go unless the debtor chooses others, and `missing` is what
    only cards still face down can pay, in gold. `kinds` are what such a card can be, empty if none is needed.
    """

    fine: Fine
    coins: int | None
    face_down: int
    told: Goods
    stand: Goods
    payable: Goods
    proposal: Goods
    missing: int
    kinds: tuple[str, ...]
    may_discard: bool

    @property
    def rest(self) -> int:
        """What goods have to pay, in gold; at most this much where the table keeps its coins."""
        return self.fine.amount - (self.coins or 0)

    @property
    def takes_all(self) -> bool:
        """Whether everything that can pay must go, so that there is nothing to choose (D1)."""
        return self.coins is not None and self.proposal == self.payable

    @property
    def tellable(self) -> Mapping[str, int]:
        """The most face-down cards that can be told as each kind, including those already told."""
        left = self.face_down - self.told.total
        return {word: self.told.get(word, 0) + left for word in self.kinds}

    @property
    def basis(self) -> str:
        """Identifies the debt and the goods to choose from: an old choice must neither pay another debt nor
        ask for cards that are no longer there.
        """
        return "-".join((str(self.fine.payer), str(self.rest), _named(self.told), _named(self.stand)))


def _named(goods: Goods) -> str:
    return ".".join(f"{word}{count}" for word, count in sorted(goods.items()))


def owing(posting: Posting, fine: Fine, told: Goods) -> OpenDebt | None:
    """The debt that a fine makes; None where coins cover it. What was `told` of face-down cards counts only
    if legal goods are not enough, and if that many cards are face down there (D1).
    """
    game, stand = posting.game, posting.stand(fine.payer)
    coins = None if game.options.coins_on_table else _coins_for(posting, fine)
    if coins == fine.amount or not fine.amount:
        return None
    rest, hidden = fine.amount - (coins or 0), stand.get(FACE_DOWN, 0)
    legal = legal_part(game.cards, stand)
    suffices = worth(game.cards, legal) >= rest
    if suffices or told.total > hidden:
        told = Goods()
    stand = stand - {FACE_DOWN: told.total} + told
    payable = legal if suffices else legal + contraband_part(game.cards, stand)
    return OpenDebt(
        fine=fine,
        coins=coins,
        face_down=0 if suffices else hidden,
        told=told,
        stand=stand,
        payable=payable,
        proposal=_proposed(game.cards, stand, told, None if coins is None else rest),
        missing=max(0, rest - worth(game.cards, payable)) if told.total < hidden else 0,
        kinds=game.contraband if hidden and not suffices else (),
        may_discard=not game.cards.receiver_must_keep,
    )


def _proposed(cards: Edition, stand: Goods, told: Goods, rest: int | None) -> Goods:
    """The goods proposed (D2). Where nobody knows the coins: none, or what D1 demands once cards are told."""
    if rest is not None:
        return proposal(cards, stand, rest)
    paying = contraband_part(cards, told)
    return legal_part(cards, stand) + paying if paying else Goods()


def turned_over(cards: Edition, debt: OpenDebt, known: Goods) -> Goods:
    """Which of the cards known only to the debtor are told for a debt: all of them, or the best handful that
    pays what is missing; none where the table keeps its coins (D1, D2).
    """
    if debt.coins is None or not debt.missing or known.total > debt.face_down:
        return Goods()
    usable = contraband_part(cards, known)
    return usable if worth(cards, usable) <= debt.missing else cheapest(cards, usable, debt.missing)


def worth(cards: Edition, goods: Goods) -> int:
    """What goods pay of a debt, in gold: their printed values (D2)."""
    return sum(cards.good(word).value * count for word, count in goods.items() if word != FACE_DOWN)


def legal_part(cards: Edition, goods: Goods) -> Goods:
    """The legal goods among them."""
    words = {good.word for good in cards.of(Kind.LEGAL)}
    return Goods({word: count for word, count in goods.items() if word in words})


def contraband_part(cards: Edition, goods: Goods) -> Goods:
    """The told contraband among them that is worth anything: a worthless card is never handed over (D2)."""
    told = goods - legal_part(cards, goods)
    return Goods(
        {word: count for word, count in told.items() if word != FACE_DOWN and cards.good(word).value}
    )


def proposal(cards: Edition, stand: Goods, rest: int) -> Goods:
    """The goods the app proposes for the rest of a debt, which is in gold (D1, D2).

    Least overpayment, then the fewest cards, then the order of the card tables. Legal goods alone if they
    suffice; otherwise all of them, plus the same choice among the told contraband.
    """
    legal = legal_part(cards, stand)
    missing = rest - worth(cards, legal)
    if missing <= 0:
        return cheapest(cards, legal, rest)
    contraband = contraband_part(cards, stand)
    return legal + (
        contraband if worth(cards, contraband) <= missing else cheapest(cards, contraband, missing)
    )


def cheapest(cards: Edition, goods: Goods, target: int) -> Goods:
    """The handful worth at least `target`: least overpayment, fewest cards, earliest in the card tables.

    `goods` must be worth that much. Dynamic programming over the sums: the best handful for each, good by
    good from the last of the card tables to the first, so that earlier cards win a tie.
    """
    words = [good.word for good in cards.goods if good.word in goods]
    best: dict[int, tuple[int, ...]] = {0: ()}
    for word in reversed(words):
        best = _with_good(best, cards.good(word).value, goods[word])
    least = min(total for total in best if total >= target)
    return Goods(zip(words, best[least], strict=True))


def _with_good(best: dict[int, tuple[int, ...]], value: int, most: int) -> dict[int, tuple[int, ...]]:
    """The best counts for every sum once up to `most` cards of one more good are put in front."""
    found: dict[int, tuple[int, ...]] = {}
    for total, counts in best.items():
        for count in range(most + 1):
            handful = (count, *counts)
            rival = found.setdefault(total + count * value, handful)
            if (sum(handful), _later(handful)) < (sum(rival), _later(rival)):
                found[total + count * value] = handful
    return found


def _later(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Sorts handfuls of equal size: more of the earlier goods comes first."""
    return tuple(-count for count in counts)


def surplus(cards: Edition, payment: Goods, rest: int) -> Goods:
    """The cards of a payment that the rest of a debt does not need, the dearest first: they may go, but no
    change is given (D1). Legal goods never count where contraband pays too: all of those have to go.
    """
    spare = contraband_part(cards, payment) or legal_part(cards, payment)
    over, found = max(0, worth(cards, payment) - rest), {}
    for word in sorted(spare, key=lambda word: -cards.good(word).value):
        found[word] = min(spare[word], over // cards.good(word).value)
        over -= found[word] * cards.good(word).value
    return Goods(found)


def check_told(game: Game, seat: int, told: Goods, face_down: int) -> None:
    """Refuse to tell more cards than are `face_down` there, or cards that are not contraband in play."""
    check_in_play(game, told)
    for word in told:
        if word not in game.contraband:
            raise no.OnlyContraband(word)
    if told.total > face_down:
        raise no.NotFaceDown(seat, face_down)


def settle(posting: Posting, fine: Fine, paying: Paying, lost: Goods) -> Debt | None:
    """Move a fine: coins first, then goods (D1), for the Sheriff too (D4). None if the coins were enough.

    `lost` are the cards of the bag that did not come in.
    """
    if posting.game.options.coins_on_table:
        return _settle_unseen(posting, fine, paying, lost)
    coins = _coins_for(posting, fine)
    rest = fine.amount - coins
    if not rest and (paying.payment or paying.told):
        raise no.NoDebt(fine.payer)
    posting.pay(fine.payer, _receiver(fine), coins)
    if not rest:
        return None
    _tell(posting, fine.payer, paying.told, lost)
    _check_payment(posting, fine, paying, rest)
    return _hand_over(posting, fine, paying, coins, rest)


def _receiver(fine: Fine) -> Side:
    return BOOTY if fine.receiver is None else fine.receiver


def _coins_for(posting: Posting, fine: Fine) -> int:
    return min(fine.amount, posting.gold(fine.payer))


def _settle_unseen(posting: Posting, fine: Fine, paying: Paying, lost: Goods) -> Debt | None:
    """At a table that keeps its coins (T7): the goods it says were handed over, and coins for the rest."""
    if not (paying.payment or paying.told):
        return None
    _tell(posting, fine.payer, paying.told, lost)
    payment, cards = paying.payment or Goods(), posting.game.cards
    _check_held(posting, fine.payer, payment)
    legal, held = legal_part(cards, payment), legal_part(cards, posting.stand(fine.payer))
    suffice = worth(cards, held) >= fine.amount
    if (payment != legal and (legal != held or suffice)) or (paying.told and suffice):
        raise no.LegalGoodsFirst(fine.payer)
    coins = max(0, fine.amount - worth(cards, payment))
    return _hand_over(posting, fine, paying, coins, fine.amount - coins)


def _tell(posting: Posting, payer: int, told: Goods, lost: Goods) -> None:
    check_told(posting.game, payer, told, posting.stand(payer).get(FACE_DOWN, 0))
    posting.tell(payer, told)
    check_supply(posting.game, posting.balances, lost)


def _hand_over(posting: Posting, fine: Fine, paying: Paying, coins: int, rest: int) -> Debt:
    """Give the goods to the receiver or the Booty (E10), or discard them where the edition allows it (D3)."""
    cards, handed = posting.game.cards, paying.payment or Goods()
    discarded = paying.discarded and bool(handed)
    if discarded and cards.receiver_must_keep:
        raise no.ReceiverMustKeep
    posting.give(fine.payer, None if discarded else _receiver(fine), handed)
    return Debt(coins, paying.told, handed, discarded, max(0, rest - worth(cards, handed)))


def _check_payment(posting: Posting, fine: Fine, paying: Paying, rest: int) -> None:
    cards, stand, payer, payment = posting.game.cards, posting.stand(fine.payer), fine.payer, paying.payment
    if payment is None:
        if has_more(cards, stand, ()):
            raise no.DebtOpen(payer, fine.amount, fine.amount - rest)
        return
    _check_held(posting, payer, payment)
    legal, paid = legal_part(cards, stand), legal_part(cards, payment)
    if paid != payment and (paid != legal or worth(cards, legal) >= rest):
        raise no.LegalGoodsFirst(payer)
    if paying.told and worth(cards, legal) >= rest:
        raise no.LegalGoodsFirst(payer)
    short = worth(cards, payment) < rest
    if short and has_more(cards, stand - payment, (FACE_DOWN,)):
        raise no.PaymentTooSmall(payer, worth(cards, payment), rest)
    if short and stand.get(FACE_DOWN, 0):
        raise no.KindsNeeded(payer, stand[FACE_DOWN])


def _check_held(posting: Posting, payer: int, payment: Goods) -> None:
    """Refuse cards that are not there, and cards that have not been told."""
    stand = posting.stand(payer)
    for word, count in payment.items():
        if stand.get(word, 0) < count:
            raise no.StandTooSmall(payer, word, stand.get(word, 0), count)
    if FACE_DOWN in payment:
        raise no.KindsNeeded(payer, stand[FACE_DOWN])


def has_more(cards: Edition, stand: Goods, besides: Iterable[str]) -> bool:
    """Whether a stand holds cards that could pay, other than those named."""
    return any(word not in besides and (word == FACE_DOWN or cards.good(word).value) for word in stand)
