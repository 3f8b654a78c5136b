"""What the talk becomes when somebody says something. One match; each rule lives with its subject."""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import assert_never

from companion.rules.refusals import Refusal
from companion.rules.sheriff import awaiting, deciding, declaring, proposals
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.talk import (
    Answer,
    Ask,
    AskPayer,
    Change,
    Decide,
    DecideAgain,
    Declare,
    LetBe,
    MarkKept,
    Nudge,
    Propose,
    Reopen,
    TakeBackDeclaration,
    Talk,
    Threaten,
    TurnOver,
    Withdraw,
    as_all_know,
    talk_of,
)

MOST_IDS = 256
"""How many of the latest actions are remembered, to recognise a double tap."""


def say(game: Game, talk: Talk, ask: Ask, action_id: str, speakers: AbstractSet[int]) -> Talk:
    """The talk after this was said; unchanged when the same action comes again. Raises a Refusal.

    `speakers` are the seats that have a phone of their own. The talk of an earlier round is over, but its
    actions are still known: a tap repeated after the badge moved on says nothing in the new round.
    """
    if action_id in (*talk.action_ids, *talk.other_ids):
        return talk
    before = kept_in_turn(game, talk, speakers)
    said = _said(game, before, ask, speakers)
    earlier = talk.action_ids if talk.round != before.round else ()
    others = (*talk.other_ids, *earlier)
    if said.ready != before.ready and said.declarations == before.declarations:
        return replace(said, other_ids=(*others, action_id)[-MOST_IDS:])
    ids = (*before.action_ids, action_id)[-MOST_IDS:]
    said = replace(said, action_ids=ids, other_ids=others[-MOST_IDS:], latest=_latest(ask, said))
    # What has been said stays so, even if its phone is gone later; what follows at once is no other word.
    return replace(declaring.in_turn(game, said, speakers), latest=said.latest)


def is_quiet(game: Game, talk: Talk, after: Talk, speakers: AbstractSet[int]) -> bool:
    """Whether nobody but a merchant who is ready may notice what was said: that somebody is ready is seen,
    and what they are going to declare is not (T4).
    """
    return as_all_know(kept_in_turn(game, talk, speakers)) == as_all_know(after)


def kept_in_turn(game: Game, kept: Talk | None, speakers: AbstractSet[int]) -> Talk:
    """What was said in the game's round, with each declaration whose turn came by itself (T4)."""
    return declaring.in_turn(game, talk_of(game, kept), speakers)


def passed_over(
    game: Game, kept: Talk | None, awake: AbstractSet[int], phones: AbstractSet[int], entry: int
) -> Talk | None:
    """The talk to be kept once somebody with a phone is asleep: what is said since then stays so, even if
    they wake before another word. The very talk that was kept if that is nothing.
    """
    said = kept_in_turn(game, kept, awake)
    is_so = said.declarations == kept_in_turn(game, kept, phones).declarations
    return kept if is_so else replace(said, said_on=entry)


def preview(game: Game, talk: Talk, ask: Ask, speakers: AbstractSet[int]) -> Talk | Refusal:
    """What saying this would lead to, without saying it."""
    try:
        return _said(game, kept_in_turn(game, talk, speakers), ask, speakers)
    except Refusal as refusal:
        return refusal


def _latest(ask: Ask, said: Talk) -> tuple[str, int]:  # noqa: C901, PLR0911, PLR0912 - one line per ask
    """What was said, in a word, and about which seat or proposal."""
    match ask:
        case Declare(merchant):
            return "declared", merchant
        case TakeBackDeclaration(merchant):
            return "unsaid", merchant
        case Threaten(merchant):
            return "threatened", merchant
        case LetBe():
            return "let_be", 0
        case Decide(merchant, decision):
            return "passed" if decision is Decision.PASSES else "opened", merchant
        case TurnOver(merchant):
            return "turned", merchant
        case AskPayer(merchant):
            return "asked", merchant
        case DecideAgain(merchant):
            return "again", merchant
        case Propose():
            return "offered", said.proposals[-1].number
        case Change(number):
            return "offered", number
        case Withdraw(number):
            return "withdrawn", number
        case Reopen(number):
            return "reopened", number
        case Answer(number, accepts):
            return "accepted" if accepts else "refused", number
        case Nudge(player):
            return "nudged", player
        case MarkKept(promise, kept):
            return ("kept" if kept else "unmarked", 0) if kept is not False else ("broken", promise.giver)
        case _:
            assert_never(ask)


def _said(  # noqa: C901, PLR0911, PLR0912 - one line per ask
    game: Game, talk: Talk, ask: Ask, speakers: AbstractSet[int]
) -> Talk:
    match ask:
        case Declare():
            return declaring.declare(game, talk, ask, speakers)
        case TakeBackDeclaration():
            return declaring.unsay(game, talk, ask)
        case Threaten():
            return declaring.threaten(game, talk, ask)
        case LetBe():
            return declaring.let_be(game, talk)
        case Decide():
            return deciding.decide(game, talk, ask)
        case TurnOver():
            return deciding.turn_over(game, talk, ask)
        case AskPayer():
            return deciding.ask_payer(game, talk, ask)
        case DecideAgain():
            return deciding.decide_again(game, talk, ask)
        case Propose():
            return proposals.propose(game, talk, ask, speakers)
        case Change():
            return proposals.change(game, talk, ask)
        case Withdraw():
            return proposals.withdraw(game, talk, ask)
        case Reopen():
            return proposals.reopen(game, talk, ask)
        case Answer():
            return proposals.answer(game, talk, ask)
        case MarkKept():
            return declaring.mark(game, talk, ask)
        case Nudge():
            return awaiting.nudge(game, talk, ask, speakers)
        case _:
            assert_never(ask)
