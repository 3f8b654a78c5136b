"""A decoded value as a refusal repeats it."""

import json

LONGEST_ECHO = 40
LARGEST_ECHO = 10**15
"""No number of an evening is near; one beyond it is not repeated, so that none is too long to be written."""


def told(value: object) -> str:
    """A decoded value as a refusal repeats it: short, on one line, with nothing unprintable."""
    if isinstance(value, str):
        return repr(value[:LONGEST_ECHO]) + "…" * (len(value) > LONGEST_ECHO)
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and abs(value) > LARGEST_ECHO:
        return "such a number"
    return json.dumps(value)
