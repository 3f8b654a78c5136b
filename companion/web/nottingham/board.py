"""The board: purses, stands, what is still to do."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from flask import render_template, request
from markupsafe import Markup, escape

from companion.rules.nottingham import ending
from companion.rules.nottingham.box import BOX, Numbers
from companion.rules.nottingham.deliveries import Deliver, Delivered
from companion.rules.nottingham.ending import CheckLoot, CloseCount
from companion.rules.nottingham.game import Due, Game
from companion.rules.nottingham.missions import Fulfilled
from companion.rules.nottingham.seating import ComeBack
from companion.rules.nottingham.way import GameOver
from companion.rules.seats import Presence, Stage, called_as_now
from companion.web.boards import AnyBoard, Last, last_of, on_phone
from companion.web.current import here, service
from companion.web.ended import way_to_rematch
from companion.web.here import Here
from companion.web.http.fragments import rendered
from companion.web.http.language import gettext as _
from companion.web.lobby import lobby_of
from companion.web.nottingham.hands import aloud, hands, happened, sheriff, undone
from companion.web.nottingham.race import LootRace, race, race_goes_on
from companion.web.nottingham.request import numbers_before, permit, proposed_numbers
from companion.web.nottingham.table import Line, Permit, Table
from companion.web.nottingham.turns import Pointer, made, pointer, with_undo
from companion.web.nottingham.words import Words, report
from companion.web.parts import NextButton, Row, Seat, link, name_of, say, seats_of, shared, with_phones
from companion.web.reader import Reader

MOST_WITH_ROOM = 4
"""With so many players the rows have room for the loot that they see."""
MOST_RECENT = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class NottinghamRow(Row):
    """A player's row: how many cards of `loot` and which, where few players leave room and the table sees it;
    the `missions` with their present worth, the present `total`, None where the table does not see sums; how
    many `ambushes` lie, and whether the player `plays` now.
    """

    loot: int
    items: tuple[tuple[str, int], ...]
    missions: tuple[tuple[str, int], ...]
    total: int | None
    ambushes: int = 0
    plays: bool = False


@dataclass(frozen=True, slots=True)
class MissionCard:
    """A mission in the middle: its `takers`, and what the `next` player to fulfil it gets, None if both cards
    are taken or nobody knows. `said` tells all of that in a sentence.
    """

    word: str
    takers: tuple[Seat, ...]
    next: int | None
    full: bool
    said: Markup


@dataclass(frozen=True, slots=True)
class SheriffWay:
    """How far the Sheriff has come: the `step`, which one is `home`, how many `cards` are `taken`."""

    step: int
    home: int
    taken: int
    cards: int

    @property
    def said(self) -> str:
        """The space, as the board in the middle counts it."""
        if self.step >= self.home:
            return _("Back in Nottingham")
        return _("Space %(step)s of %(spaces)s", step=self.step, spaces=self.home - 1)

    @property
    def under(self) -> str:
        """How many mission cards are taken, or that whoever delivers next brings the Sheriff home (N18)."""
        if self.step == self.home - 1:
            return _("last delivery or mission")
        return _("%(taken)s of %(cards)s mission cards", taken=self.taken, cards=self.cards)


@dataclass(frozen=True, slots=True)
class Asked:
    """The question whether the game is over, `about` the Sheriff or the last mission card (N18)."""

    about: str
    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NottinghamBoard(AnyBoard):
    """What nottingham/board/_board.html shows. `aloud` says to all where the last entry moves the Sheriff,
    and on a table view what the game waits for at its end.
    `asked` is the question whether the game is over, if this phone may answer it; `pointer` says whose turn
    it is. A table view is the `stage`: it alone has `recent`, the latest deliveries and missions, the newest
    first, and at the end the `race`, from which `onward` leads to the rematch.
    """

    way: SheriffWay
    seats: tuple[NottinghamRow, ...]
    missions: tuple[MissionCard, ...]
    aloud: Markup | None
    asked: Asked | None = None
    pointer: Pointer | None = None
    stage: bool = False
    recent: tuple[Markup, ...] = ()
    race: LootRace | None = None
    onward: str = ""

    @property
    def waits(self) -> bool:
        """Whether nothing goes on here until another phone has done something."""
        return not (self.as_it_was or self.asked or self.next.link)


def board(  # noqa: PLR0913 - the ways in which phones and moments differ
    table: Table,
    phone: Here,
    permit: Permit,
    *,
    now: int,
    booked: int | None = None,
    checked: bool = False,
) -> NottinghamBoard:
    """The board as one phone sees it `now`, right after the entry that it `booked`, if any; `checked` once
    its own loot was found correct, which is not an entry.
    """
    game, whole, me = table.game, shared(table, "board", _for_all), phone.own_seat
    awaited = not table.has_begun and phone.awaits(game.here)
    asked = _asked(game) if permit.allows(GameOver) else None
    points, following = pointer(table, permit, me), _next(game, phone, permit, checked=checked)
    recent = _recent(table) if phone.me.is_stage else ()
    said = aloud(table, me) if whole.aloud and booked == table.seq else whole.aloud
    if recent and (game.due or game.stage is Stage.COUNT):
        said = escape(following.words)
    return replace(
        whole,
        seats=tuple(_linked(whole, phone, permit, points, in_lobby=bool(awaited))),
        next=following,
        last=_last(table, whole.last, permit, booked, me),
        aloud=said,
        asked=asked,
        pointer=points,
        stage=phone.me.is_stage,
        recent=recent,
        undone=undone(table, permit, now),
        lobby=lobby_of(game, phone) if awaited else None,
        turn=f"asked.{table.seq}" if asked else "",
    )


def board_as_it_was(table: Table, line: Line, game: Game) -> NottinghamBoard:
    """The board as it was right after an older entry, with present names; nothing can be done there."""
    game = replace(game, seats=called_as_now(game.seats, table.game.seats))
    words = Words(game.seats)
    return _board(table, game, sheriff(words, game, line.event), report(words, line.event).sentence)


def _for_all(table: Table) -> NottinghamBoard:
    """What is the same on every phone."""
    line = table.latest
    last = last_of(table, line, report(Words(table.game.seats), line.event).sentence) if line else None
    if last and line and isinstance(line.event, Delivered | Fulfilled) and line.by == (line.event.seat,):
        last = replace(last, by="")  # its sentence begins with the name
    return replace(_board(table, table.game, aloud(table), None), last=last)


def _board(table: Table, game: Game, said: Markup | None, as_it_was: Markup | None) -> NottinghamBoard:
    cards = BOX.mission_cards * len(BOX.missions)
    return NottinghamBoard(
        game=table.id,
        way=SheriffWay(game.steps_gone, game.options.home, game.taken, cards),
        closed=game.stage is Stage.CLOSED,
        seats=tuple(_rows(game)),
        missions=missions(game, {}),
        next=NextButton(""),
        last=None,
        aloud=None if game.due or game.stage is not Stage.ROUNDS else said,
        as_it_was=as_it_was,
        warnings=tuple(_warnings(game)),
    )


def _warnings(game: Game) -> Iterator[str]:
    """Warn if all mission cards are recorded and the game is said to go on: one is recorded too many."""
    if game.stage is Stage.ROUNDS and game.has_all_missions and game.due is None:
        yield _(
            "All eight mission cards are recorded. Is one still in the middle? Correct its entry in the log."
        )


def _rows(game: Game) -> Iterator[NottinghamRow]:
    """Everybody's row; with sums where the table sees them (N19)."""
    sees = game.options.open_sums or game.stage is Stage.CLOSED
    has_room = sees and len(game.seats) <= MOST_WITH_ROOM
    sums = ending.sums(game) if sees else None
    for seat, who in enumerate(game.seats):
        yield NottinghamRow(
            number=seat,
            name=name_of(who),
            charge=who.shield,
            gone=who.presence is not Presence.HERE,
            loot=game.loot(seat).total,
            items=tuple((item, number) for item, number in game.loot(seat).items() if number)
            if has_room
            else (),
            missions=tuple((word, game.worth(word) or 0) for word in game.missions(seat)),
            total=sums.players[seat].total if sums else None,
        )


def missions(game: Game, known: Mapping[str, Numbers]) -> tuple[MissionCard, ...]:
    """The missions in the middle; `known` has numbers for those that nobody has yet."""
    return tuple(_mission(game, word, known) for word in BOX.mission_words)


def _mission(game: Game, word: str, known: Mapping[str, Numbers]) -> MissionCard:
    takers, worth = game.takers(word), game.worth_to_next(word)
    if worth is None and word in known:
        worth = known[word].alone
    full = len(takers) >= BOX.mission_cards
    names = Words(game.seats).names(takers)
    if full:
        said = say(_("both cards taken, by %(names)s"), names=names)
    elif worth is None:
        said = say(_("nobody has it; its cards print what it is worth"))
    elif takers:
        said = say(_("%(names)s has it; the next gets %(worth)s"), names=names, worth=worth)
    else:
        said = say(_("nobody has it; the first gets %(worth)s"), worth=worth)
    return MissionCard(word, seats_of(game, takers), worth, full, said)


def _linked(
    whole: NottinghamBoard, phone: Here, permit: Permit, points: Pointer | None, *, in_lobby: bool
) -> Iterator[NottinghamRow]:
    """The rows with the link that a tap on each follows on this phone, the state of each player's own phone,
    whose turn it is and whose ambushes lie.
    """
    lying = {one.seat.number: one.lying for one in points.ambushes} if points else {}
    plays = points.turn.number if points and points.turn else None
    for row in with_phones(whole.seats, phone, in_lobby=in_lobby):
        may = permit.allows(Deliver, row.number)
        way = link("nottingham_delivering.delivery", seat=row.number) if may else row.link
        yield replace(row, link=way, ambushes=lying.get(row.number, 0), plays=row.number == plays)


def _recent(table: Table) -> tuple[Markup, ...]:
    """As many of the latest deliveries and missions as a television has room for."""
    if table.game.stage is Stage.CLOSED:
        return ()
    words, known = Words(table.game.seats), [*_as_known(table)]
    return tuple(words.booked(event) for event in reversed(known[-MOST_RECENT:]))


def _as_known(table: Table) -> Iterator[Delivered | Fulfilled]:
    """The deliveries and missions with what each mission is worth by now: a correction of one of its two
    entries changes both (N14).
    """
    takers: Counter[str] = Counter()
    for _seq, event in made(table):
        if isinstance(event, Fulfilled):
            takers[event.mission] += 1
            numbers = table.game.numbers[event.mission]
            yield replace(event, numbers=numbers, each=numbers.worth(takers[event.mission]))
        else:
            yield event


def _next(game: Game, phone: Here, permit: Permit, *, checked: bool) -> NextButton:
    """The next thing to do as this phone finds it."""
    if game.stage is Stage.CLOSED:
        words, under = _("The result"), _("who won, and why")
        return NextButton(words, under, icon="crown", link=link("nottingham_ending.result"))
    if game.stage is Stage.COUNT:
        return _in_count(permit, checked=checked)
    if game.due:
        words, under = _question(game.due), _("whoever plays answers it")
        return NextButton(words, under)
    own = () if phone.own_seat is None else (("seat", phone.own_seat),)
    if not permit.seats(Deliver):
        back = bool(own) and permit.allows(ComeBack, phone.own_seat)
        return _comes_back(own) if back else _shown_only(game, phone)
    sheet = link("nottingham_delivering.delivery")
    return NextButton(_("Delivery"), _("one object, or a mission"), icon="loot", link=sheet)


def _in_count(permit: Permit, *, checked: bool) -> NextButton:
    """The next thing to do while the loot is checked."""
    if not (permit.allows(CloseCount) or permit.seats(CheckLoot)):
        words, under = _("The loot is being checked"), _("the result will come by itself")
        return NextButton(words, under, is_live=True)
    if checked and not permit.allows(CloseCount):
        words, under = _("Nothing more is asked of you"), _("The bank’s phone closes the count.")
        way = link("nottingham_ending.check")
        return NextButton(words, under, icon="ui-check", link=way, waits=True)
    words, under = _("Check the loot"), _("against the real cards")
    return NextButton(words, under, icon="ui-check", link=link("nottingham_ending.check"))


def _comes_back(own: tuple[tuple[str, int], ...]) -> NextButton:
    """The way back for who went home, or was sent home by mistake."""
    words, under = _("Play on"), _("you went home; what you have is still there")
    way = link("nottingham_changes.returns")
    return NextButton(words, under, icon="ui-seat", link=way, sends=True, fields=own)


def _shown_only(game: Game, phone: Here) -> NextButton:
    """Why this phone records no delivery: it looks like a button that is out of order otherwise."""
    words, under, why = _("Deliveries"), _("this screen shows them as they happen"), ""
    if phone.me.seats:
        why = _("the bank records them")
        if not phone.me.seats.intersection(game.here):
            why = _("you have left the game; the bank can bring you back")
    elif not phone.me.is_stage:
        why = _("this phone watches, and shows them as they happen")
    return NextButton(words, under, why, is_live=True)


def _asked(game: Game) -> Asked | None:
    return Asked(game.due, _question(game.due)) if game.due else None


def _question(due: Due) -> str:
    if due is Due.HOME:
        return _("Is the Sheriff home, and the game over?")
    return _("Is the eighth mission card taken, and the game over?")


def _last(table: Table, last: Last | None, permit: Permit, booked: int | None, me: int | None) -> Last | None:
    line = table.latest
    if last is None or line is None:
        return None
    todo = hands(Words(table.game.seats), table.game, line.event, me) if booked == line.seq else ()
    drawn = tuple(("ui-cards", sentence) for sentence in todo)
    return replace(last, hands=drawn, may_take_back=permit.may_take_back())


def board_page(table: Table, reader: Reader, booked: int | None = None) -> str:
    """The board; right after this phone `booked` an entry, it also says what happened, taken back or not, and
    what the hands do.
    """
    said = happened(table) if table.seq == booked else ""
    view = board_view(table, booked)
    return render_template(
        "nottingham/board/board.html", board=view, errors=reader.errors, said=said, game_path=table.id
    )


def whole_board(table: Table, booked: int | None) -> Markup:
    """The board as a live update brings it; static/js/drawing.js morphs it into the page."""
    return rendered("nottingham/board/_whole.html", board=board_view(table, booked))


def board_view(table: Table, booked: int | None) -> NottinghamBoard:
    """What the board shows at the requested address, after the entry that this phone just booked."""
    seen = here(table)
    view = board(
        table, seen, permit(table), now=service().now(), booked=booked, checked="checked" in request.args
    )
    if view.pointer:
        view = replace(view, pointer=with_undo(table, view.pointer))
    # What any other table of this phone typed is shown while no other phone can know something else.
    if known := numbers_before(table) if seen.is_shared else proposed_numbers(table):
        view = replace(view, missions=missions(table.game, known))
    result = table.game.result
    if view.stage and result:
        view = replace(view, race=race(table.game, result), onward=way_to_rematch(table.id))
    elif race_goes_on(table):
        covered = view.seats if table.game.options.open_sums else map(_covered, view.seats)
        view = replace(view, last=None, undone=None, seats=tuple(covered))
    return on_phone(view, table, seen)


def _covered(row: NottinghamRow) -> NottinghamRow:
    return replace(row, items=(), total=None)
