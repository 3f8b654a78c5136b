"""What the program is made of: every part of it is pinned, and stands in the bill of materials."""

import json
import subprocess
import sys
import tomllib
from functools import cache
from hashlib import sha256
from importlib.metadata import requires
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
ELSEWHERE = {"cffi", "pycparser", "tzdata"}
"""What is installed on Windows alone."""
LISTS = ("requirements.txt", "requirements-host.txt", "requirements-build.txt", "requirements-dev.txt")


@cache
def parts() -> list[dict[str, Any]]:
    """The parts that the bill lists."""
    told = subprocess.run(
        (sys.executable, ROOT / "scripts" / "materials.py"), capture_output=True, text=True, check=True
    )
    listed: list[dict[str, Any]] = json.loads(told.stdout)["components"]
    return listed


def pinned(requirements: str) -> dict[str, str]:
    """The release of each package of a list."""
    lines = (ROOT / requirements).read_text("utf-8").splitlines()
    found = [line.split()[0].split("==") for line in lines if "==" in line and not line.startswith(" ")]
    return dict(found)


def needed(*named: str) -> set[str]:
    """All packages that pip installs on this machine for these requirements."""
    left, found = [*map(Requirement, named)], set[tuple[str, str]]()
    while left:
        one = left.pop()
        for extra in {"", *one.extras} - {known for name, known in found if name == one.name}:
            found.add((one.name, extra))
            own = map(Requirement, requires(one.name) or ())
            left += [each for each in own if not each.marker or each.marker.evaluate({"extra": extra})]
    return {canonicalize_name(name) for name, _extra in found}


def test_the_wheel_with_all_that_hosts_ask_for_installs_what_their_list_has() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = (extra for name, extra in project["optional-dependencies"].items() if name != "dev")
    installed = needed(*project["dependencies"], *chain.from_iterable(extras))
    assert installed == {*pinned("requirements-host.txt")} - ELSEWHERE


def test_the_bill_lists_every_package_of_a_host_with_its_hashes() -> None:
    listed = {part["name"]: part["version"] for part in parts() if part["purl"].startswith("pkg:pypi/")}
    assert listed == pinned("requirements-host.txt")
    assert all(part["hashes"] for part in parts())


def test_the_bill_has_a_licence_for_all_that_is_installed_here() -> None:
    assert {part["name"] for part in parts() if not part.get("licenses")} <= ELSEWHERE


def test_the_bill_has_every_file_in_the_wheel_that_others_made() -> None:
    listed = {part["name"]: part["hashes"][0]["content"] for part in parts() if part["type"] == "file"}
    vendored = {*(ROOT / "static" / "vendor").rglob("*.js"), *(ROOT / "static" / "fonts").glob("*.woff2")}
    drawn = set((ROOT / "static" / "icons").glob("*.svg")) - {ROOT / "static" / "icons" / "favicon.svg"}
    assert listed == {
        str(file.relative_to(ROOT)): sha256(file.read_bytes()).hexdigest() for file in vendored | drawn
    }


@pytest.mark.parametrize("part", ["htmx.org", "alegreya", "game-icons", "lucide-static"])
def test_the_bill_names_the_release_that_stands_beside_each_file(part: str) -> None:
    [release] = {each["version"] for each in parts() if part in each["purl"]}
    sources = "".join(
        (ROOT / "static" / place).read_text("utf-8")
        for place in ("vendor/htmx/README.md", "fonts/README.md", "icons/SOURCES.md")
    )
    assert release in sources


@pytest.mark.parametrize("requirements", LISTS[:-1])
def test_what_is_installed_is_what_the_tests_ran_with(requirements: str) -> None:
    assert pinned(requirements).items() <= pinned("requirements-dev.txt").items()


@pytest.mark.parametrize("requirements", LISTS)
def test_every_package_is_pinned_with_hashes(requirements: str) -> None:
    text = (ROOT / requirements).read_text("utf-8")
    for package in pinned(requirements):
        after = text.partition(f"\n{package}==")[2]
        assert after.split("# via")[0].count("--hash=sha256:")
