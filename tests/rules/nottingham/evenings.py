"""Whole random evenings of Nottingham: steps as they come, and now and then one taken back or corrected."""

from typing import Any

from hypothesis import strategies

from companion.rules.kinds import Step
from companion.rules.ledger import Goods
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.corrections import Correct, NeverHappened
from companion.rules.nottingham.deliveries import Deliver, Delivered
from companion.rules.nottingham.ending import CheckLoot, CloseCount
from companion.rules.nottingham.game import Command, Game, Options
from companion.rules.nottingham.missions import Fulfil, Fulfilled
from companion.rules.nottingham.ruleset import COMMANDS
from companion.rules.nottingham.seating import ComeBack, Leave, Rename, SetOptions
from companion.rules.nottingham.way import EndGame, GameOver, PlayOn, StepByHand
from companion.rules.refusals import Refusal
from tests.rules.dice import Dice, steps
from tests.rules.nottingham.given import NAMES, TYPED, Table, given, right

COMMON = (Deliver, Fulfil, GameOver, PlayOn)
PLAIN: dict[type[Any], Command] = {
    StepByHand: StepByHand(),
    GameOver: GameOver(),
    PlayOn: PlayOn(),
    EndGame: EndGame(),
    CloseCount: CloseCount(),
}
CORRECT, TAKE_BACK = 14, 15
"""Two throws of sixteen do something else."""


def evenings(length: int = 300) -> strategies.SearchStrategy[Table]:
    """Evenings that were played, as far as the dice went."""
    return strategies.binary(min_size=length // 4, max_size=length).map(lambda throws: played(Dice(throws)))


def played(dice: Dice) -> Table:
    """An evening by these dice; it ends when they are used up."""
    table = given(3 + dice.below(5), **vars_of(options(dice)))
    while dice.left:
        table = stepped(table, dice)
    return table


def vars_of(options: Options) -> dict[str, object]:
    return {"open_sums": options.open_sums, "spaces": options.spaces, "printed": options.printed}


def options(dice: Dice) -> Options:
    """A way of some length, its numbers typed or not."""
    spaces = 10 + dice.below(31)
    printed = tuple(2 + dice.below(7) for _ in range(spaces)) if dice.chance(4) else ()
    return Options(dice.chance(2), spaces, printed)


def stepped(table: Table, dice: Dice) -> Table:
    """The table one action later; as it was if the action was refused."""
    action = dice.below(16)
    every = steps(table.game, COMMANDS)
    if not every or (action == TAKE_BACK and len(table.events) > 1):
        return table.back()
    try:
        return table.when(correction(table, dice) if action == CORRECT else taken(table.game, every, dice))
    except Refusal as refusal:
        return rendered(refusal, table)


def rendered(refusal: Refusal, table: Table) -> Table:
    """The table as it was; the refusal's sentence takes its values."""
    assert str(refusal) == refusal.sentence % refusal.values
    return table


def taken(game: Game, every: tuple[Step, ...], dice: Dice) -> Command:
    """A command for one of the steps, those that lead on more often than others."""
    common = [step for step in every if step.command in COMMON]
    return command_of(game, dice.pick(every if dice.chance(6) or not common else common), dice)


def command_of(game: Game, step: Step, dice: Dice) -> Command:  # noqa: PLR0911 - a case for each command
    """Whatever might be asked in this step."""
    seat = step.seat or 0
    if step.command is Deliver:
        return delivery(game, seat, dice)
    if step.command is Fulfil:
        return mission(seat, dice)
    if step.command is Rename:
        return Rename(seat, dice.pick((*NAMES, "Hal")))
    if step.command is SetOptions:
        return SetOptions(options(dice))
    if step.command is CheckLoot:
        return CheckLoot(seat, dice.handful(dict.fromkeys(BOX.item_words, 12), 6) or Goods(game.loot(seat)))
    if step.command in {Leave, ComeBack}:
        return Leave(seat) if step.command is Leave else ComeBack(seat)
    return PLAIN[step.command]


def delivery(game: Game, seat: int, dice: Dice) -> Deliver:
    ambushers = tuple(dice.below(len(game.seats)) for _ in range(dice.below(3) if dice.chance(2) else 0))
    return Deliver(seat, dice.pick(BOX.item_words), 3 + dice.below(5), ambushers)


def mission(seat: int, dice: Dice) -> Fulfil:
    word = dice.pick(BOX.mission_words)
    return Fulfil(seat, word, None if dice.chance(3) else TYPED[word])


def correction(table: Table, dice: Dice) -> Correct:
    """An older delivery or mission as it could have been; one that cannot be corrected if there is none."""
    found = [seq for seq, event in enumerate(table.events) if isinstance(event, Delivered | Fulfilled)]
    seat = dice.below(len(table.game.seats))
    commands: tuple[Deliver | Fulfil | NeverHappened, ...] = (
        delivery(table.game, seat, dice),
        mission(seat, dice),
        NeverHappened(),
    )
    return right(dice.pick(found) if found else 0, dice.pick(commands))
