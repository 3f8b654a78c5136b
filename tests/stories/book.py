"""A second book of an evening, kept as a person with a pencil would; it shares no line with the rules.

It reads a story's entries, knows the real card behind every card face down, and takes a card's numbers from
the box, so that a story holds with other numbers too.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from companion.rules.sheriff.editions import Kind, common_cards

Entry = Mapping[str, Any]

BOX = common_cards()
LEGAL = tuple(good.word for good in BOX.of(Kind.LEGAL))


def cost(card: str) -> int:
    """What a card costs in an opened bag."""
    return BOX.good(card).penalty


def value(card: str) -> int:
    """What a card is worth, in a debt and at the end."""
    return BOX.good(card).value


BOOTY = "booty"
"""What lies between two Deputies, as if it were before somebody of that name."""


@dataclass
class Book:
    """What lies before everybody: in `open` what all know, in `down` the real cards of those face down, in
    `extras` what other cards count at the end. The `sheriffs` are one, or two Deputies.
    """

    names: Sequence[str]
    sheriffs: list[str]
    coins: bool
    here: list[str] = field(default_factory=list)
    gold: Counter[str] = field(default_factory=Counter)
    open: dict[str, Counter[str]] = field(default_factory=dict)
    down: dict[str, Counter[str]] = field(default_factory=dict)
    extras: Counter[str] = field(default_factory=Counter)

    def write(self, entry: Entry) -> None:
        """Put one entry of the story into the book."""
        if "bag" in entry:
            self._deals(entry)
            (self._opened if entry.get("opened") else self._passed)(entry)
        elif "pay" in entry:
            self._gold(entry["pay"], entry["to"], entry.get("gold", 0))
            self._cards(self.open, entry["pay"], entry["to"], entry.get("goods", {}))
            self._cards(self.down, entry["pay"], entry["to"], entry.get("down", {}))
        elif "market" in entry:
            self._market(entry["market"], entry["kind"], entry["gold"])
        elif "order" in entry:
            self._order(entry["order"], entry["contraband"], entry["gold"])
        elif "card" in entry:
            self.extras[entry["owner"]] += entry["gold"]
        elif "leave" in entry:
            self._leave(entry)
        elif "share" in entry:
            self._share(entry["share"])
        elif "badge" in entry:
            self.sheriffs = list(entry.get("deputies") or [self._next(*self.sheriffs)])

    def _actors(self, entry: Entry) -> list[str]:
        return [entry["alone"]] if "alone" in entry else self.sheriffs

    def _gets(self, entry: Entry, name: str) -> str:
        """Who gets what was for this player: of a bag that two let pass, what is for either lies between
        them.
        """
        shared = not entry.get("opened") and len(self._actors(entry)) > 1
        return BOOTY if shared and name in self.sheriffs else name

    def _deals(self, entry: Entry) -> None:
        for deal in entry.get("deals", []):
            to = self._gets(entry, deal["to"])
            self._gold(deal["from"], to, deal.get("gold", 0))
            self._cards(self.open, deal["from"], to, deal.get("stand", {}))
            self._cards(self.down, deal["from"], to, deal.get("down", {}))

    def _passed(self, entry: Entry) -> None:
        bag: Counter[str] = Counter(entry["cards"])
        for raid in entry.get("raids", []):
            bag -= Counter({"brimstone_oil": 1})
            self.open[raid["from"]] -= Counter({raid["good"]: raid["count"]})
        for deal in entry.get("deals", []):
            due = Counter(deal.get("bag", {})) & bag
            bag -= due
            self._lay(self._gets(entry, deal["to"]), due)
        self._lay(entry["bag"], bag)

    def _lay(self, name: str, cards: Counter[str]) -> None:
        for card, count in cards.items():
            (self.open if card in LEGAL else self.down)[name][card] += count

    def _opened(self, entry: Entry) -> None:
        good, merchant = entry["declares"], entry["bag"]
        bag: Counter[str] = Counter(entry["cards"])
        self.open[merchant][good] += bag[good]
        summons = bag["royal_summons"]
        actors = self._actors(entry)
        if bag[good] + summons == bag.total():
            whole = entry.get("by_law", cost(good) * bag[good] + 8 * summons)
            for place, payer in enumerate(actors):
                half = (whole + len(actors) - 1 - place) // len(actors)
                self._fine(entry, payer, merchant, half, "other_" if place else "")
        else:
            fine = entry.get("by_law", sum(cost(card) * count for card, count in bag.items() if card != good))
            self._fine(entry, merchant, BOOTY if len(actors) > 1 else actors[0], fine)

    def _fine(self, entry: Entry, payer: str, receiver: str, fine: int, whose: str = "") -> None:
        pays, tells = entry.get(f"{whose}pays", {}), entry.get(f"{whose}tells", {})
        handed = sum(value(card) * count for card, count in pays.items())
        coins = min(fine, self.gold[payer])
        assert handed == 0 or coins < fine
        self._gold(payer, receiver, coins)
        told: Counter[str] = Counter(tells)
        self.down[payer] -= told
        self.open[payer] += told
        self._cards(self.open, payer, "box" if entry.get("discards") else receiver, pays)

    def _market(self, name: str, kind: str, gold: int) -> None:
        """Three of a kind leave the game: what all know of first, then what is turned over (E20)."""
        known = min(3, self.open[name][kind])
        self.open[name][kind] -= known
        assert self.down[name][kind] >= 3 - known
        self.down[name][kind] -= 3 - known
        self.extras[name] += gold

    def _order(self, name: str, contraband: str, gold: int) -> None:
        """A card that came face down is shown, and stays (E23)."""
        assert self.down[name][contraband]
        self.down[name][contraband] -= 1
        self.open[name][contraband] += 1
        self.extras[name] += gold

    def _gold(self, giver: str, receiver: str, amount: int) -> None:
        if self.coins:
            self.gold[giver] -= amount
            self.gold[receiver] += amount

    def _cards(
        self, side: dict[str, Counter[str]], giver: str, receiver: str, cards: Mapping[str, int]
    ) -> None:
        if giver in side:
            side[giver].subtract(cards)
        if receiver in side:
            side[receiver].update(cards)

    def _leave(self, entry: Entry) -> None:
        name = entry["leave"]
        if not entry["counts"]:
            self.gold[name] = self.extras[name] = 0
            self.open[name], self.down[name] = Counter(), Counter()
        if name in self.sheriffs:
            others = [other for other in self.sheriffs if other != name]
            follows = [entry["heir"]] if "heir" in entry else []
            self.sheriffs = others + follows or [self._next(name)]
        self.here.remove(name)

    def _share(self, shares: Sequence[Entry]) -> None:
        """As they agreed, or evenly; what is left goes back to the bank and to a discard pile."""
        number = len(self.sheriffs)
        for place, name in enumerate(self.sheriffs):
            even: Entry = {
                "gold": self.gold[BOOTY] // (number - place),
                "goods": {card: count // (number - place) for card, count in self.open[BOOTY].items()},
            }
            share: Entry = shares[place] if shares else even
            self._gold(BOOTY, name, share.get("gold", 0))
            self._cards(self.open, BOOTY, name, share.get("goods", {}))
            self._cards(self.down, BOOTY, name, share.get("down", {}))
        self.gold[BOOTY] = 0
        self.open[BOOTY], self.down[BOOTY] = Counter(), Counter()

    def _next(self, name: str) -> str:
        place = self.names.index(name)
        around = [*self.names[place + 1 :], *self.names[:place]]
        return next(other for other in around if other in self.here)

    def totals(self, plates: Mapping[str, Sequence[str]]) -> dict[str, int]:
        """Everybody's points: gold, cards, and what Kings and Queens are paid."""
        stands = {name: +self.open[name] + self.down[name] for name in self.names}
        points = {name: self.gold[name] + worth(stands[name], plates.get(name, [])) for name in self.names}
        points = {name: points[name] + self.extras[name] for name in self.names}
        for good in LEGAL if len(self.names) > 3 else [good for good in LEGAL if good != "bread"]:
            counts = {name: held(stands[name], plates.get(name, []), good) for name in self.names}
            for name, paid in crown(counts, BOX.good(good).king, BOX.good(good).queen).items():
                points[name] += 0 if stands[name]["arcane_scrolls"] else paid
        return points


def worth(stand: Counter[str], plates: Sequence[str]) -> int:
    """What the cards are worth, Feast Plates as what they became."""
    return sum(value(card) * count for card, count in stand.items()) + (
        stand["golden_silk"] * stand["silk"] + sum(value(good) for good in plates)
    )


def held(stand: Counter[str], plates: Sequence[str], good: str) -> int:
    """How many of a good count towards King and Queen."""
    royal = sum(card.counts * stand[card.word] for card in BOX.of(Kind.ROYAL) if card.counts_as == good)
    return stand[good] + royal + list(plates).count(good)


def crown(counts: Mapping[str, int], king: int, queen: int) -> dict[str, int]:
    """What is paid for the most of a good and for the second most."""
    numbers = sorted({count for count in counts.values() if count}, reverse=True)
    if not numbers:
        return {}
    first = [name for name in counts if counts[name] == numbers[0]]
    if len(first) > 1:
        return dict.fromkeys(first, (king + queen) // len(first))
    second = [name for name in counts if len(numbers) > 1 and counts[name] == numbers[1]]
    return {first[0]: king} | dict.fromkeys(second, queen // len(second) if second else 0)


def new_book(story: Mapping[str, Any]) -> Book:
    """The book as everybody sits down: 50 gold each, or what the story says."""
    names = story["players"]
    book = Book(
        names,
        list(story.get("deputies") or [story["sheriff"]]),
        coins=not story.get("coins_on_table", False),
        here=list(names),
    )
    book.gold = Counter(story.get("gold", dict.fromkeys(names, 50 if book.coins else 0)))
    for name in (*names, BOOTY):
        book.open[name] = Counter(story.get("stands", {}).get(name, {}))
        book.down[name] = Counter(story.get("down", {}).get(name, {}))
    return book


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """The entries as if what was taken back had never been, and what was corrected had been right at once."""
    kept: list[Entry] = []
    for entry in entries:
        if "take_back" in entry:
            kept.pop()
        elif "correct" in entry:
            place = next(place for place, old in enumerate(kept) if old.get("name") == entry["correct"])
            kept[place] = {**entry, "name": entry["correct"]}
            del kept[place]["correct"]  # type: ignore[attr-defined]
            kept.append({"corrected": True})
        else:
            kept.append(entry)
    return kept


def book_after(story: Mapping[str, Any], entries: Sequence[Entry]) -> Book:
    """The book after these entries of the story."""
    book = deepcopy(new_book(story))
    for entry in standing(entries):
        book.write(entry)
    return book
