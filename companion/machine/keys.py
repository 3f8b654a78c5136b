"""The key that signs cookies: the one given, else one made on the first start and kept."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from companion.machine import disk

KEY_FILE = "secret-key"
KEY_BYTES = 32
WEAKEST_KEY = 32
PATIENCE = 5.0  # seconds to wait for another process to write its key


class WeakKeyError(Exception):
    """A secret key that somebody could guess."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key, and whether it had to be made because the kept one was unusable."""

    text: str | bytes
    renewed: bool = False


def secret_key(given: object, folder: Path) -> Key:
    """The key of this app. Raises WeakKeyError if the given one could be guessed."""
    return shared_key(given) if given else _kept(folder / KEY_FILE)


def shared_key(given: object) -> Key:
    """The key that all processes of the app are given. Raises WeakKeyError if it could be guessed, or if
    there is none: each process would make another.
    """
    if not given:
        raise WeakKeyError(
            f"With a database server every process needs the same secret key, of at least {WEAKEST_KEY} "
            "characters: set COMPANION_SECRET_KEY."
        )
    if not isinstance(given, bytes):
        given = str(given)  # the environment turns a key of digits into a number
    if len(given) < WEAKEST_KEY:
        raise WeakKeyError(
            f"The secret key is shorter than {WEAKEST_KEY} characters. Leave it out and one is made."
        )
    return Key(given)


def is_whole(kept: bytes) -> bool:
    """Whether the file holds a key. After a power cut it may be empty, or all zeros."""
    try:
        text = _text(kept)
    except UnicodeDecodeError:
        return False
    return len(text) >= WEAKEST_KEY and text.isprintable()


def _kept(path: Path) -> Key:
    """The key in the file, readable by its owner alone; if several start at once, the first one's."""
    was_there = path.exists()
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        # Somebody put the file there read-only for us.
        if path.exists() and is_whole(kept := path.read_bytes()):
            return Key(_text(kept))
        raise
    with os.fdopen(descriptor, "r+b", buffering=0) as file:
        disk.lock(descriptor, PATIENCE)
        if is_whole(kept := file.read()):
            return Key(_text(kept))
        made = secrets.token_hex(KEY_BYTES)
        file.seek(0)
        file.truncate()
        file.write(made.encode())
        os.fsync(descriptor)
        disk.sync(path.parent)
        return Key(made, renewed=was_there)


def _text(kept: bytes) -> str:
    return kept.decode().strip()
