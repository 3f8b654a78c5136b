"""What an evening tells: its bags, what they were let pass for, everybody's gold, and honours."""

from collections import Counter
from dataclasses import astuple, replace
from itertools import pairwise

import pytest
from hypothesis import given as throwing

from companion.rules.ledger import Goods
from companion.rules.past import known_now, minutes
from companion.rules.sheriff.bags import Declaration, Promise, Share
from companion.rules.sheriff.booty import ShareBooty
from companion.rules.sheriff.ending import CloseCount, CountGold, RevealContraband
from companion.rules.sheriff.game import Correct, EntryCorrected
from companion.rules.sheriff.inspection import Bag, SitOut
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.rotation import EndGame, PassBadge
from companion.rules.sheriff.seating import Join
from companion.rules.sheriff.sheet import parse
from companion.rules.sheriff.story import (
    LEAST,
    MOST_HONOURS,
    Bribes,
    Feat,
    Outcome,
    PlayerTold,
    Story,
    Term,
    story,
)
from companion.rules.sheriff.tally import CountOut
from tests.rules.evenings import evenings, evenings_of_six, fairs
from tests.rules.given import ANN, BO, CLEO, DOV, EVE, FLO, SILK, Table, deal, given, opened, passing

MINUTE = 60_000
HOUR = 60 * MINUTE


def told(table: Table, **marks: tuple[Promise, ...]) -> Story:
    return story(table.log, (), **marks)


def player(table: Table, seat: int) -> PlayerTold:
    return told(table).players[seat]


def holders(table: Table, feat: Feat) -> list[tuple[int, int, int]]:
    """Who has an honour, with how many of how many."""
    found = (honour.holders for honour in told(table).honours if honour.feat is feat)
    return [(one.seat, one.number, one.of) for each in found for one in each]


def honest(seat: int) -> PassBag:
    return passing(seat, "apples", 1)


def false(seat: int) -> PassBag:
    return passing(seat, "apples", 1, cheese=1)


def caught(seat: int) -> OpenBag:
    return opened(seat, "apples", 1, mead=1)


@throwing(evenings() | evenings_of_six() | fairs())
def test_whatever_is_played_the_numbers_of_a_story_add_up(table: Table) -> None:
    of = told(table)
    every_bag_is_told_once(table, of)
    what_is_given_is_taken(of)
    the_curve_ends_in_what_everybody_has(table, of)
    an_honour_is_some_of_all_and_of_the_best(of)


def every_bag_is_told_once(table: Table, of: Story) -> None:
    said = known_now(table.log)
    assert [bag.entry for bag in of.bags] == [seq for seq, event in said.items() if isinstance(event, Bag)]
    assert {*Counter((bag.round, bag.bag.merchant) for bag in of.bags).values()} <= {1}
    outcomes = Counter(bag.outcome for bag in of.bags)
    passed = outcomes[Outcome.PASSED] + outcomes[Outcome.THROUGH]
    assert (
        sum(who.brought for who in of.players)
        == len(of.bags)
        == passed + sum(who.opened for who in of.players)
    )
    assert sum(who.caught for who in of.players) == outcomes[Outcome.CAUGHT]
    for who in of.players:
        assert who.brought - who.opened >= who.through >= 0
        assert who.caught <= who.opened
        assert who.smuggled <= who.contraband
    for bag in of.bags:
        assert bag.contents.total == bag.bag.declaration.number
        assert bag.contraband == 0 or bag.outcome is not Outcome.PASSED
    if not any(bag.bag.together for bag in of.bags):
        terms = [term for who in of.players for term in who.terms]
        assert sum(term.opened + term.passed for term in terms) == len(of.bags)
        assert sum(term.hits for term in terms) == outcomes[Outcome.CAUGHT]


def what_is_given_is_taken(of: Story) -> None:
    given_, taken = (
        [sum(numbers) for numbers in zip(*map(astuple, bribes), strict=True)]
        for bribes in ((who.given for who in of.players), (who.taken for who in of.players))
    )
    assert given_ == taken
    assert given_[1] == sum(deal.gold for bag in of.bags for deal in bag.bribes)
    assert sum(who.paid for who in of.players) == sum(who.received for who in of.players)


def the_curve_ends_in_what_everybody_has(table: Table, of: Story) -> None:
    first, game = table.states[0], table.game
    assert of.rounds == tuple(range(first.round, game.round + 1))
    if game.options.coins_on_table:
        assert of.curve == ()
        return
    assert [point.round for point in of.curve] == [first.round - 1, *of.rounds]
    assert of.curve[-1].gold == table.purses
    if game.result is not None:
        assert of.curve[-1].gold == tuple(counted.gold for counted in game.result.players)
    if not any(isinstance(event, EntryCorrected) for event in table.events):
        ends = [before for before, after in pairwise(table.states) if after.round > before.round]
        for point, after in zip(of.curve[1:], [*ends, game], strict=True):
            there = range(len(after.seats))
            assert point.gold[: len(there)] == tuple(after.gold(seat) for seat in there)
            assert {*point.gold[len(there) :]} <= {None}


def an_honour_is_some_of_all_and_of_the_best(of: Story) -> None:
    assert len(of.honours) <= MOST_HONOURS
    assert [honour.feat for honour in of.honours] == [
        feat for feat in Feat if feat in {honour.feat for honour in of.honours}
    ]
    for honour in of.honours:
        seats = [one.seat for one in honour.holders]
        assert seats == sorted({*seats})
        for one in honour.holders:
            assert LEAST[honour.feat] <= one.number <= one.of


def test_before_anybody_brings_a_bag_there_is_nothing_to_tell() -> None:
    of = told(given(3))
    assert (of.bags, of.honours) == ((), ())
    assert of.players[BO].brought == 0
    assert [(point.round, point.gold) for point in of.curve] == [(0, (50, 50, 50)), (1, (50, 50, 50))]


def test_nobody_brought_a_bag() -> None:
    table = given(3).when(SitOut(BO), SitOut(CLEO), EndGame(), CloseCount())
    of = told(table)
    assert (of.bags, of.honours) == ((), ())
    assert {who.count.total for who in of.players if who.count} == {50}
    assert [point.gold for point in of.curve] == [(50, 50, 50), (50, 50, 50)]


def test_no_bag_was_opened_so_nobody_has_a_sharp_eye() -> None:
    table = given(3).when(passing(BO, "apples", 2, face_down=2), passing(CLEO, "cheese", 1))
    of = told(table)
    assert [bag.outcome for bag in of.bags] == [Outcome.THROUGH, Outcome.PASSED]
    assert of.players[ANN].terms[0] == replace(of.players[ANN].terms[0], opened=0, hits=0, passed=2, profit=0)
    assert [honour.feat for honour in of.honours] == [Feat.SMUGGLER, Feat.BLUFF]


def test_what_became_of_a_bag_is_known_at_once_of_which_kind_its_contraband_was_is_not() -> None:
    table = given(4).when(
        passing(BO, "apples", 3, cheese=1, apples=2),
        PassBag(
            CLEO,
            Declaration("bread", 3),
            Goods({"face_down": 2, "bread": 1}),
            (deal(CLEO, ANN, bag={"silk": 1}),),
            there=Goods({"silk": 1}),
        ),
        opened(DOV, "cheese", 2, mead=1, cheese=1),
        EndGame(),
        RevealContraband(CLEO, Goods({"pepper": 1})),
        RevealContraband(ANN, Goods({"silk": 1})),
    )
    of = told(table)
    assert [(bag.outcome, bag.contraband, dict(bag.contents)) for bag in of.bags] == [
        (Outcome.THROUGH, 0, {"cheese": 1, "apples": 2}),
        (Outcome.THROUGH, 2, {"face_down": 1, "bread": 1, "silk": 1}),
        (Outcome.CAUGHT, 1, {"mead": 1, "cheese": 1}),
    ]


def test_i12_royal_summons_with_all_else_as_declared_are_no_lie() -> None:
    table = given(3, promo={"royal_summons": 1}).when(opened(BO, "apples", 2, apples=1, royal_summons=1))
    assert told(table).bags[0].outcome is Outcome.OPENED
    assert (player(table, BO).false, player(table, BO).contraband) == (0, 1)
    assert player(table, ANN).terms[0].hits == 0


def test_a_bribe_is_what_anybody_gives_the_sheriff_over_a_bag() -> None:
    """In gold, goods and words, for the own bag or another's; what the Sheriff gives is none, nor what two
    merchants give each other.
    """
    bribes = (deal(BO, ANN, 4, "I open none of yours", {"apples": 1}), deal(BO, ANN, 0, "Nor Cleo’s"))
    others = (deal(CLEO, ANN, 9), deal(ANN, BO, 2), deal(BO, CLEO, 1, "Thanks"))
    table = given(3).when(passing(BO, "apples", 2, *bribes, *others))
    assert player(table, ANN).taken == Bribes(3, 13, 1, 2)
    assert (player(table, BO).given, player(table, CLEO).given) == (Bribes(2, 4, 1, 2), Bribes(1, 9, 0, 0))
    assert (
        player(table, ANN).given == player(table, BO).taken == player(table, CLEO).taken == Bribes(0, 0, 0, 0)
    )
    assert sum(deal.gold for deal in told(table).bags[0].own) == 4
    assert holders(table, Feat.BRIBE) == [(CLEO, 9, 9)]
    assert player(table, ANN).terms[0].profit == 4 + 9 - 2


def test_a_bag_that_another_paid_for_did_not_pass_for_nothing() -> None:
    table = given(3).when(passing(BO, "apples", 1, deal(CLEO, ANN, 2)), honest(CLEO))
    assert (player(table, BO).nothing, player(table, CLEO).nothing) == (0, 1)


def test_promises_are_kept_and_broken_as_they_were_marked() -> None:
    one, other = Promise(1, BO, ANN, "Lunch"), Promise(1, BO, ANN, "Dinner")
    lunch, dinner = deal(BO, ANN, 1, "Lunch"), deal(BO, ANN, 1, "Dinner")
    table = given(3).when(passing(BO, "apples", 1, lunch, dinner, deal(BO, ANN, 1, "Tea")))
    bo = told(table, kept=(one,), broken=(other, Promise(1, BO, ANN, "Never said"))).players[BO]
    assert (bo.promised, bo.kept, bo.broken) == (3, 1, 1)


def test_d1_a_fine_is_what_was_paid_and_the_rest_is_forgiven() -> None:
    """Bo owes 8 for two mead, has 3 gold and one card of apples, worth 2."""
    table = given(3, gold={BO: 3}, stands={BO: {"apples": 1}}).when(
        replace(opened(BO, "cheese", 2, mead=2), payment=Goods({"apples": 1}))
    )
    assert (player(table, BO).paid, player(table, ANN).received, player(table, BO).forgiven) == (5, 5, 3)
    assert player(table, ANN).terms[0].profit == 3


def test_e10_what_goes_to_a_booty_is_in_the_profit_as_it_is_shared() -> None:
    """Nine gold of a bribe, and a fine of four: each Deputy has six, and the odd coin goes back."""
    table = given(6).when(
        passing(CLEO, "apples", 1, deal(CLEO, BO, 9)),
        opened(DOV, "apples", 1, mead=1),
        opened(EVE, "cheese", 1),
        SitOut(FLO),
        ShareBooty((Share(6, Goods()), Share(6, Goods()))),
    )
    ann, bo, _, dov, eve, _ = told(table).players
    assert (ann.taken.gold, bo.taken.gold) == (0, 9)
    assert [who.received for who in (ann, bo, eve)] == [2, 2, 2]
    assert [who.paid for who in (ann, bo, dov)] == [1, 1, 4]
    assert ann.terms == bo.terms == (Term(1, opened=2, hits=1, passed=1, profit=5),)


def test_five_share_an_honour_and_five_win() -> None:
    """Everybody was let pass for nothing four times, with nothing else to tell."""
    table = given(5)
    for _ in range(5):
        table = table.when(*map(false, table.game.merchants), PassBadge())
    table = table.when(*(SitOut(seat) for seat in table.game.merchants), EndGame())
    assert holders(table, Feat.TRUSTED) == [(seat, 4, 4) for seat in range(5)]
    of = told(table.when(CloseCount()))
    assert {who.count.rank for who in of.players if who.count} == {1}
    assert {who.kings for who in of.players} == {("cheese",)}
    assert holders(table, Feat.FOOL) == []


def test_who_went_home_is_told_of_with_all_they_did() -> None:
    table = given(4).when(passing(BO, "apples", 2, deal(BO, ANN, 5), face_down=2), Leave(BO, counts=False))
    of = told(table)
    assert (of.players[BO].smuggled, of.players[BO].given.gold) == (2, 5)
    assert of.curve[-1].gold == (55, 0, 50, 50)
    assert of.players[ANN].terms[0].profit == 5


def test_who_joined_later_has_no_gold_before() -> None:
    table = given(3).when(SitOut(BO), SitOut(CLEO), PassBadge(), Join("Dov", CLEO, 1, 30))
    assert [point.gold for point in told(table).curve] == [
        (50, 50, 50, None),
        (50, 50, 50, None),
        (50, 50, 50, 30),
    ]


def test_a_corrected_bag_is_told_as_if_it_had_been_right_at_once() -> None:
    """It did not pass but was caught: eight gold more for the Sheriff, from the round of the bag on."""
    table = given(3).when(passing(BO, "apples", 2), SitOut(CLEO), PassBadge(), SitOut(CLEO), SitOut(ANN))
    table = table.when(Correct(1, opened(BO, "apples", 2, mead=2), "Misread"))
    of = told(table)
    assert [(bag.entry, bag.round, bag.outcome) for bag in of.bags] == [(1, 1, Outcome.CAUGHT)]
    assert [point.gold for point in of.curve] == [(50, 50, 50), (58, 42, 50), (58, 42, 50)]
    assert of.players[ANN].terms[0].profit == 8


def test_a_bag_that_was_forgotten_and_one_that_never_was_are_told_as_corrected() -> None:
    table = given(3).when(SitOut(BO), passing(CLEO, "cheese", 1), PassBadge())
    table = table.when(Correct(1, passing(BO, "apples", 1), "Forgotten"), Correct(2, SitOut(CLEO), "None"))
    assert [(bag.entry, bag.round, bag.bag.merchant) for bag in told(table).bags] == [(1, 1, BO)]


def test_t7_where_coins_stay_on_the_table_what_was_said_is_told_and_no_curve() -> None:
    table = given(3, coins_on_table=True).when(
        passing(BO, "apples", 2, deal(BO, ANN, 6)), opened(CLEO, "apples", 2, silk=2), EndGame()
    )
    table = table.when(*(CountGold(seat, 40 + seat) for seat in range(3)), CloseCount())
    of = told(table)
    assert of.curve == ()
    assert of.players[ANN].terms[0].profit == 6 + 2 * SILK
    assert [who.count.gold for who in of.players if who.count] == [40, 41, 42]


def test_a_counted_sheet_has_its_count_alone() -> None:
    players = [{"name": name, "gold": 9, "stand": {"apples": 2 - seat}} for seat, name in enumerate("ABC")]
    sheet = parse({"edition": "first", "first_sheriff": "A", "players": players})
    of = told(Table.after((CountOut(sheet).begin(),)))
    assert of == replace(of, bags=(), rounds=(), curve=(), honours=(), minutes=0)
    assert [(who.count.rank, who.kings, who.brought) for who in of.players if who.count] == [
        (1, ("apples",), 0),
        (2, (), 0),
        (3, (), 0),
    ]


def test_the_cheaper_of_two_bluffs_is_the_bigger_one_then_the_falser_and_the_own_first_of_two_alike() -> None:
    table = given(4).when(
        passing(BO, "apples", 3, deal(BO, ANN, 7), face_down=3),
        passing(CLEO, "apples", 3, deal(CLEO, ANN, 6), face_down=3),
        passing(DOV, "apples", 4, deal(DOV, ANN, 6), face_down=3, apples=1),
        PassBadge(),
        passing(CLEO, "apples", 3, deal(CLEO, BO, 6), face_down=3),
    )
    [bluff] = [honour.holders for honour in told(table).honours if honour.feat is Feat.BLUFF]
    assert [(one.seat, one.number, one.of, one.entry, one.gold) for one in bluff] == [
        (CLEO, 3, 3, 2, 6),
    ]


def test_a_bluff_for_a_card_and_a_word_is_not_one_for_nothing() -> None:
    """Whoever gave less than others bluffed better, in gold, then in cards, then in words."""
    table = given(4).when(
        passing(BO, "apples", 4, deal(BO, ANN, promise="Lunch", bag={"apples": 1}), face_down=3, apples=1),
        passing(CLEO, "apples", 4, deal(CLEO, ANN, promise="Lunch"), face_down=3, apples=1),
    )
    [bluff] = [honour.holders for honour in told(table).honours if honour.feat is Feat.BLUFF]
    assert [(one.seat, one.gold, one.cards, one.promises) for one in bluff] == [(CLEO, 0, 0, 1)]


def test_of_two_smugglers_of_as_much_the_bolder_lost_less_of_it() -> None:
    table = given(4).when(
        passing(BO, "apples", 2, face_down=2),
        passing(CLEO, "apples", 2, face_down=2),
        honest(DOV),
        PassBadge(),
    )
    assert holders(table, Feat.SMUGGLER) == [(BO, 2, 2), (CLEO, 2, 2)]
    table = table.when(opened(CLEO, "apples", 2, silk=1, apples=1))
    assert holders(table, Feat.SMUGGLER) == [(BO, 2, 2)]


def test_whoever_was_honest_most_often_is_the_most_honest_fool_even_if_caught_most_often() -> None:
    """Bo brought three honest bags of five, Cleo three of six, and Bo was caught twice."""
    table = given(3)
    plan = (
        (honest(BO), honest(CLEO)),
        (honest(CLEO),),
        (honest(BO),),
        (honest(BO), honest(CLEO)),
        (false(CLEO),),
        (caught(BO),),
        (caught(BO), false(CLEO)),
        (false(CLEO),),
    )
    for bags in plan:
        idle = {*table.game.merchants} - {bag.merchant for bag in bags}
        table = table.when(*bags, *map(SitOut, idle), PassBadge())
    assert told(table).players[BO].caught == 2
    assert [seat for seat, *_ in holders(table, Feat.CAUGHT)] == [BO]
    assert holders(table, Feat.FOOL) == [(BO, 3, 5)]


@pytest.mark.parametrize(
    "recorded_at, played",
    [
        ((), 0),
        ((5,), 0),
        ((0, 20 * MINUTE, 75 * MINUTE), 75),
        ((0, 3 * HOUR, 3 * HOUR + 30 * MINUTE), 30),  # the table was opened in the afternoon
        ((0, 40 * MINUTE, 200 * HOUR), 40),  # a result that was mended a week later
        ((0, 40 * MINUTE, 10 * MINUTE, 30 * MINUTE), 60),  # a clock that was put right
    ],
)
def test_an_evening_took_as_long_as_its_entries_are_apart(recorded_at: tuple[int, ...], played: int) -> None:
    assert minutes(recorded_at) == played
