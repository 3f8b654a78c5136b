"""Every check of `make proof`, in the order they are run in."""

from tests.proof.check import Check
from tests.proof.kills import KILLS

CHECKS: tuple[Check, ...] = KILLS
