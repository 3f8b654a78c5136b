"""The evening as sentences, and the board as it was after each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.records import Notice
from companion.rules.seats import Stage
from companion.rules.sheriff import corrections
from companion.rules.sheriff.ending import (
    CheckStand,
    ContrabandRevealed,
    CountGold,
    GoldCounted,
    StandChecked,
)
from companion.rules.sheriff.game import Entry, Game
from companion.rules.sheriff.inspection import SatOut
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.round_laws import LawsProclaimed, ProclaimLaws
from companion.rules.sheriff.setup import TableOpened
from companion.rules.sheriff.talk import Talk
from companion.rules.sheriff.tally import SheetCounted
from companion.web import log_entries
from companion.web.current import membership
from companion.web.http.language import gettext as _
from companion.web.menu import MenuLine
from companion.web.parts import Link, People, Seat, link, seats_of, shared
from companion.web.reader import Reader
from companion.web.sheriff.board import board_as_it_was
from companion.web.sheriff.hands import fined, owed
from companion.web.sheriff.menu import menu_line
from companion.web.sheriff.promises import Pin, Pinned, every_promise, pinned_laws
from companion.web.sheriff.reports import report
from companion.web.sheriff.request import held_table, permit, talk_at, this_phone
from companion.web.sheriff.table import Line, Permit, PhoneContext, Table, seats_at, undone_comings
from companion.web.sheriff.words import Words, changes


@dataclass(frozen=True, slots=True)
class LogRound:
    """The lines of a round; round 0 is before the first."""

    round: int
    sheriffs: tuple[Seat, ...]
    entries: tuple[log_entries.LogEntry, ...]


@dataclass(frozen=True, slots=True)
class Log:
    """What sheriff/log/_log.html shows; `older` and `newer` are where to read on, None where there is
    nothing. On top are pinned the `laws` that stand, and the `promises` of the evening. Where the count is
    `closed`, no bag can be corrected.
    """

    game: str
    rounds: tuple[LogRound, ...]
    older: int | None
    newer: int | None
    laws: Pinned | None = None
    closed: bool = False
    promises: tuple[Pin, ...] = ()


def log_screen(
    table: Table, permit: Permit, said: Talk, notices: Iterable[Notice], before: int | None = None
) -> Log:
    """A page of the lines before an entry, or of the latest ones, with what this phone may do, given what was
    `said` in the round, and which phones came and went in between.
    """
    page = log_entries.page_of(table, before)
    since, undone = (
        log_entries.notices_by_line(table, notices),
        shared(table, "undone comings", undone_comings),
    )
    shown = []
    for line in reversed(page.lines):
        place = _round_of(page.states, line)
        seats = seats_at(table, line.seq, undone)
        people, told = People(seats), reversed(since.get(line.seq, ()))
        shown += [
            (place, log_entries.noticed(people, notice))
            for notice in told
            if log_entries.is_of(seats, notice)
        ]
        shown.append((place, _entry(table, permit, line, Words(seats), page.states, said)))
    closed = table.game.stage is Stage.CLOSED
    rounds = _by_round(table.game, shown)
    return Log(table.id, rounds, page.older, page.newer, pinned_laws(table.game), closed)


Place = tuple[int, tuple[int, ...]]


States = dict[int, tuple[Game | None, Game]]


def _round_of(states: States, line: Line) -> Place:
    """The round of a line, with its Sheriff or Deputies; a line taken back goes with the one before it."""
    known = [seq for seq in states if seq <= line.seq]
    game = states[known[-1]][1] if known else None
    if game is None or isinstance(line.event, TableOpened | SheetCounted):
        return 0, ()
    return game.round, game.sheriffs


def _by_round(game: Game, shown: Iterable[tuple[Place, log_entries.LogEntry]]) -> tuple[LogRound, ...]:
    rounds: dict[Place, list[log_entries.LogEntry]] = {}
    for place, entry in shown:
        rounds.setdefault(place, []).append(entry)
    return tuple(
        LogRound(number, seats_of(game, sheriffs), tuple(entries))
        for (number, sheriffs), entries in rounds.items()
    )


def _entry(  # noqa: PLR0913, PLR0917 - a line, and what it is told by
    table: Table, permit: Permit, line: Line, words: Words, states: States, said: Talk
) -> log_entries.LogEntry:
    told = report(words, line.event, table.undone_by(line.event))
    before, after = states.get(line.seq, (None, None))
    at = link("log.entry", entry=line.seq) if after else None
    entry = log_entries.entry_of(table, permit, line, words, told, at, said)
    undoes = changes(words, after, before) if after and before else None
    is_missing = isinstance(line.event, SatOut) and isinstance(table.as_corrected(line.seq), SatOut)
    return replace(
        entry,
        moves=(*_fined(words, line.event), *(changes(words, before, after) if before and after else ())),
        corrects=tuple(_corrects(table.game, permit, line, after)) if after else (),
        mended=_("A bag was forgotten") if is_missing else "",
        undoes=entry.undoes if entry.undoes is None else undoes,
    )


def _fined(words: Words, event: Entry) -> Iterator[Markup]:
    """For which cards a merchant who was caught paid, or owed where coins ran short."""
    if isinstance(event, BagOpened) and not event.is_true:
        yield fined(words, event.fine) if event.debt is None else owed(words, event.fine)


def _corrects(game: Game, permit: Permit, line: Line, then: Game) -> Iterator[Link]:
    """The links by which this phone may correct a line; new laws correct those of the present round."""
    is_law = isinstance(line.event, LawsProclaimed)
    if is_law and then.round == game.round and permit.allows(ProclaimLaws):
        yield link("laws.laws")
    if corrections.may_correct(game, line.event) is None and permit.may_correct(line.event):
        yield link("corrections.correct", entry=line.seq)
    if told := _corrects_count(game, permit, line.event):
        yield told


def _corrects_count(game: Game, permit: Permit, event: Entry) -> Link | None:
    """The link by which this phone may correct what the count revealed: that books a new entry."""
    if not isinstance(event, ContrabandRevealed | StandChecked | GoldCounted):
        return None
    if game.stage is Stage.CLOSED:
        return link("ending.result", mend=1, _anchor="mend") if permit.may_take_back() else None
    if isinstance(event, GoldCounted):
        return link("ending.purses") if permit.allows(CountGold, event.seat) else None
    return link("ending.check") if permit.allows(CheckStand, event.seat) else None


@menu_line(40)
def _line(table: Table, _phone: PhoneContext) -> MenuLine:
    under = _("every entry; take back, correct, look back")
    return MenuLine("ui-log", _("Log"), under, url_for("log.log", game=table.id))


blueprint = Blueprint("log", __name__)


@blueprint.get("/g/<game>/log")
def log(game: str) -> ResponseReturnValue:
    """The evening as sentences."""
    table, before = held_table(game), log_entries.ends_before(Reader(request.args))
    view = log_screen(table, permit(table), talk_at(table), membership().journal.log(game).notices(), before)
    view = replace(view, promises=every_promise(table.game, this_phone(table)))
    return render_template("sheriff/log/log.html", log=view, game_path=table.id, errors={})


@blueprint.get("/g/<game>/log/<int:entry>")
def entry(game: str, entry: int) -> ResponseReturnValue:
    """The board as it was right after an entry."""
    table = held_table(game)
    view = board_as_it_was(table, *log_entries.right_after(table, entry))
    return render_template("sheriff/board/board.html", board=view, errors={}, game_path=table.id)
