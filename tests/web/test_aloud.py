"""The Sheriff notes what was agreed aloud: how much, from whom; a giver with a phone confirms (I6, I9)."""

import pytest

from companion.rules.sheriff.bags import Deal, Decision
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.talk import Proposal, ProposalState
from tests.rules.given import ANN, BO, DOV
from tests.web import buttons
from tests.web.evening import passes
from tests.web.phone import Fields, Page
from tests.web.stored import table_of, unchanged
from tests.web.test_deciding import declared
from tests.web.test_talking import Market, posted

__all__ = ["declared"]


def noted(market: Market, giver: str, **fields: int | str) -> Page:
    """Two taps on the Sheriff's phone: the amount, and who gives it."""
    market.ann.open(market.at())
    market.ann.follow("Agreed aloud…")
    sent: Fields = fields
    return market.ann.press(giver, sent)


def last(market: Market) -> Proposal:
    """What was put on the table last."""
    return market.talk.proposals[-1]


def test_i6_the_giver_confirms_on_the_own_phone(declared: Market) -> None:
    board = noted(declared, "Bo", gold=5)
    assert board.path == declared.at()
    assert "Agreed aloud: Bo gives Ann 5 gold" in board.text
    assert last(declared).deal == Deal(BO, ANN, 5)
    assert last(declared).state is ProposalState.OPEN
    assert "Agreed aloud?" not in declared.cleo.open(declared.at()).text
    declared.bo.open(declared.at())
    assert "Agreed aloud? You give Ann 5 gold" in declared.bo.page.text
    declared.bo.press(buttons.ACCEPT)
    assert last(declared).state is ProposalState.ACCEPTED
    assert "5 gold to Ann" in declared.ann.open(declared.at()).text
    passes(declared.ann, "Bo", "apples", 3)
    bag = table_of(declared.bank).standing[-1].event
    assert isinstance(bag, BagPassed)
    assert [deal.gold for deal in bag.deals] == [5]


def test_who_is_to_pay_reads_at_once_that_they_give_and_to_whom(declared: Market) -> None:
    noted(declared, "Bo", gold=5)
    page = declared.bo.open(declared.at())
    (line,) = (item for item in page.root.elements("li") if "offer-asks" in item.get("class"))
    assert line.text.startswith("Agreed aloud? You give Ann 5 gold")
    assert "You 5 gold for your own bag" not in page.text


def test_its_page_names_the_only_bag_that_it_can_be_about(declared: Market) -> None:
    for merchant in ("Cleo", "Dov"):
        passes(declared.bank, merchant, "apples", 3)
    declared.ann.open(declared.at())
    page = declared.ann.follow("Agreed aloud…")
    assert "<bdi translate=no>Bo</bdi>’s bag · how much, and from whom" in page.html


def test_who_has_no_phone_has_nothing_to_confirm(declared: Market) -> None:
    """I9: Dov pays for opening Bo's bag."""
    noted(declared, "Dov", gold=2, decision="opens")
    assert last(declared).deal == Deal(DOV, ANN, 2, decision=Decision.OPENS)
    assert last(declared).state is ProposalState.ACCEPTED


def test_the_sheriff_takes_it_back_and_the_giver_says_no(declared: Market) -> None:
    noted(declared, "Bo", gold=5)
    declared.bo.open(declared.at())
    declared.bo.press("Refuse")
    assert last(declared).state is ProposalState.REFUSED
    noted(declared, "Bo", gold=4)
    declared.ann.press("Withdraw")
    assert last(declared).state is ProposalState.WITHDRAWN


@pytest.mark.parametrize(
    "fields, sentence",
    [
        ({}, "How much gold?"),
        ({"more": "0"}, "How much gold?"),
        ({"more": "-3"}, "number"),
        ({"more": "five"}, "number"),
        ({"more": "51"}, "50"),
    ],
)
def test_what_cannot_be_noted_is_told_in_its_place(
    declared: Market, fields: dict[str, int | str], sentence: str
) -> None:
    with unchanged(declared.bank.client.application):
        page = noted(declared, "Bo", **fields)
    assert page.status == 422
    assert sentence in " ".join(page.refusals.values())
    assert 'value="five"' in page.answer.get_data(as_text=True) or fields != {"more": "five"}


def test_only_the_sheriff_notes(declared: Market) -> None:
    assert "Agreed aloud" not in declared.cleo.page.text
    posted(declared.cleo, declared.at("/aloud"), bag=BO, gold=5, decision="passes", giver=BO)
    assert not declared.talk.proposals
