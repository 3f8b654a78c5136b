"""Promises of this round, pinned where they are kept or broken (I10)."""

from dataclasses import dataclass

from markupsafe import Markup

from companion.rules import declaring
from companion.rules.bags import Promise
from companion.rules.game import Game
from companion.rules.table import Stage
from companion.rules.talk import MarkKept
from companion.web.screens.talk import is_talking
from companion.web.sight import Sight
from companion.web.words import Words


@dataclass(frozen=True, slots=True)
class Pin:
    """A promise of this round; `mark` if this phone may say that it was kept, or was not."""

    sentence: Markup
    promise: Promise
    kept: bool = False
    mark: bool = False


def promises(game: Game) -> tuple[Pin, ...]:
    """The promises of the round that is played, as they were booked."""
    return tuple(
        _pin(game, given)
        for given in game.promises
        if given.round == game.round and game.stage is Stage.ROUNDS
    )


def promised(game: Game, sight: Sight) -> tuple[Pin, ...]:
    """The same with those of deals that are not booked yet, and with their marks, where there is talk."""
    if not is_talking(game, sight):
        return promises(game)
    return tuple(
        _pin(
            game,
            given,
            kept=given in sight.talk.kept,
            mark=sight.permit.says(sight.talk, MarkKept(given, kept=True)),
        )
        for given in declaring.promises_of(game, sight.talk)
    )


def _pin(game: Game, given: Promise, *, kept: bool = False, mark: bool = False) -> Pin:
    sentence = Words(game.seats).promise(given.giver, given.receiver, given.text)
    return Pin(sentence, given, kept, mark)
