"""What the board of any game shows besides the game: the last entry, what this phone sees of the others."""

from dataclasses import dataclass, replace
from typing import TypeVar

from flask import g, request
from markupsafe import Markup

from companion.tables import Game, Happened, Line, Table
from companion.web.current import places_at, warned
from companion.web.door import ShownCode, open_door
from companion.web.here import Here
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.lobby import Lobby
from companion.web.pages import pages_of
from companion.web.parts import NextButton, People, from_clock, say
from companion.web.undone import Undone


@dataclass(frozen=True, slots=True)
class Last:
    """What board/_last.html shows: the last entry; `told` to the player whose phone this is, if it is about
    them; `hands`, an icon and a sentence each, only right after booking. `seen` is the entry that last put it
    back, or 0; `by` says who recorded it.
    """

    entry: int
    sentence: Markup
    told: Markup | None = None
    hands: tuple[tuple[str, Markup], ...] = ()
    may_take_back: bool = False
    seen: int = 0
    by: Markup | str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whose phone the others want as the bank while that one's is gone: the `seat`, and what to do about it
    in `words`.
    """

    seat: int
    words: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyBoard:
    """`as_it_was` is the sentence of an older entry, right after which the board is shown; then nothing can
    be tapped. `over_sheet` says why nothing can be done on the sheet that led here. What depends on the
    `phone`: `turn` changes when it has something to do; the bank is `lonely` at a fresh table that nobody has
    joined; in the `lobby`, somebody is still to come in. While it may choose another bank, somebody may be
    `wanted`.
    """

    game: str
    closed: bool
    next: NextButton
    last: Last | None
    as_it_was: Markup | None
    warnings: tuple[str, ...]
    undone: Undone | None = None
    phone: Here | None = None
    turn: str = ""
    lonely: bool = False
    lobby: Lobby | None = None
    door: ShownCode | None = None
    over_sheet: Markup | str = ""
    wanted: Wanted | None = None

    @property
    def chooses_from(self) -> str:
        """The time of day from which this phone may choose another bank, while the bank is asleep."""
        return from_clock(self.phone.chooses_from) if self.phone else ""


Board = TypeVar("Board", bound=AnyBoard)


def last_of(table: Table[Game, Happened], line: Line[object], sentence: Markup) -> Last:
    """The last entry as all phones see it."""
    by = People(table.game.seats).recorder(line.by)
    return Last(line.seq, sentence, seen=table.put_back_by(line.seq), by=by)


def on_phone(board: Board, table: Table[Game, Happened], phone: Here) -> Board:
    """The board with what this phone sees of the others. The requested address says whether it opened a
    rematch and became the bank by that. The table view shows the open door, because it lies in the middle of
    the table, where latecomers see it.
    """
    is_over = request.args.get("seen") == g.mark
    is_new_bank = "bank" in request.args and phone.me.bank and table.latest is None
    is_alone = phone.me.bank and not phone.is_shared and table.latest is None
    return replace(
        board,
        phone=replace(phone, is_new_bank=phone.is_new_bank or is_new_bank),
        lonely=is_alone and not is_new_bank,
        over_sheet=pages_of(table).over(table, request.args.get("over", "")) if is_over else "",
        door=open_door(places_at(table.id)) if phone.me.table_view else None,
        warnings=warned(table, board.warnings),
        wanted=_wanted(table, phone) if phone.bank_is_gone else None,
    )


def _wanted(table: Table[Game, Happened], phone: Here) -> Wanted | None:
    there, here = places_at(table.id), table.game.here
    seat = there.wanted_as_bank(here)
    if seat is None:
        return None
    electors, sentence = there.electors(here), _("%(name)s is wanted as the bank: your vote is needed")
    agrees = any(there.votes.candidates.get(mine) == seat for mine in electors & phone.me.seats)
    if agrees and (missing := there.votes.missing(seat, electors)):
        sentence = ngettext(
            "%(name)s is wanted as the bank: %(num)s more vote needed",
            "%(name)s is wanted as the bank: %(num)s more votes needed",
            missing,
            name="%(name)s",
        )
    return Wanted(seat, say(sentence, name=People(table.game.seats).name(seat)))
