"""The last entry's fold is two lines of whole words: a number that is cut in two reads as another one."""

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser import around, sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

NAMES = ("Ann", "Guy", "Maximiliane", "Éloïse")
LANGUAGES = ("en-GB", "fr-FR")
LAST = ".last summary > span"
# The words that are seen in part, whether some are not seen at all, and whether dots say so. Where lines
# are clamped, letters give way to dots, and no rectangle tells of it: there every word may be cut.
SEEN = r"""(one) => {
    const box = one.getBoundingClientRect(), range = document.createRange(), cut = [];
    const {webkitLineClamp, textOverflow} = getComputedStyle(one);
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    let hides = false;
    while (texts.nextNode()) {
        const text = texts.currentNode;
        for (const {0: word, index} of text.data.matchAll(/[^\s\xa0\u202f]+/g)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const {left, right, top, bottom} = range.getBoundingClientRect();
            const below = top > box.bottom - 1, beside = left < box.left - 1 || right > box.right + 1;
            hides ||= below;
            if (!below && (beside || bottom > box.bottom + 1)) cut.push(word);
        }
    }
    if (webkitLineClamp !== "none" || textOverflow !== "clip") cut.push("clamped");
    const isClipped = getComputedStyle(one).clipPath !== "none"; // which would take the dots, too
    return {cut, hides, dots: getComputedStyle(one, "::after").opacity > 0 && !isClipped};
}"""

# The words that are seen whole, in their order.
READ = r"""(one) => {
    const box = one.getBoundingClientRect(), range = document.createRange();
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    let read = "";
    while (texts.nextNode()) {
        const text = texts.currentNode;
        for (const {0: word, index} of text.data.matchAll(/[^\s\xa0\u202f]+|[\s\xa0\u202f]+/g)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const isSeen = [...range.getClientRects()].every(({left, right, bottom}) =>
                left > box.left - 1 && right < box.right + 1 && bottom < box.bottom + 1);
            if (isSeen) read += /^[\s\xa0\u202f]/.test(word) ? " " : word;
        }
    }
    return read.replace(/ +/g, " ");
}"""

# The lines of the whole sentence in what there is before the arrow.
NEEDS = """(one) => {
    const range = document.createRange(), arrow = one.nextElementSibling.getBoundingClientRect();
    range.selectNodeContents(one);
    one.style.cssText = `inline-size: ${arrow.left - one.getBoundingClientRect().left}px; flex: none`;
    const {height} = range.getBoundingClientRect();
    one.style.cssText = "";
    return Math.round(height / parseFloat(getComputedStyle(one).lineHeight));
}"""
ROOM = 2  # lines beside the take-back


# By how much the fold is taller than the take-back beside it.
TALLER = """() => {
    const height = (name) => document.querySelector(name).getBoundingClientRect().height;
    return height(".last summary") - height(".take-back button");
}"""


def whole_words(last: Locator, *, hides: bool) -> None:
    """On no phone a word is seen in part, and dots stand there if and only if words are hidden."""
    for width in range(320, 431, 5):
        last.page.set_viewport_size(ViewportSize(width=width, height=640))
        seen = last.evaluate(SEEN)
        assert seen == {"cut": [], "hides": hides, "dots": hides}, f"{width}: {seen}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_sentence_is_cut_between_words(open_phones: OpenPhone, language: str) -> None:
    phone = open_phones(language=language)
    tasks.open_table(phone, NAMES)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "chickens", 5)
    tasks.offer_gold(phone.thumb, 15)
    tasks.promise(phone.thumb)
    tasks.something_else(phone.thumb, "passed", {"face_down": 2, "cheese": 1})
    whole_words(phone.page.locator(LAST), hides=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_no_taller_than_its_take_back(open_phones: OpenPhone, language: str) -> None:
    """In every window, however long the sentence is."""
    phone = open_phones(language=language)
    tasks.open_table(phone, NAMES)
    tasks.lying("passed", 4, {"face_down": 1, "cheese": 1})(phone.thumb)
    for size in around.EVERY_WINDOW:
        phone.page.set_viewport_size(size)
        assert phone.page.evaluate(TALLER) < 1, size


def test_nothing_shows_of_a_line_that_is_cut(phone: Phone) -> None:
    """No accent either: all lines are as high as whole pixels."""
    tasks.open_table(phone, NAMES)
    tasks.honest("passes", 5)(phone.thumb)
    height, room = phone.page.locator(LAST).evaluate(
        "(one) => ['lineHeight', 'maxBlockSize'].map((name) => parseFloat(getComputedStyle(one)[name]))"
    )
    assert float(height).is_integer()
    assert room == ROOM * height + 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_not_cut_while_there_is_room(open_phones: OpenPhone, language: str) -> None:
    """Up to the arrow: the dots take no room from what would be whole without them."""
    phone = open_phones(language=language)
    tasks.open_table(phone, NAMES)
    tasks.honest("passes", 5)(phone.thumb)
    last = phone.page.locator(LAST)
    for width in range(320, 431):
        last.page.set_viewport_size(ViewportSize(width=width, height=640))
        needs, seen = last.evaluate(NEEDS), last.evaluate(SEEN)
        assert seen["hides"] == seen["dots"] == (needs > ROOM), f"{width}: {needs} of {ROOM}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_sentence_is_seen_to_its_end(open_phones: OpenPhone, language: str) -> None:
    phone = open_phones(language=language)
    tasks.open_table(phone, NAMES)
    tasks.honest("passes")(phone.thumb)
    whole_words(phone.page.locator(LAST), hides=False)


# Who, what and gold come first


def seen_text(last: Locator) -> str:
    """What can be read of it: the words whose rectangles are whole, with one space between two of them."""
    return str(last.evaluate(READ))


def says(last: Locator, sentence: str) -> None:
    """It is read whole on small phones."""
    for width in (320, 390, 412):
        last.page.set_viewport_size(ViewportSize(width=width, height=664))
        seen = seen_text(last)
        assert sentence in seen, f"{width}: {seen}"


LONG_NAMES = ("Ann", "Éloïse", "Maximilienne", "Jean-François")
ELOISE, MAXIMILIENNE, JEAN_FRANCOIS = 1, 2, 3


@pytest.mark.parametrize(
    "language,sentences",
    [
        (
            "en-GB",
            (
                "Maximilienne’s bag passed for 15 gold",
                "Jean-François was caught: said 5 chickens. Pays Maximilienne 10.",
                "Jean-François was caught: said 5 chickens. Owes Maximilienne 18.",
                "Maximilienne was honest: 5 chickens. Jean-François pays 10.",
            ),
        ),
        (
            "fr-FR",
            (
                "Le sac de Maximilienne passe contre 15 pièces d’or",
                "Jean-François s’est fait prendre et paie 10 à Maximilienne",
                "Jean-François s’est fait prendre et doit 18 à Maximilienne",
                "Maximilienne disait vrai, Jean-François lui paie 10.",
            ),
        ),
    ],
)
def test_who_what_and_gold_are_seen_whole(
    open_phones: OpenPhone, language: str, sentences: tuple[str, str, str, str]
) -> None:
    """A bribe with a promise, a lie, a debt that is met in goods, an honest bag."""
    bribe, caught, debt, honest = sentences
    phone = open_phones(language=language)
    page, thumb, last = phone.page, phone.thumb, phone.page.locator(LAST)
    purses = {"purse-0": "50", "purse-1": "50", "purse-2": "50", "purse-3": "16", "stand-3-apples": "6"}

    tasks.open_table(phone, LONG_NAMES, ELOISE, round="2", **purses)
    tasks.bag_of(thumb, MAXIMILIENNE)
    tasks.declare(thumb, "chickens", 5)
    tasks.offer_gold(thumb, 15)
    tasks.promise(thumb)
    tasks.something_else(thumb, "passed", {"face_down": 2, "cheese": 1})
    says(last, bribe)
    page.locator(".last summary").tap()
    expect(page.locator(".last")).to_contain_text("1 cheese" if language == "en-GB" else "1 fromage")
    tasks.take_back(thumb)
    tasks.open_table(phone, LONG_NAMES, MAXIMILIENNE, round="2", **purses)
    tasks.bag_of(thumb, JEAN_FRANCOIS)
    tasks.declare(thumb, "chickens", 5)
    tasks.something_else(thumb, "opened", {"silk": 2, "cheese": 1})
    says(last, caught)
    tasks.take_back(thumb)
    tasks.bag_of(thumb, JEAN_FRANCOIS)
    tasks.declare(thumb, "chickens", 5)
    tasks.say_contents(thumb, "opened")
    tasks.put(thumb, {"silk": 4, "cheese": 1})
    tasks.book(thumb)
    says(last, debt)
    tasks.open_table(phone, LONG_NAMES, JEAN_FRANCOIS, round="2", **purses)
    tasks.bag_of(thumb, MAXIMILIENNE)
    tasks.declare(thumb, "chickens", 5)
    tasks.as_declared(thumb, "opens")
    says(last, honest)


@pytest.mark.parametrize(
    "language,sentences",
    [
        (
            "en-GB",
            (
                "You were caught. You pay Maximilienne 10.",
                "Jean-François was caught. Jean-François pays you 10.",
                "Jean-François was caught: said 5 chickens. Pays Maximilienne 10.",
            ),
        ),
        (
            "fr-FR",
            (
                "Tu t’es fait prendre. Tu paies 10 à Maximilienne.",
                "Jean-François s’est fait prendre. Jean-François te paie 10.",
                "Jean-François s’est fait prendre et paie 10 à Maximilienne",
            ),
        ),
    ],
)
def test_so_they_are_on_a_players_own_phone(
    open_phones: OpenPhone, language: str, sentences: tuple[str, str, str]
) -> None:
    """With who recorded it beside it."""
    bank, payer, payee = (open_phones(language=language) for _ in range(3))
    board = tasks.open_table(bank, LONG_NAMES, MAXIMILIENNE)
    code = sharing.open_door(bank, board)
    sharing.join(payer, code, JEAN_FRANCOIS)
    sharing.join(payee, code, MAXIMILIENNE)
    bank.page.goto(board)
    tasks.bag_of(bank.thumb, JEAN_FRANCOIS)
    tasks.declare(bank.thumb, "chickens", 5)
    tasks.something_else(bank.thumb, "opened", {"silk": 2, "cheese": 1})
    for phone, sentence in zip((payer, payee, bank), sentences, strict=True):
        phone.page.goto(board)
        says(phone.page.locator(LAST), sentence)
