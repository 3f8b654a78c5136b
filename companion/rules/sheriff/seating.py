"""Who sits at the table: who comes late or back, and what each player is called."""

from dataclasses import replace

from companion.rules.ledger import BANK, pay, purse
from companion.rules.names import new_name
from companion.rules.refusals import CountIsClosed, NoSuchSeat, NotInRounds, Refusal
from companion.rules.seats import SHIELDS, Presence
from companion.rules.sheriff.commands import ComeBack, Join
from companion.rules.sheriff.deputies import fewest_first
from companion.rules.sheriff.events import PlayerJoined, PlayerReturned, Renamed
from companion.rules.sheriff.game import OUT, Game
from companion.rules.sheriff.guards import check_purse
from companion.rules.sheriff.options import MOST_PLAYERS
from companion.rules.sheriff.refusals import IsHere, NothingMoved, TableFull
from companion.rules.sheriff.replaying import evolve
from companion.rules.sheriff.rotation import check_turns, with_turns
from companion.rules.stages import Stage


def may_rename(game: Game, seat: int) -> Refusal | None:
    """Whether a player can still be called otherwise: whoever sat there, until the result is final."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    return None if 0 <= seat < len(game.seats) else NoSuchSeat(seat)


def rename(game: Game, seat: int, name: str) -> Renamed:
    """A player is called otherwise from now on, and in what is told of the evening so far. Who had no name
    was called nothing.
    """
    called = new_name(name, seat, (who.name for other, who in enumerate(game.seats) if other != seat))
    was = game.seats[seat]
    if called == was.name:
        raise NothingMoved
    return Renamed(seat, was.name if was.named else "", called)


def may_join(game: Game) -> Refusal | None:
    """Whether somebody can still come late: while rounds are played, to a table that is not full (T1). Nobody
    makes six of a table that began with fewer: it has no Deputies (E6).
    """
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    most = max(game.began, MOST_PLAYERS)
    return TableFull(most) if len(game.seats) >= most else None


def join(game: Game, command: Join) -> PlayerJoined:
    """A player sits down at a new seat, with the first shield that nobody has, and sits this round out if
    its bags are being dealt with.
    """
    if not 0 <= command.after < len(game.seats):
        raise NoSuchSeat(command.after)
    name = new_name(command.name, len(game.seats), (who.name for who in game.seats))
    check_turns(game, command.turns)
    check_purse(game, command.gold)
    seat, taken = len(game.seats), {who.shield for who in game.seats}
    joined = PlayerJoined(
        seat=seat,
        name=name,
        shield=next(shield for shield in SHIELDS if shield not in taken),
        after=command.after,
        gold=command.gold,
        sits_out=game.is_inspected,
        badge_order=game.badge_order,
        moves=pay(BANK, purse(seat), command.gold),
    )
    return replace(joined, badge_order=tuple(with_turns(evolve(game, joined), seat, command.turns)))


def may_come_back(game: Game, seat: int) -> Refusal | None:
    """Whether somebody who went home can play on: while rounds are played."""
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    if not 0 <= seat < len(game.seats):
        return NoSuchSeat(seat)
    return IsHere(seat) if seat in game.here else None


def come_back(game: Game, command: ComeBack) -> PlayerReturned:
    """A player sits down again, with so many turns as Sheriff to come; where Deputies serve, it is those with
    the fewest terms (E16). The purse is still there, or filled from the bank.
    """
    seat = command.seat
    check_turns(game, command.turns)
    check_purse(game, command.gold)
    gold = command.gold if game.seats[seat].presence is Presence.GONE else 0
    returned = PlayerReturned(
        seat=seat,
        gold=gold,
        badge_order=game.badge_order,
        moves=pay(BANK, purse(seat), gold),
        after=_new_place(game, seat, command.after),
        sits_out=game.is_inspected and not game.waiting and game.brought.get(seat, OUT) == OUT,
    )
    back = evolve(game, returned)
    order = fewest_first(back) if game.has_deputies else tuple(with_turns(back, seat, command.turns))
    return replace(returned, badge_order=order)


def _new_place(game: Game, seat: int, after: int | None) -> int | None:
    """On whose left somebody sits down who sat elsewhere before; None for the old place."""
    if after is None:
        return None
    *_, before, _ = game.left_of(seat)
    if after == seat or not 0 <= after < len(game.seats):
        raise NoSuchSeat(after)
    return None if after == before else after
