"""The language of a page: chosen by the phone, switchable, every string through a catalogue."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel import Locale
from babel.dates import format_datetime
from babel.lists import format_list
from flask import Flask, g, request

COOKIE = "language"
CATALOGUES = Path(__file__).resolve().parent.parent / "translations"


def _load() -> Mapping[str, NullTranslations]:
    """English is the language of the message ids; every other one has its folder."""
    found: dict[str, NullTranslations] = {"en": NullTranslations()}
    for path in sorted(CATALOGUES.glob("*/LC_MESSAGES/messages.mo")):
        with path.open("rb") as stream:
            found[path.parts[-3]] = GNUTranslations(stream)
    return found


_languages = _load()
LANGUAGES = tuple(_languages)


def language() -> str:
    """The language of this answer, as in `<html lang>`."""
    if "language" not in g:
        wanted = request.cookies.get(COOKIE, "")
        g.language = wanted if wanted in _languages else request.accept_languages.best_match(LANGUAGES, "en")
    chosen: str = g.language
    return chosen


def _sentence(sentence: str) -> str:
    return _languages[language()].gettext(sentence)


def _sentence_of_number(one: str, many: str, number: int) -> str:
    return _languages[language()].ngettext(one, many, number)


def gettext(sentence: str, **values: object) -> str:
    """The sentence in the page's language, with its places filled."""
    translated = _sentence(sentence)
    return translated % values if values else translated


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """The sentence for this number; `%(num)s` is the number."""
    return _sentence_of_number(one, many, number) % {"num": number, **values}


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: a, b and c."""
    return format_list(words, locale=language()) if words else ""


def clock_time(moment: int) -> str:
    """The time of day where the table is kept; `moment` is milliseconds since 1970."""
    return format_datetime(_local(moment), "HH:mm", locale=language())


def when(moment: int) -> str:
    """The day and the time of day, for people."""
    return format_datetime(_local(moment), "EEE d MMM, HH:mm", locale=language())


def iso_time(moment: int) -> str:
    """The moment as machines read it."""
    return _local(moment).isoformat(timespec="seconds")


def _local(moment: int) -> datetime:
    return datetime.fromtimestamp(moment / 1000).astimezone()


def names_of_languages() -> dict[str, str]:
    """Each language by its own name."""
    return {code: (Locale.parse(code).display_name or code).capitalize() for code in LANGUAGES}


def install(app: Flask) -> None:
    """Give the templates the same functions under the names that extraction knows."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    # Templates fill the places themselves, so that values are escaped.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        _sentence,
        _sentence_of_number,
        newstyle=True,
    )
    app.add_template_global(language, "language")
    app.add_template_global(names_of_languages, "languages")
    app.add_template_filter(listed, "listed")
