"""What a list of tables shows of each: no more than fits beside its players' names."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.seats import Seat
from companion.rules.stages import Stage


@dataclass(frozen=True, slots=True)
class Summary:
    """A table at a glance: how far it has come and who sits there. `progress` has the numbers, by name, from
    which the game's pages say more; `winners` are seats; `replaces` is the id of the older table that this
    one replaces, "" for none.
    """

    stage: Stage
    seats: tuple[Seat, ...]
    progress: Mapping[str, int] = field(default_factory=dict)
    winners: tuple[int, ...] = ()
    replaces: str = ""
