"""The language of a page: chosen by the phone, switchable, every string through a catalogue."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale
from babel.core import get_global
from babel.dates import format_date, format_datetime
from babel.lists import format_list
from flask import Flask, g, request
from markupsafe import Markup

from companion.web.http.elision import conjoined, conjunction_before, elided, joined

COOKIE = "language"
ZONE = "zone"
"""The cookie in which a phone's script stores its time zone: the server may be far away."""
ZONES = 64
CATALOGUES = Path(__file__).resolve().parents[2] / "translations"


class _Catalogue(GNUTranslations):
    def gettext(self, message: str) -> str:
        """The translation; also if the catalogue has the sentence as the singular of a plural pair."""
        found = super().gettext(message)
        return found if found != message else self.ngettext(message, message, 1)


def _load() -> Mapping[str, NullTranslations]:
    """English is the language of the message ids; every other language has a folder. Pages and phones write
    its name, pt_BR, as pt-BR.
    """
    found: dict[str, NullTranslations] = {"en": NullTranslations()}
    for path in sorted(CATALOGUES.glob("*/LC_MESSAGES/messages.mo")):
        with path.open("rb") as stream:
            found[path.parts[-3].replace("_", "-")] = _Catalogue(stream)
    return found


_languages = _load()
LANGUAGES = tuple(_languages)
_FITS = {"fr": elided, "it": joined, "es": conjoined}
_of_any_country = {code.partition("-")[0]: code for code in LANGUAGES}


@cache
def _locale(code: str) -> Locale:
    """Babel would read a language's code again for every list. The English is Britain's: a, b and c."""
    return Locale.parse("en-GB" if code == "en" else code, sep="-")


def _asked_for() -> str:
    """The first language of the phone that is spoken here, of any country: who reads pt-PT reads pt-BR."""
    asked = (code.partition("-")[0].lower() for code, quality in request.accept_languages if quality)
    return next((_of_any_country[spoken] for spoken in asked if spoken in _of_any_country), "en")


def language() -> str:
    """The language of this response, as in `<html lang>`; cached, since a page asks a hundred times."""
    chosen: str | None = g.get("language")
    if chosen is None:
        wanted = request.cookies.get(COOKIE, "")
        chosen = wanted if wanted in _languages else _asked_for()
        g.language = chosen
    return chosen


@contextmanager
def spoken(other: str) -> Iterator[None]:
    """Translate sentences into another language within this block."""
    own, g.language = language(), other
    try:
        yield
    finally:
        g.language = own


@cache
def _safe(language: str, sentence: str) -> Markup:
    return Markup(_languages[language].gettext(sentence))  # noqa: S704 - a sentence of our own catalogue


def fitted(translated: str, values: Mapping[str, object]) -> str:
    """Adapt a translated sentence to the values that will be filled in."""
    fits = _FITS.get(language())
    return fits(translated, values) if fits else translated


def _on_page(sentence: str, /, **values: object) -> Markup:
    """A sentence in a template: its values are escaped."""
    translated = _safe(language(), sentence)
    return Markup(fitted(translated, values)) % values if values else translated  # noqa: S704 - as above


def _of_number_on_page(one: str, many: str, count: int, /, **values: object) -> Markup:
    translated = fitted(_languages[language()].ngettext(one, many, count), values)
    return Markup(translated) % {"num": count, **values}  # noqa: S704 - a sentence of our own catalogue


def gettext(sentence: str, **values: object) -> str:
    """The sentence in the page's language, with its values filled in."""
    translated = _languages[language()].gettext(sentence)
    return fitted(translated, values) % values if values else translated


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """The sentence for this number; `%(num)s` is the number."""
    return fitted(_languages[language()].ngettext(one, many, number), values) % {"num": number, **values}


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: a, b and c."""
    if not words[1:]:
        return words[0] if words else ""
    if language() == "es":
        return f"{', '.join(words[:-1])} {conjunction_before('y', words[-1])} {words[-1]}"
    return format_list(words, locale=_locale(language()))


def clock_time(moment: int) -> str:
    """The time of day where the phone is; `moment` is milliseconds since 1970."""
    return format_datetime(_local(moment), "HH:mm", locale=_locale(language()))


def when(moment: int) -> str:
    """The day and the time of day, for people."""
    return format_datetime(_local(moment), "EEE d MMM, HH:mm", locale=_locale(language()))


def day(moment: int) -> str:
    """The day with its year, for people."""
    return format_date(_local(moment), "d MMM y", locale=_locale(language()))


def iso_time(moment: int) -> str:
    """The moment as machines read it."""
    return _local(moment).isoformat(timespec="seconds")


def _local(moment: int) -> datetime:
    return datetime.fromtimestamp(moment / 1000).astimezone(_zone(request.cookies.get(ZONE, "")))


@lru_cache(ZONES)
def _zone(name: str) -> ZoneInfo | None:
    """The time zone of this name, which may be one that only browsers still use; None, for the machine's own,
    if it is empty or unknown here.
    """
    for known in (name, get_global("zone_aliases").get(name)):
        with suppress(ZoneInfoNotFoundError, ValueError, OSError):
            if known:
                return ZoneInfo(known)
    return None


def names_of_languages() -> dict[str, str]:
    """Each language by its own name."""
    names = {code: _locale(code).display_name or code for code in LANGUAGES}
    return {code: name[:1].upper() + name[1:] for code, name in names.items()}


def install(app: Flask) -> None:
    """Give the templates these functions under the names that extraction knows. Jinja's own extension takes
    three calls for each sentence.
    """
    app.add_template_global(_on_page, "_")
    app.add_template_global(_of_number_on_page, "ngettext")
    app.add_template_global(language, "language")
    app.add_template_global(names_of_languages, "languages")
    app.add_template_filter(listed, "listed")
