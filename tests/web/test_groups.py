"""A group by its pages: a result is kept with a tap, read by a link, and next time the names are there."""

from datetime import UTC, datetime
from http import HTTPStatus

import pytest
import time_machine
from flask import Flask

from companion.rules.evenings import spelling
from companion.rules.kinds import TakeBack
from companion.rules.nottingham import ending, way
from companion.rules.sheriff.ending import CloseCount
from companion.rules.sheriff.rotation import EndGame
from companion.web.http import limits
from companion.web.token import COOKIE, token_hash
from tests.rules.given import command_given
from tests.tables import WATCHER, Table, loot_table, opened_by
from tests.web import buttons
from tests.web.phone import Page, Phone
from tests.web.stored import service_of
from tests.web.test_counting import counted
from tests.web.test_story import closes, evening, tables

KEEP = "Keep for our group"


def kept(app: Flask, language: str = "en") -> tuple[Table, Phone]:
    """An evening that its bank keeps for a new group, whose page it shows."""
    there = closes(evening(app))
    bank = there.phone(language=language, path="/result")
    bank.press("Garder pour notre groupe" if language == "fr" else KEEP)
    return there, bank


def group_of(page: Page) -> str:
    """The id of the group that a page is about."""
    return page.path.partition("?")[0].split("/")[2]


def code_of(keeper: Phone, group: str) -> str:
    """The code of a group's link, as its page shows it."""
    return keeper.open(f"/groups/{group}/keeping").found(r'class="move-code[^>]*>([^<]+)<')


def comes_by(phone: Phone, code: str) -> Page:
    """A phone types the code of a group, and opens it."""
    phone.open("/join")
    phone.press("Come in", {"code": code})
    return phone.press("Open the group")


def reader(app: Flask, keeper: Phone, language: str = "en") -> Phone:
    """A phone that came by the group's link."""
    phone = Phone(app, language)
    phone.open(f"/groups/{group_of(keeper.page)}/link/{code_of(keeper, group_of(keeper.page))}")
    phone.submit(phone.page.forms[0], {})
    return phone


def ended(app: Flask, *names: str) -> Table:
    """A short evening of three."""
    there = opened_by(app, command_given(3, gold={0: 60, 1: 50, 2: 40}, names=names))
    return there.plays(EndGame(), CloseCount())


# A result is kept


def test_one_tap_keeps_a_result_and_shows_how_everybody_did(app: Flask) -> None:
    there, bank = kept(app)
    assert bank.page.title == "Our group"
    assert "1 evening" in bank.page.text
    told, _ = tables(bank.page)[0], bank.page
    assert told[0] == ["", "Wins", "Evenings", "Average", "Best"]
    assert {row[0] for row in told[1:]} == {"Ann", "Bo", "Cleo"}
    result = bank.open(f"/g/{there.id}/result")
    assert result.link("Our group") == f"/groups/{group_of(bank.open(result.link('Our group')))}"
    assert "noindex" in bank.page.answer.headers["X-Robots-Tag"]


@pytest.mark.parametrize("language, day", [("en", "22 Nov 2026"), ("fr", "22 nov. 2026")])
def test_an_evening_is_dated_as_everywhere_with_its_year(app: Flask, language: str, day: str) -> None:
    with time_machine.travel(datetime(2026, 11, 22, 20, 30, tzinfo=UTC)):
        _, bank = kept(app, language)
    assert day in bank.page.text


def test_the_next_result_goes_to_the_group_that_this_phone_knows(app: Flask) -> None:
    _, bank = kept(app)
    group = group_of(bank.page)
    later = later_with(bank)
    bank.open(f"/g/{later.id}/result")
    assert group_of(bank.press(KEEP)) == group
    assert "2 evenings" in bank.page.text
    third = later_with(bank)
    bank.open(f"/g/{third.id}/result")
    other = group_of(bank.press(buttons.NEW_GROUP))
    assert other != group
    fourth = later_with(bank)
    page = bank.open(f"/g/{fourth.id}/result")
    offered = {button.get("value") for form in page.forms for button in form.buttons}
    assert {group, other} <= offered


def later_with(bank: Phone) -> Table:
    """Another evening, which the same phone played."""
    app: Flask = bank.client.application
    there = ended(app, "Ann", "Bo", "Eve")
    there.membership.move_all(token_of(there), token_of_phone(bank))
    return there


def token_of(there: Table) -> str:
    """The hash of the bank's token."""
    return next(holder.token_hash for holder in there.membership.look(there.id).members.holders)


def token_of_phone(phone: Phone) -> str:
    """The hash of a phone's token, once it has shown its latest."""
    phone.open("/")
    cookie = phone.client.get_cookie(COOKIE, domain="table.lan")
    assert cookie
    return token_hash(cookie.value.partition(".")[0])


def test_only_who_played_keeps_a_result_that_is_out(app: Flask) -> None:
    there = evening(app)
    bo, watcher = there.phone(1), there.phone(WATCHER)
    asked = f"/g/{there.id}/group"
    assert bo.send("POST", asked, bo.tokens).status == HTTPStatus.NOT_FOUND
    closes(there)
    assert watcher.send("POST", asked, watcher.tokens).status == HTTPStatus.FORBIDDEN
    assert KEEP not in watcher.open(f"/g/{there.id}/result").text
    bo.open(f"/g/{there.id}/result")
    assert bo.press(KEEP).title == "Our group"


def test_five_who_tap_are_one_group_and_a_guest_is_not_let_into_an_older_one(app: Flask) -> None:
    there, bank = kept(app)
    group = group_of(bank.page)
    bo = there.phone(1, path="/result")
    assert group_of(bo.press(KEEP)) == group
    later = later_with(bank)
    guest = later.phone(2, path="/result")
    bank.open(f"/g/{later.id}/result")
    bank.press(KEEP)
    page = guest.open(f"/g/{later.id}/result")
    assert "A group keeps this evening." in page.text
    assert page.link(buttons.I_HAVE_A_CODE) == "/join"
    assert group_of(guest.press(buttons.NEW_GROUP)) != group


def test_an_older_page_makes_no_second_group_of_an_evening_that_one_keeps(app: Flask) -> None:
    """It was drawn before the bank kept the evening for a group with more of them."""
    _, bank = kept(app)
    later = later_with(bank)
    guest = later.phone(2, path="/result")
    assert KEEP in guest.page.text
    bank.open(f"/g/{later.id}/result")
    group = group_of(bank.press(KEEP))
    page = guest.press(KEEP)
    assert page.path == f"/g/{later.id}/result"
    assert "Its code lets this phone read it." in page.text
    assert app.extensions["groups"].stored.of_game(later.id) == (group,)
    assert group_of(guest.press(buttons.NEW_GROUP)) != group


def test_nobody_bluffs_at_nottingham(app: Flask) -> None:
    phone = loot_table(app).plays(way.EndGame(), ending.CloseCount()).phone(path="/nottingham/result")
    assert "begins a group: who wins, who delivers most" in phone.page.text
    assert "bluffs" not in phone.page.text


def test_a_count_is_kept_and_so_is_the_one_that_replaces_it(app: Flask) -> None:
    phone = Phone(app)
    counted(phone)
    result = phone.page.path
    phone.press(KEEP)
    group = group_of(phone.page)
    before = tables(phone.page)[0]
    phone.open(result)
    phone.follow(buttons.CHANGE_A_NUMBER)
    phone.press("Result", {"name-0": "Zoe"})
    page = phone.open(f"/groups/{group}")
    assert "1 evening" in page.text
    assert {row[0] for row in tables(page)[0]} ^ {row[0] for row in before} >= {"Zoe"}


def test_a_result_that_is_taken_back_does_not_count_meanwhile(app: Flask) -> None:
    there, bank = kept(app)
    group = group_of(bank.page)
    there.plays(TakeBack(there.seq))
    page = bank.open(f"/groups/{group}")
    assert "No evening that is kept here is over." in page.text
    assert bank.open(f"/groups/{group}/evenings/{there.id}").status == HTTPStatus.NOT_FOUND
    there.plays(CloseCount())
    assert "1 evening" in bank.open(f"/groups/{group}").text


# It is read


def test_who_comes_by_the_code_reads_and_the_start_page_leads_there(app: Flask) -> None:
    there, bank = kept(app)
    group = group_of(bank.page)
    assert Phone(app).open(f"/groups/{group}").status == HTTPStatus.FORBIDDEN
    phone = Phone(app)
    page = comes_by(phone, code_of(bank, group).lower())
    assert (page.title, group_of(page)) == ("Our group", group)
    assert phone.open("/").link("Our group") == f"/groups/{group}"
    page = phone.open(f"/groups/{group}/evenings/{there.id}")
    assert "Take it out" not in page.text
    assert [row[0] for row in tables(page)[0]][1:] == [
        "Bags brought", "of them false", "of these caught", "of these got through",
        "Bribes given", "gold in them", "Bribes taken", "gold in them",
        "Opened with the badge", "of them false",
    ]  # fmt: skip


def test_who_was_there_finds_all_of_the_result(app: Flask) -> None:
    there, bank = kept(app)
    address = f"/groups/{group_of(bank.page)}/evenings/{there.id}"
    assert bank.open(address).link(buttons.RESULT) == f"/g/{there.id}/result"
    other = reader(app, bank)
    assert "The result" not in other.open(address).text


def test_a_person_has_a_page_of_what_they_did_and_against_whom(app: Flask) -> None:
    _, bank = kept(app)
    bank.open(bank.page.link("Bo"))
    assert bank.page.title == "Bo"
    did = {row[0]: row[1] for row in tables(bank.page)[1]}
    assert (did["Bags brought"], did["of these got through"], did["Bribes given"]) == ("1", "1", "1")
    met = {row[0]: row[1:] for row in tables(bank.page)[2][1:]}
    assert set(met) == {"Ann", "Cleo"}
    assert all(row[0] == "1" for row in met.values())
    group = group_of(bank.page)
    assert bank.open(f"/groups/{group}/people/{spelling('Nobody')}").status == HTTPStatus.NOT_FOUND


def test_a_guessed_code_is_limited_like_any_other(own_app: Flask) -> None:
    _, bank = kept(own_app)
    group, code = group_of(bank.page), code_of(bank, group_of(bank.page))
    stranger = Phone(own_app)
    tried = [
        stranger.open(f"/groups/{group}/link/{number:08}".replace("1", "X")).status
        for number in range(limits.CODES + 1)
    ]
    assert set(tried) == {HTTPStatus.NOT_FOUND, HTTPStatus.TOO_MANY_REQUESTS}
    assert tried[-1] == HTTPStatus.TOO_MANY_REQUESTS
    assert stranger.open(f"/groups/{group}/link/{code}").status == HTTPStatus.TOO_MANY_REQUESTS


def test_a_new_link_puts_readers_out(app: Flask) -> None:
    _, bank = kept(app)
    group = group_of(bank.page)
    other, old = reader(app, bank), code_of(bank, group)
    assert other.open(f"/groups/{group}").status == HTTPStatus.OK
    bank.press("Make a new link")
    assert other.open(f"/groups/{group}").status == HTTPStatus.FORBIDDEN
    assert Phone(app).open(f"/groups/{group}/link/{old}").status == HTTPStatus.NOT_FOUND
    assert code_of(bank, group) != old


def test_a_keeper_makes_another(app: Flask) -> None:
    _, bank = kept(app)
    group = group_of(bank.page)
    other = reader(app, bank)
    bank.open(f"/groups/{group}/keeping")
    bank.press("Make another phone a keeper")
    assert "15 minutes is a keeper" in bank.page.text
    comes_by(other, bank.page.found(r'class="move-code[^>]*>([^<]+)<'))
    other.open(f"/groups/{group}/keeping")
    assert other.press(buttons.NAME_THE_GROUP, {"name": "Friday"}).title == "Friday"


def test_a_phone_forgets_a_group(app: Flask) -> None:
    _, bank = kept(app)
    group = group_of(bank.page)
    bank.open(f"/groups/{group}/keeping")
    assert "Our group" not in bank.press("Forget it here").text
    assert bank.open(f"/groups/{group}").status == HTTPStatus.FORBIDDEN


KEEPERS = (
    "/evenings/{game}/removal",
    "/name",
    "/people/{person}/name",
    "/people/{person}/merging",
    "/people/{person}/parting",
    "/link",
    "/keepers",
    "/deletion",
)


@pytest.mark.parametrize("path", KEEPERS)
def test_a_reader_changes_nothing(app: Flask, path: str) -> None:
    there, bank = kept(app)
    address = f"/groups/{group_of(bank.page)}{path.format(game=there.id, person=spelling('Ann'))}"
    named = [("name", "Zoe"), ("into", spelling("Bo"))]
    for phone in (reader(app, bank), Phone(app)):
        assert phone.send("POST", address, [*phone.tokens, *named]).status == HTTPStatus.FORBIDDEN


def test_each_game_has_its_own_average(app: Flask) -> None:
    _, bank = kept(app)
    group = group_of(bank.page)
    other = loot_table(app).plays(way.EndGame(), ending.CloseCount())
    other.membership.move_all(token_of(other), token_of_phone(bank))
    bank.open(f"/g/{other.id}/nottingham/result")
    bank.press(KEEP)
    heads = (each.text for each in bank.page.root.elements("h2"))
    told = dict(zip(heads, tables(bank.page), strict=False))
    assert {row[3] for row in told["Nottingham (2006)"][1:]} == {"0"}
    sheriff = told["Sheriff of Nottingham"][1:]
    assert all(row[2] == "1" and row[3] == row[4] != "0" for row in sheriff)
    assert group_of(bank.page) == group


# Who is who


def test_keepers_merge_two_spellings_and_part_them(app: Flask) -> None:
    _, bank = kept(app)
    group = group_of(bank.page)
    later = ended(app, "Anne", "Bo", "Cleo")
    later.membership.move_all(token_of(later), token_of_phone(bank))
    bank.open(f"/g/{later.id}/result")
    bank.press(KEEP)
    bank.follow("Anne")
    offered = [button.text for button in bank.page.form_to("/merging").buttons]
    assert offered == ["Ann"]
    assert bank.submit(bank.page.form_to("/merging"), {}).title == "Anne"
    assert len(tables(bank.open(f"/groups/{group}"))[0]) == 4
    bank.open(f"/groups/{group}/people/{spelling('Ann')}")
    bank.submit(bank.page.form_to("/parting"), {})
    assert len(tables(bank.open(f"/groups/{group}"))[0]) == 5


def test_a_name_that_another_has_is_refused(app: Flask) -> None:
    _, bank = kept(app)
    bank.follow("Ann")
    page = bank.press("Rename Ann", {"name": "bo"})
    assert page.status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert page.beside("name") == "Somebody else is called “bo” already."
    assert bank.press("Rename Ann", {"name": "=1+1"}).title == "=1+1"


def test_two_who_sat_at_one_table_are_not_merged(app: Flask) -> None:
    _, bank = kept(app)
    address = f"/groups/{group_of(bank.page)}/people/{spelling('Ann')}"
    sent = [*bank.tokens, ("into", spelling("Bo"))]
    page = bank.send("POST", f"{address}/merging", sent)
    assert page.status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "were at one table" in page.text


# The next evening


def test_a_new_table_has_the_people_of_last_time_and_goes_back_to_the_group(app: Flask) -> None:
    """On a phone that came by the group's code and was at none of its evenings, too."""
    _, bank = kept(app)
    group = group_of(bank.page)
    phone = reader(app, bank)
    phone.open(f"/groups/{group}")
    phone.follow("New table")
    fields = dict(phone.page.form(buttons.OPEN_TABLE)[0].fields)
    assert [fields[f"name-{line}"] for line in range(4)] == ["Ann", "Bo", "Cleo", ""]
    assert [fields[f"charge-{line}"] for line in range(3)] == ["leaf", "stag", "arrow"]
    phone.press(buttons.OPEN_TABLE, {"name-2": "Zoe"})
    there = phone.page.game
    service = service_of(app)
    for number, action in enumerate((EndGame(), CloseCount())):
        service.play(there, action, f"{number}" * 22)
    assert phone.open(f"/g/{there}/result").link("Our group") == f"/groups/{group}"
    assert "2 evenings" in phone.open(f"/groups/{group}").text
    assert "Zoe" in phone.page.text
    phone.follow("New table")
    phone.press("Cleo")
    fields = dict(phone.page.form(buttons.OPEN_TABLE)[0].fields)
    assert [fields[f"name-{line}"] for line in range(4)] == ["Ann", "Bo", "Zoe", "Cleo"]


def test_a_new_table_is_of_the_box_that_the_group_played_last_with_its_people(app: Flask) -> None:
    """The chooser has the other box all the same."""
    phone = loot_table(app).plays(way.EndGame(), ending.CloseCount()).phone(path="/nottingham/result")
    group = group_of(phone.press(KEEP))
    page = phone.follow("New table")
    assert page.path == f"/nottingham/new?group={group}"
    assert [
        value for field, value in page.form(buttons.OPEN_TABLE)[0].fields if field.startswith("name-")
    ] == [
        *("Ann", "Bo", "Cleo"),
        *("", "", "", ""),
    ]
    assert ("group", group) in page.form(buttons.OPEN_TABLE)[0].fields
    later = later_with(phone)
    phone.open(f"/g/{later.id}/result")
    phone.press(KEEP)
    assert phone.follow("New table").path == f"/new?box=sheriff&group={group}"


def test_a_rematch_goes_to_the_group_of_the_evening_before(app: Flask) -> None:
    there, bank = kept(app)
    bank.open(f"/g/{there.id}/result")
    bank.press(buttons.REMATCH)
    bank.press(buttons.OPEN_TABLE)
    assert app.extensions["groups"].stored.of_game(bank.page.game) == app.extensions["groups"].stored.of_game(
        there.id
    )


def test_an_evening_with_others_is_kept_for_no_group(app: Flask) -> None:
    _there, bank = kept(app)
    bank.open("/new")
    bank.press(buttons.OPEN_TABLE, {"group": ""})
    assert app.extensions["groups"].stored.of_game(bank.page.game) == ()


# Coming in


def test_whoever_has_the_code_reads_the_name_of_the_group_before_the_tap_that_opens_it(app: Flask) -> None:
    _, bank = kept(app)
    group = group_of(bank.page)
    code = code_of(bank, group)
    phone = Phone(app)
    phone.open("/join")
    assert heading(phone.press("Come in", {"code": code})) == "A group’s evenings"
    bank.send("POST", f"/groups/{group}/name", [*bank.tokens, ("name", "The Friday five")])
    phone.open("/join")
    assert heading(phone.press("Come in", {"code": code})) == "The Friday five"
    assert "Friday" not in phone.open(f"/groups/{group}/link/WRNG2345").text


def heading(page: Page) -> str:
    """What the page calls itself at its top."""
    return next(page.root.elements("h1")).text


# Letting go


def test_keepers_take_an_evening_out(app: Flask) -> None:
    there, bank = kept(app)
    group = group_of(bank.page)
    bank.open(f"/groups/{group}/evenings/{there.id}")
    bank.press("Take it out")
    assert "No evening" in bank.page.text
    assert bank.open(f"/g/{there.id}/result").status == HTTPStatus.OK


def test_a_deleted_group_says_so_at_every_address(app: Flask) -> None:
    there, bank = kept(app)
    group, other = group_of(bank.page), reader(app, bank)
    paths = (
        "",
        "/evenings",
        f"/evenings/{there.id}",
        f"/people/{spelling('Ann')}",
        "/keeping",
        "/deletion",
        "/link/some-words",
    )
    bank.open(f"/groups/{group}/keeping")
    bank.follow("Delete the group")
    page = bank.press(buttons.DELETE_FOR_GOOD)
    assert (page.status, page.title) == (HTTPStatus.GONE, "This group is deleted")
    for phone in (bank, other, Phone(app)):
        for path in paths:
            assert phone.open(f"/groups/{group}{path}").status == HTTPStatus.GONE, path
        for path in (*KEEPERS, "/forgotten"):
            address = f"/groups/{group}{path.format(game=there.id, person=spelling('Ann'))}"
            assert phone.send("POST", address, phone.tokens).status == HTTPStatus.GONE, path
        for form in ("/new", "/nottingham/new"):
            page = phone.open(f"{form}?group={group}")
            assert (page.status, page.title) == (HTTPStatus.GONE, "This group is deleted"), form
    assert "Our group" not in other.open("/").text
    assert bank.open(f"/g/{there.id}/result").status == HTTPStatus.OK


def test_a_deleted_evening_is_in_its_group_no_more(app: Flask) -> None:
    there, bank = kept(app)
    group = group_of(bank.page)
    bank.open(f"/g/{there.id}/deletion")
    bank.press(buttons.DELETE_FOR_GOOD)
    assert "No evening" in bank.open(f"/groups/{group}").text
    assert bank.open(f"/groups/{group}/evenings/{there.id}").status == HTTPStatus.GONE


def test_it_speaks_french(app: Flask) -> None:
    _, bank = kept(app, "fr")
    assert bank.page.title == "Notre groupe"


# Without any group


def test_a_phone_keeps_its_own_evenings_page_by_page(own_app: Flask) -> None:
    phone = ended(own_app, "Ann 0", "Bo", "Cleo").phone()
    for number in range(1, 30):
        there = ended(own_app, f"Ann {number}", "Bo", "Cleo")
        there.membership.move_all(token_of(there), token_of_phone(phone))
    page = phone.open("/")
    assert page.html.count('class="table-card"') == 5
    phone.follow("Older evenings")
    assert phone.page.html.count('class="table-card"') == 25
    assert "Ann 4" not in phone.page.text
    phone.follow("Earlier")
    assert phone.page.html.count('class="table-card"') == 5
    assert "Ann 4" in phone.page.text
    phone.follow("Later")
    assert phone.page.html.count('class="table-card"') == 25
