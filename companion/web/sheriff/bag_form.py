"""The form of a bag: read, filled from what is known, drawn again, made a command."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile, zip_longest

from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff import refusals as no
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
from companion.rules.sheriff.conflicts import for_this_debt
from companion.rules.sheriff.deals import as_kept, is_bribe, promised_kinds
from companion.rules.sheriff.debts import OpenDebt
from companion.rules.sheriff.deputies import acting
from companion.rules.sheriff.game import FACE_DOWN, Game
from companion.rules.sheriff.inspection import Brought
from companion.rules.sheriff.opened import BagOpened, OpenBag, judge, open_debts
from companion.rules.sheriff.passed import BagPassed, PassBag, as_passed, most_raids, raids
from companion.rules.sheriff.proposals import decided_alone, payable
from companion.rules.sheriff.round_laws import HIGHEST_FINE
from companion.rules.sheriff.talk import Talk
from companion.web.http.language import gettext as _
from companion.web.reader import Reader, field_of
from companion.web.sheriff.deal_form import (
    OTHER,
    UNNAMED,
    Owed,
    asked_for,
    deal_as_drawn,
    of_debt,
    owed_as_drawn,
    read_deal,
    read_owed,
    usual_receiver,
    wants_deputy,
)
from companion.web.sheriff.stocks import BOTH
from companion.web.sheriff.words import Words, lets_pass

LONGEST_RAID = 64
CARDS = ("in-", "face_down", "there-")
"""Prefixes of the fields that say what was in a bag."""
CONTENTS = ("", "passed", "opened")
AGREED = "agreed-"
PARTS = ("gold", "goods", "promising")
"""What can be unfolded of a row: all that one player gives is one row."""
TYPED = (
    "seat",
    "on",
    "round",
    "good",
    "number",
    "contents",
    "lie",
    "in-",
    "face_down",
    "raid-",
    "deal-",
    "unfolded",
    "there-",
    "debt-",
    "told-",
    "basis",
    "discarded",
    OTHER,
    "alone",
    "keeper",
    "fine",
    "refused",
    "ending",
)
"""Prefixes of the fields in which something is typed."""


@dataclass(frozen=True, slots=True)
class BagForm:
    """What was typed so far; `contents` is "" while the bag is as declared; if they are told, the form says
    whether the bag was a `lie`. `owed` is the debt that goods pay, `other` that of the second Deputy (E9).
    `asked` says of which deals the receiver is asked for, and which are unnamed; of one deal one part is
    `unfolded`, a word of `PARTS`. Deals that were `agreed` before are carried along unchanged. One of two
    Deputies acts `alone`; None for both, or for a single Sheriff (E11). Under a law the `fine` can be another
    (E27). A TableTop Trophy that both confiscate goes to the `keeper`, None for the Deputy drawn first (E17).
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
    owed: Owed = field(default_factory=Owed)
    other: Owed = field(default_factory=Owed)
    asked: frozenset[tuple[int, str]] = frozenset()
    unfolded: tuple[int, str] | None = None
    alone: int | None = None
    fine: int | None = None
    keeper: int | None = None
    lie: bool = False

    @property
    def declaration(self) -> Declaration:
        """What was declared."""
        return Declaration(self.good, self.number)

    @property
    def given(self) -> tuple[Deal, ...]:
        """The typed deals in which anything is given."""
        return tuple(filter(gives, self.deals))

    @property
    def struck(self) -> tuple[Deal, ...]:
        """The deals in which anything is given, agreed or typed."""
        return (*self.agreed, *self.given)

    @property
    def missing(self) -> Goods:
        """The cards that its deals promise out of a passing bag and that it does not have (I8)."""
        promised = sum((deal.bag for deal in self.struck_for(Decision.PASSES)), Goods())
        return promised - promised.overlap(self.in_bag)

    @property
    def is_as_declared(self) -> bool:
        """Whether its cards are exactly those that were declared."""
        return self.in_bag == Goods({self.good: self.number})

    @property
    def is_untold(self) -> bool:
        """Whether it calls the bag a lie, but still has the declared cards in it."""
        return self.lie and bool(self.good and self.number) and self.is_as_declared

    @property
    def in_bag(self) -> Goods:
        """What was in the bag: as declared unless something else was said."""
        return self.inside if self.contents else Goods({self.good: self.number})

    def pass_command(self) -> PassBag:
        """The command to let the bag pass."""
        raids = tuple(_raid(word) for word in self.raid_words if word)
        deals = self.struck_for(Decision.PASSES)
        there = self.there if self.contents else Goods()
        return PassBag(self.merchant, self.declaration, self.in_bag, deals, raids, there, self.alone)

    def open_command(self) -> OpenBag:
        """The command to open the bag."""
        deals, owed = self.struck_for(Decision.OPENS), self.owed
        return OpenBag(
            self.merchant,
            self.declaration,
            self.in_bag,
            deals,
            owed.told,
            owed.payment,
            owed.discarded,
            self.fine,
            alone=self.alone,
            other=self.other.paying,
            keeper=self.keeper,
        )

    def struck_for(self, decision: Decision) -> tuple[Deal, ...]:
        """The deals that are booked with this decision (I9)."""
        return tuple(deal for deal in self.struck if deal.is_for(decision))


def gives(deal: Deal) -> bool:
    """Whether anything is given in a deal."""
    return bool(deal.gold or deal.stand or deal.bag or deal.promise)


def read_bag(game: Game, merchant: int, reader: Reader) -> BagForm:
    """The form that the fields describe; what cannot be read is left out, and refused in the reader."""
    form = reader.form
    good = form.get("good", "")
    told = form.get("lie") or form.get("contents", "")
    if told not in CONTENTS:
        reader.refuse("", _("Choose one from the list."))
        told = ""
    contents = "" if form.get("as_declared") else told
    number = reader.number("number", MOST_CARDS)
    if form.get("change_number"):
        number = reader.number("change_number", MOST_CARDS, FEWEST_CARDS, blank=number)
    # Once something else is said of the contents, they are all that is asked for.
    shown = None if contents and not any(map(reader.has, CARDS)) else _shown(reader)
    deals, asked, unfolded = _rows(game, merchant, reader, shown)
    bag = BagForm(
        merchant,
        good=good if good in game.legal_goods else "",
        number=number,
        contents=contents,
        deals=deals,
        agreed=_agreed(game, merchant, reader),
        raid_words=tuple(form.get(f"raid-{index}", "") for index in range(MOST_CARDS)),
        there=reader.goods("there-", game.contraband, MOST_CARDS),
        owed=read_owed(game, reader),
        other=read_owed(game, reader, OTHER),
        asked=asked,
        unfolded=unfolded,
        alone=alone_of(game, reader),
        keeper=keeper_of(game, reader),
        fine=_fine(reader),
        lie=bool(form.get("lie") and contents),
    )
    filled = replace(bag, inside=_inside(game, bag, reader))
    return without_bribe(game, filled) if form.get("refused") else filled


def without_deputy(game: Game, form: BagForm, decision: Decision) -> int | None:
    """The index of the first typed deal that fails to say which Deputy gets it if this is decided."""
    wants = (
        at
        for at, deal in enumerate(form.deals)
        if (at, UNNAMED) in form.asked
        and deal in form.given
        and wants_deputy(game, deal, form.alone, [decision])
    )
    return next(wants, None)


def ask_which_deputy(game: Game, form: BagForm, reader: Reader, decision: Decision) -> None:
    """Refuse to decide so while a deal does not say which Deputy gets it."""
    at = without_deputy(game, form, decision)
    if at is not None:
        reader.refuse(f"deal-{at}-receiver", _("Say which Deputy gets it."))


def ask_what_was_there(form: BagForm, reader: Reader) -> None:
    """Refuse to record a lie with the declared cards."""
    if form.is_untold:
        reader.refuse("contents", _("Which cards were in the bag? These are the ones that were declared."))


def alone_of(game: Game, reader: Reader) -> int | None:
    """Which Deputy acts alone, if one does; both where nothing is said (E11)."""
    return reader.seat("alone", len(game.seats)) if reader.form.get("alone", "") not in {"", BOTH} else None


def keeper_of(game: Game, reader: Reader) -> int | None:
    """Which of two Deputies who act together takes a card to hand, if it was said (E17)."""
    if alone_of(game, reader) is not None or not reader.form.get("keeper"):
        return None
    return reader.seat("keeper", len(game.seats))


def to_hand(game: Game, form: BagForm) -> Goods:
    """The cards of an opened bag that one of two Deputies takes to hand; the form has to say which one."""
    if form.contents != "opened" or not game.deputies or form.alone is not None:
        return Goods()
    return judge(game.cards, form.good, form.inside).to_hand


def receiver_of(game: Game, alone: int | None) -> int:
    """Who gets something over a bag unless another is named: who acts, or the first drawn of two who act."""
    return acting(game, alone)[0]


def usual_deal(game: Game, merchant: int, alone: int | None) -> Deal:
    """The usual deal: something from the bag's merchant to whoever acts."""
    return as_kept(game, merchant, Deal(merchant, receiver_of(game, alone)))


def without_bribe(game: Game, form: BagForm) -> BagForm:
    """The form without what its merchant offers the Sheriff, who refuses it; what was agreed stays (I7)."""
    kept = [at for at, deal in enumerate(form.deals) if not is_bribe(game, form.merchant, deal)]
    deals = tuple(form.deals[at] for at in kept)
    if not deals and not form.agreed:
        deals = (usual_deal(game, form.merchant, form.alone),)
    asked = frozenset((kept.index(at), part) for at, part in form.asked if at in kept)
    at, part = form.unfolded or (-1, "")
    return replace(form, deals=deals, asked=asked, unfolded=(kept.index(at), part) if at in kept else None)


def unfolded_beside(form: BagForm, wrong: Iterable[str]) -> BagForm:
    """The form with the first of its deals in sight in which one of these fields is wrong."""
    parts = {"gold": "gold", "goods": "goods", "stand": "goods", "bag": "goods", "promise": "promising"}
    for name in wrong:
        word, index, what = (*name.split("-", 2), "", "")[:3]
        if word == "deal" and index.isdecimal() and int(index) < len(form.deals):
            at, shown = form.unfolded or (-1, "")
            part = parts.get(what.partition("-")[0]) or (shown if at == int(index) else "")
            return replace(form, unfolded=(int(index), part or used(form.deals[int(index)])))
    return form


def used(deal: Deal) -> str:
    """The part of a deal that something is given in."""
    of = (deal.gold, deal.stand or deal.bag, deal.promise)
    return next((part for part, given in zip(PARTS, of, strict=True) if given), PARTS[0])


def open_for_debt(game: Game, form: BagForm, reader: Reader) -> OpenBag:
    """The command to open the bag, paying the debts that the form was drawn with. If nothing else is wrong,
    refuse one that has changed since.
    """
    command = form.open_command()
    try:
        return for_this_debt(game, command, form.owed.basis, form.other.basis)
    except no.AnotherDebt as refusal:
        if not reader.errors:
            reader.refuse(bag_field(refusal, form), Words(game.seats).refusal(refusal))
        return command


def bag_as_drawn(game: Game, form: BagForm, givers: tuple[int, ...]) -> BagForm:
    """The form as its sheet shows it, and sends it next, without anything that no longer has a field there.
    `givers` are the seats whose deals can be typed; unless the merchant is one of them, no deal is proposed.
    Only a Deputy can act alone.
    """
    form = replace(form, alone=form.alone if form.alone in game.deputies else None)
    form = replace(form, keeper=form.keeper if to_hand(game, form) else None)
    usual = usual_deal(game, form.merchant, form.alone)
    asked = (deal for deal in form.deals if form.merchant in givers or deal != usual)
    as_sent = tuple(deal_as_drawn(game, form.merchant, deal, givers, form.alone) for deal in asked if givers)
    offered = {raid_word(raid) for raid in raids(game, form.merchant)}
    words = (word if word in offered else "" for word in form.raid_words)
    fine = form.fine if game.this_round.laws else None
    drawn = replace(form, fine=fine, deals=as_sent, raid_words=tuple(words)[: most_raids(game, form.inside)])
    promised = promised_kinds(game, drawn.struck_for(Decision.PASSES))
    return replace(drawn, there=Goods({word: drawn.there[word] for word in promised if word in drawn.there}))


def with_debts(game: Game, form: BagForm, owes: Sequence[OpenDebt | None]) -> BagForm:
    """The form with the fields of each debt as its sheet shows them; empty for a payer who is not short."""
    owed, other = (owed_as_drawn(game, *pair) for pair in zip_longest((form.owed, form.other), owes[:2]))
    return replace(form, owed=owed, other=other)


def as_sent(reader: Reader) -> dict[str, str]:
    """What was typed on a bag's sheet, as the sheet's address carries it."""
    return {name: value for name, value in reader.form.items() if value and name.startswith(TYPED)}


def sent_beside(reader: Reader) -> dict[str, str]:
    """The deals and the fine that were typed on a bag's sheet, and nothing else."""
    kept = ("deal-", "refused", "fine")
    return {name: value for name, value in as_sent(reader).items() if name.startswith(kept)}


def as_said(game: Game, form: BagForm, talk: Talk, reader: Reader) -> BagForm:
    """The form with the declaration made at the table, if none was typed; and, whatever was typed, with the
    deals agreed over this bag and with who decided.
    """
    declared = talk.declarations.get(form.merchant)
    if declared and not reader.has("good") and not reader.has("number"):
        lie_there = Goods({declared.good: declared.number}) if form.contents else Goods()
        form = replace(form, good=declared.good, number=declared.number, inside=form.inside or lie_there)
    agreed = payable(game, talk, form.merchant)
    as_sent = form.deals if not agreed or reader.has("deal-") or reader.form.get("add") else ()
    decided = form.merchant in talk.decisions
    alone = decided_alone(game, talk, form.merchant) if decided else form.alone
    return replace(form, agreed=agreed, deals=besides(as_sent, agreed), alone=alone)


def as_promised(game: Game, form: BagForm, reader: Reader) -> BagForm:
    """The form of a bag that passed, proposing that the cards its deals promise were in it, the contraband
    face down (I8, I11), until anything else is said of its contents.
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


def form_as_noted(form: BagForm, noted: PassBag, reader: Reader) -> BagForm:
    """The form of a bag that was let pass, filled with what its note makes public (I2, I8), until anything
    else is said of its contents.
    """
    if any(map(reader.has, CARDS)) or reader.form.get("as_declared"):
        return form
    return replace(form, contents="passed", inside=noted.contents, there=noted.there)


def held_to(form: BagForm, may_give: Callable[[int], bool]) -> BagForm:
    """The form of a booked bag; deals stay as agreed unless this phone may give for both sides."""
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


def _shown(reader: Reader) -> tuple[int, str] | None:
    """Which part of which row is unfolded, or was just tapped."""
    index, _, part = (reader.form.get("unfold") or reader.form.get("unfolded", "")).partition("-")
    return (int(index), part) if index in map(str, range(MOST_DEALS)) and part in PARTS else None


def _rows(
    game: Game, merchant: int, reader: Reader, shown: tuple[int, str] | None
) -> tuple[tuple[Deal, ...], frozenset[tuple[int, str]], tuple[int, str] | None]:
    """Every typed deal, of which the receiver is asked for, and what is unfolded. There is room for one if
    nothing was agreed; one in which nothing is typed stays while it is unfolded. Whose shield is tapped has a
    row of their own: no amount ever becomes somebody else's.
    """
    seat, _, part = reader.form.get("add", "").partition("-")
    joins = {str(seat): seat for seat in game.here}.get(seat)
    shown = shown if joins is None else None
    removed, alone = reader.hidden("remove"), alone_of(game, reader)
    kept = [
        index
        for index in range(MOST_DEALS)
        if index != removed and (_is_given(reader, index) or (shown and shown[0] == index))
    ]
    if len(kept) == MOST_DEALS:
        joins = None
    deals = [_deal(game, merchant, reader, index) for index in kept]
    asked = {(at, part) for at, index in enumerate(kept) for part in _parts(reader, f"deal-{index}-")}
    unfolded = (kept.index(shown[0]), shown[1]) if shown and shown[0] in kept else None
    for at, deal in enumerate(deals):
        whom = deputy_promised(game, deal)
        if whom is not None and alone is None and (at, UNNAMED) in asked:
            deals[at], asked = replace(deal, receiver=whom), asked - {(at, UNNAMED)}
        elif whom is not None:
            deals[at] = as_told(game, deal)
    if joins is not None:
        at = next((at for at, deal in enumerate(deals) if deal.giver == joins), len(deals))
        if at == len(deals):
            receiver = usual_receiver(game, merchant, joins, alone)
            deals.append(Deal(joins, receiver, decision=_unless_said(game, merchant, joins, reader)))
        unfolded = (at, part if part in PARTS else PARTS[0])
    if not deals and not reader.has(AGREED):
        deals = [usual_deal(game, merchant, alone)]
    asked |= {(at, UNNAMED) for at in range(len(kept), len(deals))}
    return tuple(deals), frozenset(asked), unfolded


def deputy_promised(game: Game, deal: Deal) -> int | None:
    """Which of two Deputies, one of whom gets this, it promises in the usual words to let pass one day."""
    if deal.receiver not in game.deputies:
        return None
    giver = game.seats[deal.giver].name
    usual = {lets_pass(giver, game.seats[seat].name): seat for seat in game.deputies}
    return usual.get(deal.promise)


def as_told(game: Game, deal: Deal) -> Deal:
    """The deal, whose usual promise to one of two Deputies names the one who gets it."""
    if deputy_promised(game, deal) is None:
        return deal
    return replace(deal, promise=lets_pass(game.seats[deal.giver].name, game.seats[deal.receiver].name))


def _is_given(reader: Reader, index: int) -> bool:
    """Whether anything is typed in a deal, if only nonsense."""
    prefix = f"deal-{index}-"
    typed = (
        value
        for name, value in reader.form.items()
        if name in {prefix + "gold", prefix + "promise"}
        or name.startswith((prefix + "stand-", prefix + "bag-"))
    )
    return any(value.strip(" 0") for value in typed)


def _unless_said(game: Game, merchant: int, giver: int, reader: Reader) -> Decision | None:
    """The decision that a gift is for unless the form says: if a third player gives it (I9), what became of
    the bag, and passing before that; else either.
    """
    if giver in {merchant, *game.sheriffs}:
        return None
    opened = "opened" in {reader.form.get("lie"), reader.form.get("contents")}
    return Decision.OPENS if opened else Decision.PASSES


def _deal(game: Game, merchant: int, reader: Reader, index: int) -> Deal:
    """One typed deal. Without a named receiver it is for the usual one; a Deputy whom nobody chose is
    replaced by the one who acts (E11), and so is one who was chosen before it was said who that is.
    """
    prefix = f"deal-{index}-"
    alone = alone_of(game, reader)
    acts = receiver_of(game, alone)
    deal = read_deal(game, reader, prefix, (merchant, acts))
    if prefix + "decision" not in reader.form:
        deal = replace(deal, decision=_unless_said(game, merchant, deal.giver, reader))
    if prefix + "receiver" not in reader.form:
        deal = replace(deal, receiver=usual_receiver(game, merchant, deal.giver, alone))
    elif deal.receiver in game.deputies and ("to" not in asked_for(reader, prefix) or _others_act(reader)):
        deal = replace(deal, receiver=acts)
    return as_kept(game, merchant, deal)


def _parts(reader: Reader, prefix: str) -> frozenset[str]:
    parts = asked_for(reader, prefix)
    named = "to" in parts and prefix + "receiver" in reader.form and not _others_act(reader)
    return parts if named else parts | {UNNAMED}


def _others_act(reader: Reader) -> bool:
    """Whether other Deputies act than when the form was drawn: then nobody was chosen among them since."""
    was = reader.form.get("alone-was")
    return was is not None and was != reader.form.get("alone", BOTH)


def _agreed(game: Game, merchant: int, reader: Reader) -> tuple[Deal, ...]:
    """The deals agreed before, as the form carries them along."""
    prefixes = (f"{AGREED}{index}-" for index in range(MOST_DEALS))
    sides = (merchant, game.sheriff)
    return tuple(read_deal(game, reader, prefix, sides) for prefix in takewhile(reader.has, prefixes))


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


def bag_of_entry(before: Game, event: Brought, merchant: int) -> BagForm:
    """The form as it was filled in for a booked bag, on the game `before` it, moved to this merchant if the
    bag was somebody else's. Empty for one who sat out.
    """
    if isinstance(event, BagPassed | BagOpened):
        return of_another(_of_bag(before, event), merchant)
    return BagForm(merchant, deals=(usual_deal(before, merchant, None),))


def of_another(form: BagForm, merchant: int | None) -> BagForm:
    """The form for another merchant's bag, if one is named, with what the first one gave and got."""
    if merchant is None:
        return form

    def moved(deal: Deal) -> Deal:
        giver, receiver = (
            merchant if seat == form.merchant else seat for seat in (deal.giver, deal.receiver)
        )
        return replace(deal, giver=giver, receiver=receiver)

    deals, agreed = tuple(map(moved, form.deals)), tuple(map(moved, form.agreed))
    return replace(form, merchant=merchant, deals=deals, agreed=agreed)


def _fine(reader: Reader) -> int | None:
    """The fine that a law sets, None for what the cards cost. One that cannot be read is too high for the
    rules too, so that no sum is foretold of it.
    """
    if not reader.form.get("fine", "").strip(" "):
        return None
    fine = reader.number("fine", HIGHEST_FINE)
    return HIGHEST_FINE + 1 if "fine" in reader.errors else fine


def _typed_fine(event: BagOpened) -> int | None:
    """What was typed for the fine, two Deputies' halves together; None if nothing was."""
    as_sent = [fine.typed for fine, _debt in event.fines if fine.typed is not None]
    return sum(as_sent) if as_sent else None


def _of_bag(before: Game, event: BagPassed | BagOpened) -> BagForm:
    opened = isinstance(event, BagOpened)
    as_declared = event.contents == {event.declaration.good: event.declaration.number}
    debts = [debt for _fine, debt in event.fines] if isinstance(event, BagOpened) else []
    unfolded = not as_declared or any(debts)
    form = BagForm(
        event.merchant,
        event.declaration.good,
        event.declaration.number,
        ("opened" if opened else "passed") if unfolded else "",
        event.contents if unfolded else Goods(),
        event.deals or (usual_deal(before, event.merchant, event.alone),),
        raid_words=tuple(map(raid_word, event.raids)) if isinstance(event, BagPassed) else (),
        there=event.there if isinstance(event, BagPassed) else Goods(),
        alone=event.alone,
        keeper=event.keeper if isinstance(event, BagOpened) else None,
        fine=_typed_fine(event) if isinstance(event, BagOpened) else None,
        lie=not as_declared,
    )
    owed, other = (*map(of_debt, debts), Owed(), Owed())[:2]
    form = replace(form, owed=owed, other=other)
    bases = [debt.basis if debt else "" for debt in open_debts(before, form.open_command())] if opened else []
    first, second = (*bases, "", "")[:2]
    return replace(form, owed=replace(owed, basis=first), other=replace(other, basis=second))


BAG_FIELDS = ("good", "number", "contents", "there", "raid-0", "deals", "debt", "alone", "fine", "reason")


def bag_field(refusal: Refusal, form: BagForm) -> str:
    """The field a refusal is shown beside: one of a deal's fields if it is about that deal, and of two debts
    the one that it is about (E9).
    """
    field = _of_a_deal(refusal, form) or field_of(BAG_FIELDS, refusal)
    owes_half = form.other.basis.startswith(f"{refusal.values.get('player')}-")
    return OTHER + field if field == "debt" and owes_half else field


def _of_a_deal(refusal: Refusal, form: BagForm) -> str:
    deals = list(enumerate(form.deals))
    match refusal:
        case no.PurseTooSmall(player):
            return next((f"deal-{index}-gold" for index, deal in deals if deal.giver == player), "")
        case no.StandTooSmall(player):
            given = [f"deal-{index}-goods" for index, deal in deals if deal.giver == player and deal.stand]
            return given[-1] if given else "debt" if form.owed.payment or form.other.payment else ""
        case no.DealWithOneself():
            oneself = (index for index, deal in deals if deal.giver == deal.receiver)
            return next((f"deal-{index}-receiver" for index in oneself), "")
        case _:
            return ""
