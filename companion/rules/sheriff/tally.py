"""A game known only by its count sheet becomes a game of one entry."""

from collections import Counter
from dataclasses import dataclass, replace

from companion.rules.kinds import Moves
from companion.rules.ledger import BANK, BOX, Goods, carry, extras, pay, purse, stand
from companion.rules.seats import SHIELDS, Seat, Stage
from companion.rules.sheriff.cards import CARDS
from companion.rules.sheriff.editions import Kind, edition
from companion.rules.sheriff.game import Begun, Game, Opening
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.replaying import new_game
from companion.rules.sheriff.scoring import Result
from companion.rules.sheriff.sheet import CountSheet


@dataclass(frozen=True, slots=True)
class CountOut(Opening):
    """A game played without the bank, counted from a sheet; `replaces` names the count it corrects."""

    word = "count_out"
    later = ("replaces",)
    sheet: CountSheet
    replaces: str = ""

    def begin(self) -> "SheetCounted":
        """The whole evening at once: everybody's gold and cards, and the result."""
        sheet = self.sheet
        gold = tuple(
            move for seat, amount in enumerate(sheet.gold) for move in pay(BANK, purse(seat), amount)
        )
        cards = tuple(
            move for seat, goods in enumerate(sheet.stands) for move in carry(BOX, stand(seat), goods)
        )
        more = tuple(
            move
            for seat, others in enumerate(sheet.extras)
            for move in carry(BOX, extras(seat), Counter(extra.word for extra in others))
        )
        return SheetCounted(
            edition=sheet.edition,
            options=_options(sheet),
            seats=tuple(Seat(name, shield) for name, shield in zip(sheet.names, SHIELDS, strict=False)),
            sheriff=sheet.first_sheriff,
            plates=sheet.plates,
            result=sheet.result(),
            moves=gold + cards + more,
            replaces=self.replaces,
        )


@dataclass(frozen=True, slots=True)
class SheetCounted(Begun):
    """A game known only from its count sheet; it may replace a count in which a number was wrong."""

    word = "sheet_counted"
    later = ("replaces",)
    edition: str
    options: Options
    seats: tuple[Seat, ...]
    sheriff: int
    plates: tuple[tuple[str, ...], ...]
    result: Result
    moves: Moves
    replaces: str = ""

    def begun(self) -> Game:
        """A game that is over, with its result."""
        return replace(
            new_game(self),
            stage=Stage.CLOSED,
            plates=dict(enumerate(self.plates)),
            result=self.result,
            replaces=self.replaces,
        )


def _options(sheet: CountSheet) -> Options:
    """What was certainly in play: royal goods if a stand has one, promo cards that are named or on a stand,
    and the expansions of the other cards that count.
    """
    cards = edition(sheet.edition)
    held = {word for stand_goods in sheet.stands for word in stand_goods}
    promo = {good.word: sheet.promo_copies.get(good.word, good.copies) for good in cards.of(Kind.PROMO)}
    heads = {extra.head for others in sheet.extras for extra in others}
    expansions = {CARDS[head].option: True for head in heads}
    return Options(
        royal_goods=any(good.word in held for good in cards.of(Kind.ROYAL)),
        promo=Goods(
            {word: copies for word, copies in promo.items() if word in held | set(sheet.promo_copies)}
        ),
        **expansions,
    )
