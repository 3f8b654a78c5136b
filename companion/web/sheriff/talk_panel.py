"""What is said over a bag: declarations and offers as they are typed, and the panel of the board."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.rules.goods import Goods
from companion.rules.sheriff import awaiting, declaring, proposals
from companion.rules.sheriff.bags import (
    FEWEST_CARDS,
    LONGEST_PROMISE,
    MOST_CARDS,
    Deal,
    Decision,
    Declaration,
    Promise,
)
from companion.rules.sheriff.deals import as_kept
from companion.rules.sheriff.declaring import Declare, LetBe, MarkKept, TakeBackDeclaration, Threaten
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.proposals import Answer, Propose, undecided
from companion.rules.sheriff.talk import Proposal, ProposalState, Talk
from companion.rules.stages import Stage
from companion.web.http.language import gettext as _
from companion.web.parts import Seat, seat_of, seats_of
from companion.web.reader import Reader
from companion.web.sheriff.deal_form import read_deal, usual_receiver
from companion.web.sheriff.offers import Bid, Offered, asks_of, bids_over, lapsed, offers_over
from companion.web.sheriff.table import PhoneContext
from companion.web.sheriff.words import Words, acted

PREFIX = "offer-"


def read_offer(game: Game, phone: PhoneContext, reader: Reader) -> Propose:
    """A new offer as the fields describe it, at first over the likeliest bag. A player's phone offers that
    player's own things unless told otherwise; whoever has a phone that is awake is asked there to give.
    """
    merchants = [str(seat) for seat in game.merchants]
    chosen = reader.choice("bag", merchants) if "bag" in reader.form else ""
    merchant = int(chosen) if chosen else _bag_at_first(game, phone)
    givers = givers_of(game, phone)
    speaks = [seat for seat in givers if seat in phone.me.seats] or givers
    giver = merchant if merchant in speaks else next(iter(speaks), merchant)
    deal = _read(game, merchant, reader, (giver, usual_receiver(game, merchant, giver)))
    if not reader.has(PREFIX):
        rival = deal.receiver in game.sheriffs and deal.giver != merchant
        deal = replace(deal, decision=Decision.OPENS if rival else Decision.PASSES)
    return Propose(merchant, deal, demanded=phone.asks(deal.giver))


def read_change(game: Game, proposal: Proposal, reader: Reader) -> Deal:
    """A changed offer, between the same two players."""
    return _read(game, proposal.merchant, reader, (proposal.deal.giver, proposal.deal.receiver))


def _read(game: Game, merchant: int, reader: Reader, sides: tuple[int, int]) -> Deal:
    return as_kept(game, merchant, read_deal(game, reader, PREFIX, sides))


def givers_of(game: Game, phone: PhoneContext) -> tuple[int, ...]:
    """The seats this phone may make offers for: its own, then, if it is the bank, all others, as far as they
    can give something to somebody.
    """
    here = game.here
    own = [seat for seat in here if seat in phone.me.seats]
    others = (seat for seat in here if phone.me.bank and seat not in own)
    return (*own, *(seat for seat in others if receivers_of(game, phone, seat)))


def receivers_of(game: Game, phone: PhoneContext, giver: int) -> tuple[int, ...]:
    """To whom a seat can give on this phone: to anybody else; who is asked for it on their own phone, only to
    those in whose name this one asks.
    """
    asks = phone.asks(giver)
    return tuple(seat for seat in game.here if seat != giver and not (asks and phone.asks(seat)))


def check_receiver(game: Game, phone: PhoneContext, deal: Deal, reader: Reader) -> None:
    """Refuse to ask for something in the name of who has a phone to ask with."""
    giver, receiver = deal.giver, deal.receiver
    if receiver != giver and receiver in game.here and receiver not in receivers_of(game, phone, giver):
        reader.refuse(PREFIX + "receiver", _("Only their own phone can ask for that."))


def _bag_at_first(game: Game, phone: PhoneContext) -> int:
    """What all talk about is the bag that the Sheriff threatens. Else it is the own one, until a bribe for it
    lies on the table, which is changed there; then the one that is next.
    """
    waiting, talk = undecided(game, phone.talk), phone.talk
    own = (seat for seat in waiting if seat in phone.me.seats and not _has_bid(game, talk, seat))
    likely: Iterable[int | None] = (declaring.threatened(game, talk), *own, *waiting, *game.merchants)
    return next(seat for seat in likely if seat is not None)


def _has_bid(game: Game, talk: Talk, merchant: int) -> bool:
    """Whether this merchant has offered the Sheriff, or each Deputy, something for the own bag."""
    bribed = {
        proposal.deal.receiver
        for proposal in talk.proposals
        if proposal.merchant == proposal.deal.giver == merchant
        and proposal.state in {ProposalState.OPEN, ProposalState.ACCEPTED}
    }
    return bribed >= {*game.sheriffs}


def read_packed(game: Game, merchant: int, cards: Goods, reader: Reader) -> Declare | TakeBackDeclaration:
    """What a merchant says of the packed cards, all of which are counted; or that it is taken back."""
    if reader.ticked("take_back"):
        return TakeBackDeclaration(merchant)
    if not cards:
        reader.refuse("contents", _("Tap the cards in your bag first."))
    good = reader.choice("declared", game.legal_goods, _("Which good do you say it is?"))
    return Declare(merchant, Declaration(good, cards.total), in_turn=True)


def read_declaration(
    game: Game, merchant: int, reader: Reader, *, in_turn: bool = False
) -> Declare | TakeBackDeclaration:
    """What a merchant declares, if need be when the turn comes; or that the declaration is taken back."""
    if reader.ticked("take_back"):
        return TakeBackDeclaration(merchant)
    good = reader.choice("good", game.legal_goods)
    number = reader.number("number", MOST_CARDS, FEWEST_CARDS, blank=None)
    return Declare(merchant, Declaration(good, number), in_turn=in_turn)


UNSAID = "-"
"""What a form carries along if nothing was declared, since an empty field would get lost."""


def declared(said: Declaration | None) -> str:
    """What a merchant declared, as the word that a form carries along; "" for nothing."""
    return f"{said.good}-{said.number}" if said else ""


def read_declared(reader: Reader) -> Declaration | None:
    """What was declared when the form was drawn; an unreadable word matches no declaration."""
    good, _, number = reader.form.get("on", "").partition("-")
    said = number if number in map(str, range(FEWEST_CARDS, MOST_CARDS + 1)) else "0"
    return Declaration(good, int(said)) if good else None


def read_answer(number: int, reader: Reader) -> Answer:
    """Accepted or refused, with the version of the offer that was read."""
    accepts = reader.choice("accepts", ("1", "0")) == "1"
    return Answer(number, accepts, reader.hidden("changes"))


def read_threat(game: Game, phone: PhoneContext, reader: Reader) -> Threaten | LetBe:
    """Whose bag the Sheriff threatens to open, if any, and which Deputy, if this phone speaks for one."""
    if not reader.form.get("seat", ""):
        return LetBe()
    speaking = [seat for seat in game.deputies if phone.speaks_for(seat)]
    return Threaten(reader.seat("seat", len(game.seats)), speaking[0] if len(speaking) == 1 else None)


def read_mark(talk: Talk, reader: Reader) -> MarkKept:
    """Whether a promise was kept, or that nobody says so: of this round, unless the form says of which."""
    kept = {"1": True, "0": False}.get(reader.choice("kept", ("1", "0", "-")))
    words = reader.form.get("promise", "")[:LONGEST_PROMISE]
    number = reader.hidden("round") if "round" in reader.form else talk.round
    return MarkKept(Promise(number, reader.hidden("giver"), reader.hidden("receiver"), words), kept)


@dataclass(frozen=True, slots=True)
class BagTalk:
    """What was said of one bag, or will be once it is its merchant's turn (`waits`); `link` if this phone may
    still change it, where it was packed if it is this phone's `own`, and `threat` says
    who threatens to open it, and this phone's player may raise `bids` at once, one for each badge. The
    `offers` are those that do not wait for an answer from this phone.
    """

    seat: Seat
    declared: Declaration | None
    waits: bool
    threat: Markup | str
    link: bool
    own: bool
    offers: tuple[Offered, ...]
    bids: tuple[Bid, ...]


@dataclass(frozen=True, slots=True)
class Talking:
    """What sheriff/board/_talk.html shows; `lapsed` are the offers that came to nothing with the last bag,
    `speaker` is whom this phone may speak for as the bank. It may note what was agreed `aloud`. What this
    phone is to answer, the newest first, are the `asks` of sheriff/board/_asks.html.
    """

    asks: tuple[Offered, ...]
    bags: tuple[BagTalk, ...]
    lapsed: tuple[Markup, ...]
    offers: bool
    aloud: bool
    threatens: tuple[Seat, ...]
    lets_be: Seat | None
    speaker: Seat | None
    earlier: tuple[tuple[int, Markup], ...]


def talking(game: Game, phone: PhoneContext) -> Talking | None:
    """The talk of the round as this phone sees it; None if there is only one phone and nothing was said."""
    if not is_talking(game, phone):
        return None
    bags = tuple(_bag(game, phone, merchant) for merchant in game.waiting)
    view = Talking(
        asks=asks_of(game, phone),
        bags=tuple(bag for bag in bags if bag.declared or bag.threat or bag.offers),
        lapsed=tuple(lapsed(game, phone)),
        offers=_may_offer(game, phone),
        aloud=notes_aloud(game, phone),
        threatens=_threatens(game, phone),
        lets_be=_lets_be(game, phone),
        speaker=_speaker(game, phone),
        earlier=_earlier(game),
    )
    return view if view.asks or view.bags or view.lapsed or view.offers or view.earlier else None


def _may_offer(game: Game, phone: PhoneContext) -> bool:
    return bool(givers_of(game, phone)) and bool(_haggled_over(game, phone))


def notes_aloud(game: Game, phone: PhoneContext) -> bool:
    """Whether this phone is the Sheriff's at a table with others, and a declared bag is undecided."""
    declared = phone.talk.declarations.keys() & {*_haggled_over(game, phone)}
    return phone.is_shared and speaks_as_sheriff(game, phone) and bool(declared)


def _haggled_over(game: Game, phone: PhoneContext) -> tuple[int, ...]:
    """The merchants over whose bags something can still be said (T7)."""
    return () if phone.late else proposals.undecided(game, phone.talk)


def speaks_as_sheriff(game: Game, phone: PhoneContext) -> bool:
    """Whether this phone has the buttons of the Sheriff, or of either Deputy (E14)."""
    return any(map(phone.speaks_for, game.sheriffs))


def is_talking(game: Game, phone: PhoneContext) -> bool:
    """Whether there is talk at this table: several phones take part, or something was said."""
    said = phone.talk.declarations or phone.talk.proposals or phone.talk.threatened is not None
    return game.stage is Stage.ROUNDS and (phone.is_shared or bool(said))


def _bag(game: Game, phone: PhoneContext, merchant: int) -> BagTalk:
    ready = phone.talk.ready.get(merchant)
    said = phone.talk.declarations.get(merchant) or ready
    return BagTalk(
        seat=seat_of(game, merchant),
        declared=said,
        waits=ready is not None,
        threat=_threat(game, phone, merchant),
        own=phone.own_seat == merchant,
        link=phone.speaks_for(merchant) and phone.says(TakeBackDeclaration(merchant)),
        offers=tuple(one for one in offers_over(game, phone, merchant) if not one.asks),
        bids=tuple(bids_over(game, phone, merchant)),
    )


def _threat(game: Game, phone: PhoneContext, merchant: int) -> Markup | str:
    """Who threatens to open this bag; "" if nobody does."""
    if declaring.threatened(game, phone.talk) != merchant:
        return ""
    words = Words(game.seats)
    own = _("%(names)s threatens to open your bag"), _("%(names)s threaten to open your bag")
    others = _("%(names)s threatens to open %(name)s’s bag"), _("%(names)s threaten to open %(name)s’s bag")
    one, many = own if phone.own_seat == merchant else others
    return acted(words, declaring.threatening(game, phone.talk), one, many, name=words.name(merchant))


def _threatens(game: Game, phone: PhoneContext) -> tuple[Seat, ...]:
    if not speaks_as_sheriff(game, phone):
        return ()
    return seats_of(
        game,
        (
            merchant
            for merchant in _haggled_over(game, phone)
            if merchant != declaring.threatened(game, phone.talk) and phone.says(Threaten(merchant))
        ),
    )


def _lets_be(game: Game, phone: PhoneContext) -> Seat | None:
    merchant = declaring.threatened(game, phone.talk)
    if merchant is None or not speaks_as_sheriff(game, phone):
        return None
    return seat_of(game, merchant) if phone.says(LetBe()) else None


def _speaker(game: Game, phone: PhoneContext) -> Seat | None:
    """Whom the bank may declare for, so that a sleeping phone does not hold up the table."""
    seat = declaring.next_speaker(game, phone.talk, phone.phones)
    if seat is None or seat in phone.me.seats or not phone.me.bank:
        return None
    return seat_of(game, seat)


def nudges(game: Game, phone: PhoneContext) -> Seat | None:
    """Whom this phone may nudge, as the bank at a table with others: for whom all wait."""
    player = awaiting.awaited(game, phone.talk, phone.awake)
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
    return awaiting.awaited(game, phone.talk, phone.awake) == of


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
