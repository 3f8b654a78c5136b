"""The board: everybody's gold and goods, the round, what is still to do, the last entry."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from markupsafe import Markup

from companion.rules.seats import Stage, called_as_now
from companion.rules.sheriff import proposals
from companion.rules.sheriff.ending import CheckStand
from companion.rules.sheriff.game import EntryCorrected, Game
from companion.rules.sheriff.inspection import Bag
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.payments import Paid
from companion.rules.sheriff.round_laws import ProclaimLaws
from companion.rules.sheriff.setup import TableOpened
from companion.web.boards import AnyBoard, Last, last_of
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.lobby import Lobby, lobby_of
from companion.web.parts import NextButton, Seat, say, seats_of, shared
from companion.web.sheriff import tasks
from companion.web.sheriff.booty import Booty, booty
from companion.web.sheriff.check import Shown, shown_last
from companion.web.sheriff.decision import (
    Choosing,
    FaceDown,
    GivenBack,
    TurnedOver,
    choosing,
    face_down,
    given_back,
    stands,
    turned_over,
)
from companion.web.sheriff.hands import hands
from companion.web.sheriff.merchants import Judged, Merchant, judged, merchants, merchants_for
from companion.web.sheriff.own_bag import NotedOtherwise
from companion.web.sheriff.promises import Pin, Pinned, pinned_laws, promised, promises
from companion.web.sheriff.reports import report, told_last, undone
from companion.web.sheriff.rows import Change, SeatRow, linked, round_changes, rows
from companion.web.sheriff.stocks import Timer
from companion.web.sheriff.table import Line, PhoneContext, Table
from companion.web.sheriff.talk_panel import BagTalk, Talking, is_nudged, nudges, talking
from companion.web.sheriff.turns import (
    Next,
    does_own,
    next_button,
    next_for,
    next_of,
    turn_of,
    way_to_stands,
)
from companion.web.sheriff.words import Words
from companion.web.undone import Report

MOST_LINES = 7
"""How many rows of players and lines of bags there may be in all."""
FEWEST_BAGS = 2
"""How many lines of bags there are even so: with the last entry they tell three."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar at the top: the round, the phase in a word and, while there are rounds, the Sheriff or both
    Deputies. A player who `is_nudged` reads in place of the phase that all wait.
    """

    game: str
    round: int
    rounds: int
    phase: str
    sheriffs: tuple[Seat, ...]
    is_nudged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(AnyBoard):
    """What sheriff/board/_board.html shows. First the rounds are `over`, then the game is `closed`.

    while the first market is not over; `by_lot` says on whom the lot fell, until something is booked: while
    the game only `begins`, that also stands beside what changed the table. Its Sheriff is
    `choosing`; everybody sees what was `turned` over, and this phone `confirms` it if that falls
    to it; a merchant's phone `gives_back` a decision on its own bag; where one `stands`, those who made it
    read who can. A Deputy `shares` the Booty with one tap, and `names_pair` if two are next. If `shared` by
    several phones, the rows leave room for what they say. The bank `nudges` the player for whom all wait. A
    merchant reads what was recorded differently from what was `noted`. The `laws` of the round are pinned;
    the phone `proclaims` them if it may. One phone alone tells of the `evening`, where there is room. A bag
    that was `judged` by the last entry shows its cards, and `turns` them over if nobody saw them before.
    """

    bar: Bar
    over: bool
    seats: tuple[SeatRow, ...]
    merchants: tuple[Merchant, ...]
    promises: tuple[Pin, ...]
    timer: Timer | None
    booty: Booty | None
    own: tuple[Seat, ...] = ()
    shown: Shown | None = None
    talk: Talking | None = None
    corrects: bool = False
    deals: bool = False
    by_lot: Markup | str = ""
    begins: bool = False
    shared: bool = False
    choosing: Choosing | None = None
    backs: FaceDown | None = None
    turned: TurnedOver | None = None
    confirms: bool = False
    gives_back: GivenBack | None = None
    stands: Markup | str = ""
    shares: bool = False
    names_pair: bool = False
    nudges: Seat | None = None
    laws: Pinned | None = None
    proclaims: bool = False
    noted: NotedOtherwise | None = None
    evening: tuple[Report, ...] = ()
    judged: Judged | None = None
    turns: bool = False
    changes: tuple[Change, ...] = ()

    @property
    def begins_with_laws(self) -> bool:
        """Whether the laws of a round that has just begun can be typed beside its first button (E25)."""
        nothing_done = all(merchant.todo for merchant in self.merchants)
        return self.proclaims and not self.laws and nothing_done and not self.choosing

    @property
    def threat(self) -> BagTalk | None:
        """The bag of this phone's player, if somebody threatens to open it."""
        bags = self.talk.bags if self.talk else ()
        return next((bag for bag in bags if bag.own and bag.threat), None)

    @property
    def is_priced(self) -> bool:
        """Whether the only thing to do here is to pay what the Sheriff wants, or not."""
        priced = self.talk and any(offer.price for offer in self.talk.asks)
        return bool(priced and not self.next.link and not self.nudges)

    @property
    def waits(self) -> bool:
        """Whether nothing goes on here until another phone has done something."""
        is_asked = self.choosing or (self.talk and self.talk.asks)
        return not (self.as_it_was or is_asked or self.next.link)


def board_screen(  # noqa: PLR0913 - the ways in which phones and moments differ
    table: Table,
    phone: PhoneContext,
    timer: Timer | None = None,
    *,
    now: int,
    booked: int | None = None,
    checked: bool = False,
) -> Board:
    """The board as one phone sees it `now`, right after the entry that it `booked`, if any; `checked` once
    the stands were found correct, which is not an entry.
    """
    game, counts = table.game, table.game.stage is Stage.COUNT
    following = next_of(game, phone.talk, late=phone.late)
    if not checked and way_to_stands(table, phone):
        following = Next(tasks.CHECK)
    mine = next_for(game, phone, following)
    whole = shared(table, "board", _for_all)
    last = _last(table, whole.last, phone, booked)
    inspects = _inspects(game, phone, timer)
    lobby, proclaims = _lobby(table, phone), phone.permit.allows(ProclaimLaws)
    return replace(
        whole,
        bar=_bar(game, phone, whole.bar, inspects=inspects),
        deals=game.round == 1 and not inspects,
        by_lot=_by_lot(table),
        begins=not table.has_begun,
        shared=phone.is_shared,
        seats=tuple(linked(whole.seats, phone, in_lobby=lobby is not None)),
        merchants=tuple(merchants_for(table, phone, whole.merchants, mine)),
        next=next_button(game, mine, own=does_own(game, phone, mine)),
        last=last,
        undone=undone(table, phone, now),
        promises=promised(game, phone),
        talk=talking(game, phone),
        timer=_timer(game, phone, timer),
        lobby=lobby,
        shown=shown_last(table) if counts else None,
        turn=turn_of(game, phone, mine, told=last.entry if last and last.told else None),
        own=seats_of(game, sorted(seat for seat in phone.me.seats if _has_secrets(game, seat))),
        choosing=_choosing(game, phone, mine),
        backs=face_down(game, phone, following.seat.number) if following.seat and game.waiting else None,
        turned=turned_over(game, phone, following.seat.number) if following.seat else None,
        confirms=mine.task is tasks.CARDS,
        gives_back=given_back(game, phone),
        stands=stands(game, phone, following.seat.number) if following.seat and game.waiting else "",
        shares=mine.task is tasks.SHARE,
        names_pair=mine.task is tasks.PAIR,
        nudges=None if mine.task in {tasks.CHECK, tasks.SHOW} else nudges(game, phone),
        laws=pinned_laws(game, change=proclaims),
        proclaims=proclaims,
        turns=whole.judged is not None and whole.judged.turns(phone.talk),
        corrects=counts and mine.task is not tasks.CHECK and bool(phone.permit.seats(CheckStand)),
        changes=() if phone.talk.declarations else whole.changes,
        evening=() if phone.is_shared else shared(table, "evening", _evening),
    )


def _evening(table: Table) -> tuple[Report, ...]:
    """The last bags before the last entry, as they are known by now, the newest first."""
    words = Words(table.game.seats)
    bags = (line for line in reversed(table.standing[:-1]) if isinstance(line.event, Bag))
    told = islice(bags, max(FEWEST_BAGS, MOST_LINES - len(table.game.seats)))
    return tuple(report(words, table.as_corrected(bag.seq) or bag.event) for bag in told)


def _by_lot(table: Table) -> Markup | str:
    """Who was drawn as the first Sheriff (T2), until something is recorded."""
    opening, drawn = table.standing[0].event, table.states[0].sheriffs
    if table.has_begun or not isinstance(opening, TableOpened) or not opening.drawn:
        return ""
    if table.game.sheriffs != drawn:
        return ""
    return say(_("The lot fell on %(names)s."), names=Words(table.game.seats).names(table.game.sheriffs))


def _lobby(table: Table, phone: PhoneContext) -> Lobby | None:
    if table.has_begun or not phone.waits_for(table.game):
        return None
    return lobby_of(table.game, phone)


def _bar(game: Game, phone: PhoneContext, bar: Bar, *, inspects: bool) -> Bar:
    """The bar of this phone, with a nudge in place of the phase, so that nothing moves for it."""
    if is_nudged(game, phone):
        return replace(bar, phase=_("Everybody waits for you"), is_nudged=True)
    return replace(bar, phase=phase(game, inspects=inspects))


def _choosing(game: Game, phone: PhoneContext, mine: Next) -> Choosing | None:
    if mine.task is not tasks.DECIDE or mine.seat is None:
        return None
    return choosing(game, phone, mine.seat.number, mine.under)


def _inspects(game: Game, phone: PhoneContext, timer: Timer | None) -> bool:
    """Whether the market is over although no bag is booked: the clock runs or ran, or all have declared."""
    if timer is not None and (timer.runs or timer.remaining < timer.whole):
        return True
    return bool(game.waiting) and phone.talk.declarations.keys() >= {*game.waiting}


def _has_secrets(game: Game, seat: int) -> bool:
    """Whether a seat may have notes that others do not know: a bag still waiting, face-down cards (T8)."""
    return game.stage is not Stage.CLOSED and (seat in game.waiting or bool(game.face_down(seat)))


def _for_all(table: Table) -> Board:
    """What is the same on every phone."""
    line = table.latest
    last = last_of(table, line, report(Words(table.game.seats), line.event).sentence) if line else None
    board = _board(table, table.standing[-1], table.game, None)
    bag = judged(table.game, line.event) if line else None
    return replace(
        board,
        last=last,
        warnings=(*board.warnings, *_unsettled(table)),
        judged=replace(bag, news=line.seq == table.seq) if line and bag else None,
        changes=round_changes(table),
    )


def _unsettled(table: Table) -> Iterator[Markup]:
    """What the corrections of this round leave to be settled by hand, until one of those whom it is about
    pays or is paid by hand: of a Booty that is to be agreed on anew, one of its Deputies (E13).
    """
    paid = set[int | None]()
    for _seq, event, then in reversed(table.log):
        if then.round != table.game.round:
            return
        if isinstance(event, Paid):
            paid |= {event.giver, event.receiver}
        if isinstance(event, EntryCorrected):
            words, owing = Words(table.game.seats), tuple(seat for seat in event.debtors if seat not in paid)
            yield from words.richer(replace(event, debtors=owing))
            before = table.state_before(event.seq)
            if before and paid.isdisjoint(before.sheriffs):
                yield from words.halved(event)


def board_as_it_was(table: Table, line: Line, game: Game) -> Board:
    """The board as it was right after an older entry, with present names; nothing can be done there."""
    game = replace(game, seats=called_as_now(game.seats, table.game.seats))
    sentence = report(Words(game.seats), line.event).sentence
    return _board(table, line, game, sentence)


def _board(table: Table, line: Line, game: Game, as_it_was: Markup | None) -> Board:
    over = game.stage is not Stage.ROUNDS
    sheriffs = () if over else seats_of(game, game.sheriffs)
    return Board(
        game=table.id,
        bar=Bar(table.id, game.round, game.rounds, phase(game), sheriffs),
        over=over,
        closed=game.stage is Stage.CLOSED,
        seats=rows(game),
        merchants=merchants(game),
        next=NextButton(""),
        last=None,
        promises=promises(game),
        warnings=purse_warnings(game, table.state_before(line.seq)),
        timer=None,
        booty=booty(game),
        as_it_was=as_it_was,
        laws=pinned_laws(game),
    )


def phase(game: Game, *, inspects: bool = False) -> str:
    """The phase in a word, derived from what is recorded (T4); `inspects` if that lags behind."""
    if game.stage is not Stage.ROUNDS:
        return _("The result") if game.stage is Stage.CLOSED else _("The count")
    if not game.done and not inspects:
        return _("Market and bags")
    return _("Inspection") if game.waiting else _("End of the round")


def _timer(game: Game, phone: PhoneContext, timer: Timer | None) -> Timer | None:
    if timer is None:
        return None
    undecided = bool(proposals.undecided(game, phone.talk))
    return replace(timer, mine=phone.permit.may_run_clock(), lets_pass=undecided)


def _last(table: Table, last: Last | None, phone: PhoneContext, booked: int | None) -> Last | None:
    line = table.latest
    if last is None or line is None:
        return None
    todo = hands(Words(table.game.seats), line.event) if booked == line.seq else ()
    told = told_last(table.game, phone, line.event)
    if unasked := _passed_unasked(table, phone, line):
        told = Markup(" ").join(filter(None, (unasked, told)))
    drawn = tuple((hand.icon, hand.sentence) for hand in todo)
    return replace(last, told=told, hands=drawn, may_take_back=phone.permit.may_take_back(phone.talk))


def _passed_unasked(table: Table, phone: PhoneContext, line: Line) -> Markup | None:
    """Tell a Deputy that the other one let a bag pass for both (E14): nobody asked them, whoever recorded
    what was in it. None else.
    """
    event, me = line.event, phone.own_seat
    if not isinstance(event, BagPassed) or event.alone is not None or me not in event.deputies:
        return None
    decided = phone.talk.decisions.get(event.merchant)
    by = line.by if decided is None or decided.said_by is None else (decided.said_by,)
    if not by or me in by or not {*by} <= {*event.deputies}:
        return None
    words = Words(table.game.seats)
    sentence = _("%(names)s let %(name)s’s bag pass for you both.")
    return say(sentence, names=words.names(by), name=words.name(event.merchant))


def _gold(game: Game) -> int:
    """What all purses hold together, and the Booty."""
    return game.booty_gold + sum(game.gold(seat) for seat in range(len(game.seats)))


def purse_warnings(game: Game, before: Game | None = None) -> tuple[str, ...]:
    """Quiet hints when the bank paid out or got more gold than the rules moved; they stay until that is put
    right. Under laws, which move gold too, it need not be a mistake: they are shown only right after the
    entry that caused it, if the game `before` it is known, and once all is counted.
    """
    held = _gold(game)
    paid = held - game.opening_gold
    if game.options.coins_on_table or not paid:
        return ()
    if game.options.laws and before is not None and game.stage is Stage.ROUNDS and _gold(before) == held:
        return ()
    gold = ngettext("%(num)s gold", "%(num)s gold", abs(paid))
    out = _("The bank has paid out %(gold)s: the purses hold %(held)s.", gold=gold, held=held)
    into = _("The bank has been paid %(gold)s: the purses hold %(held)s.", gold=gold, held=held)
    return (out if paid > 0 else into,)
