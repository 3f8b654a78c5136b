"""The laws of a round: typed, ticked, proclaimed (E26)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.rules.sheriff.conflicts import badge_moved_on
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.round_laws import LONGEST_LAW, MOST_LAWS, LawsProclaimed, ProclaimLaws
from companion.web.booking import book, drawn_again, leave_if_over, on_board
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.menu import MenuLine
from companion.web.parts import say, series
from companion.web.reader import Reader, field_of
from companion.web.sheriff.menu import menu_line
from companion.web.sheriff.request import form_page, held_table, known_laws
from companion.web.sheriff.sheets import SHEETS, of
from companion.web.sheriff.table import PhoneContext, Table
from companion.web.sheriff.words import EntryReport

LINES = tuple(f"line-{index}" for index in range(MOST_LAWS))
LAW_FIELDS = ("laws",)


@dataclass(frozen=True, slots=True)
class LawForm:
    """What was `ticked`, and what was typed on each line."""

    ticked: tuple[str, ...] = ()
    lines: tuple[str, ...] = ("",) * MOST_LAWS

    @property
    def is_empty(self) -> bool:
        """Whether there is no law."""
        return not any((*self.ticked, *self.lines))

    def command(self) -> ProclaimLaws:
        """The command that the form asks for; an empty line is no law."""
        return ProclaimLaws(tuple(filter(None, (*self.ticked, *self.lines))))


def read_laws(reader: Reader) -> LawForm:
    """The form that the fields describe."""
    ticked = tuple(law[: LONGEST_LAW + 1] for law in reader.form.getlist("law"))
    return LawForm(ticked, tuple(reader.text(line, LONGEST_LAW) for line in LINES))


@dataclass(frozen=True, slots=True)
class KnownLaw:
    """A law that stands or was typed before, and whether it is `ticked` for this round."""

    words: str
    ticked: bool


@dataclass(frozen=True, slots=True)
class LawScreen:
    """What sheriff/laws/_laws.html shows: the laws to tick, and a line for each that is new. They stand until
    the badge moves, or the badges of two `deputies`.
    """

    game: str
    round: int
    known: tuple[KnownLaw, ...]
    lines: tuple[str, ...]
    deputies: bool
    most: int = MOST_LAWS
    longest: int = LONGEST_LAW


def law_screen(game_id: str, game: Game, form: LawForm, known: Iterable[str]) -> LawScreen:
    """The form as typed; laws that stand come first, then others ticked, then those `known` from before."""
    every = dict.fromkeys((*game.this_round.laws, *form.ticked, *known))
    return LawScreen(
        game=game_id,
        round=game.round,
        known=tuple(KnownLaw(law, law in form.ticked) for law in every),
        lines=form.lines,
        deputies=bool(game.deputies),
    )


@menu_line(20)
def _line(table: Table, phone: PhoneContext) -> MenuLine | None:
    if not phone.permit.allows(ProclaimLaws):
        return None
    under = _("of this round, as your cards say")
    return MenuLine("ui-pin", _("Laws"), under, url_for("laws.laws", game=table.id))


SHEET = "laws"
SHEETS[SHEET] = of(ProclaimLaws)
blueprint = Blueprint("laws", __name__)


@blueprint.get("/g/<game>/laws")
def laws(game: str) -> ResponseReturnValue:
    """Show the laws that stand, and those to choose from."""
    table = held_table(game)
    leave_if_over(table, SHEET)
    return _page(table, LawForm(table.game.this_round.laws), Reader(MultiDict()))


@blueprint.post("/g/<game>/laws")
def proclaim(game: str) -> ResponseReturnValue:
    """Proclaim the laws of the round."""
    table, reader = held_table(game), Reader(request.form)
    form = read_laws(reader)
    if form.is_empty and not table.game.this_round.laws:
        reader.refuse("laws", _("Which law? Type what its card says."))
    seen = reader.hidden("round")
    after = book(
        table,
        reader,
        form.command(),
        partial(field_of, LAW_FIELDS),
        lambda now, _said: badge_moved_on(now.game, seen),
    )
    if after is None:
        return drawn_again(table, reader, lambda now, reader: _page(now, form, reader), SHEET)
    return on_board(after)


def _page(table: Table, form: LawForm, reader: Reader) -> str:
    return form_page(
        "sheriff/laws/laws.html",
        table,
        reader,
        laws=law_screen(table.id, table.game, form, known_laws(table)),
    )


class _LawsProclaimed(EntryReport[LawsProclaimed]):
    icon = "ui-pin"

    def sentence(self) -> Markup:
        if not self.event.laws:
            return say(_("No law stands any more."))
        laws = [say(_("“%(law)s”"), law=law) for law in self.event.laws]
        told = {"laws": "%(laws)s"}
        sentence = ngettext("Law of this round: %(laws)s", "Laws of this round: %(laws)s", len(laws), **told)
        return say(sentence, laws=series(laws))
