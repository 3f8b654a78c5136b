"""Corrections by the pages' own forms: a form opens as it was booked, and what it tells is the difference."""

from flask import Flask
from hypothesis import given, settings

from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.debts import worth
from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.ending import CountClosed
from companion.rules.sheriff.opened import BagOpened, OpenBag
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.payments import Paid, Pay
from companion.rules.sheriff.seating import Join
from tests.rules.evenings import SHORT, evenings
from tests.rules.given import ANN, BO, CLEO, Table, deal, passing
from tests.tables import table
from tests.web import buttons
from tests.web.evening import badge, holds, is_opened, lies, passes
from tests.web.phone import Fields, Page, Phone
from tests.web.restored import restored
from tests.web.stored import table_of

SILK = edition("first").good("silk").penalty


def untouched(phone: Phone, entry: int) -> Page:
    """The response to an entry's form, sent as it opened; a bag that was as declared by its own button."""
    was = table_of(phone).as_corrected(entry)
    phone.open(f"/g/{phone.page.game}/corrections/{entry}")
    spoken = [button.spoken for form in phone.page.forms for button in form.buttons]
    if any(buttons.RECORD_CORRECTION in button for button in spoken):
        return phone.press(buttons.RECORD_CORRECTION)
    return phone.press(buttons.OPENS if isinstance(was, BagOpened) else buttons.PASSES)


@settings(deadline=None)
@given(evening=evenings(SHORT))
def test_a_correction_opens_as_it_was_booked(app: Flask, evening: Table) -> None:
    """Booked without being touched it changes nothing, and says so; unless an earlier entry was corrected
    since, and nobody had then what they were thought to have.
    """
    events = [event for event in evening.events if not isinstance(event, CountClosed)]
    phone = restored(app, events)
    for place, event in enumerate(events):
        is_known = table_of(phone).known_before(place + 1) == table_of(phone).state_before(place + 1)
        if isinstance(event, BagPassed | BagOpened | Paid) and is_known:
            page = untouched(phone, place + 1)
            assert (page.status, [*page.refusals.values()]) == (422, ["Nothing would change."]), event
    assert table_of(phone).seq == len(events)


def test_what_a_correction_would_break_is_named_though_its_player_came_later(app: Flask) -> None:
    there = table(app).plays(passing(BO, "apples", 2), Join("Eve", ANN, 1))
    eve = len(there.game.seats) - 1
    there.plays(Pay(CLEO, BO, 5), Pay(BO, eve, 55))
    for sheet in ("2?good=apples&number=2&unfolded=0-gold&deal-0-gold=5", "4?giver=2&receiver=1&gold=1"):
        assert "“ Bo gives Eve 55 gold" in there.phone(path=f"/corrections/{sheet}").page.text


def test_d2_the_goods_that_a_debtor_chose_stay_chosen(later: Phone) -> None:
    """Ann paid 7 with three apples and a chicken that Bo did not keep; the reason alone is no correction."""
    is_opened(later, "Bo", "bread", 5)
    later.press(buttons.RECORD, {"debt-apples": 3, "debt-chickens": 1, "discarded": 1})
    later.open(f"/g/{later.page.game}/corrections/2")
    sent = dict(later.page.form(buttons.RECORD_CORRECTION)[0].fields)
    assert (sent["debt-apples"], sent["debt-chickens"], sent["discarded"]) == ("3", "1", "1")
    page = later.press(buttons.RECORD_CORRECTION, {"reason": "Misread"})
    assert (page.status, page.refusals) == (422, {"": "Nothing would change."})


def corrected(phone: Phone, entry: int, button: str, fields: Fields) -> Page:
    """The board right after an entry was corrected by its form."""
    phone.open(f"/g/{phone.page.game}/corrections/{entry}")
    return phone.press(button, fields)


def hands(page: Page) -> list[str]:
    """What the board tells the hands to do."""
    lists = [line for line in page.root.elements("ul") if line.get("class") == "hands"]
    return [line.text for part in lists for line in part.elements("li")]


def strips(phone: Phone) -> str:
    """The warnings that the board of a phone shows."""
    page = phone.open(f"/g/{phone.page.game}")
    return " ".join(line.text for line in page.root.elements("p") if "strip-warning" in line.get("class", ""))


def last(page: Page) -> str:
    """The last entry in its sentence."""
    return next(page.root.elements("summary")).text


def marked(phone: Phone) -> list[str]:
    """The lines of the log that say that they were corrected."""
    page = phone.open(f"/g/{phone.page.game}/log")
    lines = [line for line in page.root.elements("li") if "log-entry" in line.get("class")]
    marks = [next(line.elements("small"), None) for line in lines]
    return [
        line.get("id") for line, mark in zip(lines, marks, strict=True) if mark and mark.text == "corrected"
    ]


def test_the_log_marks_what_was_corrected(bank: Phone) -> None:
    """Until the correction is taken back; the correction itself is none."""
    is_opened(bank, "Bo", "chickens", 4)
    passes(bank, "Cleo", "apples", 2)
    assert not marked(bank)
    corrected(bank, 2, "opens it", {"good": "chickens", "number": 3})
    assert marked(bank) == ["entry-2"]
    bank.open(f"/g/{bank.page.game}")
    bank.press(buttons.TAKE_BACK)
    assert not marked(bank)


def test_a_correction_tells_what_is_otherwise_and_the_hands_do_no_more(bank: Phone) -> None:
    """Three chickens, not four: Ann gets 2 of her 8 back, and one chicken leaves the stand."""
    is_opened(bank, "Bo", "chickens", 4)
    page = corrected(bank, 2, "opens it", {"good": "chickens", "number": 3, "reason": "Misread"})
    assert hands(page) == ["1 chicken off Bo ’s stand", "Bo gives Ann 2 back"]
    said = "Declared: 3 chickens instead of 4 chickens. In it: 1 chicken fewer."
    assert f"Bo ’s bag of round 1 corrected: {said} Ann pays Bo a fine of 6." in last(page)
    assert "Before: “ Ann pays Bo a fine of 8.” ( Misread )" in last(page)


def test_a_bag_that_was_opened_and_not_passed(bank: Phone) -> None:
    """The bribe was 1 more than the fine for a silk."""
    bribe = SILK + 1
    passes(bank, "Bo", "apples", 3, {"deal-0-gold": bribe})
    bank.open(f"/g/{bank.page.game}/corrections/2")
    assert f"Bo ’s bag passed for {bribe} gold: 3 apples." in bank.page.text
    bank.press(buttons.OPENS_A_LIE, {"deal-0-gold": ""})
    page = bank.press(buttons.RECORD_CORRECTION, {"in-apples": 2, "in-silk": 1})
    assert hands(page) == ["1 apple off Bo ’s stand", "Ann gives Bo 1 back"]
    assert "Opened, not passed. In it: 1 silk instead of 1 apple." in last(page)
    assert f"Before: “ Bo gives Ann {bribe} gold.”" in last(page)


def test_who_pays_whom_stands_first_under_the_form(app: Flask) -> None:
    """The sheet has room for three lines; what comes after them unfolds."""
    there = table(app).plays(passing(BO, "apples", 3, deal(BO, ANN, 9), deal(CLEO, ANN, 5)))
    bank = there.phone()
    typed = "good=apples&number=3&contents=opened&in-apples=1&in-silk=2"
    page = bank.open(f"/g/{bank.page.game}/corrections/2?{typed}")
    shown = page.root.with_id("sum")
    assert shown is not None
    (lines,) = (part for part in shown.elements("span") if part.get("class") == "sum-lines")
    assert [line.text for line in lines.elements("span") if line is not lines] == [
        f"Ann gives Bo {9 - 2 * SILK} back · Ann gives Cleo 5 back",
        "2 apples off Bo ’s stand",
    ]


def test_a_payment_tells_the_difference(bank: Phone) -> None:
    bank.open(f"/g/{bank.page.game}/pay")
    bank.press(buttons.RECORD, {"giver": 0, "receiver": 1, "gold": 5})
    page = corrected(bank, 2, "Record the correction", {"gold": 9})
    assert hands(page) == ["Ann pays Bo 4"]
    assert last(page) == (
        "Payment of round 1 corrected: Ann gives Bo 9 gold. Before: “ Ann gives Bo 5 gold.”"
    )


def test_a_payment_that_never_happened_is_corrected_to_nothing(bank: Phone) -> None:
    game = bank.page.game
    bank.open(f"/g/{game}/pay?giver=1&receiver=0")
    bank.press(buttons.RECORD, {"gold": 7})
    bank.open(f"/g/{game}/corrections/2")
    page = bank.press(buttons.RECORD_CORRECTION, {"gold": 0})
    assert "Nothing was paid." in last(page)
    holds(bank, Ann=50, Bo=50)


def test_what_moved_on_since_is_said_before_a_correction_is_booked(bank: Phone) -> None:
    """And not the whole sum, as if it could be booked; it names the entry that would not stand, and the ways
    out.
    """
    passes(bank, "Bo", "apples", 3)
    bank.open(f"/g/{bank.page.game}/pay")
    bank.open(f"/g/{bank.page.game}/pay?giver=1&receiver=2")
    bank.press(buttons.RECORD, {"giver": 1, "receiver": 2, "good-apples": 3})
    page = bank.open(f"/g/{bank.page.game}/corrections/2?good=apples&number=1")
    said = "Bo ’s stand would lack 2 apples later. Put this right first, or correct less: "
    said += "“ Bo gives Cleo 3 apples.”"
    assert f"lets it pass {said}" in page.text
    assert bank.press(buttons.PASSES).refusals == {"": said}


def asleep(page: Page) -> list[bool]:
    """Whether each large button of a form looks as if it leads nowhere."""
    drawn = (button.get("class", "").split() for button in page.root.elements("button"))
    return ["out" in classes for classes in drawn if "next" in classes]


def test_a_correction_that_would_be_refused_looks_asleep(bank: Phone) -> None:
    """It changes nothing, or takes what was passed on since."""
    lies(bank, "Bo", ("apples", 3), "Passed", {"in-apples": 2, "in-bread": 1})
    bank.open(f"/g/{bank.page.game}/pay?giver=1&receiver=2")
    bank.press(buttons.RECORD, {"giver": 1, "receiver": 2, "gold": 5})
    sheet = f"/g/{bank.page.game}/corrections"
    for address, refused in (
        ("3", True),
        ("3?giver=1&receiver=2&gold=6", False),
        ("2", True),
        ("2?good=apples&number=3&lie=passed&in-apples=1&in-bread=2", False),
    ):
        assert asleep(bank.open(f"{sheet}/{address}")) == [refused], address


def test_the_form_tells_the_difference_with_the_goods_it_proposes(later: Phone) -> None:
    """Three bread, not five: Ann owes 6 and has 3 gold, so a chicken stays hers and an apple is enough."""
    is_opened(later, "Bo", "bread", 5)
    later.press(buttons.RECORD)
    address = f"/g/{later.page.game}/corrections/2"
    page = later.open(f"{address}?good=bread&number=3&contents=opened&in-bread=3")
    assert "the rest in goods 3 chosen goods are worth 4" in page.text
    assert "2 bread off Bo ’s stand" in page.text
    assert "3 bread to Bo ’s stand" not in page.text


def test_d1_a_correction_tells_whose_later_debt_would_have_been_smaller(app: Flask) -> None:
    smuggled = OpenBag(1, Declaration("apples", 5), Goods({"silk": 5}), payment=Goods({"apples": 2}))
    there = table(app, gold={1: 5 * SILK}, stands={1: {"apples": 3}}).plays(Pay(1, 0, 4), smuggled)
    phone, said = there.phone(path="/corrections/2"), "’s later debt by hand: there was more gold."
    phone.press(buttons.RECORD_CORRECTION, {"gold": "3"})
    assert said in " ".join(hands(phone.page))
    assert said in phone.follow("Log").text
    assert said in strips(there.phone(path=""))


def test_d1_what_a_correction_leaves_to_be_settled_stands_on_the_board_until_it_is_paid(app: Flask) -> None:
    """On every phone; a payment of somebody else settles nothing."""
    smuggled = OpenBag(1, Declaration("apples", 5), Goods({"silk": 5}), payment=Goods({"apples": 2}))
    there = table(app, gold={1: 5 * SILK}, stands={1: {"apples": 3}}).plays(Pay(1, 0, 4), smuggled)
    phone, cleo, said = there.phone(path="/corrections/2"), there.phone(2), "Settle Bo ’s later debt by hand"
    phone.press(buttons.RECORD_CORRECTION, {"gold": "3"})
    there.plays(Pay(2, 0, 1))
    assert said in strips(cleo)
    there.plays(Pay(0, 1, 4))
    assert said not in strips(cleo)


def test_a_passed_bag_that_was_opened_as_declared_can_end_in_a_debt(later: Phone) -> None:
    """Ann has 3 gold of the 10 for five bread: the goods for the rest are asked for, then it is booked."""
    passes(later, "Bo", "bread", 5)
    page = corrected(later, 2, "opens it", {})
    assert (page.status, page.refusals) == (422, {})
    assert "the rest in goods" in page.text
    page = later.press(buttons.RECORD_CORRECTION)
    assert page.status == 200
    debt = table_of(later).as_corrected(2)
    assert isinstance(debt, BagOpened)
    assert debt.debt is not None
    assert (debt.debt.coins, worth(edition("first"), debt.debt.handed)) == (3, 8)
    assert "Opened, not passed." in last(page)


def test_a_stand_that_was_mended_by_hand_is_mentioned_before_it_is_mended_again(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 3)
    bank.open(f"/g/{bank.page.game}/pay?giver=bank")
    bank.press(buttons.RECORD, {"giver": "bank", "receiver": 1, "good-apples": 1})
    page = bank.open(f"/g/{bank.page.game}/corrections/2?good=apples&number=4")
    assert "Bo ’s stand was put right before; counted twice: 1 apple" in page.text
    assert "counted twice: 1 apple" in " ".join(hands(bank.press(buttons.PASSES)))


def test_a_bag_that_was_somebody_elses_takes_its_deal_along(bank: Phone) -> None:
    """Two taps to name Cleo instead; her bribe is proposed in place of Bo's."""
    passes(bank, "Bo", "apples", 3, {"deal-0-gold": 5})
    page = bank.open(f"/g/{bank.page.game}/corrections/2")
    assert page.title == "Correct Bo ’s bag"
    assert "Recorded: Bo ’s bag passed for 5 gold: 3 apples. Not Bo ’s bag? Cleo Dov" in page.text
    page = bank.press("Cleo", {"reason": "It was hers"})
    assert page.title == "Correct Cleo ’s bag"
    assert "3 apples. It was Cleo ’s bag, not Bo ’s." in page.text
    assert dict(bank.page.forms[0].fields)["reason"] == "It was hers"
    page = bank.press(buttons.PASSES)
    assert "Round 1 corrected: Cleo ’s bag passed for 5 gold: 3 apples." in last(page)
    assert "Before: “ Bo ’s bag passed for 5 gold: 3 apples.”" in last(page)
    assert [table_of(bank).game.gold(seat) for seat in range(4)] == [55, 50, 45, 50]
    assert table_of(bank).game.done == {2: "passed"}
    assert "/corrections/2" in bank.page.html


def test_there_was_no_bag_after_all(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 3)
    page = corrected(bank, 2, "Bo had no bag", {"reason": "Misheard"})
    assert "Round 1 corrected: Bo sits this round out. Before: “ Bo ’s bag passed: 3 apples.”" in last(page)
    assert hands(page) == ["3 apples off Bo ’s stand"]
    assert table_of(bank).game.done == {1: "out"}


def test_a_bag_that_was_forgotten_in_an_earlier_round_is_found_in_the_menu(bank: Phone) -> None:
    """It is booked now, and says to which round it belongs."""
    for seat in (1, 3):
        bank.follow("Menu")
        bank.press("Sits out", {"seat": seat})
    passes(bank, "Cleo", "apples", 1)
    badge(bank)
    bank.follow("Menu")
    bank.follow("Dov had a bag in round 1")
    page = bank.press(buttons.OPENS, {"good": "cheese", "number": 2})
    assert "Round 1 corrected: Dov was honest: 2 cheese. Ann pays 4." in last(page)
    assert [table_of(bank).game.gold(seat) for seat in range(4)] == [46, 50, 50, 54]
    bank.follow("Menu")
    assert "Dov had a bag" not in bank.page.text
    assert "Bo had a bag in round 1" in bank.page.text
    bank.open(f"/g/{bank.page.game}")
    for name in ("Cleo", "Dov", "Ann"):
        passes(bank, name, "apples", 1)
    badge(bank)
    bank.follow("Menu")
    bank.follow("Bo had a bag in round 1")
    page = bank.press(buttons.PASSES, {"good": "cheese", "number": 2})
    assert "Round 1 corrected: Bo ’s bag passed: 2 cheese." in last(page)
    assert table_of(bank).game.stand(1) == {"cheese": 2}


def test_the_line_of_a_round_without_a_bag_leads_to_it(bank: Phone) -> None:
    bank.follow("Menu")
    bank.press("Sits out", {"seat": 1})
    bank.open(f"/g/{bank.page.game}/log")
    bank.follow("A bag was forgotten")
    bank.press(buttons.PASSES, {"good": "cheese", "number": 2})
    assert table_of(bank).game.stand(1) == {"cheese": 2}
    assert "A bag was forgotten" not in bank.open(f"/g/{bank.page.game}/log").text


def test_two_bags_recorded_as_each_others_are_exchanged_by_naming_one_of_them(bank: Phone) -> None:
    passes(bank, "Bo", "apples", 3, {"deal-0-gold": 5})
    is_opened(bank, "Cleo", "cheese", 1)
    bank.open(f"/g/{bank.page.game}/corrections/2")
    page = bank.press("Cleo", {"reason": "Names mixed up"})
    assert "It was Cleo ’s bag, not Bo ’s." in page.text
    assert "This one becomes Bo ’s with it: “ Cleo was honest: 1 cheese. Ann pays 2.”" in page.text
    assert page.refusals == {}
    page = bank.press(buttons.PASSES)
    assert page.status == 200
    there = table_of(bank)
    assert there.game.done == {1: "opened", 2: "passed"}
    assert [there.game.gold(seat) for seat in range(4)] == [53, 52, 45, 50]
    assert there.game.stand(1) == {"cheese": 1}
    assert there.game.stand(2) == {"apples": 3}
    page = bank.open(f"/g/{bank.page.game}/corrections/2")
    assert "Recorded: Cleo ’s bag passed for 5 gold: 3 apples." in page.text


def test_nothing_of_an_exchange_is_booked_unless_all_of_it_is_allowed(bank: Phone) -> None:
    """Cleo had 50 gold of her own to give for her bag; Bo, whose it becomes, has less."""
    passes(bank, "Bo", "apples", 3)
    bank.open(f"/g/{bank.page.game}/pay?giver=1")
    bank.press(buttons.RECORD, {"giver": 1, "receiver": 3, "gold": 45})
    passes(bank, "Cleo", "cheese", 1, {"deal-0-gold": 10})
    booked = table_of(bank).seq
    bank.open(f"/g/{bank.page.game}/corrections/2")
    bank.press("Cleo")
    page = bank.press(buttons.PASSES)
    assert page.status == 422
    assert page.refusals
    assert table_of(bank).seq == booked


def test_two_bags_of_one_merchant_are_refused_by_name(bank: Phone) -> None:
    """Ones who sat out had no bag to be exchanged."""
    bank.follow("Menu")
    bank.press("Sits out", {"seat": 1})
    passes(bank, "Cleo", "cheese", 1)
    page = bank.open(f"/g/{bank.page.game}/corrections/2?seat=2&good=cheese&number=1")
    said = "Cleo has a bag in that round: “ Cleo ’s bag passed: 1 cheese.” Put that right first."
    assert said in page.text
    assert list(bank.press(buttons.PASSES).refusals) == [""]
