"""The Booty on the board, and the form that shares it (E8, E10, E13)."""

from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.seats import Stage
from companion.rules.sheriff.bags import Share
from companion.rules.sheriff.booty import words_of
from companion.rules.sheriff.decide import Outcome
from companion.rules.sheriff.game import Game
from companion.web.parts import Seat, seats_of
from companion.web.sheriff.stocks import Stock, Tally, stocks, tallies
from companion.web.sheriff.sums import lines
from companion.web.sheriff.words import Words, things


@dataclass(frozen=True, slots=True)
class Booty:
    """What lies in the Booty, for sheriff/board/_booty.html; it `waits` while bags are out: more may come."""

    gold: int
    goods: tuple[Stock, ...]
    waits: bool


@dataclass(frozen=True, slots=True)
class Part:
    """What one Deputy takes, of the cards that lie there."""

    seat: Seat
    place: int
    gold: str
    goods: tuple[Tally, ...]


@dataclass(frozen=True, slots=True)
class Sharing:
    """What sheriff/booty/_booty.html shows: what `lies` there, in words, each Deputy's part, and what sharing
    so would come to, unless it is `refused`. The cards in `left`, in words, are nobody's yet: they go to a
    discard pile only if that is said. A half-filled form is kept until what lies there changes, and `on` with
    it. `ending` if the end of the game waits for it.
    """

    game: str
    lies: str
    parts: tuple[Part, ...]
    gold: int
    lines: tuple[Markup, ...]
    refused: bool
    left: str
    on: str
    ending: bool


def booty(game: Game) -> Booty | None:
    """The Booty; None after the rounds, or without Deputies and anything left on it."""
    if game.stage is not Stage.ROUNDS or not (game.deputies or game.booty_gold or game.booty_cards):
        return None
    return Booty(game.booty_gold, stocks(game, game.booty_cards), waits=bool(game.waiting))


def left_of(game: Game, shares: tuple[Share, ...]) -> Goods:
    """The cards that nobody takes; none while more is shared than lies there."""
    taken = sum((share.goods for share in shares), Goods())
    return game.booty_cards - taken if taken <= game.booty_cards else Goods()


def sharing(
    game_id: str, game: Game, shares: tuple[Share, ...], outcome: Outcome, *, ending: bool
) -> Sharing:
    """The form with these shares, and their outcome."""
    words, left = Words(game.seats), left_of(game, shares)
    return Sharing(
        game=game_id,
        lies=things(game.booty_gold, game.booty_cards),
        parts=tuple(
            Part(seat, place, str(share.gold or ""), tallies(game, share.goods, game.booty_cards))
            for place, (seat, share) in enumerate(zip(seats_of(game, game.sheriffs), shares, strict=True))
        ),
        gold=game.booty_gold,
        lines=() if left else lines(words, outcome),
        refused=isinstance(outcome, Refusal),
        left=things(0, left),
        on=words_of(game),
        ending=ending,
    )
