"""What a check of `make proof` is: a promise, a way to try it, and faults planted to see that it can fail."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path


class BrokenPromiseError(Exception):
    """A promise that did not hold: what was seen instead."""


@dataclass(frozen=True, slots=True)
class Try:
    """One try of a check: how many rounds, an empty folder, and dice that throw the same for a seed again."""

    seed: int
    rounds: int
    folder: Path

    def dice(self, name: str = "") -> random.Random:
        """The dice of this try, others for another name."""
        return random.Random(f"{self.seed} {name}")  # noqa: S311 - throws that can be repeated


Trial = Callable[[Try], list[str]]
"""Tries a promise; the figures, a sentence each. Raises BrokenPromiseError."""


@dataclass(frozen=True, slots=True)
class Check:
    """A promise of the program.

    `short` and `long` are the rounds of the two forms; none in the short one for what `make test` tries
    anyway. `planted` has the same try of a program with a fault,
    by what the fault is: each must end in BrokenPromiseError, else the check would see nothing.
    """

    name: str
    promise: str
    short: int
    long: int
    trial: Trial
    planted: Mapping[str, Trial] = field(default_factory=dict)
    planted_rounds: int = 0
    """How many rounds find a planted fault; as many as in the short form if 0."""


def holds(seen: bool, otherwise: str) -> None:  # noqa: FBT001 - reads as a sentence
    """Raise if what must hold was not seen."""
    if not seen:
        raise BrokenPromiseError(otherwise)
