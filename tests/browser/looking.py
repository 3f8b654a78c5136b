"""What a page shows, read as numbers: the same in every language."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.sums import Royalty, Score

# What is face up in a row, and what its figures of contraband stand for.
ROWS = """() => [...document.querySelectorAll("#board .seat")].map((row) => [
    Number(row.querySelector(".purse b").textContent),
    [...row.querySelectorAll("li:not(.none, .more, .extras, .extra)")].map((item) => [
        item.querySelector("use").getAttribute("href").split("#")[1],
        Number.parseInt(item.textContent, 10)]).sort()])"""
SHOWS = f"(told) => JSON.stringify(({ROWS})()) === JSON.stringify(told)"
RANKS = """() => [...document.querySelectorAll(".ranks > li")].map((row) => [
    row.querySelector(".rank-name bdi").textContent, row.querySelector(".rank-number").textContent,
    row.querySelector(".rank-total").textContent, row.querySelector(".rank-name small").textContent])"""
TITLES = """() => {
    const shares = (cell) => Object.fromEntries([...cell.querySelectorAll(".share")].map((share) =>
        [share.querySelector("bdi").textContent, Number(share.querySelector("b").textContent)]));
    const rows = [...document.querySelectorAll(".royalty tbody")];
    return Object.fromEntries(rows.map((row) => [row.querySelector("use").getAttribute("href").split("#")[1],
        [...row.querySelectorAll("td:not([colspan])")].map(shares)]));
}"""

MOMENTS = """() => performance.getEntriesByType("resource").map(({ name }) => name)
    .find((name) => name.includes("/moments"))"""


def moments_loaded(page: Page) -> None:
    """The scripts of what a page plays are there."""
    script = page.wait_for_function(MOMENTS).json_value()
    page.evaluate("(script) => import(script).then(() => null)", script)


def shows_rows(page: Page, seen: list[tuple[int, dict[str, int]]]) -> None:
    """Purse and stand of every seat: another phone's bag comes by itself."""
    told = [[purse, [[*card] for card in sorted(stand.items())]] for purse, stand in seen]
    try:
        page.wait_for_function(SHOWS, arg=told)
    except PlaywrightTimeout as late:
        late.add_note(f"{page.url}: {page.evaluate(ROWS)} instead of {told}")
        raise


def scores(page: Page) -> dict[str, Score]:
    """The ranks of the result with their parts, best first."""
    rows: list[Any] = page.evaluate(RANKS)
    return {name: Score(int(rank), int(total), *numbers(parts)) for name, rank, total, parts in rows}


def titles(page: Page) -> Royalty:
    """King and Queen of each good with what they are paid, as the result shows them."""
    rows: dict[str, Any] = page.evaluate(TITLES)
    return {good: (king, queen) for good, (king, queen) in rows.items()}


def numbers(text: str) -> list[int]:
    """The whole numbers in a text."""
    return [int(found) for found in re.findall(r"\d+", text)]


def says(place: Locator, amount: int) -> None:
    """Wait until the place names this amount."""
    expect(place).to_contain_text(re.compile(rf"(?<!\d){amount}(?!\d)"))
