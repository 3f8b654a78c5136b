"""What an entry means for one player, said to that player: on a phone that is theirs alone."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from markupsafe import Markup, escape

from companion.rules.differences import difference
from companion.rules.goods import GOLD, Goods
from companion.rules.ledger import BOOTY, BOX, GONE, Account, Move, purse, stand
from companion.rules.sheriff.bases import Entry, Event
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.corrected import EntryCorrected
from companion.rules.sheriff.market import MarketCardTaken
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.orders import OrderFilled
from companion.rules.sheriff.other_cards import OtherCardTaken
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.payments import Paid
from companion.rules.sheriff.taking import CardTaken
from companion.web.http.language import gettext as _
from companion.web.words.marks import N_
from companion.web.words.people import capitalized, say
from companion.web.words.sheriff.sentences import Words, cards

Told = BagPassed | BagOpened | Paid | CardTaken
Pairs = Counter[tuple[Account, Account]]
_OUT = {
    BOOTY: N_("%(cards)s from your stand to the Booty."),
    GONE: N_("%(cards)s from your stand out of the game."),
}
"""How cards leave a stand for what is no stand, and no discard pile."""


def told_to(words: Words, event: Entry, seat: int) -> Markup | None:
    """How the player at this seat is told of a bag, a payment, a card that counts at the end, or a correction
    of one; None if it is not about them.
    """
    if not isinstance(event, Told | EntryCorrected):
        return None
    told = _hands(words, event, seat)
    if not told and _whose(event) != seat:
        return None
    gone = words.not_there(event) if isinstance(event, BagPassed) else ()
    return Markup(" ").join([*_head(words, event, seat), *told, *gone, *_declared(event, seat)])


def hands_of(words: Words, event: Event, seat: int) -> Markup | None:
    """What this player's hands do once an entry is put back; None if nothing."""
    if not isinstance(event, Told | EntryCorrected):
        return None
    return Markup(" ").join(_hands(words, event, seat)) or None


def back_to(words: Words, event: Event, seat: int) -> Markup | None:
    """What this player's hands give back and get back once an entry is taken back; None if nothing."""
    if not isinstance(event, Told | EntryCorrected):
        return None
    moves = [replace(move, source=move.target, target=move.source) for move in _moved(event, seat)]
    told = [*_paid(words, moves, seat, _gold(_moved(event, seat))), *_carried(words, moves, seat)]
    return Markup(" ").join([*told, *_out_again(event, seat)]) or None


def _hands(words: Words, event: Told | EntryCorrected, seat: int) -> list[Markup]:
    """All that this player's hands do after an entry; after a correction only what it changes."""
    moves = _moved(event, seat)
    paid = (*event.was.moves, *event.was.by_hand) if isinstance(event, EntryCorrected) else ()
    before = _gold(paid)
    carried = (*_carried(words, moves, seat), *_handed_over(words, event, seat), *_elsewhere(event, seat))
    return [*_paid(words, moves, seat, before), *carried, *_forgiven(words, event, seat)]


def _moved(event: Told | EntryCorrected, seat: int) -> list[Move]:
    """What hands move, without the own face-down cards that are only turned over for a debt."""
    if isinstance(event, EntryCorrected):
        return [*event.moves, *difference(event.was.by_hand, event.now.by_hand)]
    turned = _turned_over(event, seat)
    moves, left = [], {(BOX, stand(seat)): turned, (stand(seat), BOX): Goods({FACE_DOWN: turned.total})}
    for move in (*event.moves, *event.by_hand):
        sides = move.source, move.target
        stays = min(move.amount, left.get(sides, Goods()).get(move.what, 0))
        if stays:
            left[sides] -= {move.what: stays}
        if move.amount > stays:
            moves.append(replace(move, amount=move.amount - stays))
    return moves


def _whose(event: Told | EntryCorrected) -> int | None:
    """Whose bag or card it is about."""
    return event.now.about if isinstance(event, EntryCorrected) else event.about


def _head(words: Words, event: Told | EntryCorrected, seat: int) -> Iterable[Markup]:
    """What became of the bag."""
    match event:
        case EntryCorrected():
            yield _corrected(words, event, seat)
        case BagPassed(merchant=merchant) | BagOpened(merchant=merchant) if merchant == seat:
            yield escape(_your_bag(event))
        case BagPassed(merchant=merchant) | BagOpened(merchant=merchant):
            yield say(_their_bag(event), name=words.name(merchant))
        case Paid():
            pass
        case CardTaken():
            yield _your_card(words, event)
        case _:
            assert_never(event)


def _your_card(words: Words, event: CardTaken) -> Markup:
    match event:
        case MarketCardTaken(gold=gold):
            return say(_("You take a card of the Black Market: it counts %(gold)s at the end."), gold=gold)
        case OrderFilled(gold=gold):
            return say(_("You fill a special order: its card counts %(gold)s at the end."), gold=gold)
        case OtherCardTaken(card=card, gold=gold):
            sentence = _("You have the card “%(card)s”: it counts %(gold)s at the end.")
            return say(sentence, card=words.called(card), gold=gold)
        case _:
            raise TypeError(event)


def _your_bag(event: BagPassed | BagOpened) -> str:
    if isinstance(event, BagPassed):
        return _("Your bag passed.")
    return _("You were honest.") if event.is_true else _("You were caught.")


def _their_bag(event: BagPassed | BagOpened) -> str:
    if isinstance(event, BagPassed):
        return _("%(name)s’s bag passed.")
    return _("%(name)s was honest.") if event.is_true else _("%(name)s was caught.")


def _declared(event: Told | EntryCorrected, seat: int) -> Iterable[Markup]:
    """What somebody else said of their bag; last, since a board has room for little more than who paid."""
    if isinstance(event, BagPassed | BagOpened) and event.merchant != seat:
        said = cards({event.declaration.good: event.declaration.number})
        yield say(_("Declared: %(cards)s."), cards=said)


def _corrected(words: Words, event: EntryCorrected, seat: int) -> Markup:
    if isinstance(event.now, Paid):
        return escape(_("A payment was corrected."))
    if isinstance(event.now, CardTaken):
        if event.now.seat == seat:
            return escape(_("Your card was corrected."))
        return say(_("%(name)s’s card was corrected."), name=words.name(event.now.seat))
    if event.now.about == seat:
        return escape(_("Your bag was corrected."))
    return say(_("%(name)s’s bag was corrected."), name=words.name(event.now.about))


def _gold(moves: Iterable[Move]) -> Pairs:
    """How much gold goes from whom to whom."""
    gold: Pairs = Counter()
    for move in moves:
        if move.what == GOLD:
            gold[move.source, move.target] += move.amount
    return gold


def _paid(words: Words, moves: Iterable[Move], seat: int, before: Pairs) -> Iterable[Markup]:
    """The gold between this player and each other, the bank or the Booty, as it comes to in the end; what was
    paid the other way `before` goes back.
    """
    gold, mine = _gold(moves), purse(seat)
    net: Counter[Account] = Counter()
    for (giver, taker), amount in gold.items():
        if mine in {giver, taker} and giver != taker:
            net[giver if taker == mine else taker] += amount if taker == mine else -amount
    for other, amount in net.items():
        sides = (other, mine) if amount > 0 else (mine, other)
        back = min(abs(amount), before[sides[1], sides[0]])
        yield from _sum(words, other, back if amount > 0 else -back, back=True)
        yield from _sum(words, other, amount - back if amount > 0 else amount + back, back=False)


def _sum(words: Words, other: Account, amount: int, *, back: bool) -> Iterable[Markup]:
    """One sum from another purse, the bank or the Booty, or to them if it is negative."""
    if not amount:
        return
    comes, goes = _("%(name)s pays you %(amount)s."), _("You pay %(name)s %(amount)s.")
    if other == BOOTY:
        comes, goes = _("You take %(amount)s off the Booty."), _("You put %(amount)s on the Booty.")
    elif back:
        comes, goes = _("%(name)s gives you %(amount)s back."), _("You give %(name)s %(amount)s back.")
    yield capitalized(say(comes if amount > 0 else goes, name=words.name(other.seat), amount=abs(amount)))


def _carried(words: Words, moves: Iterable[Move], seat: int) -> Iterable[Markup]:
    """The cards that this player's hands move, or that come to them."""
    gone: dict[Account, Goods] = {}
    come = Goods()
    for move in moves:
        if move.target == stand(seat):
            come += {move.what: move.amount}
        elif move.source == stand(seat):
            gone[move.target] = gone.get(move.target, Goods()) + {move.what: move.amount}
    if come:
        yield say(_("%(cards)s to your stand."), cards=cards(come))
    for account, goods in gone.items():
        sentence = (
            _("%(cards)s off your stand.")
            if account.seat is None
            else _("%(cards)s from your stand to %(name)s.")
        )
        if account in _OUT:
            sentence = _(_OUT[account])
        yield say(sentence, cards=cards(goods), name=words.name(account.seat))


def _handed_over(words: Words, event: Told | EntryCorrected, seat: int) -> Iterable[Markup]:
    """The cards of the own bag that others were given with it (I8)."""
    if not isinstance(event, BagPassed) or event.merchant != seat:
        return
    given: dict[Account, Goods] = {}
    for move in event.moves:
        if move.source == BOX and move.target != stand(seat):
            given[move.target] = given.get(move.target, Goods()) + {move.what: move.amount}
    for account, goods in given.items():
        onto_booty, to_player = (
            _("%(cards)s from your bag to the Booty."),
            _("%(cards)s from your bag to %(name)s."),
        )
        sentence = onto_booty if account == BOOTY else to_player
        yield say(sentence, cards=cards(goods), name=words.name(account.seat))


def _elsewhere(event: Told | EntryCorrected, seat: int) -> Iterable[Markup]:
    """The cards of an opened bag that come to no stand."""
    if not isinstance(event, BagOpened):
        return
    if event.merchant == seat and event.confiscated:
        yield say(_("%(cards)s to a discard pile."), cards=cards(event.confiscated))
    if event.hand == seat and event.to_hand:
        yield say(_("%(cards)s to your hand."), cards=cards(event.to_hand))


def _out_again(event: Told | EntryCorrected, seat: int) -> Iterable[Markup]:
    """The same cards, as they go back; and one that counts at the end."""
    if isinstance(event, CardTaken) and event.seat == seat:
        yield say(_("Your card of %(gold)s goes back."), gold=event.gold)
    if not isinstance(event, BagOpened):
        return
    if event.merchant == seat and event.confiscated:
        yield say(_("%(cards)s back from the discard pile."), cards=cards(event.confiscated))
    if event.hand == seat and event.to_hand:
        yield say(_("%(cards)s back out of your hand."), cards=cards(event.to_hand))


def _turned_over(event: Told, seat: int) -> Goods:
    """What this player told of the own face-down cards for a debt or a card: still on the stand."""
    return event.told_by(seat)


def _forgiven(words: Words, event: Told | EntryCorrected, seat: int) -> Iterable[Markup]:
    """What nothing could pay (D1), said to both sides."""
    if not isinstance(event, BagOpened):
        return
    for fine, debt in event.fines:
        if debt is not None and debt.forgiven and seat in {fine.payer, fine.receiver}:
            own = say(_("%(rest)s of your debt is forgiven."), rest=debt.forgiven)
            yield own if fine.payer == seat else words.forgiven(fine.payer, debt)
