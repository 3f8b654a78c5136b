"""An action counts once, however often it is sent: what tells it from another by its id."""

from companion.records import Entry
from companion.rules.ruleset import Said

_SIGNS = 16  # of a fingerprint: kept beside an action's id they tell other words from the same ones


class ActionReused(Exception):  # noqa: N818 - a refusal, as the rest of the house names them
    """An action's id came again with other content: two different things cannot be one."""


def check_same(entry: Entry, mark: str) -> None:
    """Raise ActionReused unless the entry is of the action with this fingerprint."""
    if entry.fingerprint != mark:
        raise ActionReused


def sign(action_id: str, mark: str) -> str:
    """How what was said is told again: by the id of its action, and a part of its fingerprint."""
    return f"{action_id}:{mark[:_SIGNS]}"


def was_heard(was: Said, signed: str, *, is_over: bool) -> bool:
    """Whether this was said already. Raises ActionReused where its id came with other words in this round;
    of one that came a round ago, whose talk `is_over`, nothing is said now, whatever its words mean by now.
    """
    action_id = signed.partition(":")[0]
    known = next((said for said in was.action_ids if said.partition(":")[0] == action_id), None)
    if known not in {None, action_id, signed} and not is_over:
        raise ActionReused
    return known is not None
