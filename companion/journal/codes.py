"""Ids, codes and how tokens are stored."""

import hashlib
import secrets
import unicodedata

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # no letter or digit that can be mistaken for another


def letters(count: int) -> str:
    """A random code of this length, easy to say and to type."""
    return "".join(secrets.choice(ALPHABET) for _ in range(count))


def spoken(words: str) -> str:
    """Clean a code that somebody typed or pasted: upper case, half width, and without dashes, blanks or
    invisible characters.
    """
    plain = unicodedata.normalize("NFKC", words).upper()
    return "".join(letter for letter in plain if letter.isalnum())


def digest(token: str) -> str:
    """How a secret is stored: SHA-256, in hexadecimal."""
    return hashlib.sha256(token.encode()).hexdigest()
