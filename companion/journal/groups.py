"""What is stored of groups: what they are called, which evenings they keep, which phones know them."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Select, and_, delete, func, or_, select

from companion.journal.book import IDS, LATEST, UnknownGame, add, digest, drop, letters, only, put, spoken
from companion.journal.schema import entries, games, gone, groups, kept, readers, told
from companion.journal.storage import Rows, Write
from companion.journal.trouble import started_over
from companion.records import GroupRecord, KeptGame, KnownGroup, NewSummary

GROUP_LETTERS = 8
LINK_LETTERS = 8
"""A link is valid until its keepers make another, so its code has more letters than that of a door."""


class UnknownGroup(LookupError):  # noqa: N818 - its name says what happened
    """There is no group with this id."""


class GroupBook:
    """One group within one write: what is read here stays true until the write ends. Raises UnknownGroup."""

    def __init__(self, group: str, write: Write) -> None:
        # On a server whoever waits for the row sees only in the next statement what the other has stored.
        write.rows(select(groups.c.id).filter_by(id=group).with_for_update(key_share=True))
        found = only(GroupRecord, write.rows(select(groups).filter_by(id=group)))
        if found is None:
            raise UnknownGroup(group)
        self.record = found
        self._write = write

    def change(self, **fields: Any) -> None:  # noqa: ANN401 - any of the fields of a GroupRecord
        """Store new values of some fields."""
        self.record = replace(self.record, **fields)
        put(self._write, groups, **asdict(self.record))

    def knows(self, token_hash: str) -> bool:
        """Whether this phone knows the group."""
        return self._role(token_hash) is not None

    def keeps(self, token_hash: str) -> bool:
        """Whether this phone is one of its keepers."""
        return bool(self._role(token_hash))

    def _role(self, token_hash: str) -> int | None:
        rows = self._write.rows(
            select(readers.c.keeper).filter_by(group_id=self.record.id, token_hash=token_hash)
        )
        return rows[0][0] if rows else None

    def let_in(self, token_hash: str, *, keeper: bool) -> None:
        """Let this phone read, or keep; a keeper stays one."""
        keeper = keeper or self.keeps(token_hash)
        put(self._write, readers, group_id=self.record.id, token_hash=token_hash, keeper=int(keeper))

    def phones(self) -> int:
        """How many phones know the group."""
        return int(self._write.rows(_phones(self.record.id))[0][0])

    def new_link(self) -> None:
        """Make new words that lead here. The old ones are void, and whoever only reads is out."""
        self.change(secret=_secret(), code=_free_code(self._write))
        drop(self._write, readers, keeper=0, **self._own)

    def new_keepers_link(self, now: int) -> tuple[str, str]:
        """Make new words that make a phone a keeper, and return them, long and short; others are void."""
        secret, code = _secret(), _free_code(self._write)
        hashes = {"keeper_secret_hash": digest(secret), "keeper_code_hash": digest(code)}
        self.change(**hashes, keeper_made_at=now)
        return secret, code

    def games(self) -> tuple[str, ...]:
        """The evenings that it keeps."""
        return tuple(row[0] for row in self._write.rows(select(kept.c.game).filter_by(**self._own)))

    def evenings(self) -> tuple[KeptGame, ...]:
        """Those that are over, as `Groups` reads them."""
        return tuple(KeptGame(*row) for row in self._write.rows(_over(self.record.id)))

    def keep(self, game: str) -> None:
        """Keep this evening too."""
        add(self._write, kept, game=game, **self._own)

    def take_out(self, game: str) -> None:
        """Keep this evening no more; the evening itself stays."""
        drop(self._write, kept, game=game, **self._own)
        self._forget_untold([game])

    def delete(self) -> None:
        """Remove the group for good. Its evenings stay, and of itself only its id."""
        games_kept = self.games()
        drop(self._write, kept, **self._own)
        drop(self._write, readers, **self._own)
        drop(self._write, groups, id=self.record.id)
        add(self._write, gone, game=self.record.id, cleared=0)
        self._forget_untold(games_kept)

    def _forget_untold(self, several: Sequence[str]) -> None:
        """Drop what these evenings tell, unless another group keeps them."""
        nobody = ~select(kept.c.game).where(kept.c.game == told.c.game).exists()
        self._write.connection.execute(delete(told).where(told.c.game.in_(several), nobody))

    @property
    def _own(self) -> dict[str, str]:
        return {"group_id": self.record.id}


class Groups:
    """The groups of one journal."""

    def __init__(
        self, rows: Callable[..., Rows], writing: Callable[..., AbstractContextManager[Write]]
    ) -> None:
        self._rows = rows
        self._writing = writing

    @contextmanager
    def book(self, group: str, game: str = "") -> Iterator[GroupBook]:
        """One write in a group, and about a game if one is named. The calling function must be
        `started_over`. Raises UnknownGroup, and UnknownGame.
        """
        with self._writing(*filter(None, [game])) as write:
            _check_there(write, game)
            yield GroupBook(group, write)

    @started_over
    def open(self, game: str, token_hash: str, body: str, now: int) -> str:
        """Make a group that keeps this game, with this phone as its keeper, and return its id; the same one
        for a phone that knows a group already, since its token was made for this tap. A phone that comes
        after another one's tap reads the group that this made. Raises UnknownGame.
        """
        with self._writing(game) as write:
            _check_there(write, game)
            if known := known_by(write, token_hash):
                return known
            if begun := write.rows(_begun_with(game)):
                GroupBook(begun[0][0], write).let_in(token_hash, keeper=False)
                return str(begun[0][0])
            book = new_group(write, token_hash, body, now)
            book.keep(game)
        return book.record.id

    def record(self, group: str) -> GroupRecord | None:
        """A group as it is stored."""
        return only(GroupRecord, self._rows(select(groups).filter_by(id=group)))

    def phones(self, group: str) -> int:
        """How many phones know a group."""
        return int(self._rows(_phones(group))[0][0])

    def behind(self, words: str) -> str | None:
        """The group that these words lead to, to read or to keep."""
        asked = or_(
            groups.c.secret == words,
            groups.c.code == spoken(words),
            groups.c.keeper_secret_hash == digest(words),
            groups.c.keeper_code_hash == digest(spoken(words)),
        )
        found = self._rows(select(groups.c.id).where(asked))
        return str(found[0][0]) if found else None

    def known_to(self, token_hash: str) -> tuple[KnownGroup, ...]:
        """The groups that a phone knows, the one that was read last first."""
        asked = (
            select(groups.c.id, groups.c.body, readers.c.keeper)
            .join(readers, readers.c.group_id == groups.c.id)
            .where(readers.c.token_hash == token_hash)
            .order_by(groups.c.seen_at.desc(), groups.c.id)
        )
        return tuple(KnownGroup(group, body, bool(keeper)) for group, body, keeper in self._rows(asked))

    def of_game(self, game: str) -> tuple[str, ...]:
        """The groups that keep a game."""
        return tuple(row[0] for row in self._rows(select(kept.c.group_id).filter_by(game=game)))

    def begun_with(self, game: str) -> bool:
        """Whether a group keeps this game and no other that is over."""
        return bool(self._rows(_begun_with(game)))

    def evenings(self, group: str) -> tuple[KeptGame, ...]:
        """The games of a group that are over, the latest first, each with what it tells, if that was made
        from all of its log.
        """
        return tuple(KeptGame(*row) for row in self._rows(_over(group)))

    @started_over
    def keep_told(self, made: Iterable[NewSummary]) -> None:
        """Store what these games tell, all of it or nothing."""
        every = tuple(made)
        with self._writing(*(one.game for one in every)) as write:
            for one in every:
                with suppress(UnknownGame):  # deleted meanwhile
                    _check_there(write, one.game)
                    put(write, told, **asdict(one))

    @started_over
    def move(self, was: str, token_hash: str) -> None:
        """Let a phone that has a new token know what it knew before."""
        if not self.known_to(was):
            return
        with self._writing() as write:
            for group, keeper in write.rows(
                select(readers.c.group_id, readers.c.keeper).filter_by(token_hash=was)
            ):
                GroupBook(group, write).let_in(token_hash, keeper=bool(keeper))
            drop(write, readers, token_hash=was)

    @started_over
    def forget(self, token_hash: str, group: str | None = None) -> None:
        """Let a phone know this group no more, or none."""
        known = [known.id for known in self.known_to(token_hash) if group in {None, known.id}]
        if known:
            with self._writing() as write:
                for each in known:
                    drop(write, readers, token_hash=token_hash, group_id=each)

    @started_over
    def follow(self, game: str, after: str, most: int) -> None:
        """Let every group that keeps a game keep the one that came after it, too, if it has room."""
        if not self.of_game(game):
            return
        with self._writing(after) as write:
            _check_there(write, after)
            for (group,) in write.rows(
                select(kept.c.group_id).filter_by(game=game).order_by(kept.c.group_id)
            ):
                book = GroupBook(group, write)
                if after not in (there := book.games()) and len(there) < most:
                    book.keep(after)

    def delete_unseen(self, before: int) -> None:
        """Delete the groups that nobody has read since `before`."""
        for (group,) in self._rows(select(groups.c.id).where(groups.c.seen_at < before)):
            self._delete_unseen(group, before)

    @started_over
    def _delete_unseen(self, group: str, before: int) -> None:
        with suppress(UnknownGroup), self.book(group) as book:
            if book.record.seen_at < before:  # nobody came meanwhile
                book.delete()


def known_by(write: Write, token_hash: str) -> str | None:
    """A group that this phone knows."""
    found = write.rows(select(readers.c.group_id).filter_by(token_hash=token_hash))
    return str(found[0][0]) if found else None


def new_group(write: Write, token_hash: str, body: str, now: int) -> GroupBook:
    """The book of a group without any evening, whose keeper is this phone."""
    group = letters(GROUP_LETTERS)
    while write.rows(select(IDS).where(IDS.c.id == group)):
        group = letters(GROUP_LETTERS)
    add(write, groups, **asdict(GroupRecord(group, body, now, _secret(), _free_code(write))))
    book = GroupBook(group, write)
    book.let_in(token_hash, keeper=True)
    return book


def _begun_with(game: str) -> Select[Any]:
    """The groups that keep this game and no other that is over: who played it knows all that they tell."""
    theirs = kept.alias()
    others = (
        select(theirs.c.game)
        .join(games, games.c.id == theirs.c.game)
        .where(theirs.c.group_id == kept.c.group_id, theirs.c.game != game, games.c.closed_at.is_not(None))
    )
    return select(kept.c.group_id).where(kept.c.game == game, ~others.exists()).order_by(kept.c.group_id)


def _phones(group: str) -> Select[Any]:
    return select(func.count()).select_from(readers).filter_by(group_id=group)


def _over(group: str) -> Select[Any]:
    """The games of a group that are over, the latest first, each with what it tells, if that was made from
    all of its log.
    """
    return (
        select(games.c.id, games.c.closed_at, entries.c.seq, told.c.body)
        .select_from(kept)
        .join(games, games.c.id == kept.c.game)
        .join(entries, and_(entries.c.game == games.c.id, LATEST))
        .outerjoin(told, and_(told.c.game == games.c.id, told.c.seq == entries.c.seq))
        .where(kept.c.group_id == group, games.c.closed_at.is_not(None))
        .order_by(games.c.closed_at.desc(), games.c.id)
    )


def _secret() -> str:
    return secrets.token_urlsafe(16)


def _free_code(write: Write) -> str:
    code = letters(LINK_LETTERS)
    taken = or_(groups.c.code == code, groups.c.keeper_code_hash == digest(code))
    return _free_code(write) if write.rows(select(groups.c.id).where(taken)) else code


def _check_there(write: Write, game: str) -> None:
    if game and not write.rows(select(games.c.id).filter_by(id=game)):
        raise UnknownGame(game)
