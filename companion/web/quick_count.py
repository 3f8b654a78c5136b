"""*Just count* in any game: what its form says of each player, and the count that this becomes."""

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from flask import current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.refusals import Refusal
from companion.rules.ruleset import Event, Game_co, Ruleset
from companion.web.booking import open_table, refused
from companion.web.current import action_id, counted_again, groups
from companion.web.pages import pages_by
from companion.web.reader import Reader, whole

Form = MultiDict[str, str]
LONGEST_TYPED = 200
MINUS = "\N{MINUS SIGN}"
_BELOW_NONE = re.compile(rf"[-{MINUS}][0-9]{{1,7}}", re.ASCII)
_PLACE = re.compile(r"players\[(\d+)\](?:\.(\w+))?(?:[.\[](\w+))?\]?(?:\.(\w+))?")


@dataclass(frozen=True, slots=True)
class CountPlayer:
    """A line of the form: the `typed` fields of a player, `<index>-<word>`, by their words."""

    index: int
    name: str
    charge: str
    typed: Mapping[str, str]

    @property
    def is_used(self) -> bool:
        """Whether it has a name, or anything counted."""
        return bool(self.name.strip()) or any(text.strip() not in {"", "0"} for text in self.typed.values())

    def cards(self, others: Container[str]) -> dict[str, int | str]:
        """The numbers of all cards: all filled fields except the `others`."""
        texts = {word: text.strip(" ") for word, text in self.typed.items() if word not in others}
        return {word: count_typed(text) for word, text in texts.items() if text}


def players_typed(form: Form, shields: Sequence[str]) -> Iterator[CountPlayer]:
    """A line for each of these shields, used or not."""
    for index, charge in enumerate(shields):
        prefix = f"{index}-"
        typed = {name.removeprefix(prefix): text for name, text in form.items() if name.startswith(prefix)}
        yield CountPlayer(index, form.get(f"name-{index}", ""), charge, typed)


def count_typed(text: str) -> int | str:
    """A whole number; whatever else was typed stays text, for the sheet to refuse."""
    if _BELOW_NONE.fullmatch(text):
        return int(text.replace(MINUS, "-"))
    found = whole(text)
    return text[:LONGEST_TYPED] if found is None else found


def line_of(place: str, used: Sequence[int]) -> tuple[int, str, str, str] | None:
    """The line in use that a place in the sheet is about, which of its fields, and the parts of that."""
    found = _PLACE.fullmatch(place)
    if found is None:
        return None
    of, part, within = (each or "" for each in found.groups()[1:])
    return used[int(found[1])], of, part, within


def count_out(
    rules: Ruleset[Game_co, Event],
    opening: Callable[[Form, str], object],
    field: Callable[[Refusal, Form], str],
    page: Callable[[Reader], str],
) -> ResponseReturnValue:
    """Count the sheet, which becomes a game of one entry; its `opening` names the count that it replaces. A
    browser that keeps no cookies could not come back to its result, so it gets that at once.
    """
    reader, key, pages = Reader(request.form), action_id(), pages_by(rules)
    try:
        wrong = counted_again(rules, reader.form.get("again"))
        table = open_table(opening(reader.form, wrong.id if wrong else ""), key)
        if wrong:
            groups().stored.follow(wrong.id, table.id)
    except Refusal as refusal:
        reader.refuse(field(refusal, reader.form), pages.words(()).refusal(refusal))
        return refused(page(reader))
    if not request.cookies:
        view = current_app.view_functions[pages.result]
        shown: ResponseReturnValue = current_app.ensure_sync(view)(table.id)
        return shown
    return redirect(url_for(pages.result, game=table.id), HTTPStatus.SEE_OTHER)
