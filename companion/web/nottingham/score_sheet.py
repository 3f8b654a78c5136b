"""The empty score sheet of Nottingham (2006)."""

from companion.rules.nottingham.box import BOX
from companion.web.http.assets import NOTTINGHAM
from companion.web.http.language import gettext as _
from companion.web.nottingham.glossary import item_name, mission_name
from companion.web.pages import Blank, BlankRow


def blank(_players: int, _royal: bool) -> Blank:  # noqa: FBT001 - as Pages.blank
    """A row for each object and each mission, and the total."""
    items = (BlankRow(item.word, NOTTINGHAM, item_name(item.word), f"× {item.value}") for item in BOX.items)
    missions = (BlankRow(word, NOTTINGHAM, mission_name(word)) for word in BOX.mission_words)
    return Blank(
        (tuple(items), tuple(missions), (BlankRow("", NOTTINGHAM, _("Total")),)),
        range(BOX.fewest_players, BOX.most_players + 1),
    )
