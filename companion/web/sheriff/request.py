"""What a request knows of a table: its state, its phone and what that may do, the clock, its own notes."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import fields, replace
from itertools import islice

from flask import g, render_template, request

from companion.places import Places
from companion.records import Members
from companion.rules.ledger import Goods
from companion.rules.past import said_now
from companion.rules.seats import Stage
from companion.rules.sheriff import deciding, proposals
from companion.rules.sheriff.game import OUT, PASSED, Correct, Game
from companion.rules.sheriff.inspection import Brought
from companion.rules.sheriff.kinds import Action
from companion.rules.sheriff.notes import noted_as
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.round_laws import laws_typed
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.talk import Talk
from companion.service import Clock, May
from companion.web import current
from companion.web.current import here, listed_of, permit_as, places_at, service, sound, viewer
from companion.web.here import Here
from companion.web.reader import Reader
from companion.web.sheriff.own_bag import NotedOtherwise
from companion.web.sheriff.stocks import Timer
from companion.web.sheriff.table import Permit, PhoneContext, Table
from companion.web.sheriff.words import Words, cards


def held_table(game: str) -> Table:
    """The table with this id as it is now, if it is one of this game and this phone has any place at it; else
    404 or 403.
    """
    return current.held_as(SHERIFF, game)


def talk_at(table: Table) -> Talk:
    """What was said in the present round, without what others are ready to declare: that is secret until
    their turn comes (T4, T8).
    """
    return _heard_by(viewer(table.id).seats, current.talk_at(table))


def _heard_by(own: AbstractSet[int], talk: Talk) -> Talk:
    return replace(talk, ready={seat: said for seat, said in talk.ready.items() if seat in own})


MILLISECONDS = 1_000

WRONG = "wrong"
"""The word with which a form says that an inspection clock at 0 does not count."""


def is_late(table: Table) -> bool:
    """Whether the inspection clock has run out: bags left over pass without a bribe (T7), unless this request
    says that the clock was wrong, on a phone that may set it right.
    """
    timer = timer_at(table)
    if timer is None or not timer.is_over:
        return False
    return request.values.get("clock") != WRONG or not permit(table).may_run_clock()


def timer_at(table: Table) -> Timer | None:
    """The inspection clock as it is now; None if there is none to run."""
    return timer_of(table.game, _clock(table))


def _clock(table: Table) -> Clock | None:
    """The stored clock, looked up only if the table plays with one, and once per reading of the table."""
    if not table.game.options.timer:
        return None
    seen: tuple[Table, Clock | None] | None = g.get("clock")
    if seen is None or seen[0] is not table:
        seen = g.clock = table, service().clock(table.id)
    return seen[1]


def start_clock(table: Table) -> None:
    """Start the inspection clock by itself once every bag that waits is declared, if the table plays with one
    and nobody has run it in this round (T7). Whoever may run it can stop it.
    """
    timer = timer_at(table)
    if timer is None or timer.was_started or not talk_at(table).declarations.keys() >= {*table.game.waiting}:
        return
    service().set_clock(table.id, timer.whole * MILLISECONDS, running=True)
    g.pop("clock", None)


def timer_of(game: Game, clock: Clock | None) -> Timer | None:
    """The inspection clock, if the table has one and a bag waits: a minute for each merchant (T7)."""
    if not game.options.timer or game.stage is not Stage.ROUNDS or not game.waiting:
        return None
    whole = game.cards.clock * sum(game.done.get(seat) != OUT for seat in game.merchants)
    if clock is None:
        return Timer("ready", whole, whole)
    remaining = -(-clock.remaining // MILLISECONDS)
    state = "over" if not remaining else "running" if clock.running else "paused"
    return Timer(state, remaining, whole, over_for=clock.over_for)


def permit(table: Table, members: Members | None = None) -> Permit:
    """What the requesting phone may do at this table; for a check within a write, see `permit_as`."""
    return permit_as(Permit, table, members)


def judge(action: Action, *, late: bool = False) -> May:
    """A check within the write: may this phone book the action? `late` as in `Permit.refusal`."""
    return lambda table, said, members: permit(table, members).refusal(action, said, late=late)


def this_phone(table: Table) -> PhoneContext:
    """How the requesting phone sees this table; worked out once until the table or who is there changes."""
    there = places_at(table.id)
    seen: tuple[Table, Places, PhoneContext] | None = g.get("this_phone")
    if seen is None or seen[0] is not table or seen[1] is not there:
        seen = g.this_phone = table, there, _seen(table)
    return seen[2]


def _seen(table: Table) -> PhoneContext:
    seen, said, timer = here(table), current.talk_at(table), timer_at(table)
    talk = _heard_by(seen.me.seats, said)
    shared = {field.name: getattr(seen, field.name) for field in fields(Here)}
    late_since = current.service().now() - timer.over_for if timer and timer.is_over else None
    return PhoneContext(
        **shared,
        permit=permit(table),
        talk=talk if late_since is None else proposals.once_late(table.game, talk),
        ready=frozenset(said.ready),
        late_since=late_since,
        just_dealt=_just_dealt(table, talk),
        shows=next((seat for seat in seen.me.seats if noted_to_show(table, seat)), None),
    )


def noted_to_show(table: Table, merchant: int) -> Goods:
    """The note of a bag that is opened while its cards lie face down; empty if it is none that fits. Asked
    only on behalf of its merchant, or once the Sheriff's decision is stored.
    """
    talk: Talk = current.talk_at(table)
    if not deciding.faces_down(table.game, talk, merchant):
        return Goods()
    noted = service().notes(table.id, merchant).get(table.game.round, Goods())
    return Goods() if deciding.may_turn(table.game, talk, merchant, noted) else noted


def _just_dealt(table: Table, talk: Talk) -> Brought | None:
    line = table.latest
    if line is None or talk.said_on >= line.seq:
        return None
    return line.event if isinstance(line.event, Brought) else None


def passed_bags(table: Table, seat: int) -> Iterator[tuple[int, int, BagPassed]]:
    """A seat's bags that passed, as corrected: entry, round and bag."""
    for entry, bag in said_now(table.numbered).items():
        state = table.state_after(entry)
        if isinstance(bag, BagPassed) and bag.merchant == seat and state:
            yield entry, state.round, bag


def own_bag_noted_otherwise(table: Table) -> NotedOtherwise | None:
    """The latest bag recorded differently from this phone's player's note, for them to object: of the present
    round or, in the count, of any. Only what everybody may know is compared.
    """
    game, counts = table.game, table.game.stage is Stage.COUNT
    for seat in this_phone(table).me.seats:
        if not counts and (game.stage is Stage.CLOSED or game.done.get(seat) != PASSED):
            continue
        notes = service().notes(table.id, seat)
        for entry, number, bag in reversed((*passed_bags(table, seat),)):
            noted = noted_as(game, bag, notes.get(number, Goods()))
            if noted and (counts or number == game.round):
                may = permit(table).refusal(Correct(entry, noted)) is None
                recorded = Words(game.seats).report(bag).sentence()
                return NotedOtherwise(seat, entry, number, recorded, cards(noted.contents), may_object=may)
    return None


MOST_TABLES, MOST_OFFERED = 8, 12
"""How many other tables to look at, and how many laws a thumb looks through."""


def known_laws(table: Table) -> tuple[str, ...]:
    """The laws of this table, then those of this phone's latest others, each once."""
    others = (other for other in listed_of(SHERIFF) if other.id != table.id)
    tables = (table, *islice(sound(SHERIFF, others), MOST_TABLES))
    every = (law for each in tables for law in laws_typed(each.log))
    return tuple(islice(dict.fromkeys(every), MOST_OFFERED))


def form_page(template: str, table: Table, reader: Reader, **view: object) -> str:
    """A page with a form, below the inspection clock, with what is wrong with it."""
    return render_template(template, timer=timer_at(table), errors=reader.errors, game_path=table.id, **view)
