"""The command `demo`: a sample evening in mid-game, in a temporary folder."""

import secrets
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.app import create_app
from companion.cli import serving
from companion.rules.ledger import Goods
from companion.rules.seats import SHIELDS
from companion.rules.sheriff.bags import Deal, Declaration
from companion.rules.sheriff.kinds import Action
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.rotation import PassBadge
from companion.rules.sheriff.setup import OpenTable
from companion.service import Service

PLAYERS = ("Nora", "Tom", "Lea", "Sam", "Ida")
NORA, TOM, LEA, SAM, IDA = range(len(PLAYERS))


def demo(host: str, port: int | None, allowed: Sequence[str]) -> None:
    """Serve the sample evening until Ctrl-C. Raises what `serve` raises."""
    with tempfile.TemporaryDirectory(prefix="counting-house-demo-") as name:
        folder = Path(name)
        start = f"/m/{made_in(folder)}"
        sys.stdout.write(
            f"A sample evening of {', '.join(PLAYERS)}, in its fourth round.\n"
            "The phone that opens the address below first, and taps “Continue here”, is the bank.\n\n"
        )
        serving.serve(folder, host, port, allowed, start)


def made_in(folder: Path) -> str:
    """Play the sample into this folder; returns the words that carry its bank to a phone."""
    app = create_app({"DATA_DIR": str(folder), "DATABASE_URL": ""})
    service: Service = app.extensions["service"]
    with app.extensions["archive"] as archive:
        command = OpenTable("first", Options(royal_goods=True), PLAYERS, SHIELDS[: len(PLAYERS)], NORA)
        game = service.open(command, _tap(), secrets.token_hex(32)).id
        for action in played():
            service.play(game, action, _tap())
        words: str = archive.hand_over(game, service.now()).secret
    return words


def _tap() -> str:
    return secrets.token_urlsafe(16)


def played() -> Iterator[Action]:
    """Three rounds, and the first two bags of the fourth."""
    rounds: tuple[tuple[Action, ...], ...] = (
        (
            _passes(TOM, "apples", 3),
            _passes(LEA, "cheese", 2),
            _opens(SAM, "bread", 3),
            _passes(IDA, "chickens", 2, _bribe(IDA, NORA, 4), face_down=1),
        ),
        (
            _passes(LEA, "apples", 4),
            _opens(SAM, "chickens", 3, chickens=1, mead=1, silk=1),
            _passes(IDA, "cheese", 3, _bribe(IDA, TOM, 6, "Next round I look away"), face_down=2),
            _passes(NORA, "bread", 2),
        ),
        (
            _passes(SAM, "apples", 2),
            _opens(IDA, "cheese", 4),
            _passes(NORA, "chickens", 3, _bribe(NORA, LEA, 5), face_down=1),
            _passes(TOM, "bread", 3),
        ),
        (
            _passes(IDA, "apples", 3),
            _opens(NORA, "cheese", 3, cheese=1, pepper=2),
        ),
    )
    for number, bags in enumerate(rounds, 1):
        yield from bags
        if number < len(rounds):
            yield PassBadge()


def _bribe(giver: int, receiver: int, gold: int, promise: str = "") -> Deal:
    return Deal(giver, receiver, gold, promise=promise)


def _passes(merchant: int, good: str, number: int, *deals: Deal, **others: int) -> PassBag:
    """A bag that passes; it holds `others` instead of the declared good."""
    truly = number - sum(others.values())
    contents = Goods({good: truly, **others} if truly else others)
    return PassBag(merchant, Declaration(good, number), contents, deals)


def _opens(merchant: int, good: str, number: int, **contents: int) -> OpenBag:
    """A bag that is opened; it holds what was declared unless told otherwise."""
    return OpenBag(merchant, Declaration(good, number), Goods(contents or {good: number}))
