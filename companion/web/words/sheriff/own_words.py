"""What an entry means for one player, said to that player: on a phone that is theirs alone."""

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from markupsafe import Markup, escape

from companion.rules.goods import GOLD, Goods
from companion.rules.ledger import BOX, Account, Place, purse, stand
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.corrections import by_hand
from companion.rules.sheriff.events import BagOpened, BagPassed, Event, Paid
from companion.web.http.language import gettext as _
from companion.web.words.people import capitalized, say
from companion.web.words.sheriff.sentences import Words, cards


def told_to(words: Words, event: Event, seat: int) -> Markup | None:
    """How the player at this seat is told of a bag or a payment; None if it is not about them."""
    if not isinstance(event, BagPassed | BagOpened | Paid):
        return None
    told = [*_paid(words, event, seat), *_carried(words, event, seat), *_forgiven(event, seat)]
    if not told and (isinstance(event, Paid) or event.merchant != seat):
        return None
    return Markup(" ").join([*_head(words, event, seat), *told])


def _head(words: Words, event: BagPassed | BagOpened | Paid, seat: int) -> Iterable[Markup]:
    """What became of the bag."""
    match event:
        case BagPassed(merchant=merchant):
            yield escape(_("Your bag passed.")) if merchant == seat else words.passed(event)
        case BagOpened(merchant=merchant) if merchant == seat:
            yield escape(_("You were honest.") if event.is_true else _("You were caught."))
        case BagOpened():
            true, false = _("%(name)s was honest: %(cards)s."), _("%(name)s was caught: said %(cards)s.")
            declared = cards({event.declaration.good: event.declaration.number})
            yield say(true if event.is_true else false, name=words.name(event.merchant), cards=declared)
        case Paid():
            pass
        case _:
            assert_never(event)


def _paid(words: Words, event: BagPassed | BagOpened | Paid, seat: int) -> Iterable[Markup]:
    """The gold between this player and each other, or the bank, as it comes to in the end."""
    net: Counter[int | None] = Counter()
    for move in (*event.moves, *by_hand(event)):
        if move.what != GOLD:
            continue
        if move.target == purse(seat):
            net[move.source.seat] += move.amount
        elif move.source == purse(seat):
            net[move.target.seat] -= move.amount
    for other, amount in net.items():
        sentence = _("%(name)s pays you %(amount)s.") if amount > 0 else _("You pay %(name)s %(amount)s.")
        if amount:
            yield capitalized(say(sentence, name=words.name(other), amount=abs(amount)))


def _carried(words: Words, event: BagPassed | BagOpened | Paid, seat: int) -> Iterable[Markup]:
    """The cards that this player's hands move, or that come to them."""
    gone: dict[Account, Goods] = {}
    come = Goods()
    for move in event.moves:
        if move.target == stand(seat):
            come += {move.what: move.amount}
        elif move.source == stand(seat):
            gone[move.target] = gone.get(move.target, Goods()) + {move.what: move.amount}
    turned = _turned_over(event, seat)
    come, gone[BOX] = come - turned, gone.get(BOX, Goods()) - {FACE_DOWN: turned.total}
    if come:
        yield say(_("%(cards)s to your stand."), cards=cards(come))
    for account, goods in gone.items():
        if not goods:
            continue
        sentence = (
            _("%(cards)s off your stand.")
            if account.place is Place.BOX
            else _("%(cards)s from your stand to %(name)s.")
        )
        yield say(sentence, cards=cards(goods), name=words.name(account.seat))
    if isinstance(event, BagOpened) and event.merchant == seat and event.confiscated:
        yield say(_("%(cards)s to a discard pile."), cards=cards(event.confiscated))
    if isinstance(event, BagOpened) and event.sheriff == seat and event.to_hand:
        yield say(_("%(cards)s to your hand."), cards=cards(event.to_hand))


def _turned_over(event: BagPassed | BagOpened | Paid, seat: int) -> Goods:
    """What this player told of the own face-down cards for a debt: still on the stand."""
    if not isinstance(event, BagOpened) or event.debt is None or event.fine.payer != seat:
        return Goods()
    return event.debt.told


def _forgiven(event: BagPassed | BagOpened | Paid, seat: int) -> Iterable[Markup]:
    """What nothing could pay (D1), said to both sides."""
    if not isinstance(event, BagOpened) or event.debt is None or not event.debt.forgiven:
        return
    if seat in {event.fine.payer, event.fine.receiver}:
        yield say(_("%(rest)s is forgiven."), rest=event.debt.forgiven)
