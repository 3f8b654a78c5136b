"""Leaks that the two worlds of tests/web/test_two_worlds.py have to find, each planted in the app."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

import pytest
from flask import Response, current_app, request

from companion.codec import encode_goods
from companion.journal import Book
from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff.deciding import Decide
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.refusals import ContentsMismatch, SupplyExceeded
from companion.rules.sheriff.talk import Talk
from companion.service import May, Service
from companion.web import live
from companion.web.http.streams import Stream
from companion.web.reader import Reader
from companion.web.sheriff import bag_pages, deciding, ending, extras
from companion.web.sheriff.deciding import BagSheet
from companion.web.sheriff.extras import ExtraForm
from companion.web.sheriff.request import talk_at
from companion.web.sheriff.table import Table
from tests.web.routes import STREAM
from tests.web.stored import service_of
from tests.web.worlds import (
    Played,
    Worlds,
    evening,
    inspection,
    market,
    told_apart,
    two_worlds,
)

TRIES = 20  # how many evenings it may take to find a leak
TELLING = (
    "GET /g/<game>",
    "GET /g/<game>/log",
    "GET /g/<game>/booty",
    "GET /g/<game>/export.json",
    "GET /g/<game>/reveal/<int:seat>",
    STREAM,
    "POST /g/<game>/payments",
)
"""Routes that between them show every leak that is planted below."""
UNSEEN = {
    "a label": 3,
    "a refusal": 2,
    "a longer stream": 16,
    "a reveal filled in": 1,
    "a supply": 2,
    "a seat with its notes": 1,
    "a decision that knows": 2,
    "a note before the decision": 3,
}
"""How many of a leak's first evenings do not show it, as the dice fall today: they are tried last."""


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    """Two for all tests of this file."""
    return two_worlds(tmp_path_factory)


Leak = Callable[[pytest.MonkeyPatch, Worlds], None]


def every_note(game: str) -> list[str]:
    """What all seats of a table noted."""
    service = service_of(current_app)
    return [encode_goods(noted) for seat in range(6) for noted in service.notes(game, seat).values()]


def answering(change: Callable[[Response, list[str]], None]) -> Leak:
    """A leak into responses about a table."""

    def install(patch: pytest.MonkeyPatch, worlds: Worlds) -> None:
        def leak(response: Response) -> Response:
            game = (request.view_args or {}).get("game")
            if game and not response.is_streamed:
                change(response, every_note(game))
            return response

        for app in worlds:
            known = app.after_request_funcs.get(None, [])
            patch.setitem(app.after_request_funcs, None, [leak, *known])

    return install


def written(response: Response, place: str, more: str) -> None:
    """Something is written into a page."""
    response.set_data(response.get_data().replace(place.encode(), place.encode() + more.encode()))


def an_etag(response: Response, notes: list[str]) -> None:
    """Over everything there is."""
    response.set_etag(hashlib.sha256(json.dumps(notes).encode()).hexdigest())


def an_attribute(response: Response, notes: list[str]) -> None:
    """For a script that somebody wrote once."""
    written(response, 'id="board"', f' data-notes="{len(notes)}"')


def a_length(response: Response, notes: list[str]) -> None:
    """Nobody sees spaces."""
    response.set_data(response.get_data() + b" " * len(notes))


def a_label(response: Response, notes: list[str]) -> None:
    """What would be taken back."""
    written(response, "Take back", f" {notes[:1]}")
    written(response, "Annuler", f" {notes[:1]}")


def a_refusal(response: Response, notes: list[str]) -> None:
    """A refusal that knows too much."""
    if response.status_code == 422:
        written(response, "</main>", f"<p>{sum(map(len, notes))}</p>")


def a_redirect(response: Response, notes: list[str]) -> None:
    """An address with a number in it."""
    if "Location" in response.headers:
        response.headers["Location"] += f"?n={len(notes)}"


def a_cookie(response: Response, notes: list[str]) -> None:
    """A cookie that counts."""
    response.set_cookie("seen", str(len(notes)))


def an_export(response: Response, notes: list[str]) -> None:
    """A game file with everything in it."""
    if response.mimetype == "application/json":
        response.set_data(response.get_data() + json.dumps(notes).encode())


def a_longer_stream(patch: pytest.MonkeyPatch, _worlds: Worlds) -> None:
    """The stream begins once for each note."""
    events = live.events

    def leak(notifier: object, stream: Stream, *others: object) -> Iterator[str]:
        begins = [live.FIRST] * len(every_note(stream.game))
        return chain(begins, events(notifier, stream, *others))  # type: ignore[arg-type]  # handed on as they came

    patch.setattr(live, "events", leak)


def a_stamp(patch: pytest.MonkeyPatch, _worlds: Worlds) -> None:
    """A note is a change like any other."""
    keep = Book.keep_note

    def leak(book: Book, seat: int, number: int, body: str | None) -> None:
        keep(book, seat, number, body)
        book.change()

    patch.setattr(Book, "keep_note", leak)


def a_notice(patch: pytest.MonkeyPatch, _worlds: Worlds) -> None:
    """The log tells that something was noted."""
    keep = Book.keep_note

    def leak(book: Book, seat: int, number: int, body: str | None) -> None:
        keep(book, seat, number, body)
        book.tell("seat_taken", 0, seat)

    patch.setattr(Book, "keep_note", leak)


def a_reveal_filled_in(patch: pytest.MonkeyPatch, _worlds: Worlds) -> None:
    """The phone that records the reveal gets it filled in."""

    def leak(table: Table, seat: int) -> Goods:
        return sum(service_of(current_app).notes(table.id, seat).values(), Goods())

    patch.setattr(ending, "known_cards", leak)


def a_supply(patch: pytest.MonkeyPatch, _worlds: Worlds) -> None:
    """A note is refused because of what others noted."""
    note = Service.note

    def leak(  # noqa: PLR0913, PLR0917 - as `Service.note`
        service: Service, game: str, seat: int, number: int, noted: Goods, may: May
    ) -> None:
        taken = sum("crossbow" in body for body in every_note(game))
        if noted.get("crossbow", 0) + taken > 5:
            raise SupplyExceeded("crossbow", noted.get("crossbow", 0) + taken, 5)
        note(service, game, seat, number, noted, may)

    patch.setattr(Service, "note", leak)


def a_seat_with_its_notes(patch: pytest.MonkeyPatch, _worlds: Worlds) -> None:
    """A player who takes a seat finds what the last one noted there."""
    patch.setattr(Book, "forget_notes", lambda _room, _seat: None)


def a_line_written_down(patch: pytest.MonkeyPatch, _worlds: Worlds) -> None:
    """The program's own log tells what is noted."""
    keep = Book.keep_note

    def leak(book: Book, seat: int, number: int, body: str | None) -> None:
        current_app.logger.warning("noted: %s", body)
        keep(book, seat, number, body)

    patch.setattr(Book, "keep_note", leak)


def a_decision_that_knows(patch: pytest.MonkeyPatch, _worlds: Worlds) -> None:
    """The Sheriff may not decide on a bag that its note contradicts."""
    decide = deciding.decide_on

    def leak(table: Table, reader: Reader, ask: Decide, *others: Any) -> bool:  # noqa: ANN401 - handed on
        noted = service_of(current_app).notes(table.id, ask.merchant).get(table.game.round, Goods())
        if noted and noted.total != talk_at(table).declarations[ask.merchant].number:
            reader.refuse("", "Ask again.")
        return decide(table, reader, ask, *others)

    for module in (deciding, bag_pages):
        patch.setattr(module, "decide_on", leak)


def a_note_before_the_decision(patch: pytest.MonkeyPatch, _worlds: Worlds) -> None:
    """The sheet tries to book the note first."""
    refusal = BagSheet.refusal

    def leak(sheet: BagSheet, table: Table, said: Talk) -> Refusal | None:
        noted = service_of(current_app).notes(table.id, sheet.bag.merchant).get(table.game.round, Goods())
        if noted and noted.total != sheet.bag.declaration.number:
            return ContentsMismatch(sheet.bag.declaration.number, noted.total)
        return refusal(sheet, table, said)

    patch.setattr(BagSheet, "refusal", leak)


OF_DECISIONS: dict[str, Leak] = {
    "a decision that knows": a_decision_that_knows,
    "a note before the decision": a_note_before_the_decision,
}
LEAKS: dict[str, Leak] = {
    "an etag": answering(an_etag),
    "a stamp": a_stamp,
    "an attribute": answering(an_attribute),
    "a length": answering(a_length),
    "a label": answering(a_label),
    "a refusal": answering(a_refusal),
    "a redirect": answering(a_redirect),
    "a cookie": answering(a_cookie),
    "an export": answering(an_export),
    "a longer stream": a_longer_stream,
    "a notice": a_notice,
    "a reveal filled in": a_reveal_filled_in,
    "a supply": a_supply,
    "a seat with its notes": a_seat_with_its_notes,
    "a line written down": a_line_written_down,
}


def a_sheet_that_knows(patch: pytest.MonkeyPatch, _worlds: Worlds) -> None:
    """The sheet of a card proposes what its player has."""
    draw = extras.extra_sheet

    def leak(table: Table, state: Game, form: ExtraForm, *others: Any, **more: Any) -> object:  # noqa: ANN401 - handed on
        noted = service_of(current_app).notes(table.id, form.seat).values()
        gold = sum(len(word) for goods in noted for word in goods)
        return replace(draw(table, state, form, *others, **more), gold=str(gold))

    patch.setattr(extras, "extra_sheet", leak)


def test_a_sheet_that_knows_the_other_cards_is_found(worlds: Worlds, monkeypatch: pytest.MonkeyPatch) -> None:
    a_sheet_that_knows(monkeypatch, worlds)
    assert any(told_apart(worlds, seed, market) for seed in range(6_000, 6_000 + TRIES))


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(worlds: Worlds, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[leak](monkeypatch, worlds)
    first = 1_000 + TRIES * [*LEAKS].index(leak)  # an evening of its own for each try
    assert is_found(worlds, leak, first, partial(evening, routes=TELLING))


@pytest.mark.parametrize("leak", OF_DECISIONS)
def test_a_leak_before_the_decision_is_found(
    worlds: Worlds, leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    OF_DECISIONS[leak](monkeypatch, worlds)
    assert is_found(worlds, leak, 2_000 + TRIES * [*OF_DECISIONS].index(leak), inspection)


def is_found(worlds: Worlds, leak: str, first: int, played: Played) -> bool:
    """Whether one of a leak's evenings shows it."""
    tries = sorted(range(TRIES), key=lambda number: number < UNSEEN.get(leak, 0))
    return any(told_apart(worlds, first + number, played) for number in tries)
