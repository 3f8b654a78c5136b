"""Evenings on everybody's phones: five players and a stage, each in its own browser, on the real program,
which is killed, while a phone loses its connection and two book the same bag. tests/long plays more.
"""

from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser import looking, sums, tasks
from tests.browser.books import open_books
from tests.browser.everybody import MIXED, NAMES, RICHARD, STORY, Table, Way
from tests.browser.happenings import HAPPENINGS
from tests.browser.house import open_house
from tests.browser.telling import players_of
from tests.stories.book import book_after
from tests.stories.telling import entries_of

LAST_SUMS = "(totals) => totals.map(({dataset}) => Number(dataset.sums.split(' ').at(-1)))"


def test_an_evening_on_everybodys_phones(browser: Browser, tmp_path: Path) -> None:
    """Some say on their phones what others say aloud, in the two rounds where most goes wrong."""
    plays(browser, tmp_path, MIXED, slice(1, 3))


def plays(browser: Browser, tmp_path: Path, way: Way, rounds: slice = slice(None)) -> None:
    """An evening of these rounds of the story, its count and a rematch."""
    names, played = NAMES[rounds], STORY["rounds"][rounds]
    story = STORY | {"sheriff": names[0], "rounds_played": len(played), "rounds": played}
    with open_house(tmp_path) as house, open_books(tmp_path) as service:
        table = Table(browser, house, service, way, story)
        evening = zip(entries_of(story), HAPPENINGS[rounds], names, strict=True)
        for (_, (*bags, badge)), happens, name in evening:
            happens(table, table.phones[name], bags)
            table.shows(bags)
            table.passes_badge(table.phones[name])
            table.written.append(badge)
        count(table, players_of(book_after(story, table.written)))
        again(table)
        table.closes()


RACE = 60_000
"""Within so many milliseconds the stage has told how the count ends, and the phones go on by themselves."""


def count(table: Table, players: sums.Players) -> None:
    """The bank leads; players turn over their own cards, filled in from their notes; all see the result."""
    tasks.check_stands(table.bank.thumb)
    table.bank.page.goto(f"{table.board}?checked=1")
    for name in NAMES:
        if players[name].hidden:
            turns_over(table, name, players[name].hidden)
    table.bank.page.goto(f"{table.board}?checked=1")
    table.bank.thumb.tap("form[action$='/closing'] button.next")
    scores = sums.scores(players, sums.LEGAL)
    for phone in table.phones.values():
        phone.page.locator(".ranks").wait_for(timeout=RACE)
        assert looking.scores(phone.page) == scores
        assert looking.titles(phone.page) == sums.royalty(players, sums.LEGAL)
    table.stage.page.locator(".race").wait_for()
    totals = table.stage.page.locator(".race-total").evaluate_all(LAST_SUMS)
    assert totals == [scores[name].total for name in NAMES]


def turns_over(table: Table, name: str, hidden: Mapping[str, int]) -> None:
    """A phone that took the seat again knows nothing from the one that had it."""
    phone = table.phones[name]
    phone.thumb.tap("a.next[href*='/reveal/']")
    if name == RICHARD or name not in table.way.on_phones:
        tasks.put(phone.thumb, hidden)
    for word, number in hidden.items():
        expect(phone.page.locator(f"#reveal [name='in-{word}']")).to_have_value(str(number))
    phone.thumb.tap("#reveal button.next")
    tasks.at_board(phone.thumb)
    table.booked()


def again(table: Table) -> None:
    """The bank opens the rematch; each of the others comes along with one tap, to the own seat, the stage by
    itself.
    """
    table.bank.thumb.tap("form[action$='/rematch'] button.next")
    table.bank.thumb.tap("#new .dock button.next")
    tasks.at_board(table.bank.thumb)
    new = table.bank.page.url.split("?")[0]
    assert new != table.board
    for name, phone in table.phones.items():
        if name != table.banker:
            phone.thumb.tap("#onward a.next")
        tasks.at_board(phone.thumb)
        assert phone.page.url.split("?")[0] == new
        expect(phone.page.locator(".seat-name bdi")).to_have_text(NAMES)
        expect(phone.page.locator(".seat-mine .seat-name bdi")).to_have_text(name)
    table.stage.page.wait_for_url(new)
    expect(table.stage.page.locator(".stage-bags")).to_be_visible()
