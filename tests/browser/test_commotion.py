"""Five phones that are tapped at random: nothing breaks, nobody is stuck, and the books are right."""

import os
import random
import sys

from companion.cli.main import main
from tests.browser import commotion
from tests.browser.conftest import OpenPhone
from tests.browser.serving import Server

TAPS = int(os.environ.get("TAPS", "200"))
SEED = os.environ.get("SEED", "")


def test_five_phones_in_wild_hands(open_phones: OpenPhone, server: Server) -> None:
    """`make commotion` taps more often; TAPS and SEED repeat one of them."""
    seed = int(SEED) if SEED else random.SystemRandom().randrange(10**6)
    sys.stderr.write(f"SEED={seed} TAPS={TAPS}\n")
    table = commotion.begun(open_phones, seed)
    try:
        table.goes_on(TAPS)
    except BaseException:
        sys.stderr.write("\n".join(table.done[-60:]))
        raise
    assert main(["--data-dir", str(server.data), "check"]) == 0
