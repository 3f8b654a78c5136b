"""An evening of a story at a table of the app, up to its result, for pages that tell of it."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from flask import Flask

from companion.rules.kinds import TakeBack
from companion.rules.ledger import Goods
from companion.rules.sheriff.ending import CloseCount, RevealContraband
from companion.rules.sheriff.game import Correct
from tests.stories.telling import command_of, entries_of, opening
from tests.tables import Table, opened_by

HERE = Path(__file__).parent
SMUGGLED = ("mead", "pepper")


def played(app: Flask, name: str, names: Mapping[str, str] | None = None) -> Table:
    """A story whose players may have other names. What lay face down turns out to be mead, or pepper."""
    text = (HERE / f"{name}.toml").read_text("utf-8")
    for old, new in (names or {}).items():
        text = text.replace(f'"{old}"', f'"{new}"')
    tale, named = tomllib.loads(text), dict[str, int]()
    there = opened_by(app, opening(tale))
    for entry in (entry for _, entries in entries_of(tale) for entry in entries):
        if "name" in entry:
            named[entry["name"]] = there.seq + 1
        if "take_back" in entry:
            there.plays(TakeBack(there.seq))
        elif "correct" in entry:
            seq = named[entry["correct"]]
            [*_, before] = (game for number, _, game in there.service.current(there.id).log if number < seq)
            there.plays(Correct(seq, command_of(before, entry), entry["reason"]))  # type: ignore[arg-type]
        else:
            there.plays(command_of(there.game, entry))
    for seat in range(len(there.game.seats)):
        if hidden := there.game.face_down(seat):
            there.plays(RevealContraband(seat, Goods({SMUGGLED[seat % 2]: hidden})))
    return there.plays(CloseCount())
