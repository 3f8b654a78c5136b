"""Who sits at the table, what each player is called, and with which options they play."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from companion.rules import kinds, ledger, names
from companion.rules.kinds import Moves, Opening, Recorder, in_rounds, reseated, seated
from companion.rules.nottingham.box import BOX, SHIELDS
from companion.rules.nottingham.game import Begun, Command, Event, Game, Options, check_options
from companion.rules.refusals import NothingMoved, Refusal
from companion.rules.seats import Presence, Seat


@dataclass(frozen=True, slots=True)
class OpenTable(Opening[Begun]):
    """A new game. `unnamed` are the places whose names are only placeholders."""

    word = "open_table"
    names: tuple[str, ...]
    shields: tuple[str, ...]
    options: Options = field(default_factory=Options)
    unnamed: tuple[int, ...] = ()

    def begin(self) -> "TableOpened":
        """Everybody sits down, three to seven, each with a shield of their own; nobody has anything yet."""
        for fault in seat_faults(self):
            raise fault
        check_options(self.options)
        return TableOpened(self.options, seated(self.names, self.shields, self.unnamed))


@dataclass(frozen=True, slots=True)
class TableOpened(Begun):
    """The table is open."""

    word = "nottingham_opened"
    options: Options
    seats: tuple[Seat, ...]
    moves: Moves = ()

    def begun(self) -> Game:
        """The Sheriff is before the first space."""
        return Game(self.options, self.seats, balances=ledger.post({}, self.moves))


def seat_faults(command: OpenTable) -> Iterator[Refusal]:
    """Yield all that is wrong with the players who sit down (N1)."""
    numbers = range(BOX.fewest_players, BOX.most_players + 1)
    return names.seat_faults(command.names, command.shields, SHIELDS, numbers)


@dataclass(frozen=True, slots=True)
class Leave(Command):
    """A player goes home, and stays in the count (N20)."""

    word = "leave"
    recorder = Recorder.SEAT
    seat: int

    @staticmethod
    def may(game: Game, seat: int) -> Refusal | None:
        """Whether a player can go home: three must stay to play on (N1), one to count."""
        return kinds.may_leave(game, seat, BOX.fewest_players)

    def decide(self, _game: Game) -> "PlayerLeft":
        """The player leaves, but stays in the count."""
        return PlayerLeft(self.seat)


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """A player went home, and stays in the count (N20)."""

    word = "player_left"
    recorder = Recorder.SEAT
    seat: int
    moves: Moves = ()

    def evolved(self, game: Game) -> Game:
        """The seat is empty."""
        return reseated(game, self.seat, presence=Presence.LEFT)


@dataclass(frozen=True, slots=True)
class ComeBack(Command):
    """Somebody who went home plays on."""

    word = "come_back"
    recorder = Recorder.SEAT
    by_absent = True
    seat: int
    may = staticmethod(kinds.may_come_back)

    def decide(self, _game: Game) -> "PlayerReturned":
        """The player sits down again."""
        return PlayerReturned(self.seat)


@dataclass(frozen=True, slots=True)
class PlayerReturned(Event):
    """A player who had gone home plays on."""

    word = "player_returned"
    recorder = Recorder.SEAT
    seat: int
    moves: Moves = ()

    def evolved(self, game: Game) -> Game:
        """The seat is taken."""
        return reseated(game, self.seat, presence=Presence.HERE)


class Renamed(kinds.Renamed, Event):
    """Recorded by the player's own phone."""

    __slots__ = ()
    recorder = Recorder.SEAT


class Rename(kinds.Renaming, Command):
    """Each player renames their own seat."""

    __slots__ = ()
    recorder = Recorder.SEAT
    happens = Renamed


@dataclass(frozen=True, slots=True)
class SetOptions(Command):
    """The table plays with these options from now on."""

    word = "set_options"
    options: Options
    may = staticmethod(in_rounds)

    def decide(self, game: Game) -> "OptionsSet":
        """The table plays with these from now on; the Sheriff stays where it is (N16, N19)."""
        if self.options == game.options:
            raise NothingMoved
        check_options(self.options)
        return OptionsSet(self.options)

    def is_so(self, game: Game, _standing: Iterable[Event]) -> bool:
        """Whether the table plays with these."""
        return game.options == self.options


@dataclass(frozen=True, slots=True)
class OptionsSet(Event):
    """The table plays with these options from now on."""

    word = "options_set"
    options: Options
    moves: Moves = ()

    def evolved(self, game: Game) -> Game:
        """The game has these options."""
        return replace(game, options=self.options)
