"""Every event has a drawing of its own kind and a sentence in every language."""

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.rules.sheriff.events import Event
from companion.web.http.language import LANGUAGES
from companion.web.words.sheriff.event_words import report
from companion.web.words.sheriff.sentences import Words
from tests.codec.samples import EVENTS, SEATS

SPRITE = (Path(__file__).parents[2] / "static" / "icons" / "sprite.svg").read_text("utf-8")
DRAWN = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EVENTS.values(), ids=EVENTS)
def test_every_event_is_told(app: Flask, event: Event, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        told = report(Words(SEATS), event, EVENTS["bag_passed"])
    assert told.icon in DRAWN
    assert told.sentence.striptags()
    assert "%(" not in told.sentence
