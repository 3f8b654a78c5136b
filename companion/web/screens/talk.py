"""What is said at the table before a bag is booked, and what this phone may say to it."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules import declaring, proposals
from companion.rules.bags import Deal
from companion.rules.game import Game
from companion.rules.refusals import Refusal
from companion.rules.table import Stage
from companion.rules.talk import (
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
from companion.web.screens.parts import Seat, Stock, kind_of, seat_of, seats_of
from companion.web.sight import Sight
from companion.web.talk_words import offered, offered_once, offered_you
from companion.web.words import Words

_STANDING = frozenset({ProposalState.OPEN, ProposalState.ACCEPTED})


@dataclass(frozen=True, slots=True)
class Offered:
    """A proposal. `state` is "open", "accepted" or "refused"; `asks` if this phone is to answer it;
    `why` says why it cannot be accepted now.
    """

    number: int
    changes: int
    sentence: Markup
    state: str
    asks: bool = False
    accepts: bool = False
    change: bool = False
    withdraws: bool = False
    why: Markup | str = ""


@dataclass(frozen=True, slots=True)
class BagTalk:
    """What was said of one bag; `link` if this phone may still say it otherwise, `third` if an offer over it
    is not its merchant's or to its merchant, so that it does not name the bag.
    """

    seat: Seat
    declared: Stock | None
    threatened: bool
    link: bool
    offers: tuple[Offered, ...]
    third: bool


@dataclass(frozen=True, slots=True)
class Talking:
    """What board/_talk.html shows; `lapsed` is what came to nothing with the last bag, `speaker` whom this
    phone, the bank, may speak for.
    """

    sheriff: Seat
    bags: tuple[BagTalk, ...]
    lapsed: tuple[Markup, ...]
    offers: bool
    threatens: tuple[Seat, ...]
    lets_be: Seat | None
    speaker: Seat | None
    earlier: tuple[tuple[int, Markup], ...]


def talking(game: Game, sight: Sight, *, late: bool = False) -> Talking | None:
    """The talk of the round as this phone sees it, `late` when the inspection's time is up; None where one
    phone is alone and nothing was said.
    """
    if not is_talking(game, sight):
        return None
    bags = tuple(_bag(game, sight, merchant, late=late) for merchant in game.waiting)
    view = Talking(
        sheriff=seat_of(game, game.sheriff),
        bags=tuple(bag for bag in bags if bag.declared or bag.threatened or bag.offers),
        lapsed=tuple(_lapsed(game, sight)),
        offers=bool(game.waiting) and (sight.me.bank or bool(sight.me.seats & {*game.here})),
        threatens=_threatens(game, sight),
        lets_be=_lets_be(game, sight),
        speaker=_speaker(game, sight),
        earlier=_earlier(game),
    )
    return view if view.bags or view.lapsed or view.offers or view.earlier else None


def is_talking(game: Game, sight: Sight) -> bool:
    """Whether there is talk at this table: several phones play, or something was said."""
    said = sight.talk.declarations or sight.talk.proposals or sight.talk.threatened is not None
    return game.stage is Stage.ROUNDS and (sight.is_shared or bool(said))


def _bag(game: Game, sight: Sight, merchant: int, *, late: bool) -> BagTalk:
    said = sight.talk.declarations.get(merchant)
    shown = _shown(sight, merchant)
    return BagTalk(
        seat=seat_of(game, merchant),
        declared=Stock(said.good, said.number, kind_of(game, said.good)) if said else None,
        threatened=declaring.threatened(game, sight.talk) == merchant,
        link=_may_say_again(game, sight, merchant),
        offers=tuple(_offered(game, sight, proposal, late=late) for proposal in shown),
        third=any(merchant not in _sides(proposal.deal) for proposal in shown),
    )


def open_over(game: Game, sight: Sight, merchant: int, *, late: bool) -> tuple[Offered, ...]:
    """What lies open over a bag: answered, or it comes to nothing when the bag is booked."""
    return tuple(
        _offered(game, sight, proposal, late=late)
        for proposal in sight.talk.proposals
        if proposal.merchant == merchant and proposal.state is ProposalState.OPEN
    )


def mark_of(talk: Talk, merchant: int) -> str:
    """A word that is another one once something else is open or accepted over a bag; never ""."""
    about = (proposal for proposal in talk.proposals if proposal.merchant == merchant)
    words = (f"{one.number}.{one.changes}{one.state.value[0]}" for one in about if one.state in _STANDING)
    return "-".join(words) or "0"


def _lapsed(game: Game, sight: Sight) -> Iterator[Markup]:
    """What came to nothing with the last bag, for both sides of it and for the bank; it is news as long as
    that bag is the latest thing that was booked or said, and makes room for the next thing.
    """
    for proposal in proposals.lapsed(game, sight.talk):
        mine = sight.me.bank or sight.me.seats & {*_sides(proposal.deal)}
        if mine and proposal.merchant == sight.just_dealt:
            yield offered_once(Words(game.seats), proposal.deal)


def _shown(sight: Sight, merchant: int) -> tuple[Proposal, ...]:
    """Proposals that stand; of those that were refused the last word between two."""
    about = [proposal for proposal in sight.talk.proposals if proposal.merchant == merchant]
    latest = {_sides(proposal.deal): proposal for proposal in about}
    return tuple(
        proposal
        for proposal in about
        if proposal.state in _STANDING
        or (proposal.state is ProposalState.REFUSED and latest[_sides(proposal.deal)] is proposal)
    )


def _sides(deal: Deal) -> tuple[int, int]:
    return deal.giver, deal.receiver


def _offered(game: Game, sight: Sight, proposal: Proposal, *, late: bool) -> Offered:
    number, talk = proposal.number, sight.talk
    accepts = Answer(number, accepts=True)
    gives, gets = _speaks_for(sight, proposal.deal.giver), _speaks_for(sight, proposal.deal.receiver)
    asks = gets and sight.permit.says(talk, accepts)
    asks = asks and proposals.may_answer(game, talk, number) is None
    refusal = proposals.in_time(accepts, late=late) or proposals.may_accept(game, talk, number)
    refusal = refusal if asks else None
    changes = gives and sight.permit.says(talk, Change(number, proposal.deal))
    withdraws = gives and sight.permit.says(talk, Withdraw(number))
    return Offered(
        number=number,
        changes=proposal.changes,
        sentence=_sentence(game, sight, proposal.deal, asks=asks),
        state=proposal.state.value,
        asks=asks,
        accepts=asks and refusal is None,
        change=changes and proposals.may_change(game, talk, number) is None,
        withdraws=withdraws and proposals.may_withdraw(game, talk, number) is None,
        why=_why(game, refusal),
    )


def _sentence(game: Game, sight: Sight, deal: Deal, *, asks: bool) -> Markup:
    """An offer; shorter on the phone that `asks`, where it is one person's own."""
    own = asks and sight.me.seats == {deal.receiver}
    return (offered_you if own else offered)(Words(game.seats), deal)


def _why(game: Game, refusal: Refusal | None) -> Markup | str:
    return Words(game.seats).refusal(refusal) if refusal else ""


def _speaks_for(sight: Sight, seat: int) -> bool:
    """Whether this phone is offered a seat's words: its own, and the bank's are those without a phone."""
    return seat in sight.me.seats or (sight.me.bank and seat not in sight.phones)


def _may_say_again(game: Game, sight: Sight, merchant: int) -> bool:
    if not _speaks_for(sight, merchant) or not sight.permit.says(sight.talk, TakeBackDeclaration(merchant)):
        return False
    return declaring.may_unsay(game, sight.talk, merchant) is None


def _threatens(game: Game, sight: Sight) -> tuple[Seat, ...]:
    if not _speaks_for(sight, game.sheriff):
        return ()
    return seats_of(
        game,
        (
            merchant
            for merchant in game.waiting
            if merchant != declaring.threatened(game, sight.talk)
            and declaring.may_threaten(game, sight.talk, merchant) is None
            and sight.permit.says(sight.talk, Threaten(merchant))
        ),
    )


def _lets_be(game: Game, sight: Sight) -> Seat | None:
    merchant = declaring.threatened(game, sight.talk)
    if merchant is None or not _speaks_for(sight, game.sheriff) or not sight.permit.says(sight.talk, LetBe()):
        return None
    return seat_of(game, merchant)


def _speaker(game: Game, sight: Sight) -> Seat | None:
    """Whom the bank may declare for, so that a phone that went to sleep holds nobody up."""
    seat = declaring.next_speaker(game, sight.talk, sight.phones)
    if seat is None or seat in sight.me.seats or not sight.me.bank:
        return None
    return seat_of(game, seat)


def _earlier(game: Game) -> tuple[tuple[int, Markup], ...]:
    """Promises of rounds that are over, the latest first: who promised what; they bind nobody (I10)."""
    words = Words(game.seats)
    return tuple(
        (given.round, words.promise(given.giver, given.receiver, given.text))
        for given in reversed(game.promises)
        if given.round < game.round
    )
