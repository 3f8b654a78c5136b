"""The lines of a log, in any game: what was booked, taken back, put back, and which phones came and went."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Generic

from flask import abort
from markupsafe import Markup

from companion.records import Notice
from companion.rules.kinds import Corrects, OfAnyGame
from companion.rules.ruleset import Event_co, Game_co
from companion.tables import AnyTable, Game, Happened, Line, Table
from companion.web.http.language import clock_time, iso_time
from companion.web.http.language import gettext as _
from companion.web.parts import Link, People, say, shared
from companion.web.permits import Permit
from companion.web.reader import Reader
from companion.web.undone import Report

PAGE_LINES = 50
LARGEST_SEQ = 9_999_999


@dataclass(frozen=True, slots=True)
class LogEntry:
    """What log/_entry.html shows: one line, `struck` if it was taken back, and whether another line has since
    `corrected` it. `at` leads to the table right after it, `corrects` to the forms where this phone corrects
    it, with what is `mended` there if that is more than a mistake. `undoes` are the sums that taking it back
    gives back, None if it cannot be taken back; `seen` is the entry that last put it back, or 0. `by` says
    who recorded it. `entry` is 0 for a phone that came or went.
    """

    entry: int
    time: str
    datetime: str
    sentence: Markup
    icon: str
    moves: tuple[Markup, ...] = ()
    struck: bool = False
    corrected: bool = False
    at: Link | None = None
    corrects: tuple[Link, ...] = ()
    mended: str = ""
    undoes: tuple[Markup, ...] | None = None
    seen: int = 0
    may_put_back: bool = False
    by: Markup | str = ""


@dataclass(frozen=True, slots=True)
class LogPage(Generic[Game_co, Event_co]):
    """Some lines in a row. `states` has, for each that stands, the game before it (None before the opening)
    and after it, and also for the last one before the page. `older` and `newer` are where to read on.
    """

    lines: tuple[Line[Event_co | OfAnyGame], ...]
    states: dict[int, tuple[Game_co | None, Game_co]]
    older: int | None
    newer: int | None


def ends_before(reader: Reader) -> int | None:
    """The entry before which the requested page ends: half a page after the entry that it `shows`, or the
    entry `before`; None for the latest page.
    """
    if shown := reader.number("shows", most=LARGEST_SEQ):
        return shown + PAGE_LINES // 2
    return reader.number("before", most=LARGEST_SEQ) or None


def page_of(table: Table[Game, Happened], before: int | None) -> LogPage[Game, Happened]:
    """The lines before an entry, or the latest ones. However long the log is, it is one page."""
    end = min(len(table.lines), before - 1 if before else len(table.lines))
    first = max(0, end - PAGE_LINES)
    begins = bisect_left(table.standing, first + 1, key=lambda line: line.seq)
    ends = bisect_right(table.standing, end, key=lambda line: line.seq)
    stands = table.standing[max(0, begins - 1) : ends]
    after = table.states[max(0, begins - 1) : ends]
    before_first = table.states[begins - 2] if begins > 1 else None
    pairs = zip((before_first, *after), after, strict=False)
    return LogPage(
        lines=table.lines[first:end],
        states={line.seq: pair for line, pair in zip(stands, pairs, strict=True)},
        older=first + 1 if first else None,
        newer=min(end + PAGE_LINES, len(table.lines)) + 1 if end < len(table.lines) else None,
    )


def entry_of(  # noqa: PLR0913, PLR0917 - a line, and what it is told by
    table: Table[Game, Happened],
    permit: Permit[Game, Happened],
    line: Line[Happened | OfAnyGame],
    people: People,
    told: Report,
    at: Link | None,
    said: object = None,
) -> LogEntry:
    """A line as it is told, with what this phone may undo, given what was `said` in the round; the game adds
    what it moved. `at` leads to the table right after a line that stands, None for others.
    """
    is_own = not isinstance(line.event, OfAnyGame)
    latest = table.latest is not None and table.latest.seq == line.seq and permit.may_take_back(said)
    return LogEntry(
        entry=line.seq,
        time=clock_time(line.recorded_at),
        datetime=iso_time(line.recorded_at),
        sentence=told.sentence,
        icon=told.icon,
        struck=at is None and is_own,
        corrected=line.seq in corrected_in(table),
        at=at,
        undoes=() if latest else None,
        seen=table.put_back_by(line.seq) if latest else 0,
        may_put_back=line.seq == table.restores and permit.may_put_back(said),
        by=people.recorder(line.by if is_own else None),
    )


def corrected_in(table: AnyTable) -> frozenset[int]:
    """The numbers of the entries that others corrected."""

    def numbers(table: AnyTable) -> frozenset[int]:
        return frozenset(event.seq for _, event in table.numbered if isinstance(event, Corrects))

    return shared(table, "corrected", numbers)


def notices_by_line(table: AnyTable, notices: Iterable[Notice]) -> dict[int, list[Notice]]:
    """Notices by the number of the last line that is not newer; the opening gets older ones too."""
    since: dict[int, list[Notice]] = {}
    earliest = shared(table, "earliest", _earliest_from)
    for notice in notices:
        since.setdefault(max(1, bisect_right(earliest, notice.recorded_at)), []).append(notice)
    return since


def _earliest_from(table: AnyTable) -> tuple[int, ...]:
    """For each line, the earliest time of it and all later ones: the date may have been put back."""
    return tuple(accumulate((line.recorded_at for line in reversed(table.lines)), min))[::-1]


def is_of(seats: Sequence[object], notice: Notice) -> bool:
    """Whether a notice names no seat, or one of these: a player's arrival may have been taken back."""
    return notice.seat is None or notice.seat < len(seats)


def noticed(people: People, notice: Notice) -> LogEntry:
    """The line of a phone that came or went."""
    return LogEntry(
        entry=0,
        time=clock_time(notice.recorded_at),
        datetime=iso_time(notice.recorded_at),
        sentence=say(_came_or_went(notice.kind), name=people.name(notice.seat)),
        icon="ui-phone",
    )


def _came_or_went(kind: str) -> str:
    sentences = {
        "seat_taken": _("A phone took %(name)s’s seat."),
        "seat_left": _("%(name)s’s phone gave the seat up."),
        "seat_released": _("The bank freed %(name)s’s seat: its phone is out."),
        "seat_moved": _("%(name)s’s seat was taken over by a new phone."),
        "seat_back": _("The bank gave %(name)s’s seat back to its phone."),
        "bank_back": _("The bank went back: %(name)s’s phone has it no longer."),
        "bank_moved": _("The bank was taken over by a new phone."),
        "bank_handed": _("The bank was handed to %(name)s’s phone."),
        "bank_taken": _("The bank’s phone was gone: the players chose %(name)s’s."),
    }
    return sentences[kind]


def right_after(table: Table[Game, Happened], entry: int) -> tuple[Line[Happened | OfAnyGame], Game]:
    """The line of a standing entry, and the game right after it; else 404."""
    line = next((line for line in table.standing if line.seq == entry), None)
    state = table.state_after(entry)
    if line is None or state is None:
        abort(404)
    return line, state
