"""Refusals about cards that count at the end, and about the laws of a round."""

from dataclasses import dataclass

from companion.rules.refusals import N_, Refusal
from companion.rules.ruleset import Event


@dataclass(unsafe_hash=True)
class NotPlayedHere(Refusal):
    """The table plays without this expansion (T7)."""

    sentence = N_("This table plays without it. Switch it on among the options first.")


@dataclass(unsafe_hash=True)
class ExtraGoldOutOfRange(Refusal):
    """A card that counts at the end prints a number (E18, E23)."""

    fewest: int
    most: int
    sentence = N_("Type the number that the card prints, %(fewest)s to %(most)s.")


@dataclass(unsafe_hash=True)
class BagNotBack(Refusal):
    """A merchant goes to the market once the own bag is back (E19)."""

    player: int
    sentence = N_("%(player)s’s bag is not back yet.")


@dataclass(unsafe_hash=True)
class BagNotPassed(Refusal):
    """Only a bag that passed fills an order (E22)."""

    player: int
    sentence = N_("No bag of %(player)s’s has passed this round.")


@dataclass(unsafe_hash=True)
class MarketVisited(Refusal):
    """A merchant takes one card of the Black Market a round (E19)."""

    player: int
    sentence = N_("%(player)s has taken a card of the Black Market this round.")


@dataclass(unsafe_hash=True)
class NotOnMarket(Refusal):
    """The Black Market has no pile for it (E18)."""

    good: str
    sentence = N_("The Black Market has no cards for %(good)s.")


@dataclass(unsafe_hash=True)
class PileEmpty(Refusal):
    """A pile has two cards (E18)."""

    good: str
    sentence = N_("%(good)s: no card of the Black Market is left.")


@dataclass(unsafe_hash=True)
class TooFewForMarket(Refusal):
    """A card costs three of a kind: royal and promo cards are no such cards (E19)."""

    player: int
    good: str
    price: int
    most: int
    sentence = N_(
        "%(good)s: a card costs %(price)s, and %(player)s’s stand can have %(most)s, cards face down included."
    )


@dataclass(unsafe_hash=True)
class NothingToTrade(Refusal):
    """Every pile is empty, or too dear (E19)."""

    player: int
    sentence = N_("%(player)s has no three cards of one kind for which the Black Market has a card.")


@dataclass(unsafe_hash=True)
class GoneExceedsSupply(Refusal):
    """What left the game is in no pile (E20)."""

    good: str
    count: int
    copies: int
    gone: int
    sentence = N_(
        "%(good)s: of %(copies)s in the box, %(gone)s would be out of the game and %(count)s on stands or in the bag."
    )


@dataclass(unsafe_hash=True)
class NoSuchOrder(Refusal):
    """There are fifteen special orders, and no others (E22)."""

    good: str
    sentence = N_("There is no special order for %(good)s with that contraband.")


@dataclass(unsafe_hash=True)
class NothingOrdered(Refusal):
    """No order that is left is for what was in the bag (E22)."""

    player: int
    sentence = N_("%(player)s’s bag fills no special order that is left.")


@dataclass(unsafe_hash=True)
class OrderTaken(Refusal):
    """Every card of such an order lies before somebody (E22)."""

    good: str
    copies: int
    sentence = N_("%(good)s: special orders of this kind: %(copies)s, and all are taken.")


@dataclass(unsafe_hash=True)
class NotInBag(Refusal):
    """The legal good was in the bag, and each card of it serves one order (E22)."""

    player: int
    good: str
    sentence = N_("%(player)s’s bag had no %(good)s for this order.")


@dataclass(unsafe_hash=True)
class NoContrabandInBag(Refusal):
    """An order takes a card that passed face down with the bag (E23)."""

    player: int
    sentence = N_("%(player)s’s bag had no card face down for this order.")


@dataclass(unsafe_hash=True)
class NothingToShow(Refusal):
    """The contraband of an order is shown, and lies on the stand (E23)."""

    player: int
    good: str
    sentence = N_("%(player)s’s stand has no %(good)s to show, and no card face down.")


@dataclass(unsafe_hash=True)
class CardNameRefused(Refusal):
    """A card is called by a name that everybody can read (E24)."""

    longest: int
    sentence = N_("What is the card called? 1 to %(longest)s characters.")


@dataclass(unsafe_hash=True)
class ExtraLiesThere(Refusal):
    """Nothing is switched off while its cards lie before somebody."""

    player: int
    sentence = N_("%(player)s has a card of it: this stays in the game.")


@dataclass(unsafe_hash=True)
class CorrectionBreaksCard(Refusal):
    """A correction may not make impossible what somebody took a card for later."""

    entry: Event
    sentence = N_("This could not have been later: “%(entry)s” Put that right first.")


@dataclass(unsafe_hash=True)
class TooManyLaws(Refusal):
    """A round has up to three laws (E26)."""

    most: int
    sentence = N_("A round has at most %(most)s laws.")


@dataclass(unsafe_hash=True)
class LawTooLong(Refusal):
    """A law is a line, not a letter (E26)."""

    longest: int
    sentence = N_("A law has at most %(longest)s characters.")


@dataclass(unsafe_hash=True)
class NoLawStands(Refusal):
    """Only a law changes what the cards cost (E27)."""

    sentence = N_("No law stands this round: the fine is what the cards cost.")


@dataclass(unsafe_hash=True)
class FineOutOfRange(Refusal):
    """A fine under a law (E27)."""

    most: int
    sentence = N_("A fine is a whole number from 0 to %(most)s.")
