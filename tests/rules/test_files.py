"""How files tell an evening: a line a player, a line a bag, the same sums in both."""

from hypothesis import given as throwing

from companion.rules.sheriff.files import FILES
from companion.rules.sheriff.sheet import parse
from companion.rules.sheriff.tally import CountOut
from tests.rules.evenings import evenings, evenings_of_six, fairs
from tests.rules.given import BO, CLEO, Table, given, passing


@throwing(evenings() | evenings_of_six() | fairs())
def test_a_players_line_adds_up_the_lines_of_their_bags(table: Table) -> None:
    of = FILES.tell(table.log, (), None)
    assert not of.counted
    for seat, player in zip(table.game.seats, of.players, strict=True):
        own = [bag for bag in of.bags if bag.merchant == seat.name]
        outcomes = [bag.outcome for bag in own]
        assert (player.player, player.bags) == (seat.name, len(own))
        assert (player.bags_caught, player.bags_through) == (
            outcomes.count("caught"),
            outcomes.count("through"),
        )
        assert player.bags_opened == outcomes.count("opened") + outcomes.count("caught")
        assert player.contraband == sum(bag.contraband for bag in own)
        assert player.badge_rounds == sum(badge.player == seat.name for badge in of.badges)
    given = sum(player.bribes_given_gold for player in of.players)
    assert given == sum(player.bribes_taken_gold for player in of.players)
    assert given >= sum(bag.bribes_gold for bag in of.bags)  # a bag's line has its merchant's alone


def test_an_evening_that_is_not_over_has_no_places() -> None:
    of = FILES.tell(
        given(4).when(passing(BO, "apples", 3), passing(CLEO, "bread", 2)).log, (0, 120_000), None
    )
    assert (of.rounds, of.minutes, [player.place for player in of.players]) == (1, 2, [None] * 4)
    assert [(bag.merchant, bag.declared, bag.declared_cards, bag.fine) for bag in of.bags] == [
        ("Bo", "apples", 3, 0),
        ("Cleo", "bread", 2, 0),
    ]


def test_a_counted_sheet_has_its_sums_alone() -> None:
    players = [{"name": name, "gold": 9, "stand": {"apples": 2 - seat}} for seat, name in enumerate("ABC")]
    sheet = parse({"edition": "first", "first_sheriff": "A", "players": players})
    of = FILES.tell(Table.after((CountOut(sheet).begin(),)).log, (), None)
    assert (of.counted, of.rounds, of.bags) == (True, None, ())
    assert [(who.player, who.place, who.gold, who.kings, who.bags) for who in of.players] == [
        ("A", 1, 9, ("apples",), None),
        ("B", 2, 9, (), None),
        ("C", 3, 9, (), None),
    ]
