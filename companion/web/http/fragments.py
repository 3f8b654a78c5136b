"""Fragments that show nothing but their values. All phones of a table fetch the board at once, and most of
its rows are the same for everybody and as they were before: each is drawn once.
"""

from collections.abc import Hashable, MutableMapping
from functools import lru_cache
from typing import Any

from flask import Flask, current_app, request
from flask.templating import Environment
from markupsafe import Markup

from companion.web.http.language import language

KEPT = 4_000  # of half a kilobyte or so


class Templates(Environment):
    """All templates share the globals as they are. Jinja lays a view of its own over them for each, in case
    it is loaded with more, and goes through all of it at every import: a tenth of the time of a board.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What a template sees besides its values."""
        return super().make_globals(d) if d else self.globals


def install(app: Flask) -> None:
    """Give the templates `drawn`."""
    app.jinja_environment = Templates
    app.extensions["fragments"] = lru_cache(KEPT)(_draw)
    app.add_template_global(drawn, "drawn")


def drawn(template: str, **values: Hashable) -> Markup:
    """The template with these values. It may ask for nothing else but the language and addresses: no form, no
    token, nothing of the phone.
    """
    place = (language(), request.script_root)
    part: Markup = current_app.extensions["fragments"](template, place, tuple(values.items()))
    return part


def _draw(template: str, _place: Hashable, values: tuple[tuple[str, Hashable], ...]) -> Markup:
    return Markup(current_app.jinja_env.get_template(template).render(dict(values)))  # noqa: S704 - a template's own text
