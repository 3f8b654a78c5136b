"""A play for BG Stats, as other programs tell that app of one: a page of its own takes it in its address.

Whoever has the app gets it there; for everybody else that page says what BG Stats is.
"""

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.rules.names import folded
from companion.web.parts import shield_name
from companion.web.told import Placed, Told

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Counting House"


def play(game: str, opened_at: int, told: Told) -> dict[str, Any]:
    """The play of the table `game`, which was opened then (milliseconds since 1970), its players by seat. The
    app remembers who and what is meant by our ids, so the same name has the same at every table.
    """
    listing: dict[str, Any] = {"name": told.game.name, "sourceGameId": told.game.word}
    if told.game.bgg is not None:
        listing["bggId"] = told.game.bgg
    opened = datetime.fromtimestamp(opened_at / 1_000, UTC)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": game,
        "playDate": f"{opened:%Y-%m-%d %H:%M:%S}",
        "durationMin": told.minutes,
        "board": told.board,
        "game": {**listing, "highestWins": True, "noPoints": False},
        "players": [_player(game, who) for who in sorted(told.players, key=lambda who: who.seat.number)],
    }


def _player(game: str, who: Placed) -> dict[str, Any]:
    return {
        "name": who.seat.name,
        "sourcePlayerId": folded(who.seat.name) if who.named else f"{game}-{who.seat.number}",
        "startPlayer": who.starts,
        "winner": who.wins,
        "score": who.total,
        "rank": who.rank,
        "role": shield_name(who.seat.charge),
    }


def address(told: dict[str, Any]) -> str:
    """Where BG Stats takes this play."""
    return ADDRESS + quote(json.dumps(told, ensure_ascii=False, separators=(",", ":")), safe="")
