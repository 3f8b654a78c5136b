"""Gets everything the browser tests need and says where it is: `python -m tests.browser.tools`."""

import sys

from tests.browser.checker import jar, java
from tests.browser.chromium import chromium, without_windows
from tests.browser.installing import ToolMissingError


def main() -> None:
    """Get the tools, or end with the sentence that says how."""
    try:
        sys.stdout.write(f"Chromium: {chromium()}, {without_windows()}\n")
        sys.stdout.write(f"Java: {java()}\nHTML checker: {jar().name}\n")
    except ToolMissingError as missing:
        sys.exit(str(missing))


if __name__ == "__main__":
    main()
