"""The biggest button of a board: the next thing to do."""

from dataclasses import dataclass

from markupsafe import Markup

from companion.web.screens.parts import Link


@dataclass(frozen=True, slots=True)
class NextButton:
    """What board/_next.html draws: a line of waiting where it has no `link`, else a link, or a form that
    `sends` its `fields` there. A link that `waits` looks like waiting: others come first. `under` the words
    stands more about them, which may give way where there is little room; what must not stands in `besides`.
    If it `is_live`, they say that the screen shows what happens: a script keeps that true.
    """

    words: Markup | str
    under: Markup | str = ""
    besides: Markup | str = ""
    is_live: bool = False
    icon: str = ""
    link: Link | None = None
    sends: bool = False
    fields: tuple[tuple[str, int | str], ...] = ()
    waits: bool = False
