"""What is booked at tables of six, at which Ann and Bo are Deputies."""

import secrets
from dataclasses import replace

from companion.rules.sheriff.game import Command
from tests.rules.given import ANN, BO, CLEO, DOV, EVE, FLO, deal, opened, passing
from tests.rules.given import NAMES as SIX
from tests.web.phone import Phone
from tests.web.stored import service_of

__all__ = ["ANN", "BO", "CLEO", "DOV", "EVE", "FLO", "SIX"]

A_ROUND = (
    passing(CLEO, "apples", 3, deal(CLEO, ANN, 12)),
    opened(DOV, "chickens", 3),
    opened(EVE, "apples", 4, apples=1, cheese=1, mead=2),
    replace(passing(FLO, "cheese", 2, deal(FLO, BO, 8), cheese=1, face_down=1), alone=BO),
)
AN_ODD_ROUND = (
    passing(CLEO, "apples", 3, deal(CLEO, ANN, 7)),
    passing(DOV, "chickens", 3, deal(DOV, ANN, bag={"chickens": 1, "face_down": 1}), chickens=2, face_down=1),
    passing(EVE, "apples", 1),
    passing(FLO, "apples", 1),
)


def a_round(phone: Phone) -> None:
    """The first round of the story of six: 22 gold in the Booty, and 8 for Bo alone (E8 to E11)."""
    _booked(phone, *A_ROUND)


def an_odd_round(phone: Phone) -> None:
    """Seven gold, a chicken and a face-down card in the Booty: somebody has to say who takes what (E13)."""
    _booked(phone, *AN_ODD_ROUND)


def _booked(phone: Phone, *commands: Command) -> None:
    service, game = service_of(phone.client.application), phone.page.game
    for command in commands:
        service.play(game, command, secrets.token_urlsafe(16))
    phone.open(f"/g/{game}")
