"""What one Sheriff does, or two Deputies do together, and what they share (E6, E13)."""

from collections.abc import Collection, Sequence

from markupsafe import Markup

from companion.rules.sheriff.bags import Share
from companion.web.http.language import gettext as _
from companion.web.words.people import say
from companion.web.words.sheriff.sentences import Words, things


def acted(words: Words, seats: Collection[int], one: str, many: str, **values: object) -> Markup:
    """A sentence about the `names` of those who act, said of `one` of them or of `many`."""
    return say(many if len(seats) > 1 else one, names=words.names(seats), **values)


def shares(words: Words, sheriffs: Sequence[int], taken: Sequence[Share]) -> Markup:
    """What each takes off the Booty; said once where it is the same for both."""
    if len(set(map(_what, taken))) == 1:
        one, many = _("%(names)s takes %(things)s"), _("%(names)s take %(things)s each")
        return acted(words, sheriffs, one, many, things=_what(taken[0]))
    each = (
        say(_("%(name)s %(things)s"), name=words.name(seat), things=_what(share))
        for seat, share in zip(sheriffs, taken, strict=True)
    )
    return Markup(" · ").join(each)


def _what(share: Share) -> str:
    return things(share.gold, share.goods)
