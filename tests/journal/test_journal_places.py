"""What is kept beside the log: who holds a game, and the words that move the bank to another phone."""

from pathlib import Path

import pytest

from companion.journal import Journal, UnknownGame
from tests.databases import in_a_file
from tests.journal.conftest import ANN, BO, EVENING, bank_words, opened
from tests.together import at_once

MINUTE = 60_000


def test_a_phone_holds_many_tables_the_newest_first(journal: Journal) -> None:
    def at(now: int) -> str:
        return opened(journal, f"a{now}", now=now).game

    first, second = at(EVENING), at(EVENING + 1)
    opened(journal, token_hash=BO)
    assert [record.id for record in journal.games_held_by(ANN)] == [second, first]
    assert len(journal.games()) == 3


def test_a_code_may_be_typed_as_it_is_spoken(journal: Journal, game: str) -> None:
    code = bank_words(journal, game, now=EVENING).code
    said = f" {code[:3].lower()}-{code[3:].lower()} "
    assert journal.redeem(said, token_hash=BO, now=EVENING) == (game, "bank")


def test_a_handover_ends_with_its_life(journal: Journal, game: str) -> None:
    handover = bank_words(journal, game, now=EVENING)
    assert handover.expires_at == EVENING + 5 * MINUTE
    assert journal.redeem(handover.code, token_hash=BO, now=handover.expires_at) is None
    assert journal.redeem(handover.code, token_hash=BO, now=handover.expires_at - 1) == (game, "bank")


def test_a_handover_of_no_game_and_words_of_nobody(journal: Journal) -> None:
    with pytest.raises(UnknownGame):
        bank_words(journal, "22222222", now=EVENING)
    assert journal.redeem("", token_hash=BO, now=EVENING) is None
    assert journal.redeem("ABC-DEF", token_hash=BO, now=EVENING) is None


def test_two_phones_that_redeem_at_once_get_one_bank(journal: Journal, game: str) -> None:
    code = bank_words(journal, game, now=EVENING).code
    answers = at_once(
        *(lambda phone=phone: journal.redeem(code, token_hash=phone, now=EVENING) for phone in (ANN, BO))
    )
    assert sorted(answers, key=str) == [(game, "bank"), None]


@in_a_file
def test_no_secret_is_stored_as_it_is(journal: Journal, path: Path, game: str) -> None:
    handover = bank_words(journal, game, now=EVENING)
    journal.close()
    stored = path.read_bytes()
    assert handover.secret.encode() not in stored
    assert handover.code.encode() not in stored
