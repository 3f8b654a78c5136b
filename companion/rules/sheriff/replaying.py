"""How an event changes a game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from itertools import cycle, islice
from typing import Any, assert_never

from companion.rules import ledger
from companion.rules.entries import EntryPutBack, TakenBack
from companion.rules.ledger import BANK
from companion.rules.seats import Presence, Seat
from companion.rules.sheriff.bags import Deal, Promise
from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.events import (
    BadgePassed,
    BagOpened,
    BagPassed,
    BootyShared,
    ContrabandRevealed,
    CountBegun,
    CountClosed,
    EntryCorrected,
    Event,
    GoldCounted,
    OptionsSet,
    Paid,
    PlatesChosen,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    Renamed,
    RoundsSet,
    SatOut,
    SheetCounted,
    SheriffMended,
    StandChecked,
    TableOpened,
    TurnSkipped,
)
from companion.rules.sheriff.expansion_events import (
    LawsProclaimed,
    MarketCardTaken,
    OrderFilled,
    OtherCardTaken,
)
from companion.rules.sheriff.game import OPENED, OUT, PASSED, Game
from companion.rules.sheriff.this_round import ThisRound
from companion.rules.stages import Stage

Brought = BagPassed | BagOpened | SatOut


def evolve(game: Game | None, event: Event) -> Game:
    """The game after the event. Only an opening starts a game."""
    if isinstance(event, TableOpened | SheetCounted):
        return _opened(event)
    if game is None:
        raise ValueError(event)
    moved = replace(game, balances=ledger.post(game.balances, event.moves))
    after = _evolved(replace(moved, plates=_plates(game, moved)), event)
    this_round = _this_round(game, after, event)
    return after if this_round is game.this_round else replace(after, this_round=this_round)


def replay(events: Iterable[Event], game: Game | None = None) -> Game | None:
    """The game after all events, from scratch or from `game`."""
    return reduce(evolve, events, game)


def _this_round(before: Game, after: Game, event: Event) -> ThisRound:
    """What the round is remembered for; a correction of another round changes nothing of it. Laws stand until
    the badge moves (E26).
    """
    if (before.round, before.stage) != (after.round, after.stage):
        return ThisRound()
    if isinstance(event, EntryCorrected) and event.round != after.round:
        return before.this_round
    now = before.this_round.after(event)
    is_another_turn = {*before.sheriffs}.isdisjoint(after.sheriffs)  # one Deputy may stay when the other goes
    if now.laws and is_another_turn and not isinstance(event, SheriffMended):
        return replace(now, laws=())
    return now


def _plates(before: Game, after: Game) -> Mapping[int, tuple[str, ...]]:
    """What Feast Plates became, for seats with as many as before: a choice goes with its plate (S6)."""
    chosen = before.plates.items()
    return {seat: goods for seat, goods in chosen if before.feast_plates(seat) == after.feast_plates(seat)}


def _opened(event: TableOpened | SheetCounted) -> Game:
    """The game that an opening begins. A LookupError for cards that this version does not know."""
    edition(event.edition)
    game = Game(
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
    if isinstance(event, TableOpened):
        return _in_first_round(replace(game, opened_in=event.round), event)
    return replace(
        game,
        stage=Stage.CLOSED,
        plates=dict(enumerate(event.plates)),
        result=event.result,
        replaces=event.replaces,
    )


def _in_first_round(game: Game, event: TableOpened) -> Game:
    """In mid-game everybody was Deputy as often as the cards were shuffled; who `served` since, once more. Of
    these the first named was the game's first, as far as is known (E7).
    """
    if not event.deputies:
        return _in_round(game, event)
    shuffled = (event.round - 1) * len(event.deputies) // game.began
    return replace(
        game,
        first_sheriff=event.served[0] if event.served else event.sheriff,
        deputies=event.deputies,
        planned=event.rounds,
        round=event.round,
        turns=tuple(shuffled + (seat in event.served) for seat in range(game.began)),
    )


def _mended(game: Game, event: SheriffMended) -> Game:
    """Other Deputies than were said: how often everybody served before stays as it was (E7)."""
    if not game.has_deputies:
        return _in_round(game, event)
    return replace(
        game,
        first_sheriff=game.first_sheriff if any(game.turns) else event.sheriff,
        sheriff=event.sheriff,
        deputies=event.deputies,
        badge_order=event.badge_order,
        done=_without(game.done, event.sheriff, *event.deputies),
    )


def _in_round(game: Game, event: TableOpened | SheriffMended) -> Game:
    """In mid-game the badge has gone from seat to seat, so its place tells who was Sheriff before (T3); who
    joined since was not.
    """
    back = (seat for seat in reversed(game.clockwise(event.sheriff)) if seat < game.began)
    before = list(islice(cycle(back), event.round - 1))
    return replace(
        game,
        first_sheriff=before[-1] if before else event.sheriff,
        sheriff=event.sheriff,
        round=event.round,
        badge_order=event.badge_order,
        done=_without(game.done, event.sheriff),
        turns=tuple(before.count(seat) for seat in range(len(game.seats))),
    )


def _evolved(game: Game, event: Event) -> Game:  # noqa: C901, PLR0911, PLR0912 - a case for each event
    match event:
        case BagPassed():
            return _with_promises(_done(game, event.merchant, PASSED), game.round, event.deals)
        case BagOpened():
            return _with_promises(_done(game, event.merchant, OPENED), game.round, event.deals)
        case SatOut():
            return _done(game, event.merchant, OUT)
        case BadgePassed():
            return replace(
                _turn_ended(game),
                sheriff=event.sheriff,
                deputies=event.deputies,
                round=event.round,
                badge_order=game.badge_order[1:],
            )
        case CountBegun():
            return replace(game, stage=Stage.COUNT, turns=event.turns)
        case PlayerLeft():
            return _left(game, event)
        case PlayerReturned():
            return _returned(game, event)
        case PlayerJoined():
            return _joined(game, event)
        case RoundsSet():
            planned = event.rounds if game.has_deputies else 0
            return replace(game, badge_order=event.badge_order, planned=planned)
        case Renamed():
            return _seated(game, event.seat, name=event.name, named=True)
        case OptionsSet():
            return replace(game, options=event.options)
        case SheriffMended():
            return _mended(game, event)
        case TurnSkipped():
            return _skipped(game, event)
        case StandChecked():
            return replace(game, checked=game.checked | {event.seat})
        case GoldCounted():
            return replace(game, gold_counted=game.gold_counted | {event.seat})
        case PlatesChosen():
            return replace(game, plates={**game.plates, event.seat: event.goods})
        case CountClosed():
            return replace(game, stage=Stage.CLOSED, result=event.result)
        case EntryCorrected():
            return _corrected(game, event)
        case MarketCardTaken() | OrderFilled() | OtherCardTaken() | LawsProclaimed():
            return game
        case BootyShared():
            return replace(game, opening_gold=game.opening_gold - event.gold_left)
        case Paid() | ContrabandRevealed() | TakenBack() | EntryPutBack() | TableOpened() | SheetCounted():
            return game
        case _:
            assert_never(event)


def _done(game: Game, merchant: int, outcome: str) -> Game:
    return replace(game, done={**game.done, merchant: outcome})


def _with_promises(game: Game, number: int, deals: Iterable[Deal]) -> Game:
    return _pinned(game, (*game.promises, *_promises(number, deals)))


def _promises(number: int, deals: Iterable[Deal]) -> Iterator[Promise]:
    return (
        Promise(number, deal.giver, deal.receiver, deal.promise) for deal in deals if deal.promise.strip()
    )


def _pinned(game: Game, promises: Iterable[Promise]) -> Game:
    """The promises between players who are still here: nobody else can keep or claim one (I10)."""
    here = set(game.here)
    return replace(game, promises=tuple(pin for pin in promises if {pin.giver, pin.receiver} <= here))


def _turn_ended(game: Game) -> Game:
    last_served = {**game.last_served, **dict.fromkeys(game.sheriffs, game.round)}
    return replace(game, turns=game.terms, last_served=last_served, done={}, brought={})


def _without(done: Mapping[int, str], *seats: int) -> Mapping[int, str]:
    """What became of the bags, but for those of seats that bring none."""
    return {seat: outcome for seat, outcome in done.items() if seat not in seats}


def _seated(game: Game, seat: int, **changes: Any) -> Game:  # noqa: ANN401 - whatever a seat has
    changed = replace(game.seats[seat], **changes)
    return replace(game, seats=(*game.seats[:seat], changed, *game.seats[seat + 1 :]))


def _skipped(game: Game, event: TurnSkipped) -> Game:
    """The badge has gone on in the same round; the first turn that is not skipped is the game's first."""
    return replace(
        game,
        sheriff=event.sheriff,
        first_sheriff=game.first_sheriff if any(game.turns) else event.sheriff,
        badge_order=event.badge_order,
        done=_without(game.done, event.sheriff),
    )


def _left(game: Game, event: PlayerLeft) -> Game:
    presence = Presence.LEFT if event.counts else Presence.GONE
    left = replace(
        _seated(game, event.seat, presence=presence),
        sheriff=event.sheriff,
        deputies=event.deputies,
        badge_order=event.badge_order,
        opening_gold=game.opening_gold - sum(move.amount for move in event.moves if move.target == BANK),
        done=_without(game.done, event.seat, event.sheriff, *event.deputies),
        brought={**game.brought, event.seat: game.done.get(event.seat, OUT)},
    )
    if event.turns:
        left = replace(left, stage=Stage.COUNT, turns=event.turns)
    return _pinned(left, left.promises)


def _returned(game: Game, event: PlayerReturned) -> Game:
    """Whose bag was done before, in the same round, brings no second one (T4); who sat out may, unless all
    bags were done.
    """
    back = _seated(game, event.seat, presence=Presence.HERE)
    brought = game.brought.get(event.seat, OUT)
    is_done = event.sits_out or brought != OUT
    return replace(
        back,
        circle=game.circle if event.after is None else _moved(game.circle, event.seat, event.after),
        badge_order=event.badge_order,
        opening_gold=game.opening_gold + event.gold,
        done={**game.done, event.seat: brought} if is_done else game.done,
        brought=_without(game.brought, event.seat),
    )


def _moved(circle: tuple[int, ...], seat: int, after: int) -> tuple[int, ...]:
    """The circle with this seat on the left of another."""
    others = tuple(other for other in circle if other != seat)
    place = others.index(after) + 1
    return (*others[:place], seat, *others[place:])


def _joined(game: Game, event: PlayerJoined) -> Game:
    return replace(
        game,
        seats=(*game.seats, Seat(event.name, event.shield)),
        circle=_moved(game.circle, event.seat, event.after),
        badge_order=event.badge_order,
        turns=(*game.turns, 0),
        opening_gold=game.opening_gold + event.gold,
        done={**game.done, event.seat: OUT} if event.sits_out else game.done,
    )


def _corrected(game: Game, event: EntryCorrected) -> Game:
    """A corrected bag changes what the board says of this round, and the promises made with it."""
    was, now = event.was, event.now
    if not isinstance(was, Brought) or not isinstance(now, Brought):
        return game
    promises = list(game.promises)
    for unmade in _promises(event.round, _deals(was)):
        if unmade in promises:
            promises.remove(unmade)
    corrected = _with_promises(replace(game, promises=tuple(promises)), event.round, _deals(now))
    is_of_now = event.round == game.round and was.merchant in game.done
    return replace(corrected, done=_done_anew(game, was, now)) if is_of_now else corrected


def _deals(event: Brought) -> tuple[Deal, ...]:
    return () if isinstance(event, SatOut) else event.deals


def _done_anew(game: Game, was: Brought, now: Brought) -> Mapping[int, str]:
    """What became of this round's bags; one who sat out and then brought a bag brought it."""
    done = dict(game.done)
    if (done[was.merchant] == OUT) == isinstance(was, SatOut):
        del done[was.merchant]
    if now.merchant in game.merchants and done.get(now.merchant, OUT) == OUT:
        done[now.merchant] = {BagPassed: PASSED, BagOpened: OPENED, SatOut: OUT}[type(now)]
    return done
