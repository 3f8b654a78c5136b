"""Evenings that a group keeps: what each tells of who was there, and what they tell together."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from companion.rules.names import folded

SPELLINGS = 4_096
"""How many names are told apart in memory."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Who was there: the name as it was written, the shield, the place, the total, and how often they did
    what their game counts, by its words. One whose seat nobody `named` is nobody in particular.
    """

    name: str
    shield: str
    place: int
    total: int
    deeds: Mapping[str, int] = field(default_factory=dict)
    named: bool = True


@dataclass(frozen=True, slots=True)
class Evening:
    """What a finished game tells its groups; `replaces` is the id of the count that it replaces, or ""."""

    guests: tuple[Guest, ...]
    minutes: int = 0
    replaces: str = ""


def evening_of(game: Any, told: Any, numbers: Callable[[Any], Mapping[str, int]]) -> Evening:  # noqa: ANN401 - of any game
    """What a finished game tells its groups, by its story: `numbers` are those of a player."""
    guests = (
        Guest(who.name, who.shield, each.count.rank, each.count.total, numbers(each), who.named)
        for who, each in zip(game.seats, told.players, strict=True)
        if each.count
    )
    return Evening(tuple(guests), told.minutes, game.replaces)


@dataclass(frozen=True, slots=True)
class Kept:
    """An evening in a group: the id of its game, when it ended (milliseconds since 1970), and the word of the
    rules that it was played by. `there` is, by guest, which person that is, None for nobody in particular.
    """

    id: str
    at: int
    word: str
    evening: Evening
    there: tuple[str | None, ...] = ()

    @property
    def people(self) -> Iterator[tuple[str, Guest]]:
        """Who was there, each as the guest they were."""
        pairs = zip(self.there, self.evening.guests, strict=True)
        return ((who, guest) for who, guest in pairs if who is not None)


@lru_cache(SPELLINGS)
def spelling(name: str) -> str:
    """What stands for a name where the name itself should not: the same for names that look the same."""
    return hashlib.sha256(folded(name).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Naming:
    """What a group is called, "" for one without a name, and who is who. A person goes by their first
    spelling: `spellings` has the person of any other one, `names` what keepers have called a person.
    """

    name: str = ""
    spellings: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def person(self, spelt: str) -> str:
        """Whose spelling this is."""
        return self.spellings.get(spelt, spelt)

    def merged(self, one: str, into: str) -> "Naming":
        """Merge one person into another; unchanged if they are one already."""
        one, into = self.person(one), self.person(into)
        if one == into:
            return self
        moved = {spelt: into if whose == one else whose for spelt, whose in self.spellings.items()}
        names = {person: name for person, name in self.names.items() if person != one}
        return replace(self, spellings={**moved, one: into}, names=names)

    def parted(self, spelt: str) -> "Naming":
        """With this spelling as a person of its own again."""
        return replace(self, spellings={key: who for key, who in self.spellings.items() if key != spelt})

    def called(self, person: str, name: str) -> "Naming":
        """With another name for this person, which is a spelling of theirs from now on."""
        spelt = spelling(name)
        mine = {} if spelt == person else {spelt: person}
        return replace(self, spellings={**self.spellings, **mine}, names={**self.names, person: name})


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of a group: what they are called, and the shield that they had last."""

    id: str
    name: str
    shield: str


@dataclass(frozen=True, slots=True)
class Standing:
    """What became of a person in one game: how many evenings, how many of them won, alone or with others, the
    sum of all totals, the best one, and all that they did.
    """

    person: str
    evenings: int
    wins: int
    total: int
    best: int
    deeds: Mapping[str, int]

    @property
    def average(self) -> int:
        """The average of all totals, rounded, halves up."""
        return (2 * self.total + self.evenings) // (2 * self.evenings)


@dataclass(frozen=True, slots=True)
class Meeting:
    """How a person did against another: at how many evenings they met, and at how many one was ahead."""

    other: str
    evenings: int
    ahead: int
    behind: int


@dataclass(frozen=True)  # no slots: a page asks often who is who
class Past:
    """The evenings of a group, the latest first, without those that were counted again."""

    naming: Naming
    evenings: tuple[Kept, ...]

    @cached_property
    def people(self) -> dict[str, Person]:
        """Everybody who was at an evening, whoever came last first."""
        found: dict[str, Person] = {}
        for kept in self.evenings:
            for who, guest in kept.people:
                if who not in found:
                    found[who] = Person(who, self.naming.names.get(who, guest.name), guest.shield)
        return found

    @cached_property
    def standings(self) -> dict[str, list[Standing]]:
        """By the word of the rules, how everybody did: whoever won most, then on average, comes first."""
        of: dict[str, dict[str, list[Guest]]] = {}
        for kept in self.evenings:
            for who, guest in kept.people:
                of.setdefault(kept.word, {}).setdefault(who, []).append(guest)
        return {
            word: sorted(
                (_standing(who, guests) for who, guests in by_person.items()),
                key=lambda one: (-one.wins, -one.total / one.evenings),
            )
            for word, by_person in of.items()
        }

    def meetings(self, person: str) -> list[Meeting]:
        """How a person did against each of the others, the most frequent first; any game's places compare."""
        met, ahead, behind = Counter[str](), Counter[str](), Counter[str]()
        for kept in self.evenings:
            there = dict(kept.people)
            if (mine := there.pop(person, None)) is not None:
                met.update(there.keys())
                ahead.update(who for who, guest in there.items() if mine.place < guest.place)
                behind.update(who for who, guest in there.items() if mine.place > guest.place)
        return [Meeting(who, number, ahead[who], behind[who]) for who, number in met.most_common()]

    def spellings(self, person: str) -> dict[str, str]:
        """How a person's name was written, by spelling, as it was last."""
        return {
            spelling(guest.name): guest.name
            for kept in reversed(self.evenings)
            for who, guest in kept.people
            if who == person
        }

    def met(self, person: str) -> set[str | None]:
        """Everybody who was at an evening with this person, who is one of them."""
        return {who for kept in self.evenings if person in kept.there for who in kept.there}


def past(naming: Naming, every: Sequence[Kept]) -> Past:
    """What evenings, the latest first, tell together."""
    replaced = {kept.evening.replaces for kept in every}
    return Past(
        naming,
        tuple(
            replace(kept, there=tuple(_there(naming, kept.evening.guests)))
            for kept in every
            if kept.id not in replaced
        ),
    )


def _there(naming: Naming, guests: Iterable[Guest]) -> Iterator[str | None]:
    """Who the guests are; two at one table are two people, whatever was merged before."""
    found = set[str]()
    for guest in guests:
        spelt = spelling(guest.name)
        who = next((one for one in (naming.person(spelt), spelt) if one not in found), None)
        if guest.named and who is not None:
            found.add(who)
            yield who
        else:
            yield None


def _standing(person: str, guests: Sequence[Guest]) -> Standing:
    deeds = Counter[str]()
    for guest in guests:
        deeds.update(guest.deeds)
    return Standing(
        person,
        len(guests),
        sum(guest.place == 1 for guest in guests),
        sum(guest.total for guest in guests),
        max(guest.total for guest in guests),
        deeds,
    )
