"""The Booty: what two Deputies were given together, and share once all bags are done (E8, E10, E13)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.kinds import NO_SEAT, Moves
from companion.rules.ledger import BOOTY, Goods
from companion.rules.refusals import NotInRounds, Refusal
from companion.rules.seats import Stage
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import Share
from companion.rules.sheriff.game import Command, Event, Game, Recorder, check_gold
from companion.rules.sheriff.posting import Posting


def lies(game: Game) -> bool:
    """Whether there is anything in the Booty."""
    return bool(game.booty_gold or game.booty_cards)


def words_of(game: Game) -> str:
    """A word for what lies in the Booty and who shares it; it changes when either does."""
    cards = (f"{word}{count}" for word, count in game.booty_cards.items())
    return "-".join((*map(str, game.sheriffs), f"gold{game.booty_gold}", *cards))


def may_put_there(game: Game) -> Refusal | None:
    """Whether anything can be put in the Booty by hand: only while two Deputies serve, who will share it."""
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    return None if game.deputies else no.NoDeputiesHere()


def may_end_over(game: Game) -> Refusal | None:
    """Whether a round can end: not while something lies in the Booty (E13)."""
    return no.BootyLies() if lies(game) else None


def divides(game: Game) -> bool:
    """Whether the Booty can be halved so that nothing is left, and nobody has a card to choose (E13)."""
    return not has_odd_coin(game) and not has_odd_card(game)


def has_odd_coin(game: Game) -> bool:
    """Whether a coin is left over where the gold is halved (E13)."""
    return game.booty_gold % len(game.sheriffs) > 0


def has_odd_card(game: Game) -> bool:
    """Whether there is a card to choose, since not all kinds can be halved (E13)."""
    return any(count % len(game.sheriffs) for count in game.booty_cards.values())


def even_shares(game: Game) -> tuple[Share, ...]:
    """The shares that the app proposes: gold halved, cards by number, kind by kind. The odd coin and the odd
    card are in neither (E13). A Deputy who serves alone because the other left takes all.
    """
    number, cards = len(game.sheriffs), list(game.booty_cards.cards())
    gold, each = game.booty_gold // number, len(cards) // number
    return tuple(Share(gold, _counted(cards[first : each * number : number])) for first in range(number))


def _counted(cards: list[str]) -> Goods:
    return Goods({word: cards.count(word) for word in dict.fromkeys(cards)})


def _halves(game: Game) -> tuple[Share, ...]:
    if not divides(game):
        raise no.BootyUneven
    return even_shares(game)


@dataclass(frozen=True, slots=True)
class ShareBooty(Command):
    """The Deputies share the Booty, in the order they were drawn; what neither takes goes back to the bank
    and to a discard pile. Without `shares` it is halved, if that leaves no choice (E13).
    """

    word = "share_booty"
    recorder = Recorder.SHERIFF
    shares: tuple[Share, ...] = ()

    @staticmethod
    def may(game: Game, _seat: int = NO_SEAT) -> Refusal | None:
        """Whether the Booty can be shared: something lies there, and all bags are done (E13)."""
        if game.stage is not Stage.ROUNDS:
            return NotInRounds()
        if not lies(game):
            return no.BootyEmpty()
        return no.BagsLeft(game.waiting) if game.waiting else None

    def decide(self, game: Game) -> "BootyShared":
        """Each takes a share, and what neither takes goes back to the bank and to a discard pile (E13)."""
        shares = self.shares or _halves(game)
        if len(shares) != len(game.sheriffs):
            raise no.SharesMismatch(len(game.sheriffs))
        check_gold(*(taken.gold for taken in shares))
        gold = sum(taken.gold for taken in shares)
        goods = sum((taken.goods for taken in shares), Goods())
        if gold > game.booty_gold or not goods <= game.booty_cards:
            raise no.BootyTooSmall
        posting, gold_left, goods_left = Posting(game), game.booty_gold - gold, game.booty_cards - goods
        for seat, taken in zip(game.sheriffs, shares, strict=True):
            posting.pay(BOOTY, seat, taken.gold)
            posting.give(BOOTY, seat, taken.goods)
        posting.pay(BOOTY, None, gold_left)
        posting.give(BOOTY, None, goods_left)
        return BootyShared(game.sheriffs, shares, gold_left, goods_left, posting.moves)

    def is_so(self, _game: Game, standing: Iterable[Event]) -> bool:
        """Whether the latest entry is a sharing in the same parts."""
        *_, latest = standing
        if not isinstance(latest, BootyShared):
            return False
        return latest.shares == (self.shares or latest.shares[:1] * len(latest.shares))


@dataclass(frozen=True, slots=True)
class BootyShared(Event):
    """The players with badges shared the Booty: `shares` are in the order of `sheriffs`, and what was left
    went back to the bank and to a discard pile (E13).
    """

    word = "booty_shared"
    recorder = Recorder.SHERIFF
    sheriffs: tuple[int, ...]
    shares: tuple[Share, ...]
    gold_left: int
    goods_left: Goods
    moves: Moves

    @property
    def gold(self) -> int:
        """All the gold that lay there."""
        return sum(share.gold for share in self.shares) + self.gold_left

    @property
    def goods(self) -> Goods:
        """All the cards that lay there."""
        return sum((share.goods for share in self.shares), self.goods_left)

    def evolved(self, game: Game) -> Game:
        """Subtract the gold that neither took from `opening_gold`."""
        return replace(game, opening_gold=game.opening_gold - self.gold_left)
