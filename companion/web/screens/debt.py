"""A debt: what is owed, what coins cover, which goods go, what is forgiven (D1, D2)."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from companion.rules import debts
from companion.rules.bags import Decision
from companion.rules.commands import OpenBag
from companion.rules.deals import strike
from companion.rules.events import Fine
from companion.rules.game import Game
from companion.rules.goods import FACE_DOWN, Goods
from companion.rules.inspection import judge
from companion.rules.posting import Posting
from companion.rules.refusals import AnotherDebt, Refusal
from companion.web.bag_form import BagForm
from companion.web.screens.parts import Seat, Tally, seat_of, tallies
from companion.web.words import cards


@dataclass(frozen=True, slots=True)
class DebtPanel:
    """Somebody is short, or may be where the table keeps its coins, of which `coins` is None: bag/_debt.html.
    `basis` names what the choice was made for; `missing` is what only cards still face down can pay, and
    `surplus` names whole cards that are more than needed.
    """

    debtor: Seat
    creditor: Seat
    owed: int
    coins: int | None
    rest: int
    goods: tuple[Tally, ...]
    all_goods: bool
    covered: int
    missing: int
    face_down: int
    told: tuple[Tally, ...]
    forgiven: int
    surplus: str
    basis: str
    may_discard: bool
    discarded: bool


@dataclass(frozen=True, slots=True)
class Owed:
    """A fine once the deals are paid and the true cards are in: what coins leave, and the debtor's stand with
    what was `told` of the `hidden` cards face down. `coins` is None where nobody knows them here.
    """

    fine: Fine
    coins: int | None
    hidden: int
    told: Goods
    stand: Goods

    @property
    def rest(self) -> int:
        """What goods have to pay; at most this much where the table keeps its coins."""
        return self.fine.amount - (self.coins or 0)

    @property
    def basis(self) -> str:
        """Names the debt that goods are chosen for, and out of what: an old choice neither pays another one
        nor asks for cards that are not there by now.
        """
        return "-".join((str(self.fine.payer), str(self.rest), _named(self.told), _named(self.stand)))


def _named(goods: Goods) -> str:
    return ".".join(f"{word}{count}" for word, count in sorted(goods.items()))


def debt_panel(game: Game, form: BagForm, fine: Fine) -> DebtPanel | None:
    """The panel for whoever is short; None if nobody is, or if the deals cannot even be paid."""
    owed = _owed(game, form, fine)
    if owed is None:
        return None
    legal = debts.legal_part(game.cards, owed.stand)
    short = debts.worth(game.cards, legal) < owed.rest
    payable = legal + debts.contraband_part(game.cards, owed.stand) if short else legal
    proposal = _proposal(game, owed)
    chosen = form.debt if form.debt is not None and form.basis == owed.basis else proposal
    covered = debts.worth(game.cards, chosen)
    missing = max(0, owed.rest - debts.worth(game.cards, payable))
    left = owed.hidden - owed.told.total
    kinds = game.contraband if short and owed.hidden else ()
    can_be = {word: owed.told.get(word, 0) + left for word in kinds}
    return DebtPanel(
        debtor=seat_of(game, fine.payer),
        creditor=seat_of(game, fine.receiver),
        owed=fine.amount,
        coins=owed.coins,
        rest=owed.rest,
        goods=tallies(game, chosen, payable),
        all_goods=owed.coins is not None and proposal == payable,
        covered=covered,
        missing=missing if left else 0,
        face_down=owed.hidden if short else 0,
        told=tallies(game, owed.told, can_be),
        forgiven=max(0, owed.rest - covered) if missing and FACE_DOWN not in owed.stand else 0,
        surplus=cards(debts.surplus(game.cards, chosen, owed.rest)),
        basis=owed.basis,
        may_discard=not game.cards.receiver_must_keep,
        discarded=form.discarded,
    )


def asks_debtor(panel: DebtPanel | None, own: AbstractSet[int]) -> bool:
    """Whether goods are to be chosen for a debt by somebody else than whoever holds these seats (D2)."""
    if panel is None or panel.coins is None or panel.all_goods:
        return False
    return panel.debtor.number not in own


def paying(game: Game, form: BagForm, fine: Fine) -> OpenBag:
    """The command of opening; goods chosen for another debt than there is now are asked for again."""
    command, owed = form.open_bag(), _owed(game, form, fine)
    if owed is None or owed.basis == form.basis:
        return command
    if owed.coins is None and (form.debt or form.told):
        raise AnotherDebt(fine.payer)  # without goods it would be booked as paid in coins
    return replace(command, payment=None)


def as_booked(game: Game, form: BagForm, fine: Fine) -> BagForm:
    """The form of a bag that was booked, whose goods were chosen for the debt that there was."""
    owed = _owed(game, form, fine)
    return form if owed is None else replace(form, basis=owed.basis)


def turned_over(game: Game, form: BagForm, fine: Fine, known: Goods) -> Goods:
    """Which of the cards that only the payer knows pay what is still missing: the fewest that do (D1, D2)."""
    owed = _owed(game, form, fine)
    if owed is None or owed.coins is None or known.total > owed.hidden:
        return Goods()
    open_goods = debts.legal_part(game.cards, owed.stand) + debts.contraband_part(game.cards, owed.stand)
    missing = owed.rest - debts.worth(game.cards, open_goods)
    usable = debts.contraband_part(game.cards, known)
    if missing <= 0:
        return Goods()
    return (
        usable if debts.worth(game.cards, usable) <= missing else debts.cheapest(game.cards, usable, missing)
    )


def _owed(game: Game, form: BagForm, fine: Fine) -> Owed | None:
    """What is owed; None where coins cover it, and where the rules will refuse the deals themselves."""
    posting = Posting(game)
    try:
        strike(posting, form.struck_for(Decision.OPENS))
    except Refusal:
        return None
    posting.give(None, form.merchant, judge(game.cards, form.good, form.in_bag).let_in)
    unseen = game.options.coins_on_table
    coins = None if unseen else min(fine.amount, posting.gold(fine.payer))
    if coins == fine.amount or not fine.amount:
        return None
    stand = posting.stand(fine.payer)
    hidden = stand.get(FACE_DOWN, 0)
    legal = debts.worth(game.cards, debts.legal_part(game.cards, stand))
    if form.told.total > hidden or legal >= fine.amount - (coins or 0):
        return Owed(fine, coins, hidden, Goods(), stand)
    posting.tell(fine.payer, form.told)
    return Owed(fine, coins, hidden, form.told, posting.stand(fine.payer))


def _proposal(game: Game, owed: Owed) -> Goods:
    """The goods proposed (D2). Where nobody knows the coins: none, or what D1 asks for with what was told."""
    if owed.coins is not None:
        return debts.proposal(game.cards, owed.stand, owed.rest)
    told = debts.contraband_part(game.cards, owed.told)
    return debts.legal_part(game.cards, owed.stand) + told if told else Goods()
