"""The Black Market: three cards of a kind for a card that counts at the end (E18 to E21)."""

from companion.rules.goods import Goods
from companion.rules.ledger import BOX, GONE, extras, stand
from companion.rules.refusals import NotInRounds, Refusal, allow
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.commands import TakeMarketCard
from companion.rules.sheriff.editions.merry_men import MERRY_MEN
from companion.rules.sheriff.expansion_events import MarketCardTaken
from companion.rules.sheriff.extras import check_extra_gold, held, market_card
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.guards import may_act
from companion.rules.sheriff.inspection import brings_no_bag
from companion.rules.sheriff.posting import Posting
from companion.rules.sheriff.refusals import (
    BagNotBack,
    MarketVisited,
    NothingToTrade,
    NotOnMarket,
    NotPlayedHere,
    PileEmpty,
    TooFewForMarket,
)
from companion.rules.sheriff.supply import check_supply
from companion.rules.stages import Stage


def pile(game: Game, good: str) -> tuple[int, ...]:
    """What the cards print that are left in a pile, the top one first: proposals, since a table may have
    typed other numbers (E18). Empty for a good that has no pile.
    """
    left = list(MERRY_MEN.piles.get(good, ()))
    for gold in held(game.balances, range(len(game.seats)), market_card(good).what):
        left.remove(gold if gold in left else left[0])
    return tuple(left)


def top(game: Game, good: str) -> int:
    """What the top card of a pile prints, as far as anybody knows; 0 where none is left (E18)."""
    return next(iter(pile(game, good)), 0)


def turned_over(game: Game, seat: int, good: str) -> int:
    """How many face-down cards are turned over for a card: what is told already goes first (E20)."""
    return max(0, MERRY_MEN.price - game.stand(seat).get(good, 0))


def may_visit(game: Game, seat: int) -> Refusal | None:
    """Whether a merchant can take the top card of any pile now (E19)."""
    if refusal := _may_shop(game, seat):
        return refusal
    refusals = (may_take(game, seat, good) for good in MERRY_MEN.piles)
    return NothingToTrade(seat) if all(refusals) else None


def may_take(game: Game, seat: int, good: str) -> Refusal | None:
    """Whether a merchant can take the top card of this pile now: the bag is back, passed or opened, it is the
    first card of the round, and three of the kind can lie on the stand (E19, E20).
    """
    if refusal := _may_shop(game, seat):
        return refusal
    if not pile(game, good):
        return PileEmpty(good) if good in MERRY_MEN.piles else NotOnMarket(good)
    lying = game.stand(seat)
    most = lying.get(good, 0) + lying.get(FACE_DOWN, 0)
    if most < MERRY_MEN.price:
        return TooFewForMarket(seat, good, MERRY_MEN.price, most)
    try:
        _given_up(game, seat, good)
    except Refusal as refusal:
        return refusal
    return None


def _may_shop(game: Game, seat: int) -> Refusal | None:
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    if not game.options.black_market:
        return NotPlayedHere()
    if refusal := may_act(game, seat):
        return refusal
    if seat not in game.this_round.back:
        return brings_no_bag(game, seat) or BagNotBack(seat)
    if seat not in game.merchants:
        return BagNotBack(seat)
    return MarketVisited(seat) if seat in game.this_round.marketed else None


def _given_up(game: Game, seat: int, good: str) -> Posting:
    """Three cards of a kind leave the game for good."""
    posting = Posting(game)
    posting.tell(seat, Goods({good: turned_over(game, seat, good)}))
    posting.move(stand(seat), GONE, {good: MERRY_MEN.price})
    check_supply(game, posting.balances)
    return posting


def take(game: Game, command: TakeMarketCard) -> MarketCardTaken:
    """A merchant gives three cards up for the top card of their pile."""
    seat, good = command.seat, command.good
    allow(may_take(game, seat, good))
    check_extra_gold(command.gold)
    posting = _given_up(game, seat, good)
    posting.move(BOX, extras(seat), market_card(good, command.gold).goods)
    told = Goods({good: turned_over(game, seat, good)})
    return MarketCardTaken(seat, good, command.gold, told, posting.moves)
