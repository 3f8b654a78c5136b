"""The program that shuts doors once their time has come, however far that is, where the date leaps. Loaded by
a server as its app.
"""

from companion.journal import Journal

behind, for_ever = Journal.behind, 1 << 40
setattr(Journal, "behind", lambda self, words, now, _: behind(self, words, now, for_ever))  # noqa: B010 - in place

from tests.long.proof.leaping import app  # noqa: E402 - with the fault in place

__all__ = ["app"]
