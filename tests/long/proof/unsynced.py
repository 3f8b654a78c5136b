"""The program without FULL: what is confirmed is not yet on the disk. Loaded by a server as its app."""

from companion.journal import sqlite

sqlite.SETTINGS["synchronous"] = 1

from companion.wsgi import app  # noqa: E402 - with the fault in place

__all__ = ["app"]
