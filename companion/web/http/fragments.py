"""Fragments that show nothing but their values. All phones of a table fetch the board at once, and most of
its rows are the same for all of them and unchanged: each is rendered once.
"""

from collections.abc import Hashable, MutableMapping
from functools import lru_cache
from typing import Any

from flask import Flask, current_app, render_template, request
from flask.templating import Environment
from markupsafe import Markup

from companion.web.http.language import language

KEPT = 4_000  # of about half a kilobyte


class Templates(Environment):
    """Templates that share the globals directly. Jinja would make a view of them for each template and copy
    it at every import: a tenth of a board's rendering time.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals that a template sees besides its values."""
        return super().make_globals(d) if d else self.globals


def install(app: Flask) -> None:
    """Give the templates `drawn`."""
    app.jinja_environment = Templates
    app.extensions["fragments"] = lru_cache(KEPT)(_draw)
    app.add_template_global(drawn, "drawn")


def drawn(template: str, **values: Hashable) -> Markup:
    """The template rendered with these values. It may use nothing else but the language and addresses: no
    form, no token, nothing about the phone.
    """
    place = (language(), request.script_root)
    part: Markup = current_app.extensions["fragments"](template, place, tuple(values.items()))
    return part


def rendered(template: str, **values: object) -> Markup:
    """The template rendered for this phone, with everything that templates may use."""
    return Markup(render_template(template, errors={}, **values))  # noqa: S704 - a template's own text


def _draw(template: str, _place: Hashable, values: tuple[tuple[str, Hashable], ...]) -> Markup:
    return Markup(current_app.jinja_env.get_template(template).render(dict(values)))  # noqa: S704 - a template's own text
