"""Nobody else can tell what Bo noted (T8): two worlds that differ in that alone give the same bytes.

A test that cannot fail proves nothing, so leaks are planted which it has to find.
"""

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
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.deciding import Decide
from companion.rules.sheriff.declaring import Declare
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.refusals import ContentsMismatch, SupplyExceeded
from companion.rules.sheriff.switching import SetOptions
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
from tests.rules.given import BO, CLEO, passing
from tests.web import buttons
from tests.web.phone import Page
from tests.web.routes import STREAM
from tests.web.stored import membership_of, service_of
from tests.web.worlds import (
    Luck,
    Played,
    World,
    Worlds,
    evening,
    inspection,
    market,
    stopped,
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


# tests/long/web/test_two_worlds.py plays a hundred of each.


@pytest.mark.parametrize("seed", range(2))
def test_two_worlds_with_other_notes_are_one_for_everybody_else(worlds: Worlds, seed: int) -> None:
    """Each route is asked by somebody."""
    assert told_apart(worlds, seed) == []


def test_until_the_reveal_two_bags_that_pass_alike_are_one(worlds: Worlds) -> None:
    """I2: before the decision whatever is noted, after it with one public part."""
    assert told_apart(worlds, 3_000, inspection) == []


def test_e20_telling_three_cards_tells_no_others(worlds: Worlds) -> None:
    """For a card of the Black Market Bo turns over three Pepper; nobody learns of the fourth card."""
    assert told_apart(worlds, 5_000, market) == []


def test_what_is_revealed_tells_them_apart(worlds: Worlds) -> None:
    """The control: first on Bo's own phone, which fills in the reveal, then for everybody."""
    luck = Luck()
    both = []
    for number, (app, kind) in enumerate(zip(worlds, ("silk", "mead"), strict=True)):
        world = World(app, luck, number, -1)
        with stopped(luck):
            both.append(revealed(world, kind))
    before, own, after = zip(*both, strict=True)
    assert before[0] == before[1]
    assert own[0] != own[1]
    assert after[0] != after[1]


def revealed(world: World, kind: str) -> tuple[bytes, bytes, bytes]:
    """What the bank sees before the reveal, Bo's phone at it, and the bank after it."""
    world.sits_down()
    keeper, service = membership_of(world.app), service_of(world.app)
    keeper.release(world.game, CLEO)
    keeper.may_record(world.game, "own")
    service.play(world.game, passing(BO, "apples", 2, apples=1, face_down=1), "bag")
    world.notes([(1, Goods({"apples": 1, kind: 1}))])
    world.ends()

    def seen_by_the_bank() -> bytes:
        world.luck.seed("the bank looks")
        return content(world.phones["bank"].send("GET", f"/g/{world.game}/log"))

    before = seen_by_the_bank()
    own = world.bo.open(f"/g/{world.game}/reveal/{BO}")
    world.bo.press(buttons.ALL_TOLD)
    return before, content(own), seen_by_the_bank()


@pytest.mark.parametrize("late", [False, True], ids=["in time", "t7 late"])
@pytest.mark.parametrize("kinds", [("silk", "mead"), ("silk", "")], ids=["another note", "none"])
def test_until_the_sheriff_decides_nobody_can_tell_what_is_noted(
    worlds: Worlds, kinds: tuple[str, str], *, late: bool
) -> None:
    """Nor whether anything is; with one decision and one public part, nobody can tell after it either. Where
    time ran out, the clock may have been wrong, and the Sheriff still decides.
    """
    luck = Luck()
    both = []
    for number, (app, kind) in enumerate(zip(worlds, kinds, strict=True)):
        world = World(app, luck, number, (-4 if late else -2) - (not kinds[1]))
        with stopped(luck):
            both.append(decided(world, kind, late=late))
    (before, after), (other_before, other_after) = both
    assert before == other_before
    assert (after == other_after) is bool(kinds[1])


def decided(world: World, kind: str, *, late: bool = False) -> tuple[list[bytes], list[bytes]]:
    """What everybody but Bo sees of his declared bag, before and after it was let pass; `late`, before and
    after it was recorded since time ran out.
    """
    world.sits_down()
    service, path = service_of(world.app), f"/g/{world.game}"
    if late:
        service.play(world.game, SetOptions(replace(world.table.options, timer=True)), "timer")
        service.set_clock(world.game, 0, running=False)
    membership_of(world.app).may_record(world.game, "own")
    for merchant in world.table.waiting:
        service.say(
            world.game,
            Declare(merchant, Declaration("apples", 2)),
            f"said {merchant}",
            lambda _members: frozenset(),
            lambda _now, _said, _members: None,
        )
    if kind:
        service.note(world.game, BO, 1, Goods({"apples": 1, kind: 1}))

    def seen() -> list[bytes]:
        pages = []
        for role, phone in world.phones.items():
            for place in ("", "/log", "/live?on=board", "/bags/1"):
                world.luck.seed(role, place)
                pages.append(content(phone.send("GET", f"{path}{place}")))
        return pages

    before = seen()
    world.luck.seed("the Sheriff decides")
    sheriff = world.phones["sheriff"]
    if late:
        form = sheriff.open(f"{path}/bags/{BO}?contents=passed").form_to("/passes")
        records = next(one for one in form.buttons if "next-passed" in one.get("class"))
        sheriff.submit(form, {}, records)
    else:
        form = sheriff.open(path).form_to("/decisions/1")
        sheriff.submit(form, {}, form.buttons[0])
    return before, seen()


def content(page: Page) -> bytes:
    """The bytes of a page."""
    data: bytes = page.answer.get_data()
    return data


# Planted leaks


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
        return chain(begins, events(notifier, stream, *others))  # type: ignore[arg-type]

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

    def leak(table: Table, reader: Reader, ask: Decide, *others: Any) -> bool:  # noqa: ANN401
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

    def leak(game: str, state: Game, form: ExtraForm, *others: Any, **more: Any) -> object:  # noqa: ANN401
        noted = service_of(current_app).notes(game, form.seat).values()
        gold = sum(len(word) for goods in noted for word in goods)
        return replace(draw(game, state, form, *others, **more), gold=str(gold))

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
