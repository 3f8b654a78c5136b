"""The game file: the whole log of one game as JSON, to keep, to read, or to move to another machine.

    {"format": "counting-house/game", "version": 3, "release": "0.1.0", "game": "7KQ2M9XA",
     "opened_at": 1767225600000, "closed_at": null,
     "told": {"game": "sheriff", "players": [{"player": "Ann", "place": 1, ...}, ...], "bags": [...], ...},
     "entries": [{"seq": 1, "action_id": "...", "recorded_at": 1767225600000, "event": {...}}, ...],
     "chain": "..."}

Times are milliseconds since 1970, UTC. `told` is for whoever reads the numbers of the evening
(docs/game-file.schema.json), and is never read here; the entries bring the evening back. An event is as the
codec writes it. It includes the ids of the actions, so that the restored game is the same one, but not who
holds the game, nor the clock. The chain is of all entries of the file, so that a changed one is noticed.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Never

from companion.chain import ALTERED, BEGINNING, broken, linked
from companion.codec import UnreadableError, codec_of
from companion.games import Games
from companion.laws import follow
from companion.machine.release import release
from companion.records import Entry, GameRecord, NewEntry
from companion.rules.checks import BrokenLawError
from companion.rules.ruleset import AnyRuleset, State
from companion.rules.seats import Stage
from companion.rules.shapes import told

FORMAT = "counting-house/game"
VERSION = 3
UNCHAINED = 1
"""The shape of the oldest files, which have no chain."""
LARGEST_FILE = 1 << 20  # bytes
MOST_ENTRIES = 20_000
LATEST = 32_503_680_000_000  # the year 3000; some systems cannot handle later dates
MOST_DIGITS = 15

FILE_KEYS = ("format", "version", "release", "game", "opened_at", "closed_at", "entries")
LATER_KEYS: Mapping[int, tuple[str, ...]] = {UNCHAINED: (), 2: ("chain",), VERSION: ("chain", "told")}
"""What each version of the file has besides."""
ENTRY_KEYS = ("seq", "action_id", "recorded_at", "event")
_ACTION_ID = re.compile(r"[!-~]{1,64}")


class GameFileRefusedError(ValueError):
    """The input is not a game file, or describes an impossible game: the place, and the fault."""

    def __init__(self, place: str, fault: str) -> None:
        self.place = place
        self.fault = fault
        super().__init__(f"{place}: {fault}")


class DamagedEntryError(ValueError):
    """A stored entry that cannot be read."""

    def __init__(self, game: str, seq: int) -> None:
        super().__init__(f"entry {seq} of game {game} is damaged")


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a game; `seq` is the entry's number, None if it is the game as a whole."""

    what: str
    seq: int | None = None

    def __str__(self) -> str:
        """One line."""
        return self.what if self.seq is None else f"entry {self.seq}: {self.what}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the laws say about a game; `game` is None if an entry breaks one."""

    game: State | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class GameFile:
    """A checked game file: its entries, not yet stored, and the game that they lead to."""

    entries: tuple[NewEntry, ...]
    closed_at: int | None
    game: State


def written(games: Games, record: GameRecord, entries: Sequence[Entry], told: Mapping[str, Any]) -> str:
    """The game file of a game, one entry per line, with what it `told`. Raises DamagedEntryError, also if an
    entry is not what was stored.
    """
    for seq in broken(entries):
        raise DamagedEntryError(record.id, seq)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "release": release(),
        "game": record.id,
        "opened_at": record.opened_at,
        "closed_at": record.closed_at,
    }
    opening = json.dumps(head, indent=1).removesuffix("\n}")
    possible = _possible(games, entries)
    every = [_fields(possible, entry) for entry in entries]
    lines = ",\n  ".join(json.dumps(fields, ensure_ascii=False) for fields in every)
    opening += f',\n "told": {json.dumps(told, ensure_ascii=False)}'
    return f'{opening},\n "entries": [\n  {lines}\n ],\n "chain": "{_chain(record.id, every)}"\n}}\n'


def _fields(possible: tuple[AnyRuleset, ...], entry: Entry) -> dict[str, Any]:
    understood = _understood(possible, entry)
    if understood is None:
        raise DamagedEntryError(entry.game, entry.seq)
    fields = {"seq": entry.seq, "action_id": entry.action_id, "recorded_at": entry.recorded_at}
    return {**fields, "event": json.loads(understood.body)}


def _chain(game: str, entries: Iterable[Mapping[str, Any]]) -> str:
    """The chain of a file's entries, however the file is laid out, and in whichever order its keys are."""
    chain = BEGINNING
    for fields in entries:
        body = json.dumps(fields["event"], sort_keys=True)
        chain = linked(
            chain, Entry(game, fields["seq"], fields["action_id"], "", fields["recorded_at"], body)
        )
    return chain


@dataclass(frozen=True, slots=True)
class _Understood:
    """What a stored entry says, and its line as the codec writes it today."""

    event: Any
    by: tuple[int, ...] | None
    body: str


def _possible(games: Games, entries: Sequence[Entry]) -> tuple[AnyRuleset, ...]:
    """The game of these entries; all games that are played here if the first entry opens none."""
    return games.possible(entries[0].body if entries else "")


def _understood(possible: tuple[AnyRuleset, ...], entry: Entry) -> _Understood | None:
    """What a stored entry says in one of these games; None for a damaged one."""
    for rules in possible:
        codec = codec_of(rules)
        with suppress(UnreadableError):
            event, by = codec.decode_line(entry.body)
            body = codec.encode_event(event, by)
            if _holds(json.loads(body), json.loads(entry.body)):
                return _Understood(event, by, body)
    return None


def _holds(whole: object, part: object) -> bool:
    """Whether everything in the file was understood as written: "3" is not 3, nor is "ab" two letters."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and _holds(whole[key], value) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(_holds, whole, part))
    return type(part) is type(whole) and part == whole


def verified(games: Games, entries: Sequence[Entry], *, closed: bool) -> Verdict:
    """The game of these entries, and what is wrong with its numbers, ids, events, balances, supply."""
    possible = _possible(games, entries)
    understood = [_understood(possible, entry) for entry in entries]
    unreadable = (
        Finding("it is damaged", entry.seq)
        for entry, said in zip(entries, understood, strict=True)
        if said is None
    )
    found = (*_misnumbered(entries), *_repeated(entries), *unreadable)
    if found:
        return Verdict(None, found)
    said_by = {entry.seq: said for entry, said in zip(entries, understood, strict=True) if said}
    numbered = ((seq, said.event) for seq, said in said_by.items())
    recorders = {seq: said.by for seq, said in said_by.items()}
    try:  # if several games are possible, no entry opens one, as is found here
        game = follow(possible[0], numbered, recorders)
    except BrokenLawError as broken:
        return Verdict(None, (Finding(broken.what, broken.seq),))
    return Verdict(game, tuple(_wrongly_marked(game, closed=closed)))


def altered(record: GameRecord, entries: Sequence[Entry]) -> Iterator[Finding]:
    """What the database holds of a game that is not what was stored."""
    yield from (Finding(ALTERED, seq) for seq in broken(entries))
    if entries and record.opened_at != entries[0].recorded_at:
        yield Finding("the game is not marked as opened when its first entry was recorded")
    if entries and record.closed_at not in {None, entries[-1].recorded_at}:
        yield Finding("the game is not marked as finished when its last entry was recorded")


def _misnumbered(entries: Sequence[Entry]) -> Iterator[Finding]:
    expected = 1
    for entry in entries:
        if entry.seq != expected:
            yield Finding("it is missing", expected)
        expected = entry.seq + 1


def _repeated(entries: Sequence[Entry]) -> Iterator[Finding]:
    known: dict[str, int] = {}
    for entry in entries:
        first = known.setdefault(entry.action_id, entry.seq)
        if first != entry.seq:
            yield Finding(f"its action is that of entry {first}", entry.seq)


def _wrongly_marked(game: State, *, closed: bool) -> Iterator[Finding]:
    if closed and game.stage is not Stage.CLOSED:
        yield Finding("the game is marked as finished, but its entries do not end it")
    if not closed and game.stage is Stage.CLOSED:
        yield Finding("the game is not marked as finished, but its entries end it")


def read(games: Games, text: str) -> GameFile:
    """The game in a game file, with every law checked, but no rule. Raises GameFileRefusedError."""
    if len(text) > LARGEST_FILE:
        raise GameFileRefusedError("size", f"more than {LARGEST_FILE} bytes, which is more than an evening")
    with as_json():
        value = json.loads(text.removeprefix("\ufeff"), cls=Decoder)
    return taken(games, value)


def taken(games: Games, value: object) -> GameFile:
    """The game in what a game file has, likewise."""
    file = fields_of(value, "file", ())
    if file.get("format") != FORMAT:
        raise GameFileRefusedError("format", f'not "{FORMAT}", so this is not a game file')
    version = _number(file.get("version"), "version")
    if version not in LATER_KEYS:
        raise GameFileRefusedError("version", f"{version} is none that this program reads, up to {VERSION}")
    fields_of(file, "file", (*FILE_KEYS, *LATER_KEYS[version]))
    _text(file["release"], "release")
    fields_of(file.get("told", {}), "told", ())
    entries = tuple(_entries(games, file["entries"], _text(file["game"], "game")))
    if _time(file["opened_at"], "opened_at") != entries[0].recorded_at:
        raise GameFileRefusedError("opened_at", "not the time of the first entry")
    closed_at = None if file["closed_at"] is None else _time(file["closed_at"], "closed_at")
    verdict = verified(games, entries, closed=closed_at is not None)
    if verdict.game is None or verdict.findings:
        raise GameFileRefusedError(_place(verdict.findings[0]), verdict.findings[0].what)
    if version != UNCHAINED and file["chain"] != _chain(file["game"], file["entries"]):
        raise GameFileRefusedError("chain", "an entry is not what was exported")
    lines = (NewEntry(entry.action_id, entry.fingerprint, entry.body, entry.recorded_at) for entry in entries)
    return GameFile(tuple(lines), closed_at, verdict.game)


def _place(finding: Finding) -> str:
    return "closed_at" if finding.seq is None else f"entries[{finding.seq - 1}]"


def _entries(games: Games, given: object, game: str) -> Iterator[Entry]:
    """The entries as the journal keeps them."""
    if not isinstance(given, list):
        raise GameFileRefusedError("entries", "not a list")
    if not 1 <= len(given) <= MOST_ENTRIES:
        raise GameFileRefusedError("entries", f"{len(given)} are none or more than {MOST_ENTRIES}")
    possible: tuple[AnyRuleset, ...] = ()
    for index, value in enumerate(given):
        entry = _entry(value, index, game)
        possible = possible or games.possible(entry.body)
        yield _marked(possible, entry, index)


def _entry(value: object, index: int, game: str) -> Entry:
    """An entry as the file has it."""
    place = f"entries[{index}]"
    fields = fields_of(value, place, ENTRY_KEYS)
    if _number(fields["seq"], f"{place}.seq") != index + 1:
        raise GameFileRefusedError(f"{place}.seq", f"{fields['seq']} should be {index + 1}")
    action_id = _text(fields["action_id"], f"{place}.action_id")
    if not _ACTION_ID.fullmatch(action_id):
        raise GameFileRefusedError(f"{place}.action_id", "not 1 to 64 plain characters")
    body = json.dumps(fields_of(fields["event"], f"{place}.event", ()), ensure_ascii=False)
    recorded_at = _time(fields["recorded_at"], f"{place}.recorded_at")
    return Entry(game, index + 1, action_id, "", recorded_at, body)


def _marked(possible: tuple[AnyRuleset, ...], entry: Entry, index: int) -> Entry:
    """The entry with its event as the codec writes it today, and its fingerprint."""
    understood = _understood(possible, entry)
    if understood is None:
        raise GameFileRefusedError(f"entries[{index}].event", "not an event that this version knows")
    # The command that led here is not in the file; the event tells one action from another as well.
    mark = hashlib.sha256(understood.body.encode()).hexdigest()
    return replace(entry, fingerprint=mark, body=understood.body)


class Decoder(json.JSONDecoder):
    """Reads JSON with only whole numbers, and characters that can be stored."""

    def __init__(self) -> None:
        super().__init__(
            object_pairs_hook=_without_repeats,
            parse_int=_digits,
            parse_float=_no_number,
            parse_constant=_no_number,
        )

    def raw_decode(self, s: str, idx: int = 0) -> tuple[Any, int]:
        """The value at this place in a text, and where it ends."""
        value, end = super().raw_decode(s, idx)
        json.dumps(value, ensure_ascii=False).encode()
        return value, end


@contextmanager
def as_json() -> Iterator[None]:
    """Refuse whatever cannot be read as JSON."""
    try:
        yield
    except json.JSONDecodeError as fault:
        place = f"line {fault.lineno}, column {fault.colno}"
        raise GameFileRefusedError(place, f"not JSON, {fault.msg}") from None
    except UnicodeEncodeError:
        raise GameFileRefusedError("file", "half of a surrogate pair, which is not a character") from None
    except RecursionError:
        raise GameFileRefusedError("file", "its brackets are nested too deeply") from None


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise GameFileRefusedError("file", f"the key {told(key)} appears twice in an object")
        found[key] = value
    return found


def _digits(digits: str) -> int:
    return int(digits) if len(digits) <= MOST_DIGITS else _no_number(digits)


def _no_number(digits: str) -> Never:
    raise GameFileRefusedError("file", f"{told(digits)} is not a number that an evening can have")


def fields_of(value: object, place: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    """An object, with exactly these keys if any are given."""
    if not isinstance(value, dict):
        raise GameFileRefusedError(place, f"{told(value)} is not an object")
    for key in keys:
        if key not in value:
            raise GameFileRefusedError(place, f"{key} is missing")
    for key in value if keys else ():
        if key not in keys:
            raise GameFileRefusedError(place, f"{told(key)} is not one of its keys")
    return value


def _number(value: object, place: str) -> int:
    if type(value) is not int:
        raise GameFileRefusedError(place, f"{told(value)} is not a whole number")
    return value


def _time(value: object, place: str) -> int:
    if not 0 <= _number(value, place) <= LATEST:
        raise GameFileRefusedError(place, f"{value} is not a time")
    return _number(value, place)


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise GameFileRefusedError(place, f"{told(value)} is not a text")
    return value
