"""Which refusals a function of the rules can end in: those that it names, and those of whatever it calls."""

import ast
import inspect
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import FunctionType, ModuleType
from typing import Any

from companion import rules
from companion.rules.refusals import Refusal

Function = Callable[..., Any]


def refusals_of(*functions: Function, without: tuple[Function, ...] = ()) -> set[type[Refusal]]:
    """Every refusal that these functions can raise or return, except those `without`."""
    found: set[type[Refusal]] = set()
    known, todo = set(without), list(functions)
    while todo:
        function = todo.pop()
        if function in known:
            continue
        known.add(function)
        for named in named_in(function):
            thing = getattr(named, "__wrapped__", named)  # one that remembers its answers
            if isinstance(thing, FunctionType) and thing.__module__.startswith(rules.__name__):
                todo.append(thing)
            elif inspect.isclass(thing) and issubclass(thing, Refusal):
                found.add(thing)
    return found - {Refusal}


def named_in(function: Function) -> Iterator[object]:
    """What a function's body names: of its module, of a module that it knows, or a method that it calls."""
    names = vars(inspect.getmodule(function))
    for part in body_of(function):
        match part:
            case ast.Name(word):
                yield names.get(word)
            case ast.Attribute(ast.Name(owner), word) if isinstance(names.get(owner), ModuleType):
                yield getattr(names[owner], word)
            case ast.Call(ast.Attribute(ast.Name(owner), word)) if kind := class_of(function, owner):
                yield getattr(kind, word, None)
            case ast.Call(ast.Attribute(_, word)):
                yield from methods().get(word, ())
            case _:
                pass


def class_of(function: Function, name: str) -> type | None:
    """The class of the rules that a function means by this name, or of which it takes one."""
    known = vars(inspect.getmodule(function))
    own = known.get(function.__qualname__.partition(".")[0]) if name == "self" else None
    kind = own or known.get(name) or function.__annotations__.get(name)
    return kind if inspect.isclass(kind) and kind.__module__.startswith(rules.__name__) else None


@cache
def body_of(function: Function) -> tuple[ast.AST, ...]:
    """Every part of a function's body; what its signature names it only takes."""
    tree = ast.parse(inspect.cleandoc("\n" + inspect.getsource(function)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    return tuple(part for statement in definition.body for part in ast.walk(statement))


@cache
def methods() -> dict[str, tuple[Function, ...]]:
    """The methods of the classes in the rules, by their names: any of them may be meant."""
    found: dict[str, tuple[Function, ...]] = {}
    for kind in {kind for module in modules() for kind in vars(module).values() if inspect.isclass(kind)}:
        if kind.__module__.startswith(rules.__name__):
            for name, method in vars(kind).items():
                if isinstance(method, FunctionType) and not name.startswith("__"):
                    found[name] = (*found.get(name, ()), method)
    return found


def modules() -> Iterator[ModuleType]:
    """Every module of the rules."""
    return (import_module(each.name) for each in walk_packages(rules.__path__, rules.__name__ + "."))
