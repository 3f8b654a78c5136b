"""`make proof`: what the program promises, tried for as long as it takes to believe it.

`make proof` tries everything in its long form; with `SHORT=1` as `make test` does, with `ONLY="kills worlds"`
only these, with `SEED=7` the same throws again. Figures stand in docs/reliability.md.
"""

import io
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from dataclasses import replace
from functools import partial
from pathlib import Path

from tests.long.proof.check import BrokenPromiseError, Check, Trial, Try
from tests.long.proof.checks import CHECKS

SHORT = bool(os.environ.get("SHORT"))
BY_NAME = {check.name: check for check in CHECKS}


def main() -> int:
    """Print the seed, and each promise with what was seen; 1 if one of them is broken."""
    seed = int(os.environ.get("SEED") or random.SystemRandom().randrange(1_000_000))
    sys.stdout.write(f"SEED={seed}\n")
    names = [check.name for check in _wanted()]
    broken = _at_once(names, seed) if SHORT else [is_broken(name, seed) for name in names]
    return 1 if any([*broken]) else 0


def _at_once(names: Sequence[str], seed: int) -> Iterator[bool]:
    """Whether each is broken, in their order: the short form waits a lot, so one a core is tried at once."""
    with ProcessPoolExecutor() as pool:
        for said, broken in pool.map(partial(_overheard, seed), names):
            sys.stdout.write(said)
            sys.stdout.flush()
            yield broken


def _overheard(seed: int, name: str) -> tuple[str, bool]:
    with redirect_stdout(io.StringIO()) as said:
        broken = is_broken(name, seed)
    return said.getvalue(), broken


def _wanted() -> Iterator[Check]:
    names = os.environ.get("ONLY", "").split() or BY_NAME
    if unknown := sorted({*names} - {*BY_NAME}):
        sys.exit(f"No check is called {', '.join(unknown)}. There are: {', '.join(BY_NAME)}")
    return (BY_NAME[name] for name in names if BY_NAME[name].short or not SHORT)


def is_broken(name: str, seed: int) -> bool:
    """Try a check and what is planted in it, and say what was seen."""
    check = BY_NAME[name]
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
