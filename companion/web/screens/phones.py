"""The phones at a table: the door, the seats, who carries the bank."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.freed import Freed
from companion.places import Places, Viewer
from companion.rules.rights import Recording
from companion.tables import AnyTable
from companion.web.http.language import gettext as _
from companion.web.screens.door import DoorView, hyphened
from companion.web.screens.parts import Choice, Seat, how_many_here, said_of_phone, seat_of
from companion.web.words.people import People, say


@dataclass(frozen=True, slots=True)
class PhoneSeat:
    """A seat, and in words who `holds` it: this phone if it is `mine`, another or none. `bank` if that phone
    is the bank; `wanted` are the players who voted for it. If this phone is the bank, it `takes` a free seat
    and `opens` one that another phone holds; `makes_bank` if this phone may hand the bank to it, or vote for
    it. It shows the `code` of a seat that it freed.
    """

    seat: Seat
    holds: str
    mine: bool
    bank: bool
    wanted: tuple[Seat, ...]
    takes: bool
    opens: bool
    makes_bank: bool
    code: str = ""


@dataclass(frozen=True, slots=True)
class Phones:
    """What phones/_phones.html shows. `leads` if this phone is the bank; `watches` if it is one of the
    `watchers`, and then `way_in` leads to the free seats. `saved` right after this phone set who may record.
    `here` says how many of the players are, `silence` is the mark of those whose phones are not heard from;
    the bank's phone `starts` while nothing has happened yet. What it has just taken from a phone, which the
    sentence `undoes` tells, it may give back; that stands `undo_at` a seat if it is about one.
    """

    game: str
    leads: bool
    bank_is_gone: bool
    seats: tuple[PhoneSeat, ...]
    watchers: int
    watches: bool
    way_in: str
    door: DoorView | None
    recording: tuple[Choice, ...]
    recorded_by: str
    here: str
    silence: str
    starts: bool
    undoes: Markup | str = ""
    undo_at: int | None = None
    saved: bool = False

    @property
    def mark(self) -> str:
        """A word that changes with the silence, and with how long the door stays open."""
        return f"{self.silence}-{self.door.minutes}" if self.door else self.silence

    @property
    def plays(self) -> bool:
        """Whether this phone holds a seat."""
        return any(place.mine for place in self.seats)


def phones(
    table: AnyTable, me: Viewer, there: Places, door: DoorView | None, freed: tuple[Freed, ...] = ()
) -> Phones:
    """The phones as this one may see them; the `door` if it is open, and what this one has `freed`."""
    codes = {one.seat: hyphened(one.code) for one in reversed(freed) if one.code} if me.bank else {}
    gone, wanted = there.bank_is_gone, there.votes.candidates
    seats = sorted(there.seats.union(table.game.here))
    return Phones(
        game=table.id,
        leads=me.bank,
        bank_is_gone=gone and not me.bank,
        seats=tuple(
            replace(
                _seat(table, me, there, seat, wanted), code="" if seat in there.seats else codes.get(seat, "")
            )
            for seat in seats
        ),
        watchers=there.watchers,
        watches=me.watching or me.table_view,
        way_in=there.way_in(me, table.game.here),
        door=door,
        recording=(
            Choice(Recording.EVERYBODY, _("Everybody, everything")),
            Choice(Recording.OWN, _("Everybody, their own actions")),
            Choice(Recording.BANK, _("Only the bank")),
        ),
        recorded_by=there.recording,
        here=how_many_here(table.game, there.seats),
        silence=there.silence,
        starts=me.bank and not table.has_begun,
        undoes=_undoes(table, there, freed[0]) if freed else "",
        undo_at=freed[0].seat if freed else None,
    )


def _seat(table: AnyTable, me: Viewer, there: Places, seat: int, wanted: Mapping[int, int]) -> PhoneSeat:
    mine, held, bank = seat in me.seats, seat in there.seats, seat in there.bank_seats
    may_vote = there.bank_is_gone and bool(me.seats) and not me.bank
    chose = {voter for voter, chosen in wanted.items() if chosen == seat}
    voters = tuple(seat_of(table.game, voter) for voter in range(len(table.game.seats)) if voter in chose)
    return PhoneSeat(
        seat=seat_of(table.game, seat),
        holds=_("on this phone") if mine else _of_phone(there, seat) if held else _("without a phone"),
        mine=mine,
        bank=bank,
        wanted=voters,
        takes=me.bank and not mine and not held,
        opens=me.bank and held and not mine,
        makes_bank=not bank and ((me.bank and held and not mine) or (may_vote and (held or mine))),
    )


def _undoes(table: AnyTable, there: Places, freed: Freed) -> Markup | str:
    """What was just done, if it can be undone."""
    sentences = {
        "seat_released": _("%(name)s’s phone is out."),
        "bank_handed": _("%(name)s’s phone is the bank now."),
        "bank_taken": _("This phone is the bank now."),
        "watchers_sent": _("Nobody watches any more."),
    }
    if not freed.left(there.moment.monotonic) or (
        freed.kind == "seat_released" and freed.seat in there.seats
    ):
        return ""
    return say(sentences[freed.kind], name=People(table.game.seats).name(freed.seat))


def _of_phone(there: Places, seat: int) -> str:
    silence = there.silent.get(seat)
    return said_of_phone(silence) if silence else _("has a phone")
