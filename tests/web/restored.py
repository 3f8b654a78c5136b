"""Evenings of the rules' tests as games of an app, on a phone that is their bank."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

from flask import Flask

from companion.journal import Journal
from companion.records import NewEntry
from companion.rules.sheriff.game import EntryCorrected, Event
from tests.codec.samples import CODEC
from tests.web.phone import Phone
from tests.web.stored import database_of, membership_of


def restored(app: Flask, events: Iterable[Event]) -> Phone:
    """A phone with a game in which this happened; entry 1 is the opening."""
    journal = Journal(database_of(app))
    try:
        game = journal.open_game(None, *(_entry(place, event) for place, event in enumerate(events))).game
    finally:
        journal.close()
    phone = Phone(app)
    phone.open(f"/m/{membership_of(app).hand_over(game).secret}")
    phone.press("Continue here")
    return phone


def _entry(place: int, event: Event) -> NewEntry:
    numbered = replace(event, seq=event.seq + 1) if isinstance(event, EntryCorrected) else event
    body = CODEC.encode_event(numbered)
    return NewEntry(f"evening-entry-{place:04}", sha256(body.encode()).hexdigest(), body, place)
