"""The group file: a group with all its evenings as JSON, to keep, or to bring to another machine.

    {"format": "counting-house/group", "version": 1, "release": "0.1.0", "name": "Thursdays",
     "people": [{"name": "Anne", "called": true, "spellings": ["Ann", "Anne"]}, ...],
     "evenings": [GAME FILE, ...]}

A person goes by the name that keepers `called` them, else by the latest spelling. Evenings are written and
read one at a time: a group has a thousand.
"""

import json
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.gamefile import LARGEST_FILE as LARGEST_GAME
from companion.gamefile import Decoder, GameFile, GameFileRefusedError, as_json, fields_of, taken
from companion.games import Games
from companion.machine.release import release
from companion.records import MOST_EVENINGS
from companion.rules.evenings import Naming, Past, spelling
from companion.rules.names import clean_name
from companion.rules.refusals import Refusal
from companion.rules.shapes import told

FORMAT = "counting-house/group"
VERSION = 1
LARGEST_FILE = 32 << 20  # bytes
MOST_SPELLINGS = 500
KEYS = ("format", "version", "release", "name", "people", "evenings")
WHO = ("name", "called", "spellings")
_SPACE = re.compile(r"[ \t\n\r]*")
_IS_GROUP = re.compile(rf'"format"\s*:\s*"{FORMAT}"')
_DECODER = Decoder()


class TwiceError(GameFileRefusedError):
    """An evening is in the file twice."""


@dataclass(frozen=True, slots=True)
class GroupFile:
    """A checked group file: what the group is called, who is who, and its evenings, none of them stored."""

    naming: Naming
    evenings: tuple[GameFile, ...]


def written(past: Past, evenings: Iterable[str]) -> Iterator[str]:
    """The group file of a group, with the game files of its evenings."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "release": release(),
        "name": past.naming.name,
        "people": [
            {
                "name": person.name,
                "called": person.id in past.naming.names,
                "spellings": _spellings(past, person.id),
            }
            for person in past.people.values()
        ],
    }
    yield json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}") + ',\n "evenings": [\n'
    for number, evening in enumerate(evenings):
        yield (",\n" if number else "") + evening.rstrip("\n")
    yield "\n ]\n}\n"


def _spellings(past: Past, person: str) -> list[str]:
    """How a person was written, first by what they go by here."""
    found = past.spellings(person)
    if name := past.naming.names.get(person):
        found.setdefault(spelling(name), name)
    return [found.pop(person), *found.values()] if person in found else [*found.values()]


def is_group(text: str) -> bool:
    """Whether a file says that it is a group's, and not an evening's."""
    return _IS_GROUP.search(text) is not None


def read(games: Games, text: str) -> GroupFile:
    """The group in a group file, each evening checked as in a game file. Raises GameFileRefusedError."""
    with as_json():
        file = _Reading(games, text.removeprefix("\ufeff")).file()
    if file.get("format") != FORMAT:
        raise GameFileRefusedError("format", f'not "{FORMAT}", so this is not a group file')
    if file.get("version") != VERSION:
        raise GameFileRefusedError("version", f"not {VERSION}, which is all that this program reads")
    if {*file} != {*KEYS}:
        raise GameFileRefusedError("file", f"its keys are not {', '.join(KEYS)}")
    return GroupFile(_naming(file["name"], file["people"]), file["evenings"])


class _Reading:
    """Reads the outer object of a text member by member: what an evening is made of takes twenty times the
    room of its text, so only one is taken apart at a time, and none that is larger than a game file.
    """

    def __init__(self, games: Games, text: str) -> None:
        self._games = games
        self._text = text
        self._at = 0

    def file(self) -> dict[str, Any]:
        """The members, with all evenings checked."""
        found: dict[str, Any] = {}
        sign = self._sign("{")
        while sign != "}":
            key = self._value("file")
            self._sign(":")
            if not isinstance(key, str) or key not in KEYS or key in found:
                raise GameFileRefusedError("file", f"{told(key)} is not one of its keys, or there twice")
            found[key] = tuple(self._evenings()) if key == "evenings" else self._value(key)
            sign = self._sign(",}")
        self._sign("")
        return found

    def _evenings(self) -> Iterator[GameFile]:
        known = set[str]()
        sign = self._sign("[")
        self._skip()
        if self._text.startswith("]", self._at):
            sign = self._sign("]")
        while sign != "]":
            time.sleep(0)  # a worker of gevent has one thread for all phones
            place = f"evenings[{len(known)}]"
            value = self._value(place)
            try:
                evening = taken(self._games, value)
            except GameFileRefusedError as refused:
                raise GameFileRefusedError(f"{place}.{refused.place}", refused.fault) from None
            if value["game"] in known:
                raise TwiceError(place, f"{value['game']} is there already")
            known.add(value["game"])
            if len(known) > MOST_EVENINGS:
                raise GameFileRefusedError("evenings", f"more than {MOST_EVENINGS}")
            yield evening
            sign = self._sign(",]")

    def _value(self, place: str) -> Any:  # noqa: ANN401 - whatever JSON has
        self._skip()
        try:
            value, length = _DECODER.raw_decode(self._text[self._at : self._at + LARGEST_GAME])
        except json.JSONDecodeError as fault:
            raise GameFileRefusedError(place, f"not JSON, or larger than a game file: {fault.msg}") from None
        self._at += length
        return value

    def _sign(self, signs: str) -> str:
        """The next sign, one of these; "" at the end."""
        self._skip()
        sign = self._text[self._at : self._at + 1]
        if sign not in signs or bool(sign) is not bool(signs):
            raise json.JSONDecodeError(f"Expecting {signs or 'the end'}", self._text, self._at)
        self._at += 1
        return sign

    def _skip(self) -> None:
        found = _SPACE.match(self._text, self._at)
        self._at = found.end() if found else self._at


def _naming(name: object, people: object) -> Naming:
    whose, names = dict[str, str](), dict[str, str]()
    if not isinstance(people, list):
        raise GameFileRefusedError("people", "not a list")
    for number, value in enumerate(people):
        place = f"people[{number}]"
        who = fields_of(value, place, WHO)
        if not isinstance(who["spellings"], list) or not who["spellings"]:
            raise GameFileRefusedError(f"{place}.spellings", "not a list of names")
        spelt = [spelling(_name(each, f"{place}.spellings")) for each in who["spellings"]]
        if len({*spelt} - {*whose}) < len(spelt):
            raise GameFileRefusedError(f"{place}.spellings", "one of them is there already")
        whose.update(dict.fromkeys(spelt, spelt[0]))
        if len(whose) > MOST_SPELLINGS:
            raise GameFileRefusedError("people", f"more than {MOST_SPELLINGS} names")
        if who["called"] is True:
            names[spelt[0]] = _name(who["name"], f"{place}.name")
    others = {spelt: person for spelt, person in whose.items() if spelt != person}
    return Naming("" if name == "" else _name(name, "name"), others, names)


def _name(value: object, place: str) -> str:
    """A name that could have been typed."""
    with suppress(Refusal):
        if isinstance(value, str) and clean_name(value) == value:
            return value
    raise GameFileRefusedError(place, f"{told(value)} is not a name")
