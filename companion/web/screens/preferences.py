"""This phone's settings: on a page of their own, and in a table's menu."""

from dataclasses import dataclass

from companion.web.http.language import language, names_of_languages
from companion.web.http.look import Look
from companion.web.screens.parts import Choice


@dataclass(frozen=True, slots=True)
class Preferences:
    """What settings/_preferences.html shows; `back` is where to return to."""

    language: str
    languages: tuple[Choice, ...]
    scheme: str
    awake: bool
    sound: bool
    back: str


def preferences(chosen: Look, back: str) -> Preferences:
    """This phone's settings as they are now."""
    languages = tuple(Choice(code, name) for code, name in names_of_languages().items())
    return Preferences(language(), languages, chosen.scheme, chosen.awake, chosen.sound, back)
