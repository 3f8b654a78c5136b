"""Who may do what: forms that are whole, from every role, under every way of recording, judged by whether
anything was stored.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from unittest.mock import patch

from flask import Flask

from companion.web.sheriff.table import Permit
from tests.long.proof.check import Check, Try, holds
from tests.web.conftest import made_in
from tests.web.phone import Page, Phone
from tests.web.seated import Cast, cast, records
from tests.web.stored import membership_of

RECORDINGS = ("everybody", "own", "bank")
SEATED = {"player", "sheriff"}  # Bo, whose bag is back; Ann
ROLES = ("stranger", "other bank", "released", "watcher", "table view", "player", "sheriff", "bank")
Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Form:
    """A form that is whole: its address below the table's, its fields, and whose own it is beside the bank's
    where each records the own. What is `no_record` is theirs and the bank's whoever records.
    """

    path: str
    fields: Fields
    own: frozenset[str] = frozenset()
    no_record: bool = False

    def may(self, role: str, recording: str) -> bool:
        """Whether a role may send it, as docs/inside.md and docs/rulings.md have it."""
        if role == "bank":
            return True
        if self.no_record:
            return role in self.own
        return role in SEATED and recording != "bank" and (recording == "everybody" or role in self.own)


SHERIFFS, BOS = frozenset({"sheriff"}), frozenset({"player"})
BAG = {"seat": "2", "good": "apples", "number": "3"}
FORMS = (
    Form("payments", {"giver": "1", "receiver": "2", "gold": "1"}, BOS),
    Form("payments", {"giver": "0", "receiver": "2", "gold": "1"}, SHERIFFS),
    Form("payments", {"giver": "2", "receiver": "1", "gold": "1"}),
    Form("payments", {"giver": "bank", "receiver": "1", "gold": "1"}),
    Form("passes", BAG, SHERIFFS),
    Form("inspections", BAG, SHERIFFS),
    Form("absences", {"seat": "2"}, SHERIFFS),
    Form("names", {"seat": "1", "name-1": "Bob"}, BOS),
    Form("names", {"seat": "2", "name-2": "Chloe"}),
    Form("departures", {"leaver": "1"}, BOS),
    Form("departures", {"leaver": "3"}),
    Form("rounds", {"rounds": "7"}),
    Form("players", {"newcomer": "Eve", "after": "3"}),
    Form("options", {"switching": "1", "on": "", "timer": "1"}),
    Form("take-backs", {"entry": "2"}, SHERIFFS),
    Form("door", {"do": "anew"}, no_record=True),
    Form("recording", {"recording": "own"}, no_record=True),
    Form("releases", {"seat": "0"}, SHERIFFS, no_record=True),
)


def judged(once: Try, among: Sequence[Form] = FORMS) -> list[str]:
    """So many kinds of forms, from every role, under every recording."""
    app = made_in(once.folder)
    forms = once.dice().sample(among, min(once.rounds, len(among)))
    with app.extensions["archive"]:
        asked_for = product(forms, RECORDINGS)
        wrong = [told for form, recording in asked_for for told in _wrong(app, form, recording)]
    holds(not wrong, "; ".join(wrong))
    asked = len(forms) * len(RECORDINGS) * len(ROLES)
    return [f"{asked} whole forms, {len(forms)} kinds: each stored, or not, as its sender may"]


def _wrong(app: Flask, form: Form, recording: str) -> Iterator[str]:
    """What was wrong about a form, by role; each role finds the table as it was."""
    there: Cast | None = None
    for role in ROLES:
        there = there or cast(app)
        records(there.phones["bank"], recording)
        before = _stored(app, there.game)
        page = _sent(there.phones[role], there.game, form)
        is_stored = _stored(app, there.game) != before
        if is_stored != form.may(role, recording):
            what = f"{form.path} {dict(form.fields)}, {recording} records: {page.status} {page.refusals}"
            yield f"{role} {'stored' if is_stored else 'could not store'} {what}"
        if is_stored:
            there = None


def _stored(app: Flask, game: str) -> object:
    return membership_of(app).look(game).version


def _sent(phone: Phone, game: str, form: Form) -> Page:
    tokens = {"csrf_token": phone.token, "action_id": secrets.token_urlsafe(16)}
    return phone.send("POST", f"/g/{game}/{form.path}", {**tokens, **form.fields}.items())


def everything_is_allowed(once: Try) -> list[str]:
    """With a program that lets everybody record who has a place."""
    with patch.object(Permit, "refusal", lambda *_asked, **_more: None):
        return judged(once, [form for form in FORMS if not form.no_record])


RIGHTS = (
    Check(
        "rights",
        "What a phone sends is stored if, and only if, its holder may, whoever records at the table.",
        2,
        len(FORMS),
        judged,
        {"nobody with a place is refused": everything_is_allowed},
        planted_rounds=1,
    ),
)
