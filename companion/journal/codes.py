"""Ids, codes and how tokens are stored."""

import hashlib
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # no letter or digit that can be mistaken for another


def letters(count: int) -> str:
    """A random code of this length, easy to say and to type."""
    return "".join(secrets.choice(ALPHABET) for _ in range(count))


def spoken(words: str) -> str:
    """A code as it was made, from what somebody typed: lower case, hyphens and spaces are fine."""
    return "".join(words.upper().replace("-", " ").split())


def digest(token: str) -> str:
    """How a secret is stored: SHA-256, in hexadecimal."""
    return hashlib.sha256(token.encode()).hexdigest()
