"""The addresses and names by which phones nearby reach this machine. Finding them sends nothing."""

import re
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv4Address

_NAME = re.compile(r"[A-Za-z0-9._-]+")
ANY_PORT = 9
ELSEWHERE = (
    "192.0.2.1",  # nowhere in particular: the default route
    "192.168.43.254",  # an Android phone's hotspot
    "172.20.10.14",  # an iPhone's
    "192.168.137.254",  # Windows'
    "10.42.0.254",  # NetworkManager's
    "192.168.0.254",  # common home networks
    "192.168.1.254",
    "10.0.0.254",
)


def addresses() -> tuple[str, ...]:
    """This machine's IPv4 addresses except loopback, those that phones most likely reach first."""
    return _likeliest_first((*routed(), *_named()))


def present() -> tuple[str, ...]:
    """These addresses as the system's routes show them; names are looked up only if there are none."""
    return _likeliest_first(routed()) or addresses()


def _likeliest_first(addresses: Iterable[str]) -> tuple[str, ...]:
    found = {address: IPv4Address(address) for address in addresses}
    return tuple(
        sorted(found, key=lambda address: (found[address].is_link_local, not found[address].is_private))
    )


def routed() -> Iterator[str]:
    """The addresses from which this machine would talk to others, without repeats."""
    known: set[str] = set()
    for other in ELSEWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door, suppress(OSError):
            door.connect((other, ANY_PORT))
            address = str(door.getsockname()[0])
            if address not in known and _is_outward(address):
                known.add(address)
                yield address


def _named() -> Iterator[str]:
    """The addresses that this machine's name resolves to, if any."""
    with suppress(OSError, UnicodeError):
        yield from filter(_is_outward, socket.gethostbyname_ex(socket.gethostname())[2])


def _is_outward(address: str) -> bool:
    parsed = IPv4Address(address)
    return not parsed.is_loopback and not parsed.is_unspecified


def names() -> tuple[str, ...]:
    """This machine's name, also with the suffix by which a local network may know it."""
    name = socket.gethostname().lower().rstrip(".")
    if not is_name(name):
        return ()
    return (name,) if "." in name else (name, f"{name}.local")


def is_name(name: str) -> bool:
    """Whether this can be a machine's bare name or address: no scheme, no port."""
    try:
        return bool(_NAME.fullmatch(name.encode("idna").decode()))
    except UnicodeError:
        return False
