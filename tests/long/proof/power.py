"""Power cuts: what was confirmed before one is on the disk after it, since it was synced before anybody was
told. What a disk does that says it has synced and has not is out of reach.
"""

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from companion.machine.databases import DATABASE
from tests.bench.evenings import Evening, prepared
from tests.cluster import home, make, own, running
from tests.long.proof.check import Check, Try, holds
from tests.long.proof.house import APP, House, on_a_host, on_a_server, opened
from tests.long.proof.record import Action, judge, known_at, playing
from tests.long.proof.writes import SYNCS, Call, Disk, calls, watched

TABLES = 2
SECONDS, FEWEST = 1.5, 30  # of play that is cut, and actions in it that are acknowledged
LONGEST = 30.0  # seconds until there are so many
SETTINGS = ("fsync=on", "log_min_messages=panic", "max_wal_size=1GB", "autovacuum=off")
UNSYNCED = "tests.long.proof.unsynced:app"
LOG_OF_A_FILE, LOG_OF_A_SERVER = "-wal", "pg_wal"


def in_a_file(once: Try, app: str = APP) -> list[str]:
    """A program with its file, watched while phones play, then cut at many moments."""
    base, place = once.folder / "base", once.folder / "evenings"
    base.mkdir()
    place.mkdir()
    evenings = prepared(place, TABLES)
    shutil.copy(place / DATABASE, base)
    house = on_a_host(place, app)
    house.under = watched(once.folder)
    sent = _played(once, evenings, house)
    disk = Disk(base, place, calls(once.folder))

    def cut(moment: float, number: int) -> None:
        left = once.folder / f"cut-{number}"
        left.mkdir()
        shutil.copy(base / DATABASE, left)
        disk.lay(left, moment, once.dice(f"cut {number}"))
        judge(left / DATABASE, evenings, known_at(moment, sent))

    return _cut(once, sent, disk, LOG_OF_A_FILE, cut)


def on_a_database_server(once: Try, *settings: str) -> list[str]:
    """A database server, likewise."""
    with home() as folder:
        make(folder, *SETTINGS, *settings)
        with running(folder) as server:
            database = server.new("evenings")
            evenings = prepared(database, TABLES)
            server.shut_down()
        base, place = folder / "base", folder / "data"
        shutil.copytree(place, base)
        with running(folder, *watched(folder)) as server:
            sent = _played(once, evenings, on_a_server(once.folder, database))
        disk = Disk(base, place, calls(folder))

        def cut(moment: float, number: int) -> None:
            with home() as left:
                shutil.copytree(base, left / "data")
                disk.lay(left / "data", moment, once.dice(f"cut {number}"))
                own(left / "data", *(left / "data").rglob("*"))
                with running(left) as again:
                    judge(again.address("evenings"), evenings, known_at(moment, sent))

        return _cut(once, sent, disk, LOG_OF_A_SERVER, cut)


def _played(once: Try, evenings: Sequence[Evening], house: House) -> list[Action]:
    """What phones sent in those seconds, by the clock that the calls go by."""
    with opened(house), playing(once, evenings, house.ports) as sent:
        began = time.monotonic()
        while time.monotonic() < began + SECONDS or (
            sum(action.is_acknowledged for action in sent) < FEWEST and time.monotonic() < began + LONGEST
        ):
            time.sleep(0.05)
        ahead = time.time() - time.monotonic()
    for action in sent:
        action.began += ahead
        action.ended += ahead if action.ended else 0.0
    return sent


def _cut(
    once: Try, sent: Sequence[Action], disk: Disk, log: str, cut: Callable[[float, int], None]
) -> list[str]:
    acknowledged = [action for action in sent if action.is_acknowledged]
    holds(bool(acknowledged), "nothing was acknowledged")
    dice = once.dice("moments")
    first, last = (find(action.ended for action in acknowledged) for find in (min, max))
    for number in range(once.rounds):
        cut(dice.uniform(first, last), number)
    synced = [call for call in disk.calls if call.kind in SYNCS and log in call.path]
    early = [action for action in acknowledged if not _is_synced(action, synced)]
    holds(not early, f"{len(early)} of {len(acknowledged)} acknowledged before they were synced")
    return [
        f"{len(acknowledged):,} acknowledged, each after a sync that began after it was sent",
        f"{once.rounds} power cuts among them: 0 lost, 0 doubled",
    ]


def _is_synced(action: Action, synced: Sequence[Call]) -> bool:
    return any(action.began <= call.began and call.ended <= action.ended for call in synced)


ON_DISK = "What was acknowledged before a power cut is there after it: nobody is told before the sync."
POWER = (
    Check(
        "power-cuts",
        ON_DISK,
        5,
        200,
        in_a_file,
        {
            "synchronous=NORMAL": partial(in_a_file, app=UNSYNCED),
            "the same, and nothing is cut": lambda once: in_a_file(replace(once, rounds=0), UNSYNCED),
        },
        planted_rounds=20,
    ),
    Check(
        "power-cuts-of-postgresql",
        ON_DISK,
        2,
        50,
        on_a_database_server,
        {"synchronous_commit=off": lambda once: on_a_database_server(once, "synchronous_commit=off")},
        planted_rounds=10,
    ),
)
