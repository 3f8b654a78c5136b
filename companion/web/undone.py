"""What was taken back or put back just now, in words, and the way to undo that."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.kinds import EntryPutBack, OfAnyGame, TakenBack
from companion.tables import AnyTable
from companion.web.here import NEWS_FOR
from companion.web.http.language import gettext as _
from companion.web.parts import say

Names = Callable[[Iterable[int]], Markup]
"""Speaks of several players in a sentence."""


@dataclass(frozen=True, slots=True)
class Report:
    """How the log shows an event: `icon` is a symbol of a sprite in static/icons."""

    icon: str
    sentence: Markup


def undoing(names: Names, event: TakenBack | EntryPutBack, what: Markup | str) -> Report:
    """The report of who took back or put back `what`."""
    if isinstance(event, TakenBack):
        icon, nobody, bank = "ui-undo", _("Taken back: %(what)s"), _("The bank took back: %(what)s")
        seats = _("%(names)s took back: %(what)s")
    else:
        icon, nobody, bank = "ui-again", _("Put back: %(what)s"), _("The bank put back: %(what)s")
        seats = _("%(names)s put back: %(what)s")
    if not event.by:
        return Report(icon, say(nobody if event.by is None else bank, what=what))
    return Report(icon, say(seats, names=names(event.by), what=what))


@dataclass(frozen=True, slots=True)
class Undone:
    """What board/_undone.html shows: what the latest entry took back or put back, and who did. `told` is what
    the hands of this phone's own player do about it; `entry` is the number of a take back that this phone may
    undo, 0 for none, and `still` what that took back, unless it is the latest entry itself.
    """

    game: str
    icon: str
    sentence: Markup
    entry: int
    told: Markup | None = None
    still: Markup | None = None


def undone_at(
    table: AnyTable, told: Callable[[int], Report], now: int, *, may_put_back: bool, own: Markup | None = None
) -> Undone | None:
    """The latest entry as it is `told`, if it took back or put back another, while that is only moments old;
    with what this phone's `own` player does about it.
    """
    line = table.lines[-1]
    if not isinstance(line.event, OfAnyGame) or now >= line.recorded_at + NEWS_FOR:
        return None
    entry, latest = table.restores if may_put_back else 0, told(line.seq)
    still = told(entry).sentence if entry and entry != line.seq else None
    return Undone(table.id, latest.icon, latest.sentence, entry, own, still)


@dataclass(frozen=True, slots=True)
class Done:
    """What board/_done.html shows: what was just changed about the table, in a sentence; its `entry`, if this
    phone may take it back, or else 0, and the entry that last put that back, as `seen`, or 0.
    """

    game: str
    sentence: Markup
    entry: int
    seen: int


def done_at(table: AnyTable, entry: int, sentence: Markup, *, may_take_back: bool) -> Done | None:
    """What this entry changed, in this sentence, if it is the latest one; a take back is not taken back."""
    latest = table.latest
    if entry != table.seq:
        return None
    if latest is None or latest.seq != table.seq or not may_take_back:
        return Done(table.id, sentence, 0, 0)
    return Done(table.id, sentence, latest.seq, table.put_back_by(latest.seq))
