"""The menu of a table, in any game: the lines that lead to other pages."""

from dataclasses import dataclass

from flask import current_app, url_for

from companion.tables import AnyTable
from companion.web.here import Here
from companion.web.http.language import gettext as _


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A page that the menu leads to."""

    icon: str
    title: str
    under: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyMenu:
    """What menu/_lines.html and menu/_end.html show: the `lines` that lead to other pages. It `leads` if this
    phone is the bank.
    """

    game: str
    lines: tuple[MenuLine, ...]
    leads: bool


def phones_line(table: AnyTable, _phone: Here) -> MenuLine | None:
    """The way to the phones of the table, where others can come."""
    if current_app.config["ALONE"]:
        return None
    under = _("let them in; who holds which seat, who records")
    return MenuLine("ui-phone", _("Phones at the table"), under, url_for("phones.phones", game=table.id))


def bank_line(table: AnyTable, phone: Here) -> MenuLine | None:
    """The way by which the bank, or a phone without others the whole evening, goes on elsewhere."""
    if current_app.config["ALONE"]:
        under, address = _("to go on with it elsewhere"), url_for("table.export", game=table.id)
        return MenuLine("ui-download", _("Save a copy"), under, address)
    if not phone.me.bank:
        return None
    title, address = _("Move the bank to another phone"), url_for("phones.move_page", game=table.id)
    return MenuLine("ui-right", title, _("before the battery dies"), address)
