"""Deliveries, missions and the Sheriff's way (N4, N11 to N18)."""

from companion.rules.ledger import BOX as REST
from companion.rules.ledger import Move, carry, stand
from companion.rules.nottingham.box import BOX, Numbers
from companion.rules.nottingham.commands import Deliver, Fulfil
from companion.rules.nottingham.events import CountBegun, Delivered, Fulfilled, PlayedOn, Stepped
from companion.rules.nottingham.game import Due, Game
from companion.rules.nottingham.guards import may_act
from companion.rules.nottingham.refusals import (
    EighthUndecided,
    HomeUndecided,
    MissionTaken,
    MissionTwice,
    MoreThanLeft,
    NoneLeft,
    NothingAsked,
    NumberOutOfRange,
    NumbersKnown,
    NumbersNeeded,
    NumbersNotFalling,
    OneAmbush,
    OwnAmbush,
    TooFewCards,
    TooManyAmbushes,
    UnknownItem,
    UnknownMission,
)
from companion.rules.refusals import NotInRounds, Refusal, allow
from companion.rules.stages import Stage


def may_step(game: Game) -> Refusal | None:
    """Whether the Sheriff can move: while the game goes on, and nobody is asked whether it is over (N18)."""
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    return {None: None, Due.HOME: HomeUndecided(), Due.MISSIONS: EighthUndecided()}[game.due]


def may_deliver(game: Game, seat: int) -> Refusal | None:
    """Whether a player can deliver a set now."""
    return may_step(game) or may_act(game, seat)


def deliver(game: Game, command: Deliver) -> Delivered:
    """One of the cards becomes loot, the others are discarded, and the Sheriff moves (N11, N15); called off
    if the ambushes leave too few (N12).
    """
    _check_set(game, command)
    _check_ambushes(game, command)
    stays = command.cards - len(command.ambushers) >= BOX.fewest_cards
    step = game.step + stays
    return Delivered(
        seat=command.seat,
        item=command.item,
        cards=command.cards,
        ambushers=tuple(sorted(command.ambushers)),
        value=BOX.item(command.item).value,
        step=step,
        printed=game.options.printed_at(step),
        moves=_taken(command.seat, command.item) if stays else (),
    )


def _taken(seat: int, word: str) -> tuple[Move, ...]:
    """One card out of piles and hands, which the box stands for, comes to lie in front of a player."""
    return carry(REST, stand(seat), {word: 1})


def _check_set(game: Game, command: Deliver) -> None:
    if command.item not in BOX.item_words:
        raise UnknownItem
    if command.cards < BOX.fewest_cards:
        raise TooFewCards(BOX.fewest_cards)
    left = game.most_cards(command.item)
    if not left:
        raise NoneLeft(command.item, game.lying(command.item))
    if command.cards > left:
        raise MoreThanLeft(command.item, game.lying(command.item), left)


def _check_ambushes(game: Game, command: Deliver) -> None:
    for ambusher in command.ambushers:
        allow(may_act(game, ambusher))
        if ambusher == command.seat:
            raise OwnAmbush(ambusher)
    most = BOX.item(command.item).ambushes
    if len(command.ambushers) > most:
        raise OneAmbush(command.item) if most == 1 else TooManyAmbushes(most)


def may_fulfil(game: Game, seat: int) -> Refusal | None:
    """Whether a player can fulfil a mission now."""
    return may_deliver(game, seat)


def may_take(game: Game, seat: int, mission: str) -> Refusal | None:
    """Whether a player can still take a card of this mission (N13)."""
    if mission not in BOX.mission_words:
        return UnknownMission()
    takers = game.takers(mission)
    if seat in takers:
        return MissionTwice(seat, mission)
    return MissionTaken(mission, takers) if len(takers) >= BOX.mission_cards else None


def fulfil(game: Game, command: Fulfil) -> Fulfilled:
    """A mission card is taken, and the Sheriff moves (N13, N15)."""
    known = game.numbers.get(command.mission)
    event = fulfilled(game, command, known)
    if known is not None and event.numbers != known:
        raise NumbersKnown(command.mission, known.alone, known.shared)
    return event


def fulfilled(game: Game, command: Fulfil, known: Numbers | None) -> Fulfilled:
    """The mission as it is fulfilled with the numbers that are typed, else those `known`."""
    allow(may_take(game, command.seat, command.mission))
    numbers = command.numbers or known
    if numbers is None:
        raise NumbersNeeded(command.mission)
    check_numbers(numbers)
    step = game.step + 1
    return Fulfilled(
        seat=command.seat,
        mission=command.mission,
        numbers=numbers,
        each=numbers.worth(len(game.takers(command.mission)) + 1),
        step=step,
        printed=game.options.printed_at(step),
        moves=_taken(command.seat, command.mission),
    )


def check_numbers(numbers: Numbers) -> None:
    """Refuse numbers that no mission's cards print (N14)."""
    if not all(1 <= number <= BOX.highest_number for number in (numbers.alone, numbers.shared)):
        raise NumberOutOfRange(1, BOX.highest_number)
    if numbers.alone <= numbers.shared:
        raise NumbersNotFalling


def step_by_hand(game: Game) -> Stepped:
    """The Sheriff moves once (N17)."""
    return Stepped(game.step + 1, game.options.printed_at(game.step + 1))


def may_answer(game: Game) -> Refusal | None:
    """Whether the app asks if the game is over (N18)."""
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    return None if game.due else NothingAsked()


def play_on(game: Game) -> PlayedOn:
    """The game is not over: a Sheriff who is not home is on the last space at most (N18)."""
    return PlayedOn(min(game.step, game.options.spaces))


def may_end(game: Game) -> Refusal | None:
    """Whether there is a game to end."""
    return None if game.stage is Stage.ROUNDS else NotInRounds()


def end_game(game: Game) -> CountBegun:
    """The count begins, whatever the Sheriff's way."""
    return CountBegun(early=game.due is None)
