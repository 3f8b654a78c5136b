"""Compiles the catalogues: as hatchling's hook in every build, and by itself in a checkout."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent


class CatalogueHook(BuildHookInterface[Any]):
    """The .mo files are not in git, so a build makes them from the .po files beside them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's form
        """Compile before the files are gathered."""
        compile_catalogues(Path(self.root))


def compile_catalogues(root: Path = ROOT) -> None:
    """Write the .mo beside every .po that is newer than it."""
    for source in sorted(root.glob("companion/translations/*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            compile_catalogue(source, compiled)


def compile_catalogue(source: Path, compiled: Path) -> None:
    """Write one catalogue in gettext's binary form, whole or not at all."""
    with source.open("rb") as po:
        catalogue = read_po(po, locale=source.parent.parent.name)
    half = compiled.with_suffix(".mo.new")
    with half.open("wb") as mo:
        write_mo(mo, catalogue)
    half.replace(compiled)


if __name__ == "__main__":
    compile_catalogues()
