"""The result: ranks, every line of every sum, shared missions, how ties were split."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape

from companion.rules.nottingham.game import Game
from companion.rules.nottingham.scoring import OF_A_MISSION, MissionCount, PlayerCount, Result
from companion.rules.nottingham.scoring import Line as SumLine
from companion.web.http.language import gettext as _
from companion.web.phone.nottingham.table import Table
from companion.web.screens.ended import Ended, Line, Onward, ended
from companion.web.words.nottingham.glossary import item_name, mission_name
from companion.web.words.people import People, say


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
    """What nottingham/result/_result.html shows; players by rank."""

    ended: Ended
    players: tuple[ResultPlayer, ...]
    missions: tuple[MissionRow, ...]


def result(table: Table, counted: Result, onward: Onward) -> ResultScreen:
    """The result of a closed game, as stored."""
    game, people = table.game, People(table.game.seats)
    players = [_player(game, seat, player) for seat, player in enumerate(counted.players)]
    total = max(player.total for player in counted.players)
    return ResultScreen(
        ended(table, counted.winners, total, tuple(_ties(people, counted)), onward),
        tuple(sorted(players, key=lambda player: player.rank)),
        tuple(_mission(people, mission) for mission in counted.missions),
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


def _ties(people: People, counted: Result) -> Iterator[Markup | str]:
    """What decided between players with an equal total, the highest first (N21)."""
    best, *totals = sorted({player.total for player in counted.players}, reverse=True)
    yield _decided(people, counted, best, _("So the victory is shared."))
    for total in totals:
        yield _decided(people, counted, total, _("%(names)s share a place."))


def _decided(people: People, counted: Result, total: int, shared: str) -> Markup | str:
    """What decided between those with this total; `shared` is said where nothing did. "" where only one has
    it.
    """
    tied = [seat for seat, player in enumerate(counted.players) if player.total == total]
    if len(tied) == 1:
        return ""
    said = [say(_("%(names)s have %(total)s each."), names=people.names(tied), total=total)]
    numbers = {seat: counted.players[seat].loot_cards for seat in tied}
    most = max(numbers.values())
    if min(numbers.values()) == most:
        said.append(say(_("Loot cards: %(number)s each."), number=most))
    else:
        said.append(say(_("Most loot cards decide: %(numbers)s."), numbers=people.each(numbers)))
    ahead = [seat for seat in tied if numbers[seat] == most]
    if len(ahead) > 1:
        said.append(say(shared, names=people.names(ahead)))
    return Markup(" ").join(said)
