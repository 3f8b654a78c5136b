"""A file brings an evening back, whole or not at all, for whoever has it."""

import json
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path

import pytest
from flask import Flask

from companion.gamefile import LARGEST_FILE
from companion.web import bringing
from tests.web.conftest import made_in
from tests.web.phone import Page, Phone
from tests.web.stored import service_of, unchanged
from tests.web.test_story import closes, evening


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of an evening from elsewhere."""
    there = closes(evening(made_in(tmp_path_factory.mktemp("elsewhere"))))
    return there.phone().send("GET", f"/g/{there.id}/export.json").html


BOUNDARY = "the-end-of-a-part"


def brings(phone: Phone, data: bytes | str, tokens: list[tuple[str, str]] | None = None) -> Page:
    """A phone sends a file with the form, and goes where that leads."""
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in tokens or phone.tokens
    ]
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="evening.json"\r\n\r\n'
    content = data.encode() if isinstance(data, str) else data
    sent = phone.client.post(
        "/import",
        data=b"".join(("".join(parts).encode(), head.encode(), content, f"\r\n--{BOUNDARY}--\r\n".encode())),
        content_type=f"multipart/form-data; boundary={BOUNDARY}",
        headers={**phone.headers, "Origin": phone.base, "Referer": f"{phone.base}/"},
        base_url=phone.base,
    )
    page = Page(sent)
    phone.page = phone.open(sent.headers["Location"]) if page.status == HTTPStatus.SEE_OTHER else page
    return phone.page


def test_an_evening_comes_back_whole_and_this_phone_is_its_bank(phone: Phone, file: str) -> None:
    phone.open("/join")
    assert phone.follow("Bring an evening back from its file").title == "Bring an evening back"
    page = brings(phone, file)
    assert page.title == "The result"
    assert page.game != json.loads(file)["game"]
    assert phone.send("GET", f"/g/{page.game}/deletion").status == HTTPStatus.OK
    again = json.loads(phone.send("GET", f"/g/{page.game}/export.json").html)
    assert again["entries"] == json.loads(file)["entries"]
    assert "Bo" in phone.open("/").text


def test_it_comes_back_once_however_often_the_form_is_sent(phone: Phone, file: str) -> None:
    tokens = phone.tokens
    assert brings(phone, file, tokens).game == brings(phone, file, tokens).game
    other = json.loads(file)
    later = {**other, "opened_at": other["opened_at"]}
    later["entries"] = [{**other["entries"][0], "event": {**other["entries"][0]["event"], "sheriff": 1}}]
    untold = {**later, "version": 1, "closed_at": None}
    del untold["chain"], untold["told"]
    assert brings(phone, json.dumps(untold), tokens).status == HTTPStatus.CONFLICT


NOT_OURS, DAMAGED = "This is not the file of an evening.", "This file is damaged, or was changed: "
TOO_LARGE = "too large: no evening has more than 1 MB"
WRONG: dict[str, tuple[Callable[[str], str | bytes], str]] = {
    "none": (lambda _: "", "Choose a file first."),
    "words": (lambda _: "an evening", DAMAGED),
    "a picture": (lambda _: b"\xff\xd8\xff\xe0", NOT_OURS),
    "another": (lambda _: '{"format": "another"}', NOT_OURS),
    "newer": (lambda text: text.replace('"version": 3,', '"version": 4,', 1), "from a newer Counting House"),
    "cut off": (lambda text: text[:-200], DAMAGED),
    "gold from nowhere": (lambda text: text.replace('"gold", 6]', '"gold", 60]'), f"{DAMAGED}entries["),
    "not as it was": (lambda text: text.replace('"Lunch"', '"Dinner"'), f"{DAMAGED}chain"),
    "hidden marks": (lambda text: text.replace('"Bo"', '"\\u202eBo"'), f"{DAMAGED}entries[0]"),
    "large": (lambda text: " " * LARGEST_FILE + text, TOO_LARGE),
    "larger": (lambda text: " " * bringing.LARGEST_FORM + text, TOO_LARGE),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_file_that_is_not_whole_is_refused_in_words(
    app: Flask, phone: Phone, file: str, wrong: str
) -> None:
    phone.open("/")
    changed, said = WRONG[wrong]
    with unchanged(app):
        page = brings(phone, changed(file))
    assert page.status in {HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.REQUEST_ENTITY_TOO_LARGE}
    assert said in page.beside("file")


def test_an_address_brings_so_many_files_within_an_hour(tmp_path: Path, file: str) -> None:
    phone = Phone(made_in(tmp_path, FILES=1))
    assert brings(phone, file).title == "The result"
    refused = brings(phone, file)
    assert refused.status == HTTPStatus.TOO_MANY_REQUESTS
    assert int(refused.answer.headers["Retry-After"]) > 0
    assert "Too many files came from here" in refused.beside("file")


def test_a_nearly_full_disk_takes_no_file(
    app: Flask, phone: Phone, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_of(app), "disk_is_low", lambda: True)
    with unchanged(app):
        assert brings(phone, file).status == HTTPStatus.SERVICE_UNAVAILABLE
