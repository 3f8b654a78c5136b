"""A deal as it is typed over a bag, and the goods that pay what is owed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import LONGEST_PROMISE, MOST_CARDS, Deal, Decision, Paying
from companion.rules.sheriff.deals import as_kept, choices, promisable
from companion.rules.sheriff.debts import Debt, OpenDebt
from companion.rules.sheriff.deputies import acting
from companion.rules.sheriff.game import FACE_DOWN, Game
from companion.web.reader import Reader

ASKED = ("to", "goods", "promising")
"""The parts of a deal that are drawn when they are asked for."""
UNNAMED = "unnamed"
"""Marks a deal that does not say who gets it."""
EITHER = "either"
"""The choice for a deal that is for either decision."""


def asked_for(reader: Reader, prefix: str) -> frozenset[str]:
    """The parts of a deal that are asked for."""
    return frozenset(part for part in ASKED if reader.ticked(prefix + part))


def agreed_fields(prefix: str, deal: Deal) -> Iterator[tuple[str, str]]:
    """The hidden fields that carry a deal along."""
    yield prefix + "giver", str(deal.giver)
    yield prefix + "receiver", str(deal.receiver)
    yield prefix + "gold", str(deal.gold)
    yield prefix + "promise", deal.promise
    yield prefix + "decision", deal.decision or ""
    for part, goods in (("stand", deal.stand), ("bag", deal.bag)):
        yield from ((f"{prefix}{part}-{word}", str(count)) for word, count in goods.items())


def read_deal(game: Game, reader: Reader, prefix: str, sides: tuple[int, int]) -> Deal:
    """One deal, from the fields with this prefix; `sides` are giver and receiver if the form names none."""
    seats, (giver, receiver) = len(game.seats), sides
    giver = reader.seat(prefix + "giver", seats) if prefix + "giver" in reader.form else giver
    receiver = reader.seat(prefix + "receiver", seats) if prefix + "receiver" in reader.form else receiver
    on_stand = (*game.goods_in_play, FACE_DOWN)
    word = prefix + "decision"
    return Deal(
        giver,
        receiver,
        gold=reader.number(prefix + "gold"),
        stand=reader.goods(prefix + "stand-", on_stand, beside=prefix + "goods"),
        bag=reader.goods(prefix + "bag-", on_stand, MOST_CARDS, prefix + "goods"),
        promise=reader.text(prefix + "promise", LONGEST_PROMISE),
        decision=Decision(reader.choice(word, [*Decision]) or Decision.PASSES)
        if reader.form.get(word, EITHER) not in {"", EITHER}
        else None,
    )


def usual_receiver(game: Game, merchant: int, giver: int, alone: int | None = None) -> int:
    """The receiver of a deal over this merchant's bag unless another is named: who acts, or the first drawn
    of two who act; the merchant, if a Sheriff or Deputy gives.
    """
    return merchant if giver in game.sheriffs else acting(game, alone)[0]


def wants_deputy(
    game: Game, deal: Deal, alone: int | None = None, decisions: Iterable[Decision] = Decision
) -> bool:
    """Whether a deal has to say which Deputy gets it should both decide so: only gold and goods given for a
    bag that passes are for both of them (E8), a promise is made to one.
    """
    meant = any(deal.is_for(one) and (one is Decision.OPENS or deal.promise) for one in decisions)
    return meant and alone is None and deal.receiver in game.deputies


def deal_as_drawn(
    game: Game, merchant: int, deal: Deal, givers: tuple[int, ...], alone: int | None = None
) -> Deal:
    """A deal over this merchant's bag as its fields show it: from one of the `givers`, who has those goods,
    to somebody else who is here, and for a decision only if there is a choice.
    """
    if deal.giver not in givers:
        giver = givers[0] if givers else merchant
        receiver = acting(game, alone)[0] if giver == merchant else merchant
        deal = replace(deal, giver=giver, receiver=receiver)
    others = [seat for seat in game.here if seat != deal.giver]
    usual = usual_receiver(game, merchant, deal.giver, alone)
    deal = replace(deal, receiver=deal.receiver if deal.receiver in others else usual)
    drawn = replace(
        deal,
        stand=_among(deal.stand, game.stand(deal.giver)),
        bag=_among(deal.bag, promisable(game, merchant, deal.giver)),
        decision=deal.decision if choices(game, merchant, deal) else None,
    )
    return as_kept(game, merchant, drawn)


def _among(goods: Goods, shown: Goods) -> Goods:
    return Goods({word: count for word, count in goods.items() if word in shown})


OTHER = "other-"
"""The prefix of the fields for the debt of the Deputy drawn second (E9)."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What was typed of one debt; the `payment` is None until goods are chosen, for the debt of `basis`."""

    told: Goods = field(default_factory=Goods)
    payment: Goods | None = None
    basis: str = ""
    discarded: bool = False

    @property
    def paying(self) -> Paying:
        """What was typed, as the rules take it."""
        return Paying(self.told, self.payment, self.discarded)


def read_owed(game: Game, reader: Reader, prefix: str = "") -> Owed:
    """One debt as the fields describe it."""
    beside = f"{prefix}debt"
    # Where a debt was shown, goods without a field count as 0: empty fields are left out of an address.
    chose = f"{prefix}basis" in reader.form or reader.has(f"{prefix}debt-")
    return Owed(
        told=reader.goods(f"{prefix}told-", game.contraband, beside=beside),
        payment=reader.goods(f"{prefix}debt-", game.goods_in_play, beside=beside) if chose else None,
        basis=reader.form.get(f"{prefix}basis", ""),
        discarded=reader.ticked(f"{prefix}discarded"),
    )


def owed_as_drawn(game: Game, owed: Owed, debt: OpenDebt | None) -> Owed:
    """A debt's fields as the sheet shows them: the goods chosen for this very debt, else those proposed;
    empty if nobody is short. If more cards are told than lie there, they stay, to be refused.
    """
    if debt is None:
        return Owed()
    chosen = owed.payment if owed.payment is not None and owed.basis == debt.basis else debt.proposal
    goods = {word: chosen[word] for word in game.goods_in_play if word in chosen and word in debt.payable}
    counted = owed.told if owed.told.total > debt.face_down else debt.told
    told = {word: counted[word] for word in game.contraband if word in counted}
    return Owed(Goods(told), Goods(goods), debt.basis, owed.discarded and debt.may_discard)


def of_debt(debt: Debt | None) -> Owed:
    """A debt as its fields were filled in when it was booked."""
    return Owed(debt.told, debt.handed, discarded=debt.discarded) if debt else Owed()
