"""What a refusal is: a small class for each way the rules say no. These are shared by every game."""

from dataclasses import dataclass, fields
from typing import ClassVar, dataclass_transform


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for a marker
    """Mark a sentence for the catalogues; it is translated where it is shown."""
    return sentence


@dataclass_transform()
class Refusal(Exception):  # noqa: N818 - a player is told no; nothing is wrong with the program
    """The rules say no. `sentence` is the catalogue's message id, `own` the one for the player whom it is
    about, if that is another. A form shows it `beside` the first of these fields that it has, or above
    everything if it has none of them.
    """

    sentence: ClassVar[str]
    own: ClassVar[str] = ""
    beside: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        """Make every refusal a dataclass, so that two of a kind with the same values are equal."""
        dataclass(unsafe_hash=True)(cls)

    @property
    def values(self) -> dict[str, object]:
        """What fills the sentence's placeholders: seats as numbers, goods as their words."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def __str__(self) -> str:
        """The English sentence with its plain values."""
        return self.sentence % self.values


def allow(refusal: Refusal | None) -> None:
    """Raise the refusal if there is one."""
    if refusal is not None:
        raise refusal


class NoSuchSeat(Refusal):
    """A seat number that the table does not have."""

    seat: int
    sentence = N_("Nobody sits there.")


class PlayerHasLeft(Refusal):
    player: int
    sentence = N_("%(player)s has left the game.")


class NameEmpty(Refusal):
    place: int
    sentence = N_("Everybody needs a name.")
    beside = ("name-0", "newcomer")


class TableStopped(Refusal):
    """A law did not hold at this table: it is kept as it is, and takes no more entries."""

    sentence = N_(
        "The sums of this table do not add up, so it takes no more entries. What was recorded is kept. "
        "Whoever runs this finds out more with “counting-house check”."
    )


class LogFull(Refusal):
    """A log ends after as much as dozens of evenings, so that no single table fills the disk."""

    sentence = N_("This table is full: no evening is that long. Open a new one to play on.")


class TablesTooMany(Refusal):
    """One address has opened too many tables and counts in a short time; so no stranger fills the disk."""

    sentence = N_("Too many tables were opened from here within an hour. Try again a little later.")


class GroupFull(Refusal):
    """A group keeps as many evenings, and is known to as many phones, as a page can tell of."""

    sentence = N_("This group is full.")


class GroupsTooMany(Refusal):
    """A phone knows only so many groups; so no stranger fills the disk."""

    sentence = N_("This phone knows too many groups already.")


class PlayedTogether(Refusal):
    one: str
    other: str
    sentence = N_("%(one)s and %(other)s were at one table, so they are two people.")


class NameOfAnother(Refusal):
    name: str
    sentence = N_("Somebody else is called “%(name)s” already.")


class NameTooLong(Refusal):
    """A name fits on a row of the board."""

    place: int
    longest: int
    sentence = N_("A name has at most %(longest)s characters.")
    beside = ("name-0", "newcomer")


class NameInvisible(Refusal):
    place: int
    sentence = N_("This name has characters that nobody can see.")
    beside = ("name-0", "newcomer")


class NameRepeated(Refusal):
    """Two players with one name cannot be told apart."""

    place: int
    name: str
    sentence = N_("There are two of “%(name)s”. Give one of them another name.")
    beside = ("name-0", "newcomer")


class OnlyWatching(Refusal):
    """A phone with neither a seat nor the bank only watches."""

    sentence = N_("This phone is only watching. Take a seat first.")


class BankRecords(Refusal):
    sentence = N_("At this table the bank records everything.")


class OnlyTheBank(Refusal):
    """Only the bank records what concerns the whole game, or its gold."""

    sentence = N_("Only the bank can do this.")


class NotYours(Refusal):
    """Somebody else's purse, stand, bag or word."""

    players: tuple[int, ...]
    sentence = N_("This is up to %(players)s or the bank.")


class NotTheLatest(Refusal):
    """Only the latest standing entry can be taken back."""

    sentence = N_("Something else has been recorded since. Only the latest entry can be taken back.")


class RecordedSince(Refusal):
    """Only what was taken back last is put back, and only before anything else happened."""

    sentence = N_("Something was recorded since. It can no longer be put back.")


class EntryChanged(Refusal):
    sentence = N_("This entry was corrected in the meantime. See what it says now, then record yours again.")


class CountIsClosed(Refusal):
    sentence = N_("The result is final. To change anything, take it back first.")


class NotInCount(Refusal):
    """Recorded only while the count is made."""

    sentence = N_("This belongs to the count at the end.")


class NotInRounds(Refusal):
    """Recorded only while rounds are played."""

    sentence = N_("The rounds are over; this can no longer be recorded.")


class PlayersOutOfRange(Refusal):
    """A game has limits for the number of players."""

    fewest: int
    most: int
    sentence = N_("%(fewest)s to %(most)s players.")
    beside = ("name-0",)


class UnknownShield(Refusal):
    sentence = N_("Every player needs a shield of their own.")
    beside = ("charge-0",)


class TooFewLeft(Refusal):
    sentence = N_("With fewer than three players the game cannot go on. End it now instead.")


class LastOneHere(Refusal):
    sentence = N_("The last one here stays until the result.")


class IsHere(Refusal):
    """Only a player who has left can come back."""

    player: int
    sentence = N_("%(player)s is here.")


class NothingMoved(Refusal):
    sentence = N_("Nothing would change.")
    beside = ("gold", "laws", "what", "open_sums")


class ReasonTooLong(Refusal):
    """A reason fits on one line."""

    longest: int
    sentence = N_("At most %(longest)s characters.")
    beside = ("reason",)
