"""What a list of tables says of one: no more of a game than fits beside its players' names."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.seats import Seat
from companion.rules.stages import Stage


@dataclass(frozen=True, slots=True)
class Glance:
    """A table at a glance: how far it has come and who sits there. `progress` are the numbers from which the
    game's pages say more, each by its name; `winners` are seats; `replaces` is the id of an older table that
    counts no longer because of this one, "" for none.
    """

    stage: Stage
    seats: tuple[Seat, ...]
    progress: Mapping[str, int] = field(default_factory=dict)
    winners: tuple[int, ...] = ()
    replaces: str = ""
