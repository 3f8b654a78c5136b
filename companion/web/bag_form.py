"""The form of a bag: its fields are all its state, drawn again by GET and booked by POST."""

from dataclasses import dataclass, field, replace

from werkzeug.datastructures import MultiDict

from companion.rules.bags import (
    FEWEST_CARDS,
    LONGEST_PROMISE,
    MOST_CARDS,
    MOST_DEALS,
    Deal,
    Declaration,
    Raid,
)
from companion.rules.commands import OpenBag, PassBag
from companion.rules.events import BagOpened, BagPassed
from companion.rules.game import Game
from companion.rules.goods import FACE_DOWN, Goods
from companion.rules.proposals import deals_of
from companion.rules.talk import Talk
from companion.web.forms import Reader
from companion.web.language import gettext as _

LONGEST_RAID = 64
CONTENTS = ("", "passed", "opened")


@dataclass(frozen=True, slots=True)
class BagForm:
    """What was typed so far; `contents` is "" while the bag is as declared. `debt` is None until goods are
    chosen, and `basis` says for which debt they were. `asked` numbers the deals whose goods are asked for.
    """

    merchant: int
    good: str = ""
    number: int = 0
    contents: str = ""
    inside: Goods = field(default_factory=Goods)
    deals: tuple[Deal, ...] = ()
    raid_words: tuple[str, ...] = ()
    told: Goods = field(default_factory=Goods)
    debt: Goods | None = None
    basis: str = ""
    discarded: bool = False
    asked: frozenset[int] = frozenset()

    @property
    def declaration(self) -> Declaration:
        """What was declared."""
        return Declaration(self.good, self.number)

    @property
    def struck(self) -> tuple[Deal, ...]:
        """The deals in which anything is given."""
        return tuple(deal for deal in self.deals if deal.gold or deal.stand or deal.bag or deal.promise)

    @property
    def in_bag(self) -> Goods:
        """What was in the bag: as declared unless something else was said."""
        return self.inside if self.contents else Goods({self.good: self.number})

    @property
    def is_told(self) -> bool:
        """Whether it can be judged: something was declared, and every card says what it is."""
        return bool(self.good) and FACE_DOWN not in self.in_bag

    def pass_bag(self) -> PassBag:
        """The command of letting it pass."""
        raids = tuple(_raid(word) for word in self.raid_words if word)
        return PassBag(self.merchant, self.declaration, self.in_bag, self.struck, raids)

    def open_bag(self) -> OpenBag:
        """The command of opening it."""
        return OpenBag(
            self.merchant, self.declaration, self.in_bag, self.struck, self.told, self.debt, self.discarded
        )


def read(game: Game, merchant: int, reader: Reader) -> BagForm:
    """The form as its fields say; what cannot be read is left out, with a sentence kept in the reader."""
    form = reader.form
    good = form.get("good", "")
    contents = "" if form.get("as_declared") else form.get("contents", "")
    if form.get("contents", "") not in CONTENTS:
        reader.refuse("", _("Choose one of the list."))
    number = reader.number("number", MOST_CARDS)
    if form.get("change_number"):
        number = reader.number("change_number", MOST_CARDS, FEWEST_CARDS, blank=number)
    bag = BagForm(
        merchant,
        good=good if good in game.legal_goods else "",
        number=number,
        contents=contents if contents in CONTENTS else "",
        deals=_deals(game, merchant, reader),
        raid_words=tuple(_raid_words(form)),
        told=reader.goods("told-", game.contraband, beside="debt"),
        basis=form.get("basis", ""),
        discarded=reader.ticked("discarded"),
        asked=frozenset(index for index in range(MOST_DEALS) if reader.ticked(f"deal-{index}-goods")),
    )
    debt = reader.goods("debt-", game.goods_in_play, beside="debt") if reader.has("debt-") else None
    return replace(bag, inside=_inside(game, bag, reader), debt=debt)


def as_said(game: Game, form: BagForm, talk: Talk, reader: Reader) -> BagForm:
    """The form, filled with what was said at the table where nothing was typed yet."""
    declared = talk.declarations.get(form.merchant)
    if declared and not reader.has("good") and not reader.has("number"):
        form = replace(form, good=declared.good, number=declared.number)
    agreed = deals_of(game, talk, form.merchant)
    return replace(form, deals=agreed) if agreed and not reader.has("deal-") else form


def _inside(game: Game, bag: BagForm, reader: Reader) -> Goods:
    """What was in it; at first the cards that were declared."""
    if not bag.contents:
        return Goods()
    words = game.legal_goods if bag.contents == "passed" else game.goods_in_play
    inside = reader.goods("in-", words, MOST_CARDS, beside="contents")
    if bag.contents == "passed":
        inside += {FACE_DOWN: reader.number("face_down", MOST_CARDS)}
    if not inside and bag.good:
        return Goods({bag.good: bag.number})
    return inside


def _deals(game: Game, merchant: int, reader: Reader) -> tuple[Deal, ...]:
    """Every deal of the form, at least one; a bribe runs from the merchant to the Sheriff unless changed."""
    count = 1 + max((index for index in range(MOST_DEALS) if reader.has(f"deal-{index}-")), default=0)
    if reader.form.get("add") == "deal":
        count = min(count + 1, MOST_DEALS)
    sides = (merchant, game.sheriff)
    return tuple(read_deal(game, reader, f"deal-{index}-", sides) for index in range(count))


def read_deal(game: Game, reader: Reader, prefix: str, sides: tuple[int, int]) -> Deal:
    """One deal, from the fields that begin so; giver and receiver as given where the form names none."""
    seats, (giver, receiver) = len(game.seats), sides
    giver = reader.seat(prefix + "giver", seats) if prefix + "giver" in reader.form else giver
    receiver = reader.seat(prefix + "receiver", seats) if prefix + "receiver" in reader.form else receiver
    on_stand = (*game.goods_in_play, FACE_DOWN)
    return Deal(
        giver,
        receiver,
        gold=reader.number(prefix + "gold"),
        stand=reader.goods(prefix + "stand-", on_stand, beside=prefix + "goods"),
        bag=reader.goods(prefix + "bag-", (*game.legal_goods, FACE_DOWN), MOST_CARDS, prefix + "goods"),
        promise=reader.text(prefix + "promise", LONGEST_PROMISE),
    )


def _raid_words(form: MultiDict[str, str]) -> list[str]:
    return [form.get(f"raid-{index}", "") for index in range(MOST_CARDS)]


def _raid(word: str) -> Raid:
    """A choice of the list as `victim:good:count`; anything else is a raid that the rules refuse."""
    victim, _, rest = word.partition(":")
    good, _, count = rest.partition(":")
    if not (
        victim.isascii()
        and victim.isdecimal()
        and count.isascii()
        and count.isdecimal()
        and len(word) < LONGEST_RAID
    ):
        return Raid(-1, "", 0)
    return Raid(int(victim), good, int(count))


def of_entry(event: BagPassed | BagOpened) -> BagForm:
    """The form as it would have been filled for a bag that was booked."""
    opened = isinstance(event, BagOpened)
    as_declared = event.contents == {event.declaration.good: event.declaration.number}
    debt = event.debt if isinstance(event, BagOpened) else None
    return BagForm(
        event.merchant,
        event.declaration.good,
        event.declaration.number,
        "" if as_declared and debt is None else "opened" if opened else "passed",
        Goods() if as_declared and debt is None else event.contents,
        event.deals or (Deal(event.merchant, event.sheriff),),
        raid_words=tuple(f"{raid.victim}:{raid.good}:{raid.count}" for raid in getattr(event, "raids", ())),
        told=debt.told if debt else Goods(),
        debt=debt.handed if debt else None,
        discarded=debt.discarded if debt else False,
    )
