"""A body that ends before it should, as each server hands it on: half a form is booked by nobody."""

import io
from urllib.parse import urlencode

import pytest
from flask import Flask

from tests.tables import table
from tests.web.phone import TABLE, Page, Phone
from tests.web.routes import ID, is_whole
from tests.web.stored import table_of, unchanged

FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=x"


class Broken(io.BytesIO):
    """A stream of a server that complains in words of its own when the rest is missing or is no chunk."""

    def read(self, size: int | None = -1) -> bytes:
        data = super().read(size)
        if not data:
            raise RuntimeError("invalid chunk size")  # gunicorn's are no OSErrors either
        return data


@pytest.fixture
def bank(app: Flask) -> Phone:
    """The bank of a table."""
    return table(app).phone()


def payment(bank: Phone) -> bytes:
    """Bo pays Cleo 40; the number comes last."""
    fields = {"csrf_token": bank.token, "action_id": ID, "giver": "1", "receiver": "2", "gold": "40"}
    return urlencode(fields).encode()


def sent(bank: Phone, stream: io.BytesIO, length: int | None, kind: str = FORM, *, ends: bool = True) -> Page:
    """The response to such a body; `ends` if the server says that it terminates the stream."""
    announced = {"HTTP_TRANSFER_ENCODING": "chunked"} if length is None else {"CONTENT_LENGTH": str(length)}
    server = {"wsgi.input_terminated": True} if ends else {}
    path = f"/g/{bank.page.game}/payments"
    return Page(
        bank.client.post(
            path,
            input_stream=stream,
            content_type=kind,
            headers={"Origin": TABLE},
            base_url=TABLE,
            environ_overrides={**announced, **server},
        )
    )


@pytest.mark.parametrize("ends", [True, False], ids=["the server ends it", "the app counts"])
@pytest.mark.parametrize("missing", [1, 10, 60])
def test_a_form_shorter_than_announced_is_refused_and_the_whole_one_counts(
    app: Flask, bank: Phone, missing: int, *, ends: bool
) -> None:
    form = payment(bank)
    with unchanged(app):
        page = sent(bank, io.BytesIO(form[:-missing]), len(form), ends=ends)
    assert page.status == 400
    is_whole(page)
    before = table_of(bank).game.balances
    assert sent(bank, io.BytesIO(form), len(form), ends=ends).status == 303
    after = table_of(bank).game
    assert after.balances != before
    assert after.gold(2) == 90


def test_a_body_in_chunks_counts_whole_and_never_half(app: Flask, bank: Phone) -> None:
    form = payment(bank)
    with unchanged(app):
        page = sent(bank, Broken(form[:-1]), None)
    assert page.status == 400
    is_whole(page)
    assert sent(bank, io.BytesIO(form), None).status == 303
    assert table_of(bank).game.gold(2) == 90


@pytest.mark.parametrize(
    "kind, body",
    [
        (PARTS, b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n"),
        (PARTS, b'--x\r\nContent-Disposition: form-data; filename="a"\r\n\r\n1\r\n--x--\r\n'),
        (PARTS, b"--x\r\nContent-Type: text/plain\r\n\r\n1\r\n--x--\r\n"),
        (PARTS, b'--x\r\nContent-Disposition: form-data; name="gold"\r\n\r\n1'),
        (FORM, b"gold=\xff"),
    ],
    ids=["a part without a name", "a file without a name", "a part that is none", "no end", "no text"],
)
def test_an_invalid_form_is_refused_in_words(app: Flask, bank: Phone, kind: str, body: bytes) -> None:
    with unchanged(app):
        page = sent(bank, io.BytesIO(body), len(body), kind)
    assert page.status == 400
    assert page.title == "Part of that is missing"
    is_whole(page)
