"""Nobody undoes unseen what another just did: forms against what they were drawn on."""

from companion.rules.bags import Declaration
from companion.rules.meanwhile import (
    badge_moved_on,
    corrected_meanwhile,
    declared_meanwhile,
    declares_otherwise,
)
from companion.rules.refusals import (
    BadgeMovedOn,
    CorrectedMeanwhile,
    DeclaredMeanwhile,
    DeclaresOtherwise,
    NoLongerDeclares,
    UnsaidMeanwhile,
)
from companion.rules.talk import Declare, TakeBackDeclaration
from tests.rules.given import BO, given
from tests.rules.voices import Voices

APPLES, BREAD = Declaration("apples", 3), Declaration("bread", 2)


def test_t3_the_badge_moves_on_once_a_round() -> None:
    game = given(4).game
    assert badge_moved_on(game, 1) is None
    assert badge_moved_on(game, 2) == BadgeMovedOn()


def test_a_correction_mends_what_was_read() -> None:
    assert corrected_meanwhile(4, 4) is None
    assert corrected_meanwhile(6, 4) == CorrectedMeanwhile()
    assert corrected_meanwhile(None, 4) is None


def test_i1_a_declaration_replaces_the_one_that_was_read() -> None:
    talk = Voices.at(given(4)).when(Declare(BO, APPLES)).talk
    assert declared_meanwhile(talk, Declare(BO, BREAD), APPLES) is None
    assert declared_meanwhile(talk, Declare(BO, APPLES), None) is None
    assert declared_meanwhile(talk, Declare(BO, BREAD), None) == DeclaredMeanwhile(BO, 3, "apples")
    assert declared_meanwhile(talk, TakeBackDeclaration(BO), BREAD) == DeclaredMeanwhile(BO, 3, "apples")
    assert declared_meanwhile(talk, TakeBackDeclaration(BO), APPLES) is None


def test_i1_a_declaration_that_is_gone_is_not_replaced() -> None:
    silent = Voices.at(given(4)).talk
    assert declared_meanwhile(silent, Declare(BO, BREAD), APPLES) == UnsaidMeanwhile(BO)
    assert declared_meanwhile(silent, TakeBackDeclaration(BO), APPLES) is None


def test_i1_a_bag_is_booked_on_the_declaration_that_was_read() -> None:
    silent = Voices.at(given(4))
    talk = silent.when(Declare(BO, APPLES)).talk
    assert declares_otherwise(talk, BO, APPLES, BREAD) is None
    assert declares_otherwise(talk, BO, BREAD, BREAD) == DeclaresOtherwise(BO, 3, "apples")
    assert declares_otherwise(talk, BO, BREAD, None) == DeclaresOtherwise(BO, 3, "apples")
    assert declares_otherwise(silent.talk, BO, BREAD, BREAD) == NoLongerDeclares(BO)


def test_i1_what_was_said_at_the_table_alone_is_booked() -> None:
    silent = Voices.at(given(4))
    assert declares_otherwise(silent.talk, BO, APPLES, None) is None
    assert declares_otherwise(silent.when(Declare(BO, APPLES)).talk, BO, BREAD, APPLES) is None
