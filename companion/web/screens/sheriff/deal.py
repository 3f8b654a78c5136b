"""A deal's fields: who gives whom what, and what there is to give."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.refusals import Refusal
from companion.rules.sheriff.bags import MOST_CARDS, Deal, Decision, Promise
from companion.rules.sheriff.deals import choices, promisable
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.refusals import DealWithOneself, GoldOnTheTable, PurseTooSmall
from companion.web.forms.sheriff.deal_form import EITHER, usual_receiver
from companion.web.http.language import LANGUAGES, ngettext, spoken
from companion.web.http.language import gettext as _
from companion.web.screens.parts import Choice, Seat, seats_of
from companion.web.screens.sheriff.stocks import Tally, tallies
from companion.web.words.people import say
from companion.web.words.sheriff.glossary import good_name
from companion.web.words.sheriff.promise_words import every_usual, gives_next, lets_pass, opens_nobody
from companion.web.words.sheriff.sentences import Words

MOST_USED = 3
"""So many promises of the evening are offered again."""


@dataclass(frozen=True, slots=True)
class Gift:
    """What stands beside an amount of gold: who gives whom, or what is to choose first, the giver's purse, or
    why it cannot be given.
    """

    sides: Markup | str
    purse: Markup | str = ""
    refused: Markup | str = ""


@dataclass(frozen=True, slots=True)
class DealFields:
    """One deal's fields. `opening` are the parts that were asked for: "to", "goods", "promising". Cards out
    of the `bag` only its merchant has. `receivers` are empty where the receiver stays. `promises` are offered
    for a tap. `may_drop` if there is something to remove. What is `shared` lies on the Booty first (E8).
    """

    index: int
    giver: int
    receiver: int
    gold: str
    gift: Gift
    promise: str
    promises: tuple[Choice, ...]
    opening: tuple[str, ...]
    stand: tuple[Tally, ...]
    bag: tuple[Tally, ...]
    receivers: tuple[Seat, ...] = ()
    decisions: tuple[Choice, ...] = ()
    decision: str = ""
    may_drop: bool = False
    shared: bool = False


def deal_fields(  # noqa: PLR0913 - what one deal depends on
    game: Game,
    merchant: int,
    deal: Deal,
    index: int = 0,
    *,
    asked: frozenset[str] = frozenset(),
    refused: Markup | str = "",
    may_drop: bool = False,
    alone: int | None = None,
    shared: bool | None = False,
) -> DealFields:
    """The fields of one deal over this merchant's bag; only the merchant can give cards out of it. `refused`
    says why the gold cannot be given. One of two Deputies may act `alone` (E11); what is `shared` lies on the
    Booty first; None is where it does only if the bag passes (E8).
    """
    usual = usual_receiver(game, merchant, deal.giver, alone)
    parts = {
        "to": deal.receiver != usual,
        "goods": bool(deal.bag),
        "promising": bool(deal.promise),
    }
    return DealFields(
        index=index,
        giver=deal.giver,
        receiver=deal.receiver,
        gold=str(deal.gold or ""),
        gift=gift(game, deal.giver, deal.receiver, refused, shared=shared),
        promise=deal.promise,
        promises=tuple(promises_of(game, deal, shared=bool(shared))),
        opening=tuple(part for part, used in parts.items() if used or part in asked),
        stand=tallies(game, deal.stand, game.stand(deal.giver)),
        bag=tallies(game, deal.bag, promisable(game, merchant, deal.giver)),
        receivers=seats_of(game, game.here),
        decisions=decisions(choices(game, merchant, deal)),
        decision=deal.decision or EITHER,
        may_drop=may_drop,
        shared=bool(shared),
    )


def gift(
    game: Game,
    giver: int | None,
    receiver: int | None,
    refused: Markup | str = "",
    *,
    shared: bool | None = False,
) -> Gift:
    """What stands beside an amount of gold; None is the bank. What two Deputies have `shared` between them
    lies on the Booty first; None is where it does only if the bag passes (E8).
    """
    words = Words(game.seats)
    sentence = _("%(giver)s puts on the Booty") if shared else _("%(giver)s gives %(receiver)s")
    if shared is None:
        sentence = _("%(giver)s gives %(receiver)s, or the Booty if it passes")
    sides = say(sentence, giver=words.name(giver), receiver=words.name(receiver))
    if giver == receiver and not shared:
        refused = words.refusal(DealWithOneself())
    if giver is None or game.options.coins_on_table:
        return Gift(sides, refused=refused)
    gold = game.gold(giver)
    purse = ngettext("%(name)s has %(num)s gold", "%(name)s has %(num)s gold", gold, name="%(name)s")
    return Gift(sides, say(purse, name=words.name(giver)), refused)


def short_of(words: Words, refusal: object) -> Markup | str:
    """Why gold cannot be given, as a sentence; "" if that is not why something is refused."""
    if isinstance(refusal, Refusal) and isinstance(refusal, PurseTooSmall | GoldOnTheTable):
        return words.refusal(refusal)
    return ""


def promises_of(game: Game, deal: Deal, *, shared: bool) -> Iterator[Choice]:
    """The promises to choose from: those that were used this evening, the latest first, then the usual. Only
    who is a side of the deal promises to open nobody this round, or both Deputies where it is `shared`; over
    the round's last bag nobody does.
    """
    sides = game.sheriffs if shared else {deal.giver, deal.receiver}
    badges = [seat for seat in game.sheriffs if seat in sides and len(game.waiting) > 1]
    receivers = game.sheriffs if shared else (deal.receiver,)
    usual = tuple(_usual(game, deal.giver, receivers, badges))
    again = _used(game, deal, {choice.value for choice in usual})[:MOST_USED]
    yield from (Choice(said, said) for said in again)
    yield from (choice for choice in usual if choice.value not in again)


def _used(game: Game, deal: Deal, usual: Collection[str]) -> list[str]:
    """What the same two promised before, or others without a name: of the usual words only those that are
    still `usual` now.
    """
    words, names = Words(game.seats), [seat.name for seat in game.seats]
    said = dict.fromkeys(
        words.promised(given.giver, given.text)
        for given in reversed(game.promises)
        if (given.giver, given.receiver) == (deal.giver, deal.receiver) or not _names_any(given.text, names)
    )
    known = every_usual(names[deal.giver], names, game.legal_goods)
    return [text for text in said if text in usual or text not in known]


def _names_any(text: str, names: Iterable[str]) -> bool:
    """Whether a promise speaks of anybody at the table by name."""
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) for name in names)


def is_over_with_its_round(game: Game, promise: Promise) -> bool:
    """Whether a promise speaks of its own round alone, in the usual words, and that round is over (I10)."""
    if promise.round >= game.round:
        return False
    return _is_one_of(promise, lambda: _of_the_round(game, range(len(game.seats))))


def is_about_later(game: Game, promise: Promise) -> bool:
    """Whether a promise speaks, in the usual words, of what is still to come: a turn of its giver as Sheriff,
    or the goods of the next round (I10).
    """
    giver, people = game.seats[promise.giver].name, [seat.name for seat in game.seats]
    if promise.giver not in game.sheriffs and _is_one_of(
        promise, lambda: [lets_pass(giver, name) for name in people]
    ):
        return True
    if promise.round < game.round:
        return False
    return _is_one_of(promise, lambda: [gives_next(giver, good) for good in game.legal_goods])


def _is_one_of(promise: Promise, usual: Callable[[], Collection[str]]) -> bool:
    """Whether these are its words, whichever language it was written in."""
    for language in LANGUAGES:
        with spoken(language):
            if promise.text in usual():
                return True
    return False


def _of_the_round(game: Game, badges: Iterable[int]) -> tuple[str, ...]:
    return tuple(opens_nobody(game.seats[seat].name) for seat in badges)


def _usual(game: Game, giving: int, receiving: Iterable[int], badges: Iterable[int]) -> Iterator[Choice]:
    """In the last round nothing speaks of a later one."""
    giver, goes_on = game.seats[giving].name, game.round < game.rounds
    others = receiving if goes_on or giving in game.sheriffs else ()
    promises = (lets_pass(giver, game.seats[seat].name) for seat in others)
    yield from (Choice(words, words) for words in (*promises, *_of_the_round(game, badges)))
    for good in game.legal_goods if goes_on else ():
        label = _("gives next round’s %(goods)s", goods=good_name(good, MOST_CARDS))
        yield Choice(gives_next(giver, good), label)


def decisions(possible: Iterable[Decision | None] = (None, *Decision)) -> tuple[Choice, ...]:
    """The choices for the decision that a deal is for."""
    labels = {
        None: _("either way"),
        Decision.PASSES: _("if it passes"),
        Decision.OPENS: _("if it is opened"),
    }
    return tuple(Choice(decision or EITHER, labels[decision]) for decision in possible)
