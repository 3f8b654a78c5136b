"""The short form of `make proof`: each promise holds, and each check sees the faults planted for it."""

import os
import random
from pathlib import Path

import pytest

from tests.long.proof.check import BrokenPromiseError, Check, Try
from tests.long.proof.checks import CHECKS

SEED = int(os.environ.get("SEED") or random.SystemRandom().randrange(1_000_000))
TRIED = [check for check in CHECKS if check.short]
FAULTS = [(check, fault) for check in CHECKS for fault in check.planted]


@pytest.mark.parametrize("check", TRIED, ids=lambda check: check.name)
def test_a_promise_holds(check: Check, tmp_path: Path) -> None:
    print(f"SEED={SEED}")
    assert check.trial(Try(SEED, check.short, tmp_path))


@pytest.mark.parametrize("check, fault", FAULTS, ids=[f"{check.name}: {fault}" for check, fault in FAULTS])
def test_a_planted_fault_is_caught(check: Check, fault: str, tmp_path: Path) -> None:
    with pytest.raises(BrokenPromiseError):
        check.planted[fault](Try(SEED, check.planted_rounds or check.short, tmp_path))
