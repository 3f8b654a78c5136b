"""How an event changes a game, and what several kinds of event change alike."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from itertools import cycle, islice

from companion.rules import ledger
from companion.rules.ledger import BANK
from companion.rules.sheriff.bags import Deal, Promise
from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.game import Begun, Event, Game, ThisRound


def evolve(game: Game | None, event: Event) -> Game:
    """The game after the event. Only an opening starts a game."""
    if isinstance(event, Begun):
        return event.begun()
    if game is None:
        raise ValueError(event)
    moved = replace(game, balances=ledger.post(game.balances, event.moves))
    after = event.evolved(replace(moved, plates=_plates(game, moved)))
    if (game.round, game.stage) != (after.round, after.stage):
        return replace(after, this_round=ThisRound())
    this_round = event.remembered(after.this_round)
    return after if this_round is after.this_round else replace(after, this_round=this_round)


def replay(events: Iterable[Event], game: Game | None = None) -> Game | None:
    """The game after all events, from scratch or from `game`."""
    return reduce(evolve, events, game)


def _plates(before: Game, after: Game) -> Mapping[int, tuple[str, ...]]:
    """What Feast Plates became, for seats with as many as before: a choice is lost with its plate (S6)."""
    chosen = before.plates.items()
    return {seat: goods for seat, goods in chosen if before.feast_plates(seat) == after.feast_plates(seat)}


def new_game(event: Begun) -> Game:
    """The game as it is when it begins. Raises LookupError for cards that this version does not know."""
    edition(event.edition)
    return Game(
        edition=event.edition,
        options=event.options,
        seats=event.seats,
        circle=tuple(range(len(event.seats))),
        began=len(event.seats),
        sheriff=event.sheriff,
        first_sheriff=event.sheriff,
        round=1,
        badge_order=(),
        turns=(0,) * len(event.seats),
        opening_gold=sum(move.amount for move in event.moves if move.source == BANK),
        balances=ledger.post({}, event.moves),
    )


def under(game: Game, laws: tuple[str, ...]) -> Game:
    """The game under these laws of the round; without any once the badge is somebody else's (E26)."""
    return replace(game, this_round=replace(game.this_round, laws=laws))


def in_round(game: Game, sheriff: int, number: int, badge_order: tuple[int, ...]) -> Game:
    """The game in this round. The badge has gone from seat to seat, so its place tells who was Sheriff before
    (T3); players who joined since were not.
    """
    back = (seat for seat in reversed(game.clockwise(sheriff)) if seat < game.began)
    before = list(islice(cycle(back), number - 1))
    return replace(
        game,
        first_sheriff=before[-1] if before else sheriff,
        sheriff=sheriff,
        round=number,
        badge_order=badge_order,
        done=without(game.done, sheriff),
        turns=tuple(before.count(seat) for seat in range(len(game.seats))),
    )


def with_promises(game: Game, number: int, deals: Iterable[Deal]) -> Game:
    """The game with the promises of these deals of a round."""
    return pinned(game, (*game.promises, *promises(number, deals)))


def promises(number: int, deals: Iterable[Deal]) -> Iterator[Promise]:
    """What was promised with the deals of a round."""
    return (
        Promise(number, deal.giver, deal.receiver, deal.promise) for deal in deals if deal.promise.strip()
    )


def pinned(game: Game, given: Iterable[Promise]) -> Game:
    """The game with promises between players who are still here: nobody else can keep or claim one (I10)."""
    here = set(game.here)
    return replace(game, promises=tuple(pin for pin in given if {pin.giver, pin.receiver} <= here))


def without(done: Mapping[int, str], *seats: int) -> Mapping[int, str]:
    """What became of the bags, without those of these seats, which bring none."""
    return {seat: outcome for seat, outcome in done.items() if seat not in seats}


def moved_beside(circle: tuple[int, ...], seat: int, after: int) -> tuple[int, ...]:
    """The circle with this seat on the left of another."""
    others = tuple(other for other in circle if other != seat)
    place = others.index(after) + 1
    return (*others[:place], seat, *others[place:])
