"""What holds for the log of every game, whatever was played. No rule is asked again: a game of last year
stays whole when a rule is corrected.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from companion.rules import ledger
from companion.rules.goods import GOLD, Goods
from companion.rules.ledger import Move, OverdrawnError, Place
from companion.rules.names import check_names
from companion.rules.refusals import Refusal
from companion.rules.seats import SHIELDS, Seat
from companion.rules.sheriff.bags import LONGEST_PROMISE
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.editions import EDITIONS, Edition, Kind, edition
from companion.rules.sheriff.events import (
    CountBegun,
    CountClosed,
    EntryCorrected,
    Event,
    SheetCounted,
    TableOpened,
    TakenBack,
    turns_at_end,
)
from companion.rules.sheriff.game import Game, evolve
from companion.rules.sheriff.options import FEWEST_PLAYERS
from companion.rules.sheriff.payments import LONGEST_REASON
from companion.rules.sheriff.scoring import KING, QUEEN, Result
from companion.rules.sheriff.supply import check_supply
from companion.rules.stages import Stage

LARGEST_NUMBER = 1_000_000
"""No number of an evening is near: not of gold, cards or rounds."""

LONGEST_ID = 64
"""No id of a game is near."""

Opening = TableOpened | SheetCounted
_SEAT = ("merchant", "sheriff", "seat", "giver", "receiver", "payer", "victim")
_SEATS = {*_SEAT, "by", "badge_order", "king", "queen", "winners"}
_WORDS = {"good", "goods", "plates"}
_TEXTS = {"promise": LONGEST_PROMISE, "reason": LONGEST_REASON, "replaces": LONGEST_ID}
_OF_A_SEAT = {Place.PURSE, Place.STAND}
_GOLD_PLACES, _CARD_PLACES = {Place.BANK, Place.PURSE}, {Place.BOX, Place.STAND}


class BrokenLawError(ValueError):
    """An entry that cannot be; `seq` is its number, None where it is the game as a whole."""

    def __init__(self, what: str, seq: int | None = None) -> None:
        self.what = what
        self.seq = seq
        super().__init__(what if seq is None else f"entry {seq}: {what}")


def follow(entries: Iterable[tuple[int, Event]]) -> Game:
    """The game that numbered events lead to. Raises BrokenLawError at the first that cannot be."""
    log = _Log()
    for seq, event in entries:
        try:
            log.add(seq, event)
        except BrokenLawError as broken:
            raise BrokenLawError(broken.what, seq) from broken
    if not log.states:
        raise BrokenLawError("there are no entries")
    check_sums((event for _, event in log.standing), log.states[-1])
    return log.states[-1]


class _Log:
    """The entries that stand, and the game after each of them."""

    def __init__(self) -> None:
        self.standing: list[tuple[int, Event]] = []
        self.states: list[Game] = []

    def add(self, seq: int, event: Event) -> None:
        """One more entry."""
        game = self.states[-1] if self.states else None
        if isinstance(event, Opening):
            if game is not None:
                raise BrokenLawError("it opens the game a second time")
            _check_opening(event)
        elif game is None:
            raise BrokenLawError("the first entry opens no game")
        elif isinstance(event, TakenBack):
            self._take_back(event)
            return
        elif game.stage is Stage.CLOSED:
            raise BrokenLawError("it comes after the result, which only a take back can follow")
        else:
            _check_values(event, game.edition, len(game.seats))
            self._check_correction(event)
        self.states.append(_after(game, event))
        self.standing.append((seq, event))

    def _take_back(self, event: TakenBack) -> None:
        latest = self.standing[-1][0]
        if len(self.standing) == 1 or event.seq != latest:
            raise BrokenLawError(f"it takes back entry {event.seq}, but the latest that stands is {latest}")
        if event.moves:
            raise BrokenLawError("a take back moves nothing by itself")
        game = self.states[-1]
        _check_values(event, game.edition, len(game.seats))
        del self.standing[-1], self.states[-1]

    def _check_correction(self, event: Event) -> None:
        if isinstance(event, EntryCorrected) and event.was != self._as_corrected(event.seq):
            raise BrokenLawError(f"it corrects entry {event.seq}, which does not say so")

    def _as_corrected(self, seq: int) -> Event | None:
        """What a standing entry says by its latest correction."""
        said: Event | None = None
        for number, event in self.standing:
            if number == seq:
                said = event
            elif isinstance(event, EntryCorrected) and event.seq == seq:
                said = event.now
        return said


def _after(game: Game | None, event: Event) -> Game:
    """The game after an event that keeps the balances and the box."""
    try:
        after = evolve(game, event)
        check_supply(after, after.balances)
    except OverdrawnError as overdrawn:
        [move] = overdrawn.args
        raise BrokenLawError(f"it takes {move.amount} {move.what} from where there are fewer") from overdrawn
    except Refusal as refusal:
        raise BrokenLawError(str(refusal)) from refusal
    return after


def check_sums(events: Iterable[Event], game: Game) -> None:
    """Purses and stands are what the moves of these events add up to: nothing appears, nothing is lost."""
    sums: Counter[tuple[ledger.Account, str]] = Counter()
    for event in events:
        for move in event.moves:
            sums[move.source, move.what] -= move.amount
            sums[move.target, move.what] += move.amount
    moved = {key: amount for key, amount in sums.items() if amount and key[0].place in _OF_A_SEAT}
    held = {(account, what): n for account, goods in game.balances.items() for what, n in goods.items()}
    if moved != held:
        raise BrokenLawError("purses and stands are not what was moved to them")


def _check_opening(event: Opening) -> None:
    if event.edition not in EDITIONS:
        raise BrokenLawError("there is no such edition")
    if not FEWEST_PLAYERS <= len(event.seats) <= len(SHIELDS):
        raise BrokenLawError(f"{len(event.seats)} seats are too few or too many")
    _check_seats(event.seats)
    _check_values(event, event.edition, len(event.seats))
    if isinstance(event, SheetCounted):
        _check_by_seat("plates", event.plates, len(event.seats))


def _check_seats(seats: tuple[Seat, ...]) -> None:
    names, shields = tuple(seat.name for seat in seats), {seat.shield for seat in seats}
    try:
        clean = check_names(names) == names
    except Refusal as refusal:
        raise BrokenLawError(str(refusal)) from refusal
    if not clean:
        raise BrokenLawError("the names are not as a table keeps them")
    if len(shields) != len(seats) or not shields <= set(SHIELDS):
        raise BrokenLawError("the shields are unknown, or the same twice")


def _check_values(event: Event, edition_word: str, players: int) -> None:
    """Every seat, word, number and text of an event is one that this table can have."""
    words, ends = set(edition(edition_word).index), isinstance(event, CountClosed | SheetCounted)
    for name, value in _leaves("", event):
        match value:
            case Move():
                _check_move(value, words, players)
            case Goods():
                _check_words(value, words | {FACE_DOWN})
                _check_number(max(value.values(), default=0), LARGEST_NUMBER)
            case bool():
                pass
            case int():
                _check_number(value, players - 1 if name in _SEATS else LARGEST_NUMBER, name)
            case str() if name in _WORDS or (name == "what" and not ends):  # a fine's; a sum has its own
                _check_words((value,), words)
            case str() if name in _TEXTS and len(value) > _TEXTS[name]:
                raise BrokenLawError(f"the {name} is longer than {_TEXTS[name]} characters")
    if isinstance(event, CountBegun) or turns_at_end(event):
        _check_by_seat("turns", turns_at_end(event), players)
    if isinstance(event, CountClosed | SheetCounted):
        _check_result(event.result, edition(edition_word), players)


def _leaves(name: str, value: object) -> Iterator[tuple[str, object]]:
    """Everything an event says, each under the name of its field; the parts of a tuple under the tuple's."""
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(name, part)
    elif is_dataclass(value) and not isinstance(value, Move):
        for field in fields(value):
            yield from _leaves(field.name, getattr(value, field.name))
    else:
        yield name, value


def _check_move(move: Move, words: set[str], players: int) -> None:
    """Gold goes between bank and purses, cards between box and stands, and never round in a circle."""
    places = _GOLD_PLACES if move.what == GOLD else _CARD_PLACES
    for account in (move.source, move.target):
        if account.place not in places or (account.seat is None) == (account.place in _OF_A_SEAT):
            raise BrokenLawError(f"{move.what} cannot be moved there")
        _check_number(account.seat or 0, players - 1, "seat")
    _check_words((move.what,), words | {GOLD, FACE_DOWN})
    _check_number(move.amount, LARGEST_NUMBER)
    if move.amount < 1 or move.source == move.target:
        raise BrokenLawError("it moves nothing")


def _check_words(found: Iterable[str], words: set[str]) -> None:
    for word in found:
        if word not in words:
            raise BrokenLawError(f"there are no cards called {word[:40]!r}")


def _check_number(number: int, most: int, name: str = "") -> None:
    if not 0 <= number <= most:
        what = f"{name} {number}" if name in _SEATS else f"the number {number}"
        raise BrokenLawError(f"{what} cannot be at this table")


def _check_by_seat(name: str, values: tuple[object, ...], players: int) -> None:
    if len(values) != players:
        raise BrokenLawError(f"{name} speaks of {len(values)} seats, the table has {players}")


def _check_result(result: Result, cards: Edition, players: int) -> None:
    """Somebody wins, every seat has its sum, and each sum is right in itself."""
    _check_by_seat("the result", result.players, players)
    if not result.winners or all(player.rank != 1 for player in result.players):
        raise BrokenLawError("the result names no winner")
    legal = {good.word for good in cards.of(Kind.LEGAL)}
    for bonus in result.bonuses:
        _check_words((bonus.good,), legal)
        _check_by_seat(f"the bonus for {bonus.good}", bonus.counts, players)
        for seat, _ in bonus.paid:
            _check_number(seat, players - 1, "seat")
    for player in result.players:
        for line in player.lines:
            _check_line(line.what, set(cards.index), legal)
        sums = (sum(line.amount for line in player.lines), player.gold + player.goods + player.bonuses)
        if any(line.amount != line.count * line.each for line in player.lines) or set(sums) != {player.total}:
            raise BrokenLawError("a sum of the result does not add up")


def _check_line(what: str, words: set[str], legal: set[str]) -> None:
    """A line names gold, a card, a share (king:apples) or a card with another (feast_plate:bread)."""
    head, colon, good = what.partition(":")
    if head in {KING, QUEEN}:
        _check_words((good,), legal)
    elif what != GOLD:
        _check_words((head, good) if colon else (head,), words)
