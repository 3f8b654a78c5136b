"""What a list says of a game comes with its entry, and each phone lists its own games."""

import pytest

from companion.journal import Journal, digest
from companion.records import HeldGame
from tests.journal.conftest import ANN, BO, EVENING, added, opened

AT = '{"at":"a summary"}'


def held(journal: Journal, token_hash: str = ANN) -> HeldGame:
    """The only game of this phone."""
    [found] = journal.games_held_by(token_hash)
    return found


def test_a_summary_comes_with_its_entry_or_not_at_all(journal: Journal, game: str) -> None:
    def write(*, fault: Exception | None = None) -> None:
        with journal.writing(game) as book:
            added(book, "a2")
            book.keep_summary(AT)
            if fault:
                raise fault

    with pytest.raises(ZeroDivisionError):
        write(fault=ZeroDivisionError())
    assert (held(journal).seq, held(journal).summary) == (1, None)
    write()
    assert (held(journal).seq, held(journal).summary) == (2, AT)


def test_each_phone_finds_its_own_roles_in_its_own_games(journal: Journal) -> None:
    first, second = opened(journal, "a").game, opened(journal, "b").game
    with journal.writing(first) as book:
        book.hold("seat-0", ANN, EVENING + 5)
        book.hold("seat-1", BO, EVENING + 7)
    found = {game.id: [holder.role for holder in game.holders] for game in journal.games_held_by(ANN)}
    assert found == {first: ["bank", "seat-0"], second: ["bank"]}
    assert held(journal, BO).holders == tuple(
        holder for holder in journal.log(first).holders() if holder.token_hash == BO
    )
    assert journal.games_held_by(digest("a stranger")) == ()
