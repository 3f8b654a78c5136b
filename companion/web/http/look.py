"""How this phone wants its pages: language, colours, keeping awake, sound; each in a cookie."""

from dataclasses import dataclass

from flask import Flask, g, request
from werkzeug.wrappers import Response as BaseResponse

from companion.web.http import language

SCHEMES = ("", "light", "dark")
CHOICES = ("language", "scheme", "awake", "sound")
"""What is chosen on a phone, each a cookie of this name."""
LIFE_SECONDS = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Look:
    """What a page looks like and does on this phone; `scheme` is "" for the phone's own."""

    scheme: str
    awake: bool
    sound: bool


def look() -> Look:
    """What was chosen on this phone, else the defaults: awake, silent, in the phone's own colours."""
    scheme = request.cookies.get("scheme", "")
    return Look(
        scheme=scheme if scheme in SCHEMES else "",
        awake=request.cookies.get("awake") != "off",
        sound=request.cookies.get("sound") == "on",
    )


def choose(response: BaseResponse, name: str, value: str) -> bool:
    """Keep a choice on this phone; False if there is no such choice."""
    choices = {
        "language": language.LANGUAGES,
        "scheme": SCHEMES,
        "awake": ("on", "off"),
        "sound": ("on", "off"),
    }
    if value not in choices.get(name, ()):
        return False
    response.set_cookie(
        name, value, max_age=LIFE_SECONDS, secure=request.is_secure, httponly=True, samesite="Lax"
    )
    return True


def install(app: Flask) -> None:
    """Give every page what base.html needs."""

    @app.context_processor
    def page() -> dict[str, object]:
        chosen = look()
        return {
            "lang": language.language(),
            "scheme": chosen.scheme,
            "awake": chosen.awake,
            "sound": chosen.sound,
            "said": "",
            "game_path": "",
            "stamp": 0 if app.config["SAMPLE"] else g.get("stamp", 0),  # nothing moves there
            "mark": g.get("mark", ""),
            "silence": g.get("silence", ""),
        }
