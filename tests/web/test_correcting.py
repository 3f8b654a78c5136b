"""Corrections by the pages' own forms: a form opens as it was booked, and what it tells is the difference."""

from flask import Flask
from hypothesis import given, settings

from companion.rules.events import BagOpened, BagPassed, CountClosed, Paid
from tests.rules.evenings import SHORT, evenings
from tests.rules.given import Table
from tests.web.evening import is_opened
from tests.web.phone import Page, Phone
from tests.web.restored import restored
from tests.web.stored import table_of


def untouched(phone: Phone, entry: int) -> Page:
    """The answer to the form of an entry, sent as it opened; one that was as declared by its own button."""
    was = table_of(phone).as_corrected(entry)
    phone.open(f"/g/{phone.page.game}/corrections/{entry}")
    buttons = [button.spoken for form in phone.page.forms for button in form.buttons]
    if any("Book the correction" in button for button in buttons):
        return phone.press("Book the correction")
    return phone.press("opens it" if isinstance(was, BagOpened) else "lets it pass")


@settings(deadline=None)
@given(evening=evenings(SHORT))
def test_a_correction_opens_as_it_was_booked(app: Flask, evening: Table) -> None:
    """Booked without being touched it changes nothing, and says so."""
    events = [event for event in evening.events if not isinstance(event, CountClosed)]
    phone = restored(app, events)
    for place, event in enumerate(events):
        if isinstance(event, BagPassed | BagOpened | Paid):
            page = untouched(phone, place + 1)
            assert (page.status, [*page.refusals.values()]) == (422, ["Nothing would change."]), event
    assert table_of(phone).seq == len(events)


def test_d2_the_goods_that_a_debtor_chose_stay_chosen(later: Phone) -> None:
    """Ann paid 7 with three apples and a chicken that Bo did not keep; the reason alone is no correction."""
    is_opened(later, "Bo", "bread", 5)
    later.press("Book it", {"debt-apples": 3, "debt-chickens": 1, "discarded": 1})
    later.open(f"/g/{later.page.game}/corrections/2")
    sent = dict(later.page.form("Book the correction")[0].fields)
    assert (sent["debt-apples"], sent["debt-chickens"], sent["discarded"]) == ("3", "1", "1")
    page = later.press("Book the correction", {"reason": "Misread"})
    assert (page.status, page.refusals) == (422, {"": "Nothing would change."})
