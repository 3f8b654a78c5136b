"""A debt: what is owed, what coins cover, which goods go, what is forgiven (D1, D2)."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from companion.rules.goods import Goods
from companion.rules.rights import Recording
from companion.rules.sheriff import debts, deciding
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.debts import OpenDebt
from companion.rules.sheriff.decide import Outcome
from companion.rules.sheriff.events import BagOpened
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.talk import AskPayer
from companion.web.forms.sheriff.bag_form import BagForm
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.phone_context import PhoneContext
from companion.web.screens.parts import Seat, seat_of
from companion.web.screens.sheriff.stocks import Tally, tallies
from companion.web.words.sheriff.sentences import cards


@dataclass(frozen=True, slots=True)
class DebtPanel:
    """Somebody is short, or may be where the table keeps its coins, of which `coins` is None:
    sheriff/bag/_debt.html. `basis` names what the choice was made for; `goods` may pay, and go all if they
    are `all_goods`; their numbers are the proposal or the choice, `chosen` in words, `covered` what it is
    worth, `paid` how far that goes. `missing` is what only cards still face down can pay. `surplus` names
    whole cards that are more than needed, `idle` those turned over for nothing.
    """

    debtor: Seat
    creditor: Seat
    owed: int
    coins: int | None
    rest: int
    goods: tuple[Tally, ...]
    chosen: str
    all_goods: bool
    covered: int
    paid: str
    missing: int
    face_down: int
    told: tuple[Tally, ...]
    forgiven: int
    surplus: str
    idle: str
    basis: str
    may_discard: bool
    discarded: bool


def debt_panel(game: Game, form: BagForm, debt: OpenDebt, outcome: Outcome) -> DebtPanel:
    """The panel for a player who is short, with the goods of the form as drawn, and the outcome."""
    chosen, met = form.payment or Goods(), outcome.debt if isinstance(outcome, BagOpened) else None
    covered = debts.worth(game.cards, chosen)
    idle = form.told - chosen.overlap(form.told) if covered >= debt.rest else Goods()
    return DebtPanel(
        debtor=seat_of(game, debt.fine.payer),
        # A debt to the Booty is shown as one to the Deputy drawn first, until this panel knows the Booty.
        creditor=seat_of(game, game.sheriff if debt.fine.receiver is None else debt.fine.receiver),
        owed=debt.fine.amount,
        coins=debt.coins,
        rest=debt.rest,
        goods=tallies(game, chosen, debt.payable),
        chosen=cards(chosen),
        all_goods=debt.takes_all,
        covered=covered,
        paid=_paid(covered, debt.rest),
        missing=debt.missing,
        face_down=debt.face_down,
        told=tallies(game, form.told, debt.tellable),
        forgiven=met.forgiven if met else 0,
        surplus=cards(debts.surplus(game.cards, chosen, debt.rest)),
        idle=cards(idle),
        basis=debt.basis,
        may_discard=debt.may_discard,
        discarded=form.discarded,
    )


def _paid(covered: int, rest: int) -> str:
    if covered > rest:
        return _("(%(covered)s for %(rest)s, no change given)", covered=covered, rest=rest)
    return _("(%(covered)s of %(rest)s)", covered=covered, rest=rest)


def asks_debtor(panel: DebtPanel | None, own: AbstractSet[int]) -> bool:
    """Whether somebody other than the holder of these seats has to choose the goods for a debt (D2)."""
    if panel is None or panel.coins is None or panel.all_goods:
        return False
    return panel.debtor.number not in own


def can_ask(game: Game, phone: PhoneContext, form: BagForm, panel: DebtPanel | None) -> bool:
    """Whether this sheet of a bag that was declared by phone can leave the choice to the debtor's own phone:
    not with deals that nobody accepted on a phone, which would be lost.
    """
    if panel is None or not asks_debtor(panel, phone.me.seats) or phone.permit.recording is Recording.BANK:
        return False
    merchant, cards = form.merchant, phone.talk.decisions.get(form.merchant)
    if panel.debtor.number not in phone.phones or form.given or (cards and cards.turned):
        return False
    is_said = phone.talk.declarations.get(merchant) == form.declaration
    opens = deciding.may_decide(game, phone.talk, merchant, Decision.OPENS) is None
    return is_said and opens and phone.permit.says(phone.talk, AskPayer(merchant))
