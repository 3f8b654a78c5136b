"""Correct an older entry: show its form again, and book the difference."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from companion.rules.names import LONGEST_REASON
from companion.rules.refusals import Refusal, allow
from companion.rules.sheriff.conflicts import entry_changed
from companion.rules.sheriff.corrections import may_correct
from companion.rules.sheriff.game import Correct, Correctable, Correction, Game
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.refusals import NotCorrectable
from companion.tables import Line, decided
from companion.web.booking import asker, book, on_board, refused_on_board, to_board
from companion.web.current import action_id, service, speakers
from companion.web.reader import Reader, field_of
from companion.web.sheriff.bag import Correcting
from companion.web.sheriff.request import held_table, in_place, judge, permit
from companion.web.sheriff.sheets import why_over
from companion.web.sheriff.table import Table, as_corrected
from companion.web.sheriff.words import PerKind, Words

Corrected = TypeVar("Corrected", bound=Correctable)


class EntryForm(PerKind[Corrected], Generic[Corrected]):
    """The form of an older entry, which `was` booked on the game `before` it."""

    by_kind: ClassVar[dict[type, type[Any]]] = {}
    fields: ClassVar[tuple[str, ...]] = ()
    reason: ClassVar[str] = "reason"
    """The field of the reason for the correction."""

    def __init__(
        self, table: Table, was: Corrected, before: Game, reader: Reader, *, sent: bool = True
    ) -> None:
        self.table, self.was, self.before, self.reader, self.sent = table, was, before, reader, sent

    @abstractmethod
    def read(self) -> Callable[[], Correction]:
        """Read what the sent form says it was instead; the reader refuses what is wrong with it."""

    def beside(self, refusal: Refusal) -> str:
        """The field of the sent form that a refusal is shown beside."""
        return field_of(self.fields, refusal)

    @abstractmethod
    def page(self, correcting: Correcting) -> str:
        """The form as it was booked, or as it was typed or `sent` since, with what is wrong."""

    def swapped(self) -> Correct | None:
        """The correction of another entry with which this one was exchanged, as the form said."""
        return None

    def why(self) -> str:
        """The reason for the correction."""
        return self.reader.text(self.reason, LONGEST_REASON)


blueprint = Blueprint("corrections", __name__)


@blueprint.get("/g/<game>/corrections/<int:entry>")
def correct(game: str, entry: int) -> ResponseReturnValue:
    """The form of an older entry, prefilled, to correct it."""
    table = held_table(game)
    was = as_corrected(table, entry)
    if was is not None and why_over(table, f"corrections/{entry}"):
        return to_board(table, f"corrections/{entry}")
    return in_place(correct_page(table, entry, Reader(request.args)))


@blueprint.post("/g/<game>/corrections")
def corrections(game: str) -> ResponseReturnValue:
    """Correct an older entry."""
    table, reader = held_table(game), Reader(request.form)
    entry = reader.hidden("entry")
    was, before = as_corrected(table, entry), table.known_before(entry)
    sheet = f"corrections/{entry}"
    if was is None or before is None:
        return refused_on_board(table, reader, NotCorrectable())
    form = EntryForm.of(was)(table, was, before, reader)
    asked, reason, swapped = form.read(), form.why(), form.swapped()
    if swapped is not None and not reader.errors:
        try:
            return _swap(table, swapped, lambda: Correct(entry, asked(), reason), reader.hidden("seat"))
        except Refusal as refusal:
            reader.refuse(form.beside(refusal), Words(table.game.seats).refusal(refusal))
    return book(
        table,
        reader,
        lambda: Correct(entry, asked(), reason),
        lambda now, reader: correct_page(now, entry, reader, sent=True),
        form.beside,
        sheet=sheet,
        conflict=lambda now, _said: _corrected_since(now, entry, reader),
    )


def _swap(table: Table, other: Correct, one: Callable[[], Correct], merchant: int) -> ResponseReturnValue:
    """Book that two bags of a round were each other's, by way of a sit-out; nothing of it unless all of it is
    allowed. Raises a Refusal.
    """
    key, entry = action_id()[:60], one()
    steps = [Correct(other.seq, SitOut(merchant), other.reason), entry, other]
    now = table
    for step in steps if table.line_of(f"{key}-0") is None else ():
        allow(permit(now).refusal(step))
        now = now.with_lines([Line(now.seq + 1, 0, decided(now, step))])
    for number, step in enumerate(steps):
        now = service().play(table.id, step, f"{key}-{number}", judge(step), asker(table), speakers())
    return on_board(now, now.seq)


def correct_page(table: Table, entry: int, reader: Reader, *, sent: bool = False) -> str:
    """The form of an older entry: as it was booked, or as it was typed or `sent` since."""
    was, before = as_corrected(table, entry), table.known_before(entry)
    if was is None or before is None:
        abort(404)
    refusal = may_correct(table.game, was)
    if refusal is not None:
        reader.refuse("", Words(table.game.seats).refusal(refusal))
    if since := _corrected_since(table, entry, reader):
        reader.refuse("", Words(table.game.seats).refusal(since))  # said once, it counts as seen
    stands = Words(table.game.seats).report(was).sentence()
    form = EntryForm.of(was)(table, was, before, reader, sent=sent)
    page: str = form.page(Correcting(entry, form.why(), stands, table.latest_of(entry)))
    return page


def _corrected_since(table: Table, entry: int, reader: Reader) -> Refusal | None:
    """Whether an entry was corrected since its form was opened; older pages do not name their version."""
    return entry_changed(table.latest_of(entry), reader.hidden("on")) if "on" in reader.form else None
