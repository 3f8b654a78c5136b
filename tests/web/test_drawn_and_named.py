"""Whatever an edition plays with has a name in every language, a drawing, and words for what it does."""

import re
from pathlib import Path

import pytest
from flask import Flask, get_template_attribute

from companion.rules.ledger import GOLD
from companion.rules.nottingham.box import BOX
from companion.rules.seats import SHIELDS, WHITE
from companion.rules.sheriff.editions import EDITIONS, EffectKind, Good, Kind, common_cards, edition
from companion.rules.sheriff.game import FACE_DOWN
from companion.web.http.language import LANGUAGES
from companion.web.nottingham.glossary import item_name, items_of, mission_name
from companion.web.parts import shield_name
from companion.web.sheriff import tasks
from companion.web.sheriff.cards import card_screen
from companion.web.sheriff.glossary import GOODS, KINGS, edition_name, good_name, kind_name, king_of, queen_of
from companion.web.sheriff.tasks import WAIT, Task
from companion.web.sheriff.words import ICONS

ICONS_FOLDER = Path(__file__).parents[2] / "static" / "icons"
SPRITE = (ICONS_FOLDER / "sprite.svg").read_text("utf-8")
SOURCES = (ICONS_FOLDER / "SOURCES.md").read_text("utf-8")
SYMBOL = re.compile(r'<symbol id="([^"]+)"')
DRAWN = set(SYMBOL.findall(SPRITE))
OBJECTS = set(SYMBOL.findall((ICONS_FOLDER / "nottingham.svg").read_text("utf-8")))
DOT = "a24 24 0 1 0 48 0 24 24 0 1 0-48 0"
ITEMS = tuple(item.word for item in BOX.items)
MISSIONS = tuple(mission.word for mission in BOX.missions)
EVERY = {good.word: good for word in EDITIONS for good in edition(word).goods}


@pytest.mark.parametrize("word", [*EVERY, FACE_DOWN])
def test_every_good_has_a_name(word: str) -> None:
    assert word in GOODS, f"companion/web/sheriff/glossary.py names no {word}"


@pytest.mark.parametrize("good", common_cards().of(Kind.LEGAL), ids=lambda good: good.word)
def test_every_legal_good_has_a_king_and_a_queen(good: Good) -> None:
    assert good.word in KINGS, f"companion/web/sheriff/glossary.py names no King of {good.word}"


@pytest.mark.parametrize("word", [*EVERY, FACE_DOWN, GOLD, *SHIELDS])
def test_every_good_and_every_shield_has_a_drawing(word: str) -> None:
    assert word in DRAWN, f"static/icons/sprite.svg draws no {word}"


@pytest.mark.parametrize("word", [*ITEMS, *MISSIONS, "loot", "ambush", "sheriff-way", WHITE])
def test_every_object_and_every_mission_has_a_drawing(word: str) -> None:
    assert word in OBJECTS, f"static/icons/nottingham.svg draws no {word}"


def test_an_object_and_a_good_of_one_word_are_drawn_each_in_its_game(app: Flask) -> None:
    with app.test_request_context():
        icon = get_template_attribute("macros/icons.html", "icon")
        picture = get_template_attribute("macros/nottingham.html", "picture")
        assert "/i#gold" in icon(GOLD)
        assert "/n#gold" in picture(GOLD)
        assert "/n#swan" in icon(WHITE)
        assert "/i#crown" in picture("crown")


@pytest.mark.parametrize("good", common_cards().of(Kind.ROYAL), ids=lambda good: good.word)
def test_a_royal_good_s_drawing_tells_how_many_it_counts_as(good: Good) -> None:
    """A dot for each, beside the crown: rye and pumpernickel are the same loaf."""
    found = re.search(rf'<symbol id="{good.word}".*?</symbol>', SPRITE)
    assert found is not None
    assert found[0].count(DOT) == good.counts, f"{good.word} counts as {good.counts}"


def test_whatever_a_table_does_next_has_a_button_and_whatever_hands_do_a_drawing() -> None:
    every = [task for task in vars(tasks).values() if isinstance(task, Task)]
    assert [task for task in every if not (task.words and task.link)] == [WAIT]
    assert {task.icon for task in every if task is not WAIT} | {*ICONS.values()} <= DRAWN


def test_a_card_that_is_neither_named_nor_drawn_yet_can_be_played_with(app: Flask) -> None:
    """So that whoever adds one sees it on the page at once; the tests above say what is missing."""
    with app.test_request_context():
        assert good_name("silver_spoon") == good_name("silver_spoon", 2) == "Silver spoon"
        icon = get_template_attribute("macros/icons.html", "icon")
        assert "#face_down" in icon("silver_spoon")
        assert "#silk" in icon("silk")


def sourced() -> set[str]:
    """The symbols that have a row in a table of the sources, or are among our own drawings."""
    rows = [line.strip("|").split("|")[::2] for line in SOURCES.splitlines() if line.startswith("|")]
    own = SOURCES.partition("## Own drawings")[2].partition(";")[0]
    return set(re.findall(r"[\w-]+", " ".join([*(cell for row in rows for cell in row), own])))


@pytest.mark.parametrize("symbol", sorted(DRAWN | OBJECTS))
def test_every_drawing_says_where_it_comes_from(symbol: str) -> None:
    assert symbol in sourced(), f"static/icons/SOURCES.md does not say who drew {symbol}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_can_be_said(app: Flask, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        for good in (EVERY[word] for word in EVERY if word in GOODS):
            assert good_name(good.word)
            assert good_name(good.word, 1)
            assert good_name(good.word, 2)
            if good.word in KINGS:
                assert king_of(good.word)
                assert queen_of(good.word)
        assert all(shield_name(charge) for charge in SHIELDS)
        assert all(kind_name(kind) for kind in Kind)
        assert all(edition_name(word) for word in EDITIONS)
        assert all(item_name(word) and items_of(word, 1) and items_of(word, 2) for word in ITEMS)
        assert all(mission_name(word) and mission_name(word, hint=True) for word in MISSIONS)


def told(good: Good) -> bool:
    """Whether the page of the cards must say what a card does."""
    return bool(good.counts_as or good.effect)


def test_whatever_a_card_does_is_told_on_the_page_of_the_cards(app: Flask) -> None:
    assert {good.effect.kind for good in EVERY.values() if good.effect} == set(EffectKind)
    with app.test_request_context():
        lines = [line for group in card_screen(edition("first"), "/").groups for line in group.goods]
    assert {line.word for line in lines if line.note} == {good.word for good in EVERY.values() if told(good)}
    assert {line.word for line in lines} == set(EVERY)
