"""The evening's sums by plain arithmetic, independent of the app: its numbers are those on the cards."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

LEGAL = ("apples", "cheese", "bread", "chickens")
# Value, penalty, and what a royal good counts for.
CARDS = {
    "apples": (2, 2, "apples", 1),
    "cheese": (3, 2, "cheese", 1),
    "bread": (3, 2, "bread", 1),
    "chickens": (4, 2, "chickens", 1),
    "pepper": (6, 4, "", 0),
    "mead": (7, 4, "", 0),
    "silk": (8, 4, "", 0),
    "crossbow": (9, 4, "", 0),
    "green_apples": (4, 3, "apples", 2),
    "golden_apples": (6, 4, "apples", 3),
    "gouda_cheese": (6, 4, "cheese", 2),
    "bleu_cheese": (9, 5, "cheese", 3),
    "rye_bread": (6, 4, "bread", 2),
    "pumpernickel_bread": (9, 5, "bread", 3),
    "royal_rooster": (8, 4, "chickens", 2),
}
BONUS = {"apples": (20, 10), "cheese": (15, 10), "bread": (15, 10), "chickens": (10, 5)}


@dataclass(slots=True)
class Player:
    """A purse; a stand of cards that everybody sees, and of cards face down that only the story knows."""

    gold: int = 50
    shown: Counter[str] = field(default_factory=Counter)
    hidden: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Score:
    """A line of the result: rank, total and its three parts."""

    rank: int
    total: int
    gold: int
    goods: int
    bonuses: int


Players = dict[str, Player]
Royalty = dict[str, tuple[dict[str, int], dict[str, int]]]


def worth(cards: Mapping[str, int]) -> int:
    """The printed values together."""
    return sum(CARDS[word][0] * count for word, count in cards.items())


def royalty(players: Players, goods: tuple[str, ...]) -> Royalty:
    """King and Queen of each good with what they are paid; ties share and the rest is lost."""
    found: Royalty = {}
    for good in goods:
        owned = {name: owns(player, good) for name, player in players.items() if owns(player, good)}
        king, queen = BONUS[good]
        most = [name for name, count in owned.items() if count == max(owned.values())]
        others = {name: count for name, count in owned.items() if name not in most}
        second = [name for name, count in others.items() if count == max(others.values())]
        if len(most) > 1:
            found[good] = dict.fromkeys(most, (king + queen) // len(most)), {}
        else:
            found[good] = dict.fromkeys(most, king), {name: queen // len(second) for name in second}
    return found


def owns(player: Player, good: str) -> int:
    """How many of a legal good count for its King."""
    cards = player.shown + player.hidden
    return sum(cards[word] * count for word, (_, _, like, count) in CARDS.items() if like == good)


def scores(players: Players, goods: tuple[str, ...]) -> dict[str, Score]:
    """The result."""
    paid = Counter[str]()
    for king, queen in royalty(players, goods).values():
        paid.update(king)
        paid.update(queen)
    strength = {
        name: (player.gold + worth(player.shown + player.hidden) + paid[name], *cards(player))
        for name, player in players.items()
    }
    return {
        name: Score(
            rank=1 + sum(other > strength[name] for other in strength.values()),
            total=strength[name][0],
            gold=player.gold,
            goods=worth(player.shown + player.hidden),
            bonuses=paid[name],
        )
        for name, player in players.items()
    }


def cards(player: Player) -> tuple[int, int]:
    """How many legal cards, and how many others: they break a tie."""
    both = player.shown + player.hidden
    legal = sum(both[word] for word in LEGAL)
    return legal, both.total() - legal
