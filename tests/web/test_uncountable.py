"""The questions of Just count, as somebody at a table would ask them."""

import pytest
from flask import Flask

from tests.web.phone import Phone

ASKED = {
    "en": (
        "How many apples does {name} have?",
        "How many cheese cards does {name} have?",
        "How many bread cards does {name} have?",
        "How many chickens does {name} have?",
        "How many pepper cards does {name} have?",
        "How many mead cards does {name} have?",
        "How many silk cards does {name} have?",
        "How many crossbow cards does {name} have?",
    ),
    "de": (
        "Wie viele Äpfel hat {name}?",
        "Käse: Wie viele Karten hat {name}?",
        "Brot: Wie viele Karten hat {name}?",
        "Wie viele Hühner hat {name}?",
        "Pfeffer: Wie viele Karten hat {name}?",
        "Met: Wie viele Karten hat {name}?",
        "Seide: Wie viele Karten hat {name}?",
        "Wie viele Armbrüste hat {name}?",
    ),
    "fr": (
        "{name} : combien de pommes ?",
        "{name} : combien de fromages ?",
        "{name} : combien de pains ?",
        "{name} : combien de poulets ?",
        "{name} : combien de poivre ?",
        "{name} : combien d’hydromel ?",
        "{name} : combien de soie ?",
        "{name} : combien d’arbalètes ?",
    ),
    "it": (
        "Quante carte di mele ha {name}?",
        "Quante carte di formaggi ha {name}?",
        "Quante carte di pane ha {name}?",
        "Quante carte di polli ha {name}?",
        "Quante carte di pepe ha {name}?",
        "Quante carte di idromele ha {name}?",
        "Quante carte di seta ha {name}?",
        "Quante carte di balestre ha {name}?",
    ),
    "es": (
        "¿Cuántas cartas de manzanas tiene {name}?",
        "¿Cuántas cartas de queso tiene {name}?",
        "¿Cuántas cartas de pan tiene {name}?",
        "¿Cuántas cartas de pollos tiene {name}?",
        "¿Cuántas cartas de pimienta tiene {name}?",
        "¿Cuántas cartas de hidromiel tiene {name}?",
        "¿Cuántas cartas de seda tiene {name}?",
        "¿Cuántas cartas de ballestas tiene {name}?",
    ),
    "pl": (
        "Ile jabłek ma {name}?",
        "Ile kart „ser” ma {name}?",
        "Ile kart „chleb” ma {name}?",
        "Ile kurczaków ma {name}?",
        "Ile kart „pieprz” ma {name}?",
        "Ile kart „miód” ma {name}?",
        "Ile kart „jedwab” ma {name}?",
        "Ile kusz ma {name}?",
    ),
    "pt-BR": (
        "Quantas cartas de maçãs tem {name}?",
        "Quantas cartas de queijos tem {name}?",
        "Quantas cartas de pães tem {name}?",
        "Quantas cartas de galinhas tem {name}?",
        "Quantas cartas de pimenta tem {name}?",
        "Quantas cartas de hidromel tem {name}?",
        "Quantas cartas de seda tem {name}?",
        "Quantas cartas de bestas tem {name}?",
    ),
}


@pytest.mark.parametrize("language", ASKED)
def test_goods_that_are_not_counted_are_asked_for_by_their_cards(app: Flask, language: str) -> None:
    page = Phone(app, language).open("/count")
    asked = [
        one["data-asks"].replace("\N{NO-BREAK SPACE}", " ")
        for one in page.root.elements("input")
        if one.has("data-asks")
    ]
    asked = [one.replace("\N{NARROW NO-BREAK SPACE}", " ") for one in asked]
    assert tuple(dict.fromkeys(asked))[: len(ASKED[language])] == ASKED[language]
