"""A file brings an evening or a group back, whole or not at all; a group leaves as files."""

import csv
import io
import json
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.gamefile import LARGEST_FILE
from tests.web import buttons
from tests.web.conftest import made_in
from tests.web.phone import Page, Phone
from tests.web.stored import service_of, unchanged
from tests.web.test_counting import counted
from tests.web.test_groups import group_of, kept, reader
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


def test_an_evening_that_comes_back_is_kept_for_the_group_that_this_phone_knows(app: Flask) -> None:
    """A game file names none; on a phone that knows none, the button says that it begins a group."""
    there, bank = kept(app)
    group = group_of(bank.page)
    file = bank.send("GET", f"/g/{there.id}/export.json").html
    bank.open("/import")
    brings(bank, file)
    assert group_of(bank.press("Keep for our group")) == group
    stranger = Phone(app)
    stranger.open("/import")
    assert "Keep for our group begins a group:" in brings(stranger, file).text


def test_an_evening_comes_back_whole_and_this_phone_is_its_bank(phone: Phone, file: str) -> None:
    phone.open("/join")
    assert phone.follow("Bring an evening or a group back from its file").title == "Back from a file"
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


NOT_OURS, DAMAGED = "This is not the file of an evening or a group.", "This file is damaged, or was changed: "
TOO_LARGE = "too large: an evening has 1 MB at most, a group 32"
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
    "33 MiB": (lambda _: b"x" * (33 << 20), TOO_LARGE),
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
    assert "Too many files within an hour." in refused.beside("file")


def test_a_nearly_full_disk_takes_no_file(
    app: Flask, phone: Phone, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_of(app), "disk_is_low", lambda: True)
    with unchanged(app):
        assert brings(phone, file).status == HTTPStatus.SERVICE_UNAVAILABLE


# A group


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of a group from elsewhere, with one evening."""
    _, bank = kept(made_in(tmp_path_factory.mktemp("group")))
    return fetched(bank, "All of it, to bring it back (JSON)")


def fetched(keeper: Phone, words: str) -> str:
    """A file of the group that a keeper's phone shows."""
    page = keeper.open(f"/groups/{group_of(keeper.page)}/keeping")
    return keeper.send("GET", page.link(words)).html


def test_a_group_comes_back_whole_and_this_phone_is_its_keeper(phone: Phone, group: str) -> None:
    page = brings(phone, group)
    assert page.title == "Our group"
    assert "1 evening" in page.text
    assert phone.open(f"{page.path}/keeping").form_to("/name").has("name")
    again = json.loads(fetched(phone, "All of it, to bring it back (JSON)"))
    assert again["people"] == json.loads(group)["people"]
    assert [game["entries"] for game in again["evenings"]] == [
        game["entries"] for game in json.loads(group)["evenings"]
    ]


def test_a_group_comes_back_once_however_often_the_form_is_sent(phone: Phone, group: str) -> None:
    tokens = phone.tokens
    assert brings(phone, group, tokens).path == brings(phone, group, tokens).path


def test_names_with_markup_come_back_as_they_were_typed(phone: Phone, group: str) -> None:
    file = json.loads(group)
    page = brings(phone, json.dumps({**file, "name": "<b>Ours</b>"}))
    assert "&lt;b&gt;Ours&lt;/b&gt;" in page.html
    assert "<b>Ours" not in page.html


WRONG_GROUP: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "an evening twice": (
        lambda file: file["evenings"].append(file["evenings"][0]),
        "An evening is in this file twice: evenings[1].",
    ),
    "a broken law": (
        lambda file: file["evenings"][0]["entries"][1]["event"]["moves"][0].__setitem__(3, 9_999),
        f"{DAMAGED}evenings[0].entries[1]",
    ),
    "hidden marks": (lambda file: file.update(name="\u202eOurs"), f"{DAMAGED}name"),
    "newer": (lambda file: file.update(version=2), "from a newer Counting House"),
}


@pytest.mark.parametrize("wrong", WRONG_GROUP)
def test_a_group_that_is_not_whole_is_refused_in_words(
    app: Flask, phone: Phone, group: str, wrong: str
) -> None:
    phone.open("/")
    file, (change, said) = json.loads(group), WRONG_GROUP[wrong]
    change(file)
    with unchanged(app):
        page = brings(phone, json.dumps(file))
    assert page.status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert said in page.beside("file")


def test_a_keeper_gets_every_evening_in_a_spreadsheet(app: Flask) -> None:
    _, bank = kept(app)
    evenings = list(csv.DictReader(io.StringIO(fetched(bank, "Everybody’s numbers"), newline="")))
    assert [line["person"] for line in evenings] == ["Ann", "Bo", "Cleo"]
    assert len(fetched(bank, "Every bag").splitlines()) == 5


def test_who_only_reads_a_group_gets_no_file_of_it(app: Flask) -> None:
    _, bank = kept(app)
    group, phone = group_of(bank.page), reader(app, bank)
    assert "Save as a file" not in phone.open(f"/groups/{group}/keeping").text
    for name in ("export.json", "evenings.csv", "bags.csv"):
        for other in (phone, Phone(app)):
            assert other.send("GET", f"/groups/{group}/{name}").status == HTTPStatus.FORBIDDEN


def test_files_of_a_deleted_group_are_gone(app: Flask) -> None:
    _, bank = kept(app)
    group = group_of(bank.page)
    bank.open(f"/groups/{group}/deletion")
    bank.submit(bank.page.form_to("/deletion"), {})
    for name in ("export.json", "evenings.csv", "bags.csv"):
        assert bank.send("GET", f"/groups/{group}/{name}").status == HTTPStatus.GONE


def test_a_count_has_no_file_of_its_bags(phone: Phone) -> None:
    counted(phone)
    assert "Every bag" not in phone.follow(buttons.HAND_IT_ON).text
    assert "Everybody’s numbers" in phone.page.text
