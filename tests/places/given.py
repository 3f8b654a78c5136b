"""A table's places as a test defines them, without a store."""

from collections.abc import Mapping

from companion.places import BANK_GONE, MINUTE, Moment, Places, seat_role, watching_role
from companion.records import BANK, GameVersion, Heard, Holder, Members, Room

ANN, BO, CLEO, DOV, EVE = "ann's phone", "bo's phone", "cleo's phone", "dov's phone", "eve's phone"
NOW = 1_700_000_000_000  # milliseconds since 1970
GAME = "a game"


def bank(phone: str = ANN) -> Holder:
    """A phone that carries the bank, here just now."""
    return Holder(BANK, phone, NOW, NOW, None)


def seat(number: int, phone: str, *, seen_at: int = NOW, closed_at: int | None = None) -> Holder:
    """A phone with a seat; `seen_at` is its last look, `closed_at` when the game was over."""
    return Holder(seat_role(number), phone, NOW, seen_at, closed_at)


def watcher(phone: str, *, as_table: bool = False) -> Holder:
    """A phone that only watches."""
    return Holder(watching_role(phone, as_table=as_table), phone, NOW, NOW, None)


def at(now: int, *, date_ahead: int = 0) -> Moment:
    """This time, with the machine's date set ahead by this much."""
    return Moment(now + date_ahead, now)


def given(
    *holders: Holder,
    moment: Moment | None = None,
    bank_heard: int = NOW,
    room: Room | None = None,
    heard: Mapping[str, Heard] | None = None,
) -> Places:
    """A table with these holders, of whose phones these were `heard`; nothing else of it is kept."""
    members = Members(GameVersion(1, room or Room(GAME)), holders)
    banks = (holder.token_hash for holder in holders if holder.role == BANK)
    return Places(members, moment or at(NOW), dict.fromkeys(banks, Heard(bank_heard)) | dict(heard or {}))


def open_until(moment: int) -> Room:
    """A room whose door is open until then."""
    return Room(GAME, 0, "the long words", "ABCDEF", moment)


def bank_gone(*holders: Holder, votes: str = "{}") -> Places:
    """A table whose bank was last heard from more than five minutes ago."""
    later = at(NOW + BANK_GONE + MINUTE)
    return given(*holders, moment=later, bank_heard=NOW, room=Room(GAME, votes=votes))
