"""A player goes home: what becomes of purse and stand, badge and promises (T1, T3, I10, E16)."""

from dataclasses import dataclass, replace

from companion.rules import ledger
from companion.rules.kinds import Moves, may_leave, reseated
from companion.rules.ledger import BANK, BOX, extras
from companion.rules.refusals import Refusal
from companion.rules.seats import Presence, Stage
from companion.rules.sheriff.bags import Promise
from companion.rules.sheriff.deputies import badges_without, fewest_first
from companion.rules.sheriff.game import OUT, Command, Event, Game, Recorder
from companion.rules.sheriff.options import FEWEST_PLAYERS
from companion.rules.sheriff.posting import Posting
from companion.rules.sheriff.refusals import BagsOut, NobodyFollows
from companion.rules.sheriff.replaying import evolve, pinned, under, without
from companion.rules.sheriff.rotation import CountBegun, bags_out, most_turns, turns_with


@dataclass(frozen=True, slots=True)
class Leave(Command):
    """A player goes home. With `counts` their purse and stand stay for the count; otherwise they go back. A
    Deputy's badge goes to the `heir`, who is drawn; None where nobody follows, or only one can (E16).
    """

    word = "leave"
    later = ("heir",)
    recorder = Recorder.SEAT
    seat: int
    counts: bool
    heir: int | None = None

    @staticmethod
    def may(game: Game, seat: int) -> Refusal | None:
        """Whether a player can go home: enough must stay to play on (T1), or one during the count."""
        if refusal := may_leave(game, seat, FEWEST_PLAYERS):
            return refusal
        out = bags_out(game) if game.stage is Stage.ROUNDS else ()
        return BagsOut(out) if out and _ends_with(game, seat) else None

    def decide(self, game: Game) -> "PlayerLeft":
        """A player goes home; a Sheriff's badge goes to the next player at once and the round goes on, or the
        count begins if no turn is left. A Deputy's goes to the heir (E16).
        """
        seat, counts = self.seat, self.counts
        posting, lapsed = Posting(game), lapsing(game, seat)
        if not counts:
            posting.bank(seat, None, game.gold(seat))
            posting.give(seat, None, game.stand(seat))
            posting.move(extras(seat), BOX, ledger.in_extras(game.balances, seat))
        if game.has_deputies and game.stage is Stage.ROUNDS:
            badges = badges_without(game, seat, self.heir)
            pair = badges if len(badges) > 1 else ()
            heir = badges[-1] if seat in game.sheriffs else None
            left = PlayerLeft(
                seat, counts, badges[0], (), posting.moves, lapsed=lapsed, deputies=pair, heir=heir
            )
            return replace(left, badge_order=fewest_first(evolve(game, left)))
        if self.heir is not None:
            raise NobodyFollows
        order = tuple(other for other in game.badge_order if other != seat)
        if seat != game.sheriff or game.stage is not Stage.ROUNDS:
            return PlayerLeft(seat, counts, game.sheriff, order, posting.moves, lapsed=lapsed)
        if _ends_with(game, seat):
            turns = turns_with(game, int(game.is_inspected))
            return PlayerLeft(seat, counts, seat, (), posting.moves, turns)
        heir = _heir(game, seat)
        return PlayerLeft(seat, counts, heir, order[1:], posting.moves, lapsed=lapsed, heir=heir)


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """A player went home; a Sheriff's badge went to `sheriff`, and where Deputies still serve, `deputies`
    have one (E16). If nobody is left with a turn to take, the rounds are over, and `turns` says how often
    each seat was Sheriff. The promises that `lapsed` are those to and from the player that might still have
    been due (I10). The `heir` has the badge that the player had, None if there was none or if nobody is left
    with a turn; older entries do not say it.
    """

    word = "player_left"
    later = ("turns", "lapsed", "deputies", "heir")
    recorder = Recorder.SEAT
    seat: int
    counts: bool
    sheriff: int
    badge_order: tuple[int, ...]
    moves: Moves
    turns: tuple[int, ...] = ()
    lapsed: tuple[Promise, ...] = ()
    deputies: tuple[int, ...] = ()
    heir: int | None = None

    def evolved(self, game: Game) -> Game:
        """The badge and the round go on; what became of the player's bag is kept in case they return."""
        left = replace(
            reseated(game, self.seat, presence=Presence.LEFT if self.counts else Presence.GONE),
            sheriff=self.sheriff,
            deputies=self.deputies,
            badge_order=self.badge_order,
            opening_gold=game.opening_gold - sum(move.amount for move in self.moves if move.target == BANK),
            done=without(game.done, self.seat, self.sheriff, *self.deputies),
            brought={**game.brought, self.seat: game.done.get(self.seat, OUT)},
        )
        if self.turns:
            left = replace(left, stage=Stage.COUNT, turns=self.turns)
        if {*game.sheriffs}.isdisjoint(left.sheriffs):  # one Deputy may stay when the other goes
            left = under(left, ())
        return pinned(left, left.promises)


def turns_at_end(event: object) -> tuple[int, ...]:
    """How often each seat was Sheriff, if the event ends the rounds; empty for any other event."""
    return event.turns if isinstance(event, CountBegun | PlayerLeft) else ()


def _heir(game: Game, seat: int) -> int:
    """Who gets the badge of a Sheriff who leaves."""
    return next(other for other in game.left_of(seat) if other in game.here)


def _ends_with(game: Game, seat: int) -> bool:
    """Whether the rounds are over when this player leaves: a Sheriff whose heir has had every turn (T3). Not
    where Deputies serve: their rounds stay as planned (E16).
    """
    if seat != game.sheriff or game.badge_order or game.has_deputies:
        return False
    return game.terms[_heir(game, seat)] >= most_turns(game)


def lapsing(game: Game, seat: int) -> tuple[Promise, ...]:
    """The promises to and from a player that lapse if they leave (I10): those that may be due, now or once
    their giver is Sheriff for the first time since.
    """
    return tuple(
        given
        for given in game.promises
        if seat in {given.giver, given.receiver} and _may_fall_due(game, given)
    )


def _may_fall_due(game: Game, given: Promise) -> bool:
    """Whether a promise may still be due; where pairs are drawn, anybody may have a badge in time (E7)."""
    sheriffs = game.here if game.draws_pairs else (*game.sheriffs, *game.badge_order)
    is_first_since = game.last_served.get(given.giver, 0) <= given.round
    return game.round - given.round <= 1 or (given.giver in sheriffs and is_first_since)
