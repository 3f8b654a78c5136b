"""The honours of an evening, as the result and the end of the stage tell them."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.sheriff.story import Feat, Holder, story
from companion.web.http.language import gettext as _
from companion.web.http.language import listed, ngettext
from companion.web.parts import N_, Seat, say, seat_of
from companion.web.sheriff.table import Table
from companion.web.sheriff.words import things

_FEATS = {
    Feat.SMUGGLER: (
        "face_down",
        N_("Boldest smuggler"),
        N_("%(number)s of %(of)s contraband cards got through"),
    ),
    Feat.BLUFF: (
        "bag",
        N_("Biggest bluff"),
        N_("%(number)s contraband of %(of)s cards for %(gold)s, round %(round)s"),
    ),
    Feat.CAUGHT: ("ui-close", N_("Caught red-handed"), N_("%(number)s of %(of)s false bags caught")),
    Feat.EYE: (
        "bag_open",
        N_("Sharpest eye"),
        N_("%(number)s of %(of)s bags opened with the badge were false"),
    ),
    Feat.BRIBE: (
        "gold",
        N_("Largest bribe"),
        N_("%(number)s gold for one bag in round %(round)s, of %(of)s paid in bribes"),
    ),
    Feat.FOOL: ("ui-check", N_("Honest to a fault"), N_("%(number)s of %(of)s bags were honest")),
    Feat.ROUND: (
        "badge",
        N_("Best round with the badge"),
        N_("%(number)s gold in round %(round)s, of %(of)s earned with the badge"),
    ),
    Feat.TRUSTED: ("ui-hand", N_("Most trusted"), N_("%(number)s of %(of)s bags passed without a bribe")),
}
"""For each feat its icon, its title and its sentence."""
_FREE = {Feat.BLUFF: N_("%(number)s contraband of %(of)s cards without a bribe, round %(round)s")}
"""The sentence, if it cost nothing."""


@dataclass(frozen=True, slots=True)
class Held:
    """What some players have an honour for, in a sentence that is the same for all of them."""

    seats: tuple[Seat, ...]
    sentence: Markup


@dataclass(frozen=True, slots=True)
class Honour:
    """An honour: what it is called, and who has it."""

    icon: str
    title: str
    held: tuple[Held, ...]


def honours(table: Table) -> tuple[Honour, ...]:
    """The honours of an evening that is over, the most telling first."""
    return tuple(_honours(table))


def _honours(table: Table) -> Iterator[Honour]:
    for honour in story(table.log, ()).honours:
        icon, title, sentence = _FEATS[honour.feat]
        held: dict[Markup, tuple[Seat, ...]] = {}
        for one in honour.holders:
            said = _told(one, sentence, _FREE.get(honour.feat, sentence))
            held[said] = (*held.get(said, ()), seat_of(table.game, one.seat))
        yield Honour(icon, _(title), tuple(Held(seats, said) for said, seats in held.items()))


def _told(one: Holder, sentence: str, free: str) -> Markup:
    cards = ngettext("%(num)s card", "%(num)s cards", one.cards) if one.cards else ""
    words = ngettext("%(num)s promise", "%(num)s promises", one.promises) if one.promises else ""
    cost = listed([part for part in (things(one.gold, {}), cards, words) if part])
    return say(_(sentence if cost else free), number=one.number, of=one.of, round=one.round, gold=cost)
