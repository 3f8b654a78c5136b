"""What a request knows: whose phone asks, what it may do, which table it means, who else is there."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeVar, cast

from flask import abort, current_app, g, request

from companion.archive import Archive
from companion.codec import UnreadableError
from companion.groups import Groups, Known
from companion.membership import Membership
from companion.notifier import Notifier
from companion.places import Knock, PlaceLost, Places, Viewer
from companion.records import Members
from companion.rules.refusals import TableStopped
from companion.rules.rights import Actor
from companion.rules.ruleset import Ruleset
from companion.rules.seats import Stage
from companion.service import May, Service, StorageTrouble
from companion.tables import AnyTable, Game, Happened, Held, Listed, Table, heard, mark, talk_kept
from companion.web.counts import counts_now, is_count
from companion.web.door import hyphened
from companion.web.here import NEWS_FOR, Here, Knocker
from companion.web.http.language import gettext as _
from companion.web.parts import People, name_of, seat_named
from companion.web.permits import Permit
from companion.web.token import phone

AnyPermit = TypeVar("AnyPermit", bound=Permit[Any, Any])
LONGEST_ID = 58  # what is left of an id in that of the action that follows from it
_TOKENS = {"action_id", "csrf_token"}
_ACTION_ID = re.compile(r"[A-Za-z0-9_-]{16,64}")


def service() -> Service:
    """The service of this application."""
    found: Service = current_app.extensions["service"]
    return found


def warned(table: AnyTable, warnings: Iterable[str]) -> tuple[str, ...]:
    """What a board warns of: a table that takes no more entries, what the game says, a disk that is full."""
    found = [*warnings]
    if places_at(table.id).version.stopped:
        found.insert(0, People(table.game.seats).refusal(TableStopped()))
    if service().disk_is_low():
        found.append(_("The disk of the machine that runs this is nearly full. Free some space there soon."))
    return tuple(found)


def notifier() -> Notifier:
    """The notifier of this application."""
    found: Notifier = current_app.extensions["notifier"]
    return found


def archive() -> Archive:
    """The archive of this application."""
    found: Archive = current_app.extensions["archive"]
    return found


def groups() -> Groups:
    """The groups of this application."""
    found: Groups = current_app.extensions["groups"]
    return found


def known_groups() -> tuple[Known, ...]:
    """The groups that this phone knows, the one that was read last first. Read once per request."""
    known: tuple[Known, ...] | None = g.get("known_groups")
    if known is None:
        known = g.known_groups = groups().known_to(phone()) if phone() else ()
    return known


def membership() -> Membership:
    """Membership of this application."""
    found: Membership = current_app.extensions["membership"]
    return found


def places_at(game: str) -> Places:
    """Who has which place at a table, and its room; read once per request."""
    read: dict[str, Places] = g.setdefault("places", {})
    if game not in read:
        read[game] = membership().look(game, phone(), asks=asks_again())
    return read[game]


def viewer(game: str) -> Viewer:
    """Which places this phone has at a table."""
    if game in g.get("places", {}):
        return places_at(game).viewer(phone())
    return membership().viewer(game, phone(), asks=asks_again()) if phone() else Viewer()


def asks_again() -> bool:
    """Whether a script sent the request: it asks again by itself, as long as its page is seen."""
    return request.blueprint == "live" or "HX-Request" in request.headers


def talk_at(table: AnyTable) -> Any:  # noqa: ANN401 - the game's own
    """What was said in the present round; None if the game has no talk."""
    there = places_at(table.id)
    return talk_kept(table, there.room, there.awake)


def table_now(game: str) -> AnyTable:
    """The table of this id as it is now; its phones are read again too. 404 if there is none."""
    g.pop("places", None)
    there = places_at(game)
    table = service().at(there.version)
    g.places[game] = there.among(len(table.game.seats))
    return table


def held_table(game: str) -> AnyTable:
    """The table of this id as it is now, if this phone has any place at it; else 404 or 403, and 404 if the
    address names a seat that is not there. The page that shows it says how new it is: `stamp` grows with all
    that is public, `mark` changes with every entry and everything said, `silence` with what moves neither.
    """
    table = table_now(game)
    if not viewer(game).is_known:
        abort(403)
    if _passes_over(table):
        with suppress(StorageTrouble):  # a full disk must not stop a look
            service().pass_over(game, speakers(), lambda members: membership().places(members).seats)
        table = table_now(game)
    if (request.view_args or {}).get("seat", 0) >= len(table.game.seats):
        abort(404)
    there = places_at(game)
    g.stamp, g.mark, g.silence = there.version.stamp, mark(table, talk_at(table)), there.silence
    return table


def _passes_over(table: AnyTable) -> bool:
    """Whether something is said only because its turn came while somebody was asleep: everybody has seen it,
    so it has to be stored.
    """
    there, talking = places_at(table.id), table.rules.talking
    if talking is None or not there.silent:
        return False
    was = heard(table, there.room)
    return talking.passed_over(table.game, was, there.awake, there.seats, table.seq) is not was


def speakers() -> Callable[[Members], frozenset[int]]:
    """A function that finds, within a write, the seats whose own phone is awake."""
    keeper = membership()
    return lambda members: keeper.places(members).awake


def held_as(rules: Ruleset[Game, Happened], game: str) -> Table[Game, Happened]:
    """Like `held_table`, with this game's own types; 404 for a table of another game."""
    return held_table(game).played_by(rules) or abort(404)


def held_again(table: Table[Game, Happened]) -> Table[Game, Happened]:
    """The same table, read again by `held_table`: somebody else may have been first."""
    return cast("Table[Game, Happened]", held_table(table.id))


def bank_table(game: str) -> AnyTable:
    """The table of this id, if this phone is its bank; else 404 or 403."""
    table = held_table(game)
    if not viewer(game).bank:
        abort(403)
    return table


def held_tables() -> Held:
    """The tables at which this phone has a place, at a glance; one damaged table does not hide the others.
    Read once per request.
    """
    held: Held | None = g.get("held_tables")
    if held is None:
        held = g.held_tables = archive().listed(membership().games_of(phone())) if phone() else Held()
    return held


def newest_tables(over: int, skipped: int = 0) -> Held:
    """As `held_tables`, but of those that are over only so many: a phone may have a thousand."""
    return archive().listed(membership().games_of(phone(), over, skipped)) if phone() else Held()


def action_id() -> str:
    """The id made with the form, so that the same form counts once. 400 for a form without one."""
    given = request.form.get("action_id", "")
    if not _ACTION_ID.fullmatch(given):
        abort(400)
    return given


def sent() -> str:
    """A hash of what the form says. It is the same when the form comes again, whatever it would ask for by
    then: a bid that is new at first changes the one that stands.
    """
    said = sorted((name, value) for name, value in request.form.items(multi=True) if name not in _TOKENS)
    return sha256(json.dumps([request.path, said]).encode()).hexdigest()


def next_id(what: str = "note") -> str:
    """The id of the action that follows from this one; a repeated tap gets the same."""
    return f"{action_id()[:LONGEST_ID]}-{what}"


def holds(seat: int) -> May:
    """A check for the service: this phone holds a seat. Raises PlaceLost if it does not."""

    def may(_table: AnyTable, _said: object, members: Members) -> None:
        if seat not in membership().places(members).viewer(phone()).seats:
            raise PlaceLost

    return may


def permit_as(kind: type[AnyPermit], table: AnyTable, members: Members | None = None) -> AnyPermit:
    """What the requesting phone may do at this table; within a write, by the `members` at that moment. Raises
    PlaceLost for a phone that lost its last place while its request was on the way.
    """
    there = places_at(table.id) if members is None else membership().places(members)
    me = there.viewer(phone())
    if members is not None and not me.is_known:
        raise PlaceLost
    present = me.seats.intersection(table.game.here)
    actor = Actor(me.bank, present, me.seats - present)
    return kind(table, actor, there.recording, there.seats)


def judge_any(_table: object, action: object) -> May:
    """A check for the service: whether this phone may have the action booked, by who records at this table
    and whose entry is taken back or put back.
    """
    return lambda table, said, members: permit_as(Permit, table, members).refusal(action, said)


def here(table: AnyTable) -> Here:
    """How the requesting phone sees the phones of this table."""
    there, me = places_at(table.id), viewer(table.id)
    door = there.door
    answers = me.bank and not door and table.game.stage is not Stage.CLOSED
    at_door = (_knocker(table, there, one) for one in there.knocks if answers and not one.let_in)
    lets_in = door and me.bank and not there.seats.issuperset(table.game.here) and not table.has_begun
    return Here(
        me=me,
        phones=there.seats,
        code=hyphened(door.code) if door and lets_in else "",
        bank_is_gone=bool(me.seats) and not me.bank and there.bank_is_gone,
        bank_chosen_from=there.bank_chosen_from,
        way_in=there.way_in(me, table.game.here),
        is_new_bank=me.bank and _is_news(table, there, there.bank_since),
        silent=there.silent,
        has_door=door is not None,
        records_own=_is_news(table, there, there.own_since),
        knock=next(at_door, None),
    )


def _knocker(table: AnyTable, there: Places, knock: Knock) -> Knocker:
    seat = seat_named(table.game, knock.name)
    is_asleep = seat in there.silent and seat in table.game.here
    return Knocker(knock.phone, knock.name, seat if is_asleep else None)


def _is_news(table: AnyTable, there: Places, since: int) -> bool:
    """Whether something began within the last few minutes, with nothing booked after it. The phone that
    opened the table is the bank since the first entry, so that is no news.
    """
    return table.lines[-1].recorded_at < since and there.moment.date < since + NEWS_FOR


_SHEET = re.compile(r"(?:seats/(?P<seat>[0-9]{1,7})/)?(?P<what>move|name)", re.ASCII)


def unnamed(seat: int) -> str:
    """The name of the sheet on which a seat was taken without typing a name."""
    return f"seats/{seat}/name"


def why_moved(table: AnyTable, sheet: str) -> str | None:
    """What to say once the sheet's seat or the bank has gone to the other phone, or about a seat without a
    name; "" while there is nothing to say, None for any other sheet.
    """
    found, me = _SHEET.fullmatch(sheet), viewer(table.id)
    if found is None:
        return None
    seat = int(found["seat"] or -1)
    if found["what"] == "name":
        if seat not in me.seats or table.game.seats[seat].named:
            return ""
        name = name_of(table.game.seats[seat])
        return _("You typed no name, so you are %(name)s here. The menu changes that.", name=name)
    if found["seat"] is None:
        return "" if me.bank else _("The bank is on another phone now.")
    return "" if seat in me.seats else _("This seat is not on this phone.")


def listed_of(rules: Ruleset[Game, Happened]) -> tuple[Listed, ...]:
    """This phone's tables of this game, the newest first."""
    return tuple(table for table in held_tables().tables if table.rules is rules)


def sound(rules: Ruleset[Game, Happened], tables: Iterable[Listed]) -> Iterator[Table[Game, Happened]]:
    """Those of these tables that are of this game and can be read, each with its log."""
    for table in tables:
        with suppress(UnreadableError):
            if found := service().current(table.id).played_by(rules):
                yield found


def counted_again(rules: Ruleset[Game, Happened], game: str | None) -> Table[Game, Happened] | None:
    """This phone's count with this id, or the count that has replaced it since."""
    tables = listed_of(rules) if game else ()
    now = counts_now(game or "", tables)
    found = next(sound(rules, (table for table in tables if table.id == now)), None)
    return found if found and is_count(found) else None
