"""Checks for every entry of every log, whatever the game: its numbers, its moves, its texts, the seats."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from companion.rules.ledger import Move, Place
from companion.rules.names import LONGEST_NAME, has_hidden
from companion.rules.seats import EVERY_SHIELD, Seat

LARGEST_NUMBER = 1_000_000
"""Far above any real value, whether of gold, cards or rounds."""

LONGEST_ID = 64
"""Far longer than any id of a game."""
OF_A_SEAT = {Place.PURSE, Place.STAND, Place.EXTRAS}


class BrokenLawError(ValueError):
    """An impossible entry; `seq` is its number, None if the fault is in the game as a whole."""

    def __init__(self, what: str, seq: int | None = None) -> None:
        self.what = what
        self.seq = seq
        super().__init__(what if seq is None else f"entry {seq}: {what}")


def leaves(name: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield every value in an event with its field's name; parts of a tuple have the tuple's name."""
    if isinstance(value, tuple):
        for part in value:
            yield from leaves(name, part)
    elif is_dataclass(value) and not isinstance(value, Move):
        for field in fields(value):
            yield from leaves(field.name, getattr(value, field.name))
    else:
        yield name, value


def check_number(number: int, most: int, what: str = "the number") -> None:
    """A number must be between 0 and `most`."""
    if not 0 <= number <= most:
        raise BrokenLawError(f"{what} {number} cannot be at this table")


def check_move(move: Move, players: int) -> None:
    """A move takes at least 1 from one account to another. A purse, a stand and what counts at the end belong
    to a seat of this table, all other accounts to none.
    """
    for account in (move.source, move.target):
        if (account.seat is None) == (account.place in OF_A_SEAT):
            raise BrokenLawError(f"{move.what} cannot be moved there")
        check_number(account.seat or 0, players - 1, "seat")
    check_number(move.amount, LARGEST_NUMBER)
    if move.amount < 1 or move.source == move.target:
        raise BrokenLawError("it moves nothing")


def check_said(event: object, players: int) -> None:
    """No number in an event is larger than any real value, and its moves name only seats of this table."""
    for _, value in leaves("", event):
        if isinstance(value, Move):
            check_move(value, players)
        elif isinstance(value, int):
            check_number(abs(value), LARGEST_NUMBER)


def check_seats(seats: tuple[Seat, ...], known: Iterable[str] = EVERY_SHIELD) -> None:
    """Names are as a table keeps them, and no two players have the same name or shield, each of the shields
    `known` to the game.
    """
    names, shields = [seat.name for seat in seats], {seat.shield for seat in seats}
    for name in names:
        check_text("name", name, LONGEST_NAME)
        if not name or name != name.strip(" "):
            raise BrokenLawError("the names are not as a table keeps them")
    if len({name.encode().lower() for name in names}) != len(names):  # lowers only A to Z
        raise BrokenLawError("two players have the same name")
    if len(shields) != len(seats) or not shields <= set(known):
        raise BrokenLawError("the shields are unknown, or the same twice")


def check_text(name: str, text: str, longest: int) -> None:
    """Check that a text is not too long and has no hidden characters. Whether it could be typed today is not
    checked, because Python's character tables differ between releases.
    """
    if len(text) > longest:
        raise BrokenLawError(f"the {name} is longer than {longest} characters")
    if has_hidden(text):
        raise BrokenLawError(f"the {name} has characters that nobody can see")


def check_words(found: Iterable[str], words: Container[str]) -> None:
    """Every word is one of `words`."""
    for word in found:
        if word not in words:
            raise BrokenLawError(f"there are no cards called {word[:40]!r}")


def check_by_seat(name: str, values: Sequence[object], players: int) -> None:
    """There is one value for each seat."""
    if len(values) != players:
        raise BrokenLawError(f"{name} speaks of {len(values)} seats, the table has {players}")


def check_value(
    name: str, value: object, players: int, seats: Container[str], texts: Mapping[str, int]
) -> None:
    """A value that no game checks more closely: `seats` are fields for seats of this table, no number is
    above any real one, and `texts` are no longer than their limit.
    """
    match value:
        case bool():
            pass
        case int() if name in seats:
            check_number(value, players - 1, name)
        case int():
            check_number(value, LARGEST_NUMBER)
        case str() if name in texts:
            check_text(name, value, texts[name])


def check_result(result: Any, players: int, *parts: str) -> None:  # noqa: ANN401 - of any game
    """Check that somebody wins, every seat has a sum, and each sum equals its lines and these parts."""
    check_by_seat("the result", result.players, players)
    if not result.winners or all(player.rank != 1 for player in result.players):
        raise BrokenLawError("the result names no winner")
    for player in result.players:
        sums = {sum(line.amount for line in player.lines), sum(getattr(player, part) for part in parts)}
        if any(line.amount != line.count * line.each for line in player.lines) or sums != {player.total}:
            raise BrokenLawError("a sum of the result does not add up")
