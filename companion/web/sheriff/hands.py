"""What hands do after an entry: everybody's, and those of one player alone."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from markupsafe import Markup, escape

from companion.rules.ledger import (
    BOOTY,
    BOX,
    GOLD,
    GONE,
    Account,
    Goods,
    Move,
    Place,
    purse,
    stand,
)
from companion.rules.sheriff.debts import Debt, Fine, coins_of
from companion.rules.sheriff.game import FACE_DOWN, Correctable, Entry, EntryCorrected, Event
from companion.rules.sheriff.inspection import Bag, Brought
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.taking import CardTaken
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.parts import N_, capitalized, joined, say
from companion.web.sheriff.words import EntryReport, Hand, Words, card_by_card, cards


def hands(words: Words, event: Event) -> tuple[Hand, ...]:
    """All that the hands do after an entry; after a correction only what it changes."""
    return tuple(words.report(event).hands())


B = TypeVar("B", bound=Brought)


class OfMerchant(EntryReport[B], Generic[B]):
    """What became of a merchant's bag, or that there was none."""

    def corrected(self, seat: int) -> Markup:
        """Say whose bag was corrected."""
        if self.event.about == seat:
            return escape(_("Your bag was corrected."))
        return say(_("%(name)s’s bag was corrected."), name=self.words.name(self.event.about))


Back = TypeVar("Back", BagPassed, BagOpened)


class _OfBag(OfMerchant[Back], Generic[Back]):
    def name(self) -> Markup:
        return say(_("%(name)s’s bag"), name=self.words.name(self.event.merchant))

    def correction(self, event: EntryCorrected) -> Markup:
        was, now = event.was, self.event
        if not isinstance(was, Bag) or was.merchant != now.merchant:
            return super().correction(event)
        head = _("%(name)s’s bag of round %(round)s corrected:")
        found = joined(self.words.differences(was, now)) or self.sentence()
        return joined((say(head, round=event.round, name=self.words.name(now.merchant)), found))

    def tail(self, seat: int) -> Iterable[Markup]:
        """That this player acted without the other Deputy (E11), and what another declared of their bag."""
        if self.event.alone == seat:
            others = self.words.names(deputy for deputy in self.event.deputies if deputy != seat)
            yield say(_("You acted without %(other)s."), other=others)
        if self.event.merchant != seat:
            yield say(_("Declared: %(cards)s."), cards=cards(self.event.declaration.goods))


class _BagPassed(_OfBag[BagPassed]):
    icon = "bag"

    def sentence(self) -> Markup:
        return self.words.passed_with_deals(self.event)

    def hands(self) -> Iterable[Hand]:
        words, event = self.words, self.event
        raids = (Hand("discard", words.raid(raid)) for raid in event.raids)
        gone = (Hand("warning", sentence) for sentence in words.not_there(event))
        return (*_dealt(words, event), *_brought(words, event.moves), *gone, *raids)

    def head(self, seat: int) -> Iterable[Markup]:
        passed = _("Your bag passed.") if self.event.merchant == seat else _("%(name)s’s bag passed.")
        yield say(passed, name=self.words.name(self.event.merchant))

    def besides(self, seat: int) -> Iterable[Markup]:
        """The cards of a player's own bag that others were given with it (I8)."""
        given = _taken_from(BOX, self.event.moves) if self.event.merchant == seat else {}
        for account, goods in given.items():
            if account == stand(seat):
                continue
            onto_booty, to_player = (
                _("%(cards)s from your bag to the Booty."),
                _("%(cards)s from your bag to %(name)s."),
            )
            sentence = onto_booty if account == BOOTY else to_player
            yield say(sentence, cards=cards(goods), name=self.words.name(account.seat))

    def tail(self, seat: int) -> Iterable[Markup]:
        return (*self.words.not_there(self.event), *super().tail(seat))


class _BagOpened(_OfBag[BagOpened]):
    icon = "bag_open"

    def sentence(self) -> Markup:
        return self.words.opened(self.event)

    def hands(self) -> Iterable[Hand]:
        words, event = self.words, self.event
        return (
            *_dealt(words, event),
            *_shown(words, event),
            *_fined(words, event),
            *_settled(words, event),
        )

    def foretold(self) -> Iterable[Markup]:
        """A fine comes first, with the cards it is for."""
        words, event = self.words, self.event
        if are_equal_halves(in_coins(event)):
            yield _card_by_card_each(words, in_coins(event))
        else:
            for fine, debt in event.fines:
                yield fined(words, fine) if debt is None else owed(words, fine)
        coins = _fined(words, event) if any(debt for _fine, debt in event.fines) else ()
        others = (*_dealt(words, event), *_shown(words, event), *coins, *_settled(words, event))
        yield from (hand.sentence for hand in others)

    def head(self, seat: int) -> Iterable[Markup]:
        own, other = _("You were caught."), _("%(name)s was caught.")
        if self.event.is_true:
            own, other = _("You were honest."), _("%(name)s was honest.")
        yield say(own if self.event.merchant == seat else other, name=self.words.name(self.event.merchant))

    def besides(self, seat: int) -> Iterable[Markup]:
        """The cards that go to no stand, and the part of a debt that is forgiven (D1), said to both sides."""
        event = self.event
        if event.merchant == seat and event.confiscated:
            yield say(_("%(cards)s to a discard pile."), cards=cards(event.confiscated))
        if event.hand == seat and event.to_hand:
            yield say(_("%(cards)s to your hand."), cards=cards(event.to_hand))
        for fine, debt in event.fines:
            if debt is not None and debt.forgiven and seat in {fine.payer, fine.receiver}:
                own = say(_("%(rest)s of your debt is forgiven."), rest=debt.forgiven)
                yield own if fine.payer == seat else self.words.forgiven(fine.payer, debt)

    def back(self, seat: int) -> Iterable[Markup]:
        """The cards that `besides` sends away, as they go back."""
        event = self.event
        if event.merchant == seat and event.confiscated:
            yield say(_("%(cards)s back from the discard pile."), cards=cards(event.confiscated))
        if event.hand == seat and event.to_hand:
            yield say(_("%(cards)s back out of your hand."), cards=cards(event.to_hand))


class _EntryCorrected(EntryReport[EntryCorrected]):
    icon = "ui-pencil"

    def sentence(self) -> Markup:
        """What a correction changed, and nothing else."""
        words, event = self.words, self.event
        said = words.report(event.now).correction(event) + words.because(event.reason)
        return joined((said, *words.halved(event), *words.richer(event)))

    def name(self) -> Markup:
        now = self.words.report(self.event.now).name()
        if isinstance(self.event.now, BagPassed | BagOpened):
            return say(_("the correction of %(name)s’s bag"), name=self.words.name(self.event.now.merchant))
        return say(_("the correction of %(what)s"), what=now)

    def hands(self) -> Iterable[Hand]:
        words, event = self.words, self.event
        anew = (Hand("warning", sentence) for sentence in (*words.halved(event), *words.richer(event)))
        return (*anew, *_evened(words, event), *_twice(words, event))

    def foretold(self) -> Iterable[Markup]:
        """All that is paid comes first, in one sentence: a sheet may have room for no more."""
        card = self.event.now if isinstance(self.event.now, CardTaken) else None
        said = (self.words.report(card).sentence(),) if card else ()
        todo = [*self.hands()]
        paid = Markup(" · ").join(hand.sentence for hand in todo if hand.what == "gold")
        others = (hand.sentence for hand in todo if hand.what != "gold")
        said = (*said, *([paid] if paid else ()), *others)
        return said or (escape(_("Only the wording changes.")),)

    def head(self, seat: int) -> Iterable[Markup]:
        yield self.words.report(self.event.now).corrected(seat)


def fined(words: Words, fine: Fine) -> Markup:
    """Who pays whom how much, and for which cards, if for any; a law of the round asks for no cards."""
    if not fine.lines or fine.typed is not None:
        return pays_fine(words, fine, fine.amount)
    if fine.receiver is None:
        return _card_by_card(words, fine, _("%(payer)s puts %(amount)s in the Booty: %(fine)s"))
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
        say(_("%(payer)s puts %(amount)s in the Booty"), payer=words.name(payer), amount=amount)
    )


def owed(words: Words, fine: Fine) -> Markup:
    """Who owes whom how much for a fine that coins do not cover, and for which cards."""
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
    """What was given from purses and stands, and promised for it; `_brought` has what came out of the bag."""
    shared = event.together if isinstance(event, BagPassed) else ()
    for deal in event.delivered():
        if given := words.deal(replace(deal, bag=Goods(), promise=""), shared):
            yield Hand("gold", given)
        if deal.promise:
            yield Hand("promise", words.promise(deal.giver, deal.receiver, deal.promise))


def _brought(words: Words, moves: Iterable[Move]) -> Iterable[Hand]:
    """Cards out of the bag, for each stand they go to: face-up ones, then face-down ones."""
    for account, brought in _taken_from(BOX, moves).items():
        if account == BOOTY:
            yield Hand("stand", say(_("%(cards)s from the bag to the Booty"), cards=cards(brought)))
        else:
            yield from _to_stand(words, account.seat, brought)


def _taken_from(source: Account, moves: Iterable[Move]) -> dict[Account, Goods]:
    """What comes out of one account, by where it goes."""
    taken: dict[Account, Goods] = {}
    for move in moves:
        if move.source == source:
            taken[move.target] = taken.get(move.target, Goods()) + {move.what: move.amount}
    return taken


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


def out_of_game(words: Words, seat: int | None, given: str) -> Markup:
    """Cards that leave the game for good (E20)."""
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
    paid = _gold((*event.was.moves, *event.was.by_hand))
    between: dict[tuple[Account, Account], Goods] = {}
    for move in (*event.moves, *event.by_hand):
        if Place.EXTRAS in {move.source.place, move.target.place}:
            continue  # what the correction says names the card
        sides = move.source, move.target
        between[sides] = between.get(sides, Goods()) + {move.what: move.amount}
    for (source, target), things in sorted(between.items(), key=lambda pair: GOLD in pair[1]):
        if GOLD in things:
            yield from _repaid(words, source, target, things[GOLD], paid[target, source])
        elif BOOTY in {source, target} and source.seat is target.seat is None:
            onto = _("%(cards)s into the Booty") if target == BOOTY else _("%(cards)s from the Booty")
            yield Hand("stand", say(onto, cards=cards(things)))
        elif source.seat is target.seat is None:
            continue
        elif source.seat is None and source != BOOTY:
            yield from _to_stand(words, target.seat, things)
        elif target == GONE:
            yield Hand("discard", out_of_game(words, source.seat, cards(things)))
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


def _repaid(words: Words, giver: Account, taker: Account, amount: int, got: int) -> Iterable[Hand]:
    """What goes back to where it came from, out of what the giver `got`, and what is paid on top."""
    if taker == BOOTY:
        yield Hand("gold", _onto_booty(words, giver.seat, amount))
        return
    if giver == BOOTY:
        sentence = _("%(receiver)s takes %(amount)s from the Booty")
        yield Hand("gold", capitalized(say(sentence, receiver=words.name(taker.seat), amount=amount)))
        return
    if back := min(amount, got):
        sentence = _("%(giver)s gives %(receiver)s %(amount)s back")
        people = {"giver": words.name(giver.seat), "receiver": words.name(taker.seat)}
        yield Hand("gold", capitalized(say(sentence, **people, amount=back)))
    if amount > back:
        yield Hand("gold", pays(words, giver.seat, taker.seat, amount - back))


Pairs = Counter[tuple[Account, Account]]
_OUT = {
    BOOTY: N_("%(cards)s from your stand to the Booty."),
    GONE: N_("%(cards)s from your stand out of the game."),
}
"""How cards leave a stand for the Booty, or for good."""


def told_to(words: Words, event: Entry, seat: int) -> Markup | None:
    """How the player at this seat is told of an entry that can be corrected, or of a correction; None if it
    is not about them.
    """
    if not isinstance(event, Correctable | EntryCorrected):
        return None
    report, told, whose = words.report(event), _hands(words, event, seat), _says(event).about
    if not told and whose != seat:
        return None
    return Markup(" ").join([*report.head(seat), *told, *report.tail(seat)]) or None


def hands_of(words: Words, event: Event, seat: int) -> Markup | None:
    """What this player's hands do once an entry is put back; None if nothing."""
    if not isinstance(event, Correctable | EntryCorrected):
        return None
    return Markup(" ").join(_hands(words, event, seat)) or None


def back_to(words: Words, event: Event, seat: int) -> Markup | None:
    """What this player's hands give back and get back once an entry is taken back; None if nothing."""
    if not isinstance(event, Correctable | EntryCorrected):
        return None
    moves = [replace(move, source=move.target, target=move.source) for move in _moved(event, seat)]
    told = [*_paid(words, moves, seat, _gold(_moved(event, seat))), *_carried(words, moves, seat)]
    return Markup(" ").join([*told, *words.report(event).back(seat)]) or None


def _says(event: Correctable | EntryCorrected) -> Correctable:
    return event.now if isinstance(event, EntryCorrected) else event


def _hands(words: Words, event: Correctable | EntryCorrected, seat: int) -> list[Markup]:
    """All that this player's hands do after an entry; after a correction only what it changes."""
    moves = _moved(event, seat)
    paid = (*event.was.moves, *event.was.by_hand) if isinstance(event, EntryCorrected) else ()
    told = (*_paid(words, moves, seat, _gold(paid)), *_carried(words, moves, seat))
    return [*told, *words.report(event).besides(seat)]


def _moved(event: Correctable | EntryCorrected, seat: int) -> list[Move]:
    """What hands move, without the player's own face-down cards that are only turned over."""
    if isinstance(event, EntryCorrected):
        return [*event.moves, *event.by_hand]
    turned = event.told_by(seat)
    moves, left = [], {(BOX, stand(seat)): turned, (stand(seat), BOX): Goods({FACE_DOWN: turned.total})}
    for move in (*event.moves, *event.by_hand):
        sides = move.source, move.target
        stays = min(move.amount, left.get(sides, Goods()).get(move.what, 0))
        if stays:
            left[sides] -= {move.what: stays}
        if move.amount > stays:
            moves.append(replace(move, amount=move.amount - stays))
    return moves


def _gold(moves: Iterable[Move]) -> Pairs:
    """How much gold goes from whom to whom."""
    gold: Pairs = Counter()
    for move in moves:
        if move.what == GOLD:
            gold[move.source, move.target] += move.amount
    return gold


def _paid(words: Words, moves: Iterable[Move], seat: int, before: Pairs) -> Iterable[Markup]:
    """The net gold between this player and each other, the bank or the Booty; what was paid the other way
    `before` is given back.
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
        comes, goes = _("You take %(amount)s from the Booty."), _("You put %(amount)s in the Booty.")
    elif back:
        comes, goes = _("%(name)s gives you %(amount)s back."), _("You give %(name)s %(amount)s back.")
    yield capitalized(say(comes if amount > 0 else goes, name=words.name(other.seat), amount=abs(amount)))


def _carried(words: Words, moves: Sequence[Move], seat: int) -> Iterable[Markup]:
    """The cards that this player's hands move, or that come to them."""
    come = Goods()
    for move in moves:
        if move.target == stand(seat):
            come += {move.what: move.amount}
    if come:
        yield say(_("%(cards)s to your stand."), cards=cards(come))
    for account, goods in _taken_from(stand(seat), moves).items():
        sentence = (
            _("%(cards)s off your stand.")
            if account.seat is None
            else _("%(cards)s from your stand to %(name)s.")
        )
        if account in _OUT:
            sentence = _(_OUT[account])
        yield say(sentence, cards=cards(goods), name=words.name(account.seat))
