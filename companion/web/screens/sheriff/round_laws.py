"""The laws of a round: as they are typed, and as they are pinned (E26)."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.sheriff.game import Game
from companion.rules.sheriff.round_laws import LONGEST_LAW, MOST_LAWS
from companion.web.forms.sheriff.law_form import LawForm
from companion.web.screens.parts import Link, link


@dataclass(frozen=True, slots=True)
class Pinned:
    """The laws that stand, as sheriff/laws/_pinned.html shows them, and where they are changed, if here."""

    laws: tuple[str, ...]
    change: Link | None = None


def pinned_laws(game: Game, *, change: bool = False) -> Pinned | None:
    """The laws of the round, if there are any."""
    laws = game.this_round.laws
    return Pinned(laws, link("laws.laws") if change else None) if laws else None


@dataclass(frozen=True, slots=True)
class KnownLaw:
    """A law that stands or was typed before, and whether it is `ticked` for this round."""

    words: str
    ticked: bool


@dataclass(frozen=True, slots=True)
class LawScreen:
    """What sheriff/laws/_laws.html shows: the laws to tick, and a line for each that is new. They stand until
    the badge moves, or the badges of two `deputies`.
    """

    game: str
    round: int
    known: tuple[KnownLaw, ...]
    lines: tuple[str, ...]
    deputies: bool
    most: int = MOST_LAWS
    longest: int = LONGEST_LAW


def law_screen(game_id: str, game: Game, form: LawForm, known: Iterable[str]) -> LawScreen:
    """The form as typed; those that stand come first, then those `known` from before."""
    every = dict.fromkeys((*game.this_round.laws, *form.ticked, *known))
    return LawScreen(
        game=game_id,
        round=game.round,
        known=tuple(KnownLaw(law, law in form.ticked) for law in every),
        lines=form.lines,
        deputies=bool(game.deputies),
    )
