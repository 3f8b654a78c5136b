"""What an entry means for one player: said to that player, on a phone that is theirs alone."""

from flask import Flask

from companion.rules.ledger import Goods
from tests.rules.given import SILK
from tests.web import buttons
from tests.web.evening import at_table, end, is_opened, lies, passes, undone
from tests.web.phone import Phone
from tests.web.seated import makes_bank, seated
from tests.web.stored import service_of, table_of
from tests.web.test_correcting import corrected
from tests.web.test_talking import declares, offers

POOR = {"purse-0": 50, "purse-1": 4, "purse-2": 50, "purse-3": 50}


def told(phone: Phone, bank: Phone) -> str:
    """The last entry as this phone's board says it in one line, without who recorded it."""
    page = phone.open(f"/g/{bank.page.game}")
    last = next(part for part in page.root.elements("div") if part.get("class") == "last")
    return next(last.elements("summary")).text.partition(" recorded by")[0]


def test_a_payment_between_two(app: Flask, bank: Phone) -> None:
    bo, cleo = (seated(app, bank, name) for name in ("Bo", "Cleo"))
    bank.open(f"/g/{bank.page.game}/pay?giver=1")
    bank.press("Record", {"receiver": 2, "gold": 7})
    assert told(bo, bank) == "You pay Cleo 7."
    assert told(cleo, bank) == "Bo pays you 7."
    assert told(bank, bank) == "Bo gives Cleo 7 gold."


def test_other_pages_and_the_screen_reader_say_it_too(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    passes(bank, "Bo", "apples", 3)
    page = bo.send("GET", f"/g/{bank.page.game}/live?on=sheet&at=cards&since=0")
    assert "Latest: Your bag passed." in page.text
    said = page.root.with_id("said")
    assert said is not None
    assert said.text == "Your bag passed. 3 apples to your stand."


def turn(phone: Phone, bank: Phone) -> set[str]:
    """What a board says of whose turn it is: the phone is felt whenever a word is new."""
    return {*phone.open(f"/g/{bank.page.game}").found(r'data-turn="([^"]*)"').split()}


def test_who_is_threatened_answered_or_paid_feels_it(app: Flask, bank: Phone) -> None:
    ann, bo, cleo = (seated(app, bank, name) for name in ("Ann", "Bo", "Cleo"))
    declares(bo, "apples", 3)
    was = {phone: turn(phone, bank) for phone in (ann, bo, cleo)}

    def felt() -> set[Phone]:
        now = {phone: turn(phone, bank) for phone in was}
        new = {phone for phone, words in now.items() if words - was[phone]}
        was.update(now)
        return new

    ann.press("Threaten to open: Bo")
    assert felt() == {bo}
    offers(bo, gold=5)
    assert felt() == {ann}
    ann.press("Refuse")
    assert felt() == {bo}
    offers(bo, gold=6)
    assert felt() == {ann}
    ann.press(buttons.ACCEPT)
    assert felt() == {bo}
    felt()
    bank.open(f"/g/{bank.page.game}")
    passes(bank, "Bo", "apples", 3)
    assert felt() == {ann, bo}
    assert not felt()


def test_who_becomes_the_bank_feels_it(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    was = turn(bo, bank)
    makes_bank(bank, 1)
    assert turn(bo, bank) - was == {"bank"}


def test_the_biggest_button_speaks_to_its_player(app: Flask, bank: Phone) -> None:
    ann = seated(app, bank, "Ann")
    assert "Inspect Bo ’s bag" in ann.open(f"/g/{bank.page.game}").text
    assert "Inspect" not in bank.open(f"/g/{bank.page.game}").text
    bo = seated(app, bank, "Bo")
    assert "Inspect" not in ann.open(f"/g/{bank.page.game}").text
    declares(bo, "apples", 3)
    assert "Ann decides on your bag" in bo.open(f"/g/{bank.page.game}").text
    lies(ann, "Bo", ("apples", 3), "Passed", {"in-apples": 1, "face_down": 2})
    end(bank)
    assert "Turn your cards over" in bo.open(f"/g/{bank.page.game}").text
    assert "Bo turns the cards over" in ann.open(f"/g/{bank.page.game}").text


def test_the_sheriff_whose_button_was_tapped_says_what_was_in_it(app: Flask, bank: Phone) -> None:
    ann, bo = (seated(app, bank, name) for name in ("Ann", "Bo"))
    declares(bo, "apples", 3)
    ann.open(f"/g/{bank.page.game}")
    ann.press(buttons.LET_BY)
    assert "Say what was in Bo ’s bag it passes" in ann.open(f"/g/{bank.page.game}").text
    assert "Bo ’s bag it passes: what was in it?" in bank.open(f"/g/{bank.page.game}").text


# Corrected, taken back, put back


def given_back(phone: Phone, bank: Phone) -> str:
    """What this phone's board says was taken back or put back."""
    phone.open(f"/g/{bank.page.game}")
    return undone(phone)


def test_a_correction_tells_each_what_their_own_hands_do(app: Flask, bank: Phone) -> None:
    """Three chickens, not four: Ann gets 2 of her 8 back, and one chicken leaves the stand."""
    ann, bo, cleo = (seated(app, bank, name) for name in ("Ann", "Bo", "Cleo"))
    is_opened(bank, "Bo", "chickens", 4)
    corrected(bank, 2, "opens it", {"good": "chickens", "number": 3})
    assert told(bo, bank) == "Your bag was corrected. You give Ann 2 back. 1 chicken off your stand."
    assert told(ann, bank) == "Bo ’s bag was corrected. Bo gives you 2 back."
    assert told(cleo, bank).startswith("Bo ’s bag of round 1 corrected:")


def test_a_correction_tells_a_payment_on_top(app: Flask, bank: Phone) -> None:
    bo, cleo = (seated(app, bank, name) for name in ("Bo", "Cleo"))
    bank.open(f"/g/{bank.page.game}/pay?giver=1")
    bank.press("Record", {"receiver": 2, "gold": 7})
    corrected(bank, 2, "Record the correction", {"gold": 9})
    assert told(bo, bank) == "A payment was corrected. You pay Cleo 2."
    assert told(cleo, bank) == "A payment was corrected. Bo pays you 2."


def test_a_take_back_tells_each_what_goes_back_and_a_put_back_what_goes_again(
    app: Flask, bank: Phone
) -> None:
    """I5: one mead, 4, is lost; the apple is let in."""
    ann, bo, cleo = (seated(app, bank, name) for name in ("Ann", "Bo", "Cleo"))
    lies(bank, "Bo", ("apples", 2), "Opened", {"in-apples": 1, "in-mead": 1})
    bank.press(buttons.TAKE_BACK)
    assert given_back(ann, bank) == "The bank took back: Bo ’s bag You give Bo 4 back."
    back = "Ann gives you 4 back. 1 apple off your stand. 1 mead back from the discard pile."
    assert given_back(bo, bank) == f"The bank took back: Bo ’s bag {back}"
    assert given_back(cleo, bank) == "The bank took back: Bo ’s bag"
    page = bo.send("GET", f"/g/{bank.page.game}/live?on=sheet&at=cards&since=0")
    assert f"The bank took back: Bo ’s bag. {back}" in page.text
    bank.open(f"/g/{bank.page.game}")
    bank.press(buttons.PUT_BACK)
    assert given_back(bo, bank).endswith("You pay Ann 4. 1 apple to your stand. 1 mead to a discard pile.")


def test_a_correction_that_is_taken_back_goes_the_other_way(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    is_opened(bank, "Bo", "chickens", 4)
    corrected(bank, 2, "opens it", {"good": "chickens", "number": 3})
    bank.press(buttons.TAKE_BACK)
    assert given_back(bo, bank).endswith("Ann gives you 2 back. 1 chicken to your stand.")


def test_d1_what_was_turned_over_for_a_debt_is_turned_again(app: Flask) -> None:
    bank = at_table(app, fields={**POOR, "purse-1": 2 * SILK - 4, "stand-1-face_down": 1})
    bo = seated(app, bank, "Bo")
    lies(bank, "Bo", ("apples", 3), "Opened", {"in-apples": 1, "in-silk": 2})
    for fields in ({"told-silk": 1}, {"debt-apples": 1}):
        bank.press(buttons.RECORD, fields)
    bank.press(buttons.TAKE_BACK)
    said = given_back(bo, bank)
    assert "off your stand" in said
    assert "face down" not in said


# Said before a bag is booked


def latest_at(phone: Phone, bank: Phone) -> str:
    """What a phone on another page is told of what was said last."""
    seq = table_of(bank).seq
    return phone.send("GET", f"/g/{bank.page.game}/live?on=sheet&at=cards&since=0&mark={seq}").text


def test_a_threat_is_told_to_whom_it_is_made(app: Flask, bank: Phone) -> None:
    ann, bo, cleo = (seated(app, bank, name) for name in ("Ann", "Bo", "Cleo"))
    declares(bo, "apples", 3)
    ann.open(f"/g/{bank.page.game}")
    ann.press("Threaten to open: Bo")
    assert "Ann threatens to open your bag." in latest_at(bo, bank)
    assert "Ann threatens to open Bo ’s bag." in latest_at(cleo, bank)
    assert "Ann threatens to open your bag" in bo.open(f"/g/{bank.page.game}").text
    assert "Ann threatens to open Bo ’s bag" in cleo.open(f"/g/{bank.page.game}").text


def test_whoever_asked_for_gold_reads_the_answer_as_their_own(app: Flask, bank: Phone) -> None:
    """And what they offer, unfolded under the rope."""
    ann, bo = seated(app, bank, "Ann"), seated(app, bank, "Bo")
    declares(bo, "apples", 3)
    offers(bo, gold=2)
    pulls = bo.open(f"/g/{bank.page.game}").root.with_id("pulls-1")
    assert pulls is not None
    assert "You offer Ann 2 gold" in pulls.text
    ann.open(f"/g/{bank.page.game}")
    ann.send("POST", f"/g/{bank.page.game}/prices/1", [*ann.tokens, ("gold", "9"), ("in_round", "1")])
    bo.open(f"/g/{bank.page.game}")
    bo.press("No : ")
    assert "You ask Bo for 9 gold: refused." in latest_at(ann, bank)
    assert "Ann asks you for 9 gold: refused." in latest_at(bo, bank)


def test_an_offer_and_its_answer_are_told_to_both(app: Flask, bank: Phone) -> None:
    ann, bo, cleo = (seated(app, bank, name) for name in ("Ann", "Bo", "Cleo"))
    declares(bo, "apples", 3)
    offers(bo, gold=5, promise="next round")
    assert "Bo offers you 5 gold and the promise" in latest_at(ann, bank)
    assert "You offer Ann 5 gold and the promise" in bo.open(f"/g/{bank.page.game}").text
    ann.open(f"/g/{bank.page.game}")
    ann.press("Refuse")
    assert "Ann refuses your offer: 5 gold and the promise" in latest_at(bo, bank)
    assert "Bo offers you 5 gold and the promise “ next round ”: refused." in latest_at(ann, bank)
    assert "Bo offers Ann 5 gold and the promise “ next round ”: refused." in latest_at(cleo, bank)
    offers(bo, gold=6)
    ann.open(f"/g/{bank.page.game}")
    ann.press(buttons.ACCEPT)
    assert "Ann accepts your offer: 6 gold." in latest_at(bo, bank)
    assert "You 6 gold accepted: it is binding You offer Ann" in bo.open(f"/g/{bank.page.game}").text
    assert "Bo 6 gold accepted: it is binding Bo offers you" in ann.open(f"/g/{bank.page.game}").text
    assert (
        "Bo 6 gold accepted 0 gold to open it Bo offers Ann 6 gold" in cleo.open(f"/g/{bank.page.game}").text
    )
    ann.press("Undo")
    assert "Ann no longer accepts your offer: 6 gold." in latest_at(bo, bank)
    assert "Bo offers Ann 6 gold: no longer accepted." in latest_at(cleo, bank)


def test_a_nudge_and_a_decision_are_told_to_whom_they_are_about(app: Flask, bank: Phone) -> None:
    ann, bo, cleo = (seated(app, bank, name) for name in ("Ann", "Bo", "Cleo"))
    bank.open(f"/g/{bank.page.game}")
    bank.press("Nudge Bo")
    assert "Everybody waits for you." in latest_at(bo, bank)
    for phone in (bo, cleo):
        declares(phone, "apples", 3)
    bank.open(f"/g/{bank.page.game}/declarations/3")
    bank.press("Declare 3", {"good": "bread"})
    ann.open(f"/g/{bank.page.game}")
    service_of(app).note(bank.page.game, 1, 1, Goods({"apples": 2, "silk": 1}))
    ann.press("Open it")
    for phone, opens in ((bo, "Ann opens your bag."), (cleo, "Ann opens Bo ’s bag.")):
        assert opens in latest_at(phone, bank)
        assert "silk" not in latest_at(phone, bank), "its cards are turned one after the other"
