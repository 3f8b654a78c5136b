"""Inspection: whose bag is still to come, what can be in one, and who sits out (I1, I2, T4, E6)."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules import ledger
from companion.rules.kinds import Moves, may_act
from companion.rules.ledger import BOOTY, GOLD, Goods, purse
from companion.rules.refusals import NotInRounds, Refusal
from companion.rules.seats import Stage
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import FEWEST_CARDS, Deal, Declaration
from companion.rules.sheriff.game import OUT, Correctable, Correction, Event, Game, Recorder
from companion.rules.sheriff.posting import check_in_play
from companion.rules.sheriff.replaying import promises, with_promises


def may_inspect(game: Game, merchant: int) -> Refusal | None:
    """Whether this merchant's bag is still to be recorded this round; one who sat out may come back."""
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    if refusal := may_act(game, merchant):
        return refusal
    if refusal := brings_no_bag(game, merchant):
        return refusal
    return no.BagAlreadyDone(merchant) if game.done.get(merchant, OUT) != OUT else None


def brings_no_bag(game: Game, seat: int) -> Refusal | None:
    """Why this player has no bag this round: as the Sheriff, or as a Deputy (T4, E6)."""
    if seat in game.deputies:
        return no.DeputyBringsNoBag(seat)
    return no.SheriffBringsNoBag(seat) if seat == game.sheriff else None


class Bring(Correction):
    """What becomes of a merchant's bag, or that there is none."""

    __slots__ = ()
    merchant: int
    deals: tuple[Deal, ...]
    may = staticmethod(may_inspect)

    @abstractmethod
    def decide(self, game: Game, /) -> "Brought":
        """As for any command."""

    def instead_of(self, was: Correctable, then: Game) -> "Brought":
        """Decide another bag, or none, or one after all."""
        if not isinstance(was, Brought):
            raise no.NotCorrectable
        return self.decide(then)


class Brought(Correctable):
    """What became of a merchant's bag, or that there was none."""

    __slots__ = ()
    outcome: ClassVar[str]
    merchant: int
    deals: tuple[Deal, ...]

    def evolved(self, game: Game) -> Game:
        """The bag is done, and what was promised with it is pinned (I10)."""
        done = replace(game, done={**game.done, self.merchant: self.outcome})
        return with_promises(done, game.round, self.deals)

    def corrected(self, game: Game, now: Correctable, number: int) -> Game:
        """Change what the board says of this round's bag, and the promises made with it."""
        if not isinstance(now, Brought):
            return game
        left = list(game.promises)
        for unmade in promises(number, self.deals):
            if unmade in left:
                left.remove(unmade)
        after = with_promises(replace(game, promises=tuple(left)), number, now.deals)
        is_of_now = number == game.round and self.merchant in game.done
        return replace(after, done=self._done_anew(game, now)) if is_of_now else after

    def _done_anew(self, game: Game, now: "Brought") -> Mapping[int, str]:
        """What became of this round's bags; a merchant who sat out and then brought a bag has brought it."""
        done = dict(game.done)
        if (done[self.merchant] == OUT) == (self.outcome == OUT):
            del done[self.merchant]
        if now.merchant in game.merchants and done.get(now.merchant, OUT) == OUT:
            done[now.merchant] = now.outcome
        return done


class Bag(Brought):
    """A bag that passed, or was opened."""

    __slots__ = ()
    sheriff: int
    declaration: Declaration
    contents: Goods
    deputies: tuple[int, ...]
    alone: int | None

    @property
    def together(self) -> tuple[int, ...]:
        """The Deputies who acted together (E8 to E10)."""
        return self.deputies if self.alone is None else ()

    @property
    def actors(self) -> tuple[int, ...]:
        """Who decided on it: the Sheriff, one Deputy alone, or both (E11)."""
        return self.together or (self.sheriff,)

    @property
    def makers(self) -> tuple[int, ...]:
        """The Sheriff, or both Deputies (E14)."""
        return self.deputies or (self.sheriff,)

    def delivered(self) -> tuple[Deal, ...]:
        """The deals, with the bag goods that were in fact handed over (I8)."""
        return tuple(replace(deal, bag=Goods()) for deal in self.deals)

    def missing(self) -> int:
        """How many cards promised out of a bag that passed were not there (I8)."""
        return 0

    @property
    def by_hand(self) -> Moves:
        """The moves of coins by hand; none if the entry moves gold itself."""
        if any(move.what == GOLD for move in self.moves):
            return ()
        return tuple(
            move
            for giver, receiver, gold in self.coins_given()
            for move in ledger.pay(purse(giver), BOOTY if receiver is None else purse(receiver), gold)
        )

    def coins_given(self) -> Iterator[tuple[int, int | None, int]]:
        """Yield giver, receiver (None for the Booty) and gold."""
        for deal in self.deals:
            yield deal.giver, deal.receiver, deal.gold


@dataclass(frozen=True, slots=True)
class SitOut(Bring):
    """A merchant brings no bag this round."""

    word = "sit_out"
    recorder = Recorder.SEAT_OR_SHERIFF  # the Sheriff too: not everybody has a phone, and the badge waits
    deals = ()
    merchant: int

    @staticmethod
    def may(game: Game, seat: int) -> Refusal | None:
        """Whether this merchant can still sit the round out."""
        refusal = may_inspect(game, seat)
        return no.SitsOutAlready(seat) if refusal is None and seat in game.done else refusal

    def decide(self, _game: Game) -> "SatOut":
        """A merchant brings no bag."""
        return SatOut(self.merchant)

    def is_so(self, game: Game, _standing: Iterable[Event]) -> bool:
        """Whether the merchant sits out."""
        return game.done.get(self.merchant) == OUT


@dataclass(frozen=True, slots=True)
class SatOut(Brought):
    """A merchant brought no bag."""

    word = "sat_out"
    recorder = Recorder.SEAT_OR_SHERIFF
    outcome = OUT
    deals = ()
    makers = ()
    merchant: int
    moves: Moves = ()

    def owners(self, before: Game) -> tuple[int, ...]:
        """The merchant, or the Sheriff."""
        return self.recorder.seats(before, self.about)


def check_declaration(game: Game, declaration: Declaration) -> None:
    """Refuse what cannot be declared: one legal good in play, as many cards as a bag holds (I1, T5)."""
    if declaration.good not in game.legal_goods:
        raise no.NotDeclarable
    if not FEWEST_CARDS <= declaration.number <= game.cards.bag:
        raise no.NumberOutOfBag(FEWEST_CARDS, game.cards.bag)


def check_bag(game: Game, declaration: Declaration, contents: Goods) -> None:
    """Refuse what cannot be in a bag, or is not as many cards as were declared (I1)."""
    if not declaration.good and not declaration.number:
        raise no.Undeclared
    check_declaration(game, declaration)
    check_in_play(game, contents)
    if contents.total != declaration.number:
        raise no.ContentsMismatch(declaration.number, contents.total)
