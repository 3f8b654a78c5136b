"""Links for other phones: as configured, or what this machine knows of itself; never from a request."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from flask import Flask, request
from werkzeug.test import TestResponse

from companion.app import BadSettingError
from companion.web.http import addresses, security
from companion.web.http.addresses import BadAddressError, missing, outward, public_url, unreachable
from tests.web import buttons
from tests.web.conftest import made_in
from tests.web.phone import Phone

LAN = "http://192.168.1.20:8000"
SERVED = {"TRUSTED_HOSTS": ["localhost", "127.0.0.1", "192.168.1.20", "my-name"], "LAN_URLS": [LAN]}
PUBLIC = {"PUBLIC_URL": "https://house.example"}

Make = Callable[[Mapping[str, object]], Flask]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Makes an app with these settings."""
    return lambda settings: made_in(tmp_path, **{"TRUSTED_HOSTS": None, **settings})


def bare(settings: Mapping[str, object]) -> Flask:
    """An app of nothing but its addresses and headers, which is made in no time."""
    app = Flask(__name__, static_folder=None)
    app.config.from_mapping(settings)
    addresses.install(app)
    security.install(app)
    return app


def told(app: Flask, base: str, root: str = "") -> tuple[str | None, str]:
    """What a page under this address tells other phones, and why it may not."""
    with app.test_request_context("/", base_url=f"{base}{root}"):
        return outward(f"{root}/move"), unreachable()


@pytest.mark.parametrize(
    "settings,asked,link,why",
    [
        (PUBLIC, "https://house.example", "https://house.example/move", ""),
        (PUBLIC, "http://evil.example", "https://house.example/move", ""),
        (SERVED | PUBLIC, LAN, "https://house.example/move", ""),
        (SERVED, LAN, f"{LAN}/move", ""),
        (SERVED, "http://localhost:8000", f"{LAN}/move", ""),
        (SERVED, "http://127.0.0.1:8000", f"{LAN}/move", ""),
        (SERVED | {"LAN_URLS": []}, "http://localhost:8000", None, "local"),
        (SERVED | {"LAN_URLS": []}, "http://127.0.0.1:8000", None, "local"),
        ({"TRUSTED_HOSTS": ["table.lan"]}, "http://table.lan", "http://table.lan/move", ""),
        (
            {"TRUSTED_HOSTS": [".house.example"]},
            "https://a.house.example",
            "https://a.house.example/move",
            "",
        ),
        ({}, "http://evil.example", None, "unknown"),
        ({}, "http://localhost", None, "unknown"),
        ({"PUBLIC_URL": ""}, "http://evil.example", None, "unknown"),
    ],
)
def test_the_address_that_other_phones_are_told(
    settings: Mapping[str, object], asked: str, link: str | None, why: str
) -> None:
    assert told(bare(settings), asked) == (link, why)


def test_this_machines_name_gives_way_to_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "my-name")
    assert told(bare(SERVED), "http://my-name:8000") == (f"{LAN}/move", "")
    assert told(bare(SERVED | {"LAN_URLS": []}), "http://my-name:8000") == ("http://my-name:8000/move", "")


def test_a_path_in_front_is_said_once() -> None:
    app = bare({"PUBLIC_URL": "https://house.example/sheriff/"})
    for root in ("", "/sheriff"):
        assert told(app, "http://127.0.0.1:8000", root)[0] == "https://house.example/sheriff/move"


@pytest.mark.parametrize(
    "text",
    [
        "house.example",
        "ftp://house.example",
        "//house.example",
        "https://",
        "https://:8000",
        "https://anna:secret@house.example",
        "https://anna:secret@[::1",
        "https://house.example:port",
        "https://house.example:99999",
        "https://house.example?x=1",
        "https://house.example/#x",
        "https://house.example/a/../b",
        "https://house.example/a b",
        "https://house.example//a",
        "https://house example",
        "https://house.example\n",
        "https://[::1",
        "https://hôte.example/",
        "8000",
    ],
)
def test_an_invalid_address_prevents_the_start_with_a_sentence(text: str) -> None:
    with pytest.raises(BadAddressError) as refused:
        bare({"PUBLIC_URL": text})
    assert "PUBLIC_URL" in str(refused.value)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "text,origin,prefix",
    [
        ("https://house.example", "https://house.example", ""),
        ("http://192.168.1.20:8000/", "http://192.168.1.20:8000", ""),
        ("https://House.Example/a/b", "https://house.example", "/a/b"),
        ("http://[fd00::2]:8000", "http://[fd00::2]:8000", ""),
    ],
)
def test_an_address_that_is_one(text: str, origin: str, prefix: str) -> None:
    read = public_url(text)
    assert (read.origin, read.prefix) == (origin, prefix)


def opens(app: Flask, base: str) -> Phone:
    """A phone that opens a table under this address."""
    phone = Phone(app, base=base)
    phone.open("/new")
    phone.press(buttons.OPEN_TABLE, {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cleo"))})
    return phone


@pytest.mark.parametrize(
    "settings,base,words",
    [
        (SERVED, "http://localhost:8000", f"{LAN}/join"),
        (SERVED | {"LAN_URLS": []}, "http://localhost:8000", "counting-house doctor"),
        ({}, "http://evil.example", "COMPANION_PUBLIC_URL"),
    ],
)
def test_beside_a_code_is_its_address_or_why_there_is_none(
    make: Make, settings: Mapping[str, object], base: str, words: str
) -> None:
    bank = opens(make(settings), base)
    bank.send("POST", f"/g/{bank.page.game}/door", [("csrf_token", bank.token), ("do", "open")])
    door = bank.open(f"/g/{bank.page.game}/phones").html
    bank.open(f"/g/{bank.page.game}/move")
    for page in (door, bank.press(buttons.SHOW_THE_CODE).html):
        assert "move-code" in page
        assert words in page
        assert ("move-qr" in page) == (LAN in words)
        assert "evil" not in page


def test_a_host_is_told_what_links_need() -> None:
    assert "COMPANION_PUBLIC_URL" in missing(bare({}))
    for settings in (PUBLIC, {"TRUSTED_HOSTS": ["table.lan"]}):
        assert missing(bare(settings)) == ""


FORWARDED = {
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Prefix": "/evil",
}


def forwarded(app: Flask) -> TestResponse:
    """A page that a proxy asked for; it carries what the app took for its own."""

    @app.get("/seen")
    def seen() -> dict[str, object]:
        return {"seen": [request.scheme, request.host, request.script_root, request.remote_addr]}

    return app.test_client().get("/seen", base_url="http://house.example", headers=FORWARDED)


def test_nobody_is_believed_about_the_phone_unless_a_proxy_was_configured(make: Make) -> None:
    answer = forwarded(make({}))
    assert answer.json == {"seen": ["http", "house.example", "", "127.0.0.1"]}


def test_a_configured_proxy_says_scheme_and_phone_and_no_name(make: Make) -> None:
    answer = forwarded(make({"PROXIES": 1}))
    assert answer.json == {"seen": ["https", "house.example", "", "203.0.113.9"]}


@pytest.mark.parametrize("hops", ["1", -1, 10, True, 1.0, None])
def test_an_invalid_number_of_proxies(make: Make, hops: object) -> None:
    with pytest.raises(BadSettingError, match="PROXIES"):
        make({"PROXIES": hops})


@pytest.mark.parametrize("base,secure", [("http://table.lan", False), ("https://table.lan", True)])
def test_every_cookie_is_secure_exactly_on_https(make: Make, base: str, secure: bool) -> None:  # noqa: FBT001 - an example
    phone = opens(make({}), base)
    phone.open("/settings")
    sent = [("csrf_token", phone.token), ("language", "fr"), ("scheme", "dark"), ("awake", "1")]
    set_by = [
        phone.send("POST", "/settings", sent),
        Phone(phone.client.application, base=base).send("GET", "/settings"),
    ]
    lines = [line for page in set_by for line in page.answer.headers.getlist("Set-Cookie")]
    assert {line.partition("=")[0] for line in lines} == {
        "phone",
        "form",
        "language",
        "scheme",
        "awake",
        "sound",
    }
    assert {"; Secure" in line for line in lines} == {secure}


def test_the_scheme_that_a_proxy_tells_is_the_cookies(make: Make) -> None:
    app = make({"PROXIES": 1})
    headers = {"X-Forwarded-Proto": "https"}
    answer = app.test_client().get("/settings", base_url="http://house.example", headers=headers)
    assert "; Secure" in answer.headers["Set-Cookie"]


@pytest.mark.parametrize(
    "address,asked,strict",
    [
        ("https://house.example", "https://house.example", True),
        ("https://house.example:8443", "https://house.example:8443", True),
        ("https://house.example", "http://house.example", False),
        ("https://house.example", "https://other.example", False),
        ("http://house.example", "https://house.example", False),
        ("https://table.lan", "https://table.lan", False),
        ("https://table", "https://table", False),
        ("https://192.168.1.20", "https://192.168.1.20", False),
        ("", "https://house.example", False),
    ],
)
def test_only_the_configured_https_name_is_for_https_alone(
    address: str,
    asked: str,
    strict: bool,  # noqa: FBT001 - an example
) -> None:
    answer = bare({"PUBLIC_URL": address}).test_client().get("/", base_url=asked)
    assert ("Strict-Transport-Security" in answer.headers) == strict


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("host", [".1:29068", "a..b", 70 * "x"])
def test_a_host_that_is_no_name_gets_a_sentence(make: Make, host: str, method: str) -> None:
    """No address can be built for it, not even those of a page that says what is wrong."""
    answer = make({}).test_client().open("/g/ABCD2345", method=method, headers={"Host": host, "Origin": LAN})
    assert answer.status_code == 400
    assert answer.text.startswith("This address does not lead to a table.")
