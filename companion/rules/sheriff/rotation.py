"""The badge goes round: rounds, turns, leaving, ending early (T3)."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import cycle, islice

from companion.rules.kinds import NO_SEAT, Moves, may_act
from companion.rules.refusals import NothingMoved, NotInRounds, Refusal
from companion.rules.seats import Stage
from companion.rules.sheriff import deputies
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.booty import lies, may_end_over
from companion.rules.sheriff.editions import Edition
from companion.rules.sheriff.game import OUT, Command, Event, Game, Recorder
from companion.rules.sheriff.replaying import evolve, in_round, under, without


def rounds_of(cards: Edition, players: int) -> int:
    """The rule book's number of rounds: three turns each as Sheriff with three players, else two (T3); six
    serve three times, two a round (E7).
    """
    return players * cards.turns[players] // cards.sheriffs[players]


def badge_order(seats: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The Sheriffs of the next `count` rounds, going round these seats in their order."""
    return tuple(islice(cycle(seats), count))


def turns_with(game: Game, more: int) -> tuple[int, ...]:
    """How often each seat was Sheriff, with this many more turns for the present one."""
    return tuple(count + more * (seat in game.sheriffs) for seat, count in enumerate(game.turns))


def bags_out(game: Game, declared: Container[int] = ()) -> tuple[int, ...]:
    """The merchants whose bags would be forgotten if the rounds ended now: once one is dealt with, all the
    others have passed (I2); before that, only those who `declared`. While something lies in the Booty, all
    have to be dealt with before it is shared (E13).
    """
    begun = game.is_inspected or lies(game)
    return tuple(seat for seat in game.waiting if begun or seat in declared)


def _next_to(game: Game, seat: int) -> tuple[int, ...]:
    """Everybody here, clockwise from the left of a seat."""
    return tuple(other for other in game.left_of(seat) if other in game.here)


def most_rounds(game: Game) -> int:
    """The most rounds that the game can last: twice the rule book's number, as some limit is needed (T3)."""
    return 2 * rounds_of(game.cards, game.began)


def check_turns(game: Game, turns: int) -> None:
    """Refuse more turns to come than a whole game has."""
    if not 0 <= turns <= most_turns(game):
        raise no.TurnsOutOfRange(most_turns(game))


def turns_left(game: Game) -> int:
    """The most turns as Sheriff that any player here still has, up to what somebody new can have."""
    return min(max(map(game.badge_order.count, game.here)), most_turns(game))


def turns_due(game: Game, seat: int) -> int:
    """How many turns a returning player still needs to be Sheriff as often as those who stayed."""
    had = (game.terms[other] + game.badge_order.count(other) for other in game.here)
    return min(max(0, max(had) - game.turns[seat]), most_turns(game))


def most_turns(game: Game) -> int:
    """How often a player is Sheriff by the rule book, with as many players as began (T3)."""
    return game.cards.turns[game.began]


def with_turns(game: Game, seat: int, turns: int) -> Iterator[int]:
    """The Sheriffs to come, with this many turns of this seat: as the badge passes it, or at the end."""
    left, last = turns, game.sheriff
    for following in game.badge_order:
        way = game.left_of(last)
        if left and way.index(seat) < way.index(following):
            yield seat
            left -= 1
        yield following
        last = following
    yield from (seat for _ in range(left))


@dataclass(frozen=True, slots=True)
class PassBadge(Command):
    """The round is over: the badge goes left, or the count begins after the last round (T3). Where Deputies
    are drawn, `deputies` are next in this order, `drawn` by the app or else by the table; empty if they
    follow by themselves (E7).
    """

    word = "pass_badge"
    later = ("deputies", "drawn")
    recorder = Recorder.SHERIFF
    deputies: tuple[int, ...] = ()
    drawn: bool = False

    @staticmethod
    def may(game: Game, _seat: int = NO_SEAT) -> Refusal | None:
        """Whether every bag of the round was dealt with (I2), and the Booty is shared (E13)."""
        if game.stage is not Stage.ROUNDS:
            return NotInRounds()
        return no.BagsLeft(game.waiting) if game.waiting else may_end_over(game)

    def decide(self, game: Game) -> "BadgePassed | CountBegun":
        """The badge goes left, or to two Deputies (E7); after the last round the count begins (T3)."""
        if game.round == game.rounds:
            return CountBegun(turns_with(game, 1), early=False)
        if game.draws_pairs:
            pair = deputies.chosen(deputies.next_pairs(game), self.deputies)
            return BadgePassed(pair[0], game.round + 1, deputies=pair, drawn=self.drawn)
        deputies.check_none(self.deputies)
        return BadgePassed(game.badge_order[0], game.round + 1)

    def is_so(self, game: Game, standing: Iterable[Event]) -> bool:
        """Whether the rounds are over, or the badge went on last, drawn as this asks or to these two."""
        *_, latest = standing
        if not isinstance(latest, BadgePassed):
            return game.stage is Stage.COUNT
        return self.drawn == latest.drawn and (self.drawn or self.deputies in {(), latest.deputies})


@dataclass(frozen=True, slots=True)
class BadgePassed(Event):
    """The next round began, where Deputies serve with these two, `drawn` by the app or by the table (E7)."""

    word = "badge_passed"
    later = ("deputies", "drawn")
    recorder = Recorder.SHERIFF
    sheriff: int
    round: int
    moves: Moves = ()
    deputies: tuple[int, ...] = ()
    drawn: bool = False

    def evolved(self, game: Game) -> Game:
        """Count the turn; all merchants bring bags again."""
        return replace(
            game,
            turns=game.terms,
            last_served={**game.last_served, **dict.fromkeys(game.sheriffs, game.round)},
            done={},
            brought={},
            sheriff=self.sheriff,
            deputies=self.deputies,
            round=self.round,
            badge_order=game.badge_order[1:],
        )


@dataclass(frozen=True, slots=True)
class EndGame(Command):
    """End the game early: no more rounds, the count begins now. With `no_more_bags` whoever could still have
    one sits this round out.
    """

    word = "end_game"
    later = ("no_more_bags",)
    no_more_bags: bool = False

    @staticmethod
    def may(game: Game, _seat: int = NO_SEAT) -> Refusal | None:
        """Whether rounds are left to skip; a Booty has to be shared, after its last bag (I2, E13)."""
        if game.stage is not Stage.ROUNDS:
            return NotInRounds()
        return no.BagsOut(game.waiting) if lies(game) and game.waiting else may_end_over(game)

    def decide(self, game: Game) -> "CountBegun":
        """End the rounds; this one counts as a turn if one of its bags was dealt with. Bags that would be
        forgotten are to be recorded first (I2).
        """
        out = bags_out(game)
        if out and not self.no_more_bags:
            raise no.BagsOut(out)
        absent = game.waiting if self.no_more_bags else ()
        return CountBegun(turns_with(game, int(game.is_inspected)), early=True, absent=absent)

    def is_so(self, game: Game, _standing: Iterable[Event]) -> bool:
        """Whether the rounds are over."""
        return game.stage is Stage.COUNT


@dataclass(frozen=True, slots=True)
class CountBegun(Event):
    """The rounds are over; `turns` says how often each seat was Sheriff, `early` that some were skipped, and
    `absent` who therefore sat out the last one.
    """

    word = "count_begun"
    later = ("absent",)
    turns: tuple[int, ...]
    early: bool
    moves: Moves = ()
    absent: tuple[int, ...] = ()

    def evolved(self, game: Game) -> Game:
        """The rounds are over."""
        done = {**game.done, **dict.fromkeys(self.absent, OUT)}
        return replace(game, stage=Stage.COUNT, turns=self.turns, done=done)

    def owners(self, before: Game) -> tuple[int, ...]:
        """The players with the last badge; the bank alone ends a game early."""
        return () if self.early else before.sheriffs


@dataclass(frozen=True, slots=True)
class SetRounds(Command):
    """The game lasts this many rounds in all."""

    word = "set_rounds"
    rounds: int

    @staticmethod
    def may(game: Game, _seat: int = NO_SEAT) -> Refusal | None:
        """Whether the number of rounds can still change."""
        return None if game.stage is Stage.ROUNDS else NotInRounds()

    def decide(self, game: Game) -> "RoundsSet":
        """The game lasts this many rounds, more than the rule book's if the table wants (T3)."""
        if not game.round <= self.rounds <= most_rounds(game):
            raise no.RoundsOutOfRange(game.round, most_rounds(game))
        if game.has_deputies:
            return RoundsSet(self.rounds, deputies.fewest_first(replace(game, planned=self.rounds)))
        return RoundsSet(self.rounds, badge_order(_next_to(game, game.sheriff), self.rounds - game.round))


@dataclass(frozen=True, slots=True)
class RoundsSet(Event):
    """The game got shorter or longer."""

    word = "rounds_set"
    rounds: int
    badge_order: tuple[int, ...]
    moves: Moves = ()

    def evolved(self, game: Game) -> Game:
        """Set the Sheriffs to come, or where Deputies are drawn, the number of rounds."""
        planned = self.rounds if game.has_deputies else 0
        return replace(game, badge_order=self.badge_order, planned=planned)


@dataclass(frozen=True, slots=True)
class MendSheriff(Command):
    """Correct who is the first Sheriff, or who are the first two `deputies`, `seat` being the first (E7)."""

    word = "mend_sheriff"
    later = ("deputies",)
    seat: int
    deputies: tuple[int, ...] = ()

    @staticmethod
    def may(game: Game, seat: int) -> Refusal | None:
        """Whether the first Sheriff can still be this one instead: before any bag is booked (T2)."""
        if game.stage is not Stage.ROUNDS:
            return NotInRounds()
        if refusal := may_act(game, seat):
            return refusal
        if game.is_inspected or game.round != game.opened_in:
            return no.BagsBooked()
        if game.deputies and seat != game.sheriff and not deputies.mended_pairs(game, seat):
            return deputies.wrong(deputies.present_pairs(game))
        can_be = seat != game.sheriff or deputies.mended_pairs(game, seat)
        return None if can_be else no.IsSheriff(seat)

    def decide(self, game: Game) -> "SheriffMended":
        """The badge goes round from here, for as many rounds as before, or two are first Deputies (E7)."""
        pair = self._pair(game)
        if game.has_deputies:
            mended = SheriffMended(self.seat, game.round, (), deputies=pair)
            return replace(mended, badge_order=deputies.fewest_first(evolve(game, mended)))
        order = badge_order(_next_to(game, self.seat), len(game.badge_order))
        return SheriffMended(self.seat, game.round, order)

    def _pair(self, game: Game) -> tuple[int, ...]:
        """The first Deputies as they should have been said; none where one Sheriff serves."""
        if not game.deputies:
            deputies.check_none(self.deputies)
            return ()
        pair = deputies.chosen(deputies.present_pairs(game), self.deputies)
        if pair[0] != self.seat:
            raise no.WrongDeputies(pair)
        if pair == game.deputies:
            raise NothingMoved
        return pair

    def is_so(self, game: Game, _standing: Iterable[Event]) -> bool:
        """Whether these have the badges."""
        return (game.sheriff, game.deputies) == (self.seat, self.deputies)


@dataclass(frozen=True, slots=True)
class SheriffMended(Event):
    """The first Sheriff, in `round`, was corrected, and the badge goes round from there; or the first two
    `deputies` were (E7).
    """

    word = "sheriff_mended"
    later = ("deputies",)
    sheriff: int
    round: int
    badge_order: tuple[int, ...]
    moves: Moves = ()
    deputies: tuple[int, ...] = ()

    def evolved(self, game: Game) -> Game:
        """Correct the badge; with Deputies, how often everybody served before stays as it was (E7)."""
        if not game.has_deputies:
            return in_round(game, self.sheriff, self.round, self.badge_order)
        return replace(
            game,
            first_sheriff=game.first_sheriff if any(game.turns) else self.sheriff,
            sheriff=self.sheriff,
            deputies=self.deputies,
            badge_order=self.badge_order,
            done=without(game.done, self.sheriff, *self.deputies),
        )


@dataclass(frozen=True, slots=True)
class SkipTurn(Command):
    """The turn of this Sheriff is skipped."""

    word = "skip_turn"
    recorder = Recorder.SEAT
    seat: int

    @staticmethod
    def may(game: Game, seat: int) -> Refusal | None:
        """Whether the turn of this Sheriff can be skipped: no bag of it is booked, and another turn follows.
        Not where Deputies serve: their rounds stay as planned (E16).
        """
        if game.stage is not Stage.ROUNDS:
            return NotInRounds()
        if game.has_deputies:
            return no.NoTurnSkipped()
        if seat != game.sheriff:
            return no.BadgeMovedOn()
        if game.is_inspected:
            return no.BagsBooked()
        return None if game.badge_order else no.LastTurn()

    def decide(self, game: Game) -> "TurnSkipped":
        """The badge goes to the next Sheriff at once; the game has one round less."""
        return TurnSkipped(game.sheriff, game.badge_order[0], game.badge_order[1:])


@dataclass(frozen=True, slots=True)
class TurnSkipped(Event):
    """The turn of the Sheriff of this `seat` was skipped; the badge went to `sheriff`, in the same round."""

    word = "turn_skipped"
    recorder = Recorder.SEAT
    seat: int
    sheriff: int
    badge_order: tuple[int, ...]
    moves: Moves = ()

    def evolved(self, game: Game) -> Game:
        """The badge has gone on in the same round; the first turn that is not skipped is the game's first."""
        skipped = replace(
            game,
            sheriff=self.sheriff,
            first_sheriff=game.first_sheriff if any(game.turns) else self.sheriff,
            badge_order=self.badge_order,
            done=without(game.done, self.sheriff),
        )
        return under(skipped, ())
