"""For whom a table with several phones waits (T4, D2), and the nudge."""

from dataclasses import replace

from companion.rules.ledger import Goods
from companion.rules.refusals import OnlyTheBank
from companion.rules.rights import Actor
from companion.rules.sheriff.bags import Deal, Decision, Declaration
from companion.rules.sheriff.deciding import AskPayer, Decide, TurnOver, words_of
from companion.rules.sheriff.declaring import Declare, Nudge, awaited
from companion.rules.sheriff.ending import RevealContraband
from companion.rules.sheriff.proposals import Answer, Propose
from companion.rules.sheriff.recorders import may_say
from companion.rules.sheriff.refusals import NotAwaited
from companion.rules.sheriff.rotation import EndGame, PassBadge
from tests.rules.given import ANN, BO, CLEO, Table, given, passing
from tests.rules.voices import Voices

APPLES = Declaration("apples", 3)


def waits_for(voices: Voices) -> int | None:
    return awaited(voices.table.game, voices.talk, voices.speakers)


def all_passed(table: Table) -> Table:
    return table.when(*(passing(seat, "apples", 3) for seat in table.game.waiting))


def test_t4_who_declares_next_and_then_the_sheriff() -> None:
    voices = Voices.at(given(3))
    assert waits_for(voices) == BO
    voices = voices.when(Declare(BO, APPLES))
    assert waits_for(voices) == CLEO
    voices = voices.when(Declare(CLEO, APPLES))
    assert waits_for(voices) == ANN
    assert waits_for(voices.then_at(all_passed(voices.table))) == ANN


def test_who_has_no_phone_is_asked_aloud() -> None:
    voices = Voices.at(given(3), BO)
    assert waits_for(voices) == BO
    assert waits_for(voices.when(Declare(BO, APPLES))) is None


def test_d2_who_was_asked_for_goods() -> None:
    voices = Voices.at(given(3, gold={BO: 0}, stands={BO: {"cheese": 4}})).when(Declare(BO, APPLES))
    voices = voices.when(
        Declare(CLEO, APPLES), Decide(BO, Decision.OPENS, words_of(voices.table.game, voices.talk, BO))
    )
    voices = voices.when(TurnOver(BO, Goods({"apples": 1, "silk": 2})))
    assert waits_for(voices) == ANN
    assert waits_for(voices.when(AskPayer(BO))) == BO


def test_i6_who_is_to_confirm_what_was_agreed_aloud() -> None:
    voices = Voices.at(given(3)).when(Declare(BO, APPLES), Declare(CLEO, APPLES))
    voices = voices.when(Propose(BO, Deal(BO, ANN, gold=4), aloud=True))
    assert waits_for(voices) == BO
    assert waits_for(voices.when(Answer(voices.last, accepts=True))) == ANN


def test_s6_in_the_count_who_turns_cards_over_in_turn_and_then_nobody() -> None:
    voices = Voices.at(given(3, stands={BO: {"face_down": 1}, CLEO: {"face_down": 1}}))
    voices = voices.then_at(all_passed(voices.table).when(EndGame()))
    assert waits_for(voices) == BO
    assert waits_for(replace(voices, speakers=frozenset({ANN, CLEO}))) is None
    voices = voices.then_at(voices.table.when(RevealContraband(BO, Goods({"silk": 1}))))
    assert waits_for(voices) == CLEO
    assert waits_for(voices.then_at(voices.table.when(RevealContraband(CLEO, Goods({"silk": 1}))))) is None


def test_only_who_is_waited_for_is_nudged_and_only_by_the_bank() -> None:
    voices = Voices.at(given(3))
    voices.refuses(Nudge(CLEO), NotAwaited(CLEO))
    assert voices.when(Nudge(BO), Nudge(BO)).talk.nudges == 2
    actors = (Actor(bank=True, seats=frozenset()), Actor(bank=False, seats=frozenset({ANN})))
    refusals = [may_say(actor, voices.table.game, voices.talk, Nudge(BO)) for actor in actors]
    assert refusals == [None, OnlyTheBank()]


def test_a_new_round_begins_without_nudges() -> None:
    voices = Voices.at(given(3)).when(Nudge(BO))
    later = voices.then_at(all_passed(voices.table).when(PassBadge()))
    assert later.when(Nudge(later.table.game.waiting[0])).talk.nudges == 1
