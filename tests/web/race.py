"""Two fingers in one moment: what one phone sends is decided after another's, which it had not yet seen."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.web.stored import service_of


def overtaken(app: Flask, monkeypatch: pytest.MonkeyPatch, faster: Callable[[], object]) -> None:
    """The next request that comes as far as its write finds that this was faster by a hair."""
    service = service_of(app)
    for write in ("play", "say"):
        monkeypatch.setattr(service, write, _after(monkeypatch, getattr(service, write), faster))


def _after(
    monkeypatch: pytest.MonkeyPatch, write: Callable[..., object], faster: Callable[[], object]
) -> Callable[..., object]:
    def writes(*asked: object, **more: object) -> object:
        monkeypatch.undo()
        faster()
        return write(*asked, **more)

    return writes
