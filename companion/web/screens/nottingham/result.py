"""The result: ranks, every line of every sum, shared missions, how ties were split."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from companion.rules.nottingham.game import Game
from companion.rules.nottingham.scoring import OF_A_MISSION, MissionCount, PlayerCount, Result
from companion.rules.nottingham.scoring import Line as SumLine
from companion.web.http.language import gettext as _
from companion.web.http.language import listed, when
from companion.web.phone.nottingham.table import Table
from companion.web.screens.counts import counts_now, is_count, replaced
from companion.web.words.nottingham.glossary import item_name, mission_name
from companion.web.words.people import People, say


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
    """A player with every line of the sum."""

    name: str
    charge: str
    rank: int
    total: int
    loot: int
    missions: int
    loot_cards: int
    winner: bool
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class MissionRow:
    """A mission that somebody fulfilled: who, and what it is worth to each of them."""

    word: str
    names: Markup
    worth: int


@dataclass(frozen=True, slots=True)
class ResultScreen:
    """What nottingham/result/_result.html shows; players by rank. It is `counted` if it came from the quick
    count. `rematch` is the way there, once there is one. `closing` is the entry this phone may take back, for
    which it came if it is `correcting`, and `seen` the one that last put it back, or 0. Of a count in which a
    number was changed, `since` is the one that counts and `before` the one that did.
    """

    game: str
    when: str
    counted: bool
    players: tuple[ResultPlayer, ...]
    missions: tuple[MissionRow, ...]
    tie_break: Markup | str
    may_rematch: bool
    rematch: str
    may_log: bool
    closing: int | None
    seen: int
    before: str
    since: str
    correcting: bool = False


def result(  # noqa: PLR0913 - the ways in which results differ
    table: Table,
    counted: Result,
    rematch: str,
    others: Sequence[Table],
    *,
    may_rematch: bool,
    may_take_back: bool,
) -> ResultScreen:
    """The result of a closed game, as stored; `rematch` leads to the rematch once there is one, `others` are
    this phone's tables.
    """
    game, people = table.game, People(table.game.seats)
    later = counts_now(table, others)
    players = [_player(game, seat, player) for seat, player in enumerate(counted.players)]
    return ResultScreen(
        game=table.id,
        when=when(table.lines[-1].recorded_at),
        counted=is_count(table),
        players=tuple(sorted(players, key=lambda player: player.rank)),
        missions=tuple(_mission(people, mission) for mission in counted.missions),
        tie_break=_tie_break(people, counted),
        may_rematch=may_rematch,
        rematch=rematch,
        may_log=not is_count(table),
        closing=table.latest.seq if table.latest and may_take_back else None,
        seen=table.put_back_by(table.standing[-1].seq),
        before=next((other.id for other in others if other.id == replaced(table)), ""),
        since=later.id if later is not table else "",
    )


def _player(game: Game, seat: int, player: PlayerCount) -> ResultPlayer:
    return ResultPlayer(
        name=game.seats[seat].name,
        charge=game.seats[seat].shield,
        rank=player.rank,
        total=player.total,
        loot=player.loot,
        missions=player.missions,
        loot_cards=player.loot_cards,
        winner=player.rank == 1,
        lines=tuple(_line(line) for line in player.lines),
    )


def _line(line: SumLine) -> Line:
    if line.what.startswith(OF_A_MISSION):
        word = line.what.removeprefix(OF_A_MISSION)
        return Line(word, escape(mission_name(word)), 0, 0, line.amount)
    return Line(line.what, escape(item_name(line.what)), line.count, line.each, line.amount)


def _mission(people: People, mission: MissionCount) -> MissionRow:
    return MissionRow(mission.mission, people.names(mission.players), mission.each)


def _tie_break(people: People, counted: Result) -> Markup | str:
    """What decided between the players with the highest total (N21)."""
    best = max(player.total for player in counted.players)
    tied = [seat for seat, player in enumerate(counted.players) if player.total == best]
    if len(tied) == 1:
        return ""
    said = [say(_("%(names)s have %(total)s each."), names=people.names(tied), total=best)]
    numbers = {seat: counted.players[seat].loot_cards for seat in tied}
    most = max(numbers.values())
    if min(numbers.values()) == most:
        said.append(say(_("Loot cards: %(number)s each."), number=most))
    else:
        each = [say("%(name)s %(number)s", name=people.name(seat), number=numbers[seat]) for seat in tied]
        numbers_said = Markup(listed(each))  # noqa: S704 - names are escaped
        said.append(say(_("Most loot cards decide: %(numbers)s."), numbers=numbers_said))
    if len(counted.winners) > 1:
        said.append(say(_("So the victory is shared.")))
    return Markup(" ").join(said)
