"""Every page in the language of the phone, or in the one that was chosen on it."""

import pytest
from flask import Flask

from companion.rules.seats import Seat
from companion.rules.sheriff.editions import Kind, edition
from companion.rules.sheriff.ending import PlatesChosen
from companion.web.sheriff.glossary import GOODS, good_name
from companion.web.sheriff.reports import report
from companion.web.sheriff.words import Words
from tests.tables import table
from tests.web import buttons
from tests.web.evening import end, passes
from tests.web.phone import Page, Phone
from tests.web.routes import GETS, PART, address
from tests.web.seated import comes_in


@pytest.mark.parametrize(
    "asked,language",
    [
        ("fr", "fr"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("nl,fr;q=0.5,en;q=0.4", "fr"),
        ("fr;q=0.1,en;q=0.9", "en"),
        ("de-AT,de;q=0.9", "de"),
        ("fr-CA,en;q=0.8", "fr"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"),
        ("pt,en;q=0.8", "pt-BR"),
        ("pt-PT,en;q=0.8", "pt-BR"),
        ("pt;q=0,en;q=0.1", "en"),
        ("nl", "en"),
        ("", "en"),
        ("*", "en"),
        ("x" * 2_000, "en"),
        ("fr;q=x,,;", "en"),
    ],
)
def test_the_language_of_the_phone(app: Flask, asked: str, language: str) -> None:
    assert Phone(app, language=asked).open("/").language == language


def test_a_choice_is_one_tap_and_counts_more(app: Flask) -> None:
    """What else was chosen is saved with it; saving that alone leaves the language as it is."""
    phone = Phone(app, language="en")
    phone.open("/settings")
    phone.press("Français", {"scheme": "dark"})
    assert phone.page.language == "fr"
    assert 'data-scheme="dark"' in phone.page.html
    assert phone.open("/new").language == "fr"
    assert "Nouvelle table" in phone.page.text
    phone.open("/settings")
    phone.press("Enregistrer ces réglages", {"scheme": "light"})
    assert phone.page.language == "fr"


def test_a_language_of_one_country_is_chosen_by_its_own_name(app: Flask) -> None:
    phone = Phone(app, language="en")
    phone.open("/settings")
    phone.press("Português (Brasil)")
    assert phone.page.language == "pt-BR"
    assert "Nova mesa" in phone.open("/new").text


def test_one_board_speaks_to_each_phone_in_its_language(app: Flask, bank: Phone) -> None:
    guest = comes_in(app, bank, "Cleo", language="fr")
    for _ in range(2):
        assert "Purses and stands" in bank.open(f"/g/{bank.page.game}").html
        assert "Bourses et stands" in guest.open(f"/g/{bank.page.game}").html


@pytest.mark.parametrize("note, said", [("", "( Un accord )"), ("as agreed", "( Un accord: as agreed )")])
def test_a_usual_reason_is_read_in_the_readers_language(bank: Phone, note: str, said: str) -> None:
    """With what somebody typed behind it, as it was written."""
    bank.open(f"/g/{bank.page.game}/pay?giver=0")
    form = bank.page.form_to("/payments")
    bank.submit(form, {"receiver": 1, "gold": 3, "reason": "deal", "note": note})
    bank.headers["Accept-Language"] = "fr"
    assert said in bank.open(f"/g/{bank.page.game}/log").text


FRENCH_GOODS = {
    "apples": ("Pommes", "pomme", "pommes"),
    "cheese": ("Fromages", "fromage", "fromages"),
    "bread": ("Pains", "pain", "pains"),
    "chickens": ("Poulets", "poulet", "poulets"),
    "pepper": ("Poivre", "poivre", "poivres"),
    "mead": ("Hydromel", "hydromel", "hydromels"),
    "silk": ("Soie", "soie", "soies"),
    "crossbow": ("Arbalètes", "arbalète", "arbalètes"),
    "green_apples": ("Pommes vertes", "pomme verte", "pommes vertes"),
    "golden_apples": ("Pommes dorées", "pomme dorée", "pommes dorées"),
    "gouda_cheese": ("Gouda", "gouda", "goudas"),
    "bleu_cheese": ("Fromage bleu", "fromage bleu", "fromages bleus"),
    "rye_bread": ("Pain de seigle", "pain de seigle", "pains de seigle"),
    "pumpernickel_bread": ("Pumper\u00adnickel", "pumpernickel", "pumpernickels"),
    "royal_rooster": ("Coq royal", "coq royal", "coqs royaux"),
    "face_down": ("Face cachée", "carte face cachée", "cartes face cachée"),
}
"""At the head of a row, one, many, as the French players' book has them; promo cards keep their English."""


ROYALS = [good.word for good in edition("first").of(Kind.ROYAL)]


@pytest.mark.parametrize("word", GOODS)
@pytest.mark.parametrize("spoken", ["en", "fr"])
def test_every_good_has_its_name_at_the_head_of_a_row_for_one_and_for_many(
    app: Flask, spoken: str, word: str
) -> None:
    head, (one, many) = GOODS[word]
    expected = {"en": (head, one, many), "fr": FRENCH_GOODS.get(word, (head, one, many))}[spoken]
    with app.test_request_context(headers={"Accept-Language": spoken}):
        assert (good_name(word), good_name(word, 1), good_name(word, 2)) == expected


@pytest.mark.parametrize(
    "plates,said",
    [
        (("apples",), "La Feast Plate d’{} devient\u00a0: pommes."),
        (("apples", "bread"), "Les Feast Plates d’{} deviennent\u00a0: pommes et pains."),
    ],
)
def test_one_feast_plate_is_served_as_one(app: Flask, plates: tuple[str, ...], said: str) -> None:
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        words = Words((Seat("Agnès", "leaf"),))
        assert report(words, PlatesChosen(0, plates)).sentence == said.format("<bdi translate=no>Agnès</bdi>")


def test_one_coin_is_read_aloud_as_one(app: Flask) -> None:
    phone = table(app, 3, gold={1: 1}).phone()
    phone.headers = {"Accept-Language": "fr"}
    assert "1 pièce d’or" in phone.open(phone.page.path).text
    assert "50 pièces d’or" in phone.page.text


def test_royal_goods_stand_in_french_on_the_cards_page_and_on_the_tiles(app: Flask) -> None:
    bank = table(app, royal_goods=True).phone()
    bank.headers = {"Accept-Language": "fr"}
    bag = bank.open(f"/g/{bank.page.game}/bags/1?good=apples&number=3&contents=opened")
    for page in (bag, bank.open("/cards")):
        assert "Pommes dorées" in page.text
        assert "Coq royal" in page.text
        english = [GOODS[word][0] for word in FRENCH_GOODS if word in ROYALS]
        assert [name for name in english if name in page.text] == []


@pytest.mark.parametrize("cookie", ["nl", "", "../..", "fr\u00e9", "x" * 500])
def test_a_choice_that_there_is_not(app: Flask, cookie: str) -> None:
    phone = Phone(app, language="fr")
    phone.client.set_cookie("language", cookie, domain="table.lan")
    assert phone.open("/").language == "fr"


@pytest.fixture(scope="module")
def french(app: Flask) -> Phone:
    """A French bank; the table was opened in English."""
    phone = table(app).phone()
    passes(phone, "Bo", "apples", 2)
    phone.headers = {"Accept-Language": "fr"}
    return phone


@pytest.mark.parametrize("route", [route for route in GETS if "<digest>" not in route and route != PART])
def test_every_page_says_which_language_it_is_in(french: Phone, route: str) -> None:
    page = french.send("GET", address(route, french.page.game))
    if page.answer.headers["Content-Type"].startswith("text/html") and page.status == 200:
        assert page.language == "fr"


def test_a_refusal_in_french(french: Phone) -> None:
    french.open(f"/g/{french.page.game}/pay")
    form, _ = next((form, form.buttons[-1]) for form in french.page.forms if form.element.get("id") == "pay")
    page = french.submit(form, {"giver": 0, "receiver": 1, "gold": 51}, form.buttons[-1])
    assert page.status == 422
    assert "Ann" in page.beside("gold")
    assert "cannot" not in page.beside("gold")
    french.open(f"/g/{page.game}")


@pytest.mark.parametrize("path,status", [("/nothing", 404), ("/g/ABCD2345", 404)])
def test_an_error_in_french(french: Phone, path: str, status: int) -> None:
    page = french.send("GET", path)
    assert (page.status, page.language) == (status, "fr")
    assert "nothing" not in page.text


def test_a_whole_end_in_french(app: Flask) -> None:
    """No sentence misses a place in either language, from the check to the log of the result."""
    phone = table(app).phone()
    passes(phone, "Bo", "apples", 2)
    end(phone)
    phone.press(buttons.RESULT)
    phone.headers = {"Accept-Language": "fr"}
    game = phone.page.game
    pages: list[Page] = [
        phone.open(f"/g/{game}{page}") for page in ("", "/log", "/result", "/log/2", "/menu")
    ]
    assert [page.status for page in pages] == [200] * 5
    assert all("Bo" in page.text for page in pages[:3])
    assert not [page for page in pages if "%(" in page.text]


@pytest.mark.parametrize("value,shown", [("light", True), ("dark", True), ("", False), ("pink", False)])
def test_colours_are_chosen_on_the_phone(app: Flask, value: str, shown: bool) -> None:  # noqa: FBT001 - an example
    phone = Phone(app)
    phone.client.set_cookie("scheme", value, domain="table.lan")
    assert next(phone.open("/").root.elements("html")).has("data-scheme") is shown
