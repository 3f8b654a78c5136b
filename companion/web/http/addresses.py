"""The address at which other phones open a page; never one that merely came with a request."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from flask import Flask, current_app, request
from werkzeug.exceptions import SecurityError

from companion.machine import network

LOCAL, UNKNOWN = "local", "unknown"
HOST_ONLY = "__Host-"
"""A prefix of cookie names: browsers keep such a cookie only over https, for one host, for every path."""
_HOST = re.compile(r"[a-z0-9.-]+|\[[0-9a-f:.]+\]")
_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)*")
# Names valid in one network only: another network may give the same name to another machine.
_LAN_ENDINGS = (".local", ".lan", ".home", ".internal", ".localdomain", ".home.arpa", ".localhost", ".test")


class BadAddressError(Exception):
    """PUBLIC_URL is not an address that a phone could open."""


@dataclass(frozen=True, slots=True)
class Public:
    """The address that was configured: `https://house.example`, and "" or the path in front of ours."""

    origin: str
    prefix: str

    @property
    def name(self) -> str:
        """The machine's name alone."""
        return urlsplit(self.origin).hostname or ""

    @property
    def is_strict(self) -> bool:
        """Whether browsers may be told to insist on https: never for a name in somebody's own network."""
        return self.origin.startswith("https:") and not is_lan_name(self.name)


def install(app: Flask) -> None:
    """Read PUBLIC_URL. Raises BadAddressError if it is not an address."""
    given = app.config.get("PUBLIC_URL")
    app.extensions["public"] = None if given in {None, ""} else public_url(str(given))


def public_url(text: str) -> Public:
    """PUBLIC_URL, parsed. Raises BadAddressError with a sentence for the person who set it."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise _bad(text, "is not an address") from None
    if parts.scheme not in {"http", "https"}:
        raise _bad(text, "must begin with http:// or https://")
    if "@" in parts.netloc:
        raise _bad(text, "must not contain a user name or password")
    if not _HOST.fullmatch(parts.netloc.removesuffix(f":{port}").lower()) or not parts.hostname:
        raise _bad(text, "does not name a machine")
    prefix = parts.path.rstrip("/")
    if not _PREFIX.fullmatch(prefix) or {".", ".."} & set(prefix.split("/")) or _has_more(text, parts):
        raise _bad(text, "may have a path in front of the app's own, and nothing else after the name")
    return Public(f"{parts.scheme}://{parts.netloc.lower()}", prefix)


def _has_more(text: str, parts: SplitResult) -> bool:
    return bool(parts.query or parts.fragment) or any(mark in text for mark in "?# \t\r\n")


def _bad(text: str, why: str) -> BadAddressError:
    shown = repr(text) if "@" not in text else "(not shown: it may contain a password)"
    return BadAddressError(f"PUBLIC_URL {shown} {why}; it should look like https://house.example.")


def is_https_only() -> bool:
    """Whether the configured address is https and this request came over https: then cookies are only for
    this host, over https. Not at a Wi-Fi address of the same machine over http, where a browser would drop
    them.
    """
    return request.is_secure and (known := public()) is not None and known.origin.startswith("https:")


def own_cookie(name: str) -> str:
    """The name of a cookie, with HOST_ONLY in front if the request `is_https_only`."""
    return f"{HOST_ONLY}{name}" if is_https_only() else name


def public() -> Public | None:
    """The address that was configured."""
    found: Public | None = current_app.extensions["public"]
    return found


def outward(path: str) -> str | None:
    """The full address, for other phones, of a path made by `url_for`; None if there is no reliable one, and
    `unreachable` says why.
    """
    known = public()
    if known is not None:
        return known.origin + known.prefix + path.removeprefix(request.script_root)
    origin = _origin()
    return None if origin is None else origin + path


def unreachable() -> str:
    """Why there is no address: "local" if only this machine can open the app, "unknown" if its public name
    was not configured; "" if there is an address.
    """
    if public() is not None or _origin() is not None:
        return ""
    return LOCAL if current_app.config.get("TRUSTED_HOSTS") else UNKNOWN


def missing(app: Flask) -> str:
    """What a host has to configure for links and QR codes; "" if it did."""
    if app.extensions["public"] is not None or app.config.get("TRUSTED_HOSTS"):
        return ""
    return (
        "Neither COMPANION_PUBLIC_URL nor COMPANION_TRUSTED_HOSTS is set: pages show codes to type, "
        "but no links and no QR codes, since the address at which phones reach the app is unknown."
    )


def _origin() -> str | None:
    """Under `serve` the address that this phone used, else this machine's likeliest in its network; elsewhere
    the request's own, if trusted names were configured.
    """
    if not current_app.config.get("TRUSTED_HOSTS"):
        return None
    name = asked_name()
    own: Iterable[str] = current_app.config.get("LAN_URLS", ())
    # Many phones cannot resolve this machine's name; an IP address always works.
    asked_by_address = not is_local(name) and name not in network.names()
    if asked_by_address:
        return f"{request.scheme}://{request.host}"
    first = next(iter(own), None)
    return first or (None if is_local(name) else f"{request.scheme}://{request.host}")


def asked_name() -> str:
    """The host name or address of the request, without its port; "" for one that is not ours."""
    try:
        return urlsplit(f"//{request.host}").hostname or ""
    except (SecurityError, ValueError):
        return ""


def is_secure_context() -> bool:
    """Whether the browser treats the page as a secure context: over https, and on the machine itself."""
    return request.is_secure or is_local(asked_name())


def is_local(name: str) -> bool:
    """Whether this name or address reaches only the machine itself."""
    try:
        address = ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def is_lan_name(name: str) -> bool:
    """Whether this name or address means something else in another network."""
    try:
        ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(_LAN_ENDINGS)
    return True
