"""What evenings tell together, by hand."""

import pytest

from companion.rules.evenings import Evening, Guest, Kept, Meeting, Naming, Past, past, spelling
from companion.rules.ledger import Goods
from companion.rules.nottingham import ending, way
from companion.rules.nottingham.deliveries import Deliver
from companion.rules.nottingham.story import evening as told_by_nottingham
from companion.rules.sheriff import ending as sheriff_ending
from companion.rules.sheriff import rotation as sheriff
from companion.rules.sheriff.ending import RevealContraband
from companion.rules.sheriff.story import evening
from tests.rules.given import deal, given, opened, passing
from tests.rules.nottingham import given as nottingham

ANN, BO, CLEO = map(spelling, ("Ann", "Bo", "Cleo"))


def kept(number: int, *guests: tuple[str, int, int], word: str = "sheriff", replaces: str = "") -> Kept:
    """An evening: each name with its place and total."""
    there = tuple(Guest(name, "leaf", place, total, {"caught": place}) for name, place, total in guests)
    return Kept(str(number), number, word, Evening(there, 60, replaces))


def told(*evenings: Kept, naming: Naming = Naming()) -> Past:  # noqa: B008 - it is frozen
    """These evenings together, the latest first."""
    return past(naming, evenings)


def test_wins_average_and_best_are_counted_by_game() -> None:
    there = told(
        kept(3, ("Ann", 1, 30), ("Bo", 2, 20), word="nottingham"),
        kept(2, ("Ann", 2, 101), ("Bo", 1, 150)),
        kept(1, ("Ann", 1, 120), ("Bo", 1, 120), ("Cleo", 3, 90)),
    )
    ann, bo, cleo = (
        next(one for one in there.standings["sheriff"] if one.person == who) for who in (ANN, BO, CLEO)
    )
    assert [one.person for one in there.standings["sheriff"]] == [BO, ANN, CLEO]
    assert (ann.evenings, ann.wins, ann.average, ann.best) == (2, 1, 111, 120)
    assert (bo.evenings, bo.wins, bo.average, bo.best) == (2, 2, 135, 150)
    assert (cleo.evenings, cleo.wins, cleo.average, cleo.best) == (1, 0, 90, 90)
    assert ann.deeds == {"caught": 3}
    assert [(one.person, one.wins, one.average) for one in there.standings["nottingham"]] == [
        (ANN, 1, 30),
        (BO, 0, 20),
    ]


def test_places_are_compared_in_any_game() -> None:
    there = told(
        kept(3, ("Ann", 1, 30), ("Bo", 2, 20), word="nottingham"),
        kept(2, ("Ann", 2, 101), ("Bo", 1, 150)),
        kept(1, ("Ann", 1, 120), ("Bo", 1, 120), ("Cleo", 3, 90)),
    )
    assert there.meetings(ANN) == [Meeting(BO, 3, 1, 1), Meeting(CLEO, 1, 1, 0)]
    assert there.meetings(CLEO) == [Meeting(ANN, 1, 0, 1), Meeting(BO, 1, 0, 1)]


def test_names_that_look_alike_are_one_person() -> None:
    there = told(kept(2, ("ANN", 1, 5), ("Bo", 2, 4)), kept(1, ("Ann", 1, 5), ("\u0410nn", 2, 4)))
    assert spelling("\u0410nn") == ANN
    assert there.people[ANN].name == "ANN"
    assert [each.there for each in there.evenings] == [(ANN, BO), (ANN, None)]


def test_merged_spellings_are_one_person_unless_both_sit_at_one_table() -> None:
    naming = Naming().merged(BO, ANN).merged(CLEO, BO)
    assert naming.spellings == {BO: ANN, CLEO: ANN}
    assert naming.merged(ANN, CLEO) is naming
    there = told(kept(2, ("Bo", 1, 5)), kept(1, ("Ann", 1, 5), ("Cleo", 2, 4)), naming=naming)
    assert [each.there for each in there.evenings] == [(ANN,), (ANN, CLEO)]
    assert there.spellings(ANN) == {BO: "Bo", ANN: "Ann"}
    assert naming.parted(CLEO).spellings == {BO: ANN}


def test_a_person_keeps_the_name_that_was_chosen() -> None:
    naming = Naming().called(ANN, "Anna")
    assert naming.person(spelling("Anna")) == ANN
    there = told(kept(1, ("Ann", 1, 5)), naming=naming)
    assert there.people[ANN].name == "Anna"
    merged = naming.merged(ANN, BO)
    assert merged.names == {}
    assert merged.person(spelling("Anna")) == BO


@pytest.mark.parametrize("totals, average", [((70, 71), 71), ((125, 126), 126), ((70, 70, 71), 70)])
def test_half_a_point_of_an_average_is_rounded_up(totals: tuple[int, ...], average: int) -> None:
    there = told(*(kept(at, ("Ann", 1, total)) for at, total in enumerate(totals, 1)))
    assert there.standings["sheriff"][0].average == average


def test_a_seat_that_nobody_named_is_nobody() -> None:
    evening = Evening((Guest("Leaf", "leaf", 1, 5, {}, named=False), Guest("Bo", "stag", 2, 4)))
    there = told(Kept("1", 1, "sheriff", evening))
    assert [each.there for each in there.evenings] == [(None, BO)]
    assert list(there.people) == [BO]


def test_a_count_that_another_one_replaces_does_not_count() -> None:
    there = told(kept(2, ("Ann", 1, 6), replaces="1"), kept(1, ("Ann", 1, 5)))
    assert [each.id for each in there.evenings] == ["2"]
    assert there.standings["sheriff"][0].best == 6


# What a game tells of itself


def test_a_finished_game_tells_who_came_and_what_they_did() -> None:
    table = given(3).when(
        passing(1, "apples", 3, deal(1, 0, 6), face_down=2, apples=1),
        opened(2, "cheese", 2, silk=1, cheese=1),
        sheriff.EndGame(),
    )
    assert not evening(table.log, ()).guests
    table = table.when(RevealContraband(1, Goods({"silk": 2})), sheriff_ending.CloseCount())
    of = evening(table.log, (0, 60_000))
    assert of.minutes == 1
    assert [(guest.name, guest.shield, guest.named) for guest in of.guests] == [
        ("Ann", "leaf", True),
        ("Bo", "stag", True),
        ("Cleo", "arrow", True),
    ]
    assert [(guest.place, guest.total) for guest in of.guests] == [
        (player.rank, player.total) for player in (table.game.result.players if table.game.result else ())
    ]
    ann, bo, cleo = (guest.deeds for guest in of.guests)
    assert (bo["brought"], bo["false"], bo["through"], bo["given"], bo["gold_given"]) == (1, 1, 1, 1, 6)
    assert (cleo["false"], cleo["caught"]) == (1, 1)
    assert (ann["taken"], ann["gold_taken"], ann["inspected"], ann["hits"]) == (1, 6, 1, 1)


def test_nottingham_tells_deliveries_missions_and_ambushes() -> None:
    table = nottingham.given(3).when(Deliver(0, "gold", 3), way.EndGame())
    assert not told_by_nottingham(table.log, ()).guests
    of = told_by_nottingham(table.when(ending.CloseCount()).log, ())
    assert [guest.deeds["deliveries"] for guest in of.guests] == [1, 0, 0]
    assert {word for guest in of.guests for word in guest.deeds} == {
        "deliveries",
        "called_off",
        "missions",
        "ambushes",
    }


def test_who_met_whom() -> None:
    there = told(kept(2, ("Ann", 1, 5), ("Bo", 2, 4)), kept(1, ("Cleo", 1, 5)))
    assert there.met(ANN) == {ANN, BO}
    assert there.met(CLEO) == {CLEO}
