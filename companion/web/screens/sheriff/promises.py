"""Promises, shown where they are kept or broken (I10)."""

from collections.abc import Collection
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.sheriff import declaring
from companion.rules.sheriff.bags import Promise
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.talk import MarkKept
from companion.rules.stages import Stage
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.phone_context import PhoneContext
from companion.web.screens.sheriff.deal import is_over_with_its_round
from companion.web.screens.sheriff.talk_panel import is_talking
from companion.web.words.people import say
from companion.web.words.sheriff.sentences import Words


@dataclass(frozen=True, slots=True)
class Pin:
    """A promise that may be due; `mark` if this phone may say that it was kept, or was not."""

    sentence: Markup
    promise: Promise
    kept: bool = False
    mark: bool = False


def promises(game: Game, seats: Collection[int] | None = None) -> tuple[Pin, ...]:
    """The promises that may be due now, as booked; of all players, or those to and from these seats."""
    if game.stage is not Stage.ROUNDS:
        return ()
    among = game.circle if seats is None else seats
    return tuple(
        _pin(game, given)
        for given in game.promises
        if _is_due(game, given) and not {given.giver, given.receiver}.isdisjoint(among)
    )


def promised(game: Game, phone: PhoneContext) -> tuple[Pin, ...]:
    """The same; if there is talk, with those of deals that are not booked yet, and with marks."""
    if not is_talking(game, phone):
        return promises(game)
    return tuple(
        _pin(
            game,
            given,
            kept=given in phone.talk.kept,
            mark=phone.permit.says(phone.talk, MarkKept(given, kept=True)),
        )
        for given in declaring.promises_of(game, phone.talk)
        if not is_over_with_its_round(game, given)
    )


def _is_due(game: Game, given: Promise) -> bool:
    return declaring.may_be_due(game, given) and not is_over_with_its_round(game, given)


def _pin(game: Game, given: Promise, *, kept: bool = False, mark: bool = False) -> Pin:
    sentence = Words(game.seats).promise(given.giver, given.receiver, given.text)
    if given.round < game.round:
        sentence = say(_("Round %(round)s: %(promise)s"), round=given.round, promise=sentence)
    return Pin(sentence, given, kept, mark)
