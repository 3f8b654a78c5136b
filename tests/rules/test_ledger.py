"""Handfuls of cards, accounts and moves."""

import pytest

from companion.rules import ledger
from companion.rules.ledger import GOLD, Goods
from companion.rules.sheriff.replaying import evolve, replay
from companion.rules.sheriff.rotation import CountBegun


class TestGoods:
    def test_zeros_are_left_out_and_the_order_is_kept(self) -> None:
        goods = Goods({"silk": 1, "apples": 0, "bread": 2})
        assert list(goods) == ["silk", "bread"]
        assert (len(goods), goods.total, bool(Goods())) == (2, 3, False)
        assert list(goods.cards()) == ["silk", "bread", "bread"]
        assert repr(goods) == "Goods({'silk': 1, 'bread': 2})"

    def test_equal_handfuls_are_one_whatever_their_order(self) -> None:
        one, other = Goods({"silk": 1, "bread": 2}), Goods([("bread", 2), ("silk", 1)])
        assert one == other
        assert hash(one) == hash(other)
        assert one != Goods({"silk": 1})

    def test_together_and_apart(self) -> None:
        goods = Goods({"silk": 1}) + {"silk": 1, "bread": 1}
        assert goods == {"silk": 2, "bread": 1}
        assert goods - {"silk": 2} == {"bread": 1}
        assert goods.overlap({"silk": 1, "apples": 4}) == {"silk": 1}
        assert Goods({"silk": 2}) <= goods
        assert not Goods({"silk": 3}) <= goods
        assert not Goods({"apples": 1}) <= goods

    def test_never_less_than_none(self) -> None:
        with pytest.raises(ValueError, match="silk"):
            Goods({"silk": -1})
        with pytest.raises(ValueError, match="silk"):
            Goods({"silk": 1}) - {"silk": 2}
        with pytest.raises(ValueError, match="silk"):
            Goods() - {"silk": 1}
        with pytest.raises(KeyError):
            Goods()["silk"]

    def test_nobody_changes_a_handful_that_others_hold(self) -> None:
        goods = Goods({"silk": 1})
        with pytest.raises(TypeError):
            goods["silk"] = 2
        with pytest.raises(TypeError):
            goods.update(silk=2)
        assert goods == {"silk": 1}


class TestMoves:
    def test_value_moves_from_one_account_to_another(self) -> None:
        moves = (
            *ledger.pay(ledger.BANK, ledger.purse(0), 50),
            *ledger.pay(ledger.purse(0), ledger.purse(1), 20),
            *ledger.carry(ledger.BOX, ledger.stand(1), {"apples": 3, "silk": 0}),
        )
        balances = ledger.post({}, moves)
        assert (ledger.gold(balances, 0), ledger.gold(balances, 1), ledger.gold(balances, 2)) == (30, 20, 0)
        assert ledger.on_stand(balances, 1) == {"apples": 3}
        assert not ledger.on_stand(balances, 0)
        assert ledger.outside(balances) == {GOLD: 50, "apples": 3}

    def test_what_lies_on_the_booty_is_nobodys_yet_and_has_left_bank_and_box(self) -> None:
        """E8: gold and cards of a deal lie there until they are shared."""
        moves = (
            *ledger.pay(ledger.BANK, ledger.purse(0), 50),
            *ledger.pay(ledger.purse(0), ledger.BOOTY, 12),
            *ledger.carry(ledger.BOX, ledger.BOOTY, {"apples": 3}),
            *ledger.carry(ledger.BOOTY, ledger.stand(1), {"apples": 1}),
        )
        balances = ledger.post({}, moves)
        assert ledger.on_booty(balances) == {GOLD: 12, "apples": 2}
        assert ledger.outside(balances) == {GOLD: 50, "apples": 3}
        assert not ledger.on_booty({})

    def test_e20_what_left_the_game_is_counted_as_what_is_on_stands_is(self) -> None:
        moves = (
            *ledger.carry(ledger.BOX, ledger.stand(1), {"silk": 3}),
            *ledger.carry(ledger.stand(1), ledger.GONE, {"silk": 3}),
        )
        balances = ledger.post({}, moves)
        assert (ledger.gone(balances), ledger.gone({})) == (Goods({"silk": 3}), Goods())
        assert ledger.outside(balances) == {"silk": 3}
        with pytest.raises(ledger.OverdrawnError):
            ledger.post(balances, ledger.carry(ledger.GONE, ledger.BOX, {"silk": 4}))

    def test_e21_what_counts_at_the_end_is_with_a_seat_and_no_good(self) -> None:
        balances = ledger.post({}, ledger.carry(ledger.BOX, ledger.extras(1), {"other:Much:9": 1}))
        assert ledger.in_extras(balances, 1) == {"other:Much:9": 1}
        assert not ledger.in_extras(balances, 0)
        assert not ledger.outside(balances)

    def test_nothing_is_moved_by_a_move_of_nothing(self) -> None:
        assert ledger.pay(ledger.BANK, ledger.purse(0), 0) == ()

    @pytest.mark.parametrize("account", [ledger.purse(0), ledger.BOOTY], ids=str)
    def test_neither_a_seats_account_nor_the_booty_is_ever_overdrawn(self, account: ledger.Account) -> None:
        with pytest.raises(ledger.OverdrawnError):
            ledger.post({}, [ledger.Move(account, ledger.BANK, GOLD, 1)])

    @pytest.mark.parametrize("amount", [0, -5])
    def test_a_move_moves_at_least_1(self, amount: int) -> None:
        with pytest.raises(ledger.OverdrawnError):
            ledger.post({}, [ledger.Move(ledger.BANK, ledger.purse(0), GOLD, amount)])


def test_a_game_begins_with_its_opening() -> None:
    with pytest.raises(ValueError, match="CountBegun"):
        evolve(None, CountBegun((1, 0, 0), early=True))
    assert replay(()) is None
