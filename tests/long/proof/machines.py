"""Two machines, each a network namespace with two processes of the program, HAProxy before them, one database
server behind them; one machine is cut off while phones play, and the database server is restarted.
"""

import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from itertools import cycle, islice
from pathlib import Path
from secrets import token_hex
from statistics import median, quantiles

from tests.bench.evenings import Evening, prepared
from tests.bench.hosts import UNSLOWED
from tests.bench.wire import Caller, Listeners
from tests.browser.installing import ToolMissingError
from tests.cli.test_servers import LOCAL, free_port
from tests.cli.test_serving import environment
from tests.cluster import OWNER, Cluster, home, make, running
from tests.long.deploy.house import DEPLOY
from tests.long.deploy.programs import program
from tests.long.proof.check import Check, Try, holds
from tests.long.proof.house import APP, GUNICORN, House, opened
from tests.long.proof.kills import Restarts
from tests.long.proof.record import Action, judge, playing

TABLES = 4
PORTS = (8001, 8002)  # of the processes of each machine, as deploy/ has them
TAPS = 60
PATIENCE = 20.0  # seconds until a phone must have been told
STARTING = 20.0  # seconds until the proxy responds
LONGEST = 16.0  # seconds until all phones of a machine that was cut off must play on
MOMENT = 1.0  # seconds of play between two misfortunes


def ip(*words: str) -> None:
    """Change the network. Raises ToolMissingError where we may not."""
    done = subprocess.run((program("ip"), *words), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        why = done.stderr.strip()
        raise ToolMissingError(f"Two machines need network namespaces, which root may make: {why}")


@dataclass(frozen=True, slots=True)
class Machine:
    """A network namespace, its address, and that of its only neighbour, where everything else is."""

    name: str
    address: str
    neighbour: str

    def cut_off(self) -> None:
        """Unplug it: nothing arrives, and nobody is told."""
        ip("-n", self.name, "link", "set", "inside", "down")

    def plug_in(self) -> None:
        """Plug it in again."""
        ip("-n", self.name, "link", "set", "inside", "up")

    def house(self, folder: Path, database: str, key: str) -> House:
        """Its processes."""
        settings = {"DATABASE_URL": database, "COMPANION_SECRET_KEY": key}
        commands = {port: (*GUNICORN, "--bind", f"{self.address}:{port}", APP) for port in PORTS}
        under = (program("ip"), "netns", "exec", self.name)
        return House(commands, environment(folder, UNSLOWED | settings), under, host=self.address)


@contextmanager
def network() -> Iterator[list[Machine]]:
    """Two machines; nothing that is sent to one that is cut off goes anywhere else."""
    part = f"10.{100 + os.getpid() % 100}"
    with ExitStack() as stack:
        ip("route", "add", "blackhole", f"{part}.0.0/16")
        stack.callback(ip, "route", "del", "blackhole", f"{part}.0.0/16")
        machines = []
        for number in (1, 2):
            machine = Machine(f"house-{os.getpid()}-{number}", f"{part}.{number}.2", f"{part}.{number}.1")
            ip("netns", "add", machine.name)
            stack.callback(ip, "netns", "del", machine.name)
            outside = f"h{os.getpid()}-{number}"
            ip("link", "add", outside, "type", "veth", "peer", "name", "inside", "netns", machine.name)
            stack.callback(ip, "link", "del", outside)
            ip("address", "add", f"{machine.neighbour}/24", "dev", outside)
            ip("link", "set", outside, "up")
            ip("-n", machine.name, "address", "add", f"{machine.address}/24", "dev", "inside")
            ip("-n", machine.name, "link", "set", "lo", "up")
            machine.plug_in()
            machines.append(machine)
        yield machines


@contextmanager
def proxied(folder: Path, machines: Sequence[Machine]) -> Iterator[int]:
    """HAProxy before the processes of these machines, with the sample's backend; its port."""
    port = free_port()
    file = folder / "haproxy.cfg"
    file.write_text(_configured(port, machines), "utf-8")
    with subprocess.Popen(
        (program("haproxy"), "-db", "-f", file), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            _wait_for(port)
            yield port
        finally:
            process.kill()


def _configured(port: int, machines: Sequence[Machine]) -> str:
    """The sample's defaults and its backend, with these machines; without its door for https."""
    sample = (DEPLOY / "haproxy.cfg").read_text("utf-8")
    defaults, _, rest = sample.partition("\ndefaults\n")[2].partition("\nfrontend phones\n")
    backend = rest.partition("\nbackend processes\n")[2]
    rules = [line for line in backend.splitlines() if not line.strip().startswith("server ")]
    servers = [
        f"    server {machine.name}-{each} {machine.address}:{each}" for machine in machines for each in PORTS
    ]
    return "\n".join(
        (
            *("defaults", defaults.replace("log global", "no log")),
            *("frontend phones", f"    bind {LOCAL}:{port}", "    default_backend processes"),
            *("backend processes", *rules, *servers, ""),
        )
    )


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + STARTING
    while time.monotonic() < deadline:
        with suppress(OSError), Caller(port, "") as caller:
            if caller.get("/healthz").status == HTTPStatus.OK:
                return
        time.sleep(0.05)
    raise TimeoutError


def together(once: Try, behind: int = 2) -> list[str]:
    """Everything; the proxy knows so many of the machines."""
    with network() as machines, home() as folder:
        addresses = ",".join(machine.neighbour for machine in machines)
        make(folder, "fsync=on", "log_min_messages=panic", f"listen_addresses={addresses}")
        with (folder / "data" / "pg_hba.conf").open("a") as rules:
            rules.write("host all all 10.0.0.0/8 trust\n")
        with running(folder) as server:
            return _evening(once, server, machines, machines[:behind])


def _evening(once: Try, server: Cluster, machines: Sequence[Machine], known: Sequence[Machine]) -> list[str]:
    database, key = server.new("evenings"), token_hex(32)
    (measured, *evenings), restarts = prepared(database, 1 + TABLES), Restarts(server)
    try:
        with ExitStack() as stack:
            for machine in machines:
                there = f"postgresql://{OWNER}@{machine.neighbour}/evenings"
                stack.enter_context(opened(machine.house(once.folder, there, key)))
            taps = _across(measured, machines)
            port = stack.enter_context(proxied(once.folder, known))
            with playing(once, evenings, [port]) as sent:
                spells = [_spell(one, restarts, sent) for one in islice(cycle(machines), once.rounds)]
        judged = judge(database, evenings, sent)
    finally:
        restarts.server.end()
    cut, down = zip(*spells, strict=True)
    late = quantiles(taps, n=20)[-1]
    return [
        f"{TAPS} taps told on the other machine: median {median(taps):.0f} ms, 95 % within {late:.0f} ms",
        f"{len(cut)} times a machine cut off: all phones played on after {max(cut):.1f} s at worst",
        f"{len(down)} restarts of the database server: after {max(down):.1f} s at worst",
        judged,
    ]


def _across(evening: Evening, machines: Sequence[Machine]) -> list[float]:
    """Milliseconds from a payment on the first machine until a phone of the second is told of it."""
    first, second = machines
    taken = []
    with (
        Caller(PORTS[0], evening.tokens[0], first.address) as bank,
        Listeners(PORTS[1], host=second.address) as listeners,
    ):
        bank.prepare(evening.game)
        phone = listeners.open(evening.game, evening.tokens[1], bank.stamp(evening.game))
        for number in range(TAPS):
            began = time.perf_counter()
            bank.pay(evening.game, number)
            late = listeners.wait({evening.game: bank.stamp(evening.game)}, PATIENCE)
            holds(not late, "a phone of the other machine was not told")
            taken.append(1000 * (phone.told_at - began))
    return taken


def _spell(machine: Machine, restarts: Restarts, sent: Sequence[Action]) -> tuple[float, float]:
    """Cut a machine off, plug it in again, restart the database server; how many seconds each time until all
    phones played on.
    """
    time.sleep(MOMENT)
    machine.cut_off()
    try:
        cut = _until_all_play(sent, "while a machine was cut off")
    finally:
        machine.plug_in()
    restarts.restart(MOMENT)
    return cut, _until_all_play(sent, "after a restart of the database server")


def _until_all_play(sent: Sequence[Action], when: str) -> float:
    """Seconds until the last phone was told of an action that it sent after this."""
    since = time.monotonic()
    while stuck := _stuck(sent, since):
        holds(time.monotonic() < since + LONGEST, f"{len(stuck)} phones did not play on {when}")
        time.sleep(0.1)
    return time.monotonic() - since


def _stuck(sent: Sequence[Action], since: float) -> set[int]:
    """The phones that were told of nothing that they have sent since then."""
    told = {action.phone for action in sent if action.is_acknowledged and action.began > since}
    return {action.phone for action in sent} - told


MACHINES = (
    Check(
        "machines",
        "A table is at any of two machines; where one is cut off, or the database restarted, all play on.",
        1,
        20,
        together,
        {"the proxy knows one machine": partial(together, behind=1)},
    ),
)
