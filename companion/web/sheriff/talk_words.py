"""What is said at a table before a bag is booked, as sentences."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from companion.rules.ledger import Goods
from companion.rules.sheriff import deciding, declaring
from companion.rules.sheriff.bags import Deal, Decision, Promise
from companion.rules.sheriff.deals import is_bribe
from companion.rules.sheriff.deputies import acting
from companion.rules.sheriff.game import FACE_DOWN, Game
from companion.rules.sheriff.proposals import decided_alone
from companion.rules.sheriff.talk import Proposal, Talk, proposal_of
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.parts import say, series
from companion.web.sheriff.glossary import cards_of, good_name
from companion.web.sheriff.words import Words, acted, cards

MOST_BESIDE = 24
"""So many letters of what is offered besides gold are two lines beside the smallest phone’s buttons."""


@dataclass(frozen=True, slots=True)
class Brief:
    """A proposal in a line or two: `who` gives, how much `gold`, what `more`, and what for (`rest`)."""

    who: Markup
    gold: int
    more: Markup
    rest: Markup

    @property
    def is_long(self) -> bool:
        """Whether what is offered besides gold needs all of a phone's width, above its buttons."""
        return len(self.more.striptags()) > MOST_BESIDE


def latest(game: Game, talk: Talk, me: int | None = None) -> Markup | None:  # noqa: C901, PLR0911, PLR0912 - a case for each word
    """What was said last, as a sentence to be read out, to the player at the seat `me` if it is about them;
    None if there is nothing, or no longer.
    """
    words, (what, of) = Words(game.seats), talk.latest
    match what:
        case "declared" if of in talk.declarations:
            return Markup(" ").join(_declares(words, talk, seat) for seat in declaring.said_at_once(talk))
        case "unsaid":
            return say(_("%(name)s takes the declaration back."), name=words.name(of))
        case "threatened":
            return threatens(words, game, talk, of, me)
        case "let_be":
            one = _("%(names)s no longer threatens to open a bag.")
            many = _("%(names)s no longer threaten to open a bag.")
            return acted(words, declaring.threatening(game, talk), one, many)
        case "passed" | "opened" | "turned":  # the cards tell what lies in it
            return decided(words, game, talk, of, opens=what != "passed", me=me)
        case "asked" if (payer := deciding.asked_payer(game, talk, of)) is not None:
            mine, theirs = _("You choose the goods."), _("%(name)s chooses the goods.")
            return say(mine if payer == me else theirs, name=words.name(payer))
        case "again":
            mine, theirs = _("%(name)s lets you decide again."), _("%(name)s lets %(sheriff)s decide again.")
            again = mine if me in game.sheriffs else theirs
            return say(again, name=words.name(of), sheriff=words.names(game.sheriffs))
        case "disagreed":
            sentence = _("%(name)s did not agree: %(sheriff)s decide again.")
            return say(sentence, name=words.name(of), sheriff=words.names(game.sheriffs))
        case "nudged":
            mine, theirs = _("Everybody waits for you."), _("Everybody waits for %(name)s.")
            return say(mine if of == me else theirs, name=words.name(of))
        case "kept":
            return say(_("A promise was kept."))
        case "not_kept" | "unmarked":
            return say(_("It is open again whether a promise is kept."))
        case "broken":
            return _broken(words, talk.broken[-1]) if talk.broken else None
        case _:
            proposal = proposal_of(talk, of)
            return _answered(words, what, proposal, me) if proposal else None


def _broken(words: Words, given: Promise) -> Markup:
    """What was promised and whom it was between: what each of them owed is in its words alone."""
    return say(
        _("The promise between %(giver)s and %(receiver)s is broken: “%(promise)s”."),
        giver=words.name(given.giver),
        receiver=words.name(given.receiver),
        promise=words.promised(given.giver, given.text),
    )


def _declares(words: Words, talk: Talk, seat: int) -> Markup:
    said = talk.declarations[seat]
    return say(
        _("%(name)s declares %(cards)s."), name=words.name(seat), cards=cards_of(said.good, said.number)
    )


def _answered(words: Words, what: str, proposal: Proposal, me: int | None) -> Markup:
    """An offer and what became of it, told as their own to its giver and to the player who is asked."""
    answers = {
        "accepted": (_("%(offer)s: accepted."), _("%(name)s accepts your offer: %(things)s.")),
        "refused": (_("%(offer)s: refused."), _("%(name)s refuses your offer: %(things)s.")),
        "reopened": (
            _("%(offer)s: no longer accepted."),
            _("%(name)s no longer accepts your offer: %(things)s."),
        ),
        "withdrawn": (_("%(offer)s: withdrawn."), ""),
    }
    if what not in answers:
        return put(words, proposal, me)
    theirs, mine = answers[what]
    if mine and proposal.maker == me and not proposal.by_receiver:
        return say(mine, name=words.name(proposal.asked), things=things_of(words, proposal.deal))
    return say(theirs, offer=put(words, proposal, None if proposal.aloud else me))


def threatens(words: Words, game: Game, talk: Talk, merchant: int, me: int | None = None) -> Markup:
    """Who threatens to open a bag, told to the player `me` if it is theirs."""
    own = _("%(names)s threatens to open your bag."), _("%(names)s threaten to open your bag.")
    others = _("%(names)s threatens to open %(name)s’s bag."), _("%(names)s threaten to open %(name)s’s bag.")
    one, many = own if merchant == me else others
    return acted(words, declaring.threatening(game, talk), one, many, name=words.name(merchant))


def decided(  # noqa: PLR0913 - of whose bag, and to whom
    words: Words, game: Game, talk: Talk, merchant: int, *, opens: bool, me: int | None = None
) -> Markup:
    """What the Sheriff, both Deputies or one of them decided of a bag (E11): told to `me` if it is theirs, or
    if the other Deputy decided for both (E14).
    """
    said = talk.decisions.get(merchant)
    if said and said.alone is None and said.said_by not in {None, me} and me in game.deputies:
        passes, opens_it = (
            _("%(names)s lets %(name)s’s bag pass for you both."),
            _("%(names)s opens %(name)s’s bag for you both."),
        )
        by = words.name(said.said_by)
        return say(opens_it if opens else passes, names=by, name=words.name(merchant))
    if opens:
        own = _("%(names)s opens your bag."), _("%(names)s open your bag.")
        others = _("%(names)s opens %(name)s’s bag."), _("%(names)s open %(name)s’s bag.")
    else:
        own = _("%(names)s lets your bag pass."), _("%(names)s let your bag pass.")
        others = _("%(names)s lets %(name)s’s bag pass."), _("%(names)s let %(name)s’s bag pass.")
    one, many = own if merchant == me else others
    actors = acting(game, decided_alone(game, talk, merchant))
    return acted(words, actors, one, many, name=words.name(merchant))


def stays_decided(words: Words, merchant: int) -> Markup:
    """Why the other decision cannot be tapped any more, short enough for its button (I2, I3)."""
    return say(_("decided: %(name)s would have to agree"), name=words.name(merchant))


def who_must_agree(words: Words, merchant: int, *, on_phone: bool) -> Markup:
    """Say that it is decided, and on which phone the merchant would agree to change it."""
    sentence = (
        _("It is decided. To decide again, %(name)s must agree, on their own phone.")
        if on_phone
        else _("It is decided. If %(name)s agrees, the bank lets you decide again.")
    )
    return say(sentence, name=words.name(merchant))


def inside(words: Words, merchant: int, turned: Goods) -> Markup:
    """The cards of an opened bag as they lie on the table."""
    return say(_("In %(name)s’s bag: %(cards)s."), name=words.name(merchant), cards=cards(turned))


def put(words: Words, proposal: Proposal, me: int | None = None) -> Markup:
    """A proposal: who offers whom what or asks them for it, or what was agreed aloud; gold, goods, goods that
    the giver says are in the bag, promises; said to the player `me` if it is theirs or for them. A merchant's
    own bribe does not say for which decision it is, and over whose bag.
    """
    deal, aloud = proposal.deal, _("Agreed aloud: %(giver)s gives %(receiver)s %(things)s")
    if me == proposal.asked:
        plain, aloud = _("%(name)s offers you %(things)s"), _("Agreed aloud? You give %(name)s %(things)s")
        demanded = _("%(name)s asks you for %(things)s")
    elif me == proposal.maker and not proposal.aloud:
        plain, demanded = _("You offer %(name)s %(things)s"), _("You ask %(name)s for %(things)s")
    else:
        plain, demanded = (
            _("%(giver)s offers %(receiver)s %(things)s"),
            _("%(receiver)s asks %(giver)s for %(things)s"),
        )
        me = None
    said = say(
        aloud if proposal.aloud else demanded if proposal.demanded else plain,
        giver=words.name(deal.giver),
        receiver=words.name(deal.receiver),
        name=words.name(proposal.maker if me == proposal.asked else proposal.asked),
        things=things_of(words, deal),
    )
    if deal.decision is None and proposal.merchant == deal.giver:
        return said
    sentence = _("%(said)s %(condition)s") if deal.decision else _("%(said)s, %(condition)s")
    return say(sentence, said=said, condition=made_for(words, proposal.merchant, deal.decision, me))


def put_in_full(words: Words, game: Game, proposal: Proposal, me: int | None = None) -> Markup:
    """A proposal with its condition, said to the player `me`; even an own bribe, always for passing (I7)."""
    deal = proposal.deal
    if is_bribe(game, proposal.merchant, deal):
        deal = replace(deal, decision=Decision.PASSES)
    return put(words, replace(proposal, deal=deal), me)


def made_for(words: Words, merchant: int, decision: Decision | None, me: int | None = None) -> Markup:
    """For which decision on whose bag something is given, said to the player `me`."""
    if merchant == me:
        over, passes, opens = _("over your bag"), _("if your bag passes"), _("if your bag is opened")
    else:
        over = _("over %(name)s’s bag")
        passes, opens = _("if %(name)s’s bag passes"), _("if %(name)s’s bag is opened")
    said = {None: over, Decision.PASSES: passes, Decision.OPENS: opens}
    return say(said[decision], name=words.name(merchant))


def in_brief(
    words: Words, proposal: Proposal, *, sheriffs: tuple[int, ...], me: int | None, asks: bool
) -> Brief:
    """A proposal as one line, on the phone of `me` if that is one player's. The receiver is left out if that
    is the only Sheriff or the reader, and what a bribe is for unless this phone `asks` its player.
    """
    deal = proposal.deal
    who = escape(_("You")) if deal.giver == me else words.name(deal.giver)
    if deal.giver == me and len(sheriffs) > 1 and deal.receiver in sheriffs:
        who = say(_("To %(name)s"), name=words.name(deal.receiver))
    elif deal.receiver != me and sheriffs != (deal.receiver,):
        who = say(_("%(giver)s to %(receiver)s"), giver=who, receiver=words.name(deal.receiver))
    is_wished = proposal.demanded and not proposal.is_accepted
    how = _("aloud") if proposal.aloud else _("asked for") if is_wished else ""
    rest = (_purpose(words, proposal, sheriffs, me, asks=asks), how)
    more = things_of(words, replace(deal, gold=0))
    return Brief(who, deal.gold, more, Markup(", ").join(part for part in rest if part))


def _purpose(
    words: Words, proposal: Proposal, sheriffs: tuple[int, ...], me: int | None, *, asks: bool
) -> Markup | str:
    deal = proposal.deal
    is_own = proposal.merchant == deal.giver and (deal.decision is None or deal.receiver in sheriffs)
    if is_own and not asks:
        return ""
    if is_own and deal.receiver in sheriffs:
        own, other = _("for your own bag"), _("for %(name)s’s bag")
        return say(own if deal.giver == me else other, name=words.name(deal.giver))
    if deal.decision is None:
        return made_for(words, proposal.merchant, None, me)
    return _turn(words, proposal, me)


def _turn(words: Words, proposal: Proposal, me: int | None) -> Markup:
    """The condition where one line has no room for all of it: passed or opened comes first."""
    passes = proposal.deal.decision is Decision.PASSES
    if proposal.merchant == me:
        return escape(_("if passed: your bag") if passes else _("if opened: your bag"))
    sentence = _("if passed: %(name)s’s bag") if passes else _("if opened: %(name)s’s bag")
    return say(sentence, name=words.name(proposal.merchant))


def agreed(words: Words, deal: Deal, merchant: int, shared: Container[int] = ()) -> Markup:
    """What an accepted deal over a merchant's bag gives to whom, short enough for a button; what others give
    names them. What is for those in `shared` lies in the Booty (E8), but a promise stays between the two who
    agreed.
    """
    to, name = _("%(things)s to %(name)s"), words.name(deal.receiver)
    if deal.receiver not in shared and deal.giver != merchant:
        giver, given = words.name(deal.giver), things_of(words, deal)
        return say(_("%(things)s to %(name)s from %(giver)s"), things=given, name=name, giver=giver)
    if deal.receiver not in shared:
        return say(to, things=things_of(words, deal), name=name)
    lies, word = replace(deal, promise=""), replace(deal, gold=0, stand=Goods(), bag=Goods())
    parts = (_("%(things)s to the Booty"), things_of(words, lies)), (to, things_of(words, word))
    return Markup(", ").join(say(said, things=things, name=name) for said, things in parts if things)


def without(words: Words, unanswered: Sequence[Proposal], *, of_two: bool) -> Markup | str:
    """What stays unpaid if a bag is decided on before these offers are answered, in a few words. With two
    Deputies (`of_two`) it also says to which one something was offered.
    """
    if not unanswered:
        return ""
    deal, givers = unanswered[0].deal, dict.fromkeys(proposal.deal.giver for proposal in unanswered)
    receivers = {proposal.deal.receiver for proposal in unanswered}
    if len(givers) > 1:
        return say(_("The offers of %(names)s would lapse"), names=words.names(givers))
    name, receiver = words.name(deal.giver), words.name(deal.receiver)
    if of_two and len(receivers) == 1:
        return say(_("%(name)s’s offer to %(receiver)s would lapse"), name=name, receiver=receiver)
    if len(unanswered) == 1 and deal == Deal(deal.giver, deal.receiver, deal.gold, decision=deal.decision):
        sentence = ngettext(
            "Without %(name)s’s %(num)s gold", "Without %(name)s’s %(num)s gold", deal.gold, name="%(name)s"
        )
        return say(sentence, name=name)
    return say(_("Without %(name)s’s offer"), name=name)


def lapsed(words: Words, proposal: Proposal, me: int | None, *, unpaid: bool, kept: bool) -> Markup:
    """A proposal that came to nothing, as short as possible, told to the player `me`. If nobody answered, its
    giver keeps the things, unless they are a promise or from a bag, or are not all `kept`: they paid for a
    fine. An accepted one is `unpaid` if its giver no longer had them.
    """
    deal = proposal.deal
    if unpaid:
        sentence = _("%(giver)s could not pay %(receiver)s %(things)s: lapsed")
    elif proposal.aloud and proposal.is_open:
        sentence = _("Agreed aloud, but not confirmed: %(things)s of %(giver)s for %(receiver)s")
    elif proposal.aloud:
        sentence = _("Agreed aloud and lapsed: %(things)s of %(giver)s for %(receiver)s")
    elif proposal.demanded:
        sentence = _("%(receiver)s asked for %(things)s: lapsed")
    elif not proposal.is_open or deal.bag or deal.promise or not kept:
        sentence = _("%(giver)s offered %(things)s: lapsed")
    elif deal.giver == me:
        sentence = _("You keep %(things)s: nobody took the offer")
    else:
        sentence = _("%(giver)s keeps %(things)s: nobody took the offer")
    people = {"giver": words.name(deal.giver), "receiver": words.name(deal.receiver)}
    return say(sentence, **people, things=things_of(words, deal))


def things_of(words: Words, deal: Deal) -> Markup:
    """All that is given in a deal, as a list in a sentence."""
    return series(_each(words, deal))


def _each(words: Words, deal: Deal) -> Iterator[Markup | str]:
    if deal.gold:
        yield ngettext("%(num)s gold", "%(num)s gold", deal.gold)
    for good, number in deal.stand.items():
        yield cards_of(good, number)
    yield from _of_bag(words, deal)
    if deal.promise:
        promise = words.promised(deal.giver, deal.promise)
        yield say(_("the promise “%(promise)s”"), promise=Markup("<bdi>{}</bdi>").format(promise))


def _of_bag(words: Words, deal: Deal) -> Iterator[Markup]:
    """Cards of a bag that nobody has seen: "apples" are only what their merchant calls them, which is said
    with the last of them.
    """
    if hidden := deal.bag.get(FACE_DOWN, 0):
        yield say(_("%(cards)s from the bag"), cards=cards_of(FACE_DOWN, hidden))
    called = [
        say(_("%(number)s “%(good)s”"), number=number, good=good_name(good, number))
        for good, number in deal.bag.items()
        if good != FACE_DOWN
    ]
    yield from called[:-1]
    for last in called[-1:]:
        yield say(_("%(cards)s on %(name)s’s word"), cards=last, name=words.name(deal.giver))


def left_to_give(gold: int, on_the_table: int, *, mine: bool, words: Words, giver: int) -> Markup:
    """What is in the purse, and how much of it is already on offer."""
    if mine:
        whole = escape(ngettext("You have %(num)s gold", "You have %(num)s gold", gold))
    else:
        sentence = ngettext("%(name)s has %(num)s gold", "%(name)s has %(num)s gold", gold, name="%(name)s")
        whole = say(sentence, name=words.name(giver))
    if not on_the_table:
        return whole
    return say(_("%(sentence)s, %(offered)s of it is on the table"), sentence=whole, offered=on_the_table)
