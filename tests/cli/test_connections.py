"""`serve` responds to the phones of a full pub, though hundreds of real connections are held in silence."""

import resource
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import cast

import pytest
from waitress.adjustments import Adjustments

from companion.cli.connections import FILES_AT_ONCE, Channel, Request, Server
from companion.cli.serving import LARGEST_BODY_BYTES
from tests.cli.test_serving import House

PHONES, OF_EACH, STRANGERS = 60, 5, 900
ASKS = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
LONGEST_WAIT = 60.0  # a machine busy with other things

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="only there all of 127.0.0.0/8 is this machine"),
]


@pytest.fixture(autouse=True)
def many_files() -> Iterator[None]:
    """Both ends of a connection that is opened here are files of this machine; ours are the tests'."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8_192), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def address(house: House) -> str:
    """Where `serve` is."""
    return house[1]


def connected(address: str, by: str) -> socket.socket:
    """A connection from this address of the machine."""
    port = int(address.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), timeout=LONGEST_WAIT, source_address=(by, 0))


def answer(connection: socket.socket, asked: bytes = ASKS) -> bytes:
    """The first line of the response to this."""
    connection.sendall(asked)
    said = b""
    while not said.endswith(b"}\n"):
        said += connection.recv(4_096) or b"}\n"
    return said.split(b"\r\n")[0]


def test_only_what_brings_a_file_may_be_large_and_only_a_few_at_once() -> None:
    def asked(path: str) -> Request:
        request = Request(Adjustments(max_request_body_size=LARGEST_BODY_BYTES))
        request.received(f"POST {path} HTTP/1.1\r\nContent-Length: {33 << 20}\r\n\r\n".encode())
        return request

    assert asked("/count").error
    brought = [asked("/import") for _ in range(FILES_AT_ONCE)]
    assert [one.error for one in brought] == [None] * FILES_AT_ONCE
    assert asked("/import").error
    brought.pop()
    assert asked("/import").error is None


@pytest.mark.parametrize("one_address", [False, True], ids=["each its own address", "all behind one address"])
def test_sixty_phones_are_served_beside_nine_hundred_silent_strangers(
    address: str, *, one_address: bool
) -> None:
    with ExitStack() as open_ones:

        def comes(kind: int, number: int) -> socket.socket:
            by = "127.0.0.1" if one_address else f"127.{kind}.{number // 200}.{number % 200 + 1}"
            return open_ones.enter_context(connected(address, by))

        strangers = [comes(1, number) for number in range(STRANGERS)]
        phones = [[comes(2, number) for _ in range(OF_EACH)] for number in range(PHONES)]
        assert {answer(connection) for phone in phones for connection in phone} == {b"HTTP/1.1 200 OK"}
        assert {answer(stranger) for stranger in strangers[::9]} == {b"HTTP/1.1 200 OK"}


def test_one_address_with_too_many_gives_its_idle_ones_up_and_nobody_else_notices(address: str) -> None:
    with ExitStack() as open_ones:
        phone = open_ones.enter_context(connected(address, "127.0.2.1"))
        assert answer(phone) == b"HTTP/1.1 200 OK"
        crowd = [open_ones.enter_context(connected(address, "127.0.1.1")) for _ in range(1_600)]
        assert answer(crowd[-1]) == b"HTTP/1.1 200 OK"
        assert answer(phone) == b"HTTP/1.1 200 OK"
        gone = sum(is_closed(connection) for connection in crowd[:100])
        assert gone == 100
        assert not any(is_closed(connection) for connection in crowd[100:])


HELLO = bytes.fromhex("1603010200010001fc0303")
"""How a browser begins that tries https."""


@pytest.fixture
def server() -> Iterator[Server]:
    """The server itself, with an app that says yes."""

    def says_yes(_environ: object, start: Callable[[str, list[tuple[str, str]]], object]) -> list[bytes]:
        start("200 OK", [("Content-Length", "2")])
        return [b"}\n"]

    with socket.create_server(("127.0.0.1", 0)) as door:
        made = Server(says_yes, door, one_proxy=False, threads=1)
        runs = threading.Thread(target=made.run)
        runs.start()
        yield made
        made.stop()
        runs.join()
        for channel in tuple(cast("dict[int, Channel]", made.active_channels).values()):
            channel.handle_close()
        made.close()


def at(server: Server) -> str:
    """Where it listens."""
    return f"http://127.0.0.1:{cast('socket.socket', server.socket).getsockname()[1]}"


def test_who_tries_https_is_hung_up_on_at_once_and_the_log_says_it_once(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    for begins in (HELLO[:1], HELLO):
        with connected(at(server), "127.0.0.1") as browser:
            browser.sendall(begins)
            assert browser.recv(1) == b""
    with connected(at(server), "127.0.0.1") as browser:
        assert answer(browser) == b"HTTP/1.1 200 OK"
    (said,) = caplog.messages
    assert "https" in said


class Leaving(Channel):
    """The connection of a browser that hangs up as soon as its answer is begun."""

    looks = 0

    @property
    def connected(self) -> bool:
        """Whether it is still there: at the first look."""
        self.looks += 1
        return self.looks == 1

    @connected.setter
    def connected(self, _is: bool) -> None:
        self.looks = 0


@pytest.mark.parametrize("garbage", [b"\x00\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/1.1\r\nno header\r\n\r\n"])
def test_who_hangs_up_on_the_answer_to_what_is_no_request_leaves_no_traceback(
    server: Server, caplog: pytest.LogCaptureFixture, garbage: bytes
) -> None:
    here, there = socket.socketpair()
    with here, there:
        channel = Leaving(server, here, ("", 0), server.adj, map={})
        channel.requests = [channel.parser_class(server.adj)]
        channel.requests[0].received(garbage)
        assert channel.requests[0].error
        channel.connected = True
        channel.service()
    assert not [record for record in caplog.records if record.exc_info]


def is_closed(connection: socket.socket) -> bool:
    """Whether the other end hung up; nothing else is to be read there."""
    connection.setblocking(False)  # noqa: FBT003 - socket's own
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
