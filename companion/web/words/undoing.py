"""What the log shows of an entry, and how it tells of taking back and putting back, in any game."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.entries import EntryPutBack, TakenBack
from companion.web.http.language import gettext as _
from companion.web.words.people import say

Names = Callable[[Iterable[int]], Markup]
"""Speaks of several players in a sentence."""


@dataclass(frozen=True, slots=True)
class Report:
    """How the log shows an event: `icon` is a symbol of a sprite in static/icons."""

    icon: str
    sentence: Markup


def undoing(names: Names, event: TakenBack | EntryPutBack, what: Markup | str) -> Report:
    """Who took back or put back what, by its name."""
    if isinstance(event, TakenBack):
        return Report("ui-undo", _taken_back(names, event.by, what))
    return Report("ui-again", _put_back(names, event.by, what))


def _taken_back(names: Names, by: tuple[int, ...] | None, what: Markup | str) -> Markup:
    if by is None:
        return say(_("Taken back: %(what)s"), what=what)
    if not by:
        return say(_("The bank took back: %(what)s"), what=what)
    return say(_("%(names)s took back: %(what)s"), names=names(by), what=what)


def _put_back(names: Names, by: tuple[int, ...] | None, what: Markup | str) -> Markup:
    if by is None:
        return say(_("Put back: %(what)s"), what=what)
    if not by:
        return say(_("The bank put back: %(what)s"), what=what)
    return say(_("%(names)s put back: %(what)s"), names=names(by), what=what)
