"""Every way the rules say no: a small class each, with its sentence and its values."""

from dataclasses import dataclass, fields
from typing import ClassVar


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for a marker
    """Mark a sentence for the catalogues; it is translated where it is shown."""
    return sentence


class Refusal(Exception):  # noqa: N818 - a player is told no; the program has no error
    """The rules say no. `sentence` is the catalogue's message id, `field` the field it stands beside."""

    sentence: ClassVar[str]
    field: ClassVar[str] = ""

    @property
    def values(self) -> dict[str, object]:
        """What the places of the sentence hold: seats as numbers, goods as their words."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def __str__(self) -> str:
        """The English sentence with its plain values."""
        return self.sentence % self.values


@dataclass(unsafe_hash=True)
class NotInRounds(Refusal):
    """Only while rounds are played."""

    sentence = N_("The rounds are over; this can no longer be recorded.")


@dataclass(unsafe_hash=True)
class NotInCount(Refusal):
    """Only while the count is made."""

    sentence = N_("This belongs to the count at the end.")


@dataclass(unsafe_hash=True)
class CountIsClosed(Refusal):
    """Nothing changes under a result; it can be taken back."""

    sentence = N_("The result stands. Take the closing back first to change something.")


@dataclass(unsafe_hash=True)
class NoSuchSeat(Refusal):
    """A seat number that the table does not have."""

    seat: int
    sentence = N_("Nobody sits there.")


@dataclass(unsafe_hash=True)
class PlayerHasLeft(Refusal):
    """Somebody who went home acts no more."""

    player: int
    sentence = N_("%(player)s has left the game.")


@dataclass(unsafe_hash=True)
class SheriffBringsNoBag(Refusal):
    """The Sheriff takes no part in market and declaration (T4)."""

    player: int
    sentence = N_("%(player)s is the Sheriff and brings no bag this round.")


@dataclass(unsafe_hash=True)
class BagAlreadyDone(Refusal):
    """One bag for each merchant and round."""

    player: int
    sentence = N_("%(player)s’s bag is already recorded this round. Take it back or correct it.")


@dataclass(unsafe_hash=True)
class BagsLeft(Refusal):
    """The badge goes on when every bag was dealt with (I2)."""

    players: tuple[int, ...]
    sentence = N_("Still to do before the badge goes on: %(players)s.")


@dataclass(unsafe_hash=True)
class NotDeclarable(Refusal):
    """Only a legal good in play can be declared (I1)."""

    sentence = N_("Choose the good that is declared: one of the legal goods.")
    field = "good"


@dataclass(unsafe_hash=True)
class NumberOutOfBag(Refusal):
    """A bag holds 1 to 5 cards (T5)."""

    fewest: int
    most: int
    sentence = N_("A bag holds %(fewest)s to %(most)s cards.")
    field = "number"


@dataclass(unsafe_hash=True)
class ContentsMismatch(Refusal):
    """The declared number is exact (I1)."""

    declared: int
    found: int
    sentence = N_("Declared: %(declared)s. In the bag: %(found)s. One of the two must change.")
    field = "contents"


@dataclass(unsafe_hash=True)
class GoodNotInPlay(Refusal):
    """A card that is not in this table's box."""

    good: str
    sentence = N_("%(good)s is not in this game.")
    field = "contents"


@dataclass(unsafe_hash=True)
class KindUntold(Refusal):
    """An opened bag shows every card."""

    sentence = N_("An opened bag lies open: say what each card is.")
    field = "contents"


@dataclass(unsafe_hash=True)
class KindTold(Refusal):
    """Contraband that passes stays face down (I2)."""

    good: str
    sentence = N_("Contraband that passes stays face down: record it as a card face down, not as %(good)s.")
    field = "contents"


@dataclass(unsafe_hash=True)
class SupplyExceeded(Refusal):
    """The box holds only so many."""

    good: str
    count: int
    copies: int
    sentence = N_("%(good)s: the box has %(copies)s, this would make %(count)s on the stands and in the bag.")
    field = "contents"


@dataclass(unsafe_hash=True)
class ContrabandExceeded(Refusal):
    """The box holds only so much contraband in all."""

    count: int
    copies: int
    sentence = N_("Contraband: the box has %(copies)s cards, this would make %(count)s.")
    field = "contents"


@dataclass(unsafe_hash=True)
class PurseTooSmall(Refusal):
    """Nobody gives gold that is not there (D5)."""

    player: int
    has: int
    asked: int
    sentence = N_("%(player)s has %(has)s gold and cannot give %(asked)s.")
    field = "gold"


@dataclass(unsafe_hash=True)
class StandTooSmall(Refusal):
    """Nobody gives goods that are not there (I6)."""

    player: int
    good: str
    has: int
    asked: int
    sentence = N_("%(good)s: %(player)s has %(has)s on the stand and cannot give %(asked)s.")
    field = "goods"


@dataclass(unsafe_hash=True)
class DealWithOneself(Refusal):
    """A deal has two sides."""

    sentence = N_("Giver and receiver are the same. Choose two.")
    field = "receiver"


@dataclass(unsafe_hash=True)
class EmptyDeal(Refusal):
    """A deal moves gold or goods, or holds a promise."""

    sentence = N_("Nothing is given yet: gold, goods or a promise.")
    field = "gold"


@dataclass(unsafe_hash=True)
class PromiseTooLong(Refusal):
    """A promise is a line, not a letter."""

    longest: int
    sentence = N_("At most %(longest)s characters.")
    field = "promise"


@dataclass(unsafe_hash=True)
class BagGoodsFromOthers(Refusal):
    """Only the bag's merchant can give from the bag (I6)."""

    player: int
    sentence = N_("Only %(player)s can promise cards from this bag.")
    field = "bag"


@dataclass(unsafe_hash=True)
class BribeMeansPass(Refusal):
    """An accepted bribe of the bag's merchant means that the bag passes (I7)."""

    player: int
    sentence = N_("%(player)s’s bribe was accepted, so the bag passes. A refused bribe is not paid: leave it out.")
    field = "deals"


@dataclass(unsafe_hash=True)
class RaidNotPossible(Refusal):
    """Brimstone Oil takes up to two of one legal good of an opponent."""

    player: int
    good: str
    most: int
    sentence = N_("Brimstone Oil takes 1 to %(most)s of one legal good on another stand: %(good)s of %(player)s is not that.")
    field = "raid"


@dataclass(unsafe_hash=True)
class NoRaider(Refusal):
    """There is one card of Brimstone Oil to show for each time it is used."""

    sentence = N_("No Brimstone Oil can be in this bag.")
    field = "raid"


@dataclass(unsafe_hash=True)
class DebtOpen(Refusal):
    """Somebody is short of coins and has not chosen goods yet (D1)."""

    player: int
    owed: int
    coins: int
    sentence = N_("%(player)s owes %(owed)s and has %(coins)s gold. Goods pay the rest.")
    field = "payment"


@dataclass(unsafe_hash=True)
class NoDebt(Refusal):
    """Goods pay only what coins cannot (D1)."""

    player: int
    sentence = N_("%(player)s’s coins cover it: no goods are handed over.")
    field = "payment"


@dataclass(unsafe_hash=True)
class PaymentTooSmall(Refusal):
    """The goods must be worth the rest as far as there are any (D1)."""

    player: int
    worth: int
    rest: int
    sentence = N_("These goods are worth %(worth)s, %(rest)s is owed. %(player)s has more to give.")
    field = "payment"


@dataclass(unsafe_hash=True)
class LegalGoodsFirst(Refusal):
    """Contraband pays only when all legal goods do not suffice (D1)."""

    player: int
    sentence = N_("Legal goods first: contraband pays only what %(player)s’s legal goods cannot.")
    field = "payment"


@dataclass(unsafe_hash=True)
class KindsNeeded(Refusal):
    """Cards face down that must pay are told first (D1)."""

    player: int
    count: int
    sentence = N_("%(player)s still owes and has cards face down (%(count)s): say what they are.")
    field = "told"


@dataclass(unsafe_hash=True)
class ReceiverMustKeep(Refusal):
    """In the second edition the receiver takes the goods (D3)."""

    sentence = N_("In this edition the receiver keeps the goods.")
    field = "discarded"


@dataclass(unsafe_hash=True)
class NotFaceDown(Refusal):
    """No more cards can be told than lie face down."""

    player: int
    count: int
    sentence = N_("Face down on %(player)s’s stand: %(count)s. No more can be told.")
    field = "told"


@dataclass(unsafe_hash=True)
class OnlyContraband(Refusal):
    """What lies face down is contraband."""

    good: str
    sentence = N_("%(good)s is no contraband; only contraband lies face down.")
    field = "told"


@dataclass(unsafe_hash=True)
class NothingTold(Refusal):
    """At least one card is told."""

    sentence = N_("Say what at least one card is.")
    field = "told"


@dataclass(unsafe_hash=True)
class RoundsOutOfRange(Refusal):
    """The rounds to play lie between this one and the rule book's number (T3)."""

    fewest: int
    most: int
    sentence = N_("Choose %(fewest)s to %(most)s rounds.")
    field = "rounds"


@dataclass(unsafe_hash=True)
class TooFewLeft(Refusal):
    """Three are needed to play on (T1)."""

    sentence = N_("With fewer than three players the game cannot go on. End it now instead.")
    field = "seat"


@dataclass(unsafe_hash=True)
class PlayersOutOfRange(Refusal):
    """Three to five play (T1)."""

    fewest: int
    most: int
    sentence = N_("%(fewest)s to %(most)s players.")
    field = "players"


@dataclass(unsafe_hash=True)
class UnknownEdition(Refusal):
    """An edition that no file describes."""

    sentence = N_("Choose an edition.")
    field = "edition"


@dataclass(unsafe_hash=True)
class UnknownShield(Refusal):
    """Every player has a shield of the list, no two the same."""

    sentence = N_("Every player needs a shield of their own.")
    field = "shields"


@dataclass(unsafe_hash=True)
class NoSheriff(Refusal):
    """One of the players is the first Sheriff (T2)."""

    sentence = N_("Choose who is Sheriff first, or draw.")
    field = "sheriff"


@dataclass(unsafe_hash=True)
class GoldOutOfRange(Refusal):
    """A purse that no evening can hold."""

    most: int
    sentence = N_("Gold is a whole number from 0 to %(most)s.")
    field = "gold"


@dataclass(unsafe_hash=True)
class PromoOutOfRange(Refusal):
    """A promo card is in play 1 to 9 times."""

    good: str
    most: int
    sentence = N_("%(good)s: 1 to %(most)s copies.")
    field = "promo"


@dataclass(unsafe_hash=True)
class PurseSplit(Refusal):
    """Purses and stands are typed for every player, or for none."""

    sentence = N_("Type every player’s gold and goods.")
    field = "purses"


@dataclass(unsafe_hash=True)
class NoCoinsHere(Refusal):
    """A table that keeps its coins has no purses here."""

    sentence = N_("This table keeps its coins: gold is typed at the end.")
    field = "gold"


@dataclass(unsafe_hash=True)
class CardsUnknown(Refusal):
    """The count waits until every card face down is told (S1)."""

    player: int
    count: int
    sentence = N_("%(player)s still has cards face down: %(count)s.")
    field = "told"


@dataclass(unsafe_hash=True)
class GoldUnknown(Refusal):
    """The count waits for everybody's coins."""

    player: int
    sentence = N_("How much gold does %(player)s have?")
    field = "gold"


@dataclass(unsafe_hash=True)
class PlatesUnknown(Refusal):
    """The count waits for every Feast Plate (S6)."""

    player: int
    sentence = N_("%(player)s has Feast Plates to choose for.")
    field = "plates"


@dataclass(unsafe_hash=True)
class PlatesOutOfTurn(Refusal):
    """Feast Plates are chosen first Sheriff first, then clockwise (S6)."""

    player: int
    sentence = N_("%(player)s chooses first.")
    field = "plates"


@dataclass(unsafe_hash=True)
class PlatesMismatch(Refusal):
    """One legal good in play for each Feast Plate (S6)."""

    count: int
    sentence = N_("Choose a legal good for each Feast Plate: %(count)s.")
    field = "plates"


@dataclass(unsafe_hash=True)
class NothingMoved(Refusal):
    """An entry that changes nothing is none."""

    sentence = N_("Nothing would change.")
    field = "gold"


@dataclass(unsafe_hash=True)
class NotTheLatest(Refusal):
    """Only the latest standing entry can be taken back."""

    sentence = N_("Something was recorded since. Only the latest entry can be taken back.")


@dataclass(unsafe_hash=True)
class NotCorrectable(Refusal):
    """Bags and payments are corrected; everything else is taken back."""

    sentence = N_("Only bags and payments can be corrected.")


@dataclass(unsafe_hash=True)
class CorrectionBreaksPurse(Refusal):
    """A correction may not take gold that was spent since."""

    player: int
    short: int
    sentence = N_("%(player)s has spent that gold since: %(short)s is missing. Move gold by hand first, or correct less.")


@dataclass(unsafe_hash=True)
class CorrectionBreaksStand(Refusal):
    """A correction may not take goods that moved on since."""

    player: int
    good: str
    sentence = N_("%(good)s of %(player)s went elsewhere since. Check the stand first, or correct less.")


@dataclass(unsafe_hash=True)
class ReasonTooLong(Refusal):
    """A reason is a line."""

    longest: int
    sentence = N_("At most %(longest)s characters.")
    field = "reason"


@dataclass(unsafe_hash=True)
class NameEmpty(Refusal):
    """Everybody has a name."""

    place: int
    sentence = N_("Everybody needs a name.")
    field = "name"


@dataclass(unsafe_hash=True)
class NameTooLong(Refusal):
    """A name fits on a row of the board."""

    place: int
    longest: int
    sentence = N_("A name has at most %(longest)s characters.")
    field = "name"


@dataclass(unsafe_hash=True)
class NameInvisible(Refusal):
    """A name can be read by everybody."""

    place: int
    sentence = N_("This name has characters that nobody can see.")
    field = "name"


@dataclass(unsafe_hash=True)
class NameRepeated(Refusal):
    """Two players with one name cannot be told apart."""

    place: int
    name: str
    sentence = N_("There are two of “%(name)s”. Give one of them another name.")
    field = "name"
