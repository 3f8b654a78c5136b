"""Pass the badge; with two Deputies, draw or name their pair and share the Booty."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff.bags import Share
from companion.rules.sheriff.booty import BootyShared, ShareBooty, even_shares
from companion.rules.sheriff.conflicts import another_booty, badge_moved_on
from companion.rules.sheriff.deputies import Pair, heirs, next_pairs
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.rotation import BadgePassed, PassBadge
from companion.web.booking import board_address, book, drawn_again, leave_if_over, led_on
from companion.web.current import action_id
from companion.web.http.language import gettext as _
from companion.web.parts import Seat, joined, say, seats_of
from companion.web.reader import Reader, field_of
from companion.web.seat_lines import drawn
from companion.web.sheriff.booty import left_of, sharing
from companion.web.sheriff.promises import promised
from companion.web.sheriff.request import form_page, held_table, this_phone
from companion.web.sheriff.stage import board_page
from companion.web.sheriff.table import Table, preview
from companion.web.sheriff.turns import way_to_stands
from companion.web.sheriff.words import EntryReport, things

DRAW = "draw"


LEAVING_FIELDS = ("heir",)


PAIR_FIELDS = ("second",)


BOOTY_FIELDS = ("shares",)


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
    """Read which two Deputies the table drew."""
    first, second = (
        reader.seat(field, len(game.seats)) if reader.form.get(field) else None
        for field in ("first", "second")
    )
    return PairForm(first, second)


def pass_badge(game: Game, reader: Reader, action_id: str, taken_back: Iterable[Pair] = ()) -> PassBadge:
    """The command: with two Deputies named by the table, or drawn by the app if it is asked to `draw`; with
    none where nothing is drawn (E7). The action's own random id decides, so that the same tap draws the same
    pair. A draw for this round that was `taken_back` comes again: nobody draws until they like it.
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
    """Each Deputy's share, in their order; what the app proposes if nothing is typed (E13)."""
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
    """The command to share the Booty: as typed, or evenly if the board's button was tapped."""
    return ShareBooty(read_shares(game, reader) if reader.ticked("typed") else ())


def booty_changed(game: Game, reader: Reader) -> Refusal | None:
    """Whether the Booty has changed since the form was drawn."""
    return another_booty(game, reader.form["on"]) if "on" in reader.form else None


@dataclass(frozen=True, slots=True)
class Pairing:
    """What sheriff/pair/_pair.html shows: of these `seats` two are Deputies in the round after `round`."""

    game: str
    round: int
    seats: tuple[Seat, ...]
    first: int | None
    second: int | None


def pairing(game_id: str, game: Game, form: PairForm) -> Pairing:
    """The form as far as it is filled in."""
    possible = {seat for pair in next_pairs(game) for seat in pair}
    seats = [seat for seat in game.circle if seat in possible]
    return Pairing(game_id, game.round, seats_of(game, seats), form.first, form.second)


def way_to_end(reader: Reader, game: str) -> str:
    """The way back to the page that ends the game, which names what else delays it; "" for other forms."""
    return url_for("menu.menu", game=game, ending=1) if reader.ticked("ending") else ""


blueprint = Blueprint("badge", __name__)


@blueprint.get("/g/<game>/deputies")
def pair(game: str) -> ResponseReturnValue:
    """Show the form that names the next two Deputies, by the table's own cards."""
    table = held_table(game)
    leave_if_over(table, "deputies")
    return pair_page(table, Reader(request.args))


@blueprint.get("/g/<game>/booty")
def booty(game: str) -> ResponseReturnValue:
    """Show the form that shares the Booty."""
    table = held_table(game)
    leave_if_over(table, "booty")
    return booty_page(table, Reader(request.args))


@blueprint.post("/g/<game>/booty")
def share(game: str) -> ResponseReturnValue:
    """Share the Booty, evenly or as the two Deputies say."""
    table, reader = held_table(game), Reader(request.form)
    command = share_booty(table.game, reader)
    left = left_of(table.game, command.shares) if command.shares else Goods()
    if left and not reader.ticked("discard") and not booty_changed(table.game, reader):
        reader.refuse("shares", say(_("Who takes %(things)s?"), things=things(0, left)))
    after = book(
        table,
        reader,
        command,
        partial(field_of, BOOTY_FIELDS),
        lambda now, _said: booty_changed(now.game, reader),
    )
    if after is None:
        return drawn_again(table, reader, booty_page, "booty")
    return led_on(after, way_to_end(reader, game))


def pair_page(table: Table, reader: Reader) -> str:
    """The form of the next Deputies with what was chosen, and what is wrong."""
    view = pairing(table.id, table.game, read_pair(table.game, reader))
    return form_page("sheriff/pair/pair.html", table, reader, pair=view)


def booty_page(table: Table, reader: Reader) -> str:
    """The form of the Booty with what was typed, and what is wrong; anew if the Booty has changed."""
    if booty_changed(table.game, reader):
        reader.form = reader.form.copy()
        reader.form.pop("typed", None)
    shares = read_shares(table.game, reader)
    outcome = preview(table, ShareBooty(shares))
    view = sharing(table.id, table.game, shares, outcome, ending=reader.ticked("ending"))
    return form_page("sheriff/booty/booty.html", table, reader, sharing=view)


@blueprint.post("/g/<game>/badge")
def badge(game: str) -> ResponseReturnValue:
    """Pass the badge, to the next two Deputies where two serve, or begin the count."""
    table, reader = held_table(game), Reader(request.form)
    before = table.decided_on(action_id())
    command = pass_badge(before, reader, action_id(), _drawn_before(table, before.round + 1))
    seen = reader.hidden("round") if "round" in request.form else None
    names = reader.ticked("named")
    after = book(
        table,
        reader,
        command,
        partial(field_of, PAIR_FIELDS if names else ()),
        lambda now, _said: None if seen is None else badge_moved_on(now.game, seen),
    )
    if after:
        phone = this_phone(after)
        # The board asks about promises first.
        stands = "" if promised(after.game, phone) else way_to_stands(after, phone)
        return led_on(after, stands or board_address(after, after.seq))
    page, sheet = (pair_page, "deputies") if names else (board_page, "")
    return drawn_again(table, reader, page, sheet)


def _drawn_before(table: Table, of_round: int) -> tuple[Pair, ...]:
    """The pairs that the app drew for a round; if it has not begun, all of them were taken back."""
    events = (line.event for line in table.lines)
    return tuple(
        (event.deputies[0], event.deputies[1])
        for event in events
        if isinstance(event, BadgePassed) and event.drawn and event.round == of_round
    )


class _BadgePassed(EntryReport[BadgePassed]):
    icon = "badge"

    def sentence(self) -> Markup:
        if self.event.deputies:
            drawn = _("Round %(round)s: %(names)s are drawn as Deputies.")
            named = _("Round %(round)s: %(names)s are Deputies.")
            return say(
                drawn if self.event.drawn else named,
                round=self.event.round,
                names=self.words.names(self.event.deputies),
            )
        sentence = _("Round %(round)s: the badge goes to %(name)s.")
        return say(sentence, round=self.event.round, name=self.words.name(self.event.sheriff))


class _BootyShared(EntryReport[BootyShared]):
    icon = "ui-swap"

    def sentence(self) -> Markup:
        """Who took what from the Booty, and where the rest of it went (E13)."""
        event = self.event
        takes = _("%(name)s takes %(things)s from the Booty.")
        shares = zip(event.sheriffs, event.shares, strict=True)
        said = [
            say(takes, name=self.words.name(seat), things=things(share.gold, share.goods))
            for seat, share in shares
            if share.gold or share.goods
        ]
        if event.gold_left:
            said.append(say(_("Back to the bank: %(things)s."), things=things(event.gold_left, Goods())))
        if event.goods_left:
            said.append(say(_("To a discard pile: %(things)s."), things=things(0, event.goods_left)))
        return joined(said)
