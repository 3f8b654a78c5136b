"""A merchant's declaration, on the merchant's own phone."""

from dataclasses import dataclass

from companion.rules.sheriff import declaring
from companion.rules.sheriff.bags import MOST_CARDS, Declaration
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.refusals import DeclaresFirst
from companion.web.forms.sheriff.talk_form import declared
from companion.web.phone.sheriff.phone_context import PhoneContext
from companion.web.screens.parts import Seat, seat_of


@dataclass(frozen=True, slots=True)
class DeclarationScreen:
    """What sheriff/declare/_declare.html shows; `unsay` if it can be taken back, `on` carries it along.
    It is said `after` the one whose turn is earlier (T4). The own bag stays `unnoted` if it is only said.
    """

    game: str
    round: int
    seat: Seat
    goods: tuple[str, ...]
    most: int
    good: str
    said: str
    number: int
    on: str
    unsay: bool
    after: Seat | None
    unnoted: bool = False


def declaration(
    game_id: str, game: Game, phone: PhoneContext, merchant: int, typed: Declaration
) -> DeclarationScreen:
    """The goods and the numbers, with what was typed or else what was declared."""
    said = phone.talk.declarations.get(merchant)
    refusal = declaring.may_declare(game, phone.talk, merchant, phone.awake)
    return DeclarationScreen(
        game=game_id,
        round=game.round,
        seat=seat_of(game, merchant),
        goods=game.legal_goods,
        most=MOST_CARDS,
        good=typed.good or (said.good if said else ""),
        said=said.good if said else "",
        number=said.number if said else 0,
        on=declared(said),
        unsay=declaring.may_unsay(game, phone.talk, merchant) is None,
        after=seat_of(game, refusal.player) if isinstance(refusal, DeclaresFirst) else None,
    )
