"""The form of a payment by hand."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.rules.goods import Goods
from companion.rules.refusals import CorrectedMeanwhile, Refusal
from companion.rules.sheriff.booty import may_put_there
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.payments import LONGEST_REASON, Paid, Pay
from companion.rules.sheriff.refusals import (
    BootyGivesNothing,
    ContrabandExceeded,
    CorrectionBreaksBox,
    CorrectionBreaksCard,
    CorrectionBreaksPurse,
    CorrectionBreaksStand,
    DealWithOneself,
    GoldOutOfRange,
    GoneExceedsSupply,
    GoodNotInPlay,
    NoCoinsHere,
    NoDeputiesHere,
    NotCorrectable,
    NothingMoved,
    PurseTooLarge,
    PurseTooSmall,
    ReasonTooLong,
    StandTooSmall,
    SupplyExceeded,
)
from companion.web.forms import beside
from companion.web.forms.beside import fields
from companion.web.forms.reader import Reader
from companion.web.http.language import gettext as _

BANK, BOOTY = "bank", "booty"
LAW = "law-"
FIELDS = fields(
    {
        "receiver": (DealWithOneself, NoDeputiesHere),
        "back": (BootyGivesNothing,),
        "gold": (GoldOutOfRange, NoCoinsHere, NothingMoved, PurseTooLarge, PurseTooSmall),
        "goods": (ContrabandExceeded, GoneExceedsSupply, GoodNotInPlay, StandTooSmall, SupplyExceeded),
        "reason": (ReasonTooLong,),
        "": (
            CorrectedMeanwhile,
            CorrectionBreaksBox,
            CorrectionBreaksCard,
            CorrectionBreaksPurse,
            CorrectionBreaksStand,
            NotCorrectable,
        ),
    }
)
"""The field each refusal of a payment, or of its correction, is shown beside."""


def reasons(laws: Sequence[str] = ()) -> dict[str, str]:
    """The usual reasons, as chips; first the laws that stand (E27)."""
    return {
        **{f"{LAW}{index}": law for index, law in enumerate(laws)},
        "deal": _("A deal"),
        "mistake": _("A mistake put right"),
        "house": _("House rule"),
        "other": _("Something else"),
    }


@dataclass(frozen=True, slots=True)
class PayForm:
    """What was typed so far, under the `laws` of the round; None is the bank, and as a receiver the Booty
    where it goes `onto_booty`. Nobody has chosen the `unnamed` sides yet.
    """

    giver: int | None = None
    receiver: int | None = None
    gold: int = 0
    goods: Goods = field(default_factory=Goods)
    reason: str = ""
    note: str = ""
    back_gold: int = 0
    back_goods: Goods = field(default_factory=Goods)
    laws: tuple[str, ...] = ()
    onto_booty: bool = False
    unnamed: tuple[str, ...] = ()

    def pay(self) -> Pay:
        """The command; the reason is the note or, without one, the chip. Where only the receiver gives, it
        goes the other way round.
        """
        said = reasons(self.laws)[self.reason] if self.reason not in {"", "other"} else ""
        words = f"{said}: {self.note}" if said and self.note else said or self.note
        if not self.gold and not self.goods and not self.onto_booty:
            return Pay(self.receiver, self.giver, self.back_gold, self.back_goods, words)
        back = (self.back_gold, self.back_goods, self.onto_booty)
        return Pay(self.giver, self.receiver, self.gold, self.goods, words, *back)


def read(game: Game, reader: Reader) -> PayForm:
    """The form that the fields describe."""
    goods = (*game.goods_in_play, FACE_DOWN)
    reason, laws = reader.form.get("reason", ""), game.this_round.laws
    if reason.startswith(LAW) and reason not in reasons(laws):
        reader.refuse("reason", _("Choose one from the list."))
    return PayForm(
        giver=_side(game, reader, "giver"),
        receiver=_side(game, reader, "receiver"),
        gold=reader.number("gold"),
        goods=reader.goods("good-", goods, beside="goods"),
        reason=reason if reason and reason in reasons(laws) else "",
        note=reader.text("note", LONGEST_REASON),
        back_gold=reader.number("back_gold"),
        back_goods=reader.goods("back-", goods, beside="back"),
        laws=laws,
        onto_booty=reader.form.get("receiver") == BOOTY,
        unnamed=tuple(name for name in ("giver", "receiver") if name not in reader.form),
    )


def whom(side: str) -> str:
    """What is asked for a side that nobody has chosen yet."""
    return _("Choose who gives.") if side == "giver" else _("Choose who gets it.")


def sent(game: Game, reader: Reader) -> PayForm:
    """The form as it was sent: both sides must be chosen."""
    form = read(game, reader)
    for side in form.unnamed:
        reader.refuse(side, whom(side))
    return form


def within_reach(game: Game, giver: int | None) -> Goods:
    """The most goods a giver can give: those on the stand, or all in the box for the bank."""
    if giver is not None:
        return game.stand(giver)
    box = {word: game.copies(word) for word in game.goods_in_play}
    return Goods({**box, FACE_DOWN: sum(box[word] for word in game.contraband)})


def as_drawn(game: Game, form: PayForm, givers: Sequence[int | None]) -> PayForm:
    """The form as it is shown, and as it is sent next: who alone can give does, a giver who is none of the
    `givers` is not chosen, and goods that somebody does not have get no field.
    """
    receiver = tuple(side for side in form.unnamed if side != "giver")
    if len(givers) == 1:
        form = replace(form, giver=givers[0], unnamed=receiver)
    elif form.giver not in givers:
        form = replace(form, giver=None, unnamed=("giver", *receiver))
    given, back = within_reach(game, form.giver), within_reach(game, form.receiver)
    return replace(
        form,
        goods=Goods({word: count for word, count in form.goods.items() if word in given}),
        back_goods=Goods({word: count for word, count in form.back_goods.items() if word in back}),
    )


def of_entry(event: Paid) -> PayForm:
    """The form as it would have been filled in for a booked payment."""
    return PayForm(
        event.giver,
        event.receiver,
        event.gold,
        event.goods,
        "",
        event.reason,
        event.back_gold,
        event.back_goods,
        onto_booty=event.onto_booty,
    )


def field_of(refusal: Refusal, form: PayForm) -> str:
    """The field a refusal is shown beside: in a trade, of the side that it is about."""
    if isinstance(refusal, PurseTooSmall | StandTooSmall) and refusal.player == form.receiver:
        return "back_gold" if isinstance(refusal, PurseTooSmall) else "back"
    return beside.field_of(FIELDS, refusal)


def _side(game: Game, reader: Reader, name: str) -> int | None:
    seats = [str(seat) for seat in range(len(game.seats))]
    if name not in reader.form:
        return None
    nobody = (BANK, BOOTY) if name == "receiver" and may_put_there(game) is None else (BANK,)
    chosen = reader.choice(name, (*nobody, *seats))
    return int(chosen) if chosen in seats else None
