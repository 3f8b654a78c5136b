"""The lines of a form for a new table: names, shields, the order, the lot."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from werkzeug.datastructures import MultiDict

from companion.rules.refusals import (
    NameEmpty,
    NameInvisible,
    NameRepeated,
    NameTooLong,
    Refusal,
    UnknownShield,
)
from companion.web.http.language import gettext as _
from companion.web.parts import shield_name
from companion.web.reader import Reader

Lot = TypeVar("Lot")


def drawn(lots: Sequence[Lot], action_id: str) -> Lot:
    """One of these lots, each as likely as any other; always the same one for the same action."""
    digest = hashlib.sha256(action_id.encode()).digest()
    return lots[int.from_bytes(digest) % len(lots)]


LONGEST_TYPED = 200
Form = MultiDict[str, str]


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One line of the form as typed; `index` counts from the top."""

    index: int
    name: str
    charge: str


def named_instead(form: Form, typed: Form) -> Form:
    """The form with the names that were typed for another box, if there are any, instead of its own."""
    names_typed = [(field, name) for field, name in typed.items() if field.startswith("name-")]
    if not names_typed:
        return form
    kept = [each for each in form.items(multi=True) if not each[0].startswith(("name-", "players"))]
    return MultiDict([*kept, *names_typed])


def is_moved(reader: Reader) -> bool:
    """Whether a line is only to be moved up or down, or a name of the group to be put into one."""
    return any(reader.form.get(button) for button in ("up", "down", "add"))


def seat_order(form: Form, most: int) -> list[int]:
    """The lines' old places in their new order; pressing a line's button moves it by one."""
    lines = list(range(most))
    for button, step in (("up", -1), ("down", 1)):
        pressed = form.get(button, "")
        if pressed in map(str, lines):
            line = int(pressed)
            other = line + step
            if 0 <= other < most:
                lines[line], lines[other] = lines[other], lines[line]
    return lines


def players_typed(form: Form, numbers: Sequence[str]) -> str:
    """How many play, if that was chosen from these numbers."""
    chosen = form.get("players", "")
    return chosen if chosen in numbers else ""


def is_named(form: Form, line: int) -> bool:
    """Whether a line has a name."""
    return bool(form.get(f"name-{line}", "").strip())


def in_use(form: Form, most: int, numbers: Sequence[str]) -> list[int]:
    """The lines with a name, and as many more as are to play."""
    named = [line for line in range(most) if is_named(form, line)]
    free = [line for line in range(most) if line not in named]
    return sorted(named + free[: max(0, int(players_typed(form, numbers) or 0) - len(named))])


def refuse_fewer(reader: Reader, most: int, numbers: Sequence[str]) -> None:
    """Refuse fewer players than have a name."""
    named = sum(is_named(reader.form, line) for line in range(most))
    chosen = players_typed(reader.form, numbers)
    if chosen and named > int(chosen):
        sentence = _(
            "%(named)s names stand above, but %(chosen)s play. Empty a line, or choose again.",
            named=named,
            chosen=chosen,
        )
        reader.refuse("players", sentence)


def unnamed_lines(form: Form, lines: Sequence[int], numbers: Sequence[str]) -> tuple[int, ...]:
    """The seats among these lines whose players type their own names as they come in."""
    waits = bool(players_typed(form, numbers))
    return tuple(at for at, line in enumerate(lines) if waits and not is_named(form, line))


def lines_in(form: Form, order: Sequence[int], shields: Sequence[str]) -> tuple[SeatLine, ...]:
    """The lines in this order; an unknown shield is replaced by that of its place. A name to be added is in
    the first line without one.
    """
    names = [_name_of(form, line) for line in order]
    added = form.get("add", "")[:LONGEST_TYPED]
    free = next((place for place, name in enumerate(names) if not name.strip()), None)
    if added and free is not None:
        names[free] = added
    charges = [form.get(f"charge-{line}", shields[line]) for line in order]
    return tuple(
        SeatLine(index, names[index], charge if charge in shields else shields[line])
        for index, (line, charge) in enumerate(zip(order, charges, strict=True))
    )


def _name_of(form: Form, line: int) -> str:
    return form.get(f"name-{line}", "")[:LONGEST_TYPED]


def shields_of(form: Form, lines: Sequence[int], shields: Sequence[str]) -> tuple[str, ...]:
    """Each line's shield; a line's default shield gives way to a free one if another line chose it."""
    typed = {line: form.get(f"charge-{line}", shields[line]) for line in lines}
    chosen = {charge for line, charge in typed.items() if charge != shields[line]}
    free = iter([shield for shield in shields if shield not in typed.values()])
    return tuple(
        next(free) if charge == shields[line] and charge in chosen else charge
        for line, charge in typed.items()
    )


def stand_in(form: Form, line: int, shields: Sequence[str]) -> str:
    """The name of a seat until its player types one: that of its shield."""
    charge = form.get(f"charge-{line}", shields[line])
    return shield_name(charge) if charge in shields else ""


def names_typed(
    form: Form, lines: Sequence[int], shields: Sequence[str], waiting: Sequence[int]
) -> tuple[str, ...]:
    """What the seats are called, those still `waiting` for a name included."""
    return tuple(
        stand_in(form, line, shields) if at in waiting else _name_of(form, line)
        for at, line in enumerate(lines)
    )


def field_of_name(refusal: Refusal, lines: Sequence[int]) -> str:
    """The field of a name that is refused, by its place among the lines in use; "" for other refusals."""
    if isinstance(refusal, NameEmpty | NameInvisible | NameRepeated | NameTooLong):
        return f"name-{lines[refusal.place]}"
    return ""


def field_of_shield(refusal: Refusal, form: Form, lines: Sequence[int], shields: Sequence[str]) -> str:
    """The field of the first line whose shield is unknown or taken by a line above; "" for other refusals."""
    free = list(shields)
    every = shields_of(form, lines, shields) if isinstance(refusal, UnknownShield) else ()
    for line, charge in zip(lines, every, strict=False):
        if charge not in free:
            return f"charge-{line}"
        free.remove(charge)
    return ""
