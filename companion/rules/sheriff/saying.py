"""How the talk changes when somebody says something, once. Each ask is in its subject's module."""

from collections.abc import Set as AbstractSet
from dataclasses import replace

from companion.rules.refusals import Refusal, allow
from companion.rules.sheriff import declaring
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.talk import Ask, Talk, as_all_know, talk_of

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
    allow(ask.may(game, before, speakers))
    said = ask.said(game, before, speakers)
    earlier = talk.action_ids if talk.round != before.round else ()
    others = (*talk.other_ids, *earlier)
    if said.ready != before.ready and said.declarations == before.declarations:
        return replace(said, other_ids=(*others, action_id)[-MOST_IDS:])
    ids = (*before.action_ids, action_id)[-MOST_IDS:]
    said = replace(said, action_ids=ids, other_ids=others[-MOST_IDS:], latest=ask.latest(said))
    # What was said stays said, even if its phone is gone later. Declarations that follow keep `latest`.
    return replace(declaring.in_turn(game, said, speakers), latest=said.latest)


def is_quiet(game: Game, talk: Talk, after: Talk, speakers: AbstractSet[int]) -> bool:
    """Whether what was said changes nothing that others may notice: they see that a merchant is ready to
    declare, but not what (T4).
    """
    return as_all_know(kept_in_turn(game, talk, speakers)) == as_all_know(after)


def kept_in_turn(game: Game, kept: Talk | None, speakers: AbstractSet[int]) -> Talk:
    """What was said in the game's round, with each declaration whose turn came by itself (T4)."""
    return declaring.in_turn(game, talk_of(game, kept), speakers)


def passed_over(
    game: Game, kept: Talk | None, awake: AbstractSet[int], phones: AbstractSet[int], entry: int
) -> Talk | None:
    """Return the talk to keep while somebody with a phone is asleep: what is said because of that stays said,
    even if they wake before another word. Returns `kept` itself if nothing is.
    """
    said = kept_in_turn(game, kept, awake)
    is_so = said.declarations == kept_in_turn(game, kept, phones).declarations
    return kept if is_so else replace(said, said_on=entry)


def preview(game: Game, talk: Talk, ask: Ask, speakers: AbstractSet[int]) -> Talk | Refusal:
    """What saying this would lead to, without saying it."""
    before = kept_in_turn(game, talk, speakers)
    try:
        return ask.may(game, before, speakers) or ask.said(game, before, speakers)
    except Refusal as refusal:
        return refusal
