"""The sum of a bag, before it is booked: who pays whom how much, what goes where, who is short."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.rules import inspection
from companion.rules.bags import Deal
from companion.rules.commands import OpenBag, PassBag
from companion.rules.events import Fine
from companion.rules.game import Game
from companion.rules.goods import Goods
from companion.rules.refusals import BribeMeansPass, DebtOpen, KindsNeeded, NoDebt, PaymentTooSmall, Refusal
from companion.web.bag_form import BagForm
from companion.web.hands import hands
from companion.web.language import gettext as _
from companion.web.language import ngettext
from companion.web.screens.debt import DebtPanel, debt_panel, paying
from companion.web.words import Words, card_by_card, cards, say


@dataclass(frozen=True, slots=True)
class Sum:
    """What booking would do, before it is booked."""

    ready: bool
    lines: tuple[Markup, ...] = ()
    passes: Markup | str = ""
    opens: Markup | str = ""
    mismatch: int | None = None
    debt: DebtPanel | None = None


def sum_of(game: Game, form: BagForm) -> Sum:
    """The sum that the form leads to by now."""
    if not form.good or not form.number:
        return Sum(ready=False)
    if form.contents and form.inside.total != form.number:
        return Sum(ready=True, mismatch=form.inside.total)
    if not form.contents:
        return Sum(ready=True, passes=_passes(game, form), opens=_opens(game, form))
    if form.contents == "passed":
        return Sum(ready=True, lines=_lines(game, form.pass_bag()))
    return _opened_sum(game, form)


def _passes(game: Game, form: BagForm) -> Markup:
    """Which stands the cards would come to, and who would get gold."""
    words = Words(game.seats)
    try:
        event = inspection.pass_bag(game, form.pass_bag())
    except Refusal as refusal:
        return words.refusal(refusal)
    brought = (hand.sentence for hand in hands(words, event) if hand.what != "gold")
    return Markup(", ").join((*brought, *_given(words, event.deals)))


def _given(words: Words, deals: Iterable[Deal]) -> Iterator[Markup]:
    """What deals move out of stands and purses, as short as a button has it."""
    for deal in deals:
        receiver = words.name(deal.receiver)
        if deal.stand:
            yield say(_("%(cards)s to %(name)s’s stand"), cards=cards(deal.stand), name=receiver)
        if deal.gold:
            sentence = ngettext(
                "%(num)s gold to %(name)s", "%(num)s gold to %(name)s", deal.gold, name="%(name)s"
            )
            yield say(sentence, name=receiver)


def _opens(game: Game, form: BagForm) -> Markup:
    """Who would pay whom how much, as it would be booked, and what else would move."""
    words, fine = Words(game.seats), fine_of(game, form)
    sentence = _("%(payer)s pays %(receiver)s %(amount)s")
    people = {"payer": words.name(fine.payer), "receiver": words.name(fine.receiver)}
    bag = replace(form.open_bag(), payment=None, told=Goods())
    given = tuple(_given(words, bag.deals))
    try:
        debt = inspection.open_bag(game, bag).debt
    except BribeMeansPass:
        return say(_("not after an accepted bribe"))
    except DebtOpen:
        short = say(_("%(sentence)s, and is short"), sentence=say(sentence, **people, amount=fine.amount))
        return Markup(", ").join((short, *given))
    except Refusal as refusal:
        return words.refusal(refusal)
    paid = say(sentence, **people, amount=fine.amount if debt is None else debt.coins)
    if debt is not None:
        paid = say(_("%(sentence)s; %(rest)s is forgiven"), sentence=paid, rest=debt.forgiven)
    return Markup(", ").join((paid, *given))


def fine_of(game: Game, form: BagForm) -> Fine:
    """Who would pay whom for the bag as the form has it."""
    inside = form.inside if form.contents else Goods({form.good: form.number})
    verdict = inspection.judge(game.cards, form.good, inside)
    payer, receiver = (game.sheriff, form.merchant) if verdict.honest else (form.merchant, game.sheriff)
    return Fine(payer, receiver, verdict.lines)


def open_bag(game: Game, form: BagForm) -> OpenBag:
    """The command of opening; goods chosen for another debt than there is now are asked for again."""
    return paying(game, form, fine_of(game, form)) if form.is_told else form.open_bag()


def _lines(game: Game, command: PassBag) -> tuple[Markup, ...]:
    try:
        event = inspection.pass_bag(game, command)
    except Refusal as refusal:
        return (Words(game.seats).refusal(refusal),)
    return tuple(hand.sentence for hand in hands(Words(game.seats), event))


def _opened_sum(game: Game, form: BagForm) -> Sum:
    words, fine = Words(game.seats), fine_of(game, form)
    try:
        # What is wrong with the choice of goods alone is told beside it, and it can be mended there.
        inspection.open_bag(game, replace(form.open_bag(), payment=None, told=Goods(), discarded=False))
    except (DebtOpen, KindsNeeded, PaymentTooSmall, NoDebt):
        pass  # the panel asks for what is missing
    except Refusal as refusal:
        return Sum(ready=True, lines=(words.refusal(refusal),))
    head = say(
        _("%(payer)s pays %(receiver)s %(amount)s: %(fine)s"),
        payer=words.name(fine.payer),
        receiver=words.name(fine.receiver),
        amount=fine.amount,
        fine=card_by_card(fine.lines),
    )
    dealt = filter(None, (words.deal(deal, Goods()) for deal in form.open_bag().deals))
    lines = (head, *dealt, *_let_in(game, form))
    return Sum(ready=True, lines=lines, debt=debt_panel(game, form.opened, fine))


def _let_in(game: Game, form: BagForm) -> tuple[Markup, ...]:
    verdict = inspection.judge(game.cards, form.good, form.inside)
    words = Words(game.seats)
    lines = []
    if verdict.let_in:
        sentence = _("%(cards)s to %(name)s’s stand")
        lines.append(say(sentence, cards=cards(verdict.let_in), name=words.name(form.merchant)))
    if verdict.confiscated:
        lines.append(say(_("%(cards)s to a discard pile"), cards=cards(verdict.confiscated)))
    return tuple(lines)
