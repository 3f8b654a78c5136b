"""The end: stands checked, contraband revealed, coins and Feast Plates told, the result (S1, S6)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.kinds import NO_SEAT, Moves
from companion.rules.ledger import Goods
from companion.rules.refusals import CountIsClosed, NotInCount, Refusal
from companion.rules.seats import Presence, Stage
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.debts import check_told
from companion.rules.sheriff.game import Command, Event, Game, Recorder, check_gold, may_hold
from companion.rules.sheriff.posting import Posting, check_in_play, check_supply
from companion.rules.sheriff.scoring import Bonus, Result, count, kings


@dataclass(frozen=True, slots=True)
class RevealContraband(Command):
    """A player tells the kinds of face-down cards (S1)."""

    word = "reveal_contraband"
    recorder = Recorder.SEAT
    seat: int
    goods: Goods

    @staticmethod
    def may(game: Game, seat: int) -> Refusal | None:
        """Whether a player has face-down cards to tell."""
        if game.stage is Stage.CLOSED:
            return CountIsClosed()
        return may_hold(game, seat) or (None if game.face_down(seat) else no.NotFaceDown(seat, 0))

    def decide(self, game: Game) -> "ContrabandRevealed":
        """Face-down cards become the kinds they are (S1)."""
        if not self.goods:
            raise no.NothingTold
        check_told(game, self.seat, self.goods, game.face_down(self.seat))
        posting = Posting(game)
        posting.tell(self.seat, self.goods)
        check_supply(game, posting.balances)
        return ContrabandRevealed(self.seat, self.goods, posting.moves)

    def is_so(self, _game: Game, standing: Iterable[Event]) -> bool:
        """Whether exactly these cards were already told."""
        told = (event for event in standing if isinstance(event, ContrabandRevealed))
        return any((event.seat, event.goods) == (self.seat, self.goods) for event in told)


@dataclass(frozen=True, slots=True)
class ContrabandRevealed(Event):
    """Face-down cards were told."""

    word = "contraband_revealed"
    recorder = Recorder.SEAT
    seat: int
    goods: Goods
    moves: Moves

    def told_by(self, seat: int) -> Goods:
        """What was told at the end (S1)."""
        return self.goods if seat == self.seat else Goods()


@dataclass(frozen=True, slots=True)
class CheckStand(Command):
    """The real cards of a stand, checked at the end; any difference is corrected."""

    word = "check_stand"
    recorder = Recorder.SEAT
    seat: int
    goods: Goods

    @staticmethod
    def may(game: Game, seat: int) -> Refusal | None:
        """Whether a stand can be checked against its real cards: only during the count (S1)."""
        if game.stage is Stage.CLOSED:
            return CountIsClosed()
        return NotInCount() if game.stage is Stage.ROUNDS else may_hold(game, seat)

    def decide(self, game: Game) -> "StandChecked":
        """The stand becomes what its real cards are; the difference goes to the box or comes from it."""
        check_in_play(game, self.goods)
        booked = game.stand(self.seat)
        posting = Posting(game)
        posting.give(self.seat, None, booked - booked.overlap(self.goods))
        posting.give(None, self.seat, self.goods - booked.overlap(self.goods))
        check_supply(game, posting.balances)
        return StandChecked(self.seat, self.goods, posting.moves)

    def is_so(self, game: Game, _standing: Iterable[Event]) -> bool:
        """Whether the stand was checked and has just these cards."""
        return self.seat in game.checked and game.stand(self.seat) == self.goods


@dataclass(frozen=True, slots=True)
class StandChecked(Event):
    """A stand was corrected to its real cards."""

    word = "stand_checked"
    recorder = Recorder.SEAT
    seat: int
    goods: Goods
    moves: Moves

    def evolved(self, game: Game) -> Game:
        """The stand is known to be right."""
        return replace(game, checked=game.checked | {self.seat})


@dataclass(frozen=True, slots=True)
class CountGold(Command):
    """A player's coins, at a table that kept its own."""

    word = "count_gold"
    recorder = Recorder.SEAT
    seat: int
    gold: int

    @staticmethod
    def may(game: Game, seat: int) -> Refusal | None:
        """Whether this player's coins have to be typed: only where the table kept its own (T7)."""
        if game.stage is not Stage.COUNT or not game.options.coins_on_table:
            return NotInCount()
        return may_hold(game, seat)

    def decide(self, game: Game) -> "GoldCounted":
        """The coins in front of a player become the purse."""
        check_gold(self.gold)
        more = self.gold - game.gold(self.seat)
        source, target = (None, self.seat) if more > 0 else (self.seat, None)
        posting = Posting(game)
        posting.bank(source, target, abs(more))
        return GoldCounted(self.seat, self.gold, posting.moves)


@dataclass(frozen=True, slots=True)
class GoldCounted(Event):
    """The coins of a player are known."""

    word = "gold_counted"
    recorder = Recorder.SEAT
    seat: int
    gold: int
    moves: Moves

    def evolved(self, game: Game) -> Game:
        """The purse is known."""
        return replace(game, gold_counted=game.gold_counted | {self.seat})


@dataclass(frozen=True, slots=True)
class ChoosePlates(Command):
    """A legal good for each Feast Plate of a player (S6)."""

    word = "choose_plates"
    recorder = Recorder.SEAT
    seat: int
    goods: tuple[str, ...]

    @staticmethod
    def may(game: Game, seat: int) -> Refusal | None:
        """Whether it is this player's turn to choose: first Sheriff first, then clockwise (S6). A choice can
        be changed until the next player has chosen.
        """
        if game.stage is not Stage.COUNT:
            return NotInCount()
        if refusal := may_hold(game, seat):
            return refusal
        if not plates(game, seat):
            return no.PlatesMismatch(0)
        order = game.clockwise(game.first_sheriff)
        return _first_unknown(game, order, seat) or _served_since(game, order, seat)

    def decide(self, game: Game) -> "PlatesChosen":
        """Each Feast Plate becomes a legal good in play (S6)."""
        number = plates(game, self.seat)
        if len(self.goods) != number or any(word not in game.legal_goods for word in self.goods):
            raise no.PlatesMismatch(number)
        return PlatesChosen(self.seat, self.goods)


@dataclass(frozen=True, slots=True)
class PlatesChosen(Event):
    """What each Feast Plate of a player became."""

    word = "plates_chosen"
    recorder = Recorder.SEAT
    seat: int
    goods: tuple[str, ...]
    moves: Moves = ()

    def evolved(self, game: Game) -> Game:
        """The plates are served."""
        return replace(game, plates={**game.plates, self.seat: self.goods})


@dataclass(frozen=True, slots=True)
class CloseCount(Command):
    """Everything is told: the result is final."""

    word = "close_count"

    @staticmethod
    def may(game: Game, _seat: int = NO_SEAT) -> Refusal | None:
        """Refuse while anything is still missing that the count needs, naming whose."""
        if game.stage is not Stage.COUNT:
            return NotInCount()
        for seat in game.clockwise(game.first_sheriff):
            if game.face_down(seat):
                return no.CardsUnknown(seat, game.face_down(seat))
            if seat in uncounted(game):
                return no.GoldUnknown(seat)
            if plates(game, seat) and seat not in game.plates:
                return no.PlatesUnknown(seat)
        return None

    def decide(self, game: Game) -> "CountClosed":
        """The result, with every line of every sum (S1 to S8, E21)."""
        seats = range(len(game.seats))
        stands = [game.stand(seat) for seat in seats]
        gold = [game.gold(seat) for seat in seats]
        plates_chosen = [game.plates.get(seat, ()) for seat in seats]
        extras = [game.extras(seat) for seat in seats]
        return CountClosed(count(game.cards, stands, gold, plates_chosen, game.began, extras))

    def is_so(self, game: Game, _standing: Iterable[Event]) -> bool:
        """Whether the result is final."""
        return game.stage is Stage.CLOSED


@dataclass(frozen=True, slots=True)
class CountClosed(Event):
    """The result is final, with every line of every sum."""

    word = "count_closed"
    result: Result
    moves: Moves = ()

    def evolved(self, game: Game) -> Game:
        """The evening is over."""
        return replace(game, stage=Stage.CLOSED, result=self.result)


def plates(game: Game, seat: int) -> int:
    """How many Feast Plates a stand has."""
    return game.feast_plates(seat)


def next_in_turn(game: Game) -> int | None:
    """Who, if anybody, is next to turn cards over or, with all coins counted, to serve Feast Plates (S6)."""
    order = game.clockwise(game.first_sheriff)
    hidden = next((seat for seat in order if game.face_down(seat)), None)
    if hidden is not None or uncounted(game):
        return hidden
    return next((seat for seat in order if plates(game, seat) != len(game.plates.get(seat, ()))), None)


def _first_unknown(game: Game, order: tuple[int, ...], seat: int) -> Refusal | None:
    for other in order:
        if game.face_down(other):
            return no.CardsUnknown(other, game.face_down(other))
    for other in order[: order.index(seat)]:
        if plates(game, other) and other not in game.plates:
            return no.PlatesOutOfTurn(other)
    return None


def _served_since(game: Game, order: tuple[int, ...], seat: int) -> Refusal | None:
    """Whether somebody chose after this player did; a choice that a correction undid is made again."""
    later = (other for other in order[order.index(seat) + 1 :] if other in game.plates)
    return next(map(no.PlatesServed, later), None) if seat in game.plates else None


def uncounted(game: Game) -> tuple[int, ...]:
    """The seats whose coins are still to be typed, at a table that kept them (T7); gone players have none."""
    if not game.options.coins_on_table:
        return ()
    holding = (seat for seat, who in enumerate(game.seats) if who.presence is not Presence.GONE)
    return tuple(seat for seat in holding if seat not in game.gold_counted)


def leading(game: Game) -> tuple[Bonus, ...]:
    """Who would be King and Queen of each legal good by what everybody sees on the stands (S2 to S6): without
    cards face down (T8), and without Feast Plates until they are served.
    """
    seats = range(len(game.seats))
    stands = [game.stand(seat) if seat in game.plates else _unserved(game, seat) for seat in seats]
    return kings(game.cards, stands, [game.plates.get(seat, ()) for seat in seats], game.began)


def _unserved(game: Game, seat: int) -> Goods:
    stand = game.stand(seat)
    return Goods({word: number for word, number in stand.items() if not game.becomes_legal(word)})
