"""What is told of a table to whoever looks at another page, or does not look: one short sentence."""

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class News:
    """What happened last. `entry` changes with every entry and with everything said; `over` says why nothing
    can be done any more on the page that asks, `onward` where it leads then. Where offers changed on the
    sheet `at` that asks, they are now those of `said`. `more` is what else of the page is new.
    """

    game: str
    entry: str
    sentence: Markup
    over: Markup | str = ""
    onward: str = ""
    at: str = ""
    said: str = ""
    more: Markup | str = ""
