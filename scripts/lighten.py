"""`make scripts`: minify our own scripts into static/built, which is in git: a checkout needs no tool."""

from pathlib import Path

import minify

from companion.web.assets import BUILT, mark_of, scripts

STATIC = Path(__file__).resolve().parents[1] / "static"

if __name__ == "__main__":
    for name, source in scripts(STATIC).items():
        made = minify.string("text/javascript", source.decode())
        (STATIC / BUILT / Path(name).name).write_bytes(mark_of(source) + made.encode() + b"\n")
