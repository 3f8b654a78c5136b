"""What `make pictures` finds in other windows, in other fonts and with larger text."""

from tests.browser import around
from tests.browser.phone import Phone

WIDER = "() => { document.querySelector('h1').style.minInlineSize = '%s'; }"


def test_what_does_not_fit_somewhere_else_is_found(phone: Phone) -> None:
    page = phone.page
    camera = page.context.new_cdp_session(page)
    page.goto("/")
    size = page.viewport_size
    assert list(around.faults(page, camera)) == []
    page.evaluate(WIDER % "14rem")
    assert [fault.split(":")[0] for fault in around.faults(page, camera)] == ["text of 200 %"]
    page.evaluate(WIDER % "50em")
    assert len({fault.split(":")[0] for fault in around.faults(page, camera)}) == 8
    assert page.viewport_size == size
