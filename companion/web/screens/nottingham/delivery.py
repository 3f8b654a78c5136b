"""The sheet of a delivery or a mission, and of its correction."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.nottingham.box import BOX, Numbers
from companion.rules.nottingham.events import Delivered, Event
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.playing import may_take
from companion.rules.refusals import NothingMoved, Refusal
from companion.web.forms.nottingham.delivery_form import TILES, DeliveryForm
from companion.web.screens.parts import Seat, seat_of, seats_of
from companion.web.words.nottingham.glossary import item_name, mission_name
from companion.web.words.nottingham.hands import hands, sheriff
from companion.web.words.nottingham.sentences import Words


@dataclass(frozen=True, slots=True)
class ItemTile:
    """An object to tap; `out` where no more of it can be delivered."""

    word: str
    label: str
    value: int
    chosen: bool
    out: bool


@dataclass(frozen=True, slots=True)
class MissionTile:
    """A mission to tap, what is to be shown for it, and what it would be worth, None if nobody knows. Those
    who have it are its `takers`; `out` where the player cannot take it, `full` where nobody can. It `asks`
    for the numbers on its cards, as typed or known.
    """

    word: str
    label: str
    hint: str
    worth: int | None
    takers: tuple[Seat, ...]
    chosen: bool
    out: bool
    full: bool
    asks: bool
    alone: str
    shared: str


@dataclass(frozen=True, slots=True)
class Ambusher:
    """Who may have lain in ambush, and how many were."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class DeliverySum:
    """What booking it would come to: what the `hands` do, that it is `called_off`, or why it is refused;
    before anything is sent, first of all what is `misread` in what is typed.
    """

    hands: tuple[Markup, ...] = ()
    called_off: Markup | None = None
    refused: Markup | str = ""
    misread: str = ""


@dataclass(frozen=True, slots=True)
class CorrectedEntry:
    """The entry that the sheet corrects, after the entry `on` if that was corrected before, and what it says
    now.
    """

    entry: int
    on: int
    stands: Markup


@dataclass(frozen=True, slots=True)
class DeliverySheet:
    """What nottingham/delivery/_delivery.html shows: the `seats` that this phone may book for, of which one
    may be `chosen`; `cards` as chosen, with `more` if it is none of the `numbers`. The table's latest entry
    was `seen` when it was opened.
    """

    game: str
    seats: tuple[Seat, ...]
    chosen: Seat | None
    items: tuple[ItemTile, ...]
    numbers: tuple[int, ...]
    cards: int
    more: bool
    most: int
    ambushers: tuple[Ambusher, ...]
    missions: tuple[MissionTile, ...]
    sum: DeliverySum
    reason: str = ""
    never: bool = False
    correcting: CorrectedEntry | None = None
    seen: int = 0

    @property
    def is_mission(self) -> bool:
        """Whether a mission is chosen."""
        return any(mission.chosen for mission in self.missions)


def delivery(  # noqa: PLR0913, PLR0917 - a table, a form, and what it comes to
    table: str,
    game: Game,
    form: DeliveryForm,
    seats: Iterable[int],
    known: Mapping[str, Numbers],
    total: DeliverySum,
    correcting: CorrectedEntry | None = None,
    seen: int = 0,
) -> DeliverySheet:
    """The sheet as it is typed, for a game as it was before the entry; numbers that are `known` are
    proposed.
    """
    return DeliverySheet(
        game=table,
        seats=seats_of(game, seats),
        chosen=seat_of(game, form.seat) if form.seat >= 0 else None,
        items=tuple(_item(game, form, word) for word in BOX.item_words),
        numbers=tuple(TILES),
        cards=form.cards,
        more=form.cards not in TILES,
        most=BOX.copies,
        ambushers=tuple(
            Ambusher(seat_of(game, seat), form.ambushes.get(seat, 0))
            for seat in game.here
            if seat != form.seat or form.ambushes.get(seat)
        ),
        missions=tuple(_mission(game, form, word, known, correcting) for word in BOX.mission_words),
        sum=total,
        reason=form.reason,
        never=form.never,
        correcting=correcting,
        seen=seen,
    )


def sum_of(game: Game, outcome: Event | Refusal | None, me: int | None, misread: str = "") -> DeliverySum:
    """What booking the sheet would come to, to the player at seat `me` if it is that player's own phone;
    nothing while something is still to be chosen. What is `misread` comes to nothing.
    """
    words = Words(game.seats)
    if misread:
        return DeliverySum(misread=misread)
    if outcome is None or isinstance(outcome, NothingMoved):
        return DeliverySum()
    if isinstance(outcome, Refusal):
        return DeliverySum(refused=words.refusal(outcome))
    off = isinstance(outcome, Delivered) and outcome.is_called_off
    return DeliverySum(hands(words, game, outcome, me), sheriff(words, game, outcome, me) if off else None)


def _item(game: Game, form: DeliveryForm, word: str) -> ItemTile:
    chosen = word == form.what
    out = not game.most_cards(word) and not chosen
    return ItemTile(word, item_name(word), BOX.item(word).value, chosen, out)


def _mission(
    game: Game,
    form: DeliveryForm,
    word: str,
    known: Mapping[str, Numbers],
    correcting: CorrectedEntry | None,
) -> MissionTile:
    chosen = word == form.what
    numbers = (form.numbers if chosen else None) or game.numbers.get(word) or known.get(word)
    refused = form.seat >= 0 and may_take(game, form.seat, word) is not None
    full = len(game.takers(word)) >= BOX.mission_cards
    return MissionTile(
        word=word,
        label=mission_name(word),
        hint=mission_name(word, hint=True),
        worth=game.worth_to_next(word) or (known[word].alone if word in known else None),
        takers=seats_of(game, game.takers(word)),
        chosen=chosen,
        out=(refused or full) and not chosen,
        full=full and not chosen,
        asks=word not in game.numbers or correcting is not None,
        alone=str(numbers.alone) if numbers else "",
        shared=str(numbers.shared) if numbers else "",
    )
