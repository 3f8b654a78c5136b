"""What was agreed aloud, as the Sheriff's form sends it."""

from dataclasses import dataclass

from companion.rules.refusals import Refusal
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.proposals import agreed_aloud, undecided
from companion.rules.sheriff.refusals import (
    BagGoodsFromOthers,
    BagSettled,
    BribeForOpening,
    BribeMeansPass,
    DealForOther,
    DealStands,
    DealWithOneself,
    DeputyBringsNoBag,
    EmptyDeal,
    GoldOnTheTable,
    GoldOutOfRange,
    GoodNotInPlay,
    GoodsOnTheTable,
    PromisedOverBag,
    PromiseTooLong,
    PurseTooLarge,
    PurseTooSmall,
    SaidLastRound,
    SheriffBringsNoBag,
    SitsOutAlready,
    StandTooSmall,
    TimeIsUp,
    TooManyDeals,
    TooManyProposals,
)
from companion.rules.sheriff.talk import Propose
from companion.web.forms import beside
from companion.web.forms.beside import fields
from companion.web.forms.reader import Reader
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.phone_context import PhoneContext

ALOUD_FIELDS = fields(
    {
        "gold": (EmptyDeal, GoldOnTheTable, GoldOutOfRange, PurseTooLarge, PurseTooSmall),
        "": (
            BagGoodsFromOthers,
            BagSettled,
            BribeForOpening,
            BribeMeansPass,
            DealForOther,
            DealStands,
            DealWithOneself,
            GoodNotInPlay,
            GoodsOnTheTable,
            PromiseTooLong,
            PromisedOverBag,
            SaidLastRound,
            DeputyBringsNoBag,
            SheriffBringsNoBag,
            SitsOutAlready,
            StandTooSmall,
            TimeIsUp,
            TooManyDeals,
            TooManyProposals,
        ),
    }
)
"""The field of the form each refusal is shown beside."""


@dataclass(frozen=True, slots=True)
class AloudForm:
    """What was typed so far: over whose bag, what for, how much gold, 0 before that; who of two Deputies
    agreed, None where one Sheriff serves.
    """

    merchant: int
    decision: Decision
    gold: int
    deputy: int | None = None

    def propose(self, game: Game, giver: int) -> Propose:
        """What it notes, once it says from whom."""
        return agreed_aloud(game, giver, self.merchant, self.gold, self.decision, self.deputy)


def deputies_of(game: Game, phone: PhoneContext) -> tuple[int, ...]:
    """The Deputies who note on this phone what they heard (E14); none where one Sheriff serves."""
    return tuple(filter(phone.speaks_for, game.deputies))


def read(game: Game, phone: PhoneContext, reader: Reader) -> AloudForm:
    """The form as the fields describe it; at first over the bag that is next, to let it pass."""
    talk, notes = phone.talk, [str(seat) for seat in deputies_of(game, phone)]
    deputy = reader.choice("deputy", notes) if "deputy" in reader.form else next(iter(notes), "")
    chosen = reader.choice("bag", [str(seat) for seat in game.merchants]) if "bag" in reader.form else ""
    decision = reader.choice("decision", [*Decision]) if "decision" in reader.form else ""
    more = reader.form.get("more", "").strip()
    return AloudForm(
        int(chosen) if chosen else next(iter(undecided(game, talk)), game.merchants[0]),
        Decision(decision) if decision else Decision.PASSES,
        reader.number("more" if more else "gold"),
        int(deputy) if deputy else None,
    )


def read_giver(game: Game, form: AloudForm, reader: Reader) -> int:
    """Who agreed to give it; by then there must be something to give."""
    if not form.gold and not reader.errors:
        reader.refuse("gold", _("How much gold?"))
    return reader.seat("giver", len(game.seats))


def field_of(refusal: Refusal) -> str:
    """The field a refusal is shown beside."""
    return beside.field_of(ALOUD_FIELDS, refusal)
