"""What goes into and comes out of the journal: plain values. Times are milliseconds since 1970, UTC."""

from dataclasses import astuple, dataclass

BANK = "bank"
"""The role of the phone that carries the bank."""
CLOCK_SLACK = 60 * 1000  # milliseconds
"""How far the date may be put back without effect. If it is put back further, what was made while it was
ahead ends.
"""
ASLEEP, STILL = 26_000, 2 * 60 * 1000
"""After how long a silence a phone counts as asleep: if its page asks every 15 seconds (static/js/link.js),
and if its page stands still, without scripts.
"""
MOST_EVENINGS = 2_000  # that a group keeps
UNSAID = "unsaid"
"""Nobody has chosen yet who records."""


class UnknownGame(LookupError):  # noqa: N818 - its name says what happened
    """There is no game with this id."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """One action not yet numbered. `action_id` is made with the form, `fingerprint` tells whether the same id
    comes with the same content, `body` is JSON text.
    """

    action_id: str
    fingerprint: str
    body: str
    recorded_at: int


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game with all its entries, not yet stored; what it tells its groups (JSON), None if nothing yet."""

    entries: tuple[NewEntry, ...]
    closed_at: int | None
    told: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One stored action of a game. `seq` counts from 1 without gaps; `chain` is a hash of the entry and of
    the chain before it, "" until it is stored.
    """

    game: str
    seq: int
    action_id: str
    fingerprint: str
    recorded_at: int
    body: str
    chain: str = ""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as the journal knows it. `closed_at` is None while it is played."""

    id: str
    opened_at: int
    closed_at: int | None


@dataclass(frozen=True, slots=True)
class Tap:
    """Which device stores something, by which action, and when."""

    token_hash: str
    action_id: str
    at: int


@dataclass(frozen=True, slots=True)
class Handover:
    """Words that carry a role to one other phone, or make any phone a keeper: long for a QR code, short to
    say aloud. They are stored hashed, so this is the only time they can be shown.
    """

    secret: str
    code: str
    expires_at: int


@dataclass(frozen=True, slots=True)
class Room:
    """What a table keeps beside its log. `version` grows with every change. `secret` and `code` let any phone
    in until `open_until`, so only phones at the table are shown them. `recording` says who may record,
    `votes` (JSON) whom each seat wants as the bank, `talk` (JSON) what was said in the round, `knocks` (JSON)
    who is at the shut door.
    """

    game: str
    version: int = 0
    secret: str | None = None
    code: str | None = None
    open_until: int = 0
    recording: str = UNSAID
    votes: str = "{}"
    talk: str | None = None
    knocks: str = "[]"


@dataclass(frozen=True, slots=True)
class Link:
    """What lets anybody read an evening that is over, with its players' `names` or without."""

    key: str
    names: bool
    made_at: int


@dataclass(frozen=True, slots=True)
class Reached:
    """How far a game has come, in numbers alone. `stamp` grows with every entry and with every change of the
    room, `room` with the latter only; `woken` grows when there is something to look at although nothing
    moved, for example when a phone is awake again.
    """

    stamp: int = 0
    room: int = 0
    woken: int = 0

    def or_later(self, other: "Reached") -> "Reached":
        """The later of two: of each number the larger one."""
        return Reached(*map(max, astuple(self), astuple(other)))


GONE = Reached(10**15, 10**15)
"""Farther than any game comes: it was deleted."""


@dataclass(frozen=True, slots=True)
class GameVersion:
    """How far a game has come: the number of its last entry (0 if there is none), its room, and the chain up
    to that entry; whether it has `stopped`, and takes no more.
    """

    seq: int
    room: Room
    chain: str = ""
    stopped: bool = False

    @property
    def stamp(self) -> int:
        """A number that grows with every entry and with every change of the room."""
        return self.seq + self.room.version

    @property
    def reached(self) -> Reached:
        """How far that is in numbers alone, for those who wait for more."""
        return Reached(self.stamp, self.room.version)


@dataclass(frozen=True, slots=True)
class Stop:
    """A table at which a law did not hold: before which entry, when and in which release, what is wrong, what
    was asked for and the event that it would have become (JSON). That entry is not stored.
    """

    game: str
    seq: int
    stopped_at: int
    release: str
    what: str
    command: str
    event: str


@dataclass(frozen=True, slots=True)
class Holder:
    """A phone with a role in a game, when it was last here, and when the game was closed (None if open)."""

    role: str
    token_hash: str
    held_since: int
    seen_at: int
    closed_at: int | None


@dataclass(frozen=True, slots=True)
class HeldGame:
    """A game in which a phone has roles: the number of its latest entry, when that was recorded, and what a
    list says of the game after it (JSON), None if this release has not made that yet.
    """

    id: str
    seq: int
    recorded_at: int
    summary: str | None
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class NewSummary:
    """What a list says of a game (JSON) after the entry of this number."""

    game: str
    seq: int
    body: str


@dataclass(frozen=True, slots=True)
class GroupRecord:
    """A group as it is stored: its `body` (JSON), when somebody last read it, the words of its link, long and
    short, and the hashes of those that make a phone a keeper, and when they were made.
    """

    id: str
    body: str
    seen_at: int
    secret: str
    code: str
    keeper_secret_hash: str | None = None
    keeper_code_hash: str | None = None
    keeper_made_at: int = 0


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that a group keeps, once it is over: when it ended, the number of its latest entry, and what it
    tells after that (JSON), None if that is not made yet.
    """

    id: str
    closed_at: int
    seq: int
    told: str | None


@dataclass(frozen=True, slots=True)
class Copied:
    """What was put into another database: `where` that is, how many games, entries, and rows of any kind."""

    where: str
    games: int
    entries: int
    rows: int


@dataclass(frozen=True, slots=True)
class Members:
    """Who is at a table, and how far it has come: as a request read it, or re-read within the write it
    authorizes, since a place may have gone to another phone in between.
    """

    version: GameVersion
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class Heard:
    """When a phone was last heard from, whether its page `asks` again by itself, and `since` when it is awake
    (0: the start).
    """

    last: int
    asks: bool = True
    since: int = 0

    def is_asleep(self, now: int) -> bool:
        """Whether it has been silent for so long that it counts as asleep."""
        return now - self.last >= self.patience

    @property
    def patience(self) -> int:
        """How long it may be silent before it counts as asleep."""
        return ASLEEP if self.asks else STILL


@dataclass(frozen=True, slots=True)
class Notice:
    """What happened at the door: a phone came or went. It is not an entry and cannot be taken back."""

    recorded_at: int
    kind: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Timer:
    """A clock that had `remaining_ms` left when last touched, and runs since `started_at` if that is set."""

    remaining_ms: int
    started_at: int | None = None

    def left(self, monotonic: int) -> int:
        """The milliseconds left at this time, below 0 once it has run out."""
        gone = 0 if self.started_at is None else max(0, monotonic - self.started_at)
        return self.remaining_ms - gone
