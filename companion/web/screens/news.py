"""What is told of a table to whoever looks at another page, or does not look: one short sentence."""

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class News:
    """What happened last. `entry` changes with every entry and with everything said; `over` says why nothing
    can be done any more on the page that asks, `onward` where it leads then. Where it shows what is otherwise
    by now, `changed` is a button to see that, and `said` a word for it. `more` is what else of it is new.
    """

    game: str
    entry: str
    sentence: Markup
    over: Markup | str = ""
    onward: str = ""
    changed: Markup | str = ""
    said: str = ""
    more: Markup | str = ""
