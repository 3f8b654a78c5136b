"""How the app says where it is: at the start, and on a host that has not configured it."""

import json
import os
import runpy
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator, Mapping
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

COMMAND = (sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", "0")


def environment(folder: Path, settings: Mapping[str, str]) -> dict[str, str]:
    """This environment, with only these settings of the app."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COMPANION")}
    return {**kept, "COMPANION_DATA_DIR": str(folder), **settings}


@contextmanager
def served(folder: Path, settings: Mapping[str, str]) -> Iterator[str]:
    """The app as `serve` opens it, in a folder with a journal; its address on this machine."""
    if not (folder / DATABASE).exists():
        journal_at(folder / DATABASE)
    with subprocess.Popen(
        COMMAND, env=environment(folder, settings), stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        words = (word for line in server.stdout for word in line.split())
        try:
            yield next(word for word in words if word.startswith("http://localhost")).replace(
                "localhost", "127.0.0.1"
            )
        finally:
            server.send_signal(signal.SIGTERM)
            try:
                ended = server.wait(timeout=20)
            finally:
                server.kill()  # otherwise a failing test would wait for it
        assert ended == 0


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


def test_serve_answers_to_its_configured_name_and_believes_as_many_proxies_as_it_was_told(
    tmp_path: Path,
) -> None:
    settings = {"COMPANION_PUBLIC_URL": "https://house.example", "COMPANION_PROXIES": "1"}
    with served(tmp_path, settings) as address:
        headers = {"Host": "house.example", "X-Forwarded-Proto": "https"}
        assert "; Secure" in cookies(address, headers)
        assert "; Secure" not in cookies(address, {})


def test_serve_answers_until_it_is_stopped_and_believes_nobody_unless_told(tmp_path: Path) -> None:
    with served(tmp_path, {}) as address:
        with urllib.request.urlopen(f"{address}/readyz", timeout=20) as answer:  # noqa: S310 - our own server
            assert json.loads(answer.read())["status"] == "ok"
        assert "; Secure" not in cookies(address, {"X-Forwarded-Proto": "https"})
    assert not list(tmp_path.glob("*-wal"))


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
def refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[], str]:
    """What a `serve` that does not start says; it does not wait for the folder."""
    monkeypatch.setattr(running, "PATIENCE", 0)
    monkeypatch.setattr(signal, "signal", lambda *_: None)

    def refusal() -> str:
        assert main(["--data-dir", str(tmp_path), *COMMAND[3:]]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        return said.err

    return refusal


def test_a_second_serve_on_one_folder_is_refused_and_says_who_has_it(
    tmp_path: Path, refused: Callable[[], str]
) -> None:
    with served(tmp_path, {}) as address:
        holder = running.found(tmp_path)
        assert holder is not None
        assert holder.url.replace("localhost", "127.0.0.1") == address
        said = refused()
        assert said.count("\n") == 1
        assert f"process {holder.pid} at {holder.url}" in said
        assert str(tmp_path) in said
    assert running.found(tmp_path) is None


def test_a_folder_whose_serve_was_killed_is_free(tmp_path: Path) -> None:
    with subprocess.Popen(
        COMMAND, env=environment(tmp_path, {}), stdout=subprocess.PIPE, text=True
    ) as killed:
        assert killed.stdout is not None
        assert any("Stop with Ctrl-C" in line for line in killed.stdout)
        killed.kill()
    left = (tmp_path / running.RUNNING_FILE).read_text()
    assert str(killed.pid) in left
    assert running.found(tmp_path) is None
    with served(tmp_path, {}):
        assert running.found(tmp_path) != running.Running(**json.loads(left))


def test_a_folder_that_a_host_serves_is_refused_and_the_other_way_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: Callable[[], str]
) -> None:
    with closing_descriptors(running.share(tmp_path), running.share(tmp_path)):
        assert f"by process {os.getpid()}." in refused()
    with served(tmp_path, {}), pytest.raises(FolderInUseError):
        started(tmp_path, monkeypatch, {})


@contextmanager
def closing_descriptors(*descriptors: int) -> Iterator[None]:
    """Open files, closed at the end."""
    yield
    for descriptor in descriptors:
        os.close(descriptor)


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_serve_says_at_its_end_where_the_evenings_are(tmp_path: Path, by: signal.Signals) -> None:
    with subprocess.Popen(
        COMMAND, env=environment(tmp_path, {}), stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert any("Stop with Ctrl-C" in line for line in server.stdout)
        server.send_signal(by)
        assert f"Evenings are kept in {tmp_path}" in server.stdout.read()
    assert server.returncode == 0


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


def test_serve_ends_though_the_signal_comes_while_an_object_is_finalized(tmp_path: Path) -> None:
    """An exception in a finalizer is lost."""
    with subprocess.Popen(
        (sys.executable, "-c", LAST_BREATH, *COMMAND[3:]),
        env=environment(tmp_path, {}),
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert any("Stop with Ctrl-C" in line for line in server.stdout)
        server.send_signal(signal.SIGUSR1)
        try:
            assert server.wait(timeout=20) == 0
        finally:
            server.kill()
