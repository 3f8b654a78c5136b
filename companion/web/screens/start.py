"""The start page: this phone's tables."""

from dataclasses import dataclass

from companion.rules.stages import Stage
from companion.tables import Held, Table
from companion.web.http.language import iso_time, when
from companion.web.screens.parts import Seat, seats_of
from companion.web.screens.sheriff.result import replaced


@dataclass(frozen=True, slots=True)
class TableCard:
    """One of this phone's tables; `when` for people, `datetime` for machines."""

    game: str
    names: tuple[Seat, ...]
    round: int
    rounds: int
    when: str
    datetime: str
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """What start/_start.html shows."""

    open: tuple[TableCard, ...]
    finished: tuple[TableCard, ...]
    unreadable: tuple[str, ...]


def start(held: Held) -> Start:
    """Open and finished tables, the newest first, without counts that have been replaced."""
    mended = set(map(replaced, held.tables))
    cards = [(table.game.stage, _card(table)) for table in held.tables if table.id not in mended]
    return Start(
        open=tuple(card for stage, card in cards if stage is not Stage.CLOSED),
        finished=tuple(card for stage, card in cards if stage is Stage.CLOSED),
        unreadable=held.unreadable,
    )


def _card(table: Table) -> TableCard:
    game, moment = table.game, table.lines[-1].recorded_at
    winners = game.result.winners if game.result else ()
    return TableCard(
        table.id,
        seats_of(game),
        game.round,
        game.rounds,
        when(moment),
        iso_time(moment),
        tuple(game.seats[seat].name for seat in winners),
    )
