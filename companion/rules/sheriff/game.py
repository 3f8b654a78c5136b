"""The cards in play at a table, the state of its game, and the base of the commands and events that change
it, with the correction of an older entry, which `corrections.py` decides.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, lru_cache

from companion.rules import kinds, ledger
from companion.rules.kinds import Moves, OfAnyGame, may_be
from companion.rules.ledger import GOLD, HIGHEST_GOLD, Balances, Goods, difference
from companion.rules.refusals import PlayerHasLeft, Refusal
from companion.rules.seats import Presence, Seat, Stage
from companion.rules.sheriff.bags import Promise
from companion.rules.sheriff.editions import Edition, EffectKind, Good, Kind, edition
from companion.rules.sheriff.extras import Extra, extras_of
from companion.rules.sheriff.options import FEWEST_WITH_DEPUTIES, MOST_PLAYERS, Options
from companion.rules.sheriff.refusals import GoldOutOfRange, NoCoinsHere
from companion.rules.sheriff.scoring import Result

FACE_DOWN = "face_down"
"""A contraband card on a stand whose kind has not been told (I2, T8)."""


@dataclass(frozen=True, slots=True)
class Box:
    """How many `copies` of each good are in play, in the order of the card tables; which are legal."""

    copies: Goods
    legal: tuple[str, ...]
    contraband: tuple[str, ...]


@lru_cache(maxsize=256)
def box(word: str, options: Options, players: int) -> Box:
    """The box of an edition; cached, since every guard asks for it."""
    cards = edition(word)
    copies = Goods({good.word: _copies(cards, good, options, players) for good in cards.goods})
    legal = tuple(good.word for good in cards.of(Kind.LEGAL) if good.word in copies)
    return Box(copies, legal, tuple(good for good in copies if good not in legal))


def _copies(cards: Edition, good: Good, options: Options, players: int) -> int:
    if good.kind is Kind.ROYAL and not options.royal_goods:
        return 0
    if good.kind is Kind.PROMO:
        return options.promo.get(good.word, 0)
    return cards.copies(good.word, players)


Filled = tuple[str, str]
"""An order that a bag filled: its legal good and its contraband."""


@dataclass(frozen=True, slots=True)
class ThisRound:
    """What each bag that `passed` held, by merchant, without the Brimstone Oil that was shown; whose bags
    were `opened`; the orders that bags `filled`; who took a card on the market; the laws that stand.
    """

    passed: Mapping[int, Goods] = field(default_factory=dict)
    opened: frozenset[int] = frozenset()
    filled: Mapping[int, tuple[Filled, ...]] = field(default_factory=dict)
    marketed: frozenset[int] = frozenset()
    laws: tuple[str, ...] = ()

    @property
    def back(self) -> frozenset[int]:
        """Whose bag is back, passed or opened (E19)."""
        return self.opened.union(self.passed)

    def left(self, merchant: int) -> Goods:
        """The cards of a bag that passed which have filled no order yet: each serves one (E22)."""
        left = self.passed.get(merchant, Goods())
        for good, _ in self.filled.get(merchant, ()):
            left -= left.overlap({good: 1, FACE_DOWN: 1})
        return left


PASSED, OPENED, OUT = "passed", "opened", "out"


@dataclass(frozen=True)  # no slots: a board asks forty times who is still to bring a bag
class Game:
    """Everything the rules know of an evening. Seats are numbered clockwise from 0 as the table opens, and
    from there on as players join; `circle` are the seats clockwise, as the players sit.

    The table opened in the round `opened_in`, for as many players as `began`. `opening_gold` is what all
    purses held then, with what came since for players who joined or are back, and without what went home
    or, as the rules want, to the bank (E13).
    `done` holds what became of each merchant's bag this round, `brought` that of those who left since,
    `turns` how often each seat was Sheriff for a whole round, `last_served` the last of those rounds,
    `badge_order` the Sheriffs of the rounds to come. A quick count `replaces` an older one, by its table's
    id; "" for none. `this_round` is what cards that count at the end and laws have to know of the round.

    A table that began with six has two `deputies` in a round, in the order they were drawn; `sheriff` is the
    first of them. Nobody knows the pairs to come, so `planned` says how many rounds there are (E6, E7). Where
    one Sheriff serves `deputies` is empty, and where the badge goes round `planned` is 0.
    """

    edition: str
    options: Options
    seats: tuple[Seat, ...]
    circle: tuple[int, ...]
    began: int
    sheriff: int
    first_sheriff: int
    round: int
    badge_order: tuple[int, ...]
    turns: tuple[int, ...]
    opened_in: int = 1
    opening_gold: int = 0
    stage: Stage = Stage.ROUNDS
    done: Mapping[int, str] = field(default_factory=dict)
    brought: Mapping[int, str] = field(default_factory=dict)
    balances: Balances = field(default_factory=dict)
    promises: tuple[Promise, ...] = ()
    last_served: Mapping[int, int] = field(default_factory=dict)
    checked: frozenset[int] = frozenset()
    gold_counted: frozenset[int] = frozenset()
    plates: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    result: Result | None = None
    replaces: str = ""
    this_round: ThisRound = field(default_factory=ThisRound)
    deputies: tuple[int, ...] = ()
    planned: int = 0

    @property
    def cards(self) -> Edition:
        """The cards and numbers this table plays with."""
        return edition(self.edition)

    @property
    def rounds(self) -> int:
        """How many rounds the game lasts as things stand."""
        return self.planned or self.round + len(self.badge_order)

    @property
    def sheriffs(self) -> tuple[int, ...]:
        """Who has a badge this round: the Sheriff, or both Deputies in the order they were drawn (E6)."""
        return self.deputies or (self.sheriff,)

    @property
    def has_deputies(self) -> bool:
        """Whether this table began with six, and so plays with Deputies (E6)."""
        return self.began > MOST_PLAYERS

    @property
    def draws_pairs(self) -> bool:
        """Whether two Deputies are drawn for the next round: while five are left (E16)."""
        return self.has_deputies and len(self.here) >= FEWEST_WITH_DEPUTIES

    @property
    def terms(self) -> tuple[int, ...]:
        """How often each seat had a badge, this round included (E7)."""
        return tuple(count + (seat in self.sheriffs) for seat, count in enumerate(self.turns))

    @cached_property
    def here(self) -> tuple[int, ...]:
        """The seats whose players have not left, clockwise."""
        return tuple(seat for seat in self.circle if self.seats[seat].presence is Presence.HERE)

    @cached_property
    def merchants(self) -> tuple[int, ...]:
        """This round's merchants, clockwise from the Sheriff's left (T4), or the first Deputy's (E15)."""
        here = {*self.here} - {*self.sheriffs}
        return tuple(seat for seat in self.left_of(self.sheriff) if seat in here)

    @cached_property
    def waiting(self) -> tuple[int, ...]:
        """The merchants whose bags are still to be done, in order."""
        return tuple(seat for seat in self.merchants if seat not in self.done)

    @property
    def is_inspected(self) -> bool:
        """Whether a bag of this round was dealt with: then the round counts as a turn of its Sheriff."""
        return any(outcome != OUT for outcome in self.done.values())

    def clockwise(self, first: int) -> tuple[int, ...]:
        """Every seat once, clockwise, this one first."""
        place = self.circle.index(first)
        return self.circle[place:] + self.circle[:place]

    def left_of(self, seat: int) -> tuple[int, ...]:
        """Every seat once, clockwise from the left of this one, which comes last."""
        _, *others = self.clockwise(seat)
        return (*others, seat)

    def gold(self, seat: int) -> int:
        """The gold in a seat's purse."""
        return ledger.gold(self.balances, seat)

    def stand(self, seat: int) -> Goods:
        """The cards on a seat's stand."""
        return ledger.on_stand(self.balances, seat)

    def extras(self, seat: int) -> tuple[Extra, ...]:
        """A seat's cards that are no goods and count at the end (E21)."""
        return extras_of(self.balances, seat)

    @property
    def out_of_game(self) -> Goods:
        """The cards that left the game for good (E20)."""
        return ledger.gone(self.balances)

    @property
    def booty_gold(self) -> int:
        """The gold that the Deputies are still to share (E8, E10)."""
        return ledger.on_booty(self.balances).get(GOLD, 0)

    @property
    def booty_cards(self) -> Goods:
        """The cards that the Deputies are still to share, those face down under FACE_DOWN (E8, E10)."""
        return ledger.on_booty(self.balances) - {GOLD: self.booty_gold}

    @property
    def box(self) -> Box:
        """The cards in play at this table: the box stays packed for as many players as began (T6, T7)."""
        return box(self.edition, self.options, self.began)

    def copies(self, word: str) -> int:
        """How many cards of a good are in play at this table (T6, T7)."""
        return self.box.copies.get(word, 0)

    @property
    def goods_in_play(self) -> tuple[str, ...]:
        """The words of all goods in play at this table, in the order of the card tables."""
        return tuple(self.box.copies)

    @property
    def legal_goods(self) -> tuple[str, ...]:
        """The legal goods in play: no bread with three players (T6)."""
        return self.box.legal

    @property
    def contraband(self) -> tuple[str, ...]:
        """The words of everything in play that is not a legal good."""
        return self.box.contraband

    def face_down(self, seat: int) -> int:
        """How many cards on a seat's stand have not been told."""
        return self.stand(seat).get(FACE_DOWN, 0)

    def feast_plates(self, seat: int) -> int:
        """How many cards on a seat's stand become a legal good of its choice at the end (S6)."""
        stand = self.stand(seat)
        return sum(count for word, count in stand.items() if self.becomes_legal(word))

    def becomes_legal(self, word: str) -> bool:
        """Whether a card becomes a legal good of its owner's choice at the end (S6)."""
        return word != FACE_DOWN and self.cards.good(word).does(EffectKind.CHOSEN)


SEATS_BY = ("merchant", "seat")


class Recorder(Enum):
    """Who records a command at a table where each seat records its own; the bank's phone records them all."""

    SHERIFF = "the Sheriff, or either Deputy (E14)"
    SEAT = "the seat that it is about"
    SEAT_OR_SHERIFF = "the seat that it is about, or the Sheriff"
    GIVER = "whoever's gold and goods it gives away"

    def seats(self, game: Game, about: int | None) -> tuple[int, ...]:
        """The seats whose phones record what is about this seat; none if only the bank does, or if it depends
        on what is given away.
        """
        seat = () if about is None else (about,)
        match self:
            case Recorder.SHERIFF:
                return game.sheriffs
            case Recorder.SEAT:
                return seat
            case Recorder.SEAT_OR_SHERIFF:
                return (*seat, *game.sheriffs)
            case _:
                return ()


class Event(kinds.Event[Game]):
    """What happened, with every move resolved: replay never asks a rule again."""

    __slots__ = ()
    seats_by = SEATS_BY

    def remembered(self, now: ThisRound, /) -> ThisRound:
        """What is remembered of the round after it."""
        return now

    def told_by(self, _seat: int, /) -> Goods:
        """The kinds that this seat told of its face-down cards in it."""
        return Goods()


Entry = Event | OfAnyGame
"""Any entry of a log."""


class Begun(kinds.Begun[Game], Event):
    """An event that begins a game."""

    __slots__ = ()
    edition: str
    options: Options
    sheriff: int


class Command(kinds.Command[Game, Event]):
    """What the table asks for."""

    __slots__ = ()
    seats_by = SEATS_BY

    @property
    def givers(self) -> tuple[int | None, ...]:
        """The seats whose gold and goods it gives away, if its givers record it; None is the bank."""
        return (None,)


Opening = kinds.Opening[Begun]


class Correctable(kinds.Correctable[Game], Event):
    """An event that can be corrected later."""

    __slots__ = ()

    @property
    def by_hand(self) -> Moves:
        """The moves by hand of gold that entries name but do not move, where a table keeps its coins (T7)."""
        return ()

    def forgotten(self, now: ThisRound, /) -> ThisRound:
        """What is remembered of the round without it."""
        return now

    def corrected(self, game: Game, _now: "Correctable", _round: int, /) -> Game:
        """Return the game once this entry of a round says `_now` instead."""
        return game


class Correction(Command):
    """A command that may also say what an older entry should have been."""

    __slots__ = ()

    @abstractmethod
    def decide(self, game: Game, /) -> Correctable:
        """As for any command."""

    @abstractmethod
    def instead_of(self, was: Correctable, then: Game, /) -> Correctable:
        """Decide what an entry is corrected to, from the game as it was then. Raises NotCorrectable for an
        entry of another sort, or any other Refusal.
        """


def may_hold(game: Game, seat: int) -> Refusal | None:
    """Whether a seat's purse and stand still count: not those of a player who left with nothing."""
    if refusal := may_be(game, seat):
        return refusal
    return PlayerHasLeft(seat) if game.seats[seat].presence is Presence.GONE else None


def check_gold(*amounts: int) -> None:
    """Refuse gold below 0 or beyond any evening."""
    if not all(0 <= amount <= HIGHEST_GOLD for amount in amounts):
        raise GoldOutOfRange(HIGHEST_GOLD)


def check_purse(game: Game, gold: int) -> None:
    """Refuse a purse that no latecomer can have, and any gold where the table keeps its coins (T7)."""
    check_gold(gold)
    if gold and game.options.coins_on_table:
        raise NoCoinsHere


@dataclass(frozen=True, slots=True)
class Correct(kinds.Correct):
    """An older bag, sit-out, payment or card was different."""

    command: Correction


@dataclass(frozen=True, slots=True)
class Twice:
    """Cards that a correction brings to a stand, or takes off it, after somebody already did so by hand."""

    seat: int
    goods: Goods


@dataclass(frozen=True, slots=True)
class EntryCorrected(kinds.Corrects[Game], Event):
    """An older entry, of `round`, was different: what it said, what it says now, the moves in between.
    `twice` are cards that may now count twice, because stands were mended since the entry. `halved` is what
    of the Booty is now halved, where its Deputies had agreed otherwise (E13). The `debtors` were short of
    coins since, and had more of them than was known then.
    """

    word = "entry_corrected"
    later = ("twice", "halved", "debtors")
    seq: int
    round: int
    reason: str
    was: Correctable
    now: Correctable
    moves: Moves
    twice: tuple[Twice, ...] = ()
    halved: Goods = field(default_factory=Goods)
    debtors: tuple[int, ...] = ()

    def evolved(self, game: Game) -> Game:
        """Remember of its round what the entry says now; a bag also changes what the board says."""
        if self.round == game.round:
            this_round = self.now.remembered(self.was.forgotten(game.this_round))
            game = replace(game, this_round=this_round)
        return self.was.corrected(game, self.now, self.round)

    @property
    def by_hand(self) -> Moves:
        """The moves by hand that turn what it said into what it says (T7)."""
        return difference(self.was.by_hand, self.now.by_hand)

    def owners(self, _before: Game) -> tuple[int, ...]:
        """The seats that may correct both what it said and what it says."""
        return tuple(seat for seat in self.was.makers if seat in self.now.makers)
