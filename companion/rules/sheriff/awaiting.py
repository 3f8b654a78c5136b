"""Which player a table with several phones waits for, and the nudge to that player."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from companion.rules import kinds
from companion.rules.refusals import Refusal
from companion.rules.sheriff import ending
from companion.rules.sheriff.deciding import asked_payer, next_bag
from companion.rules.sheriff.declaring import next_speaker
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.proposals import Answer
from companion.rules.sheriff.refusals import NotAwaited
from companion.rules.sheriff.talk import Ask, Talk
from companion.rules.stages import Stage


def awaited(game: Game, talk: Talk, speakers: AbstractSet[int]) -> int | None:
    """The player all others wait for: asked which goods go (D2), else next to declare (T4), else to confirm
    what was agreed aloud, else the Sheriff, or a Deputy with a phone; in the count, next to turn cards over
    or to serve Feast Plates. None if that player is gone or has no phone, and so is asked aloud, and if it is
    up to the bank.
    """
    player = _due(game, talk, speakers)
    return player if player in speakers and player in game.here else None


def _due(game: Game, talk: Talk, speakers: AbstractSet[int]) -> int | None:
    if game.stage is Stage.ROUNDS:
        return _in_rounds(game, talk, speakers)
    return ending.next_in_turn(game) if game.stage is Stage.COUNT else None


def _in_rounds(game: Game, talk: Talk, speakers: AbstractSet[int]) -> int:
    asked = asked_payer(game, talk, next_bag(game, talk)) if game.waiting else None
    first = (asked, next_speaker(game, talk, speakers), _confirms(game, talk, speakers))
    sheriffs = (seat for seat in game.sheriffs if seat in speakers)
    return next((player for player in (*first, *sheriffs) if player is not None), game.sheriff)


def _confirms(game: Game, talk: Talk, speakers: AbstractSet[int]) -> int | None:
    """The player who has to confirm on their phone what was agreed aloud over a bag."""
    aloud = (proposal for proposal in talk.proposals if proposal.aloud and proposal.asked in speakers)
    waits = (one.asked for one in aloud if Answer(one.number, accepts=False).may(game, talk) is None)
    return next(waits, None)


@dataclass(frozen=True, slots=True)
class Nudge(Ask):
    """The bank asks the player all others wait for to go on: that player's phone vibrates again."""

    word = "nudged"
    by = kinds.Recorder.BANK
    player: int

    def may(self, game: Game, talk: Talk, phones: AbstractSet[int] = frozenset()) -> Refusal | None:
        """Refuse unless all wait for the player."""
        return None if awaited(game, talk, phones) == self.player else NotAwaited(self.player)

    def said(self, _game: Game, talk: Talk, _phones: AbstractSet[int]) -> Talk:
        """Count one more nudge."""
        return replace(talk, nudges=talk.nudges + 1)
