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
from companion.rules.sheriff.ending import CloseCount, RevealContraband
from companion.rules.sheriff.kinds import Action
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.rotation import PassBadge, SetRounds
from companion.rules.sheriff.setup import OpenTable
from companion.service import Service

PLAYERS = ("Nora", "Tom", "Lea", "Sam", "Ida")
NORA, TOM, LEA, SAM, IDA = range(len(PLAYERS))


def demo(host: str, port: int | None, allowed: Sequence[str], *, public: bool) -> None:
    """Serve the sample evening until Ctrl-C: to one phone, which plays on, or to the `public`, which looks.
    Raises what `serve` raises.
    """
    with tempfile.TemporaryDirectory(prefix="counting-house-demo-") as name:
        folder, phone = Path(name), secrets.token_hex(32)
        start = f"/m/{made_in(folder, phone)}"
        if public:
            sys.stdout.write("Sample evenings, for everybody to look at; nobody changes anything.\n\n")
            serving.serve(folder, host, port, allowed, "/", phone)
            return
        sys.stdout.write(
            f"A sample evening of {', '.join(PLAYERS)}, in its fourth round.\n"
            "The phone that opens the address below first, and taps “Continue here”, is the bank.\n\n"
        )
        serving.serve(folder, host, port, allowed, start)


def made_in(folder: Path, phone: str) -> str:
    """Play the sample into this folder, and one to its end, which a group keeps, for the phone with this
    hash; returns the words that carry the sample's bank to another one.
    """
    app = create_app({"DATA_DIR": str(folder), "DATABASE_URL": ""})
    service: Service = app.extensions["service"]
    command = OpenTable("first", Options(royal_goods=True), PLAYERS, SHIELDS[: len(PLAYERS)], NORA)
    with app.extensions["archive"] as archive:
        over, game = (service.open(command, _tap(), phone).id for _ in range(2))
        for table, actions in ((over, (*played(), *ended())), (game, played())):
            for action in actions:
                service.play(table, action, _tap())
        app.extensions["groups"].open(over, phone, by=phone)
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


def ended() -> Iterator[Action]:
    """What comes after that, to the end: everybody was Sheriff once."""
    yield SetRounds(5)
    yield _passes(TOM, "apples", 2, _bribe(TOM, SAM, 5), face_down=1)
    yield _passes(LEA, "bread", 4)
    yield PassBadge()
    yield _passes(NORA, "cheese", 4)
    yield _passes(TOM, "chickens", 3, _bribe(TOM, IDA, 3))
    yield _opens(LEA, "apples", 3, apples=1, crossbow=1, pepper=1)
    yield _passes(SAM, "bread", 3, _bribe(SAM, IDA, 8), face_down=2)
    yield PassBadge()
    for seat, cards in ((NORA, {"mead": 1}), (TOM, {"silk": 1}), (SAM, {"pepper": 1, "crossbow": 1})):
        yield RevealContraband(seat, Goods(cards))
    yield RevealContraband(IDA, Goods({"mead": 1, "pepper": 1, "silk": 1}))
    yield CloseCount()


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
