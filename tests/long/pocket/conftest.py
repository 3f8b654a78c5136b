"""As tests/pocket/conftest.py."""

from tests.pocket.conftest import host, online, playwright, profile

__all__ = ["host", "online", "playwright", "profile"]
