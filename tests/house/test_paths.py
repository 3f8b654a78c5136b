"""Templates, static files and data are found in a checkout and in a wheel, and never confused."""

from pathlib import Path

import pytest

from companion.machine.paths import PACKAGE, BrokenInstallError, assets, data_folder, user_data_home

HOME = {"XDG_DATA_HOME": "/home/ann/data"}


def a_folder(root: Path, *folders: str) -> Path:
    """The package below the root, with these folders."""
    for folder in (*folders, "companion"):
        (root / folder).mkdir(parents=True)
    return root / "companion"


def a_checkout(root: Path) -> Path:
    """A package in its source tree, templates and static files beside it."""
    package = a_folder(root, "templates", "static", "instance")
    (root / "pyproject.toml").touch()
    return package


def test_this_checkout_has_its_folders_beside_the_package() -> None:
    assert assets().templates == PACKAGE.parent / "templates"
    assert assets().static == PACKAGE.parent / "static"


def test_a_wheel_has_them_inside(tmp_path: Path) -> None:
    (tmp_path / "companion" / "templates").mkdir(parents=True)
    (tmp_path / "companion" / "static").mkdir()
    assert assets(tmp_path / "companion").static == tmp_path / "companion" / "static"


def test_folders_of_others_beside_an_installed_package_are_not_ours(tmp_path: Path) -> None:
    package = a_folder(tmp_path, "templates", "static")
    with pytest.raises(BrokenInstallError, match="this installation is broken"):
        assets(package)


def test_a_checkout_without_static_files_is_refused(tmp_path: Path) -> None:
    package = a_checkout(tmp_path)
    (tmp_path / "static").rmdir()
    with pytest.raises(BrokenInstallError, match="complete checkout"):
        assets(package)


def test_data_goes_where_it_was_asked_to_before_all(tmp_path: Path) -> None:
    asked = data_folder(tmp_path, {"COMPANION_DATA_DIR": "/elsewhere"}, a_checkout(tmp_path))
    assert asked == tmp_path


def test_data_goes_where_the_variable_says(tmp_path: Path) -> None:
    assert data_folder(None, {"COMPANION_DATA_DIR": "/there"}, a_checkout(tmp_path)) == Path("/there")


def test_a_relative_folder_counts_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert data_folder("evening", {}) == tmp_path / "evening"


def test_a_checkout_keeps_its_data_in_instance(tmp_path: Path) -> None:
    assert data_folder(None, HOME, a_checkout(tmp_path)) == tmp_path / "instance"


def test_an_installed_one_keeps_its_data_with_the_user(tmp_path: Path) -> None:
    assert data_folder(None, HOME, a_folder(tmp_path)) == user_data_home(HOME) / "counting-house"


@pytest.mark.parametrize(
    "platform, environment, folder",
    [
        ("linux", HOME, Path("/home/ann/data")),
        ("linux", {}, Path.home() / ".local" / "share"),
        ("linux", {"XDG_DATA_HOME": "not/absolute"}, Path.home() / ".local" / "share"),
        ("darwin", HOME, Path.home() / "Library" / "Application Support"),
        ("win32", {"LOCALAPPDATA": "/Users/ann/Local"}, Path("/Users/ann/Local")),
        ("win32", {}, Path.home() / "AppData" / "Local"),
    ],
)
def test_every_system_has_its_place_for_data(
    platform: str, environment: dict[str, str], folder: Path
) -> None:
    assert user_data_home(environment, platform) == folder
