"""What nobody else may learn: tokens, keys, codes. Only their hashes are stored."""

import hashlib
import logging
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.machine.keys import KEY_FILE, WeakKeyError
from tests.web import buttons
from tests.web.evening import at_table, passes
from tests.web.phone import Page, Phone
from tests.web.routes import GETS, ROWS, STREAM, ask
from tests.web.stored import database_of, membership_of

SECURE = "https://table.lan"


def cookies_of(page: Page) -> SimpleCookie:
    """The cookies that a response sets."""
    jar = SimpleCookie()
    for line in page.answer.headers.getlist("Set-Cookie"):
        jar.load(line)
    return jar


def opening(app: Flask, base: str) -> SimpleCookie:
    """The cookies set as a table is opened."""
    phone = Phone(app, base=base)
    phone.open("/new")
    form, pressed = phone.page.form(buttons.OPEN_TABLE)
    sent = [*form.fields, ("name-0", "Ann"), ("name-1", "Bo"), ("name-2", "Cleo")]
    kept = [(name, value) for name, value in sent if value]
    return cookies_of(phone.send("POST", pressed.get("formaction") or form.element["action"], kept))


def test_the_phones_cookie_on_plain_http_and_on_https(app: Flask) -> None:
    for base, secure in (("http://table.lan", ""), (SECURE, True)):
        cookie = opening(app, base)["phone"]
        assert len(cookie.value) == 43
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert cookie["path"] == "/"
        assert cookie["secure"] == secure
        assert int(cookie["max-age"]) > 30 * 24 * 3600


def test_the_cookie_of_forms_on_plain_http_and_on_https(app: Flask) -> None:
    for base, secure in (("http://table.lan", ""), (SECURE, True)):
        cookie = cookies_of(Phone(app, base=base).send("GET", "/settings"))["form"]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert cookie["secure"] == secure


def test_choices_are_kept_like_everything_else(app: Flask) -> None:
    page = ask(Phone(app, base=SECURE), "POST /settings", "", language="fr", scheme="dark", awake="1")
    for name in ("language", "scheme", "awake", "sound"):
        cookie = cookies_of(page)[name]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert cookie["secure"]


def test_a_look_at_the_start_page_makes_nobody_a_phone(app: Flask) -> None:
    assert "phone" not in cookies_of(Phone(app).send("GET", "/"))
    assert "phone" not in cookies_of(ask(Phone(app), "POST /count", ""))


def test_isolation_is_asked_for_where_browsers_heed_it(app: Flask) -> None:
    assert Phone(app, base=SECURE).open("/").answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Cross-Origin-Opener-Policy" not in Phone(app).open("/").answer.headers


def test_two_phones_have_two_tokens(app: Flask) -> None:
    assert len({opening(app, "http://table.lan")["phone"].value for _ in range(3)}) == 3


def secrets_of(app: Flask, bank: Phone) -> list[str]:
    """Everything that must not get out: the phone's token, the words of a handover, the key of the app."""
    token = bank.client.get_cookie("phone", domain="table.lan")
    assert token is not None
    words = membership_of(app).hand_over(bank.page.game)
    return [token.value, words.secret, words.code, (Path(app.instance_path) / KEY_FILE).read_text()]


def test_no_answer_to_anybody_else_holds_a_secret(app: Flask, bank: Phone, stranger: Phone) -> None:
    passes(bank, "Bo", "apples", 2)
    secrets = secrets_of(app, bank)
    for route in ROWS:
        answer = ask(stranger, route, bank.page.game).answer
        told = answer.get_data() + str(answer.headers).encode()
        assert not [secret for secret in secrets if secret.encode() in told], route


def test_no_page_of_the_bank_holds_its_token(app: Flask, bank: Phone) -> None:
    passes(bank, "Bo", "apples", 2)
    token, *_, key = secrets_of(app, bank)
    for route in (route for route in GETS if route != STREAM):
        page = ask(bank, route, bank.page.game)
        assert token not in page.html
        assert key not in page.html


def test_the_database_holds_hashes_alone(own_app: Flask) -> None:
    bank = at_table(own_app)
    passes(bank, "Bo", "apples", 2)
    secrets = secrets_of(own_app, bank)
    files = database_of(own_app).parent.glob(f"{database_of(own_app).name}*")
    stored = b"".join(file.read_bytes() for file in files)
    assert not [secret for secret in secrets if secret.encode() in stored]
    assert hashlib.sha256(secrets[0].encode()).hexdigest().encode() in stored


def test_the_log_of_the_program_names_no_secret_and_nobodys_words(
    own_app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    own_app.testing = False
    bank = at_table(own_app, 4, {"name-1": "Robin of Loxley"})
    secrets = secrets_of(own_app, bank)
    own_app.extensions["service"] = None  # every view that needs it breaks now
    with caplog.at_level(logging.DEBUG):
        page = ask(bank, "POST /g/<game>/payments", bank.page.game, note="Robin of Loxley")
    assert page.status == 500
    assert "Nothing that was recorded is lost" in page.text
    assert "Traceback" not in page.html
    assert caplog.text
    assert not [secret for secret in (*secrets, "Robin") if secret in caplog.text]


def test_key_and_database_are_for_their_owner_alone(own_app: Flask) -> None:
    for name in (KEY_FILE, database_of(own_app).name):
        assert (Path(own_app.instance_path) / name).stat().st_mode & 0o077 == 0


def test_the_key_stays_the_same_over_a_restart(own_app: Flask) -> None:
    again = create_app({"DATA_DIR": own_app.instance_path})
    assert again.secret_key == own_app.secret_key
    assert len(str(again.secret_key)) >= 64


def test_a_weak_key_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WeakKeyError):
        create_app({"DATA_DIR": str(tmp_path), "SECRET_KEY": "tralala"})
