"""Who was how often Sheriff or Deputy, where that was not the same for all."""

from collections.abc import Sequence

from markupsafe import Markup

from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.words.people import say
from companion.web.words.sheriff.sentences import Words


def uneven_turns(words: Words, turns: Sequence[int], *, deputies: bool = False) -> tuple[Markup, ...]:
    """A line for each number of turns, the most first; none if all had the same. `turns` are by seat, of
    Sheriffs or of `deputies`.
    """
    often, line = sorted(set(turns), reverse=True), _of_deputies if deputies else _line
    lines = (line(words, count, [seat for seat, had in enumerate(turns) if had == count]) for count in often)
    return tuple(lines) if len(often) > 1 else ()


def _line(words: Words, count: int, seats: Sequence[int]) -> Markup:
    if not count:
        never = ngettext(
            "%(names)s was never Sheriff", "%(names)s were never Sheriff", len(seats), names="%(names)s"
        )
        return say(never, names=words.names(seats))
    often = {1: _("Sheriff once: %(names)s"), 2: _("Sheriff twice: %(names)s")}
    more = _("Sheriff %(num)s times: %(names)s", num=count, names="%(names)s")
    return say(often.get(count, more), names=words.names(seats))


def _of_deputies(words: Words, count: int, seats: Sequence[int]) -> Markup:
    if not count:
        never = ngettext(
            "%(names)s was never Deputy", "%(names)s were never Deputies", len(seats), names="%(names)s"
        )
        return say(never, names=words.names(seats))
    often = {1: _("Deputy once: %(names)s"), 2: _("Deputy twice: %(names)s")}
    more = _("Deputy %(num)s times: %(names)s", num=count, names="%(names)s")
    return say(often.get(count, more), names=words.names(seats))
