"""What is said at the table before a bag is booked, and what this phone may answer."""

from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.sheriff import awaiting, declaring, proposals
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.talk import (
    LetBe,
    TakeBackDeclaration,
    Threaten,
)
from companion.rules.stages import Stage
from companion.web.forms.sheriff.talk_form import givers_of
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.phone_context import PhoneContext
from companion.web.screens.parts import Seat, seat_of, seats_of
from companion.web.screens.sheriff.bids import Bid, bids_over
from companion.web.screens.sheriff.offers import Offered, asks_of, lapsed, offers_over
from companion.web.screens.sheriff.stocks import Stock, kind_of
from companion.web.words.sheriff.deputy_words import acted
from companion.web.words.sheriff.sentences import Words


@dataclass(frozen=True, slots=True)
class BagTalk:
    """What was said of one bag, or will be once it is its merchant's turn (`waits`); `link` if this phone may
    still change it, where it was packed if it is this phone's `own`, and `threat` says
    who threatens to open it, and this phone's player may raise `bids` at once, one for each badge. The
    `offers` are those that do not wait for an answer from this phone.
    """

    seat: Seat
    declared: Stock | None
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
        declared=Stock(said.good, said.number, kind_of(game, said.good)) if said else None,
        waits=ready is not None,
        threat=_threat(game, phone, merchant),
        own=phone.own_seat == merchant,
        link=_may_say_again(game, phone, merchant),
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


def _may_say_again(game: Game, phone: PhoneContext, merchant: int) -> bool:
    if not phone.speaks_for(merchant) or not phone.permit.says(phone.talk, TakeBackDeclaration(merchant)):
        return False
    return declaring.may_unsay(game, phone.talk, merchant) is None


def _threatens(game: Game, phone: PhoneContext) -> tuple[Seat, ...]:
    if not speaks_as_sheriff(game, phone):
        return ()
    return seats_of(
        game,
        (
            merchant
            for merchant in _haggled_over(game, phone)
            if merchant != declaring.threatened(game, phone.talk)
            and declaring.may_threaten(game, phone.talk, merchant) is None
            and phone.permit.says(phone.talk, Threaten(merchant))
        ),
    )


def _lets_be(game: Game, phone: PhoneContext) -> Seat | None:
    merchant = declaring.threatened(game, phone.talk)
    if merchant is None or not speaks_as_sheriff(game, phone):
        return None
    if not phone.permit.says(phone.talk, LetBe()):
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
