"""The correction of an older entry, as it is asked for and as it is booked: `corrections.py` decides it."""

from dataclasses import dataclass, field, replace

from companion.rules.kinds import Corrects, Kind, Moves
from companion.rules.ledger import Goods
from companion.rules.sheriff.game import Correctable, Correction, Event, Game


@dataclass(frozen=True, slots=True)
class Correct(Kind):
    """An older bag, sit-out, payment or card that counts at the end was different; the difference is booked
    now, with a reason.
    """

    word = "correct"
    seq: int
    command: Correction
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Twice:
    """Cards that a correction brings to a stand, or takes off it, after somebody already did so by hand."""

    seat: int
    goods: Goods


@dataclass(frozen=True, slots=True)
class EntryCorrected(Corrects[Game], Event):
    """An older entry, of `round`, was different: what it said, what it says now, the moves in between.
    `twice` are cards that may now count twice, because stands were mended since the entry. `halved` is what
    of the Booty is now halved, where its Deputies had agreed otherwise (E13). The `debtors` were short of
    coins since, and had more of them than was known then.
    """

    word = "entry_corrected"
    later = ("twice", "halved", "debtors")
    seq: int
    round: int
    reason: str
    was: Correctable
    now: Correctable
    moves: Moves
    twice: tuple[Twice, ...] = ()
    halved: Goods = field(default_factory=Goods)
    debtors: tuple[int, ...] = ()

    def evolved(self, game: Game) -> Game:
        """Remember of its round what the entry says now; a bag also changes what the board says."""
        if self.round == game.round:
            this_round = self.now.remembered(self.was.forgotten(game.this_round))
            game = replace(game, this_round=this_round)
        return self.was.corrected(game, self.now, self.round)

    def owners(self, _before: Game) -> tuple[int, ...]:
        """The seats that may correct both what it said and what it says."""
        return tuple(seat for seat in self.was.makers if seat in self.now.makers)
