"""The merchants of a round on the board, and what became of each bag."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.rules.kinds import Step
from companion.rules.ledger import NO_GOODS
from companion.rules.past import said_now
from companion.rules.seats import Stage
from companion.rules.sheriff.bags import Decision, Declaration
from companion.rules.sheriff.game import OPENED, OUT, PASSED, EntryCorrected, Event, Game
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.passed import BagPassed, PassBag
from companion.rules.sheriff.talk import Talk, decision_of
from companion.web.http.language import gettext as _
from companion.web.parts import Link, Status, link, name_of, shared
from companion.web.sheriff.stocks import Card, key_of_bag, shown_cards
from companion.web.sheriff.table import PhoneContext, Table
from companion.web.sheriff.turns import Next


@dataclass(frozen=True, slots=True)
class Merchant:
    """A merchant of this round, and the bag: `todo` while it waits, with its `state` in words. `declared` is
    what was said by phone, `turn` whether the bag is the next to be dealt with, `opens` whether it is to be
    opened, `link` where a tap leads this phone.
    """

    number: int
    name: str
    todo: bool
    state: Status
    declared: Declaration | None = None
    threatened: bool = False
    turn: bool = False
    opens: bool = False
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A bag that was booked: whose, what became of it, its cards; those that its merchant lost are `out`. It
    is no news once what came after it was taken back.
    """

    seat: int
    verdict: Status
    cards: tuple[Card, ...]
    opened: bool
    news: bool = True

    def turns(self, talk: Talk) -> bool:
        """Whether nobody saw its cards before it was booked."""
        decided = talk.decisions.get(self.seat)
        return self.opened and self.news and not (decided and decided.turned)


def judged(game: Game, event: Event) -> Judged | None:
    """What became of a bag by this entry; None if the entry is about something else."""
    match event:
        case BagOpened():
            verdict, lost = _opened(is_true=event.is_true), event.confiscated + event.to_hand
        case BagPassed():
            verdict, lost = _passed(), NO_GOODS
        case _:
            return None
    cards = shown_cards(game, key_of_bag(game, event.merchant), event.contents, lost)
    return Judged(event.merchant, verdict, tuple(cards), isinstance(event, BagOpened))


def _passed() -> Status:
    return Status(_("passed"), "ui-check", "passed")


def _opened(*, is_true: bool) -> Status:
    return Status(_("honest"), "bag_open", "honest") if is_true else Status(_("caught"), "ui-close", "caught")


def merchants(game: Game) -> tuple[Merchant, ...]:
    """The merchants, clockwise from the Sheriff's left on every phone; empty once the rounds are over."""
    if game.stage is not Stage.ROUNDS:
        return ()
    states = {
        PASSED: _passed(),
        OPENED: _opened(is_true=True),
        OUT: Status(_("sits out")),
    }
    todo = Status(_("to do"))
    return tuple(
        Merchant(
            number=seat,
            name=name_of(game.seats[seat]),
            todo=seat not in game.done,
            state=states[game.done[seat]] if seat in game.done else todo,
        )
        for seat in game.merchants
    )


def merchants_for(
    table: Table, phone: PhoneContext, common: Iterable[Merchant], following: Next
) -> Iterator[Merchant]:
    """The same merchants as one phone sees them: where a tap leads it, and whose bag is the next to do."""
    turn = following.seat if following.task.of_bag else None
    entries = shared(table, "bags", _bags_of_round)
    caught = shared(table, "caught", _caught)
    records = phone.permit.lets(Step(PassBag))
    for merchant in common:
        seat = merchant.number
        way = _way(table.game, seat, entries) if records else None
        yield replace(
            _told(phone, merchant) if merchant.todo else _judged(merchant, caught),
            turn=turn is not None and turn.number == seat,
            link=way,
        )


def _judged(merchant: Merchant, caught: frozenset[int]) -> Merchant:
    """The merchant of a bag that is done, shown as caught if it was a lie and opened."""
    if merchant.number not in caught:
        return merchant
    return replace(merchant, state=_opened(is_true=False))


def _told(phone: PhoneContext, merchant: Merchant) -> Merchant:
    """The merchant of a bag that waits, with what was said of it; of who is ready to declare, only that."""
    said = phone.talk.declarations.get(merchant.number)
    state = Status(_("ready")) if merchant.number in phone.ready else merchant.state
    threatened = phone.talk.threatened == merchant.number
    opens = decision_of(phone.talk, merchant.number) is Decision.OPENS
    return replace(merchant, declared=said, state=state, threatened=threatened, opens=opens)


def _way(game: Game, seat: int, entries: Mapping[int, int]) -> Link:
    """The link to a bag's sheet, even for one who sat out and may still have one, or to its entry."""
    if game.done.get(seat, OUT) == OUT:
        return link("bags.bag", seat=seat)
    return link("corrections.correct", entry=entries[seat])


def _bags_of_round(table: Table) -> dict[int, int]:
    """The latest bag of each merchant: the entry that a correction would name."""
    return {
        event.merchant: entry
        for entry, event in said_now(table.numbered).items()
        if isinstance(event, BagPassed | BagOpened)
    }


def _caught(table: Table) -> frozenset[int]:
    """The merchants whose bag of this round was opened as a lie, as the table knows it now (I4)."""
    game, bags = table.game, dict[int, BagPassed | BagOpened]()
    for event in (line.event for line in table.standing):
        bag = event.now if isinstance(event, EntryCorrected) and event.round == game.round else event
        if isinstance(bag, BagPassed | BagOpened):
            bags[bag.merchant] = bag
    opened = (bags[seat] for seat, state in game.done.items() if state == OPENED)
    return frozenset(bag.merchant for bag in opened if isinstance(bag, BagOpened) and not bag.is_true)
