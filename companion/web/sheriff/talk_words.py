"""What is said at a table before a bag is booked, as sentences."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from companion.rules.goods import Goods
from companion.rules.sheriff import deciding, declaring
from companion.rules.sheriff.bags import Deal, Decision
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.deals import is_bribe
from companion.rules.sheriff.deputies import acting
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.proposals import decided_alone
from companion.rules.sheriff.talk import Proposal, ProposalState, Talk, proposal_of
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.people import say, series
from companion.web.sheriff.glossary import cards_of, good_name
from companion.web.sheriff.words import Words, acted, cards

MOST_BESIDE = 50
"""So many letters of an offer, beside its gold, make three lines beside its buttons."""


@dataclass(frozen=True, slots=True)
class Brief:
    """A proposal in a line or two: `who` gives how much `gold`, what `more`, and the `rest`, what for."""

    who: Markup
    gold: int
    more: Markup
    rest: Markup

    @property
    def is_long(self) -> bool:
        """Whether it has too many words to stand beside the buttons of a phone."""
        return sum(len(part.striptags()) for part in (self.who, self.more, self.rest)) > MOST_BESIDE


def latest(game: Game, talk: Talk, seat: int | None = None) -> Markup | None:
    """What was said last, as a sentence to be read out, to the player at this `seat` if it is about them;
    None if there is nothing, or no longer.
    """
    said = None if seat is None else _to(game, talk, seat)
    return said or _to_all(game, talk)


def _to_all(game: Game, talk: Talk) -> Markup | None:  # noqa: PLR0911 - a case for each word
    words, (what, of) = Words(game.seats), talk.latest
    match what:
        case "declared" if of in talk.declarations:
            return Markup(" ").join(_declares(words, talk, seat) for seat in declaring.said_at_once(talk))
        case "unsaid":
            return say(_("%(name)s takes the declaration back."), name=words.name(of))
        case "threatened":
            one = _("%(names)s threatens to open %(name)s’s bag.")
            many = _("%(names)s threaten to open %(name)s’s bag.")
            return acted(words, declaring.threatening(game, talk), one, many, name=words.name(of))
        case "let_be":
            one = _("%(names)s no longer threatens to open a bag.")
            many = _("%(names)s no longer threaten to open a bag.")
            return acted(words, declaring.threatening(game, talk), one, many)
        case "passed" | "opened" | "turned" | "asked" | "again":
            return _decided(words, game, talk)
        case "nudged":
            return say(_("Everybody waits for %(name)s."), name=words.name(of))
        case "kept":
            return say(_("A promise was kept."))
        case "not_kept" | "unmarked":
            return say(_("It is open again whether a promise is kept."))
        case "broken":
            return say(_("%(name)s broke their word."), name=words.name(of))
        case _:
            return _answered(words, what, proposal_of(talk, of))


def _declares(words: Words, talk: Talk, seat: int) -> Markup:
    said = talk.declarations[seat]
    return say(
        _("%(name)s declares %(cards)s."), name=words.name(seat), cards=cards_of(said.good, said.number)
    )


def _to(game: Game, talk: Talk, seat: int) -> Markup | None:  # noqa: PLR0911 - a case for each word
    """What was said last of this player, or to them; None if that was nothing."""
    words, (what, of) = Words(game.seats), talk.latest
    proposal = proposal_of(talk, of)
    match what:
        case "nudged" if of == seat:
            return escape(_("Everybody waits for you."))
        case "threatened" | "passed" | "opened" | "turned" if of == seat:
            one, many = {
                "threatened": (
                    _("%(names)s threatens to open your bag."),
                    _("%(names)s threaten to open your bag."),
                ),
                "passed": (_("%(names)s lets your bag pass."), _("%(names)s let your bag pass.")),
                "opened": (_("%(names)s opens your bag."), _("%(names)s open your bag.")),
            }["opened" if what == "turned" else what]
            is_threat = what == "threatened"
            actors = declaring.threatening(game, talk) if is_threat else _deciding(game, talk, of)
            return acted(words, actors, one, many)
        case "again" if seat in game.sheriffs:
            return say(_("%(name)s lets you decide again."), name=words.name(of))
        case "asked" if deciding.asked_payer(game, talk, of) == seat:
            return escape(_("You choose the goods."))
        case "accepted" | "refused" if proposal and proposal.maker == seat and not proposal.by_receiver:
            return _answered_to(words, proposal, accepts=what == "accepted")
        case "reopened" if proposal and proposal.maker == seat and not proposal.by_receiver:
            no_longer = _("%(name)s no longer accepts your offer: %(things)s.")
            return say(no_longer, name=words.name(proposal.asked), things=_things(words, proposal.deal))
        case "offered" if proposal and proposal.asked == seat:
            return to_you(words, proposal)
        case _:
            return None


def _answered_to(words: Words, proposal: Proposal, *, accepts: bool) -> Markup:
    """The answer to an offer, said to its giver."""
    sentence = (
        _("%(name)s accepts your offer: %(things)s.")
        if accepts
        else _("%(name)s refuses your offer: %(things)s.")
    )
    return say(sentence, name=words.name(proposal.asked), things=_things(words, proposal.deal))


def _decided(words: Words, game: Game, talk: Talk) -> Markup | None:
    what, of = talk.latest
    if what == "asked":
        payer = deciding.asked_payer(game, talk, of)
        return None if payer is None else say(_("%(name)s chooses the goods."), name=words.name(payer))
    if what == "again":
        again = _("%(name)s lets %(sheriff)s decide again.")
        return say(again, name=words.name(of), sheriff=words.names(game.sheriffs))
    return decided(words, game, talk, of, opens=what != "passed")  # what lies in it, the cards tell


def decided(words: Words, game: Game, talk: Talk, merchant: int, *, opens: bool) -> Markup:
    """What the Sheriff, both Deputies or one of them decided of a bag (E11)."""
    if opens:
        one, many = _("%(names)s opens %(name)s’s bag."), _("%(names)s open %(name)s’s bag.")
    else:
        one, many = _("%(names)s lets %(name)s’s bag pass."), _("%(names)s let %(name)s’s bag pass.")
    return acted(words, _deciding(game, talk, merchant), one, many, name=words.name(merchant))


def _deciding(game: Game, talk: Talk, merchant: int) -> tuple[int, ...]:
    return acting(game, decided_alone(game, talk, merchant))


def stays_decided(words: Words, merchant: int) -> Markup:
    """Why the other decision cannot be tapped any more, short enough for its button (I2, I3)."""
    return say(_("decided: %(name)s would have to agree"), name=words.name(merchant))


def who_must_agree(words: Words, merchant: int, *, on_phone: bool) -> Markup:
    """The same for whoever decided, and on which phone the merchant agrees."""
    sentence = (
        _("It is decided. To decide again, %(name)s must agree, on their own phone.")
        if on_phone
        else _("It is decided. If %(name)s agrees, the bank lets you decide again.")
    )
    return say(sentence, name=words.name(merchant))


def inside(words: Words, merchant: int, turned: Goods) -> Markup:
    """The cards of an opened bag as they lie on the table."""
    return say(_("In %(name)s’s bag: %(cards)s."), name=words.name(merchant), cards=cards(turned))


def _answered(words: Words, what: str, proposal: Proposal | None) -> Markup | None:
    if proposal is None:
        return None
    offer = put(words, proposal)
    answers = {
        "accepted": _("%(offer)s: accepted."),
        "refused": _("%(offer)s: refused."),
        "withdrawn": _("%(offer)s: withdrawn."),
        "reopened": _("%(offer)s: no longer accepted."),
    }
    return say(answers[what], offer=offer) if what in answers else offer


def put(words: Words, proposal: Proposal) -> Markup:
    """A proposal: who offers whom what or asks them for it, or what was agreed aloud; gold, goods, goods that
    the giver says are in the bag, promises.
    """
    sentence = _("%(giver)s offers %(receiver)s %(things)s")
    if proposal.aloud:
        sentence = _("Agreed aloud: %(giver)s gives %(receiver)s %(things)s")
    elif proposal.demanded:
        sentence = _("%(receiver)s asks %(giver)s for %(things)s")
    deal = proposal.deal
    people = {"giver": words.name(deal.giver), "receiver": words.name(deal.receiver)}
    return _on_condition(words, proposal, say(sentence, **people, things=_things(words, deal)))


def put_in_full(words: Words, game: Game, proposal: Proposal) -> Markup:
    """The same with its condition, also that of an own bribe, which is always for passing (I7)."""
    deal = proposal.deal
    if is_bribe(game, proposal.merchant, deal):
        deal = replace(deal, decision=Decision.PASSES)
    return put(words, replace(proposal, deal=deal))


def to_you(words: Words, proposal: Proposal) -> Markup:
    """The same, addressed to the player who is asked."""
    sentence = _("%(name)s offers you %(things)s")
    if proposal.aloud:
        sentence = _("Agreed aloud? You give %(name)s %(things)s")
    elif proposal.demanded:
        sentence = _("%(name)s asks you for %(things)s")
    said = say(sentence, name=words.name(proposal.maker), things=_things(words, proposal.deal))
    return _on_condition(words, proposal, said, proposal.asked)


def by_you(words: Words, proposal: Proposal) -> Markup:
    """An offer, said to its giver, or to who asks for it."""
    sentence = (
        _("You ask %(name)s for %(things)s") if proposal.demanded else _("You offer %(name)s %(things)s")
    )
    said = say(sentence, name=words.name(proposal.asked), things=_things(words, proposal.deal))
    return _on_condition(words, proposal, said, proposal.maker)


def _on_condition(words: Words, proposal: Proposal, said: Markup, me: int | None = None) -> Markup:
    """For which decision it is, and over whose bag, told to the player `me`; an own bribe says neither."""
    decision, deal = proposal.deal.decision, proposal.deal
    if decision is None and proposal.merchant == deal.giver:
        return said
    sentence = _("%(said)s, %(condition)s") if decision is None else _("%(said)s %(condition)s")
    return say(sentence, said=said, condition=_condition(words, proposal, me))


def _condition(words: Words, proposal: Proposal, me: int | None) -> Markup:
    """The same in a few words, which always say over whose bag."""
    decision, merchant = proposal.deal.decision, proposal.merchant
    if merchant == me:
        said = {
            Decision.PASSES: _("if your bag passes"),
            Decision.OPENS: _("if your bag is opened"),
            None: _("over your bag"),
        }
    elif merchant == proposal.deal.giver:
        said = {
            Decision.PASSES: _("if their bag passes"),
            Decision.OPENS: _("if their bag is opened"),
            None: _("over their bag"),
        }
    else:
        return made_for(words, merchant, decision)
    return say(said[decision], name=words.name(merchant))


def made_for(words: Words, merchant: int, decision: Decision | None) -> Markup:
    """For which decision on whose bag something is given."""
    said = {
        Decision.PASSES: _("if %(name)s’s bag passes"),
        Decision.OPENS: _("if %(name)s’s bag is opened"),
        None: _("over %(name)s’s bag"),
    }
    return say(said[decision], name=words.name(merchant))


def in_brief(
    words: Words, proposal: Proposal, *, sheriffs: tuple[int, ...], me: int | None, asks: bool
) -> Brief:
    """The same as one line, on the phone of `me` if that is one player's. Whom it is for is left out where
    that is the only Sheriff or the reader, and what a bribe is for unless this phone is `asks`.
    """
    deal = proposal.deal
    who = escape(_("You")) if deal.giver == me else words.name(deal.giver)
    if deal.giver == me and len(sheriffs) > 1 and deal.receiver in sheriffs:
        who = say(_("To %(name)s"), name=words.name(deal.receiver))
    elif deal.receiver != me and sheriffs != (deal.receiver,):
        who = say(_("%(giver)s to %(receiver)s"), giver=who, receiver=words.name(deal.receiver))
    is_open = proposal.state is ProposalState.OPEN
    how = _("aloud") if proposal.aloud else _("asked for") if proposal.demanded and is_open else ""
    rest = (_purpose(words, proposal, sheriffs, me, asks=asks), how)
    more = _things(words, replace(deal, gold=0))
    return Brief(who, deal.gold, more, Markup(", ").join(part for part in rest if part))


def _purpose(
    words: Words, proposal: Proposal, sheriffs: tuple[int, ...], me: int | None, *, asks: bool
) -> Markup | str:
    deal = proposal.deal
    is_own = proposal.merchant == deal.giver and (deal.decision is None or deal.receiver in sheriffs)
    if is_own and not asks:
        return ""
    if is_own and deal.receiver in sheriffs:
        return _("for your own bag") if deal.giver == me else _("for their own bag")
    return _condition(words, proposal, me) if asks or deal.decision is None else _turn(words, proposal, me)


def _turn(words: Words, proposal: Proposal, me: int | None) -> Markup:
    """The condition where one line has no room for all of it: passed or opened comes first."""
    passes = proposal.deal.decision is Decision.PASSES
    if proposal.merchant == me:
        return escape(_("if passed: your bag") if passes else _("if opened: your bag"))
    sentence = _("if passed: %(name)s’s bag") if passes else _("if opened: %(name)s’s bag")
    return say(sentence, name=words.name(proposal.merchant))


def agreed(words: Words, deal: Deal, shared: Container[int] = ()) -> Markup:
    """What an accepted deal gives to whom, short enough for a button. What is for those in `shared` lies on
    the Booty (E8).
    """
    on_booty = deal.receiver in shared and (deal.gold or deal.stand or deal.bag)
    sentence = _("%(things)s to the Booty") if on_booty else _("%(things)s to %(name)s")
    return say(sentence, things=_things(words, deal), name=words.name(deal.receiver))


def without(words: Words, unanswered: Sequence[Proposal], *, of_two: bool) -> Markup | str:
    """What stays unpaid if a bag is decided on before these offers are answered, in a few words. `of_two`
    Deputies either may have been offered something: then it says who, too.
    """
    if not unanswered:
        return ""
    deal, givers = unanswered[0].deal, dict.fromkeys(proposal.deal.giver for proposal in unanswered)
    receivers = {proposal.deal.receiver for proposal in unanswered}
    if len(givers) > 1:
        return say(_("Without the offers of %(names)s"), names=words.names(givers))
    name, receiver = words.name(deal.giver), words.name(deal.receiver)
    if of_two and len(receivers) == 1:
        return say(_("Without %(name)s’s offer to %(receiver)s"), name=name, receiver=receiver)
    if len(unanswered) == 1 and deal == Deal(deal.giver, deal.receiver, deal.gold, decision=deal.decision):
        sentence = ngettext(
            "Without %(name)s’s %(num)s gold", "Without %(name)s’s %(num)s gold", deal.gold, name="%(name)s"
        )
        return say(sentence, name=name)
    return say(_("Without %(name)s’s offer"), name=name)


def nobody_took(words: Words, proposal: Proposal, me: int | None = None) -> Markup:
    """An offer that nobody answered, told to the player `me`: what can be held in a hand stays in it."""
    deal = proposal.deal
    if deal.bag or deal.promise or proposal.by_receiver:
        return offered_once(words, proposal)
    sentence = (
        _("You keep %(things)s: nobody took the offer")
        if deal.giver == me
        else _("%(name)s keeps %(things)s: nobody took the offer")
    )
    return say(sentence, name=words.name(deal.giver), things=_things(words, deal))


def offered_once(words: Words, proposal: Proposal) -> Markup:
    """An offer that came to nothing, as short as possible."""
    sentence = (
        _("%(receiver)s asked for %(things)s: lapsed")
        if proposal.by_receiver
        else _("%(giver)s offered %(things)s: lapsed")
    )
    deal = proposal.deal
    people = {"giver": words.name(deal.giver), "receiver": words.name(deal.receiver)}
    return say(sentence, **people, things=_things(words, deal))


def unpaid(words: Words, deal: Deal) -> Markup:
    """An accepted deal that came to nothing, since its giver no longer had what it takes."""
    return say(
        _("%(giver)s could not pay %(name)s %(things)s: lapsed"),
        giver=words.name(deal.giver),
        name=words.name(deal.receiver),
        things=_things(words, deal),
    )


def _things(words: Words, deal: Deal) -> Markup:
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
