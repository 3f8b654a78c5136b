"""Somebody who taps anything: random links, forms and buttons of the pages, filled with what they offer, but
for those that end it all.
"""

import random
from urllib.parse import urljoin

from tests.web.markup import Element, Form
from tests.web.phone import Page, Phone

ENDING = ("/deletion", "/forgotten")
NUMBERS = ("", "0", "1", "1", "2", "3", "5", "40")
WORDS = ("", "Lunch", "Zoé")


class Monkey:
    """A phone whose owner plays with it; the same seed taps the same."""

    def __init__(self, phone: Phone, seed: int) -> None:
        self.phone = phone
        self.dice = random.Random(seed)  # noqa: S311 - a throw that can be repeated

    def tap(self) -> Page:
        """One tap on a link or a button of the page, after filling some of its form."""
        page = self.phone.page
        links = [link["href"] for link in page.root.elements("a") if link["href"].startswith("/")]
        forms = (form for form in page.forms if not form.element.get("action").endswith(ENDING))
        buttons = [(form, button) for form in forms for button in form.buttons]
        if buttons and (not links or self.dice.random() < 0.7):
            form, button = self.dice.choice(buttons)
            return self.phone.submit(form, self.filled(form), button)
        return self.phone.open(urljoin(page.path, self.dice.choice(links)) if links else "/")

    def filled(self, form: Form) -> dict[str, str | int]:
        """Some fields of a form with something that they take."""
        fields = [
            control
            for control in form.controls
            if control.tag != "button" and control.get("type") != "hidden" and control.has("name")
        ]
        return {
            control["name"]: self.value(form, control)
            for control in fields
            if self.dice.random() < (0.95 if control["name"] in {"good", "number"} else 0.2)
        }

    def value(self, form: Form, control: Element) -> str:
        """Something that a field takes."""
        offered = form.offers(control["name"])
        if offered is not None:
            return self.dice.choice(sorted(offered))
        return self.dice.choice(NUMBERS if control.get("inputmode") == "numeric" else WORDS)
