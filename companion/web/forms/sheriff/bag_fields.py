"""Which field of a bag's form each refusal is shown beside, when booking and when correcting."""

from companion.rules.refusals import CorrectedMeanwhile, Refusal
from companion.rules.sheriff.refusals import (
    AcceptedStands,
    AnotherDebt,
    BagAlreadyDone,
    BagGoodsFromOthers,
    BribeForOpening,
    BribeMeansPass,
    BribeToRemove,
    ContentsMismatch,
    ContrabandExceeded,
    CorrectionBreaksBox,
    CorrectionBreaksCard,
    CorrectionBreaksPurse,
    CorrectionBreaksStand,
    DealForOther,
    DealWithOneself,
    DebtOpen,
    DecisionStands,
    DeclaresOtherwise,
    DeputyBringsNoBag,
    EmptyDeal,
    FineOutOfRange,
    GivesAlone,
    GoldOutOfRange,
    GoneExceedsSupply,
    GoodNotInPlay,
    KindsNeeded,
    KindTold,
    KindUntold,
    LegalGoodsFirst,
    MerchantAgrees,
    NoDebt,
    NoLawStands,
    NoLongerDeclares,
    NoRaider,
    NotCorrectable,
    NotDeclarable,
    NotDeputy,
    NotFaceDown,
    NothingMoved,
    NumberOutOfBag,
    OnlyContraband,
    PaymentTooSmall,
    PromisedNotFaceDown,
    PromisedOverBag,
    PromiseTooLong,
    PurseTooLarge,
    PurseTooSmall,
    RaidNotPossible,
    ReasonTooLong,
    ReceiverMustKeep,
    SecondBag,
    SheriffBringsNoBag,
    StandTooSmall,
    SupplyExceeded,
    TimeIsUp,
    Undeclared,
)
from companion.web.forms import beside
from companion.web.forms.beside import fields
from companion.web.forms.sheriff.bag_form import BagForm
from companion.web.forms.sheriff.owed_form import OTHER

FIELDS = fields(
    {
        "good": (NotDeclarable, Undeclared),
        "number": (NumberOutOfBag,),
        "contents": (
            ContentsMismatch,
            ContrabandExceeded,
            GoneExceedsSupply,
            GoodNotInPlay,
            KindTold,
            KindUntold,
            SupplyExceeded,
        ),
        "there": (PromisedNotFaceDown,),
        "raid-0": (NoRaider, RaidNotPossible, StandTooSmall),
        "deals": (
            AcceptedStands,
            BagGoodsFromOthers,
            BribeForOpening,
            BribeMeansPass,
            BribeToRemove,
            DealForOther,
            GivesAlone,
            PromisedOverBag,
        ),
        "debt": (
            AnotherDebt,
            DebtOpen,
            KindsNeeded,
            LegalGoodsFirst,
            NoDebt,
            NotFaceDown,
            OnlyContraband,
            PaymentTooSmall,
            ReceiverMustKeep,
        ),
        "alone": (NotDeputy,),
        "fine": (FineOutOfRange,),
        "reason": (ReasonTooLong,),
        "": (
            BagAlreadyDone,
            CorrectedMeanwhile,
            CorrectionBreaksBox,
            CorrectionBreaksCard,
            CorrectionBreaksPurse,
            CorrectionBreaksStand,
            DealWithOneself,
            DecisionStands,
            DeclaresOtherwise,
            EmptyDeal,
            GoldOutOfRange,
            MerchantAgrees,
            NoLawStands,
            NoLongerDeclares,
            NotCorrectable,
            NothingMoved,
            PromiseTooLong,
            PurseTooLarge,
            PurseTooSmall,
            SecondBag,
            DeputyBringsNoBag,
            SheriffBringsNoBag,
            TimeIsUp,
        ),
    }
)


def field_of(refusal: Refusal, form: BagForm) -> str:
    """The field a refusal is shown beside: one of a deal's fields if it is about that deal, and of two debts
    the one that it is about (E9).
    """
    field = _of_a_deal(refusal, form) or beside.field_of(FIELDS, refusal)
    owes_half = form.other.basis.startswith(f"{refusal.values.get('player')}-")
    return OTHER + field if field == "debt" and owes_half else field


def _of_a_deal(refusal: Refusal, form: BagForm) -> str:
    deals = list(enumerate(form.deals))
    match refusal:
        case PurseTooSmall(player):
            return next((f"deal-{index}-gold" for index, deal in deals if deal.giver == player), "")
        case StandTooSmall(player):
            given = [f"deal-{index}-goods" for index, deal in deals if deal.giver == player and deal.stand]
            return given[-1] if given else "debt" if form.owed.payment or form.other.payment else ""
        case DealWithOneself():
            oneself = (index for index, deal in deals if deal.giver == deal.receiver)
            return next((f"deal-{index}-receiver" for index in oneself), "")
        case _:
            return ""
