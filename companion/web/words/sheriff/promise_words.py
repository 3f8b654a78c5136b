"""The usual promises, which are offered for a tap: whoever wrote one, each reads it in the own language."""

from collections.abc import Collection, Iterable
from functools import lru_cache

from companion.rules.sheriff.bags import MOST_CARDS
from companion.web.http.language import LANGUAGES, language, spoken
from companion.web.http.language import gettext as _
from companion.web.words.sheriff.glossary import KINGS, good_name

KEPT = 512  # promises, as they are read in a language


def lets_pass(giver: str, receiver: str) -> str:
    """Between a giver who will be Sheriff and a merchant."""
    return _("%(giver)s lets %(receiver)s pass", giver=giver, receiver=receiver)


def opens_nobody(sheriff: str) -> str:
    """Of the Sheriff, or of a Deputy."""
    return _("%(sheriff)s opens nobody this round", sheriff=sheriff)


def gives_next(giver: str, good: str) -> str:
    """Of what the giver does not have yet."""
    return _("%(giver)s gives next round’s %(goods)s", giver=giver, goods=good_name(good, MOST_CARDS))


def every_usual(giver: str, names: Collection[str], goods: Iterable[str]) -> tuple[str, ...]:
    """Every usual promise for what this player gives, whoever of these is Sheriff."""
    return (
        *(lets_pass(giver, name) for name in names),
        *map(opens_nobody, names),
        *(gives_next(giver, good) for good in goods),
    )


def in_readers_words(names: tuple[str, ...], giver: int, promise: str) -> str:
    """A promise as it was written; one of the usual in the reader's language, whoever was Sheriff then."""
    return _as_read(language(), names, giver, promise)


@lru_cache(KEPT)
def _as_read(_reader: str, names: tuple[str, ...], giver: int, promise: str) -> str:
    own = every_usual(names[giver], names, KINGS)
    for written in LANGUAGES:
        with spoken(written):
            theirs = every_usual(names[giver], names, KINGS)
        if promise in theirs:
            return own[theirs.index(promise)]
    return promise
