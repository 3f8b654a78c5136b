"""A sample evening in mid-game: played by the present rules, open until it is stopped, then gone."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.archive import Archive
from companion.cli import demo
from companion.journal import Journal
from companion.machine.databases import DATABASE
from companion.membership import Membership
from companion.notifier import Notifier
from companion.registry import GAMES
from companion.rules.seats import Stage
from companion.rules.sheriff.opened import BagOpened
from companion.service import Service

PHONE = "p" * 64


def test_the_sample_is_in_mid_game_with_something_of_everything(tmp_path: Path) -> None:
    words = demo.made_in(tmp_path, "b" * 64)
    with Journal(tmp_path / DATABASE) as journal:
        game = Membership(journal, Notifier()).take_over(words, PHONE)
        assert game is not None
        table = Service(GAMES, journal, Notifier()).current(game)
        assert table.game.stage is Stage.ROUNDS
        assert table.game.round == 4
        assert len(table.game.waiting) == 2
        assert all(table.game.gold(seat) > 0 for seat in range(5))
        assert all(table.game.stand(seat) for seat in range(5))
        assert any(table.game.stand(seat).get("face_down") for seat in range(5))
        fines = [line.event for line in table.standing if isinstance(line.event, BagOpened)]
        assert (
            len({event.fine.payer == event.merchant for event in fines}) == 2
        )  # Sheriffs paid, and merchants did
    with Archive.at(GAMES, tmp_path / DATABASE) as archive:
        assert [archive.check(record).findings for record in archive.journal.games()] == [(), ()]


@pytest.mark.process
@pytest.mark.parametrize(
    "options, shown",
    [((), "Continue here"), (("--public",), "A sample to look at")],
    ids=["to one", "to the public"],
)
def test_demo_serves_it_keeps_nothing_and_touches_no_evening(
    tmp_path: Path, options: tuple[str, ...], shown: str
) -> None:
    """What the public announces is refused before it is sent, where it would have to lie on the disk."""
    evenings, thrown_away = tmp_path / "evenings", tmp_path / "thrown away"
    thrown_away.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COMPANION")}
    settings = {**kept, "COMPANION_DATA_DIR": str(evenings), "TMPDIR": str(thrown_away)}
    command = (sys.executable, "-m", "companion.cli", "demo", *options, "--host", "127.0.0.1", "--port", "0")
    with subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        words = (word for line in server.stdout for word in line.split())
        address = next(word for word in words if word.startswith("http://localhost"))
        asked = urlsplit(address.replace("localhost", "127.0.0.1"))
        try:
            with closing(HTTPConnection(asked.netloc, timeout=20)) as asking:
                asking.request("GET", asked.path)
                assert shown in asking.getresponse().read().decode()
                if options:
                    asking.putrequest("POST", "/import")
                    asking.putheader("Content-Length", "1000000")
                    asking.endheaders()
                    assert asking.getresponse().status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        except BaseException:
            server.terminate()
            raise
        assert len(list(thrown_away.iterdir())) == 1
        server.send_signal(signal.SIGTERM)
        assert "Nothing is kept." in " ".join(words)
        assert server.wait(timeout=20) == 0
    assert list(thrown_away.iterdir()) == []
    assert not evenings.exists()
