"""A page as a tree of elements, as far as a reader without scripts needs it: texts, links, forms."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from html import unescape

VOID = frozenset({"input", "meta", "link", "br", "hr", "img", "use", "path", "rect", "circle", "source"})
TOKEN = re.compile(
    r"(<!--.*?-->|<![^>]*>)|</([\w-]+)\s*>|<([\w-]+)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>|([^<]+|<)", re.DOTALL
)
ATTRIBUTE = re.compile(r"([^\s=\"'/]+)(?:=(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+)))?")
CONTROLS = frozenset({"a", "button", "input", "select", "textarea"})
NOT_SENT = frozenset({"submit", "button", "reset", "image", "file"})


@dataclass(eq=False, slots=True)
class Element:
    """One element; `parts` are its texts and elements in their order."""

    tag: str
    attributes: Mapping[str, str]
    parent: "Element | None" = None
    parts: "list[Element | str]" = field(default_factory=list)
    everything: "Sequence[Element]" = ()  # of a whole page, in its order

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def get(self, name: str, default: str = "") -> str:
        """An attribute, or the default."""
        return self.attributes.get(name, default)

    def has(self, name: str) -> bool:
        """Whether it has an attribute."""
        return name in self.attributes

    def elements(self, *tags: str) -> "Iterator[Element]":
        """Everything inside, of these kinds or of all."""
        inside = self.everything or self.nested()
        return (element for element in inside if not tags or element.tag in tags)

    def nested(self) -> "Iterator[Element]":
        """Everything inside, found by going through it."""
        for part in self.parts:
            if isinstance(part, Element):
                yield part
                yield from part.nested()

    def with_id(self, name: str) -> "Element | None":
        """The element of this id."""
        return next((element for element in self.elements() if element.get("id") == name), None)

    def outside(self, tag: str) -> "Element":
        """What is around the nearest element of this kind, itself included; itself if there is none."""
        ended = self if self.tag == tag else self.inside(tag)
        return self if ended is None or ended.parent is None else ended.parent

    def inside(self, tag: str) -> "Element | None":
        """The nearest element of this kind around it."""
        around = self.parent
        while around is not None and around.tag != tag:
            around = around.parent
        return around

    @property
    def text(self) -> str:
        """Its words, as a reader hears them; those of a name are one."""
        between = "" if self.tag == "bdi" else " "
        words = between.join(part if isinstance(part, str) else part.spoken for part in self.parts)
        return " ".join(words.split())

    @property
    def spoken(self) -> str:
        """Its name for a reader: a label names a control, and only introduces what is no control."""
        return (self.get("aria-label") if self.tag in CONTROLS else "") or self.text


def parse(html: str) -> Element:
    """The tree of a page. Our pages close what they open, so two patterns read them, much faster than the
    standard parser, which would take a quarter of the time of these tests.
    """
    root = here = Element("", {})
    root.everything = everything = []
    for comment, closed, opened, attributes, text in TOKEN.findall(html):
        if comment:
            continue
        if text:
            here.parts.append(unescape(text) if "&" in text else text)
        elif closed:
            here = here.outside(closed)
        else:
            element = Element(opened, _attributes(attributes), here)
            here.parts.append(element)
            everything.append(element)
            here = here if opened in VOID or attributes.endswith("/") else element
    return root


@cache
def _attributes(text: str) -> Mapping[str, str]:
    """Most elements are as those of the page before."""
    return {name: unescape("".join(quoted)) for name, *quoted in ATTRIBUTE.findall(text)}


@dataclass(frozen=True)
class Form:
    """A form as a browser without scripts would send it."""

    root: Element
    element: Element

    @cached_property
    def controls(self) -> list[Element]:
        """Every control that belongs to it, buttons too; some lie elsewhere and name it."""
        own = self.element.get("id")
        return [
            control
            for control in self.root.elements("input", "select", "textarea", "button")
            if (control["form"] == own if control.has("form") else control.inside("form") is self.element)
            and not control.has("disabled")
        ]

    @property
    def buttons(self) -> list[Element]:
        """The buttons that send it."""
        return [
            control
            for control in self.controls
            if control.tag == "button" and control.get("type", "submit") == "submit"
        ]

    @property
    def fields(self) -> list[tuple[str, str]]:
        """Names and values that would be sent as it stands, without a button's."""
        return [pair for control in self.controls if control.get("name") for pair in _sent(control)]

    def has(self, name: str) -> bool:
        """Whether there is a field of this name."""
        return any(control.get("name") == name and control.tag != "button" for control in self.controls)

    def offers(self, name: str) -> frozenset[str] | None:
        """The values a field can take; None for one that takes any text. A KeyError if there is none."""
        found = [
            control for control in self.controls if control.get("name") == name and control.tag != "button"
        ]
        if not found:
            raise KeyError(name)
        if found[0].tag == "select":
            return frozenset(map(_value_of, found[0].elements("option")))
        if found[0].get("type") in {"radio", "checkbox"}:
            return frozenset(control.get("value", "on") for control in found) | {""}
        return None


def _sent(control: Element) -> list[tuple[str, str]]:
    name = control["name"]
    kind = control.get("type", "text")
    if control.tag == "button" or kind in NOT_SENT:
        return []
    if control.tag == "select":
        options = list(control.elements("option"))
        chosen = [option for option in options if option.has("selected")] or options[:1]
        return [(name, _value_of(option)) for option in chosen]
    if kind in {"radio", "checkbox"}:
        return [(name, control.get("value", "on"))] if control.has("checked") else []
    return [(name, control.text if control.tag == "textarea" else control.get("value"))]


def _value_of(option: Element) -> str:
    return option.get("value", option.text)
