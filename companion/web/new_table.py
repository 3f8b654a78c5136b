"""A new table of any game: opened from its form, for a rematch with those who played before."""

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from companion.rules.refusals import Refusal
from companion.rules.ruleset import Event, Game_co, Ruleset
from companion.rules.seats import Seat
from companion.web.booking import open_table, refused, way_to_code
from companion.web.current import viewer
from companion.web.ended import followed
from companion.web.pages import pages_by
from companion.web.reader import Reader


def opened(  # noqa: PLR0913, PLR0917 - what every form of a new table needs
    rules: Ruleset[Game_co, Event],
    reader: Reader,
    command: Any,  # noqa: ANN401 - of the game
    key: str,
    faults: Iterable[Refusal],
    field: Callable[[Refusal], str],
    page: Callable[[Reader], str],
) -> ResponseReturnValue:
    """Open the table and go there, or show the form again with all that is wrong. The board tells a phone
    that became the bank by opening a rematch.
    """
    people = pages_by(rules).words(tuple(map(Seat, command.names, command.shields)))
    for fault in faults:
        reader.refuse(field(fault), people.refusal(fault))
    try:
        if not reader.errors:
            again = reader.form.get("again", "")
            follows = followed(again, command.names)
            is_new_bank = follows is not None and not viewer(again).bank
            table = open_table(command, key, follows)
            board = url_for("table.board", game=table.id, bank=1 if is_new_bank else None)
            return redirect(way_to_code(table) or board, HTTPStatus.SEE_OTHER)
    except Refusal as refusal:
        reader.refuse(field(refusal), people.refusal(refusal))
    return refused(page(reader))
