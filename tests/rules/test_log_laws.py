"""The laws of a log hold for every evening, and each notices what cannot be."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given as throwing
from hypothesis import settings

from companion.laws import AnyEvent, follow
from companion.rules import ledger
from companion.rules.checks import (
    LARGEST_NUMBER,
    LONGEST_ID,
    BrokenLawError,
    check_move,
    check_said,
    check_seats,
)
from companion.rules.counting import Line
from companion.rules.kinds import EntryPutBack, TakenBack
from companion.rules.ledger import BANK, BOOTY, BOX, GOLD, GONE, Goods, Move, extras, purse, stand
from companion.rules.seats import Seat
from companion.rules.sheriff.bags import LONGEST_PROMISE
from companion.rules.sheriff.cards.orders import OrderFilled
from companion.rules.sheriff.cards.other_cards import OtherCardTaken
from companion.rules.sheriff.ending import CloseCount, CountClosed, PlatesChosen
from companion.rules.sheriff.game import FACE_DOWN, EntryCorrected, Event
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.laws import check_event, check_game, check_opening
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.payments import Paid
from companion.rules.sheriff.refusals import SupplyExceeded
from companion.rules.sheriff.replaying import evolve
from companion.rules.sheriff.rotation import BadgePassed, CountBegun, EndGame
from companion.rules.sheriff.round_laws import LONGEST_LAW, LawsProclaimed
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.scoring import Result
from companion.rules.sheriff.setup import TableOpened
from companion.rules.sheriff.sheet import parse
from companion.rules.sheriff.tally import CountOut, SheetCounted
from tests.rules.evenings import evenings, evenings_of_six
from tests.rules.given import ANN, BO, CLEO, Table, deal, given, opened, passing, paying

SHEET = {
    "players": [
        {"name": "Ann", "gold": 42, "stand": {"apples": 4, "silk": 1}},
        {"name": "Bo", "gold": 7, "stand": {"feast_plate": 1, "apples": 4}, "feast_plates": ["cheese"]},
        {"name": "Cleo", "gold": 15, "stand": {"cheese": 3}},
    ]
}


def numbered(events: Iterable[AnyEvent]) -> list[tuple[int, AnyEvent]]:
    return list(enumerate(events, 1))


def opening(**changes: object) -> TableOpened:
    """How a table of three was opened, but for these changes."""
    event = given(3).events[0]
    assert isinstance(event, TableOpened)
    return replace(event, **changes)  # type: ignore[arg-type]


def counted(**changes: object) -> SheetCounted:
    """How a sheet was counted, but for these changes."""
    return replace(CountOut(parse(SHEET)).begin(), **changes)  # type: ignore[arg-type]


def bag(**changes: object) -> BagPassed:
    """A bag of Bo's that passed with a deal, but for these changes."""
    event = given(3).when(passing(BO, "apples", 2, deal(BO, ANN, 3, "Lunch"))).event
    assert isinstance(event, BagPassed)
    return replace(event, **changes)  # type: ignore[arg-type]


def closed() -> CountClosed:
    event = given(3).when(EndGame(), CloseCount()).event
    assert isinstance(event, CountClosed)
    return event


def broken(event: Event, what: str) -> None:
    """The event breaks a law of a table of three, in these words."""
    with pytest.raises(BrokenLawError, match=what):
        check_event(given(3).game, event)


@settings(max_examples=12, deadline=None)
@throwing(evenings() | evenings_of_six())
def test_every_evening_keeps_the_laws(table: Table) -> None:
    events = [
        replace(event, seq=event.seq + 1) if isinstance(event, EntryCorrected) else event
        for event in table.events
    ]  # these tables count their entries from 0
    assert follow(SHERIFF, numbered(events)) == table.game


def test_a_count_keeps_the_laws() -> None:
    assert follow(SHERIFF, numbered((counted(),))).seats[BO].name == "Bo"


class TestOpening:
    @pytest.mark.parametrize(
        "changes,what",
        [
            ({"edition": "ninth"}, "no such edition"),
            ({"round": 0}, "counted from 1"),
            ({"seats": opening().seats[:2]}, "2 seats are too few or too many"),
            ({"badge_order": (0, 3)}, "badge_order 3 cannot be"),
            ({"moves": (Move(BANK, purse(3), GOLD, 50),)}, "seat 3 cannot be"),
        ],
    )
    def test_what_no_table_can_open_with(self, changes: dict[str, object], what: str) -> None:
        with pytest.raises(BrokenLawError, match=what):
            check_opening(opening(**changes))

    @pytest.mark.parametrize("pair", [(), (ANN,), (ANN, ANN), (ANN, BO, CLEO)])
    def test_e6_six_begin_with_two_deputies(self, pair: tuple[int, ...]) -> None:
        begun = given(6).events[0]
        assert isinstance(begun, TableOpened)
        check_opening(begun)
        with pytest.raises(BrokenLawError, match="two Deputies"):
            check_opening(replace(begun, deputies=pair))

    def test_e6_nobody_else_has_deputies(self) -> None:
        with pytest.raises(BrokenLawError, match="two Deputies"):
            check_opening(opening(deputies=(ANN, BO)))

    def test_a_count_speaks_of_every_seat(self) -> None:
        with pytest.raises(BrokenLawError, match="plates speaks of 1 seats, the table has 3"):
            check_opening(counted(plates=((),)))

    def test_names_and_shields_are_as_a_table_keeps_them(self) -> None:
        check_seats((Seat("Ann", "leaf"), Seat("Bo", "stag")))
        with pytest.raises(BrokenLawError, match="names"):
            check_seats((Seat(" Ann", "leaf"), Seat("Bo", "stag")))
        with pytest.raises(BrokenLawError, match="the same name"):
            check_seats((Seat("Ann", "leaf"), Seat("ann", "stag")))
        for shield in ("leaf", "lion"):
            with pytest.raises(BrokenLawError, match="shields"):
                check_seats((Seat("Ann", "leaf"), Seat("Bo", shield)))


class TestEvents:
    def test_a_seat_a_number_a_word_a_text(self) -> None:
        broken(bag(merchant=3), "merchant 3 cannot be at this table")
        broken(Paid(ANN, BO, -1, Goods(), "", ()), "the number -1 cannot be")
        broken(Paid(ANN, BO, 0, Goods({"apples": LARGEST_NUMBER + 1}), "", ()), "the number")
        broken(bag(contents=Goods({"gems": 1})), "no cards called 'gems'")
        broken(bag(deals=(deal(BO, ANN, 3, "x" * (LONGEST_PROMISE + 1)),)), "the promise is longer")
        with pytest.raises(BrokenLawError, match="the replaces is longer"):
            check_opening(counted(replaces="x" * (LONGEST_ID + 1)))

    def test_e6_e8_deputies_and_a_booty_only_where_six_began(self) -> None:
        broken(BadgePassed(BO, 2, deputies=(BO, CLEO)), "two Deputies")
        broken(bag(moves=(Move(purse(BO), BOOTY, GOLD, 3),)), "only Deputies have a Booty")
        check_event(given(6).game, BadgePassed(BO, 2, deputies=(BO, CLEO)))

    def test_a_fine_is_for_cards(self) -> None:
        event = given(3).when(opened(BO, "apples", 2)).event
        [line] = event.fine.lines
        check_event(given(3).game, event)
        broken(replace(event, fine=replace(event.fine, lines=(replace(line, what=GOLD),))), "no cards called")

    @pytest.mark.parametrize(
        "move,what",
        [
            (Move(BOX, purse(0), GOLD, 1), "gold cannot be moved there"),
            (Move(BANK, stand(0), "apples", 1), "apples cannot be moved there"),
            (Move(BANK, purse(0), GOLD, 0), "it moves nothing"),
            (Move(purse(0), purse(0), GOLD, 1), "it moves nothing"),
            (Move(BOX, stand(0), "gems", 1), "no cards called 'gems'"),
            (Move(BOX, GONE, GOLD, 1), "gold cannot be moved there"),
            (Move(BOX, stand(0), "other:Much:9", 1), "other:Much:9 cannot be moved there"),
            (Move(BOX, extras(0), "silk", 1), "silk cannot be moved there"),
            (Move(BOX, extras(0), "other:Much:100", 1), "no cards called 'other:Much:100'"),
            (Move(BOX, extras(0), "black_market:crossbow:9", 1), "no cards called 'black_market"),
        ],
    )
    def test_a_move_that_cannot_be(self, move: Move, what: str) -> None:
        broken(bag(moves=(move,)), what)

    @pytest.mark.parametrize(
        "what,amount",
        [("green_apples", 1), ("feast_plate", 1), ("apples", 99), (FACE_DOWN, 99), ("other:Much:9", 1)],
    )
    def test_t6_t7_no_card_comes_out_of_a_box_that_does_not_have_it(self, what: str, amount: int) -> None:
        """Not even for a moment: there and back again."""
        there = extras(0) if what.startswith("other") else stand(0)
        to_and_fro = (Move(BOX, there, what, amount), Move(there, BOX, what, amount))
        broken(bag(moves=to_and_fro), "not in the box of this table")
        with pytest.raises(BrokenLawError, match="not in the box of this table"):
            check_opening(opening(moves=(*opening().moves, *to_and_fro)))

    def test_a_purse_without_a_seat_and_a_bank_with_one(self) -> None:
        for account in (replace(BANK, seat=1), replace(purse(1), seat=None), replace(GONE, seat=1)):
            with pytest.raises(BrokenLawError, match="cannot be moved there"):
                check_move(Move(account, purse(0), GOLD, 1), 3)

    def test_e24_e26_a_name_and_a_law_have_their_lengths(self) -> None:
        broken(OtherCardTaken(ANN, "x" * 25, 9, ()), "the card is longer than 24")
        broken(LawsProclaimed(("x" * (LONGEST_LAW + 1),)), "the laws is longer than 140")
        broken(LawsProclaimed(("No\x07 gold",)), "the laws has characters that nobody can see")
        broken(LawsProclaimed(("a", "b", "c", "d")), "a round has no 4 laws")
        broken(OrderFilled(ANN, "apples", "gems", 9, Goods(), ()), "no cards called 'gems'")
        check_event(given(3).game, OrderFilled(ANN, "apples", "silk", 9, Goods(), ()))

    def test_e18_e22_there_are_only_so_many_cards_that_count(self) -> None:
        game = given(3).game
        moves = tuple(Move(BOX, extras(0), f"black_market:silk:{gold}", 1) for gold in (34, 31, 9))
        check_game(replace(game, balances=ledger.post(game.balances, moves[:2])))
        with pytest.raises(BrokenLawError, match="only 2 cards of black_market:silk"):
            check_game(replace(game, balances=ledger.post(game.balances, moves)))

    def test_turns_are_of_every_seat(self) -> None:
        broken(CountBegun((1, 1), early=True), "turns speaks of 2 seats")

    def test_no_table_shows_more_than_its_box(self) -> None:
        game = given(3).game
        many = ledger.post(game.balances, (Move(BOX, stand(0), "apples", 99),))
        check_game(game)
        with pytest.raises(SupplyExceeded):
            check_game(replace(game, balances=many))


class TestResults:
    def result(self, result: Result, what: str) -> None:
        broken(CountClosed(result), what)

    def test_somebody_wins_and_every_seat_has_its_sum(self) -> None:
        result = closed().result
        check_event(given(3).game, CountClosed(result))
        self.result(replace(result, winners=()), "names no winner")
        self.result(replace(result, players=result.players[:2]), "the result speaks of 2 seats")
        losers = tuple(replace(player, rank=2) for player in result.players)
        self.result(replace(result, players=losers), "names no winner")

    def test_a_bonus_is_for_a_legal_good_of_every_seat_to_a_seat(self) -> None:
        result = closed().result
        [first, *others] = result.bonuses
        for bonus, what in (
            (replace(first, good="silk"), "no cards called 'silk'"),
            (replace(first, counts=(0,)), f"the bonus for {first.good} speaks of 1 seats"),
            (replace(first, paid=((3, 5),)), "seat 3 cannot be"),
        ):
            self.result(replace(result, bonuses=(bonus, *others)), what)

    def lined(self, *lines: Line) -> Result:
        """The result of a game in which Ann's sum has these lines, and adds up."""
        result = closed().result
        total = sum(line.amount for line in lines)
        ann = replace(result.players[ANN], lines=lines, gold=total, goods=0, bonuses=0, total=total)
        return replace(result, players=(ann, *result.players[1:]))

    def test_a_line_names_gold_a_card_a_share_or_two_cards(self) -> None:
        others = ("black_market:silk", "special_order:apples:silk", "other:Little John")
        for what in (GOLD, "silk", "king:apples", "queen:bread", "feast_plate:bread", *others):
            check_event(given(3).game, CountClosed(self.lined(Line(what, 1, 5, 5))))
        for what in ("gems", "king:silk", "queen:", "silk:gems"):
            self.result(self.lined(Line(what, 1, 5, 5)), "no cards called")

    def test_sums_add_up(self) -> None:
        self.result(self.lined(Line(GOLD, 1, 5, 6)), "does not add up")
        whole = self.lined(Line(GOLD, 1, 5, 5))
        players = (replace(whole.players[ANN], total=6), *whole.players[1:])
        self.result(replace(whole, players=players), "does not add up")


class TestLogs:
    def broken(self, events: Iterable[AnyEvent], what: str) -> None:
        with pytest.raises(BrokenLawError, match=what):
            follow(SHERIFF, numbered(events))

    def test_a_log_opens_once_and_first(self) -> None:
        self.broken((), "there are no entries")
        self.broken((opening(), opening()), "entry 2: it opens the game a second time")
        self.broken((bag(), opening()), "entry 1: the first entry does not open a game")
        self.broken((TakenBack(1),), "entry 1: the first entry does not open a game")

    def test_after_the_result_comes_only_a_take_back(self) -> None:
        events = given(3).when(EndGame(), CloseCount()).events
        self.broken((*events, events[1]), "entry 4: it comes after the result")
        assert follow(SHERIFF, numbered((*events, TakenBack(3)))) == given(3).when(EndGame()).game

    def test_a_take_back_takes_the_latest_and_nothing_else(self) -> None:
        events = given(3).when(paying(ANN, BO, 5)).events
        assert follow(SHERIFF, numbered((*events, TakenBack(2, (ANN, BO))))) == given(3).game
        self.broken((*events, TakenBack(1)), "but the latest standing one is 2")
        self.broken((events[0], TakenBack(1)), "but the latest standing one is 1")
        self.broken((*events, TakenBack(2, (3,))), "by 3 cannot be at this table")
        self.broken((*events, TakenBack(2, (), events[1].moves)), "moves nothing by itself")

    def test_a_put_back_undoes_the_take_back_right_before_it_and_nothing_else(self) -> None:
        table = given(3).when(paying(ANN, BO, 5))
        back: tuple[AnyEvent, ...] = (*table.events, TakenBack(2))
        assert follow(SHERIFF, numbered((*back, EntryPutBack(3, (ANN, BO))))) == table.game
        assert follow(SHERIFF, numbered((*back, EntryPutBack(3, None), TakenBack(2)))) == given(3).game
        what = "which is not the take back to undo next"
        self.broken((EntryPutBack(1, None),), "entry 1: the first entry does not open a game")
        self.broken((*table.events, EntryPutBack(2, None)), f"entry 3: it undoes entry 2, {what}")
        self.broken((*back, EntryPutBack(2, None)), what)
        self.broken(
            (*back, EntryPutBack(3, None), EntryPutBack(3, None)), f"entry 5: it undoes entry 3, {what}"
        )
        self.broken((*back, *table.events[1:], EntryPutBack(3, None)), what)
        self.broken((*back, EntryPutBack(3, (3,))), "by 3 cannot be at this table")
        self.broken((*back, EntryPutBack(3, (), table.event.moves)), "moves nothing by itself")

    def test_an_entry_is_recorded_by_seats_of_this_table(self) -> None:
        events = numbered(given(3).when(paying(ANN, BO, 5)).events)
        assert follow(SHERIFF, events, {1: None, 2: (ANN, CLEO)}).balances[purse(BO)] == {GOLD: 55}
        with pytest.raises(BrokenLawError, match="entry 2: the recorder 3 cannot be at this table"):
            follow(SHERIFF, events, {2: (3,)})

    def test_put_backs_undo_take_backs_in_their_order(self) -> None:
        table = given(3).when(paying(ANN, BO, 5), paying(ANN, BO, 7))
        back: tuple[AnyEvent, ...] = (*table.events, TakenBack(3), TakenBack(2), EntryPutBack(5, None))
        assert follow(SHERIFF, numbered((*back, EntryPutBack(4, None)))) == table.game
        what = "entry 7: it undoes entry 4, which is not the take back to undo next"
        self.broken((*back, TakenBack(2), EntryPutBack(4, None)), f"entry 8: {what[9:]}")
        self.broken((*back, table.events[2], EntryPutBack(4, None)), f"entry 8: {what[9:]}")

    def test_a_result_that_was_taken_back_and_put_back_stands_again(self) -> None:
        table = given(3).when(EndGame(), CloseCount())
        events: tuple[AnyEvent, ...] = (*table.events, TakenBack(3), EntryPutBack(4, None))
        assert follow(SHERIFF, numbered(events)) == table.game
        self.broken((*events, table.events[1]), "entry 6: it comes after the result")
        self.broken((*table.events, EntryPutBack(3, None)), "not the take back to undo next")

    def test_a_correction_says_what_was_said(self) -> None:
        paid = given(3).when(paying(ANN, BO, 5)).event
        assert isinstance(paid, Paid)
        other = replace(paid, gold=4)
        self.broken(
            (opening(), paid, EntryCorrected(2, 1, "", other, paid, ())),
            "entry 3: it corrects entry 2, which does not say so",
        )
        twice = EntryCorrected(2, 1, "", paid, other, ()), EntryCorrected(2, 1, "", other, paid, ())
        assert follow(SHERIFF, numbered((opening(), paid, *twice))).here == (ANN, BO, CLEO)

    def test_nothing_is_taken_from_where_it_is_not(self) -> None:
        move = Move(purse(ANN), purse(BO), GOLD, 51)
        self.broken(
            (opening(), Paid(ANN, BO, 51, Goods(), "", (move,))), "takes 51 gold from where there are"
        )

    def test_s6_a_feast_plate_becomes_one_good_and_nothing_else_does(self) -> None:
        table = given(3, promo={"feast_plate": 1}, stands={ANN: {"feast_plate": 1}}).when(EndGame())
        chosen = PlatesChosen(ANN, ("bread",))
        assert follow(SHERIFF, numbered((*table.events, chosen))) == evolve(table.game, chosen)
        self.broken((*table.events, replace(chosen, goods=())), "seat 0 chose for 0 Feast Plates, it has 1")
        self.broken((*table.events, replace(chosen, seat=BO)), "seat 1 chose for 1 Feast Plates, it has 0")
        self.broken((*table.events, closed()), "seat 0 chose for 0 Feast Plates, it has 1")

    def test_nobody_is_without_a_name(self) -> None:
        self.broken((opening(seats=(Seat("", "leaf"), *opening().seats[1:])),), "entry 1: the names are not")

    def test_a_name_that_another_machine_took_is_taken_here(self) -> None:
        """What Python knows of characters differs from release to release; a name was judged once."""
        unknown, piled = "\U0001faff", "q" + "\u0301" * 9
        seats = (Seat(unknown, "leaf"), Seat(piled, "stag"), *opening().seats[2:])
        assert follow(SHERIFF, [(1, opening(seats=seats))]).seats == seats
        with pytest.raises(BrokenLawError, match="nobody can see"):
            follow(SHERIFF, [(1, opening(seats=(Seat("B\u202eo", "leaf"), *seats[1:])))])


def test_what_any_game_says_has_numbers_of_an_evening_and_moves_of_its_seats() -> None:
    check_said(bag(), 3)
    with pytest.raises(BrokenLawError, match="the number"):
        check_said(bag(merchant=LARGEST_NUMBER + 1), 3)
    with pytest.raises(BrokenLawError, match="seat 3"):
        check_said(bag(moves=(Move(BANK, purse(3), GOLD, 1),)), 3)


def test_an_error_says_where_it_is() -> None:
    assert str(BrokenLawError("it is odd")) == "it is odd"
    assert str(BrokenLawError("it is odd", 4)) == "entry 4: it is odd"


def test_sitting_out_is_of_a_seat() -> None:
    event = given(3).when(SitOut(CLEO)).event
    check_event(given(3).game, event)
    with pytest.raises(BrokenLawError, match="merchant 2"):
        check_event(replace(given(3).game, seats=given(3).game.seats[:2]), event)
