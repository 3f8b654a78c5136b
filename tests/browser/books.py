"""What the journal holds, to be compared with what the pages show."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.journal import Journal
from companion.machine.databases import DATABASE
from companion.notifier import Notifier
from companion.registry import GAMES
from companion.rules.ledger import BANK, GOLD
from companion.rules.sheriff.game import EntryCorrected, Game
from companion.rules.sheriff.payments import Paid
from companion.service import Service
from companion.web.sheriff.table import Table


@contextmanager
def open_books(data: Path) -> Iterator[Service]:
    """A service of our own beside the one of the program that writes there."""
    with Journal(data / DATABASE) as journal:
        yield Service(GAMES, journal, Notifier())


Row = tuple[int, dict[str, int]]


def rows(game: Game) -> list[Row]:
    """Purse and stand of every seat, as `looking.shows_rows` reads them from a board."""
    return [(game.gold(seat), dict(game.stand(seat))) for seat in game.circle]


def rows_on_stage(game: Game) -> list[Row]:
    """The same from the stage, where known contraband of several kinds is one number."""
    return [(gold, _folded(game, stand)) for gold, stand in rows(game)]


def _folded(game: Game, stand: dict[str, int]) -> dict[str, int]:
    known = {word: stand[word] for word in stand if word in game.contraband}
    if len(known) < 2:
        return stand
    others = {word: number for word, number in stand.items() if word not in known}
    return {**others, "face_up": sum(known.values())}


def from_bank(table: Table) -> int:
    """Gold that the bank paid by hand, less what was paid to it: nothing else in the rounds may touch it."""
    by_hand = (line.event for line in table.standing if isinstance(line.event, Paid | EntryCorrected))
    moves = [move for event in by_hand for move in event.moves if move.what == GOLD]
    paid = sum(move.amount for move in moves if move.source == BANK)
    return paid - sum(move.amount for move in moves if move.target == BANK)
