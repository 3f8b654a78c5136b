"""A payment by hand, and the sum before it is booked."""

from collections.abc import Collection
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.goods import Goods
from companion.rules.sheriff.booty import may_put_there
from companion.rules.sheriff.decide import Outcome
from companion.rules.sheriff.game import Game
from companion.web.forms.sheriff.pay_form import BANK, BOOTY, PayForm, reasons, whom, within_reach
from companion.web.screens.parts import Choice, Seat, seats_of
from companion.web.screens.sheriff.bag import Correcting
from companion.web.screens.sheriff.deal import Gift, gift, short_of
from companion.web.screens.sheriff.stocks import Tally, tallies
from companion.web.screens.sheriff.sums import lines
from companion.web.words.sheriff.sentences import Words


@dataclass(frozen=True, slots=True)
class PayScreen:
    """What sheriff/pay/_pay.html shows: giver and receiver are seats or "bank", "" where nobody is chosen
    yet, the receiver also the "booty" where there is one, the goods those of the giver's stand, or of the
    box. The `givers` are those whose gold and goods this phone may give away: one gives to all others, two or
    more may trade. In a trade something comes back, of what the receiver has. What is half-filled is kept
    until its `purpose` changes. The player whose `own` phone this is gives. It leads back to the `bag` from
    whose sheet it was opened, if any, and to a card that counts at the end, if the giver `takes` any.
    """

    game: str
    seats: tuple[Seat, ...]
    givers: tuple[Seat, ...]
    bank_gives: bool
    giver: int | str
    receiver: int | str
    gold: str
    gift: Gift
    goods: tuple[Tally, ...]
    reasons: tuple[Choice, ...]
    reason: str
    note: str
    back_gold: str
    back: tuple[Tally, ...]
    lines: tuple[Markup, ...]
    correcting: Correcting | None
    purpose: str
    own: bool
    booty: bool
    bag: int | None = None
    takes: int | None = None

    @property
    def only_giver(self) -> bool:
        """Whether nobody else can give."""
        return len(self.givers) + self.bank_gives == 1


def pay(  # noqa: PLR0913 - an entry that is corrected, or a player who pays
    game_id: str,
    game: Game,
    form: PayForm,
    outcome: Outcome,
    correcting: Correcting | None = None,
    *,
    givers: Collection[int | None],
    own: int | None = None,
    bag: int | None = None,
    takes: bool = False,
) -> PayScreen:
    """The form as typed, and what booking it would lead to; the giver's goods, or the box's for the bank. The
    phone is that of the player at the seat `own` alone, if at all.
    """
    return PayScreen(
        game=game_id,
        seats=seats_of(game, (seat for seat in game.circle if tuple(givers) != (seat,))),
        givers=seats_of(game, (seat for seat in givers if seat is not None)),
        bank_gives=None in givers,
        giver="" if "giver" in form.unnamed else BANK if form.giver is None else form.giver,
        receiver=_receiver(form),
        gold=str(form.gold or ""),
        gift=Gift(whom(form.unnamed[0]))
        if form.unnamed
        else gift(
            game,
            form.giver,
            form.receiver,
            short_of(Words(game.seats), outcome),
            shared=form.onto_booty,
        ),
        goods=tallies(game, form.goods, _reach(game, form, "giver")),
        reasons=tuple(Choice(value, label) for value, label in reasons(game.this_round.laws).items()),
        reason=form.reason,
        note=form.note,
        back_gold=str(form.back_gold or ""),
        back=tallies(game, form.back_goods, _reach(game, form, "receiver")),
        lines=lines(Words(game.seats), outcome) if _says_anything(form) else (),
        correcting=correcting,
        purpose=correcting.purpose if correcting else str(game.round),
        own=own is not None and form.giver == own,
        booty=may_put_there(game) is None,
        bag=bag,
        takes=form.giver if takes else None,
    )


def _receiver(form: PayForm) -> int | str:
    if "receiver" in form.unnamed:
        return ""
    if form.onto_booty:
        return BOOTY
    return BANK if form.receiver is None else form.receiver


def _says_anything(form: PayForm) -> bool:
    typed = form.gold or form.goods or form.back_gold or form.back_goods
    return bool(typed) and not form.unnamed


def _reach(game: Game, form: PayForm, side: str) -> Goods:
    if side in form.unnamed:
        return Goods()
    return within_reach(game, form.giver if side == "giver" else form.receiver)
