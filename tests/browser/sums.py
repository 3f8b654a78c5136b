"""The evening's sums by plain arithmetic, independent of the app: its numbers are those on the cards."""

from collections import Counter
from dataclasses import dataclass, field

from tests.browser.stories import LEGAL, PASSED, Bag, Cards, Correction, Deal, Evening, Payment

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

    def seen(self) -> tuple[int, dict[str, int]]:
        """What the board must show: the purse, and the stand with its cards face down as a number."""
        stand = {**self.shown, "face_down": self.hidden.total()}
        return self.gold, {word: count for word, count in stand.items() if count}


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


def worth(cards: Cards) -> int:
    """The printed values together."""
    return sum(CARDS[word][0] * count for word, count in cards.items())


def fine(cards: Cards) -> int:
    """The penalties together."""
    return sum(CARDS[word][1] * count for word, count in cards.items())


def add_bag(players: Players, sheriff: str, bag: Bag) -> None:
    """Move what a bag moves."""
    for deal in bag.deals:
        add_deal(players, deal)
    if bag.outcome == PASSED:
        add_passed(players, bag)
    else:
        add_opened(players, sheriff, bag)


def add_deal(players: Players, deal: Deal) -> None:
    """What comes out of a purse or off a stand."""
    giver, receiver = players[deal.giver], players[deal.receiver]
    giver.gold -= deal.gold
    receiver.gold += deal.gold
    giver.shown -= Counter(deal.stand)
    receiver.shown += Counter(deal.stand)
    giver.hidden -= Counter(deal.hidden)
    receiver.hidden += Counter(deal.hidden)


def add_passed(players: Players, bag: Bag) -> None:
    """All cards come in: those promised to whom they were promised."""
    cards = Counter(bag.cards)
    for deal in bag.deals:
        players[deal.receiver].shown += Counter(deal.from_bag)
        players[deal.receiver].hidden += Counter(deal.hidden_in_bag)
        cards -= Counter(deal.from_bag) + Counter(deal.hidden_in_bag)
    for word, count in cards.items():
        owner = players[bag.merchant]
        (owner.shown if word in LEGAL else owner.hidden)[word] += count


def add_opened(players: Players, sheriff: str, bag: Bag) -> None:
    """The declared good comes in, the rest is lost; somebody pays."""
    true = bag.cards.get(bag.good, 0)
    players[bag.merchant].shown[bag.good] += true
    lost = Counter(bag.cards) - Counter({bag.good: true})
    if lost:
        pay(players[bag.merchant], players[sheriff], fine(lost), bag)
    else:
        pay(players[sheriff], players[bag.merchant], fine(bag.cards), bag)


def pay(payer: Player, receiver: Player, owed: int, bag: Bag) -> None:
    """Coins as far as they go, then the goods that the story names."""
    coins = min(owed, payer.gold)
    payer.gold -= coins
    receiver.gold += coins
    if bag.debt is not None:
        payer.hidden -= Counter(bag.debt.told)
        payer.shown += Counter(bag.debt.told)
        payer.shown -= Counter(bag.debt.goods)
        receiver.shown += Counter(bag.debt.goods)


def add_correction(players: Players, evening: Evening, correction: Correction) -> None:
    """What the wrong bag moved goes back, the right one's is moved; only where both just gave gold."""
    played = evening.rounds[correction.round - 1]
    was = next(bag for bag in played.bags if bag.merchant == correction.bag.merchant)
    before, after = fresh(evening), fresh(evening)
    add_bag(before, played.sheriff, was)
    add_bag(after, played.sheriff, correction.bag)
    for name, player in players.items():
        player.gold += after[name].gold - before[name].gold
        for held, had, has in (
            (player.shown, before[name].shown, after[name].shown),
            (player.hidden, before[name].hidden, after[name].hidden),
        ):
            held.update(has)
            held.subtract(had)


def fresh(evening: Evening) -> Players:
    """Everybody with what the bank gives out."""
    return {name: Player() for name in evening.names}


def add_payment(players: Players, payment: Payment) -> None:
    """Gold by hand."""
    players[payment.giver].gold -= payment.gold
    players[payment.receiver].gold += payment.gold


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
