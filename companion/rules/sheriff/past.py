"""The past as it is known now: what everybody had then."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.ledger import (
    BANK,
    BOOTY,
    BOX,
    GOLD,
    Account,
    Balances,
    Goods,
    Move,
    carry,
    extras,
    net,
    purse,
    stand,
)
from companion.rules.past import known_now, right_before
from companion.rules.sheriff.booty import BootyShared
from companion.rules.sheriff.game import FACE_DOWN, Event, Game
from companion.rules.sheriff.leaving import PlayerLeft
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.rotation import BadgePassed, CountBegun

Log = Sequence[tuple[int, Event, Game]]
"""What stands, in order: the number of each entry, what it said when it was booked, the game right after."""

Held = Counter[tuple[Account, str]]
"""How much each account holds; below 0 if more was taken than there was, and for what left the bank and the
box.
"""


@dataclass(frozen=True, slots=True)
class Replayed:
    """An entry in a past: its number, what it says there, the games `before` it (None for the opening) and
    `after` it as they were booked, what was `held` before it in this past, and what it moves there.
    """

    number: int
    event: Event
    before: Game | None
    after: Game
    held: Held
    moves: tuple[Move, ...]


Past = tuple[Replayed, ...]
"""A log replayed as if its entries had said something, in their order; corrections themselves are left out.
"""


@dataclass(frozen=True, slots=True)
class Shortage:
    """The entry of this number takes more `what` from an account than is there."""

    seq: int
    account: Account
    what: str


def before(log: Log, seq: int) -> Game:
    """The game right before an entry other than the opening, with all corrections of earlier entries, the
    laws of its round, and the players' present names.
    """
    state, late = right_before(log, seq)
    return _under_laws(log, replace(state, balances=_balances(log, seq)) if late else state)


def _under_laws(log: Log, then: Game) -> Game:
    """The game with the laws of its round, which may have been typed only later in it (E27)."""
    same = (state.this_round.laws for _, _, state in reversed(log) if state.round == then.round)
    laws = then.this_round.laws or next(filter(None, same), ())
    if laws == then.this_round.laws:
        return then
    return replace(then, this_round=replace(then.this_round, laws=laws))


def replayed(log: Log, said: Mapping[int, Event]) -> Past:
    """The entries of a log but for its corrections, replayed as if they had said this."""
    past: list[Replayed] = []
    held: Held = Counter()
    last = None
    for number, _, after in log:
        if number in said:
            moves = _moves(said[number], held, last)
            past.append(Replayed(number, said[number], last, after, held, moves))
            held = Counter(held)
            held.update(net(moves))
        last = after
    return tuple(past)


def _balances(log: Log, seq: int) -> Balances:
    """What everybody had before an entry; 0 where an older past gave away what was not there."""
    held: Held = Counter()
    for entry in replayed(log, known_now(log)):
        if entry.number < seq:
            held.update(net(entry.moves))
    accounts = dict.fromkeys(account for account, _ in held if account not in {BANK, BOX})
    return {
        account: Goods({what: amount for (of, what), amount in held.items() if of == account and amount > 0})
        for account in accounts
    }


def shortages(past: Past) -> dict[Shortage, int]:
    """By how much accounts fall short in a past, in the order of its entries."""
    found: dict[Shortage, int] = {}
    for entry in past:
        held: Held = Counter(entry.held)
        for move in entry.moves:
            held.update(net([move]))
            if move.source not in {BANK, BOX}:
                _note(found, Shortage(entry.number, move.source, move.what), -held[move.source, move.what])
        if any(move.source == BOX for move in entry.event.moves):
            for word, missing in _beyond_the_box(entry.after, held):
                _note(found, Shortage(entry.number, BOX, word), missing)
    return found


def purses_at_debts(past: Past) -> dict[tuple[int, int], int]:
    """The gold that each player who was short of it had right before, by entry number and seat."""
    return {
        (entry.number, fine.payer): entry.held[purse(fine.payer), GOLD]
        for entry in past
        if isinstance(entry.event, BagOpened)
        for fine, debt in entry.event.fines
        if debt
    }


def shared_since(past: Past, seq: int) -> tuple[Move, ...]:
    """How the Booty of an entry's round was shared since; empty while it lies there (E13)."""
    sharing = _sharing(past, seq)
    return sharing.moves if sharing else ()


def halved_since(past: Past, seq: int) -> Goods:
    """What of the Booty of an entry's round was not shared in halves, but is halved in this past, because
    something else lay there (E13).
    """
    match _sharing(past, seq):
        case Replayed(event=BootyShared() as event, moves=moves):
            known, lay = _from_booty(event.moves), _from_booty(moves)
            return Goods({what: lay[what] for what in known if _is_anew(event, what, known, lay)})
        case _:
            return Goods()


def _is_anew(event: BootyShared, what: str, known: Mapping[str, int], lay: Mapping[str, int]) -> bool:
    """Whether the agreed shares of one kind, or of the gold, no longer divide what lay there."""
    agreed = {move for move in event.moves if move.what == what}
    return lay[what] != known[what] and agreed != {*_halved(what, known[what], event.sheriffs)}


def _from_booty(moves: Iterable[Move]) -> Counter[str]:
    """How much of each kind, and of gold, was shared out."""
    found: Counter[str] = Counter()
    for move in moves:
        found[move.what] += move.amount
    return found


def _sharing(past: Past, seq: int) -> Replayed | None:
    """The entry that shared out the Booty of an entry's round or ended that; None while it lies there."""
    ends = BootyShared | BadgePassed | CountBegun
    return next((entry for entry in past if entry.number > seq and isinstance(entry.event, ends)), None)


def _note(found: dict[Shortage, int], shortage: Shortage, missing: int) -> None:
    if missing > found.get(shortage, 0):
        found[shortage] = missing


def _beyond_the_box(game: Game, held: Held) -> Iterator[tuple[str, int]]:
    """How many more cards of each good are out than the box has, and of contraband altogether."""
    out = Goods({word: max(0, -held[BOX, word]) for word in (*game.goods_in_play, FACE_DOWN)})
    for word in game.goods_in_play:
        yield word, out.get(word, 0) - game.copies(word)
    hidden = out.get(FACE_DOWN, 0)
    yield FACE_DOWN, hidden + sum(out.get(word, 0) - game.copies(word) for word in game.contraband)


def _moves(event: Event, held: Held, before_it: Game | None) -> tuple[Move, ...]:
    """What an entry moves. A player who leaves with nothing leaves everything behind, however much that was;
    Deputies share all that lies in the Booty, and nothing lies there once the round is over (E13).
    """
    if isinstance(event, PlayerLeft) and not event.counts:
        home = {purse(event.seat): BANK, stand(event.seat): BOX, extras(event.seat): BOX}
        return tuple(
            Move(account, home[account], what, amount)
            for (account, what), amount in held.items()
            if account in home and amount > 0
        )
    if isinstance(event, BootyShared):
        return _shared(event.moves, held, event.sheriffs)
    if isinstance(event, BadgePassed | CountBegun) and before_it:
        return _shared(event.moves, held, before_it.sheriffs)
    return event.moves


def _shared(moves: tuple[Move, ...], held: Held, sheriffs: Sequence[int]) -> tuple[Move, ...]:
    """How the Booty is shared in a past: as it was, but halved where the amount was not what was known."""
    lay = {what: max(0, amount) for (account, what), amount in held.items() if account == BOOTY}
    known = _from_booty(moves)
    same = tuple(move for move in moves if lay.get(move.what, 0) == known[move.what])
    return same + tuple(
        move
        for what, amount in lay.items()
        if amount != known[what]
        for move in _halved(what, amount, sheriffs)
    )


def _halved(what: str, amount: int, sheriffs: Sequence[int]) -> Iterator[Move]:
    """Gold or cards of one kind, evenly; what is left goes back to the bank or to a discard pile."""
    account, home = (purse, BANK) if what == GOLD else (stand, BOX)
    each, left = divmod(amount, len(sheriffs))
    for target, part in (*((account(seat), each) for seat in sheriffs), (home, left)):
        yield from carry(BOOTY, target, {what: part})
