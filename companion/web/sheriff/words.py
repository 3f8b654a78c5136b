"""Sentences of the game in the reader's language, of people by name."""

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Generic, TypeVar

from markupsafe import Markup, escape

from companion.rules.ledger import GOLD, Goods
from companion.rules.refusals import Refusal
from companion.rules.seats import Seat
from companion.rules.sheriff.bags import Deal, Promise, Raid, Share
from companion.rules.sheriff.debts import Debt, Fine, FineLine
from companion.rules.sheriff.game import EntryCorrected, Event, Game
from companion.rules.sheriff.inspection import Bag
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.refusals import DeclarationChanged, DeclaresOtherwise, HasDeclared
from companion.rules.sheriff.sheet_refusals import ExtrasExceeded
from companion.web.http.language import LANGUAGES, language, listed, ngettext, spoken
from companion.web.http.language import gettext as _
from companion.web.kinds import PerKind
from companion.web.parts import N_, People, joined, say
from companion.web.sheriff.glossary import GOODS, KINGS, MANY, cards_of, extra_name, good_name

KEPT = 512  # how many promises to remember as read in a language


def lets_pass(giver: str, receiver: str) -> str:
    """The usual promise of a giver who will be Sheriff to a merchant."""
    return _("%(giver)s lets %(receiver)s pass", giver=giver, receiver=receiver)


def opens_nobody(sheriff: str) -> str:
    """The usual promise of the Sheriff, or of a Deputy."""
    return _("%(sheriff)s opens nobody this round", sheriff=sheriff)


def gives_next(giver: str, good: str) -> str:
    """The usual promise of what the giver does not have yet."""
    return _("%(giver)s gives next round’s %(goods)s", giver=giver, goods=good_name(good, MANY))


AMOUNT = re.compile(r"(?<!\d)[1-9]\d{0,3}(?!\d)")
"""What may be an amount of gold in a promise's words, which a purse can hold."""


def pays_next(giver: str, gold: int, shown: str = "") -> str:
    """The usual promise of gold that the giver has only later, with plain spaces, as words are kept; the
    amount may be `shown` as what is put in its place.
    """
    said = ngettext(
        "%(giver)s gives %(gold)s gold next round",
        "%(giver)s gives %(gold)s gold next round",
        gold,
        giver=giver,
        gold=shown or gold,
    )
    return said.replace("\N{NO-BREAK SPACE}", " ")


def amounts_in(promise: str) -> tuple[int, ...]:
    """The amounts that a usual promise of gold in these words may be about."""
    return tuple(map(int, AMOUNT.findall(promise)))


def every_usual(giver: str, names: Collection[str], goods: Iterable[str], promise: str) -> tuple[str, ...]:
    """Every usual promise for what this player gives, whoever of these is Sheriff; of gold, the amounts in
    this `promise`.
    """
    return (
        *(lets_pass(giver, name) for name in names),
        *map(opens_nobody, names),
        *(gives_next(giver, good) for good in goods),
        *(pays_next(giver, gold) for gold in amounts_in(promise)),
    )


def in_readers_words(names: tuple[str, ...], giver: int, promise: str) -> str:
    """A promise as it was written; a usual one in the reader's language, whoever was Sheriff then."""
    return _as_read(language(), names, giver, promise)


@lru_cache(KEPT)
def _is_usual(names: tuple[str, ...], promise: str) -> bool:
    for written in LANGUAGES:
        with spoken(written):
            if any(promise in every_usual(name, names, KINGS, promise) for name in names):
                return True
    return False


@lru_cache(KEPT)
def _as_read(_reader: str, names: tuple[str, ...], giver: int, promise: str) -> str:
    own = every_usual(names[giver], names, KINGS, promise)
    for written in LANGUAGES:
        with spoken(written):
            theirs = every_usual(names[giver], names, KINGS, promise)
        if promise in theirs:
            return own[theirs.index(promise)]
    return promise


def cards(goods: Mapping[str, int]) -> str:
    """Goods as a list in a sentence: 1 apple, 2 mead."""
    return listed(_each(goods))


def _gold(number: int) -> list[str]:
    return [ngettext("%(num)s gold", "%(num)s gold", number)] if number else []


def _each(goods: Mapping[str, int]) -> list[str]:
    return [cards_of(word, number) for word, number in goods.items()]


def lie(event: BagOpened) -> str:
    """What was in a bag and not declared."""
    return cards(event.contents - event.contents.overlap(event.declaration.goods))


def things(gold: int, goods: Mapping[str, int]) -> str:
    """Gold and goods as a list in a sentence: 5 gold and 1 apple."""
    return listed(_gold(gold) + _each(goods))


def _given(deals: Iterable[Deal]) -> str:
    """What these deals move, all of a kind together."""
    struck = tuple(deals)
    stand = sum((deal.stand for deal in struck), Goods())
    bag = sum((deal.bag for deal in struck), Goods())
    from_bag = [_("%(cards)s from the bag", cards=card) for card in _each(bag)]
    return listed([*_gold(sum(deal.gold for deal in struck)), *_each(stand), *from_bag])


def card_by_card(lines: Iterable[FineLine]) -> str:
    """A fine as it is worked out: cheese 2, mead 4; cheese 1 × 2, mead 2 × 4; a single good all at once."""
    lines = tuple(lines)
    counts = any(line.count > 1 for line in lines)
    if len(lines) == 1 and lines[0].count > 1:
        cards_lost = cards_of(lines[0].what, lines[0].count)
        return _("for %(cards)s, %(each)s each", cards=cards_lost, each=lines[0].each)
    return ", ".join(
        "\N{NO-BREAK SPACE}".join(
            [good_name(line.what, 1), *([f"{line.count}", "×"] if counts else []), f"{line.each}"]
        )
        for line in lines
    )


class Words(People):
    """Makes sentences about one table, with the names that its players have now."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        super().__init__(seats)
        self._seats = seats

    def report(self, event: Event) -> "EntryReport[Any]":
        """All that an entry tells."""
        report: EntryReport[Any] = EntryReport.of(event)(self, event)
        return report

    def refusal(self, refusal: Refusal, me: int | None = None, **values: object) -> Markup:
        """A refusal as a sentence, with names and goods as the table calls them."""
        good = refusal.values.get("good")
        if isinstance(refusal, DeclarationChanged | DeclaresOtherwise | HasDeclared):
            return super().refusal(refusal, me, good=good_name(refusal.good, refusal.number))
        known = dict(values)
        if isinstance(good, str) and good in GOODS:
            short = refusal.values.get("short")
            known["good"] = cards({good: short}) if isinstance(short, int) else good_name(good)
        if isinstance(refusal, ExtrasExceeded):
            known["what"] = extra_name(refusal.what)
        if isinstance(entry := refusal.values.get("entry"), Event):
            known["entry"] = self.report(entry).sentence()
        return super().refusal(refusal, me, **known)

    def passed_with_deals(self, event: BagPassed) -> Markup:
        """A passed bag with its bribe, then other gifts: a board has room for little more than the first."""
        deals = event.delivered()
        bribes = [deal for deal in deals if deal.giver == event.merchant and deal.receiver in event.actors]
        others = (self._gift(deal, event.together) for deal in deals if deal not in bribes)
        passed = (self._passed(event, _given(bribes) if bribes else ""), *self._alone(event))
        promises = map(self._promised, deals)
        return joined((*passed, *others, *self.not_there(event), *promises, *self._raids(event)))

    def _alone(self, event: Bag) -> Iterable[Markup]:
        """Which of two Deputies acted alone (E11)."""
        if event.alone is not None:
            other = self.names(seat for seat in event.deputies if seat != event.alone)
            # What was agreed with the other one goes straight there.
            gets = any(deal.receiver in {*event.deputies} - {event.alone} for deal in event.delivered())
            paid = _("%(name)s acted without %(other)s, who still gets what was agreed.")
            sentence = paid if gets else _("%(name)s acted without %(other)s.")
            yield say(sentence, name=self.name(event.alone), other=other)

    def _passed(self, event: BagPassed, bribe: str) -> Markup:
        """What passed, as far as everybody knows it, and what it was let through for."""
        declared, had = event.declaration.goods, cards(event.contents)
        true = N_("%(name)s’s bag passed: %(cards)s.")
        false = N_("%(name)s said %(declared)s and passed with %(cards)s.")
        if bribe:
            true = N_("%(name)s’s bag passed for %(bribe)s: %(cards)s.")
            false = N_("%(name)s’s bag passed for %(bribe)s: said %(declared)s, had %(cards)s.")
        if bribe and event.together:
            true = N_("%(name)s’s bag passed for %(bribe)s to the Booty: %(cards)s.")
            false = N_("%(name)s’s bag passed for %(bribe)s to the Booty: said %(declared)s, had %(cards)s.")
        return say(
            _(true if event.contents == declared else false),
            name=self.name(event.merchant),
            bribe=bribe,
            declared=had if event.contents == declared else cards(declared),
            cards=had,
        )

    def opened(self, event: BagOpened) -> Markup:
        """What was found in a bag, and what was paid and agreed over it."""
        halves = self._unequal_halves(event)
        said = (self._judged(event),) if halves is None else (self._found_true(event), halves)
        return joined((*said, *self._alone(event), *self._settled(event), *self._agreed(event)))

    def _unequal_halves(self, event: BagOpened) -> Markup | None:
        """What each of two Deputies pays of an odd fine that a law asks for; None for any other (E9, E27)."""
        other = event.other_fine
        if other is None or other.amount == event.fine.amount:
            return None
        pays = _("%(payer)s pays %(amount)s, %(other)s %(rest)s.")
        owes = _("%(payer)s owes %(amount)s, %(other)s %(rest)s.")
        return say(
            owes if event.debt or event.other_debt else pays,
            payer=self.name(event.fine.payer),
            amount=event.fine.amount,
            other=self.name(other.payer),
            rest=other.amount,
        )

    def _found_true(self, event: BagOpened) -> Markup:
        """What an honest bag held, without who pays for opening it."""
        declared = event.declaration.goods
        true = _("%(name)s was honest: %(declared)s.")
        otherwise = _("%(name)s said %(declared)s, had %(inside)s.")
        return say(
            true if event.contents == declared else otherwise,
            name=self.name(event.merchant),
            declared=cards(declared),
            inside=cards(event.contents),
        )

    def _judged(self, event: BagOpened) -> Markup:
        """The verdict on a bag, and who pays. An honest one may hold other cards (I12): both are told."""
        declared = event.declaration.goods
        true = _("%(name)s was honest: %(declared)s. %(payer)s pays %(amount)s.")
        false = _("%(name)s pays %(receiver)s %(amount)s, caught with %(lie)s: said %(declared)s.")
        if event.other_fine is not None:
            true = self._true_for_two(event)
        elif event.debt is not None:
            true = _("%(name)s was honest: %(declared)s. %(payer)s owes %(amount)s.")
            false = _("%(name)s owes %(receiver)s %(amount)s, caught with %(lie)s: said %(declared)s.")
        if event.fine.receiver is None:
            false = self._false_for_two(event)
        if event.is_true and event.contents != declared:
            true = self._true_otherwise(event)
        payers = [fine.payer for fine, _debt in event.fines]
        return say(
            true if event.is_true else false,
            name=self.name(event.merchant),
            declared=cards(declared),
            inside=cards(event.contents),
            lie=lie(event),
            payer=self.names(payers),
            receiver=self.name(event.fine.receiver),
            amount=event.fine.amount,
        )

    def _true_for_two(self, event: BagOpened) -> str:
        """The sentence for an honest bag that cost each Deputy half (E9)."""
        if event.debt or event.other_debt:
            return _("%(name)s was honest: %(declared)s. %(payer)s owe %(amount)s each.")
        return _("%(name)s was honest: %(declared)s. %(payer)s pay %(amount)s each.")

    def _false_for_two(self, event: BagOpened) -> str:
        """The sentence for a lie to both Deputies (E10)."""
        if event.debt is not None:
            return _("%(name)s owes the Booty %(amount)s, caught with %(lie)s: said %(declared)s.")
        return _("%(name)s puts %(amount)s in the Booty, caught with %(lie)s: said %(declared)s.")

    def _true_otherwise(self, event: BagOpened) -> str:
        """The sentence for a bag that was no lie, though not everything in it was as declared (I12)."""
        if event.other_fine is not None:
            if event.debt or event.other_debt:
                return _("%(name)s said %(declared)s, had %(inside)s. %(payer)s owe %(amount)s each.")
            return _("%(name)s said %(declared)s, had %(inside)s. %(payer)s pay %(amount)s each.")
        if event.debt is not None:
            return _("%(name)s said %(declared)s, had %(inside)s. %(payer)s owes %(amount)s.")
        return _("%(name)s said %(declared)s, had %(inside)s. %(payer)s pays %(amount)s.")

    def _settled(self, event: BagOpened) -> Iterable[Markup]:
        """How debts were met: what was turned over, handed over, forgiven; of two Deputies who owed half
        each, what each paid.
        """
        if any(debt for _fine, debt in event.fines):
            for fine, debt in event.fines:
                paid = Debt(fine.amount, Goods(), Goods(), discarded=False, forgiven=0)
                yield from self._met(fine, debt or paid)

    def _met(self, fine: Fine, debt: Debt) -> Iterable[Markup]:
        if debt.told:
            yield self.turned_over(fine.payer, debt.told)
        if debt.coins or debt.handed:
            yield from self._paid_debt(fine, debt)
        if debt.forgiven:
            yield self.forgiven(fine.payer, debt)

    def _paid_debt(self, fine: Fine, debt: Debt) -> Iterable[Markup]:
        """What was paid of a debt: the gold, and what the goods paid that gold left open."""
        rest, gold = fine.amount - debt.coins - debt.forgiven, listed(_gold(debt.coins))
        if not debt.handed:
            sentence = _("%(name)s pays %(gold)s.")
        elif not gold:
            sentence = _("%(name)s pays in goods: %(cards)s.")
        elif debt.forgiven:
            sentence = _("%(name)s pays %(gold)s, and %(rest)s in goods: %(cards)s.")
        else:
            sentence = _("%(name)s pays %(gold)s, and the other %(rest)s in goods: %(cards)s.")
        yield say(sentence, name=self.name(fine.payer), gold=gold, rest=rest, cards=cards(debt.handed))
        if debt.handed and debt.discarded:
            yield say(_("The goods from %(name)s go to a discard pile."), name=self.name(fine.payer))

    def forgiven(self, payer: int, debt: Debt) -> Markup:
        """What nothing could pay of a player's debt (D1)."""
        sentence = _("%(rest)s of %(name)s’s debt is forgiven.")
        return say(sentence, rest=debt.forgiven, name=self.name(payer))

    def turned_over(self, seat: int, goods: Goods) -> Markup:
        """Say which face-down cards a player turns over."""
        return say(_("%(name)s turns over %(cards)s."), name=self.name(seat), cards=cards(goods))

    def _agreed(self, event: Bag) -> Iterable[Markup]:
        """What was given and agreed over a bag, and what Brimstone Oil took, as far as it really moved."""
        shared = event.together if isinstance(event, BagPassed) else ()
        yield from filter(None, (self.deal(deal, shared) for deal in event.delivered()))
        yield from self.not_there(event)
        yield from self._raids(event)

    def not_there(self, event: Bag) -> Iterable[Markup]:
        """That cards promised out of the bag were not in it (I8): an offer proves nothing."""
        if number := event.missing():
            yield escape(
                ngettext(
                    "%(num)s promised card was not there.", "%(num)s promised cards were not there.", number
                )
            )

    def _raids(self, event: Bag) -> Iterable[Markup]:
        for raid in getattr(event, "raids", ()):
            yield self.raid(raid) + "."

    def raid(self, raid: Raid) -> Markup:
        """Brimstone Oil that was shown."""
        sentence = _("Brimstone Oil and %(name)s’s %(cards)s to a discard pile")
        return say(sentence, cards=cards_of(raid.good, raid.count), name=self.name(raid.victim))

    def deal(self, deal: Deal, shared: Container[int] = ()) -> Markup:
        """What one player gave another over a bag, and what they agreed; what was for those in `shared` lies
        in the Booty (E8).
        """
        return joined((self._gift(deal, shared), self._promised(deal)))

    def _gift(self, deal: Deal, shared: Container[int]) -> Markup | str:
        things = _given([deal])
        if not things:
            return ""
        if deal.receiver in shared:
            sentence = _("%(giver)s puts %(things)s in the Booty.")
            return say(sentence, giver=self.name(deal.giver), things=things)
        people = {"giver": self.name(deal.giver), "receiver": self.name(deal.receiver)}
        return say(_("%(giver)s gives %(receiver)s %(things)s."), **people, things=things)

    def _promised(self, deal: Deal) -> Markup | str:
        return self.promise(deal.giver, deal.receiver, deal.promise) if deal.promise else ""

    def promise(self, giver: int, receiver: int, words: str, condition: Markup | str = "") -> Markup:
        """What was promised with a deal, under this `condition` if it is still open."""
        if self.is_usual(words):
            sentence = (
                _("%(giver)s and %(receiver)s agreed, %(condition)s: “%(promise)s”.")
                if condition
                else _("%(giver)s and %(receiver)s agreed: “%(promise)s”.")
            )
        elif condition:
            sentence = _("%(giver)s promised %(receiver)s, %(condition)s: “%(promise)s”.")
        else:
            sentence = _("%(giver)s promised %(receiver)s: “%(promise)s”.")
        people = {"giver": self.name(giver), "receiver": self.name(receiver)}
        return say(sentence, **people, condition=condition, promise=self.promised(giver, words))

    def is_usual(self, words: str) -> bool:
        """Whether a promise is in the usual words, of whichever language: they name those whom it is about,
        who need not be its giver.
        """
        return _is_usual(tuple(seat.name for seat in self._seats), words)

    def promised(self, giver: int, words: str) -> str:
        """A promise as it was written; a usual one in the reader's language."""
        return in_readers_words(tuple(seat.name for seat in self._seats), giver, words)

    def lapsed(self, given: Promise) -> Markup:
        """What is no longer promised, since one of the two has left (I10)."""
        sentence = _("%(giver)s’s promise to %(receiver)s lapses: “%(promise)s”.")
        people = {"giver": self.name(given.giver), "receiver": self.name(given.receiver)}
        return say(sentence, **people, promise=self.promised(given.giver, given.text))

    def halved(self, event: EntryCorrected) -> Iterable[Markup]:
        """What is shared in halves since its Deputies' agreement no longer divides a Booty (E13)."""
        goods = event.halved
        if not goods:
            return
        gold = goods.get(GOLD, 0)
        sentence = _(
            "Agree anew, and pay by hand: what was agreed no longer divides the Booty, "
            "%(things)s shared in halves."
        )
        said = say(sentence, things=things(gold, goods - {GOLD: gold}))
        yield joined((said, escape(_("The odd coin goes back to the bank.")))) if gold % 2 else said

    def richer(self, event: EntryCorrected) -> Iterable[Markup]:
        """The players whose later debt would have been smaller (D1)."""
        sentence = _("Settle %(name)s’s later debt by hand: there was more gold.")
        for seat in event.debtors:
            yield say(sentence, name=self.name(seat))

    def differences(self, was: Bag, now: Bag) -> Iterable[Markup]:
        """What a correction of a bag changes."""
        opened = isinstance(now, BagOpened)
        if opened != isinstance(was, BagOpened):
            yield escape(_("Opened, not passed.") if opened else _("Passed, not opened."))
        if was.declaration != now.declaration:
            declared = [cards_of(said.good, said.number) for said in (now.declaration, was.declaration)]
            yield say(_("Declared: %(now)s instead of %(was)s."), now=declared[0], was=declared[1])
        same = now.contents.overlap(was.contents)
        more, less = cards(now.contents - same), cards(was.contents - same)
        if more and less:
            yield say(_("In it: %(now)s instead of %(was)s."), now=more, was=less)
        elif more or less:
            yield say(
                _("In it: %(cards)s more.") if more else _("In it: %(cards)s fewer."), cards=more or less
            )
        before, after = list(self._told(was)), list(self._told(now))
        yield from (sentence for sentence in after if sentence not in before)
        if gone := [sentence for sentence in before if sentence not in after]:
            yield say(_("Before: “%(sentences)s”"), sentences=joined(gone))

    def _told(self, event: Bag) -> Iterable[Markup]:
        """Everything paid and agreed over a bag, a sentence each."""
        if isinstance(event, BagOpened):
            for fine, _debt in event.fines:
                shared = _("%(payer)s pays a fine of %(amount)s to the Booty.")
                yield say(
                    shared
                    if fine.receiver is None
                    else _("%(payer)s pays %(receiver)s a fine of %(amount)s."),
                    payer=self.name(fine.payer),
                    receiver=self.name(fine.receiver),
                    amount=fine.amount,
                )
            yield from self._settled(event)
        yield from self._alone(event)
        yield from self._agreed(event)

    def within(self, sentence: Markup, reason: str) -> Markup:
        """A sentence with its reason, before the full stop."""
        return sentence[:-1] + self.because(reason) + sentence[-1]

    def because(self, reason: str) -> Markup:
        """A reason, after the sentence that it is for."""
        return say(" " + _("(%(reason)s)"), reason=self.called(reason)) if reason else Markup()


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


Happened = TypeVar("Happened", bound=Event)


class EntryReport(PerKind[Happened], Generic[Happened]):
    """All that an entry tells: an icon, which is a symbol of a sprite, its sentence, and whatever differs
    from the defaults here. Players whom a correctable entry is about, or whose gold or cards it moves, are
    also told of it in their own words.
    """

    by_kind: ClassVar[dict[type, type[Any]]] = {}
    icon: ClassVar[str]

    def __init__(self, words: Words, event: Happened) -> None:
        self.words, self.event = words, event

    @abstractmethod
    def sentence(self) -> Markup:
        """What happened, as the log says it."""

    def name(self) -> Markup:
        """What it is called where it is taken back or corrected."""
        return self.sentence()

    def hands(self) -> Iterable[Hand]:
        """What hands do after it, besides what the sentence says."""
        return ()

    def foretold(self) -> Iterable[Markup]:
        """What booking it would do."""
        return [hand.sentence for hand in self.hands()] or (self.sentence(),)

    def head(self, _seat: int) -> Iterable[Markup]:
        """What a player is told first, before what their own hands do."""
        return ()

    def besides(self, _seat: int) -> Iterable[Markup]:
        """What a player's hands do besides moving gold and what lies on stands."""
        return ()

    def back(self, _seat: int) -> Iterable[Markup]:
        """What a player's hands do besides, once it is taken back."""
        return ()

    def tail(self, _seat: int) -> Iterable[Markup]:
        """What a player is told last, since a board has room for little more."""
        return ()

    def corrected(self, _seat: int) -> Markup:
        """What a player is told first once the entry says this instead of something else."""
        return say(_("Corrected: %(what)s"), what=self.sentence())

    def correction(self, event: EntryCorrected) -> Markup:
        """The correction for all, as the log says it."""
        was = self.words.report(event.was).sentence()
        sentence = _("Round %(round)s corrected: %(now)s Before: “%(was)s”")
        return say(sentence, round=event.round, now=self.sentence(), was=was)


def changes(words: Words, before: Game, after: Game) -> tuple[Markup, ...]:
    """What an entry changed for each player it touched, and in the Booty: gold before and after, goods and
    cards that count at the end gained or lost.
    """
    lines, had, has = [], before.balances, after.balances
    # An account that no move touched is the same object, and most entries touch two players.
    touched = {account.seat for account in {**had, **has} if had.get(account) is not has.get(account)}
    for seat in filter(touched.__contains__, range(len(after.seats))):
        gold = (before.gold(seat), after.gold(seat))
        if gold[0] != gold[1]:
            sentence = _("%(name)s: %(before)s → %(after)s gold")
            lines.append(say(sentence, name=words.name(seat), before=gold[0], after=gold[1]))
        was, now = before.stand(seat), after.stand(seat)
        for goods, sign in ((now - now.overlap(was), "+"), (was - was.overlap(now), "−")):
            if goods:
                sentence = _("%(name)s’s stand: %(sign)s %(cards)s")
                lines.append(say(sentence, name=words.name(seat), sign=sign, cards=cards(goods)))
        lost, won = Counter(before.extras(seat)), Counter(after.extras(seat))
        for extras, sign in ((won - lost, "+"), (lost - won, "−")):
            sentence = _("%(name)s: %(sign)s %(card)s (%(gold)s)")
            lines += [
                say(sentence, name=words.name(seat), sign=sign, card=extra_name(card.what), gold=card.gold)
                for card in extras.elements()
            ]
    return (*lines, *_on_booty(before, after))


def _on_booty(before: Game, after: Game) -> Iterator[Markup]:
    gold, was, now = after.booty_gold, before.booty_cards, after.booty_cards
    if gold != before.booty_gold:
        yield say(_("Booty: %(before)s → %(after)s gold"), before=before.booty_gold, after=gold)
    for goods, sign in ((now - now.overlap(was), "+"), (was - was.overlap(now), "−")):
        if goods:
            yield say(_("Booty: %(sign)s %(cards)s"), sign=sign, cards=cards(goods))


def acted(words: Words, seats: Collection[int], one: str, many: str, **values: object) -> Markup:
    """A sentence about the `names` of those who act, said of `one` of them or of `many`."""
    return say(many if len(seats) > 1 else one, names=words.names(seats), **values)


def shares(words: Words, sheriffs: Sequence[int], taken: Sequence[Share]) -> Markup:
    """What each takes from the Booty; said once where it is the same for both."""
    if len(set(map(_what, taken))) == 1:
        one, many = _("%(names)s takes %(things)s"), _("%(names)s take %(things)s each")
        return acted(words, sheriffs, one, many, things=_what(taken[0]))
    each = (
        say(_("%(name)s %(things)s"), name=words.name(seat), things=_what(share))
        for seat, share in zip(sheriffs, taken, strict=True)
    )
    return Markup(" · ").join(each)


def _what(share: Share) -> str:
    return things(share.gold, share.goods)


def uneven_turns(words: Words, turns: Sequence[int], *, deputies: bool = False) -> tuple[Markup, ...]:
    """A line for each number of turns, the most first; none if all had the same. `turns` are by seat, of
    Sheriffs or of `deputies`.
    """
    often, line = sorted(set(turns), reverse=True), _of_deputies if deputies else _line
    lines = (line(words, count, [seat for seat, had in enumerate(turns) if had == count]) for count in often)
    return tuple(lines) if len(often) > 1 else ()


def _line(words: Words, count: int, seats: Sequence[int]) -> Markup:
    if not count:
        never = ngettext(
            "%(names)s was never Sheriff", "%(names)s were never Sheriff", len(seats), names="%(names)s"
        )
        return say(never, names=words.names(seats))
    often = {1: _("Sheriff once: %(names)s"), 2: _("Sheriff twice: %(names)s")}
    more = _("Sheriff %(num)s times: %(names)s", num=count, names="%(names)s")
    return say(often.get(count, more), names=words.names(seats))


def _of_deputies(words: Words, count: int, seats: Sequence[int]) -> Markup:
    if not count:
        never = ngettext(
            "%(names)s was never Deputy", "%(names)s were never Deputies", len(seats), names="%(names)s"
        )
        return say(never, names=words.names(seats))
    often = {1: _("Deputy once: %(names)s"), 2: _("Deputy twice: %(names)s")}
    more = _("Deputy %(num)s times: %(names)s", num=count, names="%(names)s")
    return say(often.get(count, more), names=words.names(seats))
