"""Quotes a value that was read from JSON, for a refusal's sentence."""

import json

LONGEST_ECHO = 40
LARGEST_ECHO = 10**15
"""Far above any real value; a larger number is not quoted, since it could be too long to write."""


def told(value: object) -> str:
    """The value as a refusal quotes it: short, on one line, with nothing unprintable."""
    if isinstance(value, str):
        return repr(_spaced(value[:LONGEST_ECHO])) + "…" * (len(value) > LONGEST_ECHO)
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and abs(value) > LARGEST_ECHO:
        return "such a number"
    return json.dumps(value)


def quoted(text: str) -> str:
    """The text as quoted by a sentence that has its own quotation marks."""
    spaced = _spaced(text[:LONGEST_ECHO])
    short = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in spaced)
    return short + "…" * (len(text) > LONGEST_ECHO)


def _spaced(text: str) -> str:
    """The text with every non-ASCII space as a plain one; ASCII line breaks and tabs stay."""
    return "".join(" " if letter > " " and letter.isspace() else letter for letter in text)
