"""Promises of this round, pinned where they are kept or broken (I10)."""

from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.game import Game
from companion.rules.table import Stage
from companion.web.words import Words


@dataclass(frozen=True, slots=True)
class Pin:
    """A promise of this round."""

    sentence: Markup


def promises(game: Game) -> tuple[Pin, ...]:
    """The promises of the round that is played."""
    words = Words(game.seats)
    return tuple(
        Pin(words.promise(given.giver, given.receiver, given.text))
        for given in game.promises
        if given.round == game.round and game.stage is Stage.ROUNDS
    )
