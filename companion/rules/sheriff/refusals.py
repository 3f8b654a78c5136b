"""Why the rules of Sheriff of Nottingham say no: a small class for each way, by subject."""

from companion.rules.refusals import N_, NothingMoved, Refusal
from companion.rules.ruleset import Event

# Refusals about the table: who sits there, with what, and how far the evening has come


class BadgeMovedOn(Refusal):
    """A round ends only once."""

    sentence = N_("The badge has already moved on.")


class BagsBooked(Refusal):
    sentence = N_("A bag is recorded already. Take it back first.")


class IsSheriff(Refusal):
    player: int
    sentence = N_("%(player)s is the Sheriff already.")


class TurnsOutOfRange(Refusal):
    """Nobody comes back for more turns than a whole game has (T3)."""

    most: int
    sentence = N_("Sheriff 0 to %(most)s times.")
    beside = ("turns",)


class LastTurn(Refusal):
    """Nobody is Sheriff after this one."""

    sentence = N_("This is the last round. End the game instead.")


class CardsLieThere(Refusal):
    """Nothing is switched off while its cards lie on a stand (T7)."""

    player: int
    good: str
    sentence = N_("%(good)s on %(player)s’s stand: this stays in the deck.")


class OptionsChanged(Refusal):
    sentence = N_("The options changed in the meantime. See what they are now, then change them.")


class MayLieFaceDown(Refusal):
    """Nobody is to learn from a switch what lies face down (T7, T8)."""

    player: int
    good: str
    sentence = N_("%(player)s has cards face down. %(good)s may be among them and stays in the deck.")


class TableFull(Refusal):
    """Nobody sits down at a table that has all its seats, even if somebody went home: five, or six where six
    opened it (T1, E6).
    """

    most: int
    sentence = N_(
        "All %(most)s seats of this table are taken. Whoever went home can come back; anybody else can watch, or share a player’s seat."
    )
    beside = ("newcomer",)


class UnknownEdition(Refusal):
    """No file describes this edition."""

    sentence = N_("Choose an edition.")
    beside = ("edition",)


class NoSheriff(Refusal):
    """One of the players is the first Sheriff (T2)."""

    sentence = N_("Choose who is Sheriff first, or draw.")
    beside = ("first_sheriff",)


class SheriffIsKnown(Refusal):
    """Lots are drawn only for the first Sheriff of an evening (T2)."""

    sentence = N_("Who is Sheriff now? Lots are only drawn for a new game.")
    beside = ("first_sheriff",)


class RoundsOutOfRange(Refusal):
    """The rounds to play lie between this one and the rule book's number (T3)."""

    fewest: int
    most: int
    sentence = N_("Choose %(fewest)s to %(most)s rounds.")
    beside = ("rounds",)


class RoundOutOfRange(Refusal):
    """A game under way is in one of its rounds (T3)."""

    rounds: int
    sentence = N_("Choose the round the game is in, from 1 to %(rounds)s.")
    beside = ("round",)


class PromoOutOfRange(Refusal):
    """A promo card is in play 1 to 9 times."""

    good: str
    most: int
    sentence = N_("%(good)s: 1 to %(most)s copies.")
    beside = ("promos",)


class GoldOutOfRange(Refusal):
    """More gold than any evening sees."""

    most: int
    sentence = N_("Gold is a whole number from 0 to %(most)s.")
    beside = ("gold", "offer-gold", "shares")


class PurseTooLarge(Refusal):
    """A purse holds no more than a count takes."""

    player: int
    most: int
    sentence = N_("%(player)s would have more than %(most)s gold, which no purse holds.")
    beside = ("gold", "offer-gold")


class PurseSplit(Refusal):
    sentence = N_("Type every player’s gold and goods.")


class NoCoinsHere(Refusal):
    """A table that keeps its coins has no purses here."""

    sentence = N_("This table uses real coins: gold is typed in at the end.")
    beside = ("gold",)


# Refusals about a bag: whose turn it is, what was declared, what can be in it


class SheriffBringsNoBag(Refusal):
    """The Sheriff takes no part in market and declaration (T4)."""

    player: int
    sentence = N_("%(player)s is the Sheriff and brings no bag this round.")
    beside = ("take",)


class BagAlreadyDone(Refusal):
    """One bag for each merchant and round."""

    player: int
    sentence = N_("%(player)s’s bag is already recorded this round. It can be taken back or corrected.")


class SitsOutAlready(Refusal):
    """A merchant without a bag this round; one that is brought after all is recorded in its place (docs/rulings.md)."""

    player: int
    sentence = N_("%(player)s sits this round out. That can be taken back.")


class BagsLeft(Refusal):
    """The badge goes on when every bag was dealt with (I2)."""

    players: tuple[int, ...]
    sentence = N_("Still to do before the badge moves on: %(players)s.")


class BagsOut(Refusal):
    """The rounds end only once every bag left over is recorded: it has passed (I2)."""

    players: tuple[int, ...]
    sentence = N_(
        "Still out: %(players)s. Bags left over have passed: record what was in them. Players without a bag sit out."
    )


class NotDeclarable(Refusal):
    """Only a legal good in play can be declared (I1)."""

    sentence = N_("Choose the declared good: one of the legal goods.")
    beside = ("good", "declared")


class Undeclared(Refusal):
    """A bag is booked with all that was declared (I1)."""

    sentence = N_("Choose the declared good, and how many cards.")
    beside = ("good",)


class NumberOutOfBag(Refusal):
    """A bag holds 1 to 5 cards (T5)."""

    fewest: int
    most: int
    sentence = N_("A bag holds %(fewest)s to %(most)s cards.")
    beside = ("number", "contents")


class ContentsMismatch(Refusal):
    """The declared number is exact (I1)."""

    declared: int
    found: int
    sentence = N_("Declared: %(declared)s. In the bag: %(found)s. One of the two must change.")
    beside = ("contents",)


class GoodNotInPlay(Refusal):
    """A card that is not in this table's box."""

    good: str
    sentence = N_("%(good)s is not in this game.")
    beside = ("contents", "goods", "stands", "good", "offer-goods")


class KindUntold(Refusal):
    sentence = N_("The bag is open: say what each card is.")
    beside = ("contents",)


class KindTold(Refusal):
    """Contraband that passes stays face down (I2)."""

    good: str
    sentence = N_("Contraband that passes stays face down: record it as a face-down card, not as %(good)s.")
    beside = ("contents",)


class SupplyExceeded(Refusal):
    good: str
    count: int
    copies: int
    sentence = N_("%(good)s: the box has %(copies)s, this would make %(count)s in play.")
    beside = ("contents", "goods", "contraband", "stands", "good")


class ContrabandExceeded(Refusal):
    count: int
    copies: int
    sentence = N_("Contraband: the box has %(copies)s cards, this would make %(count)s.")
    beside = ("contents", "goods", "contraband", "stands", "good")


class NoRaider(Refusal):
    """Each use of Brimstone Oil needs a card of it in the bag."""

    sentence = N_("No Brimstone Oil can be in this bag.")
    beside = ("raid-0",)


class RaidNotPossible(Refusal):
    """Brimstone Oil takes up to two of one legal good of an opponent."""

    player: int
    good: str
    most: int
    sentence = N_(
        "Brimstone Oil takes 1 to %(most)s of a legal good off another stand, not %(good)s off %(player)s’s."
    )
    beside = ("raid-0",)


class PromisedNotFaceDown(Refusal):
    """Promised contraband that was there passed face down with the rest (I8, I11)."""

    count: int
    face_down: int
    sentence = N_(
        "There cannot have been %(count)s of the promised cards with %(face_down)s face down in the bag. Change one of the two."
    )
    beside = ("there",)


# Refusals about what players give each other


class NothingGiven(NothingMoved):
    """A payment moves something."""

    sentence = N_("Nothing to give yet.")


class PurseTooSmall(Refusal):
    """Nobody gives gold that is not there (D5)."""

    player: int
    has: int
    asked: int
    sentence = N_("%(player)s has %(has)s gold and cannot give %(asked)s.")
    own = N_("You have %(has)s gold and cannot give %(asked)s.")
    beside = ("gold", "offer-gold")


class StandTooSmall(Refusal):
    """Nobody gives goods that are not there (I6)."""

    player: int
    good: str
    has: int
    asked: int
    sentence = N_("%(good)s: %(player)s has %(has)s on the stand and cannot give %(asked)s.")
    beside = ("raid-0", "goods", "good", "contents", "offer-goods")


class DealWithOneself(Refusal):
    """A deal has two sides."""

    sentence = N_("Giver and receiver are the same. Choose two different players.")
    beside = ("receiver", "offer-receiver")


class EmptyDeal(Refusal):
    sentence = N_("Nothing is given yet: gold, goods or a promise.")
    beside = ("gold", "offer-gold")


class PromiseTooLong(Refusal):
    """A promise is a line, not a letter."""

    longest: int
    sentence = N_("At most %(longest)s characters.")
    beside = ("offer-promise",)


class BagGoodsFromOthers(Refusal):
    """Only the bag's merchant can give from the bag (I6)."""

    player: int
    sentence = N_("Only %(player)s can promise cards from this bag.")
    beside = ("deals", "offer-goods")


class PromisedOverBag(Refusal):
    """More cards were promised out of a bag than any bag holds (T5)."""

    most: int
    sentence = N_("A bag holds at most %(most)s cards.")
    beside = ("deals", "offer-goods")


class DealForOther(Refusal):
    """A deal is booked only with the decision it was made for (I9)."""

    player: int
    sentence = N_("%(player)s gives that only if the bag goes the other way.")
    beside = ("deals",)


class BribeMeansPass(Refusal):
    """An accepted bribe of the bag's merchant means that the bag passes (I7)."""

    player: int
    sentence = N_("%(player)s’s bribe stands, so the bag passes.")
    beside = ("deals",)


class BribeForOpening(Refusal):
    """A merchant's own bribe is for letting the bag pass, whatever was chosen (I7)."""

    player: int
    sentence = N_("%(player)s’s own bribe is for letting the bag pass, never for opening it.")
    beside = ("deals",)


class BribeToRemove(BribeMeansPass):
    """As BribeMeansPass, for a bribe that is typed on the form of the bag, where it can be removed."""

    sentence = N_("%(player)s’s bribe stands, so the bag passes. If it was refused, remove it.")
    beside = ("deals",)


class OtherMayOpen(Refusal):
    """The bribe of one of two Deputies binds that one and both, not the other alone (E12)."""

    player: int
    other: int
    sentence = N_("%(player)s accepted the bribe. %(other)s did not, and can open the bag alone.")


class GivesAlone(Refusal):
    """Where players record their own, nobody gives away what belongs to somebody else."""

    player: int
    sentence = N_("Only %(player)s or the bank can give that away, by an accepted offer.")
    beside = ("deals",)


# Refusals about a fine that coins do not cover, and about cards face down


class DebtOpen(Refusal):
    """Somebody is short of coins and has not chosen goods yet (D1)."""

    player: int
    owed: int
    coins: int
    sentence = N_(
        "%(player)s owes %(owed)s and has %(coins)s gold. Goods pay the rest: look which, then record it."
    )
    beside = ("debt",)


class NoDebt(Refusal):
    """Goods pay only what coins cannot (D1)."""

    player: int
    sentence = N_("%(player)s’s coins cover it: no goods are handed over.")
    beside = ("debt",)


class PaymentTooSmall(Refusal):
    """The goods must be worth the rest, as far as there are any (D1)."""

    player: int
    worth: int
    rest: int
    sentence = N_("These goods are worth %(worth)s, %(rest)s is owed. %(player)s has more to give.")
    beside = ("debt",)


class LegalGoodsFirst(Refusal):
    """Contraband pays only when all legal goods together are not enough (D1)."""

    player: int
    sentence = N_("Legal goods first: contraband pays only what %(player)s’s legal goods cannot.")
    beside = ("debt",)


class KindsNeeded(Refusal):
    """Face-down cards that have to pay are told first (D1)."""

    player: int
    count: int
    sentence = N_(
        "%(player)s still owes gold and has face-down cards (%(count)s): turn over as many as it takes to pay."
    )
    beside = ("debt",)


class AnotherDebt(Refusal):
    """Goods pay only the debt they were chosen for (D2)."""

    player: int
    sentence = N_("What %(player)s has to pay has changed: look at the goods again.")
    beside = ("debt",)


class ReceiverMustKeep(Refusal):
    """In the second edition the receiver takes the goods (D3)."""

    sentence = N_("In this edition the receiver keeps the goods.")
    beside = ("debt",)


class NotFaceDown(Refusal):
    player: int
    count: int
    sentence = N_("Face down on %(player)s’s stand: %(count)s. No more than that can be turned over.")
    beside = ("debt", "contents")


class OnlyContraband(Refusal):
    good: str
    sentence = N_("%(good)s is not contraband; only contraband is face down.")
    beside = ("debt", "contents")


class NothingTold(Refusal):
    sentence = N_("Say what at least one card is.")
    beside = ("contents",)


# Refusals about Deputies: who serves, who acts over a bag, and what lies in the Booty


class DeputiesUnnamed(Refusal):
    """Two Deputies serve in each round (E7)."""

    sentence = N_("Draw the two Deputies, or say whose cards were drawn.")
    beside = ("second_deputy", "second")


class WrongDeputies(Refusal):
    """Nobody serves again before everybody else has (E7)."""

    players: tuple[int, ...]
    sentence = N_("Two of these are Deputies next: %(players)s.")
    beside = ("second_deputy", "second")


class DeputyTwice(Refusal):
    """One player has one badge (E7)."""

    sentence = N_("Both Deputies are the same. Choose two different players.")
    beside = ("second_deputy", "second")


class NoDeputiesHere(Refusal):
    """Only six players have Deputies (E6)."""

    sentence = N_("One Sheriff serves here, and no Deputies.")
    beside = ("receiver", "first_sheriff")


class ServedMismatch(Refusal):
    """Two serve a round, and all six before the cards are shuffled again (E7)."""

    number: int
    sentence = N_("Deputies since the cards were shuffled, before this round: choose %(number)s.")
    beside = ("served",)


class HeirUnnamed(Refusal):
    """The badge of a Deputy who leaves is drawn among those with the fewest terms (E16)."""

    players: tuple[int, ...]
    sentence = N_("One of these takes over as Deputy: %(players)s. Draw, or choose.")
    beside = ("heir",)


class NobodyFollows(Refusal):
    """A player without a badge hands none on, and the other of two Deputies may serve alone (E16)."""

    sentence = N_("Nobody takes over a badge here.")
    beside = ("heir",)


class NoTurnSkipped(Refusal):
    """All rounds that were planned are played (E16)."""

    sentence = N_("With Deputies no round is skipped. Change the number of rounds instead.")


class DeputyBringsNoBag(Refusal):
    """Two Deputies leave four merchants (E6)."""

    player: int
    sentence = N_("%(player)s is a Deputy and brings no bag this round.")
    beside = ("take",)


class NotDeputy(Refusal):
    """Only one of the round's two Deputies acts alone (E11), or takes a card to hand (E17)."""

    player: int
    sentence = N_("%(player)s is not one of this round’s two Deputies.")
    beside = ("alone",)


class BootyLies(Refusal):
    """The round cannot end while something lies in the Booty (E13)."""

    sentence = N_("There is still something in the Booty. Share it first.")


class BootyGivesNothing(Refusal):
    """The Booty is shared, and nobody trades with it (E13)."""

    sentence = N_("The Booty gives nothing back: it is shared.")
    beside = ("back",)


class BootyEmpty(Refusal):
    """Only what lies there is shared (E13)."""

    sentence = N_("Nothing is left in the Booty: what was shared stands.")


class BootyChanged(Refusal):
    """Nobody shares out what they have not seen."""

    sentence = N_("By now something else is in the Booty, or others share it. Look again.")


class BootyUneven(Refusal):
    """The Deputies have to say which card goes to whom, and who gets the odd coin (E13)."""

    sentence = N_("The Booty cannot be halved: say who takes what.")
    beside = ("shares",)


class SharesMismatch(Refusal):
    """Every player with a badge takes a share (E13)."""

    number: int
    sentence = N_("Shares of the Booty: %(number)s.")
    beside = ("shares",)


class BootyTooSmall(Refusal):
    """No more is taken than lies there (E13)."""

    sentence = N_("Together that is more than is in the Booty.")
    beside = ("shares",)


# Refusals about what the count still waits for


class CardsUnknown(Refusal):
    """The count waits until every face-down card is told (S1)."""

    player: int
    count: int
    sentence = N_("%(player)s still has face-down cards: %(count)s.")
    beside = ("plate-0",)


class StandChanged(Refusal):
    """Somebody else has changed this stand since it was read (S1)."""

    player: int
    sentence = N_(
        "%(player)s’s stand changed in the meantime. Compare these numbers with the cards, then record them."
    )
    beside = ("good",)


class CountedOtherwise(Refusal):
    """Two people who count a player's coins have to agree (T7)."""

    player: int
    gold: int
    sentence = N_(
        "%(player)s’s gold was just recorded as %(gold)s. If your number is right, record it again."
    )


class GoldUnknown(Refusal):
    """The count waits for everybody's coins."""

    player: int
    sentence = N_("How much gold does %(player)s have?")


class PlatesUnknown(Refusal):
    """The count waits for every Feast Plate (S6)."""

    player: int
    sentence = N_("%(player)s has Feast Plates to choose for.")


class PlatesOutOfTurn(Refusal):
    """Feast Plates are chosen first Sheriff first, then clockwise (S6)."""

    player: int
    sentence = N_("%(player)s chooses first.")
    beside = ("plate-0",)


class PlatesServed(Refusal):
    """A choice of Feast Plates is final once the next player has chosen (S6)."""

    player: int
    sentence = N_("%(player)s has chosen since. Take that back first.")
    beside = ("plate-0",)


class PlatesMismatch(Refusal):
    """One legal good in play for each Feast Plate (S6)."""

    count: int
    sentence = N_("Choose a legal good for each Feast Plate: %(count)s.")
    beside = ("plate-0",)


# Refusals about entries: empty ones, and those taken back or corrected


class NotCorrectable(Refusal):
    sentence = N_("Only bags, sit-outs and payments can be corrected.")


class CorrectionBreaksPurse(Refusal):
    """A correction may not take gold that a later entry, `entry`, gave away."""

    entry: Event
    player: int
    short: int
    sentence = N_(
        "%(player)s would lack %(short)s gold later. Put this right first, or correct less: “%(entry)s”"
    )


class CorrectionBreaksStand(Refusal):
    """A correction may not take goods that a later entry moved on."""

    entry: Event
    player: int
    good: str
    short: int
    sentence = N_(
        "%(player)s’s stand would lack %(good)s later. Put this right first, or correct less: “%(entry)s”"
    )


class CorrectionBreaksBox(Refusal):
    """A correction may not bring in goods that the box then lacks for a later entry."""

    entry: Event
    good: str
    short: int
    sentence = N_("The box would lack %(good)s later. Put this right first, or correct less: “%(entry)s”")


class SecondBag(Refusal):
    """One bag for each merchant and round, in a corrected past too."""

    entry: Event
    player: int
    sentence = N_("%(player)s has a bag in that round: “%(entry)s” Put that right first.")


# Refusals about cards that count at the end, and about the laws of a round


class NotPlayedHere(Refusal):
    """The table plays without this expansion (T7)."""

    sentence = N_("This table plays without it. Switch it on among the options first.")
    beside = ("take", "laws")


class ExtraGoldOutOfRange(Refusal):
    """A card that counts at the end prints a number (E18, E23)."""

    fewest: int
    most: int
    sentence = N_("Type the number that the card prints, %(fewest)s to %(most)s.")
    beside = ("gold",)


class BagNotBack(Refusal):
    """A merchant goes to the market only once the own bag is back (E19)."""

    player: int
    sentence = N_("%(player)s’s bag is not back yet.")
    beside = ("take",)


class BagNotPassed(Refusal):
    """Only a bag that passed fills an order (E22)."""

    player: int
    sentence = N_("No bag of %(player)s’s has passed this round.")
    beside = ("take",)


class MarketVisited(Refusal):
    """A merchant takes one card of the Black Market a round (E19)."""

    player: int
    sentence = N_("%(player)s has taken a card of the Black Market this round.")
    beside = ("take",)


class NotOnMarket(Refusal):
    """The Black Market has no pile for it (E18)."""

    good: str
    sentence = N_("The Black Market has no cards for %(good)s.")
    beside = ("take",)


class PileEmpty(Refusal):
    """A pile has only two cards (E18)."""

    good: str
    sentence = N_("%(good)s: no card of the Black Market is left.")
    beside = ("take",)


class TooFewForMarket(Refusal):
    """A card costs three of a kind; royal and promo cards do not count (E19)."""

    player: int
    good: str
    price: int
    most: int
    sentence = N_(
        "%(good)s: a card costs %(price)s, and %(player)s’s stand can have %(most)s, cards face down included."
    )
    beside = ("take",)


class NothingToTrade(Refusal):
    """Every pile is empty, or too dear (E19)."""

    player: int
    sentence = N_("%(player)s has no three cards of one kind for which the Black Market has a card.")
    beside = ("take",)


class GoneExceedsSupply(Refusal):
    """Cards that left the game are in no pile (E20)."""

    good: str
    count: int
    copies: int
    gone: int
    sentence = N_(
        "%(good)s: of %(copies)s in the box, %(gone)s would be out of the game and %(count)s on stands or in the bag."
    )
    beside = ("contents", "goods", "take", "stands", "good")


class NoSuchOrder(Refusal):
    """There are fifteen special orders, and no others (E22)."""

    good: str
    sentence = N_("There is no special order for %(good)s with that contraband.")
    beside = ("contraband",)


class NothingOrdered(Refusal):
    """No special order that is left asks for what was in the bag (E22)."""

    player: int
    sentence = N_("%(player)s’s bag fills no special order that is left.")
    beside = ("take",)


class OrderTaken(Refusal):
    """Somebody already has every card of such an order (E22)."""

    good: str
    copies: int
    sentence = N_("%(good)s: special orders of this kind: %(copies)s, and all are taken.")
    beside = ("contraband",)


class NotInBag(Refusal):
    """The legal good must have been in the bag, and each card of it serves one order (E22)."""

    player: int
    good: str
    sentence = N_("%(player)s’s bag had no %(good)s for this order.")
    beside = ("take",)


class NoContrabandInBag(Refusal):
    """An order takes a card that passed face down with the bag (E23)."""

    player: int
    sentence = N_("%(player)s’s bag had no card face down for this order.")
    beside = ("take",)


class NothingToShow(Refusal):
    """The contraband of an order has to lie on the stand, where it is shown (E23)."""

    player: int
    good: str
    sentence = N_("%(player)s’s stand has no %(good)s to show, and no card face down.")
    beside = ("contraband",)


class CardNameRefused(Refusal):
    """A card needs a name that everybody can read (E24)."""

    longest: int
    sentence = N_("What is the card called? 1 to %(longest)s characters.")
    beside = ("card",)


class ExtraLiesThere(Refusal):
    """Nothing is switched off while its cards lie before somebody."""

    player: int
    sentence = N_("%(player)s has a card of it: this stays in the game.")


class CorrectionBreaksCard(Refusal):
    """A correction may not make impossible a card that somebody took later."""

    entry: Event
    sentence = N_("This could not have been later: “%(entry)s” Put that right first.")


class TooManyLaws(Refusal):
    """A round has up to three laws (E26)."""

    most: int
    sentence = N_("A round has at most %(most)s laws.")
    beside = ("laws",)


class LawTooLong(Refusal):
    """A law is a line, not a letter (E26)."""

    longest: int
    sentence = N_("A law has at most %(longest)s characters.")
    beside = ("laws",)


class NoLawStands(Refusal):
    """Only a law changes what the cards cost (E27)."""

    sentence = N_("No law stands this round: the fine is what the cards cost.")


class FineOutOfRange(Refusal):
    """A fine under a law has limits (E27)."""

    most: int
    sentence = N_("A fine is a whole number from 0 to %(most)s.")
    beside = ("fine",)


# Refusals about what is said at the table before a bag is booked


class DeclaresFirst(Refusal):
    """Merchants declare clockwise from the Sheriff's left (T4)."""

    player: int
    sentence = N_("%(player)s declares first.")


class SaidLastRound(Refusal):
    """What a phone kept while it had no connection no longer counts in a later round."""

    round: int
    sentence = N_("This was for round %(round)s, which is over. Look again.")


class HasDeclared(Refusal):
    """This merchant has declared already, and the declaration is final."""

    player: int
    number: int
    good: str
    sentence = N_("%(player)s has declared %(number)s %(good)s, and that stands.")


class DeclarationChanged(Refusal):
    """Nobody replaces a declaration they have not read."""

    player: int
    number: int
    good: str
    sentence = N_("%(player)s has just declared %(number)s %(good)s. Look again.")


class DeclarationTakenBack(Refusal):
    player: int
    sentence = N_("%(player)s has just taken the declaration back. Look again.")


class DeclaresOtherwise(Refusal):
    """No bag is booked on a declaration that its merchant has replaced (I1)."""

    player: int
    number: int
    good: str
    sentence = N_("%(player)s now declares %(number)s %(good)s. Look again.")


class NoLongerDeclares(Refusal):
    """No bag is booked on a declaration that was withdrawn unnoticed (I1)."""

    player: int
    sentence = N_("%(player)s took the declaration back. Look again.")


class DeclarationStands(Refusal):
    """Somebody made a deal about a bag because of what was declared."""

    player: int
    sentence = N_("A deal about %(player)s’s bag was accepted: the declaration is final.")


class DecisionStands(Refusal):
    """The Sheriff decides once; only the merchant can let it be decided again (I2, I3)."""

    player: int
    sentence = N_("The decision on %(player)s’s bag stands.")


class LiesOpen(Refusal):
    """What a merchant notes is read when the bag is opened, and never after (I3)."""

    player: int
    sentence = N_("%(player)s’s bag is opened: the cards on the table count.")


class DecidedOn(Refusal):
    """Nobody escapes a fine by staying away from a bag that the Sheriff has decided on (I4)."""

    player: int
    sentence = N_("The Sheriff has decided on %(player)s’s bag: record it first.")


class BagSettled(Refusal):
    """An offer was made or answered after its bag was decided on or recorded (I9)."""

    player: int
    sentence = N_("%(player)s’s bag is settled: offers over it no longer count.")


class MerchantAgrees(Refusal):
    """A decision on a bag changes only if its merchant agrees on their own phone."""

    player: int
    sentence = N_("Only if %(player)s agrees is it decided again.")


class NothingDecided(Refusal):
    """No cards are turned over, and no decision is taken back, before there is one."""

    player: int
    sentence = N_("Nothing has been decided about %(player)s’s bag yet.")


class NotAwaited(Refusal):
    player: int
    sentence = N_("Nobody waits for %(player)s any more.")


class BagTalkChanged(Refusal):
    """Nobody decides on words that have changed since they were read."""

    player: int
    sentence = N_("What is said of %(player)s’s bag has just changed. Look again.")


class NothingDeclared(Refusal):
    """Only what was said can be taken back."""

    player: int
    sentence = N_("%(player)s has not declared yet.")


class NobodyThreatened(Refusal):
    sentence = N_("No bag is threatened any more.")


class GoldOnTheTable(Refusal):
    """The same gold is not offered twice (D5)."""

    player: int
    has: int
    offered: int
    asked: int
    sentence = N_(
        "%(player)s has %(has)s gold, and %(offered)s of it is offered elsewhere: not enough for %(asked)s."
    )
    own = N_("You have %(has)s gold, and %(offered)s of it is offered elsewhere: not enough for %(asked)s.")
    beside = ("gold", "offer-gold")


class GoodsOnTheTable(Refusal):
    """The same card is not offered twice (I6)."""

    player: int
    good: str
    has: int
    offered: int
    asked: int
    sentence = N_(
        "%(good)s: %(player)s has %(has)s on the stand, and %(offered)s offered elsewhere: not enough for %(asked)s."
    )
    beside = ("offer-goods",)


class NoSuchProposal(Refusal):
    """A proposal of another round, or one that came to nothing long ago."""

    sentence = N_("This offer is no longer there.")


class ProposalNotAccepted(Refusal):
    """Only an accepted offer can be opened again."""

    sentence = N_("This offer is not accepted any more.")


class ProposalNotOpen(Refusal):
    """A proposal is answered once."""

    sentence = N_("This offer is no longer open.")


class ProposalAccepted(Refusal):
    """What was accepted is final (I7)."""

    sentence = N_("This offer was accepted and is final.")


class DealStands(Refusal):
    """Nobody pays the same player twice over one bag for the same purpose."""

    player: int
    sentence = N_("An earlier offer by %(player)s was accepted for this: that deal stands.")


class AcceptedStands(Refusal):
    """What was accepted over a bag is booked with it, down to the coin (I7)."""

    players: tuple[int, ...]
    sentence = N_("%(players)s made a deal about this bag: it is recorded exactly as accepted. Look again.")
    beside = ("deals",)


class TimeIsUp(Refusal):
    """When the inspection clock runs out, bags left over pass without a bribe (T7)."""

    sentence = N_("Time is up: this bag passes without a bribe. The Sheriff can reset the clock.")


class ProposalChanged(Refusal):
    """Nobody accepts what they have not read."""

    sentence = N_("This offer has just changed. Read it again.")


class SidesStay(Refusal):
    players: tuple[int, ...]
    sentence = N_("This offer is between %(players)s. Make a new one for others.")
    beside = ("offer-receiver",)


class TooManyProposals(Refusal):
    """This giver has more open proposals than anybody at the table could follow."""

    player: int
    most: int
    sentence = N_("%(player)s has %(most)s open offers. Withdraw one first.")


class TooManyDeals(Refusal):
    most: int
    sentence = N_("One bag can have at most %(most)s deals.")


class MarkedKept(Refusal):
    """Nobody judges against a mark they have not read (I10)."""

    sentence = N_("This was just marked as kept. Look again.")


class MarkedBroken(Refusal):
    """Nobody judges against a mark they have not read (I10)."""

    sentence = N_("This was just marked as broken. Look again.")


class NoSuchPromise(Refusal):
    """Only a promise that may be due this round can be marked (I10)."""

    sentence = N_("Nobody promised this in this round.")
