"""Groups: which evenings they keep, what these tell together, and which phones may read or keep them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property

from companion.codec import UnreadableError, codec_of, decode_naming, decode_told, encode_naming, encode_told
from companion.gamefile import GameFile
from companion.games import Games
from companion.groupfile import MOST_SPELLINGS, GroupFile
from companion.journal import (
    GroupBook,
    Journal,
    StorageTrouble,
    StoredGroup,
    UnknownGame,
    UnknownGroup,
    digest,
    spoken,
    started_over,
)
from companion.machine.clocks import wall_now
from companion.places import DOOR_LIFE, MINUTE, PlaceLost
from companion.records import CLOCK_SLACK, GroupRecord, Handover, NewGame, NewSummary
from companion.rules.evenings import Kept, Naming, Past, past, spelling
from companion.rules.names import clean_name
from companion.rules.refusals import GroupFull, GroupsTooMany, NameOfAnother, PlayedTogether
from companion.tables import Line, Table, caught_up

MOST_GROUPS = 20  # that a phone knows
MOST_PHONES = 200  # that know a group
KEEPERS_LINK_LIFE = DOOR_LIFE
SEEN_EVERY = 60 * MINUTE
"""How far what is stored of the last look may be behind: hosts count in days."""

__all__ = ["Group", "Groups", "Known", "UnknownGroup"]


@dataclass(frozen=True, slots=True)
class Known:
    """A group that a phone knows: its id, its name, "" if it has none, and whether the phone is a keeper."""

    id: str
    name: str
    keeper: bool


@dataclass(frozen=True)  # no slots: what its evenings tell together is worked out once
class Group:
    """A group as a phone that knows it reads it."""

    record: GroupRecord
    naming: Naming
    keeper: bool
    kept: tuple[Kept, ...]

    @property
    def id(self) -> str:
        """Its id."""
        return self.record.id

    @cached_property
    def past(self) -> Past:
        """What its evenings tell."""
        return past(self.naming, self.kept)


class Groups:
    """The groups of one journal, as they are `stored`. `by` is the phone that asks: what only keepers may do
    raises PlaceLost for any other, within the write. Everything that names a group may raise UnknownGroup.
    """

    def __init__(self, games: Games, journal: Journal, now: Callable[[], int] = wall_now) -> None:
        self._games = games
        self._journal = journal
        self.stored = journal.groups
        self._now = now

    # Reading

    def known_to(self, phone: str) -> tuple[Known, ...]:
        """The groups that a phone knows, the one that was read last first."""
        return tuple(
            Known(group, decode_naming(body).name, keeper)
            for group, body, keeper in self.stored.known_to(phone)
        )

    def read(self, group: str, by: str) -> Group:
        """A group with all that its evenings tell. Raises PlaceLost for a phone that does not know it."""
        stored = self.stored.group(group)
        keeper = stored.keeps(by)
        if keeper is None:
            raise PlaceLost
        if abs(self._now() - stored.record.seen_at) > SEEN_EVERY:
            with suppress(StorageTrouble):  # a full disk must not stop a look
                self._see(group)
        return Group(stored.record, self._naming(stored), keeper, tuple(self._told(stored)))

    def past(self, group: str) -> Past:
        """What the evenings of a group tell, for whoever runs the app."""
        stored = self.stored.group(group)
        return past(self._naming(stored), tuple(self._told(stored)))

    def _told(self, stored: StoredGroup) -> Iterator[Kept]:
        """What evenings tell; those of which it is not stored are replayed. A damaged one is left out, and
        found once it is opened.
        """
        made = list[NewSummary]()
        for game in stored.evenings():
            try:
                body = game.told or self._made(game.id)
                word, evening = decode_told(body)
            except (UnreadableError, UnknownGame):
                continue
            if body != game.told:
                made.append(NewSummary(game.id, game.seq, body))
            yield Kept(game.id, game.closed_at, word, evening)
        if made:
            with suppress(StorageTrouble):  # as above
                self.stored.keep_told(made)

    def _made(self, game: str) -> str:
        table = caught_up(self._games, game, None, self._journal.log(game).entries())
        if table.rules.tells is None:
            raise UnknownGame(game)
        times = (line.recorded_at for line in table.standing)
        return encode_told(table.rules, table.rules.tells(table.log, times))

    @started_over
    def _see(self, group: str) -> None:
        with self.stored.book(group) as book:
            book.change(seen_at=self._now())

    # Evenings

    @started_over
    def keep(self, game: str, group: str, *, by: str) -> None:
        """Keep an evening in a group that this phone knows, once. Raises GroupFull, and UnknownGame."""
        with self.stored.book(group, game) as book:
            if book.keeps(by) is None:
                raise PlaceLost
            if game not in book.games():
                if not book.keep(game):
                    raise GroupFull
                book.change(seen_at=self._now())

    def open(self, game: str, token: str, *, by: str) -> str:
        """Make a group that keeps an evening, and return its id. Its keeper is the phone of this new `token`,
        by which the same tap finds the same group again. If another phone has just made one for this evening,
        this one reads that: five who tap after the last card are one group. Raises GroupsTooMany, and
        UnknownGame.
        """
        if len(self.stored.known_to(by)) >= MOST_GROUPS:
            raise GroupsTooMany
        return self.stored.open(game, token, encode_naming(Naming()), self._now())

    def bring_back(self, file: GroupFile, token: str, *, by: str) -> str:
        """Store a group with all evenings of a file, or nothing, and return its id. Its keeper, and the bank
        of its evenings, is the phone of this new `token`, by which the same tap finds the same group again.
        Raises GroupsTooMany.
        """
        if len(self.stored.known_to(by)) >= MOST_GROUPS:
            raise GroupsTooMany
        several = tuple(NewGame(game.entries, game.closed_at, self._tells(game)) for game in file.evenings)
        return self._journal.restore_group(token, encode_naming(file.naming), several, now=self._now())

    def _tells(self, game: GameFile) -> str | None:
        rules = self._games.begun_by(game.entries[0].body)
        if game.closed_at is None or rules.tells is None:
            return None
        decode = codec_of(rules).decode_line
        lines = (Line(seq, line.recorded_at, *decode(line.body)) for seq, line in enumerate(game.entries, 1))
        table = Table("", rules).with_lines(lines)
        return encode_told(rules, rules.tells(table.log, [line.recorded_at for line in table.standing]))

    @started_over
    def take_out(self, game: str, group: str, *, by: str) -> None:
        """Keep an evening no more; it stays where it is."""
        with self._changing(group, by) as book:
            book.take_out(game)

    # What it is called, and who is who

    @started_over
    def rename(self, group: str, name: str, *, by: str) -> None:
        """Call the group otherwise, "" for no name. Raises a Refusal."""
        cleaned = clean_name(name) if name.strip() else ""
        with self._changing(group, by) as book:
            self._name(book, replace(self._naming(book), name=cleaned))

    @started_over
    def call(self, group: str, person: str, name: str, *, by: str) -> None:
        """Call a person otherwise. Raises a Refusal, also if somebody else has that name."""
        cleaned = clean_name(name)
        self._tell(group)
        with self._changing(group, by) as book:
            naming = self._naming(book)
            person, whose = naming.person(person), naming.person(spelling(cleaned))
            if whose != person and whose in self._past(book).people:
                raise NameOfAnother(cleaned)
            self._name(book, naming.called(person, cleaned))

    @started_over
    def merge(self, group: str, one: str, into: str, *, by: str) -> None:
        """Make one person of two, who both came. Raises PlayedTogether if they were at one table."""
        self._tell(group)
        with self._changing(group, by) as book:
            there, naming = self._past(book), self._naming(book)
            people, one, into = there.people, naming.person(one), naming.person(into)
            if one != into and into in there.met(one):
                raise PlayedTogether(people[one].name, people[into].name)
            if one in people and into in people:
                self._name(book, naming.merged(one, into))

    @started_over
    def part(self, group: str, spelt: str, *, by: str) -> None:
        """Make a person of their own again of a spelling."""
        with self._changing(group, by) as book:
            self._name(book, self._naming(book).parted(spelt))

    # Who may read, and who may keep

    def behind(self, words: str) -> str | None:
        """The group that these words lead to, if they are valid."""
        group = self.stored.behind(words)
        return group if group and self.called_behind(group, words) is not None else None

    def called_behind(self, group: str, words: str) -> str | None:
        """What a group is called to which these words lead, "" if nothing yet; None if they are void."""
        with suppress(UnknownGroup):
            stored = self.stored.group(group)
            if _leads(stored.record, words, self._now()) is not None:
                return self._naming(stored).name
        return None

    @started_over
    def come_in(self, group: str, words: str, token: str) -> bool:
        """Let the phone of this new token read the group, or keep it, as the words say; False if they are
        void. Raises GroupFull.
        """
        with self.stored.book(group) as book:
            keeper = _leads(book.record, words, self._now())
            if keeper is None:
                return False
            if book.keeps(token) is None and book.phones() >= MOST_PHONES:
                raise GroupFull
            book.let_in(token, keeper=keeper)
        return True

    @started_over
    def new_link(self, group: str, *, by: str) -> None:
        """Make another link. The old one is void, and who is no keeper is out."""
        with self._changing(group, by) as book:
            book.new_link()

    @started_over
    def keepers_link(self, group: str, *, by: str) -> Handover:
        """Make words that make keepers of phones for a quarter of an hour."""
        with self._changing(group, by) as book:
            return book.new_keepers_link(self._now(), KEEPERS_LINK_LIFE)

    def delete(self, group: str, *, by: str) -> None:
        """Delete the group for good. Its evenings stay where they are."""
        self._delete(group, by)
        with suppress(StorageTrouble):  # it is deleted, and cleared the next time
            self._journal.clear()

    @started_over
    def _delete(self, group: str, by: str) -> None:
        with self._changing(group, by) as book:
            book.delete()

    @contextmanager
    def _changing(self, group: str, by: str) -> Iterator[GroupBook]:
        with self.stored.book(group) as book:
            if not book.keeps(by):
                raise PlaceLost
            yield book

    def _tell(self, group: str) -> None:
        """Store what the evenings of a group tell: no write waits until they are replayed."""
        tuple(self._told(self.stored.group(group)))

    def _past(self, book: GroupBook) -> Past:
        return past(self._naming(book), tuple(self._told_within(book)))

    def _told_within(self, book: GroupBook) -> Iterator[Kept]:
        for game in book.evenings():
            if game.told:
                with suppress(UnreadableError):
                    yield Kept(game.id, game.closed_at, *decode_told(game.told))

    @staticmethod
    def _naming(stored: StoredGroup) -> Naming:
        return decode_naming(stored.record.body)

    @staticmethod
    def _name(book: GroupBook, naming: Naming) -> None:
        if len(naming.spellings) > MOST_SPELLINGS:
            raise GroupFull
        book.change(body=encode_naming(naming))


def _leads(record: GroupRecord, words: str, now: int) -> bool | None:
    """Whether these words make a keeper; None if they lead nowhere. Words that were made later than now were
    made while the date was ahead.
    """
    if words == record.secret or spoken(words) == record.code:
        return False
    hashes = digest(words), digest(spoken(words))
    made = record.keeper_made_at
    is_valid = made - CLOCK_SLACK <= now < made + KEEPERS_LINK_LIFE
    return True if is_valid and {*hashes} & {record.keeper_secret_hash, record.keeper_code_hash} else None
