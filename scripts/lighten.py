"""`make scripts`: bundle and minify our own scripts into static/built, and compress there what every page
needs. The result is in git, so a checkout needs no tools; this command alone fetches Rollup and Terser.
"""

import gzip
import json
import os
import subprocess
from pathlib import Path

import deno
import zopfli.gzip

from companion.web.http.assets import (
    BUILT,
    ENTRIES,
    MADE_OF,
    OWN_STYLES,
    SPRITES,
    STYLES,
    WORKER,
    Assets,
    digest_of,
    sources,
)

ROOT = Path(__file__).resolve().parents[1]
STATIC = ROOT / "static"
LARGEST = ("vendor/htmx/htmx.min.js", *SPRITES, *STYLES, *OWN_STYLES)


def bundles() -> dict[str, str]:
    """The code of each script that pages load, with everything it imports."""
    command = (
        deno.find_deno_bin(),
        *("run", "--quiet", "--frozen", f"--config={ROOT / 'deno.json'}"),
        *("--allow-env", f"--allow-read={STATIC},{ROOT / '.cache' / 'deno'}"),
        ROOT / "scripts" / "bundle.js",
        STATIC,
        *(*ENTRIES, WORKER),
    )
    own = {"DENO_DIR": str(ROOT / ".cache" / "deno"), "DENO_NO_UPDATE_CHECK": "1"}
    told = subprocess.run(command, env=os.environ | own, stdout=subprocess.PIPE, check=True)
    code: dict[str, str] = json.loads(told.stdout)
    return code


def pack(content: bytes, packed: Path) -> None:
    """Compress what is not there yet: it takes seconds a file."""
    if not packed.exists() or gzip.decompress(packed.read_bytes()) != content:
        packed.write_bytes(zopfli.gzip.compress(content, numiterations=500))


if __name__ == "__main__":
    built = STATIC / BUILT
    for name, code in bundles().items():
        (built / Path(name).name).write_text(code + "\n", encoding="utf-8")
    (built / MADE_OF).write_text(digest_of(sources(STATIC)) + "\n", encoding="utf-8")
    assets = Assets(STATIC)
    for name in (*LARGEST, *ENTRIES):
        pack(assets.files[name].plain, built / f"{Path(name).name}.gz")
