"""The key that signs forms: intact after a power cut, the same for all processes that start at once."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Barrier

import pytest

from companion.app import create_app
from companion.machine import disk
from companion.machine.keys import KEY_FILE, WEAKEST_KEY, Key, secret_key

AT_ONCE = 8


def test_a_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    made = secret_key(None, tmp_path)
    assert not made.renewed
    assert secret_key(None, tmp_path) == made
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [tmp_path / KEY_FILE]


@pytest.mark.parametrize("kept", ["a key of somebody's own, long enough\n", "0" * 64])
def test_a_key_that_is_there_stays(tmp_path: Path, kept: str) -> None:
    (tmp_path / KEY_FILE).write_text(kept)
    assert secret_key(None, tmp_path) == Key(kept.strip())


@pytest.mark.parametrize(
    "left", [b"", b"\0" * 64, b"abc", b"\xff" * 64, b"a" * 32 + b"\0" * 32], ids=lambda left: repr(left[:3])
)
def test_what_a_power_cut_left_is_no_key_and_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, left: bytes
) -> None:
    (tmp_path / KEY_FILE).write_bytes(left)
    app = create_app({"DATA_DIR": str(tmp_path), "TESTING": True})
    with app.extensions["archive"]:
        assert "empty or damaged" in caplog.text
        assert isinstance(app.secret_key, str)
        assert len(app.secret_key) >= WEAKEST_KEY
        assert app.test_client().get("/new").status_code == 200
    assert secret_key(None, tmp_path) == Key(app.secret_key)


def test_a_key_is_on_the_disk_before_anything_is_signed_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []

    def fsync(descriptor: int) -> None:
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        synced.append((path, path.read_text() if path.is_file() else ""))

    monkeypatch.setattr(os, "fsync", fsync)
    made = secret_key(None, tmp_path)
    assert synced == [(tmp_path / KEY_FILE, made.text), (tmp_path, "")]


def test_a_start_that_meets_another_one_at_its_key_waits_for_that_key(tmp_path: Path) -> None:
    first = (tmp_path / KEY_FILE).open("w+b", buffering=0)
    assert disk.lock(first.fileno())
    with ThreadPoolExecutor() as pool:
        with first:
            others = [pool.submit(secret_key, None, tmp_path) for _ in range(AT_ONCE)]
            done, _ = wait(others, timeout=0.2)
            assert not done
            first.write(b"f" * 64)
        assert {other.result() for other in others} == {Key("f" * 64)}


def test_of_several_that_start_at_once_all_have_the_same_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for evening in range(40):
            folder, start = tmp_path / str(evening), Barrier(AT_ONCE)
            folder.mkdir()

            def begin(folder: Path = folder, start: Barrier = start) -> str | bytes:
                start.wait()
                return secret_key(None, folder).text

            keys = {each.result() for each in [pool.submit(begin) for _ in range(AT_ONCE)]}
            assert keys == {(folder / KEY_FILE).read_text()}
