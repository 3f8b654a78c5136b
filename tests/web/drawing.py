"""What templates read of the values that they are given, followed through their own names: loops, `set` and
`with`, includes, and the macros that they call.

A template's first comment names its values, `bag: Bag` or `timer: Timer | None`: a dataclass of the web, or a
plain word like `str`. A kind is a type; what cannot be known here is an `object`, and let through.
"""

import inspect
import pkgutil
import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from importlib import import_module
from itertools import zip_longest
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

from jinja2 import Environment, nodes
from jinja2.visitor import NodeVisitor
from markupsafe import Markup

import companion.rules
import companion.web
from companion.web.reader import Errors

Kinds = Mapping[str, object]

PLAIN: Kinds = {each.__name__: each for each in (str, int, bool, Markup, Errors)}
COMMENT = re.compile(r"\{#-?(.*?)-?#\}", re.DOTALL)
NAMED = re.compile(rf"\b([a-z_]+): ([A-Z]\w*|{'|'.join(PLAIN)})\b( \| None)?")
GAMES = {each.name for each in pkgutil.iter_modules(companion.rules.__path__) if each.ispkg}
KEEPING = {"list", "select", "selectattr", "reject", "rejectattr", "sort", "reverse"}  # what they loop over


@cache
def view_models(game: str) -> Kinds:
    """Every dataclass of the web, and of the planted game, by its name; `object` where two share one. One of
    the rules keeps its name if the web has none like it. For the templates of a `game`, those of other games
    do not count.
    """
    others = GAMES - {game}
    packages = {"companion.rules.": companion.rules, "companion.web.": companion.web}
    found: dict[str, object] = {}
    for prefix, package in packages.items():
        modules = [module.name for module in pkgutil.walk_packages(package.__path__, prefix)]
        names = [name for name in modules if others.isdisjoint(name.split("."))]
        found |= _dataclasses_of(
            names if package is companion.rules else [*names, "tests.web.first_to_three"]
        )
    return found


def _dataclasses_of(modules: Iterable[str]) -> Kinds:
    found: dict[str, object] = {}
    for module in modules:
        for name, each in vars(import_module(module)).items():
            # Asked for its type alone: Flask's `session`, asked what it is, would count as read by the page.
            if issubclass(type(each), type) and is_dataclass(each) and each.__module__ == module:
                found[name] = object if name in found else each
    return found


@cache
def fields(owner: Hashable) -> Kinds:
    """What the fields and the properties of a dataclass hold."""
    properties = inspect.getmembers(owner, lambda each: isinstance(each, property))
    held = {name: get_type_hints(each.fget).get("return", object) for name, each in properties}
    return {**held, **get_type_hints(owner)}


def source(environment: Environment, template: str) -> str:
    """A template as it is written."""
    assert environment.loader
    return environment.loader.get_source(environment, template)[0]


def named(environment: Environment, template: str) -> Kinds:
    """The values that a template's first comment names."""
    comment = COMMENT.match(source(environment, template))
    values: dict[str, object] = {}
    for name, word, optional in NAMED.findall(comment[1]) if comment else ():
        kind = PLAIN.get(word) or view_models(template.partition("/")[0]).get(word, object)
        if kind is object:
            raise LookupError(f"{template} names {name}: there is no dataclass {word}, or there are two")
        values[name] = Union[kind, None] if optional else kind  # noqa: UP007 - of values
    return values


def each_of(kind: object) -> list[object]:
    """What a value may be, where it is anything."""
    kinds = get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)
    return [each for each in kinds if each is not NoneType]


def either(kinds: Iterable[object]) -> object:
    """What a value is that may be one of these, if they are the same."""
    several = {each for kind in kinds for each in each_of(kind)}
    return several.pop() if len(several) == 1 else object


def fits(given: object, kind: object) -> bool:
    """Whether a value of one kind may stand where another is named, which may be what all of a sort have."""
    bases = inspect.getmro(given) if isinstance(given, type) else (given,)
    return given is object or not {*each_of(kind)}.isdisjoint(bases)


def within(kind: object) -> object:
    """What a loop over it finds."""
    return either(each for each in get_args(kind) if each is not ...) if get_origin(kind) is tuple else object


@dataclass(frozen=True)
class Macro:
    """A macro with its template, and the names that it sees there."""

    node: nodes.Macro
    template: str
    sees: dict[str, object]


@cache
def parsed(environment: Environment, text: str) -> nodes.Template:
    """Cached: the parts that all templates import are read again and again."""
    return environment.parse(text)


class Reading(NodeVisitor):
    """Reads a template. Statements are visited with the names that they see, to which they may add their own;
    of an expression comes its kind. `faults` are sentences, `used` all names that were asked for.
    """

    def __init__(self, environment: Environment, template: str) -> None:
        self.environment, self.template = environment, template
        self.faults: list[str] = []
        self.used: set[str] = set()
        self.called: set[str] = set()
        self.names: dict[str, object] = dict.fromkeys(environment.globals, object)

    def read(self, given: Kinds) -> list[str]:
        """What is wrong with the template where it is given these values."""
        self.names |= given
        self.visit(parsed(self.environment, source(self.environment, self.template)), self.names)
        return self.faults

    def fault(self, node: nodes.Node, sentence: str) -> None:
        """Keep a sentence, and where it is so."""
        self.faults.append(f"{self.template}, line {node.lineno}: {sentence}")

    def generic_visit(self, node: nodes.Node, names: dict[str, object]) -> object:
        """Whatever else there is: its parts."""
        for child in node.iter_child_nodes():
            self.visit(child, names)
        return object

    def visit_For(self, node: nodes.For, names: dict[str, object]) -> None:
        inner = {**names, "loop": object}
        self.bind(node.target, within(self.visit(node.iter, names)), inner)
        for each in filter(None, (node.test, *node.body, *node.else_)):
            self.visit(each, inner)

    def visit_Block(self, node: nodes.Block, names: dict[str, object]) -> None:
        self.generic_visit(node, dict(names))

    def visit_With(self, node: nodes.With, names: dict[str, object]) -> None:
        inner = dict(names)
        for target, value in zip(node.targets, node.values, strict=True):
            self.bind(target, self.visit(value, names), inner)
        for each in node.body:
            self.visit(each, inner)

    def visit_Assign(self, node: nodes.Assign, names: dict[str, object]) -> None:
        self.bind(node.target, self.visit(node.node, names), names)

    def visit_Macro(self, node: nodes.Macro, names: dict[str, object]) -> None:
        names[node.name] = Macro(node, self.template, names)

    def visit_FromImport(self, node: nodes.FromImport, names: dict[str, object]) -> None:
        theirs = Reading(self.environment, node.template.as_const())
        theirs.read({})
        names |= {name: theirs.names[name] for name in node.names if isinstance(name, str)}

    def visit_Include(self, node: nodes.Include, names: dict[str, object]) -> None:
        self.give(node, node.template.as_const(), names)

    def visit_Name(self, node: nodes.Name, names: dict[str, object]) -> object:
        self.used.add(node.name)
        if node.name not in names:
            self.fault(node, f"nobody gives it {node.name}")
        return names.get(node.name, object)

    def visit_Const(self, node: nodes.Const, _names: dict[str, object]) -> object:
        return type(node.value)

    def visit_Tuple(self, node: nodes.Tuple, names: dict[str, object]) -> object:
        return tuple[tuple(self.visit(item, names) for item in node.items)]  # type: ignore[misc]

    def visit_CondExpr(self, node: nodes.CondExpr, names: dict[str, object]) -> object:
        self.visit(node.test, names)
        return either([self.visit(each, names) for each in (node.expr1, node.expr2) if each])

    def visit_Getitem(self, node: nodes.Getitem, names: dict[str, object]) -> object:
        self.visit(node.arg, names)
        return within(self.visit(node.node, names))

    def visit_Getattr(self, node: nodes.Getattr, names: dict[str, object]) -> object:
        return self.member(node, self.visit(node.node, names), node.attr)

    def visit_Filter(self, node: nodes.Filter, names: dict[str, object]) -> object:
        kind, *_rest = [self.visit(each, names) for each in (node.node, *node.args) if each]
        if node.name in {"selectattr", "rejectattr"}:
            self.member(node, within(kind), node.args[0].as_const())
        return kind if node.name in KEEPING else within(kind) if node.name == "first" else object

    def visit_Call(self, node: nodes.Call, names: dict[str, object]) -> object:
        called = self.visit(node.node, names)
        given = [self.visit(each, names) for each in node.args]
        for each in filter(None, (node.dyn_args, node.dyn_kwargs)):
            self.visit(each, names)
        by_name = {each.key: self.visit(each.value, names) for each in node.kwargs}
        if isinstance(called, Macro):
            parameters = [each.name for each in called.node.args]
            self.call(
                called,
                dict.fromkeys(parameters, object) | dict(zip(parameters, given, strict=False)) | by_name,
            )
        elif isinstance(node.node, nodes.Name) and node.node.name == "drawn":
            self.give(node, node.args[0].as_const(), by_name)
        return object

    def call(self, macro: Macro, given: Kinds) -> None:
        """Follow a macro, once for all who give it the same."""
        call = f"{macro.template} {macro.node.name} {given}"
        if call in self.called:
            return
        self.called.add(call)
        here, self.template = self.template, macro.template
        inner = {**macro.sees, "caller": object, **given}
        for each in macro.node.body:
            self.visit(each, inner)
        self.template = here

    def bind(self, target: nodes.Node, kind: object, names: dict[str, object]) -> None:
        """Name a value, or each part of one."""
        if isinstance(target, nodes.Name):
            names[target.name] = kind
        elif isinstance(target, nodes.Tuple):
            parts = () if ... in get_args(kind) else get_args(kind)
            for item, part in zip_longest(target.items, parts, fillvalue=object):
                self.bind(item, part, names)  # type: ignore[arg-type]

    def give(self, node: nodes.Node, template: str, values: Kinds) -> None:
        """Whether another template gets here what its first comment names."""
        for name, kind in named(self.environment, template).items():
            self.used.add(name)
            if not any(fits(given, kind) for given in each_of(values.get(name, NoneType))):
                self.fault(node, f"{template} is given no such {name}")

    def member(self, node: nodes.Node, kind: object, name: str) -> object:
        """What a value has by this name. A dictionary may have any; a dataclass, a tuple, a word may not."""
        found: list[object] = []
        for each in each_of(kind):
            owner = get_origin(each) or each
            hints = fields(owner) if isinstance(owner, type) and is_dataclass(owner) else {}
            if (hints or owner in {str, int, bool, tuple}) and name not in {*hints, *dir(owner)}:
                self.fault(node, f"{getattr(owner, '__name__', owner)} has no {name}")
            found.append(hints.get(name, object))
        return either(found)
