"""Events as sentences: what the log says, and what the hands do after an entry."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from companion.rules import events
from companion.rules.bags import Deal
from companion.rules.game import Game
from companion.rules.goods import FACE_DOWN, Goods
from companion.rules.ledger import Move, Place
from companion.rules.refusals import Refusal
from companion.rules.table import Seat
from companion.web.glossary import GOODS, cards_of, good_name
from companion.web.language import gettext as _
from companion.web.language import listed, ngettext

KEPT = 256  # tables whose names are kept as they are written


@dataclass(frozen=True, slots=True)
class Hand:
    """One thing the hands do: `what` is stand, discard, gold, hand or back."""

    what: str
    sentence: Markup


def say(sentence: str, /, **values: object) -> Markup:
    """A translated sentence with its values escaped."""
    return Markup(sentence) % values  # noqa: S704 - sentences come from the catalogue, values are escaped


def named(seat: Seat) -> Markup:
    """A player's name in a sentence, whatever direction it is written in."""
    return Markup("<bdi>{}</bdi>").format(seat.name)


def cards(goods: Mapping[str, int]) -> str:
    """Goods as a list in a sentence: 1 apple, 2 mead."""
    return listed([cards_of(word, number) for word, number in goods.items()])


def card_by_card(lines: Iterable[events.FineLine]) -> str:
    """A fine card by card, as on the table: cheese 2, mead 4, mead 4; one good alone in one breath."""
    lines = tuple(lines)
    if len(lines) == 1 and lines[0].count > 1:
        return _("%(cards)s at %(each)s", cards=cards_of(lines[0].what, lines[0].count), each=lines[0].each)
    return ", ".join(f"{good_name(line.what, 1)} {line.each}" for line in lines for _ in range(line.count))


@lru_cache(KEPT)
def _names(seats: tuple[Seat, ...]) -> tuple[Markup, ...]:
    return tuple(named(seat) for seat in seats)


class Words:
    """Says what happened at one table; the names of its seats never change."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self._names = _names(seats)

    def name(self, seat: int | None) -> Markup:
        """A player's name; nobody is the bank."""
        return escape(_("the bank")) if seat is None else self._names[seat]

    def names(self, seats: Iterable[int]) -> Markup:
        """Several players in a sentence."""
        return Markup(listed([self._names[seat] for seat in seats]))  # noqa: S704 - names are escaped

    def sentence(self, event: events.Event) -> Markup:  # noqa: C901, PLR0911, PLR0912 - one sentence per event
        """What happened, in one sentence."""
        match event:
            case events.TableOpened():
                drawn = _("The table opens. %(name)s is drawn as Sheriff.")
                chosen = _("The table opens. %(name)s is Sheriff.")
                return say(drawn if event.drawn else chosen, name=self.name(event.sheriff))
            case events.SheetCounted():
                return say(
                    _("Counted from a sheet. %(outcome)s"), outcome=self._outcome(event.result.winners)
                )
            case events.BagPassed():
                return self._passed(event)
            case events.BagOpened():
                return self._opened(event)
            case events.SatOut(merchant):
                return say(_("%(name)s sits this round out."), name=self.name(merchant))
            case events.BadgePassed(sheriff, number):
                return say(
                    _("Round %(round)s: the badge goes to %(name)s."), round=number, name=self.name(sheriff)
                )
            case events.CountBegun(early=early):
                return say(_("The game ends here.") if early else _("The last round is over."))
            case events.Paid():
                return self._paid(event)
            case events.PlayerLeft():
                return self._left(event)
            case events.RoundsSet(rounds):
                return say(
                    ngettext("The game lasts %(num)s round.", "The game lasts %(num)s rounds.", rounds)
                )
            case events.ContrabandRevealed(seat, goods):
                return say(_("%(name)s turns over: %(cards)s."), name=self.name(seat), cards=cards(goods))
            case events.StandChecked(seat, moves=moves):
                mended = _("%(name)s’s stand was mended by the real cards.")
                return say(mended if moves else _("%(name)s’s stand is right."), name=self.name(seat))
            case events.GoldCounted(seat, gold):
                return say(_("%(name)s has %(gold)s gold."), name=self.name(seat), gold=gold)
            case events.PlatesChosen(seat, goods):
                return say(
                    _("%(name)s’s Feast Plates become: %(goods)s."),
                    name=self.name(seat),
                    goods=listed([good_name(word) for word in goods]),
                )
            case events.CountClosed(result):
                return self._outcome(result.winners)
            case events.TakenBack(seq):
                return say(_("Entry %(number)s taken back."), number=seq)
            case events.EntryCorrected():
                return say(
                    _("Entry %(number)s corrected: %(sentence)s"),
                    number=event.seq,
                    sentence=self.sentence(event.now),
                ) + self._because(event.reason)

    def refusal(self, refusal: Refusal) -> Markup:
        """Why not, with names and goods as the table calls them."""
        return say(
            _(refusal.sentence), **{key: self._value(key, value) for key, value in refusal.values.items()}
        )

    def _value(self, key: str, value: object) -> object:
        match key, value:
            case "player", int(seat):
                return self.name(seat)
            case "players", tuple(seats):
                return self.names(seats)
            case "good", str(word) if word in GOODS:
                return good_name(word)
            case _:
                return value

    def hands(self, event: events.Event) -> tuple[Hand, ...]:
        """What the hands do after an entry: cards to stands and piles, and who pays whom."""
        match event:
            case events.BagPassed():
                return (*self._dealt(event.deals), *self._brought(event.moves), *self._raided(event))
            case events.BagOpened():
                return (*self._dealt(event.deals), *self._shown(event), *self._fined(event))
            case _:
                return ()

    def _passed(self, event: events.BagPassed) -> Markup:
        declared = cards_of(event.declaration.good, event.declaration.number)
        if event.contents == {event.declaration.good: event.declaration.number}:
            said = say(_("%(name)s’s bag passed: %(cards)s."), name=self.name(event.merchant), cards=declared)
        else:
            said = say(
                _("%(name)s’s bag, declared %(declared)s, passed: %(cards)s."),
                name=self.name(event.merchant),
                declared=declared,
                cards=cards(event.contents),
            )
        return said + self._deals(event.deals)

    def _opened(self, event: events.BagOpened) -> Markup:
        honest = event.fine.payer != event.merchant
        true = _("%(name)s’s bag opened, true: %(declared)s. %(payer)s pays %(receiver)s %(amount)s.")
        false = _(
            "%(name)s’s bag opened, declared %(declared)s: %(payer)s pays %(receiver)s %(amount)s (%(fine)s)."
        )
        said = say(
            true if honest else false,
            name=self.name(event.merchant),
            declared=cards_of(event.declaration.good, event.declaration.number),
            payer=self.name(event.fine.payer),
            receiver=self.name(event.fine.receiver),
            amount=event.fine.amount,
            fine=card_by_card(event.fine.lines),
        )
        return said + self._debt(event.debt) + self._deals(event.deals)

    def _debt(self, debt: events.Debt | None) -> Markup:
        if debt is None:
            return Markup()
        handed = cards(debt.handed) or _("no goods")
        paid = say(" " + _("Paid with %(coins)s gold and %(cards)s."), coins=debt.coins, cards=handed)
        return paid + (
            say(" " + _("%(rest)s is forgiven."), rest=debt.forgiven) if debt.forgiven else Markup()
        )

    def deal(self, deal: Deal) -> Markup:
        """What one player gives another over a bag, and what they agreed; either may have promised."""
        gold = [ngettext("%(num)s gold", "%(num)s gold", deal.gold)] if deal.gold else []
        goods = [cards_of(word, number) for word, number in deal.stand.items()]
        from_bag = [say(_("%(cards)s from the bag"), cards=cards(deal.bag))] if deal.bag else []
        people = {"giver": self.name(deal.giver), "receiver": self.name(deal.receiver)}
        things = Markup(listed([escape(thing) for thing in (*gold, *goods, *from_bag)]))  # noqa: S704
        gives = say(_("%(giver)s gives %(receiver)s %(things)s."), **people, things=things) if things else ""
        agreed = self.promise(deal.giver, deal.receiver, deal.promise) if deal.promise else ""
        return Markup(" ").join(filter(None, (gives, agreed)))

    def promise(self, giver: int, receiver: int, words: str) -> Markup:
        """What was agreed with a deal."""
        sentence = _("%(giver)s and %(receiver)s agreed: “%(promise)s”.")
        return say(sentence, giver=self.name(giver), receiver=self.name(receiver), promise=words)

    def _deals(self, deals: Iterable[Deal]) -> Markup:
        return Markup().join(Markup(" ") + self.deal(deal) for deal in deals)

    def _paid(self, event: events.Paid) -> Markup:
        gold = [ngettext("%(num)s gold", "%(num)s gold", event.gold)] if event.gold else []
        said = say(
            _("%(giver)s gives %(receiver)s %(things)s."),
            giver=self.name(event.giver),
            receiver=self.name(event.receiver),
            things=listed(gold + [cards_of(word, number) for word, number in event.goods.items()]),
        )
        return said + self._because(event.reason)

    def _left(self, event: events.PlayerLeft) -> Markup:
        stays = _("%(name)s goes home; purse and stand stay in the count.")
        gone = _("%(name)s goes home; gold and goods go back to the box.")
        return say(stays if event.counts else gone, name=self.name(event.seat))

    def _because(self, reason: str) -> Markup:
        return (
            say(" " + _("(%(reason)s)"), reason=Markup("<bdi>{}</bdi>").format(reason))
            if reason
            else Markup()
        )

    def _outcome(self, winners: tuple[int, ...]) -> Markup:
        return say(
            ngettext("%(names)s wins.", "%(names)s share the victory.", len(winners), names="%(names)s"),
            names=self.names(winners),
        )

    def _dealt(self, deals: Iterable[Deal]) -> Iterable[Hand]:
        for deal in deals:
            yield Hand("gold", self.deal(deal))

    def _brought(self, moves: Iterable[Move]) -> Iterable[Hand]:
        """Cards out of the bag, for each stand they go to: open ones, then those face down."""
        goods: dict[int, Goods] = {}
        for move in moves:
            if move.source.place is Place.BOX and move.target.seat is not None:
                goods[move.target.seat] = goods.get(move.target.seat, Goods()) + {move.what: move.amount}
        for seat, brought in goods.items():
            yield from self._to_stand(seat, brought)

    def _to_stand(self, seat: int, goods: Goods) -> Iterable[Hand]:
        hidden = goods.get(FACE_DOWN, 0)
        shown = goods - {FACE_DOWN: hidden}
        if shown:
            sentence = _("%(cards)s to %(name)s’s stand")
            yield Hand("stand", say(sentence, cards=cards(shown), name=self.name(seat)))
        if hidden:
            sentence = ngettext(
                "%(num)s card face down to %(name)s’s stand",
                "%(num)s cards face down to %(name)s’s stand",
                hidden,
                name="%(name)s",
            )
            yield Hand("back", say(sentence, name=self.name(seat)))

    def _raided(self, event: events.BagPassed) -> Iterable[Hand]:
        for raid in event.raids:
            sentence = _("Brimstone Oil and %(cards)s of %(name)s to a discard pile")
            yield Hand(
                "discard", say(sentence, cards=cards_of(raid.good, raid.count), name=self.name(raid.victim))
            )

    def _shown(self, event: events.BagOpened) -> Iterable[Hand]:
        yield from self._to_stand(event.merchant, event.let_in)
        if event.confiscated:
            yield Hand("discard", say(_("%(cards)s to a discard pile"), cards=cards(event.confiscated)))
        if event.to_hand:
            sentence = _("%(cards)s to the hand of %(name)s")
            yield Hand("hand", say(sentence, cards=cards(event.to_hand), name=self.name(event.sheriff)))

    def _fined(self, event: events.BagOpened) -> Iterable[Hand]:
        payer, receiver = self.name(event.fine.payer), self.name(event.fine.receiver)
        coins = event.fine.amount if event.debt is None else event.debt.coins
        if coins:
            sentence = _("%(payer)s pays %(receiver)s %(amount)s")
            yield Hand("gold", say(sentence, payer=payer, receiver=receiver, amount=coins))
        if event.debt is not None and event.debt.handed:
            kept = _("%(cards)s from %(payer)s’s stand to %(receiver)s’s")
            dropped = _("%(cards)s from %(payer)s’s stand to a discard pile")
            sentence = dropped if event.debt.discarded else kept
            yield Hand("stand", say(sentence, cards=cards(event.debt.handed), payer=payer, receiver=receiver))
        if event.debt is not None and event.debt.forgiven:
            yield Hand("gold", say(_("%(rest)s is forgiven."), rest=event.debt.forgiven))


def changes(words: Words, before: Game, after: Game) -> tuple[Markup, ...]:
    """What an entry changed for each player it touched: gold from so many to so many, goods more or fewer."""
    lines = []
    for seat in range(len(after.seats)):
        gold = (before.gold(seat), after.gold(seat))
        if gold[0] != gold[1]:
            sentence = _("%(name)s: %(before)s → %(after)s gold")
            lines.append(say(sentence, name=words.name(seat), before=gold[0], after=gold[1]))
        was, now = before.stand(seat), after.stand(seat)
        for goods, sign in ((now - now.overlap(was), "+"), (was - was.overlap(now), "−")):
            if goods:
                sentence = _("%(name)s’s stand: %(sign)s %(cards)s")
                lines.append(say(sentence, name=words.name(seat), sign=sign, cards=cards(goods)))
    return tuple(lines)
