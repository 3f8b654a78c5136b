"""What keeps phones up to date: streams of numbers, how many there is room for, and what is new on a page."""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.app import read_boards
from companion.notifier import Notifier
from companion.records import ASLEEP
from companion.web import live
from companion.web.http.streams import FOR_PHONE, FOR_TABLE, Stream, Streams
from tests.cluster import Evenings
from tests.databases import IN_A_FILE, ON_A_SERVER
from tests.tables import loot_table
from tests.web import buttons
from tests.web.conftest import KEY, made_in
from tests.web.evening import at_table, holds, passes
from tests.web.phone import Phone
from tests.web.seated import comes_in, seated
from tests.web.stored import later, membership_of, service_of
from tests.web.test_talking import declares, offers

HOME = "192.168.1.1"
MOMENT = 20  # milliseconds
LINE = re.compile(r"(retry: \d+|(id: \d+\nevent: (moved|silence|beat|bye)\ndata: \d+))\n\n")


@pytest.fixture(scope="module", params=[IN_A_FILE, ON_A_SERVER])
def app(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """What keeps phones up to date does so from both databases."""
    settings = {}
    if request.param == ON_A_SERVER:
        evenings: Evenings = request.getfixturevalue("evenings")
        settings = {"DATABASE_URL": evenings.emptied(), "SECRET_KEY": KEY}
    made = made_in(tmp_path_factory.mktemp("live"), **settings)
    with made.extensions["archive"]:
        yield made


class Told:
    """What a stream said so far, one event after the other."""

    def __init__(self, answer: TestResponse) -> None:
        self.answer = answer
        self._events: Iterator[str] = (
            part if isinstance(part, str) else part.decode() for part in answer.response
        )
        assert next(self._events) == "retry: 2000\n\n"

    def next(self) -> tuple[str, int]:
        """The next event's name and number; nothing else may be in it."""
        said = next(self._events)
        assert LINE.fullmatch(said), said
        _, name, number = (line.partition(": ")[2] for line in said.strip().split("\n"))
        return name, int(number)

    def is_over(self) -> bool:
        """Whether it ends here."""
        return next(self._events, None) is None


@contextmanager
def listening(phone: Phone, game: str, since: int, silence: str = "", **headers: str) -> Iterator[Told]:
    """A phone that listens to a table, with a board that shows this as its silent phones."""
    address = f"/g/{game}/stream?since={since}&silence={silence}"
    answer = phone.client.get(address, base_url=phone.base, headers=headers)
    assert answer.status_code == 200
    try:
        yield Told(answer)
    finally:
        answer.close()
        for somebody in threading.enumerate():
            if isinstance(somebody, threading.Timer):
                somebody.join()  # what they read is given back before the database is closed


def asked(phone: Phone, game: str) -> TestResponse:
    """A stream to which nobody listens yet."""
    return phone.client.get(f"/g/{game}/stream", base_url=phone.base)


def soon(work: object, *arguments: object) -> None:
    """Somebody does it in a moment, while we wait."""
    threading.Timer(0.05, work, arguments).start()  # type: ignore[arg-type]


def stamp_of(phone: Phone) -> int:
    """The stamp that the page carries."""
    return int(phone.page.found(r'data-stamp="(\d+)"'))


def test_a_stream_says_at_once_what_the_phone_has_missed(bank: Phone) -> None:
    game, before = bank.page.game, stamp_of(bank)
    passes(bank, "Bo", "apples", 1)
    with listening(bank, game, before) as told:
        assert told.answer.mimetype == "text/event-stream"
        assert told.answer.headers["Cache-Control"] == "no-store"
        assert told.answer.headers["X-Accel-Buffering"] == "no"
        assert told.next() == ("moved", before + 1)


def test_what_a_phone_heard_last_counts_more_than_its_address(
    bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT_SECONDS", 0.01)
    game, before = bank.page.game, stamp_of(bank)
    with listening(bank, game, 0, **{"Last-Event-ID": str(before)}) as told:
        assert told.next() == ("beat", before)
    with listening(bank, game, before, **{"Last-Event-ID": "٣"}) as told:
        assert told.next() == ("moved", before)


def test_a_stream_tells_of_every_change_while_it_waits(bank: Phone) -> None:
    game, before = bank.page.game, stamp_of(bank)
    other = Phone(bank.client.application)
    other.client.set_cookie("phone", _token(bank), domain="table.lan")
    with listening(other, game, before) as told:
        passes(bank, "Bo", "apples", 1)
        assert told.next() == ("moved", before + 1)
        soon(passes, bank, "Cleo", "apples", 1)
        assert told.next() == ("moved", before + 2)


def _token(phone: Phone) -> str:
    cookie = phone.client.get_cookie("phone", domain="table.lan")
    assert cookie is not None
    return cookie.value


def test_a_stream_beats_while_nothing_moves(bank: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT_SECONDS", 0.01)
    stamp = stamp_of(bank)
    with listening(bank, bank.page.game, stamp) as told:
        assert [told.next() for _ in range(3)] == [("beat", stamp)] * 3


def asks(phone: Phone) -> None:
    """Its page asks what is new, as it does by itself."""
    assert phone.send("GET", f"/g/{phone.page.game}/live?on=board&since=0").status == 200


def test_a_stream_tells_when_a_phone_falls_asleep_and_at_once_that_it_is_back(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither moves the stamp; no beat is waited for."""
    bo, game = seated(app, bank, "Bo"), bank.page.game
    asks(bo)
    bank.open(f"/g/{game}")
    with listening(bank, game, stamp_of(bank)) as told:
        later(monkeypatch, ASLEEP - MOMENT, app)
        assert told.next() == ("silence", stamp_of(bank))
        soon(asks, bo)
        assert told.next() == ("silence", stamp_of(bank))


def test_a_stream_tells_what_its_board_has_missed_of_silence(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo, game = seated(app, bank, "Bo"), bank.page.game
    asks(bo)
    bank.open(f"/g/{game}")
    before = stamp_of(bank)
    later(monkeypatch, ASLEEP, app)
    with listening(bank, game, before) as told:
        assert told.next() == ("silence", before)
    monkeypatch.setattr(live, "BEAT_SECONDS", 0.01)
    with listening(bank, game, before, bank.open(f"/g/{game}").found(r'data-silence="([^"]+)"')) as told:
        assert told.next() == ("beat", before)


def test_a_stream_ends_after_its_hour_and_with_the_process(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = at_table(own_app)
    with listening(bank, bank.page.game, stamp_of(bank)) as told:
        soon(own_app.extensions["notifier"].close)
        before = time.monotonic()
        assert told.is_over()
        assert time.monotonic() - before < live.BEAT_SECONDS
    monkeypatch.setattr(live, "LIFE_SECONDS", 0.0)
    with listening(bank, bank.page.game, stamp_of(bank)) as told:
        assert told.is_over()


def test_a_stream_ends_when_the_phone_has_lost_its_place(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT_SECONDS", 0.01)
    game, stamp = bank.page.game, stamp_of(bank)
    with listening(bank, game, stamp) as told:
        assert told.next() == ("beat", stamp)
        membership_of(app).take_over(membership_of(app).hand_over(game).secret, "0" * 64)
        assert told.is_over()


def test_a_stream_ends_when_its_table_is_deleted_and_what_the_phone_asks_then_says_why(
    app: Flask, bank: Phone
) -> None:
    game, stamp = bank.page.game, stamp_of(bank)
    with listening(bank, game, stamp) as told:
        soon(service_of(app).delete, [game], lambda _members: None)
        assert told.is_over()
    for path in ("stream", "live?on=board"):
        assert bank.send("GET", f"/g/{game}/{path}").status == 410


def test_a_stranger_is_told_nothing(bank: Phone, stranger: Phone) -> None:
    for path in ("stream", "live?on=board", "live"):
        assert stranger.send("GET", f"/g/{bank.page.game}/{path}").status == 403
        assert stranger.send("GET", f"/g/ABCD2345/{path}").status == 404


def test_a_phones_newest_stream_takes_the_place_of_its_oldest(app: Flask, bank: Phone) -> None:
    game, stamp = bank.page.game, stamp_of(bank)
    streams: Streams = app.extensions["streams"]
    before = len(streams)
    with listening(bank, game, stamp) as oldest:
        others = [asked(bank, game) for _ in range(FOR_PHONE)]
        assert oldest.next() == ("bye", stamp)
        assert oldest.is_over()
        assert len(streams) == before + FOR_PHONE
    for other in others:
        other.close()
    assert len(streams) == before


def test_where_there_is_no_room_a_phone_is_sent_away_to_ask_by_itself(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    app = made_in(tmp_path_factory.mktemp("full"), STREAMS=1)
    one, other = at_table(app), at_table(app)
    with listening(one, one.page.game, stamp_of(one)):
        full = other.send("GET", f"/g/{other.page.game}/stream")
        assert (full.status, full.html) == (204, "")
    with listening(other, other.page.game, stamp_of(other)):
        pass


def test_a_stream_that_nobody_reads_leaves_its_room(app: Flask, bank: Phone) -> None:
    before = len(app.extensions["streams"])
    head = bank.send("HEAD", f"/g/{bank.page.game}/stream")
    assert (head.status, head.html) == (200, "")
    head.answer.close()
    asked(bank, bank.page.game).close()
    assert len(app.extensions["streams"]) == before


def test_a_table_and_a_process_have_room_for_so_many() -> None:
    streams = Streams(Notifier(), FOR_TABLE + 1)
    at_one = [streams.open("one", f"phone {number}", HOME) for number in range(FOR_TABLE)]
    assert None not in at_one
    assert streams.open("one", "late", HOME) is None
    assert streams.open("other", "late", HOME) is not None
    assert streams.open("third", "later", HOME) is None
    mine = streams.open("third", "phone 0", HOME)
    assert isinstance(mine, Stream)
    assert at_one[0] is not None
    assert at_one[0].ended
    streams.close(mine)
    streams.close(mine)
    assert streams.open("third", "later", HOME) is not None


def test_a_phone_at_a_full_table_takes_its_own_place_again() -> None:
    streams = Streams(Notifier(), 2 * FOR_TABLE)
    first, *_ = (streams.open("one", f"phone {number}", HOME) for number in range(FOR_TABLE))
    assert streams.open("one", "phone 0", HOME) is not None
    assert first is not None
    assert first.ended
    assert len(streams) == FOR_TABLE


def test_a_stranger_with_many_connections_takes_no_phones_room() -> None:
    """Room goes to whoever holds least: the others poll, which serves a table too."""
    streams = Streams(Notifier(), 8)
    strangers = [streams.open("theirs", f"phone {number}", "stranger") for number in range(8)]
    family = [streams.open("ours", f"own {number}", HOME) for number in range(4)]
    assert None not in family
    assert [stream.ended for stream in strangers if stream] == [True] * 4 + [False] * 4
    assert streams.open("ours", "fifth", HOME) is None
    assert streams.open("theirs", "phone 9", "stranger") is None
    assert streams.open("third", "guest", "guest") is not None


def test_at_a_full_table_only_a_stream_of_that_table_ends() -> None:
    streams = Streams(Notifier(), 2 * FOR_TABLE)
    elsewhere = [streams.open("other", f"phone {number}", "crowd") for number in range(20)]
    watching = [streams.open("one", f"watcher {number}", "stranger") for number in range(FOR_TABLE)]
    assert streams.open("one", "player", HOME) is not None
    assert [stream.ended for stream in watching if stream].count(True) == 1
    assert not any(stream.ended for stream in elsewhere if stream)


def test_at_a_full_table_a_phone_that_plays_takes_the_room_of_one_that_watches() -> None:
    """Forty strangers watch, each from an address of its own."""
    streams = Streams(Notifier(), 2 * FOR_TABLE)
    watching = [
        streams.open("one", f"watcher {number}", f"address {number}", plays=False)
        for number in range(FOR_TABLE)
    ]
    assert streams.open("one", "late", "another address", plays=False) is None
    assert streams.open("one", "player", HOME) is not None
    assert [one.ended for one in watching if one] == [True] + [False] * (FOR_TABLE - 1)


def test_nothing_new_is_said_with_nothing(bank: Phone) -> None:
    for on in ("board", "sheet"):
        same = bank.send("GET", f"/g/{bank.page.game}/live?on={on}&since={stamp_of(bank)}")
        assert (same.status, same.html) == (204, "")
    for since in ("", "-1", "x", "0", "9999999", "٣"):
        assert bank.send("GET", f"/g/{bank.page.game}/live?on=board&since={since}").status == 200


def test_the_board_comes_as_it_is_on_its_page(bank: Phone) -> None:
    before = stamp_of(bank)
    passes(bank, "Bo", "apples", 1)
    board = bank.open(f"/g/{bank.page.game}")
    part = bank.send("GET", f"/g/{board.game}/live?on=board&since={before}")
    assert part.found(r'data-stamp="(\d+)"') == str(stamp_of(bank)) == str(before + 1)
    for name in ("bar", "board"):
        assert _plain(part.html, name) in re.sub(r'value="[^"]+"', "", board.html)
    said = part.root.with_id("said")
    assert said is not None
    assert said.text == "Bo ’s bag passed: 1 apple."
    assert "<html" not in part.html
    bank.page = part
    holds(bank, Ann=50, Bo=50)


def _plain(html: str, name: str) -> str:
    """An element of a part without what differs each time."""
    found = re.search(rf'<(header|div)[^>]* id="{name}".*', html) or re.search(
        rf'<(header|div) id="{name}".*', html
    )
    assert found, name
    return re.sub(r'value="[^"]+"', "", found[0])


def test_right_after_booking_the_part_says_what_the_hands_do(bank: Phone) -> None:
    page = passes(bank, "Bo", "apples", 1)
    part = bank.send("GET", f"/g/{page.game}/live?on=board&{page.path.partition('?')[2]}")
    assert "to Bo ’s stand" in part.text


def test_any_other_page_gets_one_line_and_no_form(bank: Phone) -> None:
    before = stamp_of(bank)
    passes(bank, "Bo", "apples", 1)
    bank.press(buttons.TAKE_BACK)
    part = bank.send("GET", f"/g/{bank.page.game}/live?on=sheet&since={before}")
    assert part.forms == []
    assert part.root.with_id("board") is None
    assert part.link("Board") == f"/g/{bank.page.game}"
    news = part.root.with_id("news")
    assert news is not None
    assert "Taken back: Bo ’s bag" in news.text


def test_a_page_carries_the_stamp_of_what_it_shows(bank: Phone) -> None:
    game, before = bank.page.game, stamp_of(bank)
    passes(bank, "Bo", "apples", 1)
    assert (
        stamp_of(bank) == before + 1 == service_of(bank.client.application).journal.log(game).reached().stamp
    )
    assert bank.page.found(r'data-mark="(\d+)\.\d+"') == "2"
    for path in ("pay", "log", "log/2", "menu", "bags/2"):
        bank.open(f"/g/{game}/{path}")
        assert stamp_of(bank) == before + 1


def test_a_finished_evening_listens_no_longer(bank: Phone) -> None:
    assert "data-stamp" in bank.page.html
    assert "data-stamp" not in bank.open("/").html


def test_what_is_said_is_news_to_a_phone_that_knows_the_entries(app: Flask, bank: Phone) -> None:
    """One short sentence for each event: an entry first, else what was said since."""
    bo = seated(app, bank, "Bo")
    known = bo.page.found(r'data-mark="([\d.]+)"')
    bo.open(f"/g/{bank.page.game}/declarations/1")
    bo.press("Declare 2", {"good": "apples"})
    told = bank.send("GET", f"/g/{bank.page.game}/live?on=sheet&mark={known}")
    assert "Bo declares 2 apples." in told.text
    passes(bank, "Bo", "apples", 2)
    told = bank.send("GET", f"/g/{bank.page.game}/live?on=sheet&mark={known}")
    assert "bag passed: 2 apples." in told.text


# Where no script asks


AGAIN = '<noscript><meta http-equiv="refresh" content="10"></noscript>'
LOOKS = "this screen looks again every 10 seconds"


def test_a_board_that_waits_looks_again_by_itself(app: Flask, bank: Phone) -> None:
    cleo = comes_in(app, bank, "Just watch")
    assert AGAIN in cleo.page.html
    assert LOOKS in cleo.page.text
    for page in (bank.open(f"/g/{bank.page.game}"), cleo.open(f"/g/{bank.page.game}/log")):
        assert "http-equiv" not in page.html


def test_a_board_of_nottingham_that_waits_looks_again_by_itself(app: Flask) -> None:
    bank = loot_table(app).phone()
    watcher = comes_in(app, bank, "Just watch")
    assert AGAIN in watcher.page.html
    assert LOOKS in watcher.page.text
    assert "http-equiv" not in bank.open(f"/g/{bank.page.game}").html


def test_a_board_with_an_offer_to_answer_stays(app: Flask, bank: Phone) -> None:
    ann, bo = (seated(app, bank, name) for name in ("Ann", "Bo"))
    assert AGAIN in declares(bo, "apples", 4).html
    offers(ann, gold=2, receiver=1)
    assert AGAIN not in bo.open(f"/g/{bank.page.game}").html


def test_what_was_refused_stays_to_be_read(app: Flask, bank: Phone) -> None:
    watcher = comes_in(app, bank, "Just watch")
    token = [("csrf_token", watcher.token), ("action_id", "a" * 16), ("round", "1")]
    page = watcher.send("POST", f"/g/{bank.page.game}/badge", token)
    assert page.refusals
    assert AGAIN not in page.html
    assert LOOKS not in page.text


def test_the_first_board_after_a_start_waits_for_no_template(own_app: Flask) -> None:
    read_boards(own_app)
    pages = own_app.jinja_env.cache
    assert pages is not None
    read = set(pages.keys())
    at_table(own_app)
    later = {name for _, name in set(pages.keys()) - read}
    assert not any("board" in name or name.startswith("macros/") for name in later)
