"""A bag that was declared, before the Sheriff decides, and while its cards lie on the table."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup, escape

from companion.rules.kinds import Step
from companion.rules.refusals import Refusal
from companion.rules.rights import Recording
from companion.rules.sheriff import deciding
from companion.rules.sheriff.bags import Deal, Decision
from companion.rules.sheriff.debts import OpenDebt
from companion.rules.sheriff.decide import preview
from companion.rules.sheriff.deciding import Decide, DecideAgain
from companion.rules.sheriff.deputies import acting, on_booty
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.proposals import decided_alone, due, unanswered
from companion.rules.sheriff.talk import Talk, decision_of
from companion.web.http.language import gettext as _
from companion.web.parts import Choice, Link, Seat, link, say, seat_of
from companion.web.sheriff.glossary import cards_of
from companion.web.sheriff.offers import Price, price_over
from companion.web.sheriff.stocks import BOTH, Card, key_of_bag, shown_cards, who_acts
from companion.web.sheriff.sums import in_brief
from companion.web.sheriff.table import PhoneContext
from companion.web.sheriff.talk_words import agreed, decided, inside, things_of, who_must_agree, without
from companion.web.sheriff.tug import Tug, tug_over
from companion.web.sheriff.words import Words


@dataclass(frozen=True, slots=True)
class Choosing:
    """The Sheriff's two buttons: `passes` and `opens` name what each is decided on, and nothing else, or that
    the one offer for passing is not accepted yet; `on` carries along what is decided on. An accepted bribe
    rules out opening (I7): `may_open` says so for each of the choices. `before` says what comes first, and
    `without` what else stays unpaid. `acting` are the choices of which Deputies act (E11), of which both is
    proposed; a button has words for each. A `price` may be named instead. The `tug` is what stands for the
    one and for the other.
    """

    seat: Seat
    on: str
    passes: tuple[Markup, ...]
    opens: tuple[Markup, ...]
    may_open: tuple[bool, ...]
    before: Markup | str
    without: Markup | str = ""
    acting: tuple[Choice, ...] = ()
    price: Price | None = None
    tug: Tug | None = None


@dataclass(frozen=True, slots=True)
class GivenBack:
    """The merchant whose bag can be decided again, what was decided, in `words` or as a `question` where the
    words stand already, and the `button`; `by` a Deputy for whom the other one decided, None by the merchant.
    """

    seat: Seat
    words: Markup
    question: str
    button: Markup | str
    by: int | None = None


@dataclass(frozen=True, slots=True)
class TurnedOver:
    """An opened bag's cards as they lie there, in words and `every` single one. `says` is what booking them
    leads to; `sheet` is where the bag can be filled in differently, and the only way on if they cannot be
    `booked` as they are. If it `asks`, the payer is asked which goods go, on this phone or another one; until
    then this phone `answers` for them, if it may.
    """

    seat: Seat
    cards: Markup
    every: tuple[Card, ...]
    says: Markup
    on: str
    booked: bool
    sheet: Link
    asks: bool = False
    answers: bool = False


@dataclass(frozen=True, slots=True)
class FaceDown:
    """An opened bag whose cards still lie by their backs: how many, and who opens it, in words."""

    seat: Seat
    number: int
    words: Markup


def face_down(game: Game, phone: PhoneContext, merchant: int) -> FaceDown | None:
    """The backs of an opened bag's cards; None once they are turned over, or if it is not opened."""
    number = deciding.faces_down(game, phone.talk, merchant)
    if not number:
        return None
    opens = decided(Words(game.seats), game, phone.talk, merchant, opens=True, me=phone.own_seat)
    return FaceDown(seat_of(game, merchant), number, opens)


def choosing(game: Game, phone: PhoneContext, merchant: int, before: Markup | str) -> Choosing:
    """The buttons for a bag that was declared."""
    beside, words = phone.beside_deputy(game), Words(game.seats)
    choices = who_acts(game, beside)
    acts = tuple(None if choice.value == BOTH else int(choice.value) for choice in choices) or (None,)
    opens = tuple(Decide(merchant, Decision.OPENS, "", alone).may(game, phone.talk) for alone in acts)
    said = partial(_said, game, phone, merchant)
    without_other = {choice.value: choice.label for choice in choices if beside is not None}
    decides = _("%(name)s decides")
    who = tuple(
        "" if alone is None else without_other.get(str(alone)) or say(decides, name=words.name(alone))
        for alone in acts
    )
    passes = _by_each(who, (said(Decision.PASSES, alone) for alone in acts))
    # What a Sheriff asked for is nobody's offer.
    pending = tuple(one for one in unanswered(game, phone.talk, merchant) if not one.demanded)
    of_two, lost = bool(game.deputies), tuple(one for one in pending if one.deal.is_for(Decision.PASSES))
    if len(lost) == 1 and not choices and not due(game, phone.talk, merchant, Decision.PASSES):
        passes = (escape(without(words, lost, of_two=of_two)),)
        pending = () if pending == lost else pending
    return Choosing(
        seat=seat_of(game, merchant),
        on=deciding.words_of(game, phone.talk, merchant),
        passes=passes,
        opens=_by_each(
            who,
            (
                escape(_("not while the bribe stands")) if refusal else said(Decision.OPENS, alone)
                for alone, refusal in zip(acts, opens, strict=True)
            ),
        ),
        may_open=tuple(refusal is None for refusal in opens),
        before=before,
        without=without(words, pending, of_two=of_two),
        acting=choices,
        price=price_over(game, phone, merchant),
        tug=tug_over(game, phone.talk, merchant, phone.own_seat),
    )


def turned_over(game: Game, phone: PhoneContext, merchant: int) -> TurnedOver | None:
    """The cards of an opened bag; None while none are turned over."""
    command = deciding.opening(game, phone.talk, merchant)
    if command is None:
        return None
    outcome, words = preview(game, command), Words(game.seats)
    fields = {f"in-{word}": number for word, number in command.contents.items()}
    return TurnedOver(
        seat=seat_of(game, merchant),
        cards=inside(words, merchant, command.contents),
        every=tuple(shown_cards(game, key_of_bag(game, merchant), command.contents)),
        says=in_brief(words, game, outcome, command),
        on=deciding.cards_of(phone.talk, merchant),
        booked=not isinstance(outcome, Refusal | OpenDebt),
        sheet=link("bags.bag", seat=merchant, contents="opened", **fields),
        asks=_asks(game, phone, merchant),
        answers=phone.permit.lets(Step(OpenBag, merchant)),
    )


def _asks(game: Game, phone: PhoneContext, merchant: int) -> bool:
    """Whether one who is short can be asked which goods go (D2): here, or on an awake phone with a choice."""
    debt = deciding.owed(game, phone.talk, merchant)
    if debt is None or phone.permit.recording is Recording.BANK:
        return False
    chooses = bool(debt.missing) or not debt.takes_all
    return debt.fine.payer in phone.me.seats or (chooses and debt.fine.payer in phone.awake)


def stands(game: Game, phone: PhoneContext, merchant: int) -> Markup | str:
    """Tell those who decided, and the bank, whose phone would let them do so again, or ""."""
    decides = phone.me.bank or any(map(phone.speaks_for, game.sheriffs))
    if not decides or _lets_again(phone, merchant):
        return ""
    if DecideAgain(merchant).may(game, phone.talk):
        return ""
    return who_must_agree(Words(game.seats), merchant, on_phone=merchant in phone.phones)


def _lets_again(phone: PhoneContext, merchant: int) -> DecideAgain | None:
    """What this phone says to let this bag be decided again; None if it cannot."""
    asks = (DecideAgain(merchant, by) for by in (None, phone.own_seat))
    return next(filter(phone.says, asks), None)


def given_back(game: Game, phone: PhoneContext) -> GivenBack | None:
    """The bag that this phone can let be decided again; None if there is none."""
    ask = next(filter(None, (_lets_again(phone, seat) for seat in game.waiting)), None)
    if ask is None:
        return None
    words, opens = Words(game.seats), decision_of(phone.talk, ask.merchant) is Decision.OPENS
    actors = words.names(acting(game, decided_alone(game, phone.talk, ask.merchant)))
    merchants = _("A slip of the thumb?"), say(_("Let %(name)s decide again"), name=actors)
    question, button = merchants if ask.said_by is None else (_("Nobody asked you?"), _("I did not agree"))
    said = decided(words, game, phone.talk, ask.merchant, opens=opens, me=phone.own_seat)
    return GivenBack(seat_of(game, ask.merchant), said, question, button, ask.said_by)


def _said(game: Game, phone: PhoneContext, merchant: int, decision: Decision, alone: int | None) -> Markup:
    """Whose declaration it is, and the deals that go with this decision if `alone` acts, or both."""
    words, shared = Words(game.seats), on_booty(game, decision, alone)
    pooled = _pooled(due(game, phone.talk, merchant, decision, alone), shared)
    gets = _("%(name)s gets %(things)s")  # with one alone, who decides may be another than who is paid
    said = (
        say(gets, name=words.name(deal.receiver), things=things_of(words, deal))
        if alone is not None and deal.giver == merchant
        else agreed(words, deal, merchant, shared)
        for deal in pooled
    )
    return _over(words, phone.talk, merchant, *said)


def _over(words: Words, talk: Talk, merchant: int, *deals: Markup) -> Markup:
    """Whose declaration it is, and these deals."""
    declared = talk.declarations[merchant]
    said = Markup(", ").join((escape(cards_of(declared.good, declared.number)), *deals))
    return say(_("%(name)s: %(said)s"), name=words.name(merchant), said=said)


def _pooled(deals: Iterable[Deal], shared: frozenset[int]) -> Iterable[Deal]:
    """The deals, with all gold that one player puts in the Booty as one amount (E8)."""
    gold, others = Counter[int](), list[Deal]()
    for deal in deals:
        if deal.receiver in shared and not (deal.stand or deal.bag or deal.promise):
            gold[deal.giver] += deal.gold
        else:
            others.append(deal)
    return (*(Deal(giver, min(shared), amount) for giver, amount in gold.items()), *others)


def _by_each(who: Iterable[Markup | str], said: Iterable[Markup]) -> tuple[Markup, ...]:
    """The words for each choice, after who acts if that is one alone."""
    return tuple(Markup(" · ").join(filter(None, pair)) for pair in zip(who, said, strict=True))
