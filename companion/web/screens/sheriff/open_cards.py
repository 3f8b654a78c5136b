"""Cards that lie open on all phones and on the stage, one by one."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.goods import Goods
from companion.rules.sheriff.game import Game
from companion.web.screens.sheriff.stocks import kind_of

NO_GOODS = Goods()


@dataclass(frozen=True, slots=True)
class Card:
    """A card that lies open; `out` if it went to a discard pile or the Sheriff's hand. Its `key` stays while
    it lies there.
    """

    key: str
    word: str
    kind: str
    out: bool = False


def key_of_bag(game: Game, merchant: int) -> str:
    """The cards of a bag that was opened stay the same ones when it is booked."""
    return f"bag-{game.round}-{merchant}"


def shown_cards(game: Game, key: str, goods: Goods, lost: Goods = NO_GOODS) -> Iterator[Card]:
    """One by one, with those that were `lost` last of their kind."""
    number = 0
    for word, count in goods.items():
        kept = count - lost.get(word, 0)
        for index in range(count):
            yield Card(f"{key}-{number}", word, kind_of(game, word), index >= kept)
            number += 1
