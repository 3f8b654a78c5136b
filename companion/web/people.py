"""How sentences name the players of a table, and say why something is refused; their shields."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import takewhile

from markupsafe import Markup, escape

from companion.rules.kinds import Renamed
from companion.rules.refusals import Refusal
from companion.rules.seats import Seat
from companion.web.http.language import fitted, gettext, language, listed, ngettext
from companion.web.http.language import gettext as _


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for a marker
    """Mark a word for the catalogue."""
    return sentence


def NP_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as N_
    """Mark a word and its plural for the catalogue."""
    return one, many


_SHIELDS = {
    "leaf": N_("Leaf"),
    "stag": N_("Stag"),
    "arrow": N_("Arrow"),
    "tower": N_("Tower"),
    "bell": N_("Bell"),
    "key": N_("Key"),
    "swan": N_("Swan"),
}


def shield_name(charge: str) -> str:
    """A shield's charge in a word."""
    return gettext(_SHIELDS[charge])


LONGEST_USUAL = 12  # letters of a name that needs not be cut short
SHORTEST = 7  # letters that are left of one, more if another name begins like it
KEPT = 256  # tables whose names are kept as they are written
_GOES_ON = {"Mn", "Me", "Mc", "Cf", "Sk"}
_JOINER = "\N{ZERO WIDTH JOINER}"
"""What belongs to the letter before it, and what joins the one after it to that."""
QUOTED = re.compile("(?:“|„|«\N{NO-BREAK SPACE})%\\((\\w+)\\)s")


def say(sentence: str, /, **values: object) -> Markup:
    """A translated sentence with its values escaped; quotes within quotes are the language's inner ones."""
    for quoted in QUOTED.finditer(sentence):
        values[quoted[1]] = _within_quotes(escape(values[quoted[1]]), quoted[0][0])
    return Markup(fitted(sentence, values)) % values  # noqa: S704 - sentences come from the catalogue, values are escaped


def _within_quotes(said: Markup, outer: str) -> Markup:
    if outer == "“":
        return said.replace("“", "‘").replace("”", "’")
    if outer == "„":
        return said.replace("„", "\N{SINGLE LOW-9 QUOTATION MARK}").replace("“", "‘")
    return said.replace("«\N{NO-BREAK SPACE}", "“").replace("\N{NO-BREAK SPACE}»", "”")


def series(parts: Iterable[Markup | str]) -> Markup:
    """Names, cards or sums as a list in a sentence; what is not markup yet is escaped."""
    return Markup(listed([escape(part) for part in parts]))  # noqa: S704 - all escaped


def capitalized(sentence: Markup) -> Markup:
    """The sentence with a capital, also where it begins with “the bank”; a player's name stays as written."""
    return Markup(sentence[:1].upper()) + sentence[1:]  # noqa: S704 - one letter of a sentence


def written(name: str, others: Iterable[str] | None = None) -> Markup:
    """A name, or other words that were typed, in a sentence, whatever direction they are written in. What can
    be left out of a long name where there is no room is marked: its beginning tells it from the `others`.
    """
    if others is None or len(name) <= LONGEST_USUAL:
        return Markup("<bdi translate=no>{}</bdi>").format(name)
    alike = (takewhile(lambda pair: len({*pair}) == 1, zip(name, other, strict=False)) for other in others)
    cut = 1 + max((SHORTEST - 1, *(len([*letters]) for letters in alike)))
    while unicodedata.category(name[cut : cut + 1] or " ") in _GOES_ON or name[cut - 1 : cut] == _JOINER:
        cut += 1
    if len(name) <= cut + 1:
        return Markup("<bdi translate=no>{}</bdi>").format(name)
    return Markup("<bdi class=long translate=no>{}<span>{}</span></bdi>").format(name[:cut], name[cut:])


def name_of(seat: Seat) -> str:
    """A player's name; until somebody gives them one, what is on the shield, in the reader's language."""
    return seat.name if seat.named else shield_name(seat.shield)


def named(seat: Seat, others: Iterable[Seat] = ()) -> Markup:
    """A player's name in a sentence, short where it must be without being one of the `others`."""
    return written(name_of(seat), (name_of(other) for other in others if other is not seat))


@lru_cache(KEPT)
def _names(_reader: str, seats: tuple[Seat, ...]) -> tuple[Markup, ...]:
    return tuple(named(seat, seats) for seat in seats)


class People:
    """Speaks of the players of one table, by the names that they have now."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self._names = _names("" if all(seat.named for seat in seats) else language(), seats)

    def name(self, seat: int | None) -> Markup:
        """A player's name; “the bank” for None."""
        return escape(_("the bank")) if seat is None else self._names[seat]

    def called(self, name: str) -> Markup:
        """What a player is or was called, in a sentence."""
        return written(name)

    def names(self, seats: Iterable[int]) -> Markup:
        """Several players in a sentence."""
        return series(self._names[seat] for seat in seats)

    def each(self, numbers: Mapping[int, int]) -> Markup:
        """Each player's name with their number."""
        return series(
            say("%(name)s\N{NO-BREAK SPACE}%(number)s", name=self.name(seat), number=number)
            for seat, number in numbers.items()
        )

    def recorder(self, by: Iterable[int] | None) -> Markup | str:
        """Who recorded an entry, by the seats of the phone; "" where that goes without saying."""
        if by is None:
            return ""
        seats = [seat for seat in by if seat < len(self._names)]
        return self.names(seats) if seats else capitalized(self.name(None))

    def outcome(self, winners: tuple[int, ...]) -> Markup:
        """Who wins."""
        sentence = ngettext(
            "%(names)s wins.", "%(names)s share the victory.", len(winners), names="%(names)s"
        )
        return say(sentence, names=self.names(winners))

    def renamed(self, event: Renamed) -> Markup:
        """What a player is called now."""
        if not event.was:
            return say(_("%(name)s sits down."), name=self.called(event.name))
        sentence = _("%(was)s is now called %(name)s.")
        return say(sentence, was=self.called(event.was), name=self.called(event.name))

    def refusal(self, refusal: Refusal, **values: object) -> Markup:
        """A refusal's sentence with the players by name; `values` replace what a game calls differently."""
        said = {key: self._value(key, value) for key, value in refusal.values.items()}
        return say(_(refusal.sentence), **{**said, **values})

    def _value(self, key: str, value: object) -> object:
        match key, value:
            case "player" | "other", int(seat):
                return self.name(seat)
            case "players", tuple(seats):
                return self.names(seats)
            case _:
                return value
