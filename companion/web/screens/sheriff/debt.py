"""A debt: what is owed, what coins cover, which goods go, what is forgiven (D1, D2)."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from companion.rules.goods import Goods
from companion.rules.rights import Recording
from companion.rules.sheriff import debts, deciding
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.debts import OpenDebt
from companion.rules.sheriff.decide import Outcome
from companion.rules.sheriff.fines import Debt
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.talk import AskPayer
from companion.web.forms.sheriff.bag_form import BagForm
from companion.web.forms.sheriff.owed_form import OTHER, Owed
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.phone_context import PhoneContext
from companion.web.screens.parts import Seat, seat_of
from companion.web.screens.sheriff.stocks import Tally, tallies
from companion.web.words.sheriff.sentences import cards


@dataclass(frozen=True, slots=True)
class DebtPanel:
    """Somebody is short, or may be where the table keeps its coins, of which `coins` is None:
    sheriff/bag/_debt.html. The names of its fields begin with the `prefix`. Without a `creditor` it is a debt
    to the Booty (E10). `basis` names what the choice was made for; `goods` may pay, and go all if they
    are `all_goods`; their numbers are the proposal or the choice, `chosen` in words, `covered` what it is
    worth, `paid` how far that goes. `missing` is what only cards still face down can pay. `surplus` names
    whole cards that are more than needed, `idle` those turned over for nothing.
    """

    prefix: str
    debtor: Seat
    creditor: Seat | None
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

    @property
    def owes(self) -> bool:
        """Whether somebody is short for all that is known."""
        return self.coins is not None or bool(self.covered)


def debt_panels(
    game: Game, form: BagForm, owes: Iterable[OpenDebt | None], outcome: Outcome
) -> tuple[DebtPanel, ...]:
    """A panel for each who is short: for one, or for both Deputies (E9)."""
    met = [debt for _fine, debt in outcome.fines] if isinstance(outcome, BagOpened) else []
    forms = (("", form.owed), (OTHER, form.other))
    return tuple(
        _panel(game, prefix, owed, debt, paid)
        for (prefix, owed), debt, paid in zip(forms, owes, (*met, None, None), strict=False)
        if debt
    )


def _panel(game: Game, prefix: str, owed: Owed, debt: OpenDebt, met: Debt | None) -> DebtPanel:
    """The panel for a player who is short, with the goods as drawn, and the outcome."""
    chosen = owed.payment or Goods()
    covered = debts.worth(game.cards, chosen)
    idle = owed.told - chosen.overlap(owed.told) if covered >= debt.rest else Goods()
    return DebtPanel(
        prefix=prefix,
        debtor=seat_of(game, debt.fine.payer),
        creditor=None if debt.fine.receiver is None else seat_of(game, debt.fine.receiver),
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
        told=tallies(game, owed.told, debt.tellable),
        forgiven=met.forgiven if met else 0,
        surplus=cards(debts.surplus(game.cards, chosen, debt.rest)),
        idle=cards(idle),
        basis=debt.basis,
        may_discard=debt.may_discard,
        discarded=owed.discarded,
    )


def _paid(covered: int, rest: int) -> str:
    if covered > rest:
        return _("(%(covered)s for %(rest)s, no change given)", covered=covered, rest=rest)
    return _("(%(covered)s of %(rest)s)", covered=covered, rest=rest)


def asks_debtor(panel: DebtPanel, own: AbstractSet[int]) -> bool:
    """Whether somebody other than the holder of these seats has to choose the goods for a debt (D2)."""
    if panel.coins is None or panel.all_goods:
        return False
    return panel.debtor.number not in own


def asked_of(panels: Iterable[DebtPanel], own: AbstractSet[int]) -> frozenset[int]:
    """Those whom the holder of these seats has to ask which goods go."""
    return frozenset(panel.debtor.number for panel in panels if asks_debtor(panel, own))


def can_ask(game: Game, phone: PhoneContext, form: BagForm, panels: tuple[DebtPanel, ...]) -> bool:
    """Whether this sheet of a bag that was declared by phone can leave the choice to the debtor's own phone:
    not with deals that nobody accepted on a phone, nor with a fine by law, which would be lost, and not where
    two owe (E9).
    """
    if len(panels) != 1 or phone.permit.recording is Recording.BANK:
        return False
    (panel,) = panels
    if not asks_debtor(panel, phone.me.seats):
        return False
    merchant, cards = form.merchant, phone.talk.decisions.get(form.merchant)
    more = form.given or form.fine is not None or (cards and cards.turned)
    if panel.debtor.number not in phone.awake or more:
        return False
    is_said = phone.talk.declarations.get(merchant) == form.declaration
    opens = deciding.may_decide(game, phone.talk, merchant, Decision.OPENS, form.alone) is None
    return is_said and opens and phone.permit.says(phone.talk, AskPayer(merchant))
