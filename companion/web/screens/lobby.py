"""Who is still to come in."""

from dataclasses import dataclass

from companion.rules.ruleset import State
from companion.web.phone.here import Here
from companion.web.screens.parts import how_many_here


@dataclass(frozen=True, slots=True)
class Lobby:
    """What board/_lobby.html shows while players are still to come in: the `code` where this phone may show
    it, and how many are `here`, in words.
    """

    code: str
    here: str


def lobby_of(game: State, phone: Here) -> Lobby:
    """How a phone sees who is here."""
    return Lobby(phone.code, how_many_here(game, phone.phones))
