"""A whole evening of five players and ten rounds, tapped through the real pages."""

from tests.browser import looking, sums
from tests.browser.checker import Checker
from tests.browser.conftest import OpenPhone
from tests.browser.gallery import shared_out
from tests.browser.playing import Player, play
from tests.browser.stories import LEGAL
from tests.browser.story_of_five import EVENING


def test_an_evening_of_five(open_phones: OpenPhone, html_checker: Checker, language: str) -> None:
    phone = open_phones(language=language)
    gallery = shared_out(phone.page, html_checker, language)
    player = Player(phone, EVENING, gallery.look)
    player.open_table()
    assert phone.page.locator("html").get_attribute("lang") == language[:2]
    purses = play(player)
    player.end(purses)
    assert looking.scores(phone.page) == sums.scores(purses, LEGAL)
    assert looking.titles(phone.page) == sums.royalty(purses, LEGAL)
    assert not gallery.complaints, "\n".join(gallery.complaints)
