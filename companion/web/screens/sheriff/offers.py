"""The offers over bags as one phone sees them: what each says, and what this phone may do about it."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.refusals import Refusal
from companion.rules.sheriff import proposals
from companion.rules.sheriff.bags import Deal
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.talk import Answer, Change, Proposal, ProposalState, Reopen, Talk, Withdraw
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.phone_context import PhoneContext
from companion.web.screens.parts import Status
from companion.web.words.sheriff.sentences import Words
from companion.web.words.sheriff.talk_words import (
    Brief,
    by_you,
    in_brief,
    nobody_took,
    offered_once,
    put,
    to_you,
    unpaid,
)

_STANDING = frozenset({ProposalState.OPEN, ProposalState.ACCEPTED})


@dataclass(frozen=True, slots=True)
class Offered:
    """A proposal, `brief` as a line, and its `answer` if there is one; `asks` if this phone is to give it;
    `why` says why it cannot be accepted now, or that it was and is no longer, or can no longer be paid.
    """

    number: int
    changes: int
    sentence: Markup
    brief: Brief
    answer: Status | None
    asks: bool = False
    accepts: bool = False
    change: bool = False
    withdraws: bool = False
    reopens: bool = False
    why: Markup | str = ""


def open_over(game: Game, phone: PhoneContext, merchant: int) -> tuple[Offered, ...]:
    """The open offers over a bag: answered, or void once the bag is booked."""
    return tuple(
        _offered(game, phone, proposal)
        for proposal in phone.talk.proposals
        if proposal.merchant == merchant and proposal.state is ProposalState.OPEN
    )


def asks_of(game: Game, phone: PhoneContext) -> tuple[Offered, ...]:
    """The offers that wait for an answer from this phone, over whichever bag, the newest first."""
    open_ones = (one for one in reversed(phone.talk.proposals) if one.state is ProposalState.OPEN)
    offers = (_offered(game, phone, proposal) for proposal in open_ones)
    return tuple(offer for offer in offers if offer.asks)


def mark_of(talk: Talk, merchant: int) -> str:
    """A word that changes whenever the open or accepted offers over a bag do; never ""."""
    about = (proposal for proposal in talk.proposals if proposal.merchant == merchant)
    words = (f"{one.number}.{one.changes}{one.state.value[0]}" for one in about if one.state in _STANDING)
    return "-".join(words) or "0"


def lapsed(game: Game, phone: PhoneContext) -> Iterator[Markup]:
    """The offers that came to nothing with the last bag, shown to both sides and the bank, and to all where
    a deal that all know of was not paid; news only while that bag is the latest thing booked or said.
    """
    if phone.just_dealt is None:
        return
    words = Words(game.seats)
    for proposal in proposals.lapsed(phone.talk, phone.just_dealt):
        if proposals.was_unpaid(proposal, phone.just_dealt):
            yield unpaid(words, proposal.deal)
        elif phone.me.bank or phone.me.seats & {*_sides(proposal.deal)}:
            is_open = proposal.state is ProposalState.OPEN
            yield (nobody_took(words, proposal, phone.own_seat) if is_open else offered_once(words, proposal))


def offers_over(game: Game, phone: PhoneContext, merchant: int) -> tuple[Offered, ...]:
    """What is offered over a bag or was accepted; of what was refused, the latest between two players."""
    return tuple(_offered(game, phone, proposal) for proposal in _shown(phone, merchant))


def _shown(phone: PhoneContext, merchant: int) -> tuple[Proposal, ...]:
    """Proposals still standing; of the refused ones, only the latest between two players."""
    about = [proposal for proposal in phone.talk.proposals if proposal.merchant == merchant]
    latest = {_sides(proposal.deal): proposal for proposal in about}
    return tuple(
        proposal
        for proposal in about
        if proposal.state in _STANDING
        or (proposal.state is ProposalState.REFUSED and latest[_sides(proposal.deal)] is proposal)
    )


def _sides(deal: Deal) -> tuple[int, int]:
    return deal.giver, deal.receiver


def _offered(game: Game, phone: PhoneContext, proposal: Proposal) -> Offered:
    number, talk = proposal.number, phone.talk
    accepts = Answer(number, accepts=True)
    makes, is_asked = phone.speaks_for(proposal.maker), phone.speaks_for(proposal.asked)
    asks = is_asked and phone.permit.says(talk, accepts)
    asks = asks and proposals.may_answer(game, talk, number) is None
    refusal = proposals.may_accept(game, talk, number) if asks else None
    changes = makes and not proposal.by_receiver and phone.permit.says(talk, Change(number, proposal.deal))
    withdraws = makes and phone.permit.says(talk, Withdraw(number))
    withdraws = withdraws and proposals.may_withdraw(game, talk, number) is None
    (me,) = phone.me.seats if len(phone.me.seats) == 1 else (None,)
    return Offered(
        number=number,
        changes=proposal.changes,
        sentence=_sentence(game, phone, proposal),
        brief=_brief(game, phone, proposal, me, asks=asks),
        answer=_answer(game, talk, proposal),
        asks=asks,
        accepts=asks and refusal is None,
        change=changes and proposals.may_change(game, talk, number) is None,
        withdraws=withdraws,
        reopens=_may_reopen(game, phone, number),
        why=_why(game, phone, proposal, refusal),
    )


def _may_reopen(game: Game, phone: PhoneContext, number: int) -> bool:
    says = not phone.late and phone.permit.says(phone.talk, Reopen(number))
    return says and proposals.may_reopen(game, phone.talk, number) is None


def _answer(game: Game, talk: Talk, proposal: Proposal) -> Status | None:
    match proposal.state:
        case ProposalState.ACCEPTED:
            return Status(_("accepted"), "ui-check")
        case ProposalState.REFUSED:
            return Status(_("refused"), "ui-close")
        case ProposalState.OPEN if proposals.still_counts(game, talk, proposal.merchant):
            return Status(_("no answer") if proposal.by_receiver else _("nobody took it"), "ui-close")
        case _:
            return None


def _brief(game: Game, phone: PhoneContext, proposal: Proposal, me: int | None, *, asks: bool) -> Brief:
    """The line of an offer; what this phone is asked to give is said in full, lest it be taken for a gift."""
    if asks and proposal.by_receiver:
        return Brief(_sentence(game, phone, proposal), 0, Markup(), Markup())
    return in_brief(Words(game.seats), proposal, sheriffs=game.sheriffs, me=me, asks=asks)


def _sentence(game: Game, phone: PhoneContext, proposal: Proposal) -> Markup:
    """An offer as a sentence; said to its giver, or to whom it was made, on a phone of their own."""
    words, own = Words(game.seats), phone.own_seat
    if own is None or (proposal.aloud and proposal.asked != own):
        return put(words, proposal)
    if own == proposal.maker:
        return by_you(words, proposal)
    return to_you(words, proposal) if own == proposal.asked else put(words, proposal)


def _why(game: Game, phone: PhoneContext, proposal: Proposal, refusal: Refusal | None) -> Markup | str:
    if proposals.is_broken(game, phone.talk, proposal):
        return _("can no longer be paid")
    if refusal:
        return Words(game.seats).refusal(refusal)
    return _("no longer accepted") if phone.talk.latest == ("reopened", proposal.number) else ""
