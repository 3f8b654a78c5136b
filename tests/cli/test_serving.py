"""How the app says where it is: at the start, and on a host that has not configured it."""

import json
import os
import re
import runpy
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app import BadSettingError
from companion.cli.main import main
from companion.cli.serving import ALL_ADDRESSES, LanUrls, TrustedHosts, greeting
from companion.machine import network, running
from companion.machine.databases import DATABASE
from companion.machine.keys import WeakKeyError
from companion.machine.running import FolderInUseError
from companion.web.http.addresses import BadAddressError, public_url
from tests.fresh import journal_at

House = tuple[Path, str]
"""The folder and the address of a `serve`."""
COMMAND = (sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", "0")


def environment(folder: Path, settings: Mapping[str, str]) -> dict[str, str]:
    """This environment, with only these settings of the app."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COMPANION")}
    return {**kept, "COMPANION_DATA_DIR": str(folder), **settings}


@contextmanager
def opened(
    folder: Path, settings: Mapping[str, str], command: Sequence[str] = COMMAND
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The app as `serve` opens it, in a folder with a journal, and its address on this machine. What still
    runs at the end is killed, for a failing test would wait for it.
    """
    if not (folder / DATABASE).exists():
        journal_at(folder / DATABASE)
    with subprocess.Popen(
        command, env=environment(folder, settings), stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            told = ""
            for line in server.stdout:
                told += line
                if "Stop with Ctrl-C" in line:
                    break
            found = re.search(r"http://localhost(\S+)", told)
            assert found, told
            yield server, f"http://127.0.0.1{found[1]}"
        finally:
            server.kill()


@contextmanager
def served(folder: Path, settings: Mapping[str, str]) -> Iterator[str]:
    """Its address alone; it is stopped at the end, and ends well."""
    with opened(folder, settings) as (server, address):
        yield address
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=20) == 0


def cookies(address: str, headers: Mapping[str, str]) -> str:
    """The cookies that the settings page sets for such a request."""
    asking = urllib.request.Request(f"{address}/settings", headers=dict(headers))  # noqa: S310 - our own server
    with urllib.request.urlopen(asking, timeout=20) as answer:  # noqa: S310
        return str(answer.headers["Set-Cookie"])


def test_the_addresses_are_those_of_the_wi_fi_that_the_machine_is_in_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    urls = LanUrls(ALL_ADDRESSES, 8000)
    for address in ("192.168.1.20", "10.0.0.7"):
        monkeypatch.setattr(network, "routed", lambda address=address: iter((address,)))
        assert list(urls) == [f"http://{address}:8000"]
        assert address in TrustedHosts(())
    monkeypatch.setattr(network, "routed", lambda: iter(()))
    monkeypatch.setattr(network, "addresses", lambda: ())
    assert list(urls) == []


def test_the_address_asked_for_is_the_only_one() -> None:
    assert list(LanUrls("192.168.1.20", 80)) == ["http://192.168.1.20"]
    assert list(LanUrls("127.0.0.1", 8000)) == []


def test_the_greeting_begins_with_the_configured_address() -> None:
    public = public_url("https://house.example/sheriff")
    said = greeting(("192.168.1.20",), 8000, "Kept here.", public)
    assert "https://house.example/sheriff" in said.splitlines()[2]
    assert "Only this machine" not in greeting((), 8000, "Kept here.", public)
    assert "Only this machine" in greeting((), 8000, "Kept here.")


@pytest.mark.process
def test_serve_answers_to_its_configured_name_believes_its_proxies_and_says_at_ctrl_c_what_it_keeps(
    tmp_path: Path,
) -> None:
    settings = {"COMPANION_PUBLIC_URL": "https://house.example", "COMPANION_PROXIES": "1"}
    with opened(tmp_path, settings) as (server, address):
        headers = {"Host": "house.example", "X-Forwarded-Proto": "https"}
        assert "; Secure" in cookies(address, headers)
        assert "; Secure" not in cookies(address, {})
        server.send_signal(signal.SIGINT)
        assert server.stdout is not None
        assert f"Evenings are kept in {tmp_path}" in server.stdout.read()
        assert server.wait(timeout=20) == 0
    assert not list(tmp_path.glob("*-wal"))
    assert running.found(tmp_path) is None


@pytest.mark.process
def test_serve_is_ready_and_believes_nobody_unless_told(house: House) -> None:
    _, address = house
    with urllib.request.urlopen(f"{address}/readyz", timeout=20) as answer:  # noqa: S310 - our own server
        assert json.loads(answer.read())["status"] == "ok"
    assert "; Secure" not in cookies(address, {"X-Forwarded-Proto": "https"})


@pytest.mark.parametrize(
    "setting,value", [("COMPANION_PUBLIC_URL", "house.example"), ("COMPANION_PROXIES", "many")]
)
def test_a_setting_that_means_nothing_ends_the_start_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    setting: str,
    value: str,
) -> None:
    monkeypatch.setenv(setting, value)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    assert main(["--data-dir", str(tmp_path), *COMMAND[3:]]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert setting.removeprefix("COMPANION_") in said


def started(folder: Path, monkeypatch: pytest.MonkeyPatch, settings: Mapping[str, str]) -> None:
    """The app for a host, started with these settings."""
    for name in [name for name in os.environ if name.startswith("COMPANION")]:
        monkeypatch.delenv(name)
    for name, value in {"COMPANION_DATA_DIR": str(folder), **settings}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delitem(sys.modules, "companion.wsgi", raising=False)  # whoever imported it before
    runpy.run_module("companion.wsgi")["app"].extensions["archive"].__exit__(None, None, None)


@pytest.mark.parametrize(
    "settings,words",
    [
        ({}, "COMPANION_PUBLIC_URL"),
        ({"COMPANION_PUBLIC_URL": "https://house.example"}, ""),
        ({"COMPANION_TRUSTED_HOSTS": '["house.example"]'}, ""),
    ],
)
def test_a_host_is_told_what_links_lack(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    settings: dict[str, str],
    words: str,
) -> None:
    started(tmp_path, monkeypatch, settings)
    assert words in caplog.text
    assert bool(caplog.text) == bool(words)


@pytest.mark.parametrize(
    "settings,words",
    [
        ({"COMPANION_PUBLIC_URL": "house.example"}, "must begin with http"),
        ({"COMPANION_SECRET_KEY": "short"}, "shorter than 32 characters"),
        ({"COMPANION_PROXIES": "-1"}, "not a number of proxies"),
    ],
)
def test_a_host_with_a_setting_that_means_nothing_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], words: str
) -> None:
    with pytest.raises((BadAddressError, BadSettingError, WeakKeyError), match=words):
        started(tmp_path, monkeypatch, settings)


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[Path], str]:
    """What a `serve` that does not start in a folder says, in one line; it does not wait for the folder."""
    monkeypatch.setattr(running, "PATIENCE", 0)
    monkeypatch.setattr(signal, "signal", lambda *_: None)

    def refusal(folder: Path) -> str:
        assert main(["--data-dir", str(folder), *COMMAND[3:]]) == 1
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        return said.err

    return refusal


@pytest.mark.process
def test_a_second_serve_or_a_host_on_one_folder_is_refused_and_told_who_has_it(
    house: House, monkeypatch: pytest.MonkeyPatch, refused: Callable[[Path], str]
) -> None:
    folder, address = house
    holder = running.found(folder)
    assert holder is not None
    assert holder.url.replace("localhost", "127.0.0.1") == address
    said = refused(folder)
    assert f"process {holder.pid} at {holder.url}" in said
    assert str(folder) in said
    with pytest.raises(FolderInUseError):
        started(folder, monkeypatch, {})


def test_serve_is_refused_where_a_host_s_workers_share_the_folder(
    tmp_path: Path, refused: Callable[[Path], str]
) -> None:
    descriptors = running.share(tmp_path), running.share(tmp_path)
    try:
        assert f"by process {os.getpid()}." in refused(tmp_path)
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


@pytest.mark.process
def test_a_folder_whose_serve_was_killed_is_free(tmp_path: Path) -> None:
    with opened(tmp_path, {}) as (killed, _):
        pass
    left = (tmp_path / running.RUNNING_FILE).read_text()
    assert str(killed.pid) in left
    assert running.found(tmp_path) is None
    with running.alone(tmp_path):  # as the next one takes it
        assert running.found(tmp_path) != running.Running(**json.loads(left))


LAST_BREATH = """
import os, signal
from companion.cli.main import main

class Dying:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(1000):
            pass

signal.signal(signal.SIGUSR1, lambda *_: Dying() and None)
main()
"""


@pytest.mark.process
def test_serve_ends_though_the_signal_comes_while_an_object_is_finalized(tmp_path: Path) -> None:
    """An exception in a finalizer is lost."""
    with opened(tmp_path, {}, (sys.executable, "-c", LAST_BREATH, *COMMAND[3:])) as (server, _):
        server.send_signal(signal.SIGUSR1)
        assert server.wait(timeout=20) == 0
