"""The programs that the samples in deploy/ are for, and those of `make proof`, installed where we may.
`python -m tests.long.deploy.programs` gets them and says where they are.
"""

import os
import shutil
import sys
from functools import cache

from tests.browser.installing import ToolMissingError, apt_install

PACKAGES = {
    "caddy": "caddy",
    "haproxy": "haproxy",
    "nginx": "nginx",
    "openssl": "openssl",
    "systemd-analyze": "systemd",
    "strace": "strace",
    "ip": "iproute2",
}
"""Debian's package for each."""
PATH = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin"))  # where Debian has servers


@cache
def program(name: str) -> str:
    """The whole path of one of them. Raises ToolMissingError."""
    package = PACKAGES[name]
    found = shutil.which(name, path=PATH) or (apt_install(package) and shutil.which(name, path=PATH))
    if not found:
        how = f"Install it ('sudo apt-get install {package}')."
        raise ToolMissingError(f"No {name} for the tests of deploy/ and proof/. {how}")
    return found


def main() -> None:
    """Get the programs, or end with the sentence that says how."""
    try:
        sys.stdout.write("".join(f"{name}: {program(name)}\n" for name in PACKAGES))
    except ToolMissingError as missing:
        sys.exit(str(missing))


if __name__ == "__main__":
    main()
