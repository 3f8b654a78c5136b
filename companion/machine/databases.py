"""Where the evenings are: in a file of the data folder, or on the server that DATABASE_URL names."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

DATABASE = "counting-house.db"
VARIABLE = "DATABASE_URL"
SERVER = re.compile(r"postgres(ql)?(\+psycopg)?://")
FILE = "sqlite:///"
UNKNOWN = (
    f"{VARIABLE} is the address of no database that this program knows: it begins with postgresql://, or is "
    "left out for a file in the data folder."
)


NO_TARGET = (
    "this is the address of no database that this program knows: it begins with postgresql://, or is "
    f"{FILE}PATH for a file."
)


class UnknownDatabaseError(Exception):
    """The address is of no database that this program knows. It is not shown: it may hold a password."""


def database(folder: Path, asked: object = None, environment: Mapping[str, str] = os.environ) -> Path | str:
    """The file in this folder, or a server's address: the one asked for, else that of the environment; an
    empty one is none. Raises UnknownDatabaseError.
    """
    address = str(environment.get(VARIABLE, "") if asked is None else asked).strip()
    if not address:
        return folder / DATABASE
    return _server(address, UNKNOWN)


def named(address: str) -> Path | str:
    """The file or server that an address names; `sqlite:///PATH` is a file, its path taken as it stands.
    Raises UnknownDatabaseError.
    """
    path = address.strip().removeprefix(FILE)
    if path and path != address.strip():
        return Path(path)
    return _server(address.strip(), NO_TARGET)


def _server(address: str, otherwise: str) -> str:
    known = SERVER.match(address)
    if known is None:
        raise UnknownDatabaseError(otherwise)
    return f"postgresql://{address[known.end() :]}"
