"""What holds after every event of every game, whatever was played."""

from collections import Counter
from collections.abc import Iterable

from companion.rules.ledger import BANK, BOX, GOLD, Move, Place
from companion.rules.seats import Presence, Stage
from companion.rules.sheriff.cards import COPIES, is_extra
from companion.rules.sheriff.editions.merry_men import MERRY_MEN
from companion.rules.sheriff.game import FACE_DOWN, Event, Game
from companion.rules.sheriff.laws import check_event
from companion.rules.sheriff.replaying import evolve

GOLD_PLACES = {Place.BANK, Place.PURSE, Place.BOOTY}
CARD_PLACES = {Place.BOX, Place.STAND, Place.GONE, Place.BOOTY}
EXTRA_PLACES = {Place.BOX, Place.EXTRAS}


def follow(events: Iterable[Event]) -> tuple[Game, ...]:
    """The game after each event, every law checked on the way."""
    states: list[Game] = []
    for event in events:
        states.append(evolved(states[-1] if states else None, event))
    return tuple(states)


def evolved(before: Game | None, event: Event) -> Game:
    """The game after the event, which broke no law, neither of these nor of those a table keeps."""
    if before is not None:
        check_event(before, event)
    after = evolve(before, event)
    for move in event.moves:
        check_move(move)
    check_flow(event, held_by_all(before), held_by_all(after))
    check_state(after)
    return after


def held_by_all(game: Game | None) -> Counter[str]:
    """What all purses, stands and the Booty hold together; nothing before a game began."""
    held: Counter[str] = Counter()
    for holding in game.balances.values() if game else ():
        held.update(holding)
    return held


def check_flow(event: Event, before: Counter[str], after: Counter[str]) -> None:
    """Gold of all purses and the bank sums to zero change, and so do cards with the box."""
    for move in event.moves:
        before[move.what] += (move.source in {BANK, BOX}) * move.amount
        before[move.what] -= (move.target in {BANK, BOX}) * move.amount
    assert +before == +after


def check_move(move: Move) -> None:
    """Gold moves between bank, purses and Booty, cards between box, stands and Booty or out of the game,
    those that count at the end between box and seats, at least one at a time.
    """
    assert type(move.amount) is int
    assert move.amount >= 1
    assert move.source != move.target
    places = EXTRA_PLACES if is_extra(move.what) else GOLD_PLACES if move.what == GOLD else CARD_PLACES
    assert {move.source.place, move.target.place} <= places


def check_state(game: Game) -> None:
    """No purse or stand below 0, no more cards shown or out of the game than the box holds (E20), nobody gone
    holds anything.
    """
    shown: dict[str, int] = {}
    for account, holding in game.balances.items():
        assert all(type(count) is int and count > 0 for count in holding.values())
        for word, count in holding.items() if account.place in CARD_PLACES else ():
            if word != GOLD:
                shown[word] = shown.get(word, 0) + count
    contraband = shown.pop(FACE_DOWN, 0)
    box = game.box
    for word, count in shown.items():
        assert count <= box.copies[word]
        contraband += count if word in box.contraband else 0
    assert contraband <= sum(box.copies[word] for word in box.contraband)
    check_extras(game)
    check_seats(game)


def check_extras(game: Game) -> None:
    """For each market card three of its good are out of the game (E19), and no more cards lie there than
    there are (E18, E22), whose numbers a card can print.
    """
    taken = Counter(extra.what for seat in range(len(game.seats)) for extra in game.extras(seat))
    for good in MERRY_MEN.piles:
        gone = game.out_of_game.get(good, 0)
        assert gone % MERRY_MEN.price == 0
        assert taken[f"black_market:{good}"] * MERRY_MEN.price <= gone
    assert set(game.out_of_game) <= set(MERRY_MEN.piles)
    for seat in range(len(game.seats)):
        assert all(1 <= extra.gold <= 99 for extra in game.extras(seat))
    assert all(count <= COPIES.get(what, count) for what, count in taken.items())
    assert game.stage is Stage.ROUNDS or not game.this_round.laws


def check_seats(game: Game) -> None:
    """The badge is with somebody who is here; who is gone has nothing; every merchant is done or waiting."""
    if game.stage is Stage.ROUNDS:
        assert game.sheriff == game.sheriffs[0]
        assert set(game.sheriffs) <= set(game.here)
        assert len(game.deputies) in ({0, 2} if game.has_deputies else {0})
        assert set(game.badge_order) <= set(game.here)
        assert len(game.here) >= 3
        assert set(game.done) <= set(game.merchants)
        assert {*game.waiting, *game.done} == set(game.merchants)
        assert game.rounds >= game.round >= 1
    for seat, who in enumerate(game.seats):
        if who.presence is Presence.GONE:
            assert not game.gold(seat)
            assert not game.stand(seat)
            assert not game.extras(seat)
            assert all(seat not in {promise.giver, promise.receiver} for promise in game.promises)
