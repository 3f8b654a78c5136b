"""Opening a table, and how many may sit there (N1)."""

from collections.abc import Iterator

from companion.rules import names
from companion.rules.ledger import BOX as REST
from companion.rules.ledger import Move, carry, stand
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.commands import CountOut, OpenTable
from companion.rules.nottingham.events import SheetCounted, TableOpened
from companion.rules.nottingham.options import check_options
from companion.rules.nottingham.pawns import SHIELDS
from companion.rules.refusals import Refusal
from companion.rules.seats import Seat


def open_table(command: OpenTable) -> TableOpened:
    """Everybody sits down, three to seven, each with a shield of their own; nobody has anything yet."""
    for fault in seat_faults(command):
        raise fault
    check_options(command.options)
    return TableOpened(
        command.options,
        tuple(
            Seat(name, shield, named=place not in command.unnamed)
            for place, (name, shield) in enumerate(
                zip(names.check_names(command.names), command.shields, strict=True)
            )
        ),
    )


def seat_faults(command: OpenTable) -> Iterator[Refusal]:
    """All that is wrong with those who sit down."""
    numbers = range(BOX.fewest_players, BOX.most_players + 1)
    return names.seat_faults(command.names, command.shields, SHIELDS, numbers)


def count_out(command: CountOut) -> SheetCounted:
    """The whole evening at once: everybody's loot and missions, and the result."""
    sheet = command.sheet
    return SheetCounted(
        seats=tuple(Seat(name, shield) for name, shield in zip(sheet.names, SHIELDS, strict=False)),
        numbers=sheet.numbers,
        result=sheet.result(),
        moves=tuple(move for seat in range(len(sheet.names)) for move in _dealt(command, seat)),
        replaces=command.replaces,
    )


def _dealt(command: CountOut, seat: int) -> tuple[Move, ...]:
    sheet = command.sheet
    missions = dict.fromkeys(sheet.missions[seat], 1)
    return carry(REST, stand(seat), sheet.loot[seat]) + carry(REST, stand(seat), missions)
