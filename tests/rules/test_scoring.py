"""The final count, ruling by ruling (S1 to S8), the book's worked examples, and laws over any stands."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.counting import Line
from companion.rules.ledger import Goods
from companion.rules.sheriff.editions import EDITIONS, Edition, EffectKind, Kind, edition
from companion.rules.sheriff.game import FACE_DOWN
from companion.rules.sheriff.scoring import Bonus, Counting, Result, count, counting
from tests.rules.given import OWN_BOX

LEGAL = ("apples", "cheese", "bread", "chickens")
MORE = [
    (good.word, good.effect.good, good.effect.amount)
    for good in OWN_BOX.goods
    if good.does(EffectKind.ADDS) and good.effect
]
DAVID = {"apples": 4, "cheese": 6, "bread": 1, "chickens": 4, "pepper": 2, "crossbow": 1}


@dataclass(frozen=True)
class Player:
    stand: Goods
    gold: int = 0
    plates: tuple[str, ...] = ()


def player(gold: int = 0, **stand: int) -> Player:
    return Player(Goods(stand), gold)


def choosing(*plates: str, **stand: int) -> Player:
    return Player(Goods(stand), 0, plates)


NOBODY = player()


def counted(*players: Player, box: Edition = OWN_BOX) -> Result:
    stands = [each.stand for each in players]
    return count(box, stands, [each.gold for each in players], [each.plates for each in players])


def bonus(result: Result, good: str) -> Bonus:
    return next(bonus for bonus in result.bonuses if bonus.good == good)


def holding(good: str, *counts: int) -> Bonus:
    """The bonus for a good of which the seats have these numbers."""
    return bonus(counted(*(player(**{good: number}) for number in counts)), good)


def line(result: Result, seat: int, what: str) -> Line | None:
    return next((line for line in result.players[seat].lines if line.what == what), None)


class TestS1TotalIsGoodsGoldAndBonuses:
    def test_the_books_worked_case_is_125(self) -> None:
        """Cheese King alone, Chicken Queen tied by two (rules.md, section 5)."""
        result = counted(
            player(gold=42, **DAVID),
            player(apples=9, bread=4, cheese=5, chickens=4),
            player(apples=8, bread=3, chickens=9),
            player(apples=7),
            box=edition("first"),
        )
        david = result.players[0]
        assert david.total == 8 + 18 + 3 + 16 + 12 + 9 + 42 + 15 + 2 == 125
        assert (david.rank, david.gold, david.goods, david.bonuses) == (1, 42, 66, 17)
        assert (david.legal_cards, david.contraband_cards) == (15, 3)
        assert bonus(result, "cheese").king == (0,)
        assert bonus(result, "chickens").queen == (0, 1)

    def test_every_line_of_the_worked_case_is_kept_in_the_order_of_the_card_tables(self) -> None:
        result = counted(
            player(gold=42, **dict(reversed(DAVID.items()))),
            player(apples=9, bread=4, cheese=5, chickens=4),
            player(apples=8, bread=3, chickens=9),
        )
        assert result.players[0].lines == (
            Line("apples", 4, 2, 8),
            Line("cheese", 6, 3, 18),
            Line("bread", 1, 3, 3),
            Line("chickens", 4, 4, 16),
            Line("pepper", 2, 6, 12),
            Line("crossbow", 1, 9, 9),
            Line("gold", 42, 1, 42),
            Line("king:cheese", 1, 15, 15),
            Line("queen:chickens", 1, 2, 2),
        )

    def test_a_player_with_nothing_has_a_line_of_no_gold(self) -> None:
        assert counted(NOBODY, NOBODY, NOBODY).players[0].lines == (Line("gold", 0, 1, 0),)

    def test_a_card_face_down_cannot_be_counted(self) -> None:
        with pytest.raises(KeyError):
            counted(player(**{FACE_DOWN: 1}), NOBODY, NOBODY)


class TestS2KingAndQueen:
    def test_the_most_make_the_king_and_the_second_most_the_queen(self) -> None:
        assert holding("apples", 3, 7, 5, 0) == Bonus(
            good="apples",
            counts=(3, 7, 5, 0),
            king=(1,),
            queen=(2,),
            king_share=20,
            queen_share=10,
            paid=((1, 20), (2, 10)),
        )

    def test_will_with_10_cheese_and_a_gouda_has_12_and_is_king_before_11(self) -> None:
        cheese = bonus(
            counted(player(cheese=11), player(cheese=10, gouda_cheese=1), NOBODY, NOBODY), "cheese"
        )
        assert cheese.counts == (11, 12, 0, 0)
        assert (cheese.king, cheese.queen) == ((1,), (0,))

    def test_t6_with_three_players_there_is_no_bread_bonus(self) -> None:
        assert [each.good for each in counted(NOBODY, NOBODY, NOBODY).bonuses] == [
            "apples",
            "cheese",
            "chickens",
        ]

    def test_t1_six_play_with_the_box_of_four(self) -> None:
        assert [each.good for each in counted(*[NOBODY] * 6).bonuses] == list(LEGAL)


SHARES = {
    "apples": ((15, 10, 7, 6, 5), (5, 3, 2, 2)),
    "cheese": ((12, 8, 6, 5, 4), (5, 3, 2, 2)),
    "bread": ((12, 8, 6, 5, 4), (5, 3, 2, 2)),
    "chickens": ((7, 5, 3, 3, 2), (2, 1, 1, 1)),
}


class TestS3Ties:
    @pytest.mark.parametrize(
        "good, tied, share",
        [(good, tied, share) for good in LEGAL for tied, share in enumerate(SHARES[good][0], start=2)],
    )
    def test_tied_kings_share_both_bonuses_and_there_is_no_queen(
        self, good: str, tied: int, share: int
    ) -> None:
        shared = holding(good, *[5] * tied, *[2] * (6 - tied))
        assert shared.king == tuple(range(tied))
        assert shared.queen == ()
        assert (shared.king_share, shared.queen_share) == (share, 0)
        assert shared.paid == tuple((seat, share) for seat in range(tied))

    @pytest.mark.parametrize(
        "good, tied, share",
        [(good, tied, share) for good in LEGAL for tied, share in enumerate(SHARES[good][1], start=2)],
    )
    def test_tied_queens_share_the_queens_bonus(self, good: str, tied: int, share: int) -> None:
        shared = holding(good, 5, *[2] * tied, *[1] * (5 - tied))
        assert (shared.king, shared.queen) == ((0,), tuple(range(1, tied + 1)))
        assert shared.queen_share == share
        assert shared.paid == ((0, OWN_BOX.good(good).king), *((seat, share) for seat in shared.queen))


class TestS4NobodyIsKingOfNothing:
    def test_s4_with_no_card_at_all_nobody_is_anything(self) -> None:
        assert holding("apples", 0, 0, 0) == Bonus("apples", (0, 0, 0), (), (), 0, 0, ())

    def test_one_owner_alone_is_king_and_no_queen_is_paid(self) -> None:
        assert holding("chickens", 0, 1, 0) == Bonus("chickens", (0, 1, 0), (1,), (), 10, 0, ((1, 10),))


class TestS5ArcaneScrolls:
    def test_the_queens_bonus_is_not_paid_and_nobody_moves_up(self) -> None:
        """9, 7 (Scrolls), 6 apples: 20, nothing, nothing."""
        result = counted(player(apples=9), player(apples=7, arcane_scrolls=1), player(apples=6))
        assert bonus(result, "apples") == Bonus("apples", (9, 7, 6), (0,), (1,), 20, 10, ((0, 20),))
        assert [each.bonuses for each in result.players] == [20, 0, 0]

    def test_a_king_with_scrolls_leaves_the_queen_what_she_has(self) -> None:
        result = counted(player(bread=3, arcane_scrolls=1), player(bread=2), NOBODY, NOBODY)
        assert bonus(result, "bread").paid == ((1, 10),)

    def test_in_a_tie_the_others_keep_their_share(self) -> None:
        result = counted(player(cheese=3), player(cheese=3, arcane_scrolls=1), player(cheese=3), NOBODY)
        assert bonus(result, "cheese").king == (0, 1, 2)
        assert bonus(result, "cheese").paid == ((0, 8), (2, 8))

    def test_its_owner_is_paid_for_no_good_but_has_its_value(self) -> None:
        result = counted(player(apples=1, chickens=1, arcane_scrolls=1), NOBODY, NOBODY)
        assert result.players[0].total == 2 + 4 + 12
        assert [each.what for each in result.players[0].lines] == [
            "apples",
            "chickens",
            "arcane_scrolls",
            "gold",
        ]


class TestS6FeastPlates:
    def test_each_plate_counts_one_towards_king_and_queen(self) -> None:
        result = counted(
            player(chickens=3), choosing("chickens", "chickens", chickens=2, feast_plate=2), NOBODY
        )
        assert bonus(result, "chickens").counts == (3, 4, 0)
        assert bonus(result, "chickens").king == (1,)

    def test_plates_of_one_player_can_become_different_goods(self) -> None:
        result = counted(choosing("bread", "apples", "bread", feast_plate=3), NOBODY, NOBODY, NOBODY)
        assert [each for each in result.players[0].lines if each.what.startswith("feast")] == [
            Line("feast_plate:bread", 2, 3, 6),
            Line("feast_plate:apples", 1, 2, 2),
        ]

    @pytest.mark.parametrize("plates", [(), ("apples", "apples")])
    def test_without_a_choice_for_each_plate_there_is_no_count(self, plates: tuple[str, ...]) -> None:
        with pytest.raises(ValueError, match="zip"):
            counted(choosing(*plates, feast_plate=1), NOBODY, NOBODY)


class TestPromoCardsThatAddToOthers:
    @pytest.mark.parametrize("promo, good, each", MORE)
    def test_each_of_the_plain_cards_on_the_same_stand_is_worth_more(
        self, promo: str, good: str, each: int
    ) -> None:
        value = OWN_BOX.good(promo).value
        result = counted(player(**{promo: 1, good: 3}), player(**{good: 2}), NOBODY)
        added = Line(f"{promo}:{good}", 3, each, 3 * each)
        assert [entry for entry in result.players[0].lines if promo in entry.what] == [
            Line(promo, 1, value, value),
            added,
        ]
        assert result.players[0].goods == 3 * OWN_BOX.good(good).value + value + 3 * each
        assert result.players[1].goods == 2 * OWN_BOX.good(good).value

    def test_alone_it_adds_nothing(self) -> None:
        result = counted(player(golden_silk=1, mead=5), NOBODY, NOBODY)
        assert line(result, 0, "golden_silk:silk") is None
        assert result.players[0].goods == 9 + 35


class TestS7TiedTotals:
    def test_then_the_most_legal_cards(self) -> None:
        """24 three times: all of it gold, the King of Apples with two of them, three silk."""
        result = counted(player(gold=24), player(apples=2), player(silk=3))
        assert [each.total for each in result.players] == [24, 24, 24]
        assert (result.winners, result.decided_by) == ((1,), "legal_cards")

    def test_then_the_most_contraband_cards(self) -> None:
        result = counted(player(silk=1, gold=16), player(pepper=4), player(gold=24))
        assert [each.total for each in result.players] == [24, 24, 24]
        assert (result.winners, result.decided_by) == ((1,), "contraband_cards")

    def test_contraband_does_not_decide_before_legal_cards_do(self) -> None:
        result = counted(player(pepper=4), player(apples=2), player(apples=1, gold=12))
        assert [each.total for each in result.players[:2]] == [24, 24]
        assert (result.winners, result.decided_by) == ((1,), "legal_cards")

    def test_then_the_victory_is_shared(self) -> None:
        result = counted(player(gold=5), player(gold=5), player(gold=4))
        assert (result.winners, result.decided_by) == ((0, 1), "shared")

    def test_what_decides_is_told_of_the_players_still_level(self) -> None:
        """Three level by total, two of them by legal cards, one ahead by contraband."""
        result = counted(player(gold=15), player(pepper=1, gold=9), player(gold=10), player(gold=15))
        assert (result.winners, result.decided_by) == ((1,), "contraband_cards")

    def test_a_feast_plate_is_a_legal_card_and_a_royal_good_is_contraband(self) -> None:
        stand = {"apples": 1, "feast_plate": 1, "golden_apples": 2, "silk": 3, "olive_oil": 1}
        cards = counted(choosing("apples", **stand), NOBODY, NOBODY).players[0]
        assert (cards.legal_cards, cards.contraband_cards) == (2, 6)


class TestS8Ranks:
    @pytest.mark.parametrize(
        "gold, ranks",
        [
            ((9, 8, 7, 6), [1, 2, 3, 4]),
            ((6, 9, 9, 3), [3, 1, 1, 4]),
            ((9, 8, 8, 7), [1, 2, 2, 4]),
            ((5, 5, 5), [1, 1, 1]),
        ],
    )
    def test_a_rank_is_one_more_than_the_players_ahead(self, gold: tuple[int, ...], ranks: list[int]) -> None:
        assert [each.rank for each in counted(*(player(gold=amount) for amount in gold)).players] == ranks

    def test_legal_and_then_contraband_cards_tell_level_players_apart(self) -> None:
        result = counted(player(gold=24), player(apples=2), player(silk=3), player(pepper=4))
        assert [each.rank for each in result.players] == [4, 1, 3, 2]


@st.composite
def players(draw: st.DrawFn) -> Player:
    stand = draw(stands)
    number = stand.get("feast_plate", 0)
    plates = draw(st.lists(st.sampled_from(LEGAL), min_size=number, max_size=number))
    return Player(Goods(stand), draw(st.integers(0, 9_999)), tuple(plates))


tables = st.lists(players(), min_size=3, max_size=6)
LAWS = settings(deadline=None)

VALUES = {good.word: good.value for good in OWN_BOX.goods}
SEVERAL = {
    word: {good.word: good.counts for good in OWN_BOX.of(Kind.ROYAL) if good.counts_as == word}
    for word in LEGAL
}
KINGS = {good.word: (good.king, good.queen) for good in OWN_BOX.of(Kind.LEGAL)}


stands = st.dictionaries(st.sampled_from([*VALUES]), st.integers(0, 12), max_size=12)


def plain_total(seat: int, table: list[Player]) -> int:
    """The total by the rule book's sentences, without the module's help."""
    me = table[seat]
    cards = [*me.stand.cards(), *me.plates]
    total = me.gold + sum(VALUES[card] for card in cards)
    for promo, good, more in MORE:
        total += cards.count(promo) * cards.count(good) * more
    if "arcane_scrolls" in cards:
        return total
    for good, (king, queen) in KINGS.items():
        if good == "bread" and len(table) == 3:
            continue
        mine, *others = (
            sum(SEVERAL[good].get(card, card == good) for card in [*each.stand.cards(), *each.plates])
            for each in [me, *table[:seat], *table[seat + 1 :]]
        )
        ahead, level = [n for n in others if n > mine], 1 + others.count(mine)
        if mine and not ahead:
            total += king if level == 1 else (king + queen) // level
        elif mine and len(ahead) == 1:
            total += queen // level
    return total


class TestLaws:
    @given(tables)
    @LAWS
    def test_an_independent_sum_gives_the_same_totals(self, table: list[Player]) -> None:
        totals = [each.total for each in counted(*table).players]
        assert totals == [plain_total(seat, table) for seat in range(len(table))]

    @given(tables)
    @LAWS
    def test_every_line_is_true_and_the_lines_add_up(self, table: list[Player]) -> None:
        result = counted(*table)
        for seat, each in enumerate(result.players):
            assert all(entry.amount == entry.count * entry.each for entry in each.lines)
            assert (
                each.total
                == each.gold + each.goods + each.bonuses
                == sum(entry.amount for entry in each.lines)
            )
            assert each.bonuses == sum(gold for b in result.bonuses for paid, gold in b.paid if paid == seat)
            assert each.legal_cards + each.contraband_cards == table[seat].stand.total
            assert len({entry.what for entry in each.lines}) == len(each.lines)

    @given(tables, st.permutations(range(6)))
    @LAWS
    def test_changing_seats_changes_only_the_seats(self, table: list[Player], seats: list[int]) -> None:
        order = [seat for seat in seats if seat < len(table)]
        before, after = counted(*table), counted(*(table[seat] for seat in order))
        assert after.players == tuple(before.players[seat] for seat in order)
        assert {order[seat] for seat in after.winners} == set(before.winners)
        assert after.decided_by == before.decided_by

    @given(tables)
    @LAWS
    def test_no_good_pays_more_than_its_king_and_queen(self, table: list[Player]) -> None:
        for each in counted(*table).bonuses:
            good = OWN_BOX.good(each.good)
            assert sum(gold for _, gold in each.paid) <= good.king + good.queen
            assert not set(each.king) & set(each.queen)
            assert {seat for seat, _ in each.paid} <= {*each.king, *each.queen}

    @given(tables)
    @LAWS
    def test_the_winners_are_exactly_those_nobody_is_ahead_of(self, table: list[Player]) -> None:
        result = counted(*table)
        standings = [(each.total, each.legal_cards, each.contraband_cards) for each in result.players]
        assert [seat for seat, standing in enumerate(standings) if standing == max(standings)] == list(
            result.winners
        )
        assert (result.decided_by == "shared") is (len(result.winners) > 1)

    @given(tables)
    @LAWS
    def test_e1_both_editions_count_alike(self, table: list[Player]) -> None:
        held = [each.stand for each in table], [each.gold for each in table], [each.plates for each in table]
        assert len({count(edition(word), *held) for word in EDITIONS}) == 1


def test_s2_s6_what_counts_for_a_king_is_told_card_by_card() -> None:
    """A plate of cheese counts as one more; gouda as two, and bread as nothing."""
    stand = Goods({"cheese": 2, "gouda_cheese": 1, "bread": 3, "feast_plate": 2})
    found = counting(OWN_BOX, OWN_BOX.good("cheese"), stand, ("cheese", "apples"))
    assert found == (Counting("cheese", 2, 2), Counting("gouda_cheese", 1, 2), Counting("feast_plate", 1, 1))
