"""A deal's fields: who gives whom what, and what there is to give."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from companion.rules.refusals import Refusal
from companion.rules.sheriff.bags import MOST_CARDS, Deal, Decision, Promise
from companion.rules.sheriff.deals import choices, promisable
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.refusals import DealWithOneself, GoldOnTheTable, PurseTooSmall
from companion.web.forms.sheriff.deal_form import EITHER
from companion.web.http.language import LANGUAGES, ngettext, spoken
from companion.web.http.language import gettext as _
from companion.web.screens.parts import Choice, Seat, seats_of
from companion.web.screens.sheriff.stocks import Tally, tallies
from companion.web.words.people import say
from companion.web.words.sheriff.glossary import good_name
from companion.web.words.sheriff.sentences import Words

MOST_USED = 3
"""So many promises of the evening are offered again."""


@dataclass(frozen=True, slots=True)
class Gift:
    """What stands beside an amount of gold: who gives whom, the giver's purse, or why it cannot be given."""

    sides: Markup
    purse: Markup | str = ""
    refused: Markup | str = ""


@dataclass(frozen=True, slots=True)
class DealFields:
    """One deal's fields. `opening` are the parts that were asked for: "to", "goods", "promising". Cards out
    of the `bag` only its merchant has. `receivers` are empty where the receiver stays. `promises` are offered
    for a tap. `may_drop` if there is something to remove.
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


def deal_fields(  # noqa: PLR0913 - what one deal depends on
    game: Game,
    merchant: int,
    deal: Deal,
    index: int = 0,
    *,
    asked: frozenset[str] = frozenset(),
    refused: Markup | str = "",
    may_drop: bool = False,
) -> DealFields:
    """The fields of one deal over this merchant's bag; only the merchant can give cards out of it. `refused`
    says why the gold cannot be given.
    """
    usual = merchant if deal.giver == game.sheriff else game.sheriff
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
        gift=gift(game, deal.giver, deal.receiver, refused),
        promise=deal.promise,
        promises=tuple(promises_of(game, deal)),
        opening=tuple(part for part, used in parts.items() if used or part in asked),
        stand=tallies(game, deal.stand, game.stand(deal.giver)),
        bag=tallies(game, deal.bag, promisable(game, merchant, deal.giver)),
        receivers=seats_of(game, game.here),
        decisions=decisions(choices(game, merchant, deal)),
        decision=deal.decision or EITHER,
        may_drop=may_drop,
    )


def gift(game: Game, giver: int | None, receiver: int | None, refused: Markup | str = "") -> Gift:
    """What stands beside an amount of gold; None is the bank."""
    words = Words(game.seats)
    sides = say(_("%(giver)s gives %(receiver)s"), giver=words.name(giver), receiver=words.name(receiver))
    if giver == receiver:
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


def promises_of(game: Game, deal: Deal) -> Iterator[Choice]:
    """The promises to choose from: those that were used this evening, the latest first, then the usual."""
    used = dict.fromkeys(in_own_words(game, promise) for promise in reversed(game.promises))
    again = [Choice(words, words) for words in list(used)[:MOST_USED]]
    yield from again
    usual = _usual(game, deal.giver, deal.receiver, game.sheriff)
    yield from (choice for choice in usual if Choice(choice.value, choice.value) not in again)


def in_own_words(game: Game, promise: Promise) -> str:
    """A promise as it was written; one of the usual in the reader's language, whoever was Sheriff then."""
    for sheriff in range(len(game.seats)):
        usual = partial(_usual, game, promise.giver, promise.receiver, sheriff)
        own = [choice.value for choice in usual()]
        for language in LANGUAGES:
            with spoken(language):
                theirs = [choice.value for choice in usual()]
            if promise.text in theirs:
                return own[theirs.index(promise.text)]
    return promise.text


def _usual(game: Game, giving: int, receiving: int, badge: int) -> Iterator[Choice]:
    giver, receiver, sheriff = (game.seats[seat].name for seat in (giving, receiving, badge))
    passes = _("%(giver)s lets %(receiver)s pass", giver=giver, receiver=receiver)
    nobody = _("%(sheriff)s opens nobody this round", sheriff=sheriff)
    yield from (Choice(words, words) for words in (passes, nobody))
    for good in game.legal_goods:
        goods = good_name(good, MOST_CARDS)
        words = _("%(giver)s gives next round’s %(goods)s", giver=giver, goods=goods)
        yield Choice(words, _("gives next round’s %(goods)s", goods=goods))


def decisions(possible: Iterable[Decision | None] = (None, *Decision)) -> tuple[Choice, ...]:
    """The choices for the decision that a deal is for."""
    labels = {
        None: _("either way"),
        Decision.PASSES: _("if it passes"),
        Decision.OPENS: _("if it is opened"),
    }
    return tuple(Choice(decision or EITHER, labels[decision]) for decision in possible)
