"""What Prometheus is told, by its own door: numbers, and nobody's names."""

import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families

from companion.app import BadSettingError
from tests.cli.test_servers import LOCAL, PATIENCE, free_port
from tests.cluster import Evenings
from tests.databases import IN_A_FILE, ON_A_SERVER
from tests.web.conftest import KEY, made_in
from tests.web.evening import at_table, passes
from tests.web.phone import Phone
from tests.web.seated import door_of
from tests.web.test_live import listening, soon, stamp_of

NEARLY = 0.2  # others use the disk too


@pytest.fixture(scope="module", params=[IN_A_FILE, ON_A_SERVER])
def app(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One that is measured, on both databases."""
    settings: dict[str, object] = {"METRICS": free_port()}
    if request.param == ON_A_SERVER:
        evenings: Evenings = request.getfixturevalue("evenings")
        settings |= {"DATABASE_URL": evenings.emptied(), "SECRET_KEY": KEY}
    made = made_in(tmp_path_factory.mktemp("measured"), **settings)
    with made.extensions["archive"]:
        yield made
        made.extensions["metrics"]()


def page_of(app: Flask) -> str:
    """All that is told."""
    with urllib.request.urlopen(f"http://{LOCAL}:{app.config['METRICS']}/metrics", timeout=PATIENCE) as page:
        told: bytes = page.read()
        return told.decode()


def told(app: Flask, name: str, **labels: str) -> float:
    """One number; 0 if nothing was counted yet."""
    families = text_string_to_metric_families(page_of(app))
    samples = (sample for family in families for sample in family.samples)
    return sum(
        found.value for found in samples if found.name == name and labels.items() <= found.labels.items()
    )


def test_a_request_is_counted_by_the_pattern_of_its_route(app: Flask) -> None:
    bank, stranger = at_table(app), Phone(app)
    labels = {"method": "GET", "route": "/g/<game>/log", "status": "200"}
    before = told(app, "counting_house_request_seconds_count", **labels)
    assert bank.open(f"/g/{bank.page.game}/log").html
    assert stranger.open(f"/g/{bank.page.game}/log").html
    assert told(app, "counting_house_request_seconds_count", **labels) == before + 1
    assert told(app, "counting_house_request_seconds_count", **labels | {"status": "403"}) == 1
    assert told(app, "counting_house_request_seconds_sum", **labels) > 0


def test_an_action_is_counted_once_however_often_it_is_sent(app: Flask) -> None:
    bank = at_table(app)
    before = told(app, "counting_house_actions_total")
    sent = {"csrf_token": bank.token, "action_id": "c" * 22, "giver": "1", "receiver": "2", "gold": "40"}
    for _ in range(3):
        assert bank.send("POST", f"/g/{bank.page.game}/payments", sent.items()).status == 303
    assert told(app, "counting_house_actions_total") == before + 1


def test_a_refusal_is_counted_by_its_kind(app: Flask) -> None:
    bank = at_table(app)
    sent = {"csrf_token": bank.token, "action_id": "d" * 22, "giver": "1", "receiver": "2", "gold": "400"}
    before = told(app, "counting_house_actions_total")
    assert bank.send("POST", f"/g/{bank.page.game}/payments", sent.items()).status == 422
    assert told(app, "counting_house_refusals_total", kind="PurseTooSmall") == 1
    assert told(app, "counting_house_actions_total") == before


def test_streams_are_counted_while_they_are_open_and_rings_are_timed(app: Flask) -> None:
    bank = at_table(app)
    rung = told(app, "counting_house_rings_total")
    heard = told(app, "counting_house_ring_seconds_count")
    with listening(bank, bank.page.game, stamp_of(bank)) as stream:
        assert told(app, "counting_house_streams") == 1
        soon(passes, bank, "Bo", "apples", 2)
        assert stream.next()[0] == "moved"
    assert told(app, "counting_house_streams") == 0
    assert told(app, "counting_house_rings_total") == rung + 1
    assert told(app, "counting_house_ring_seconds_count") == heard + 1
    assert 0 < told(app, "counting_house_ring_seconds_sum") < PATIENCE


def test_the_database_and_the_machine_are_told(app: Flask) -> None:
    at_table(app)
    for kind in ("read", "write"):
        assert told(app, "counting_house_database_seconds_count", kind=kind) > 0
        assert told(app, "counting_house_database_seconds_sum", kind=kind) > 0
    assert told(app, "counting_house_connection_wait_seconds_count") == 0
    assert told(app, "process_resident_memory_bytes") > 1_000_000
    free = shutil.disk_usage(app.instance_path).free
    assert told(app, "counting_house_disk_free_bytes") == pytest.approx(free, rel=NEARLY)


def test_no_name_no_table_and_no_code_is_told(app: Flask) -> None:
    bank = at_table(app, 3, {"name-1": "Bohumil"})
    door = door_of(bank)
    passes(bank, "Bohumil", "apples", 2)
    for path in (f"/j/{door}", f"/g/{bank.page.game}/{door}", "/Bohumil"):
        assert Phone(app).send("GET", path).html
    page = page_of(app)
    assert 'route="/j/<words>"' in page
    assert [secret for secret in ("Bohumil", door, bank.page.game) if secret in page] == []


def test_only_this_machine_may_ask(app: Flask) -> None:
    with (
        pytest.raises(ConnectionRefusedError),
        socket.create_connection(("127.0.0.2", app.config["METRICS"])),
    ):
        pass


def test_a_port_that_is_taken_closes_no_table(app: Flask, tmp_path_factory: pytest.TempPathFactory) -> None:
    made = made_in(tmp_path_factory.mktemp("second"), METRICS=f"{LOCAL}:{app.config['METRICS']}")
    with made.extensions["archive"]:
        assert "metrics" not in made.extensions
        assert Phone(made).open("/").status == 200


@pytest.mark.parametrize("given", ["", "all", 0, 65_536, "127.0.0.1:", True])
def test_what_is_no_port_prevents_the_start(tmp_path_factory: pytest.TempPathFactory, given: object) -> None:
    with pytest.raises(BadSettingError, match="METRICS"):
        made_in(tmp_path_factory.mktemp("odd"), METRICS=given)


def test_who_measures_nothing_does_not_need_the_library() -> None:
    asked = "import sys, companion.app; sys.exit('prometheus_client' in sys.modules)"
    assert subprocess.run((sys.executable, "-c", asked), check=False).returncode == 0
