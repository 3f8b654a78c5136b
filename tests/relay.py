"""A wire between a program and its server, cut at COMMIT: before it arrives, or before the answer."""

import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from tests.cluster import OWNER, Cluster

Cut = Literal["before", "after", ""]
SOCKET = ".s.PGSQL.5432"
AT_ONCE = 65_536  # bytes


class Relay:
    """Passes everything on, until `cut` says at which side of the next COMMIT the wire is cut."""

    def __init__(self, server: Cluster, folder: Path) -> None:
        self.cut: Cut = ""
        self._server = server.folder / SOCKET
        self._folder = folder
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / SOCKET))
        self._door.listen()

    def address(self, database: str) -> str:
        """The server's address at this end of the wire."""
        return f"postgresql://{OWNER}@/{database}?host={quote(str(self._folder))}"

    def serve(self) -> None:
        """Take connections until the wire is closed."""
        with suppress(OSError):
            while True:
                threading.Thread(target=self._pass_on, args=(self._door.accept()[0],), daemon=True).start()

    def close(self) -> None:
        """Take no more."""
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    def _pass_on(self, program: socket.socket) -> None:
        with program, socket.socket(socket.AF_UNIX) as server:
            server.connect(str(self._server))
            while True:
                for end in select.select([program, server], [], [])[0]:
                    data = end.recv(AT_ONCE)
                    if not data:
                        return
                    if end is program and b"COMMIT\0" in data and self.cut:
                        if self.cut == "after":
                            server.sendall(data)
                            server.recv(AT_ONCE)  # it is done; nobody hears of it
                        self.cut = ""
                        return
                    (server if end is program else program).sendall(data)


@contextmanager
def relayed(server: Cluster, folder: Path) -> Iterator[Relay]:
    """A wire to this server; its other end is in this folder."""
    wire = Relay(server, folder)
    thread = threading.Thread(target=wire.serve)
    thread.start()
    try:
        yield wire
    finally:
        wire.close()
        thread.join()
