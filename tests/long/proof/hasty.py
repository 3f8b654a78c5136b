"""The program that ends seats by the date alone, where that leaps. Loaded by a server as its app."""

from companion.places import Moment

setattr(Moment, "earliest", property(lambda self: self.date))  # noqa: B010 - in place of the property

from tests.long.proof.leaping import app  # noqa: E402 - with the fault in place

__all__ = ["app"]
