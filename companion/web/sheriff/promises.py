"""Promises, shown where they are kept or broken (I10)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.rules.refusals import Refusal
from companion.rules.seats import Stage
from companion.rules.sheriff import declaring
from companion.rules.sheriff.bags import Promise
from companion.rules.sheriff.decide import preview
from companion.rules.sheriff.declaring import MarkKept
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.talk import Talk
from companion.web.http.language import gettext as _
from companion.web.parts import Link, link, say, written
from companion.web.sheriff.deal import (
    bags_of,
    is_about_later,
    is_decided_against,
    is_due_on,
    is_over_with_its_round,
)
from companion.web.sheriff.table import PhoneContext
from companion.web.sheriff.talk_panel import is_talking
from companion.web.sheriff.talk_words import made_for
from companion.web.sheriff.words import Words

GOLD = re.compile(r"(?<![\d.,])([1-9]\d{0,3})\s?(?:gold|or|(?:de )?oro|pièces? d[’']or)\b", re.IGNORECASE)
"""An amount of gold in a promise's words, in any of the languages."""


def gold_in(promise: str) -> int:
    """The one amount of gold that a promise's words name; 0 if they name none, or several."""
    amounts = GOLD.findall(promise)
    return int(amounts[0]) if len(amounts) == 1 else 0


@dataclass(frozen=True, slots=True)
class Pinned:
    """The laws that stand, for sheriff/laws/_pinned.html, and where they are changed, if here."""

    laws: tuple[str, ...]
    change: Link | None = None


def pinned_laws(game: Game, *, change: bool = False) -> Pinned | None:
    """The laws of the round, if there are any."""
    laws = game.this_round.laws
    return Pinned(laws, link("laws.laws") if change else None) if laws else None


@dataclass(frozen=True, slots=True)
class Pin:
    """A promise, and in `brief` who gives it to whom, or its usual words alone; whether it was `kept`, if
    somebody said so; `mark` if this phone may say it, `asked` if that is in sight at once. If this phone may
    keep it by a payment, also as the one who owes it, `pays` is the gold that its words name, and a tap
    `settles` it if the giver has so much. An `older` one is due no more, and not settled either; one that a
    bag was just opened `against` is asked about first. One of which nobody said it before the result stays
    `unjudged`.
    """

    sentence: Markup
    brief: Markup
    promise: Promise
    kept: bool | None = None
    mark: bool = False
    asked: bool = True
    pays: int = 0
    settles: bool = False
    older: bool = False
    against: bool = False
    unjudged: bool = False


def promises(game: Game) -> tuple[Pin, ...]:
    """The promises of all players that may be due now, as booked."""
    return tuple(_pin(game, given) for given in _may_be_due(game))


def promises_on(game: Game, merchant: int, talk: Talk | None) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    """The promises that the merchant of this bag or a Sheriff gave or got and did not keep yet, with their
    marks: those about the decision on it, as short as they can be, and the others. What speaks of another
    bag, or of a later round, is none of it.
    """
    due, others = list[Pin](), list[Pin]()
    words, over = Words(game.seats), (*talk.kept, *talk.marked_earlier) if talk else ()
    for given in _may_be_due(game):
        if given in over or is_about_later(game, given):
            continue
        pin = _pin(game, given, kept=talk.mark(given) if talk else None)
        bags, sides = bags_of(game, given), {given.giver, given.receiver}
        if is_due_on(game, given, merchant):
            due.append(replace(pin, sentence=pin.brief) if words.is_usual(given.text) else pin)
        elif not bags and not sides.isdisjoint({merchant, *game.sheriffs}):
            others.append(pin)
    return tuple(due), tuple(others)


def promised(game: Game, phone: PhoneContext) -> tuple[Pin, ...]:
    """The promises that live on this phone's board, with their marks. It is asked about those that a decision
    went against and, if there is talk, about all that are due; deals that are not booked yet add theirs,
    which cannot be marked. What was marked is gone with the round, and what was kept of an earlier one at
    once; what was not marked stays findable once it is due no more. In the count it is asked about all of
    them, since nothing later will show it.
    """
    if game.stage is Stage.CLOSED:
        return ()
    due, counts = declaring.promises_of(game, phone.talk), game.stage is Stage.COUNT
    lives = (
        _of_board(game, phone, given, older=given not in due and not is_about_later(game, given))
        for given in dict.fromkeys((*game.promises, *due))
        if not (counts and is_about_later(game, given))
        and (counts or not is_over_with_its_round(game, given))
        and given not in phone.talk.marked_earlier
        and not (given.round < game.round and given in phone.talk.kept)
    )
    words = Words(game.seats)
    to_come = (
        replace(
            _pin(game, given),
            sentence=words.promise(
                given.giver, given.receiver, given.text, made_for(words, merchant, decision)
            ),
        )
        for given, merchant, decision in declaring.promises_to_come(game, phone.talk)
    )
    return (*lives, *to_come)


def _of_board(game: Game, phone: PhoneContext, given: Promise, *, older: bool) -> Pin:
    pin = _marked(game, phone, given, mark=True)
    counts = game.stage is Stage.COUNT
    against = is_decided_against(game, given)
    asks = counts or against or is_talking(game, phone)
    is_marked, asked = pin.kept is not None, asks and not older and bool(pin.mark or pin.pays)
    against = against and asked and not is_marked
    return replace(pin, asked=is_marked or asked, older=older and not is_marked, against=against)


def every_promise(game: Game, phone: PhoneContext) -> tuple[Pin, ...]:
    """All promises of the evening between players who are here; they can be marked until the result."""
    closed = game.stage is Stage.CLOSED
    due = () if closed else declaring.promises_of(game, phone.talk)
    every = dict.fromkeys((*game.promises, *due))
    pins = (_marked(game, phone, given, mark=not closed, dated=True) for given in every)
    return tuple(replace(pin, unjudged=closed and pin.kept is None) for pin in pins)


def _marked(game: Game, phone: PhoneContext, given: Promise, *, mark: bool, dated: bool = False) -> Pin:
    talk = phone.talk
    is_due = mark and not is_about_later(game, given)
    may_mark = is_due and phone.says(MarkKept(given, kept=True))
    pin = _pin(game, given, kept=talk.mark(given), mark=may_mark, dated=dated)
    may_keep = may_mark or (is_due and given.giver in phone.me.seats)
    gold = gold_in(given.text)
    if may_keep and gold and pin.kept is None and phone.permit.may_pay(given.giver):
        paid = preview(game, Pay(given.giver, given.receiver, gold, reason=given.text))
        return replace(pin, pays=gold, settles=not isinstance(paid, Refusal))
    return pin


def _may_be_due(game: Game) -> Iterator[Promise]:
    for given in game.promises if game.stage is Stage.ROUNDS else ():
        if declaring.may_be_due(game, given) and not is_over_with_its_round(game, given):
            yield given


def _pin(
    game: Game, given: Promise, *, kept: bool | None = None, mark: bool = False, dated: bool = False
) -> Pin:
    said = Words(game.seats)
    sentence = said.promise(given.giver, given.receiver, given.text)
    if dated or given.round < game.round:
        sentence = say(_("Round %(round)s: %(promise)s"), round=given.round, promise=sentence)
    brief = written(said.promised(given.giver, given.text))
    if not said.is_usual(given.text):
        sides = {"giver": said.name(given.giver), "receiver": said.name(given.receiver)}
        brief = say(_("%(giver)s to %(receiver)s: %(promise)s"), **sides, promise=brief)
    if dated:
        brief = say(_("Round %(round)s: %(promise)s"), round=given.round, promise=brief)
    return Pin(sentence, brief, given, kept, mark)
