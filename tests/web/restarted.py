"""A program that was started again."""

from pathlib import Path

from tests.web.conftest import made_in
from tests.web.phone import Phone
from tests.web.stored import service_of


def restarted(phone: Phone) -> Phone:
    """The same phone, which shows the same page, before a new process in that folder with an empty memory."""
    app = phone.client.application
    service_of(app).journal.close()  # as a process that ends
    again = Phone(made_in(Path(app.instance_path)))
    cookie = phone.client.get_cookie("phone", domain="table.lan")
    assert cookie
    again.client.set_cookie("phone", cookie.value, domain="table.lan")
    again.page = phone.page
    return again
