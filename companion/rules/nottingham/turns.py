"""Whose turn it is, and the ambushes that lie on the table (N8, N10). The table says both beside the log, if
it likes: no rule asks for them, and they lock nothing.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from companion.rules.kinds import in_rounds, may_act
from companion.rules.nottingham import refusals as no
from companion.rules.nottingham.game import Game
from companion.rules.refusals import Refusal, allow
from companion.rules.ruleset import Talking

MOST_AMBUSHES = 13
"""How many ambush cards the box has (N10)."""
MOST_IDS = 64
"""How many of the latest actions are remembered, to recognise a double tap."""


@dataclass(frozen=True, slots=True)
class Turns:
    """After the entry with the number `since`, the table `named` the seat whose turn it is; None while nobody
    follows the turns. `laid` counts the ambush cards that each seat laid so far, those that met a delivery
    too.
    """

    named: int | None = None
    since: int = 0
    laid: Mapping[int, int] = field(default_factory=dict)
    action_ids: tuple[str, ...] = ()
    other_ids: tuple[str, ...] = ()

    def turn(self, game: Game, made: Iterable[tuple[int, int]], back: Mapping[int, int]) -> int | None:
        """The seat whose turn it is; None while nobody follows the turns. `made` has the entry of each
        delivery with its seat: that of whoever has the turn ends it, and the player to the left goes on (N8).
        So does that of the player to the left, since a turn without a delivery is not recorded; that of
        anybody else comes late. Once one is taken back, the turn is where it was before. Whoever came `back`,
        each seat with its entry, takes the turn from nobody who has it by then.
        """
        if self.named is None:
            return None
        seat, begun = self.named, self.since
        for entry, by in made:
            on_turn = here_from(game, seat, _late(back, begun))
            if entry > begun and by in {seat, on_turn, here_from(game, on_turn + 1)}:
                seat, begun = (by + 1) % len(game.seats), entry
        return here_from(game, seat, _late(back, begun))


def _late(back: Mapping[int, int], begun: int) -> set[int]:
    return {seat for seat, entry in back.items() if entry > begun}


def here_from(game: Game, seat: int, late: AbstractSet[int] = frozenset()) -> int:
    """The first player who is here, from this seat on to the left, and not `late`, unless all are."""
    people, here = len(game.seats), {*game.here} - late or game.here
    every = (number % people for number in range(seat, seat + people))
    return next(number for number in every if number in here)


@dataclass(frozen=True, slots=True)
class NameTurn:
    """Say whose turn it is; None stops following the turns."""

    seat: int | None
    since: int

    def may(self, game: Game, _turns: Turns) -> Refusal | None:
        """Whether it can be this player's turn."""
        return in_rounds(game) or (None if self.seat is None else may_act(game, self.seat))

    def said(self, turns: Turns) -> Turns:
        """The turns as they are then."""
        return replace(turns, named=self.seat, since=self.since)


@dataclass(frozen=True, slots=True)
class LayAmbushes:
    """Say that so many `more` ambush cards of a player lie on the table than were said to, or fewer; `met` of
    those that were laid met a delivery. Those of a player who went home lie again
    once that player is back (N20).
    """

    seat: int
    more: int
    met: int

    def may(self, game: Game, turns: Turns) -> Refusal | None:
        """Whether so many can lie there (N10)."""
        if refusal := in_rounds(game) or may_act(game, self.seat):
            return refusal
        lying = self._laid(turns) - self.met
        if lying < 0:
            return no.NoAmbushLies(self.seat)
        return None if lying <= MOST_AMBUSHES else no.AmbushesOutOfRange(MOST_AMBUSHES)

    def said(self, turns: Turns) -> Turns:
        """The turns as they are then."""
        return replace(turns, laid={**turns.laid, self.seat: self._laid(turns)})

    def _laid(self, turns: Turns) -> int:
        return max(turns.laid.get(self.seat, 0), self.met) + self.more


def say(
    game: Game,
    turns: Turns,
    ask: NameTurn | LayAmbushes,
    action_id: str,
    _speakers: AbstractSet[int],
    _entry: int,
) -> Turns:
    """What the table said after this; the same action again changes nothing. Raises a Refusal."""
    if action_id in turns.action_ids:
        return turns
    allow(ask.may(game, turns))
    return replace(ask.said(turns), action_ids=(*turns.action_ids, action_id)[-MOST_IDS:])


TALKING: Talking[Game, Turns] = Talking(
    kind=Turns,
    talk_of=lambda _game, kept, _speakers: kept or Turns(),
    say=say,
    is_quiet=lambda _game, was, after, _speakers: was == after,
    booked=lambda _game, kept, _event, _undone, _speakers: kept,
    passed_over=lambda _game, kept, _awake, _phones, _entry: kept,
)
