"""`make bench-live`: many phones at once, under the servers the program is run with. A few minutes."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench import growing, hosts, listening, servers, stored, talk, tap

AT_HOME: tuple[Callable[[Path], Iterator[str]], ...] = (
    tap.at_home,
    listening.at_home,
    stored.at_home,
    talk.at_home,
    growing.boards,
    growing.starts,
)
ON_A_HOST = (tap.on_a_host, listening.on_a_host, stored.on_a_host, talk.on_a_host, servers.on_a_server)


def main() -> None:
    """Print one figure a line with its budget, before each the machine's load: beside others' work a figure
    is worth little, ratios still hold.
    """
    reports = AT_HOME + (ON_A_HOST if hosts.has_gevent() else ())
    for report in reports:
        with tempfile.TemporaryDirectory() as folder:
            for line in report(Path(folder)):
                sys.stdout.write(f"{line}\n")
                sys.stdout.flush()
        sys.stdout.write(f"    load of the machine: {Path('/proc/loadavg').read_text()}")
    if not hosts.has_gevent():
        sys.exit(hosts.MISSING)


if __name__ == "__main__":
    main()
