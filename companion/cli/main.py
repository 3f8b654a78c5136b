"""The command line: `counting-house serve`, `check`, `backup` and so on, and what each of them takes."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any, NoReturn

from companion.cli import score
from companion.machine import databases, network, release

HIGHEST_PORT = 65_535
UNUSED_DAYS = 365
FEWEST_DAYS, MOST_DAYS = 31, 9_999  # a phone keeps a seat that is not used for a month
FAILED, BAD_USE = 1, 2
INTERRUPTED = 130
STATUSES = "exit status: 0 fine; 1 a finding or a failure; 2 bad use or bad input"

SERVE = """\
    Open the app for the phones in this network.

    Prints the address, also as a QR code to scan. The first start creates the
    database and a secret key. Ctrl-C stops it; the evenings are kept, and the
    next start continues where they left off.
    """
DEMO = """\
    Open a sample evening in mid-game, to look around.

    Five players in their fourth round, in a folder of its own that is thrown away
    at the end. The phone that opens the printed address first is the bank; it lets
    others in under "Phones at the table". Your own evenings are not touched.

    With --public it may stay open on a host: everybody who comes reads what the
    bank reads, also an evening that is over and the group that keeps it, and nobody
    changes anything.
    """
PUBLIC = "everybody looks at it and at one that is over, and nobody changes anything"
SCORE = """\
    Count up a game from a count sheet.

    The sheet is JSON: the players, with their gold and the cards on their stands.
    The count comes out as JSON in UTF-8: every sum line by line, Kings and Queens,
    ranks, the winners. A faulty sheet is not counted; one line on standard error
    names the place and the fault.

      {"players": [{"name": "Ann", "gold": 42, "stand": {"apples": 4, "silk": 1}},
                   {"name": "Bo", "gold": 7},
                   {"name": "Cleo", "gold": 15, "stand": {"cheese": 3}}]}

    Three to six players, as they sat. A stand holds these words, each with its
    number of cards; what is not on it is left out:

    GOODS

    Beside "players" there may be "edition" ("first" or "second"; default: first),
    "first_sheriff" (a name; default: the first player) and "promo_copies", if more
    than one copy of a promo card is in play. Beside "stand", "feast_plates" names
    a legal good for each Feast Plate on it:

      {"edition": "second", "first_sheriff": "Bo", "promo_copies": {"feast_plate": 2},
       "players": [{"name": "Ann", "gold": 42, "stand": {"apples": 4, "feast_plate": 2},
                    "feast_plates": ["apples", "cheese"]},
                   {"name": "Bo", "gold": 7}, {"name": "Cleo", "gold": 15}]}

    "extras" are a player's cards that are no goods and count at the end: each "what" it
    is and the "gold" that it prints, 1 to 99; any other card is "other" and has a "name":

      {"players": [{"name": "Ann", "gold": 42,
                    "extras": [{"what": "black_market:pepper", "gold": 30},
                               {"what": "other", "name": "Little John", "gold": 9}]},
                   {"name": "Bo", "gold": 7}, {"name": "Cleo", "gold": 15}]}

    EXTRAS

    "game" says that a sheet is of Nottingham (2006), for three to seven; without it,
    or with "sheriff", it is of Sheriff of Nottingham. A player may have "loot" and
    "missions". The sheet's own "missions" has, for each that somebody fulfilled, the
    number with one pawn and the number with two, as the cards print them:

      {"game": "nottingham", "missions": {"five_of_one": [30, 25]},
       "players": [{"name": "Ann", "loot": {"pearls": 2}, "missions": ["five_of_one"]},
                   {"name": "Bo", "loot": {"chest": 1}, "missions": ["five_of_one"]},
                   {"name": "Cleo"}]}

    OBJECTS
    """
EXPORT = """\
    Write a whole game as a file, or a group.

    The game file is JSON and has every entry of the game, also those taken back,
    but not which phones hold it. `import` makes the same game from it, on this
    machine or another. A group's file has who is who, and all its evenings that are
    over. Works while the app is open. What is in these files: docs/files.md.
    """
IMPORT = """\
    Make a game from a game file, or a group with its evenings from a group's.

    It comes back whole, under a new id, or not at all: numbers, ids, balances and
    supply are verified, no rule is asked again. It prints a code, with which a phone
    becomes the bank, or the group's keeper. A game file has at most 1 MiB and 20,000
    entries; a group file 32 MiB and 2,000 evenings.

    If `doctor` warns about the SQLite version, stop the app first.
    """
CHECK = """\
    Replay every game and verify the laws.

    Prints a line for each game: its id, when it was opened, its entries, what is
    wrong, who plays. The laws: entries are what was stored, numbered without gaps, and
    no action is there twice; no purse and no stand falls below zero; gold and cards are
    moved, never created or lost; no more cards are shown than the box has. Works while
    the app is open.
    """
BACKUP = """\
    Copy all evenings into one file, while the app is open.

    The copy is a snapshot. It is verified, and safely on disk before it gets its
    name; an existing file is left alone.

    To restore: stop the app. Move counting-house.db, and all files whose names begin
    with that, out of the data folder. Put the copy there as counting-house.db.
    Run `counting-house check`, and start the app.

    From a server, the copy is made by its own pg_dump: pg_restore puts it into a new
    database, as docs/running.md says.
    """
COPY = """\
    Copy all evenings into another, empty database, while the app is open.

    From the file of the data folder to a server, or back: URL is postgresql://... or
    sqlite:///PATH. Everything as it is at one moment goes there at once, or nothing
    does, so that an interrupted copy is simply made again: every table, with the
    phones that hold it. Then all of it is compared, every game is replayed there, and
    a line says how much that was. A database with evenings in it is left alone.

    A password that is in URL can be read by every user of this machine while the copy
    is made: PGPASSWORD and ~/.pgpass keep it to yourself.

    To move: stop the app, copy, `counting-house check` there, start the app there. See
    docs/running.md.
    """
PRUNE = """\
    List the tables that nobody touched for a long time, and remove them if told so.

    Touched means: something was recorded, a phone looked at it, took a place or was
    given a code. Without --backup nothing is removed. With it, everything is copied to
    that file first, which is verified and never replaces another; then those tables go,
    with all their entries. The database uses the space again; its file stays as large.

    Works while the app is open. If `doctor` warns about the SQLite version, stop the app
    first.
    """
DOCTOR = """\
    Show what this machine offers the app, and what is wrong.

    Addresses, port, firewall, data folder, database, secret key, pages and
    languages. While the app is open, also where, and whether it responds there for
    phones. Ends with "no problems found on this machine", or with a list of problems
    and of warnings, which are good to know and need no fixing on the evening; only
    a phone can show whether a phone gets through, and it says how.
    """
DATA_DIR = (
    "the folder of the evenings (default: COMPANION_DATA_DIR, a checkout's instance folder, "
    "the user's data folder)"
)
ALLOW_HOST = (
    "a name or address at which phones reach the app, besides localhost, this machine's "
    "addresses and its name; may be repeated. Needed behind a router, a container or a proxy "
    "that uses another name"
)


class Parser(argparse.ArgumentParser):
    """A parser that reports errors on one line."""

    def error(self, message: str) -> NoReturn:
        """End with status 2."""
        self.exit(BAD_USE, f"{self.prog}: {' '.join(message.split())}; --help says more\n")


class Release(argparse.Action):
    """Print the version, looked up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """End with status 0."""
        parser.exit(0, f"Counting House {release.release()}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the arguments ask for; returns the exit status."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:  # no console, as for pythonw
            nowhere = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115 - open to the end
            setattr(sys, name, nowhere)
        # A name that this terminal cannot print must not end a command.
        elif name != "stdin" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            return _run(arguments)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as fault:
        # The interpreter would complain of what is left to print when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(fault, BrokenPipeError):  # the reader of our output (head, say) has had enough
            sys.stderr.write(f"counting-house: standard output: {fault.strerror}\n")
        return FAILED


def _run(arguments: Sequence[str] | None) -> int:
    options = parser().parse_args(arguments)
    if options.command == "score":
        return score.run(options.file)
    from companion.cli import housekeeping  # noqa: PLC0415 - `score` and --help need not wait for the web

    return housekeeping.run(options)


def parser() -> Parser:
    """What may be typed, and what --help says."""
    whole = Parser(
        prog="counting-house",
        description="The banker and score pad of a Sheriff of Nottingham evening. Unofficial.",
        epilog=f"`counting-house COMMAND --help` explains a command. {STATUSES.capitalize()}.",
        allow_abbrev=False,
    )
    whole.add_argument("--version", action=Release, nargs=0, help="print the version and end")
    _add_data_dir(whole, None)
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND", title="commands")
    _add_serve(_add(commands, "serve", SERVE))
    _add_serve(sample := _add(commands, "demo", DEMO, data=False))
    sample.add_argument("--public", action="store_true", help=PUBLIC)
    _add(commands, "score", _with_words(SCORE), data=False).add_argument(
        "file", metavar="FILE", help="the count sheet; - is standard input"
    )
    _add_export(_add(commands, "export", EXPORT))
    _add(commands, "import", IMPORT).add_argument(
        "file", metavar="FILE", help="the game file; - is standard input"
    )
    _add(commands, "check", CHECK)
    _add(commands, "backup", BACKUP).add_argument("target", metavar="TARGET", help="the file to make")
    _add(commands, "copy", COPY).add_argument(
        "--to", type=_database, required=True, metavar="URL", help="the empty database"
    )
    _add_prune(_add(commands, "prune", PRUNE))
    _add_port(
        _add(commands, "doctor", DOCTOR), "look at this port (else where `serve` is at work, or at 8000)"
    )
    return whole


def _with_words(text: str) -> str:
    for place, words in score.listed_words("      ").items():
        text = text.replace(f"    {place}", words)
    return text


def _add(commands: Any, name: str, text: str, *, data: bool = True) -> Parser:  # noqa: ANN401 - argparse has no public type for it
    text = dedent(text)
    summary = text.partition(".\n")[0]
    added: Parser = commands.add_parser(
        name,
        help=summary[0].lower() + summary[1:],
        description=text,
        epilog=STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    if data:
        _add_data_dir(added, argparse.SUPPRESS)  # a value given before the command is kept
    return added


def _add_data_dir(to: Parser, default: str | None) -> None:
    to.add_argument("--data-dir", type=_folder, default=default, metavar="FOLDER", help=DATA_DIR)


def _add_port(to: Parser, text: str) -> None:
    to.add_argument("--port", type=_port, metavar="NUMBER", help=text)


def _add_serve(serve: Parser) -> None:
    serve.add_argument(
        "--host",
        type=_host,
        metavar="ADDRESS",
        help="listen at this IPv4 address alone (else at all of them)",
    )
    _add_port(serve, "listen at this port; 0 is any (else at 8000, or the next one that is free)")
    serve.add_argument(
        "--allow-host", type=_name, action="append", default=[], metavar="NAME", help=ALLOW_HOST
    )


def _add_export(export: Parser) -> None:
    export.add_argument(
        "game",
        metavar="GAME",
        help="its or the group's eight letters, as in the address; `check` lists games",
    )
    export.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="FILE",
        help="make this file of it (else write to standard output)",
    )


def _add_prune(prune: Parser) -> None:
    prune.add_argument(
        "--unused",
        type=_days,
        default=UNUSED_DAYS,
        metavar="DAYS",
        help=f"for how many days nobody touched it: {FEWEST_DAYS} or more (else {UNUSED_DAYS})",
    )
    prune.add_argument(
        "--backup", metavar="FILE", help="copy everything into this new file, then remove them"
    )


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST_DAYS))):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of days up to {MOST_DAYS}")
    if int(text) < FEWEST_DAYS:
        raise argparse.ArgumentTypeError(f"{text} days are too few: {FEWEST_DAYS} at least")
    return int(text)


def _folder(text: str) -> str:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError(f"{text!r} is no folder's name")
    return text


def _database(text: str) -> Path | str:
    try:
        place = databases.named(text)
    except databases.UnknownDatabaseError as unknown:  # never shows the address, with its password
        raise argparse.ArgumentTypeError(str(unknown).removesuffix(".")) from None
    if isinstance(place, Path) and "\0" in str(place):
        raise argparse.ArgumentTypeError("this is no file's name")
    return place


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(HIGHEST_PORT))):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: it is a number up to {HIGHEST_PORT}")
    if int(text) > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"{text} is no port: they end with {HIGHEST_PORT}")
    return int(text)


def _host(text: str) -> str:
    if ":" in text:
        raise argparse.ArgumentTypeError(f"{text!r} is no IPv4 address; the port has an option of its own")
    return _name(text)


def _name(text: str) -> str:
    if not network.is_name(text.removeprefix(".")):
        raise argparse.ArgumentTypeError(f"{text!r} is no name or address alone, without http:// and port")
    return text.lower()
