"""Corrections: an older bag, sit-out, payment or card was different, and the difference is booked now. A card
that counts at the end stays only where it could still have been taken.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from math import inf

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
    Held,
    Log,
    Past,
    Shortage,
    before,
    halved_since,
    purses_at_debts,
    replayed,
    shared_since,
    shortages,
)
from companion.rules.sheriff.payments import Paid
from companion.rules.sheriff.taking import CardTaken


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
    game, then, said = log[-1][2], before(log, command.seq), known_now(log)
    known = replayed(log, said)
    allow(may_correct(game, was))
    check_reason(command.reason)
    if isinstance(command.command, Bring) and isinstance(was, Brought):
        _check_merchant(known, then, command.seq, command.command.merchant)
    now = command.command.instead_of(was, _round_as_known(known, command.seq, then))
    if replace(now, moves=was.moves) == was and not difference(was.moves, now.moves):  # in whatever order
        raise NothingMoved
    corrected = replayed(log, {**said, command.seq: now})
    _check_past(known, corrected)
    _check_cards(known, corrected)
    later = [entry.event for entry in known if entry.number > command.seq]
    gone = {event.seat for event in later if isinstance(event, PlayerLeft) and not event.counts}
    before_now = (*was.moves, *shared_since(known, command.seq))
    after_now = (*now.moves, *shared_since(corrected, command.seq))
    moves = difference(_as_held(gone, before_now), _as_held(gone, after_now))
    _check_purses(game, moves)
    already, halved = halved_since(known, command.seq), halved_since(corrected, command.seq)
    return EntryCorrected(
        command.seq,
        then.round,
        command.reason,
        was,
        now,
        moves,
        twice=tuple(_mended(later, moves, game.contraband)),
        halved=Goods({what: amount for what, amount in halved.items() if what not in already}),
        debtors=_debtors(known, corrected, command.seq),
    )


def _check_purses(game: Game, moves: Iterable[Move]) -> None:
    """Refuse moves by which a purse would now hold more than HIGHEST_GOLD."""
    for (account, _), amount in net(moves).items():
        seat = account.seat or 0
        if account.place is Place.PURSE and amount > 0 and game.gold(seat) + amount > HIGHEST_GOLD:
            raise no.PurseTooLarge(seat, HIGHEST_GOLD)


def _debtors(known: Past, corrected: Past, seq: int) -> tuple[int, ...]:
    """The seats that were short of coins since an entry, and had more of them than was known."""
    had, has = purses_at_debts(known), purses_at_debts(corrected)
    richer = (seat for (number, seat), gold in has.items() if number > seq and gold > had[number, seat])
    return tuple(dict.fromkeys(richer))


def _mended(later: Iterable[Event], moves: Iterable[Move], contraband: Container[str]) -> Iterator[Twice]:
    """Yield what these moves change on a stand in the direction in which `later` entries changed it, by hand
    or by a check of its cards. Contraband may have been told since, and counts as face down.
    """
    since = net(move for event in later if _mends(event) for move in event.moves)
    for account in dict.fromkeys(account for account, _ in (*since,) if account.place is Place.STAND):
        change, mended = (_of(account, net, contraband) for net in (net(moves), since))
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


def _check_past(known: Past, corrected: Past) -> None:
    """Refuse a past in which an entry takes more than there was, unless as much was already missing."""
    short, said = shortages(known), {entry.number: entry.event for entry in corrected}
    for shortage, missing in shortages(corrected).items():
        if missing > short.get(shortage, 0):
            raise _refusal(shortage, missing, said[shortage.seq])


def _refusal(shortage: Shortage, missing: int, entry: Event) -> Refusal:
    account = shortage.account
    if account.seat is None:
        return no.CorrectionBreaksBox(entry, shortage.what, missing)
    if account.place is Place.PURSE:
        return no.CorrectionBreaksPurse(entry, account.seat, missing)
    return no.CorrectionBreaksStand(entry, account.seat, shortage.what, missing)


def _check_merchant(known: Past, then: Game, seq: int, merchant: int) -> None:
    """Refuse the bag of a player who brought none then, or who brought another one in that round."""
    allow(may_inspect(replace(then, done={}), merchant))
    for entry in known:
        is_other = entry.number != seq and entry.after.round == then.round
        if is_other and isinstance(entry.event, Bag) and entry.event.merchant == merchant:
            raise no.SecondBag(entry.event, merchant)


def _as_held(gone: Container[int | None], moves: Iterable[Move]) -> Iterable[Move]:
    """The moves, with the bank and the box in place of seats that left with nothing: it all went there."""
    stand_in = {Place.PURSE: BANK, Place.STAND: BOX, Place.EXTRAS: BOX}
    for move in moves:
        source, target = (
            stand_in[account.place] if account.seat in gone else account
            for account in (move.source, move.target)
        )
        yield Move(source, target, move.what, move.amount)


def _round_as_known(known: Past, seq: int, then: Game) -> Game:
    """The game before an entry, with what is known now of the bags and the cards of its round."""
    this_round = ThisRound()
    for entry in known:
        if entry.number < seq and entry.after.round == then.round:
            this_round = entry.event.remembered(this_round)
    return replace(then, this_round=replace(this_round, laws=then.this_round.laws))


def _check_cards(known: Past, corrected: Past) -> None:
    """Refuse a past in which a card taken later could not have been taken, unless that was already so."""
    before = _impossible(known)
    broken = (event for number, event in _impossible(corrected).items() if number not in before)
    allow(next(map(no.CorrectionBreaksCard, broken), None))


def _impossible(past: Past) -> dict[int, CardTaken]:
    """The entries of a past by which somebody took a card that could not have been taken."""
    found: dict[int, CardTaken] = {}
    this_round, number_of_round = ThisRound(), 0
    for entry in past:
        event = entry.event
        if entry.after.round != number_of_round:
            this_round, number_of_round = ThisRound(), entry.after.round
        if isinstance(event, CardTaken) and not _is_possible(this_round, entry.held, event):
            found[entry.number] = event
        this_round = event.remembered(this_round)
    return found


def _is_possible(this_round: ThisRound, held: Held, event: CardTaken) -> bool:
    """Whether no card was taken, or it was still there and its taker's bag met its condition."""
    taken = sum(
        count
        for (account, word), count in held.items()
        if account.place is Place.EXTRAS and word.rpartition(":")[0] == event.what
    )
    return event.is_nothing or (taken < COPIES.get(event.what, inf) and event.is_due(this_round))
