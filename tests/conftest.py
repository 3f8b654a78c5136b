"""What all tests share: fresh catalogues, so that a checkout speaks French without a build."""

import gc

from hypothesis import settings

from hatch_build import compile_catalogues

# No test is timed: a machine that is slow for a moment is not a fault.
settings.register_profile("untimed", deadline=None, print_blob=True)
settings.load_profile("untimed")
# `make check` tries few random evenings, `make test` more; who doubts a law can try thousands.
settings.register_profile("quick", max_examples=6, deadline=None, print_blob=True)

# Now, not in a hook: a folder's conftest may read a catalogue as it loads.
compile_catalogues()

# Thousands of small tests create much short-lived garbage: the collector need not run so often.
gc.set_threshold(50_000, 20, 50)


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: no collection, nor the very last, looks at it again."""
    gc.freeze()
