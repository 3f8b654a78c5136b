"""The program whose processes tell each other nothing: every ring is lost. Loaded by a server as its app."""

from companion.journal.neighbours import Neighbours

setattr(Neighbours, "ring", lambda _self, _game: None)  # noqa: B010 - in place of the method

from companion.wsgi import app  # noqa: E402 - with the fault in place

__all__ = ["app"]
