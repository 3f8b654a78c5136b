"""Commands and events to JSON and back, with one fixed word for each kind; each game has its own words."""

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from operator import eq
from typing import Any, get_args, get_origin

from cattrs import Converter
from cattrs.gen import make_dict_unstructure_fn, override

from companion.rules.checks import OF_A_SEAT
from companion.rules.evenings import Evening, Guest, Naming
from companion.rules.kinds import EntryPutBack, PutBack, TakeBack, TakenBack
from companion.rules.ledger import Account, Goods, Move, Place
from companion.rules.ruleset import AnyRuleset, State, Summary
from companion.rules.seats import Seat

EVENTS_OF_ANY: Mapping[str, type[Any]] = {"taken_back": TakenBack, "put_back": EntryPutBack}
COMMANDS_OF_ANY: Mapping[str, type[Any]] = {"take_back": TakeBack, "put_back": PutBack}
LATER_OF_ANY: Mapping[type[Any], tuple[str, ...]] = {TakenBack: ("by",), Seat: ("named",)}
"""The words that all games have, and the fields that older lines do not."""
VERSION = 1
"""The shape that is written today; `upgrade` brings older shapes up to it."""
RECORDER = "recorded_by"
"""The key for the seats of the phone that recorded a line. Older lines lack it, as do those of a table with
one phone. Entries that take or put back have a field for it.
"""
SUMMARY = 1
"""The version of summaries that this program reads; any other is made again. Every change to what a game's
summary says or means raises it by one.
"""
TOLD = 1
"""The version of what evenings tell that this program reads, likewise."""
SHARED = 4_096
"""How many moves, how many accounts and how many handfuls all tables share in memory."""
READY = "ready"
"""The key under which a talk keeps, by seat, what is said later and is that seat's secret until then."""


class UnreadableError(ValueError):
    """A stored or imported text that this version cannot read as an event or a talk."""


class Codec:
    """The words of one game, and what is written with them."""

    def __init__(self, rules: AnyRuleset) -> None:
        kinds = rules.kinds
        self.event_kinds = {**kinds.openings, **kinds.events, **EVENTS_OF_ANY}
        self.command_kinds = {**kinds.commands, **COMMANDS_OF_ANY}
        every = (*self.event_kinds.items(), *self.command_kinds.items())
        self._words = {kind: word for word, kind in every}
        self._talk: type[Any] = rules.talking.kind if rules.talking else type(None)
        self._converter = self._made(rules)

    def encode_event(self, event: object, by: tuple[int, ...] | None = None) -> str:
        """The event as one line of JSON, recorded `by` the phone of these seats; goods keep their order,
        because the log names them in it.
        """
        is_said = by is None or isinstance(event, TakenBack | EntryPutBack)
        recorder = {} if is_said else {RECORDER: by}
        return _line({"version": VERSION, **recorder, **self._tagged(event)})

    def decode_event(self, text: str) -> Any:  # noqa: ANN401 - as many types as kinds
        """The event of a line of JSON. Raises UnreadableError."""
        return self.decode_line(text)[0]

    def decode_line(self, text: str) -> tuple[Any, tuple[int, ...] | None]:
        """The event of a line of JSON, and who recorded it. Raises UnreadableError."""
        try:
            fields = upgrade(json.loads(text))
            by = _recorder(fields.pop(RECORDER, None))
            return self._untagged(fields, self.event_kinds), by
        except Exception as fault:  # whatever json, cattrs or a kind raises: they have no common class
            raise UnreadableError(text[:200]) from fault

    def encode_talk(self, talk: object) -> str:
        """What was said in a round as one line of JSON; declarations keep the order they were made in."""
        return _line({"version": VERSION, **self._converter.unstructure(talk, self._talk)})

    def decode_talk(self, text: str) -> Any:  # noqa: ANN401 - the game's own
        """The talk of a line of JSON. Raises UnreadableError."""
        try:
            return self._converter.structure(upgrade(json.loads(text)), self._talk)
        except Exception as fault:  # as with events
            raise UnreadableError(text[:200]) from fault

    def encode_command(self, command: object) -> str:
        """The command as one line of JSON, to help find a fault."""
        return _line(self._tagged(command))

    def fingerprint(self, command: object) -> str:
        """A hash that tells one command, or one thing said, from another: 64 hexadecimal digits."""
        return hashlib.sha256(_line(self._tagged(command), sort_keys=True).encode()).hexdigest()

    def _tagged(self, thing: object) -> dict[str, Any]:
        kind = type(thing)
        return {"kind": self._words.get(kind, kind.__name__), **self._converter.unstructure(thing, kind)}

    def _untagged(self, data: Mapping[str, Any], kinds: Mapping[str, type[Any]]) -> Any:  # noqa: ANN401 - as above
        fields = dict(data)
        return self._converter.structure(fields, kinds[fields.pop("kind")])

    def _nested(self, kinds: Mapping[str, type[Any]], data: Mapping[str, Any], _: object) -> object:
        return self._untagged(data, kinds)

    def _made(self, rules: AnyRuleset) -> Converter:
        converter = _converter()
        for union, kinds in rules.kinds.nested.items():
            converter.register_structure_hook_func(partial(eq, union), partial(self._nested, kinds))
            converter.register_unstructure_hook_func(partial(eq, union), self._tagged)
        for later, fields in (*LATER_OF_ANY.items(), *rules.kinds.later.items()):
            unsaid: Any = {field: override(omit_if_default=True) for field in fields}
            converter.register_unstructure_hook(later, make_dict_unstructure_fn(later, converter, **unsaid))
        return converter


@cache
def codec_of(rules: AnyRuleset) -> Codec:
    """The codec of a game's lines."""
    return Codec(rules)


def kind_of(text: str) -> str:
    """The word of an event's kind; "" for a text that has none."""
    try:
        data = json.loads(text)
    except ValueError:
        return ""
    word = data.get("kind") if isinstance(data, dict) else None
    return word if isinstance(word, str) else ""


def encode_goods(goods: Goods) -> str:
    """A handful of cards as one line of JSON."""
    return _line(dict(goods))


def decode_goods(text: str) -> Goods:
    """The handful in a line of JSON. Raises UnreadableError."""
    try:
        return _goods(json.loads(text), Goods)
    except (TypeError, ValueError) as fault:
        raise UnreadableError(text[:200]) from fault


def encode_summary(rules: AnyRuleset, game: State) -> str:
    """The summary of a game of these rules as one line of JSON."""
    return _line({"version": SUMMARY, "rules": rules.word, **_common().unstructure(rules.summary(game))})


def decode_summary(text: str) -> tuple[str, Summary]:
    """The word of the rules and the summary in a line of JSON. Raises UnreadableError."""
    try:
        fields = json.loads(text)
        _check_version(fields.pop("version"), SUMMARY)
        return fields.pop("rules"), _common().structure(fields, Summary)
    except Exception as fault:  # as with events
        raise UnreadableError(text[:200]) from fault


def encode_told(rules: AnyRuleset, evening: Evening) -> str:
    """What an evening tells its groups as one line of JSON; what nobody did is left out."""
    guests = [
        (each.name, each.shield, each.place, each.total, _done(each.deeds), each.named)
        for each in evening.guests
    ]
    told = {"minutes": evening.minutes, "replaces": evening.replaces, "guests": guests}
    return _line({"version": TOLD, "rules": rules.word, **told})


def _done(deeds: Mapping[str, int]) -> dict[str, int]:
    return {word: number for word, number in deeds.items() if number}


@lru_cache(SHARED)
def decode_told(text: str) -> tuple[str, Evening]:
    """The word of the rules and what the evening tells, in a line of JSON. Raises UnreadableError. A group
    has a thousand of them, so they are read plainly, and once.
    """
    try:
        fields = json.loads(text)
        _check_version(fields["version"], TOLD)
        guests = tuple(Guest(*each) for each in fields["guests"])
        return fields["rules"], Evening(guests, fields["minutes"], fields["replaces"])
    except Exception as fault:  # as with events
        raise UnreadableError(text[:200]) from fault


def encode_naming(naming: Naming) -> str:
    """What a group is called, and who is who there, as one line of JSON."""
    return _line({"version": VERSION, **_common().unstructure(naming)})


def decode_naming(text: str) -> Naming:
    """What a group is called, and who is who there, in a line of JSON. Raises UnreadableError."""
    try:
        return _common().structure(upgrade(json.loads(text)), Naming)
    except Exception as fault:  # as with events
        raise UnreadableError(text[:200]) from fault


def without_secret(talk: str, seat: int) -> str:
    """The stored talk without this seat's secret; unchanged if it has none, or another version wrote it."""
    try:
        fields = json.loads(talk)
        left = [(owner, said) for owner, said in fields[READY] if owner != seat]
    except (ValueError, LookupError, TypeError):
        return talk
    return _line({**fields, READY: left}) if len(left) < len(fields[READY]) else talk


def upgrade(data: dict[str, Any]) -> dict[str, Any]:
    """An event or a talk of an older shape in today's shape; there is only one so far."""
    _check_version(data.pop("version", None), VERSION)
    return data


def _check_version(found: object, version: int) -> None:
    if type(found) is not int or found != version:
        raise UnreadableError(found)


def _recorder(seats: object) -> tuple[int, ...] | None:
    if seats is None:
        return None
    if type(seats) is not list or any(type(seat) is not int or seat < 0 for seat in seats):
        raise TypeError(seats)
    return tuple(seats)


def _line(data: object, *, sort_keys: bool = False) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=sort_keys, separators=(",", ":"))


def _exactly(kind: type) -> Callable[[object, Callable[[object], object]], object]:
    """A hook that accepts only a value of exactly this type: not "3", 3.0 or true for 3. cattrs uses it for
    enumerations of the type too.
    """

    def structure(value: object, wanted: Callable[[object], object]) -> object:
        if type(value) is not kind:
            raise TypeError(value)
        return wanted(value)

    return structure


def _is_tuple(wanted: object) -> bool:
    return get_origin(wanted) is tuple


def _is_by_seat(wanted: object) -> bool:
    return get_origin(wanted) is Mapping and get_args(wanted)[0] is int


def _tuple(wanted: type, converter: Converter) -> Callable[[object, object], object]:
    """A hook that takes only a list: a string is no tuple of its letters, an object none of its keys."""
    *kinds, last = get_args(wanted)

    def structure(values: object, _: object) -> object:
        if type(values) is not list:
            raise TypeError(values)
        wanted_kinds = kinds * len(values) if last is Ellipsis else (*kinds, last)
        return tuple(
            converter.structure(value, kind) for value, kind in zip(values, wanted_kinds, strict=True)
        )

    return structure


@lru_cache(SHARED)
def _account(word: str) -> Account:
    place, _, seat = word.partition(":")
    account = Account(Place(place), int(seat) if seat else None)
    belongs = place in OF_A_SEAT
    if _account_word(account) != word or (account.seat is None) is belongs or seat.startswith("-"):
        raise ValueError(word)
    return account


def _move(fields: object, _: object) -> Move:
    if not isinstance(fields, list):
        raise TypeError(fields)
    source, target, what, amount = fields
    if type(what) is not str or type(amount) is not int:
        raise TypeError(fields)
    return _moved(source, target, what, amount)


@lru_cache(SHARED)
def _moved(source: str, target: str, what: str, amount: int) -> Move:
    """Share one object between equal moves, which recur within an evening and at every table."""
    return Move(_account(source), _account(target), what, amount)


def _goods(counts: object, _: object) -> Goods:
    if not isinstance(counts, dict) or not all(type(count) is int for count in counts.values()):
        raise TypeError(counts)
    return _handful(tuple(counts.items()))


@lru_cache(SHARED)
def _handful(counts: tuple[tuple[str, int], ...]) -> Goods:
    """Share one object between equal handfuls in the same order."""
    return Goods(counts)


def _by_seat(wanted: type, converter: Converter) -> Callable[[object, object], object]:
    """A hook for pairs of a seat and its value, each seat once: JSON's keys would be strings."""
    _, kind = get_args(wanted)

    def structure(pairs: object, _: object) -> object:
        if type(pairs) is not list or any(
            type(pair) is not list or type(pair[0]) is not int for pair in pairs
        ):
            raise TypeError(pairs)
        found = {seat: converter.structure(value, kind) for seat, value in pairs}
        if len(found) != len(pairs):
            raise ValueError(pairs)
        return found

    return structure


def _pairs(_wanted: type, converter: Converter) -> Callable[[Mapping[int, object]], list[list[object]]]:
    return lambda by_seat: [[seat, converter.unstructure(value)] for seat, value in by_seat.items()]


def _account_word(account: Account) -> str:
    return account.place.value if account.seat is None else f"{account.place.value}:{account.seat}"


@cache
def _common() -> Converter:
    """The converter for what no game has words of its own for."""
    return _converter()


def _converter() -> Converter:
    """The converter for what all games are made of."""
    converter = Converter(forbid_extra_keys=True, detailed_validation=False)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, _exactly(kind))
    converter.register_structure_hook_factory(_is_tuple, _tuple)
    converter.register_structure_hook(Move, _move)
    converter.register_unstructure_hook(
        Move, lambda move: [_account_word(move.source), _account_word(move.target), move.what, move.amount]
    )
    converter.register_structure_hook(Goods, _goods)
    converter.register_unstructure_hook(Goods, dict)
    converter.register_structure_hook_factory(_is_by_seat, _by_seat)
    converter.register_unstructure_hook_factory(_is_by_seat, _pairs)
    return converter
