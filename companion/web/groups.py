"""A group: how everybody did over the evenings, who they are, who may read that."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.groups import Group, UnknownGroup
from companion.membership import can_be_guessed
from companion.rules.evenings import Kept, Meeting, Standing
from companion.rules.names import folded
from companion.rules.refusals import Refusal
from companion.rules.seats import Stage
from companion.service import UnknownGame
from companion.web.booking import refused, refused_on_board
from companion.web.current import action_id, archive, groups, held_table, membership, viewer
from companion.web.door import ShownCode, shown_code
from companion.web.ended import Deed
from companion.web.http import limits
from companion.web.http.language import day, iso_time, ngettext
from companion.web.http.language import gettext as _
from companion.web.pages import every_game, pages_of
from companion.web.parts import Choice, People, Seat, group_name
from companion.web.reader import Reader
from companion.web.start import Box, Entrance
from companion.web.token import become, made_for, phone, token_hash

blueprint = Blueprint("groups", __name__)

MOST_ROWS = 20  # of a table of people, unless all are asked for
LATEST = 5
ON_A_PAGE = 25


@dataclass(frozen=True, slots=True)
class StandingRow:
    """How a person did, as numbers in the order of the table's columns."""

    person: str
    seat: Seat
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameTold:
    """What the evenings of one game tell: its `title` where the group plays several, and of whom how much."""

    title: str
    rows: tuple[StandingRow, ...] = ()
    deeds: tuple[Deed, ...] = ()
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class EveningCard:
    """An evening in a list, or on its page: who won, who was there."""

    game: str
    when: str
    datetime: str
    winners: tuple[Seat, ...]
    names: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class GroupScreen:
    """What groups/_group.html shows. `under` says how many evenings there are; `more` of them than shown, and
    `others` than the people in sight. A group that nobody else reads yet is `alone`. `begin` leads to a new
    table for it.
    """

    id: str
    name: str
    under: str
    keeper: bool
    alone: bool
    games: tuple[GameTold, ...]
    evenings: tuple[EveningCard, ...]
    more: bool
    others: bool
    begin: tuple[Entrance, ...]


@dataclass(frozen=True, slots=True)
class EveningsScreen:
    """What groups/evenings.html shows: a page of evenings, and the numbers of its neighbours, 0 for none."""

    group: str
    name: str
    evenings: tuple[EveningCard, ...]
    later: int
    earlier: int


@dataclass(frozen=True, slots=True)
class Rank:
    """A player of an evening; `person` is who that is, "" for nobody in particular."""

    place: int
    total: int
    seat: Seat
    person: str


@dataclass(frozen=True, slots=True)
class EveningScreen:
    """What groups/_evening.html shows. This phone may see the whole `result` if it was there, and take the
    evening out as a `keeper`.
    """

    group: str
    name: str
    card: EveningCard
    ranks: tuple[Rank, ...]
    told: GameTold
    result: str
    keeper: bool


@dataclass(frozen=True, slots=True)
class Met:
    """How a person did against another: at how many evenings, and who was ahead at how many."""

    person: str
    seat: Seat
    numbers: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class PersonScreen:
    """What groups/_person.html shows. A keeper may call them otherwise, say `into` whom they are merged, and
    part `spellings`.
    """

    group: str
    person: str
    seat: Seat
    under: str
    games: tuple[GameTold, ...]
    met: tuple[Met, ...]
    keeper: bool
    into: tuple[Choice, ...]
    spellings: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class KeepingScreen:
    """What groups/_keeping.html shows: the link, and for keepers what they may change; `made` is a link for
    more keepers, just made.
    """

    group: str
    name: str
    keeper: bool
    link: ShownCode
    made: ShownCode | None = None


def group_screen(group: Group, *, alone: bool, everybody: bool) -> GroupScreen:
    """A group as one page shows it."""
    evenings, standings = group.past.evenings, group.past.standings
    most, boxes = None if everybody else MOST_ROWS, _boxes()
    last = boxes.get(evenings[0].word) if evenings else None
    games = tuple(
        GameTold(title, tuple(_row(group, one) for one in standings[word][:most]))
        for word, title in _games(group)
    )
    return GroupScreen(
        id=group.id,
        name=group_name(group.naming.name),
        under=_how_many(len(evenings)),
        keeper=group.keeper,
        alone=alone,
        games=games,
        evenings=tuple(_card(group, kept) for kept in evenings[:LATEST]),
        more=len(evenings) > LATEST,
        others=any(len(every) > MOST_ROWS for every in standings.values()) and not everybody,
        begin=tuple(
            replace(begin, address=_with(last.new if last else begin.address, group=group.id))
            for pages in every_game()
            if (begin := pages.ways().begin)
        ),
    )


def _games(group: Group) -> list[tuple[str, str]]:
    """The games that the group has played, by word, the most frequent first; with titles, if several."""
    words = [word for word, _ in Counter(kept.word for kept in group.past.evenings).most_common()]
    boxes = _boxes()
    titled = len(words) > 1
    return [(word, (boxes[word].title if word in boxes else word) if titled else "") for word in words]


def _boxes() -> dict[str, Box]:
    """The boxes that can be chosen, by the words of their games."""
    return {pages.rules.word: box for pages in every_game() if (box := pages.ways().box)}


def _with(address: str, **fields: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}{urlencode(fields)}"


def _row(group: Group, one: Standing) -> StandingRow:
    return StandingRow(one.person, _seat(group, one.person), _numbers(one))


def _numbers(one: Standing) -> tuple[int, ...]:
    return one.wins, one.evenings, one.average, one.best


def _seat(group: Group, person: str) -> Seat:
    who = group.past.people[person]
    return Seat(0, who.name, who.shield)


def _how_many(evenings: int) -> str:
    return ngettext("%(num)s evening", "%(num)s evenings", evenings)


def _card(group: Group, kept: Kept) -> EveningCard:
    ranks = _ranks(group, kept)
    return EveningCard(
        kept.id,
        day(kept.at),
        iso_time(kept.at),
        tuple(rank.seat for rank in ranks if rank.place == 1),
        tuple(rank.seat for rank in ranks),
    )


def _ranks(group: Group, kept: Kept) -> tuple[Rank, ...]:
    """The guests by place, by the names that they have now, with the shields of that evening."""
    people, ranks = group.past.people, list[Rank]()
    for at, (guest, who) in enumerate(zip(kept.evening.guests, kept.there, strict=True)):
        seat = Seat(at, people[who].name if who else guest.name, guest.shield)
        ranks.append(Rank(guest.place, guest.total, seat, who or ""))
    return tuple(sorted(ranks, key=lambda rank: rank.place))


def _deeds(word: str, done: Sequence[Mapping[str, int]]) -> tuple[Deed, ...]:
    """What those did who did this, in the words of their game, without what nobody did."""
    lines = next((pages.deeds for pages in every_game() if pages.rules.word == word), ())
    told = (Deed(_(words), tuple(each.get(what, 0) for each in done), part) for words, part, what in lines)
    return tuple(deed for deed in told if any(deed.numbers))


def evening_screen(group: Group, kept: Kept, result: str) -> EveningScreen:
    """An evening as its group tells of it."""
    seats = tuple(rank.seat for rank in sorted(_ranks(group, kept), key=lambda rank: rank.seat.number))
    deeds = _deeds(kept.word, [guest.deeds for guest in kept.evening.guests])
    return EveningScreen(
        group.id,
        group_name(group.naming.name),
        _card(group, kept),
        _ranks(group, kept),
        GameTold("", deeds=deeds, seats=seats),
        result,
        group.keeper,
    )


def person_screen(group: Group, person: str) -> PersonScreen:
    """A person of the group. Raises LookupError."""
    there, seat = group.past, _seat(group, person)
    found = {word: one for word, every in there.standings.items() for one in every if one.person == person}
    games = tuple(
        GameTold(
            title,
            (_row(group, found[word]),),
            _deeds(word, [found[word].deeds]),
            (seat,),
        )
        for word, title in _games(group)
        if word in found
    )
    met = there.met(person)
    others = sorted(
        (who for who in there.people.values() if who.id not in met),
        key=lambda who: (folded(who.name)[:1] != folded(seat.name)[:1], folded(who.name)),
    )[:MOST_ROWS]
    return PersonScreen(
        group=group.id,
        person=person,
        seat=seat,
        under=_how_many(sum(one.evenings for one in found.values())),
        games=games,
        met=tuple(_met(group, meeting) for meeting in there.meetings(person)[:MOST_ROWS]),
        keeper=group.keeper,
        into=tuple(Choice(who.id, who.name) for who in others) if group.keeper else (),
        spellings=tuple(
            Choice(spelt, name) for spelt, name in there.spellings(person).items() if spelt != person
        ),
    )


def _met(group: Group, meeting: Meeting) -> Met:
    return Met(meeting.other, _seat(group, meeting.other), (meeting.evenings, meeting.ahead, meeting.behind))


# Reading


@blueprint.after_request
def unlisted(response: Response) -> Response:
    """No search engine lists what a link leads to."""
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _read(group: str) -> Group:
    return groups().read(group, phone())


def _kept(group: Group, game: str) -> Kept:
    """An evening of the group. Raises UnknownGame if it has none of this id, or not any more."""
    found = next((kept for kept in group.past.evenings if kept.id == game), None)
    if found is None:
        raise UnknownGame(game)
    return found


@blueprint.get("/groups/<group>")
def page(group: str) -> ResponseReturnValue:
    """How everybody did, and the latest evenings."""
    found = _read(group)
    alone = groups().stored.group(group).phones() == 1
    view = group_screen(found, alone=alone, everybody="everybody" in request.args)
    return render_template("groups/group.html", group=view, errors={})


@blueprint.get("/groups/<group>/evenings")
def evenings(group: str) -> ResponseReturnValue:
    """All evenings, page by page."""
    found, number = _read(group), max(1, Reader(request.args).hidden("page"))
    every = found.past.evenings
    here = every[(number - 1) * ON_A_PAGE : number * ON_A_PAGE]
    view = EveningsScreen(
        group,
        group_name(found.naming.name),
        tuple(_card(found, kept) for kept in here),
        later=number - 1,
        earlier=number + 1 if len(every) > number * ON_A_PAGE else 0,
    )
    return render_template("groups/evenings.html", group=view, errors={})


@blueprint.get("/groups/<group>/evenings/<game>")
def evening(group: str, game: str) -> ResponseReturnValue:
    """One evening; who was there finds the way to all of its result."""
    found = _read(group)
    kept = _kept(found, game)
    pages = next(pages for pages in every_game() if pages.rules.word == kept.word)
    result = url_for(pages.result, game=game) if viewer(game).is_known else ""
    view = evening_screen(found, kept, result)
    return render_template("groups/evening.html", evening=view, errors={})


@blueprint.get("/groups/<group>/people/<person>")
def person(group: str, person: str) -> ResponseReturnValue:
    """What one of them did, and against whom."""
    return _person_page(group, person, Reader(request.args))


@blueprint.get("/groups/<group>/keeping")
def keeping(group: str) -> ResponseReturnValue:
    """The link that lets others read, and what keepers may change."""
    return _keeping_page(group, Reader(request.args))


# Keeping


@blueprint.post("/g/<game>/group")
def keep(game: str) -> ResponseReturnValue:
    """Keep a result: for a group that this phone knows or, if it names none, for a new one. An older page
    that did not know of the group that keeps it is drawn again.
    """
    table, me = held_table(game), phone()
    if not viewer(game).plays:
        abort(403)
    if table.game.stage is not Stage.CLOSED or table.rules.tells is None:
        abort(404)
    group, anew = request.form.get("group", ""), "new" in request.form
    if not (group or anew) and groups().stored.of_game(game) and not groups().stored.begun_with(game):
        return redirect(url_for(pages_of(table).result, game=game), HTTPStatus.SEE_OTHER)
    try:
        if group:
            groups().keep(game, group, by=me)
        else:
            token = made_for(action_id())
            limits.guess("tables")
            group = groups().open(game, token_hash(token), by=me)
            become(token)
    except Refusal as refusal:
        return refused_on_board(table, Reader(request.form), refusal)
    return redirect(url_for("groups.page", group=group), HTTPStatus.SEE_OTHER)


@blueprint.post("/groups/<group>/evenings/<game>/removal")
def take_out(group: str, game: str) -> ResponseReturnValue:
    """Take an evening out of the group."""
    groups().take_out(game, group, by=phone())
    return redirect(url_for("groups.page", group=group), HTTPStatus.SEE_OTHER)


@blueprint.post("/groups/<group>/name")
def rename(group: str) -> ResponseReturnValue:
    """Rename the group."""
    reader = Reader(request.form)
    try:
        groups().rename(group, request.form.get("name", ""), by=phone())
    except Refusal as refusal:
        reader.refuse("name", People(()).refusal(refusal))
        return refused(_keeping_page(group, reader))
    return redirect(url_for("groups.page", group=group), HTTPStatus.SEE_OTHER)


@blueprint.post("/groups/<group>/people/<person>/name")
def call(group: str, person: str) -> ResponseReturnValue:
    """Rename a person of the group."""
    return _changed(
        group, person, "name", lambda: groups().call(group, person, request.form.get("name", ""), by=phone())
    )


@blueprint.post("/groups/<group>/people/<person>/merging")
def merge(group: str, person: str) -> ResponseReturnValue:
    """Make this person and another one the same, and go on to that one."""
    into = request.form.get("into", "")
    return _changed(
        group, person, "into", lambda: groups().merge(group, person, into, by=phone()), into or person
    )


@blueprint.post("/groups/<group>/people/<person>/parting")
def part(group: str, person: str) -> ResponseReturnValue:
    """Make a person of their own of a spelling."""
    spelt = request.form.get("spelling", "")
    return _changed(group, person, "spelling", lambda: groups().part(group, spelt, by=phone()))


def _changed(
    group: str, person: str, field: str, change: Callable[[], None], onward: str = ""
) -> ResponseReturnValue:
    """The response to a change of who is who: on to the person, or their page with what is wrong."""
    reader = Reader(request.form)
    try:
        change()
    except Refusal as refusal:
        reader.refuse(field, People(()).refusal(refusal))
        return refused(_person_page(group, person, reader))
    return redirect(url_for("groups.person", group=group, person=onward or person), HTTPStatus.SEE_OTHER)


@blueprint.post("/groups/<group>/link")
def new_link(group: str) -> ResponseReturnValue:
    """Make another link: who reads by the old one is out."""
    groups().new_link(group, by=phone())
    return redirect(url_for("groups.keeping", group=group), HTTPStatus.SEE_OTHER)


@blueprint.post("/groups/<group>/keepers")
def keepers(group: str) -> ResponseReturnValue:
    """Make a link for another keeper, which is shown only once."""
    made = groups().keepers_link(group, by=phone())
    shown = _shown(group, made.secret, made.code, made.expires_at)
    here = url_for("groups.keeping", group=group)
    return _keeping_page(group, Reader(request.form), shown), {"HX-Push-Url": here}


@blueprint.post("/groups/<group>/forgotten")
def forget(group: str) -> ResponseReturnValue:
    """Remove the group from this phone. One that was deleted is on none."""
    if archive().journal.is_gone(group):
        raise UnknownGroup(group)
    groups().stored.forget(phone(), group)
    return redirect(url_for("lobby.start"), HTTPStatus.SEE_OTHER)


@blueprint.get("/groups/<group>/deletion")
def deletion(group: str) -> ResponseReturnValue:
    """The page that deletes a group, with a tap."""
    found = _read(group)
    if not found.keeper:
        abort(403)
    name = group_name(found.naming.name)
    return render_template("groups/deletion.html", group=group, name=name, errors={})


@blueprint.post("/groups/<group>/deletion")
def delete(group: str) -> ResponseReturnValue:
    """Delete the group for good. Its address says so from then on."""
    groups().delete(group, by=phone())
    return redirect(url_for("groups.page", group=group), HTTPStatus.SEE_OTHER)


@blueprint.get("/groups/<group>/link/<words>")
def link(group: str, words: str) -> ResponseReturnValue:
    """Where the link of a group leads: nothing happens before a tap."""
    guess = limits.guess("codes") if can_be_guessed(words) else None
    name = groups().called_behind(group, words)
    if name is None:
        raise UnknownGroup(group)
    limits.was_right("codes", guess)
    return render_template("groups/link.html", group=group, words=words, name=name, errors={})


@blueprint.post("/groups/<group>/link/<words>")
def come_in(group: str, words: str) -> ResponseReturnValue:
    """Let this phone read the group, or keep it."""
    guess = limits.guess("codes") if can_be_guessed(words) else None
    token = made_for(action_id())
    try:
        if not groups().come_in(group, words, token_hash(token)):
            raise UnknownGroup(group)
    except Refusal as refusal:
        reader = Reader(request.form)
        reader.refuse("", People(()).refusal(refusal))
        name = groups().called_behind(group, words)
        page = render_template("groups/link.html", group=group, words=words, name=name, errors=reader.errors)
        return refused(page)
    limits.was_right("codes", guess)
    become(token)
    return redirect(url_for("groups.page", group=group), HTTPStatus.SEE_OTHER)


def _shown(group: str, secret: str, code: str, until: int = 0) -> ShownCode:
    now = membership().moment()
    return shown_code(code, url_for("groups.link", group=group, words=secret), until or now.latest, now)


def _keeping_page(group: str, reader: Reader, made: ShownCode | None = None) -> str:
    found = _read(group)
    shown = _shown(group, found.record.secret, found.record.code)
    view = KeepingScreen(group, found.naming.name, found.keeper, shown, made)
    return render_template("groups/keeping.html", group=view, errors=reader.errors)


def _person_page(group: str, person: str, reader: Reader) -> str:
    found = _read(group)
    person = found.naming.person(person)
    if person not in found.past.people:
        abort(404)
    return render_template("groups/person.html", person=person_screen(found, person), errors=reader.errors)
