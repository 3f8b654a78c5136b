"""A whole evening of Nottingham, tapped through the real pages; how it looks is in tests/long."""

from tests.browser.conftest import OpenPhone
from tests.browser.loot import FOUR, Evening, result


def test_an_evening_of_four(open_phones: OpenPhone) -> None:
    """Missions, deliveries, a failed ambush, entries corrected and undone, until the eighth mission."""
    phone = open_phones(language="fr-FR")
    evening = Evening(FOUR, phone)
    for entry in FOUR["entries"]:
        evening.told(entry)
    evening.ends()
    assert result(phone.page) == FOUR["result"]
