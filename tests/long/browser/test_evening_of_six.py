"""Six players, nine rounds, two Deputies, by thumb: on one phone in both languages, and on everybody's."""

import pytest
from playwright.sync_api import ViewportSize

from tests.browser import looking
from tests.browser.checker import Checker
from tests.browser.conftest import OpenPhone
from tests.browser.gallery import Gallery
from tests.browser.six import NAMES, STORY, Evening, Phones

SMALL = ViewportSize(width=390, height=664)
TOTALS, WINNERS = STORY["result"]["totals"], STORY["result"]["winners"]


def test_an_evening_of_six(open_phones: OpenPhone, html_checker: Checker, language: str) -> None:
    """E6 to E17: it ends as the rules and the second book say."""
    phone = open_phones(language=language, viewport=SMALL)
    gallery = Gallery(phone.page, html_checker, wide=language == "en-GB", narrow=language == "fr-FR")

    def look(state: str) -> None:
        gallery.look(state)
        phone.page.set_viewport_size(SMALL)

    evening = Evening(phone, look)
    for _round in evening.rounds():
        pass
    evening.ends()
    ranks = looking.scores(phone.page)
    assert {name: score.total for name, score in ranks.items()} == TOTALS
    assert [name for name, score in ranks.items() if score.rank == 1] == WINNERS
    assert not gallery.complaints, "\n".join(gallery.complaints)


@pytest.mark.lasts(900)
def test_an_evening_of_six_on_their_phones(open_phones: OpenPhone) -> None:
    """E11, E14: a phone each and the bank's in the middle; all show the same after every round."""
    bank = open_phones(viewport=SMALL)
    phones = {
        name: open_phones(language=language, viewport=SMALL)
        for name, language in zip(NAMES, ("en-GB", "fr-FR") * 3, strict=True)
    }
    evening = Phones(bank, phones)
    for _round in evening.rounds():
        for phone in phones.values():
            looking.shows_rows(phone.page, evening.seen())
    evening.ends()
    assert {name: score.total for name, score in looking.scores(bank.page).items()} == TOTALS
