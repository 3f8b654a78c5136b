"""A merchant's notes, for their own phone alone (T8)."""

from dataclasses import dataclass
from zlib import crc32

from markupsafe import Markup

from companion.rules.ledger import Goods
from companion.rules.sheriff import declaring
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.notes import proposed
from companion.rules.sheriff.refusals import DeclaresFirst
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.parts import Seat, say
from companion.web.sheriff.bag import Group
from companion.web.sheriff.stocks import Stock
from companion.web.sheriff.table import PhoneContext
from companion.web.sheriff.talk_panel import declared
from companion.web.sheriff.words import Words

MOST_NOTED = 99


@dataclass(frozen=True, slots=True)
class Passed:
    """A round whose bag passed with face-down cards, and what was noted about it."""

    round: int
    face_down: int
    noted: tuple[Stock, ...]


@dataclass(frozen=True, slots=True)
class Packing:
    """What a merchant declares of the bag being packed: one of these `goods`, as proposed by its cards, and
    their `number`; what the others `heard` of it, and whether that `waits` (T4). What was `said`, or waits to
    be, can be taken back; `on` carries along what they heard.
    """

    goods: tuple[str, ...]
    good: str
    number: int
    waits: bool
    heard: Markup | str
    on: str
    said: Declaration | None


@dataclass(frozen=True, slots=True)
class Note:
    """What sheriff/notes/_note.html shows: the cards of a `round`'s bag, or of no bag in particular (0); as
    many as were `declared` by phone, if any were. With `packing`, the bag is also declared here. Notes of
    other rounds are shown if `beside`. `said` is the mark of the goods in play.
    """

    game: str
    said: str
    seat: Seat
    round: int
    most: int
    palette: tuple[Group, ...]
    passed: tuple[Passed, ...]
    elsewhere: tuple[Stock, ...]
    declared: Declaration | None
    packing: Packing | None
    beside: bool


def mark_of_goods(game: Game) -> str:
    """A word that changes whenever the goods in play do: an option may be switched meanwhile."""
    return f"{crc32(' '.join(game.goods_in_play).encode()):x}"


@dataclass(frozen=True, slots=True)
class NotedOtherwise:
    """What sheriff/board/_noted.html shows to a merchant alone: a bag of theirs that was `recorded`
    differently from what was `noted`, as far as everybody may know, for them to object if they may.
    """

    seat: int
    entry: int
    round: int
    recorded: Markup
    noted: str
    may_object: bool


@dataclass(frozen=True, slots=True)
class Curtain:
    """What sheriff/notes/curtain.html shows before a player's notes: nothing but a name, and the round whose
    note was asked for, None if none; `shared` if others use the phone.
    """

    game: str
    seat: Seat
    round: int | None
    shared: bool


def _heard(game: Game, first: tuple[int, ...]) -> Markup | str:
    if not first:
        return _("that is all the others hear")
    said = ngettext(
        "said as soon as %(names)s has declared",
        "said as soon as %(names)s have declared",
        len(first),
        names="%(names)s",
    )
    return say(said, names=Words(game.seats).names(first))


def packing(game: Game, phone: PhoneContext, merchant: int, cards: Goods, typed: str) -> Packing | None:
    """What can be declared of these cards, with the good that was `typed`, on the merchant's own phone; None
    where a deal or a decision rests on what was said.
    """
    if phone.me.seats != {merchant}:
        return None
    refusal = declaring.may_declare(game, phone.talk, merchant, phone.awake)
    if refusal and not isinstance(refusal, DeclaresFirst):
        return None
    first = declaring.declare_first(game, phone.talk, merchant, phone.awake)
    said = phone.talk.declarations.get(merchant)
    known = said or phone.talk.ready.get(merchant)
    good = typed if typed in game.legal_goods else known.good if known else proposed(game, cards)
    return Packing(
        goods=game.legal_goods,
        good=good,
        number=cards.total,
        waits=bool(first),
        heard=_heard(game, first),
        on=declared(said),
        said=known,
    )
