"""What follows a finished table: the ways on from its result, its rematch, and who comes along."""

from collections.abc import Iterable

from flask import request, url_for

from companion.clerk import Follows
from companion.rules.names import folded
from companion.rules.stages import Stage
from companion.tables import Game, Happened, Table
from companion.web.context.current import archive, doorkeeper, held_tables, viewer
from companion.web.context.listed import listed_of
from companion.web.context.token import phone
from companion.web.screens.counts import is_count
from companion.web.screens.ended import Onward


def way_to_rematch(game: str) -> str:
    """The address at which this phone finds a table's rematch: its board or, without a place there, the form
    for a code; "" while nobody has opened one.
    """
    found = archive().rematch_of(game)
    if found is None:
        return ""
    return url_for("table.board", game=found) if viewer(found).is_known else url_for("joining.code_page")


def after_result(held: Table[Game, Happened], known: str, result: str) -> str:
    """Where a page with a result goes that knows the table up to the mark `known`: nowhere while its result
    stands, to the new one once there is one, and until then to the board.
    """
    if held.game.stage is not Stage.CLOSED:
        return url_for("table.board", game=held.id)
    return "" if request.args.get("entry") == known else url_for(result, game=held.id)


def onward_of(held: Table[Game, Happened], *, may_take_back: bool, warnings: tuple[str, ...] = ()) -> Onward:
    """What leads this phone on from a result, as the address asks for it."""
    return Onward(
        viewer(held.id).plays,
        way_to_rematch(held.id),
        may_take_back,
        "mend" in request.args,
        listed_of(held.rules) if is_count(held) else (),
        warnings,
    )


def followed(game: str | None, names: Iterable[str]) -> Follows | None:
    """What brings the phones of a finished table along to a new one with these names, each to the seat of the
    same name; None unless this phone plays at the finished one.
    """
    tables = held_tables().tables if game else ()
    was = next((table for table in tables if table.id == game), None)
    if was is None or was.at.stage is not Stage.CLOSED or not viewer(was.id).plays:
        return None
    now = {folded(" ".join(name.split())): seat for seat, name in enumerate(names)}
    seats = {seat: now[folded(who.name)] for seat, who in enumerate(was.at.seats) if folded(who.name) in now}
    return doorkeeper().rematch(was.id, seats, phone())
