"""The fields of a debt on a bag's sheet: which goods go, and which cards are turned over (D1, D2)."""

from dataclasses import dataclass, field

from companion.rules.goods import Goods
from companion.rules.sheriff.bags import Paying
from companion.rules.sheriff.debts import OpenDebt
from companion.rules.sheriff.fines import Debt
from companion.rules.sheriff.game import Game
from companion.web.forms.reader import Reader

OTHER = "other-"
"""What the fields of the Deputy's debt begin with who was drawn second (E9)."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What was typed of one debt. The `payment` is None until goods are chosen, and `basis` says for which
    debt.
    """

    told: Goods = field(default_factory=Goods)
    payment: Goods | None = None
    basis: str = ""
    discarded: bool = False

    @property
    def paying(self) -> Paying:
        """The same as the rules ask for it."""
        return Paying(self.told, self.payment, self.discarded)


def read_owed(game: Game, reader: Reader, prefix: str = "") -> Owed:
    """One debt as the fields describe it."""
    beside = f"{prefix}debt"
    # Where a debt was shown, goods without a field count as 0: empty fields are left out of an address.
    chose = reader.has(f"{prefix}debt-") or reader.has(f"{prefix}basis")
    return Owed(
        told=reader.goods(f"{prefix}told-", game.contraband, beside=beside),
        payment=reader.goods(f"{prefix}debt-", game.goods_in_play, beside=beside) if chose else None,
        basis=reader.form.get(f"{prefix}basis", ""),
        discarded=reader.ticked(f"{prefix}discarded"),
    )


def owed_as_drawn(game: Game, owed: Owed, debt: OpenDebt | None) -> Owed:
    """A debt's fields as the sheet shows them: the goods chosen for this very debt, else those proposed;
    empty if nobody is short. More cards told than lie there stay typed, refused beside them.
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
