"""The form of a bag: all its state is in its fields, redrawn by GET and booked by POST."""

from collections.abc import Callable, Container
from dataclasses import dataclass, field, replace

from werkzeug.datastructures import MultiDict

from companion.rules.goods import Goods
from companion.rules.sheriff.bags import (
    FEWEST_CARDS,
    MOST_CARDS,
    MOST_DEALS,
    Deal,
    Decision,
    Declaration,
    Raid,
    besides,
)
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.commands import OpenBag, PassBag
from companion.rules.sheriff.deals import as_kept, is_bribe, promised_kinds
from companion.rules.sheriff.debts import OpenDebt
from companion.rules.sheriff.events import BagOpened, BagPassed, SatOut
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.inspection import as_passed, most_raids, open_debt, raids
from companion.rules.sheriff.meanwhile import for_this_debt
from companion.rules.sheriff.proposals import payable
from companion.rules.sheriff.talk import Talk
from companion.web.forms.reader import Reader
from companion.web.forms.sheriff.deal_form import asked_for, deal_as_drawn, read_deal
from companion.web.http.language import gettext as _

LONGEST_RAID = 64
CARDS = ("in-", "face_down", "there-")
"""Prefixes of the fields that say what was in a bag."""
CONTENTS = ("", "passed", "opened")
AGREED = "agreed-"
TYPED = (
    "seat",
    "on",
    "good",
    "number",
    "contents",
    "in-",
    "face_down",
    "raid-",
    "deal-",
    "aside-",
    "there-",
    "debt-",
    "told-",
    "basis",
    "discarded",
    "refused",
    "ending",
)
"""Prefixes of the fields in which something is typed."""


@dataclass(frozen=True, slots=True)
class BagForm:
    """What was typed so far; `contents` is "" while the bag is as declared. `payment` is None until goods are
    chosen, and `basis` says for which debt. `asked` are parts of deals, each with the deal's number; deals
    that were `agreed` before are carried along unchanged. Cards out of the bag are put `aside` while somebody
    else than its merchant is tapped as their giver.
    """

    merchant: int
    good: str = ""
    number: int = 0
    contents: str = ""
    inside: Goods = field(default_factory=Goods)
    deals: tuple[Deal, ...] = ()
    agreed: tuple[Deal, ...] = ()
    raid_words: tuple[str, ...] = ()
    there: Goods = field(default_factory=Goods)
    told: Goods = field(default_factory=Goods)
    payment: Goods | None = None
    basis: str = ""
    discarded: bool = False
    asked: frozenset[tuple[int, str]] = frozenset()
    aside: Goods = field(default_factory=Goods)

    @property
    def declaration(self) -> Declaration:
        """What was declared."""
        return Declaration(self.good, self.number)

    @property
    def given(self) -> tuple[Deal, ...]:
        """The typed deals in which anything is given."""
        return tuple(deal for deal in self.deals if deal.gold or deal.stand or deal.bag or deal.promise)

    @property
    def struck(self) -> tuple[Deal, ...]:
        """The deals in which anything is given, agreed or typed."""
        return (*self.agreed, *self.given)

    @property
    def in_bag(self) -> Goods:
        """What was in the bag: as declared unless something else was said."""
        return self.inside if self.contents else Goods({self.good: self.number})

    def pass_command(self) -> PassBag:
        """The command to let it pass."""
        raids = tuple(_raid(word) for word in self.raid_words if word)
        deals = self.struck_for(Decision.PASSES)
        there = self.there if self.contents else Goods()
        return PassBag(self.merchant, self.declaration, self.in_bag, deals, raids, there)

    def open_command(self) -> OpenBag:
        """The command to open it."""
        deals = self.struck_for(Decision.OPENS)
        return OpenBag(
            self.merchant, self.declaration, self.in_bag, deals, self.told, self.payment, self.discarded
        )

    def struck_for(self, decision: Decision) -> tuple[Deal, ...]:
        """The deals that are booked with this decision (I9)."""
        return tuple(deal for deal in self.struck if deal.is_for(decision))


def read(game: Game, merchant: int, reader: Reader) -> BagForm:
    """The form that the fields describe; what cannot be read is left out, a sentence kept in the reader."""
    form = reader.form
    good = form.get("good", "")
    contents = "" if form.get("as_declared") else form.get("contents", "")
    if form.get("contents", "") not in CONTENTS:
        reader.refuse("", _("Choose one from the list."))
    number = reader.number("number", MOST_CARDS)
    if form.get("change_number"):
        number = reader.number("change_number", MOST_CARDS, FEWEST_CARDS, blank=number)
    bag = BagForm(
        merchant,
        good=good if good in game.legal_goods else "",
        number=number,
        contents=contents if contents in CONTENTS else "",
        deals=_deals(game, merchant, reader),
        agreed=_agreed(game, merchant, reader),
        raid_words=tuple(_raid_words(form)),
        there=reader.goods("there-", game.contraband, MOST_CARDS),
        told=reader.goods("told-", game.contraband, beside="debt"),
        basis=form.get("basis", ""),
        discarded=reader.ticked("discarded"),
        asked=_asked(reader),
    )
    # Where a debt was shown, goods without a field count as 0: empty fields are left out of an address.
    chose = reader.has("debt-") or reader.has("basis")
    payment = reader.goods("debt-", game.goods_in_play, beside="debt") if chose else None
    filled = replace(bag, aside=_aside(game, bag, reader), inside=_inside(game, bag, reader), payment=payment)
    return without_bribe(game, filled) if form.get("refused") else filled


def without_bribe(game: Game, form: BagForm) -> BagForm:
    """The form once what its merchant offers the Sheriff is refused; what was agreed stays (I7)."""
    kept = [at for at, deal in enumerate(form.deals) if not is_bribe(game, form.merchant, deal)]
    deals = tuple(form.deals[at] for at in kept)
    if not deals and not form.agreed:
        deals = (Deal(form.merchant, game.sheriff),)
    asked = frozenset((kept.index(at), part) for at, part in form.asked if at in kept)
    return replace(form, deals=deals, asked=asked)


def open_for_debt(game: Game, form: BagForm) -> OpenBag:
    """The command to open it, with goods for the debt that the form was drawn with. Raises AnotherDebt."""
    return for_this_debt(game, form.open_command(), form.basis)


def as_drawn(game: Game, form: BagForm, givers: tuple[int, ...]) -> BagForm:
    """The form as its sheet shows it, and as it is sent next: anything that no longer has a field there is
    left out. `givers` are the seats whose deals can be typed; unless the merchant is one of them, no deal is
    proposed.
    """
    usual = Deal(form.merchant, game.sheriff)
    asked = (deal for deal in form.deals if form.merchant in givers or deal != usual)
    typed = tuple(deal_as_drawn(game, form.merchant, deal, givers) for deal in asked if givers)
    offered = {raid_word(raid) for raid in raids(game, form.merchant)}
    words = (word if word in offered else "" for word in form.raid_words)
    drawn = replace(form, deals=typed, raid_words=tuple(words)[: most_raids(game, form.inside)])
    promised = promised_kinds(game, drawn.struck_for(Decision.PASSES))
    return replace(drawn, there=Goods({word: drawn.there[word] for word in promised if word in drawn.there}))


def with_debt(game: Game, form: BagForm, debt: OpenDebt | None) -> BagForm:
    """The form with a debt's fields as its sheet shows them: the goods chosen for this very debt, else those
    proposed; empty if nobody is short. More cards told than lie there stay typed, refused beside them.
    """
    if debt is None:
        return replace(form, told=Goods(), payment=None, basis="", discarded=False)
    chosen = form.payment if form.payment is not None and form.basis == debt.basis else debt.proposal
    goods = {word: chosen[word] for word in game.goods_in_play if word in chosen and word in debt.payable}
    counted = form.told if form.told.total > debt.face_down else debt.told
    told = {word: counted[word] for word in game.contraband if word in counted}
    discarded = form.discarded and debt.may_discard
    return replace(form, told=Goods(told), payment=Goods(goods), basis=debt.basis, discarded=discarded)


def typed(reader: Reader) -> dict[str, str]:
    """What was typed on a bag's sheet, as the sheet's address carries it."""
    return {name: value for name, value in reader.form.items() if value and name.startswith(TYPED)}


def typed_deals(reader: Reader) -> dict[str, str]:
    """What was typed on a bag's sheet of deals alone."""
    return {name: value for name, value in typed(reader).items() if name.startswith(("deal-", "refused"))}


def as_said(game: Game, form: BagForm, talk: Talk, reader: Reader) -> BagForm:
    """The form, filled with the declaration made at the table if none was typed, and with the deals agreed
    over this bag whatever was typed.
    """
    declared = talk.declarations.get(form.merchant)
    if declared and not reader.has("good") and not reader.has("number"):
        form = replace(form, good=declared.good, number=declared.number)
    agreed = payable(game, talk, form.merchant)
    typed = form.deals if not agreed or reader.has("deal-") or reader.form.get("add") else ()
    return replace(form, agreed=agreed, deals=besides(typed, agreed))


def as_promised(game: Game, form: BagForm, reader: Reader) -> BagForm:
    """The form of a bag that passed, with what its deals promise out of it proposed as what was there, the
    contraband face down (I8, I11), until anything else is said of its contents.
    """
    if form.contents != "passed" or any(map(reader.has, CARDS)):
        return form
    deals = form.struck_for(Decision.PASSES)
    promised = as_passed(game, sum((deal.bag for deal in deals), Goods()))
    others = promised - promised.overlap({form.good: MOST_CARDS})
    if not form.good or others.total > form.number:
        return form
    inside = others + {form.good: form.number - others.total}
    return replace(form, inside=inside, there=promised_kinds(game, deals))


def held_to(form: BagForm, may_give: Callable[[int], bool]) -> BagForm:
    """The form of a booked bag: what others gave and got stays as agreed."""
    mine = tuple(deal for deal in form.struck if may_give(deal.giver) and may_give(deal.receiver))
    held = besides(form.struck, mine)
    return replace(form, agreed=held, deals=mine) if held else form


def left_over(game: Game, form: BagForm) -> BagForm:
    """The form of a bag that was not dealt with in time: it passed, and nothing is given for it (T7)."""
    inside = form.in_bag if form.good else Goods()
    return replace(form, contents="passed", inside=as_passed(game, inside), deals=())


def _inside(game: Game, bag: BagForm, reader: Reader) -> Goods:
    """What was in the bag; at first the declared cards."""
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
    """Every typed deal, with room for one if nothing was agreed; a bribe goes from the merchant to the
    Sheriff unless changed.
    """
    first = -1 if reader.has(AGREED) else 0
    count = 1 + max((index for index in range(MOST_DEALS) if reader.has(f"deal-{index}-")), default=first)
    sides = (merchant, game.sheriff)
    removed = reader.hidden("remove")
    typed = tuple(_deal(game, merchant, reader, index) for index in range(count) if index != removed)
    typed = typed or ((Deal(*sides),) if first == 0 else ())
    if reader.form.get("add") != "deal" or count == MOST_DEALS:
        return typed
    givers = {deal.giver for deal in (*typed, *_agreed(game, merchant, reader))}
    return (*typed, Deal(_joins_in(game, merchant, givers), game.sheriff))


def _deal(game: Game, merchant: int, reader: Reader, index: int) -> Deal:
    """One typed deal; what was put aside comes back with its merchant."""
    prefix = f"deal-{index}-"
    deal = read_deal(game, reader, prefix, (merchant, game.sheriff))
    if deal.giver == merchant and reader.ticked(prefix + "goods") and not reader.has(prefix + "bag-"):
        deal = replace(deal, bag=_put_aside(game, reader))
    return as_kept(game, merchant, deal)


def _aside(game: Game, form: BagForm, reader: Reader) -> Goods:
    """The cards out of the bag that wait for its merchant: only the merchant can give them."""
    of_others = next((deal.bag for deal in form.deals if deal.bag and deal.giver != form.merchant), None)
    if of_others is not None:
        return of_others
    return Goods() if any(deal.bag for deal in form.deals) else _put_aside(game, reader)


def _put_aside(game: Game, reader: Reader) -> Goods:
    return reader.goods("aside-", (*game.goods_in_play, FACE_DOWN), MOST_CARDS)


def _asked(reader: Reader) -> frozenset[tuple[int, str]]:
    """The parts of deals that are asked for, renumbered once a deal is removed."""
    removed = reader.hidden("remove")
    return frozenset(
        (index - 1 if -1 < removed < index else index, part)
        for index in range(MOST_DEALS)
        if index != removed
        for part in asked_for(reader, f"deal-{index}-")
    )


def _joins_in(game: Game, merchant: int, givers: Container[int]) -> int:
    """Who most likely joins in: the first giver who is on neither side of the bag and gives nothing yet."""
    others = (seat for seat in game.here if seat not in {merchant, game.sheriff} and seat not in givers)
    return next(others, merchant)


def _agreed(game: Game, merchant: int, reader: Reader) -> tuple[Deal, ...]:
    """The deals agreed before, as the form carries them along."""
    prefixes = (f"{AGREED}{index}-" for index in range(MOST_DEALS))
    sides = (merchant, game.sheriff)
    return tuple(read_deal(game, reader, prefix, sides) for prefix in prefixes if reader.has(prefix))


def _raid_words(form: MultiDict[str, str]) -> list[str]:
    return [form.get(f"raid-{index}", "") for index in range(MOST_CARDS)]


def raid_word(raid: Raid) -> str:
    """A choice in the list, as `victim:good:count`."""
    return f"{raid.victim}:{raid.good}:{raid.count}"


def _raid(word: str) -> Raid:
    """The raid that a choice names; anything else becomes a raid that the rules refuse."""
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


def of_entry(before: Game, event: BagPassed | BagOpened | SatOut, merchant: int) -> BagForm:
    """The form as it would have been filled in for a booked bag, on the game before it; if it was somebody
    else's, with the deals of this merchant. Empty for one who sat out.
    """
    if isinstance(event, SatOut):
        return BagForm(merchant, deals=(Deal(merchant, before.sheriff),))
    return of_another(_of_bag(before, event), merchant)


def of_another(form: BagForm, merchant: int | None) -> BagForm:
    """The same form for another's bag, if one is named: what the merchant gave and got goes along."""
    if merchant is None:
        return form

    def moved(deal: Deal) -> Deal:
        giver, receiver = (
            merchant if seat == form.merchant else seat for seat in (deal.giver, deal.receiver)
        )
        return replace(deal, giver=giver, receiver=receiver)

    deals, agreed = tuple(map(moved, form.deals)), tuple(map(moved, form.agreed))
    return replace(form, merchant=merchant, deals=deals, agreed=agreed)


def _of_bag(before: Game, event: BagPassed | BagOpened) -> BagForm:
    opened = isinstance(event, BagOpened)
    as_declared = event.contents == {event.declaration.good: event.declaration.number}
    debt = event.debt if isinstance(event, BagOpened) else None
    form = BagForm(
        event.merchant,
        event.declaration.good,
        event.declaration.number,
        "" if as_declared and debt is None else "opened" if opened else "passed",
        Goods() if as_declared and debt is None else event.contents,
        event.deals or (Deal(event.merchant, event.sheriff),),
        raid_words=tuple(map(raid_word, event.raids)) if isinstance(event, BagPassed) else (),
        there=event.there if isinstance(event, BagPassed) else Goods(),
        told=debt.told if debt else Goods(),
        payment=debt.handed if debt else None,
        discarded=debt.discarded if debt else False,
    )
    owed = open_debt(before, form.open_command()) if opened else None
    return form if owed is None else replace(form, basis=owed.basis)
