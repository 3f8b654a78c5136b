"""The story of an evening: the curve, the bags, what everybody did, and who reads it when."""

import re
from itertools import pairwise

from flask import Flask

from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Promise
from companion.rules.sheriff.declaring import MarkKept
from companion.rules.sheriff.ending import CloseCount, CountGold, RevealContraband
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.rotation import EndGame, PassBadge
from companion.web.sheriff.story import FLOOR, MARK, TOP, _apart
from tests.rules.given import ANN, BO, CLEO, SILK, deal, opened, passing
from tests.stories.at_a_table import played
from tests.tables import Table, table
from tests.web import buttons
from tests.web.phone import Page, Phone
from tests.web.seated import comes_in
from tests.web.test_counting import counted

HEAD = ["", "Ann", "Bo", "Cleo"]


def evening(app: Flask) -> Table:
    """Three rounds of three: Bo bluffs and breaks his word, Cleo is caught, Ann is honest and opened."""
    there = table(app, 3).plays(
        passing(BO, "apples", 3, deal(BO, ANN, 6, "Lunch"), face_down=2, apples=1),
        opened(CLEO, "cheese", 2, silk=1, cheese=1),
    )
    there.says(MarkKept(Promise(1, BO, ANN, "Lunch"), kept=False))
    return there.plays(
        PassBadge(),
        opened(ANN, "apples", 2),
        passing(CLEO, "cheese", 1),
        PassBadge(),
        SitOut(ANN),
        SitOut(BO),
        EndGame(),
    )


def closes(there: Table) -> Table:
    """Bo turns the silk over, and the result is out."""
    return there.plays(RevealContraband(BO, Goods({"silk": 2})), CloseCount())


def story(there: Table) -> Page:
    """The page, as the bank sees it."""
    return there.phone().open(f"/g/{there.id}/story")


def tables(page: Page) -> list[list[list[str]]]:
    """Every table of a page: its rows, each with its cells."""
    return [
        [[cell.text for cell in row.elements("th", "td")] for row in found.elements("tr")]
        for found in page.root.elements("table")
    ]


def test_the_story_has_the_gold_after_each_round_as_a_table_too(app: Flask) -> None:
    gold = tables(story(closes(evening(app))))[0]
    assert gold == [
        HEAD,
        ["0", "50", "50", "50"],
        ["1", f"{56 + SILK}", "44", f"{50 - SILK}"],
        ["2", f"{60 + SILK}", "40", f"{50 - SILK}"],
        ["3", f"{60 + SILK}", "40", f"{50 - SILK}"],
    ]


def test_a_thin_line_leads_from_the_end_of_the_curve_to_everybodys_shield(app: Flask) -> None:
    """It is not taken for gold that falls. Before the lines are the samples beside the names."""
    html = story(closes(evening(app))).html
    lines = re.findall(r'<path class="line-(\w+)" d="M([^"]+)"', html)[3:]
    marks = re.findall(r'curve-mark field-(\w+)" x="90%" y="(\d+)"', html)
    leads = re.findall(r'<path class="leads" d="M([^"]+)"', html)
    assert [charge for charge, _ in lines] == [charge for charge, _ in marks] == ["leaf", "stag", "arrow"]
    for (_, path), lead, (_, mark) in zip(lines, leads, marks, strict=True):
        _start, *rounds, end = path.split("L")
        assert len(rounds) == 2
        assert lead == f"{end}L790 {int(mark) + 11}"


def test_shields_of_equals_stand_below_each_other_within_the_curve() -> None:
    assert _apart([100, 20, 180]) == (100, 20, 180)
    for ends in ([FLOOR] * 6, [TOP] * 6, [100] * 6, [FLOOR, TOP, FLOOR, 100, 101, 100]):
        found = sorted(_apart(ends))
        assert found[0] >= TOP
        assert found[-1] <= FLOOR
        assert all(after - before >= MARK for before, after in pairwise(found))


def test_each_bag_says_what_became_of_it_and_leads_to_its_entry(app: Flask) -> None:
    there = closes(evening(app))
    phone = there.phone()
    page = phone.open(f"/g/{there.id}/story")
    assert tables(page)[1] == [
        HEAD,
        ["1", "has the badge", "false, got through 2 contraband", "false, caught 1 contraband"],
        ["2", "honest, opened", "has the badge", "honest, let pass"],
    ]
    [bags] = [one for one in page.root.elements("table") if "story-bags" in one.get("class")]
    ways = [link["href"] for link in bags.elements("a")]
    assert len(ways) == 4
    entry = ways[1].partition("#")[2]
    log = phone.open(ways[1].partition("#")[0])
    line = log.root.with_id(entry)
    assert line
    assert "Cleo" in line.text


def test_who_brought_no_bag_has_an_empty_place(app: Flask) -> None:
    there = table(app, 3).plays(SitOut(BO), passing(CLEO, "apples", 1), EndGame(), CloseCount())
    assert tables(story(there))[1] == [HEAD, ["1", "has the badge", "", "honest, let pass"]]


def test_what_everybody_did_leaves_out_what_nobody_did(app: Flask) -> None:
    assert tables(story(closes(evening(app))))[2] == [
        HEAD,
        ["Bags brought", "1", "1", "2"],
        ["of them false", "0", "1", "1"],
        ["of these caught", "0", "0", "1"],
        ["Bribes given", "0", "1", "0"],
        ["gold in them", "0", "6", "0"],
        ["Bribes taken", "1", "0", "0"],
        ["gold in them", "6", "0", "0"],
        ["Promises broken", "0", "1", "0"],
        ["Fines paid", "0", "4", f"{SILK}"],
        ["Fines received", f"{4 + SILK}", "0", "0"],
        ["Opened with the badge", "1", "1", "0"],
        ["of them false", "1", "0", "0"],
        ["Gold by the badge", f"{6 + SILK}", "−4", "0"],
    ]


def test_long_evenings_of_many_are_told_whole(app: Flask) -> None:
    """Six with Deputies, and one who went home; each bag is in the grid once."""
    there = played(app, "six_players_nine_rounds")
    gold, bags, _ = tables(story(there))
    assert len(gold[0]) == len(bags[0]) == 7
    assert len(bags) - 1 == there.game.round
    assert sum(cell == "has the badge" for row in bags for cell in row) >= 2 * 6
    assert gold[-1][1:] == [str(player.gold) for player in there.game.result.players]


def test_an_evening_without_a_bag_has_its_gold_and_says_so(app: Flask) -> None:
    page = story(table(app, 3).plays(SitOut(BO), SitOut(CLEO), EndGame(), CloseCount()))
    assert "Nobody brought a bag." in page.text
    assert len(tables(page)) == 1
    assert tables(page)[0][-1] == ["1", "50", "50", "50"]


def test_a_table_that_kept_its_coins_has_no_curve(app: Flask) -> None:
    there = table(app, 3, coins_on_table=True).plays(passing(BO, "apples", 2), SitOut(CLEO), EndGame())
    page = story(there.plays(*(CountGold(seat, 50) for seat in range(3)), CloseCount()))
    assert 'class="curve"' not in page.html
    assert [rows[0] for rows in tables(page)] == [HEAD, HEAD]


def test_the_result_leads_to_the_story_and_back(app: Flask) -> None:
    phone = closes(evening(app)).phone(path="/result")
    assert phone.follow(buttons.STORY).title == "The story of the evening"
    assert phone.follow(buttons.RESULT).title == "The result"


def test_until_the_result_is_out_there_is_no_story(app: Flask) -> None:
    there = evening(app)
    assert story(there).title == "The count"


def test_while_the_count_is_a_race_the_story_waits_as_the_result_does(app: Flask) -> None:
    there = evening(app)
    phone = there.phone()
    phone.open(f"/g/{there.id}")
    comes_in(app, phone, "Table view")
    closes(there)
    page = phone.open(f"/g/{there.id}/story")
    assert "Look at the table view" in page.text


def test_a_counted_sheet_has_its_count_alone(phone: Phone) -> None:
    page = counted(phone)
    assert "The story of the evening" not in page.text
    assert phone.open(f"/g/{page.game}/story").title == "The result"
