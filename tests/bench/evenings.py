"""Tables with phones that hold seats, put into a data folder before a server opens it."""

import secrets
from dataclasses import dataclass
from pathlib import Path

from companion.journal import Journal
from companion.machine.databases import DATABASE
from companion.membership import Membership
from companion.notifier import Notifier
from companion.registry import GAMES
from companion.rules.seats import SHIELDS
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.setup import OpenTable
from companion.service import Service
from companion.web.token import token_hash

NAMES = ("Ann", "Bo", "Cleo", "Dov", "Eve")


@dataclass(frozen=True, slots=True)
class Evening:
    """A table, and the token of each phone at it; the first is the bank's."""

    game: str
    tokens: tuple[str, ...]


def prepared(data: Path | str, tables: int, phones: int = len(NAMES)) -> tuple[Evening, ...]:
    """This many tables, each with this many phones that hold a seat, in the file of a data folder, or in the
    database of a server.
    """
    with Journal(data / DATABASE if isinstance(data, Path) else data) as journal:
        notifier = Notifier()
        service, membership = Service(GAMES, journal, notifier), Membership(journal, notifier)
        return tuple(opened(service, membership, phones) for _ in range(tables))


def opened(service: Service, membership: Membership, phones: int) -> Evening:
    """One table of five; its phones take the seats in order."""
    tokens = tuple(secrets.token_urlsafe(32) for _ in range(phones))
    opening = OpenTable("first", Options(), NAMES, SHIELDS[: len(NAMES)], 0)
    game = service.open(opening, secrets.token_hex(16), token_hash(tokens[0])).id
    for seat, token in enumerate(tokens):
        membership.take_seat(game, seat, token_hash(token))
    return Evening(game, tokens)
