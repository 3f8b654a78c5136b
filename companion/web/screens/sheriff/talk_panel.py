"""What is said at the table before a bag is booked, and what this phone may answer."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.refusals import Refusal
from companion.rules.sheriff import awaiting, declaring, proposals, saying
from companion.rules.sheriff.bags import Deal, Decision
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.talk import (
    Answer,
    Change,
    LetBe,
    Proposal,
    ProposalState,
    TakeBackDeclaration,
    Talk,
    Threaten,
    Withdraw,
)
from companion.rules.stages import Stage
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.phone_context import PhoneContext
from companion.web.screens.parts import Seat, Status, seat_of, seats_of
from companion.web.screens.sheriff.stocks import Stock, kind_of
from companion.web.words.sheriff.sentences import Words
from companion.web.words.sheriff.talk_words import Brief, by_you, in_brief, offered_once, put, to_you

STEPS = (1, 2, 5)
"""The gold by which a tap raises a bid."""
_STANDING = frozenset({ProposalState.OPEN, ProposalState.ACCEPTED})


@dataclass(frozen=True, slots=True)
class Offered:
    """A proposal, `brief` as a line, and its `answer` if there is one; `asks` if this phone is to give it;
    `why` says why it cannot be accepted now.
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
    why: Markup | str = ""


@dataclass(frozen=True, slots=True)
class Bid:
    """A player's gold for the Sheriff over the bag of `merchant`, by one tap each: by how much it is raised,
    and to how much in all; `standing` is the number of the offer of so much `gold` that this changes, 0 for a
    new one, and `decision` what that is for.
    """

    seat: Seat
    merchant: Seat
    standing: int
    gold: int
    decision: str
    raises: tuple[tuple[int, int], ...]

    @property
    def chooses(self) -> bool:
        """Whether a tap still says what the gold is for."""
        return self.seat != self.merchant and not self.standing


@dataclass(frozen=True, slots=True)
class BagTalk:
    """What was said of one bag, or will be once it is its merchant's turn (`waits`); `link` if this phone may
    still change it, where it was packed if it is this phone's `own`, and what its
    merchant may `bid` at once. `third` if an offer over it is neither from nor to its merchant, so that it
    does not name the bag.
    """

    seat: Seat
    declared: Stock | None
    waits: bool
    threatened: bool
    link: bool
    own: bool
    offers: tuple[Offered, ...]
    third: bool
    bid: Bid | None


@dataclass(frozen=True, slots=True)
class Talking:
    """What sheriff/board/_talk.html shows; `lapsed` are the offers that came to nothing with the last bag,
    `speaker` is whom this phone may speak for as the bank. It may note what was agreed `aloud`.
    """

    sheriff: Seat
    bags: tuple[BagTalk, ...]
    lapsed: tuple[Markup, ...]
    offers: bool
    aloud: bool
    threatens: tuple[Seat, ...]
    lets_be: Seat | None
    speaker: Seat | None
    earlier: tuple[tuple[int, Markup], ...]


def talking(game: Game, phone: PhoneContext, *, late: bool = False) -> Talking | None:
    """The talk of the round as this phone sees it, `late` once the inspection's time is up; None if there is
    only one phone and nothing was said.
    """
    if not is_talking(game, phone):
        return None
    bags = tuple(_bag(game, phone, merchant, late=late) for merchant in game.waiting)
    view = Talking(
        sheriff=seat_of(game, game.sheriff),
        bags=tuple(bag for bag in bags if bag.declared or bag.threatened or bag.offers),
        lapsed=tuple(_lapsed(game, phone)),
        offers=bool(game.waiting) and (phone.me.bank or bool(phone.me.seats & {*game.here})),
        aloud=notes_aloud(game, phone) and not late,
        threatens=_threatens(game, phone),
        lets_be=_lets_be(game, phone),
        speaker=_speaker(game, phone),
        earlier=_earlier(game),
    )
    return view if view.bags or view.lapsed or view.offers or view.earlier else None


def notes_aloud(game: Game, phone: PhoneContext) -> bool:
    """Whether this phone is the Sheriff's at a table with others, and a declared bag is undecided."""
    declared = (merchant for merchant in game.waiting if merchant in phone.talk.declarations)
    undecided = any(proposals.still_undecided(game, phone.talk, merchant) is None for merchant in declared)
    return phone.is_shared and _speaks_for(phone, game.sheriff) and undecided


def is_talking(game: Game, phone: PhoneContext) -> bool:
    """Whether there is talk at this table: several phones take part, or something was said."""
    said = phone.talk.declarations or phone.talk.proposals or phone.talk.threatened is not None
    return game.stage is Stage.ROUNDS and (phone.is_shared or bool(said))


def _bag(game: Game, phone: PhoneContext, merchant: int, *, late: bool) -> BagTalk:
    ready = phone.talk.ready.get(merchant)
    said = phone.talk.declarations.get(merchant) or ready
    shown = _shown(phone, merchant)
    return BagTalk(
        seat=seat_of(game, merchant),
        declared=Stock(said.good, said.number, kind_of(game, said.good)) if said else None,
        waits=ready is not None,
        threatened=declaring.threatened(game, phone.talk) == merchant,
        own=phone.own_seat == merchant,
        link=_may_say_again(game, phone, merchant),
        offers=tuple(_offered(game, phone, proposal, late=late) for proposal in shown),
        bid=_bid(game, phone, merchant, late=late),
        third=any(merchant not in _sides(proposal.deal) for proposal in shown),
    )


def open_over(game: Game, phone: PhoneContext, merchant: int, *, late: bool) -> tuple[Offered, ...]:
    """The open offers over a bag: answered, or void once the bag is booked."""
    return tuple(
        _offered(game, phone, proposal, late=late)
        for proposal in phone.talk.proposals
        if proposal.merchant == merchant and proposal.state is ProposalState.OPEN
    )


def mark_of(talk: Talk, merchant: int) -> str:
    """A word that changes whenever the open or accepted offers over a bag do; never ""."""
    about = (proposal for proposal in talk.proposals if proposal.merchant == merchant)
    words = (f"{one.number}.{one.changes}{one.state.value[0]}" for one in about if one.state in _STANDING)
    return "-".join(words) or "0"


def _lapsed(game: Game, phone: PhoneContext) -> Iterator[Markup]:
    """The offers that came to nothing with the last bag, shown to both sides and the bank; news only while
    that bag is the latest thing booked or said.
    """
    for proposal in proposals.lapsed(game, phone.talk):
        mine = phone.me.bank or phone.me.seats & {*_sides(proposal.deal)}
        if mine and proposal.merchant == phone.just_dealt:
            yield offered_once(Words(game.seats), proposal.deal)


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


def _offered(game: Game, phone: PhoneContext, proposal: Proposal, *, late: bool) -> Offered:
    number, talk, words = proposal.number, phone.talk, Words(game.seats)
    accepts = Answer(number, accepts=True)
    makes, is_asked = _speaks_for(phone, proposal.maker), _speaks_for(phone, proposal.asked)
    asks = is_asked and phone.permit.says(talk, accepts)
    asks = asks and proposals.may_answer(game, talk, number) is None
    refusal = None
    if asks:
        refusal = proposals.in_time(accepts, late=late) or proposals.may_accept(game, talk, number)
    changes = makes and not proposal.aloud and phone.permit.says(talk, Change(number, proposal.deal))
    withdraws = makes and phone.permit.says(talk, Withdraw(number))
    (me,) = phone.me.seats if len(phone.me.seats) == 1 else (None,)
    return Offered(
        number=number,
        changes=proposal.changes,
        sentence=_sentence(game, phone, proposal),
        brief=in_brief(words, proposal, sheriff=game.sheriff, me=me),
        answer=_answer(proposal.state),
        asks=asks,
        accepts=asks and refusal is None,
        change=changes and proposals.may_change(game, talk, number) is None,
        withdraws=withdraws and proposals.may_withdraw(game, talk, number) is None,
        why=_why(game, refusal),
    )


def _answer(state: ProposalState) -> Status | None:
    match state:
        case ProposalState.ACCEPTED:
            return Status(_("accepted"), "ui-check")
        case ProposalState.REFUSED:
            return Status(_("refused"), "ui-close")
        case _:
            return None


def _sentence(game: Game, phone: PhoneContext, proposal: Proposal) -> Markup:
    """An offer as a sentence; said to its giver, or to whom it was made, on a phone of their own."""
    words, own = Words(game.seats), phone.own_seat
    if own is None or (proposal.aloud and proposal.asked != own):
        return put(words, proposal)
    if own == proposal.maker:
        return by_you(words, proposal)
    return to_you(words, proposal) if own == proposal.asked else put(words, proposal)


def _why(game: Game, refusal: Refusal | None) -> Markup | str:
    return Words(game.seats).refusal(refusal) if refusal else ""


def _bid(game: Game, phone: PhoneContext, merchant: int, *, late: bool) -> Bid | None:
    """On a player's own phone over the own bag, once declared, and over the one that is decided on next, once
    all have declared; until the Sheriff has taken the merchant's bribe, decided, or has no time left (T7).
    Who is asked something answers first.
    """
    talk = phone.talk
    if late or len(phone.me.seats) != 1 or merchant not in talk.declarations:
        return None
    (bidder,) = phone.me.seats
    if bidder == game.sheriff or _is_asked(phone, bidder):
        return None
    is_next = merchant == game.waiting[0] and declaring.next_speaker(game, talk, phone.phones) is None
    if merchant != bidder and not is_next:
        return None
    if proposals.may_propose(game, talk, bidder, merchant) or proposals.is_bribed(game, talk, merchant):
        return None
    standing = proposals.bid_of(game, talk, bidder, merchant)
    offered = standing.deal.gold if standing else 0
    decision = (standing and standing.deal.decision) or Decision.PASSES
    asks = {step: proposals.bid(game, talk, bidder, merchant, offered + step, decision) for step in STEPS}
    said = ((step, saying.preview(game, talk, asks[step], phone.phones)) for step in reversed(STEPS))
    most = next((step for step, after in said if not isinstance(after, Refusal)), 0)  # who may more, may less
    raises = tuple((step, offered + step) for step in STEPS if step <= most)
    if not raises:
        return None
    number = standing.number if standing else 0
    seats = seat_of(game, bidder), seat_of(game, merchant)
    return Bid(*seats, number, offered, decision, raises)


def _is_asked(phone: PhoneContext, seat: int) -> bool:
    return any(
        proposal.state is ProposalState.OPEN and proposal.asked == seat for proposal in phone.talk.proposals
    )


def _speaks_for(phone: PhoneContext, seat: int) -> bool:
    """Whether this phone gets a seat's buttons: its own and, for the bank, those without a phone."""
    return seat in phone.me.seats or (phone.me.bank and seat not in phone.phones)


def _may_say_again(game: Game, phone: PhoneContext, merchant: int) -> bool:
    if not _speaks_for(phone, merchant) or not phone.permit.says(phone.talk, TakeBackDeclaration(merchant)):
        return False
    return declaring.may_unsay(game, phone.talk, merchant) is None


def _threatens(game: Game, phone: PhoneContext) -> tuple[Seat, ...]:
    if not _speaks_for(phone, game.sheriff):
        return ()
    return seats_of(
        game,
        (
            merchant
            for merchant in game.waiting
            if merchant != declaring.threatened(game, phone.talk)
            and declaring.may_threaten(game, phone.talk, merchant) is None
            and phone.permit.says(phone.talk, Threaten(merchant))
        ),
    )


def _lets_be(game: Game, phone: PhoneContext) -> Seat | None:
    merchant = declaring.threatened(game, phone.talk)
    if merchant is None or not _speaks_for(phone, game.sheriff) or not phone.permit.says(phone.talk, LetBe()):
        return None
    return seat_of(game, merchant)


def _speaker(game: Game, phone: PhoneContext) -> Seat | None:
    """Whom the bank may declare for, so that a sleeping phone does not hold up the table."""
    seat = declaring.next_speaker(game, phone.talk, phone.phones)
    if seat is None or seat in phone.me.seats or not phone.me.bank:
        return None
    return seat_of(game, seat)


def nudges(game: Game, phone: PhoneContext) -> Seat | None:
    """Whom this phone may nudge, as the bank at a table with others: for whom all wait."""
    player = awaiting.awaited(game, phone.talk, phone.phones)
    if player is None or player in phone.me.seats or not phone.me.bank:
        return None
    return seat_of(game, player)


def is_nudged(game: Game, phone: PhoneContext) -> bool:
    """Whether the bank has just nudged the player of this phone, nothing was said since, and all still wait
    for them.
    """
    what, of = phone.talk.latest
    if what != "nudged" or of not in phone.me.seats:
        return False
    return awaiting.awaited(game, phone.talk, phone.phones) == of


def _earlier(game: Game) -> tuple[tuple[int, Markup], ...]:
    """Promises of the rounds before those that the board pins, the latest first: who promised what; they
    bind nobody (I10).
    """
    words = Words(game.seats)
    return tuple(
        (given.round, words.promise(given.giver, given.receiver, given.text))
        for given in reversed(game.promises)
        if given.round < game.round - 1
    )
