"""What is shown under a form before it is booked: the outcome that the rules give, in sentences."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from markupsafe import Markup, escape

from companion.rules.ledger import Goods
from companion.rules.refusals import NothingMoved, Refusal
from companion.rules.sheriff.bags import Deal, Decision
from companion.rules.sheriff.deals import binds, is_bribe
from companion.rules.sheriff.debts import Debt, Fine, OpenDebt, coins_of
from companion.rules.sheriff.decide import Outcome, preview
from companion.rules.sheriff.game import EntryCorrected, Game
from companion.rules.sheriff.opened import BagOpened, OpenBag, fines_of, open_debts
from companion.rules.sheriff.passed import BagPassed, PassBag
from companion.rules.sheriff.refusals import BribeMeansPass, ContentsMismatch
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.parts import say
from companion.web.sheriff.bag_form import BagForm, bag_field, with_debts, without_bribe, without_deputy
from companion.web.sheriff.deal import DebtPanel, debt_panels
from companion.web.sheriff.hands import are_equal_halves, hands, in_coins, owed, pay_half_each, pays_fine
from companion.web.sheriff.words import Words, cards, things

LONGEST_BRIEF = 40
MOST_IN_A_BUTTON = 45
"""How many letters make three lines of a deciding button on the smallest phone."""
# A comma between two amounts would make one decimal number of them.
PART = Markup(" · ")
Booked = Callable[[PassBag | OpenBag], Outcome]
"""What booking the bag of a form would lead to."""


@dataclass(frozen=True, slots=True)
class Sum:
    """What booking would do, before it is booked; nothing while the form still `wants` something. `passes`
    and `opens` are a line under each button, as declared. `mismatch` counts the cards given if that is not
    the declared number. A lie is `untold` while its cards are the declared ones. It is
    `refused` if its lines say why it cannot be booked. `beside` are sentences
    beside fields that cannot be booked so; `may_pass` and `may_open` say whether those buttons lead anywhere,
    as declared. `bribe` is said if one that is only typed rules out opening (I7): then opening takes it out,
    and its sums are without it. `promised` if more was promised out of the bag than was declared, so that
    somebody has to say what was there (I8). `anew` says that a correction undoes how a Booty was shared.
    """

    wants: Markup | str = ""
    lines: tuple[Markup, ...] = ()
    passes: Markup | str = ""
    opens: Markup | str = ""
    mismatch: int | None = None
    debts: tuple[DebtPanel, ...] = ()
    beside: Mapping[str, Markup] = field(default_factory=dict)
    may_pass: bool = True
    may_open: bool = True
    bribe: Markup | str = ""
    promised: bool = False
    anew: tuple[Markup, ...] = ()
    untold: bool = False
    refused: bool = False

    @property
    def long(self) -> dict[str, Markup | str]:
        """What a button cuts short, by the button: it is said in full above them."""
        said = {"passes": self.passes, "opens": self.opens}
        return {what: text for what, text in said.items() if len(_plain(text)) > MOST_IN_A_BUTTON}


def sum_of(words: Words, game: Game, form: BagForm, booked: Booked | None = None) -> Sum:
    """The sum of a form as it is now. It is decided on this game; `booked` gives the outcome if booking leads
    to something else, as a correction does: that may speak of players who came later, so `words` know all.
    """
    if not form.good:
        return Sum(wants=_("which good?") if form.number else _("which good, how many?"))
    if not form.number:
        return Sum(wants=_("how many?"))
    asked = booked or partial(preview, game)
    bribe, refused = _bribe(words, game, form), without_bribe(game, form)
    whose = {decision: _whose(words, game, form, decision) for decision in Decision}
    if not form.contents:
        passing = form.pass_command()
        opening = with_debts(game, refused if bribe else form, ()).open_command()
        passed, opened = asked(passing), asked(opening)
        missing = Goods() if booked else form.missing
        asks = _("Promised: %(cards)s. What was in it?", cards=cards(missing))
        opens = whose[Decision.OPENS] or in_brief(words, game, opened, opening)
        may_open = not (whose[Decision.OPENS] or isinstance(opened, Refusal))
        if bribe and may_open:
            opens = say(_("bribe refused: %(said)s"), said=opens)
        elif may_open and opens and not booked:
            # Nobody has looked yet: a fine for the Sheriff is what an honest bag would bring.
            opens = say(_("if honest: %(said)s"), said=opens)
        return Sum(
            passes=whose[Decision.PASSES] or (asks if missing else in_brief(words, game, passed, passing)),
            opens=opens,
            beside=_beside(words, form, passed, opened),
            may_pass=not (whose[Decision.PASSES] or isinstance(passed, Refusal)),
            may_open=may_open,
            bribe=bribe,
            promised=bool(missing),
        )
    is_opened = form.contents == "opened"
    asks_whom = whose[Decision.OPENS if is_opened else Decision.PASSES]
    if wants := _("which cards were in it?") if form.is_untold else asks_whom:
        return Sum(wants=wants, untold=form.is_untold, bribe=bribe)
    form = refused if bribe and is_opened else form
    owes = open_debts(game, form.open_command()) if is_opened else ()
    drawn = with_debts(game, form, owes)
    command = drawn.open_command() if is_opened else drawn.pass_command()
    outcome = asked(command)
    if isinstance(outcome, ContentsMismatch):
        return Sum(mismatch=outcome.found, bribe=bribe)
    decided = preview(game, command) if booked else outcome
    anew = tuple(words.halved(outcome)) if isinstance(outcome, EntryCorrected) else ()
    return Sum(
        lines=tuple(line for line in lines(words, outcome) if line not in anew),
        anew=anew,
        debts=debt_panels(game, drawn, owes, decided),
        beside=_beside(words, form, outcome),
        bribe=bribe,
        refused=isinstance(outcome, Refusal),
    )


def _whose(words: Words, game: Game, form: BagForm, decision: Decision) -> Markup | str:
    """What is said while a deal does not say which Deputy gets it if this is decided; "" if all do."""
    at = without_deputy(game, form, decision)
    if at is None:
        return ""
    return say(_("which Deputy gets %(giver)s’s?"), giver=words.name(form.deals[at].giver))


def _bribe(words: Words, game: Game, form: BagForm) -> Markup | str:
    """What is said where a bribe that is only typed rules out opening the bag, or is not given to the Deputy
    who leaves that to the other; "" if none is (I7, E11).
    """
    agreed = binds(game, form.merchant, form.agreed, form.alone)
    if agreed or not any(is_bribe(game, form.merchant, deal) for deal in form.given):
        return ""
    return say(_("If %(name)s’s bribe was refused:"), name=words.name(form.merchant))


def _beside(words: Words, form: BagForm, *outcomes: Outcome) -> dict[str, Markup]:
    """The refusals in sentences, each by the field that it is about."""
    refusals = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
    return {bag_field(refusal, form): words.refusal(refusal) for refusal in reversed(refusals)}


def lines(words: Words, outcome: Outcome) -> tuple[Markup, ...]:
    """The outcome of an action, sentence by sentence; for a correction only the difference."""
    match outcome:
        case Refusal():
            return (_why_not(words, outcome),)
        case OpenDebt():
            return (owed(words, outcome.fine),)
        case _:
            return tuple(words.report(outcome).foretold())


def _why_not(words: Words, refusal: Refusal) -> Markup:
    match refusal:
        case NothingMoved():
            return escape(_("Nothing changes."))
        case BribeMeansPass(player):
            sentence = _("%(name)s’s bribe was accepted, so the bag passes.")
            return say(sentence, name=words.name(player))
        case _:
            return words.refusal(refusal)


def in_brief(words: Words, game: Game, outcome: Outcome, bag: PassBag | OpenBag) -> Markup:
    """An outcome in one line, short enough for a button: what was bargained for before what was declared."""
    given = partial(_given, words, bag.merchant)
    match outcome:
        case BagPassed():
            dealt = {"gold", "promise"}
            brought = (hand.sentence for hand in hands(words, outcome) if hand.what not in dealt)
            return Markup(", ").join((*given(outcome.delivered(), outcome.together), *brought))
        case BagOpened():
            return PART.join((_paid(words, outcome), *given(outcome.deals)))
        case OpenDebt() if isinstance(bag, OpenBag):
            return PART.join((*_owing(words, fines_of(game, bag)), *given(bag.deals)))
        case BribeMeansPass():
            return escape(_("not while the bribe stands"))
        case EntryCorrected() if outcome.halved:
            undone = {*words.halved(outcome)}
            others = (hand.sentence for hand in hands(words, outcome) if hand.sentence not in undone)
            return PART.join((escape(_("the Booty is shared in halves")), *others))
        case _:
            return PART.join(lines(words, outcome))


def _owing(words: Words, fines: Sequence[tuple[Fine, OpenDebt | None]]) -> Iterator[Markup]:
    """What each has to pay, and who is short of it; what two are short of alike is said once (E9)."""
    short = [fine for fine, debt in fines if debt]
    if are_equal_halves(short):
        yield say(_("%(sentence)s, and are short"), sentence=pay_half_each(words, short))
        return
    for fine, debt in fines:
        paid = pays_fine(words, fine, fine.amount)
        yield say(_("%(sentence)s, and is short"), sentence=paid) if debt else paid


def _paid(words: Words, event: BagOpened) -> Markup:
    if are_equal_halves(in_coins(event)):
        return pay_half_each(words, in_coins(event))
    return PART.join(_paid_of(words, fine, debt) for fine, debt in event.fines)


def _paid_of(words: Words, fine: Fine, debt: Debt | None) -> Markup:
    paid = pays_fine(words, fine, coins_of(fine, debt))
    if debt is None:
        return paid
    return say(_("%(sentence)s; %(rest)s is forgiven"), sentence=paid, rest=debt.forgiven)


def _given(
    words: Words, merchant: int, deals: Iterable[Deal], shared: Container[int] = ()
) -> Iterator[Markup]:
    """What deals over a merchant's bag move out of stands and purses, and then what they promise, short
    enough for a button; what others give names them. What is for those in `shared` lies in the Booty (E8).
    """
    dealt = tuple(deals)
    pooled = [deal for deal in dealt if deal.receiver in shared]
    gold, goods = sum(deal.gold for deal in pooled), sum((deal.stand for deal in pooled), Goods())
    if gold or goods:
        yield say(_("%(things)s to the Booty"), things=things(gold, goods))
    for deal in dealt:
        giver, receiver = words.name(deal.giver), words.name(deal.receiver)
        if deal.receiver in shared:
            continue
        if deal.stand:
            yield say(_("%(cards)s to %(name)s’s stand"), cards=cards(deal.stand), name=receiver)
        if deal.gold and deal.giver != merchant:
            sentence = ngettext(
                "%(num)s gold to %(name)s from %(giver)s",
                "%(num)s gold to %(name)s from %(giver)s",
                deal.gold,
                giver="%(giver)s",
                name="%(name)s",
            )
            yield say(sentence, giver=giver, name=receiver)
        elif deal.gold:
            sentence = ngettext(
                "%(num)s gold to %(name)s", "%(num)s gold to %(name)s", deal.gold, name="%(name)s"
            )
            yield say(sentence, name=receiver)
    for deal in dealt:
        if deal.promise:
            promise = words.promised(deal.giver, deal.promise)
            yield escape(_("“%(promise)s”", promise=_short(promise)))


def _plain(text: Markup | str) -> str:
    return text.striptags() if isinstance(text, Markup) else text


def _short(promise: str) -> str:
    """As much of a promise as a button has room for."""
    return promise if len(promise) <= LONGEST_BRIEF else promise[: LONGEST_BRIEF - 1] + "…"
