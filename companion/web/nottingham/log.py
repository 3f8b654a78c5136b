"""The log: the evening as sentences, newest first."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.records import Notice
from companion.rules.nottingham.game import Game
from companion.web import log_entries
from companion.web.current import membership
from companion.web.http.language import gettext as _
from companion.web.nottingham.board import board_as_it_was
from companion.web.nottingham.glossary import items_of, mission_name
from companion.web.nottingham.request import held_table, permit
from companion.web.nottingham.table import Line, Permit, Table
from companion.web.nottingham.words import Words, report
from companion.web.parts import link, say
from companion.web.reader import Reader

States = dict[int, tuple[Game | None, Game]]


@dataclass(frozen=True, slots=True)
class NottinghamLog:
    """What nottingham/log/_log.html shows; `older` and `newer` are where to read on, if anywhere."""

    game: str
    entries: tuple[log_entries.LogEntry, ...]
    older: int | None
    newer: int | None


def log_screen(
    table: Table, permit: Permit, notices: Iterable[Notice], before: int | None = None
) -> NottinghamLog:
    """A page of the lines before an entry, or of the latest ones, with what this phone may do, and which
    phones came and went in between.
    """
    page = log_entries.page_of(table, before)
    since, words = log_entries.notices_by_line(table, notices), Words(table.game.seats)
    entries: list[log_entries.LogEntry] = []
    for line in reversed(page.lines):
        told = reversed(since.get(line.seq, ()))
        entries += [
            log_entries.noticed(words, notice)
            for notice in told
            if log_entries.is_of(table.game.seats, notice)
        ]
        entries.append(_entry(table, permit, line, words, page.states))
    return NottinghamLog(table.id, tuple(entries), page.older, page.newer)


def _entry(table: Table, permit: Permit, line: Line, words: Words, states: States) -> log_entries.LogEntry:
    told = report(words, line.event, table.undone_by(line.event))
    before, after = states.get(line.seq, (None, None))
    at = link("nottingham_log.entry", entry=line.seq) if after else None
    entry = log_entries.entry_of(table, permit, line, words, told, at)
    may_correct = permit.why_not_correctable(line.seq) is None
    return replace(
        entry,
        moves=_changes(words, before, after),
        corrects=(link("nottingham_delivering.correct", entry=line.seq),) if may_correct else (),
        undoes=entry.undoes if entry.undoes is None else _changes(words, after, before),
    )


def _changes(words: Words, before: Game | None, after: Game | None) -> tuple[Markup, ...]:
    """What an entry changed: loot and missions of each player, the Sheriff's step."""
    if before is None or after is None:
        return ()
    lines = [line for seat in range(len(after.seats)) for line in _of_seat(words, before, after, seat)]
    if before.step != after.step:
        lines.append(_sheriff(before, after))
    return tuple(lines)


def _sheriff(before: Game, after: Game) -> Markup:
    """Where the Sheriff was and is: on a space, or back in the city, which has no number."""
    home, steps = after.options.home, {"before": before.step, "after": after.step}
    if after.step >= home:
        return say(_("Sheriff: step %(before)s → Nottingham"), **steps)
    if before.step >= home:
        return say(_("Sheriff: Nottingham → step %(after)s"), **steps)
    return say(_("Sheriff: step %(before)s → %(after)s"), **steps)


def _of_seat(words: Words, before: Game, after: Game, seat: int) -> Iterator[Markup]:
    was, now = before.loot(seat), after.loot(seat)
    more, less = now - now.overlap(was), was - was.overlap(now)
    signed = [("+", items_of(*each)) for each in more.items()]
    signed += [("−", items_of(*each)) for each in less.items()]
    had, has = before.missions(seat), after.missions(seat)
    signed += [("+", mission_name(word)) for word in has if word not in had]
    signed += [("−", mission_name(word)) for word in had if word not in has]
    for sign, thing in signed:
        yield say(_("%(name)s: %(sign)s %(thing)s"), name=words.name(seat), sign=sign, thing=thing)


blueprint = Blueprint("nottingham_log", __name__)


@blueprint.get("/g/<game>/nottingham/log")
def log(game: str) -> ResponseReturnValue:
    """The evening as sentences."""
    table, before = held_table(game), log_entries.ends_before(Reader(request.args))
    view = log_screen(table, permit(table), membership().journal.log(game).notices(), before)
    return render_template("nottingham/log/log.html", log=view, game_path=table.id, errors={})


@blueprint.get("/g/<game>/nottingham/log/<int:entry>")
def entry(game: str, entry: int) -> ResponseReturnValue:
    """The board as it was right after an entry."""
    table = held_table(game)
    view = board_as_it_was(table, *log_entries.right_after(table, entry))
    return render_template("nottingham/board/board.html", board=view, errors={}, game_path=table.id)
