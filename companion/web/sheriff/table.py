"""A table as one phone sees it: who it is, what it may do (`Permit`), what was said, which entries stand.

The same answers draw the buttons and judge the requests.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion import tables
from companion.rules.kinds import PutBack, Step, TakeBack, TakenBack
from companion.rules.refusals import OnlyTheBank, RecordedSince, Refusal
from companion.rules.rights import Recording
from companion.rules.seats import Seat, Stage
from companion.rules.sheriff import decide, declaring, recorders
from companion.rules.sheriff.cards import CARDS
from companion.rules.sheriff.corrections import correct
from companion.rules.sheriff.decide import Outcome
from companion.rules.sheriff.deciding import asked_payer, is_answer, may_be_away
from companion.rules.sheriff.game import Command, Correct, Correction, Entry, Event, Game
from companion.rules.sheriff.inspection import Brought, SitOut
from companion.rules.sheriff.kinds import Action
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.proposals import may_settle, payable
from companion.rules.sheriff.refusals import NotCorrectable
from companion.rules.sheriff.rotation import EndGame
from companion.rules.sheriff.seating import PlayerJoined
from companion.rules.sheriff.talk import Ask, Talk, silence
from companion.web import permits
from companion.web.here import Here

Table = tables.Table[Game, Event]
Line = tables.Line[Entry]


def seats_at(table: Table, seq: int, undone: Mapping[range, PlayerJoined]) -> tuple[Seat, ...]:
    """Who sat there when an entry was made, by their present names; those whose joining was `undone` since,
    by the name they had.
    """
    seats = table.game.seats
    for seen, event in undone.items():
        if seq in seen:
            seats = (*seats[: event.seat], Seat(event.name, event.shield), *seats[event.seat + 1 :])
    return seats


def undone_comings(table: Table) -> dict[range, PlayerJoined]:
    """The joinings that were taken back for good, each by the range of entries from it to its taking back."""
    standing = {line.seq for line in table.standing}
    undone = {line.event.seq: line.seq for line in table.lines if isinstance(line.event, TakenBack)}
    return {
        range(line.seq, undone[line.seq] + 1): line.event
        for line in table.lines
        if isinstance(line.event, PlayerJoined) and line.seq not in standing
    }


def preview(table: Table, action: Command | Correct) -> Outcome:
    """What booking an action would lead to; a correction is decided as things were before its entry."""
    if not isinstance(action, Correct):
        return decide.preview(table.game, action)
    was, before = table.as_corrected(action.seq), table.known_before(action.seq)
    if was is None or before is None:
        return NotCorrectable()
    return decide.outcome(lambda: correct(table.log, was, action), before, action.command)


class Permit(permits.Permit[Game, Event]):
    """What one phone may do at one table of this game."""

    __slots__ = ()

    def may_take_card(self, seat: int) -> bool:
        """Whether rules and rights now let a seat take any card that counts at the end (E21)."""
        return any(self.allows(card.takes, seat) for card in CARDS.values())

    def has_card_due(self, seat: int) -> bool:
        """Whether this seat's bag lets it take a card now, which it cannot later (E19, E22)."""
        return any(card.takes.for_bag and self.allows(card.takes, seat) for card in CARDS.values())

    def may_record(self, step: Step) -> Refusal | None:
        """Where those who give something away record it, `refusal` says whose phone that is."""
        return recorders.may_record(self.recording, self.actor, self.table.game, step)

    def may_pay(self, giver: int | None) -> bool:
        """Whether this phone may give away a seat's gold and goods (None: the bank's)."""
        return recorders.may_pay_for(self.recording, self.actor, giver) is None

    def may_give(self, giver: int, merchant: int) -> bool:
        """Whether this phone may decide alone what a seat gives over this merchant's bag."""
        return recorders.may_give(self.recording, self.actor, giver, merchant, self.speakers) is None

    def may_correct(self, event: Entry) -> bool:
        """Whether this phone may correct such an entry; whether it can be corrected at all, the rules say."""
        return self.why_not_correct(event) is None

    def why_not_correct(self, was: Entry | None, now: Correction | None = None) -> Refusal | None:
        """As for any game."""
        if was is None:
            return NotCorrectable()
        return recorders.may_correct_entry(self.recording, self.actor, was, now, self.speakers)

    def may_run_clock(self) -> bool:
        """Whether this phone may start and stop the inspection clock."""
        return recorders.may_run_clock(self.recording, self.actor, self.table.game) is None

    def why_silent(self, said: Talk, ask: Ask) -> Refusal | None:
        """Why this phone has no right to say this; None if it has."""
        return recorders.may_say(self.actor, self.table.game, said, ask, self.speakers)

    def may_turn(self, merchant: int) -> bool:
        """Whether this phone may correct what the Sheriff decided of this merchant's bag."""
        return recorders.may_turn(self.actor, merchant, self.speakers) is None

    def pays(self, said: Talk, merchant: int) -> bool:
        """Whether one of this phone's seats was asked which goods pay for this bag (D2)."""
        asked = asked_payer(self.table.game, said, merchant)
        return self.recording is not Recording.BANK and asked in self.actor.seats

    def refusal(self, action: Action, said: Talk | None = None, *, late: bool = False) -> Refusal | None:
        """Why this phone may not have an action booked; `late` once the inspection's time is up."""
        if isinstance(action, PutBack) and said is not None and said.said_on >= action.seq:
            return RecordedSince()  # words over a bag that was taken back are newer than the bag
        if isinstance(action, PassBag | OpenBag):
            return self._of_bag(action, said or silence(self.table.game), late=late)
        refusal = super().refusal(action)
        if refusal is None and isinstance(action, TakeBack) and not self.actor.bank:
            return OnlyTheBank() if said is not None and self._badge_at_work(said) else None
        if refusal is None and said is not None and isinstance(action, SitOut | Leave | EndGame):
            seat = action.merchant if isinstance(action, SitOut) else self.table.game.sheriff
            return may_be_away(self.table.game, said, action.seat if isinstance(action, Leave) else seat)
        return refusal

    def _badge_at_work(self, said: Talk) -> bool:
        """Whether the latest entry handed the badge on, and something was said since: without that entry it
        would be said no longer.
        """
        table = self.table
        *_, before, now = table.states
        moved = (before.round, before.sheriffs) != (now.round, now.sheriffs)
        return moved and said.said_on >= table.standing[-1].seq

    def _of_bag(self, bag: PassBag | OpenBag, said: Talk, *, late: bool) -> Refusal | None:
        game = self.table.game
        agreed = payable(game, said, bag.merchant)
        mine = recorders.may_book(self.recording, self.actor, game, bag, agreed, self.speakers)
        if isinstance(bag, OpenBag) and self.pays(said, bag.merchant):
            mine = None if is_answer(game, said, bag) else mine
        return mine or may_settle(game, said, bag, late=late)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneContext(Here):
    """How one phone sees a table. `just_dealt` is how a bag was dealt with last, until something newer is
    booked or said. All see who is `ready` to declare before their turn; what they declare is in the talk of
    their own phone (T4). `late_since` is when the inspection's time ran out (milliseconds since 1970); the
    `talk` is what can still come to something (T7). It `shows` the noted cards of an opened bag: that of this
    merchant of its own.
    """

    permit: Permit
    talk: Talk
    ready: frozenset[int] = frozenset()
    late_since: int | None = None
    just_dealt: Brought | None = None
    shows: int | None = None

    @property
    def late(self) -> bool:
        """Whether the inspection's time is up."""
        return self.late_since is not None

    def says(self, ask: Ask) -> bool:
        """Whether rights and rules now let this phone say this."""
        permit, talk = self.permit, self.talk
        return not (permit.why_silent(talk, ask) or ask.may(permit.table.game, talk, permit.speakers))

    def waits_for(self, game: Game) -> frozenset[int]:
        """The players who are still to come in, while the door is open to them and nothing has happened."""
        return frozenset() if self.talk.declarations else self.awaits(game.here)

    def declares_next(self, game: Game) -> int | None:
        """Which of this phone's merchants has to declare now, if several phones take part."""
        if not self.is_shared:
            return None
        seat = declaring.next_speaker(game, self.talk, self.awake)
        return seat if seat in self.me.seats else None

    def beside_deputy(self, game: Game) -> int | None:
        """The other Deputy, if this phone is a Deputy's own and theirs is awake too: nobody decides for them
        unsaid (E11). None else.
        """
        others = [seat for seat in game.deputies if seat not in self.me.seats]
        return others[0] if len(others) == 1 and others[0] in self.awake else None

    def packs(self, game: Game) -> int | None:
        """Whose bag this phone packs and declares, whoever's turn it is: that of its only seat, if several
        phones take part.
        """
        own = self.own_seat
        if game.stage is not Stage.ROUNDS or own is None:
            return None
        said = own in self.talk.declarations or own in self.talk.ready or own in self.talk.decisions
        return own if own in game.waiting and not said else None
