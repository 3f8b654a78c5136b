"""A law is checked after every action: one that would break it is not stored, and its table takes no more."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.archive import Archive
from companion.codec import codec_of
from companion.games import Games
from companion.journal import Journal
from companion.laws import check_step
from companion.membership import Membership
from companion.notifier import Notifier
from companion.registry import GAMES
from companion.rules.checks import BrokenLawError
from companion.rules.kinds import TakeBack, decide
from companion.rules.ledger import BOX, GOLD, Goods, Move, purse, stand
from companion.rules.refusals import TableStopped
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.declaring import Declare
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.payments import Paid, Pay
from companion.rules.sheriff.replaying import evolve
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.talk import Talk
from companion.service import Service
from companion.web.sheriff.table import Table
from tests.rules.given import command_for, passing, paying
from tests.service.conftest import ANN, Play, Watch

FAULT = 13
"""The payment at which a planted fault shows."""
Planted = Callable[[Journal, Watch], Service]


def with_fault(**parts: Any) -> Planted:  # noqa: ANN401 - functions of a ruleset
    """A service whose rules have a fault."""
    return lambda journal, watch: Service(
        Games(replace(SHERIFF, **parts)), journal, Notifier(), watch, watch.monotonic
    )


def _paid_with(*moves: Move) -> Callable[[Game, Any], Any]:
    """A decision that moves something else."""

    def decided(game: Game, command: Any) -> Any:  # noqa: ANN401 - any command, any event
        event = decide(game, command)
        return replace(event, moves=moves) if isinstance(event, Paid) and event.gold == FAULT else event

    return decided


def _gold_from_nowhere(game: Game | None, event: Any) -> Game:  # noqa: ANN401 - any event
    after = evolve(game, event)
    if not isinstance(event, Paid) or event.gold != FAULT:
        return after
    return replace(after, balances={**after.balances, purse(2): Goods({GOLD: 1_000})})


def _lost_on_the_way(game: Game | None, event: Any) -> Game:  # noqa: ANN401 - as above
    after = evolve(game, event)
    if game is None or not isinstance(event, Paid) or event.gold != FAULT:
        return after
    return replace(after, balances={**after.balances, purse(1): game.balances[purse(1)]})


FAULTS: dict[str, Planted] = {
    "gold from nowhere": with_fault(evolve=_gold_from_nowhere),
    "gold lost on the way": with_fault(evolve=_lost_on_the_way),
    "more than there is": with_fault(decide=_paid_with(Move(purse(0), purse(1), GOLD, 9_000))),
    "more cards than the box has": with_fault(decide=_paid_with(Move(BOX, stand(1), "silk", 99))),
    "a seat that nobody has": with_fault(decide=_paid_with(Move(purse(0), purse(9), GOLD, 1))),
    "a move of nothing": with_fault(decide=_paid_with(Move(purse(0), purse(1), GOLD, 0))),
    "a good that is none": with_fault(decide=_paid_with(Move(BOX, stand(1), "gouda", 1))),
}


@pytest.fixture(params=FAULTS, ids=str)
def faulty(request: pytest.FixtureRequest, journal: Journal, watch: Watch) -> Service:
    return FAULTS[request.param](journal, watch)


def test_what_would_break_a_law_is_not_stored_and_its_table_stops(
    faulty: Service, table: Table, journal: Journal, watch: Watch, place: Path | str
) -> None:
    whole = faulty.open(command_for(), "another table", ANN)
    faulty.play(table.id, Pay(0, 1, 5), "before")
    with pytest.raises(TableStopped):
        faulty.play(table.id, Pay(0, 1, FAULT), "fault")
    assert journal.log(table.id).last_seq() == 2
    for action in (Pay(0, 1, 5), TakeBack(2), passing(1, "apples", 1)):
        with pytest.raises(TableStopped):
            faulty.play(table.id, action, f"after {action}")
    assert faulty.current(table.id).game.gold(1) == 55
    assert faulty.play(whole.id, Pay(0, 1, 5), "elsewhere").seq == 2
    (stop,) = journal.stops()
    assert (stop.game, stop.seq, stop.stopped_at) == (table.id, 3, watch.now)
    assert '"gold":13' in stop.command
    assert codec_of(SHERIFF).decode_event(stop.event).gold == FAULT
    with Archive.at(GAMES, place) as archive:
        assert [stop.game for stop in journal.stops()] == [table.id]
        (record,) = (each for each in archive.journal.games() if each.id == table.id)
        (finding,) = archive.check(record).findings
        assert "the table stopped" in str(finding)
        assert stop.command in str(finding)


def test_what_was_stored_before_is_still_found_when_it_comes_again(
    journal: Journal, watch: Watch, table: Table
) -> None:
    faulty = FAULTS["gold from nowhere"](journal, watch)
    before = faulty.play(table.id, Pay(0, 1, 5), "before")
    with pytest.raises(TableStopped):
        faulty.play(table.id, Pay(0, 1, FAULT), "fault")
    assert faulty.play(table.id, Pay(0, 1, 5), "before") == before


def test_nothing_is_said_at_a_table_that_stopped(journal: Journal, watch: Watch, table: Table) -> None:
    faulty = FAULTS["gold from nowhere"](journal, watch)
    with pytest.raises(TableStopped):
        faulty.play(table.id, Pay(0, 1, FAULT), "fault")
    with pytest.raises(TableStopped):
        faulty.say(table.id, Declare(1, Declaration("apples", 2)), "said", lambda _: frozenset(), allowed)


def allowed(_table: object, _talk: Talk, _members: object) -> None:
    """Anybody may."""


def test_all_phones_hear_that_a_table_stopped_and_it_outlives_the_process(
    journal: Journal, watch: Watch, table: Table, another_service: Callable[[], Service]
) -> None:
    keeper = Membership(journal, Notifier(), watch, watch.monotonic)
    before = keeper.look(table.id).version
    with suppress(TableStopped):
        FAULTS["gold from nowhere"](journal, watch).play(table.id, Pay(0, 1, FAULT), "fault")
    after = keeper.look(table.id).version
    assert (before.stopped, after.stopped) == (False, True)
    assert after.stamp > before.stamp
    with pytest.raises(TableStopped):
        another_service().play(table.id, Pay(0, 1, 5), "later")


def test_another_release_goes_on(
    journal: Journal, watch: Watch, table: Table, another_service: Callable[[], Service]
) -> None:
    """There the fault may be mended; if not, the table stops once more."""
    with suppress(TableStopped):
        FAULTS["gold from nowhere"](journal, watch).play(table.id, Pay(0, 1, FAULT), "fault")
    (stop,) = journal.stops()
    with journal.writing(table.id) as book:
        book.stop(replace(stop, release="0.0.1"))
    assert journal.stops() == ()
    assert another_service().play(table.id, Pay(0, 1, FAULT), "fault").game.gold(1) == 50 + FAULT


def test_sound_actions_break_nothing(table: Table, play: Play, journal: Journal) -> None:
    play(passing(1, "apples", 2, face_down=1, apples=1), paying(0, 1, 5), TakeBack(3), paying(0, 1, 7))
    assert journal.stops() == ()
    assert table.id


def test_less_than_nothing_is_seen_even_if_it_was_moved(table: Table) -> None:
    event = decide(table.game, Pay(0, 1, 5))
    owing = Goods({GOLD: 45})
    dict.__setitem__(owing, GOLD, -5)  # no way of our own leads there
    after = replace(table.game, balances={**table.game.balances, purse(0): owing})
    with pytest.raises(BrokenLawError):
        check_step(SHERIFF, table.game, event, after)
