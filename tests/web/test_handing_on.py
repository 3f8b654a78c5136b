"""An evening is handed on: in words, as a picture, on paper, to BG Stats, by a link."""

import json
import re
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest
from flask import Flask

from companion.rules.kinds import TakeBack
from companion.rules.ledger import Goods
from companion.rules.nottingham.box import SHIELDS as PAWNS
from companion.rules.nottingham.deliveries import Deliver
from companion.rules.nottingham.ending import CloseCount as CloseLoot
from companion.rules.nottingham.way import EndGame as EndLoot
from companion.rules.sheriff.ending import CloseCount, RevealContraband
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.rotation import EndGame, PassBadge
from companion.web.bg_stats import ADDRESS
from companion.web.http.limits import LINKS
from companion.web.picture import DASHES, FIELDS
from companion.web.told import ISOLATE, ISOLATED
from tests.rules.given import ANN, BO, CLEO, DOV, NAMES, passing
from tests.stories.at_a_table import played
from tests.tables import WATCHER, Table, loot_table, table
from tests.web import buttons, loot
from tests.web.phone import Page, Phone
from tests.web.seated import comes_in
from tests.web.test_counting import counted
from tests.web.test_letting_go import deletes, files_of, rows_of

CSS = Path(__file__).parents[2] / "static" / "css"
LARGEST_PICTURE = 8 * 1024
SVG = "{http://www.w3.org/2000/svg}"
FEW, TEN, LAW = "three_players_three_rounds", "five_players_ten_rounds", "four_players_with_merry_men"
AWFUL = (
    *("W" * 24, "👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿🦊🐔", "שרה־לאה מזרחי", "عبد الرحمن بن عوف", "<b>&'</b>"),
    *("\N{FULLWIDTH COMMERCIAL AT}" * 24, "Đặng Thị Hương-Giang Ng"),
)
"""Twenty-four wide letters, emoji, names from right to left, markup, marks."""


def words(page: Page) -> list[str]:
    """The lines of the message."""
    [field] = page.root.elements("textarea")
    text = "".join(part for part in field.parts if isinstance(part, str))
    return [line for line in text.splitlines() if line]


def hand_on(there: Table) -> Page:
    """The page, as the bank sees it."""
    return there.phone().open(f"/g/{there.id}/hand-on")


def drawn(page: Page) -> list[str]:
    """Every text of a picture, which is well-formed and small enough."""
    assert page.answer.mimetype == "image/svg+xml"
    assert len(page.answer.data) <= LARGEST_PICTURE
    return ["".join(text.itertext()) for text in ET.fromstring(page.html).iter(f"{SVG}text")]  # noqa: S314 - our own


def linked(there: Table, **fields: int) -> str:
    """The path of a link that the bank makes."""
    phone = there.phone()
    phone.open(f"/g/{there.id}/hand-on")
    page = phone.press("Make a link", fields)
    return urlsplit(page.link("http")).path


def play(phone: Phone, path: str) -> dict[str, Any]:
    """What BG Stats is told."""
    page = phone.send("GET", path)
    assert page.status == HTTPStatus.FOUND
    address = page.answer.headers["Location"]
    assert address.startswith(ADDRESS)
    assert re.fullmatch(r"[\w%.~-]+", address.removeprefix(ADDRESS))
    told: dict[str, Any] = json.loads(unquote(address.removeprefix(ADDRESS)))
    return told


def no_bag(app: Flask) -> Table:
    """Nobody brought a bag, and all three have as much."""
    return table(app, 3).plays(SitOut(BO), SitOut(CLEO), EndGame(), CloseCount())


def five_winners(app: Flask) -> Table:
    """It ended early, and all five have as much."""
    there = table(app, 5)
    return there.plays(*map(SitOut, there.game.waiting), EndGame(), CloseCount())


def one_gone(app: Flask) -> Table:
    """Dov went home with nothing."""
    return table(app).plays(Leave(DOV, counts=False), SitOut(BO), SitOut(CLEO), EndGame(), CloseCount())


def of_loot(app: Flask, *names: str) -> Table:
    """An evening of the other box."""
    shields = PAWNS[: len(names) or 3]
    return loot_table(app, *names, shields=shields).plays(loot.CHEST, EndLoot(), CloseLoot())


def tied(app: Flask) -> Table:
    """Two with as much, of whom one has more loot cards."""
    there = loot_table(app, "Ann", "عمر", "Cleo", shields=PAWNS[:3])
    sets = ((0, "copper_coin"), (0, "copper_coin"), (0, "candlestick"), (1, "gold"), (1, "chest"))
    return there.plays(*(Deliver(*each, 3) for each in sets), EndLoot(), CloseLoot())


# In words


def test_the_result_leads_to_all_ways_to_hand_it_on_and_so_does_the_story(app: Flask) -> None:
    there = played(app, FEW)
    phone = there.phone(path="/result")
    assert phone.follow(buttons.HAND_IT_ON).title == "Hand it on"
    assert phone.follow(buttons.RESULT).title == "The result"
    phone.follow(buttons.STORY)
    assert phone.follow(buttons.HAND_IT_ON).title == "Hand it on"


def test_the_words_have_the_winner_everybody_and_the_honours(app: Flask) -> None:
    """See the worked story below, and tests/stories/test_honours.py."""
    head, *lines = words(hand_on(played(app, FEW)))
    assert head.startswith("Sheriff of Nottingham · ")
    assert lines[:4] == ["Ann wins with 140", "1. Ann 140", "2. Cleo 108", "3. Bo 18"]
    lines = words(hand_on(played(app, "five_players_five_rounds")))
    assert "Boldest smuggler: Guy. 3 of 3 contraband cards got through." in lines
    assert "Largest bribe: Richard. 12 gold for one bag in round 2, of 12 paid in bribes." in lines


@pytest.mark.parametrize(
    "make, said, why",
    [
        (no_bag, "3 players share the victory with 50", "Ann, Bo and Cleo have 50 each."),
        (five_winners, "5 players share the victory with 50", "So the victory is shared."),
        (one_gone, "3 players share the victory with 50", "So the victory is shared."),
        (of_loot, "Ann wins with 13", ""),
        (tied, "Ann wins with 22", f"Ann and {ISOLATE}عمر{ISOLATED} have 22 each."),
    ],
)
def test_any_evening_has_words_a_picture_and_a_page_to_print(
    app: Flask, make: Callable[[Flask], Table], said: str, why: str
) -> None:
    """A tie with why it was won, or shared."""
    there = make(app)
    lines = words(hand_on(there))
    assert lines[1] == said
    assert why in lines[2]
    assert len(lines) == 2 + bool(why) + len(there.game.seats)
    told = drawn(there.phone().open(f"/g/{there.id}/picture.svg"))
    assert said in told
    assert not why or lines[2] in " ".join(told)
    page = there.phone().open(f"/g/{there.id}/print")
    assert page.title == "The evening"
    assert all(who.name in page.text for who in there.game.seats)


def test_a_counted_sheet_has_them_too(phone: Phone) -> None:
    game = counted(phone).game
    assert words(phone.open(f"/g/{game}/hand-on"))[1:3] == ["David wins with 135", "1. David 135"]
    assert "David wins with 135" in drawn(phone.open(f"/g/{game}/picture.svg"))
    page = phone.open(f"/g/{game}/print")
    assert "The story of the evening" not in page.text
    assert play(phone, f"/g/{game}/bg-stats")["durationMin"] == 0


def test_a_name_from_right_to_left_takes_no_number_along(app: Flask) -> None:
    lines = words(hand_on(played(app, FEW, {"Ann": AWFUL[2]})))
    assert lines[2] == f"1. \N{FIRST STRONG ISOLATE}{AWFUL[2]}\N{POP DIRECTIONAL ISOLATE} 140"


def test_until_the_result_is_out_there_is_nothing_to_hand_on(app: Flask) -> None:
    there = table(app, 3)
    for path in ("hand-on", "print", "bg-stats"):
        assert there.phone().open(f"/g/{there.id}/{path}").path == f"/g/{there.id}"
    there.plays(SitOut(BO), SitOut(CLEO), EndGame())
    phone = there.phone()
    phone.open(f"/g/{there.id}")
    comes_in(app, phone, "Table view")
    there.plays(CloseCount())
    page = phone.open(f"/g/{there.id}/hand-on")
    assert "Look at the table view" in page.text
    assert phone.open(f"/g/{there.id}/picture.svg").status == HTTPStatus.NOT_FOUND


# The picture


def test_the_picture_has_the_winner_places_totals_and_two_honours(app: Flask) -> None:
    there = played(app, "five_players_five_rounds")
    said = drawn(there.phone().open(f"/g/{there.id}/picture.svg"))
    for seat, player in zip(there.game.seats, there.game.result.players, strict=True):
        place = said.index(seat.name, 2)
        assert said[place + 1] == str(player.total)
        assert player.rank == 1 or said[place - 1] == str(player.rank)
    assert [line for line in said if line in {"Boldest smuggler", "Biggest bluff", "Largest bribe"}] == [
        "Boldest smuggler",
        "Biggest bluff",
    ]


def test_an_honour_that_is_shared_has_everybodys_shield_and_sentence(app: Flask) -> None:
    there = table(app, 3).plays(
        passing(BO, "apples", 2, face_down=2),
        SitOut(CLEO),
        PassBadge(),
        passing(CLEO, "apples", 2, face_down=2),
        SitOut(ANN),
        EndGame(),
        RevealContraband(BO, Goods({"silk": 2})),
        RevealContraband(CLEO, Goods({"silk": 2})),
        CloseCount(),
    )
    page = there.phone().open(f"/g/{there.id}/picture.svg")
    said = " ".join(drawn(page))
    assert said.count("Biggest bluff") == 1
    free = "2 contraband of 2 cards without a bribe"
    assert f"{free}, round 1 {free}, round 2" in said
    bluff = page.html.partition("Biggest bluff")[2]
    assert re.findall(r'href="#(\w+)"', bluff) == ["stag", "arrow"]


def test_a_picture_of_seven_awful_names_is_whole_and_small(app: Flask) -> None:
    there = of_loot(app, *AWFUL)
    said = " ".join(drawn(there.phone().open(f"/g/{there.id}/picture.svg")))
    assert all(name in said for name in AWFUL)
    there = played(app, TEN, dict(zip(NAMES, AWFUL, strict=False)))
    drawn(there.phone().open(f"/g/{there.id}/picture.svg"))


def test_a_picture_needs_nothing_from_elsewhere(app: Flask) -> None:
    there = played(app, FEW)
    html = there.phone().open(f"/g/{there.id}/picture.svg").html
    assert "style" not in html
    assert "script" not in html
    assert set(re.findall(r'href="([^"]+)"', html)) == {"#leaf", "#stag", "#arrow", "#crown"}


def test_the_picture_has_the_colours_and_the_dashes_of_the_pages() -> None:
    icons = (CSS / "components" / "icon.css").read_text("utf-8")
    assert dict(re.findall(r"\.field-(\w+) \{\s+--field: (#\w+);", icons)) == FIELDS
    story = (CSS / "story" / "story.css").read_text("utf-8")
    dashes = dict(re.findall(r"\.line-(\w+) \{[^}]+stroke-dasharray: ([\d ]+);", story))
    assert dashes == {charge: dash for charge, dash in DASHES.items() if charge != "swan"}


# The link


def test_a_link_is_made_on_purpose_and_shows_result_and_story_to_anybody(app: Flask) -> None:
    there = played(app, TEN)
    path = linked(there, names=1)
    stranger = Phone(app)
    page = stranger.open(path)
    assert page.status == HTTPStatus.OK
    assert "Kings and Queens" in page.text
    assert "What became of each bag" in page.text
    assert all(who.name in page.text for who in there.game.seats)
    assert page.answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert 'name="robots" content="noindex, nofollow"' in page.html
    assert not page.forms
    assert not page.answer.headers.getlist("Set-Cookie")
    assert page.found(r'og:image" content="([^"]+)"') == f"http://table.lan{path}/picture.svg"
    total = there.game.result.players[4].total
    assert page.found(r'og:title" content="([^"]+)"') == f"Eve wins with {total}"
    assert page.found(r'og:description" content="([^"]+)"').startswith(f"Eve {total}, Ann ")
    ways = {link["href"] for link in page.root.elements("a")}
    assert not [way for way in ways if way.startswith("/g/")]
    assert "Kings" not in stranger.open(f"/g/{there.id}/result").text
    assert words(hand_on(there))[-1] == f"http://table.lan{path}"
    assert stranger.open(f"{path}/picture.svg").answer.headers["X-Robots-Tag"] == "noindex, nofollow"


def test_with_shields_alone_no_byte_of_a_name_is_sent(app: Flask) -> None:
    others = ("Zebulonique", "Wilhelmine", "Maximilian", "Anna-Lena", "Friedrich")
    there = played(app, TEN, dict(zip(NAMES, others, strict=False)))
    path, stranger = linked(there), Phone(app)
    for end in ("", "/picture.svg", "/bg-stats"):
        answer = stranger.send("GET", path + end).answer
        sent = unquote(answer.headers.get("Location", "")) + answer.get_data(as_text=True)
        assert not [name for name in others if name in sent], end
        assert "Leaf" in sent
    names = [player["name"] for player in play(stranger, f"{path}/bg-stats")["players"]]
    assert names == ["Leaf", "Stag", "Arrow", "Tower", "Bell"]
    assert "Feuille" in Phone(app, "fr").open(path).text


def test_only_a_phone_that_plays_makes_a_link_and_a_second_tap_makes_no_other(app: Flask) -> None:
    there = no_bag(app)
    watcher = there.phone(WATCHER)
    assert "Make a link" not in watcher.open(f"/g/{there.id}/hand-on").text
    path = linked(there, names=1)
    phone = there.phone(BO)
    page = phone.open(f"/g/{there.id}/hand-on")
    assert path in page.html
    fields = [*phone.tokens, ("do", "make")]
    assert phone.send("POST", f"/g/{there.id}/link", fields).status == HTTPStatus.SEE_OTHER
    assert path in phone.open(f"/g/{there.id}/hand-on").html


def test_a_link_taken_back_leads_nowhere_at_once_and_the_next_is_another(app: Flask) -> None:
    there = no_bag(app)
    path, stranger = linked(there), Phone(app)
    phone = there.phone(CLEO)
    phone.open(f"/g/{there.id}/hand-on")
    phone.press("Take the link back")
    for end in ("", "/picture.svg", "/bg-stats"):
        page = stranger.open(path + end)
        assert (page.status, page.title) == (HTTPStatus.NOT_FOUND, "This link leads nowhere any more")
    assert linked(there) != path
    assert stranger.open(path).status == HTTPStatus.NOT_FOUND


def test_a_deleted_evening_takes_its_link_along(own_app: Flask) -> None:
    there = played(own_app, FEW, {"Bo": "Zebulonique"})
    path = linked(there, names=1)
    key = path.rpartition("/")[2]
    assert key in rows_of(own_app).decode()
    bank = there.phone()
    bank.open(f"/g/{there.id}")
    deletes(bank)
    for end in ("", "/picture.svg", "/bg-stats"):
        assert Phone(own_app).open(path + end).status == HTTPStatus.GONE
    assert b"Zebulonique" not in files_of(own_app)
    assert key.encode() not in files_of(own_app)


def test_while_the_result_is_taken_back_its_link_says_so_and_shows_no_sums(app: Flask) -> None:
    there = played(app, FEW)
    path, stranger = linked(there, names=1), Phone(app)
    there.plays(TakeBack(there.seq))
    page = stranger.open(path)
    assert page.status == HTTPStatus.OK
    assert "The result is taken back for now" in page.text
    assert "140" not in page.html
    assert "og:image" not in page.html
    assert stranger.open(f"{path}/picture.svg").status == HTTPStatus.NOT_FOUND
    assert stranger.open(f"{path}/bg-stats").path == path
    there.plays(CloseCount())
    assert "140" in stranger.open(path).text


def test_links_are_guessed_as_rarely_as_codes(app: Flask) -> None:
    there = no_bag(app)
    path, guesser = linked(there), Phone(app)
    for _again in range(2 * LINKS):
        assert guesser.open(path).status == HTTPStatus.OK
    wrong = f"/g/{there.id}/open/{'x' * 22}"
    assert [guesser.open(wrong).status for _again in range(LINKS)] == [HTTPStatus.NOT_FOUND] * LINKS
    assert guesser.open(wrong).status == HTTPStatus.TOO_MANY_REQUESTS
    assert guesser.open(path).status == HTTPStatus.TOO_MANY_REQUESTS


# BG Stats


def test_bg_stats_is_told_of_a_play_worked_out_by_hand(app: Flask) -> None:
    """Ann: 105 gold; an apple, two cheese, a mead; 5 as one of two Queens of Apples, 15 as King of Cheese.
    Bo: 2 gold; an apple, a chicken; 5 as the other Queen, 5 as Queen of Chickens.
    Cleo: 43 gold; three apples, a cheese, four chickens; King of Apples and Chickens, Queen of Cheese.
    """
    there = played(app, FEW)
    told = play(there.phone(), f"/g/{there.id}/bg-stats")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", told.pop("playDate"))
    assert told == {
        "sourceName": "Counting House",
        "sourcePlayId": there.id,
        "durationMin": 0,
        "board": "",
        "game": {
            "name": "Sheriff of Nottingham",
            "sourceGameId": "sheriff",
            "bggId": 157969,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": name.lower(),
                "startPlayer": name == "Ann",
                "winner": name == "Ann",
                "score": score,
                "rank": rank,
                "role": role,
            }
            for name, score, rank, role in (
                ("Ann", 140, 1, "Leaf"),
                ("Bo", 18, 3, "Stag"),
                ("Cleo", 108, 2, "Arrow"),
            )
        ],
    }


def test_bg_stats_is_told_of_the_second_edition_by_name_alone(app: Flask) -> None:
    """It began in round 6, so nobody knows who was the first Sheriff."""
    there = played(app, LAW)
    told = play(there.phone(), f"/g/{there.id}/bg-stats")
    assert told["game"]["name"] == "Sheriff of Nottingham (2nd Edition)"
    assert "bggId" not in told["game"]
    assert told["board"] == "Black Market, Special orders, Other cards that count, Laws"
    assert {player["startPlayer"] for player in told["players"]} == {False}
    assert [player["score"] for player in told["players"]] == [
        player.total for player in there.game.result.players
    ]


def test_bg_stats_is_told_of_five_winners_and_of_the_other_box(app: Flask) -> None:
    there = five_winners(app)
    told = play(there.phone(), f"/g/{there.id}/bg-stats")
    assert [(player["winner"], player["rank"]) for player in told["players"]] == [(True, 1)] * 5
    there = of_loot(app)
    told = play(there.phone(), f"/g/{there.id}/bg-stats")
    assert told["game"] == {
        "name": "Nottingham",
        "sourceGameId": "nottingham",
        "highestWins": True,
        "noPoints": False,
    }
    assert [player["name"] for player in told["players"]] == list(NAMES[:3])


# The score sheet


@pytest.mark.parametrize(
    "path, rows",
    [
        ("", 1 + 4 + 4 + 1 + 8 + 1),
        ("?players=3", 1 + 3 + 4 + 1 + 6 + 1),
        ("?players=6&royal=1", 1 + 4 + 4 + 7 + 1 + 8 + 1),
        ("?players=3&royal=1", 1 + 3 + 4 + 4 + 1 + 6 + 1),
        ("?box=nottingham&players=7", 1 + 7 + 4 + 1),
        ("?box=nonsense&players=99", 1 + 4 + 4 + 1 + 8 + 1),
    ],
)
def test_an_empty_score_sheet_has_a_row_for_all_that_counts(phone: Phone, path: str, rows: int) -> None:
    page = phone.open(f"/score-sheet{path}")
    [sheet] = page.root.elements("table")
    found = [*sheet.elements("tr")]
    assert len(found) == rows
    players = int((re.search(r"players=([3-7])", path) or ["", "4"])[1])
    assert {len([*row.elements("th", "td")]) for row in found} == {2 + players}


def test_the_start_page_leads_to_the_score_sheet(phone: Phone) -> None:
    phone.open("/")
    assert phone.follow("Score sheet").title == "Score sheet"
