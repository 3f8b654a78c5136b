"""The panel of the board: what is said over each bag, and what this phone may say."""

from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.seats import Stage
from companion.rules.sheriff import declaring
from companion.rules.sheriff.bags import FEWEST_CARDS, MOST_CARDS, Decision, Declaration
from companion.rules.sheriff.declaring import LetBe, TakeBackDeclaration, Threaten
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.proposals import undecided
from companion.rules.sheriff.talk import decision_of
from companion.web.http.language import gettext as _
from companion.web.parts import Seat, seat_of, seats_of
from companion.web.reader import Reader
from companion.web.sheriff.offers import Bid, Offered, asks_of, bids_over, lapsed, offers_over
from companion.web.sheriff.table import PhoneContext
from companion.web.sheriff.tug import Tug, tug_over
from companion.web.sheriff.words import Words, acted

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


def givers_of(game: Game, phone: PhoneContext) -> tuple[int, ...]:
    """The seats this phone may make offers for: its own, then, if it is the bank, all others, as far as they
    can give something to somebody.
    """
    here = game.here
    own = [seat for seat in here if seat in phone.me.seats]
    others = (seat for seat in here if phone.me.bank and seat not in own)
    return (*own, *(seat for seat in others if receivers_of(game, phone, seat)))


def receivers_of(game: Game, phone: PhoneContext, giver: int) -> tuple[int, ...]:
    """The seats that a seat can give to on this phone: all others or, if the giver is asked for it on their
    own phone, those in whose name this one asks.
    """
    asks = phone.asks(giver)
    return tuple(seat for seat in game.here if seat != giver and not (asks and phone.asks(seat)))


@dataclass(frozen=True, slots=True)
class BagTalk:
    """What was said of one bag, or will be once it is its merchant's turn (`waits`); `link` if this phone may
    still change it, on the page where it was packed if it is this phone's `own`. `threat` says who threatens
    to open it. This phone's player may raise `bids` at once, one for each badge. The `tug` is what stands for
    either decision, and `offers` are those that pull at neither end or that are between this phone's player
    and another, unless they are answered here.
    """

    seat: Seat
    declared: Declaration | None
    waits: bool
    threat: Markup | str
    link: bool
    own: bool
    offers: tuple[Offered, ...]
    bids: tuple[Bid, ...]
    tug: Tug | None


@dataclass(frozen=True, slots=True)
class Talking:
    """What sheriff/board/_talk.html shows; `lapsed` are the offers that came to nothing with the last bag,
    `speaker` is whom this phone may speak for as the bank, so that a sleeping phone does not hold up the
    table. It may note what was agreed `aloud`. What this phone is to answer, the newest first, are the `asks`
    of sheriff/board/_asks.html.
    """

    asks: tuple[Offered, ...]
    bags: tuple[BagTalk, ...]
    lapsed: tuple[Markup, ...]
    offers: bool
    aloud: bool
    threatens: tuple[Seat, ...]
    lets_be: Seat | None
    speaker: Seat | None


def talking(game: Game, phone: PhoneContext) -> Talking | None:
    """The talk of the round as this phone sees it; None if there is only one phone and nothing was said."""
    if not is_talking(game, phone):
        return None
    talk, threatened = phone.talk, declaring.threatened(game, phone.talk)
    is_sheriff = any(map(phone.speaks_for, game.sheriffs))  # or either Deputy (E14)
    opened = any(decision_of(talk, merchant) is Decision.OPENS for merchant in game.waiting)
    looks = opened and phone.own_seat in game.sheriffs  # at a bag's cards, and says nothing of the others
    haggled = () if phone.late or looks else undecided(game, talk)  # what can still be talked about (T7)
    lets_be = is_sheriff and not looks and phone.says(LetBe())
    threatens = haggled if is_sheriff else ()
    speaker = declaring.next_speaker(game, talk, phone.phones) if phone.me.bank else None
    bags = [_bag(game, phone, merchant) for merchant in game.waiting]
    if game.deputies:  # over somebody else's bag there is twice as much to say
        bags.sort(key=lambda bag: not bag.own)
    view = Talking(
        asks=asks_of(game, phone),
        bags=tuple(bag for bag in bags if bag.declared or bag.threat or bag.offers or bag.tug),
        lapsed=tuple(lapsed(game, phone)),
        offers=bool(haggled and givers_of(game, phone)),
        aloud=phone.is_shared and is_sheriff and not talk.declarations.keys().isdisjoint(haggled),
        threatens=seats_of(
            game, (seat for seat in threatens if seat != threatened and phone.says(Threaten(seat)))
        ),
        lets_be=seat_of(game, threatened) if lets_be and threatened is not None else None,
        speaker=None if speaker is None or speaker in phone.me.seats else seat_of(game, speaker),
    )
    has_any = view.asks or view.bags or view.lapsed or view.offers or view.speaker
    return view if has_any else None


def is_talking(game: Game, phone: PhoneContext) -> bool:
    """Whether there is talk at this table: several phones take part, or something was said."""
    said = phone.talk.declarations or phone.talk.proposals or phone.talk.threatened is not None
    return game.stage is Stage.ROUNDS and (phone.is_shared or bool(said))


def _bag(game: Game, phone: PhoneContext, merchant: int) -> BagTalk:
    ready, bids = phone.talk.ready.get(merchant), tuple(bids_over(game, phone, merchant))
    raised = [bid.offer.proposal for bid in bids if bid.offer]
    tug = tug_over(game, phone.talk, merchant, phone.own_seat)
    pulls = tug.numbers if tug else frozenset()
    said = phone.talk.declarations.get(merchant) or ready
    return BagTalk(
        seat=seat_of(game, merchant),
        declared=said,
        waits=ready is not None,
        threat=_threat(game, phone, merchant),
        own=phone.own_seat == merchant,
        link=phone.speaks_for(merchant) and phone.says(TakeBackDeclaration(merchant)),
        offers=tuple(
            one
            for one in offers_over(game, phone, merchant)
            if not one.asks
            and one.proposal not in raised
            and (one.proposal.number not in pulls or one.acts or _is_told(game, phone, one))
        ),
        bids=bids,
        tug=tug,
    )


def _is_told(game: Game, phone: PhoneContext, offer: Offered) -> bool:
    """Whether a line tells of an offer that pulls at the rope: on the phone of either side, and where only
    words say to which Deputy it was made.
    """
    return bool(game.deputies or phone.me.seats & {*offer.proposal.sides})


def _threat(game: Game, phone: PhoneContext, merchant: int) -> Markup | str:
    """Who threatens to open this bag; "" if nobody does."""
    if declaring.threatened(game, phone.talk) != merchant:
        return ""
    words = Words(game.seats)
    own = _("%(names)s threatens to open your bag"), _("%(names)s threaten to open your bag")
    others = _("%(names)s threatens to open %(name)s’s bag"), _("%(names)s threaten to open %(name)s’s bag")
    one, many = own if phone.own_seat == merchant else others
    return acted(words, declaring.threatening(game, phone.talk), one, many, name=words.name(merchant))


def nudges(game: Game, phone: PhoneContext) -> Seat | None:
    """The player for whom all wait, if this phone may nudge them, as the bank at a table with others."""
    player = declaring.awaited(game, phone.talk, phone.awake)
    if player is None or player in phone.me.seats or not phone.me.bank:
        return None
    return seat_of(game, player)


def is_nudged(game: Game, phone: PhoneContext) -> bool:
    """Whether the bank just nudged the player here, nothing was said since, and all still wait for them."""
    what, of = phone.talk.latest
    if what != "nudged" or of not in phone.me.seats:
        return False
    return declaring.awaited(game, phone.talk, phone.awake) == of
