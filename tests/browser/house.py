"""The program as people start it, in a process of its own that can be killed."""

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.tables import HOST

PROGRAM = Path(sys.executable).with_name("counting-house")


class House:
    """It is on the same port each time it is started."""

    def __init__(self, data: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as door:
            self.port: int = door.getsockname()[1]
        self.data = data
        self.url = f"http://{HOST}:{self.port}"
        self.program: subprocess.Popen[bytes]

    def start(self) -> None:
        """Start it and wait until it responds."""
        serve = ("serve", "--host", "127.0.0.1", "--port", str(self.port), "--allow-host", HOST)
        self.program = subprocess.Popen(
            (PROGRAM, "--data-dir", self.data, *serve), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(1_200):
            with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz"):
                return
            time.sleep(0.05)
        raise TimeoutError(self.url)

    def kill(self) -> None:
        """No goodbye."""
        self.program.kill()
        self.program.wait()


@contextmanager
def open_house(data: Path) -> Iterator[House]:
    """The program, running until the test is over."""
    house = House(data)
    try:
        house.start()
        yield house
    finally:
        house.kill()
