"""Refusals about what is said at the table before a bag is booked."""

from dataclasses import dataclass

from companion.rules.refusals import N_, Refusal


@dataclass(unsafe_hash=True)
class DeclaresFirst(Refusal):
    """Merchants declare clockwise from the Sheriff's left (T4)."""

    player: int
    sentence = N_("%(player)s declares first.")


@dataclass(unsafe_hash=True)
class SaidLastRound(Refusal):
    """What a phone kept until it had a connection again says nothing in a later round."""

    round: int
    sentence = N_("This was for round %(round)s, which is over. Look again.")


@dataclass(unsafe_hash=True)
class HasDeclared(Refusal):
    """Somebody declares for a merchant who has done so, and whose declaration is final."""

    player: int
    number: int
    good: str
    sentence = N_("%(player)s has declared %(number)s %(good)s, and that stands.")


@dataclass(unsafe_hash=True)
class DeclaredMeanwhile(Refusal):
    """Nobody replaces a declaration they have not read."""

    player: int
    number: int
    good: str
    sentence = N_("%(player)s has just declared %(number)s %(good)s. Look again.")


@dataclass(unsafe_hash=True)
class UnsaidMeanwhile(Refusal):
    """Nobody replaces a declaration that is gone."""

    player: int
    sentence = N_("%(player)s has just taken the declaration back. Look again.")


@dataclass(unsafe_hash=True)
class DeclaresOtherwise(Refusal):
    """No bag is booked on a declaration that its merchant has replaced (I1)."""

    player: int
    number: int
    good: str
    sentence = N_("%(player)s now declares %(number)s %(good)s. Look again.")


@dataclass(unsafe_hash=True)
class NoLongerDeclares(Refusal):
    """No bag is booked on a declaration that was withdrawn unnoticed (I1)."""

    player: int
    sentence = N_("%(player)s took the declaration back. Look again.")


@dataclass(unsafe_hash=True)
class DeclarationStands(Refusal):
    """Somebody made a deal about a bag because of what was declared."""

    player: int
    sentence = N_("A deal about %(player)s’s bag was accepted: the declaration is final.")


@dataclass(unsafe_hash=True)
class DecisionStands(Refusal):
    """The Sheriff decides once; only the merchant can let it be decided again (I2, I3)."""

    player: int
    sentence = N_("The decision on %(player)s’s bag stands.")


@dataclass(unsafe_hash=True)
class LiesOpen(Refusal):
    """What a merchant notes is read when the bag is opened, and never after (I3)."""

    player: int
    sentence = N_("%(player)s’s bag is opened: the cards on the table count.")


@dataclass(unsafe_hash=True)
class DecidedOn(Refusal):
    """Nobody escapes a fine by staying away from a bag that the Sheriff has decided on (I4)."""

    player: int
    sentence = N_("The Sheriff has decided on %(player)s’s bag: record it first.")


@dataclass(unsafe_hash=True)
class BagSettled(Refusal):
    """An offer that comes, or is answered, once its bag was decided on or recorded (I9)."""

    player: int
    sentence = N_("%(player)s’s bag is settled: offers over it no longer count.")


@dataclass(unsafe_hash=True)
class MerchantAgrees(Refusal):
    """Whether a bag passes or is opened is decided otherwise only if its merchant, on a phone, agrees."""

    player: int
    sentence = N_("Only %(player)s lets the Sheriff decide again.")


@dataclass(unsafe_hash=True)
class NothingDecided(Refusal):
    """No cards are turned over, and no decision is taken back, before there is one."""

    player: int
    sentence = N_("Nothing has been decided about %(player)s’s bag yet.")


@dataclass(unsafe_hash=True)
class NotAwaited(Refusal):
    """Nobody is nudged who is not waited for."""

    player: int
    sentence = N_("Nobody waits for %(player)s any more.")


@dataclass(unsafe_hash=True)
class SaidMeanwhile(Refusal):
    """Nobody decides on words that have changed since they were read."""

    player: int
    sentence = N_("What is said of %(player)s’s bag has just changed. Look again.")


@dataclass(unsafe_hash=True)
class NothingDeclared(Refusal):
    """Only what was said can be taken back."""

    player: int
    sentence = N_("%(player)s has not declared yet.")


@dataclass(unsafe_hash=True)
class NobodyThreatened(Refusal):
    """There is no threat to end."""

    sentence = N_("No bag is threatened any more.")


@dataclass(unsafe_hash=True)
class GoldOnTheTable(Refusal):
    """The same gold is not offered twice (D5)."""

    player: int
    has: int
    offered: int
    asked: int
    sentence = N_(
        "%(player)s has %(has)s gold, and %(offered)s of it is offered elsewhere: not enough for %(asked)s."
    )


@dataclass(unsafe_hash=True)
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


@dataclass(unsafe_hash=True)
class NoSuchProposal(Refusal):
    """A proposal of another round, or one that came to nothing long ago."""

    sentence = N_("This offer is no longer there.")


@dataclass(unsafe_hash=True)
class ProposalNotAccepted(Refusal):
    """Only what was accepted is given back."""

    sentence = N_("This offer is not accepted any more.")


@dataclass(unsafe_hash=True)
class ProposalNotOpen(Refusal):
    """A proposal is answered once."""

    sentence = N_("This offer is no longer open.")


@dataclass(unsafe_hash=True)
class ProposalAccepted(Refusal):
    """What was accepted is final (I7)."""

    sentence = N_("This offer was accepted and is final.")


@dataclass(unsafe_hash=True)
class DealStands(Refusal):
    """Nobody pays the same player twice over one bag for the same purpose."""

    player: int
    sentence = N_("An earlier offer by %(player)s was accepted for this: that deal stands.")


@dataclass(unsafe_hash=True)
class AcceptedStands(Refusal):
    """What was accepted over a bag is booked with it, down to the coin (I7)."""

    players: tuple[int, ...]
    sentence = N_("%(players)s made a deal about this bag: it is recorded exactly as accepted. Look again.")


@dataclass(unsafe_hash=True)
class TimeIsUp(Refusal):
    """When the inspection clock runs out, bags left over pass without a bribe (T7)."""

    sentence = N_("Time is up: this bag passes without a bribe. The Sheriff can reset the clock.")


@dataclass(unsafe_hash=True)
class ProposalChanged(Refusal):
    """Nobody accepts what they have not read."""

    sentence = N_("This offer has just changed. Read it again.")


@dataclass(unsafe_hash=True)
class SidesStay(Refusal):
    """A proposal to somebody else is a new one."""

    players: tuple[int, ...]
    sentence = N_("This offer is between %(players)s. Make a new one for others.")


@dataclass(unsafe_hash=True)
class TooManyProposals(Refusal):
    """More proposals at once than anybody at the table could follow."""

    player: int
    most: int
    sentence = N_("%(player)s has %(most)s open offers. Withdraw one first.")


@dataclass(unsafe_hash=True)
class TooManyDeals(Refusal):
    """A bag is booked with a limited number of deals."""

    most: int
    sentence = N_("One bag can have at most %(most)s deals.")


@dataclass(unsafe_hash=True)
class NoSuchPromise(Refusal):
    """Only a promise of this round can be kept in it (I10)."""

    sentence = N_("Nobody promised this in this round.")
