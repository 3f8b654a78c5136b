"""A bag: what the form holds so far, and what it comes to."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from companion.rules.ledger import Goods
from companion.rules.sheriff import declaring, proposals
from companion.rules.sheriff.bags import MOST_CARDS, Deal, Decision, besides
from companion.rules.sheriff.deals import is_bribe, promised_kinds
from companion.rules.sheriff.deputies import acting, on_booty
from companion.rules.sheriff.editions import Kind
from companion.rules.sheriff.game import FACE_DOWN, Game
from companion.rules.sheriff.passed import most_raids, raids
from companion.rules.sheriff.talk import Proposal, Talk
from companion.web.correcting import Correcting
from companion.web.http.language import gettext as _
from companion.web.parts import Choice, Link, Seat, Status, link, say, seat_of, seats_of
from companion.web.sheriff.bag_form import AGREED, BagForm, raid_word, receiver_of, to_hand
from companion.web.sheriff.deal import DealRow, deal_fields, deal_row
from companion.web.sheriff.deal_form import agreed_fields, usual_receiver
from companion.web.sheriff.glossary import cards_of
from companion.web.sheriff.offers import Offered, mark_of
from companion.web.sheriff.promises import Pin, Pinned, pinned_laws, promises_on
from companion.web.sheriff.stocks import BOTH, Tally, tallies, who_acts
from companion.web.sheriff.sums import Booked, Sum, sum_of
from companion.web.sheriff.talk_words import inside, put, stays_decided
from companion.web.sheriff.words import Words


@dataclass(frozen=True, slots=True)
class Group:
    """Goods of one sort, to say what was in the bag; a tap unfolds a group that is not `open`."""

    kind: str
    open: bool
    goods: tuple[Tally, ...]


@dataclass(frozen=True, slots=True)
class RaidField:
    """A choice for a Brimstone Oil that passes."""

    field: str
    chosen: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Agreed:
    """A deal that was accepted, word for word; hidden `fields` carry it along, None if it cannot be paid."""

    sentence: Markup
    fields: tuple[tuple[str, str], ...] | None


@dataclass(frozen=True, slots=True)
class Giver:
    """Who gives something next, to whom, and whether there are `goods` to give."""

    seat: Seat
    receiver: Seat
    goods: bool


@dataclass(frozen=True, slots=True)
class CorrectingBag(Correcting):
    """The bag that the form corrects. `others` may have brought it instead; `may_sit_out` if there may have
    been none; `recorded_as` is whose it was recorded as, if the form now names another, and `swaps` that
    one's entry of the round, which then becomes the first one's; `swapped` says what that is.
    """

    others: tuple[Seat, ...] = ()
    may_sit_out: bool = False
    recorded_as: Seat | None = None
    swaps: int = 0
    swapped: Markup | str = ""


@dataclass(frozen=True, slots=True)
class Bag:
    """What sheriff/bag/_bag.html shows: the `form` as far as it is filled in, and what it comes to; `goods`
    may be declared.

    `purses` say what the Sheriff holds, or both Deputies, unless the table `keeps_coins`; `acting` are the
    choices of who acts, empty once that is decided, `alone` acts alone; one of the `keepers` takes a TableTop
    Trophy to hand. While the contents are told, `decided` says what became of the bag, and before that
    `stands` says why only one decision is possible: the bag `stays_shut`, because a bribe was accepted or it
    was let pass, or the Sheriff opens it (`must_open`). `face_down` is None unless the contents of a passed
    bag are told. A bag that is `left_over` passed because time ran out: only its contents are asked for;
    `reopens` leads to the rest of the sheet, if the clock was wrong. `there` are the cards promised by their
    kind that can have been in it. `agreed` are the accepted deals, `offered` the unanswered ones, and `said`
    changes with either; `threatened` if the Sheriff says that the bag will be opened; `givers` are those
    whose `rows` this phone may book by itself, and `giver` the one who most likely gives.
    `asks` are those who owe and are not on this phone: they choose the goods, on their own phone if the sheet
    `can_ask` there. If this phone `pays`, its player chooses them, and can say nothing else here; what is
    turned over for it is `known` by the own notes until something is typed. If it was opened `as_declared`,
    only goods for a debt are asked for. Promises that are `due` stand on top, the others below. `ending` if
    the end of the game waits for this bag. Under the `laws` of the round the fine may be typed, and gold
    moved `by_law`; `paid_by_law` says what was just moved so. If all is as `noted`, what was `inside` is
    read-only, and only whether oil was shown is asked.
    `purpose` changes once anything half-filled is obsolete, and `on` is the declaration that the sheet is
    drawn on. The merchant `may_sit_out` where this phone may say so.
    """

    game: str
    round: int
    seat: Seat
    sheriffs: tuple[Seat, ...]
    purses: Markup | str
    keeps_coins: bool
    acting: tuple[Choice, ...]
    alone: Seat | None
    keepers: tuple[Seat, ...]
    keeper: int
    goods: tuple[str, ...]
    form: BagForm
    palette: tuple[Group, ...]
    face_down: int | None
    raids: tuple[RaidField, ...]
    there: tuple[Tally, ...]
    givers: tuple[Seat, ...]
    agreed: tuple[Agreed, ...]
    said: str
    rows: tuple[DealRow, ...]
    giver: Giver | None
    sum: Sum
    decided: Status | None
    threatened: bool
    laws: Pinned | None
    inside: Markup | str
    purpose: str = ""
    on: str = ""
    most: int = MOST_CARDS
    due: tuple[Pin, ...] = ()
    promises: tuple[Pin, ...] = ()
    correcting: CorrectingBag | None = None
    offered: tuple[Offered, ...] = ()
    left_over: bool = False
    ending: bool = False
    stands: Markup | str = ""
    stays_shut: bool = False
    must_open: bool = False
    as_declared: bool = False
    asks: frozenset[int] = frozenset()
    can_ask: bool = False
    reopens: Link | None = None
    pays: bool = False
    known: bool = False
    by_law: Link | None = None
    paid_by_law: Markup | str = ""
    noted: bool = False
    may_sit_out: bool = False

    @property
    def unfolded(self) -> DealRow | None:
        """The row of which a part is unfolded."""
        return next((row for row in self.rows if row.part), None)

    @property
    def declared_aside(self) -> bool:
        """Whether what was declared is one line, because something else is being filled in."""
        return bool(self.unfolded and self.form.good and self.form.number)

    @property
    def giving(self) -> DealRow | None:
        """The unfolded row, else that of the player whom the sheet asks for a gift, if anything is given."""
        asked = self.giver.seat.number if self.giver else None
        return self.unfolded or next((row for row in self.rows if row.deal.giver == asked), None)

    @property
    def fines(self) -> bool:
        """Whether the fine can be another than what the cards cost (E27)."""
        return self.laws is not None and self.form.contents != "passed" and not self.pays

    @property
    def fine_typed(self) -> str:
        """What is typed for the fine; "0" is a fine too, so only None is blank."""
        return "" if self.form.fine is None else str(self.form.fine)

    @property
    def acts(self) -> str:
        """The chosen one of those who can act."""
        return BOTH if self.form.alone is None else str(self.form.alone)

    @property
    def is_shared(self) -> bool:
        """Whether two Deputies act together."""
        return len(self.sheriffs) > 1 and self.alone is None

    @property
    def here(self) -> Link:
        """The link to this sheet."""
        if self.correcting:
            return link("corrections.correct", entry=self.correcting.entry)
        return link("bags.bag", seat=self.seat.number)

    @property
    def passes(self) -> Link:
        """The link that books that the bag passes."""
        return link("corrections.corrections" if self.correcting else "bags.passes")

    @property
    def opens(self) -> Link:
        """The link that books that the bag is opened."""
        return link("corrections.corrections" if self.correcting else "bags.inspections")

    @property
    def all_there(self) -> bool:
        """Whether all contraband that was promised by its kind was there, as is proposed at first."""
        return all(tally.number == tally.most for tally in self.there)

    @property
    def is_opened(self) -> bool:
        """Whether the contents of an opened bag are told."""
        return self.form.contents == "opened"


def bag_screen(  # noqa: PLR0913 - the ways in which sheets differ
    words: Words,
    game_id: str,
    game: Game,
    form: BagForm,
    givers: tuple[int, ...],
    *,
    talk: Talk | None = None,
    left_over: bool = False,
    booked: Booked | None = None,
) -> Bag:
    """The sheet of one merchant's bag, on the game as it is (or was, for a correction; `booked` then gives
    the outcome), without what depends on the phone. `givers` are the seats whose deals this phone can book by
    itself; `words` speak of the players as they are now.
    """
    sums = sum_of(words, game, form, booked)
    due, promises = ((), ()) if booked else promises_on(game, form.merchant, talk)
    decided = talk is not None and form.merchant in talk.decisions
    return Bag(
        game=game_id,
        round=game.round,
        seat=seat_of(game, form.merchant),
        sheriffs=seats_of(game, game.sheriffs),
        purses=_purses(game),
        keeps_coins=game.options.coins_on_table,
        acting=() if decided else who_acts(game),
        alone=None if form.alone is None else seat_of(game, form.alone),
        keepers=seats_of(game, game.deputies) if to_hand(game, form) else (),
        keeper=game.sheriff if form.keeper is None else form.keeper,
        goods=tuple(game.legal_goods),
        form=form,
        palette=_palette(game, form),
        face_down=form.inside.get(FACE_DOWN, 0) if form.contents == "passed" else None,
        raids=_raids(game, form),
        there=_there(game, form),
        givers=seats_of(game, givers),
        agreed=_agreed(game, form, talk),
        said=mark_of(talk, form.merchant) if talk else "",
        rows=_rows(game, form, sums),
        giver=_giver(game, form, givers),
        sum=sums,
        left_over=left_over,
        decided=_decided(game, form, left_over=left_over),
        due=due,
        promises=promises,
        stands=stays_decided(words, form.merchant) if decided else "",
        threatened=talk is not None and declaring.threatened(game, talk) == form.merchant,
        laws=pinned_laws(game),
        inside=inside(words, form.merchant, form.inside),
    )


def _purses(game: Game) -> Markup | str:
    """What the Sheriff or each Deputy holds; where coins are on the table, the Deputies' names alone."""
    words = Words(game.seats)
    if game.options.coins_on_table:
        return words.names(game.deputies) if game.deputies else ""
    if not game.deputies:
        return escape(game.gold(game.sheriff))
    return words.each({seat: game.gold(seat) for seat in game.deputies})


def _rows(game: Game, form: BagForm, sums: Sum) -> tuple[DealRow, ...]:
    rows = []
    for index, deal in enumerate(form.deals):
        fields = deal_fields(
            game,
            form.merchant,
            deal,
            index,
            asked=frozenset(part for at, part in form.asked if at == index),
            refused=sums.beside.get(f"deal-{index}-gold", ""),
            alone=form.alone,
            shared=_is_shared(game, form, deal),
        )
        others = tuple(seat for seat in fields.receivers if seat.number != deal.giver)
        at, part = form.unfolded or (-1, "")
        fields = replace(fields, receivers=others)
        rows.append(deal_row(game, form.merchant, deal, fields, part if at == index else ""))
    return tuple(rows)


def _giver(game: Game, form: BagForm, givers: tuple[int, ...]) -> Giver | None:
    """Whoever the sheet first asks for a gift: the merchant, if this phone may give for the merchant."""
    if not givers:
        return None
    giver = form.merchant if form.merchant in givers else givers[0]
    return Giver(
        seat_of(game, giver),
        seat_of(game, usual_receiver(game, form.merchant, giver, form.alone)),
        giver == form.merchant or bool(game.stand(giver)),
    )


def _is_shared(game: Game, form: BagForm, deal: Deal) -> bool | None:
    """Whether what a deal gives lies in the Booty if the bag passes; None if a third player gives it (E8)."""
    if deal.receiver not in on_booty(game, Decision.PASSES, form.alone):
        return False
    if is_bribe(game, form.merchant, deal):
        return True
    return None if deal.decision is None else deal.decision is Decision.PASSES


def _decided(game: Game, form: BagForm, *, left_over: bool) -> Status | None:
    """What became of the bag, while its contents are told."""
    if not form.contents:
        return None
    acted, name = acting(game, form.alone), Words(game.seats).name(receiver_of(game, form.alone))
    if form.contents == "opened":
        opened = _("both opened it") if len(acted) > 1 else say(_("%(name)s opened it"), name=name)
        return Status(opened, "bag_open")
    if left_over:
        return Status(_("time ran out: it passed"), "bag")
    passed = _("both let it pass") if len(acted) > 1 else say(_("%(name)s let it pass"), name=name)
    return Status(passed, "bag")


def _palette(game: Game, form: BagForm) -> tuple[Group, ...]:
    if not form.contents:
        return ()
    kinds = {Kind.LEGAL} if form.contents == "passed" else {*Kind}
    return palette(game, kinds, form.inside, unfolded={*Kind} - {Kind.PROMO})


def palette(
    game: Game, kinds: AbstractSet[Kind], goods: Goods, unfolded: AbstractSet[Kind]
) -> tuple[Group, ...]:
    """How many there are of each good of these kinds; one that is not `unfolded` is if there are any."""
    groups = []
    for kind in Kind:
        words = [good.word for good in game.cards.of(kind) if kind in kinds and game.copies(good.word)]
        fields = tuple(Tally(word, kind.value, goods.get(word, 0)) for word in words)
        if fields:
            groups.append(
                Group(kind.value, kind in unfolded or any(field.number for field in fields), fields)
            )
    return tuple(groups)


def _raids(game: Game, form: BagForm) -> tuple[RaidField, ...]:
    """A list for each Brimstone Oil that can be among the face-down cards."""
    if form.contents != "passed":
        return ()
    none = Choice("", _("No, all cards go face down to the stand"))
    choices = tuple(
        Choice(
            raid_word(raid),
            _(
                "%(name)s’s %(cards)s",
                cards=cards_of(raid.good, raid.count),
                name=game.seats[raid.victim].name,
            ),
        )
        for raid in raids(game, form.merchant)
    )
    count = most_raids(game, form.inside)
    return tuple(
        RaidField(
            f"raid-{index}", form.raid_words[index] if index < len(form.raid_words) else "", (none, *choices)
        )
        for index in range(count if choices else 0)
    )


def _there(game: Game, form: BagForm) -> tuple[Tally, ...]:
    """How many of the contraband cards promised by their kind were there (I8), as the merchant says."""
    if form.contents != "passed":
        return ()
    return tallies(game, form.there, promised_kinds(game, form.struck_for(Decision.PASSES)))


def _agreed(game: Game, form: BagForm, talk: Talk | None) -> tuple[Agreed, ...]:
    """The agreed deals, fixed on the sheet; those no longer payable are mentioned, not booked."""
    words = Words(game.seats)
    accepted = proposals.deals_of(game, talk, form.merchant) if talk else ()
    carried = (
        Agreed(put(words, Proposal(0, form.merchant, deal)), tuple(agreed_fields(f"{AGREED}{index}-", deal)))
        for index, deal in enumerate(form.agreed)
    )
    broken = (
        Agreed(put(words, Proposal(0, form.merchant, deal)), None) for deal in besides(accepted, form.agreed)
    )
    return (*carried, *broken)
