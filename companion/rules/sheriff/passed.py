"""A bag passes (I2, I8, E8), and Brimstone Oil shown as it passes discards goods."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from companion.rules.kinds import Moves, may_act
from companion.rules.ledger import BOOTY, BOX, Account, Goods, stand
from companion.rules.refusals import allow
from companion.rules.sheriff.bags import Deal, Decision, Declaration, Raid
from companion.rules.sheriff.deals import (
    check_deals,
    check_told_of_bag,
    each_due,
    promised_kinds,
    share_out,
    strike,
)
from companion.rules.sheriff.deputies import acting, may_act_alone, on_booty
from companion.rules.sheriff.editions import EffectKind, Good
from companion.rules.sheriff.game import FACE_DOWN, PASSED, Event, Game, Recorder, ThisRound
from companion.rules.sheriff.inspection import Bag, Bring, check_bag
from companion.rules.sheriff.posting import Posting, check_supply
from companion.rules.sheriff.refusals import NoRaider, PromisedNotFaceDown, RaidNotPossible


@dataclass(frozen=True, slots=True)
class PassBag(Bring):
    """The Sheriff lets a bag pass (I2). `contents` holds legal goods by kind and contraband face down;
    `there` are the cards of contraband promised by their kind that were in it, as the merchant says (I8). One
    of two Deputies may do so `alone` (E11); None for both, or where one Sheriff serves.
    """

    word = "pass_bag"
    later = ("there", "alone")
    recorder = Recorder.SHERIFF
    merchant: int
    declaration: Declaration
    contents: Goods
    deals: tuple[Deal, ...] = ()
    raids: tuple[Raid, ...] = ()
    there: Goods = field(default_factory=Goods)
    alone: int | None = None

    def decide(self, game: Game) -> "BagPassed":
        """The bag passes: legal goods go face up to the stand, contraband face down (I2). Where both
        Deputies let it pass, what they were given lies in the Booty (E8).
        """
        merchant, contents = self.merchant, self.contents
        allow(may_act_alone(game, self.alone))
        check_bag(game, self.declaration, contents)
        check_told_of_bag(game, contents)
        check_deals(game, merchant, self.deals, Decision.PASSES)
        posting, shared = Posting(game), on_booty(game, Decision.PASSES, self.alone)
        strike(posting, self.deals, shared)
        kept = contents
        if self.raids:
            kept, oils = _shown(game, contents, len(self.raids))
            check_supply(game, posting.balances, kept + oils)
            _raid(posting, merchant, self.raids)
        there = self._there(game, kept)
        check_supply(game, posting.balances, kept - {FACE_DOWN: there.total} + there)
        left = share_out(posting, kept, self.deals, there, shared)
        posting.give(None, merchant, left)
        return BagPassed(
            merchant=merchant,
            sheriff=acting(game, self.alone)[0],
            declaration=self.declaration,
            contents=contents,
            deals=self.deals,
            raids=self.raids,
            moves=posting.moves,
            there=there,
            deputies=game.deputies,
            alone=self.alone,
        )

    def is_so(self, game: Game, standing: Iterable[Event]) -> bool:
        """Whether it passed this round just as it is asked for: the other Deputy, or the bank, was first."""
        if self.merchant not in game.this_round.passed:
            return False
        *_, latest = (one for one in standing if isinstance(one, BagPassed) and one.merchant == self.merchant)
        asked = (self.declaration, self.contents, self.deals, self.raids, self.alone)
        return asked == (latest.declaration, latest.contents, latest.deals, latest.raids, latest.alone)

    def _there(self, game: Game, kept: Goods) -> Goods:
        """The promised contraband, by its kind, that was in the bag face down, as the merchant says."""
        there = self.there.overlap(promised_kinds(game, self.deals))
        if there.total > kept.get(FACE_DOWN, 0):
            raise PromisedNotFaceDown(there.total, kept.get(FACE_DOWN, 0))
        return there


@dataclass(frozen=True, slots=True)
class BagPassed(Bag):
    """A bag passed (I2); goods promised from it went straight to their receivers, contraband promised by its
    kind as far as it was `there` (I8). Where `deputies` serve, one of them may have let it pass `alone`; else
    what they were given lies in the Booty (E8, E11).
    """

    word = "bag_passed"
    outcome = PASSED
    later = ("there", "deputies", "alone")
    merchant: int
    sheriff: int
    declaration: Declaration
    contents: Goods
    deals: tuple[Deal, ...]
    raids: tuple[Raid, ...]
    moves: Moves
    there: Goods = field(default_factory=Goods)
    deputies: tuple[int, ...] = ()
    alone: int | None = None

    def remembered(self, now: ThisRound) -> ThisRound:
        """Remember what was in the bag, without the Brimstone Oil that was shown (E22)."""
        kept = self.contents - {FACE_DOWN: len(self.raids)}
        return replace(now, passed={**now.passed, self.merchant: kept})

    def forgotten(self, now: ThisRound) -> ThisRound:
        """Forget that this bag passed."""
        others = {seat: goods for seat, goods in now.passed.items() if seat != self.merchant}
        return replace(now, passed=others)

    def delivered(self) -> tuple[Deal, ...]:
        """The deals, with bag goods as far as the bag held them."""
        if not any(deal.bag for deal in self.deals):
            return self.deals
        came: dict[Account, Goods] = {}
        for move in self.moves:
            if move.source == BOX:
                came[move.target] = came.get(move.target, Goods()) + {move.what: move.amount}
        found = []
        for deal, promised in each_due(self.deals, self.there):
            receiver = BOOTY if deal.receiver in self.together else stand(deal.receiver)
            share = promised.overlap(came.get(receiver, Goods()))
            came[receiver] = came.get(receiver, Goods()) - share
            found.append(replace(deal, bag=share))
        return tuple(found)

    def missing(self) -> int:
        """How many promised cards were not delivered."""
        both = zip(self.deals, self.delivered(), strict=True)
        return sum(deal.bag.total - came.bag.total for deal, came in both)

    def coins_given(self) -> Iterator[tuple[int, int | None, int]]:
        """Yield the deals' gold; for both Deputies, to the Booty (E8)."""
        for deal in self.deals:
            yield deal.giver, None if deal.receiver in self.together else deal.receiver, deal.gold


def as_passed(game: Game, contents: Goods) -> Goods:
    """A bag's cards as they lie once it has passed: contraband is a number of face-down cards (I2, T8)."""
    legal = Goods({word: count for word, count in contents.items() if word in game.legal_goods})
    return legal + {FACE_DOWN: contents.total - legal.total}


def raider(game: Game) -> Good | None:
    """The card in play that discards goods when shown as it passes: Brimstone Oil."""
    goods = (game.cards.good(word) for word in game.contraband)
    return next((good for good in goods if good.does(EffectKind.RAID)), None)


def most_raids(game: Game, contents: Goods) -> int:
    """How many Brimstone Oils there can be among the cards that pass face down."""
    card = raider(game)
    return 0 if card is None else min(contents.get(FACE_DOWN, 0), game.copies(card.word))


def raids(game: Game, merchant: int) -> tuple[Raid, ...]:
    """What one of this merchant's Brimstone Oils can discard, opponent by opponent, clockwise."""
    most = _most_raided(game)
    return tuple(
        Raid(victim, good, count)
        for victim in game.left_of(merchant)[:-1]
        if victim in game.here
        for good in game.legal_goods
        for count in range(1, min(most, game.stand(victim).get(good, 0)) + 1)
    )


def _most_raided(game: Game) -> int:
    card = raider(game)
    return card.effect.amount if card and card.effect else 0


def _shown(game: Game, contents: Goods, number: int) -> tuple[Goods, Goods]:
    """The bag without the cards of Brimstone Oil shown as it passes, and those cards."""
    card = raider(game)
    if card is None or number > most_raids(game, contents):
        raise NoRaider
    return contents - {FACE_DOWN: number}, Goods({card.word: number})


def _raid(posting: Posting, merchant: int, raids: tuple[Raid, ...]) -> None:
    """Each Brimstone Oil shown takes legal goods of one kind off an opponent's stand, and is not kept."""
    game, most = posting.game, _most_raided(posting.game)
    for raid in raids:
        allow(may_act(game, raid.victim))
        if raid.victim == merchant or raid.good not in game.legal_goods or not 1 <= raid.count <= most:
            raise RaidNotPossible(raid.victim, raid.good, most)
        posting.give(raid.victim, None, {raid.good: raid.count})
