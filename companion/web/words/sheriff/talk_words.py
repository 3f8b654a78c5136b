"""What is said at a table before a bag is booked, as sentences."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from companion.rules.goods import Goods
from companion.rules.sheriff import deciding
from companion.rules.sheriff.bags import Deal, Decision
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.talk import Proposal, Talk, proposal_of
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.words.people import say, series
from companion.web.words.sheriff.glossary import cards_of, good_name
from companion.web.words.sheriff.sentences import Words, cards

MOST_BESIDE = 64
"""So many letters of an offer make three lines beside its buttons."""


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
            said = talk.declarations[of]
            return say(
                _("%(name)s declares %(cards)s."), name=words.name(of), cards=cards_of(said.good, said.number)
            )
        case "unsaid":
            return say(_("%(name)s takes the declaration back."), name=words.name(of))
        case "threatened":
            sentence = _("%(sheriff)s threatens to open %(name)s’s bag.")
            return say(sentence, sheriff=words.name(game.sheriff), name=words.name(of))
        case "let_be":
            return say(_("%(name)s no longer threatens to open a bag."), name=words.name(game.sheriff))
        case "passed" | "opened" | "turned" | "asked" | "again":
            return _decided(words, game, talk)
        case "nudged":
            return say(_("Everybody waits for %(name)s."), name=words.name(of))
        case "kept" | "not_kept":
            return say(_("A promise was kept.") if what == "kept" else _("A promise was not kept."))
        case _:
            return _answered(words, what, proposal_of(talk, of))


def _to(game: Game, talk: Talk, seat: int) -> Markup | None:  # noqa: PLR0911 - a case for each word
    """What was said last of this player, or to them; None if that was nothing."""
    words, (what, of) = Words(game.seats), talk.latest
    proposal = proposal_of(talk, of)
    match what:
        case "nudged" if of == seat:
            return escape(_("Everybody waits for you."))
        case "threatened" | "passed" | "opened" if of == seat:
            sentence = {
                "threatened": _("%(sheriff)s threatens to open your bag."),
                "passed": _("%(sheriff)s lets your bag pass."),
                "opened": _("%(sheriff)s opens your bag."),
            }[what]
            return say(sentence, sheriff=words.name(game.sheriff))
        case "again" if game.sheriff == seat:
            return say(_("%(name)s lets you decide again."), name=words.name(of))
        case "asked" if deciding.asked_payer(game, talk, of) == seat:
            return escape(_("You choose the goods."))
        case "accepted" | "refused" if proposal and proposal.maker == seat and not proposal.aloud:
            return _answered_to(words, proposal, accepts=what == "accepted")
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
    if what == "turned":
        turned = talk.decisions.get(of)
        return inside(words, of, turned.turned) if turned else None
    if what == "asked":
        payer = deciding.asked_payer(game, talk, of)
        return None if payer is None else say(_("%(name)s chooses the goods."), name=words.name(payer))
    sentence = {
        "passed": _("%(sheriff)s lets %(name)s’s bag pass."),
        "opened": _("%(sheriff)s opens %(name)s’s bag."),
        "again": _("%(name)s lets %(sheriff)s decide again."),
    }[what]
    return say(sentence, name=words.name(of), sheriff=words.name(game.sheriff))


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
    }
    return say(answers[what], offer=offer) if what in answers else offer


def put(words: Words, proposal: Proposal) -> Markup:
    """A proposal: who offers whom what, or what was agreed aloud; gold, goods, goods that the giver says are
    in the bag, promises.
    """
    sentence = (
        _("Agreed aloud: %(giver)s gives %(receiver)s %(things)s")
        if proposal.aloud
        else _("%(giver)s offers %(receiver)s %(things)s")
    )
    deal = proposal.deal
    people = {"giver": words.name(deal.giver), "receiver": words.name(deal.receiver)}
    return _on_condition(words, proposal, say(sentence, **people, things=_things(words, deal)))


def to_you(words: Words, proposal: Proposal) -> Markup:
    """The same, addressed to the player who is asked."""
    sentence = (
        _("Agreed aloud? You give %(name)s %(things)s")
        if proposal.aloud
        else _("%(name)s offers you %(things)s")
    )
    said = say(sentence, name=words.name(proposal.maker), things=_things(words, proposal.deal))
    return _on_condition(words, proposal, said, proposal.asked)


def by_you(words: Words, proposal: Proposal) -> Markup:
    """An offer, said to its giver."""
    sentence = _("You offer %(name)s %(things)s")
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
        said = {
            Decision.PASSES: _("if %(name)s’s bag passes"),
            Decision.OPENS: _("if %(name)s’s bag is opened"),
            None: _("over %(name)s’s bag"),
        }
    return say(said[decision], name=words.name(merchant))


def in_brief(words: Words, proposal: Proposal, *, sheriff: int, me: int | None, asks: bool) -> Brief:
    """The same as one line, on the phone of `me` if that is one player's. Whom it is for is left out where
    that is the Sheriff or the reader, and what a bribe is for unless this phone is `asks`.
    """
    deal = proposal.deal
    who = escape(_("You")) if deal.giver == me else words.name(deal.giver)
    if deal.receiver not in {sheriff, me}:
        who = say(_("%(giver)s to %(receiver)s"), giver=who, receiver=words.name(deal.receiver))
    aloud = _("aloud") if proposal.aloud else ""
    rest = (_purpose(words, proposal, sheriff, me, asks=asks), aloud)
    more = _things(words, replace(deal, gold=0))
    return Brief(who, deal.gold, more, Markup(", ").join(part for part in rest if part))


def _purpose(words: Words, proposal: Proposal, sheriff: int, me: int | None, *, asks: bool) -> Markup | str:
    deal = proposal.deal
    is_own = deal.decision is None and proposal.merchant == deal.giver
    if is_own and not asks:
        return ""
    if is_own and deal.receiver == sheriff:
        return _("so that your bag passes") if deal.giver == me else _("so that their bag passes")
    return _condition(words, proposal, me) if asks or deal.decision is None else _turn(words, proposal, me)


def _turn(words: Words, proposal: Proposal, me: int | None) -> Markup:
    """The condition where one line has no room for all of it: passed or opened comes first."""
    passes = proposal.deal.decision is Decision.PASSES
    if proposal.merchant == me:
        return escape(_("if passed: your bag") if passes else _("if opened: your bag"))
    sentence = _("if passed: %(name)s’s bag") if passes else _("if opened: %(name)s’s bag")
    return say(sentence, name=words.name(proposal.merchant))


def agreed(words: Words, deal: Deal) -> Markup:
    """What an accepted deal gives to whom, short enough for a button."""
    return say(_("%(things)s to %(name)s"), things=_things(words, deal), name=words.name(deal.receiver))


def offered_once(words: Words, deal: Deal) -> Markup:
    """An offer that came to nothing, as short as possible."""
    return say(
        _("%(giver)s offered %(things)s: lapsed"), giver=words.name(deal.giver), things=_things(words, deal)
    )


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
    for good, number in deal.bag.items():
        yield _called(words, deal.giver, good, number)
    if deal.promise:
        yield say(_("the promise “%(promise)s”"), promise=Markup("<bdi>{}</bdi>").format(deal.promise))


def _called(words: Words, giver: int, good: str, number: int) -> Markup:
    """Cards of a bag that nobody has seen: "apples" are only what their merchant calls them."""
    if good == FACE_DOWN:
        return say(_("%(cards)s from the bag"), cards=cards_of(good, number))
    sentence = _("%(number)s “%(good)s” on %(name)s’s word")
    return say(sentence, number=number, name=words.name(giver), good=good_name(good, number))


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
