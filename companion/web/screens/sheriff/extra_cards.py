"""The cards before a player that count at the end, as rows and stands show them (E21)."""

from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.sheriff.extras import OPTION_OF
from companion.rules.sheriff.game import Game
from companion.web.words.sheriff.extra_words import extra_icon, extra_name


@dataclass(frozen=True, slots=True)
class ExtraCard:
    """One such card: what is drawn, what it is called, what it counts."""

    icon: str
    name: Markup
    gold: int


def extra_cards(game: Game, seat: int) -> tuple[ExtraCard, ...]:
    """All that a player has, in the order in which they came."""
    return tuple(
        ExtraCard(extra_icon(extra.what), extra_name(extra.what), extra.gold) for extra in game.extras(seat)
    )


def plays_with_extras(game: Game) -> bool:
    """Whether the table plays with any such cards."""
    return any(getattr(game.options, option) for option in OPTION_OF.values())
