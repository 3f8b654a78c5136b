"""What pages have of each kind of command or event, in any game: a class in the module of its subject."""

from abc import ABC
from typing import Any, ClassVar, Generic, TypeVar, get_args

Happened = TypeVar("Happened")


class PerKind(ABC, Generic[Happened]):
    """What each kind of entry has of its own: a class `<of what>[<kind>]` in the module of its subject."""

    by_kind: ClassVar[dict[type, type[Any]]]

    def __init_subclass__(cls) -> None:
        [kind] = get_args(vars(cls)["__orig_bases__"][0])
        if isinstance(kind, type):
            cls.by_kind[kind] = cls

    @classmethod
    def of(cls, event: object) -> type[Any]:
        """The class for this entry's kind."""
        return next(cls.by_kind[kind] for kind in type(event).__mro__ if kind in cls.by_kind)
