"""`make materials`: the bill of materials as CycloneDX, on standard output. It has every package that a host
installs, with the hashes that are accepted for it, and what others made that is in the wheel, file by file.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import License
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parents[1]
REQUIREMENTS = ROOT / "requirements-host.txt"
PINNED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;]+)", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:(\w{64})")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A file in the wheel that others made, or that is made from what others drew: its npm package, the
    release, and its licence (SPDX).
    """

    file: str
    package: str
    version: str
    licence: str


IN_THE_WHEEL = (
    Drawn("static/vendor/htmx/htmx.min.js", "htmx.org", "4.0.1", "0BSD"),
    Drawn("static/fonts/alegreya-bold.woff2", "@fontsource/alegreya", "5.3.0", "OFL-1.1"),
    Drawn("static/fonts/alegreya-bold-more.woff2", "@fontsource/alegreya", "5.3.0", "OFL-1.1"),
    Drawn("static/icons/sprite.svg", "@iconify-json/game-icons", "1.2.4", "CC-BY-3.0"),
    Drawn("static/icons/nottingham.svg", "@iconify-json/game-icons", "1.2.4", "CC-BY-3.0"),
    Drawn("static/icons/sprite.svg", "lucide-static", "1.62.0", "ISC"),
)


def packages(requirements: str) -> Iterator[Component]:
    """The packages of a list of requirements."""
    pinned = list(PINNED.finditer(requirements))
    ends = [found.start() for found in pinned[1:]]
    for found, end in zip(pinned, [*ends, len(requirements)], strict=True):
        name, version = found["name"], found["version"]
        yield Component(
            name=name,
            version=version,
            purl=PackageURL("pypi", name=name, version=version),
            bom_ref=f"pypi/{name}",
            hashes=[
                HashType(alg=HashAlgorithm.SHA_256, content=content)
                for content in HASH.findall(requirements, found.end(), end)
            ],
            licenses=licence_of(name),
        )


def licence_of(package: str) -> list[License]:
    """What an installed package says its licence is; nothing of one that only other systems install."""
    try:
        said = metadata(package)
    except PackageNotFoundError:
        return []
    classes = [line.rpartition(" :: ")[-1] for line in said.get_all("Classifier", []) if "License" in line]
    named = [said.get("License-Expression"), said.get("License"), *classes]
    return [LicenseFactory().make_from_string(next(filter(None, named)))]


def carried(drawn: Drawn) -> Component:
    """A file that is in the wheel."""
    group, _, name = drawn.package.rpartition("/")
    return Component(
        type=ComponentType.FILE,
        name=drawn.file,
        version=drawn.version,
        purl=PackageURL("npm", group or None, name, drawn.version),
        bom_ref=f"{drawn.file} {drawn.package}",
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest(ROOT / drawn.file))],
        licenses=[LicenseFactory().make_from_string(drawn.licence)],
    )


def digest(file: Path) -> str:
    """The SHA-256 of a file."""
    return sha256(file.read_bytes()).hexdigest()


def bill() -> str:
    """The bill as JSON."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    program = Component(
        type=ComponentType.APPLICATION,
        name=project["name"],
        version=project["version"],
        bom_ref=project["name"],
        licenses=[LicenseFactory().make_from_string(project["license"])],
    )
    parts = [*packages(REQUIREMENTS.read_text("utf-8")), *map(carried, IN_THE_WHEEL)]
    made = Bom(components=parts)
    made.metadata.component = program
    made.register_dependency(program, parts)
    return JsonV1Dot6(made).output_as_string(indent=2)


if __name__ == "__main__":
    print(bill())
