"""What is stored of groups: what they are called, which evenings they keep, which phones know them."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Select, and_, func, or_, select

from companion.journal.book import IDS, LATEST, digest, spoken, unused
from companion.journal.schema import entries, games, gone, groups, kept, readers, told
from companion.journal.storage import Reader, Write
from companion.journal.trouble import started_over
from companion.records import MOST_EVENINGS, GroupRecord, Handover, KeptGame, NewSummary, UnknownGame

GROUP_LETTERS = 8
LINK_LETTERS = 8
"""A link is valid until its keepers make another, so its code has more letters than that of a door."""


class UnknownGroup(LookupError):  # noqa: N818 - its name says what happened
    """There is no group with this id."""


class StoredGroup:
    """One group, for reading. Raises UnknownGroup."""

    def __init__(self, group: str, reader: Reader) -> None:
        found = reader.first(GroupRecord, select(groups).filter_by(id=group))
        if found is None:
            raise UnknownGroup(group)
        self.record = found
        self._reader = reader
        self._own = {"group_id": group}

    def keeps(self, token_hash: str) -> bool | None:
        """Whether this phone is one of its keepers; None if it does not know the group."""
        asked = select(readers.c.keeper != 0).filter_by(token_hash=token_hash, **self._own)
        return self._reader.first(bool, asked)

    def phones(self) -> int:
        """How many phones know the group."""
        return int(self._reader.column(select(func.count()).select_from(readers).filter_by(**self._own))[0])

    def games(self) -> tuple[str, ...]:
        """The evenings that it keeps, also those that are still played."""
        return self._reader.column(select(kept.c.game).filter_by(**self._own))

    def evenings(self) -> tuple[KeptGame, ...]:
        """Those that are over, the latest first, each with what it tells, if that was made from all of its
        log.
        """
        return self._reader.all(
            KeptGame,
            select(games.c.id, games.c.closed_at, entries.c.seq, told.c.body)
            .select_from(kept)
            .join(games, games.c.id == kept.c.game)
            .join(entries, and_(entries.c.game == games.c.id, LATEST))
            .outerjoin(told, and_(told.c.game == games.c.id, told.c.seq == entries.c.seq))
            .where(kept.c.group_id == self.record.id, games.c.closed_at.is_not(None))
            .order_by(games.c.closed_at.desc(), games.c.id),
        )


class GroupBook(StoredGroup):
    """One group within one write: what is read here stays true until the write ends."""

    def __init__(self, group: str, write: Write) -> None:
        # On a server whoever waits for the row sees only in the next statement what the other has stored.
        write.rows(select(groups.c.id).filter_by(id=group).with_for_update(key_share=True))
        super().__init__(group, write)
        self._write = write

    def change(self, **fields: Any) -> None:  # noqa: ANN401 - any of the fields of a GroupRecord
        """Store new values of some fields."""
        self.record = replace(self.record, **fields)
        self._write.put(groups, **asdict(self.record))

    def let_in(self, token_hash: str, *, keeper: bool) -> None:
        """Let this phone read, or keep; a keeper stays one."""
        keeper = keeper or bool(self.keeps(token_hash))
        self._write.put(readers, token_hash=token_hash, keeper=int(keeper), **self._own)

    def new_link(self) -> None:
        """Make new words that lead here. The old ones are void, and whoever only reads is out."""
        self.change(secret=secrets.token_urlsafe(16), code=_free_code(self._write))
        self._write.drop(readers, keeper=0, **self._own)

    def new_keepers_link(self, now: int, life: int) -> Handover:
        """Make new words that make a phone a keeper for `life` milliseconds; others are void."""
        made = Handover(secrets.token_urlsafe(16), _free_code(self._write), now + life)
        hashes = {"keeper_secret_hash": digest(made.secret), "keeper_code_hash": digest(made.code)}
        self.change(**hashes, keeper_made_at=now)
        return made

    def keep(self, game: str) -> bool:
        """Keep this evening too, once; False if there is no room for it."""
        there = self.games()
        if game not in there and len(there) < MOST_EVENINGS:
            self._write.add(kept, {"game": game, **self._own})
            return True
        return game in there

    def take_out(self, game: str) -> None:
        """Keep this evening no more; the evening itself stays."""
        self._write.drop(kept, game=game, **self._own)
        self._forget_untold([game])

    def delete(self) -> None:
        """Remove the group for good. Its evenings stay, and of itself only its id."""
        games_kept = self.games()
        self._write.drop(kept, **self._own)
        self._write.drop(readers, **self._own)
        self._write.drop(groups, id=self.record.id)
        self._write.add(gone, {"game": self.record.id, "cleared": 0})
        self._forget_untold(games_kept)

    def _forget_untold(self, several: Sequence[str]) -> None:
        """Drop what these evenings tell, unless another group keeps them."""
        nobody = ~select(kept.c.game).where(kept.c.game == told.c.game).exists()
        self._write.drop(told, told.c.game.in_(several), nobody)


class Groups:
    """The groups of one journal, which `reader` reads and `writing` writes."""

    def __init__(self, reader: Reader, writing: Callable[..., AbstractContextManager[Write]]) -> None:
        self._reader = reader
        self._writing = writing

    def group(self, group: str) -> StoredGroup:
        """One group. Raises UnknownGroup."""
        return StoredGroup(group, self._reader)

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
            for begun in write.column(_begun_with(game)):
                GroupBook(begun, write).let_in(token_hash, keeper=False)
                return str(begun)
            book = new_group(write, token_hash, body, now)
            book.keep(game)
        return book.record.id

    def behind(self, words: str) -> str | None:
        """The group that these words lead to, to read or to keep."""
        asked = or_(
            groups.c.secret == words,
            groups.c.code == spoken(words),
            groups.c.keeper_secret_hash == digest(words),
            groups.c.keeper_code_hash == digest(spoken(words)),
        )
        return self._reader.first(str, select(groups.c.id).where(asked))

    def known_to(self, token_hash: str) -> Sequence[tuple[str, str, bool]]:
        """The groups that a phone knows, the one that was read last first: id, body, and whether it is one of
        its keepers.
        """
        return self._reader.rows(
            select(groups.c.id, groups.c.body, readers.c.keeper != 0)
            .join(readers, readers.c.group_id == groups.c.id)
            .where(readers.c.token_hash == token_hash)
            .order_by(groups.c.seen_at.desc(), groups.c.id)
        )

    def of_game(self, game: str) -> tuple[str, ...]:
        """The groups that keep a game."""
        return self._reader.column(select(kept.c.group_id).filter_by(game=game))

    def begun_with(self, game: str) -> bool:
        """Whether a group keeps this game and no other that is over: who played it comes in with the tap that
        would make another one.
        """
        return bool(self._reader.rows(_begun_with(game)))

    @started_over
    def keep_told(self, made: Iterable[NewSummary]) -> None:
        """Store what these games tell, all of it or nothing."""
        every = tuple(made)
        with self._writing(*(one.game for one in every)) as write:
            for one in every:
                with suppress(UnknownGame):  # deleted meanwhile
                    _check_there(write, one.game)
                    write.put(told, **asdict(one))

    @started_over
    def move(self, was: str, token_hash: str) -> None:
        """Let a phone that has a new token know what it knew before."""
        asked = select(readers.c.group_id, readers.c.keeper).filter_by(token_hash=was)
        if not self._reader.rows(asked):
            return
        with self._writing() as write:
            for group, keeper in write.rows(asked):
                GroupBook(group, write).let_in(token_hash, keeper=bool(keeper))
            write.drop(readers, token_hash=was)

    @started_over
    def forget(self, token_hash: str, group: str | None = None) -> None:
        """Let a phone know this group no more, or none."""
        theirs = readers.c.token_hash == token_hash
        which = and_(theirs, readers.c.group_id == group) if group else theirs
        if self._reader.rows(select(readers).where(which)):
            with self._writing() as write:
                write.drop(readers, which)

    @started_over
    def follow(self, game: str, after: str) -> None:
        """Let every group that keeps a game keep the one after it, too, if it has room: its rematch, or a
        count instead of it.
        """
        if not self.of_game(game):
            return
        with self._writing(after) as write:
            _check_there(write, after)
            asked = select(kept.c.group_id).filter_by(game=game).order_by(kept.c.group_id)
            for group in write.column(asked):
                GroupBook(group, write).keep(after)

    def delete_unseen(self, before: int) -> None:
        """Delete the groups that nobody has read since `before`."""
        for group in self._reader.column(select(groups.c.id).where(groups.c.seen_at < before)):
            self._delete_unseen(group, before)

    @started_over
    def _delete_unseen(self, group: str, before: int) -> None:
        with suppress(UnknownGroup), self.book(group) as book:
            if book.record.seen_at < before:  # nobody came meanwhile
                book.delete()


def known_by(write: Write, token_hash: str) -> str | None:
    """A group that this phone knows."""
    return write.first(str, select(readers.c.group_id).filter_by(token_hash=token_hash))


def new_group(write: Write, token_hash: str, body: str, now: int) -> GroupBook:
    """The book of a group without any evening, whose keeper is this phone."""
    group = unused(write, GROUP_LETTERS, IDS.c.id)
    record = GroupRecord(group, body, now, secrets.token_urlsafe(16), _free_code(write))
    write.add(groups, asdict(record))
    book = GroupBook(group, write)
    book.let_in(token_hash, keeper=True)
    return book


def _free_code(write: Write) -> str:
    return unused(write, LINK_LETTERS, groups.c.code, groups.c.keeper_code_hash)


def _begun_with(game: str) -> Select[Any]:
    """The groups that keep this game and no other that is over: who played it knows all that they tell."""
    theirs = kept.alias()
    others = (
        select(theirs.c.game)
        .join(games, games.c.id == theirs.c.game)
        .where(theirs.c.group_id == kept.c.group_id, theirs.c.game != game, games.c.closed_at.is_not(None))
    )
    return select(kept.c.group_id).where(kept.c.game == game, ~others.exists()).order_by(kept.c.group_id)


def _check_there(write: Write, game: str) -> None:
    if game and not write.rows(select(games.c.id).filter_by(id=game)):
        raise UnknownGame(game)
