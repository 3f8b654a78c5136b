"""What a name may be, and when two are the same."""

import pytest

from companion.rules.names import check_names, clean_name, folded
from companion.rules.refusals import NameEmpty, NameInvisible, NameRepeated, NameTooLong, Refusal


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
        ("\u202eBo", NameInvisible(2)),
        ("Ann\u2066", NameInvisible(2)),
        ("\u2060", NameInvisible(2)),
        ("\ufeffBo", NameInvisible(2)),
        ("Bo\x00", NameInvisible(2)),
        ("\x1b[31m", NameInvisible(2)),
        ("\ud800", NameInvisible(2)),
        ("\ue000", NameInvisible(2)),
        ("\u2800", NameInvisible(2)),
        ("\u3164", NameInvisible(2)),
        ("\u200d", NameInvisible(2)),
        ("\ufe0f \u200c", NameInvisible(2)),
        ("q\u0323\u0302\u0303", NameInvisible(2)),
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
    ],
)
def test_the_same_when_a_reader_could_not_tell_them_apart(one: str, other: str) -> None:
    assert folded(one) == folded(other)
    with pytest.raises(NameRepeated) as raised:
        check_names(["Bo", one, other])
    assert raised.value.place == 2


def test_all_clean_in_their_order() -> None:
    assert check_names([" Ann", "Bo ", "Cleo"]) == ("Ann", "Bo", "Cleo")
