"""The date of a machine leaps, to and fro, while phones play: nobody waits, nobody is put out, and no door
stays open for longer.
"""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from pathlib import Path

from companion.journal import Journal
from companion.machine.databases import DATABASE
from tests.bench.evenings import Evening, prepared
from tests.bench.wire import Caller, Listeners
from tests.cluster import cluster
from tests.long.proof.check import BrokenPromiseError, Check, Try, holds
from tests.long.proof.house import House, on_a_host, on_a_server, opened
from tests.long.proof.record import PHONES, Action, judge, playing

TABLES = 8  # so that none of them is full in the end
APP = "tests.long.proof.leaping:app"
HOUR, DAY, YEAR = 3_600, 86_400, 31_557_600  # seconds
LEAPS = (-20 * YEAR, -2 * YEAR, -40 * DAY, -DAY, -HOUR, -7, 0, 7, HOUR, DAY, 40 * DAY, 2 * YEAR, 10 * YEAR)
FARTHEST = LEAPS[0], LEAPS[-1]
PATIENCE = 10.0  # seconds until all play on


@dataclass(frozen=True, slots=True)
class Leaping:
    """Evenings in a house whose dates leap, each process for itself; `place` is where the evenings are."""

    house: House
    place: Path | str
    folder: Path
    evenings: Sequence[Evening]

    def leap(self, *seconds: int) -> None:
        """From its next request on each process is so far ahead of the date."""
        for port, ahead in zip(self.house.ports, seconds, strict=True):
            (self.folder / str(port)).write_text(str(ahead))

    def code(self) -> str:
        """The code of the first table's door."""
        with Journal(self.place) as journal:
            version = journal.log(self.evenings[0].game).version()
        return (version and version.room.code) or ""


def of_one(once: Try, app: str = APP) -> list[str]:
    """A host with one process, and the evenings in a file."""
    evenings = prepared(once.folder, TABLES)
    house = on_a_host(once.folder, app, LEAPS=str(once.folder))
    return _leaped(once, Leaping(house, once.folder / DATABASE, once.folder, evenings))


def of_two(once: Try, app: str = APP) -> list[str]:
    """Two processes with a database server."""
    with cluster("log_min_messages=panic") as server:
        database = server.new("evenings")
        evenings = prepared(database, TABLES)
        house = on_a_server(once.folder, database, app, LEAPS=str(once.folder))
        return _leaped(once, Leaping(house, database, once.folder, evenings))


def _leaped(once: Try, leaping: Leaping) -> list[str]:
    dice, waited, house = once.dice("leaps"), [], leaping.house
    with opened(house), ExitStack() as stack:
        ports = [house.ports[number % len(house.ports)] for number in range(TABLES)]
        phones = [
            (evening.game, [stack.enter_context(Caller(port, token)) for token in evening.tokens])
            for evening, port in zip(leaping.evenings, ports, strict=True)
        ]
        listeners = stack.enter_context(Listeners(house.ports[-1]))
        for evening in leaping.evenings:
            listeners.open(evening.game, evening.tokens[1], 1)
        with playing(once, leaping.evenings, house.ports) as sent:
            for number in range(once.rounds):
                # The farthest way first: without it a try of few leaps may miss what only a long one shows.
                ahead = FARTHEST[number : number + 1] or LEAPS
                leaping.leap(*dice.choices(ahead, k=len(house.ports)))
                waited.append(_play_on(sent))
                _sit(phones)
        stamps = {game: callers[0].stamp(game) for game, callers in phones}
        late = listeners.wait(stamps, PATIENCE)
        holds(not late and not listeners.lost, f"{len(late)} streams were not told, {listeners.lost} ended")
        if isinstance(leaping.place, Path):  # a database server has one date for all, which it only counts up
            _shut(leaping, *phones[0])
    return [
        f"{once.rounds} leaps: all phones played on after {max(waited):.1f} s at worst, none was put out",
        judge(leaping.place, leaping.evenings, sent),
    ]


def _play_on(sent: Sequence[Action]) -> float:
    """Seconds until each phone was told of something that it sent since."""
    began, phones, told = time.monotonic(), {*range(TABLES * PHONES)}, set[int]()
    while not told >= phones:
        if time.monotonic() > began + PATIENCE:
            raise BrokenPromiseError(f"phones {sorted(phones - told)} were told of nothing, for {PATIENCE} s")
        time.sleep(0.02)
        told = {action.phone for action in [*sent] if action.began > began and action.is_acknowledged}
    return time.monotonic() - began


def _sit(phones: Sequence[tuple[str, Sequence[Caller]]]) -> None:
    """Every phone still has its place."""
    for game, callers in phones:
        statuses = [caller.get(f"/g/{game}").status for caller in callers]
        holds({*statuses} == {HTTPStatus.OK}, f"the boards of a table responded {statuses}")


def _shut(leaping: Leaping, game: str, callers: Sequence[Caller]) -> None:
    """A door that was opened while the date was a day ahead is shut once that is put right."""
    leaping.leap(DAY)
    callers[0].prepare(game)
    callers[0].post(f"/g/{game}/door", {"do": "open"})
    code = leaping.code()
    ahead = callers[0].get(f"/j/{code}").status
    holds(ahead == HTTPStatus.OK, f"an open door responded {ahead}")
    leaping.leap(0)
    right = callers[0].get(f"/j/{code}").status
    holds(
        right == HTTPStatus.NOT_FOUND, f"a door opened a day ahead responded {right} when that was put right"
    )


LEAPING = (
    Check(
        "leaps",
        "The date of a machine may leap by seconds or years: all play on, none is put out, doors shut.",
        4,
        300,
        of_one,
        {
            "seats end by the date alone": partial(of_one, app="tests.long.proof.hasty:app"),
            "doors shut by the date alone": partial(of_one, app="tests.long.proof.ajar:app"),
        },
        planted_rounds=2,
    ),
    Check(
        "leaps-apart",
        "So may those of two processes, each for itself.",
        4,
        200,
        of_two,
    ),
)
