"""The program without a limit of wrong codes. Loaded by a server as its app."""

from companion.web.http import limits

limits.CODES = 1_000_000_000

from companion.wsgi import app  # noqa: E402 - with the fault in place

__all__ = ["app"]
