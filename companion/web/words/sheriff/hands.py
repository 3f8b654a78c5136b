"""What people's hands do after an entry: cards to stands and piles, and who pays whom, by what was moved. The
same sentences announce it before the entry is booked.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.rules.differences import difference
from companion.rules.goods import GOLD, Goods
from companion.rules.ledger import BOOTY, GONE, Account, Move, Place, stand
from companion.rules.sheriff.bases import Entry, Event
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.corrected import EntryCorrected
from companion.rules.sheriff.editions.merry_men import MERRY_MEN
from companion.rules.sheriff.fines import Debt, Fine, coins_of
from companion.rules.sheriff.market import MarketCardTaken
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.orders import OrderFilled
from companion.rules.sheriff.passed import BagPassed
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.words.people import capitalized, say
from companion.web.words.sheriff.sentences import Words, card_by_card, cards

ICONS = {
    "stand": "ui-lower",
    "discard": "ui-close",
    "gold": "gold",
    "hand": "ui-cards",
    "back": "face_down",
    "extra": "extra",
    "promise": "ui-pin",
    "warning": "ui-alert",
}


@dataclass(frozen=True, slots=True)
class Hand:
    """One thing the hands do: `what` is stand, discard, gold, hand, back, extra, promise or warning."""

    what: str
    sentence: Markup

    @property
    def icon(self) -> str:
        """What is drawn beside it."""
        return ICONS[self.what]


def hands(words: Words, event: Entry) -> tuple[Hand, ...]:
    """All that the hands do after an entry; after a correction only what it changes."""
    match event:
        case BagPassed():
            raids = (Hand("discard", words.raid(raid)) for raid in event.raids)
            gone = (Hand("warning", sentence) for sentence in words.not_there(event))
            return (*_dealt(words, event), *_brought(words, event.moves), *gone, *raids)
        case BagOpened():
            return (
                *_dealt(words, event),
                *_shown(words, event),
                *_fined(words, event),
                *_settled(words, event),
            )
        case MarketCardTaken():
            return tuple(_marketed(words, event))
        case OrderFilled():
            return tuple(_filled(words, event))
        case EntryCorrected():
            settled = (*words.halved(event), *words.richer(event))
            anew = (Hand("warning", sentence) for sentence in settled)
            return (*anew, *_evened(words, event), *_twice(words, event))
        case _:
            return ()


def foretold(words: Words, event: Event) -> Iterable[Markup]:
    """The same for an entry that is not booked yet; a fine comes first, with the cards it is for."""
    if not isinstance(event, BagOpened):
        yield from (hand.sentence for hand in hands(words, event))
        return
    if are_equal_halves(in_coins(event)):
        yield _card_by_card_each(words, in_coins(event))
    else:
        for fine, debt in event.fines:
            yield fined(words, fine) if debt is None else owed(words, fine)
    coins = _fined(words, event) if any(debt for _fine, debt in event.fines) else ()
    others = (*_dealt(words, event), *_shown(words, event), *coins, *_settled(words, event))
    yield from (hand.sentence for hand in others)


def fined(words: Words, fine: Fine) -> Markup:
    """Who pays whom how much, and for which cards, if for any; a law of the round asks for no cards."""
    if not fine.lines or fine.typed is not None:
        return pays_fine(words, fine, fine.amount)
    if fine.receiver is None:
        return _card_by_card(words, fine, _("%(payer)s puts %(amount)s on the Booty: %(fine)s"))
    return _card_by_card(words, fine, _("%(payer)s pays %(receiver)s %(amount)s: %(fine)s"))


def in_coins(event: BagOpened) -> tuple[Fine, ...]:
    """The fines that were paid in coins alone."""
    return tuple(fine for fine, debt in event.fines if debt is None)


def are_equal_halves(fines: Sequence[Fine]) -> bool:
    """Whether two Deputies pay the same, so that it is said once (E9)."""
    return len(fines) > 1 and fines[0].amount == fines[1].amount


def pay_half_each(words: Words, fines: Sequence[Fine]) -> Markup:
    """What two Deputies pay alike for an honest bag."""
    sentence = _("%(names)s pay %(receiver)s %(amount)s each")
    names, receiver = words.names(fine.payer for fine in fines), words.name(fines[0].receiver)
    return say(sentence, names=names, receiver=receiver, amount=fines[0].amount)


def _card_by_card_each(words: Words, fines: Sequence[Fine]) -> Markup:
    fine = fines[0]
    if not fine.lines or fine.typed is not None:
        return pay_half_each(words, fines)
    return say(
        _("%(names)s pay %(receiver)s %(amount)s each: %(fine)s"),
        names=words.names(fine.payer for fine in fines),
        receiver=words.name(fine.receiver),
        amount=fine.amount,
        fine=card_by_card(fine.lines),
    )


def pays_fine(words: Words, fine: Fine, amount: int) -> Markup:
    """Who pays whom how much of a fine; a lie to both Deputies is paid to the Booty (E10)."""
    if fine.receiver is not None:
        return pays(words, fine.payer, fine.receiver, amount)
    return _onto_booty(words, fine.payer, amount)


def _onto_booty(words: Words, payer: int | None, amount: int) -> Markup:
    return capitalized(
        say(_("%(payer)s puts %(amount)s on the Booty"), payer=words.name(payer), amount=amount)
    )


def owed(words: Words, fine: Fine) -> Markup:
    """The same for a fine that coins do not cover."""
    if fine.typed is not None:
        people = {"payer": words.name(fine.payer), "receiver": words.name(fine.receiver)}
        booty = _("%(payer)s owes the Booty %(amount)s by law")
        owes = _("%(payer)s owes %(receiver)s %(amount)s by law")
        return say(booty if fine.receiver is None else owes, **people, amount=fine.amount)
    if fine.receiver is None:
        return _card_by_card(words, fine, _("%(payer)s owes the Booty %(amount)s: %(fine)s"))
    return _card_by_card(words, fine, _("%(payer)s owes %(receiver)s %(amount)s: %(fine)s"))


def _card_by_card(words: Words, fine: Fine, sentence: str) -> Markup:
    people = {"payer": words.name(fine.payer), "receiver": words.name(fine.receiver)}
    return say(sentence, **people, amount=fine.amount, fine=card_by_card(fine.lines))


def _dealt(words: Words, event: BagPassed | BagOpened) -> Iterable[Hand]:
    """What was given from purses and stands, and what was promised for it; what came out of the bag is
    brought with the rest of it.
    """
    shared = event.together if isinstance(event, BagPassed) else ()
    for deal in event.delivered():
        if given := words.deal(replace(deal, bag=Goods(), promise=""), shared):
            yield Hand("gold", given)
        if deal.promise:
            yield Hand("promise", words.promise(deal.giver, deal.receiver, deal.promise))


def _brought(words: Words, moves: Iterable[Move]) -> Iterable[Hand]:
    """Cards out of the bag, for each stand they go to: face-up ones, then face-down ones."""
    goods: dict[Account, Goods] = {}
    for move in moves:
        if move.source.place is Place.BOX:
            goods[move.target] = goods.get(move.target, Goods()) + {move.what: move.amount}
    for account, brought in goods.items():
        if account == BOOTY:
            yield Hand("stand", say(_("%(cards)s from the bag to the Booty"), cards=cards(brought)))
        else:
            yield from _to_stand(words, account.seat, brought)


def _to_stand(words: Words, seat: int | None, goods: Mapping[str, int]) -> Iterable[Hand]:
    hidden = goods.get(FACE_DOWN, 0)
    shown = Goods(goods) - {FACE_DOWN: hidden}
    if shown:
        sentence = _("%(cards)s to %(name)s’s stand")
        yield Hand("stand", say(sentence, cards=cards(shown), name=words.name(seat)))
    if hidden:
        sentence = ngettext(
            "%(num)s card face down to %(name)s’s stand",
            "%(num)s cards face down to %(name)s’s stand",
            hidden,
            name="%(name)s",
        )
        yield Hand("back", say(sentence, name=words.name(seat)))


def _shown(words: Words, event: BagOpened) -> Iterable[Hand]:
    yield from _to_stand(words, event.merchant, event.let_in)
    if event.confiscated:
        yield Hand("discard", say(_("%(cards)s to a discard pile"), cards=cards(event.confiscated)))
    if event.to_hand:
        sentence = _("%(cards)s to %(name)s’s hand")
        yield Hand("hand", say(sentence, cards=cards(event.to_hand), name=words.name(event.hand)))


def _fined(words: Words, event: BagOpened) -> Iterable[Hand]:
    for fine, debt in event.fines:
        if coins := coins_of(fine, debt):
            yield Hand("gold", pays_fine(words, fine, coins))


def _settled(words: Words, event: BagOpened) -> Iterable[Hand]:
    """What pays for the rest of a fine that coins did not cover."""
    for fine, debt in event.fines:
        if debt is not None:
            yield from _met(words, fine, debt)


def _met(words: Words, fine: Fine, debt: Debt) -> Iterable[Hand]:
    if debt.told:
        yield Hand("back", words.turned_over(fine.payer, debt.told))
    if debt.handed and debt.discarded:
        sentence = _("%(cards)s from %(payer)s’s stand to a discard pile")
        yield Hand("discard", say(sentence, cards=cards(debt.handed), payer=words.name(fine.payer)))
    elif debt.handed:
        to = BOOTY if fine.receiver is None else stand(fine.receiver)
        yield Hand("stand", _handed(words, stand(fine.payer), to, debt.handed))
    if debt.forgiven:
        yield Hand("gold", words.forgiven(fine.payer, debt))


def _marketed(words: Words, event: MarketCardTaken) -> Iterable[Hand]:
    """Three cards of a kind are shown, and leave the game for a card of their pile (E19, E20)."""
    if event.told:
        yield Hand("back", words.turned_over(event.seat, event.told))
    given = cards({event.good: MERRY_MEN.price})
    yield Hand("discard", _out_of_game(words, event.seat, given))
    yield _taken(words, event)


def _filled(words: Words, event: OrderFilled) -> Iterable[Hand]:
    """The contraband is shown; both goods stay (E22, E23)."""
    if event.told:
        yield Hand("back", words.turned_over(event.seat, event.told))
    yield _taken(words, event)


def _taken(words: Words, event: MarketCardTaken | OrderFilled) -> Hand:
    sentence = _("%(name)s takes the card: it counts %(gold)s")
    return Hand("extra", say(sentence, name=words.name(event.seat), gold=event.gold))


def _out_of_game(words: Words, seat: int | None, given: str) -> Markup:
    sentence = _("%(cards)s from %(name)s’s stand out of the game")
    return say(sentence, cards=given, name=words.name(seat))


def pays(words: Words, payer: int | None, receiver: int | None, amount: int) -> Markup:
    """Who pays whom how much."""
    sentence = _("%(payer)s pays %(receiver)s %(amount)s")
    return capitalized(say(sentence, payer=words.name(payer), receiver=words.name(receiver), amount=amount))


def _handed(words: Words, payer: Account, receiver: Account, goods: Mapping[str, int]) -> Markup:
    people = {"payer": words.name(payer.seat), "receiver": words.name(receiver.seat)}
    if payer == BOOTY:
        return say(_("%(cards)s from the Booty to %(receiver)s’s stand"), cards=cards(goods), **people)
    if receiver == BOOTY:
        return say(_("%(cards)s from %(payer)s’s stand to the Booty"), cards=cards(goods), **people)
    return say(_("%(cards)s from %(payer)s’s stand to %(receiver)s’s"), cards=cards(goods), **people)


def _evened(words: Words, event: EntryCorrected) -> Iterable[Hand]:
    """What a correction moves, between each pair of places at once, cards first."""
    paid = _gold_between((*event.was.moves, *event.was.by_hand))
    between: dict[tuple[Account, Account], Goods] = {}
    for move in (*event.moves, *difference(event.was.by_hand, event.now.by_hand)):
        if Place.EXTRAS in {move.source.place, move.target.place}:
            continue  # what the correction says names the card
        sides = move.source, move.target
        between[sides] = between.get(sides, Goods()) + {move.what: move.amount}
    for (source, target), things in sorted(between.items(), key=lambda pair: GOLD in pair[1]):
        if GOLD in things:
            yield from _repaid(words, source, target, things[GOLD], paid[target, source])
        elif BOOTY in {source, target} and source.seat is target.seat is None:
            onto = _("%(cards)s onto the Booty") if target == BOOTY else _("%(cards)s off the Booty")
            yield Hand("stand", say(onto, cards=cards(things)))
        elif source.seat is target.seat is None:
            continue
        elif source.seat is None and source != BOOTY:
            yield from _to_stand(words, target.seat, things)
        elif target == GONE:
            yield Hand("discard", _out_of_game(words, source.seat, cards(things)))
        elif target.seat is None and target != BOOTY:
            sentence = _("%(cards)s off %(name)s’s stand")
            yield Hand("discard", say(sentence, cards=cards(things), name=words.name(source.seat)))
        else:
            yield Hand("stand", _handed(words, source, target, things))


def _twice(words: Words, event: EntryCorrected) -> Iterable[Hand]:
    """What was put right by hand before, and is now put right again."""
    sentence = _("%(name)s’s stand was put right before; counted twice: %(cards)s")
    for twice in event.twice:
        yield Hand("warning", say(sentence, name=words.name(twice.seat), cards=cards(twice.goods)))


def _gold_between(moves: Iterable[Move]) -> Counter[tuple[Account, Account]]:
    """How much gold went from whom to whom."""
    gold: Counter[tuple[Account, Account]] = Counter()
    for move in moves:
        if move.what == GOLD:
            gold[move.source, move.target] += move.amount
    return gold


def _repaid(words: Words, giver: Account, taker: Account, amount: int, got: int) -> Iterable[Hand]:
    """What goes back to where it came from, out of what the giver `got`, and what is paid on top."""
    if taker == BOOTY:
        yield Hand("gold", _onto_booty(words, giver.seat, amount))
        return
    if giver == BOOTY:
        sentence = _("%(receiver)s takes %(amount)s off the Booty")
        yield Hand("gold", capitalized(say(sentence, receiver=words.name(taker.seat), amount=amount)))
        return
    if back := min(amount, got):
        sentence = _("%(giver)s gives %(receiver)s %(amount)s back")
        people = {"giver": words.name(giver.seat), "receiver": words.name(taker.seat)}
        yield Hand("gold", capitalized(say(sentence, **people, amount=back)))
    if amount > back:
        yield Hand("gold", pays(words, giver.seat, taker.seat, amount - back))
