"""What can be changed about the table itself: names, options, who is Sheriff."""

from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.seats import Presence
from companion.rules.sheriff import rotation
from companion.rules.sheriff.editions import Kind
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.refusals import TableFull
from companion.rules.sheriff.rotation import MendSheriff, SkipTurn
from companion.rules.sheriff.seating import ComeBack, Join, Rename
from companion.rules.sheriff.steps import Step
from companion.rules.sheriff.switching import SetOptions, seen_as
from companion.web.phone.sheriff.permit import Permit
from companion.web.phone.sheriff.table import Table
from companion.web.screens.parts import Seat, seat_of, seats_of
from companion.web.screens.sheriff.latest import happened
from companion.web.screens.undone import Done, done_at
from companion.web.words.sheriff.glossary import OPTIONS, option_name
from companion.web.words.sheriff.sentences import Words


@dataclass(frozen=True, slots=True)
class Switch:
    """An option that is on or off; of a promo card also how many `copies` there are, 0 for any other."""

    field: str
    label: str
    hint: str
    on: bool
    copies: int = 0


@dataclass(frozen=True, slots=True)
class Absent:
    """Who went home: to the left of which of these `seats` they would sit, in the old place `after` one of
    them; how often they would still be Sheriff, unless the table `draws` Deputies; the gold proposed if
    nothing is left, or None.
    """

    seat: Seat
    seats: tuple[Seat, ...]
    after: int
    turns: int
    most: int
    gold: int | None
    draws: bool = False


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who comes late, to the left of one of these `seats`, of whom `after` is chosen: how often they are
    Sheriff, and their gold, None where the table keeps its coins. `refused` where no seat is left.
    """

    name: str
    seats: tuple[Seat, ...]
    after: int
    turns: int
    most: int
    gold: int | None
    refused: Markup | str


@dataclass(frozen=True, slots=True)
class Changes:
    """What sheriff/changes/_changes.html shows: what was just `done`; who can be called otherwise, which
    options this phone may switch, and what they are `on` now, who can be the first Sheriff instead, or one of
    the two first `deputies`, and whose turn as Sheriff can be skipped, if anybody's; who may come back, and
    whether somebody may join.
    """

    game: str
    done: Done | None
    named: tuple[Seat, ...]
    options: tuple[Switch, ...]
    promos: tuple[Switch, ...]
    on: str
    sheriffs: tuple[Seat, ...]
    deputies: tuple[Seat, ...]
    skips: Seat | None
    absent: tuple[Absent, ...]
    newcomer: Newcomer | None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to change."""
        anybody = self.named or self.absent or self.sheriffs or self.deputies or self.skips or self.newcomer
        return not (anybody or self.options)


def changes(table: Table, permit: Permit, options: Options, coming: Join | None, done: int = 0) -> Changes:
    """What rules and rights now allow this phone, with the options as typed, who is `coming`, and the number
    of the entry that was just `done`.
    """
    game, seats = table.game, table.game.circle
    switches = permit.allows(SetOptions)
    mended = seats_of(game, [seat for seat in seats if permit.allows(MendSheriff, seat)])
    return Changes(
        game=table.id,
        done=done_at(table, done, happened(table), may_take_back=permit.may_take_back()),
        named=seats_of(game, [seat for seat in seats if permit.allows(Rename, seat)]),
        options=_switches(options) if switches else (),
        promos=_promos(table, options) if switches else (),
        on=seen_as(game.options),
        sheriffs=() if game.deputies else mended,
        deputies=mended if game.deputies else (),
        skips=seat_of(game, game.sheriff) if permit.allows(SkipTurn, game.sheriff) else None,
        absent=tuple(_absent(game, seat) for seat in seats if permit.allows(ComeBack, seat)),
        newcomer=_newcomer(game, permit, coming),
    )


def changeable(permit: Permit) -> bool:
    """Whether there is anything that this phone may change about the table."""
    seats = range(len(permit.table.game.seats))
    return permit.allows(SetOptions) or any(permit.allows(Rename, seat) for seat in seats)


def _absent(game: Game, seat: int) -> Absent:
    most, is_gone = rotation.most_turns(game), game.seats[seat].presence is Presence.GONE
    gold = game.cards.purse if is_gone and not game.options.coins_on_table else None
    *_, before, _ = game.left_of(seat)
    others = seats_of(game, [other for other in game.circle if other != seat])
    turns, draws = rotation.turns_due(game, seat), game.has_deputies
    return Absent(seat_of(game, seat), others, before, turns, most, gold, draws)


def _newcomer(game: Game, permit: Permit, coming: Join | None) -> Newcomer | None:
    """Where the circle closes, with the opening purse, and as many turns as the others still have, if nothing
    else is typed.
    """
    full = Join.may(game)
    if not permit.lets(Step(Join)) or not (full is None or isinstance(full, TableFull)):
        return None
    after, turns, gold = game.circle[-1], rotation.turns_left(game), game.cards.purse
    if coming:
        after, turns, gold = coming.after, coming.turns, coming.gold
    return Newcomer(
        name=coming.name if coming else "",
        seats=seats_of(game, game.circle),
        after=after,
        turns=turns,
        most=rotation.most_turns(game),
        gold=None if game.options.coins_on_table else gold,
        refused=Words(game.seats).refusal(full) if full else "",
    )


def _switches(options: Options) -> tuple[Switch, ...]:
    return tuple(
        Switch(field, option_name(field), option_name(field, hint=True), getattr(options, field))
        for field in OPTIONS
    )


def _promos(table: Table, options: Options) -> tuple[Switch, ...]:
    words = [good.word for good in table.game.cards.of(Kind.PROMO)]
    copies = {word: options.promo.get(word, 0) for word in words}
    return tuple(Switch(word, word, "", number > 0, number or 1) for word, number in copies.items())
