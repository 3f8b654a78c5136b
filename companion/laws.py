"""What holds for the log of every game, whatever was played. The rules themselves are not applied again: a
game from last year stays valid when a rule is corrected.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from companion.rules import ledger
from companion.rules.checks import BrokenLawError, check_number, check_said, check_seats
from companion.rules.kinds import Corrects, EntryPutBack, OfAnyGame, TakenBack
from companion.rules.ledger import NO_GOODS, OverdrawnError
from companion.rules.past import as_corrected
from companion.rules.refusals import Refusal
from companion.rules.ruleset import AnyRuleset, Event, State
from companion.rules.seats import Stage

AnyEvent = Event | OfAnyGame
NOBODY: Mapping[int, None] = MappingProxyType({})


def follow(
    rules: AnyRuleset,
    entries: Iterable[tuple[int, AnyEvent]],
    recorders: Mapping[int, tuple[int, ...] | None] = NOBODY,
) -> State:
    """Return the game that numbered events lead to by these rules; `recorders` are their phones' seats.
    Raises BrokenLawError at the first impossible event.
    """
    log = _Log(rules)
    for seq, event in entries:
        try:
            log.add(seq, event)
            for seat in recorders.get(seq) or ():
                check_number(seat, len(log.states[-1].seats) - 1, "the recorder")
        except BrokenLawError as broken:
            raise BrokenLawError(broken.what, seq) from broken
        except Refusal as refusal:
            raise BrokenLawError(str(refusal), seq) from refusal
    if not log.states:
        raise BrokenLawError("there are no entries")
    check_sums((event for _, event in log.standing), log.states[-1])
    return log.states[-1]


def check_step(rules: AnyRuleset, before: State, event: AnyEvent, after: State) -> None:
    """Check what must hold after an entry, from the game `before` it alone. Raises BrokenLawError."""
    try:
        if isinstance(event, OfAnyGame):
            _check_undoing(event, before)
        else:
            rules.laws.event(before, event)
            _check_moved(before, event, after)
        rules.laws.game(after)
    except Refusal as refusal:
        raise BrokenLawError(str(refusal)) from refusal


def _check_moved(before: State, event: Event, after: State) -> None:
    """Check that the balances have changed by exactly what this event moves."""
    had, has = before.balances, after.balances
    changed = {account: goods for account, goods in has.items() if had.get(account) is not goods}
    moved: Counter[tuple[ledger.Account, str]] = Counter()
    for move in event.moves:
        moved[move.source, move.what] -= move.amount
        moved[move.target, move.what] += move.amount
    for account, goods in changed.items():
        earlier = had.get(account, NO_GOODS)
        for what in {*goods, *earlier}:
            if goods.get(what, 0) < 0:
                raise BrokenLawError("somebody has less than nothing")
            moved[account, what] -= goods.get(what, 0) - earlier.get(what, 0)
    if not has.keys() >= had.keys() or any(
        amount and account not in ledger.ENDLESS for (account, _), amount in moved.items()
    ):
        raise BrokenLawError("purses and stands are not what was moved to them")


class _Log:
    """The standing entries, and the game after each of them; `redo` those that can still be put back, the
    next one last: the number of the take back, the entry, the game after it.
    """

    def __init__(self, rules: AnyRuleset) -> None:
        self.rules = rules
        self.openings = tuple(rules.kinds.openings.values())
        self.standing: list[tuple[int, AnyEvent]] = []
        self.states: list[State] = []
        self.redo: list[tuple[int, tuple[int, AnyEvent], State]] = []

    def add(self, seq: int, event: AnyEvent) -> None:
        """Add an entry."""
        game = self.states[-1] if self.states else None
        if isinstance(event, self.openings):
            if game is not None:
                raise BrokenLawError("it opens the game a second time")
            self.rules.laws.opening(event)
        elif game is None:
            raise BrokenLawError("the first entry does not open a game")
        elif isinstance(event, TakenBack):
            self._take_back(seq, event, game)
            return
        elif isinstance(event, EntryPutBack):
            self._put_back(event, game)
            return
        elif game.stage is Stage.CLOSED:
            raise BrokenLawError("it comes after the result, which only a take back can follow")
        else:
            self.rules.laws.event(game, event)
            self._check_correction(event)
        after = self._after(game, event)
        if game is None:
            check_seats(after.seats)
        self.redo.clear()
        self._stands((seq, event), after)

    def _stands(self, entry: tuple[int, AnyEvent], after: State) -> None:
        self.standing.append(entry)
        self.states.append(after)

    def _after(self, game: State | None, event: Event) -> State:
        """The game after an event, if nothing is overdrawn and this game's laws hold."""
        try:
            after = self.rules.evolve(game, event)
        except OverdrawnError as overdrawn:
            [move] = overdrawn.args
            what = f"it takes {move.amount} {move.what} from where there are fewer"
            raise BrokenLawError(what) from overdrawn
        check_said(event, len(after.seats))
        self.rules.laws.game(after)
        return after

    def _take_back(self, seq: int, event: TakenBack, game: State) -> None:
        latest = self.standing[-1][0]
        if len(self.standing) == 1 or event.seq != latest:
            raise BrokenLawError(f"it takes back entry {event.seq}, but the latest standing one is {latest}")
        _check_undoing(event, game)
        self.redo.append((seq, self.standing.pop(), self.states.pop()))

    def _put_back(self, event: EntryPutBack, game: State) -> None:
        if not self.redo or self.redo[-1][0] != event.seq:
            raise BrokenLawError(f"it undoes entry {event.seq}, which is not the take back to undo next")
        _check_undoing(event, game)
        self._stands(*self.redo.pop()[1:])

    def _check_correction(self, event: Event) -> None:
        if isinstance(event, Corrects) and event.was != as_corrected(self.standing, event.seq):
            raise BrokenLawError(f"it corrects entry {event.seq}, which does not say so")


def _check_undoing(event: OfAnyGame, game: State) -> None:
    if event.moves:
        raise BrokenLawError("what is taken back or put back moves nothing by itself")
    for seat in event.by or ():
        check_number(seat, len(game.seats) - 1, "by")


def check_sums(events: Iterable[AnyEvent], game: State) -> None:
    """Check that the balances are what these events' moves add up to: nothing appears, nothing is lost."""
    sums: Counter[tuple[ledger.Account, str]] = Counter()
    for event in events:
        for move in event.moves:
            sums[move.source, move.what] -= move.amount
            sums[move.target, move.what] += move.amount
    moved = {key: amount for key, amount in sums.items() if amount and key[0] not in ledger.ENDLESS}
    held = {(account, what): n for account, goods in game.balances.items() for what, n in goods.items()}
    if moved != held:
        raise BrokenLawError("purses and stands are not what was moved to them")
