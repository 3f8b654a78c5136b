"""For whom a table with several phones waits, and who is nudged for it."""

from collections.abc import Set as AbstractSet
from dataclasses import replace

from companion.rules.sheriff.deciding import asked_payer
from companion.rules.sheriff.declaring import next_speaker
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.refusals import NotAwaited
from companion.rules.sheriff.talk import Nudge, Talk
from companion.rules.stages import Stage


def awaited(game: Game, talk: Talk, speakers: AbstractSet[int]) -> int | None:
    """The player for whom all others wait: who was asked which goods go (D2), else who declares next (T4),
    else the Sheriff. None if that player has no phone, and so is asked aloud, or after the rounds.
    """
    if game.stage is not Stage.ROUNDS:
        return None
    asked = asked_payer(game, talk, game.waiting[0]) if game.waiting else None
    speaker = next_speaker(game, talk, speakers) if asked is None else asked
    player = game.sheriff if speaker is None else speaker
    return player if player in speakers else None


def nudge(game: Game, talk: Talk, ask: Nudge, speakers: AbstractSet[int]) -> Talk:
    """That player's phone is felt once more."""
    if awaited(game, talk, speakers) != ask.player:
        raise NotAwaited(ask.player)
    return replace(talk, nudges=talk.nudges + 1)
