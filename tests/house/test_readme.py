"""What the README tells people to type, to tap and to open exists."""

import re
from pathlib import Path

from companion.cli.main import parser
from tests.browser import pictures
from tests.web.test_catalogue import sentences_in_the_program

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
TOP = ("README.md", "SECURITY.md", "PRIVACY.md")
PAGES = [*(ROOT / name for name in TOP), *sorted((ROOT / "docs").glob("*.md"))]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
LINK = re.compile(r'\]\(([^)#\s]+)(#[^)]*)?\)|src="([^"]+)"')
ON_SCREEN = (
    "New table",
    "Take back",
    "Menu",
    "Phones at the table",
    "Let phones in",
    "Show the code",
    "On this phone",
    "My bag",
    "Table view",
    "Just count",
    "+ Promise",
)


def typed(page: Path) -> list[str]:
    """What a page has in code, a line each."""
    found = re.findall(r"^ {4}(.+)$|`([^`\n]+)`", page.read_text("utf-8"), re.MULTILINE)
    return [block or inline for block, inline in found]


def test_every_command_that_is_named_exists() -> None:
    help_of_all, lines = parser().format_help(), [line for page in PAGES for line in typed(page)]
    commands = {word for line in lines for word in re.findall(r"counting-house ((?!--)[a-z-]+)", line)}
    assert {command for command in commands if f"    {command} " not in help_of_all} == set()
    assert {match[1] for line in lines if (match := re.match(r"make ([a-z-]+)", line))} <= TARGETS


def test_every_file_that_is_linked_exists() -> None:
    linked = [
        (page, match[1] or match[3]) for page in PAGES for match in LINK.finditer(page.read_text("utf-8"))
    ]
    assert [at for at in linked if "://" not in at[1] and not (at[0].parent / at[1]).exists()] == []


def test_two_commands_are_enough_one_to_run_it_and_one_for_its_tests() -> None:
    assert "\n    make run\n" in README
    assert "`make test`" in README
    assert "    .venv\\Scripts\\counting-house serve\n" in README  # without make


def test_what_is_to_be_tapped_is_called_so_on_screen() -> None:
    assert [words for words in ON_SCREEN if not re.search(rf"\*{re.escape(words)}[.*]", README)] == []
    assert {*ON_SCREEN} <= {*sentences_in_the_program()}


def test_what_is_needed_comes_first_and_hosting_has_a_heading() -> None:
    headings = re.findall(r"^## (.+)$", README, re.MULTILINE)
    assert headings[:2] == ["What you need", "Start"]
    assert any("host" in heading for heading in headings)


def test_a_round_is_shown_in_four_pictures_before_anything_is_asked_for() -> None:
    assert len(re.findall(r'<img src="docs/pictures/', README.partition("\n## ")[0])) == 4


def test_how_it_is_updated_and_removed_and_how_evenings_come_along_is_said() -> None:
    said = README.partition("\n### Install, update, remove\n")[2].partition("\n## ")[0]
    assert "\n    pipx install .\n" in said
    for what, way in (("update", "pipx install --force ."), ("remove", "pipx uninstall counting-house")):
        assert re.search(rf"^\| {what} \|.*`{re.escape(way)}`", said, re.MULTILINE)
    assert "\n    .venv/bin/counting-house backup evenings.db\n    counting-house doctor\n" in said


def test_two_processes_on_one_folder_are_not_called_harmless() -> None:
    """Until each process hears of the phones that talk to the other."""
    said = " ".join((ROOT / "docs" / "running.md").read_text("utf-8").split())
    assert "lose nothing" not in said
    assert "Two processes on one data folder" in said
    assert "players can vote out an active bank" in said
    assert "keep `--workers 1`" in said


def test_every_picture_that_is_shown_is_there_and_is_of_a_screen() -> None:
    assert {picture.stem for picture in pictures.PICTURES.iterdir()} == set(pictures.shown())
    assert set(pictures.shown()) <= set(pictures.SCREEN_OF)
