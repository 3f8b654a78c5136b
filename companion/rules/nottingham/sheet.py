"""The count sheet of Nottingham, checked before it is counted, and the game with one entry that it becomes.

Every fault is refused with its place. The first one is reported, in this order: each value by itself, the
names, cards against the box, missions against their two cards, their numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules import ledger, shapes
from companion.rules.kinds import Moves, Opening
from companion.rules.ledger import BOX as REST
from companion.rules.ledger import Goods, carry, stand
from companion.rules.names import check_names
from companion.rules.nottingham import refusals as no
from companion.rules.nottingham.box import BOX, SHIELDS, Numbers
from companion.rules.nottingham.game import Begun, Game, Options
from companion.rules.nottingham.missions import check_falling, check_number
from companion.rules.nottingham.scoring import Result, count
from companion.rules.seats import Seat, Stage
from companion.rules.sheet_refusals import at

MISSIONS = "missions"
SHEET_KEYS = (shapes.GAME, MISSIONS, shapes.PLAYERS)
PLAYER_KEYS = ("name", "loot", MISSIONS)
TWO = 2


@dataclass(frozen=True, slots=True)
class CountSheet:
    """A checked count sheet; players' things by seat, and the numbers that were given."""

    names: tuple[str, ...]
    loot: tuple[Goods, ...]
    missions: tuple[tuple[str, ...], ...]
    numbers: tuple[tuple[str, Numbers], ...]

    def result(self) -> Result:
        """The final count of the sheet."""
        return count(self.loot, self.missions, dict(self.numbers))


@dataclass(frozen=True, slots=True)
class CountOut(Opening[Begun]):
    """A game counted from a sheet; `replaces` names the count it corrects."""

    word = "count_out"
    sheet: CountSheet
    replaces: str = ""

    def begin(self) -> "SheetCounted":
        """The whole evening at once: everybody's loot and missions, and the result."""
        sheet = self.sheet
        cards = enumerate(zip(sheet.loot, sheet.missions, strict=True))
        return SheetCounted(
            seats=tuple(Seat(name, shield) for name, shield in zip(sheet.names, SHIELDS, strict=False)),
            numbers=sheet.numbers,
            result=sheet.result(),
            moves=tuple(
                move
                for seat, (loot, missions) in cards
                for move in carry(REST, stand(seat), {**loot, **dict.fromkeys(missions, 1)})
            ),
            replaces=self.replaces,
        )


@dataclass(frozen=True, slots=True)
class SheetCounted(Begun):
    """A game known only from its count sheet, with the numbers of each mission that somebody has; it may
    replace a count in which a number was wrong.
    """

    word = "nottingham_counted"
    seats: tuple[Seat, ...]
    numbers: tuple[tuple[str, Numbers], ...]
    result: Result
    moves: Moves
    replaces: str = ""

    def begun(self) -> Game:
        """A game that is over, with its result."""
        return Game(
            Options(),
            self.seats,
            stage=Stage.CLOSED,
            balances=ledger.post({}, self.moves),
            numbers=dict(self.numbers),
            result=self.result,
            replaces=self.replaces,
        )


def parse(decoded: object) -> CountSheet:
    """The sheet in a decoded JSON object. Raises a SheetRefusal, or a refusal of a name."""
    sheet = shapes.object_at(decoded, "sheet", SHEET_KEYS)
    numbers = _numbers(sheet)
    players = shapes.players_in(sheet, PLAYER_KEYS, BOX.fewest_players, BOX.most_players)
    names = [shapes.text_at(player["name"], f"{place}.name") for place, player in players.items()]
    loot = tuple(
        shapes.goods_at(player.get("loot", {}), f"{place}.loot", BOX.item_words, no.ItemUnknown)
        for place, player in players.items()
    )
    missions = tuple(_missions(player, f"{place}.{MISSIONS}") for place, player in players.items())
    checked = check_names(names)
    for item in BOX.item_words:
        held = [cards.get(item, 0) for cards in loot]
        if (seat := shapes.goes_over(held, BOX.copies)) is not None:
            raise no.CopiesExceeded(f"{shapes.PLAYERS}[{seat}].loot.{item}", item, sum(held), BOX.copies)
    _check_missions(missions, numbers)
    return CountSheet(checked, loot, missions, tuple(numbers.items()))


def _numbers(sheet: Mapping[str, object]) -> dict[str, Numbers]:
    """The numbers of the missions, in the order of the box."""
    given = shapes.object_at(sheet.get(MISSIONS, {}), MISSIONS)
    found = {}
    for word, value in given.items():
        found[shapes.known_at(word, MISSIONS, BOX.mission_words, no.MissionUnknown)] = _two_numbers(
            value, f"{MISSIONS}.{word}"
        )
    return {word: found[word] for word in BOX.mission_words if word in found}


def _two_numbers(value: object, place: str) -> Numbers:
    given = shapes.list_at(value, place)
    if len(given) != TWO:
        raise no.NotTwoNumbers(place, len(given))
    numbers = Numbers(*(shapes.whole_at(number, f"{place}[{index}]") for index, number in enumerate(given)))
    for index, number in enumerate((numbers.alone, numbers.shared)):
        with at(f"{place}[{index}]"):
            check_number(number)
    with at(place):
        check_falling(numbers)
    return numbers


def _missions(player: Mapping[str, object], place: str) -> tuple[str, ...]:
    found: list[str] = []
    for index, value in enumerate(shapes.list_at(player.get(MISSIONS, []), place)):
        at = f"{place}[{index}]"
        word = shapes.known_at(shapes.text_at(value, at), at, BOX.mission_words, no.MissionUnknown)
        if word in found:
            raise no.MissionRepeated(at, word)
        found.append(word)
    return tuple(found)


def _check_missions(missions: Sequence[tuple[str, ...]], numbers: Mapping[str, Numbers]) -> None:
    taken: list[str] = []
    for seat, words in enumerate(missions):
        for index, word in enumerate(words):
            place = f"{shapes.PLAYERS}[{seat}].{MISSIONS}[{index}]"
            if taken.count(word) == BOX.mission_cards:
                raise no.MissionBeyond(place, word, BOX.mission_cards)
            if word not in numbers:
                raise no.NumbersMissing(place, word)
            taken.append(word)
