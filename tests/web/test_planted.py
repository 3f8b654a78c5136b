"""What somebody planted in a newcomer's browser becomes nobody's identity, at any way in."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from flask import Flask

from companion.places import KNOCK_LIFE
from companion.web.token import COOKIE, token_hash
from tests.web import buttons
from tests.web.conftest import made_in
from tests.web.evening import end, opens_table
from tests.web.phone import Page, Phone, filled
from tests.web.seated import door_of
from tests.web.stored import later, membership_of
from tests.web.test_knocking import answers, link, looks
from tests.web.test_live import listening, stamp_of

HOST = "house.example"
PLAIN, SECURE = f"http://{HOST}", f"https://{HOST}"
UNKNOWN = "A" * 43
PLANTED = {"unknown": (COOKIE,), "token": (COOKIE,), "session": ("form",), "both": (COOKIE, "form")}


@pytest.fixture(scope="module", params=[PLAIN, SECURE])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Flask, str]:
    """The app, and the address at which it is opened: over plain http, or the https that was configured."""
    folder: Path = tmp_path_factory.mktemp("planted")
    return made_in(folder, PUBLIC_URL=SECURE, TRUSTED_HOSTS=[HOST]), request.param


def cookie(phone: Phone, name: str) -> str:
    """What a phone has by this name, or by that of the host's own cookie."""
    found = (phone.client.get_cookie(own, domain=HOST) for own in (f"__Host-{name}", name))
    return next((kept.value for kept in found if kept), "")


def opens_by_form(phone: Phone) -> Page:
    """This phone opens a table by the form for it."""
    phone.open("/new")
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cleo"))}
    return phone.press(buttons.OPEN_TABLE, names)


def copied(phone: Phone) -> Phone:
    """Another hand on the same browser, which has its cookies of now."""
    other = Phone(phone.client.application, base=phone.base)
    for name in (COOKIE, "form"):
        for own in (name, f"__Host-{name}"):
            if kept := phone.client.get_cookie(own, domain=HOST):
                other.client.set_cookie(own, kept.value, domain=HOST)
    return other


def plant(planter: Phone, victim: Phone, what: str) -> None:
    """The planter's cookies come into another browser, by the names that any neighbour may set."""
    kept = {
        COOKIE: UNKNOWN if what == "unknown" else cookie(planter, COOKIE),
        "form": cookie(planter, "form"),
    }
    for name in PLANTED[what]:
        victim.client.set_cookie(name, kept[name], domain=HOST)


def at_the_door(victim: Phone, bank: Phone, place: str) -> None:
    """Behind the code, a place is chosen."""
    victim.open(f"/j/{door_of(bank)}")
    victim.press(place)


def by_a_code(victim: Phone, bank: Phone) -> None:
    """A code for the bank is typed."""
    words = membership_of(bank.client.application).hand_over(bank.page.game)
    victim.open("/join")
    victim.press("Come in", {"code": words.code})


def by_a_picture(victim: Phone, bank: Phone) -> None:
    """The picture of a place is scanned."""
    words = membership_of(bank.client.application).hand_over(bank.page.game)
    victim.open(f"/m/{words.secret}")
    victim.press("Continue here")


def knock(phone: Phone, words: str, name: str) -> None:
    """This phone knocks at the shut door of these words."""
    phone.open(f"/j/{words}")
    phone.press("Knock")
    phone.press("Knock", {"name": name})


def by_a_knock(victim: Phone, bank: Phone) -> None:
    """The bank lets in who knocked."""
    knock(victim, link(bank), "Zoé")
    answers(bank)
    looks(victim)
    victim.press("Cleo")


def by_the_bank(victim: Phone, bank: Phone) -> None:
    """The bank is handed on to a seat that was taken."""
    at_the_door(victim, bank, "Cleo")
    assert membership_of(bank.client.application).hand_bank(bank.page.game, 2)


WAYS: dict[str, Callable[[Phone, Phone], object]] = {
    "a seat": partial(at_the_door, place="Cleo"),
    "watching": partial(at_the_door, place="Just watch"),
    "the table view": partial(at_the_door, place="Table view"),
    "a code": by_a_code,
    "a picture": by_a_picture,
    "a knock": by_a_knock,
    "the bank": by_the_bank,
    "a new table": lambda victim, _bank: opens_by_form(victim),
}


def played_to_the_end(phone: Phone) -> None:
    """This phone opens a table and plays it to its end."""
    opens_by_form(phone)
    phone.open(f"/g/{phone.page.game}")
    end(phone)
    phone.press(buttons.RESULT)


@pytest.mark.parametrize("what", PLANTED)
@pytest.mark.parametrize("way", WAYS)
def test_whoever_planted_cookies_has_no_part_in_what_is_gained(
    site: tuple[Flask, str], way: str, what: str
) -> None:
    app, base = site
    bank, planter, victim = opens_table(app, base=base), Phone(app, base=base), Phone(app, base=base)
    opens_by_form(planter)
    plant(planter, victim, what)
    WAYS[way](victim, bank)
    game = victim.page.game
    assert victim.send("GET", f"/g/{game}").status == 200
    assert planter.send("GET", f"/g/{game}").status == 403
    gained = cookie(victim, COOKIE)
    assert gained not in {"", UNKNOWN, cookie(planter, COOKIE)}
    assert not membership_of(app).look(game).viewer(token_hash(cookie(planter, COOKIE))).is_known


def test_who_plays_beside_a_planter_loses_nothing_and_the_planter_all(site: tuple[Flask, str]) -> None:
    """A player plants the token of the own seat: its places are the victim's, and the planter is out."""
    app, base = site
    bank, planter, victim = opens_table(app, base=base), Phone(app, base=base), Phone(app, base=base)
    at_the_door(planter, bank, "Bo")
    plant(planter, victim, "both")
    at_the_door(victim, bank, "Cleo")
    game = bank.page.game
    assert victim.open(f"/g/{game}/seats/2/bag").status == 200
    for path in ("", "/seats/1/bag", "/seats/2/bag", "/live?on=board", "/stream"):
        assert planter.send("GET", f"/g/{game}{path}").status == 403


def test_a_bank_by_a_planted_token_sits_down_alone(site: tuple[Flask, str]) -> None:
    app, base = site
    planter, victim = Phone(app, base=base), Phone(app, base=base)
    game = opens_by_form(planter).game
    plant(planter, victim, "both")
    victim.open(f"/g/{game}/phones")
    victim.press(buttons.ON_THIS_PHONE)
    assert victim.open(f"/g/{game}/phones").status == 200
    assert planter.send("GET", f"/g/{game}").status == 403


def test_a_rematch_by_a_planted_token_is_opened_alone(site: tuple[Flask, str]) -> None:
    app, base = site
    planter, victim = Phone(app, base=base), Phone(app, base=base)
    played_to_the_end(planter)
    old = planter.page.game
    plant(planter, victim, "both")
    victim.open(f"/new?again={old}")
    victim.press(buttons.OPEN_TABLE)
    assert victim.page.game != old
    assert planter.send("GET", f"/g/{victim.page.game}").status == 403


def test_a_planted_knock_is_not_the_knock_of_who_says_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody answered the planter's; the bank lets in the newcomer, and nobody with them."""
    app = made_in(tmp_path, TRUSTED_HOSTS=[HOST])
    bank, planter, victim = opens_table(app, base=PLAIN), Phone(app, base=PLAIN), Phone(app, base=PLAIN)
    words = link(bank)
    knock(planter, words, "Eve")
    plant(planter, victim, "session")
    later(monkeypatch, KNOCK_LIFE, app)
    knock(victim, words, "Zoé")
    answers(bank)
    assert looks(victim).title == "Who are you?"
    assert looks(planter).title == "At the door"


def test_the_id_in_a_game_file_gives_nobody_the_place_that_it_gave(site: tuple[Flask, str]) -> None:
    """An entry is stored with its action's id; somebody who reads it there may have the same session."""
    app, base = site
    planter, victim = Phone(app, base=base), Phone(app, base=base)
    csrf = planter.token
    plant(planter, victim, "session")
    game = opens_by_form(victim).game
    known = json.loads(app.extensions["archive"].export(game))["entries"][0]["action_id"]
    fields = [("csrf_token", csrf), ("action_id", known), ("edition", "first"), ("first_sheriff", "0")]
    names = [(f"name-{seat}", name) for seat, name in enumerate(("Ann", "Bo", "Cleo"))]
    assert planter.send("POST", "/new", [*fields, *names]).status == 303
    assert planter.send("GET", f"/g/{game}").status == 403


# Honest phones


def test_a_phone_that_comes_to_another_table_keeps_its_places(site: tuple[Flask, str]) -> None:
    app, base = site
    phone, bank = opens_table(app, base=base), opens_table(app, base=base)
    first, second = phone.page.game, bank.page.game
    at_the_door(phone, bank, "Cleo")
    assert phone.open(f"/g/{first}/phones").status == 200
    assert phone.open(f"/g/{second}").status == 200
    assert {first, second} <= set(re.findall(r"/g/(\w{8})", phone.open("/").html))


def test_a_phone_keeps_its_places_though_the_answer_was_lost(site: tuple[Flask, str]) -> None:
    """Until it comes in by the same form it is who it was; then it is at both tables."""
    app, base = site
    phone, bank = opens_table(app, base=base), opens_table(app, base=base)
    first, second = phone.page.game, bank.page.game
    phone.open(f"/j/{door_of(bank)}")
    form, button = phone.page.form("Cleo")
    sent = [("place", button.get("value")), *filled(form, {})]
    copied(phone).send("POST", form.element.get("action"), sent)
    assert phone.send("GET", f"/g/{first}").status == 200
    phone.submit(form, {}, button)
    for game in (first, second):
        assert phone.open(f"/g/{game}").status == 200


@pytest.mark.parametrize("who", ["a newcomer", "at another table"])
def test_two_taps_before_the_first_answer_take_one_seat_that_this_phone_holds(
    site: tuple[Flask, str], who: str
) -> None:
    app, base = site
    bank, phone = opens_table(app, base=base), Phone(app, base=base)
    if who == "at another table":
        opens_by_form(phone)
    phone.open(f"/j/{door_of(bank)}")
    form, button = phone.page.form("Cleo")
    taps = [("place", button.get("value")), *filled(form, {})]
    first = copied(phone)
    sent = [tapped.send("POST", form.element.get("action"), taps) for tapped in (first, phone)]
    assert [page.status for page in sent] == [303, 303]
    assert cookie(first, COOKIE) == cookie(phone, COOKIE)
    assert membership_of(app).look(bank.page.game).seats == {2}
    assert "Cleo you" in phone.open(f"/g/{bank.page.game}").text


def test_an_open_page_of_the_same_phone_goes_on(site: tuple[Flask, str]) -> None:
    """Its stream ends, as one does that is an hour old, and the browser's next one has the new cookie."""
    app, base = site
    phone, bank = opens_table(app, base=base), opens_table(app, base=base)
    game = phone.page.game
    with listening(phone, game, stamp_of(phone)) as told:
        at_the_door(phone, bank, "Cleo")
        assert told.is_over()
    with listening(phone, game, 0) as told:
        assert told.next()[0] == "moved"
    assert phone.send("GET", f"/g/{game}/live?on=board&since=0").status == 200


def test_a_name_that_any_neighbour_can_set_brings_a_phone_over_to_https_once(tmp_path: Path) -> None:
    """It ends in a new token, and whoever else has the old one is out."""
    app = made_in(tmp_path, PUBLIC_URL=SECURE, TRUSTED_HOSTS=[HOST])
    planter, victim = Phone(app, base=PLAIN), Phone(app, base=SECURE)
    game = opens_by_form(planter).game
    plant(planter, victim, "token")
    for _ in range(2):
        assert victim.open(f"/g/{game}").status == 200
    assert victim.client.get_cookie(COOKIE, domain=HOST) is None
    assert planter.send("GET", f"/g/{game}").status == 403
