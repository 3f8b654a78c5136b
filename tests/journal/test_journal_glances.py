"""What a list says of a game holds for the entry that it was made after and the release that made it."""

import pytest

from companion.journal import Journal, book, digest
from companion.records import HeldGame, NewGlance
from tests.journal.conftest import ANN, BO, EVENING, added, appended, opened

AT = '{"at":"a glance"}'


def held(journal: Journal, token_hash: str = ANN) -> HeldGame:
    """The only game of this phone."""
    [found] = journal.games_held_by(token_hash)
    return found


def test_a_game_is_opened_with_its_glance(journal: Journal) -> None:
    entry = journal.open_game(
        token_hash=ANN, action_id="tap", fingerprint="f", body="{}", now=EVENING, glance=AT
    )
    found = held(journal)
    assert (found.id, found.seq, found.recorded_at, found.glance) == (entry.game, 1, EVENING, AT)
    assert [(holder.role, holder.closed_at) for holder in found.holders] == [("bank", None)]


def test_a_glance_comes_with_its_entry_or_not_at_all(journal: Journal, game: str) -> None:
    def write(*, fault: Exception | None = None) -> None:
        with journal.writing(game) as book:
            added(book, "a2")
            book.keep_glance(AT)
            if fault:
                raise fault

    with pytest.raises(ZeroDivisionError):
        write(fault=ZeroDivisionError())
    assert (held(journal).seq, held(journal).glance) == (1, None)
    write()
    assert (held(journal).seq, held(journal).glance) == (2, AT)


def test_after_another_entry_it_holds_no_longer(journal: Journal, game: str) -> None:
    journal.keep_glances([NewGlance(game, 1, AT)])
    assert held(journal).glance == AT
    appended(journal, game, "a2")
    assert held(journal).glance is None
    journal.keep_glances([NewGlance(game, 1, "late")])
    assert held(journal).glance is None
    journal.keep_glances([NewGlance(game, 2, AT)])
    assert held(journal).glance == AT


def test_one_of_another_release_does_not_hold(
    journal: Journal, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(book, "release", lambda: "0.0.1")
        journal.keep_glances([NewGlance(game, 1, AT)])
    assert held(journal).glance is None
    journal.keep_glances([NewGlance(game, 1, AT)])
    assert held(journal).glance == AT


def test_each_phone_finds_its_own_roles_in_its_own_games(journal: Journal) -> None:
    first, second = opened(journal, "a").game, opened(journal, "b").game
    with journal.writing(first) as book:
        book.hold("seat-0", ANN, EVENING + 5)
        book.hold("seat-1", BO, EVENING + 7)
    found = {game.id: [holder.role for holder in game.holders] for game in journal.games_held_by(ANN)}
    assert found == {first: ["bank", "seat-0"], second: ["bank"]}
    assert held(journal, BO).holders == journal.roles(first, BO)
    assert journal.games_held_by(digest("a stranger")) == ()
