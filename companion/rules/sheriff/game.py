"""The state of a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.rules import ledger
from companion.rules.goods import GOLD, Goods
from companion.rules.ledger import Balances
from companion.rules.seats import Presence, Seat
from companion.rules.sheriff.bags import Promise
from companion.rules.sheriff.box import FACE_DOWN, Box, box
from companion.rules.sheriff.editions import Edition, EffectKind, edition
from companion.rules.sheriff.extras import Extra, extras_of
from companion.rules.sheriff.options import FEWEST_WITH_DEPUTIES, MOST_PLAYERS, Options
from companion.rules.sheriff.scoring import Result
from companion.rules.sheriff.this_round import ThisRound
from companion.rules.stages import Stage

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
        """This round's merchants, clockwise from the left of the Sheriff (T4), or of the Deputy drawn first
        (E15).
        """
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
