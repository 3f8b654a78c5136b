"""The forms of two Deputies: who is next, and who takes what off the Booty."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.refusals import Refusal
from companion.rules.sheriff.bags import Share
from companion.rules.sheriff.booty import ShareBooty, even_shares
from companion.rules.sheriff.deputies import Pair, heirs, next_pairs
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.meanwhile import another_booty
from companion.rules.sheriff.refusals import (
    BootyChanged,
    BootyTooSmall,
    BootyUneven,
    DeputiesUnnamed,
    DeputyTwice,
    GoldOutOfRange,
    HeirUnnamed,
    NobodyFollows,
    SharesMismatch,
    WrongDeputies,
)
from companion.rules.sheriff.rotation import PassBadge
from companion.web.forms.beside import fields
from companion.web.forms.lots import drawn
from companion.web.forms.reader import Reader

DRAW = "draw"
LEAVING_FIELDS = fields({"heir": (HeirUnnamed, NobodyFollows)})
PAIR_FIELDS = fields({"second": (DeputiesUnnamed, DeputyTwice, WrongDeputies)})
BOOTY_FIELDS = fields(
    {"shares": (BootyTooSmall, BootyUneven, GoldOutOfRange, SharesMismatch), "": (BootyChanged,)}
)


@dataclass(frozen=True, slots=True)
class PairForm:
    """The next two Deputies as far as they are named, each a seat or None."""

    first: int | None
    second: int | None

    @property
    def named(self) -> tuple[int, ...]:
        """The seats that are named."""
        return tuple(seat for seat in (self.first, self.second) if seat is not None)


def read_pair(game: Game, reader: Reader) -> PairForm:
    """Whose cards the table drew."""
    first, second = (
        reader.seat(field, len(game.seats)) if reader.form.get(field) else None
        for field in ("first", "second")
    )
    return PairForm(first, second)


def pass_badge(game: Game, reader: Reader, action_id: str, taken_back: Iterable[Pair] = ()) -> PassBadge:
    """The command: with the two that the table names or, if the app is asked to `draw`, with two drawn by the
    action's own random id, so that the same tap draws the same; with none where nothing is drawn (E7). A draw
    for this round that was `taken_back` comes again: nobody draws until they like it.
    """
    if reader.ticked("named"):
        named = read_pair(game, reader).named
        return PassBadge(named if len(named) > 1 else ())
    possible = next_pairs(game) if reader.ticked("draw") and game.round < game.rounds else ()
    if not possible:
        return PassBadge()
    again = [pair for pair in taken_back if pair in possible]
    return PassBadge(again[0] if again else drawn(possible, action_id), drawn=True)


def read_heir(game: Game, leaver: int, reader: Reader, action_id: str) -> int | None:
    """Who follows a Deputy who goes home: one of those with the fewest terms, drawn unless the table names
    one; None where nobody has to be drawn (E16).
    """
    possible = heirs(game, leaver)
    if len(possible) <= 1:
        return None
    if reader.form.get("heir", DRAW) == DRAW:
        return drawn(possible, action_id)
    return reader.seat("heir", len(game.seats))


def read_shares(game: Game, reader: Reader) -> tuple[Share, ...]:
    """Who takes what, in the order of the Deputies; what the app proposes where nothing is typed (E13)."""
    if not reader.ticked("typed"):
        return even_shares(game)
    cards = tuple(game.booty_cards)
    return tuple(
        Share(
            reader.number(f"gold-{place}"),
            reader.goods(f"take-{place}-", cards, beside="shares"),
        )
        for place in range(len(game.sheriffs))
    )


def share_booty(game: Game, reader: Reader) -> ShareBooty:
    """The command: as typed, or evenly where the board's button was tapped."""
    return ShareBooty(read_shares(game, reader) if reader.ticked("typed") else ())


def shared_meanwhile(game: Game, reader: Reader) -> Refusal | None:
    """Whether something else lies there than what the form was drawn on."""
    return another_booty(game, reader.form["on"]) if "on" in reader.form else None
