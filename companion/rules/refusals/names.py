"""Refusals of names."""

from dataclasses import dataclass

from companion.rules.refusals.base import N_, Refusal


@dataclass(unsafe_hash=True)
class NameEmpty(Refusal):
    """Everybody has a name."""

    place: int
    sentence = N_("Everybody needs a name.")


@dataclass(unsafe_hash=True)
class NameTooLong(Refusal):
    """A name fits on a row of the board."""

    place: int
    longest: int
    sentence = N_("A name has at most %(longest)s characters.")


@dataclass(unsafe_hash=True)
class NameInvisible(Refusal):
    """A name can be read by everybody."""

    place: int
    sentence = N_("This name has characters that nobody can see.")


@dataclass(unsafe_hash=True)
class NameRepeated(Refusal):
    """Two players with one name cannot be told apart."""

    place: int
    name: str
    sentence = N_("There are two of “%(name)s”. Give one of them another name.")
