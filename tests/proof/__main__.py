"""`make proof`: what the program promises, tried for as long as it takes to believe it.

`make proof` tries everything in its long form; with `SHORT=1` as `make test` does, with `ONLY="kills worlds"`
only these, with `SEED=7` the same throws again. Figures stand in docs/reliability.md.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests.proof.check import BrokenPromiseError, Check, Trial, Try
from tests.proof.checks import CHECKS

SHORT = bool(os.environ.get("SHORT"))


def main() -> int:
    """Print the seed, and each promise with what was seen; 1 if one of them is broken."""
    seed = int(os.environ.get("SEED") or random.SystemRandom().randrange(1_000_000))
    sys.stdout.write(f"SEED={seed}\n")
    broken = [check.name for check in _wanted() if is_broken(check, seed)]
    return 1 if broken else 0


def _wanted() -> Iterator[Check]:
    by_name = {check.name: check for check in CHECKS}
    names = os.environ.get("ONLY", "").split() or by_name
    if unknown := sorted({*names} - {*by_name}):
        sys.exit(f"No check is called {', '.join(unknown)}. There are: {', '.join(by_name)}")
    return (by_name[name] for name in names if by_name[name].short or not SHORT)


def is_broken(check: Check, seed: int) -> bool:
    """Try a check and what is planted in it, and say what was seen."""
    sys.stdout.write(f"\n{check.name}: {check.promise}\n")
    broken = _breaks(check.trial, Try(seed, check.short if SHORT else check.long, Path()))
    for fault, trial in check.planted.items():
        sys.stdout.write(f"  planted, {fault}:\n")
        if not _breaks(trial, Try(seed, check.planted_rounds or check.short, Path())):
            sys.stdout.write("    NOT CAUGHT\n")
            broken = True
    return broken


def _breaks(trial: Trial, once: Try) -> bool:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="proof-") as folder:
        try:
            figures, broken = trial(replace(once, folder=Path(folder))), False
        except BrokenPromiseError as seen:
            figures, broken = [f"BROKEN: {seen}"], True
    for line in (*figures, f"{time.monotonic() - began:.0f} s"):
        sys.stdout.write(f"    {line}\n")
    sys.stdout.flush()
    return broken


if __name__ == "__main__":
    sys.exit(main())
