"""Sheets of a table, named by the end of their address: whether one has expired for the requesting phone, and
why.
"""

import re

from markupsafe import Markup

from companion.rules.nottingham.deliveries import Deliver
from companion.rules.nottingham.ending import CheckLoot
from companion.web.current import why_moved
from companion.web.nottingham.request import permit
from companion.web.nottingham.table import Table
from companion.web.nottingham.words import Words

DELIVERY = "nottingham/delivery"
CHECK = "nottingham/check"
_SHEET = re.compile(
    rf"(?P<delivery>{DELIVERY})|nottingham/corrections/(?P<entry>[0-9]{{1,7}})|(?P<check>{CHECK})",
    re.ASCII,
)


def why_over(table: Table, sheet: str) -> Markup | str:
    """Why a sheet has expired, in a sentence; "" if it has not, or if there is no such sheet."""
    if (moved := why_moved(table, sheet)) is not None:
        return moved
    found = _SHEET.fullmatch(sheet)
    if found is None:
        return ""
    refusal = (
        permit(table).why_not_correctable(int(found["entry"]))
        if found["entry"]
        else permit(table).why_for_nobody(Deliver if found["delivery"] else CheckLoot)
    )
    return Words(table.game.seats).refusal(refusal) if refusal else ""
