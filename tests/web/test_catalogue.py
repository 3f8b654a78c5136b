"""Every sentence that anybody can be shown is in every catalogue, with the same placeholders."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po

from companion.web.http.elision import elided

ROOT = Path(__file__).parents[2]
LANGUAGES = sorted(folder.parent.name for folder in ROOT.glob("companion/translations/*/LC_MESSAGES"))
PLACE = re.compile(r"%\((\w+)\)s|%[sd]")
SPACED = re.compile("(?<!\N{NO-BREAK SPACE})[:»]|«(?!\N{NO-BREAK SPACE})|(?<!\N{NARROW NO-BREAK SPACE})[;!?]")
COUNTED = re.compile(r"%\(num\)s |(?:\)s|\d) (?:pièces?|cartes?|tours?|joueurs?|fois)\b")
CUT_SHORT = re.compile(
    r"(?i)\b(?:du|que|le|la|ne|si|jusque|lorsque|presque|puisque|quelque|quoique) "
    r"%\((?:name|names|player|players|giver|receiver|payer|sheriff|other|others)\)s"
    r"|’%\("
)


@cache
def sentences_in_the_program() -> dict[str, str]:
    """Message ids found in the present code and templates, each with its file."""
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["babel"]["mappings"]
    found = extract_from_dir(
        ROOT,
        [(mapping["pattern"], mapping["method"]) for mapping in mappings],
        keywords=DEFAULT_KEYWORDS | {"NP_": (1, 2)},
    )
    return {message if isinstance(message, str) else message[0]: file for file, _, message, _, _ in found}


@cache
def catalogue(language: str) -> Catalog:
    """The catalogue's source, not what was once compiled from it."""
    path = ROOT / "companion" / "translations" / language / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as po:
        return read_po(po, locale=language)


def sentences_of(language: str) -> Iterator[Message]:
    """All messages but the header."""
    return (message for message in catalogue(language) if message.id)


def identity(message: Message) -> str:
    """What the program asks for: the sentence, or the singular of a pair."""
    return str(message.id[0] if message.pluralizable else message.id)


def forms(words: object) -> tuple[str, ...]:
    """A sentence, or its singular and plurals."""
    return (words,) if isinstance(words, str) else tuple(words)  # type: ignore[arg-type]


def places(sentence: str) -> set[str]:
    """The places of a sentence that values go into."""
    return {match[0] for match in PLACE.finditer(sentence)}


def is_translated(message: Message) -> bool:
    """Words in every form, and nobody in doubt about them."""
    return not message.fuzzy and all(forms(message.string))


def test_the_rules_and_their_refusals_are_searched() -> None:
    assert any("refusals" in file for file in sentences_in_the_program().values())


def test_french_is_a_language() -> None:
    assert "fr" in LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated(language: str) -> None:
    translated = {identity(message) for message in sentences_of(language) if is_translated(message)}
    missing = {
        sentence: file for sentence, file in sentences_in_the_program().items() if sentence not in translated
    }
    assert not missing, f"without words in {language}; 'make strings' adds them to the catalogue"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_left_over(language: str) -> None:
    asked = sentences_in_the_program()
    left = [identity(message) for message in sentences_of(language) if identity(message) not in asked]
    assert not left, "nobody asks for these any more; 'make strings' moves them out"


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_are_the_same_in_every_form(language: str) -> None:
    for message in sentences_of(language):
        offered = set().union(*map(places, forms(message.id)))
        needed = places(forms(message.id)[-1])
        translations = [words for words in forms(message.string) if words]
        for words in translations:
            assert places(words) <= offered, words
        assert not translations or needed <= places(translations[-1]), translations[-1]


def french_sentences() -> Iterator[str]:
    """Every form of every sentence."""
    return (words for message in sentences_of("fr") for words in forms(message.string))


def test_french_signs_do_not_part_from_their_words() -> None:
    assert [words for words in french_sentences() if SPACED.search(words)] == []


def test_no_template_sets_a_colon_of_its_own() -> None:
    """French keeps it apart from its word: it belongs into a sentence of the catalogue."""
    remark, own = re.compile(r"\{#.*?#\}", re.DOTALL), re.compile(r"(?:\}\}|>): ?(?:\{\{|<)(?! \"%02d\")")
    templates = {path: remark.sub("", path.read_text("utf-8")) for path in ROOT.glob("templates/**/*.html")}
    assert templates
    assert not {path.name: own.findall(text) for path, text in templates.items() if own.search(text)}


def test_french_numbers_do_not_part_from_what_they_count() -> None:
    assert [words for words in french_sentences() if COUNTED.search(words)] == []


def test_french_de_is_cut_before_a_vowel_in_every_sentence() -> None:
    for words in french_sentences():
        vowels = {match[1]: "Anne" for match in PLACE.finditer(words) if match[1]}
        assert not re.search(r"(?i)\bde %\(", elided(words, vowels)), words


def test_no_french_word_before_a_name_would_be_cut_short_by_a_vowel() -> None:
    assert [words for words in french_sentences() if CUT_SHORT.search(words)] == []
