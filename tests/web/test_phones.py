"""The phones at a table: the door, freed seats, the bank handed on or chosen, who may record what."""

import re
import secrets

import pytest
from flask import Flask

from companion.membership import Membership
from companion.places import BANK_GONE
from companion.web.here import NEWS_FOR
from tests.web import buttons
from tests.web.evening import badge, passes
from tests.web.phone import Phone
from tests.web.seated import comes_in, door_of, lets_out, makes_bank, records, seated
from tests.web.stored import membership_of, unchanged
from tests.web.test_live import listening, stamp_of


def at(phone: Phone, path: str = "") -> str:
    """An address of the table whose page a phone shows."""
    return f"/g/{phone.page.game}{path}"


def log_of(phone: Phone) -> list[str]:
    """The log's sentences about phones, the newest first, without their times."""
    page = phone.open(at(phone, "/log"))
    lines = [line for line in page.root.elements("li") if line.get("class") == "log-entry"]
    return [next(line.elements("p")).text for line in lines if not line.has("id")]


def leave(monkeypatch: pytest.MonkeyPatch, app: Flask, milliseconds: int = BANK_GONE + 1) -> None:
    """Five minutes go by without a sign of the bank."""
    keeper: Membership = membership_of(app)
    later = keeper._monotonic() + milliseconds  # noqa: SLF001 - the clock of this membership is set
    monkeypatch.setattr(keeper, "_monotonic", lambda: later)


# The door


def test_the_bank_opens_the_door_changes_its_code_and_shuts_it(app: Flask, bank: Phone) -> None:
    first = door_of(bank)
    bank.open(at(bank, "/phones"))
    assert "open for 15 more minutes" in bank.page.text
    bank.press("New code")
    second = bank.page.found(r'class="move-code[^>]*>([^<]+)<')
    assert second != first
    assert Phone(app).send("GET", f"/j/{first}").status == 404
    assert Phone(app).send("GET", f"/j/{second}").status == 200
    bank.press(buttons.SHUT_THE_DOOR)
    assert "move-code" not in bank.page.html
    assert Phone(app).send("GET", f"/j/{second}").status == 404


def test_a_door_that_shuts_before_somebody_sits_down_is_said_to_be_shut(app: Flask, bank: Phone) -> None:
    late = Phone(app)
    late.open(f"/j/{door_of(bank)}")
    bank.open(at(bank, "/phones"))
    bank.press(buttons.SHUT_THE_DOOR)
    late.press("Bo")
    assert late.page.status == 404
    assert "This door is shut" in late.page.text
    assert "opens the door again" in late.page.text
    assert 'href="/join"' in late.page.html


def test_only_the_bank_is_shown_the_keys(app: Flask, bank: Phone) -> None:
    bo, watcher = seated(app, bank, "Bo"), comes_in(app, bank, "Just watch")
    for phone in (bo, watcher):
        page = phone.open(at(bank, "/phones"))
        assert not [form for form in page.forms if form.element["action"].endswith(("/door", "/recording"))]


# Seats


def test_a_phone_asks_before_it_lets_go_of_a_place(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second tap, on what the first unfolds: the bank handed on, a seat freed or given up, a vote."""
    bo, _cleo = seated(app, bank, "Bo"), seated(app, bank, "Cleo")
    bank.open(at(bank, "/phones"))
    bank.press(buttons.ON_THIS_PHONE)
    assert asked(bank) == {
        "Give up": "Any phone that comes in can then take this seat.",
        "Free the seat": "Cleo ’s phone then loses the seat.",
        "Make it the bank": "Cleo ’s phone becomes the bank instead of this one.",
    }
    leave(monkeypatch, app)
    assert asked(bo)["Make it the bank"].startswith("The bank moves there once more than half")


def asked(phone: Phone) -> dict[str, str]:
    """What each button that gives up a place says before the one that does it; no form is open."""
    said = {}
    for form in phone.open(at(phone, "/phones")).forms:
        if form.element["action"].endswith(("/banker", "/releases")):
            fold = form.element.inside("details")
            assert fold is not None
            assert not fold.has("open")
            assert next(fold.elements("summary")).text == form.buttons[0].text
            said[form.buttons[0].text] = next(form.element.elements("p")).text
    return said


def test_the_bank_sits_down_on_its_own_phone(app: Flask, bank: Phone) -> None:
    bank.open(at(bank, "/phones"))
    page = bank.press(buttons.ON_THIS_PHONE)
    assert "Ann on this phone · the bank" in page.text
    fields = [*bank.tokens, ("seat", "1")]
    seated(app, bank, "Bo")
    refused = bank.send("POST", at(bank, "/seats"), fields)
    assert refused.status == 422
    assert refused.beside("seat") or "Another phone holds this seat." in refused.text


def test_a_phone_that_was_let_out_is_out_at_once_and_its_stream_ends(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    with listening(bo, bank.page.game, stamp_of(bo)) as told:
        lets_out(bank, 1)
        assert told.is_over()
    page = bo.open(at(bank))
    assert page.status == 403
    assert page.title == "This phone is out"
    assert log_of(bank) == ["The bank freed Bo ’s seat: its phone is out.", "A phone took Bo ’s seat."]


def test_a_seat_that_nobody_holds_is_opened_without_a_word(app: Flask, bank: Phone) -> None:
    with unchanged(app):
        fields = [*bank.tokens, ("seat", "1")]
        assert bank.send("POST", at(bank, "/releases"), fields).status == 303
    assert log_of(bank) == []


def test_who_gives_a_seat_up_stays_with_another_or_finds_the_free_seats(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    bo.open(f"/j/{door_of(bank)}")
    bo.press("Cleo")
    bo.open(at(bank, "/phones"))
    assert bo.press("Give up").path == at(bank, "/phones")
    assert "Who are you?" in bo.press("Give up").text
    assert bo.send("GET", at(bank)).status == 403
    assert log_of(bank)[:2] == ["Cleo ’s phone gave the seat up.", "Bo ’s phone gave the seat up."]
    assert bo.press("Cleo").path == at(bank)


def test_who_gives_the_seat_up_behind_a_shut_door_reads_how_to_come_back(app: Flask, bank: Phone) -> None:
    """On the page that it leads to, and on the way Back."""
    bo = seated(app, bank, "Bo")
    membership_of(app).shut_door(bank.page.game)
    bo.open(at(bank, "/phones"))
    for page in (bo.press("Give up"), bo.send("GET", at(bank, "/phones"))):
        assert page.status == 403
        assert "This phone has given up its place" in page.text
        assert "You gave your seat up. The bank’s phone shows a code that lets this one in." in page.text
        assert page.link(buttons.I_HAVE_A_CODE) == "/join"


# Watching


def test_a_watching_phone_stops_watching(app: Flask, bank: Phone) -> None:
    watcher, table = comes_in(app, bank, "Just watch"), comes_in(app, bank, "Table view")
    watcher.open(at(bank, "/phones"))
    assert watcher.press("Stop watching").path == "/"
    assert watcher.send("GET", at(bank)).status == 403
    assert table.send("GET", at(bank)).status == 200


def test_the_bank_sends_all_watching_phones_away(app: Flask, bank: Phone) -> None:
    bo, watcher = seated(app, bank, "Bo"), comes_in(app, bank, "Just watch")
    table = comes_in(app, bank, "Table view")
    with listening(table, bank.page.game, stamp_of(table)) as told:
        bank.open(at(bank, "/phones"))
        assert "Send them away" not in bank.press(buttons.SEND_THEM_AWAY).text
        assert told.is_over()
    phones = (watcher, table, bo, bank)
    assert [phone.send("GET", at(bank)).status for phone in phones] == [403, 403, 200, 200]


def test_nobody_sends_others_away_but_the_bank(app: Flask, bank: Phone) -> None:
    watcher, bo = comes_in(app, bank, "Just watch"), seated(app, bank, "Bo")
    with unchanged(app):
        for phone in (watcher, bo):
            assert "Send them away" not in phone.open(at(bank, "/phones")).text
            fields = [("csrf_token", phone.token), ("do", "clear")]
            assert phone.send("POST", at(bank, "/watchers"), fields).status == 403


def test_a_watching_phone_finds_the_free_seats_while_the_door_is_open(app: Flask, bank: Phone) -> None:
    """From the board and from the phones' page, by the words that anybody comes in with."""
    bo, watcher = seated(app, bank, "Bo"), comes_in(app, bank, "Just watch")
    assert "A seat is free" in watcher.page.text
    for phone in (bank, bo):
        assert "A seat is free" not in phone.open(at(bank)).text
        assert "Take a seat" not in phone.open(at(bank, "/phones")).text
    watcher.open(at(bank))
    page = watcher.follow("A seat is free. Take it")
    assert page.title == "Who are you?"
    assert watcher.follow(buttons.TO_THE_TABLE).path == at(bank)
    watcher.open(at(bank, "/phones"))
    watcher.follow("Take a seat")
    assert watcher.press("Cleo").path.split("?")[0] == at(bank)
    page = watcher.open(at(bank, "/phones"))
    assert "looks on" not in page.text
    assert "Cleo on this phone" in page.text


def test_a_watching_phone_is_shown_no_way_to_a_seat_if_there_is_none(app: Flask, bank: Phone) -> None:
    watcher = comes_in(app, bank, "Just watch")
    bank.open(at(bank, "/phones"))
    bank.press(buttons.SHUT_THE_DOOR)
    for path in ("", "/phones"):
        assert "/j/" not in watcher.open(at(bank, path)).html
    bank.press(buttons.LET_PHONES_IN)
    assert "/j/" in watcher.open(at(bank)).html
    for name in ("Ann", "Bo", "Cleo", "Dov"):
        seated(app, bank, name)
    for path in ("", "/phones"):
        assert "/j/" not in watcher.open(at(bank, path)).html


# The bank


def test_the_bank_hands_itself_on(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    bank.open(at(bank))
    makes_bank(bank, 1)
    assert bank.page.status == 200  # a bank without a seat watches from then on
    assert bank.send("POST", at(bank, "/door"), [("csrf_token", bank.token), ("do", "open")]).status == 403
    assert "Let phones in" in bo.open(at(bo, "/phones")).text or "Shut the door" in bo.page.text
    assert log_of(bo)[0] == "The bank was handed to Bo ’s phone."


def copy_cookies(phone: Phone, page: Phone) -> None:
    """Another page of the same phone: a client of these tests asks one thing at a time."""
    for name in ("phone", "form"):
        if cookie := phone.client.get_cookie(name, domain="table.lan"):
            page.client.set_cookie(name, cookie.value, domain="table.lan")


NOW_BANK = "This phone is the bank now."


def test_the_phone_that_the_bank_went_to_is_told_once(app: Flask, bank: Phone) -> None:
    """Handed on, or by a code; until something is booked."""
    bo, cleo = seated(app, bank, "Bo"), comes_in(app, bank, "Just watch")
    assert NOW_BANK not in bank.open(at(bank)).text
    makes_bank(bank, 1)
    told = bo.send("GET", at(bank, "/live?on=board&since=1"))
    assert NOW_BANK in told.text
    assert NOW_BANK not in bank.open(at(bank)).text
    bo.open(at(bank))
    passes(bo, "Bo", "apples", 2)
    assert NOW_BANK not in bo.open(at(bank)).text
    words = membership_of(app).hand_over(bank.page.game)
    cleo.open(f"/m/{words.secret}")
    cleo.press("Continue here")
    assert NOW_BANK in cleo.page.text


def test_the_phone_that_the_bank_went_to_is_told_for_a_while(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo, keeper = seated(app, bank, "Bo"), membership_of(app)
    makes_bank(bank, 1)
    later = keeper.moment().date + NEWS_FOR + 1
    monkeypatch.setattr(keeper, "_now", lambda: later)
    assert NOW_BANK not in bo.open(at(bank)).text


def test_when_the_bank_is_gone_the_players_choose_by_majority(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo, cleo, dov = (seated(app, bank, name) for name in ("Bo", "Cleo", "Dov"))
    watcher = comes_in(app, bank, "Just watch")
    leave(monkeypatch, app)
    dov.open(at(bank))
    page = bo.open(at(bank, "/phones"))
    assert "The bank’s phone has been away for five minutes" in page.text
    votes = [form for form in page.forms if form.element["action"].endswith("/banker")]
    assert {form.buttons[0].get("value") for form in votes} == {"1", "3"}  # not Cleo's, which is away
    cleo.open(at(bank))
    page = makes_bank(bo, 2)
    assert "Cleo has a phone · chosen as the bank by Bo · 1 more vote needed" in page.text
    fields = [("csrf_token", watcher.token), ("seat", "2")]
    assert watcher.send("POST", at(bank, "/banker"), fields).status == 403
    makes_bank(dov, 2)
    assert "A seat is free. Take it" in bank.open(at(bank)).text  # it watches
    page = cleo.open(at(bank, "/phones"))
    assert "on this phone · the bank" in page.text
    assert "wanted" not in page.text
    assert log_of(cleo)[0] == "The bank’s phone was gone: the players chose Cleo ’s."


def test_each_board_says_who_is_wanted_as_the_bank_and_whether_it_has_a_vote_left(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo, cleo, dov = (seated(app, bank, name) for name in ("Bo", "Cleo", "Dov"))
    leave(monkeypatch, app)
    bo.open(at(bank))
    cleo.open(at(bank))
    dov.open(at(bank))
    silence = dov.page.found(r'data-silence="([^"]*)"')
    live = at(bank, f"/live?on=board&since={stamp_of(dov)}&silence={silence}")
    assert dov.send("GET", live).status == 204
    assert dov.open(at(bank)).link("Choose another one") == at(bank, "/phones")
    makes_bank(bo, 2)
    told = dov.send("GET", live)
    assert told.link("Cleo is wanted as the bank: your vote is needed") == at(bank, "/phones#seat-2")
    assert "Cleo is wanted as the bank: 1 more vote needed" in bo.open(at(bank)).text
    assert "Choose another one" not in bo.page.text
    makes_bank(dov, 2)
    assert "wanted as the bank" not in bo.open(at(bank)).text


def test_the_table_waits_for_no_vote_of_a_phone_that_is_gone_as_well(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo, dov = seated(app, bank, "Bo"), seated(app, bank, "Dov")
    leave(monkeypatch, app)
    dov.open(at(bank))
    assert "1 more vote needed" in makes_bank(bo, 1).text
    leave(monkeypatch, app)
    assert "Bo is wanted as the bank: your vote is needed" in bo.open(at(bank)).text
    assert "tap once more: who is away no longer counts" in bo.open(at(bank, "/phones")).text
    assert "on this phone · the bank" in makes_bank(bo, 1).text


def test_a_shared_phone_that_chooses_itself_leaves_no_voice_behind(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = seated(app, bank, "Bo")
    both.open(f"/j/{door_of(bank)}")
    both.press("Cleo")
    leave(monkeypatch, app)
    page = makes_bank(both, 1)
    assert "on this phone · the bank" in page.text
    assert "wanted" not in page.text


def test_a_stream_alone_is_no_sign_of_the_bank(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone with a dead battery does not close its stream."""
    records(bank, "everybody")
    bo = seated(app, bank, "Bo")
    with listening(bank, bank.page.game, stamp_of(bank)) as told:
        leave(monkeypatch, app)
        passes(bo, "Bo", "apples", 2)
        assert told.next()[0] == "moved"
        assert "has been away" in bo.open(at(bank, "/phones")).text
        bank.open(at(bank))
        assert "has been away" not in bo.open(at(bank, "/phones")).text


def test_a_board_hears_that_the_bank_is_gone_and_that_it_is_back(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither is an entry, and nothing else tells a waiting phone."""
    bo = seated(app, bank, "Bo")
    bank.open(at(bank))
    board = at(bank, f"/live?on=board&since={stamp_of(bank)}&silence=")
    leave(monkeypatch, app)
    told = bo.send("GET", board)
    assert "phone is away" in told.text
    shown = board + told.found(r'data-silence="([^"]+)"')
    assert bo.send("GET", shown).status == 204
    bank.open(at(bank))
    told = bo.send("GET", shown)
    assert told.status == 200
    assert "phone is away" not in told.text
    assert bo.send("GET", board).status == 204


# Who may record


def test_who_may_record_is_saved_in_words(app: Flask, bank: Phone) -> None:
    page = bank.open(at(bank, "/phones"))
    assert "Saved." not in page.text
    assert 'formaction="' + at(bank, '/recording#saved"') in page.html
    page = bank.press("Save", {"recording": "own"})
    assert 'id="saved"' in page.html
    assert "Saved." in page.text
    assert "Saved." not in bank.open(at(bank, "/phones")).text
    bo = seated(app, bank, "Bo")
    assert "Everybody, their own actions" in bo.open(at(bank, "/phones")).text


def sent(phone: Phone, path: str, **fields: str) -> int:
    """The status of a form sent without a page."""
    tokens = {"csrf_token": phone.token, "action_id": secrets.token_urlsafe(16)}
    return phone.send("POST", at(phone, path), [*tokens.items(), *fields.items()]).status


BAG = {"seat": "1", "good": "apples", "number": "2"}


@pytest.mark.parametrize(
    "recording, allowed",
    [("", {"Ann"}), ("everybody", {"Ann", "Bo", "Cleo"}), ("own", {"Ann"}), ("bank", set())],
)
def test_buttons_and_requests_are_judged_alike(
    app: Flask, bank: Phone, recording: str, allowed: set[str]
) -> None:
    """Ann is Sheriff, so a bag is hers to record. With a second phone the default is each their own."""
    phones = {name: seated(app, bank, name) for name in ("Ann", "Bo", "Cleo")}
    watcher = comes_in(app, bank, "Just watch")
    if recording:
        records(bank, recording)
    for name, phone in {**phones, "a watcher": watcher}.items():
        page = phone.send("GET", at(bank, "/bags/1"))
        assert (name, page.status) == (name, 200 if name in allowed else 302)
        if name not in allowed:
            assert (name, sent(phone, "/passes", **BAG)) == (name, 422)
    for name in sorted(allowed):
        assert (name, sent(phones[name], "/passes", **BAG)) == (name, 303)
        bank.open(at(bank))
        bank.press(buttons.TAKE_BACK)


def test_who_may_not_correct_is_shown_no_form(app: Flask, bank: Phone) -> None:
    bo = seated(app, bank, "Bo")
    passes(bank, "Bo", "apples", 2)
    records(bank, "own")
    assert bo.open(at(bo, "/corrections/2")).path.split("?")[0] == at(bo)
    assert bank.open(at(bank, "/corrections/2")).path == at(bank, "/corrections/2")


def test_the_code_is_gone_once_everybody_is_there(app: Flask, bank: Phone) -> None:
    door_of(bank)
    for name in ("Ann", "Bo", "Cleo"):
        seated(app, bank, name)
        assert "Code:" in bank.open(at(bank)).text
    seated(app, bank, "Dov")
    assert "Code:" not in bank.open(at(bank)).text
    assert "The door is open" in bank.open(at(bank, "/phones")).text


def test_the_sheriffs_phone_changes_with_the_badge(app: Flask, bank: Phone) -> None:
    ann, bo = seated(app, bank, "Ann"), seated(app, bank, "Bo")
    for name in ("Bo", "Cleo", "Dov"):
        passes(bank, name, "apples", 1)
    records(bank, "own")
    assert sent(bo, "/badge") == 422
    ann.open(at(ann))
    badge(ann)
    assert sent(ann, "/passes", **{**BAG, "seat": "2"}) == 422
    assert sent(bo, "/passes", **{**BAG, "seat": "2"}) == 303


# The log


def test_phones_and_entries_stand_in_the_log_in_their_order(app: Flask, bank: Phone) -> None:
    seated(app, bank, "Bo")
    passes(bank, "Bo", "apples", 2)
    lets_out(bank, 1)
    page = bank.open(at(bank, "/log"))
    lines = [line.text for line in page.root.elements("li") if line.get("class") == "log-entry"]
    said = ["its phone is out", "Bo ’s bag passed", "A phone took Bo ’s seat", "The table opens"]
    assert len(lines) == 4
    assert all(words in line for words, line in zip(said, lines, strict=True))
    assert all(re.search(r"\b\d\d:\d\d\b", line) for line in lines)
    assert len(log_of(bank)) == 2


def test_they_stand_on_the_page_of_their_time(app: Flask, bank: Phone) -> None:
    seated(app, bank, "Bo")
    passes(bank, "Bo", "apples", 2)
    assert "A phone took" in bank.open(at(bank, "/log?before=2")).text
    lets_out(bank, 1)
    assert "its phone is out" not in bank.open(at(bank, "/log?before=2")).text


def test_in_french(app: Flask, bank: Phone) -> None:
    seated(app, bank, "Bo")
    lets_out(bank, 1)
    french = comes_in_french(app, bank)
    page = french.open(at(bank, "/log"))
    assert "La banque a libéré la place de Bo : son téléphone ne l’a plus." in page.text
    assert "Bo a rejoint la table avec son téléphone." in page.text


def comes_in_french(app: Flask, bank: Phone) -> Phone:
    """A French phone that only watches."""
    return comes_in(app, bank, "Regarder", language="fr")
