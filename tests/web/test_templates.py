"""A template reads what its values have: each names them in its first comment, and is given those."""

import re
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader, Environment, FileSystemLoader

from tests.web.drawing import Reading, named, source

FOLDER = Path(__file__).parents[2] / "templates"
TEMPLATES = [str(path.relative_to(FOLDER)) for path in sorted(FOLDER.rglob("*.html"))]
BOARD = "sheriff/board/_board.html"
PLANTED_GAME = Path(__file__).parent / "templates"

# A template, what stands in it, what is planted in its place, and what is said of that.
PLANTED = [
    (BOARD, "board.warnings", "board.warning", "Board has no warning"),
    ("sheriff/board/_promise.html", "promise.sentence", "promise.sentance", "Pin has no sentance"),
    (BOARD, "board.talk", "bord.talk", "nobody gives it bord"),
    (
        BOARD,
        "pinned = board.laws",
        "pinned = board.shown",
        "sheriff/laws/_pinned.html is given no such pinned",
    ),
    (BOARD, "seat=seat", "seat=board.bar", "sheriff/board/_seat.html is given no such seat"),
    (BOARD, "board: Board", "board: Bord", "there is no dataclass Bord"),
    (BOARD, "board: Board", "board: Board, bag: Bag", "names bag and never reads it"),
    ("sheriff/board/_talk.html", "bid.merchant.number", "bid.merchant.many", "Seat has no many"),
    ("sheriff/board/_said.html", "declared.number", "declared.many", "Declaration has no many"),
    ("sheriff/bag/_bar.html", "bag.purses %}", "bag.promises.purses %}", "tuple has no purses"),
    (
        "sheriff/pay/_pay.html",
        'pay.goods | selectattr("number")',
        'pay.goods | selectattr("many")',
        "Tally has no many",
    ),
    ("nottingham/result/_told.html", "mission.worth", "mission.value", "MissionRow has no value"),
    ("macros/fields.html", "group.goods", "group.cards", "Group has no cards"),
]


TAG = re.compile(r"<!--.*?-->|<[^<>]*>", re.DOTALL)
BARE = re.compile(r"(?<![-\w])(?:[A-Z][a-z]+|[a-z]{2,} [a-z]{2,})(?![-\w=])")


def bare(environment: Environment, template: str) -> list[str]:
    """The words that a template says in English, whatever language is spoken."""
    text, _, _ = environment.loader.get_source(environment, template)  # type: ignore[union-attr]
    data = "".join(said if kind == "data" else "\0" for _, kind, said in environment.lex(text))
    return [said for said in TAG.sub("\0", data).split("\0") if BARE.search(said) and '="' not in said]


def faults(environment: Environment, template: str) -> list[str]:
    """What is wrong with a template and its first comment."""
    reading = Reading(environment, template)
    try:
        values = named(environment, template)
        found = reading.read(values)
    except LookupError as missing:
        return [str(missing)]
    return found + [f"{template} names {name} and never reads it" for name in values.keys() - reading.used]


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_reads_what_its_values_have(app: Flask, template: str) -> None:
    assert faults(app.jinja_env, template) == []


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_says_nothing_that_cannot_be_translated(app: Flask, template: str) -> None:
    assert bare(app.jinja_env, template) == []


@pytest.mark.parametrize("words", ["Pay", "hello everybody"])
def test_words_without_a_translation_are_noticed(words: str) -> None:
    planted = Environment(autoescape=True, loader=DictLoader({"one": f"<p class='x'>{words}</p>"}))
    assert bare(planted, "one") == [words]


@pytest.mark.parametrize("template", ["board.html", "_board.html", "new.html"])
def test_a_planted_game_is_held_to_the_same(app: Flask, template: str) -> None:
    assert app.jinja_env.loader
    theirs = FileSystemLoader(PLANTED_GAME)
    both = app.jinja_env.overlay(loader=ChoiceLoader([theirs, app.jinja_env.loader]))
    assert named(both, f"three/{template}")
    assert faults(both, f"three/{template}") == []


@pytest.mark.parametrize("template, was, planted, said", PLANTED)
def test_what_is_wrong_is_found(app: Flask, template: str, was: str, planted: str, said: str) -> None:
    whole = source(app.jinja_env, template)
    assert was in whole
    assert app.jinja_env.loader
    changed = DictLoader({template: whole.replace(was, planted, 1)})
    spoilt = app.jinja_env.overlay(loader=ChoiceLoader([changed, app.jinja_env.loader]))
    readers = TEMPLATES if template.startswith("macros/") else [template]
    assert said in " ".join(fault for each in readers for fault in faults(spoilt, each))
