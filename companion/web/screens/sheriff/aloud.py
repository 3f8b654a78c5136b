"""What was agreed aloud, before the Sheriff notes it: over whose bag, what for, how much, from whom."""

from dataclasses import dataclass

from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.proposals import undecided
from companion.web.forms.sheriff.aloud_form import AloudForm, deputies_of
from companion.web.phone.sheriff.phone_context import PhoneContext
from companion.web.screens.parts import Choice, Seat, seats_of
from companion.web.screens.sheriff.deal import decisions

MOST_TAPPED = 10  # gold; more is typed


@dataclass(frozen=True, slots=True)
class Giver:
    """Somebody who may have agreed, and whether a phone asks them."""

    seat: Seat
    confirms: bool


@dataclass(frozen=True, slots=True)
class AloudScreen:
    """What sheriff/aloud/_aloud.html shows; `deputies` are those of whom this phone may say it. What is
    half-filled is kept until its `purpose` changes.
    """

    game: str
    round: int
    bags: tuple[Seat, ...]
    bag: int
    decisions: tuple[Choice, ...]
    decision: Decision
    numbers: range
    gold: int
    givers: tuple[Giver, ...]
    purpose: str
    deputies: tuple[Seat, ...] = ()
    deputy: int | None = None

    @property
    def over(self) -> Seat | None:
        """The bag, where there is only one that it can be about."""
        return self.bags[0] if len(self.bags) == 1 else None


def aloud(game_id: str, game: Game, phone: PhoneContext, form: AloudForm) -> AloudScreen:
    """The form with what was typed."""
    open_bags = undecided(game, phone.talk)
    givers = seats_of(game, (seat for seat in game.merchants if seat in game.here))
    return AloudScreen(
        game=game_id,
        round=game.round,
        bags=seats_of(game, open_bags),
        bag=form.merchant,
        decisions=decisions(Decision),
        decision=form.decision,
        numbers=range(1, MOST_TAPPED + 1),
        gold=form.gold,
        givers=tuple(Giver(giver, giver.number in phone.awake) for giver in givers),
        purpose=f"{game.round}.{len(open_bags)}",
        deputies=seats_of(game, deputies_of(game, phone)),
        deputy=form.deputy,
    )
