"""What a bag page shows of deals, and of debts that goods pay."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.rights import Recording
from companion.rules.sheriff import debts
from companion.rules.sheriff.bags import Deal, Decision, Promise
from companion.rules.sheriff.deals import choices, is_bribe, promisable
from companion.rules.sheriff.debts import Debt, OpenDebt
from companion.rules.sheriff.decide import Outcome
from companion.rules.sheriff.deciding import AskPayer, Decide
from companion.rules.sheriff.game import OPENED, Game
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.refusals import DealWithOneself, GoldOnTheTable, PurseTooSmall
from companion.web.http.language import LANGUAGES, ngettext, spoken
from companion.web.http.language import gettext as _
from companion.web.parts import Choice, Seat, say, seat_of, seats_of
from companion.web.sheriff.bag_form import BagForm, gives, used
from companion.web.sheriff.deal_form import EITHER, OTHER, UNNAMED, Owed, usual_receiver, wants_deputy
from companion.web.sheriff.stocks import Tally, tallies
from companion.web.sheriff.table import PhoneContext
from companion.web.sheriff.talk_words import things_of
from companion.web.sheriff.words import (
    Words,
    amounts_in,
    cards,
    gives_next,
    lets_pass,
    opens_nobody,
    pays_next,
)

MOST_USED = 3
"""How many promises of the evening are offered again."""
GOLD_NEXT = (5, 10)
"""Amounts that are promised with a tap; any other is typed."""


@dataclass(frozen=True, slots=True)
class Gift:
    """The text beside an amount of gold: who gives it to whom, or what to choose first; and the giver's
    purse, or why it cannot be given.
    """

    sides: Markup | str
    purse: Markup | str = ""
    refused: Markup | str = ""


@dataclass(frozen=True, slots=True)
class NextRound:
    """The usual promises of what the giver will have in the next round: `giver` begins the sentence, a tap
    adds an amount of `gold` or `goods`; the words of any other amount are made of `one` or `many`, and
    `typed` is that amount.
    """

    giver: Markup
    gold: Mapping[int, str]
    goods: Mapping[str, str]
    one: str
    many: str
    typed: int | None


@dataclass(frozen=True, slots=True)
class DealFields:
    """One deal's fields. `opening` are the parts to show: "to", "goods", "promising". Only the merchant has
    cards out of the `bag`. `receivers` is empty if the receiver stays. `promises` are offered for a tap, and
    those of the `next_round`. What is `shared` lies in the Booty first (E8).
    """

    index: int
    giver: int
    receiver: int | None
    gold: str
    gift: Gift
    promise: str
    promises: tuple[str, ...]
    next_round: NextRound | None
    opening: tuple[str, ...]
    stand: tuple[Tally, ...]
    bag: tuple[Tally, ...]
    receivers: tuple[Seat, ...] = ()
    decisions: tuple[Choice, ...] = ()
    decision: str = ""
    shared: bool = False


def deal_fields(  # noqa: PLR0913 - what one deal depends on
    game: Game,
    merchant: int,
    deal: Deal,
    index: int = 0,
    *,
    asked: frozenset[str] = frozenset(),
    refused: Markup | str = "",
    alone: int | None = None,
    shared: bool | None = False,
) -> DealFields:
    """The fields of one deal over this merchant's bag; only the merchant can give cards out of it. `refused`
    says why the gold cannot be given. One of two Deputies may act `alone` (E11); what is `shared` lies in the
    Booty first, if None only if the bag passes (E8).
    """
    usual = usual_receiver(game, merchant, deal.giver, alone)
    wants = wants_deputy(game, deal, alone)
    is_open = UNNAMED in asked and alone is None and deal.receiver in game.deputies
    receiver = None if wants and is_open else deal.receiver
    parts = {
        "to": wants or deal.receiver != usual,
        "goods": bool(deal.bag),
        "promising": bool(deal.promise),
    }
    return DealFields(
        index=index,
        giver=deal.giver,
        receiver=receiver,
        gold=str(deal.gold or ""),
        gift=gift(game, deal.giver, deal.receiver, refused, shared=shared, of_two=receiver is None),
        promise=deal.promise,
        promises=tuple(promises_of(game, deal, of_two=is_open)),
        next_round=_next_round(game, deal) if game.round < game.rounds else None,
        opening=tuple(part for part, used in parts.items() if used or part in asked),
        stand=tallies(game, deal.stand, game.stand(deal.giver)),
        bag=tallies(game, deal.bag, promisable(game, merchant, deal.giver)),
        receivers=seats_of(game, game.here),
        decisions=decisions(choices(game, merchant, deal)),
        decision=deal.decision or EITHER,
        shared=bool(shared),
    )


@dataclass(frozen=True, slots=True)
class DealRow:
    """What one player gives over a bag: `said` is all of it in a sentence, "" for nothing yet. Of the `deal`
    one `part` is unfolded, "" for none, and its gift says what else is in it; a tap on the sentence unfolds
    what it `leads` to. What has no field is `carried` along.
    """

    deal: DealFields
    said: Markup | str
    part: str
    leads: str
    carried: tuple[tuple[str, str], ...]


def deal_row(game: Game, merchant: int, deal: Deal, fields: DealFields, part: str) -> DealRow:
    """The row of a deal over this merchant's bag, with what its `fields` show."""
    rest = {
        "gold": replace(deal, gold=0),
        "goods": replace(deal, stand=Goods(), bag=Goods()),
        "promising": replace(deal, promise=""),
    }.get(part, deal)
    besides = _said(game, merchant, rest, fields) if gives(rest) else fields.gift.sides
    return DealRow(
        deal=replace(fields, gift=replace(fields.gift, sides=besides)),
        said=_said(game, merchant, deal, fields) if gives(deal) else "",
        part=part,
        leads=used(deal),
        carried=tuple(_carried(rest, fields, f"deal-{fields.index}-", folded=not part)),
    )


def _said(game: Game, merchant: int, deal: Deal, fields: DealFields) -> Markup:
    """Who gives whom what for which decision, as agreed."""
    words, gives_it = Words(game.seats), _("%(giver)s gives %(receiver)s %(things)s")
    parts: tuple[tuple[str, Deal], ...] = ((gives_it, deal),)
    if fields.shared:  # a promise stays between the two who agreed
        lies, word = replace(deal, promise=""), replace(deal, gold=0, stand=Goods(), bag=Goods())
        parts = ((_("%(giver)s puts %(things)s in the Booty"), lies), (gives_it, word))
    people = {"giver": words.name(deal.giver), "receiver": _gets(game, fields.receiver)}
    said = Markup(", ").join(
        say(sentence, **people, things=things_of(words, part)) for sentence, part in parts if gives(part)
    )
    decision = Decision.PASSES if is_bribe(game, merchant, deal) else deal.decision
    return say(_("%(said)s %(condition)s"), said=said, condition=when(decision))


def _gets(game: Game, receiver: int | None) -> Markup:
    """Who gets something: one of two Deputies, if nobody said which."""
    if receiver is not None:
        return Words(game.seats).name(receiver)
    first, second = map(Words(game.seats).name, game.deputies)
    return say(_("%(first)s or %(second)s"), first=first, second=second)


def _carried(rest: Deal, fields: DealFields, prefix: str, *, folded: bool) -> Iterator[tuple[str, str]]:
    """The hidden fields of what is not unfolded; none of a folded deal in which there is nothing."""
    if folded and not gives(rest):
        return
    yield prefix + "giver", str(rest.giver)
    if rest.gold:
        yield prefix + "gold", str(rest.gold)
    for where, goods in (("stand-", rest.stand), ("bag-", rest.bag)):
        yield from ((prefix + where + word, str(number)) for word, number in goods.items())
    if rest.promise:
        yield prefix + "promise", rest.promise
    if not folded:
        return
    if "to" in fields.opening:
        yield prefix + "to", "1"
        if fields.receiver is not None:
            yield prefix + "receiver", str(fields.receiver)
    if fields.decisions:
        yield prefix + "decision", fields.decision


def gift(  # noqa: PLR0913 - how what is given can be shared
    game: Game,
    giver: int | None,
    receiver: int | None,
    refused: Markup | str = "",
    *,
    shared: bool | None = False,
    of_two: bool = False,
) -> Gift:
    """The text beside an amount of gold; a side that is None is the bank. What two Deputies have `shared`
    lies in the Booty first, if None only if the bag passes (E8). `of_two` if one Deputy gets it and nobody
    said which.
    """
    words = Words(game.seats)
    gets = _gets(game, None) if of_two else words.name(receiver)
    sentence = _("%(giver)s puts in the Booty") if shared else _("%(giver)s gives %(receiver)s")
    if shared is None:
        sentence = _("%(giver)s gives %(receiver)s, or the Booty if it passes")
    sides = say(sentence, giver=words.name(giver), receiver=gets)
    if giver == receiver and not shared:
        refused = words.refusal(DealWithOneself())
    if giver is None or game.options.coins_on_table:
        return Gift(sides, refused=refused)
    gold = game.gold(giver)
    purse = ngettext("%(name)s has %(num)s gold", "%(name)s has %(num)s gold", gold, name="%(name)s")
    return Gift(sides, say(purse, name=words.name(giver)), refused)


def short_of(words: Words, refusal: object, me: int | None) -> Markup | str:
    """Why gold cannot be given, as the player `me` reads it; "" if that is not why something is refused."""
    if isinstance(refusal, Refusal) and isinstance(refusal, PurseTooSmall | GoldOnTheTable):
        return words.refusal(refusal, me)
    return ""


def promises_of(game: Game, deal: Deal, *, of_two: bool) -> Iterator[str]:
    """The promises to choose from: those used this evening, the latest first, then the usual of passing and
    opening. Only a Sheriff or Deputy who gives it promises to open nobody this round, since a broken word is
    its giver's; nobody does over the round's last bag.
    """
    badges = [deal.giver] if deal.giver in game.sheriffs and len(game.waiting) > 1 else []
    receivers = game.sheriffs if of_two else (deal.receiver,)
    usual = tuple(_usual(game, deal.giver, receivers, badges))
    again = _used(game, deal, usual)[:MOST_USED]
    yield from again
    yield from (words for words in usual if words not in again)


def _used(game: Game, deal: Deal, usual: Collection[str]) -> list[str]:
    """What the same two promised before, or others in words that name nobody; of the usual promises only
    those that are still `usual` now.
    """
    words, names = Words(game.seats), [seat.name for seat in game.seats]
    said = dict.fromkeys(
        words.promised(given.giver, given.text)
        for given in reversed(game.promises)
        if (given.giver, given.receiver) == (deal.giver, deal.receiver) or not _names_any(given.text, names)
    )
    return [text for text in said if text in usual or not words.is_usual(text)]


def _names_any(text: str, names: Iterable[str]) -> bool:
    """Whether a promise speaks of anybody at the table by name."""
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) for name in names)


def is_over_with_its_round(game: Game, promise: Promise) -> bool:
    """Whether a promise speaks of its own round alone, in the usual words, and that round is over (I10)."""
    if promise.round >= game.round:
        return False
    return _is_one_of(promise, lambda: _of_the_round(game, range(len(game.seats))))


def is_about_later(game: Game, promise: Promise) -> bool:
    """Whether a promise speaks, in the usual words, of what is still to come: a turn of its giver as Sheriff,
    or the goods or gold of the next round (I10).
    """
    giver, people = game.seats[promise.giver].name, [seat.name for seat in game.seats]
    if promise.giver not in game.sheriffs and _is_one_of(
        promise, lambda: [lets_pass(giver, name) for name in people]
    ):
        return True
    if promise.round < game.round:
        return False
    gold = amounts_in(promise.text)
    return _is_one_of(promise, lambda: [*_gold_of(giver, gold).values(), *_goods_of(giver, game).values()])


def is_due_on(game: Game, promise: Promise, merchant: int) -> bool:
    """Whether a promise is about the decision on this merchant's bag: as its words say, if they are usual,
    else if the Sheriff made it, or the merchant did to the Sheriff (I10).
    """
    if bags := bags_of(game, promise):
        return merchant in bags
    return promise.giver in game.sheriffs or (promise.giver == merchant and promise.receiver in game.sheriffs)


def is_decided_against(game: Game, promise: Promise) -> bool:
    """Whether a bag was opened this round although this promise, in the usual words, lets it pass (I10)."""
    return any(game.done.get(merchant) == OPENED for merchant in bags_of(game, promise))


def bags_of(game: Game, promise: Promise) -> tuple[int, ...]:
    """The merchants whose bags a Sheriff of this round lets pass by a promise in the usual words."""
    sheriffs = [game.seats[seat].name for seat in game.sheriffs]
    if promise.round == game.round and _is_one_of(promise, lambda: [*map(opens_nobody, sheriffs)]):
        return game.merchants

    def spares(seat: int) -> bool:
        return _is_one_of(promise, lambda: [lets_pass(one, game.seats[seat].name) for one in sheriffs])

    return tuple(filter(spares, game.here))


def _is_one_of(promise: Promise, usual: Callable[[], Collection[str]]) -> bool:
    """Whether a promise is one of the `usual` ones, whichever language it was written in."""
    for language in LANGUAGES:
        with spoken(language):
            if promise.text in usual():
                return True
    return False


def _of_the_round(game: Game, badges: Iterable[int]) -> tuple[str, ...]:
    return tuple(opens_nobody(game.seats[seat].name) for seat in badges)


def _usual(game: Game, giving: int, receiving: Iterable[int], badges: Iterable[int]) -> Iterator[str]:
    """The usual promises that can be kept: whoever lets somebody pass has the badge, or still gets it."""
    to_come = game.here * (game.round < game.rounds) if game.draws_pairs else game.badge_order
    others = receiving if giving in {*game.sheriffs, *to_come} else ()
    yield from (lets_pass(game.seats[giving].name, game.seats[seat].name) for seat in others)
    yield from _of_the_round(game, badges)


def _next_round(game: Game, deal: Deal) -> NextRound:
    """The usual promises of the next round that can be kept: whoever is to bring goods has a bag in it."""
    giver = game.seats[deal.giver].name
    packs = game.draws_pairs or deal.giver != game.badge_order[0]
    typed = [
        gold
        for gold, words in _gold_of(giver, amounts_in(deal.promise)).items()
        if gold not in GOLD_NEXT and words == deal.promise
    ]
    return NextRound(
        giver=Words(game.seats).name(deal.giver),
        gold=_gold_of(giver, GOLD_NEXT),
        goods=_goods_of(giver, game) if packs else {},
        one=pays_next(giver, 1, "{number}"),
        many=pays_next(giver, 2, "{number}"),
        typed=typed[0] if typed else None,
    )


def _gold_of(giver: str, amounts: Iterable[int]) -> dict[int, str]:
    return {gold: pays_next(giver, gold) for gold in amounts}


def _goods_of(giver: str, game: Game) -> dict[str, str]:
    return {good: gives_next(giver, good) for good in game.legal_goods}


def when(decision: Decision | None) -> str:
    """For which decision something is given."""
    labels = {
        None: _("either way"),
        Decision.PASSES: _("if it passes"),
        Decision.OPENS: _("if it is opened"),
    }
    return labels[decision]


def decisions(possible: Iterable[Decision | None] = (None, *Decision)) -> tuple[Choice, ...]:
    """The choices for the decision that a deal is for."""
    return tuple(Choice(decision or EITHER, when(decision)) for decision in possible)


@dataclass(frozen=True, slots=True)
class DebtPanel:
    """Somebody who is short, or may be where the table keeps its coins and `coins` is None, for
    sheriff/bag/_debt.html. The names of its fields begin with the `prefix`. Without a `creditor` the debt is
    to the Booty (E10). `basis` names the debt that the choice was made for; `goods` may pay, and all go if
    they are `all_goods`; their numbers are the proposal or the choice, `chosen` in words, `covered` what it
    is worth, `paid` how far that goes. `missing` is what only cards still face down can pay. `surplus` names
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
        """Whether somebody is short, as far as is known."""
        return self.coins is not None or bool(self.covered)


def debt_panels(
    game: Game, form: BagForm, owes: Iterable[OpenDebt | None], outcome: Outcome
) -> tuple[DebtPanel, ...]:
    """A panel for each payer who is short: one, or both Deputies (E9)."""
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
    """The debtors whom the holder of these seats has to ask which goods go."""
    return frozenset(panel.debtor.number for panel in panels if asks_debtor(panel, own))


def can_ask(game: Game, phone: PhoneContext, form: BagForm, panels: tuple[DebtPanel, ...]) -> bool:
    """Whether the sheet of a bag declared by phone can leave the choice to the debtor's own phone: not with
    deals that nobody accepted on a phone or a fine by law, which would be lost, and not if two owe (E9).
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
    opens = Decide(merchant, Decision.OPENS, "", form.alone).may(game, phone.talk) is None
    return is_said and opens and phone.permit.why_silent(phone.talk, AskPayer(merchant)) is None
