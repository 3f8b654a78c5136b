"""Ids, codes and how tokens are stored."""

import hashlib
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that reads like something else


def letters(count: int) -> str:
    """So many random letters that can be said and typed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(count))


def spoken(words: str) -> str:
    """A code as it was made, from what somebody typed: small letters, hyphens and spaces are fine."""
    return "".join(words.upper().replace("-", " ").split())


def digest(token: str) -> str:
    """How a secret is stored: SHA-256, in hexadecimal."""
    return hashlib.sha256(token.encode()).hexdigest()
