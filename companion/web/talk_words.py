"""What is said at a table before a bag is booked, as sentences."""

from collections.abc import Iterator

from markupsafe import Markup, escape

from companion.rules.bags import Deal
from companion.rules.goods import FACE_DOWN
from companion.web.glossary import cards_of, good_name
from companion.web.language import gettext as _
from companion.web.language import listed, ngettext
from companion.web.words import Words, say

MANY = 2


def offered(words: Words, deal: Deal) -> Markup:
    """Who offers whom what: gold, goods, what the giver calls so in the bag, words."""
    things = Markup(listed([escape(thing) for thing in _things(words, deal)]))  # noqa: S704 - all escaped
    sentence = _("%(giver)s offers %(receiver)s %(things)s")
    return say(sentence, giver=words.name(deal.giver), receiver=words.name(deal.receiver), things=things)


def _things(words: Words, deal: Deal) -> Iterator[Markup | str]:
    if deal.gold:
        yield ngettext("%(num)s gold", "%(num)s gold", deal.gold)
    for good, number in deal.stand.items():
        yield cards_of(good, number)
    for good, number in deal.bag.items():
        yield _called(words, deal.giver, good, number)
    if deal.promise:
        yield say(_("the promise “%(promise)s”"), promise=Markup("<bdi>{}</bdi>").format(deal.promise))


def _called(words: Words, giver: int, good: str, number: int) -> Markup:
    """Cards of a bag that nobody has seen: apples are what their merchant calls so."""
    if good == FACE_DOWN:
        return say(_("%(cards)s from the bag"), cards=cards_of(good, number))
    sentence = _("%(number)s of what %(name)s calls %(good)s")
    return say(sentence, number=number, name=words.name(giver), good=good_name(good, MANY))


def left_to_give(gold: int, on_the_table: int, *, mine: bool, words: Words, giver: int) -> Markup:
    """What is in the purse, and how much of it is offered already."""
    if mine:
        whole = say(_("You have %(gold)s gold"), gold=gold)
    else:
        whole = say(_("%(name)s has %(gold)s gold"), name=words.name(giver), gold=gold)
    if not on_the_table:
        return whole
    return say(_("%(sentence)s, %(offered)s of it is on the table"), sentence=whole, offered=on_the_table)
