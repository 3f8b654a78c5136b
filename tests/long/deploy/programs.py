"""The programs that the samples in deploy/ are for, and those of `make proof`, installed where we may."""

import os
import shutil
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
