"""Corrections: an older bag, sit-out, payment or card was different, and the difference is booked now. A card
that counts at the end stays only where it could still have been taken.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce

from companion.rules.ledger import BANK, BOX, HIGHEST_GOLD, Account, Goods, Move, Place, difference, net
from companion.rules.names import check_reason
from companion.rules.past import known_now
from companion.rules.refusals import CountIsClosed, NothingMoved, Refusal, allow
from companion.rules.seats import Stage
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.cards import COPIES
from companion.rules.sheriff.ending import StandChecked
from companion.rules.sheriff.game import (
    FACE_DOWN,
    Correct,
    Correctable,
    Entry,
    EntryCorrected,
    Event,
    Game,
    ThisRound,
    Twice,
)
from companion.rules.sheriff.inspection import Bag, Bring, Brought, may_inspect
from companion.rules.sheriff.leaving import PlayerLeft
from companion.rules.sheriff.past import (
    Log,
    Shortage,
    before,
    halved_since,
    purses_at_debts,
    shared_since,
    shortages,
)
from companion.rules.sheriff.payments import Paid
from companion.rules.sheriff.taking import CardTaken

Taken = Counter[tuple[int, str]]
"""How many cards of a kind a seat has."""


def may_correct(game: Game, was: Entry) -> Refusal | None:
    """Whether an entry can still be corrected."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    return None if isinstance(was, Correctable) else no.NotCorrectable()


def correct(log: Log, was: Correctable, command: Correct) -> EntryCorrected:
    """Correct an entry: decide it on the game before it, as now known, and book the difference on the present
    game. No later entry may become impossible. A Booty shared since is shared as if this had been known, and
    what its Deputies agreed otherwise is halved if it no longer divides what lay there (E13). Raises a
    Refusal.
    """
    game, then = log[-1][2], before(log, command.seq)
    allow(may_correct(game, was))
    check_reason(command.reason)
    if isinstance(command.command, Bring) and isinstance(was, Brought):
        check_merchant(log, then, command.seq, command.command.merchant)
    now = command.command.instead_of(was, round_as_known(log, command.seq, then))
    if replace(now, moves=was.moves) == was and not difference(was.moves, now.moves):  # in whatever order
        raise NothingMoved
    _check_past(log, command.seq, now)
    check_cards(log, command.seq, now)
    left = (event for number, event, _ in log if number > command.seq and isinstance(event, PlayerLeft))
    gone = {event.seat for event in left if not event.counts}
    said = known_now(log)
    corrected = {**said, command.seq: now}
    before_now = (*was.moves, *shared_since(log, command.seq, said))
    after_now = (*now.moves, *shared_since(log, command.seq, corrected))
    moves = difference(_as_held(gone, before_now), _as_held(gone, after_now))
    _check_purses(game, moves)
    twice = tuple(_mended(log, command.seq, moves))
    halved = _halved_now(log, command.seq, said, corrected)
    debtors = _debtors(log, command.seq, said, corrected)
    return EntryCorrected(command.seq, then.round, command.reason, was, now, moves, twice, halved, debtors)


def _check_purses(game: Game, moves: Iterable[Move]) -> None:
    """Refuse moves by which a purse would now hold more than HIGHEST_GOLD."""
    for (account, _), amount in net(moves).items():
        seat = account.seat or 0
        if account.place is Place.PURSE and amount > 0 and game.gold(seat) + amount > HIGHEST_GOLD:
            raise no.PurseTooLarge(seat, HIGHEST_GOLD)


def _halved_now(log: Log, seq: int, said: Mapping[int, Event], corrected: Mapping[int, Event]) -> Goods:
    """What of a Booty is halved from this correction on, instead of shared as agreed."""
    before = halved_since(log, seq, said)
    halved = halved_since(log, seq, corrected)
    return Goods({what: amount for what, amount in halved.items() if what not in before})


def _debtors(
    log: Log, seq: int, said: Mapping[int, Event], corrected: Mapping[int, Event]
) -> tuple[int, ...]:
    """The seats that were short of coins since an entry, and had more of them than was known."""
    known, now = purses_at_debts(log, said), purses_at_debts(log, corrected)
    richer = (seat for (number, seat), gold in now.items() if number > seq and gold > known[number, seat])
    return tuple(dict.fromkeys(richer))


def _mended(log: Log, seq: int, moves: Iterable[Move]) -> Iterator[Twice]:
    """Yield what these moves change on a stand in the direction in which it was changed since an entry, by
    hand or by a check of its cards. Contraband may have been told since, and counts as face down.
    """
    by_hand = [event for number, event in known_now(log).items() if number > seq and _mends(event)]
    since = net(move for event in by_hand for move in event.moves)
    for account in dict.fromkeys(account for account, _ in (*since,) if account.place is Place.STAND):
        change, mended = (_of(account, net, log[-1][2].contraband) for net in (net(moves), since))
        same = [
            (word, min(abs(amount), abs(mended[word])))
            for word, amount in change.items()
            if amount * mended[word] > 0
        ]
        if same and account.seat is not None:
            yield Twice(account.seat, Goods(same))


def _mends(event: Event) -> bool:
    """Whether an entry puts a stand right: cards come from the box, or go there."""
    return isinstance(event, StandChecked) or (
        isinstance(event, Paid) and None in {event.giver, event.receiver} and not event.onto_booty
    )


def _of(account: Account, net: Counter[tuple[Account, str]], contraband: Container[str]) -> Counter[str]:
    """What comes to an account, with all contraband as face-down cards."""
    found: Counter[str] = Counter()
    for (of, what), amount in net.items():
        if of == account:
            found[FACE_DOWN if what in contraband else what] += amount
    return found


def _check_past(log: Log, seq: int, now: Event) -> None:
    """Refuse a past in which an entry takes more than there was, unless as much was already missing."""
    said = known_now(log)
    short = shortages(log, said)
    for shortage, missing in shortages(log, {**said, seq: now}).items():
        if missing > short.get(shortage, 0):
            raise _refusal(shortage, missing, {**said, seq: now}[shortage.seq])


def _refusal(shortage: Shortage, missing: int, entry: Event) -> Refusal:
    account = shortage.account
    if account.seat is None:
        return no.CorrectionBreaksBox(entry, shortage.what, missing)
    if account.place is Place.PURSE:
        return no.CorrectionBreaksPurse(entry, account.seat, missing)
    return no.CorrectionBreaksStand(entry, account.seat, shortage.what, missing)


def check_merchant(log: Log, before: Game, seq: int, merchant: int) -> None:
    """Refuse the bag of a player who brought none then, or who brought another one in that round."""
    allow(may_inspect(replace(before, done={}), merchant))
    rounds = {number: state.round for number, _, state in log}
    for number, event in known_now(log).items():
        is_bag = isinstance(event, Bag) and event.merchant == merchant
        if is_bag and number != seq and rounds[number] == before.round:
            raise no.SecondBag(event, merchant)


def _as_held(gone: Container[int | None], moves: Iterable[Move]) -> Iterable[Move]:
    """The moves, with the bank and the box in place of seats that left with nothing: it all went there."""
    stand_in = {Place.PURSE: BANK, Place.STAND: BOX, Place.EXTRAS: BOX}
    for move in moves:
        source, target = (
            stand_in[account.place] if account.seat in gone else account
            for account in (move.source, move.target)
        )
        yield Move(source, target, move.what, move.amount)


def round_as_known(log: Log, seq: int, then: Game) -> Game:
    """The game before an entry, with what is known now of the bags and the cards of its round."""
    rounds = {number: state.round for number, _, state in log}
    earlier = (
        event for number, event in known_now(log).items() if number < seq and rounds[number] == then.round
    )
    known = reduce(lambda now, event: event.remembered(now), earlier, ThisRound())
    return replace(then, this_round=replace(known, laws=then.this_round.laws))


def check_cards(log: Log, seq: int, now: Event) -> None:
    """Refuse a past in which a card taken later could not have been taken, unless that was already so."""
    said = known_now(log)
    past = {**said, seq: now}
    before = _impossible(log, said)
    broken = (number for number in _impossible(log, past) if number not in before)
    allow(next((no.CorrectionBreaksCard(past[number]) for number in broken), None))


def _impossible(log: Log, said: Mapping[int, Event]) -> list[int]:
    """The entries of a past by which somebody took a card that could not have been taken."""
    found: list[int] = []
    rounds = {number: state.round for number, _, state in log}
    taken, this_round, number_of_round = Taken(), ThisRound(), 0
    for number, event in said.items():
        if rounds[number] != number_of_round:
            this_round, number_of_round = ThisRound(), rounds[number]
        if isinstance(event, CardTaken) and not event.is_nothing:
            if not _is_possible(this_round, taken, event):
                found.append(number)
            taken[event.seat, event.what] += 1
        if isinstance(event, PlayerLeft) and not event.counts:
            taken = Taken({key: count for key, count in taken.items() if key[0] != event.seat})
        this_round = event.remembered(this_round)
    return found


def _is_possible(this_round: ThisRound, taken: Taken, event: CardTaken) -> bool:
    """Whether a card was still there, and its taker's bag met its condition."""
    what = event.what
    is_left = (
        what not in COPIES
        or sum(count for (_, other), count in taken.items() if other == what) < COPIES[what]
    )
    return is_left and event.is_due(this_round)
