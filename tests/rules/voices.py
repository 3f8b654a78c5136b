"""Words at a table, in the language of given/when/then: who said what, and what is refused."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.rules.refusals import Refusal
from companion.rules.sheriff.bags import Deal, Declaration
from companion.rules.sheriff.proposals import Answer, Propose
from companion.rules.sheriff.saying import kept_in_turn, say
from companion.rules.sheriff.talk import Ask, Talk, silence
from tests.rules.given import Table, refused

EVERYBODY = frozenset(range(5))


@dataclass(frozen=True)
class Voices:
    """A table and what was said at it; every ask has an id of its own unless one is given."""

    table: Table
    talk: Talk = field(repr=False)
    speakers: frozenset[int] = EVERYBODY

    @classmethod
    def at(cls, table: Table, *speakers: int) -> "Voices":
        """A table at which nobody spoke yet; all have phones, or only these."""
        return cls(table, silence(table.game), frozenset(speakers) or EVERYBODY)

    def said(self, ask: Ask, action_id: str) -> Talk:
        return say(self.table.game, self.talk, ask, action_id, self.speakers)

    def when(self, *asks: Ask) -> "Voices":
        """The same table after these were said."""
        voices = self
        for ask in asks:
            voices = replace(voices, talk=voices.said(ask, f"{voices.taps}"))
        return voices

    @property
    def taps(self) -> int:
        """How many ids are known."""
        return len(self.talk.action_ids) + len(self.talk.other_ids)

    def then_at(self, table: Table) -> "Voices":
        """The same words at the table as it is later."""
        return replace(self, table=table)

    def refuses(self, ask: Ask, refusal: Refusal) -> None:
        refused(lambda: self.said(ask, "refused"), refusal)

    def offered(self, merchant: int, offer: Deal, *, accepted: bool = False) -> "Voices":
        """A proposal made, and accepted."""
        voices = self.when(Propose(merchant, offer))
        return voices.when(Answer(voices.last, accepts=True)) if accepted else voices

    @property
    def last(self) -> int:
        """The number of the latest proposal."""
        return self.talk.proposals[-1].number

    @property
    def declared(self) -> Mapping[int, Declaration]:
        """What was declared, or is by itself as its turn has come."""
        return kept_in_turn(self.table.game, self.talk, self.speakers).declarations
