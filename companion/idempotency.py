"""An action counts once, however often it is sent; another action with the same id is refused."""

from companion.rules.ruleset import Said

_SIGNS = 16  # digits of a fingerprint, kept beside the action's id: enough to see other content


class ActionReused(Exception):  # noqa: N818 - a refusal, as the rest of the house names them
    """An action's id came again with other content: two different things cannot be one."""


def check_same(stored: str, fingerprint: str) -> None:
    """Raise ActionReused unless the fingerprint that is stored with an action's id is this one."""
    if stored != fingerprint:
        raise ActionReused


def sign(action_id: str, fingerprint: str) -> str:
    """How something said is recognized when it comes again: its action's id and a part of its fingerprint."""
    return f"{action_id}:{fingerprint[:_SIGNS]}"


def knows(said: Said, action_id: str) -> str | None:
    """The sign of this action, if anything was said by it."""
    every = (*said.action_ids, *said.other_ids)
    return next((known for known in every if known.partition(":")[0] == action_id), None)


def was_heard(was: Said, signed: str, *, is_over: bool) -> bool:
    """Whether this was said already. Raises ActionReused if its id came with other content in this round. If
    it came in an earlier round, whose talk `is_over`, it counts as said, whatever its content.
    """
    action_id = signed.partition(":")[0]
    known = knows(was, action_id)
    if known not in {None, action_id, signed} and not is_over:
        raise ActionReused
    return known is not None
