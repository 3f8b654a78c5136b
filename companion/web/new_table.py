"""A new table of any game: opened from its form, for a rematch with those who played before, for a group."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.groups import UnknownGroup
from companion.places import PlaceLost
from companion.rules.names import folded
from companion.rules.refusals import GroupFull, Refusal
from companion.rules.ruleset import Event, Game_co, Ruleset
from companion.rules.seats import Seat
from companion.web.booking import open_table, refused, way_to_code
from companion.web.current import archive, groups, known_groups, viewer
from companion.web.ended import followed
from companion.web.pages import pages_by
from companion.web.parts import Choice, group_name
from companion.web.reader import Reader
from companion.web.seat_lines import Form, SeatLine
from companion.web.token import phone

MOST_OFFERED = 12


@dataclass(frozen=True, slots=True)
class GroupOffer:
    """What a form offers a phone that knows `groups`: the `chosen` one, "" for none, keeps the evening, and
    its `people` who have no line yet have one with a tap.
    """

    groups: tuple[Choice, ...]
    chosen: str
    people: tuple[str, ...]


def offer(form: Form, lines: Iterable[SeatLine]) -> GroupOffer:
    """The groups of this phone; the people of the one that was chosen, else of the one that it read last."""
    known = known_groups()
    chosen = next((group.id for group in known if group.id == form.get("group")), "")
    there = {folded(line.name.strip()) for line in lines}
    people = list[str]()
    if known:
        with suppress(UnknownGroup, PlaceLost):
            everybody = groups().read(chosen or known[0].id, phone()).past.people.values()
            people = [person.name for person in everybody if folded(person.name) not in there]
    return GroupOffer(
        tuple(Choice(group.id, group_name(group.name)) for group in known),
        chosen,
        tuple(people[:MOST_OFFERED]),
    )


def for_group(form: Form, last: str) -> Form:
    """The form filled in for the group that the address names, else for the one that keeps the evening whose
    people it has. They are not those of another group, which has its own of last time. One that was deleted
    says so.
    """
    keeping = groups().stored.of_game(last) if known_groups() and last else ()
    asked = request.args.get("group", "")
    if asked and archive().journal.is_gone(asked):
        raise UnknownGroup(asked)
    own = not asked or asked in keeping
    kept = [each for each in form.items(multi=True) if own or _is_option(each[0])]
    kept += () if own else _of_last_time(asked)
    known = (group.id for group in known_groups() if group.id in keeping)
    return Form([*kept, ("group", asked or next(known, ""))])


def _is_option(field: str) -> bool:
    return not field.startswith(("name-", "charge-", "players"))


def _of_last_time(group: str) -> Iterator[tuple[str, str]]:
    """The lines for who was at the latest evening of a group, as they are called now."""
    with suppress(UnknownGroup, PlaceLost):
        past = groups().read(group, phone()).past
        there = [found for kept in past.evenings[:1] for found in kept.people]
        for line, (who, guest) in enumerate(there):
            yield f"name-{line}", past.people[who].name
            yield f"charge-{line}", guest.shield


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
    that became the bank by opening a rematch while the bank was asleep.
    """
    people = pages_by(rules).words(tuple(map(Seat, command.names, command.shields)))
    for fault in faults:
        reader.refuse(field(fault), people.refusal(fault))
    try:
        if not reader.errors:
            again, me = reader.form.get("again", ""), phone()
            follows = followed(again, command.names)
            was_bank = follows is None or viewer(again).bank
            table = open_table(command, key, follows)
            is_new_bank = not was_bank and viewer(table.id).bank
            _keep(table.id, reader.form.get("group"), again if follows else "", me)
            board = url_for("table.board", game=table.id, bank=1 if is_new_bank else None)
            return redirect(way_to_code(table) or board, HTTPStatus.SEE_OTHER)
    except Refusal as refusal:
        reader.refuse(field(refusal), people.refusal(refusal))
    return refused(page(reader))


def _keep(game: str, group: str | None, again: str, by: str) -> None:
    """Keep the evening for the group that was chosen, if it still can; a rematch that was asked about none
    for those of the evening before it.
    """
    if group:
        with suppress(UnknownGroup, PlaceLost, GroupFull):
            groups().keep(game, group, by=by)
    elif group is None and again:
        groups().stored.follow(again, game)
