"""The pages of all cards of the box."""

from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.rules.sheriff.editions import (
    DEFAULT,
    EDITIONS,
    Edition,
    EffectKind,
    Good,
    Kind,
    common_cards,
    edition_or_default,
)
from companion.web.http import look
from companion.web.http.language import gettext as _
from companion.web.http.packing import packed
from companion.web.plain_pages import way_back
from companion.web.sheriff.glossary import (
    edition_name,
    extra_icon,
    extra_name,
    good_name,
    kind_name,
    option_name,
)
from companion.web.start import preferences

PLAYERS = 4
FEWEST = 3


@dataclass(frozen=True, slots=True)
class CardLine:
    """One card; `note` says what it does."""

    word: str
    value: str
    penalty: int
    copies: int
    copies_three: int
    king: int
    queen: int
    note: str


@dataclass(frozen=True, slots=True)
class CardGroup:
    """The cards of one kind; `has_titles` if whoever has most of one is its King, `in_box` unless they are
    promos.
    """

    kind: str
    goods: tuple[CardLine, ...]
    has_titles: bool
    in_box: bool


@dataclass(frozen=True, slots=True)
class Cards:
    """What sheriff/cards/_cards.html shows; `back` is where to return to, carrying a half-filled form. A
    round and the end are told for one `edition`, bonuses for the `default` one; `others` are the other
    editions.
    """

    back: str
    back_label: str
    groups: tuple[CardGroup, ...]
    edition: Edition
    default: str
    others: tuple[str, ...]


def card_screen(told: Edition, back: str) -> Cards:
    """Every card of the box and of its promos: the numbers are the same in both editions (E1)."""
    printed = common_cards()
    groups = (
        CardGroup(
            kind=kind.value,
            goods=tuple(_line(printed, good) for good in printed.of(kind)),
            has_titles=kind is Kind.LEGAL,
            in_box=kind is not Kind.PROMO,
        )
        for kind in Kind
    )
    others = tuple(word for word in EDITIONS if word != told.word)
    return Cards(back, _("Back"), tuple(groups), told, DEFAULT, others)


def _line(printed: Edition, good: Good) -> CardLine:
    return CardLine(
        word=good.word,
        value="" if good.does(EffectKind.CHOSEN) else str(good.value),
        penalty=good.penalty,
        copies=printed.copies(good.word, PLAYERS),
        copies_three=printed.copies(good.word, FEWEST),
        king=good.king,
        queen=good.queen,
        note=_note(good),
    )


def _note(good: Good) -> str:
    if good.counts_as:
        return _(
            "counts as %(count)s %(good)s", count=good.counts, good=good_name(good.counts_as, good.counts)
        )
    if good.effect is None:
        return ""
    amount, other = good.effect.amount, good_name(good.effect.good, 1) if good.effect.good else ""
    notes = {
        EffectKind.ADDS: _("+%(amount)s for each %(good)s on the same stand", amount=amount, good=other),
        EffectKind.CHOSEN: _("becomes a legal good of its owner’s choice at the end"),
        EffectKind.UNPAID: _("its owner keeps King and Queen but is not paid for them"),
        EffectKind.SUMMONS: _(
            "in an opened bag that is otherwise as declared, the Sheriff pays %(amount)s more", amount=amount
        ),
        EffectKind.RAID: _(
            "if it passes: may discard up to %(amount)s of one of an opponent’s legal goods instead",
            amount=amount,
        ),
        EffectKind.TO_HAND: _("in an opened bag: the Sheriff takes it into hand"),
    }
    return notes[good.effect.kind]


blueprint = Blueprint("cards", __name__)
for word_of in (good_name, kind_name, edition_name, option_name, extra_name, extra_icon):
    blueprint.add_app_template_global(word_of, word_of.__name__)


@blueprint.get("/cards")
@packed
def cards() -> ResponseReturnValue:
    """All cards, and the course of a round in one edition."""
    here = preferences(
        look.look(), f"{request.path}?{request.query_string.decode('ascii', 'replace')}"
    )  # with its way back
    shown = card_screen(edition_or_default(request.args.get("edition", "")), way_back("edition"))
    return render_template("sheriff/cards/cards.html", cards=shown, preferences=here, errors={})
