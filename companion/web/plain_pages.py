"""Credits, settings, health: pages that belong to no table."""

from http import HTTPStatus
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.web.current import service
from companion.web.http import look
from companion.web.http.packing import packed
from companion.web.start import preferences
from companion.web.token import forget

blueprint = Blueprint("plain", __name__)

SWITCHES = ("awake", "sound")
NOT_CARRIED = {"back", "csrf_token", "action_id"}


@blueprint.get("/credits")
@packed
def credits() -> ResponseReturnValue:  # noqa: A001 - the page's name
    """Who made the drawings and programs used here."""
    return render_template("credits/credits.html", errors={})


@blueprint.get("/settings")
@packed
def settings() -> ResponseReturnValue:
    """Language, colours, screen, sounds."""
    return render_template(
        "settings/settings.html", preferences=preferences(look.look(), way_back()), errors={}
    )


@blueprint.post("/settings")
def keep_settings() -> ResponseReturnValue:
    """Keep the choices on this phone, and go back to where they were made."""
    response = redirect(local(request.form.get("back", "")), HTTPStatus.SEE_OTHER)
    for name in look.CHOICES:
        value = request.form.get(name, "off" if name in SWITCHES else "")
        look.choose(response, name, "on" if name in SWITCHES and value == "1" else value)
    return response


@blueprint.post("/forgotten")
def forgotten() -> ResponseReturnValue:
    """Forget this phone, and say so on the start page."""
    forget()
    return redirect(url_for("lobby.start", forgotten=1), HTTPStatus.SEE_OTHER)


@blueprint.get("/healthz")
def healthz() -> ResponseReturnValue:
    """The program responds."""
    return {"status": "ok"}


@blueprint.get("/readyz")
def readyz() -> ResponseReturnValue:
    """The program and its database respond."""
    return {"status": "ok", "database": service().journal.touch()}


def way_back(*own: str) -> str:
    """Where the visitor came from, with all the fields that a half-filled form there sent along; without
    this page's `own`.
    """
    left = {*NOT_CARRIED, *own}
    carried = [(name, value) for name, value in request.args.items(multi=True) if name not in left]
    back = local(request.args.get("back", ""))
    return f"{back}{'&' if '?' in back else '?'}{urlencode(carried)}" if carried else back


def local(path: str) -> str:
    """A path within this app; the start for anything that leads elsewhere."""
    plain = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if plain and "\\" not in path else url_for("lobby.start")
