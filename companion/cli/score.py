"""The command `score`: a count sheet in, the count as JSON out."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from textwrap import fill
from typing import Any

from companion.rules.nottingham import sheet as nottingham
from companion.rules.nottingham.box import BOX
from companion.rules.refusals import Refusal
from companion.rules.shapes import Repeating, game_of
from companion.rules.sheet_refusals import WordUnknown, place_of
from companion.rules.sheriff import sheet as sheriff
from companion.rules.sheriff.cards import COPIES
from companion.rules.sheriff.cards.other_cards import OTHER
from companion.rules.sheriff.editions import Kind, common_cards
from companion.rules.sheriff.scoring import Bonus, PlayerCount

COUNTED, REFUSED = 0, 2
STANDARD_INPUT = "-"
LARGEST_SHEET = 1 << 16
LONGEST_NUMBER = 20
WORDS_STAND = "`counting-house score --help` lists the words"
KIND_NAMES = {
    Kind.LEGAL: "legal goods",
    Kind.CONTRABAND: "contraband",
    Kind.ROYAL: "royal goods",
    Kind.PROMO: "promo cards",
}
NAME_WIDTH = 14
HELP_WIDTH = 82


class SheetUnreadableError(ValueError):
    """The input is not JSON text."""


def listed_words(indent: str) -> dict[str, str]:
    """The words of a sheet for --help, by their placeholder there; each kind's words after its name."""
    every: Mapping[str, Mapping[str, Sequence[str]]] = {
        "GOODS": {name: [good.word for good in common_cards().of(kind)] for kind, name in KIND_NAMES.items()},
        "EXTRAS": {"extras": (*COPIES, OTHER)},
        "OBJECTS": {"objects": BOX.item_words, "missions": BOX.mission_words},
    }
    return {
        place: "\n".join(
            fill(
                " ".join(words),
                HELP_WIDTH,
                initial_indent=f"{indent}{name:{NAME_WIDTH}}",
                subsequent_indent=indent + " " * NAME_WIDTH,
            )
            for name, words in kinds.items()
        )
        for place, kinds in every.items()
    }


def run(source: str) -> int:
    """Print the count of the sheet in a file, or on standard input for `-`. The exit status, 0 or 2."""
    try:
        status, output, fault = score(_text(source))
    except (OSError, SheetUnreadableError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        status, output, fault = REFUSED, "", f"{source!r}: {reason}\n"
    # Bypass the text layer, whose encoding and line ends are the terminal's and not the format's.
    sys.stdout.buffer.write(output.encode())
    sys.stderr.write(fault)
    return status


def score(text: str) -> tuple[int, str, str]:
    """The exit status, standard output and standard error for the text of a count sheet."""
    try:
        answer = counted(_decoded(text))
    except SheetUnreadableError as error:
        return REFUSED, "", f"{error}\n"
    except Refusal as refusal:
        return REFUSED, "", f"{place_of(refusal)}: {_sentence(refusal)}\n"
    return COUNTED, json.dumps(answer, ensure_ascii=False, indent=2) + "\n", ""


def _sentence(refusal: Refusal) -> str:
    """What is wrong; for an unknown word also what was probably meant, or where the words are listed."""
    if not isinstance(refusal, WordUnknown):
        return str(refusal)
    said = str(refusal).removesuffix(".")
    return f"{said}: did you mean {refusal.meant}?" if refusal.meant else f"{said}; {WORDS_STAND}"


def counted(decoded: object) -> dict[str, object]:
    """The count of a decoded sheet in the public format, players in seating order. Raises a Refusal."""
    return COUNTS[game_of(decoded, tuple(COUNTS))](decoded)


def _sheriff(decoded: object) -> dict[str, object]:
    sheet = sheriff.parse(decoded)
    result = sheet.result()
    sums = [_sums(player, has_extras=bool(sheet.extras)) for player in result.players]
    return {
        "players": _players(sheet.names, sums),
        "bonuses": {bonus.good: _bonus(bonus, sheet.names) for bonus in result.bonuses},
        "winners": [sheet.names[seat] for seat in result.winners],
    }


def _sums(player: PlayerCount, *, has_extras: bool) -> dict[str, object]:
    """A player's count, with the extras beside the other sums if the sheet has any; a card goes by its `what`
    in the sheet.
    """
    extras = {"extras": player.extras} if has_extras else {}
    sums: dict[str, object] = {}
    for name, value in asdict(player).items():
        sums |= {} if name == "extras" else {name: value}
        sums |= extras if name == "bonuses" else {}
    lines = [{**asdict(line), "what": _what(line.what)} for line in player.lines]
    return sums | {"lines": lines}


def _what(what: str) -> str:
    return OTHER if what.startswith(f"{OTHER}:") else what


def _nottingham(decoded: object) -> dict[str, object]:
    sheet = nottingham.parse(decoded)
    names, result = sheet.names, sheet.result()
    return {
        "players": _players(names, map(asdict, result.players)),
        "missions": {
            mission.mission: {"players": [names[seat] for seat in mission.players], "each": mission.each}
            for mission in result.missions
        },
        "winners": [names[seat] for seat in result.winners],
    }


COUNTS: Mapping[str, Callable[[object], dict[str, object]]] = {
    "sheriff": _sheriff,
    "nottingham": _nottingham,
}
"""How a sheet of each game is counted; the first counts a sheet that does not say which."""


def _players(names: Sequence[str], players: Iterable[dict[str, Any]]) -> list[dict[str, object]]:
    return [{"name": name, **player} for name, player in zip(names, players, strict=True)]


def _bonus(bonus: Bonus, names: Sequence[str]) -> Mapping[str, object]:
    return {
        "king": [names[seat] for seat in bonus.king],
        "queen": [names[seat] for seat in bonus.queen],
        "paid": {names[seat]: gold for seat, gold in bonus.paid},
    }


def _text(source: str) -> str:
    """The text of a file or of standard input, read no further than the longest possible sheet."""
    if source == STANDARD_INPUT:
        data = sys.stdin.buffer.read(LARGEST_SHEET + 1)
    else:
        with Path(source).open("rb") as file:
            data = file.read(LARGEST_SHEET + 1)
    if len(data) > LARGEST_SHEET:
        raise SheetUnreadableError(f"more than {LARGEST_SHEET} bytes, which no count sheet has")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise SheetUnreadableError(f"not UTF-8 text, from byte {error.start + 1} on") from None


def _decoded(text: str) -> object:
    """The JSON value of a text; a leading byte order mark is ignored."""
    try:
        return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_object, parse_int=_integer)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise SheetUnreadableError(f"{place}: not JSON, {error.msg}") from None
    except RecursionError:
        raise SheetUnreadableError("sheet: not a count sheet, its brackets are nested too deeply") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object, as a Repeating where a key comes twice: Python would silently keep the last value."""
    decoded = dict(pairs)
    if len(decoded) == len(pairs):
        return decoded
    repeating = Repeating(decoded)
    [(repeating.key, _)] = Counter(key for key, _ in pairs).most_common(1)
    return repeating


def _integer(digits: str) -> int:
    """The integer; only the first digits of one beyond every limit, because Python refuses thousands."""
    return int(digits[:LONGEST_NUMBER])
