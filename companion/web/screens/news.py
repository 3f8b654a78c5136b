"""What just happened at a table, in one short sentence: for other pages, and for screen readers."""

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class News:
    """What happened last. `entry` changes with every entry and with everything said. If the page that asks
    has expired, `over` says why and `onward` is where it leads. If it shows something outdated, `changed` is
    a button that redraws it, and `said` a token for what it would show; it goes to the address `elsewhere` at
    once if it is a result that no longer stands. `more` is whatever else on it is new.
    """

    game: str
    entry: str
    sentence: Markup
    over: Markup | str = ""
    onward: str = ""
    changed: Markup | str = ""
    said: str = ""
    more: Markup | str = ""
    elsewhere: str = ""
