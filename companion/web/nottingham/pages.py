"""Nottingham's part of the pages of all games."""

from flask import request, url_for
from markupsafe import Markup

from companion.rules.nottingham.ruleset import NOTTINGHAM
from companion.rules.stages import Stage
from companion.tables import Listed, mark
from companion.web.ended import after_result, way_to_rematch
from companion.web.http.fragments import rendered
from companion.web.http.language import gettext as _
from companion.web.nottingham import (
    cards,
    changes,
    delivery,
    ending,
    opening,
    quick_count,
    steering,
    table_pages,
)
from companion.web.nottingham.board import board_page, whole_board
from companion.web.nottingham.hands import happened
from companion.web.nottingham.request import judge
from companion.web.nottingham.sheets import CHECK, why_over
from companion.web.nottingham.table import Table
from companion.web.nottingham.words import Words
from companion.web.pages import News, Pages
from companion.web.reader import Reader
from companion.web.start import Box, Entrance, WayBack, Ways


def _ways() -> Ways:
    return Ways(
        foot=(Entrance(url_for("nottingham_cards.cards"), _("Cards of Nottingham")),),
        box=Box(
            NOTTINGHAM.word,
            _("Nottingham (2006)"),
            url_for("nottingham_opening.new_page"),
            url_for("nottingham_counting.page"),
        ),
    )


def _way_back(table: Listed) -> WayBack:
    if table.at.stage is Stage.CLOSED:
        return WayBack(url_for("nottingham_ending.result", game=table.id))
    step, spaces = table.at.progress["step"], table.at.progress["home"] - 1
    under = _("Nottingham: space %(step)s of %(spaces)s", step=min(step, spaces), spaces=spaces)
    return WayBack(url_for("table.board", game=table.id), under)


def _news(table: Table) -> News:
    at = request.args.get("at", "")
    over = why_over(table, at)
    more = Markup()
    if at == "nottingham/result" and (rematch := way_to_rematch(table.id)):
        more = rendered("result/_rematch.html", rematch=rematch)
    if at == CHECK and not over:
        more = rendered("nottingham/end/_lines.html", check=ending.check_of(table, {}))
    onward = _onward(table) if over and table.game.stage is not Stage.ROUNDS else ""
    known = mark(table, None)
    elsewhere = after_result(table, known, "nottingham_ending.result") if at == "nottingham/result" else ""
    if at == CHECK and table.game.stage is Stage.CLOSED:
        elsewhere = onward
    return News(table.id, known, happened(table), over=over, onward=onward, more=more, elsewhere=elsewhere)


def _onward(table: Table) -> str:
    """Where the count goes on."""
    view = "result" if table.game.stage is Stage.CLOSED else "check"
    return url_for(f"nottingham_ending.{view}", game=table.id)


def _undone(table: Table, reader: Reader) -> str:
    """From a result that is corrected to the loot, back to one that stands again, and from a change of the
    table to the next one.
    """
    if table.game.stage is Stage.CLOSED:
        return url_for("nottingham_ending.result", game=table.id)
    if reader.ticked("change"):
        return table_pages.way_to_menu(table)
    return url_for("nottingham_ending.check", game=table.id) if reader.ticked("mend") else ""


PAGES = Pages(
    rules=NOTTINGHAM,
    blueprints=tuple(
        module.blueprint
        for module in (
            opening,
            table_pages,
            delivery,
            steering,
            changes,
            ending,
            quick_count,
            cards,
        )
    ),
    ways=_ways,
    way_back=_way_back,
    again=lambda game: url_for("nottingham_opening.new_page", again=game),
    board=board_page,
    whole_board=whole_board,
    news=_news,
    words=Words,
    result="nottingham_ending.result",
    judge=judge,
    over=why_over,
    undone=_undone,
    menu=lambda game: url_for("nottingham_table.menu", game=game),
)
