"""What became of each bag of a round, as the row of bags tells it: passed, honest or caught; and who got
richer by the round.
"""

from flask import Flask

from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.declaring import Declare
from tests.rules.given import CLEO, SILK
from tests.web import buttons
from tests.web.evening import at_table, badge, is_opened, lies, passes
from tests.web.markup import Element
from tests.web.phone import Phone
from tests.web.stored import service_of


def outcomes(phone: Phone) -> list[str]:
    """What stands under each name in the row of bags."""
    row = next(nav for nav in phone.page.root.elements("nav") if "merchants" in nav.get("class"))
    return [under.text for under in row.elements("small")]


def test_a_lie_that_was_opened_is_told_from_an_honest_bag(app: Flask) -> None:
    phone = at_table(app)
    passes(phone, "Bo", "apples", 2)
    is_opened(phone, "Cleo", "bread", 2)
    lies(phone, "Dov", ("apples", 3), "Opened", {"in-apples": 2, "in-mead": 1})
    assert outcomes(phone) == ["passed", "honest", "caught"]


def test_the_last_entry_shows_it_by_a_mark_of_its_own_with_the_cards_that_were_lost(app: Flask) -> None:
    """Each of the three looks different where the words are, too."""
    phone = at_table(app)
    passes(phone, "Bo", "apples", 2)
    assert "mark judged-passed" in phone.page.html
    is_opened(phone, "Cleo", "bread", 2)
    assert "mark judged-honest" in phone.page.html
    lies(phone, "Dov", ("apples", 3), "Opened", {"in-apples": 2, "in-mead": 1})
    assert "mark judged-caught" in phone.page.html
    cards = [card for card in phone.page.root.elements("li") if "slot" in card.get("class").split()]
    assert [(card.text, "lost" in card.get("class")) for card in cards] == [
        ("Apples", False),
        ("Apples", False),
        ("Mead lost", True),
    ]


def test_a_bag_that_is_the_last_again_is_no_news(app: Flask) -> None:
    """Nobody opened it just now: what came after it was taken back, or it was itself put back."""
    phone = at_table(app, 3)
    is_opened(phone, "Bo", "apples", 2)
    assert has_stamp(phone)
    passes(phone, "Cleo", "apples", 2)
    phone.press(buttons.TAKE_BACK)
    assert "mark judged-honest" in phone.page.html
    assert not has_stamp(phone)
    phone.press(buttons.TAKE_BACK)
    phone.press(buttons.PUT_BACK)
    assert not has_stamp(phone)


def has_stamp(phone: Phone) -> bool:
    """Whether the board has the stamp that is played over it."""
    return any("stamp" in one.get("class").split() for one in phone.page.root.elements("p"))


def test_it_follows_a_correction_of_this_round_alone(app: Flask) -> None:
    phone = at_table(app, 3)
    is_opened(phone, "Bo", "apples", 2)
    passes(phone, "Cleo", "apples", 2)
    corrected(phone, 2)
    assert outcomes(phone) == ["caught", "passed"]
    badge(phone)
    is_opened(phone, "Cleo", "apples", 2)
    assert outcomes(phone) == ["honest", "to do"]
    corrected(phone, 3)
    assert outcomes(phone) == ["honest", "to do"]


def changes(phone: Phone) -> list[Element]:
    """Where the board tells who got richer, if it does."""
    return [one for one in phone.page.root.elements("section") if one.get("class") == "changes"]


def gains(phone: Phone) -> list[str]:
    """By how much each got richer by the round that is over."""
    return [each.text for each in changes(phone)[0].elements("li")]


def test_a_new_round_tells_who_got_richer_until_the_next_entry(app: Flask) -> None:
    """By gold, and by what lies face up: the silk that Cleo got through is nobody's business yet."""
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-gold": 5})
    lies(phone, "Cleo", ("cheese", 2), "Passed", {"in-cheese": 1, "face_down": 1})
    badge(phone)
    assert gains(phone) == ["Ann +5", "Cleo +3", "Bo −1"]
    assert "Round 1" in changes(phone)[0].text
    passes(phone, "Cleo", "apples", 2)
    assert not changes(phone)


def test_the_last_round_tells_who_got_richer_too(app: Flask) -> None:
    phone = at_table(app, 3, {"rounds": 2})
    for name in ("Bo", "Cleo"):
        passes(phone, name, "apples", 3)
    badge(phone)
    passes(phone, "Cleo", "apples", 1, {"deal-0-gold": 5})
    passes(phone, "Ann", "apples", 1)
    phone.press(buttons.COUNT_THE_STANDS)
    phone.open(f"/g/{phone.page.game}")
    assert gains(phone) == ["Bo +5", "Ann +2", "Cleo −3"]
    assert "Round 2" in changes(phone)[0].text


def test_a_round_in_which_nothing_happened_is_not_told(app: Flask) -> None:
    """The badge went on, and the game ended there."""
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2)
    passes(phone, "Cleo", "apples", 2)
    badge(phone)
    phone.follow("Menu")
    phone.press(buttons.END)
    assert not changes(phone)


def test_what_is_corrected_of_an_earlier_round_is_no_gain_of_this_one(app: Flask) -> None:
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2)
    passes(phone, "Cleo", "apples", 2)
    badge(phone)
    corrected(phone, 2)
    passes(phone, "Cleo", "apples", 1)
    passes(phone, "Ann", "apples", 2)
    corrected(phone, 7)
    badge(phone)
    assert {*gains(phone)} == {f"Bo +{SILK}", "Cleo +2", f"Ann −{SILK - 2}"}


def test_what_a_round_changed_outlives_a_correction_and_a_payment(app: Flask) -> None:
    """What was put right is in it; what is paid in the next round is not."""
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2)
    passes(phone, "Cleo", "apples", 2)
    badge(phone)
    assert gains(phone) == ["Bo +4", "Cleo +4", "Ann 0"]
    corrected(phone, 2)
    assert {*gains(phone)} == {f"Ann +{SILK}", "Cleo +4", f"Bo −{SILK - 2}"}
    phone.open(f"/g/{phone.page.game}/pay?giver=1&receiver=2")
    phone.press(buttons.RECORD, {"gold": 5})
    assert {*gains(phone)} == {f"Ann +{SILK}", "Cleo +4", f"Bo −{SILK - 2}"}


def test_what_a_round_changed_makes_room_once_a_bag_is_declared(app: Flask) -> None:
    """For the clock and for what is offered: none of that lies under the bar."""
    phone = at_table(app, 3)
    for name in ("Bo", "Cleo"):
        passes(phone, name, "apples", 2)
    badge(phone)
    assert "Richer or poorer" in phone.page.html
    declares = Declare(CLEO, Declaration("apples", 2))
    service_of(app).say(phone.page.game, declares, "2", lambda _: {CLEO}, lambda *_: None)
    assert "Richer or poorer" not in phone.open(f"/g/{phone.page.game}").html


def corrected(phone: Phone, entry: int) -> None:
    """An older bag was opened and held a silk."""
    phone.open(f"/g/{phone.page.game}/corrections/{entry}")
    phone.press(buttons.OPENS_A_LIE)
    phone.press(buttons.RECORD_CORRECTION, {"in-apples": 1, "in-silk": 1})
    phone.open(f"/g/{phone.page.game}")
