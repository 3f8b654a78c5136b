"""The form that names the next two Deputies, where the table draws its own cards (E7)."""

from dataclasses import dataclass

from companion.rules.sheriff.deputies import next_pairs
from companion.rules.sheriff.game import Game
from companion.web.forms.sheriff.deputy_form import PairForm
from companion.web.screens.parts import Seat, seats_of


@dataclass(frozen=True, slots=True)
class Pairing:
    """What sheriff/pair/_pair.html shows: of these `seats` two are Deputies in the round after `round`."""

    game: str
    round: int
    seats: tuple[Seat, ...]
    first: int | None
    second: int | None


def pairing(game_id: str, game: Game, form: PairForm) -> Pairing:
    """The form as far as it is filled in."""
    possible = {seat for pair in next_pairs(game) for seat in pair}
    seats = [seat for seat in game.circle if seat in possible]
    return Pairing(game_id, game.round, seats_of(game, seats), form.first, form.second)
