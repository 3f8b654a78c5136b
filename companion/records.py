"""What the journal takes and gives: plain values. Times are milliseconds since 1970, UTC."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NewEntry:
    """One action without its place. `action_id` is made where the finger is, `fingerprint` tells whether the
    same id comes with the same content, `body` is JSON text.
    """

    action_id: str
    fingerprint: str
    body: str
    recorded_at: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of a game as it is stored. `seq` counts from 1 without a gap."""

    game: str
    seq: int
    action_id: str
    fingerprint: str
    recorded_at: int
    body: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as the journal knows it. `closed_at` is None while it is played."""

    id: str
    opened_at: int
    closed_at: int | None


@dataclass(frozen=True, slots=True)
class Handover:
    """The words that carry the bank to another phone, once: a long one for a QR code, a short one to say.
    They are stored hashed, so this is the only time they can be shown.
    """

    secret: str
    code: str
    expires_at: int


@dataclass(frozen=True, slots=True)
class Timer:
    """A clock that had `remaining_ms` left when it was last touched, and runs since `started_at` if set."""

    remaining_ms: int
    started_at: int | None = None
