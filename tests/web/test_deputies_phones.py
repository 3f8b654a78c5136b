"""Six players with a phone each: either Deputy speaks, records and decides, both or alone (E8, E11, E14)."""

from dataclasses import dataclass

import pytest
from flask import Flask

from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Deal, Decision, Declaration
from companion.rules.sheriff.booty import BootyShared
from companion.rules.sheriff.declaring import Declare
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.proposals import Answer, Propose
from companion.rules.sheriff.talk import Decided, ProposalState, Talk
from tests.tables import BANK, Table, table
from tests.web import buttons
from tests.web.deputies import ANN, BO, CLEO, DOV, EVE, FLO, SIX, a_round
from tests.web.evening import passes
from tests.web.phone import Page, Phone
from tests.web.seated import comes_in, records, seated
from tests.web.stored import service_of, table_of, talk_of
from tests.web.test_talking import declares, posted
from tests.web.test_told import latest_at


@dataclass
class Six:
    """Everybody's phone by name; Ann and Bo are Deputies, and the bank's phone holds no seat."""

    table: Table
    bank: Phone
    phones: dict[str, Phone]

    def __getitem__(self, name: str) -> Phone:
        return self.phones[name]

    @property
    def talk(self) -> Talk:
        """What was said."""
        return self.table.talk

    def on_board(self, name: str) -> str:
        """What somebody's board says now."""
        phone = self.phones[name]
        return phone.open(f"/g/{phone.page.game}").text


@pytest.fixture
def six(app: Flask) -> Six:
    """All come with a phone."""
    there = table(app, 6)
    return Six(there, there.phone(), {name: there.phone(seat) for seat, name in enumerate(SIX)})


@pytest.fixture
def declared(six: Six) -> Six:
    """Cleo says three apples, the others two cheese."""
    six.table.says(Declare(CLEO, Declaration("apples", 3)))
    six.table.says(*(Declare(seat, Declaration("cheese", 2)) for seat in (DOV, EVE, FLO)))
    return six


def notes(six: Six, seat: int, **cards: int) -> None:
    """A merchant keeps what is in the own bag."""
    service_of(six.bank.client.application).note(six.bank.page.game, seat, 1, Goods(cards))


@pytest.mark.parametrize("name", ["Ann", "Bo"])
def test_e14_either_deputy_decides_for_both(declared: Six, name: str) -> None:
    declared.on_board(name)
    declared[name].press(buttons.LET_BY, {"alone": "both"})
    assert declared.talk.decisions[CLEO] == Decided(Decision.PASSES, said_by=SIX.index(name))
    assert "Ann and Bo let it pass: what was in it?" in declared.on_board("Dov")


@pytest.mark.parametrize("sheet", ["", f"/bags/{CLEO}"])
@pytest.mark.parametrize("button", ["Let it pass", "Open it"])
def test_e11_both_act_unless_a_deputy_with_a_phone_of_their_own_says_otherwise(
    declared: Six, sheet: str, button: str
) -> None:
    """Beside the other, who has one too: nobody says so bag for bag."""
    phone = declared["Ann"]
    page = phone.open(f"/g/{declared.bank.page.game}{sheet}")
    assert choices(page) == {"both": "both of us", str(ANN): "without Bo"}
    assert phone.press(f"Both {button.lower()}" if sheet else button).status == 200
    assert declared.talk.decisions[CLEO].alone is None


def test_e14_a_deputy_reads_who_opens_a_bag_for_both(declared: Six) -> None:
    notes(declared, CLEO, apples=3)
    declared.on_board("Ann")
    declared["Ann"].press("Open it")
    said = "Ann opens Cleo ’s bag for you both."
    assert [said in declared.on_board(name) for name in ("Ann", "Bo", "Dov")] == [False, True, False]


def test_e14_the_deputy_who_was_not_asked_lets_both_decide_again(declared: Six) -> None:
    notes(declared, CLEO, apples=3)
    declared.on_board("Ann")
    declared["Ann"].press("Open it")
    assert "I did not agree" not in declared.on_board("Ann") + declared.on_board("Dov")
    declared.on_board("Bo")
    declared["Bo"].press("I did not agree")
    assert not declared.talk.decisions
    assert "Bo did not agree: Ann and Bo decide again." in latest_at(declared["Ann"], declared.bank)


def test_e14_nobody_disagrees_with_a_bag_whose_cards_were_told(declared: Six) -> None:
    """It passed by its note and was taken back: only its merchant lets it be decided again."""
    notes(declared, CLEO, apples=3)
    declared.on_board("Ann")
    declared["Ann"].press("Let it pass", {"alone": "both"})
    declared.on_board("Bo")
    declared["Bo"].press(buttons.TAKE_BACK)
    board = declared.on_board("Bo")
    assert "To decide again, Cleo must agree" in board
    assert "I did not agree" not in board


def test_e14_a_deputy_reads_that_the_other_let_a_bag_pass_for_both(declared: Six) -> None:
    notes(declared, CLEO, apples=3)
    declared.on_board("Ann")
    declared["Ann"].press(buttons.LET_BY, {"alone": "both"})
    said = "Ann let Cleo ’s bag pass for you both."
    assert [said in declared.on_board(name) for name in ("Ann", "Bo", "Dov")] == [False, True, False]


def test_e14_who_let_a_bag_pass_for_both_is_named_whoever_records_it(declared: Six) -> None:
    declared.on_board("Ann")
    declared["Ann"].press(buttons.LET_BY, {"alone": "both"})
    declared["Bo"].open(f"/g/{declared.bank.page.game}/bags/{CLEO}")
    declared["Bo"].press(buttons.BOTH_LET_BY)
    boards = [declared.on_board(name) for name in ("Ann", "Bo")]
    assert ["let Cleo ’s bag pass for you both" in board for board in boards] == [False, True]
    assert "Ann let Cleo ’s bag pass for you both." in boards[1]


@pytest.mark.parametrize("button", ["Let it pass", "Open it"])
def test_e14_of_two_deputies_who_decide_alike_neither_is_alarmed(declared: Six, button: str) -> None:
    """Both look at the undecided bag; the first tap does what the second one asks for, too."""
    notes(declared, CLEO, apples=3)
    for name in ("Ann", "Bo"):
        declared.on_board(name)
    declared["Ann"].press(button, {"alone": "both"})
    page = declared["Bo"].press(button, {"alone": "both"})
    assert (page.status, page.refusals) == (200, {})


@pytest.mark.parametrize("place", [BANK, ANN])
def test_e11_both_act_unless_a_phone_for_both_says_otherwise(app: Flask, place: int | str) -> None:
    """The bank's phone, though it is that of one: the other has none."""
    there = table(app, 6)
    cleo = there.phone(CLEO)
    declares(cleo, "apples", 3)
    phone = there.phone(place)
    page = phone.open(f"/g/{there.id}")
    assert choices(page) == {"both": "both", str(ANN): "Ann alone", str(BO): "Bo alone"}
    phone.press(buttons.LET_BY)
    assert there.talk.decisions[CLEO].alone is None


def choices(page: Page) -> dict[str, str]:
    """Who can act, as their radios say it."""
    group = page.root.with_id("alone")
    assert group is not None
    return {next(label.elements("input"))["value"]: label.text for label in group.elements("label")}


def test_e11_one_decides_alone(declared: Six) -> None:
    notes(declared, CLEO, apples=2, silk=1)
    declared.on_board("Bo")
    declared["Bo"].press("Open it", {"alone": BO})
    assert declared.talk.decisions[CLEO].alone == BO
    declared.on_board("Cleo")
    declared["Cleo"].press(buttons.OPEN_YOUR_BAG)
    assert "Bo looks at the cards" in declared.on_board("Dov")
    declared.on_board("Ann")
    declared["Ann"].press(buttons.LIES_THERE)
    event = table_of(declared.bank).standing[-1].event
    assert isinstance(event, BagOpened)
    assert (event.alone, event.fine.receiver) == (BO, BO)


def test_what_waits_to_be_sent_says_whose_bag_it_is_about(declared: Six) -> None:
    declared.on_board("Ann")
    form, _button = declared["Ann"].page.form("Open it")
    assert form.element["data-what"] == "{what} (Cleo’s bag)"


def test_i4_contraband_of_an_opened_bag_is_marked_on_every_phone(declared: Six) -> None:
    notes(declared, CLEO, apples=2, silk=1)
    declared.on_board("Ann")
    declared["Ann"].press("Open it", {"alone": "both"})
    declared.on_board("Cleo")
    declared["Cleo"].press(buttons.OPEN_YOUR_BAG)
    for name in ("Ann", "Dov"):
        declared.on_board(name)
        (lying,) = (
            one for one in declared[name].page.root.elements("ul") if "turned" in one.get("class", "")
        )
        assert [card["class"] for card in lying.elements("li")] == ["slot legal"] * 2 + ["slot contraband"]


def test_e11_the_sheet_of_a_decided_bag_does_not_ask_again(declared: Six) -> None:
    declared.on_board("Bo")
    declared["Bo"].press(buttons.LET_BY, {"alone": BO})
    page = declared["Ann"].open(f"/g/{declared.bank.page.game}/bags/{CLEO}")
    assert "Who acts?" not in page.text
    assert "Bo lets it pass" in page.text
    declared["Ann"].press("Bo lets it pass")
    event = table_of(declared.bank).standing[-1].event
    assert isinstance(event, BagPassed)
    assert event.alone == BO


def test_a_merchant_is_no_deputy(declared: Six) -> None:
    assert "Ann and Bo decide on your bag" in declared.on_board("Cleo")
    assert "Ann and Bo decide on Cleo ’s bag" in declared.on_board("Dov")
    page = posted(declared["Dov"], f"/g/{declared.bank.page.game}/decisions/{CLEO}", decision="passed", on="")
    assert page.status == 422


def test_e8_a_merchant_bids_for_either_deputy_with_one_tap(declared: Six) -> None:
    text = declared.on_board("Cleo")
    assert "Your bribe for Ann" in text
    assert "Your bribe for Bo" in text
    assert "to the Booty if both let it pass" in text
    forms = [form for form in declared["Cleo"].page.forms if ("deputy", str(BO)) in form.fields]
    declared["Cleo"].submit(forms[0], {}, forms[0].buttons[-1])
    (proposal,) = declared.talk.proposals
    assert proposal.deal == Deal(CLEO, BO, 5, decision=Decision.PASSES)
    text = declared.on_board("Cleo")
    assert "Your bribe for Ann" in text
    assert "To Bo 5 gold" in text
    assert text.index("Your bribe for Ann") < text.index("To Bo 5 gold"), "a row moves under the thumb"


def test_e11_a_deputy_names_a_price_of_their_own(declared: Six) -> None:
    declared.on_board("Bo")
    form = declared["Bo"].page.form_to(f"/prices/{CLEO}")
    declared["Bo"].submit(form, {}, form.buttons[3])
    (proposal,) = declared.talk.proposals
    assert (proposal.demanded, proposal.deal) == (True, Deal(CLEO, BO, 5, decision=Decision.PASSES))
    assert "Without" not in declared.on_board("Bo"), "Cleo offered nothing"
    board = declared.on_board("Cleo")
    assert "Bo wants 5 gold to let you pass Pay 5 to the Booty if both let it pass" in board
    assert "to the Booty if both let it pass" in declared.on_board("Dov")


def test_e8_the_own_bag_comes_before_what_may_be_said_of_another_to_two_deputies(declared: Six) -> None:
    """Twelve buttons over Cleo's bag are behind one line until somebody bids there."""
    declared.on_board("Dov")
    page = declared["Dov"].page
    assert page.text.index("Your bribe for Bo") < page.text.index("Cleo ’s bag, for Ann")
    fold = page.root.with_id(f"bids-{CLEO}")
    assert fold
    assert "open" not in fold.attributes
    form = next(form for form in page.forms if ("merchant", str(CLEO)) in form.fields)
    declared["Dov"].submit(form, {}, form.buttons[-1])
    (fold,) = (
        one for one in declared["Dov"].page.root.elements("details") if one.get("id") == f"bids-{CLEO}"
    )
    assert "open" in fold.attributes


@pytest.mark.parametrize(
    "name, asked, said",
    [
        ("Cleo", f"offer-receiver={BO}", "if accepted; to the Booty once both let your bag pass"),
        ("Dov", f"offer-receiver={BO}", "if accepted; to the Booty once both let Cleo ’s bag pass"),
        ("Dov", f"offer-receiver={BO}&offer-decision=opens", "it counts with Cleo ’s bag, if accepted"),
        ("Cleo", f"offer-receiver={DOV}", "it counts with your bag, if accepted"),
        (
            "Cleo",
            f"offer-receiver={BO}&offer-promise=tea&offer-gold=0",
            "it counts with your bag, if accepted",
        ),
    ],
)
def test_e8_an_offer_tells_what_both_deputies_share(declared: Six, name: str, asked: str, said: str) -> None:
    address = f"/g/{declared.bank.page.game}/offers/new?bag={CLEO}&{asked}&offer-gold=3"
    assert declared[name].open(address).text.endswith(f"Offer it {said}")


def test_an_offer_begins_with_the_deputy_who_has_a_phone(app: Flask) -> None:
    """Nobody asks for the answer of one who cannot tap it."""
    there = table(app, 6)
    there.token(BO)
    cleo = there.phone(CLEO)
    declares(cleo, "apples", 3)
    page = cleo.open(f"/g/{there.id}/offers/new")
    chosen = [one["value"] for one in page.root.elements("input") if one.has("checked")]
    names = [one["name"] for one in page.root.elements("input") if one.has("checked")]
    assert dict(zip(names, chosen, strict=True))["offer-receiver"] == str(BO)


def bribes(six: Six, deputy: int, gold: int) -> None:
    """Cleo offers a Deputy so much for passing, which is accepted."""
    six.table.says(Propose(CLEO, Deal(CLEO, deputy, gold, decision=Decision.PASSES)))
    six.table.says(Answer(six.talk.proposals[-1].number, accepts=True))


def test_e8_what_stays_unpaid_is_told_by_which_deputy_did_not_answer(declared: Six) -> None:
    """Whose own bribe is accepted would else take it for that one."""
    for deputy in (ANN, BO):
        declared.table.says(Propose(CLEO, Deal(CLEO, deputy, 2, decision=Decision.PASSES)))
    assert "offer to" not in declared.on_board("Ann")
    declared["Ann"].press(buttons.ACCEPT)
    assert "Cleo ’s offer to Bo would lapse" in declared.on_board("Ann")


def said_by(phone: Phone, button: str) -> list[str]:
    """What a deciding button says if both act, and each of them alone."""
    spans = phone.page.form(button)[1].elements("span")
    return [span.text for span in spans if span.get("class") == "if-acting"]


def test_e8_what_both_accepted_is_one_amount(declared: Six) -> None:
    bribes(declared, ANN, 4)
    bribes(declared, BO, 5)
    sheet = declared["Ann"].open(f"/g/{declared.bank.page.game}/bags/{CLEO}")
    assert "9 gold to the Booty" in sheet.form(buttons.BOTH_LET_BY)[1].text
    declared.on_board("Ann")
    assert said_by(declared["Ann"], "Let it pass") == [
        "Cleo : 3 apples, 9 gold to the Booty",
        "without Bo · Cleo : 3 apples, Ann gets 4 gold, Bo gets 5 gold",
    ]
    assert "not while the bribe stands" in declared["Ann"].page.form("Open it")[1].text


def test_e12_a_bribe_that_one_accepted_shuts_the_bag_for_both_and_for_that_one(declared: Six) -> None:
    """The other may open it alone, and is given nothing."""
    bribes(declared, ANN, 4)
    assert declared.talk.proposals[0].state is ProposalState.ACCEPTED
    declared.on_board("Bo")
    shut = "not while the bribe stands"
    assert said_by(declared["Bo"], "Open it") == [shut, "without Ann · Cleo : 3 apples"]
    opens = declared["Bo"].page.form("Open it")[1]
    assert opens["class"].split() == ["next", "next-opened", "shut-1"]
    page = declared["Bo"].press("Open it", {"alone": "both"})
    assert page.status == 422
    assert "Ann accepted the bribe. Bo did not, and can open the bag alone." in page.text
    declared["Bo"].press("Open it", {"alone": BO})
    assert declared.talk.decisions[CLEO] == Decided(Decision.OPENS, alone=BO)
    declared["Bo"].open(f"/g/{declared.bank.page.game}/bags/{CLEO}")
    declared["Bo"].press("Bo opens it")
    assert [table_of(declared.bank).game.gold(seat) for seat in (ANN, BO, CLEO)] == [50, 44, 56]


def test_e11_what_both_accepted_binds(declared: Six) -> None:
    for deputy in (ANN, BO):
        bribes(declared, deputy, 4)
    assert declared.on_board("Cleo").count("accepted: it is binding") == 2


def test_i9_two_bargains_for_different_decisions_say_when_each_counts(declared: Six) -> None:
    """Bo took gold for either; nothing binds anybody once the bag is decided."""
    bribes(declared, BO, 7)
    assert "accepted: counts if it passes" in declared.on_board("Cleo"), "Ann may still open it alone"
    declared.table.says(Propose(CLEO, Deal(FLO, BO, 5, decision=Decision.OPENS)))
    declared.table.says(Answer(declared.talk.proposals[-1].number, accepts=True))
    said = "accepted: counts if it passes", "accepted: counts if it is opened"
    for name in ("Bo", "Cleo", "Flo"):
        board = declared.on_board(name)
        assert [words in board for words in (*said, "binds")] == [True, True, False], name
    declared.on_board("Ann")
    declared["Ann"].press("Open it", {"alone": ANN})
    board = declared.on_board("Cleo")
    assert "lapsed" in board
    assert not any(words in board for words in (*said, "binds"))


def test_e11_a_phone_of_both_says_who_decides_and_who_is_paid(app: Flask) -> None:
    there = table(app, 6)
    declares(there.phone(CLEO), "apples", 3)
    there.says(Propose(CLEO, Deal(CLEO, BO, 7, decision=Decision.PASSES)))
    there.says(Answer(there.talk.proposals[-1].number, accepts=True))
    bank = there.phone()
    assert said_by(bank, "Let it pass") == [
        "Cleo : 3 apples, 7 gold to the Booty",
        "Ann decides · Cleo : 3 apples, Bo gets 7 gold",
        "Bo decides · Cleo : 3 apples, Bo gets 7 gold",
    ]


def test_e8_a_promise_stays_between_the_two_who_agreed(declared: Six) -> None:
    """Gold and goods go to the Booty; the buttons say so, and the correction of the bag."""
    declared.table.says(Propose(CLEO, Deal(CLEO, BO, 4, promise="a favour", decision=Decision.PASSES)))
    declared.table.says(Answer(declared.talk.proposals[-1].number, accepts=True))
    declared.on_board("Ann")
    assert said_by(declared["Ann"], "Let it pass") == [
        "Cleo : 3 apples, 4 gold to the Booty, the promise “ a favour ” to Bo",
        "without Bo · Cleo : 3 apples, Bo gets 4 gold and the promise “ a favour ”",
    ]
    declared["Ann"].press(buttons.LET_BY)
    declared["Ann"].open(f"/g/{declared.bank.page.game}/bags/{CLEO}")
    declared["Ann"].press(buttons.BOTH_LET_BY)
    seq = table_of(declared.bank).seq
    page = declared.bank.open(f"/g/{declared.bank.page.game}/corrections/{seq}")
    said = "Cleo puts 4 gold in the Booty, Cleo gives Bo the promise “ a favour ”"
    assert said in page.text


def test_e8_what_was_accepted_lies_on_the_booty_once_both_let_it_pass(declared: Six) -> None:
    bribes(declared, BO, 4)
    declared.on_board("Ann")
    assert said_by(declared["Ann"], "Let it pass") == [
        "Cleo : 3 apples, 4 gold to the Booty",
        "without Bo · Cleo : 3 apples, Bo gets 4 gold",
    ]
    declared["Ann"].press(buttons.LET_BY, {"alone": "both"})
    declared["Ann"].open(f"/g/{declared.bank.page.game}/bags/{CLEO}")
    declared["Ann"].press(buttons.BOTH_LET_BY)
    game = table_of(declared.bank).game
    assert (game.booty_gold, game.gold(BO)) == (4, 50)
    assert "You put 4 in the Booty." in declared.on_board("Cleo")


def test_e14_either_deputy_threatens_and_lets_be(declared: Six) -> None:
    declared.on_board("Bo")
    declared["Bo"].press("Cleo", {})
    assert "Bo threatens to open your bag" in declared.on_board("Cleo")
    assert "Bo threatens to open Cleo ’s bag" in declared.on_board("Dov")
    declared.on_board("Ann")
    declared["Ann"].press("Let Cleo be")
    assert declared.talk.threatened is None


def test_e14_each_deputy_notes_what_they_heard(declared: Six) -> None:
    declared.on_board("Bo")
    declared["Bo"].follow("Agreed aloud…")
    assert "Which Deputy" not in declared["Bo"].page.text
    declared["Bo"].press("Cleo", {"gold": 5})
    assert declared.talk.proposals[-1].deal == Deal(CLEO, BO, 5, decision=Decision.PASSES)


def test_e14_a_phone_of_both_says_who_agreed(app: Flask) -> None:
    """The bank speaks for the Deputies, who have no phone."""
    bank = table(app, 6).phone()
    cleo = seated(app, bank, "Cleo")
    bank.open(f"/g/{bank.page.game}")
    declares(cleo, "apples", 3)
    bank.open(f"/g/{bank.page.game}")
    bank.follow("Agreed aloud…")
    assert "Which Deputy agreed?" in bank.page.text
    bank.press("Dov", {"gold": 2, "deputy": BO, "decision": "opens"})
    assert talk_of(bank).proposals[-1].deal == Deal(DOV, BO, 2, decision=Decision.OPENS)


def test_e14_either_deputy_shares_the_booty_and_draws_the_next_two(six: Six) -> None:
    records(six.bank, "own")
    a_round(six.bank)
    assert "Ann and Bo share the Booty" in six.on_board("Dov")
    six.on_board("Bo")
    six["Bo"].press(buttons.SHARE)
    assert isinstance(table_of(six.bank).standing[-1].event, BootyShared)
    assert "Ann and Bo end the round" in six.on_board("Dov")
    six.on_board("Ann")
    six["Ann"].press(buttons.DRAW_TWO_DEPUTIES)
    assert table_of(six.bank).game.round == 2


def test_e14_either_deputy_runs_the_clock(app: Flask) -> None:
    there = table(app, 6, expansions=["timer"])
    there.membership.may_record(there.id, "own")
    assert ["Start" in there.phone(seat).page.text for seat in (ANN, BO, CLEO)] == [True, True, False]


def test_the_stage_shows_two_badges_and_the_booty(app: Flask) -> None:
    bank = table(app, 6).phone()
    stage = comes_in(app, bank, "Table view")
    passes(bank, "Cleo", "apples", 3, {"deal-0-gold": 12})
    text = stage.open(f"/g/{bank.page.game}").text
    assert text.count("Deputy") == 2
    assert "Booty 12 gold" in text
    assert "Cleo 12 Booty" in text
