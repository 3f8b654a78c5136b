"""Nottingham's part of the pages of all games."""

from flask import request, url_for

from companion.rules.nottingham.ruleset import NOTTINGHAM
from companion.rules.seats import Stage
from companion.tables import Listed
from companion.web.http.fragments import rendered
from companion.web.http.language import gettext as _
from companion.web.nottingham import changes, ending
from companion.web.nottingham.board import board_page, whole_board
from companion.web.nottingham.hands import happened
from companion.web.nottingham.race import race_goes_on
from companion.web.nottingham.request import judge
from companion.web.nottingham.score_sheet import blank
from companion.web.nottingham.sheets import CHECK, why_over
from companion.web.nottingham.table import Table
from companion.web.nottingham.told import shown, told
from companion.web.nottingham.turns import turn_told
from companion.web.nottingham.words import Words
from companion.web.pages import News, Pages, blueprints_in
from companion.web.race import race_notice
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
    if table.summary.stage is Stage.CLOSED:
        return WayBack(url_for("nottingham_ending.result", game=table.id))
    step, spaces = table.summary.progress["step"], table.summary.progress["home"] - 1
    under = _("Nottingham: space %(step)s of %(spaces)s", step=min(step, spaces), spaces=spaces)
    return WayBack(url_for("table.board", game=table.id), under)


def _news(table: Table) -> News:
    at = request.args.get("at", "")
    over = why_over(table, at)
    checked = at == CHECK and not over
    onward = ending.onward(table) if over and table.game.stage is not Stage.ROUNDS else ""
    booked = request.args.get("mark", "").partition(".")[0] != str(table.seq)
    return News(
        table.id,
        race_notice(race_goes_on(table)) or (happened(table) if booked else turn_told(table)),
        over=over,
        onward=onward,
        more=rendered("nottingham/end/_lines.html", check=ending.check_of(table, {})) if checked else "",
        elsewhere=onward if at == CHECK and table.game.stage is Stage.CLOSED else "",
    )


PAGES = Pages(
    rules=NOTTINGHAM,
    blueprints=blueprints_in("companion.web.nottingham"),
    ways=_ways,
    way_back=_way_back,
    again=lambda game: url_for("nottingham_opening.new_page", again=game),
    board=board_page,
    whole_board=whole_board,
    news=_news,
    words=Words,
    told=told,
    shown=shown,
    blank=blank,
    result="nottingham_ending.result",
    judge=judge,
    over=why_over,
    deeds=ending.DEEDS,
    menu="nottingham_menu.menu",
    changes="nottingham_menu.menu",
    check="nottingham_ending.check",
    comes_late=changes.way_to_late,
)
