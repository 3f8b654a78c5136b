"""Phones that are tapped at random: nothing breaks, nobody is stuck, and the books are right."""

import os
import random
import sys

import pytest

from companion.cli.main import main
from tests.browser import commotion
from tests.browser.books import open_books
from tests.browser.conftest import OpenPhone
from tests.browser.serving import Server

TAPS = int(os.environ.get("TAPS", "0"))
FEW = {"five": 200, "six": 100, "nottingham": 100}
SEED = os.environ.get("SEED", "")
SECONDS = 3  # for a tap, on a slow machine


@pytest.mark.lasts(600 + SECONDS * max(TAPS, *FEW.values()))
@pytest.mark.parametrize("evening", commotion.EVENINGS)
def test_phones_in_wild_hands(
    evening: str, open_phones: OpenPhone, server: Server, capfd: pytest.CaptureFixture[str]
) -> None:
    """`make commotion` taps more often; TAPS and SEED repeat one of them."""
    seed = int(SEED) if SEED else random.SystemRandom().randrange(10**6)
    taps = TAPS or FEW[evening]
    with capfd.disabled():
        sys.stderr.write(f"\n{evening} SEED={seed} TAPS={taps}\n")
    with open_books(server.data) as service:
        table = commotion.begun(open_phones, seed, service, commotion.EVENINGS[evening])
        try:
            table.goes_on(taps)
        except BaseException as fault:
            fault.add_note("\n".join((f"{evening} SEED={seed} TAPS={taps}", *table.done[-60:])))
            raise
    assert main(["--data-dir", str(server.data), "check"]) == 0
