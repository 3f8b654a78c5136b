"""What a name may be, and when two are the same."""

import pytest

from companion.rules.names import (
    check_names,
    clean_line,
    clean_name,
    folded,
    has_hidden,
    name_faults,
    new_name,
)
from companion.rules.refusals import NameEmpty, NameInvisible, NameRepeated, NameTooLong, Refusal

ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
WALES = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
NOT_YET = "\U0001faff"
"""A character that Unicode may have one day: a phone may know it before this machine does."""


@pytest.mark.parametrize(
    "typed, kept",
    [
        ("Ann", "Ann"),
        ("  Ann\t", "Ann"),
        ("Ann  of \u00a0 Kent", "Ann of Kent"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("<b>Bo</b>", "<b>Bo</b>"),
        ("\u05e8\u05d5\u05ea", "\u05e8\u05d5\u05ea"),
        ("\U0001f98a", "\U0001f98a"),
        ("\U0001f469\u200d\U0001f373 Mia", "\U0001f469\u200d\U0001f373 Mia"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("0", "0"),
        ("x" * 24, "x" * 24),
        ("e\u0323\u0302", "\u1ec7"),
        ("q\u0323\u0302", "q\u0323\u0302"),
        (ENGLAND, ENGLAND),
        (f"{WALES} Dai \u200b", f"{WALES} Dai"),
        ("Ann\u2066", "Ann"),
        ("\ufeffBo\u200d", "Bo"),
        ("Bo\ufe0f", "Bo"),
        ("\u3164Bo\u2800", "Bo"),
        ("Bo\x00", "Bo"),
        ("\u0e01\u0e35\u0e48", "\u0e01\u0e35\u0e48"),
        ("\u091c\u093c\u0947\u0902", "\u091c\u093c\u0947\u0902"),
        (NOT_YET, NOT_YET),
        ("\u845b\U000e0100\u57ce", "\u845b\u57ce"),
    ],
)
def test_kept_as_typed_but_trimmed_and_composed(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "typed, refusal",
    [
        ("", NameEmpty(2)),
        (" \t\n\u3000", NameEmpty(2)),
        ("x" * 25, NameTooLong(2, 24)),
        ("x" * 200, NameTooLong(2, 24)),
        ("A\u200bnn", NameInvisible(2)),
        ("B\u202eo", NameInvisible(2)),
        ("A\u3164nn", NameInvisible(2)),
        ("A\U000e0067nn", NameInvisible(2)),
        ("\u2060", NameInvisible(2)),
        ("B\x00o", NameInvisible(2)),
        ("B\x1b[31mo", NameInvisible(2)),
        ("\ud800", NameInvisible(2)),
        ("\ue000", NameInvisible(2)),
        ("\u2800", NameInvisible(2)),
        ("\u3164", NameInvisible(2)),
        ("\u200d", NameInvisible(2)),
        ("\ufe0f \u200c", NameInvisible(2)),
        ("q\u0323\u0302\u0303", NameInvisible(2)),
        ("q\u0323\u0302\u200d\u0303", NameInvisible(2)),
        ("\u0e01" + "\u0e47" * 9, NameInvisible(2)),
        ("\u0301", NameInvisible(2)),
    ],
)
def test_refused_for_the_player_who_typed_it(typed: str, refusal: Refusal) -> None:
    with pytest.raises(type(refusal)) as raised:
        clean_name(typed, 2)
    assert raised.value == refusal


@pytest.mark.parametrize(
    "one, other",
    [
        ("Ann", "ANN"),
        ("stra\u00dfe", "STRASSE"),
        ("\uff21nn", "Ann"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("Mi\u200da", "Mia"),
        ("\u0410nn", "Ann"),
        ("\u0392\u039f\u0392", "Bob"),
        ("O\u2019Neil", "O'Neil"),
    ],
)
def test_the_same_when_a_reader_could_not_tell_them_apart(one: str, other: str) -> None:
    assert folded(one) == folded(other)
    with pytest.raises(NameRepeated) as raised:
        check_names(["Bo", one, other])
    assert raised.value.place == 2


def test_all_clean_in_their_order() -> None:
    assert check_names([" Ann", "Bo ", "Cleo"]) == ("Ann", "Bo", "Cleo")


def test_a_newcomers_name_is_told_apart_from_names_that_could_not_be_typed_today() -> None:
    """They were judged when they were typed, maybe by another release."""
    piled = "q" + "\u0301" * 9
    assert new_name("Bo", 1, ["Ann", piled]) == "Bo"
    with pytest.raises(NameRepeated):
        new_name("\u0410nn", 1, ["Ann", piled])


@pytest.mark.parametrize(
    "typed, kept",
    [
        ("  pay me\nback ", "pay me back"),
        ("pay \u200b me", "pay me"),
        ("\u3164\u2800", ""),
        ("\u202epay me", "pay me"),
        ("a\u0301\u0301\u0301\u0301", "\u00e1\u0301\u0301"),
        (f"for {ENGLAND}", f"for {ENGLAND}"),
        ("\U0001f469\u200d\U0001f373", "\U0001f469\u200d\U0001f373"),
        (f"{NOT_YET} \u2764\ufe0f", f"{NOT_YET} \u2764\ufe0f"),
    ],
)
def test_a_line_of_words_is_kept_without_what_nobody_can_see(typed: str, kept: str) -> None:
    assert clean_line(typed) == kept
    assert clean_line(kept) == kept
    assert not has_hidden(kept)


def test_all_that_is_wrong_with_names_is_said_at_once() -> None:
    faults = [*name_faults(["", "Ann", "x" * 25, "ann", "Bo"])]
    assert faults == [NameEmpty(0), NameTooLong(2, 24), NameRepeated(3, "ann")]
