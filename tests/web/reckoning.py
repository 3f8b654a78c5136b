"""Somebody with pen and paper: what sentences on a page move, read word by word, without the app's sums."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from companion.rules.ledger import GOLD
from companion.web.sheriff.glossary import GOODS

WORDS = {name: word for word, (_, names) in GOODS.items() for name in names} | {"gold": GOLD}
THINGS = re.compile(rf"(\d+) ({'|'.join(sorted(map(re.escape, WORDS), key=len, reverse=True))})")
SEPARATORS = re.compile(r"^(|, | and |, and )$")
GIVER, TAKER = (rf"(?P<{side}>(?i:the bank)|\w+)" for side in ("giver", "taker"))
AGREED = r".+ (and .+ agreed|promised .+ ?): “.*”\."
PLACES = (
    (rf"{GIVER} pays {TAKER} (?P<gold>\d+)(: .+)?", ""),
    (rf"{GIVER} gives {TAKER} (?P<gold>\d+) back", ""),
    (rf"{GIVER} gives {TAKER} (?P<things>\d.*?)\.( \(.*\)| {AGREED})?", ""),
    (AGREED, ""),
    (rf"Brimstone Oil and {GIVER}’s (?P<things>.+) to a discard pile", "box"),
    (rf"(?P<things>.+) from {GIVER}’s stand to a discard pile", "box"),
    (rf"(?P<things>.+) from {GIVER}’s stand to {TAKER}’s", ""),
    (rf"(?P<things>.+) off {GIVER}’s stand", "box"),
    (rf"(?P<things>.+) to {TAKER}’s stand", "box"),
    (r"(?P<things>.+) to a discard pile", "nowhere"),
    (r"(?P<things>.+) to .+’s hand", "nowhere"),
    (rf"{GIVER} turns over (?P<told>.+)\.", ""),
    (r"(?P<forgiven>\d+) of .+’s debt is forgiven\.", ""),
    (r"\d+ promised cards? w(as|ere) not there\.", ""),
)
"""What a whole sentence says, and where things go or come from that it names nobody for."""
HOLDER = "the bank"

Holdings = Mapping[str, Counter[str]]
"""What everybody has, by name: gold, and cards by their words."""


@dataclass
class Paper:
    """What was read so far: who has how much more or less of what, which cards were brought out of the bag,
    and how much was forgiven.
    """

    change: dict[str, Counter[str]] = field(default_factory=dict)
    brought: Counter[str] = field(default_factory=Counter)
    forgiven: int = 0

    def read(self, sentence: str) -> None:
        """Write down what a sentence says; an AssertionError if it says nothing that anybody understands."""
        for pattern, elsewhere in PLACES:
            if found := re.fullmatch(pattern, sentence):
                self._write(found.groupdict(), elsewhere)
                return
        raise AssertionError(sentence)

    def _write(self, said: Mapping[str, str | None], elsewhere: str) -> None:
        self.forgiven += int(said.get("forgiven") or 0)
        moved = things(said.get("things") or "")
        if said.get("gold"):
            moved[GOLD] += int(said["gold"] or 0)
        if not said.get("giver"):
            self.brought += moved
        if elsewhere != "nowhere":
            self._add(said.get("giver"), moved, -1)
            self._add(said.get("taker"), moved, 1)
        if told := said.get("told"):
            cards = things(told)
            self._add(said["giver"], Counter({"face_down": cards.total()}), -1)
            self._add(said["giver"], cards, 1)

    def _add(self, name: str | None, moved: Mapping[str, int], sign: int) -> None:
        if name and name.casefold() != HOLDER:
            held = self.change.setdefault(name, Counter())
            for what, amount in moved.items():
                held[what] += sign * amount

    @property
    def changed(self) -> dict[str, dict[str, int]]:
        """Who has how much more or less of what; nobody and nothing that is as it was."""
        found = {name: dict(nonzero(counts)) for name, counts in self.change.items()}
        return {name: counts for name, counts in found.items() if counts}


def reckoned(sentences: Iterable[str]) -> Paper:
    """What these sentences say."""
    paper = Paper()
    for sentence in sentences:
        paper.read(sentence)
    return paper


def things(text: str) -> Counter[str]:
    """Gold and goods of a list: 5 gold, 1 apple and 2 mead. It holds nothing else."""
    assert all(SEPARATORS.match(between) for between in THINGS.split(text)[::3]), text
    found: Counter[str] = Counter()
    for number, name in THINGS.findall(text):
        found[WORDS[name]] += int(number)
    return found


def nonzero(counts: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """What there is more or less of."""
    return ((what, amount) for what, amount in counts.items() if amount)
