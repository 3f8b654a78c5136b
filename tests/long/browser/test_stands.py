"""Before the count: what was changed in a stand is not left behind by the way on."""

from playwright.sync_api import expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

PUT, ON = ".dock [data-put-right]:visible", ".dock a.next"


def to_the_stands(phone: Phone) -> None:
    """A round of two honest bags, and on to the stands."""
    tasks.open_table(phone, ("Anna", "Bo", "Cleo"), rounds="1")
    for _ in range(2):
        tasks.honest("passes")(phone.thumb)
    tasks.pass_badge(phone.thumb)
    tasks.check_stands(phone.thumb)


def test_a_changed_stand_is_the_next_thing_to_send(open_phones: OpenPhone) -> None:
    phone = open_phones(viewport={"width": 390, "height": 664})
    page, thumb = phone.page, phone.thumb
    to_the_stands(phone)
    expect(page.locator(PUT)).to_have_count(0)
    thumb.tap("details.check-seat >> nth=1 >> summary")
    thumb.tap("#good-1-apples + [data-add]")
    expect(page.locator(PUT)).to_have_text("Correct Bo’s stand")
    expect(page.locator(ON)).to_be_hidden()
    thumb.tap("[id='good-1'] [data-take] >> nth=0")
    expect(page.locator(ON)).to_be_visible()
    thumb.tap("#good-1-apples + [data-add]")
    thumb.tap(PUT)
    expect(page.locator("details.check-seat >> nth=1 >> .stock")).to_contain_text("4")
    expect(page.locator(ON)).to_be_visible()


def test_a_changed_stand_outlives_a_reload_until_it_is_sent(open_phones: OpenPhone) -> None:
    """Counted by its buttons or typed; its line is open again, as it is the next thing to send."""
    phone = open_phones(viewport={"width": 390, "height": 664})
    page, thumb = phone.page, phone.thumb
    to_the_stands(phone)
    thumb.tap("details.check-seat >> nth=1 >> summary")
    thumb.tap("#good-1-apples + [data-add]")
    page.fill("#good-1-cheese", "2")
    page.reload()
    expect(page.locator("#good-1-apples")).to_be_visible()
    expect(page.locator("#good-1-apples")).to_have_value("4")
    expect(page.locator("#good-1-cheese")).to_have_value("2")
    thumb.tap(PUT)
    expect(page.locator("details.check-seat >> nth=1 >> .stock")).to_contain_text("4")
    page.reload()
    expect(page.locator(ON)).to_be_visible()


def test_a_refused_stand_outlives_a_reload(open_phones: OpenPhone) -> None:
    """Also once it was changed after the refusal; when it is booked nothing is kept any more."""
    phone = open_phones(viewport={"width": 390, "height": 664})
    page, thumb = phone.page, phone.thumb
    to_the_stands(phone)
    thumb.tap("details.check-seat >> nth=1 >> summary")
    page.fill("#good-1-apples", "77")
    for typed in ("77", "78"):
        thumb.tap(PUT)
        expect(page.locator("#refusals")).to_be_visible()
        page.reload()
        expect(page.locator("#good-1-apples")).to_have_value(typed)
        thumb.tap(PUT)
        expect(page.locator("#refusals")).to_be_visible()
        thumb.tap("#good-1-apples + [data-add]")
        page.reload()
        expect(page.locator("#good-1-apples")).to_have_value("78" if typed == "77" else "79")
    page.fill("#good-1-apples", "5")
    thumb.tap(PUT)
    expect(page.locator("details.check-seat >> nth=1 >> .stock")).to_contain_text("5")
    page.reload()
    expect(page.locator(ON)).to_be_visible()


def test_a_refused_stand_can_be_discarded(open_phones: OpenPhone) -> None:
    """Right after the refusal, or once a reload has brought back what was typed: then it shows what is
    booked, leads on, and nothing of it comes back.
    """
    phone = open_phones(viewport={"width": 390, "height": 664})
    page, thumb = phone.page, phone.thumb
    to_the_stands(phone)
    expect(page.locator("[data-discard]")).to_be_hidden()
    for is_reloaded in (False, True):
        thumb.tap("details.check-seat >> nth=1 >> summary")
        page.fill("#good-1-apples", "60")
        thumb.tap(PUT)
        expect(page.locator("#refusals")).to_be_visible()
        if is_reloaded:
            page.reload()
            expect(page.locator("#good-1-apples")).to_have_value("60")
        thumb.tap("[data-discard]")
        expect(page.locator(ON)).to_be_visible()
        expect(page.locator("[data-discard]")).to_be_hidden()
        expect(page.locator("#good-1-apples")).to_have_value("3")
        page.reload()
        expect(page.locator(ON)).to_be_visible()
        expect(page.locator("#good-1-apples")).to_have_value("3")
