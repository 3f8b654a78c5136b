"""Journals in real files, devices, and children that can be killed."""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from companion.journal import HANDOVER_LIFE, Book, Journal, digest, started_over
from companion.records import BANK, Entry, Handover, NewEntry, Tap

ANN = digest("Ann's phone")
BO = digest("Bo's phone")
Pipe = Connection  # carries what a scene says
EVENING = 1_700_000_000_000  # milliseconds since 1970


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a journal may be; the folder does not exist yet, and its name is an awkward one."""
    return tmp_path / "100% of Ann's? games #1" / "journal.db"


@pytest.fixture
def journal(place: Path | str) -> Iterator[Journal]:
    with Journal(place) as opened:
        yield opened


@pytest.fixture
def game(journal: Journal) -> str:
    """A game with its first entry, held by Ann."""
    return opened(journal).game


def opened(
    journal: Journal,
    action_id: str = "open",
    token_hash: str = ANN,
    body: str = '{"n":0}',
    now: int = EVENING,
) -> Entry:
    """A game is opened."""
    return journal.open_game(Tap(token_hash, action_id, now), NewEntry(action_id, "f-open", body, now))


def appended(journal: Journal, game: str, action_id: str, body: str = "{}") -> Entry:
    """An action is stored as the service does it: once, whatever happens."""
    with journal.writing(game) as book:
        return book.find(action_id) or added(book, action_id, body)


def added(book: Book, action_id: str, body: str = "{}") -> Entry:
    """An action is put into an open book."""
    return book.append(NewEntry(action_id, f"f-{action_id}", body, EVENING))


@started_over
def bank_words(journal: Journal, game: str, *, now: int, life: int = HANDOVER_LIFE) -> Handover:
    """Words that carry the bank to another phone."""
    with journal.writing(game) as book:
        return book.hand_over(BANK, now=now, life=life)


@contextmanager
def child(scene: Callable[..., None], *values: object) -> Iterator[tuple[BaseProcess, Pipe]]:
    """A separate process that plays a scene and talks through a pipe; it is dead afterwards."""
    mine, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=scene, args=(theirs, *values))
    process.start()
    theirs.close()
    try:
        yield process, mine
    finally:
        process.kill()
        process.join()
        process.close()
        mine.close()


def told_by(scene: Callable[..., None], *values: object) -> object:
    """What a scene in a separate process says at its end."""
    with child(scene, *values) as (process, pipe):
        answer = pipe.recv()
        process.join()
        return answer


needs_processes = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
