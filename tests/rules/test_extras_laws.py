"""Laws over random evenings at which cards are taken that count at the end (E18 to E24, E27)."""

from itertools import pairwise

from hypothesis import given, settings

from companion import laws
from companion.rules.sheriff.cards import COPIES, market
from companion.rules.sheriff.cards.market import MarketCardTaken
from companion.rules.sheriff.cards.orders import OrderFilled
from companion.rules.sheriff.editions.merry_men import MERRY_MEN
from companion.rules.sheriff.game import EntryCorrected, Event, Game
from companion.rules.sheriff.leaving import PlayerLeft
from companion.rules.sheriff.replaying import replay
from companion.rules.sheriff.ruleset import SHERIFF
from tests.rules.evenings import fairs
from tests.rules.given import Table


@given(fairs())
def test_whatever_is_traded_nothing_appears_or_vanishes(table: Table) -> None:
    """The moves of every event are checked as it comes about (laws.py), gone cards included."""
    for (before, after), event in zip(pairwise(table.states), table.events[1:], strict=True):
        what_left_the_game_paid_for_a_card(before, after, event)
        a_pile_is_what_nobody_took_of_it(after)
    assert replay(table.events) == table.game
    the_result_counts_every_card(table.game)
    nobody_shops_twice_in_a_round(table)


def what_left_the_game_paid_for_a_card(before: Game, after: Game, event: Event) -> None:
    left = after.out_of_game.total - before.out_of_game.total
    if isinstance(event, MarketCardTaken):
        assert (left, after.out_of_game.get(event.good, 0)) == (
            MERRY_MEN.price,
            before.out_of_game.get(event.good, 0) + MERRY_MEN.price,
        )
    elif isinstance(event, EntryCorrected):
        assert left in {-MERRY_MEN.price, 0, MERRY_MEN.price}
    else:
        assert not left
    if isinstance(event, OrderFilled):
        assert before.stand(event.seat).total == after.stand(event.seat).total


def a_pile_is_what_nobody_took_of_it(game: Game) -> None:
    for good in MERRY_MEN.piles:
        what = market.market_card(good).what
        taken = [
            extra for seat in range(len(game.seats)) for extra in game.extras(seat) if extra.what == what
        ]
        assert len(market.pile(game, good)) + len(taken) == COPIES[what]


def the_result_counts_every_card(game: Game) -> None:
    for seat, player in enumerate(game.result.players if game.result else ()):
        cards = game.extras(seat)
        assert player.extras == sum(extra.gold for extra in cards)
        assert player.total == player.gold + player.goods + player.bonuses + player.extras
        assert [line.what for line in player.lines][len(player.lines) - len(cards) :] == [
            extra.what for extra in cards
        ]


def nobody_shops_twice_in_a_round(table: Table) -> None:
    """By what the entries say after all corrections, whoever came and went."""
    visits = [
        (state.round, event.seat)
        for seq, state in enumerate(table.states)
        if isinstance(event := table.as_corrected(seq), MarketCardTaken) and not event.is_nothing
        if not isinstance(table.events[seq], EntryCorrected)
    ]
    assert len(visits) == len(set(visits))


@settings(max_examples=12, deadline=None)
@given(fairs())
def test_its_log_keeps_the_laws(table: Table) -> None:
    """A game file with such cards is read again."""
    numbered = [(seq, shifted(event)) for seq, event in enumerate(table.events, 1)]
    assert laws.follow(SHERIFF, numbered) == table.game


def shifted(event: Event) -> Event:
    """A correction as a log has it: these tables count their entries from 0."""
    if not isinstance(event, EntryCorrected):
        return event
    return EntryCorrected(
        event.seq + 1, event.round, event.reason, event.was, event.now, event.moves, event.twice
    )


@given(fairs())
def test_who_goes_home_with_nothing_leaves_no_card_behind(table: Table) -> None:
    gone = (event.seat for event in table.events if isinstance(event, PlayerLeft) and not event.counts)
    for seat in gone:
        if seat not in table.game.here:
            assert table.game.extras(seat) == ()
