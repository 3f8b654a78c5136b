"""What a PostgreSQL server, or the way to it, reports, and what that means to us."""

from collections.abc import Mapping

import psycopg
from sqlalchemy.exc import DBAPIError, IntegrityError

from companion.journal.storage import Cause

FAILURES = (DBAPIError, psycopg.Error, UnicodeDecodeError, MemoryError)
OUR_FAULT = (IntegrityError, psycopg.IntegrityError, psycopg.DataError)
"""A broken constraint, or a value that no column takes."""

# https://www.postgresql.org/docs/15/errcodes-appendix.html: whole codes first, then their classes.
CODES: Mapping[str, Cause] = {
    "53100": "full",
    "53200": "memory",
    "25006": "read_only",
    "42501": "read_only",
    "55P03": "locked",
    "57014": "locked",
    "40001": "locked",
    "40P01": "locked",
    "25P03": "unreachable",
    "3D000": "unreachable",
    "08": "unreachable",
    "28": "unreachable",
    "53": "unreachable",
    "57": "unreachable",
    "58": "disk",
    "XX": "damaged",
}
CLASS = 2  # characters
READ_ONLY = "25006"
AGAIN = {"40001", "40P01"}
ENDING = ("08", "57P", "25P03")


def _code_of(failure: BaseException) -> str | None:
    """The server's own code; None where it could not say anything."""
    return getattr(_original(failure), "sqlstate", None)


def cause_of(failure: BaseException) -> Cause:
    """Our word for it."""
    if isinstance(failure, MemoryError):
        return "memory"
    code = _code_of(failure)
    if code is None:
        return "unreachable" if _is_lost(failure) else "damaged"
    return CODES.get(code) or CODES.get(code[:CLASS], "damaged")


def is_useless(failure: BaseException) -> bool:
    """Whether no write goes through this connection any more."""
    return _is_lost(failure) or _code_of(failure) == READ_ONLY


def may_start_over(failure: BaseException) -> bool:
    """Whether the same write may succeed now, by another connection or after another writer."""
    return _is_lost(failure) or _code_of(failure) in AGAIN


def _is_lost(failure: BaseException) -> bool:
    """Whether the connection ended with this."""
    code = _code_of(failure)
    if code is None:
        return isinstance(_original(failure), (psycopg.OperationalError, psycopg.InterfaceError))
    return code.startswith(ENDING)


def _original(failure: BaseException) -> BaseException:
    return failure.orig if isinstance(failure, DBAPIError) and failure.orig else failure


def detail_of(failure: BaseException) -> str:
    """The server's own words, in one line."""
    return " ".join(str(_original(failure)).split()) or type(failure).__name__
