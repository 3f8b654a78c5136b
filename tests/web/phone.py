"""A phone without scripts: it follows links, fills the pages' own forms and presses their buttons."""

import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode, urljoin, urlsplit

from flask import Flask
from werkzeug.test import TestResponse

from tests.web.markup import Element, Form, parse

TABLE = "http://table.lan"
Fields = Mapping[str, str | int]


@dataclass(frozen=True)
class Page:
    """A response, read as a page."""

    answer: TestResponse

    @property
    def status(self) -> int:
        """The response's status."""
        return self.answer.status_code

    @cached_property
    def html(self) -> str:
        """The page as it was sent."""
        return self.answer.get_data(as_text=True)

    @cached_property
    def root(self) -> Element:
        """The page as a tree."""
        return parse(self.html)

    @property
    def text(self) -> str:
        """All its words."""
        return self.root.text

    @property
    def title(self) -> str:
        """Its first heading."""
        return next(self.root.elements("h1")).text

    @property
    def language(self) -> str:
        """What `<html lang>` says."""
        return self.found(r'<html lang="([\w-]+)"')

    def found(self, pattern: str) -> str:
        """What a pattern finds first in the page as it was sent."""
        match = re.search(pattern, self.html)
        assert match, pattern
        return match[1]

    @property
    def path(self) -> str:
        """Its address, with its query, without the host."""
        return self.answer.request.full_path.rstrip("?")

    @property
    def game(self) -> str:
        """The id of the table it belongs to."""
        return self.path.split("?")[0].split("/")[2]

    @cached_property
    def forms(self) -> list[Form]:
        """Its forms."""
        return [Form(self.root, element) for element in self.root.elements("form")]

    def form(self, button: str) -> tuple[Form, Element]:
        """The form with a button that says this, and the button."""
        found = [(form, own) for form in self.forms for own in form.buttons if button in own.spoken]
        assert found, f"no button says {button!r}, only {[b.spoken for f in self.forms for b in f.buttons]}"
        return found[0]

    def form_to(self, action: str) -> Form:
        """The form that is sent to an address with this ending."""
        return next(form for form in self.forms if form.element.get("action").endswith(action))

    def link(self, words: str) -> str:
        """Where a link leads that says this."""
        found = [link["href"] for link in self.root.elements("a") if words in link.spoken]
        assert found, f"no link says {words!r}, only {[link.spoken for link in self.root.elements('a')]}"
        return found[0]

    @property
    def refusals(self) -> dict[str, str]:
        """What was refused, by its field; "" where it is about none."""
        box = self.root.with_id("refusals")
        if box is None:
            return {}
        said = {}
        for line in box.elements("li"):
            link = next(line.elements("a"), None)
            said["" if link is None else link["href"].removeprefix("#")] = line.text
        return said

    def beside(self, field: str) -> str:
        """The sentence beside a field, which the field is tied to for screen readers; "" if there is none."""
        sentence = self.root.with_id(f"{field}-refused")
        return sentence.text if sentence is not None and f"{field}-refused" in self._tied else ""

    @cached_property
    def _tied(self) -> frozenset[str]:
        """The ids of all sentences that some control or group names as its own."""
        found = (
            element["aria-describedby"].split()
            for element in self.root.elements()
            if element.has("aria-describedby")
        )
        return frozenset(word for words in found for word in words)


class Unread(Page):
    """A page that is asked for once somebody looks at it: of many phones only the seat counts."""

    def __init__(self, phone: "Phone", asked: str) -> None:
        self.__dict__.update(phone=phone, asked=asked)

    @cached_property
    def answer(self) -> TestResponse:
        """The response, once there is one."""
        phone: Phone = self.__dict__["phone"]
        return phone.open(self.__dict__["asked"]).answer

    @property
    def game(self) -> str:
        """The id of the table it belongs to, which its address tells."""
        asked: str = self.__dict__["asked"]
        return asked.partition("?")[0].split("/")[2]


class Phone:
    """A browser with its own cookies that shows one page at a time."""

    def __init__(self, app: Flask, language: str = "en", base: str = TABLE) -> None:
        self.client = app.test_client()
        self.base = base
        self.headers = {"Accept-Language": language}
        self.page: Page

    @cached_property
    def token(self) -> str:
        """This phone's token against forged forms."""
        return self.send("GET", "/join").found(r'name="csrf_token" value="([^"]+)"')

    @property
    def tokens(self) -> list[tuple[str, str]]:
        """What every form carries: that token, and the id of a new action."""
        return [("csrf_token", self.token), ("action_id", secrets.token_urlsafe(16))]

    def send(
        self, method: str, path: str, fields: Iterable[tuple[str, str]] = (), headers: Fields | None = None
    ) -> Page:
        """One request as a browser sends it, without following redirects."""
        origin = {"Origin": self.base, "Referer": f"{self.base}/"} if method == "POST" else {}
        sent = {**self.headers, **origin, **{name: str(value) for name, value in (headers or {}).items()}}
        body = urlencode(list(fields)) if method == "POST" else None
        kind = "application/x-www-form-urlencoded" if method == "POST" else None
        return Page(
            self.client.open(
                path, method=method, data=body, content_type=kind, headers=sent, base_url=self.base
            )
        )

    def open(self, path: str) -> Page:
        """Go to an address and wherever it leads on."""
        self.page = self._followed(self.send("GET", path))
        return self.page

    def follow(self, words: str) -> Page:
        """Follow the link that says this."""
        return self.open(urljoin(self.page.path, self.page.link(words)))

    def press(self, button: str, fields: Fields | None = None) -> Page:
        """Fill fields of the form that has this button, and press it; what is folded is unfolded first."""
        left = dict(fields or {})
        for name in fields or {}:
            form, pressed = self.page.form(button)
            if unfolds := _unfolding(form, name, str(left[name])):
                self.submit(form, {one: value for one, value in left.items() if form.has(one)}, unfolds)
            if name.endswith("-giver") and name.startswith("deal-"):
                del left[name]
        form, pressed = self.page.form(button)
        return self.submit(form, left, pressed)

    def submit(self, form: Form, fields: Fields, pressed: Element | None = None) -> Page:
        """Send a form with some of its fields filled in; a form without a button named sends by its first."""
        pressed = pressed or form.buttons[0]
        sent = filled(form, fields)
        if pressed.get("name"):
            sent.append((pressed["name"], pressed.get("value")))
        path = (pressed.get("formaction") or form.element.get("action")).partition("#")[0]
        method = (pressed.get("formmethod") or form.element.get("method", "get")).upper()
        if method == "GET":
            return self.open(f"{path}?{urlencode(sent)}")
        self.page = self._followed(self.send("POST", path, sent))
        return self.page

    def _followed(self, page: Page) -> Page:
        while page.status in {301, 302, 303, 307, 308}:
            assert page.answer.request.method == "GET" or page.status == 303, page.status
            target = urlsplit(page.answer.headers["Location"])
            assert target.netloc in {"", urlsplit(self.base).netloc}, target
            page = self.send("GET", f"{target.path}?{target.query}" if target.query else target.path)
        return page


PARTS = {"gold": "gold", "stand": "goods", "bag": "goods", "promise": "promising"}


def _unfolding(form: Form, field: str, value: str) -> Element | None:
    """The button that unfolds what this field of a bag's deals is in, or the row of who gives; None for a
    field that is in sight.
    """
    found = re.fullmatch(r"deal-(\d+)-([a-z]+).*", field)
    sent = dict(form.fields)
    if not found or (sent.get(field) == value if found[2] == "giver" else form.has(field)):
        return None
    part = PARTS.get(found[2], "")
    ways = {"giver": [f"add={value}"], "receiver": [f"deal-{found[1]}-to=1"]}
    wanted = ways.get(found[2], [f"unfold={found[1]}-{part}", f"add=[0-9]+-{part}"])
    buttons = {f"{one.get('name')}={one.get('value')}": one for one in form.buttons}
    return next((buttons[said] for way in wanted for said in buttons if re.fullmatch(way, said)), None)


def filled(form: Form, fields: Fields) -> list[tuple[str, str]]:
    """What the form sends after a person filled these fields: only what the page offers can be chosen."""
    sent = form.fields
    for name, value in fields.items():
        offered = form.offers(name)
        assert offered is None or str(value) in offered, f"{name} offers {sorted(offered or ())}, not {value}"
        sent = [(other, old) for other, old in sent if other != name]
        if offered is None or str(value):
            sent.append((name, str(value)))
    return sent
