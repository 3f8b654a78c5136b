"""The form of a payment by hand."""

from dataclasses import dataclass, field

from companion.rules.commands import Pay
from companion.rules.events import Paid
from companion.rules.game import Game
from companion.rules.goods import FACE_DOWN, Goods
from companion.rules.payments import LONGEST_REASON
from companion.web.forms import Reader
from companion.web.language import gettext as _

BANK = "bank"


def reasons() -> dict[str, str]:
    """The usual reasons, as chips."""
    return {
        "deal": _("A deal"),
        "mistake": _("A mistake mended"),
        "house": _("House rule"),
        "other": _("Something else"),
    }


@dataclass(frozen=True, slots=True)
class PayForm:
    """What was typed so far; None is the bank."""

    giver: int | None = None
    receiver: int | None = None
    gold: int = 0
    goods: Goods = field(default_factory=Goods)
    reason: str = ""
    note: str = ""

    def pay(self) -> Pay:
        """The command; the reason is the note, or the chip where there is none."""
        said = reasons()[self.reason] if self.reason not in {"", "other"} else ""
        words = f"{said}: {self.note}" if said and self.note else said or self.note
        return Pay(self.giver, self.receiver, self.gold, self.goods, words)


def read(game: Game, reader: Reader) -> PayForm:
    """The form as its fields say."""
    goods = (*game.goods_in_play, FACE_DOWN)
    reason = reader.form.get("reason", "")
    return PayForm(
        giver=_side(game, reader, "giver"),
        receiver=_side(game, reader, "receiver"),
        gold=reader.number("gold"),
        goods=reader.goods("good-", goods, beside="goods"),
        reason=reason if reason and reason in reasons() else "",
        note=reader.text("note", LONGEST_REASON),
    )


def of_entry(event: Paid) -> PayForm:
    """The form as it would have been filled for a payment that was booked."""
    return PayForm(event.giver, event.receiver, event.gold, event.goods, "", event.reason)


def _side(game: Game, reader: Reader, name: str) -> int | None:
    seats = [str(seat) for seat in range(len(game.seats))]
    if name not in reader.form:
        # Nobody is chosen beforehand where a wrong default would move gold: both sides begin as the bank.
        return None
    chosen = reader.choice(name, (BANK, *seats))
    return int(chosen) if chosen in seats else None
