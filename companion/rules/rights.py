"""Who may record at a table where everybody has a phone."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from companion.rules.refusals import BankRecords, NotYours, OnlyTheBank, OnlyWatching, Refusal


class Recording(StrEnum):
    """Who records at a table: every seat everything, each seat its own, or the bank alone."""

    EVERYBODY = "everybody"
    OWN = "own"
    BANK = "bank"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who is asking: a phone with the bank, with seats, with both, or with neither (it watches). It may hold
    seats of players who are `away`, who can do nothing but come back.
    """

    bank: bool
    seats: frozenset[int]
    away: frozenset[int] = frozenset()


def may_record_here(recording: Recording, actor: Actor) -> Refusal | None:
    """What holds for every entry: who watches records nothing, and the bank may be the only one to record."""
    if actor.bank:
        return None
    if not actor.seats:
        return OnlyWatching()
    return BankRecords() if recording is Recording.BANK else None


def records_everything(recording: Recording, actor: Actor) -> bool:
    """Whether this phone records for every seat."""
    return actor.bank or recording is Recording.EVERYBODY


def must_be_one_of(actor: Actor, seats: Iterable[int]) -> Refusal | None:
    """Refuse unless one of these seats is the actor's; if there are none, it is up to the bank."""
    owners = tuple(dict.fromkeys(seats))
    if actor.seats.intersection(owners):
        return None
    return NotYours(owners) if owners else OnlyTheBank()


def may_record_for(recording: Recording, actor: Actor, seats: Iterable[int]) -> Refusal | None:
    """Why this phone may not record what is up to these seats, nor take it back; None if it may."""
    if (refusal := may_record_here(recording, actor)) or records_everything(recording, actor):
        return refusal
    return must_be_one_of(actor, seats)
