"""`make scripts`: minify our own scripts into static/built, and pack there what every page needs.

It is in git: a checkout needs no tool.
"""

from pathlib import Path

import minify
import zopfli.gzip

from companion.web.assets import BUILT, SPRITE, STYLE, Assets, mark_of, scripts

STATIC = Path(__file__).resolve().parents[1] / "static"
LARGEST = ("vendor/htmx/htmx.min.js", SPRITE, STYLE)

if __name__ == "__main__":
    for name, source in scripts(STATIC).items():
        made = minify.string("text/javascript", source.decode())
        (STATIC / BUILT / Path(name).name).write_bytes(mark_of(source) + made.encode() + b"\n")
    assets = Assets(STATIC)
    for name in (*LARGEST, *scripts(STATIC)):
        packed = zopfli.gzip.compress(assets.files[name].plain, numiterations=50)
        (STATIC / BUILT / f"{Path(name).name}.gz").write_bytes(packed)
