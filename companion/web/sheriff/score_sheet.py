"""The empty score sheet of Sheriff of Nottingham."""

from companion.rules.sheriff.editions import Good, Kind, edition
from companion.rules.sheriff.options import FEWEST_PLAYERS, MOST_WITH_DEPUTIES
from companion.web.http.assets import SPRITE
from companion.web.http.language import gettext as _
from companion.web.pages import Blank, BlankRow
from companion.web.sheriff.glossary import good_name, king_of, queen_of

EDITION = "first"
"""Both have the same goods and the same numbers."""


def blank(players: int, royal: bool) -> Blank:  # noqa: FBT001 - as Pages.blank
    """A row for each good in play with so many players, gold, the titles, the total."""
    cards = edition(EDITION)
    kinds = (Kind.LEGAL, Kind.CONTRABAND, *((Kind.ROYAL,) if royal else ()))
    goods = ((good for good in cards.of(kind) if cards.copies(good.word, players)) for kind in kinds)
    titles = (
        row
        for good in cards.legal(players)
        for row in (
            BlankRow("crown", SPRITE, king_of(good.word), str(good.king)),
            BlankRow("queen", SPRITE, queen_of(good.word), str(good.queen)),
        )
    )
    return Blank(
        (
            *(tuple(map(_row, kind)) for kind in goods),
            (BlankRow("gold", SPRITE, _("Gold"), "× 1"),),
            tuple(titles),
            (BlankRow("", SPRITE, _("Total")),),
        ),
        range(FEWEST_PLAYERS, MOST_WITH_DEPUTIES + 1),
        has_royal_goods=True,
    )


def _row(good: Good) -> BlankRow:
    return BlankRow(good.word, SPRITE, good_name(good.word), f"× {good.value}")
