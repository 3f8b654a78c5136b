"""Each refusal is shown beside a field that some form has, or above the form."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import companion.web
from companion.rules.refusals import Refusal


def every(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    """All ways to say no."""
    for below in kind.__subclasses__():
        yield below
        yield from every(below)


def test_a_refusal_is_beside_fields_that_a_form_has() -> None:
    modules = (import_module(found.name) for found in walk_packages(companion.web.__path__, "companion.web."))
    fields = {
        field
        for module in modules
        for name, names in vars(module).items()
        if name.endswith("_FIELDS")
        for field in names
    }
    assert {field for kind in every(Refusal) for field in kind.beside} <= fields
