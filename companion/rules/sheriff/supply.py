"""The box holds a fixed number of cards of each good, and no table can show more."""

from companion.rules import ledger
from companion.rules.goods import GOLD, Goods
from companion.rules.ledger import Balances
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.game import Game


def check_in_play(game: Game, goods: Goods) -> None:
    """Refuse a good that is not in play at this table."""
    for word in goods:
        if word != FACE_DOWN and word not in game.box.copies:
            raise no.GoodNotInPlay(word)


def check_supply(game: Game, balances: Balances, in_bag: Goods | None = None) -> None:
    """Refuse more cards on all stands, in an open bag and out of the game than the box has for this number of
    players (E20).
    """
    shown = ledger.outside(balances) + (in_bag or Goods())
    box = game.box
    gone = ledger.gone(balances)
    for word, count in shown.items():
        if word not in {GOLD, FACE_DOWN} and count > box.copies.get(word, 0):
            if word in gone:
                raise no.GoneExceedsSupply(word, count - gone[word], box.copies[word], gone[word])
            raise no.SupplyExceeded(word, count, box.copies.get(word, 0))
    contraband = shown.get(FACE_DOWN, 0) + sum(shown.get(word, 0) for word in box.contraband)
    copies = sum(box.copies[word] for word in box.contraband)
    if contraband > copies:
        raise no.ContrabandExceeded(contraband, copies)
