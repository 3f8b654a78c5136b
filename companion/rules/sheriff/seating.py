"""Who sits at the table: who comes late or back, and what each player is called."""

from dataclasses import dataclass, replace

from companion.rules import kinds
from companion.rules.kinds import NO_SEAT, Moves, reseated
from companion.rules.ledger import BANK, pay, purse
from companion.rules.names import new_name
from companion.rules.refusals import NoSuchSeat, NotInRounds, Refusal
from companion.rules.seats import SHIELDS, Presence, Seat, Stage
from companion.rules.sheriff.deputies import fewest_first
from companion.rules.sheriff.game import OUT, Command, Event, Game, Recorder, check_purse
from companion.rules.sheriff.options import MOST_PLAYERS
from companion.rules.sheriff.refusals import TableFull
from companion.rules.sheriff.replaying import evolve, moved_beside, without
from companion.rules.sheriff.rotation import check_turns, with_turns


class Renamed(kinds.Renamed, Event):
    """Recorded by the player's own phone."""

    __slots__ = ()
    recorder = Recorder.SEAT


class Rename(kinds.Renaming, Command):
    """Each player renames their own seat."""

    __slots__ = ()
    recorder = Recorder.SEAT
    happens = Renamed


@dataclass(frozen=True, slots=True)
class Join(Command):
    """A player who comes late sits down at a new seat, on the left of `after`, with this many `turns` as
    Sheriff to come, and this much `gold` from the bank.
    """

    word = "join"
    name: str
    after: int
    turns: int
    gold: int = 0

    @staticmethod
    def may(game: Game, _seat: int = NO_SEAT) -> Refusal | None:
        """Whether somebody can still come late: while rounds are played, to a table that is not full (T1). A
        table that began with fewer than six never gets six, because it has no Deputies (E6).
        """
        if game.stage is not Stage.ROUNDS:
            return NotInRounds()
        most = max(game.began, MOST_PLAYERS)
        return TableFull(most) if len(game.seats) >= most else None

    def decide(self, game: Game) -> "PlayerJoined":
        """A player sits down at a new seat, with the first shield that nobody has, and sits this round out if
        its bags are being dealt with.
        """
        if not 0 <= self.after < len(game.seats):
            raise NoSuchSeat(self.after)
        name = new_name(self.name, len(game.seats), (who.name for who in game.seats))
        check_turns(game, self.turns)
        check_purse(game, self.gold)
        seat, taken = len(game.seats), {who.shield for who in game.seats}
        joined = PlayerJoined(
            seat=seat,
            name=name,
            shield=next(shield for shield in SHIELDS if shield not in taken),
            after=self.after,
            gold=self.gold,
            sits_out=game.is_inspected,
            badge_order=game.badge_order,
            moves=pay(BANK, purse(seat), self.gold),
        )
        return replace(joined, badge_order=tuple(with_turns(evolve(game, joined), seat, self.turns)))


@dataclass(frozen=True, slots=True)
class PlayerJoined(Event):
    """A player came late to a new `seat`, on the left of `after`, with this much gold from the bank, and
    `sits_out` if bags of the round were dealt with before.
    """

    word = "player_joined"
    seat: int
    name: str
    shield: str
    after: int
    gold: int
    sits_out: bool
    badge_order: tuple[int, ...]
    moves: Moves

    def evolved(self, game: Game) -> Game:
        """Add the seat, which sits this round out if its bags are being dealt with."""
        return replace(
            game,
            seats=(*game.seats, Seat(self.name, self.shield)),
            circle=moved_beside(game.circle, self.seat, self.after),
            badge_order=self.badge_order,
            turns=(*game.turns, 0),
            opening_gold=game.opening_gold + self.gold,
            done={**game.done, self.seat: OUT} if self.sits_out else game.done,
        )


@dataclass(frozen=True, slots=True)
class ComeBack(Command):
    """A player who went home plays on, with this many `turns` as Sheriff to come. Purse and stand are those
    that stayed in the count; a player who left with nothing gets this much `gold` from the bank. The place is
    on the left of `after`; None for the old one.
    """

    word = "come_back"
    later = ("after",)
    seat: int
    turns: int
    gold: int = 0
    after: int | None = None
    may = staticmethod(kinds.may_come_back)

    def decide(self, game: Game) -> "PlayerReturned":
        """A player sits down again, with this many turns as Sheriff to come; where Deputies serve, those with
        the fewest terms are next (E16). The purse is still there, or filled from the bank.
        """
        seat = self.seat
        check_turns(game, self.turns)
        check_purse(game, self.gold)
        gold = self.gold if game.seats[seat].presence is Presence.GONE else 0
        returned = PlayerReturned(
            seat=seat,
            gold=gold,
            badge_order=game.badge_order,
            moves=pay(BANK, purse(seat), gold),
            after=self._new_place(game),
            sits_out=game.is_inspected and not game.waiting and game.brought.get(seat, OUT) == OUT,
        )
        back = evolve(game, returned)
        order = fewest_first(back) if game.has_deputies else tuple(with_turns(back, seat, self.turns))
        return replace(returned, badge_order=order)

    def _new_place(self, game: Game) -> int | None:
        """The seat on whose left a returning player now sits; None for the old place. Raises NoSuchSeat."""
        if self.after is None:
            return None
        *_, before, _ = game.left_of(self.seat)
        if self.after == self.seat or not 0 <= self.after < len(game.seats):
            raise NoSuchSeat(self.after)
        return None if self.after == before else self.after


@dataclass(frozen=True, slots=True)
class PlayerReturned(Event):
    """A player who had gone home plays on, with this much gold from the bank if there was nothing left, and
    on the left of `after`; None for the old place. A player who is back only after the round's last bag
    `sits_out`.
    """

    word = "player_returned"
    later = ("after", "sits_out")
    seat: int
    gold: int
    badge_order: tuple[int, ...]
    moves: Moves
    after: int | None = None
    sits_out: bool = False

    def evolved(self, game: Game) -> Game:
        """A player whose bag was done earlier in the round brings no second one (T4); one who sat out may,
        unless all bags were done.
        """
        brought = game.brought.get(self.seat, OUT)
        is_done = self.sits_out or brought != OUT
        return replace(
            reseated(game, self.seat, presence=Presence.HERE),
            circle=game.circle if self.after is None else moved_beside(game.circle, self.seat, self.after),
            badge_order=self.badge_order,
            opening_gold=game.opening_gold + self.gold,
            done={**game.done, self.seat: brought} if is_done else game.done,
            brought=without(game.brought, self.seat),
        )
