"""The stage: what the table view shows, one thing at a time, to be read from three metres away."""

from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.rules.sheriff.game import Game
from companion.rules.sheriff.rotation import BadgePassed, SheriffMended, TurnSkipped
from companion.rules.sheriff.seating import Renamed
from companion.rules.sheriff.setup import TableOpened
from companion.rules.stages import Stage as Phase
from companion.web.phone.sheriff.phone_context import PhoneContext
from companion.web.phone.sheriff.table import Table
from companion.web.screens.door import DoorView
from companion.web.screens.parts import shared
from companion.web.screens.sheriff.board import Bar, Board
from companion.web.screens.sheriff.booty import Booty
from companion.web.screens.sheriff.haggle import Haggle, bag_on_stage, haggle, sized
from companion.web.screens.sheriff.merchants import Merchant
from companion.web.screens.sheriff.moment import Badge, Moment, badge, moment_of
from companion.web.screens.sheriff.race import Race, race
from companion.web.screens.sheriff.round_laws import Pinned
from companion.web.screens.sheriff.seat_rows import SeatRow
from companion.web.screens.sheriff.stocks import Timer
from companion.web.screens.sheriff.turns import next_for, next_of
from companion.web.words.sheriff.talk_words import latest


@dataclass(frozen=True, slots=True)
class StagePlayer:
    """A player at the foot of the stage, and what is known of the bag; the one all wait for `is_next`. Before
    the game begins it says whether there is a phone, until a bag was declared.
    """

    row: SeatRow
    bag: Merchant | None
    is_next: bool
    has_phone: bool | None = None


@dataclass(frozen=True, slots=True)
class Gathering:
    """Before anything is said or booked: the way in, while the door is open."""

    door: DoorView | None


@dataclass(frozen=True, slots=True)
class Stage:
    """What sheriff/stage/_stage.html shows: exactly one of `gathering`, `haggle`, `moment`, `badge` and
    `race`, below that whom all wait for, and everybody's purse. `onward` leads to the rematch, `code` lets
    latecomers in. `here` is the mark of the phones that are silent. The `laws` of the round are pinned, until
    the count.
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
    here: str
    laws: Pinned | None = None
    gathering: Gathering | None = None
    haggle: Haggle | None = None
    moment: Moment | None = None
    badge: Badge | None = None
    race: Race | None = None


def stage(table: Table, phone: PhoneContext, board: Board, onward: str) -> Stage:
    """The stage now; `board` is what this phone would see as a board, `onward` the way to the rematch."""
    bags, turn = {bag.number: bag for bag in board.merchants}, _turn(table.game, phone)
    whole = Stage(
        game=table.id,
        bar=board.bar,
        players=tuple(
            StagePlayer(row, bags.get(row.number), is_next=row.number == turn) for row in board.seats
        ),
        timer=board.timer if board.timer and board.timer.was_started else None,
        booty=board.booty,
        waits="" if board.closed else board.next.words,
        besides="" if board.closed else board.next.besides,
        code=board.door.code if board.door and not board.closed else "",
        onward=onward,
        here=board.here,
        laws=board.laws,
    )
    return _with_scene(whole, table, phone, board)


def _with_scene(whole: Stage, table: Table, phone: PhoneContext, board: Board) -> Stage:
    """The stage with the one thing that matters now."""
    if (result := table.game.result) is not None:
        return replace(whole, race=race(table.game, result))
    if moment := _told(table, phone, board):
        return replace(whole, moment=moment)
    if (merchant := bag_on_stage(table, phone)) is not None:
        return replace(whole, haggle=haggle(table.game, phone, merchant))
    if table.latest is None or _comes_in(table, board):
        people = tuple(replace(one, has_phone=one.row.number in phone.phones) for one in whole.players)
        return replace(whole, gathering=Gathering(board.door), players=people, code="")
    if isinstance(table.latest.event, BadgePassed | SheriffMended | TurnSkipped):
        return replace(whole, badge=shared(table, "badge", badge))
    return replace(whole, moment=_moment(table, phone))


def _moment(table: Table, phone: PhoneContext) -> Moment:
    """What happened last; the cards of a bag that lay there before it was booked turn over no more."""
    moment = shared(table, "moment", moment_of)
    decided = phone.talk.decisions.get(moment.seat.number) if moment.seat else None
    return replace(moment, turns=moment.turns and not (decided and decided.turned))


def _told(table: Table, phone: PhoneContext, board: Board) -> Moment | None:
    """What was just taken back or put back, or who broke their word."""
    if board.undone is not None:
        return Moment(board.undone.icon, sized(board.undone.sentence))
    is_broken = phone.talk.latest[0] == "broken" and phone.talk.said_on == table.seq
    said = latest(table.game, phone.talk) if is_broken else None
    return Moment("ui-alert", sized(said)) if said else None


def _comes_in(table: Table, board: Board) -> bool:
    """Whether the door is open, and nothing was booked but names."""
    names = all(isinstance(line.event, TableOpened | Renamed) for line in table.standing)
    return names and board.door is not None


def _turn(game: Game, phone: PhoneContext) -> int | None:
    """Whose declaration, bag or cards come next."""
    following = next_for(game, phone, next_of(game, phone.talk))
    if following.seat is None or following.seat.number not in {*game.waiting, *_in_count(game)}:
        return None
    return following.seat.number


def _in_count(game: Game) -> tuple[int, ...]:
    return game.circle if game.stage is Phase.COUNT else ()
