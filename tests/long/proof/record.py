"""What phones were told, action by action, and whether the journal agrees."""

import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from http.client import HTTPException
from itertools import count
from pathlib import Path

from companion.codec import codec_of
from companion.journal import Journal
from companion.records import Entry
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.ruleset import SHERIFF
from tests.bench.evenings import Evening
from tests.bench.wire import Caller
from tests.long.proof.check import Try, holds

PHONES = 4
MOST = 9  # gold of a payment
BETWEEN_TRIES = 0.1  # seconds
PATIENCE = 8.0  # seconds until a phone sends again, as its page does
REFUSED = {HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.CONFLICT}
CODEC = codec_of(SHERIFF)


@dataclass
class Action:
    """A payment as a phone sent it, again and again with the same id until there was an answer; seconds of
    one clock. Without `status` nobody knows.
    """

    phone: int
    game: str
    payment: Pay
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    began: float = field(default_factory=time.monotonic)
    ended: float = 0.0
    status: int = 0
    unanswered: int = 0
    """How many tries had no answer before the last one, or that of a proxy or a server that did not know."""

    @property
    def is_acknowledged(self) -> bool:
        """Whether the phone was told that it is stored."""
        return self.status == HTTPStatus.SEE_OTHER


class Phone(threading.Thread):
    """Pays to and fro at a table, one payment after the other, until it is told to stop."""

    def __init__(
        self, number: int, once: Try, evening: Evening, ports: Sequence[int], sent: list[Action]
    ) -> None:
        super().__init__(daemon=True)
        self._sent = sent
        self.stopped = threading.Event()
        self._number = number
        self._dice = once.dice(f"phone {number}")
        self._evening = evening
        self._callers = [Caller(port, evening.tokens[0], timeout=PATIENCE) for port in ports]
        for caller in self._callers:
            caller.prepare(evening.game)

    def run(self) -> None:
        """Pay; what has no answer when it is told to stop stays open."""
        while not self.stopped.is_set():
            giver, receiver = self._dice.sample(range(len(self._evening.tokens)), 2)
            action = Action(
                self._number, self._evening.game, Pay(giver, receiver, self._dice.randint(1, MOST))
            )
            self._sent.append(action)
            self._send(action)
        for caller in self._callers:
            caller.close()

    def _send(self, action: Action) -> None:
        payment = action.payment
        for number in count(self._dice.randrange(len(self._callers))):
            caller = self._callers[number % len(self._callers)]
            try:
                status = caller.tries_to_pay(
                    action.game, payment.giver or 0, payment.receiver or 0, payment.gold, action.id
                )
            except (OSError, HTTPException):
                caller.close()
                status = 0
            if status == HTTPStatus.SEE_OTHER or status in REFUSED:
                action.status, action.ended = status, time.monotonic()
                return
            action.unanswered += 1
            if self.stopped.wait(BETWEEN_TRIES):
                return


@contextmanager
def playing(once: Try, evenings: Sequence[Evening], ports: Sequence[int]) -> Iterator[list[Action]]:
    """Phones that play, several at each table; all that they send is in the list."""
    sent: list[Action] = []
    phones = [
        Phone(number, once, evenings[number % len(evenings)], ports, sent)
        for number in range(PHONES * len(evenings))
    ]
    for phone in phones:
        phone.start()
    try:
        yield sent
    finally:
        for phone in phones:
            phone.stopped.set()
        for phone in phones:
            phone.join()


def known_at(moment: float, sent: Sequence[Action]) -> list[Action]:
    """What phones knew at a moment: nothing of what was answered after it, nor of what was sent."""
    return [
        action if action.ended <= moment else replace(action, status=0, ended=0.0)
        for action in sent
        if action.began <= moment
    ]


def judge(place: Path | str, evenings: Sequence[Evening], sent: Sequence[Action]) -> str:
    """Compare what phones were told with what is stored, nothing of which is about anything else; how many
    actions there were, in words.

    A refusal is about the table as it is then. Where an earlier try of the same action had no answer, it may
    still be under way, and be stored once it is not refused any more; how many were, is counted.
    """
    with Journal(place) as journal:
        late = sum(
            _judge_table(
                journal.log(evening.game).entries(), [one for one in sent if one.game == evening.game]
            )
            for evening in evenings
        )
    acknowledged = sum(one.is_acknowledged for one in sent)
    open_ = sum(not one.status for one in sent)
    refused = len(sent) - acknowledged - open_
    holds(acknowledged > 0, "nothing was acknowledged")
    return (
        f"{acknowledged:,} acknowledged, 0 lost, 0 doubled; of {refused:,} refused 0 stored,"
        f" {late} by an earlier try; {open_} open"
    )


def _judge_table(entries: Sequence[Entry], sent: Sequence[Action]) -> int:
    by_id = {one.id: one for one in sent}
    opening, *stored = entries
    ids = [entry.action_id for entry in stored]
    holds(len(set(ids)) == len(ids), "an action is stored twice")
    holds(set(ids) <= {*by_id}, f"{len(set(ids) - {*by_id})} entries that nobody sent")
    lost = [one for one in sent if one.is_acknowledged and one.id not in ids]
    holds(not lost, f"{len(lost)} acknowledged actions are lost")
    refused = [by_id[each] for each in ids if by_id[each].status in REFUSED]
    holds(all(action.unanswered for action in refused), "a refused action is stored")
    for entry in stored:
        same = entry.fingerprint == CODEC.fingerprint(by_id[entry.action_id].payment)
        holds(same, f"entry {entry.seq} is not what was sent")
    _judge_order([by_id[each] for each in ids if by_id[each] not in refused])
    holds(opening.seq == 1, "the opening is not the first entry")
    return len(refused)


def _judge_order(stored: Sequence[Action]) -> None:
    """What was answered before another action began stands before it."""
    earliest = float("inf")
    for action in reversed(stored):
        holds(action.began <= earliest, "an entry stands before one that was answered before it began")
        with suppress(ValueError):
            earliest = min(end for end in (earliest, action.ended) if end)
