"""The program that shuts doors once their time has come, however far that is, where the date leaps. Loaded by
a server as its app.
"""

from companion import places

setattr(places, "LONGEST_OPEN", 1 << 40)  # noqa: B010 - in place

from tests.long.proof.leaping import app  # noqa: E402 - with the fault in place

__all__ = ["app"]
