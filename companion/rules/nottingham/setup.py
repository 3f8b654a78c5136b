"""Opening a table, and how many may sit there (N1)."""

from companion.rules.ledger import BOX as REST
from companion.rules.ledger import Move, carry, stand
from companion.rules.names import check_names
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.commands import CountOut, OpenTable
from companion.rules.nottingham.events import SheetCounted, TableOpened
from companion.rules.nottingham.options import check_options
from companion.rules.nottingham.pawns import SHIELDS
from companion.rules.refusals import PlayersOutOfRange, UnknownShield
from companion.rules.seats import Seat


def open_table(command: OpenTable) -> TableOpened:
    """Everybody sits down, three to seven, each with a shield of their own; nobody has anything yet."""
    if not BOX.fewest_players <= len(command.names) <= BOX.most_players:
        raise PlayersOutOfRange(BOX.fewest_players, BOX.most_players)
    names, shields = check_names(command.names), command.shields
    if len(shields) != len(names) or len(set(shields)) != len(shields) or not set(shields) <= set(SHIELDS):
        raise UnknownShield
    check_options(command.options)
    return TableOpened(
        command.options,
        tuple(
            Seat(name, shield, named=place not in command.unnamed)
            for place, (name, shield) in enumerate(zip(names, shields, strict=True))
        ),
    )


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
