"""Promises on the board of a table with one phone."""

from flask import Flask

from tests.web.evening import at_table, badge, passes
from tests.web.phone import Phone


def pinned(phone: Phone) -> list[str]:
    """The promises that the board shows."""
    strips = [line for line in phone.page.root.elements("div") if line.get("class") == "pins"]
    return [line.text for strip in strips for line in strip.elements("p")]


def ends_round(phone: Phone, *merchants: str) -> None:
    """These bags pass, and the badge goes on."""
    for name in merchants:
        passes(phone, name, "apples", 1)
    badge(phone)


def test_i10_a_promise_stays_in_sight_for_the_round_in_which_it_may_be_due(app: Flask) -> None:
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "next round's apples"})
    [said] = pinned(phone)
    ends_round(phone, "Cleo")
    assert pinned(phone) == [f"Round 1: {said}"]
    ends_round(phone, "Cleo", "Ann")
    assert pinned(phone) == []


def test_i10_what_the_sheriff_promised_stands_on_top_of_the_bag_it_is_about(app: Flask) -> None:
    """Before the declaration: who decides in a hurry does not scroll. What others promised stands below."""
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Bo lets Ann pass"})
    passes(phone, "Cleo", "apples", 1, {"deal-0-promise": "Lunch"})
    badge(phone)
    text = phone.open(f"/g/{phone.page.game}/bags/0").text
    assert text.index("Bo lets Ann pass") < text.index("Ann declares") < text.index("Lunch")


def test_i10_a_promise_lapses_in_so_many_words_when_its_giver_goes_home(app: Flask) -> None:
    """Before, where it is chosen who leaves, and after, in the entry; once back, nobody owes it any more."""
    phone = at_table(app, 4)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "next round's apples"})
    phone.follow("Menu")
    before = "Promises lapse when one of the two leaves: Bo and Ann agreed: “next round's apples”."
    assert before in phone.page.text
    page = phone.press("Leaves", {"leaver": 1})
    assert "Bo ’s promise to Ann lapses: “next round's apples”." in page.text
    assert pinned(phone) == []
    phone.open(f"/g/{page.game}/changes")
    phone.press("Is back")
    assert "Promises lapse" not in phone.open(f"/g/{page.game}/menu").text
    assert "lapses: “next round's apples”" in phone.open(f"/g/{page.game}/log").text


def test_a_usual_promise_is_pinned_in_the_readers_language(app: Flask) -> None:
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Bo lets Ann pass"})
    phone.headers["Accept-Language"] = "fr"
    phone.open(f"/g/{phone.page.game}")
    assert pinned(phone) == ["Accord entre Bo et Ann : « Bo laisse passer Ann »."]


def offered(phone: Phone) -> list[str]:
    """The promises that Ann's bag offers to choose from."""
    page = phone.open(f"/g/{phone.page.game}/bags/0?deal-0-promising=1")
    return [button.text for button in page.root.elements("button") if button.get("data-say")]


def test_a_promise_of_the_evening_is_offered_again_in_the_readers_language(app: Flask) -> None:
    """One that the app proposed; what somebody typed stays as it was written."""
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Bo lets Ann pass"})
    ends_round(phone, "Cleo")
    passes(phone, "Ann", "apples", 2, {"deal-0-promise": "Bo opens nobody this round"})
    ends_round(phone, "Cleo")
    assert offered(phone)[:2] == ["Bo opens nobody this round", "Bo lets Ann pass"]
    phone.headers["Accept-Language"] = "fr"
    assert offered(phone)[:2] == ["Bo n’ouvre aucun sac ce tour-ci", "Bo laisse passer Ann"]
    assert not any(" opens " in words or " lets " in words for words in offered(phone))
