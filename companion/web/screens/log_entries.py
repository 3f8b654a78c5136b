"""The lines of a log, in any game: what was booked, taken back, put back, and which phones came and went."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from companion.records import Notice
from companion.tables import AnyTable
from companion.web.http.language import clock_time, iso_time
from companion.web.http.language import gettext as _
from companion.web.screens.parts import Link, shared
from companion.web.words.people import People, say

PAGE_LINES = 100


@dataclass(frozen=True, slots=True)
class LogEntry:
    """What log/_entry.html shows: one line, `struck` if it was taken back, and whether another line has since
    `corrected` it. `at` leads to the table right after it, `corrects` to where this phone puts right what it
    told. `undoes` are the sums that taking it back gives back, None when it cannot be; `seen` is the entry
    that last put it back, or 0. `by` says who recorded it. `entry` is 0 where phones came and went.
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
    undoes: tuple[Markup, ...] | None = None
    seen: int = 0
    may_put_back: bool = False
    by: Markup | str = ""


def corrected_in(table: AnyTable) -> frozenset[int]:
    """The numbers of the entries that others corrected."""

    def numbers(table: AnyTable) -> frozenset[int]:
        correcting = table.rules.correcting
        if correcting is None:
            return frozenset()
        return frozenset(event.seq for _, event in table.numbered if isinstance(event, correcting.event))

    return shared(table, "corrected", numbers)


def notices_by_line(table: AnyTable, notices: Iterable[Notice]) -> dict[int, list[Notice]]:
    """Notices by the number of the last line that is not newer; the opening gets older ones too."""
    since: dict[int, list[Notice]] = {}
    for notice in notices:
        older = (line.seq for line in reversed(table.lines) if line.recorded_at <= notice.recorded_at)
        since.setdefault(next(older, 1), []).append(notice)
    return since


def is_of(seats: Sequence[object], notice: Notice) -> bool:
    """Whether its seat is one of these, if it is about any: not one whose player's coming was taken back."""
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
