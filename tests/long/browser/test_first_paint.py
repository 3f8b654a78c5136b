"""What a page does not need in order to be seen comes once it is painted, so that it is painted sooner."""

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

LATER = "() => performance.getEntriesByType('resource').some(({name}) => name.endsWith('moments.js'))"
BEFORE_PAINT = """() => {
  const [{ startTime: painted }] = performance.getEntriesByType("paint");
  return performance.getEntriesByType("resource")
    .filter(({ name, startTime }) => name.endsWith(".js") && startTime < painted)
    .map(({ name }) => name.split("/").at(-1)).sort();
}"""


def asked_before_paint(phone: Phone) -> list[str]:
    """The scripts that a page asked for before it was first painted."""
    phone.page.reload()
    phone.page.wait_for_function(LATER)
    names: list[str] = phone.page.evaluate(BEFORE_PAINT)
    return names


def test_a_board_is_painted_before_it_listens_for_others(open_phones: OpenPhone) -> None:
    bank = open_phones()
    tasks.open_table(bank, ("Ann", "Bo", "Cleo"))
    assert asked_before_paint(bank) == ["htmx.min.js", "site.js"]


def test_a_stage_is_painted_before_it_plays(open_phones: OpenPhone) -> None:
    bank, middle = open_phones(), open_phones()
    board = tasks.open_table(bank, ("Ann", "Bo", "Cleo"))
    sharing.join(middle, sharing.open_door(bank, board), sharing.MIDDLE)
    assert asked_before_paint(middle) == ["htmx.min.js", "site.js"]
