"""What a player's row on a board tells of that player's own phone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.web.http.language import clock_time
from companion.web.http.language import gettext as _
from companion.web.phone.here import Here
from companion.web.screens.parts import how_phone_is, said_of_phone


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A player's row. `phone` is how its phone is where several take part, `said` what is told of that, with
    the time `since` when it is gone, and `in_lobby` while others are still to come in.
    """

    number: int
    gone: bool
    phone: str = ""
    said: str = ""
    since: str = ""
    in_lobby: bool = False

    @property
    def is_marked(self) -> bool:
        """Whether its phone is told of by how the row is drawn: one that is here, in the lobby also none."""
        return self.phone == "here" or (self.in_lobby and self.phone == "free")

    @property
    def is_asleep(self) -> bool:
        """Whether its phone is asleep or gone."""
        return self.phone in {"asleep", "gone"}

    @property
    def is_silent(self) -> bool:
        """Whether that is told beside the name: in the lobby it is in place of the stand."""
        return self.is_asleep and not self.in_lobby


AnyRow = TypeVar("AnyRow", bound=Row)


def with_phones(rows: Iterable[AnyRow], phone: Here, *, in_lobby: bool) -> Iterator[AnyRow]:
    """The rows, with how each player's own phone is."""
    for row in rows:
        if not phone.is_shared or row.gone:
            yield row
            continue
        silence = phone.silent.get(row.number) if row.number not in phone.me.seats else None
        yield replace(
            row,
            phone=how_phone_is(silence) if row.number in phone.phones else "free",
            said=said_of_phone(silence) if row.number in phone.phones else _("free"),
            since=clock_time(silence.since) if silence and silence.gone else "",
            in_lobby=in_lobby,
        )
