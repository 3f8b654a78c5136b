"""What hands do after an entry, and what is told of the latest one."""

from collections import Counter
from collections.abc import Iterator
from typing import TypeGuard

from markupsafe import Markup

from companion.rules.ledger import Move, Place
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.corrections import EntryCorrected
from companion.rules.nottingham.deliveries import Delivered
from companion.rules.nottingham.game import Entry, Game
from companion.rules.nottingham.missions import Fulfilled
from companion.rules.nottingham.way import Stepped
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.nottingham.glossary import items_of, mission_name
from companion.web.nottingham.table import Line, Permit, Table
from companion.web.nottingham.words import Words, is_shared, printed, report
from companion.web.parts import joined, say, shared
from companion.web.undone import Report, Undone, undone_at

TOGETHER = 5_000
"""Two phones that record within so many milliseconds record together: nobody has read of the first entry."""


def hands(words: Words, game: Game, event: Entry, me: int | None = None) -> tuple[Markup, ...]:
    """All that the hands do after an entry: what lies where, and who is given what. It addresses the player
    at seat `me`, whose phone this is.
    """
    match event:
        case Delivered():
            return tuple(_delivered(words, event, me))
        case Fulfilled():
            return tuple(_fulfilled(words, event, me))
        case EntryCorrected():
            return tuple(_corrected(words, game, event, me))
        case _:
            return ()


def sheriff(words: Words, game: Game, event: Entry, me: int | None = None) -> Markup | None:
    """Where the Sheriff goes with an entry, and who draws a card (N15), to be read aloud. None if it says
    nothing about that, and after the last mission, when nobody draws (N18), unless the Sheriff is home. It
    addresses the player at seat `me`.
    """
    match event:
        case Delivered() if event.is_called_off:
            return _called_off(words, event, me)
        case Fulfilled() if game.has_all_missions:
            return _home(game, event.step)
        case Delivered() | Fulfilled():
            return _stands(game, event.step, event.printed or game.options.printed_at(event.step))
        case EntryCorrected() if event.now.steps > event.was.steps:
            return _stands(game, event.step, game.options.printed_at(event.step))
        case Stepped():
            return _home(game, event.step) or say(
                _("Sheriff to space %(space)s: nobody draws a card"), space=event.step
            )
        case _:
            return None


def aloud(table: Table, me: int | None = None) -> Markup | None:
    """What the latest entry has read to all; if another phone moved the Sheriff at the same moment, both
    spaces. Nobody is done with that because a name or an option was changed since, or such a change taken
    back.
    """
    game = table.game
    line = next(line for line in reversed(table.lines) if not _is_of_table(table, line))
    said = sheriff(Words(game.seats), game, line.event, me)
    before = next((one for one in reversed(table.standing) if one.seq < line.seq), None)
    if before is None or before.by == line.by or line.recorded_at - before.recorded_at > TOGETHER:
        return said
    event, first = line.event, before.event
    if not (_calls(event) and _calls(first)) or event.step >= game.options.home or game.has_all_missions:
        return said
    printed = {"first": first.step, "many": first.printed, "space": event.step, "number": event.printed}
    known = _(
        "Space %(first)s: whoever holds at most %(many)s draws a card; "
        "then space %(space)s: at most %(number)s"
    )
    unknown = _("Spaces %(first)s, then %(space)s: at each, whoever holds at most its number draws a card")
    return say(unknown if None in printed.values() else known, **printed)


def _is_of_table(table: Table, line: Line) -> bool:
    """Whether an entry changes only names or options, or takes such a change back."""
    return isinstance(table.undone_by(line.event) or line.event, table.rules.preludes)


def _calls(event: Entry) -> TypeGuard[Delivered | Fulfilled]:
    """Whether an entry moves the Sheriff, so that somebody may draw."""
    return isinstance(event, Fulfilled) or (isinstance(event, Delivered) and not event.is_called_off)


def _stands(game: Game, step: int, printed: int | None) -> Markup:
    if home := _home(game, step):
        return home
    if printed is None:
        unknown = _("Sheriff to space %(space)s: whoever holds at most the number printed there draws a card")
        return say(unknown, space=step)
    known = ngettext(
        "Sheriff to space %(space)s: whoever holds at most %(num)s draws a card",
        "Sheriff to space %(space)s: whoever holds at most %(num)s draws a card",
        printed,
        space="%(space)s",
    )
    return say(known, space=step)


def _home(game: Game, step: int) -> Markup | None:
    return say(_("The Sheriff is back in Nottingham")) if step >= game.options.home else None


def _delivered(words: Words, event: Delivered, me: int | None) -> Iterator[Markup]:
    is_mine = event.seat == me
    if event.is_called_off:
        return
    yield _kept(words, event, is_mine=is_mine)
    if event.ambushers:
        yield _ambushed(words, Counter(event.ambushers))
        yield _paid(words, event, is_mine=is_mine)


def _ambushed(words: Words, shares: Counter[int]) -> Markup:
    """Who takes how many of the cards."""
    if len(shares) > 1:
        return say(_("From it in ambush: %(shares)s"), shares=words.each(shares))
    ((seat, number),) = shares.items()
    return say(_("%(name)s takes %(number)s of it in ambush"), name=words.name(seat), number=number)


def _kept(words: Words, event: Delivered, *, is_mine: bool) -> Markup:
    values = {"name": words.name(event.seat), "cards": items_of(event.item, 1), "value": event.value}
    named = {key: f"%({key})s" for key in values}
    if is_mine:
        sentence = ngettext(
            "You keep %(cards)s, %(value)s points; %(num)s to the discard pile",
            "You keep %(cards)s, %(value)s points; %(num)s to the discard pile",
            event.discarded,
            **named,
        )
    else:
        sentence = ngettext(
            "%(name)s keeps %(cards)s, %(value)s points; %(num)s to the discard pile",
            "%(name)s keeps %(cards)s, %(value)s points; %(num)s to the discard pile",
            event.discarded,
            **named,
        )
    return say(sentence, **values)


def _paid(words: Words, event: Delivered, *, is_mine: bool) -> Markup:
    number = len(event.ambushers)
    if is_mine:
        sentence = ngettext(
            "You get the gold from under the ambush",
            "You get the gold from under the %(num)s ambushes",
            number,
        )
        return say(sentence)
    sentence = ngettext(
        "%(name)s gets the gold from under the ambush",
        "%(name)s gets the gold from under the %(num)s ambushes",
        number,
        name="%(name)s",
    )
    return say(sentence, name=words.name(event.seat))


def _called_off(words: Words, event: Delivered, me: int | None) -> Markup:
    """Who gets the gold, who has the cards: the third one, if one ambush took it, else how many each."""
    is_mine = event.seat == me
    values = {"name": words.name(event.seat), "left": items_of(event.item, event.left)}
    if event.left == BOX.fewest_cards - 1 and len(event.ambushers) == 1:
        own = _(
            "You get the gold that lay in ambush and take %(left)s back, %(other)s "
            "has the third; the Sheriff stays"
        )
        sentence = _(
            "%(name)s gets the gold that lay in ambush and takes %(left)s back, "
            "%(other)s has the third; the Sheriff stays"
        )
        return say(own if is_mine else sentence, other=words.name(event.ambushers[0]), **values)
    own = _(
        "You get the gold that lay in ambush and take %(left)s back, the "
        "others have: %(shares)s; the Sheriff stays"
    )
    sentence = _(
        "%(name)s gets the gold that lay in ambush and takes %(left)s back, "
        "the others have: %(shares)s; the Sheriff stays"
    )
    if not event.left:
        own = _(
            "You get the gold that lay in ambush and take nothing back, the others "
            "have: %(shares)s; the Sheriff stays"
        )
        sentence = _(
            "%(name)s gets the gold that lay in ambush and takes nothing back, the "
            "others have: %(shares)s; the Sheriff stays"
        )
    return say(own if is_mine else sentence, shares=words.each(Counter(event.ambushers)), **values)


def _fulfilled(words: Words, event: Fulfilled, me: int | None) -> Iterator[Markup]:
    """The mission card is taken; all cards shown for it are discarded."""
    values = {"name": words.name(event.seat), "mission": mission_name(event.mission), "each": event.each}
    alone = _("%(name)s takes the card of %(mission)s: %(each)s as long as nobody else fulfils it")
    shared = _("%(name)s takes the second card of %(mission)s: now %(each)s each")
    if event.seat == me:
        alone = _("You take the card of %(mission)s: %(each)s as long as nobody else fulfils it")
        shared = _("You take the second card of %(mission)s: now %(each)s each")
    yield say(shared if is_shared(event) else alone, **values)
    yield say(_("All its cards go to the discard pile"))


def _corrected(words: Words, game: Game, event: EntryCorrected, me: int | None) -> Iterator[Markup]:
    """Only the differences; if a delivery was called off by mistake, or should have been, all that is to be
    done for it now.
    """
    was, now = event.was, event.now
    if isinstance(was, Delivered) and isinstance(now, Delivered) and was.is_called_off > now.is_called_off:
        yield from _delivered(words, now, me)
    else:
        for move in event.moves:
            yield from _moved(words, move, me)
    if isinstance(now, Delivered) and now.is_called_off:
        yield from _taken_back(words, now, me)
    if numbers := printed(event.was, event.now):
        yield numbers
    yield from _others(words, game, event)
    steps = event.now.steps - event.was.steps
    if steps:
        back, on = _("Sheriff one space back, to space %(space)s"), _("Sheriff one on, to space %(space)s")
        yield _home(game, event.step) or say(on if steps > 0 else back, space=event.step)


def _taken_back(words: Words, event: Delivered, me: int | None) -> Iterator[Markup]:
    """Who has the cards, and who gets the gold, of a delivery that is called off only now."""
    is_mine = event.seat == me
    if event.left:
        own, sentence = _("Called off: you take %(left)s back"), _("Called off: %(name)s takes %(left)s back")
        values = {"name": words.name(event.seat), "left": items_of(event.item, event.left)}
        yield say(own if is_mine else sentence, **values)
    else:
        yield say(_("Called off: no card goes back"))
    yield _ambushed(words, Counter(event.ambushers))
    yield _paid(words, event, is_mine=is_mine)


def _others(words: Words, game: Game, event: EntryCorrected) -> Iterator[Markup]:
    """What a mission that the correction adds or removes now counts for the other player who has it (N14)."""
    was, now = (
        {told.mission: told} if isinstance(told, Fulfilled) else {} for told in (event.was, event.now)
    )
    seats = {told.seat for told in (*was.values(), *now.values())}
    for mission in was.keys() ^ now.keys():
        numbers = game.numbers.get(mission, (was | now)[mission].numbers)
        for seat in game.takers(mission):
            if seat not in seats:
                yield say(
                    _("%(name)s’s card of %(mission)s now counts %(each)s"),
                    name=words.name(seat),
                    mission=mission_name(mission),
                    each=numbers.shared if mission in now else numbers.alone,
                )


def _moved(words: Words, move: Move, me: int | None) -> Iterator[Markup]:
    thing = items_of(move.what, move.amount) if move.what in BOX.item_words else mission_name(move.what)
    giver, receiver = move.source, move.target
    if giver.place is Place.STAND:
        gives = _("You give away: %(thing)s") if giver.seat == me else _("%(name)s gives away: %(thing)s")
        yield say(gives, name=words.name(giver.seat), thing=thing)
    if receiver.place is Place.STAND:
        gets = _("You get: %(thing)s") if receiver.seat == me else _("%(name)s gets: %(thing)s")
        yield say(gets, name=words.name(receiver.seat), thing=thing)


def happened(table: Table) -> Markup:
    """The latest entry, taken back or not, after where the Sheriff goes with it. The latter is left out while
    the table is asked, since the smallest phones have no room for it; a name or an option moves nobody.
    """
    said = None if table.game.due or _is_of_table(table, table.lines[-1]) else aloud(table)
    return joined((_ended(said) if said else "", told(table, table.seq).sentence))


def _ended(sentence: Markup) -> Markup:
    """The sentence with a full stop, unless it ends with a mark of its own."""
    return sentence if sentence.endswith(("!", "?")) else sentence + "."


def undone(table: Table, permit: Permit, now: int) -> Undone | None:
    """What was taken back or put back, while that is only moments old."""
    return undone_at(table, lambda seq: told(table, seq), now, may_put_back=permit.may_put_back())


def told(table: Table, seq: int) -> Report:
    """The report of an entry, taken back or not."""

    def of_entry(table: Table) -> Report:
        event = table.lines[seq - 1].event
        return report(Words(table.game.seats), event, table.undone_by(event))

    return shared(table, f"told {seq}", of_entry)
