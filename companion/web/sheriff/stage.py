"""The board page: on a phone the board, on the table view (the stage) one thing at a time."""

from collections import Counter
from dataclasses import dataclass, replace

from flask import render_template, request
from markupsafe import Markup

from companion.rules.ledger import BOOTY, GOLD, Account, Goods
from companion.rules.seats import Stage as Phase
from companion.rules.sheriff import debts
from companion.rules.sheriff.ending import ContrabandRevealed, GoldCounted
from companion.rules.sheriff.game import Event, Game
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.rotation import BadgePassed, SheriffMended, TurnSkipped
from companion.rules.sheriff.seating import Renamed
from companion.rules.sheriff.setup import TableOpened
from companion.rules.sheriff.taking import CardTaken
from companion.web.boards import on_phone
from companion.web.current import service
from companion.web.door import ShownCode
from companion.web.ended import way_to_rematch
from companion.web.http.fragments import rendered
from companion.web.http.language import gettext as _
from companion.web.parts import LONGEST, Seat, Sentence, Status, say, seat_of, seats_of, shared, sized
from companion.web.reader import Reader
from companion.web.sheriff.board import Bar, Board, board_screen
from companion.web.sheriff.booty import Booty
from companion.web.sheriff.haggle import Haggle, bag_on_stage, haggle
from companion.web.sheriff.honours import honours
from companion.web.sheriff.merchants import Merchant, judged
from companion.web.sheriff.promises import Pinned
from companion.web.sheriff.race import Crowning, race, race_goes_on
from companion.web.sheriff.reports import happened, report
from companion.web.sheriff.request import own_bag_noted_otherwise, this_phone, timer_at
from companion.web.sheriff.rows import Change, SeatRow, round_changes
from companion.web.sheriff.stocks import Card, Stock, Timer, shown_cards, stocks
from companion.web.sheriff.table import PhoneContext, Table
from companion.web.sheriff.turns import next_for, next_of
from companion.web.sheriff.words import Words
from companion.web.undone import Report

MOST_PAYMENTS = 5
MOST_CARDS = 10
"""More cards are shown as a number of each kind."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Gold that went from `giver` to `receiver`; None is the bank or, if it says so, the Booty."""

    giver: Seat | None
    receiver: Seat | None
    gold: int
    booty: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """What happened last: to whom, in a word and in a sentence; the cards, one by one or by kind; what they
    are `worth` together if they were turned over in the end, or what the card for them counts; and the gold
    that moved. If it `turns` over cards that nobody has seen yet, the outcome waits for the last. A broken
    promise was between two `sides`; the end of the rounds has the `changes` of the last one.
    """

    icon: str
    sentence: Sentence
    seat: Seat | None = None
    verdict: Status | None = None
    cards: tuple[Card, ...] = ()
    kinds: tuple[Stock, ...] = ()
    worth: int = 0
    payments: tuple[Payment, ...] = ()
    turns: bool = False
    sides: tuple[Seat, ...] = ()
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class PackedBag:
    """A merchant's bag before its merchant declares: `shut` once that merchant is ready; the table `waits`
    for it only if the merchant is there to pack.
    """

    seat: Seat
    shut: bool
    waits: bool


@dataclass(frozen=True, slots=True)
class Badge:
    """A round begins: who is Sheriff in it, or who are its two Deputies; what happened last, and what the
    last round changed; and the `bags` that are packed, with the names of those who still do (`packs`).
    """

    sheriffs: tuple[Seat, ...]
    sentence: Sentence
    changes: tuple[Change, ...]
    bags: tuple[PackedBag, ...] = ()
    packs: Markup | str = ""


def badge(table: Table) -> Badge:
    """Who is Sheriff from the last entry on."""
    event = table.standing[-1].event
    told = sized(report(Words(table.game.seats), event).sentence)
    return Badge(seats_of(table.game, table.game.sheriffs), told, round_changes(table))


def packing(game: Game, phone: PhoneContext) -> tuple[PackedBag, ...]:
    """The round's bags while merchants pack on phones; all may know who is ready (T4)."""
    if game.stage is not Phase.ROUNDS or game.done or phone.phones.isdisjoint(game.merchants):
        return ()
    return tuple(
        PackedBag(seat_of(game, seat), seat in phone.ready, waits=seat in phone.awake - phone.ready)
        for seat in game.merchants
    )


def _packed(table: Table, bags: tuple[PackedBag, ...]) -> Badge:
    """Who has the badge, and whose bag is shut already."""
    begins = shared(table, "badge", badge)
    if table.latest is None:
        words = say(_("Nothing recorded yet. Deal the cards and go to market."))
        begins = replace(begins, sentence=sized(words))
    names = Words(table.game.seats).names(bag.seat.number for bag in bags if bag.waits)
    return replace(begins, bags=bags, packs=say(_("Still packing: %(names)s"), names=names) if names else "")


def moment_of(table: Table) -> Moment:
    """The last entry; what it has besides its sentence is shown for a bag, a payment, and cards that were
    turned over in the end.
    """
    game, event = table.game, table.standing[-1].event
    told = _told_briefly(game, event)
    moment = Moment(
        told.icon, sized(told.sentence), payments=_payments(game, event), changes=round_changes(table)
    )
    if bag := judged(game, event):
        whose = seat_of(game, bag.seat)
        return replace(moment, seat=whose, verdict=bag.verdict, cards=bag.cards, turns=bag.opened)
    match event:
        case CardTaken():
            cards = shown_cards(game, f"card-{table.standing[-1].seq}", event.shown, event.given)
            return replace(moment, seat=seat_of(game, event.seat), cards=tuple(cards), worth=event.gold)
        case ContrabandRevealed():
            return _revealed(table, moment, event.seat)
        case _:
            return moment


def _told_briefly(game: Game, event: Event) -> Report:
    """An entry in words; of a bag with many deals only what became of it, for a card not what is shown."""
    if isinstance(event, CardTaken):
        event = event.untold()
    told = report(Words(game.seats), event)
    if isinstance(event, BagPassed | BagOpened) and len(told.sentence.striptags()) > LONGEST:
        return report(Words(game.seats), replace(event, deals=()))
    return told


def _revealed(table: Table, moment: Moment, seat: int) -> Moment:
    """All that a player turned over, entry by entry."""
    game, every = table.game, (line.event for line in table.standing)
    told = [one for one in every if isinstance(one, ContrabandRevealed) and one.seat == seat]
    goods = sum((one.goods for one in told), Goods())
    is_few = goods.total <= MOST_CARDS
    return replace(
        moment,
        seat=seat_of(game, seat),
        cards=tuple(shown_cards(game, f"reveal-{seat}", goods)) if is_few else (),
        turns=is_few,
        kinds=() if is_few else stocks(game, goods),
        worth=debts.worth(game.cards, goods),
    )


def _payments(game: Game, event: Event) -> tuple[Payment, ...]:
    """The gold that went from purse to purse, the largest amounts first; not coins that are only counted."""
    if isinstance(event, GoldCounted):
        return ()
    gold: Counter[tuple[Account, Account]] = Counter()
    for move in event.moves:
        if move.what == GOLD:
            gold[move.source, move.target] += move.amount
    return tuple(
        Payment(_side(game, giver), _side(game, receiver), amount, booty=BOOTY in {giver, receiver})
        for (giver, receiver), amount in gold.most_common(MOST_PAYMENTS)
    )


def _side(game: Game, account: Account) -> Seat | None:
    return None if account.seat is None else seat_of(game, account.seat)


@dataclass(frozen=True, slots=True)
class StagePlayer:
    """A player at the foot of the stage, and what is known of the bag, `packed` while merchants pack;
    `is_next` if all wait for this player. `has_phone` is told only before the game begins, until a bag was
    declared.
    """

    row: SeatRow
    bag: Merchant | None
    is_next: bool
    packed: PackedBag | None
    has_phone: bool | None = None


@dataclass(frozen=True, slots=True)
class Gathering:
    """Before anything is said or booked: the way in, while the door is open."""

    door: ShownCode | None


@dataclass(frozen=True, slots=True)
class Stage:
    """What sheriff/stage/_stage.html shows: exactly one of `gathering`, `haggle`, `moment`, `badge` and
    `race`, below that whom all wait for, and everybody's purse. `onward` leads to the rematch, `code` lets
    latecomers in. The `laws` of the round are pinned, until the count.
    """

    game: str
    bar: Bar
    players: tuple[StagePlayer, ...]
    timer: Timer | None
    booty: Booty | None
    waits: Markup | str
    besides: Markup | str
    code: str
    onward: str
    laws: Pinned | None = None
    gathering: Gathering | None = None
    haggle: Haggle | None = None
    moment: Moment | None = None
    badge: Badge | None = None
    race: Crowning | None = None


def stage_screen(table: Table, phone: PhoneContext, board: Board, onward: str) -> Stage:
    """The stage now; `board` is what this phone would see as a board, `onward` the way to the rematch."""
    bags, turn = {bag.number: bag for bag in board.merchants}, _turn(table.game, phone)
    packs = {bag.seat.number: bag for bag in packing(table.game, phone)}
    whole = Stage(
        game=table.id,
        bar=board.bar,
        players=tuple(
            StagePlayer(row, bags.get(row.number), row.number == turn, packs.get(row.number))
            for row in board.seats
        ),
        timer=board.timer if board.timer and board.timer.was_started else None,
        booty=board.booty,
        waits="" if board.closed else board.next.words,
        besides="" if board.closed else board.next.besides,
        code=board.door.code if board.door and not board.closed else "",
        onward=onward,
        laws=board.laws,
    )
    return _with_scene(whole, table, phone, board)


def _with_scene(whole: Stage, table: Table, phone: PhoneContext, board: Board) -> Stage:
    """The stage with the one thing that matters now."""
    if (result := table.game.result) is not None:
        return replace(whole, race=race(table.game, result, shared(table, "honours", honours)))
    if moment := _told(table, phone, board):
        return replace(whole, moment=moment)
    names = all(isinstance(line.event, TableOpened | Renamed) for line in table.standing)
    gathers = names and board.door is not None
    if (merchant := bag_on_stage(table, phone, gathers=gathers)) is not None:
        return replace(whole, haggle=haggle(table.game, phone, merchant))
    bags = () if phone.talk.declarations else packing(table.game, phone)
    waits = (table.latest is None and not bags) or gathers
    people = tuple(replace(one, has_phone=one.row.number in phone.phones) for one in whole.players)
    # Once everybody has a phone, whoever comes is late.
    if waits and not all(one.has_phone for one in people) and not any(bag.shut for bag in bags):
        code = "" if board.door else whole.code
        return replace(whole, gathering=Gathering(board.door), players=people, code=code)
    moment = _moment(table, phone) if table.latest else None
    begins = table.latest and isinstance(
        table.latest.event, BadgePassed | SheriffMended | TurnSkipped | Renamed
    )
    if moment is None or begins or (bags and not moment.payments and not moment.cards):
        return replace(whole, badge=_packed(table, bags))
    return replace(whole, moment=moment)


def _moment(table: Table, phone: PhoneContext) -> Moment:
    """What happened last; cards of a bag that already lay open before are not turned over again."""
    moment = shared(table, "moment", moment_of)
    decided = phone.talk.decisions.get(moment.seat.number) if moment.seat else None
    return replace(moment, turns=moment.turns and not (decided and decided.turned))


def _told(table: Table, phone: PhoneContext, board: Board) -> Moment | None:
    """What was just taken back or put back, or who broke their word."""
    if board.undone is not None:
        return Moment(board.undone.icon, sized(board.undone.sentence))
    if phone.talk.latest[0] != "broken" or phone.talk.said_on != table.seq or not phone.talk.broken:
        return None
    given = phone.talk.broken[-1]
    return Moment(
        "ui-alert",
        sized(Words(table.game.seats).promise(given.giver, given.receiver, given.text)),
        verdict=Status(_("broken"), tone="caught"),
        sides=seats_of(table.game, (given.giver, given.receiver)),
    )


def _turn(game: Game, phone: PhoneContext) -> int | None:
    """Whose declaration, bag or cards come next."""
    following = next_for(game, phone, next_of(game, phone.talk))
    if following.seat is None or following.seat.number not in {
        *game.waiting,
        *(game.circle if game.stage is Phase.COUNT else ()),
    }:
        return None
    return following.seat.number


def board_page(table: Table, reader: Reader, booked: int | None = None) -> str:
    """The board; right after this phone `booked` an entry, it also says what happened, taken back or not, and
    what the hands do. The table view shows the stage.
    """
    view = board_view(table, booked)
    if this_phone(table).me.is_stage:
        stage = _stage(table, view)
        return render_template(
            "sheriff/stage/stage.html", stage=stage, errors=reader.errors, said="", game_path=table.id
        )
    said = happened(table) if table.seq == booked else ""
    return render_template(
        "sheriff/board/board.html", board=view, errors=reader.errors, said=said, game_path=table.id
    )


def whole_board(table: Table, booked: int | None) -> Markup:
    """The board, or the stage, as a live update brings it; static/js/drawing.js morphs it into the page."""
    view = board_view(table, booked)
    if this_phone(table).me.is_stage:
        return rendered("sheriff/stage/_whole.html", stage=_stage(table, view))
    return rendered("sheriff/board/_whole.html", board=view)


def _stage(table: Table, view: Board) -> Stage:
    onward = way_to_rematch(table.id) if view.closed else ""
    return stage_screen(table, this_phone(table), view, onward)


def board_view(table: Table, booked: int | None) -> Board:
    """What the board shows at the requested address, after the entry that this phone just booked."""
    checked = "checked" in request.args
    now = service().now()
    seen = this_phone(table)
    view = board_screen(table, seen, timer_at(table), now=now, booked=booked, checked=checked)
    view = replace(on_phone(view, table, seen), noted=own_bag_noted_otherwise(table))
    if race_goes_on(table):
        view = replace(view, last=None, undone=None)
    return view
