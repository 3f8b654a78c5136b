"""A form in front of a person, filled in."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus

from flask import Flask

from companion.rules.kinds import TakeBack
from tests.web.markup import Element, Form
from tests.web.phone import Fields, Page, Phone, filled
from tests.web.stored import service_of

Changes = Mapping[str, str | None]


@dataclass(frozen=True)
class Scene:
    """A form in front of a person, the button under the thumb, and what the person typed."""

    phone: Phone
    form: Form
    button: Element
    fields: Fields

    @cached_property
    def sent(self) -> list[tuple[str, str]]:
        """What is sent, the button included."""
        button = [(self.button["name"], self.button["value"])] if self.button.get("name") else []
        return filled(self.form, self.fields) + button

    @property
    def route(self) -> str:
        """Where it is sent."""
        return self.button.get("formaction") or self.form.element["action"]

    @property
    def numbers(self) -> list[str]:
        """The fields that take a number, except where nothing is typed yet because nobody sits there."""
        return [control["name"] for control in self.form.controls if control.get("inputmode") == "numeric"]

    def accepted(self, changes: Changes) -> Page:
        """The response to the form with an id of its own; what it booked is taken back, to be sent again."""
        service = service_of(self.phone.client.application)
        game = self.route.split("/")[2] if self.route.startswith("/g/") else ""
        before = service.current(game).seq if game else 0
        page = self.send({"action_id": secrets.token_urlsafe(16), **changes})
        if game:
            while (latest := service.current(game).latest) is not None and latest.seq > before:
                service.play(game, TakeBack(latest.seq), secrets.token_urlsafe(16))
        return page

    def send(self, changes: Changes) -> Page:
        """The response to the form with other values in some fields, even ones not offered; None omits it.
        From one that opened a table a browser goes on, with its new token.
        """
        kept = [(name, value) for name, value in self.sent if name not in changes]
        changed = [(name, value) for name, value in changes.items() if value is not None]
        page = self.phone.send("POST", self.route, kept + changed)
        if page.status == HTTPStatus.SEE_OTHER and not self.route.startswith("/g/"):
            self.phone.send("GET", page.answer.headers["Location"])
        return page


def scene(phone: Phone, button: str, fields: Fields | None = None) -> Scene:
    """The form with this button on the page that a phone shows."""
    return Scene(phone, *phone.page.form(button), fields or {})


Make = Callable[[Flask], Scene]
