"""What all tests share: fresh catalogues, so that a checkout speaks French without being built first."""

import gc

from hypothesis import settings

from hatch_build import compile_catalogues

# Nothing is timed in a test: a machine that is slow for a moment has no fault.
settings.register_profile("untimed", deadline=None, print_blob=True)
settings.load_profile("untimed")
# `make check` looks at few random evenings, `make test` at more, and whoever doubts a law at thousands.
settings.register_profile("quick", max_examples=10, deadline=None, print_blob=True)

# At once and in no hook: the conftest of a folder may read a catalogue as it loads.
compile_catalogues()

# Thousands of small tests make much that dies young: the collector need not look at all of it so often.
gc.set_threshold(50_000, 20, 50)


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: no collection, nor the very last, looks at it again."""
    gc.freeze()
