"""Every refusal that a form's command can get is shown beside a field, or deliberately above the form."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import get_args

import pytest

from companion.rules.entries import PutBack, TakeBack
from companion.rules.nottingham import commands as loot
from companion.rules.nottingham import corrections as loot_corrections
from companion.rules.nottingham import meanwhile as loot_meanwhile
from companion.rules.nottingham import playing
from companion.rules.nottingham import recorders as loot_recorders
from companion.rules.nottingham import seating as loot_seating
from companion.rules.nottingham import setup as loot_setup
from companion.rules.refusals import NameEmpty, NameInvisible, NameRepeated, NameTooLong, Refusal
from companion.rules.sheet_refusals import SheetRefusal
from companion.rules.sheriff import (
    corrections,
    declaring,
    inspection,
    kinds,
    meanwhile,
    proposals,
    recorders,
    sheet,
)
from companion.rules.sheriff import talk as say
from companion.rules.sheriff.booty import ShareBooty
from companion.rules.sheriff.corrected import Correct
from companion.rules.sheriff.ending import CheckStand, ChoosePlates, CloseCount, CountGold, RevealContraband
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.market import TakeMarketCard
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.orders import FillOrder
from companion.rules.sheriff.other_cards import TakeOtherCard
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.refusals import (
    BagAlreadyDone,
    DecisionStands,
    MerchantAgrees,
    NoSuchProposal,
    PurseTooLarge,
    PurseTooSmall,
    StandTooSmall,
    TooManyDeals,
)
from companion.rules.sheriff.rotation import EndGame, MendSheriff, PassBadge, SetRounds, SkipTurn
from companion.rules.sheriff.round_laws import ProclaimLaws
from companion.rules.sheriff.seating import ComeBack, Join, Rename
from companion.rules.sheriff.setup import OpenTable
from companion.rules.sheriff.switching import SetOptions
from companion.rules.sheriff.talk import Ask
from companion.rules.sheriff.tally import CountOut
from companion.web.beside import Fields, fields
from companion.web.nottingham.changes import WAY_FIELDS
from companion.web.nottingham.delivery import DELIVERY_FIELDS
from companion.web.nottingham.opening import NEW_FIELDS
from companion.web.sheriff.bag_form import BAG_FIELDS, open_for_debt
from companion.web.sheriff.changes import JOIN_FIELDS
from companion.web.sheriff.ending import CHECK_FIELDS, PLATES_FIELDS, REVEAL_FIELDS
from companion.web.sheriff.extras import EXTRA_FIELDS
from companion.web.sheriff.laws import LAW_FIELDS
from companion.web.sheriff.opening import NEW_TABLE_FIELDS
from companion.web.sheriff.pay import PAY_FIELDS
from companion.web.sheriff.talk_panel import DECLARATION_FIELDS, OFFER_FIELDS
from companion.web.sheriff.talking import ALOUD_FIELDS
from tests.web.reach import Function, refusals_of

CORRECTING = (
    corrections.may_correct,
    corrections.correct,
    recorders.may_correct_entry,
    meanwhile.corrected_meanwhile,
)
BAG = (PassBag.decide, OpenBag.decide)
NAME = (NameEmpty, NameInvisible, NameTooLong)
PURSES = (PurseTooLarge, PurseTooSmall)
AS_SETTLED = (
    BagAlreadyDone,
    DecisionStands,
)  # over a bag that is settled, an offer is refused in words of its own


@dataclass(frozen=True)
class Form:
    """A form's table, what it asks for, and the functions that answer; not those `without`, nor `others`'."""

    fields: Fields
    asks: tuple[type, ...]
    answers: tuple[Function, ...]
    without: tuple[Function, ...] = ()
    others: frozenset[type[Refusal]] = frozenset()

    def reached(self) -> set[type[Refusal]]:
        """Every refusal that it can get."""
        return refusals_of(*self.answers, without=self.without) - self.others


FORMS = {
    "bag": Form(
        BAG_FIELDS,
        (PassBag, OpenBag, Correct),
        (
            *BAG,
            *CORRECTING,
            open_for_debt,
            inspection.may_inspect,
            recorders.may_book,
            proposals.may_settle,
            meanwhile.declares_otherwise,
        ),
        without=(Pay.decide,),
    ),
    "payment": Form(
        PAY_FIELDS,
        (Pay, Correct),
        (*CORRECTING, Pay.may, Pay.decide, recorders.may_pay_for),
        without=(corrections.check_merchant,),
        others=frozenset({*refusals_of(recorders.may_give), MerchantAgrees}),
    ),
    "card": Form(
        EXTRA_FIELDS,
        (TakeMarketCard, FillOrder, TakeOtherCard, Correct),
        (
            *CORRECTING,
            TakeMarketCard.may,
            TakeMarketCard.decide,
            FillOrder.may,
            FillOrder.decide,
            TakeOtherCard.may,
            TakeOtherCard.decide,
            recorders.may_book,
        ),
        without=(Pay.decide, corrections.check_merchant),
        # of bags; of what a card is called, which is refused in words of its own; of what cannot run short
        others=frozenset({*refusals_of(recorders.may_give), MerchantAgrees, *NAME, *PURSES, StandTooSmall}),
    ),
    "laws": Form(
        LAW_FIELDS,
        (ProclaimLaws,),
        (ProclaimLaws.may, ProclaimLaws.decide, recorders.may_record, meanwhile.badge_moved_on),
    ),
    "new table": Form(NEW_TABLE_FIELDS, (OpenTable,), (OpenTable.begin,)),
    "check": Form(
        CHECK_FIELDS,
        (CheckStand,),
        (CheckStand.may, CheckStand.decide, meanwhile.stand_changed, recorders.may_record),
    ),
    "reveal": Form(
        REVEAL_FIELDS,
        (RevealContraband,),
        (RevealContraband.may, RevealContraband.decide, recorders.may_record),
    ),
    "plates": Form(
        PLATES_FIELDS,
        (ChoosePlates,),
        (ChoosePlates.may, ChoosePlates.decide, recorders.may_record),
    ),
    "declaration": Form(
        DECLARATION_FIELDS,
        (say.Declare, say.TakeBackDeclaration),
        (
            declaring.declare,
            declaring.unsay,
            meanwhile.declared_meanwhile,
            meanwhile.another_round,
            recorders.may_say,
        ),
        others=frozenset({NoSuchProposal, MerchantAgrees}),
    ),
    "newcomer": Form(
        JOIN_FIELDS,
        (Join,),
        (Join.may, Join.decide, recorders.may_record),
    ),
    "aloud": Form(
        ALOUD_FIELDS,
        (say.Propose,),
        (proposals.propose, proposals.in_time, meanwhile.another_round, recorders.may_say),
        others=frozenset({NoSuchProposal, MerchantAgrees, *AS_SETTLED}),
    ),
    "offer": Form(
        OFFER_FIELDS,
        (say.Propose, say.Change),
        (proposals.propose, proposals.change, proposals.in_time, meanwhile.another_round, recorders.may_say),
        others=frozenset(
            {TooManyDeals, MerchantAgrees, *AS_SETTLED}
        ),  # of what was agreed aloud, and of decisions
    ),
    "Nottingham, delivery": Form(
        DELIVERY_FIELDS,
        (loot.Deliver, loot.Fulfil, loot.Correct),
        (
            playing.may_deliver,
            playing.deliver,
            playing.fulfil,
            loot_corrections.may_correct,
            loot_corrections.correct,
            loot_recorders.may_book,
            loot_recorders.may_correct_entry,
            loot_meanwhile.delivered_meanwhile,
            meanwhile.corrected_meanwhile,
        ),
    ),
    "Nottingham, new table": Form(
        NEW_FIELDS,
        (loot.OpenTable,),
        (loot_setup.open_table,),
        others=frozenset({NameEmpty, NameInvisible, NameRepeated, NameTooLong}),  # beside that name
    ),
    "Nottingham, options": Form(
        WAY_FIELDS,
        (loot.SetOptions,),
        (loot_seating.may_switch, loot_seating.set_options, loot_recorders.may_book),
    ),
}
BY_ITS_PLACE = {CountOut, loot.CountOut}
"""What the count sheet refuses says itself where in the sheet it is."""
IN_ONE_PLACE = {
    # above the board, or above everybody's coins
    ShareBooty,
    PassBadge,
    TakeBack,
    PutBack,
    CloseCount,
    CountGold,
    say.Threaten,
    say.LetBe,
    say.Decide,
    say.TurnOver,
    say.AskPayer,
    say.Nudge,
    say.DecideAgain,
    say.Reopen,
    say.Withdraw,
    say.Answer,
    say.MarkKept,
    # beside the one field of their form in the menu, or where the table is changed
    Rename,
    ComeBack,
    SetOptions,
    MendSheriff,
    SkipTurn,
    SitOut,
    Leave,
    SetRounds,
    EndGame,
    loot.StepByHand,
    loot.GameOver,
    loot.PlayOn,
    loot.EndGame,
    loot.Leave,
    loot.ComeBack,
    loot.Rename,
    loot.CloseCount,
    # beside the object that it is about
    loot.CheckLoot,
}
"""What has no fields, or one alone."""


def names_of(kinds: AbstractSet[type]) -> list[str]:
    """Kinds as a failing test lists them."""
    return sorted(kind.__name__ for kind in kinds)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_refusal_of_a_form_has_its_place(form: Form) -> None:
    assert not names_of(form.reached() - form.fields.keys()), "no field says where these are shown"


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_no_place_is_for_what_the_form_never_gets(form: Form) -> None:
    never = form.fields.keys() - fields({}).keys() - form.reached()
    assert not names_of(never), "the form never gets these"


PLACED = {kind for form in FORMS.values() for kind in form.asks} | BY_ITS_PLACE | IN_ONE_PLACE
OTHERS = (*get_args(loot.Opening), *get_args(loot.Action))
ASKED = dict.fromkeys((*kinds.ASKED, TakeBack, PutBack, *get_args(Ask), *OTHERS))


@pytest.mark.parametrize("kind", ASKED, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_everything_that_can_be_asked_has_its_form(kind: type) -> None:
    assert kind in PLACED, f"FORMS and IN_ONE_PLACE in tests/web/test_fields.py have no {kind.__name__}"


def test_every_form_is_for_something_that_can_be_asked() -> None:
    assert {*ASKED} >= PLACED


def test_whatever_the_count_sheet_refuses_says_where() -> None:
    by_place = (SheetRefusal, NameEmpty, NameInvisible, NameRepeated, NameTooLong)
    assert all(issubclass(kind, by_place) for kind in refusals_of(sheet.parse, CountOut.begin))
