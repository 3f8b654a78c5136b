"""Commands and events to JSON and back, by one fixed word for each kind."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, get_args, get_origin

from cattrs import Converter
from cattrs.gen import make_dict_unstructure_fn, override

from companion.rules.goods import Goods
from companion.rules.ledger import Account, Move, Place
from companion.rules.sheriff import commands, events
from companion.rules.sheriff.bags import Deal, Declaration
from companion.rules.sheriff.talk import Ask, Talk

EVENT_KINDS: Mapping[str, type[Any]] = {
    "table_opened": events.TableOpened,
    "sheet_counted": events.SheetCounted,
    "bag_passed": events.BagPassed,
    "bag_opened": events.BagOpened,
    "sat_out": events.SatOut,
    "badge_passed": events.BadgePassed,
    "count_begun": events.CountBegun,
    "paid": events.Paid,
    "player_left": events.PlayerLeft,
    "rounds_set": events.RoundsSet,
    "contraband_revealed": events.ContrabandRevealed,
    "stand_checked": events.StandChecked,
    "gold_counted": events.GoldCounted,
    "plates_chosen": events.PlatesChosen,
    "count_closed": events.CountClosed,
    "taken_back": events.TakenBack,
    "entry_corrected": events.EntryCorrected,
}
COMMAND_KINDS: Mapping[str, type[Any]] = {
    "open_table": commands.OpenTable,
    "count_out": commands.CountOut,
    "pass_bag": commands.PassBag,
    "open_bag": commands.OpenBag,
    "sit_out": commands.SitOut,
    "pass_badge": commands.PassBadge,
    "pay": commands.Pay,
    "leave": commands.Leave,
    "set_rounds": commands.SetRounds,
    "end_game": commands.EndGame,
    "reveal_contraband": commands.RevealContraband,
    "check_stand": commands.CheckStand,
    "count_gold": commands.CountGold,
    "choose_plates": commands.ChoosePlates,
    "close_count": commands.CloseCount,
    "take_back": commands.TakeBack,
    "correct": commands.Correct,
}
VERSION = 1
"""The shape of what is written today; `upgrade` brings older shapes up to it."""

_WORDS = {kind: word for word, kind in (*EVENT_KINDS.items(), *COMMAND_KINDS.items())}
_NESTED = {
    events.BagPassed | events.BagOpened | events.Paid: EVENT_KINDS,
    commands.PassBag | commands.OpenBag | commands.Pay: COMMAND_KINDS,
}


_LATER: Mapping[type, tuple[str, ...]] = {
    Deal: ("decision",),
    events.PlayerLeft: ("turns",),
    events.SheetCounted: ("replaces",),
    commands.CountOut: ("replaces",),
    events.TakenBack: ("by",),
    Talk: ("said_on",),
}
"""Fields that older lines do not have; one that says nothing is left out, so those stay as they were."""


class UnreadableError(ValueError):
    """A stored or imported text that is no event, or no talk, this version knows."""


def encode_event(event: events.Event) -> str:
    """The event as one line of JSON; goods keep their order, in which the log names them."""
    return _line({"version": VERSION, **_tagged(event)})


def decode_event(text: str) -> events.Event:
    """The event of a line of JSON. Raises UnreadableError."""
    try:
        data = upgrade(json.loads(text))
        return _untagged(data, EVENT_KINDS)  # type: ignore[no-any-return]
    except Exception as fault:  # what a text that is no event breaks has no common kind, in cattrs neither
        raise UnreadableError(text[:200]) from fault


def encode_talk(talk: Talk) -> str:
    """What was said in a round as one line of JSON; declarations keep the order they were made in."""
    return _line({"version": VERSION, **_converter.unstructure(talk, Talk)})


def decode_talk(text: str) -> Talk:
    """The talk of a line of JSON. Raises UnreadableError."""
    try:
        return _converter.structure(upgrade(json.loads(text)), Talk)
    except Exception as fault:  # as with events
        raise UnreadableError(text[:200]) from fault


def encode_goods(goods: Goods) -> str:
    """A handful of cards as one line of JSON."""
    return _line(dict(goods))


def decode_goods(text: str) -> Goods:
    """The handful of a line of JSON. Raises UnreadableError."""
    try:
        return _goods(json.loads(text), Goods)
    except (TypeError, ValueError) as fault:
        raise UnreadableError(text[:200]) from fault


def fingerprint(command: commands.Action | commands.Opening | Ask) -> str:
    """What tells one command, or one thing said, from another, in 64 hexadecimal digits."""
    return hashlib.sha256(_line(_tagged(command), sort_keys=True).encode()).hexdigest()


def upgrade(data: dict[str, Any]) -> dict[str, Any]:
    """An event or a talk of an older shape in today's; there is only one shape so far."""
    version = data.pop("version", None)
    if version != VERSION:
        raise UnreadableError(version)
    return data


def _line(data: object, *, sort_keys: bool = False) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=sort_keys, separators=(",", ":"))


def _tagged(thing: object) -> dict[str, Any]:
    kind = type(thing)
    return {"kind": _WORDS.get(kind, kind.__name__), **_converter.unstructure(thing, kind)}


def _untagged(data: Mapping[str, Any], kinds: Mapping[str, type[Any]]) -> Any:  # noqa: ANN401 - as many types as kinds
    fields = dict(data)
    return _converter.structure(fields, kinds[fields.pop("kind")])


def _exactly(kind: type) -> Callable[[object, Callable[[object], object]], object]:
    """A hook that takes a value of exactly this type: no "3", 3.0 or true for 3. cattrs asks it for
    enumerations of the type too.
    """

    def structure(value: object, wanted: Callable[[object], object]) -> object:
        if type(value) is not kind:
            raise TypeError(value)
        return wanted(value)

    return structure


def _is_tuple(wanted: object) -> bool:
    return get_origin(wanted) is tuple


def _is_declarations(wanted: object) -> bool:
    return bool(wanted == Mapping[int, Declaration])


def _tuple(wanted: type) -> Callable[[object, object], object]:
    """A hook that takes a list: a text is no tuple of its letters, an object none of its keys."""
    *kinds, last = get_args(wanted)

    def structure(values: object, _: object) -> object:
        if type(values) is not list:
            raise TypeError(values)
        wanted_kinds = kinds * len(values) if last is Ellipsis else (*kinds, last)
        return tuple(
            _converter.structure(value, kind) for value, kind in zip(values, wanted_kinds, strict=True)
        )

    return structure


def _account(word: str) -> Account:
    place, _, seat = word.partition(":")
    account = Account(Place(place), int(seat) if seat else None)
    shared = place in {Place.BANK, Place.BOX}
    if _account_word(account) != word or (account.seat is None) != shared or seat.startswith("-"):
        raise ValueError(word)
    return account


def _move(fields: object, _: object) -> Move:
    if not isinstance(fields, list):
        raise TypeError(fields)
    source, target, what, amount = fields
    if type(what) is not str or type(amount) is not int:
        raise TypeError(fields)
    return Move(_account(source), _account(target), what, amount)


def _goods(counts: object, _: object) -> Goods:
    if not isinstance(counts, dict) or not all(type(count) is int for count in counts.values()):
        raise TypeError(counts)
    return Goods(counts)


def _declarations(pairs: object, _: object) -> dict[int, Declaration]:
    """Pairs of a seat and what it declared, each seat once: a JSON object would make words of the seats."""
    if type(pairs) is not list or any(type(pair) is not list or type(pair[0]) is not int for pair in pairs):
        raise TypeError(pairs)
    declarations = {seat: _converter.structure(declared, Declaration) for seat, declared in pairs}
    if len(declarations) != len(pairs):
        raise ValueError(pairs)
    return declarations


def _pairs(declarations: Mapping[int, Declaration]) -> list[list[object]]:
    return [[seat, _converter.unstructure(declared)] for seat, declared in declarations.items()]


def _account_word(account: Account) -> str:
    return account.place.value if account.seat is None else f"{account.place.value}:{account.seat}"


def _make_converter() -> Converter:
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
    converter.register_structure_hook_func(_is_declarations, _declarations)
    converter.register_unstructure_hook_func(_is_declarations, _pairs)
    for union, kinds in _NESTED.items():
        converter.register_structure_hook(union, lambda data, _, kinds=kinds: _untagged(data, kinds))
        converter.register_unstructure_hook(union, _tagged)
    for later, fields in _LATER.items():
        unsaid: Any = {field: override(omit_if_default=True) for field in fields}
        converter.register_unstructure_hook(later, make_dict_unstructure_fn(later, converter, **unsaid))
    return converter


_converter = _make_converter()
