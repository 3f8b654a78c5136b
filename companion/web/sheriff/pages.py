"""Sheriff of Nottingham's part of the pages of all games."""

from flask import request, url_for

from companion.rules.ledger import Goods
from companion.rules.seats import Stage
from companion.rules.sheriff.kinds import Action
from companion.rules.sheriff.ruleset import SHERIFF
from companion.service import May
from companion.tables import Listed
from companion.web.booking import way_to_board
from companion.web.http.fragments import rendered
from companion.web.http.language import gettext as _
from companion.web.pages import News, Pages, blueprints_in
from companion.web.parts import N_
from companion.web.race import race_notice
from companion.web.sheriff import changes, ending
from companion.web.sheriff.own_bag import packing
from companion.web.sheriff.race import race_goes_on
from companion.web.sheriff.reports import latest_of
from companion.web.sheriff.request import is_late, judge, this_phone, timer_at
from companion.web.sheriff.score_sheet import blank
from companion.web.sheriff.sheets import packed_on, stale_sheet, why_over
from companion.web.sheriff.stage import board_page, whole_board
from companion.web.sheriff.table import Table
from companion.web.sheriff.told import shown, told
from companion.web.sheriff.words import Words
from companion.web.start import Box, Entrance, WayBack, Ways


def _ways() -> Ways:
    new = url_for("opening.new")
    return Ways(
        Entrance(new, _("New table"), _("this phone is the bank for the evening"), "gold"),
        (Entrance(url_for("counting.quick"), _("Just count"), _("the game is over: who won?"), "crown"),),
        (Entrance(url_for("cards.cards"), _("Cards")),),
        _("The banker for a Sheriff of Nottingham evening. Unofficial."),
        Box(
            SHERIFF.word,
            _("Sheriff of Nottingham"),
            url_for("opening.new_page", box=SHERIFF.word),
            url_for("counting.page", box=SHERIFF.word),
        ),
    )


def _way_back(table: Listed) -> WayBack:
    if table.summary.stage is Stage.CLOSED:
        return WayBack(url_for("ending.result", game=table.id))
    under = _("Round %(round)s of %(rounds)s", **table.summary.progress)
    return WayBack(url_for("table.board", game=table.id), under)


def _news(table: Table) -> News:
    phone, on, at = this_phone(table), request.args.get("on"), request.args.get("at", "")
    over = why_over(table, at)
    onward = _onward(table, at) if over else ""
    timer = timer_at(table) if on == "sheet" else None
    said = stale_sheet(table, at, request.args.get("said", ""))
    sheet = url_for("table.board", game=table.id) + "/" + at
    seat = packed_on(at)
    packed = None if seat is None else packing(table.game, phone, seat, Goods(), "")
    checked = ending.check_of(table, {}) if at == "check" and not over else None
    return News(
        table.id,
        race_notice(race_goes_on(table)) or latest_of(table, phone, request.args.get("mark", "")),
        over=over,
        onward=onward,
        changed=rendered("sheriff/bag/_changed.html", at=sheet, own=seat is not None) if said else "",
        said=said,
        more=""
        if on == "board"
        else rendered("sheriff/board/_beside.html", timer=timer, packing=packed, check=checked),
        elsewhere=onward if at == "check" and table.game.stage is Stage.CLOSED else "",
    )


def _onward(table: Table, at: str) -> str:
    """Where the biggest button of an expired sheet leads; "" if a line leads to the board instead."""
    if at.endswith("move") or at == "aloud" or at.startswith("offers/"):
        return way_to_board(table, at)
    return ending.onward_from(table) if table.game.stage is not Stage.ROUNDS else ""


def _judge(table: Table, action: Action) -> May:
    return judge(action, late=is_late(table))


DEEDS = (
    (N_("Bags brought"), False, "brought"),
    (N_("of them false"), True, "false"),
    (N_("of these caught"), True, "caught"),
    (N_("of these got through"), True, "through"),
    (N_("Bribes given"), False, "given"),
    (N_("gold in them"), True, "gold_given"),
    (N_("Bribes taken"), False, "taken"),
    (N_("gold in them"), True, "gold_taken"),
    (N_("Opened with the badge"), False, "inspected"),
    (N_("of them false"), True, "hits"),
)

PAGES = Pages(
    rules=SHERIFF,
    blueprints=blueprints_in("companion.web.sheriff"),
    ways=_ways,
    way_back=_way_back,
    again=lambda game: url_for("opening.new_page", again=game),
    board=board_page,
    whole_board=whole_board,
    news=_news,
    words=Words,
    told=told,
    shown=shown,
    blank=blank,
    result="ending.result",
    judge=_judge,
    over=why_over,
    comes_late=changes.way_to_late,
    deeds=DEEDS,
    menu="menu.menu",
    changes="changes.changes",
    check="ending.check",
)
