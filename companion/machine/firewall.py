"""What may keep phones out of this machine, as far as can be seen without administrator rights. Seeing
nothing proves nothing: only a phone can show whether a phone gets through.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

PATIENCE_SECONDS = 5
UFW_CONF = Path("/etc/ufw/ufw.conf")
MACOS = "/usr/libexec/ApplicationFirewall/socketfilterfw"


@dataclass(frozen=True, slots=True)
class Finding:
    """One firewall: what it does, and whether it certainly keeps phones out."""

    sentence: str
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command printed, and whether it succeeded."""

    text: str
    fine: bool


Ask = Callable[..., Answer | None]
Look = Callable[[int, Ask], Finding | None]


def ask(*command: str) -> Answer | None:
    """A command's output in plain English; None if there is no such command."""
    program = shutil.which(
        command[0], path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin{os.pathsep}/sbin"
    )
    if program is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603 - our own arguments
            [program, *command[1:]],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE_SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return Answer(done.stdout, done.returncode == 0)


def findings(port: int, ask: Ask = ask, system: str = sys.platform) -> Iterator[Finding]:
    """What this machine's firewalls do to a port; of several layered ones, the first."""
    looks: Mapping[str, tuple[Look, ...]] = {"win32": (_windows,), "darwin": (_macos,)}
    for look in looks.get(system, (_ufw, _firewalld, _nft)):
        found = look(port, ask)
        if found is not None:
            yield found
            return


def _ufw(port: int, ask: Ask) -> Finding | None:
    answer = ask("ufw", "status", "verbose")
    remedy = f"`sudo ufw allow {port}/tcp` lets phones in"
    if answer is None:
        return None
    if not answer.fine:
        if not _ufw_is_on():
            return None
        return Finding(f"ufw is on, and only an administrator can read its rules; {remedy}")
    if "Status: active" not in answer.text:
        return None
    if re.search(r"^Default: (deny|reject) \(incoming\)", answer.text, re.MULTILINE) and not _ufw_allows(
        answer.text, port
    ):
        return Finding(f"The firewall ufw keeps port {port} closed: {remedy}.", blocks=True)
    return Finding(f"ufw is on, and has a rule that may let port {port} in")


def _ufw_is_on() -> bool:
    try:
        return "ENABLED=yes" in UFW_CONF.read_text()
    except OSError:
        return False


def _ufw_allows(text: str, port: int) -> bool:
    """Whether some rule may allow this port: any rule except those for another single port."""
    rules = [line for line in text.splitlines() if re.search(r"\b(ALLOW|LIMIT)\b(?! OUT)", line)]
    others = (re.match(r"(\d+)(?:/\w+)?(?: \(v6\))?\s", line) for line in rules)
    return any(other is None or int(other[1]) == port for other in others)


def _firewalld(port: int, ask: Ask) -> Finding | None:
    state = ask("firewall-cmd", "--state")
    if state is None or not state.fine:
        return None
    allowed = ask("firewall-cmd", f"--query-port={port}/tcp")
    said = allowed.text.strip() if allowed else ""
    remedy = f"`sudo firewall-cmd --add-port={port}/tcp` opens it until the next restart"
    if said == "yes":
        return Finding(f"firewalld is on, and lets port {port} in")
    if said == "no":
        return Finding(f"The firewall firewalld keeps port {port} closed: {remedy}.", blocks=True)
    return Finding(f"firewalld is on, and does not say whether port {port} is closed; {remedy}")


def _nft(port: int, ask: Ask) -> Finding | None:
    answer = ask("nft", "list", "ruleset")
    if answer is None:
        return None
    if not answer.fine:
        return Finding("only an administrator can read the firewall's rules: `sudo nft list ruleset`")
    if re.search(r"hook input\b[^\n]*policy drop", answer.text):
        return Finding(f"nftables drops what no rule lets in: see whether one names port {port}")
    return None


def _windows(port: int, ask: Ask) -> Finding | None:
    answer = ask("netsh", "advfirewall", "show", "currentprofile", "state")
    if answer is not None and answer.fine and re.search(r"\bOFF\b", answer.text):
        return None
    return Finding(
        f"Windows' firewall must let Python in (port {port}): allow it in private networks when it asks, "
        "and call this Wi-Fi a private network"
    )


def _macos(_port: int, ask: Ask) -> Finding | None:
    answer = ask(MACOS, "--getglobalstate")
    if answer is None or "State = 0" in answer.text:
        return None
    if "State = 2" in answer.text:
        blocked = "The firewall of macOS blocks all incoming connections: System Settings, Network, Firewall."
        return Finding(blocked, blocks=True)
    return Finding("the firewall of macOS is on: let Python in when it asks, or in its options")
