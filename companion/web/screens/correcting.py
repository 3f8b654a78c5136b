"""What a correction would change, before it is booked: the difference, not all of it again."""

from collections.abc import Callable
from dataclasses import replace

from markupsafe import Markup, escape

from companion.rules.commands import Correct, OpenBag, PassBag, Pay
from companion.rules.events import BagOpened, BagPassed
from companion.rules.game import Game
from companion.rules.goods import Goods
from companion.rules.refusals import CorrectionBreaksPurse, CorrectionBreaksStand, NothingMoved, Refusal
from companion.tables import Table, decided
from companion.web import bag_form
from companion.web.bag_form import BagForm
from companion.web.hands import hands
from companion.web.language import gettext as _
from companion.web.screens.bag import Bag
from companion.web.screens.debt import as_booked
from companion.web.screens.pay import PayScreen
from companion.web.screens.sums import open_bag
from companion.web.words import Words


def form_of(before: Game, was: BagPassed | BagOpened) -> BagForm:
    """The form of a bag as it was booked, on the game before it."""
    form = bag_form.of_entry(was)
    return as_booked(before, form, was.fine) if isinstance(was, BagOpened) else form


def corrected_bag(table: Table, before: Game, entry: int, form: BagForm, sheet: Bag) -> Bag:
    """The sheet of a bag that is corrected, telling what would change."""
    if not sheet.sum.ready or sheet.sum.mismatch is not None:
        return sheet
    form = _as_shown(form, sheet)
    passes = _difference(table, entry, form.pass_bag)
    opens = _difference(table, entry, lambda: open_bag(before, form))
    if not form.contents:
        told = replace(sheet.sum, passes=_line(passes, sheet.sum.passes), opens=_line(opens, sheet.sum.opens))
    else:
        lines = passes if form.contents == "passed" else opens
        told = replace(sheet.sum, lines=sheet.sum.lines if lines is None else lines)
    return replace(sheet, sum=told)


def _as_shown(form: BagForm, sheet: Bag) -> BagForm:
    """The form with the goods for a debt that its sheet shows, which are sent with it next."""
    panel = sheet.sum.debt
    if panel is None:
        return form
    goods = Goods({tally.word: tally.number for tally in panel.goods})
    return replace(form, debt=goods, basis=panel.basis)


def corrected_payment(table: Table, entry: int, command: Callable[[], Pay], sheet: PayScreen) -> PayScreen:
    """The form of a payment that is corrected, telling what would change."""
    lines = _difference(table, entry, command)
    return sheet if lines is None else replace(sheet, lines=lines)


def _line(lines: tuple[Markup, ...] | None, else_say: Markup | str) -> Markup | str:
    return else_say if lines is None else Markup(" · ").join(lines)


def _difference(
    table: Table, entry: int, command: Callable[[], PassBag | OpenBag | Pay]
) -> tuple[Markup, ...] | None:
    """What the hands would do; None where it cannot be booked, of which the form itself tells."""
    try:
        event = decided(table, Correct(entry, command(), ""))
    except NothingMoved:
        return (escape(_("As it was booked.")),)
    except (CorrectionBreaksPurse, CorrectionBreaksStand) as refusal:  # the form knows the past alone
        return (Words(table.game.seats).refusal(refusal),)
    except Refusal:
        return None
    moved = tuple(hand.sentence for hand in hands(Words(table.game.seats), event))
    return moved or (escape(_("Only words change.")),)
