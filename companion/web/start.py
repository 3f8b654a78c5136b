"""The first page: what this program can do, and the way back to running tables."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.groups import Known
from companion.rules.seats import Stage
from companion.tables import Held, Listed
from companion.web.http.language import iso_time, language, names_of_languages, when
from companion.web.http.look import Look
from companion.web.parts import Choice, Seat, group_name, name_of


@dataclass(frozen=True, slots=True)
class Entrance:
    """A link to a page: what it does, more about that, and a symbol of static/icons/sprite.svg."""

    address: str
    title: str
    under: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A box that a table can have on it: the `word` of its game, its title, and the addresses of the forms of
    a `new` table and of a `count`, which ask for no other box.
    """

    word: str
    title: str
    new: str
    count: str


@dataclass(frozen=True, slots=True)
class Ways:
    """The links to a game: to a new table, to whatever else can be begun, and at the foot to its reference
    pages. A game that begins where another one does has a `box` to be chosen there. `about` is a sentence for
    the home screen that says what it is.
    """

    begin: Entrance | None = None
    others: tuple[Entrance, ...] = ()
    foot: tuple[Entrance, ...] = ()
    about: str = ""
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class WayBack:
    """What the first page says of a table: where a tap leads, and in a few words how far it has come."""

    address: str
    under: str = ""


@dataclass(frozen=True, slots=True)
class TableCard:
    """One of this phone's tables; `when` for people, `datetime` for machines."""

    game: str
    address: str
    names: tuple[Seat, ...]
    under: str
    when: str
    datetime: str
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """What start/_start.html shows; `unreadable` are the ids of tables that are damaged. This phone was just
    `forgotten`. `groups` are those that it knows, and it has `more` evenings than
    are shown.
    """

    begin: tuple[Entrance, ...]
    others: tuple[Entrance, ...]
    groups: tuple[Choice, ...]
    open: tuple[TableCard, ...]
    finished: tuple[TableCard, ...]
    more: bool
    unreadable: tuple[str, ...]
    forgotten: bool


LATEST = 5
"""How many evenings that are over the first page shows."""


def start(
    held: Held,
    groups: Iterable[Known],
    ways: Iterable[Ways],
    way_back: Callable[[Listed], WayBack],
    *,
    forgotten: bool,
) -> Start:
    """Open tables and finished ones, the newest first, without those that another one replaces."""
    every = tuple(ways)
    cards = _cards(held, way_back)
    finished = tuple(card for stage, card in cards if stage is Stage.CLOSED)
    return Start(
        begin=tuple(way.begin for way in every if way.begin),
        others=tuple(link for way in every for link in way.others),
        groups=tuple(Choice(group.id, group_name(group.name)) for group in groups),
        open=tuple(card for stage, card in cards if stage is not Stage.CLOSED),
        finished=finished[:LATEST],
        more=len(finished) > LATEST,
        unreadable=held.unreadable,
        forgotten=forgotten,
    )


def evenings(held: Held, way_back: Callable[[Listed], WayBack]) -> tuple[TableCard, ...]:
    """Evenings that are over, the newest first."""
    return tuple(card for stage, card in _cards(held, way_back) if stage is Stage.CLOSED)


def _cards(held: Held, way_back: Callable[[Listed], WayBack]) -> list[tuple[Stage, TableCard]]:
    replaced = {table.summary.replaces for table in held.tables}
    shown = (table for table in held.tables if table.id not in replaced)
    return [(table.summary.stage, _card(table, way_back(table))) for table in shown]


def _card(table: Listed, way: WayBack) -> TableCard:
    summary, moment = table.summary, table.recorded_at
    return TableCard(
        game=table.id,
        address=way.address,
        names=tuple(Seat(number, name_of(who), who.shield) for number, who in enumerate(summary.seats)),
        under=way.under,
        when=when(moment),
        datetime=iso_time(moment),
        winners=tuple(name_of(summary.seats[seat]) for seat in summary.winners),
    )


@dataclass(frozen=True, slots=True)
class Preferences:
    """What settings/_preferences.html shows; `back` is where to return to."""

    language: str
    languages: tuple[Choice, ...]
    scheme: str
    awake: bool
    sound: bool
    back: str


def preferences(chosen: Look, back: str) -> Preferences:
    """This phone's settings as they are now."""
    languages = tuple(Choice(code, name) for code, name in names_of_languages().items())
    return Preferences(language(), languages, chosen.scheme, chosen.awake, chosen.sound, back)
