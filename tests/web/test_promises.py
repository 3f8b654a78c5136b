"""Promises on the board of a table with one phone."""

import re

import pytest
from flask import Flask

from tests.rules.given import BO
from tests.web import buttons
from tests.web.evening import at_table, badge, end, is_opened, passes
from tests.web.phone import Page, Phone
from tests.web.seated import comes_in, records
from tests.web.stored import table_of, talk_of
from tests.web.test_talking import Market, declares, market, offers, offers_over

__all__ = ["market"]


def pinned(phone: Phone) -> list[str]:
    """The promises that the board shows."""
    strips = [line for line in phone.page.root.elements("div") if line.get("class") == "pins"]
    promises = (one for strip in strips for one in strip.elements() if "promise" in one.get("class", ""))
    return [next(one.elements("summary", "span")).text for one in promises]


def ends_round(phone: Phone, *merchants: str) -> None:
    """These bags pass, and the badge goes on."""
    for name in merchants:
        passes(phone, name, "apples", 1)
    badge(phone)


def test_i10_a_promise_stays_in_sight_for_the_round_in_which_it_may_be_due(app: Flask) -> None:
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "next round's apples"})
    [said] = pinned(phone)
    line = phone.page.root.with_id("promises")
    assert line is not None
    assert next(line.elements("summary")).text == "Promises: Bo to Ann : next round's apples"
    ends_round(phone, "Cleo")
    assert pinned(phone) == [f"Round 1: {said}"]
    ends_round(phone, "Cleo", "Ann")
    assert pinned(phone) == [f"Round 1: {said}"]


def test_i10_a_promise_in_words_of_its_own_is_findable_until_it_is_settled(app: Flask) -> None:
    """Whatever round it is: then it is gone, if it was kept."""
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Lunch"})
    passes(phone, "Cleo", "apples", 2, {"deal-0-promise": "Dinner"})
    badge(phone)
    ends_round(phone, "Cleo", "Ann")
    ends_round(phone, "Ann", "Bo")
    older = phone.page.root.with_id("older")
    assert older is not None
    assert next(older.elements("summary")).text == "2 older promises"
    assert [button.text[:6] for button in older.elements("button")] == ["Kept :", "Broken"] * 2
    phone.press("Kept")
    assert "1 older promise" in phone.page.text
    assert "Lunch" not in phone.page.text
    ends_round(phone, "Bo", "Cleo")
    assert "Lunch" not in phone.page.text
    assert "1 older promise" in phone.page.text


def test_i10_all_promises_that_live_have_one_place_with_a_button_for_either_end(app: Flask) -> None:
    """On a phone alone too: behind one line, where that of a later turn stays until its giver is Sheriff."""
    phone = at_table(app, 4)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Lunch"})
    passes(phone, "Dov", "apples", 2, {"deal-0-promise": "Dov lets Ann pass"})
    line = phone.page.root.with_id("promises")
    assert line is not None
    assert next(line.elements("summary")).text == "2 Promises: Bo to Ann : Lunch · Dov lets Ann pass"
    assert [button.text[:6] for button in line.elements("button")] == ["Kept :", "Broken"]
    phone.press("Broken")
    assert pinned(phone) == ["Dov and Ann agreed: “Dov lets Ann pass”.", "Bo to Ann : Lunch broken"]
    ends_round(phone, "Cleo")
    ends_round(phone, "Ann", "Cleo", "Dov")
    assert pinned(phone) == ["Round 1: Dov and Ann agreed: “Dov lets Ann pass”."]


def promised(phone: Phone) -> list[str]:
    """The promises of the evening, as the log lists them."""
    phone.open(f"/g/{phone.page.game}/log")
    lists = [one for one in phone.page.root.elements("ul") if "promised" in one.get("class", "").split()]
    return [next(line.elements("span")).text for one in lists for line in one.elements("li")]


def test_i10_the_log_lists_all_that_was_promised_and_says_what_became_of_it(app: Flask) -> None:
    """With one phone too: what cannot be due yet is there, and who broke their word stays named."""
    phone = at_table(app, 4)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Lunch"})
    passes(phone, "Dov", "apples", 2, {"deal-0-promise": "Dinner"})
    assert promised(phone) == [
        "Round 1: Bo promised Ann : “Lunch”.",
        "Round 1: Dov promised Ann : “Dinner”.",
    ]
    phone.press("Broken")
    assert "Bo to Ann : Lunch broken" in pinned(phone)
    ends_round(phone, "Cleo")
    ends_round(phone, "Ann", "Cleo", "Dov")
    assert promised(phone) == ["Round 1: Dov promised Ann : “Dinner”."]
    assert "Bo to Ann : Lunch broken Round 1: Bo promised Ann : “Lunch”." in phone.page.text


def test_i10_a_broken_word_is_told_to_everybody_as_it_was_given(app: Flask, market: Market) -> None:
    offers(market.bo, gold=1, promise="Dov is opened")
    market.ann.open(market.at())
    market.ann.press(buttons.ACCEPT)
    market.ann.open(market.at())
    market.ann.press("Broken")
    page = market.cleo.open(market.at())
    assert "Bo to Ann : Dov is opened broken" in page.text
    known = table_of(market.bank).seq
    said = market.cleo.send("GET", market.at(f"/live?on=sheet&at=pay&since=0&mark={known}.0"))
    told = "The promise between Bo and Ann is broken: “Dov is opened”."
    assert told in said.text
    stage = comes_in(app, market.bank, "Table view").page
    assert "Bo Ann broken Bo promised Ann : “Dov is opened”." in stage.text
    market.ann.open(market.at())
    market.ann.press("Broken")
    assert "broken" not in market.cleo.open(market.at()).text


def test_i10_a_marked_promise_is_one_line_and_is_gone_with_the_round(market: Market) -> None:
    """Its own words are what is read; its buttons are as large as the question. A slip of the thumb is put
    right behind the line, later in the log, and asked about again once nobody says what became of it.
    """
    declares(market.bo, "apples", 2)
    offers(market.bo, gold=1, promise="Lunch")
    market.ann.open(market.at())
    market.ann.press(buttons.ACCEPT)
    assert folded(market.ann.open(market.at())) == []
    market.ann.press("Broken")
    (line,) = folded(market.ann.open(market.at()))
    assert "to Ann : Lunch broken" in line
    market.ann.press("Kept")
    (line,) = folded(market.ann.open(market.at()))
    assert "to Ann : Lunch kept" in line
    market.bank.open(market.at())
    ends_round(market.bank, "Bo", "Cleo", "Dov")
    assert "Lunch" not in market.cleo.open(market.at()).text
    market.bank.open(market.at("/log"))
    market.bank.press("Kept")
    assert len(marks(market.ann.open(market.at()))) == 2


def test_i10_a_mark_is_on_the_board_again_when_the_badge_is_taken_back(market: Market) -> None:
    """Also where something was said in the round that is taken back."""
    declares(market.bo, "apples", 2)
    offers(market.bo, gold=1, promise="Lunch")
    market.ann.open(market.at())
    market.ann.press(buttons.ACCEPT)
    market.ann.open(market.at())
    market.ann.press("Broken")
    market.bank.open(market.at())
    ends_round(market.bank, "Bo", "Cleo", "Dov")
    declares(market.cleo, "apples", 2)
    assert folded(market.ann.open(market.at())) == []
    market.bank.open(market.at())
    market.bank.press(buttons.TAKE_BACK)
    (line,) = folded(market.ann.open(market.at()))
    assert "to Ann : Lunch broken" in line


def folded(page: Page) -> list[str]:
    """The promises whose buttons a tap unfolds."""
    every = (one for one in page.root.elements("details") if "promise" in one.get("class", "").split())
    return [next(one.elements("summary")).text for one in every]


def marks(page: Page) -> list[str]:
    """What is asked of promises; those of which nothing is asked yet have their buttons behind a line."""
    behind = page.root.with_id("promises")
    quiet = [] if behind is None else [*behind.elements("button")]
    return [
        one.text for one in page.root.elements("button") if one.get("name") == "kept" and one not in quiet
    ]


def test_i10_a_promise_under_a_condition_is_asked_about_once_that_came_true(market: Market) -> None:
    """I9: until then it is pinned with its condition; decided otherwise, nobody owes it."""
    for phone in (market.bo, market.cleo):
        declares(phone, "apples", 2)
    offers_over(market.cleo, BO, gold=1, decision="opens", promise="Lunch")
    market.ann.open(market.at())
    market.ann.press(buttons.ACCEPT)
    page = market.ann.open(market.at())
    assert "Cleo promised Ann , if Bo ’s bag is opened: “Lunch”." in page.text
    assert marks(page) == []
    market.ann.press("Open it")
    page = market.ann.open(market.at())
    assert "Cleo promised Ann : “Lunch”." in page.text
    assert len(marks(page)) == 2
    market.bo.open(market.at())
    market.bo.press("Let Ann decide again")
    market.ann.open(market.at())
    market.ann.press(buttons.LET_BY)
    assert "Lunch”." not in market.ann.open(market.at()).text


@pytest.mark.parametrize(
    "promise, rounds",
    [("Bo lets Cleo pass", [False, True]), ("Bo donnera ses pommes au prochain tour", [False, True])],
)
def test_i10_a_usual_promise_about_a_later_round_is_asked_about_then(
    market: Market, promise: str, rounds: list[bool]
) -> None:
    """On the board and in the log; one about this round at once, as what somebody typed."""
    declares(market.bo, "apples", 2)
    offers(market.bo, gold=1, promise=promise)
    market.ann.open(market.at())
    market.ann.press(buttons.ACCEPT)
    market.ann.open(market.at())
    asked = []
    for name in ("Bo", "Ann"):
        pages = market.bank.open(market.at()), market.bank.open(market.at("/log"))
        asked.append([bool(marks(page)) for page in pages])
        if name == "Bo":
            market.bank.open(market.at())
            ends_round(market.bank, "Bo", "Cleo", "Dov")
    assert asked == [[asks] * 2 for asks in rounds]


def test_i10_a_promise_about_one_round_is_over_with_it(app: Flask) -> None:
    """In the usual words, whoever wrote them in whichever language."""
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Ann n’ouvrira aucun sac ce tour-ci"})
    assert len(pinned(phone)) == 1
    ends_round(phone, "Cleo")
    assert pinned(phone) == []


def test_i10_in_the_count_a_promise_nobody_marked_is_asked_about_until_the_result(app: Flask) -> None:
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "20 gold at the end"})
    passes(phone, "Cleo", "apples", 1, {"deal-0-promise": "Cleo lets Ann pass"})
    end(phone)
    board = f"/g/{phone.page.game}"
    assert [mark[:4] for mark in marks(phone.open(board))] == ["Kept", "Brok"]
    assert pinned(phone) == ["Bo promised Ann : “20 gold at the end”."]
    phone.press("Broken")
    assert folded(phone.page) == ["Bo to Ann : 20 gold at the end broken"]
    phone.open(f"{board}?checked=1")
    phone.press(buttons.RESULT)
    phone.open(board)
    assert pinned(phone) == []


def test_i10_of_a_promise_that_nobody_judged_the_count_asks_once_more_and_the_result_says_so(
    app: Flask,
) -> None:
    """However long ago it was given, and about its own round alone."""
    phone = at_table(app, 3)
    for name, words in (("Bo", "Lunch"), ("Cleo", "Ann opens nobody this round")):
        passes(phone, name, "apples", 1, {"deal-0-promise": words})
    badge(phone)
    ends_round(phone, "Cleo", "Ann")
    ends_round(phone, "Ann", "Bo")
    end(phone)
    board = f"/g/{phone.page.game}"
    phone.open(board)
    assert pinned(phone) == [
        "Round 1: Bo promised Ann : “Lunch”.",
        "Round 1: Cleo and Ann agreed: “Ann opens nobody this round”.",
    ]
    assert len(marks(phone.page)) == 4
    phone.press("Kept")
    phone.open(f"{board}?checked=1")
    phone.press(buttons.RESULT)
    page = phone.open(f"{board}/result")
    (lists,) = (one for one in page.root.elements("ul") if "promised" in one.get("class", ""))
    assert [one.text for one in lists.elements("li")] == [
        "Round 1: Bo to Ann : Lunch kept",
        "Round 1: Ann opens nobody this round not judged",
    ]


def test_i10_nobody_judges_their_own_word(market: Market) -> None:
    """Whoever it was given to does, as do the Sheriff and the bank."""
    declares(market.bo, "apples", 2)
    offers(market.bo, gold=1, promise="Lunch")
    market.ann.open(market.at())
    market.ann.press(buttons.ACCEPT)
    asked = [bool(marks(phone.open(market.at()))) for phone in (market.ann, market.bo, market.bank)]
    assert asked == [True, False, True]


def test_i10_of_two_who_judge_at_once_the_later_is_told_what_the_other_said(market: Market) -> None:
    """The tap counts for nothing then; whoever has read the mark still changes it."""
    declares(market.bo, "apples", 2)
    offers(market.bo, gold=1, promise="Lunch")
    market.ann.open(market.at())
    market.ann.press(buttons.ACCEPT)
    market.ann.open(market.at())
    market.bank.open(market.at())
    market.ann.press("Broken")
    assert "This was just marked as broken. Look again." in market.bank.press("Kept").text
    assert [promise.text for promise in market.talk.broken] == ["Lunch"]
    market.bank.open(market.at())
    market.bank.press("Kept")
    assert [promise.text for promise in market.talk.kept] == ["Lunch"]


def test_i10_what_the_sheriff_promised_stands_on_top_of_the_bag_it_is_about(app: Flask) -> None:
    """Before the declaration: who decides in a hurry does not scroll. What others promised stands below."""
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Bo lets Ann pass"})
    passes(phone, "Cleo", "apples", 1, {"deal-0-promise": "Lunch"})
    badge(phone)
    text = phone.open(f"/g/{phone.page.game}/bags/0").text
    assert text.index("Bo lets Ann pass") < text.index("Ann declares") < text.index("Lunch")


def on_top(phone: Phone, seat: int) -> list[str]:
    """The promises above the declaration of a bag, and "|", and those below the deals."""
    root = phone.open(f"/g/{phone.page.game}/bags/{seat}").root
    drawn = (
        one for one in root.elements() if one.get("class") == "strip promise" or one.get("id") == "given"
    )
    return ["|" if one.get("id") else one.text for one in drawn]


def test_i10_what_is_due_on_a_bag_is_one_line_above_it(app: Flask) -> None:
    """Whoever of the two is down as its giver; about another's bag it is of no use there."""
    phone = at_table(app, 4)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Ann opens nobody this round"})
    passes(phone, "Cleo", "apples", 2, {"deal-0-promise": "Dov lets Cleo pass"})
    assert on_top(phone, 3) == [
        "Ann opens nobody this round",
        "|",
        "Cleo and Ann agreed: “Dov lets Cleo pass”.",
    ]
    phone.open(f"/g/{phone.page.game}")
    passes(phone, "Dov", "apples", 1, {"deal-0-promise": "Dov lets Ann pass"})
    badge(phone)
    ends_round(phone, "Ann", "Cleo", "Dov")
    ends_round(phone, "Ann", "Bo", "Dov")
    assert on_top(phone, 0) == ["Dov lets Ann pass", "|"]
    assert on_top(phone, 1) == ["|"]


def test_i10_a_bag_is_opened_against_a_promise_and_one_tap_says_so(app: Flask) -> None:
    """With one phone, where the board asks of no other promise; the bags of the round say it too."""
    phone = at_table(app, 4)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Ann opens nobody this round"})
    assert marks(phone.page) == []
    is_opened(phone, "Cleo", "apples", 1)
    assert len(marks(phone.page)) == 2
    phone.press("Broken")
    assert "Ann opens nobody this round broken" in folded(phone.page)
    assert on_top(phone, 3) == ["Ann opens nobody this round broken", "|"]


def test_i10_a_promise_that_was_kept_leaves_the_bags(app: Flask) -> None:
    """At once, and in the next round, where its giver is Sheriff, whatever became of it."""
    phone = at_table(app, 4)
    passes(phone, "Cleo", "apples", 2, {"deal-0-promise": "5 gold in round 3"})
    ends_round(phone, "Bo", "Dov")
    assert on_top(phone, 2) == ["|", "Round 1: Cleo promised Ann : “5 gold in round 3”."]
    phone.open(f"/g/{phone.page.game}")
    phone.press("Kept")
    assert on_top(phone, 2) == ["|"]
    phone.open(f"/g/{phone.page.game}")
    ends_round(phone, "Cleo", "Dov", "Ann")
    assert on_top(phone, 3) == ["|"]


def test_i10_promised_gold_is_paid_and_the_word_kept_by_one_tap(app: Flask) -> None:
    """Where the words name one amount; whoever paid by hand reads that Kept moves no gold."""
    phone = at_table(app, 4)
    passes(phone, "Cleo", "apples", 2, {"deal-0-promise": "5 gold in round 3"})
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "5 gold, or 6 gold"})
    assert "Pay 6 now" not in phone.page.text
    line = phone.page.root.with_id("promises")
    assert line is not None
    ways = [button.text.partition(" :")[0] for button in line.elements("button")]
    assert ways[:3] == ["Pay 5 now", "Kept, already paid", "Broken"]
    assert "Cleo to Ann : 5 gold in round 3 kept" in phone.press("Pay 5 now").text
    assert "Cleo gives Ann 5 gold ( 5 gold in round 3 )." in phone.page.text
    assert "Pay 5 now" not in phone.page.text
    assert "Pay 5 now" in phone.press("Take back").text


def test_i10_who_has_less_than_was_promised_says_how_much_is_paid(app: Flask) -> None:
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "99 gold in round 3"})
    page = phone.follow("Pay 99 now…")
    assert "Bo has 50 gold" in page.text
    assert "Bo to Ann : 99 gold in round 3 kept" in phone.press(buttons.RECORD, {"gold": 50}).text


def bo_promises(market: Market, words: str) -> None:
    """With a bag of two apples; the Sheriff accepts."""
    declares(market.bo, "apples", 2)
    offers(market.bo, promise=words)
    market.ann.open(market.at())
    market.ann.press(buttons.ACCEPT)


@pytest.mark.parametrize("recording, pays", [("everybody", ["5"]), ("own", ["5"]), ("bank", [])])
def test_i10_who_owes_gold_pays_it_where_the_promise_stands(
    market: Market, recording: str, pays: list[str]
) -> None:
    """On a phone of their own, wherever that phone may pay; then the word is kept, whoever judges words."""
    bo_promises(market, "5 gold for lunch")
    market.bank.open(market.at())
    records(market.bank, recording)
    page = market.bo.open(market.at())
    assert (re.findall(r"Pay (\d) now", page.text), marks(page)) == (pays, [])
    assert "Pay 5 now" not in market.cleo.open(market.at()).text
    if pays:
        market.bo.open(market.at())
        assert "5 gold for lunch kept" in market.bo.press("Pay 5 now").text


def test_i10_two_phones_that_pay_one_promise_in_the_same_moment_pay_it_once(market: Market) -> None:
    bo_promises(market, "5 gold for lunch")
    market.bank.open(market.at())
    market.bo.open(market.at())
    market.bank.press("Pay 5 now")
    assert "5 gold for lunch kept" in market.bo.press("Pay 5 now").text
    assert table_of(market.bank).game.gold(BO) == 45


def test_i10_who_pays_less_than_promised_judges_nothing(market: Market) -> None:
    bo_promises(market, "99 gold for lunch")
    market.bo.open(market.at())
    market.bo.follow("Pay 99 now…")
    market.bo.press(buttons.RECORD, {"gold": "1"})
    assert talk_of(market.bank).kept == ()


def test_i10_any_amount_is_promised_for_the_next_round_and_asked_for_then(app: Flask) -> None:
    """As the amounts that are proposed are; until then nothing asks for it."""
    phone = at_table(app, 3)
    said = "unfolded=0-promising&deal-0-promise=Bo+gives+8+gold+next+round"
    page = phone.open(f"/g/{phone.page.game}/bags/1?{said}")
    field = page.root.with_id("deal-0-next-gold")
    assert field is not None
    assert (field.get("value"), field.get("data-many")) == ("8", "Bo gives {number} gold next round")
    phone.open(f"/g/{phone.page.game}")
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Bo gives 8 gold next round"})
    assert "Pay 8 now" not in phone.page.text
    ends_round(phone, "Cleo")
    assert "Pay 8 now" in phone.page.text


def test_i10_a_usual_promise_is_the_reason_of_its_payment_in_the_readers_language(app: Flask) -> None:
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Bo gives 8 gold next round"})
    ends_round(phone, "Cleo")
    phone.press("Pay 8 now")
    phone.headers["Accept-Language"] = "fr"
    page = phone.open(f"/g/{phone.page.game}")
    assert "Bo donnera 8 pièces d’or au prochain tour" in page.text
    assert "next round" not in page.text


def test_i10_a_bag_that_was_to_pass_is_opened_and_one_tap_says_so(app: Flask) -> None:
    """A bag of somebody else breaks no such word."""
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Bo lets Ann pass"})
    ends_round(phone, "Cleo")
    is_opened(phone, "Cleo", "apples", 1)
    assert marks(phone.page) == []
    is_opened(phone, "Ann", "apples", 1)
    assert len(marks(phone.page)) == 2


def test_i10_who_was_opened_against_a_promise_is_asked_above_what_they_can_offer(market: Market) -> None:
    """On their own phone: below the talk over the next bag nobody looks for it."""
    market.bank.open(market.at())
    passes(market.bank, "Bo", "apples", 2, {"deal-0-promise": "Bo lets Ann pass"})
    ends_round(market.bank, "Cleo", "Dov")
    market.bank.open(market.at())
    is_opened(market.bank, "Ann", "apples", 1)
    declares(market.cleo, "apples", 1)
    page = market.ann.open(market.at())
    assert page.html.index('name="kept"') < page.html.index("Offer…")


def test_i10_a_promise_lapses_in_so_many_words_when_its_giver_goes_home(app: Flask) -> None:
    """Before, where it is chosen who leaves, and after, in the entry; once back, nobody owes it any more."""
    phone = at_table(app, 4)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "next round's apples"})
    phone.follow("Menu")
    before = "Promises lapse when one of the two leaves: Bo promised Ann : “next round's apples”."
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
    assert pinned(phone) == ["Accord entre Bo et Ann : « Bo laissera passer Ann »."]


def offered(phone: Phone, giver: int = 0, receiver: int | str = "") -> list[str]:
    """The promises that Ann's bag offers to choose from for a deal, which is with the Sheriff by itself."""
    sides = f"deal-0-giver={giver}&deal-0-receiver={receiver}"
    page = phone.open(f"/g/{phone.page.game}/bags/0?unfolded=0-promising&{sides}")
    return [words for button in page.root.elements("button") if (words := button.get("data-say"))]


def test_a_promise_of_the_evening_is_offered_again_in_the_readers_language(app: Flask) -> None:
    """One that the app proposed; what somebody typed stays as it was written. What was promised of a round
    that is over is not.
    """
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Bo lets Ann pass"})
    passes(phone, "Cleo", "apples", 1, {"deal-0-promise": "Lunch"})
    badge(phone)
    assert [words for words in offered(phone, 1, 0) if "next" not in words][:2] == [
        "Lunch",
        "Bo lets Ann pass",
    ]
    phone.headers["Accept-Language"] = "fr"
    assert "Bo laissera passer Ann" in offered(phone, 1, 0)
    assert not any(" opens " in words or " lets " in words for words in offered(phone, 1, 0))


def test_a_promise_is_offered_again_to_those_whom_it_can_be_about(app: Flask) -> None:
    """To the same two, and to others where it names nobody; never one of a Sheriff's round that is over."""
    phone = at_table(app, 3)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Bo drives ann home"})
    passes(phone, "Cleo", "apples", 1, {"deal-0-promise": "Lunch"})
    badge(phone)
    passes(phone, "Ann", "apples", 2, {"deal-0-promise": "Bo opens nobody this round"})
    ends_round(phone, "Cleo")
    gold = [f"Ann gives {amount} gold next round" for amount in (5, 10)]
    assert offered(phone) == [*gold, "Lunch", "Ann lets Cleo pass"]
    assert "Bo drives ann home" in offered(phone, 1, 0)
    assert not any("Bo opens" in words for words in offered(phone, 0, 1))


def test_a_promise_that_cannot_be_kept_is_not_offered(app: Flask) -> None:
    """Who is Sheriff in the next round packs no bag in it; who is none any more lets nobody pass."""
    phone = at_table(app, 3, {"rounds": 3})
    ends_round(phone, "Bo", "Cleo")
    next_goods = [f"Ann gives next round’s {good}" for good in ("apples", "cheese", "chickens")]
    ann, cleo = ([f"{name} gives {gold} gold next round" for gold in (5, 10)] for name in ("Ann", "Cleo"))
    assert offered(phone) == [*ann, *next_goods]
    assert offered(phone, 2, 1) == [*cleo, "Cleo lets Bo pass"]


def test_the_last_round_offers_no_promise_about_a_next_one(app: Flask) -> None:
    """Nor that who has no badge any more will let somebody pass."""
    phone = at_table(app, 3, {"rounds": 2})
    ends_round(phone, "Bo", "Cleo")
    assert offered(phone) == []
    assert offered(phone, 1, 0) == ["Bo lets Ann pass", "Bo opens nobody this round"]


def test_the_last_bag_of_a_round_offers_no_promise_about_others(app: Flask) -> None:
    """There is nobody left whom the Sheriff could open."""
    phone = at_table(app, 3)
    ends_round(phone, "Bo", "Cleo")
    assert "Bo opens nobody this round" in offered(phone, 1, 0)
    phone.open(f"/g/{phone.page.game}")
    passes(phone, "Cleo", "apples", 1)
    assert not any("opens nobody" in words for words in offered(phone, 1, 0))


def test_i10_only_the_sheriff_promises_to_open_nobody(app: Flask) -> None:
    """Whoever gives a promise is said to have broken it."""
    phone = at_table(app, 3)
    said = "unfolded=0-promising&deal-0-promise=&deal-0-giver"
    for giver, promised in (("1", []), ("0", ["Ann opens nobody this round"])):
        page = phone.open(f"/g/{phone.page.game}/bags/1?{said}={giver}")
        words = [button.get("data-say") or "" for button in page.root.elements("button")]
        assert [one for one in words if "opens nobody" in one] == promised


@pytest.mark.parametrize(
    "written, read",
    [
        ("Ann laissera passer Bo", "Ann laissera passer Bo"),  # of a giver who is another
        ("Bo laissera passer Ann", "Bo lets Ann pass"),
        ("Ann n’ouvrira aucun sac ce tour-ci", "Ann opens nobody this round"),
        ("Bo donnera ses pommes au prochain tour", "Bo gives next round’s apples"),
        ("Bo donnera 10 pièces d’or au prochain tour", "Bo gives 10 gold next round"),
        ("Bo donnera 1 pièce d’or au prochain tour", "Bo gives 1 gold next round"),
        ("Bo gives next round’s bread", "Bo gives next round’s bread"),
        ("Bo odda w następnej rundzie swoje jabłka", "Bo gives next round’s apples"),
        ("je regarde ailleurs", "je regarde ailleurs"),
    ],
)
def test_i10_a_usual_promise_is_read_in_the_readers_language_wherever_it_is_said(
    market: Market, written: str, read: str
) -> None:
    """In an offer, on its bag's sheet, in the log; what somebody typed stays as it was written."""
    declares(market.bo, "apples", 3)
    offers(market.bo, gold=4, promise=written)
    assert f"the promise “ {read} ”" in market.ann.open(market.at()).text
    market.ann.press(buttons.ACCEPT)
    assert f"the promise “ {read} ”" in market.ann.open(market.at(f"/bags/{BO}")).text
    market.ann.press(buttons.PASSES, {"good": "apples", "number": 3})
    agreed = "promised Ann :" if read == "je regarde ailleurs" else "agreed:"
    assert f"{agreed} “{read}”." in market.ann.open(market.at("/log")).text
    assert f"{agreed} “{read}”." in market.cleo.open(market.at()).text


def test_i10_a_correction_pins_no_promise_but_those_of_its_bag(app: Flask) -> None:
    """They are in its deals; what others promised decided nothing on it, and may long be kept."""
    phone = at_table(app, 4)
    passes(phone, "Bo", "apples", 2, {"deal-0-promise": "Bo lets Ann pass"})
    passes(phone, "Cleo", "apples", 2, {"deal-0-promise": "Lunch"})
    ends_round(phone, "Dov")
    passes(phone, "Ann", "apples", 1)
    assert "Bo lets Ann pass" not in phone.open(f"/g/{phone.page.game}/corrections/6").text
    assert pinned(phone) == []
    assert "Lunch" in phone.open(f"/g/{phone.page.game}/corrections/3").text
    assert pinned(phone) == []


def test_ones_own_words_come_before_those_proposed(app: Flask) -> None:
    """Names make the proposals long, and nobody scrolls for a field that they do not know of."""
    phone = at_table(app, 4)
    group = phone.open(f"/g/{phone.page.game}/bags/1?unfolded=0-promising").root.with_id("deal-0-promising")
    assert group is not None
    ids = [one.get("id") for one in group.elements() if one.get("id")]
    assert ids == ["deal-0-promise", "deal-0-chips", "deal-0-next-gold"]
