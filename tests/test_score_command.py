"""The command `score`: text in, the count or one line of fault out, and never a traceback."""

import io
import json
import os
import re
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.main import main
from companion.cli.score import LARGEST_SHEET, run, score
from companion.rules.nottingham import sheet as nottingham
from companion.rules.nottingham.box import BOX
from companion.rules.sheriff.cards import COPIES
from companion.rules.sheriff.editions import EDITIONS, Kind, edition
from companion.rules.sheriff.sheet import OTHER_KEYS, PLAYER_KEYS, SHEET_KEYS

PLAYERS: list[dict[str, Any]] = [
    {
        "name": "David",
        "gold": 42,
        "stand": {"apples": 4, "cheese": 6, "bread": 1, "chickens": 4, "pepper": 2, "crossbow": 1},
    },
    {
        "name": "Ann",
        "gold": 10,
        "stand": {"apples": 9, "cheese": 3, "bread": 5, "chickens": 4, "feast_plate": 1},
        "feast_plates": ["bread"],
    },
    {"name": "Bo", "gold": 7, "stand": {"chickens": 9, "bread": 3, "golden_apples": 2}},
    {"name": "Zoë", "gold": 0},
]
SHEET = json.dumps({"edition": "first", "first_sheriff": "David", "players": PLAYERS}, ensure_ascii=False)


def answered(text: str) -> dict[str, Any]:
    """What a good sheet prints, decoded."""
    status, answer, fault = score(text)
    assert (status, fault) == (0, "")
    decoded: dict[str, Any] = json.loads(answer)
    return decoded


def refused(text: str) -> str:
    """The one line that a bad sheet prints, without its end."""
    status, answer, fault = score(text)
    assert (status, answer) == (2, "")
    assert fault.endswith("\n")
    assert fault.removesuffix("\n").isprintable()
    return fault.removesuffix("\n")


class TestTheAnswer:
    def test_the_books_worked_case_is_davids_line(self) -> None:
        """125 by Cheese King alone and Chicken Queen tied by two (S1 to S3)."""
        lines = [
            {"what": "apples", "count": 4, "each": 2, "amount": 8},
            {"what": "cheese", "count": 6, "each": 3, "amount": 18},
            {"what": "bread", "count": 1, "each": 3, "amount": 3},
            {"what": "chickens", "count": 4, "each": 4, "amount": 16},
            {"what": "pepper", "count": 2, "each": 6, "amount": 12},
            {"what": "crossbow", "count": 1, "each": 9, "amount": 9},
            {"what": "gold", "count": 42, "each": 1, "amount": 42},
            {"what": "king:cheese", "count": 1, "each": 15, "amount": 15},
            {"what": "queen:chickens", "count": 1, "each": 2, "amount": 2},
        ]
        assert answered(SHEET)["players"][0] == {
            "name": "David",
            "rank": 1,
            "total": 125,
            "gold": 42,
            "goods": 66,
            "bonuses": 17,
            "legal_cards": 15,
            "contraband_cards": 3,
            "lines": lines,
        }

    def test_bonuses_tell_every_legal_good_in_play_and_what_is_paid(self) -> None:
        assert answered(SHEET)["bonuses"] == {
            "apples": {"king": ["Ann"], "queen": ["Bo"], "paid": {"Ann": 20, "Bo": 10}},
            "cheese": {"king": ["David"], "queen": ["Ann"], "paid": {"David": 15, "Ann": 10}},
            "bread": {"king": ["Ann"], "queen": ["Bo"], "paid": {"Ann": 15, "Bo": 10}},
            "chickens": {"king": ["Bo"], "queen": ["David", "Ann"], "paid": {"Bo": 10, "David": 2, "Ann": 2}},
        }

    def test_players_stand_in_seating_order_with_their_ranks_and_winners_are_named(self) -> None:
        answer = answered(SHEET)
        assert [(player["name"], player["rank"]) for player in answer["players"]] == [
            ("David", 1),
            ("Ann", 2),
            ("Bo", 3),
            ("Zoë", 4),
        ]
        assert answer["winners"] == ["David"]
        assert list(answer) == ["players", "bonuses", "winners"]

    def test_names_are_written_as_they_are_read(self) -> None:
        assert '"Zoë"' in score(SHEET)[1]

    @pytest.mark.parametrize(
        "text",
        [
            "\ufeff" + SHEET,
            "\n\t" + SHEET + "\r\n",
            SHEET.replace('"gold": 0', '"gold": -0'),
            json.dumps(json.loads(SHEET)),
        ],
        ids=["byte order mark", "white space", "minus zero", "escapes"],
    )
    def test_other_ways_to_write_the_same_sheet(self, text: str) -> None:
        assert answered(text) == answered(SHEET)


def instead(old: str, new: str) -> str:
    """The good sheet with other text in the first place where the old one stands."""
    assert old in SHEET
    return SHEET.replace(old, new, 1)


def gold(number: str) -> str:
    """The good sheet with David's gold written otherwise."""
    return instead('"gold": 42', f'"gold": {number}')


UNREADABLE = {
    "empty": ("", "line 1, column 1: not JSON, Expecting value"),
    "no JSON": ("{players: []}", "line 1, column 2: not JSON, "),
    "cut short": (SHEET[:-1], ": not JSON, "),
    "two sheets": (SHEET + SHEET, ": not JSON, Extra data"),
    "a line end in a name": (instead("David", "Da\nvid"), ": not JSON, Invalid control character"),
    "two byte order marks": ("\ufeff\ufeff" + SHEET, "line 1, column 1: not JSON, "),
    "digits of another script": (gold("٤٢"), ": not JSON, "),
    "digits with a line": (gold("1_0"), ": not JSON, "),
    "nested lists": ("[" * 100_000, "nested too deeply"),
    "nested objects": ('{"players":' * 100_000, "nested too deeply"),
    "nested lists that end": ("[" * 100_000 + "]" * 100_000, "nested too deeply"),
}
REFUSED = {
    "nested lists": ('{"players": ' + "[" * 90 + "]" * 90 + "}", "players: Players: 1."),
    "an exponent": (gold("1e3"), "players[0].gold: 1000.0 is not a whole number."),
    "beyond a float": (gold("1e999"), "players[0].gold: Infinity is not a whole number."),
    "NaN": (gold("NaN"), "players[0].gold: NaN is not a whole number."),
    "5000 digits": (gold("9" * 5000), "players[0].gold: Gold is"),
    "a good twice": (
        instead('"apples": 4', '"apples": 4, "apples": 4'),
        "players[0].stand: The key 'apples'",
    ),
    "a name twice": (gold('42, "name": "D"'), "players[0]: The key 'name' appears twice."),
    "an edition twice": (
        instead("{", '{"edition": "second", '),
        "sheet: The key 'edition' appears twice.",
    ),
    "a key with a line end": (instead("gold", r"go\nld"), r"players[0]: There is no key 'go\nld' here"),
    "a key of half a character": (instead("apples", r"\udfff"), r"players[0].stand: unknown good '\udfff'"),
    "a long key": (instead("gold", "g" * 9_000), "ggg'… here;"),
    "an unknown good": (
        instead("pepper", "paprika"),
        "players[0].stand: unknown good 'paprika'; `counting-house score --help` lists the words",
    ),
    "one of many": (
        instead("chickens", "chicken"),
        "players[0].stand: unknown good 'chicken': did you mean chickens?",
    ),
    "a good in the possessive": (
        instead("golden_apples", "Prince John's Sword"),
        'unknown good "Prince John\'s Sword": did you mean prince_johns_sword?',
    ),
    "a misspelt key": (gold('7, "stands": {}'), "There is no key 'stands' here: did you mean stand?"),
    "a plate of one apple": (
        instead('["bread"]', '["apple"]'),
        "A Feast Plate cannot become 'apple': it is not a legal good in this game: did you mean apples?",
    ),
    "promo copies of plates": (
        instead("{", '{"promo_copies": {"feast_plates": 2}, '),
        "promo_copies: 'feast_plates' is not a promo card: did you mean feast_plate?",
    ),
    "an edition in capitals": (instead('"first"', '"Second"'), "not an edition: did you mean second?"),
}


NOTTINGHAM: dict[str, Any] = {
    "game": "nottingham",
    "missions": {"five_of_one": [30, 25], "three_pairs": [17, 12]},
    "players": [
        {"name": "Ann", "loot": {"pearls": 2, "chest": 1}, "missions": ["five_of_one"]},
        {"name": "Bo", "loot": {"copper_coin": 1, "gold": 2}, "missions": ["five_of_one", "three_pairs"]},
        {"name": "Cleo", "loot": {"candlestick": 1, "jewels": 2, "necklace": 1}},
    ],
}


class TestNottingham:
    def test_n21_the_case_of_the_rules_is_counted(self) -> None:
        """17 and 12 are not the box's."""
        answer = answered(json.dumps(NOTTINGHAM))
        assert answer["players"][0] == {
            "name": "Ann",
            "rank": 2,
            "total": 58,
            "loot": 33,
            "missions": 25,
            "loot_cards": 3,
            "lines": [
                {"what": "pearls", "count": 2, "each": 10, "amount": 20},
                {"what": "chest", "count": 1, "each": 13, "amount": 13},
                {"what": "mission:five_of_one", "count": 1, "each": 25, "amount": 25},
            ],
        }
        assert [player["total"] for player in answer["players"]] == [58, 67, 42]
        assert answer["missions"] == {
            "five_of_one": {"players": ["Ann", "Bo"], "each": 25},
            "three_pairs": {"players": ["Bo"], "each": 17},
        }
        assert answer["winners"] == ["Bo"]
        assert list(answer) == ["players", "missions", "winners"]

    def test_a_sheet_that_names_its_game_is_counted_as_without(self) -> None:
        assert score(SHEET.replace("{", '{"game": "sheriff", ', 1)) == score(SHEET)

    @pytest.mark.parametrize(
        "text, words",
        [
            ('{"game": "nottinham"}', "game: 'nottinham' is not a game: did you mean nottingham?"),
            ('{"game": "whist"}', "game: 'whist' is not a game; `counting-house score --help` lists"),
            ('{"game": "nottingham", "game": "sheriff"}', "sheet: The key 'game' appears twice."),
            ('{"game": "nottingham"}', "sheet: The key players is missing."),
            ('{"gmae": "nottingham"}', "sheet: There is no key 'gmae' here: did you mean game?"),
            ('{"game": "sheriff", "missions": {}}', "sheet: There is no key 'missions' here"),
        ],
    )
    def test_a_bad_sheet_is_one_line_with_place_and_fault(self, text: str, words: str) -> None:
        assert refused(text).startswith(words)


def with_extras(*extras: object) -> str:
    """The good sheet, in which David has these cards that are no goods."""
    return instead('"gold": 42', f'"gold": 42, "extras": {json.dumps(extras)}')


SILK = {"what": "black_market:silk", "gold": 34}
ORDER = {"what": "special_order:apples:pepper", "gold": 7}
JOHN = {"what": "other", "name": "Little John", "gold": 9}


class TestExtras:
    def test_what_was_probably_meant_is_said(self) -> None:
        said = refused(with_extras({**SILK, "what": "black_market:silks"}))
        assert said.endswith("is not a card that counts at the end: did you mean black_market:silk?")

    def test_e21_each_is_a_line_beside_the_other_sums(self) -> None:
        plain, answer = answered(SHEET), answered(with_extras(JOHN, SILK, ORDER))
        david, was = answer["players"][0], plain["players"][0]
        assert list(david) == [
            *("name", "rank", "total", "gold", "goods", "bonuses", "extras"),
            *("legal_cards", "contraband_cards", "lines"),
        ]
        assert (david["extras"], david["total"]) == (50, was["total"] + 50)
        assert all(david[key] == was[key] for key in was.keys() - {"total", "lines"})  # they are no goods
        assert answer["bonuses"] == plain["bonuses"]
        assert david["lines"] == [
            *was["lines"],
            {"what": "other", "count": 1, "each": 9, "amount": 9},
            {"what": "black_market:silk", "count": 1, "each": 34, "amount": 34},
            {"what": "special_order:apples:pepper", "count": 1, "each": 7, "amount": 7},
        ]

    def test_who_has_none_has_0_of_them(self) -> None:
        bo = answered(with_extras(JOHN))["players"][2]
        assert bo.pop("extras") == 0
        assert bo == answered(SHEET)["players"][2]

    def test_a_sheet_in_which_nobody_has_any_is_answered_byte_for_byte_as_before(self) -> None:
        assert score(with_extras()) == score(SHEET)
        assert "extras" not in score(SHEET)[1]


class TestFaults:
    @pytest.mark.parametrize("fault", UNREADABLE)
    def test_a_text_that_is_not_json_is_refused(self, fault: str) -> None:
        text, words = UNREADABLE[fault]
        assert words in refused(text)

    @pytest.mark.parametrize("fault", REFUSED)
    def test_a_bad_sheet_is_one_line_with_place_and_fault(self, fault: str) -> None:
        text, words = REFUSED[fault]
        assert words in refused(text)

    @given(st.text() | st.text(alphabet='[]{}",:0123456789.-eE\\utrlnaf \n\ud800'))
    def test_no_text_is_ever_a_traceback(self, text: str) -> None:
        assert refused(text)

    @given(st.integers(0, len(SHEET) - 1), st.text(max_size=2))
    def test_a_sheet_with_a_slip_of_the_pen_is_counted_or_refused(self, at: int, slip: str) -> None:
        status, answer, fault = score(SHEET[:at] + slip + SHEET[at + 1 :])
        assert (status, bool(answer), fault.count("\n")) in {(0, True, 0), (2, False, 1)}


class TestHelp:
    @pytest.fixture
    def said(self, capsys: pytest.CaptureFixture[str]) -> str:
        with pytest.raises(SystemExit):
            main(["score", "--help"])
        return capsys.readouterr().out

    def test_every_word_of_a_sheet_stands_in_it_under_its_kind(self, said: str) -> None:
        for word in EDITIONS:
            assert f'"{word}"' in said
            for kind, goods in groupby(edition(word).goods, lambda good: good.kind):
                line = said.partition(f"  {HELP_WORDS[kind]} ")[2]
                listed = re.split(r"\n\n|\n {2,6}(?=\S)", line)[0].split()
                assert [good.word for good in goods] == listed
        assert all(f'"{key}"' in said for key in (*SHEET_KEYS, *PLAYER_KEYS))

    def test_its_examples_are_counted(self, said: str) -> None:
        examples = re.findall(r"^ *(\{.*?\]\})$", said, re.MULTILINE | re.DOTALL)
        assert [len(answered(example)["players"]) for example in examples] == [3, 3, 3, 3]
        assert [list(answered(example))[1] for example in examples] == [*["bonuses"] * 3, "missions"]

    def test_e18_e22_every_card_that_counts_stands_in_it(self, said: str) -> None:
        listed = said.partition("  extras ")[2].partition("\n\n")[0].split()
        assert listed == [*COPIES, "other"]
        assert all(f'"{key}"' in said for key in OTHER_KEYS)

    def test_every_object_and_mission_stands_in_it(self, said: str) -> None:
        assert f"  objects       {' '.join(BOX.item_words)}\n" in said
        assert f"  missions      {' '.join(BOX.mission_words)}\n" in said
        assert all(f'"{key}"' in said for key in (*nottingham.SHEET_KEYS, *nottingham.PLAYER_KEYS))

    def test_the_page_about_count_sheets_lists_the_words_and_its_example_is_counted(self) -> None:
        page = (Path(__file__).parents[1] / "docs" / "counting.md").read_text("utf-8")
        assert all(f"`{word}`" in page for each in EDITIONS for word in edition(each).index)
        assert all(f"`{key}`" in page for key in (*SHEET_KEYS, *PLAYER_KEYS))
        examples = re.findall(r"^    \{\n.*?^    \}$", page, re.MULTILINE | re.DOTALL)
        assert [answered(example)["winners"] for example in examples] == [["Ann"], ["Bo"], ["Bo"]]
        assert all(f"`{word}`" in page for word in (*COPIES, "other"))
        assert refused(instead("chickens", "chicken")) in page

    def test_the_page_tells_of_the_other_game_too(self) -> None:
        page = (Path(__file__).parents[1] / "docs" / "counting.md").read_text("utf-8")
        words = (*BOX.item_words, *BOX.mission_words, *nottingham.SHEET_KEYS, *nottingham.PLAYER_KEYS)
        assert all(f"`{word}`" in page for word in words)
        assert refused(json.dumps(NOTTINGHAM).replace('"copper_coin"', '"pearl"')) in page


HELP_WORDS = {
    Kind.LEGAL: "legal goods",
    Kind.CONTRABAND: "contraband",
    Kind.ROYAL: "royal goods",
    Kind.PROMO: "promo cards",
}


class TestFilesAndStreams:
    def printed(self, capsysbinary: pytest.CaptureFixture[bytes], source: str) -> tuple[int, str, str]:
        status = run(source)
        out, error = capsysbinary.readouterr()
        return status, out.decode(), error.decode()

    def test_a_file_is_counted_as_its_text_is(
        self, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        file = tmp_path / "evening.json"
        file.write_text(SHEET, encoding="utf-8-sig")
        assert self.printed(capsysbinary, str(file)) == score(SHEET)

    def test_standard_input_is_counted_as_its_text_is(
        self, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SHEET.encode())))
        assert self.printed(capsysbinary, "-") == score(SHEET)

    @pytest.mark.parametrize(
        "data, words",
        [
            (SHEET.encode("latin-1"), "not UTF-8 text"),
            (SHEET.encode("utf-16"), "not UTF-8 text, from byte 1 on"),
            (b"\x00\xff\xfe", "not UTF-8 text"),
            (b" " * (LARGEST_SHEET + 1), "no count sheet"),
            (b"", "not JSON"),
        ],
        ids=["latin-1", "utf-16", "bytes", "too large", "empty"],
    )
    def test_a_file_that_is_not_text_is_refused(
        self, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], data: bytes, words: str
    ) -> None:
        file = tmp_path / "evening.json"
        file.write_bytes(data)
        status, answer, fault = self.printed(capsysbinary, str(file))
        assert (status, answer, fault.count("\n")) == (2, "", 1)
        assert words in fault

    def test_a_file_that_is_not_there_or_a_folder_is_refused(
        self, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        for source in (tmp_path, tmp_path / "none.json", tmp_path / "no\nfile"):
            status, answer, fault = self.printed(capsysbinary, str(source))
            assert (status, answer, fault.count("\n")) == (2, "", 1)

    @pytest.mark.process
    def test_the_answer_is_utf_8_whatever_the_terminal_speaks(self, tmp_path: Path) -> None:
        file = tmp_path / "evening.json"
        file.write_text(SHEET, encoding="utf-8")
        program = "import sys; from companion.cli.score import run; sys.exit(run(sys.argv[1]))"
        finished = subprocess.run(
            [sys.executable, "-c", program, str(file)],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
        )
        assert finished.stdout.decode() == score(SHEET)[1]
        assert finished.stderr == b""
