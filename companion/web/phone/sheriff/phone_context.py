"""How one phone sees a table: who it is, what it may do, what was said in the round; for this phone alone."""

from dataclasses import dataclass

from companion.rules.sheriff import declaring
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.inspection import Brought
from companion.rules.sheriff.talk import Talk
from companion.rules.stages import Stage
from companion.web.phone.here import Here
from companion.web.phone.sheriff.permit import Permit


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneContext(Here):
    """`just_dealt` is how a bag was dealt with last, until something newer is booked or said. Who is `ready`
    to declare before their turn is seen by all, what they declare is in the talk of their own phone (T4). It
    is `late` once the inspection's time is up; then the `talk` is what can still come to something (T7).
    """

    permit: Permit
    talk: Talk
    ready: frozenset[int] = frozenset()
    late: bool = False
    just_dealt: Brought | None = None

    def waits_for(self, game: Game) -> frozenset[int]:
        """The players who are still to come in, while the door is open to them and nothing has happened."""
        return frozenset() if self.talk.declarations else self.awaits(game.here)

    def declares_next(self, game: Game) -> int | None:
        """Which of this phone's merchants has to declare now, if several phones take part."""
        if not self.is_shared:
            return None
        seat = declaring.next_speaker(game, self.talk, self.awake)
        return seat if seat in self.me.seats else None

    def packs(self, game: Game) -> int | None:
        """Whose bag this phone packs and declares, whoever's turn it is: that of its only seat, if several
        phones take part.
        """
        own = self.own_seat
        if game.stage is not Stage.ROUNDS or own is None:
            return None
        said = own in self.talk.declarations or own in self.talk.ready or own in self.talk.decisions
        return own if own in game.waiting and not said else None
