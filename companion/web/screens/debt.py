"""A debt: what is owed, what coins cover, which goods go, what is forgiven (D1, D2)."""

from dataclasses import dataclass

from companion.rules import debts
from companion.rules.deals import strike
from companion.rules.events import Fine
from companion.rules.game import Game
from companion.rules.goods import FACE_DOWN, Goods
from companion.rules.inspection import judge
from companion.rules.posting import Posting
from companion.web.bag_form import BagForm
from companion.web.screens.parts import Seat, Tally, seat_of, tallies


@dataclass(frozen=True, slots=True)
class DebtPanel:
    """Somebody is short: see bag/_debt.html. `basis` names what the choice was made for."""

    debtor: Seat
    creditor: Seat
    owed: int
    coins: int
    rest: int
    goods: tuple[Tally, ...]
    all_goods: bool
    covered: int
    tell: int
    told: tuple[Tally, ...]
    forgiven: int
    basis: str
    may_discard: bool
    discarded: bool


def debt_panel(game: Game, form: BagForm, fine: Fine) -> DebtPanel | None:
    """The panel for whoever is short once the deals are paid and the true cards are in; None if nobody is."""
    posting = _before_fine(game, form)
    coins = min(fine.amount, posting.gold(fine.payer))
    rest = fine.amount - coins
    if not rest or game.options.coins_on_table:
        return None
    hidden = posting.stand(fine.payer).get(FACE_DOWN, 0)
    told = form.told if form.told.total <= hidden else Goods()
    posting.tell(fine.payer, told)
    stand = posting.stand(fine.payer)
    payable = _payable(game, stand, rest)
    proposal = debts.proposal(game.cards, stand, rest)
    basis = _basis(fine, rest, told)
    chosen = form.debt if form.debt is not None and form.basis == basis else proposal
    covered = debts.worth(game.cards, chosen)
    missing = debts.worth(game.cards, payable) < rest
    return DebtPanel(
        debtor=seat_of(game, fine.payer),
        creditor=seat_of(game, fine.receiver),
        owed=fine.amount,
        coins=coins,
        rest=rest,
        goods=tallies(game, chosen, payable),
        all_goods=proposal == payable,
        covered=covered,
        tell=hidden if missing or told else 0,
        told=tallies(game, told, Goods(dict.fromkeys(game.contraband, hidden))) if missing or told else (),
        forgiven=max(0, rest - covered) if missing and not stand.get(FACE_DOWN, 0) else 0,
        basis=basis,
        may_discard=not game.cards.receiver_must_keep,
        discarded=form.discarded,
    )


def settled(game: Game, form: BagForm, fine: Fine) -> bool:
    """Whether the goods of the form were chosen for the debt that there is now."""
    panel = debt_panel(game, form, fine)
    return panel is None or panel.basis == form.basis


def turned_over(game: Game, form: BagForm, fine: Fine, known: Goods) -> Goods:
    """Which of the cards that only the payer knows pay what is still missing: the fewest that do (D1, D2)."""
    posting = _before_fine(game, form)
    stand = posting.stand(fine.payer)
    open_goods = debts.legal_part(game.cards, stand) + debts.contraband_part(game.cards, stand)
    missing = fine.amount - posting.gold(fine.payer) - debts.worth(game.cards, open_goods)
    usable = debts.contraband_part(game.cards, known)
    if missing <= 0 or game.options.coins_on_table or known.total > stand.get(FACE_DOWN, 0):
        return Goods()
    return (
        usable if debts.worth(game.cards, usable) <= missing else debts.cheapest(game.cards, usable, missing)
    )


def _before_fine(game: Game, form: BagForm) -> Posting:
    posting = Posting(game)
    strike(posting, form.struck)
    posting.give(None, form.merchant, judge(game.cards, form.good, form.in_bag).let_in)
    return posting


def _payable(game: Game, stand: Goods, rest: int) -> Goods:
    """The goods that may pay: legal ones, and told contraband when those do not suffice (D1)."""
    legal = debts.legal_part(game.cards, stand)
    return (
        legal if debts.worth(game.cards, legal) >= rest else legal + debts.contraband_part(game.cards, stand)
    )


def _basis(fine: Fine, rest: int, told: Goods) -> str:
    """Names the debt that goods are chosen for, so that an old choice does not pay another one."""
    words = "-".join(f"{word}{count}" for word, count in sorted(told.items()))
    return f"{fine.payer}-{rest}-{words}"
