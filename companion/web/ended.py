"""What a result leads to: the next evening, corrections."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from flask import g, request, url_for
from markupsafe import Markup

from companion.rules.names import folded
from companion.rules.seats import Stage
from companion.service import Follows
from companion.tables import Game, Happened, Table
from companion.web.counts import counts_now, is_count
from companion.web.current import archive, groups, held_tables, known_groups, listed_of, membership, viewer
from companion.web.http.language import gettext as _
from companion.web.http.language import when
from companion.web.parts import Choice, People, Seat, group_name, say, seats_of
from companion.web.token import phone


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a sum; without a multiplication when `count` is 0."""

    word: str
    label: Markup
    count: int
    each: int
    amount: int


@dataclass(frozen=True, slots=True)
class ResultPlayer:
    """A player with every line of the sum; `under` says what the total is made of, `cards` breaks a tie."""

    seat: Seat
    rank: int
    total: int
    lines: tuple[Line, ...]
    under: str
    cards: str


@dataclass(frozen=True, slots=True)
class Deed:
    """A line of what everybody did, with a number for each seat; it may be a part of the line before it."""

    words: str
    numbers: tuple[int, ...]
    is_part: bool = False


Told = TypeVar("Told")
Numbers = tuple[tuple[str, bool, Callable[[Told], int]], ...]
"""Lines of deeds: the words for the catalogue, whether it is a part of the line before it, a player's number.
"""


def deeds(lines: Numbers[Told], players: Sequence[Told]) -> tuple[Deed, ...]:
    """What everybody did, without what nobody did."""
    told = (Deed(_(words), tuple(map(of, players)), is_part=is_part) for words, is_part, of in lines)
    return tuple(deed for deed in told if any(deed.numbers))


@dataclass(frozen=True, slots=True)
class Ended:
    """What result/_winner.html and result/_after.html show; `why` are sentences that explain the result. It
    is `counted` if it came from the quick count. This phone `may_keep` it for one of the `groups` that it
    knows, or a new one; those of them that have it are in `kept`. A group that is the only one may go without
    a name. It is `kept_elsewhere` if a group that this phone does not know has it, and others. `rematch` is
    the way there, once there is one. `closing` is the entry this phone may take back (`correcting` if it came
    for that), `seen` the entry that last put it back, or 0. `since` is the count that replaced this one,
    `before` the count that this one replaced.
    `me` is whose phone this is, where it is one player's own, and `you` tells them how they did.
    """

    game: str
    when: str
    counted: bool
    winners: tuple[Seat, ...]
    total: int
    why: tuple[Markup | str, ...]
    warnings: tuple[str, ...]
    may_keep: bool
    kept_elsewhere: bool
    kept: tuple[Choice, ...]
    groups: tuple[Choice, ...]
    may_rematch: bool
    rematch: str
    may_delete: bool
    closing: int | None
    seen: int
    before: str
    since: str
    correcting: bool
    me: int | None = None
    you: str = ""


def read_only(table: Table[Game, Happened], counted: Any, why: Iterable[Markup | str]) -> Ended:  # noqa: ANN401 - as below
    """The end of a closed game for whoever only reads of it."""
    return Ended(
        game="",
        when=when(table.lines[-1].recorded_at),
        counted=False,
        winners=seats_of(table.game, counted.winners),
        total=max(player.total for player in counted.players),
        why=tuple(filter(None, why)),
        warnings=(),
        kept_elsewhere=False,
        may_keep=False,
        kept=(),
        groups=(),
        may_rematch=False,
        rematch="",
        may_delete=False,
        closing=None,
        seen=0,
        before="",
        since="",
        correcting=False,
    )


def ended(
    table: Table[Game, Happened],
    counted: Any,  # noqa: ANN401 - the result of the game
    why: Iterable[Markup | str],
    *,
    may_take_back: bool,
    warnings: tuple[str, ...] = (),
) -> Ended:
    """The end of a closed game as this phone sees it, which may take the result back or not. A quick count
    belongs to one phone and never changes, so its page does not listen.
    """
    counts = is_count(table)
    if counts:
        g.stamp = 0
    others = listed_of(table.rules) if counts else ()
    (me,) = viewer(table.id).seats if len(viewer(table.id).seats) == 1 else (None,)
    now, before = counts_now(table.id, others), table.rules.summary(table.game).replaces
    known, keeping = known_groups(), groups().stored.of_game(table.id)
    kept = tuple(Choice(one.id, group_name(one.name)) for one in known if one.id in keeping)
    return replace(
        read_only(table, counted, why),
        game=table.id,
        counted=counts,
        warnings=warnings,
        kept_elsewhere=bool(keeping) and not kept and not groups().stored.begun_with(table.id),
        may_keep=viewer(table.id).plays and table.rules.tells is not None,
        kept=kept,
        groups=tuple(Choice(one.id, group_name(one.name) if known[1:] else one.name) for one in known),
        may_rematch=viewer(table.id).plays,
        rematch=way_to_rematch(table.id),
        may_delete=viewer(table.id).bank,
        closing=table.latest.seq if table.latest and may_take_back else None,
        seen=table.put_back_by(table.standing[-1].seq),
        before=next((other.id for other in others if other.id == before), ""),
        since=now if now != table.id else "",
        correcting="mend" in request.args,
        me=me,
        you=_you(counted, me) if me is not None else "",
    )


def _you(counted: Any, me: int) -> str:  # noqa: ANN401 - the result of the game
    if me not in counted.winners:
        player = counted.players[me]
        return _("You: place %(rank)s, %(total)s", rank=player.rank, total=player.total)
    return _("You won!") if len(counted.winners) == 1 else _("You share the victory!")


TieBreaks = Sequence[tuple[str, str, str]]
"""The fields of a player's count that break a tie, in order, with what is said if they do and if not."""


def ties(people: People, players: Sequence[Any], steps: TieBreaks) -> Iterator[Markup | str]:
    """What decided between players with an equal total, the highest first; "" where only one has it."""
    best, *totals = sorted({player.total for player in players}, reverse=True)
    yield _decided(people, players, best, steps, _("So the victory is shared."))
    for total in totals:
        yield _decided(people, players, total, steps, _("%(names)s share a place."))


def _decided(
    people: People, players: Sequence[Any], total: int, steps: TieBreaks, shared: str
) -> Markup | str:
    """What decided, step by step, between the players with this total; `shared` is said if nothing did."""
    tied = [seat for seat, player in enumerate(players) if player.total == total]
    if len(tied) == 1:
        return ""
    said = [say(_("%(names)s have %(total)s each."), names=people.names(tied), total=total)]
    for step, decide, equal in steps:
        numbers = {seat: getattr(players[seat], step) for seat in tied}
        most = max(numbers.values())
        if min(numbers.values()) == most:
            said.append(say(equal, number=most))
            continue
        said.append(say(decide, numbers=people.each(numbers)))
        tied = [seat for seat in tied if numbers[seat] == most]
        if len(tied) == 1:
            return Markup(" ").join(said)
    return Markup(" ").join((*said, say(shared, names=people.names(tied))))


def way_to_rematch(game: str) -> str:
    """The address at which this phone finds a table's rematch: its board or, without a place there, the form
    for a code; "" while nobody has opened one.
    """
    found = archive().journal.rematch_of(game)
    if found is None:
        return ""
    return url_for("table.board", game=found) if viewer(found).is_known else url_for("joining.code_page")


def followed(game: str | None, names: Iterable[str]) -> Follows | None:
    """What brings the phones of a finished table along to a new one with these names, each to the seat of the
    same name; None unless this phone plays at the finished one.
    """
    tables = held_tables().tables if game else ()
    was = next((table for table in tables if table.id == game), None)
    if was is None or was.summary.stage is not Stage.CLOSED or not viewer(was.id).plays:
        return None
    now = {folded(" ".join(name.split())): seat for seat, name in enumerate(names)}
    seats = {
        seat: now[folded(who.name)] for seat, who in enumerate(was.summary.seats) if folded(who.name) in now
    }
    return membership().rematch(was.id, seats, phone())
