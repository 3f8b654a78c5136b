"""The app with a folder of its own, phones, and tables that are already set up."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from flask import Flask, template_rendered
from jinja2 import FileSystemBytecodeCache, Template

from companion.app import create_app
from companion.machine.databases import DATABASE
from companion.web.http import limits
from companion.web.reader import Errors
from tests.fresh import journal_at
from tests.tables import later_table, table
from tests.web.drawing import named
from tests.web.phone import Phone
from tests.web.scenes import SCENES, Scene

# Templates as Python reads them, for all apps and runs: to compile them takes most of an app's first pages.
COMPILED = Path(__file__).parents[2] / ".cache" / "templates"
kinds_of = cache(named)
KEY = "the same key on every machine: " + 32 * "k"
SETTINGS = {
    "TABLES": 9_999,
    "FILES": 9_999,
    "TAPS": 99_999,
    "TESTING": True,
    "TRUSTED_HOSTS": ["table.lan", "localhost"],
}


def given_as_named(app: Flask, template: Template, context: dict[str, object], **_more: object) -> None:
    """A page is given the view models that its template names, whichever test asks for it."""
    for name, kind in kinds_of(app.jinja_env, template.name or "").items():
        assert kind is Errors or isinstance(context[name], kind), f"{template.name}: {name}"  # type: ignore[arg-type]


def made_in(folder: Path, **settings: object) -> Flask:
    """An app with its data in this folder."""
    COMPILED.mkdir(parents=True, exist_ok=True)
    if not (folder / DATABASE).exists():
        journal_at(folder / DATABASE)
    app = create_app({**SETTINGS, "DATA_DIR": str(folder), **settings})
    template_rendered.connect(given_as_named, app)
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(COMPILED))
    return app


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """One app for all tests that leave it whole: games do not know each other. A fault fails its test."""
    return made_in(tmp_path_factory.mktemp("data"))


@pytest.fixture(autouse=True)
def patience(request: pytest.FixtureRequest) -> Iterator[None]:
    """Wrong codes of one test slow no other down."""
    yield
    if "app" in request.fixturenames:
        limits.install(request.getfixturevalue("app"))


@pytest.fixture
def own_app(tmp_path: Path) -> Flask:
    """An app that a test may spoil."""
    return made_in(tmp_path)


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone that never was at a table."""
    return Phone(app)


@pytest.fixture
def stranger(app: Flask) -> Phone:
    """Another phone."""
    return Phone(app)


@pytest.fixture(scope="session")
def made(app: Flask) -> Callable[[str], Scene]:
    """A scene that all tests share which change nothing with it."""
    return cache(lambda name: SCENES[name](app))


@pytest.fixture
def bank(app: Flask) -> Phone:
    """The bank of four who begin: Ann is Sheriff."""
    return table(app).phone()


@pytest.fixture
def later(app: Flask) -> Phone:
    """The bank of four in the second of four rounds: Ann is Sheriff and has 3 gold, apples and a chicken."""
    return later_table(app).phone()
