"""One game's log and room, for reading and, within one write, for changing. The room is what a game keeps
beside its log: who holds which role, the door, what was said, who came and went. Each public change
increments the room's version. Codes are made here, easy to say and to type; tokens are stored as hashes.
"""

import hashlib
import secrets
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, func, or_, select, update

from companion import records
from companion.chain import BEGINNING, linked
from companion.journal.schema import (
    entries,
    games,
    gone,
    groups,
    handovers,
    holders,
    links,
    metadata,
    notes,
    notices,
    rooms,
    stops,
    summaries,
    timers,
    visits,
)
from companion.journal.storage import Reader, Write
from companion.machine.release import release
from companion.records import UnknownGame

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # no letter or digit that can be mistaken for another


def letters(count: int) -> str:
    """A random code of this length, easy to say and to type."""
    return "".join(secrets.choice(ALPHABET) for _ in range(count))


def spoken(words: str) -> str:
    """Clean a code that somebody typed or pasted: upper case, half width, and without dashes, blanks or
    invisible characters.
    """
    plain = unicodedata.normalize("NFKC", words).upper()
    return "".join(letter for letter in plain if letter.isalnum())


def digest(token: str) -> str:
    """How a secret is stored: SHA-256, in hexadecimal."""
    return hashlib.sha256(token.encode()).hexdigest()


CODE_LETTERS = 6
DOOR_LETTERS = 6
HANDOVER_LIFE = 5 * 60 * 1000  # milliseconds
MOST_NOTICES = 500

_COLUMNS = tuple(column.name for column in entries.columns)
IDS = select(games.c.id).union_all(select(groups.c.id), select(gone.c.game)).subquery()
"""Every id that a game or a group has, or had."""
_later = entries.alias()
LATEST = entries.c.seq == select(func.max(_later.c.seq)).where(_later.c.game == games.c.id).scalar_subquery()
"""Selects the last entry of each game."""
OF_HOLDER = (
    holders.c.role,
    holders.c.token_hash,
    holders.c.held_since,
    # A seat is in use from the moment it was taken, so a phone without a visit counts as seen then.
    func.coalesce(visits.c.seen_at, holders.c.held_since),
    games.c.closed_at,
)
VISIT = and_(visits.c.game == holders.c.game, visits.c.token_hash == holders.c.token_hash)

# Every action needs these two, and SQLAlchemy takes longer to put them together than SQLite to run them.
_VERSION = (
    select(entries.c.seq, entries.c.chain, stops.c.release, rooms)
    .select_from(games)
    .outerjoin(entries, and_(entries.c.game == games.c.id, LATEST))
    .outerjoin(stops, stops.c.game == games.c.id)
    .outerjoin(rooms, rooms.c.game == games.c.id)
    .where(games.c.id == bindparam("of"))
)
_HOLDERS = (
    select(*OF_HOLDER)
    .select_from(holders)
    .join(games, games.c.id == holders.c.game)
    .outerjoin(visits, VISIT)
    .where(holders.c.game == bindparam("of"))
    .order_by(holders.c.role)
)


def unused(write: Write, count: int, *columns: ColumnElement[Any]) -> str:
    """A new code of this length that none of these columns of one table has, as it is or hashed."""
    code = letters(count)
    taken = or_(*(column.in_([code, digest(code)]) for column in columns))
    return unused(write, count, *columns) if write.rows(select(*columns).where(taken)) else code


class Log:
    """One game's entries and what is kept beside them, for reading; nothing is read until it is asked for. A
    game that does not exist has none of it.
    """

    def __init__(self, game: str, reader: Reader) -> None:
        self.game = game
        self._reader = reader

    def entries(self, after: int = 0) -> tuple[records.Entry, ...]:
        """The entries after number `after`, in order."""
        asked = select(entries).where(entries.c.game == self.game, entries.c.seq > after)
        return self._reader.all(records.Entry, asked.order_by(entries.c.seq))

    def last_seq(self) -> int:
        """The number of the latest entry, 0 if there is none."""
        return int(self._reader.column(select(func.max(entries.c.seq)).filter_by(game=self.game))[0] or 0)

    def find(self, action_id: str) -> records.Entry | None:
        """The entry that an action was stored as: what to ask after Unconfirmed. Compare its fingerprint with
        that of the action at hand.
        """
        asked = select(entries).filter_by(game=self.game, action_id=action_id)
        return self._reader.first(records.Entry, asked)

    def version(self) -> records.GameVersion | None:
        """How far the game has come; None if there is no game with this id."""
        rows = self._reader.rows(_VERSION, {"of": self.game})
        if not rows:
            return None
        seq, chain, stopped_in, *room = rows[0]
        stored = records.Room(self.game) if room[0] is None else records.Room(*room)
        return records.GameVersion(seq or 0, stored, chain or BEGINNING, stopped=stopped_in == release())

    def reached(self) -> records.Reached:
        """How far everything public has come: entries and changes of the room alike."""
        version = self.version()
        return version.reached if version else records.Reached()

    def holders(self) -> tuple[records.Holder, ...]:
        """Every phone with a role."""
        return self._reader.all(records.Holder, _HOLDERS, {"of": self.game})

    def notices(self) -> tuple[records.Notice, ...]:
        """Who came and went, in order."""
        asked = select(notices.c.recorded_at, notices.c.kind, notices.c.seat).filter_by(game=self.game)
        return self._reader.all(records.Notice, asked.order_by(notices.c.number))

    def notes(self, seat: int) -> dict[int, str]:
        """A player's private notes, by round."""
        asked = select(notes.c.round, notes.c.body).filter_by(game=self.game, seat=seat)
        return {int(number): str(body) for number, body in self._reader.rows(asked.order_by(notes.c.round))}

    def timer(self) -> records.Timer | None:
        """The clock of the game, None if it was never set."""
        asked = select(timers.c.remaining_ms, timers.c.started_at).filter_by(game=self.game)
        return self._reader.first(records.Timer, asked)

    def link(self) -> records.Link | None:
        """The link by which anybody may read it; None if there is none."""
        asked = select(links.c.key, links.c.names != 0, links.c.made_at).filter_by(game=self.game)
        return self._reader.first(records.Link, asked)


class Book(Log):
    """One game within one write: what is read here stays true until the write ends. `begun` is the game's
    version before the write, `room` its room as it is now. Raises UnknownGame.
    """

    def __init__(self, game: str, write: Write) -> None:
        super().__init__(game, write)
        begun = self.version()
        if begun is None:
            raise UnknownGame(game)
        self.begun, self.room = begun, begun.room
        self._seq, self._chain = begun.seq, begun.chain
        self._write = write

    def reached(self) -> records.Reached:
        """How far the game has come, including this write."""
        return records.GameVersion(self._seq, self.room).reached

    def members(self) -> records.Members:
        """Who is there now, and how far the game had come before this write."""
        return records.Members(self.begun, self.holders())

    def append(self, *lines: records.NewEntry) -> records.Entry:
        """Append these entries, numbered and chained, and return the last. An action id must not be reused:
        find() it first.
        """
        new = [*chained(self.game, lines, self._seq, self._chain)]
        add_entries(self._write, new)
        self._seq, self._chain = new[-1].seq, new[-1].chain
        return new[-1]

    def keep_summary(self, body: str, seq: int | None = None) -> None:
        """Store what lists of tables show of the game after entry `seq`, by default the latest."""
        summary = {"seq": seq or self._seq, "release": release(), "body": body}
        self._write.put(summaries, game=self.game, **summary)

    def stop(self, stop: records.Stop) -> None:
        """Stop the game: store why it takes no more entries, and tell all phones."""
        self._write.put(stops, **asdict(stop))
        self.change()

    def close(self, closed_at: int | None) -> None:
        """Mark the game as finished at `closed_at`, or with None as being played again."""
        marked = update(games).where(games.c.id == self.game).values(closed_at=closed_at)
        self._write.connection.execute(marked)
        self.change()  # how long places last depends on it

    def delete(self) -> None:
        """Remove the game for good, with all that belongs to it. Only its id stays."""
        for table in reversed(metadata.sorted_tables):
            if "game" in table.c and table not in {entries, gone}:
                self._write.drop(table, game=self.game)
        self._write.drop(games, id=self.game)  # an entry leaves with its game, and not by itself
        self._write.add(gone, {"game": self.game, "cleared": 0})

    # The room

    def change(self, **fields: Any) -> records.Room:  # noqa: ANN401 - any of the fields of a Room
        """Store new values of some fields and increment the version."""
        return self.keep(version=self.room.version + 1, **fields)

    def keep(self, **fields: Any) -> records.Room:  # noqa: ANN401 - as `change`
        """Store new values of some fields without a new version, so that no phone is told."""
        self.room = replace(self.room, **fields)
        self._write.put(rooms, **asdict(self.room))
        return self.room

    def open_door(self, until: int, *, renew: bool) -> records.Room:
        """Open the door until `until` with its present words; `renew` makes new words and voids the old."""
        if self.room.secret is None or renew:
            code = unused(self._write, DOOR_LETTERS, rooms.c.code)
            return self.change(open_until=until, secret=secrets.token_urlsafe(16), code=code, knocks="[]")
        return self.change(open_until=until)

    def hold(self, role: str, token_hash: str, now: int) -> None:
        """Give a role to this phone. The phone that had it loses it, and words for it become void."""
        self._write.drop(handovers, game=self.game, role=role)
        self._write.put(holders, game=self.game, role=role, token_hash=token_hash, held_since=now)
        self.visit(token_hash, now)
        self.change()

    def pass_on(self, holder: records.Holder, role: str, token_hash: str, now: int) -> None:
        """Move a role to another token of its phone, keeping `held_since`; words for it stay valid."""
        self._write.drop(holders, game=self.game, role=holder.role)
        since = holder.held_since
        self._write.put(holders, game=self.game, role=role, token_hash=token_hash, held_since=since)
        self.visit(token_hash, now)
        self.change()

    def let_go(self, role: str) -> None:
        """Take the role from its phone; words for it become void."""
        self._write.drop(holders, game=self.game, role=role)
        self._write.drop(handovers, game=self.game, role=role)
        self.change()

    def visit(self, token_hash: str, now: int) -> None:
        """Record that this phone is here. That does not count as a change."""
        self._write.put(visits, game=self.game, token_hash=token_hash, seen_at=now)

    def forget_visit(self, token_hash: str) -> None:
        """Drop when this phone was here."""
        self._write.drop(visits, game=self.game, token_hash=token_hash)

    def hand_over(
        self, role: str, *, now: int, life: int = HANDOVER_LIFE, length: int = CODE_LETTERS
    ) -> records.Handover:
        """Make new words that carry a role to another phone for `life` milliseconds; earlier ones become
        void. Not a change yet.
        """
        # Only in this game: deleting rows of other games would wait for their writers.
        void = or_(handovers.c.role == role, handovers.c.expires_at <= now)
        self._write.drop(handovers, void, game=self.game)
        code = unused(self._write, length, handovers.c.code_hash)
        made = records.Handover(secrets.token_urlsafe(16), code, now + life)
        words = {"secret_hash": digest(made.secret), "code_hash": digest(code)}
        until = {"made_at": now, "expires_at": made.expires_at, "used": 0}
        self._write.add(handovers, {"game": self.game, "role": role, **words, **until})
        return made

    def forget_notes(self, seat: int) -> None:
        """Drop every note of a seat. Nobody hears of it, so it does not count as a change."""
        self._write.drop(notes, game=self.game, seat=seat)

    def set_timer(self, timer: records.Timer | None) -> None:
        """Store the clock of a game, or drop it."""
        if timer is None:
            self._write.drop(timers, game=self.game)
        else:
            self._write.put(timers, game=self.game, **asdict(timer))
        self.change()

    def make_link(self, *, names: bool, now: int) -> None:
        """Let anybody read it by a link, from now on."""
        link = {"key": secrets.token_urlsafe(16), "names": int(names), "made_at": now}
        self._write.add(links, {"game": self.game, **link})

    def drop_link(self) -> None:
        """Take the link back: its key is never made again."""
        self._write.drop(links, game=self.game)

    def rest_timer(self, monotonic: int) -> None:
        """Stop a running clock at this time."""
        timer = self.timer()
        if timer and timer.started_at is not None:
            self.set_timer(records.Timer(max(0, timer.left(monotonic)), None))

    def tell(self, kind: str, now: int, seat: int | None = None) -> None:
        """Add a notice; only the latest MOST_NOTICES are kept."""
        last = select(func.max(notices.c.number)).filter_by(game=self.game)
        number = (self._write.column(last)[0] or 0) + 1
        notice = asdict(records.Notice(now, kind, seat))
        self._write.add(notices, {"game": self.game, "number": number, **notice})
        self._write.drop(notices, notices.c.number <= number - MOST_NOTICES, game=self.game)

    def keep_note(self, seat: int, number: int, body: str | None) -> None:
        """Store a player's note on a round, or with None drop it. Nobody hears of it: it is not a change."""
        if body is None:
            self._write.drop(notes, game=self.game, seat=seat, round=number)
        else:
            self._write.put(notes, game=self.game, seat=seat, round=number, body=body)


@dataclass(frozen=True, slots=True)
class Follows:
    """Says that a new game is the rematch of `game`, which gets only one. `arrive` brings the phones of the
    older game into the new one, within the same write; it raises if the phone that asks may not.
    """

    game: str
    arrive: Callable[[Book, Book], None]


def chained(
    game: str, lines: Iterable[records.NewEntry], seq: int = 0, chain: str = BEGINNING
) -> Iterator[records.Entry]:
    """These entries as a game stores them after entry `seq` and the chain up to it."""
    for number, line in enumerate(lines, seq + 1):
        entry = records.Entry(game, number, line.action_id, line.fingerprint, line.recorded_at, line.body)
        chain = linked(chain, entry)
        yield replace(entry, chain=chain)


def add_entries(write: Write, new: Sequence[records.Entry]) -> None:
    """Store these entries, those of each game in order."""
    write.add(entries, *({column: getattr(entry, column) for column in _COLUMNS} for entry in new))
    write.added = new[-1]
