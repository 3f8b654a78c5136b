"""Correct an older entry, in any game: show its form again, and book the difference."""

from abc import abstractmethod
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.rules.kinds import Correct, Correctable
from companion.rules.names import LONGEST_REASON
from companion.rules.past import entry_changed
from companion.rules.refusals import Refusal
from companion.rules.ruleset import Ruleset
from companion.tables import Table
from companion.web.booking import book, drawn_again, in_place, leave_if_over, on_board, refused_on_board
from companion.web.current import held_as
from companion.web.kinds import PerKind
from companion.web.pages import pages_of
from companion.web.reader import Reader, field_of

Corrected = TypeVar("Corrected", bound=Correctable[Any])


@dataclass(frozen=True, slots=True)
class Correcting:
    """The entry that a form corrects, what it says now, and its latest correction, or itself (`on`)."""

    entry: int
    reason: str
    stands: Markup | str
    on: int | None

    @property
    def purpose(self) -> str:
        """A token that changes once the entry is corrected: what is half-filled on its sheet is obsolete."""
        return f"{self.entry}.{self.on or 0}"


class EntryForm(PerKind[Corrected], Generic[Corrected]):
    """The form of an older `entry`, which `was` booked on the game `before` it; drawn as its address says or,
    once it was `sent`, as its fields do.
    """

    by_kind: ClassVar[dict[type, type[Any]]] = {}
    fields: ClassVar[tuple[str, ...]] = ()
    reason: ClassVar[str] = "reason"
    """The field of the reason for the correction."""

    def __init__(self, table: Table[Any, Any], entry: int, reader: Reader, *, sent: bool) -> None:
        self.table, self.entry, self.reader, self.sent = table, entry, reader, sent
        self.was: Corrected = table.as_corrected(entry)
        self.before: Any = table.known_before(entry)

    @abstractmethod
    def read(self) -> object:
        """Read what the sent form says it was instead; the reader refuses what is wrong with it."""

    @abstractmethod
    def page(self) -> str:
        """The form as it was booked, or as it was typed or `sent` since, with what is wrong."""

    def correcting(self, stands: Markup) -> Correcting:
        """What the form shows of the entry, which `stands` in the log like this."""
        return Correcting(self.entry, self.why(), stands, self.table.latest_of(self.entry))

    def beside(self, refusal: Refusal) -> str:
        """The field of the sent form that a refusal is shown beside."""
        return field_of(self.fields, refusal)

    def why(self) -> str:
        """The reason for the correction."""
        return self.reader.text(self.reason, LONGEST_REASON)

    def booked(self, sheet: str) -> ResponseReturnValue:
        """Book the correction that was sent from this sheet."""
        command = self.table.rules.kinds.commands[Correct.word]
        after = book(
            self.table,
            self.reader,
            command(self.entry, self.read(), self.why()),
            self.beside,
            lambda now, _said: _corrected_since(now, self.entry, self.reader),
        )
        if after is None:
            again = partial(_page, entry=self.entry, sent=True)
            return drawn_again(self.table, self.reader, again, sheet)
        return on_board(after)


def corrections_at(blueprint: Blueprint, rules: Ruleset[Any, Any], place: str) -> None:
    """Add the addresses at which older entries of a game are corrected."""

    @blueprint.get(f"/g/<game>/{place}/<int:entry>")
    def correct(game: str, entry: int) -> ResponseReturnValue:
        """The form of an older entry, prefilled, to correct it."""
        table, sheet = held_as(rules, game), f"{place}/{entry}"
        if table.as_corrected(entry) is not None:
            leave_if_over(table, sheet)
        return in_place(_page(table, Reader(request.args), entry, sent=False))

    @blueprint.post(f"/g/<game>/{place}")
    def corrections(game: str) -> ResponseReturnValue:
        """Correct an older entry."""
        table, reader = held_as(rules, game), Reader(request.form)
        entry = reader.hidden("entry")
        was, correcting = table.as_corrected(entry), rules.correcting
        if correcting and was is None:
            return refused_on_board(table, reader, correcting.refusal())
        form: EntryForm[Any] = EntryForm.of(was)(table, entry, reader, sent=True)
        return form.booked(f"{place}/{entry}")


def _page(table: Table[Any, Any], reader: Reader, entry: int, *, sent: bool) -> str:
    """The form of an older entry: as it was booked, or as it was typed or `sent` since. 404 for an entry that
    cannot be corrected.
    """
    was = table.as_corrected(entry)
    if was is None:
        abort(404)
    if since := _corrected_since(table, entry, reader):
        words = pages_of(table).words(table.game.seats)
        reader.refuse("", words.refusal(since))  # said once, it counts as seen
    form: EntryForm[Any] = EntryForm.of(was)(table, entry, reader, sent=sent)
    return form.page()


def _corrected_since(table: Table[Any, Any], entry: int, reader: Reader) -> Refusal | None:
    """Whether an entry was corrected since its form was opened; older pages do not name their version."""
    return entry_changed(table.latest_of(entry), reader.hidden("on")) if "on" in reader.form else None
