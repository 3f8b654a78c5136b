"""Whole random evenings: steps as they come, and now and then one taken back, corrected or slightly wrong."""

from dataclasses import replace
from typing import get_type_hints

from hypothesis import strategies

from companion.rules.kinds import Step, decide
from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff.booty import ShareBooty
from companion.rules.sheriff.cards.market import TakeMarketCard
from companion.rules.sheriff.cards.orders import FillOrder
from companion.rules.sheriff.deputies import first_pairs
from companion.rules.sheriff.ending import ChoosePlates, CloseCount, CountGold, RevealContraband
from companion.rules.sheriff.game import FACE_DOWN, Command, Correct, Correctable, Event, Game
from companion.rules.sheriff.inspection import Brought, SitOut
from companion.rules.sheriff.kinds import COMMANDS
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.rotation import PassBadge
from companion.rules.sheriff.setup import OpenTable
from companion.rules.sheriff.switching import EXPANSIONS
from tests.rules.asking import cards, spoiled, taken
from tests.rules.dice import Dice, steps
from tests.rules.given import NAMES, Table, command_for, with_expansions
from tests.rules.laws import evolved

LONG, SHORT = 400, 120
"""Throws of the dice: an action takes about ten."""
SPOIL, CORRECT, TAKE_BACK = 13, 14, 15
"""Three throws of sixteen do something else."""
PROMO = ("feast_plate", "brimstone_oil", "royal_summons", "tabletop_trophy", "arcane_scrolls", "golden_silk")
ASKED_FOR = {get_type_hints(command.decide)["return"]: command for command in COMMANDS}
COMMON = (
    PassBag,
    OpenBag,
    SitOut,
    ShareBooty,
    PassBadge,
    TakeMarketCard,
    FillOrder,
    RevealContraband,
    CountGold,
    ChoosePlates,
    CloseCount,
)
"""What leads an evening on; all else is rare."""


def throws(length: int = LONG) -> strategies.SearchStrategy[Dice]:
    """Dice for an evening."""
    return strategies.binary(min_size=length // 4, max_size=length).map(Dice)


def evenings_of_six(length: int = LONG) -> strategies.SearchStrategy[Table]:
    """The same with Deputies."""
    return throws(length).map(lambda dice: gone_on(Table.after((command_of_six(dice).begin(),)), dice))


def evenings(length: int = LONG) -> strategies.SearchStrategy[Table]:
    """Evenings that were played, as far as the dice went."""
    return throws(length).map(played)


def fairs(length: int = LONG) -> strategies.SearchStrategy[Table]:
    """Evenings with every expansion, in mid-game with so much contraband that the Black Market is visited."""
    return throws(length).map(lambda dice: gone_on(fair(dice), dice))


def fair(dice: Dice) -> Table:
    """A table on which up to eight cards lie face down before everybody."""
    players = 3 + dice.below(3)
    options = with_expansions(Options(royal_goods=dice.chance(2)), *EXPANSIONS)
    stands = tuple(Goods({FACE_DOWN: 2 + dice.below(7), "apples": dice.below(4)}) for _ in range(players))
    command = command_for(players, options=options, round=2 + dice.below(3), stands=stands)
    return Table.after((command.begin(),))


def played(dice: Dice) -> Table:
    """An evening by these dice; it ends when they are used up, or mostly with its result."""
    return gone_on(opened_table(dice), dice)


def gone_on(table: Table, dice: Dice) -> Table:
    """The same from a table on."""
    while dice.left:
        every = steps(table.game, COMMANDS)
        if not every and dice.chance(2):
            break
        table = stepped(table, every, dice)
    return table


def opened_table(dice: Dice) -> Table:
    """A table of three to five, from the start or from the middle, with any options."""
    return Table.after((opening_command(dice).begin(),))


def command_of_six(dice: Dice) -> OpenTable:
    """A table of six, from the start or from the middle, with any options."""
    command = opening_command(dice, 6)
    served = tuple(dice.shuffled(range(6))[: (command.round - 1) * 2 % 6])
    pair = dice.pick(first_pairs(6, served))
    return replace(command, sheriff=pair[0], deputies=pair, served=served)


def opening_command(dice: Dice, players: int = 0) -> OpenTable:
    """A table of three to five, or of so many."""
    players = players or 3 + dice.below(3)
    promo = Goods({word: dice.below(3) for word in PROMO}) if dice.chance(2) else Goods()
    options = Options(
        royal_goods=dice.chance(2), promo=promo, coins_on_table=dice.chance(4), crowns=dice.chance(2)
    )
    if dice.chance(2):
        options = with_expansions(options, *EXPANSIONS)
    command = command_for(
        players,
        edition=dice.pick(("first", "second")),
        options=options,
        sheriff=dice.below(players),
        shields=command_for(players).shields,
        names=NAMES[:players],
    )
    return in_mid_game(command, dice) if dice.chance(3) else command


def in_mid_game(command: OpenTable, dice: Dice) -> OpenTable:
    """The same table in mid-game with random purses and stands, some purses nearly empty."""
    players = len(command.names)
    begun = replace(command, round=1 + dice.below(6), rounds=6 + dice.below(2))
    if not command.options.coins_on_table:
        begun = replace(begun, purses=tuple(dice.pick((0, 3, 9, 60)) for _ in range(players)))
    stands: tuple[Goods, ...] = (Goods(),) * players
    plain = replace(begun, round=1, deputies=first_pairs(players, ())[0] if players > 5 else (), sheriff=0)
    for seat in range(players):
        game = Table.after((replace(plain, stands=stands).begin(),)).game
        stand = cards(game, dice.below(6), dice, face_down=dice.chance(2))
        stands = (*stands[:seat], stand, *stands[seat + 1 :])
    return replace(begun, stands=stands)


def stepped(table: Table, every: tuple[Step, ...], dice: Dice) -> Table:
    """The table one action later; as it was if the action was refused."""
    action = dice.below(16)
    if not every or (action == TAKE_BACK and len(table.events) > 1):
        return Table(table.events[:-1], table.states[:-1])
    try:
        if action == CORRECT:
            return table.when(a_correction(table, dice))
        command = taken(table.game, wanted(every, dice), dice)
        return table.when(spoiled(command, dice) if action == SPOIL else command)
    except Refusal:
        if action in {CORRECT, SPOIL}:
            return table
        raise


def wanted(every: tuple[Step, ...], dice: Dice) -> Step:
    """One of the steps, those that lead on more often than others."""
    common = [step for step in every if step.command in COMMON]
    return dice.pick(every if dice.chance(8) or not common else common)


def a_correction(table: Table, dice: Dice) -> Correct:
    """An older bag or payment as it could have been; anything else if there is none."""
    correctable = [seq for seq, event in enumerate(table.events) if isinstance(event, Correctable)]
    if not correctable:
        return Correct(0, Pay(0, 1, 1), "Nothing to correct")
    seq = dice.pick(correctable)
    before = table.states[seq - 1]
    return Correct(seq, taken(before, step_behind(table.events[seq], dice), dice), "Misread")  # type: ignore[arg-type]


def step_behind(event: Event, dice: Dice) -> Step:
    """The step that led to an entry; a bag may have passed or been opened, or there may be one after all."""
    if isinstance(event, Brought):
        bags: tuple[type[Command], ...] = (PassBag, OpenBag)
        return Step(dice.pick(bags), event.merchant)
    return Step(ASKED_FOR[type(event)], event.about)


def refused_or_lawful(game: Game, command: Command) -> Refusal | None:
    """Whatever is asked, the answer is a refusal with its sentence, or an event that breaks no law."""
    try:
        event = decide(game, command)
    except Refusal as refusal:
        return rendered(refusal)
    assert Step.of(command) in steps(game, COMMANDS)
    evolved(game, event)
    return None


def rendered(refusal: Refusal) -> Refusal:
    """The refusal, whose sentence takes its values."""
    assert str(refusal) == refusal.sentence % refusal.values
    return refusal
