"""The tests that throw dice, with more throws and the seed of this try. `make test` runs them with fewer, and
they plant their faults themselves.
"""

import os
import subprocess
import sys
from collections.abc import Sequence

from tests.long.proof.check import Check, Try, holds
from tests.long.proof.house import ROOT

PYTEST = ("-m", "pytest", "-q", "--numprocesses=auto", "--dist=loadgroup", "-p", "no:cacheprovider")


def thrown(once: Try, *tests: str) -> list[str]:
    """These tests, with as many random examples as there are rounds."""
    done = subprocess.run(
        (sys.executable, *PYTEST, "--hypothesis-profile=thorough", f"--hypothesis-seed={once.seed}", *tests),
        cwd=ROOT,
        env={**os.environ, "THROWS": str(once.rounds)},
        capture_output=True,
        text=True,
        check=False,
    )
    *_, last = done.stdout.strip().splitlines() or [done.stderr]
    holds(done.returncode == 0, done.stdout + done.stderr)
    return [f"{last}, {once.rounds:,} throws for each law"]


def suite(name: str, promise: str, throws: int, tests: Sequence[str]) -> Check:
    """A check that `make test` makes anyway in its short form."""
    return Check(name, promise, 0, throws, lambda once: thrown(once, *tests))


SUITES = (
    suite(
        "forms",
        "Whatever a form, an address or a form's bytes hold is booked or refused in words; nothing breaks.",
        2_000,
        (
            *(
                "tests/web/test_any_form.py",
                "tests/web/test_previews.py",
                "tests/web/test_shown_is_booked.py",
            ),
            *("tests/web/test_bad_forms.py", "tests/web/test_bad_numbers.py", "tests/web/test_bad_words.py"),
            *(
                "tests/web/test_forged_forms.py",
                "tests/web/test_monkey.py",
                "tests/web/test_shown_is_booked.py",
            ),
        ),
    ),
    suite(
        "game-files-and-sheets",
        "A game file or a count sheet is taken whole or refused in a sentence, whatever is in it.",
        5_000,
        (*("tests/web/test_odd_game_files.py", "tests/codec"), "tests/test_score_command.py"),
    ),
    suite(
        "addresses",
        "Every address, for every phone that may or may not ask, judged by what is stored afterwards.",
        1_000,
        (
            *("tests/web/test_routes.py", "tests/web/test_recorded_by.py", "tests/web/test_bad_forms.py"),
            *(
                "tests/web/test_freed.py",
                "tests/web/test_phones.py",
                "tests/places",
                "tests/rules/test_rights.py",
            ),
        ),
    ),
    suite(
        "two-worlds",
        "Until the reveal, two evenings that differ in a secret give every other phone the same bytes.",
        1_000,
        (
            *("tests/long/web/test_two_worlds.py", "tests/web/test_two_worlds.py"),
            "tests/web/test_secrets.py",
        ),
    ),
    suite(
        "bodies",
        "Half a form is booked by nobody, under every server and behind every proxy.",
        100,
        ("tests/web/test_cut_bodies.py", "tests/cli/test_servers.py", "tests/long/deploy"),
    ),
    suite(
        "disks",
        "A full, read-only, locked or damaged disk is told of and loses nothing; once well, all goes on.",
        1_000,
        (
            *("tests/web/test_storage_trouble.py", "tests/journal/test_journal_faults.py"),
            *("tests/journal/test_faults_on_a_server.py", "tests/journal/test_last_entry.py"),
            *(
                "tests/service/test_chain.py",
                "tests/service/test_service_trouble.py",
                "tests/service/test_stops.py",
            ),
        ),
    ),
    suite(
        "clocks",
        "A date that jumps puts nobody out, and leaves no door and no code open.",
        1_000,
        ("tests/places", "tests/service/test_membership.py", "tests/service/test_membership_bank.py"),
    ),
    suite(
        "connections",
        "Sixty phones are served beside hundreds of connections that say nothing.",
        100,
        ("tests/cli/test_connections.py", "tests/web/test_strangers.py"),
    ),
)
