"""French *de*, Italian *a*, Spanish *y* before names and goods, wherever a sentence is filled in."""

import pytest
from flask import Flask

from companion.rules.seats import Seat
from companion.web.http.elision import conjoined, elided, elides, joined
from companion.web.http.language import gettext, listed, ngettext
from companion.web.parts import named, say

CUT = [
    *("Anne", "anne", "Élodie", "Émile", "Inès", "Oscar", "Ugo", "Œdipe", "Ægir", "Éon", "E\u0301ric", "Åsa"),
    *("Yves", "Yvonne", "Yseult", "Hélène", "Henri", "Hugo", "Hortense", "Hannibal", "Hanna"),
    *("Ian", "Ilias", "Iolande", "Oumar", "Oumou", "Henriette", "Hervé", "Habib"),
    *("hydromel", "arbalètes", "<bdi>Anne</bdi>", "Anne et Zoé", "A", "Ö"),
]
WHOLE = [
    *("Zoé", "Bo", "Yann", "Yasmine", "Hans", "Hans Peter", "Harry", "Hassan", "Wanda", "Ñuño", "la banque"),
    *(
        "Iouri",
        "Ioulia",
        "Ouassim",
        "Ouarda",
        "Ouiza",
        "Halima",
        "Hamed",
        "Heidi",
        "Houssam",
        "Hussein",
        "Hiroshi",
    ),
    *("pommes", "<bdi>Zoé</bdi>", "<i>Bo</i>", "", " ", "7", "11", "H", "H.", "Олег", "عمر", "«Anne»", "🦊"),
    "%(name)s",
]


@pytest.mark.parametrize("word", CUT)
def test_de_is_cut_before_a_vowel_and_a_mute_h(word: str) -> None:
    assert elides(word)
    assert elided("Le sac de %(name)s", {"name": word}) == "Le sac d’%(name)s"


@pytest.mark.parametrize("word", WHOLE)
def test_de_stays_whole_before_anything_else(word: str) -> None:
    assert not elides(word)
    assert elided("Le sac de %(name)s", {"name": word}) == "Le sac de %(name)s"


def test_each_de_is_cut_by_what_follows_it() -> None:
    sentence = "De %(a)s, de %(b)s, de %(c)s ; monde %(a)s, de la %(a)s, %(a)s."
    expected = "D’%(a)s, de %(b)s, de %(c)s ; monde %(a)s, de la %(a)s, %(a)s."
    assert elided(sentence, {"a": "Anne", "b": "Bo"}) == expected


@pytest.mark.parametrize(
    "name,bag", [("Zoé", "Le sac de {}"), ("Anne", "Le sac d’{}"), ("Hélène", "Le sac d’{}")]
)
def test_a_bag_is_somebody_s_wherever_a_sentence_is_filled_in(app: Flask, name: str, bag: str) -> None:
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        whose = named(Seat(name, "leaf"))
        assert say(gettext("%(name)s’s bag"), name=whose) == bag.format(f"<bdi translate=no>{name}</bdi>")
        assert gettext("%(name)s’s bag", name=name) == bag.format(name)
        assert ngettext("Le sac de %(name)s", "", 1, name=name) == bag.format(name)
        drawn = app.jinja_env.from_string("{{ _('%(name)s’s bag', name=whose) }}").render(whose=whose)
        assert drawn == bag.format(whose)


@pytest.mark.parametrize(
    "word,to,of",
    [
        ("Bo", "a %(one)s", "da %(one)s"),
        ("Anna", "ad %(one)s", "da %(one)s"),
        ("<bdi>Àlida</bdi> e Bo", "ad %(one)s", "da %(one)s"),
        ("la banca", "al%(one)s", "dal%(one)s"),
        ("Lara", "a %(one)s", "da %(one)s"),
        ("", "a %(one)s", "da %(one)s"),
        ("3", "a %(one)s", "da %(one)s"),
    ],
)
def test_italian_joins_what_leads_to_a_name_or_the_bank(word: str, to: str, of: str) -> None:
    sentence = "Bo paga a %(one)s, prende da %(one)s, ma %(one)s."
    assert joined(sentence, {"one": word}) == f"Bo paga {to}, prende {of}, ma %(one)s."


def test_italian_pays_to_the_bank(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "it-IT"}):
        payer = named(Seat("Bo", "leaf"))
        paid = {"giver": payer, "receiver": gettext("the bank"), "things": "3"}
        assert say(gettext("%(giver)s gives %(receiver)s %(things)s."), **paid) == f"{payer} dà 3 alla banca."


def test_a_long_name_is_short_by_its_first_letters_that_nobody_else_has(app: Flask) -> None:
    """No mark of a letter is left behind, nor half of what is joined."""
    seats = [
        Seat(name, "leaf") for name in ("Bartholomew-Max", "Bartholomew-John", "Zoe\u0301 of Nottingham")
    ]
    with app.test_request_context(headers={"Accept-Language": "en"}):
        said = [named(seat, seats).split(">")[1].removesuffix("<span") for seat in seats]
        assert said == ["Bartholomew-M", "Bartholomew-J", "Zoe\u0301 of"]
        joined = named(Seat("Robin" + "e\u0301" * 2 + "\U0001f469\u200d\U0001f33e" * 3, "leaf"))
    assert joined.split(">")[1] == "Robine\u0301<span"


def test_a_name_cannot_smuggle_markup_or_places_in(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        said = say(gettext("%(name)s’s bag"), name=named(Seat("<b>é %(name)s de %(x)s", "leaf")))
    assert said == "Le sac de <bdi class=long translate=no>&lt;b&gt;é %(<span>name)s de %(x)s</span></bdi>"


def test_english_is_left_alone(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert say("Inside de %(name)s", name="Anne") == "Inside de Anne"


@pytest.mark.parametrize(
    "word,conjunction,said",
    [
        *(("Inés", "y", "e"), ("Íñigo", "y", "e"), ("<bdi>Hilda</bdi>", "y", "e"), ("hielo", "y", "y")),
        *(("Yago", "y", "y"), ("Ana", "y", "y"), ("Olga", "o", "u"), ("Horacio", "o", "u"), ("Bo", "o", "o")),
    ],
)
def test_spanish_y_and_o_give_way_to_their_own_sound(word: str, conjunction: str, said: str) -> None:
    sentence = f"%(one)s {conjunction} %(two)s"
    assert conjoined(sentence, {"one": "Inés", "two": word}) == f"%(one)s {said} %(two)s"


def test_a_spanish_list_ends_with_the_word_that_can_be_said(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "es"}):
        assert listed(["Ana"]) == "Ana"
        assert listed(["Ana", "Bo", "Inés"]) == "Ana, Bo e Inés"
        assert listed(["Inés", "Bo"]) == "Inés y Bo"
