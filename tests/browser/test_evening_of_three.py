"""Three players: nine rounds, no bread, and a player who loses everything."""

from playwright.sync_api import expect

from tests.browser import looking, sums, tasks
from tests.browser.checker import Checker
from tests.browser.conftest import OpenPhone
from tests.browser.gallery import Gallery
from tests.browser.playing import Player, play
from tests.browser.story_of_three import EVENING

GOODS = ("apples", "cheese", "chickens")


def test_an_evening_of_three(open_phones: OpenPhone, html_checker: Checker, language: str) -> None:
    """T3, T6: three turns as Sheriff each, and all bread stays in the box."""
    phone = open_phones(language=language)
    gallery = Gallery(phone.page, html_checker, wide=False, narrow=language == "fr-FR")
    player = Player(phone, EVENING, gallery.look)
    player.open_table()
    offers_no_bread(player)
    purses = play(player)
    player.end(purses)
    assert looking.scores(phone.page) == sums.scores(purses, GOODS)
    assert looking.titles(phone.page) == sums.royalty(purses, GOODS)
    assert not gallery.complaints, "\n".join(gallery.complaints)


def offers_no_bread(player: Player) -> None:
    """Nobody can declare it."""
    page = player.phone.page
    tasks.next_bag(player.thumb)
    for word in GOODS:
        expect(page.locator(tasks.tile("good", word))).to_be_visible()
    expect(page.locator(tasks.tile("good", "bread"))).to_have_count(0)
    page.go_back()
    tasks.at_board(player.thumb)
