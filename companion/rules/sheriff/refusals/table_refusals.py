"""Refusals about the table: who sits there, with what, and how far the evening has come."""

from dataclasses import dataclass

from companion.rules.refusals import N_, Refusal


@dataclass(unsafe_hash=True)
class BadgeMovedOn(Refusal):
    """A round ends once."""

    sentence = N_("The badge has already moved on.")


@dataclass(unsafe_hash=True)
class BagsBooked(Refusal):
    """Who is Sheriff decided over that bag already."""

    sentence = N_("A bag is recorded already. Take it back first.")


@dataclass(unsafe_hash=True)
class IsSheriff(Refusal):
    """Somebody else was meant."""

    player: int
    sentence = N_("%(player)s is the Sheriff already.")


@dataclass(unsafe_hash=True)
class TurnsOutOfRange(Refusal):
    """Nobody comes back for more turns than a whole game has (T3)."""

    most: int
    sentence = N_("Sheriff 0 to %(most)s times.")


@dataclass(unsafe_hash=True)
class LastTurn(Refusal):
    """Nobody is Sheriff after this one."""

    sentence = N_("This is the last round. End the game instead.")


@dataclass(unsafe_hash=True)
class CardsLieThere(Refusal):
    """Nothing is switched off while its cards lie on a stand (T7)."""

    player: int
    good: str
    sentence = N_("%(good)s on %(player)s’s stand: this stays in the deck.")


@dataclass(unsafe_hash=True)
class SwitchedMeanwhile(Refusal):
    """Two phones switch options at once."""

    sentence = N_("The options changed in the meantime. See what they are now, then change them.")


@dataclass(unsafe_hash=True)
class MayLieFaceDown(Refusal):
    """Nobody is to learn from a switch what lies face down (T7, T8)."""

    player: int
    good: str
    sentence = N_("%(player)s has cards face down. %(good)s may be among them and stays in the deck.")


@dataclass(unsafe_hash=True)
class TableFull(Refusal):
    """Nobody sits down at a table that has all its seats, even if somebody went home: five, or six where six
    opened it (T1, E6).
    """

    most: int
    sentence = N_(
        "All %(most)s seats of this table are taken. Whoever went home can come back; anybody else can watch, or share a player’s seat."
    )


@dataclass(unsafe_hash=True)
class UnknownEdition(Refusal):
    """No file describes this edition."""

    sentence = N_("Choose an edition.")


@dataclass(unsafe_hash=True)
class NoSheriff(Refusal):
    """One of the players is the first Sheriff (T2)."""

    sentence = N_("Choose who is Sheriff first, or draw.")


@dataclass(unsafe_hash=True)
class SheriffIsKnown(Refusal):
    """Lots are drawn only for the first Sheriff of an evening (T2)."""

    sentence = N_("Who is Sheriff now? Lots are only drawn for a new game.")


@dataclass(unsafe_hash=True)
class RoundsOutOfRange(Refusal):
    """The rounds to play lie between this one and the rule book's number (T3)."""

    fewest: int
    most: int
    sentence = N_("Choose %(fewest)s to %(most)s rounds.")


@dataclass(unsafe_hash=True)
class RoundOutOfRange(Refusal):
    """A game under way is in one of its rounds (T3)."""

    rounds: int
    sentence = N_("Choose the round the game is in, from 1 to %(rounds)s.")


@dataclass(unsafe_hash=True)
class PromoOutOfRange(Refusal):
    """A promo card is in play 1 to 9 times."""

    good: str
    most: int
    sentence = N_("%(good)s: 1 to %(most)s copies.")


@dataclass(unsafe_hash=True)
class GoldOutOfRange(Refusal):
    """More gold than any evening sees."""

    most: int
    sentence = N_("Gold is a whole number from 0 to %(most)s.")


@dataclass(unsafe_hash=True)
class PurseTooLarge(Refusal):
    """A purse holds no more than a count takes."""

    player: int
    most: int
    sentence = N_("%(player)s would have more than %(most)s gold, which no purse holds.")


@dataclass(unsafe_hash=True)
class PurseSplit(Refusal):
    """Purses and stands are typed for every player, or for none."""

    sentence = N_("Type every player’s gold and goods.")


@dataclass(unsafe_hash=True)
class NoCoinsHere(Refusal):
    """A table that keeps its coins has no purses here."""

    sentence = N_("This table uses real coins: gold is typed in at the end.")
