"""docs/rulings.md says what the tables say, and every ruling is found by its number."""

import re
from collections.abc import Iterator
from pathlib import Path

from companion.rules.nottingham.box import BOX
from companion.rules.sheriff.editions import Good, Kind, edition
from companion.rules.sheriff.options import FEWEST_PLAYERS
from companion.web.sheriff.glossary import GOODS

ROOT = Path(__file__).parents[2]
RULINGS = (ROOT / "docs" / "rulings.md").read_text("utf-8")
NUMBERS = re.findall(r"^\| ([A-Z][0-9]+) \|", RULINGS, re.MULTILINE)
FIRST, SECOND = edition("first"), edition("second")
WORDS = {title.replace("\u00ad", "").replace("’", "'"): word for word, (title, _) in GOODS.items()}


def rows(head: str) -> Iterator[tuple[str, ...]]:
    """The cells of every row of the table with this head, but its last columns of words."""
    _, _, after = RULINGS.partition(head)
    for line in after.lstrip().splitlines()[1:]:
        if not line.startswith("|"):
            return
        yield tuple(cell.strip() for cell in line.strip("|").split("|"))


def numbers_of(good: Good) -> tuple[str, ...]:
    """A card's worth, penalty and copies, as a row of the page has them."""
    return tuple(map(str, (good.value, good.penalty, good.copies, good.copies_three)))


def plain_row(good: Good) -> tuple[str, ...]:
    """A legal or contraband card, as its row has it."""
    return (*numbers_of(good), f"{good.king} / {good.queen}" if good.king else "")


def royal_row(good: Good) -> tuple[str, ...]:
    """A royal good, as its row has it."""
    value, penalty, *copies = numbers_of(good)
    return (value, penalty, f"{good.counts} {good.counts_as}", *copies)


def agrees(told: dict[str, tuple[str, ...]], played: dict[str, tuple[str, ...]]) -> None:
    """The page's rows are those of the tables; a sentence for each that is not."""
    assert told.keys() == played.keys()
    wrong = [
        f"docs/rulings.md and editions/first.toml differ: {word} is {told[word]} there and {row} here"
        for word, row in played.items()
        if told[word] != row
    ]
    assert not wrong, "; ".join(wrong)


def test_the_cards_stand_on_the_page_as_they_are_played_with() -> None:
    told = {WORDS[name]: tuple(cells) for name, *cells in rows("with 3 players | King / Queen |")}
    plain = (*FIRST.of(Kind.LEGAL), *FIRST.of(Kind.CONTRABAND))
    agrees(told, {good.word: plain_row(good) for good in plain})


def test_the_royal_goods_stand_there_as_they_are_played_with() -> None:
    told = {WORDS[name]: tuple(cells) for name, *cells in rows("| counts as | copies | with 3 players |")}
    agrees(told, {good.word: royal_row(good) for good in FIRST.of(Kind.ROYAL)})


def test_the_promo_cards_stand_there_as_they_are_played_with() -> None:
    told = {WORDS[name]: tuple(cells[:2]) for name, *cells in rows("| what it does | source |")}
    agrees(told, {good.word: (str(good.value), str(good.penalty)) for good in FIRST.of(Kind.PROMO)})


def test_the_objects_of_nottingham_stand_there_as_they_are_played_with() -> None:
    """N1, N12."""
    told = {name.lower().replace(" ", "_"): tuple(cells) for name, *cells in rows("| most ambushes |")}
    played = {item.word: (str(item.value), str(BOX.copies), str(item.ambushes)) for item in BOX.items}
    assert told == played


def test_the_coins_stand_there_as_they_are_in_the_box() -> None:
    for coins in (FIRST.coins, SECOND.coins):
        told = f"{sum(worth * many for worth, many in coins.items()):,} gold in {sum(coins.values())}"
        assert told in RULINGS.replace("\n", " ")


def test_the_rounds_stand_there_as_they_are_played() -> None:
    """T3: equally many turns as Sheriff for everybody."""
    [three, four, five] = [players * FIRST.turns[players] for players in range(FEWEST_PLAYERS, 6)]
    assert f"{three}, {four} or {five} rounds with 3, 4 or 5" in RULINGS


def test_a_ruling_is_found_by_its_number_in_the_rules_and_in_their_tests() -> None:
    for place in ("companion/rules", "tests"):
        files = (path for path in (ROOT / place).rglob("*.*") if path.suffix in {".py", ".toml"})
        text = "\n".join(path.read_text("utf-8") for path in files).casefold()
        found = set(re.findall(r"(?<![a-z0-9])([a-z][0-9]+)(?![0-9])", text))
        assert [number for number in NUMBERS if number.casefold() not in found] == [], place


def test_every_file_that_holds_a_ruling_is_there() -> None:
    """As the page names it: within the game's rules, or from the package on."""
    named = set(re.findall(r"`((?:web/|rules/|editions/|cards/)?[a-z_/]+\.py)`", RULINGS))
    rules = ROOT / "companion" / "rules" / "sheriff"
    missing = {
        name for name in named if not (ROOT / "companion" / name).exists() and not (rules / name).exists()
    }
    assert missing - {path.name for path in (rules / "editions").iterdir()} == set()
