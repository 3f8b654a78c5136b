"""What is handed on of an evening of Sheriff of Nottingham."""

from dataclasses import replace

from markupsafe import Markup

from companion.web.counts import is_count
from companion.web.http.fragments import rendered
from companion.web.http.language import gettext as _
from companion.web.parts import shared
from companion.web.sheriff.glossary import OPTIONS, kind_name, option_name
from companion.web.sheriff.honours import honours
from companion.web.sheriff.race import race_goes_on
from companion.web.sheriff.result import result_read, told_ties
from companion.web.sheriff.story import story_screen, told_at
from companion.web.sheriff.table import Table
from companion.web.told import BoardGame, Praise, Told, placed, unmarked

GAMES = {
    "first": BoardGame("Sheriff of Nottingham", "sheriff", 157_969),
    "second": BoardGame("Sheriff of Nottingham (2nd Edition)", "sheriff-second"),
}
OF_THE_TABLE = {"timer", "crowns"}
"""Options that change no card and no sum."""


def told(table: Table) -> Told | None:
    """An evening in a few words; None before its result, and while the stage runs the count as a race."""
    game, counted = table.game, table.game.result
    if counted is None or race_goes_on(table):
        return None
    first = None if is_count(table) or game.opened_in > 1 else game.first_sheriff
    praises = (
        Praise(honour.title, held.seats, held.sentence.unescape())
        for honour in shared(table, "honours", honours)
        for held in honour.held
    )
    return Told(
        box=_("Sheriff of Nottingham"),
        game=GAMES[game.edition],
        board=_board(table),
        players=placed(game, counted, first),
        minutes=told_at(table).minutes,
        praises=tuple(praises),
        why=unmarked(next(told_ties(game, counted))),
    )


def _board(table: Table) -> str:
    """What was played with besides the box."""
    options = table.game.options
    fields = (field for field in OPTIONS if field not in OF_THE_TABLE and getattr(options, field))
    return ", ".join([*map(option_name, fields), *([kind_name("promo")] if options.promo else [])])


def shown(table: Table) -> Markup:
    """The result and the story of an evening that is over, for whoever only reads."""
    counted = table.game.result
    if counted is None:
        return Markup()
    story = None if is_count(table) else replace(story_screen(table, told_at(table)), game="")
    return rendered("sheriff/told/_told.html", result=result_read(table, counted), story=story)
