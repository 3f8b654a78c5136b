"""The Black Market: three cards of a kind for a card that counts at the end (E18 to E21)."""

from dataclasses import dataclass, replace

from companion.rules.kinds import Moves, may_act
from companion.rules.ledger import BOX, GONE, Goods, extras, stand
from companion.rules.refusals import N_, NotInRounds, Refusal, allow
from companion.rules.seats import Stage
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.editions.merry_men import MERRY_MEN
from companion.rules.sheriff.extras import Extra, check_extra_gold, held
from companion.rules.sheriff.game import FACE_DOWN, Game, ThisRound
from companion.rules.sheriff.inspection import brings_no_bag
from companion.rules.sheriff.posting import Posting, check_supply
from companion.rules.sheriff.taking import CardTaken, CardWords, TakeCard

BLACK_MARKET = "black_market"


def market_card(good: str, gold: int = 0) -> Extra:
    """A card of this pile of the Black Market (E18)."""
    return Extra(f"{BLACK_MARKET}:{good}", gold)


def pile(game: Game, good: str) -> tuple[int, ...]:
    """The numbers of the cards left in a pile, the top one first. They are proposals, because a table may
    have typed other numbers (E18). Empty for a good that has no pile.
    """
    left = list(MERRY_MEN.piles.get(good, ()))
    for gold in held(game.balances, range(len(game.seats)), market_card(good).what):
        left.remove(gold if gold in left else left[0])
    return tuple(left)


def top(game: Game, good: str) -> int:
    """The number proposed for the top card of a pile; 0 if none is left (E18)."""
    return next(iter(pile(game, good)), 0)


def turned_over(game: Game, seat: int, good: str) -> int:
    """How many face-down cards are turned over to pay for a card: cards already told go first (E20)."""
    return max(0, MERRY_MEN.price - game.stand(seat).get(good, 0))


def may_take(game: Game, seat: int, good: str) -> Refusal | None:
    """Whether a merchant can take the top card of this pile now: the bag is back, passed or opened, it is the
    first card of the round, and three of the kind can lie on the stand (E19, E20).
    """
    if refusal := _may_shop(game, seat):
        return refusal
    if not pile(game, good):
        return no.PileEmpty(good) if good in MERRY_MEN.piles else no.NotOnMarket(good)
    lying = game.stand(seat)
    most = lying.get(good, 0) + lying.get(FACE_DOWN, 0)
    if most < MERRY_MEN.price:
        return no.TooFewForMarket(seat, good, MERRY_MEN.price, most)
    try:
        _given_up(game, seat, good)
    except Refusal as refusal:
        return refusal
    return None


def _may_shop(game: Game, seat: int) -> Refusal | None:
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    if not game.options.black_market:
        return no.NotPlayedHere()
    if refusal := may_act(game, seat):
        return refusal
    if seat not in game.this_round.back:
        return brings_no_bag(game, seat) or no.BagNotBack(seat)
    if seat not in game.merchants:
        return no.BagNotBack(seat)
    return no.MarketVisited(seat) if seat in game.this_round.marketed else None


def _given_up(game: Game, seat: int, good: str) -> Posting:
    """Post that three cards of a kind leave the game for good."""
    posting = Posting(game)
    posting.tell(seat, Goods({good: turned_over(game, seat, good)}))
    posting.move(stand(seat), GONE, {good: MERRY_MEN.price})
    check_supply(game, posting.balances)
    return posting


@dataclass(frozen=True, slots=True)
class TakeMarketCard(TakeCard):
    """A merchant gives up three cards of this good for the top card of its pile, which prints this much
    `gold` (E18, E19). Only a correction says 0: it was never taken.
    """

    word = "take_market_card"
    seat: int
    good: str
    gold: int

    @staticmethod
    def may(game: Game, seat: int) -> Refusal | None:
        """Whether a merchant can take the top card of any pile now (E19)."""
        if refusal := _may_shop(game, seat):
            return refusal
        refusals = (may_take(game, seat, good) for good in MERRY_MEN.piles)
        return no.NothingToTrade(seat) if all(refusals) else None

    def decide(self, game: Game) -> "MarketCardTaken":
        """A merchant gives three cards up for the top card of their pile."""
        allow(may_take(game, self.seat, self.good))
        check_extra_gold(self.gold)
        posting = _given_up(game, self.seat, self.good)
        posting.move(BOX, extras(self.seat), market_card(self.good, self.gold).goods)
        told = Goods({self.good: turned_over(game, self.seat, self.good)})
        return MarketCardTaken(self.seat, self.good, self.gold, told, posting.moves)


@dataclass(frozen=True, slots=True)
class MarketCardTaken(CardTaken):
    """A merchant took a card from this good's pile of the Black Market. The cards `told` for it were turned
    over; all three left the game (E19, E20). With 0 gold it was never taken.
    """

    word = "market_card_taken"
    head = option = BLACK_MARKET
    takes = TakeMarketCard
    said = CardWords(
        name=N_("Black Market: %(good)s"),
        taken=N_("%(name)s gives up %(cards)s on the Black Market for a card of %(gold)s."),
        owner=N_("You take a card of the Black Market: it counts %(gold)s at the end."),
    )
    parts = ("good",)
    printed = tuple(market_card(good, gold) for good, numbers in MERRY_MEN.piles.items() for gold in numbers)
    seat: int
    good: str
    gold: int
    told: Goods
    moves: Moves

    def remembered(self, now: ThisRound) -> ThisRound:
        """Remember who was on the market (E19)."""
        return now if self.is_nothing else replace(now, marketed=now.marketed | {self.seat})

    def forgotten(self, now: ThisRound) -> ThisRound:
        """Forget that somebody took this card."""
        return replace(now, marketed=now.marketed - {self.seat})

    @staticmethod
    def cost(what: str) -> Goods:
        """Three cards of the pile's kind (E19, E20)."""
        return Goods({what.removeprefix(f"{BLACK_MARKET}:"): MERRY_MEN.price})

    def is_due(self, this_round: ThisRound) -> bool:
        """Whether the bag was back, and it is the first card of the round (E19)."""
        return self.seat in this_round.back and self.seat not in this_round.marketed
