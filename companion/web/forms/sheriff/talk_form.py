"""What a phone says before a bag is booked, as its forms send it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.goods import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff import declaring
from companion.rules.sheriff.bags import (
    FEWEST_CARDS,
    LONGEST_PROMISE,
    MOST_CARDS,
    Deal,
    Decision,
    Declaration,
    Promise,
)
from companion.rules.sheriff.deals import as_kept
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.proposals import undecided
from companion.rules.sheriff.refusals import (
    BagAlreadyDone,
    BagGoodsFromOthers,
    BagSettled,
    BribeForOpening,
    BribeMeansPass,
    DealForOther,
    DealStands,
    DealWithOneself,
    DecisionStands,
    DeclarationStands,
    DeclaredMeanwhile,
    DeclaresFirst,
    DeputyBringsNoBag,
    EmptyDeal,
    GoldOnTheTable,
    GoldOutOfRange,
    GoodNotInPlay,
    GoodsOnTheTable,
    NoSuchProposal,
    NotDeclarable,
    NothingDeclared,
    NumberOutOfBag,
    PromisedOverBag,
    PromiseTooLong,
    ProposalAccepted,
    PurseTooLarge,
    PurseTooSmall,
    SaidLastRound,
    SheriffBringsNoBag,
    SidesStay,
    SitsOutAlready,
    StandTooSmall,
    SupplyExceeded,
    TimeIsUp,
    TooManyProposals,
    UnsaidMeanwhile,
)
from companion.rules.sheriff.talk import (
    Answer,
    Declare,
    LetBe,
    MarkKept,
    Proposal,
    ProposalState,
    Propose,
    TakeBackDeclaration,
    Talk,
    Threaten,
)
from companion.web.forms import beside
from companion.web.forms.beside import fields
from companion.web.forms.reader import Reader
from companion.web.forms.sheriff.deal_form import asked_for, read_deal, usual_receiver
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.phone_context import PhoneContext

PREFIX = "offer-"
OFFER_FIELDS = fields(
    {
        "offer-receiver": (DealWithOneself, SidesStay),
        "offer-gold": (EmptyDeal, GoldOnTheTable, GoldOutOfRange, PurseTooLarge, PurseTooSmall),
        "offer-goods": (
            BagGoodsFromOthers,
            GoodNotInPlay,
            GoodsOnTheTable,
            PromisedOverBag,
            StandTooSmall,
        ),
        "offer-promise": (PromiseTooLong,),
        "": (
            BagSettled,
            BribeForOpening,
            BribeMeansPass,
            DealForOther,
            DealStands,
            NoSuchProposal,
            ProposalAccepted,
            SaidLastRound,
            DeputyBringsNoBag,
            SheriffBringsNoBag,
            SitsOutAlready,
            TimeIsUp,
            TooManyProposals,
        ),
    }
)
"""The field of an offer each refusal is shown beside."""
DECLARATION_FIELDS = fields(
    {
        "good": (NotDeclarable,),
        "number": (NumberOutOfBag,),
        "": (
            BagAlreadyDone,
            DecisionStands,
            DeclarationStands,
            DeclaredMeanwhile,
            DeclaresFirst,
            NothingDeclared,
            DeputyBringsNoBag,
            SaidLastRound,
            SheriffBringsNoBag,
            SitsOutAlready,
            UnsaidMeanwhile,
        ),
    }
)
"""The field of a declaration each refusal is shown beside."""
PACKED_FIELDS = {
    **DECLARATION_FIELDS,
    NotDeclarable: "declared",
    NumberOutOfBag: "contents",
    SupplyExceeded: "contents",
}
"""The field of a packed bag each refusal is shown beside."""


@dataclass(frozen=True, slots=True)
class OfferForm:
    """What was typed so far: whose bag it is about, the deal, and the parts of it that are asked for."""

    merchant: int
    deal: Deal
    asked: frozenset[str] = frozenset()

    def propose(self, phone: PhoneContext) -> Propose:
        """The new offer that it asks for; who has a phone that is awake is asked there for what they give."""
        return Propose(self.merchant, self.deal, demanded=phone.asks(self.deal.giver))


def read(game: Game, phone: PhoneContext, reader: Reader) -> OfferForm:
    """A new offer as the fields describe it, at first over the likeliest bag. A player's phone offers that
    player's own things unless told otherwise.
    """
    merchants = [str(seat) for seat in game.merchants]
    chosen = reader.choice("bag", merchants) if "bag" in reader.form else ""
    merchant = int(chosen) if chosen else _bag_at_first(game, phone)
    givers = givers_of(game, phone)
    speaks = [seat for seat in givers if seat in phone.me.seats] or givers
    giver = merchant if merchant in speaks else next(iter(speaks), merchant)
    form = _form(game, merchant, reader, (giver, usual_receiver(game, merchant, giver)))
    if reader.has(PREFIX):
        return form
    rival = form.deal.receiver in game.sheriffs and form.deal.giver != merchant
    decision = Decision.OPENS if rival else Decision.PASSES
    return replace(form, deal=replace(form.deal, decision=decision))


def read_change(game: Game, proposal: Proposal, reader: Reader) -> OfferForm:
    """A changed offer, between the same two players."""
    sides = (proposal.deal.giver, proposal.deal.receiver)
    return _form(game, proposal.merchant, reader, sides)


def _form(game: Game, merchant: int, reader: Reader, sides: tuple[int, int]) -> OfferForm:
    deal = as_kept(game, merchant, read_deal(game, reader, PREFIX, sides))
    return OfferForm(merchant, deal, asked_for(reader, PREFIX))


def of_proposal(proposal: Proposal) -> OfferForm:
    """The form as it was filled in for an offer."""
    return OfferForm(proposal.merchant, proposal.deal)


def givers_of(game: Game, phone: PhoneContext) -> tuple[int, ...]:
    """The seats this phone may make offers for: its own, then, if it is the bank, all others, as far as they
    can give something to somebody.
    """
    here = game.here
    own = [seat for seat in here if seat in phone.me.seats]
    others = (seat for seat in here if phone.me.bank and seat not in own)
    return (*own, *(seat for seat in others if receivers_of(game, phone, seat)))


def receivers_of(game: Game, phone: PhoneContext, giver: int) -> tuple[int, ...]:
    """To whom a seat can give on this phone: to anybody else; who is asked for it on their own phone, only to
    those in whose name this one asks.
    """
    asks = phone.asks(giver)
    return tuple(seat for seat in game.here if seat != giver and not (asks and phone.asks(seat)))


def check_receiver(game: Game, phone: PhoneContext, form: OfferForm, reader: Reader) -> None:
    """Refuse to ask for something in the name of who has a phone to ask with."""
    giver, receiver = form.deal.giver, form.deal.receiver
    if receiver != giver and receiver in game.here and receiver not in receivers_of(game, phone, giver):
        reader.refuse(PREFIX + "receiver", _("Only their own phone can ask for that."))


def _bag_at_first(game: Game, phone: PhoneContext) -> int:
    """What all talk about is the bag that the Sheriff threatens. Else it is the own one, until a bribe for it
    lies on the table, which is changed there; then the one that is next.
    """
    waiting, talk = undecided(game, phone.talk), phone.talk
    own = (seat for seat in waiting if seat in phone.me.seats and not _has_bid(game, talk, seat))
    likely: Iterable[int | None] = (declaring.threatened(game, talk), *own, *waiting, *game.merchants)
    return next(seat for seat in likely if seat is not None)


def _has_bid(game: Game, talk: Talk, merchant: int) -> bool:
    """Whether this merchant has offered the Sheriff, or each Deputy, something for the own bag."""
    bribed = {
        proposal.deal.receiver
        for proposal in talk.proposals
        if proposal.merchant == proposal.deal.giver == merchant
        and proposal.state in {ProposalState.OPEN, ProposalState.ACCEPTED}
    }
    return bribed >= {*game.sheriffs}


def offer_field(refusal: Refusal) -> str:
    """The field of an offer a refusal is shown beside."""
    return beside.field_of(OFFER_FIELDS, refusal)


def declaration_field(refusal: Refusal) -> str:
    """The field of a declaration a refusal is shown beside."""
    return beside.field_of(DECLARATION_FIELDS, refusal)


def packed_field(refusal: Refusal) -> str:
    """The field of a packed bag a refusal is shown beside."""
    return beside.field_of(PACKED_FIELDS, refusal)


def read_packed(game: Game, merchant: int, cards: Goods, reader: Reader) -> Declare | TakeBackDeclaration:
    """What a merchant says of the packed cards, all of which are counted; or that it is taken back."""
    if reader.ticked("take_back"):
        return TakeBackDeclaration(merchant)
    if not cards:
        reader.refuse("contents", _("Tap the cards in your bag first."))
    good = reader.choice("declared", game.legal_goods, _("Which good do you say it is?"))
    return Declare(merchant, Declaration(good, cards.total), in_turn=True)


def read_declaration(
    game: Game, merchant: int, reader: Reader, *, in_turn: bool = False
) -> Declare | TakeBackDeclaration:
    """What a merchant declares, if need be when the turn comes; or that the declaration is taken back."""
    if reader.ticked("take_back"):
        return TakeBackDeclaration(merchant)
    good = reader.choice("good", game.legal_goods)
    number = reader.number("number", MOST_CARDS, FEWEST_CARDS, blank=None)
    return Declare(merchant, Declaration(good, number), in_turn=in_turn)


UNSAID = "-"
"""What a form carries along if nothing was declared, since an empty field would get lost."""


def declared(said: Declaration | None) -> str:
    """What a merchant declared, as the word that a form carries along; "" for nothing."""
    return f"{said.good}-{said.number}" if said else ""


def read_declared(reader: Reader) -> Declaration | None:
    """What was declared when the form was drawn; an unreadable word matches no declaration."""
    good, _, number = reader.form.get("on", "").partition("-")
    said = number if number in map(str, range(FEWEST_CARDS, MOST_CARDS + 1)) else "0"
    return Declaration(good, int(said)) if good else None


def read_answer(number: int, reader: Reader) -> Answer:
    """Accepted or refused, with the version of the offer that was read."""
    accepts = reader.choice("accepts", ("1", "0")) == "1"
    return Answer(number, accepts, reader.hidden("changes"))


def read_threat(game: Game, phone: PhoneContext, reader: Reader) -> Threaten | LetBe:
    """Whose bag the Sheriff threatens to open, if any, and which Deputy, if this phone speaks for one."""
    if not reader.form.get("seat", ""):
        return LetBe()
    speaking = [seat for seat in game.deputies if phone.speaks_for(seat)]
    return Threaten(reader.seat("seat", len(game.seats)), speaking[0] if len(speaking) == 1 else None)


def read_mark(talk: Talk, reader: Reader) -> MarkKept:
    """Whether a promise was kept, or that nobody says so: of this round, unless the form says of which."""
    kept = {"1": True, "0": False}.get(reader.choice("kept", ("1", "0", "-")))
    words = reader.form.get("promise", "")[:LONGEST_PROMISE]
    number = reader.hidden("round") if "round" in reader.form else talk.round
    return MarkKept(Promise(number, reader.hidden("giver"), reader.hidden("receiver"), words), kept)
