"""Refusals about who may do what at a table where everybody has a phone."""

from dataclasses import dataclass

from companion.rules.refusals.base import N_, Refusal


@dataclass(unsafe_hash=True)
class OnlyWatching(Refusal):
    """Whoever has no seat and no bank looks on."""

    sentence = N_("This phone is only watching. Take a seat first.")


@dataclass(unsafe_hash=True)
class BankRecords(Refusal):
    """The table chose that the bank alone records."""

    sentence = N_("At this table the bank records everything.")


@dataclass(unsafe_hash=True)
class OnlyTheBank(Refusal):
    """What concerns the whole evening, and money of the bank."""

    sentence = N_("Only the bank can do this.")


@dataclass(unsafe_hash=True)
class NotYours(Refusal):
    """Somebody else's purse, stand, bag or word."""

    players: tuple[int, ...]
    sentence = N_("This is up to %(players)s or the bank.")


@dataclass(unsafe_hash=True)
class GivesAlone(Refusal):
    """Where each records the own, nobody gives away what is somebody else's."""

    player: int
    sentence = N_("Only %(player)s or the bank gives that away: as an offer that is accepted.")
