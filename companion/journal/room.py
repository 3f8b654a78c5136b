"""A game's room within one write: who holds which role, the door, what was said, who came and went. Each
public change increments the room's version.
"""

import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.journal import statements
from companion.journal.codes import digest, letters
from companion.journal.schema import handovers, holders, notes, notices, rooms, timers, visits
from companion.journal.storage import Rows, Transaction
from companion.records import Handover, Holder, Notice, Room, Timer

DOOR_LETTERS = 6
MOST_NOTICES = 500


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The words that carry a role, as they are stored; `used` is 1 once a phone took the role by them."""

    game: str
    role: str
    secret_hash: str
    code_hash: str
    made_at: int
    expires_at: int
    used: int


@dataclass(frozen=True, slots=True)
class Follows:
    """Says that a new game is the rematch of `game`, which gets only one. `arrive` brings the phones of the
    older room into the new one, within the same write; it raises if the phone that asks may not.
    """

    game: str
    arrive: Callable[["RoomBook", "RoomBook"], None]


class RoomBook:
    """One game's room, for reading and changing; `room` as it was read when the write began, if it was."""

    def __init__(self, game: str, transaction: Transaction, room: Room | None = None) -> None:
        self.game = game
        self._rows = transaction.rows
        self._run = transaction.run
        self._room = room

    def room(self) -> Room:
        """The room as stored; defaults for a table where no other phone ever came."""
        if self._room is None:
            self._room = room_of(self.game, self._rows(statements.ROOM, game=self.game))
        return self._room

    def holders(self) -> tuple[Holder, ...]:
        """Every phone with a role."""
        return tuple(Holder(*row) for row in self._rows(statements.HOLDERS, game=self.game))

    def change(self, **fields: Any) -> Room:  # noqa: ANN401 - any of the fields of a Room
        """Store new values of some fields; the version grows."""
        was = self.room()
        return self._store(replace(was, version=was.version + 1, **fields))

    def keep(self, **fields: Any) -> Room:  # noqa: ANN401 - as `change`
        """Store new values of some fields, of which nobody is to hear."""
        return self._store(replace(self.room(), **fields))

    def _store(self, now: Room) -> Room:
        self._room = now
        self._run(statements.DROP_ROOM, [{"game": self.game}])
        self._run(statements.ADD[rooms], [asdict(now)])
        return now

    def open_door(self, until: int, *, renew: bool) -> Room:
        """Let phones in until then, by the present words; with `renew` by new ones, which void the old."""
        was = self.room()
        if was.secret is None or renew:
            return self.change(open_until=until, secret=secrets.token_urlsafe(16), code=self._free_code())
        return self.change(open_until=until)

    def _free_code(self) -> str:
        code = letters(DOOR_LETTERS)
        while self._rows(statements.DOOR_CODE_TAKEN, code=code):
            code = letters(DOOR_LETTERS)
        return code

    def hold(self, role: str, token_hash: str, now: int) -> None:
        """Give a role to this phone alone; the one that had it loses it, and older words are void."""
        self._run(statements.VOID_HANDOVERS, [{"game": self.game, "role": role, "now": 0}])
        hold(self._run, self.game, token_hash, now, role)
        self.visit(token_hash, now)
        self.change()

    def pass_on(self, holder: Holder, role: str, token_hash: str, now: int) -> None:
        """The same phone holds this by another token, and has held it as long; words for it stay valid."""
        self._run(statements.LET_GO, [{"game": self.game, "role": holder.role}])
        hold(self._run, self.game, token_hash, holder.held_since, role)
        self.visit(token_hash, now)
        self.change()

    def let_go(self, role: str) -> None:
        """Nobody has the role any more, and words for it become void."""
        self._run(statements.LET_GO, [{"game": self.game, "role": role}])
        self._run(statements.VOID_HANDOVERS, [{"game": self.game, "role": role, "now": 0}])
        self.change()

    def visit(self, token_hash: str, now: int) -> None:
        """This phone is here. That does not count as a change."""
        key = {"game": self.game, "token_hash": token_hash}
        self._run(statements.DROP_VISIT, [key])
        self._run(statements.ADD[visits], [{**key, "seen_at": now}])

    def hand_over(self, role: str, *, expires_at: int, length: int, now: int) -> Handover:
        """New words that carry a role to another phone; earlier ones become void. Not a change yet."""
        self._run(statements.VOID_HANDOVERS, [{"game": self.game, "role": role, "now": now}])
        secret, code = secrets.token_urlsafe(16), letters(length)
        while self._rows(statements.CODE_TAKEN, code_hash=digest(code)):
            code = letters(length)
        hashes = {"secret_hash": digest(secret), "code_hash": digest(code)}
        self._run(
            statements.ADD[handovers],
            [asdict(HandedOver(self.game, role, **hashes, made_at=now, expires_at=expires_at, used=0))],
        )
        return Handover(secret, code, expires_at)

    def keep_used(self, words: HandedOver) -> None:
        """Remember these words until they would have expired: the phone that used them may ask again."""
        self._run(statements.ADD[handovers], [asdict(replace(words, used=1))])

    def forget_notes(self, seat: int) -> None:
        """Drop every note of a seat. Nobody hears of it, so it does not count as a change."""
        self._run(statements.DROP_NOTES, [{"game": self.game, "seat": seat}])

    def set_timer(self, timer: Timer | None) -> None:
        """Store the clock of a game, or drop it."""
        self._run(statements.DROP_TIMER, [{"game": self.game}])
        if timer is not None:
            self._run(statements.ADD[timers], [{"game": self.game, **asdict(timer)}])
        self.change()

    def rest_timer(self, monotonic: int) -> None:
        """Stop a running clock at this time."""
        for row in self._rows(statements.TIMER, game=self.game):
            timer = Timer(*row)
            if timer.started_at is not None:
                self.set_timer(Timer(timer.left(monotonic), None))

    def tell(self, kind: str, now: int, seat: int | None = None) -> None:
        """Put a notice into the log, which keeps the latest of them."""
        number = int(self._rows(statements.LAST_NOTICE, game=self.game)[0][0]) + 1
        notice = asdict(Notice(now, kind, seat))
        self._run(statements.ADD[notices], [{"game": self.game, "number": number, **notice}])
        if number > MOST_NOTICES:
            self._run(statements.DROP_NOTICES, [{"game": self.game, "last": number - MOST_NOTICES}])

    def keep_note(self, seat: int, number: int, body: str | None) -> None:
        """Keep what a player notes about a round, or drop it. Nobody hears of it, so it is not a change."""
        key = {"game": self.game, "seat": seat, "round": number}
        self._run(statements.DROP_NOTE, [key])
        if body is not None:
            self._run(statements.ADD[notes], [{**key, "body": body}])


def room_of(game: str, rows: Rows) -> Room:
    """A room from its row, if there is one."""
    return Room(*rows[0]) if rows else Room(game)


def hold(run: Any, game: str, token_hash: str, now: int, role: str) -> None:  # noqa: ANN401 - the run of a transaction
    """Store who has a role."""
    run(statements.LET_GO, [{"game": game, "role": role}])
    holder = {"game": game, "role": role, "token_hash": token_hash, "held_since": now}
    run(statements.ADD[holders], [holder])
