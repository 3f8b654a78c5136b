"""Six players by the pages' own forms: the pair, bags of both or of one alone, the Booty (E6 to E17)."""

from urllib.parse import quote

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.rules.ledger import Goods
from companion.rules.sheriff.booty import BootyShared
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.rotation import BadgePassed, CountBegun
from companion.rules.sheriff.setup import TableOpened
from companion.web.reader import Reader
from companion.web.sheriff.opening import read_new
from tests.tables import table
from tests.web import buttons
from tests.web.deputies import ANN, BO, CLEO, DOV, EVE, FLO, SIX, a_round, an_odd_round
from tests.web.deputy_scenes import deputies_short, poor_deputies
from tests.web.evening import bag_of, is_opened, passes
from tests.web.merry import TAX, proclaims
from tests.web.phone import Fields, Page, Phone
from tests.web.stored import table_of
from tests.web.test_talking import posted


@pytest.fixture
def six(app: Flask) -> Phone:
    """The bank's phone at a table of six; Ann and Bo are Deputies."""
    return table(app, 6).phone()


def asked(app: Flask, fields: Fields | None = None) -> Phone:
    """A phone that asks by the form for a table of six, with Deputies drawn unless the fields name them."""
    phone = Phone(app)
    phone.open("/new")
    names = {f"name-{seat}": name for seat, name in enumerate(SIX)}
    phone.press(buttons.OPEN_TABLE, {**names, **(fields or {})})
    return phone


def opened(phone: Phone) -> TableOpened:
    """How the table was opened."""
    event = table_of(phone).standing[0].event
    assert isinstance(event, TableOpened)
    return event


def latest(phone: Phone) -> object:
    """The latest entry."""
    return table_of(phone).standing[-1].event


def on_board(phone: Phone) -> str:
    """What the board says."""
    return phone.open(f"/g/{phone.page.game}").text


def typed(page: Page, button: str, field: str) -> str:
    """What is in a field of the form with this button."""
    return dict(page.form(button)[0].fields)[field]


def gold(phone: Phone) -> list[int]:
    """What is in everybody's purse."""
    game = table_of(phone).game
    return [game.gold(seat) for seat in range(len(game.seats))]


def test_e6_six_names_make_two_deputies_and_nine_rounds(app: Flask) -> None:
    phone = asked(app)
    event = opened(phone)
    assert (event.drawn, len({*event.deputies}), event.rounds) == (True, 2, 9)
    assert event.sheriff == event.deputies[0]
    assert "Round 1 of 9" in phone.page.text
    assert "Deputies:" in phone.page.text


def test_e7_the_pair_is_drawn_by_the_forms_own_id(app: Flask) -> None:
    """The same form sent twice opens one table with one pair; another form may draw another."""
    names = {f"name-{seat}": name for seat, name in enumerate(SIX)}
    form = MultiDict({**names, "edition": "first", "first_sheriff": "draw"})
    with app.test_request_context():
        first, again = (
            [read_new(Reader(form), f"form {number}").deputies for number in range(12)] for _ in range(2)
        )
    assert first == again
    assert len({*first}) > 1


def test_e7_the_table_names_the_two_that_it_drew(app: Flask) -> None:
    event = opened(asked(app, {"first_sheriff": EVE, "second_deputy": CLEO}))
    assert (event.deputies, event.sheriff, event.drawn) == ((EVE, CLEO), EVE, False)


def refused(app: Flask, fields: Fields) -> Phone:
    """A new table of six that cannot be opened like this."""
    phone = asked(app, fields)
    assert phone.page.status == 422
    return phone


def test_e7_who_names_one_names_the_other(app: Flask) -> None:
    """And nobody twice; what was typed is kept."""
    phone = refused(app, {"first_sheriff": 0})
    assert "Draw the two Deputies" in phone.page.beside("second_deputy")
    phone = refused(app, {"first_sheriff": 0, "second_deputy": 0})
    assert "Choose two different players" in phone.page.beside("second_deputy")
    assert [value for name, value in phone.page.forms[0].fields if name.startswith("name-")] == [*SIX]


def test_e7_in_mid_game_the_table_says_who_served(app: Flask) -> None:
    purses = {f"purse-{seat}": 50 for seat in range(6)}
    middle: Fields = {"round": 3, **purses, "first_sheriff": EVE}
    phone = refused(app, {**middle, "second_deputy": FLO})
    assert "choose 4" in phone.page.beside("served")
    served = {f"served-{seat}": 1 for seat in (ANN, BO, CLEO, DOV)}
    event = opened(asked(app, {**middle, **served, "second_deputy": FLO}))
    assert (event.deputies, event.served) == ((EVE, FLO), (ANN, BO, CLEO, DOV))
    phone = refused(app, {**middle, **served, "second_deputy": ANN})
    assert "Eve and Flo" in phone.page.beside("second_deputy").replace(" ,", ",")


def test_e7_the_other_of_a_pair_that_follows_by_itself_needs_no_name(app: Flask) -> None:
    purses = {f"purse-{seat}": 50 for seat in range(6)}
    served = {f"served-{seat}": 1 for seat in (ANN, BO, CLEO, DOV)}
    fields: Fields = {"round": 3, **purses, **served, "first_sheriff": FLO, "second_deputy": ""}
    assert opened(asked(app, fields)).deputies == (FLO, EVE)


def test_e6_five_names_have_one_sheriff_whatever_else_is_tapped(app: Flask) -> None:
    phone = asked(app, {"name-5": "", "first_sheriff": 0, "second_deputy": 3, "served-2": 1})
    assert (opened(phone).deputies, opened(phone).rounds) == ((), 0)
    assert "Booty" not in phone.page.text
    assert "Deput" not in phone.page.text
    bag_of(phone, "Bo")
    assert not {"both", "alone"} & {*phone.page.text.split()}


def test_e6_two_badges_and_four_merchants(six: Phone) -> None:
    assert six.page.text.count("Deputy") == 2
    assert "Booty nothing yet" in six.page.text
    assert [link.text for link in six.page.root.elements("a") if "to do" in link.text] == [
        f"{name} to do" for name in ("Cleo", "Dov", "Eve", "Flo")
    ]


def test_e8_the_sheet_says_so_before(six: Phone) -> None:
    game = six.page.game
    page = six.open(f"/g/{game}/bags/2?good=apples&number=3&deal-0-gold=12")
    assert "Cleo puts 12 gold in the Booty if it passes" in page.text
    assert "12 gold to the Booty" in page.text
    page = six.open(f"/g/{game}/bags/2?good=apples&number=3&deal-0-gold=12&alone=1")
    assert "Cleo gives Bo 12 gold if it passes" in page.text
    assert "Bo lets it pass 12 gold to Bo , 3 apples to Cleo ’s stand" in page.text


def test_e9_both_pay_half_and_the_sum_names_them(six: Phone) -> None:
    page = six.open(f"/g/{six.page.game}/bags/3?good=chickens&number=3")
    assert "Both open it if honest: Ann and Bo pay Dov 3 each" in page.text
    six.open(f"/g/{six.page.game}")
    is_opened(six, "Dov", "chickens", 3)
    assert gold(six) == [47, 47, 50, 56, 50, 50]


UNDONE = (
    "Agree anew, and pay by hand: what was agreed no longer divides the Booty, 7 gold shared in halves. "
    "The odd coin goes back to the bank."
)


@pytest.fixture
def shared_oddly(six: Phone) -> Phone:
    """The same after a first round in which Cleo put 5 gold in the Booty, which was shared 3 to 2."""
    passes(six, "Cleo", "apples", 1, {"deal-0-gold": 5})
    for name in ("Dov", "Eve", "Flo"):
        passes(six, name, "apples", 1)
    six.follow(buttons.SHARE)
    six.press(buttons.SHARE_THUS, {"gold-0": 3, "gold-1": 2})
    return six


def test_e13_that_a_correction_undoes_a_share_is_said_in_full_before_the_tap(
    shared_oddly: Phone,
) -> None:
    """In full above who pays; on a button first, in short, beside all else that it means."""
    six = shared_oddly
    six.open(f"/g/{six.page.game}/pay?giver=bank")
    six.press(buttons.RECORD, {"giver": "bank", "receiver": CLEO, "good-apples": 1})
    fields = "good=apples&number=2&deal-0-gold=7"
    page = six.open(f"/g/{six.page.game}/corrections/2?{fields}")
    button = page.form(buttons.BOTH_LET_BY)[1].text
    assert button.startswith("Both let it pass the Booty is shared in halves ·")
    assert "counted twice: 1 apple" in button
    page = six.open(f"/g/{six.page.game}/corrections/2?{fields}&contents=passed&in-apples=2")
    (lines,) = [span.text for span in page.root.elements("span") if span.get("class") == "sum-lines"]
    assert lines.startswith("Cleo pays Bo 1 · Cleo pays the bank 1")
    assert "Agree anew" not in lines
    assert page.text.index(UNDONE) < page.text.index(lines)


def test_e13_what_has_to_be_agreed_anew_stays_on_the_board_until_a_deputy_paid(shared_oddly: Phone) -> None:
    six = shared_oddly
    six.open(
        f"/g/{six.page.game}/corrections/2?good=apples&number=1&deal-0-gold=7&contents=passed&in-apples=1"
    )
    page = six.press(buttons.RECORD_CORRECTION)
    warnings = [one.text for one in page.root.elements("p") if "strip-warning" in one.get("class")]
    assert warnings[1:] == [UNDONE]
    six.open(f"/g/{six.page.game}/pay?giver={ANN}&receiver={BO}")
    page = six.press(buttons.RECORD, {"giver": ANN, "receiver": BO, "gold": 1})
    assert "Agree anew" not in page.text


@pytest.mark.parametrize("alone", [ANN, BO])
def test_e11_one_opens_alone_and_pays_alone(six: Phone, alone: int) -> None:
    is_opened(six, "Dov", "chickens", 3, {"alone": alone})
    event = latest(six)
    assert isinstance(event, BagOpened)
    assert (event.alone, gold(six)[alone], gold(six)[1 - alone]) == (alone, 44, 50)
    assert f"{SIX[alone]} acted without {SIX[1 - alone]} ." in six.page.text


def test_e11_a_bribe_is_for_who_acts_unless_another_was_named(six: Phone) -> None:
    """The one who does not act is a third player, and gets what is given at once."""
    passes(six, "Flo", "cheese", 2, {"alone": BO, "deal-0-gold": 8})
    assert gold(six) == [50, 58, 50, 50, 50, 42]
    bag_of(six, "Eve")
    asked = six.press("+ Gold", {"good": "apples", "number": 2}).root.with_id("deal-0-whom")
    assert asked is not None
    assert "unsaid" in asked["class"]  # not before there is a gift
    six.press("+ Promise", {"deal-0-gold": 4})
    asked = six.page.root.with_id("deal-0-whom")
    assert asked is not None
    assert "unsaid" not in asked["class"]
    six.press("To whom?", {"alone": BO})
    six.press(
        "Bo lets it pass",
        {"good": "apples", "number": 2, "alone": BO, "deal-0-receiver": ANN, "deal-0-gold": 4},
    )
    assert gold(six) == [54, 58, 50, 50, 46, 42]


def test_e11_who_gets_a_bribe_follows_who_acts_until_one_is_chosen_after_it(six: Phone) -> None:
    """The receiver is asked for while both act, nobody is chosen, and then one acts alone, or both again."""
    bag_of(six, "Cleo")
    six.press("+ Gold", {"good": "apples", "number": 2})
    page = six.press("To whom?", {"deal-0-gold": 4})
    assert typed(page, "let it pass", "deal-0-receiver") == str(ANN)
    page = six.press("+ Goods", {"alone": BO})
    assert typed(page, "Bo lets it pass", "deal-0-receiver") == str(BO)
    page = six.press("Gold 4", {"deal-0-receiver": ANN})
    assert typed(page, "Bo lets it pass", "deal-0-receiver") == str(ANN), "chosen since"
    six.press("Bo lets it pass", {"alone": "both"})
    assert table_of(six).game.booty_gold == 4


def test_i10_a_usual_promise_names_the_deputy_who_gets_it(six: Phone) -> None:
    """Chosen first, it says who that is; whoever is chosen after it, or acts alone, is named in it."""
    sheet = f"/g/{six.page.game}/bags/2?good=apples&number=2&unfolded=0-gold&deal-0-gold=4"
    promised = f"{sheet}&deal-0-promise=Cleo+lets+Bo+pass"
    page = six.open(promised)
    assert "Cleo gives Bo the promise “ Cleo lets Bo pass ”" in page.text
    for chosen in ("deal-0-to=1&deal-0-receiver=0", "alone=0"):
        assert "Cleo gives Ann the promise “ Cleo lets Ann pass ”" in six.open(f"{promised}&{chosen}").text
    six.open(promised)
    six.press(buttons.BOTH_LET_BY, {"deal-0-receiver": ANN})
    (given,) = table_of(six).game.promises
    assert (given.receiver, given.text) == (ANN, "Cleo lets Ann pass")


def test_a_promise_to_two_deputies_asks_which_of_them_gets_it(six: Phone) -> None:
    """Its gold lies in the Booty; whom somebody gave their word, the drawing does not say."""
    sheet = f"/g/{six.page.game}/bags/2?good=apples&number=2&unfolded=0-promising&deal-0-gold=4"
    page = six.open(f"{sheet}&deal-0-promise=a+favour")
    assert "Which Deputy gets it?" in page.text
    assert "which Deputy gets Cleo ’s?" in page.form("Both let it pass")[1].text
    page = six.press("Both let it pass")
    assert page.beside("deal-0-receiver") == "Say which Deputy gets it."
    six.press("Both let it pass", {"deal-0-receiver": BO})
    (given,) = table_of(six).game.promises
    assert (given.giver, given.receiver, table_of(six).game.booty_gold) == (CLEO, BO, 4)


def test_e11_who_opens_alone_refuses_a_bribe_of_the_other_as_the_button_says(six: Phone) -> None:
    sheet = f"/g/{six.page.game}/bags/2?good=apples&number=2&deal-0-gold=6"
    for bribed in (ANN, BO):
        page = six.open(f"{sheet}&alone={BO}&deal-0-receiver={bribed}")
        assert "bribe refused: Bo pays Cleo 4" in page.form("Bo opens it")[1].text


def test_e8_whoever_of_both_is_chosen_the_sheet_says_that_it_goes_on_the_booty(six: Phone) -> None:
    booty = "Who gets it? A Deputy’s share goes to the Booty"
    for fields, said in (("", True), ("&alone=1", False), ("&deal-0-receiver=3", False)):
        page = six.open(f"/g/{six.page.game}/bags/2?unfolded=0-gold&deal-0-to=1{fields}")
        assert (booty in page.text) is said, fields


def test_e11_who_is_no_deputy_does_not_act(six: Phone) -> None:
    six.open(f"/g/{six.page.game}/bags/2")
    form = six.page.form(buttons.BOTH_LET_BY)[0]
    drawn = [(name, value) for name, value in form.fields if name not in {"alone", "deal-0-gold"}]
    sent = [*drawn, ("good", "apples"), ("number", "2"), ("deal-0-gold", "4"), ("alone", str(DOV))]
    page = six.send("POST", f"/g/{six.page.game}/passes", sent)
    assert page.status == 422
    assert "Dov is not one of this round’s two Deputies." in page.beside("alone").replace(" ’", "’")
    assert typed(page, "let it pass", "deal-0-gold") == "4"


def test_e9_both_halves_may_end_in_debts_each_with_its_panel(app: Flask) -> None:
    scene = deputies_short(app)
    assert "Ann owes Cleo 5" in scene.phone.page.text
    assert "Bo owes Cleo 5" in scene.phone.page.text
    scene.phone.press(buttons.RECORD, {"debt-cheese": 1, "other-debt-apples": 2})
    event = latest(scene.phone)
    assert isinstance(event, BagOpened)
    assert event.debt is not None
    assert event.other_debt is not None
    assert (event.debt.handed, event.other_debt.handed) == (Goods({"cheese": 1}), Goods({"apples": 2}))


@pytest.mark.parametrize(
    "purses, said",
    [
        ((2, 1), "Ann and Bo pay Cleo 5 each, and are short"),
        ((2, 9), "Ann pays Cleo 5, and is short · Bo pays Cleo 5"),
        ((9, 1), "Ann pays Cleo 5 · Bo pays Cleo 5, and is short"),
    ],
)
def test_e9_who_of_the_two_is_short_is_said_on_the_button(
    app: Flask, purses: tuple[int, int], said: str
) -> None:
    phone = poor_deputies(app, *purses).phone()
    page = phone.open(f"/g/{phone.page.game}/bags/2?good=chickens&number=5")
    assert f"Both open it if honest: {said}" in page.form(buttons.BOTH_OPEN_IT)[1].text


def test_e9_e27_both_are_short_of_unequal_halves(app: Flask) -> None:
    phone = poor_deputies(app, expansions=["laws"]).phone()
    proclaims(phone, "Tax")
    page = phone.open(f"/g/{phone.page.game}/bags/2?good=chickens&number=5&fine=11")
    button = page.form(buttons.BOTH_OPEN_IT)[1].text
    assert "Ann pays Cleo 6, and is short · Bo pays Cleo 5, and is short" in button


def test_e9_what_is_wrong_with_the_second_debt_is_said_beside_it(app: Flask) -> None:
    phone = deputies_short(app).phone
    page = phone.press(buttons.RECORD, {"debt-cheese": 1, "other-debt-apples": 1})
    assert page.status == 422
    assert page.beside("other-debt")
    assert not page.beside("debt")
    page = phone.press(buttons.RECORD, {"debt-cheese": 0, "other-debt-apples": 2})
    assert page.beside("debt")
    assert not page.beside("other-debt")


def test_e9_a_correction_opens_both_debts_as_they_were_paid(app: Flask) -> None:
    phone = deputies_short(app).phone
    phone.press(buttons.RECORD, {"debt-cheese": 1, "other-debt-apples": 3})
    page = phone.open(f"/g/{phone.page.game}/corrections/2")
    form = dict(page.form(buttons.RECORD_CORRECTION)[0].fields)
    assert (form["debt-cheese"], form["other-debt-apples"]) == ("1", "3")
    phone.press(buttons.RECORD_CORRECTION, {"other-debt-apples": 2, "reason": "Miscounted"})
    assert table_of(phone).game.stand(BO)["apples"] == 3


def test_e11_a_correction_says_that_one_acted_alone(six: Phone) -> None:
    """What lay in the Booty is the Deputy's then, and the other pays nothing."""
    passes(six, "Cleo", "apples", 3, {"deal-0-gold": 12})
    page = six.open(f"/g/{six.page.game}/corrections/2?good=apples&number=3&deal-0-gold=12&alone=1")
    assert "Bo takes 12 from the Booty" in page.text.replace("lets it pass", "")
    six.press("Bo lets it pass")
    event = table_of(six).as_corrected(2)
    assert isinstance(event, BagPassed)
    assert (event.alone, gold(six)[BO], table_of(six).game.booty_gold) == (BO, 62, 0)


def offered(phone: Phone, deal: str) -> list[str]:
    """The promises of this round that are offered for a deal over Cleo's bag."""
    page = phone.open(f"/g/{phone.page.game}/bags/2?unfolded=0-promising&{deal}")
    said = [words for button in page.root.elements("button") if (words := button.get("data-say"))]
    return [words for words in said if words.endswith("opens nobody this round")]


def test_i10_each_deputy_promises_to_open_nobody_and_no_merchant_does(six: Phone) -> None:
    """Also once a merchant was heard to say it."""
    assert offered(six, "deal-0-gold=5") == []
    assert offered(six, "deal-0-giver=0&deal-0-gold=5") == ["Ann opens nobody this round"]
    on_board(six)
    passes(six, "Dov", "apples", 3, {"deal-0-promise": "Bo opens nobody this round"})
    assert offered(six, "deal-0-gold=5") == []
    assert offered(six, "deal-0-giver=1&deal-0-gold=5") == ["Bo opens nobody this round"]


FOR_OPENING = "good=apples&number=3&unfolded=0-gold&deal-0-giver=3&deal-0-gold=4&deal-0-decision"


def test_e8_what_a_third_player_gives_either_way_is_told_both_ways(six: Phone) -> None:
    """It lies in the Booty should the bag pass; opened, it is the Deputy's to whom it was promised."""
    sheet = f"/g/{six.page.game}/bags/2?{FOR_OPENING}"
    page = six.open(f"{sheet}=either&deal-0-to=1&deal-0-receiver=0")
    assert "Dov gives Ann , or the Booty if it passes" in page.text
    assert "4 gold to the Booty" in page.form(buttons.BOTH_LET_BY)[1].text
    assert "4 gold to Ann from Dov" in page.form(buttons.BOTH_OPEN_IT)[1].text
    assert "Dov puts in the Booty" in six.open(f"{sheet}=passes").text


@pytest.mark.parametrize(
    "decision, said", [("opens", "Ann or Bo"), ("either", "Ann or Bo , or the Booty if it passes")]
)
def test_which_of_two_deputies_is_paid_for_opening_is_asked(six: Phone, decision: str, said: str) -> None:
    """A deal for opening goes straight to its receiver: nobody is that by being drawn first."""
    sheet = f"/g/{six.page.game}/bags/2?{FOR_OPENING}={decision}"
    page = six.open(sheet)
    assert f"Dov gives {said}" in page.text
    assert "Which Deputy gets it?" in page.text
    assert "which Deputy gets Dov ’s?" in page.form(buttons.BOTH_OPEN_IT)[1].text
    page = six.press(buttons.BOTH_OPEN_IT)
    assert (page.status, gold(six)) == (422, [50] * 6)
    assert page.beside("deal-0-receiver") == "Say which Deputy gets it."
    six.press(buttons.BOTH_OPEN_IT, {"deal-0-receiver": BO})
    event = latest(six)
    assert isinstance(event, BagOpened)
    assert [(given.receiver, given.gold) for given in event.deals] == [(BO, 4)]
    page = six.open(f"/g/{six.page.game}/corrections/2")
    assert typed(page, "Both open it", "deal-0-receiver") == str(BO)
    assert "Nothing changes." in page.form(buttons.BOTH_OPEN_IT)[1].text


def test_a_bribe_stays_typed_though_the_bag_that_it_rules_out_to_open_is_refused(six: Phone) -> None:
    six.open(f"/g/{six.page.game}/bags/2?{FOR_OPENING}=opens&deal-1-giver=2&deal-1-gold=2")
    page = six.press(buttons.BOTH_OPEN_IT)
    assert page.beside("deal-0-receiver") == "Say which Deputy gets it."
    assert "2 gold" in page.form(buttons.BOTH_LET_BY)[1].text


def test_who_opens_a_bag_alone_is_paid_for_it_unasked(six: Phone) -> None:
    """So is one Deputy for letting it pass, and what is for both of them lies in the Booty."""
    sheet = f"/g/{six.page.game}/bags/2?{FOR_OPENING}"
    assert "4 gold to Bo from Dov" in six.open(f"{sheet}=opens&alone=1").form("Bo opens it")[1].text
    six.open(f"{sheet}=either")
    six.press(buttons.BOTH_LET_BY)
    assert table_of(six).game.booty_gold == 4


@pytest.mark.parametrize(
    "sheet, button",
    [("bags/2?lie=opened&in-cheese=3&", "Record it"), ("corrections/2?", "Both open it")],
    ids=["a lie", "a correction"],
)
def test_what_both_open_waits_for_the_deputy_who_is_paid_for_it(six: Phone, sheet: str, button: str) -> None:
    if "corrections" in sheet:
        passes(six, "Cleo", "apples", 3)
    page = six.open(f"/g/{six.page.game}/{sheet}{FOR_OPENING}=opens")
    assert "which Deputy gets Dov ’s?" in page.form(button)[1].text
    assert six.press(button).beside("deal-0-receiver") == "Say which Deputy gets it."


def test_i10_either_deputy_is_promised_to_pass(six: Phone) -> None:
    page = six.open(f"/g/{six.page.game}/bags/2?unfolded=0-promising&deal-0-gold=5")
    said = [words for button in page.root.elements("button") if (words := button.get("data-say"))]
    assert {"Cleo lets Ann pass", "Cleo lets Bo pass"} <= {*said}
    on_board(six)
    passes(
        six,
        "Cleo",
        "apples",
        3,
        {"deal-0-promise": "Cleo lets Bo pass", "deal-0-to": 1, "deal-0-receiver": BO},
    )
    six.headers["Accept-Language"] = "fr"
    assert "Cleo laissera passer Bo" in six.open(f"/g/{six.page.game}").text


def test_e27_gold_goes_onto_the_booty_by_hand(app: Flask) -> None:
    """With the law as the reason; the entry can be corrected."""
    phone = table(app, 6, expansions=["laws"]).phone()
    proclaims(phone, TAX)
    bag_of(phone, "Cleo")
    phone.follow(buttons.PAY_BY_LAW)
    page = phone.press(buttons.RECORD, {"gold": 2, "receiver": "booty"})
    assert f"Recorded: Cleo puts 2 gold in the Booty ( {TAX} )." in page.text
    assert (gold(phone)[CLEO], table_of(phone).game.booty_gold) == (48, 2)
    page = phone.open(f"/g/{phone.page.game}/corrections/3")
    assert typed(page, "Record the correction", "receiver") == "booty"
    phone.press(buttons.RECORD_CORRECTION, {"gold": 5})
    assert (gold(phone)[CLEO], table_of(phone).game.booty_gold) == (45, 5)


def test_e13_nothing_comes_back_from_the_booty(six: Phone) -> None:
    six.open(f"/g/{six.page.game}/pay")
    page = six.press(buttons.RECORD, {"giver": CLEO, "receiver": "booty", "back_gold": 2})
    assert "The Booty gives nothing back" in page.beside("back")


def test_e13_without_deputies_there_is_no_booty_to_pay(app: Flask) -> None:
    phone = table(app).phone()
    assert "Booty" not in phone.open(f"/g/{phone.page.game}/pay").text


def test_e13_the_booty_is_shared_with_one_tap_and_the_round_waits_for_it(six: Phone) -> None:
    a_round(six)
    button = six.page.form(buttons.SHARE)[1]
    assert button.text == "Share the Booty Ann and Bo take 11 gold each"
    six.press(buttons.SHARE)
    assert "Booty nothing to share" in six.page.text
    assert isinstance(latest(six), BootyShared)
    assert gold(six) == [58, 66, 38, 56, 40, 42]
    assert "Draw two Deputies" in six.page.text


@pytest.mark.parametrize(
    "gold, chickens, asked",
    [
        (7, 0, "who takes the odd coin?"),
        (8, 1, "who takes which cards?"),
        (7, 1, "who takes which cards, and the odd coin?"),
    ],
)
def test_e13_only_what_cannot_be_halved_is_asked_for(
    six: Phone, gold: int, chickens: int, asked: str
) -> None:
    passes(six, "Cleo", "apples", 3, {"deal-0-gold": gold})
    bag_of(six, "Dov")
    bribe = {"deal-0-gold": 2, "deal-0-bag-chickens": chickens}
    six.press(buttons.BOTH_LET_BY, {"good": "chickens", "number": 3, **bribe})
    for name in ("Eve", "Flo"):
        passes(six, name, "apples", 1)
    assert asked in on_board(six)


def test_e13_an_odd_booty_is_shared_on_a_form(six: Phone) -> None:
    an_odd_round(six)
    page = six.follow(buttons.SHARE)
    assert "7 gold, 1 chicken and 1 card face down" in page.text
    assert "Back to the bank: 1 gold." in page.text
    six.press(buttons.SHARE_THUS, {"gold-0": 4, "gold-1": 3, "take-0-chickens": 1, "take-1-face_down": 1})
    game = table_of(six).game
    assert (game.gold(ANN), game.gold(BO), game.booty_gold) == (54, 53, 0)
    assert (game.stand(ANN), game.stand(BO)) == (Goods({"chickens": 1}), Goods({"face_down": 1}))


def test_e13_a_card_goes_to_a_discard_pile_only_if_somebody_says_so(six: Phone) -> None:
    """The odd coin goes back to the bank by itself."""
    an_odd_round(six)
    six.follow(buttons.SHARE)
    neither = {"gold-0": 3, "gold-1": 3, "take-0-chickens": 0, "take-1-face_down": 0}
    page = six.press(buttons.SHARE_THUS, neither)
    left = "1 chicken and 1 card face down"
    assert f"Who takes {left}?" in page.beside("shares")
    assert table_of(six).game.booty_gold == 7
    waits = page.form(buttons.SHARE_THUS)[1]
    assert (waits.text, "out" in waits["class"].split()) == (f"Share it like this who takes {left}?", True)
    six.press(f"Share it, and discard {left}")
    event = latest(six)
    assert isinstance(event, BootyShared)
    assert (event.gold_left, event.goods_left) == (1, Goods({"chickens": 1, "face_down": 1}))
    assert "the purses hold" not in six.page.text


def test_e13_an_odd_card_is_nobodys_until_somebody_takes_it(six: Phone) -> None:
    passes(six, "Cleo", "apples", 3, {"deal-0-gold": 8})
    bag_of(six, "Dov")
    six.press(
        buttons.BOTH_LET_BY, {"good": "chickens", "number": 3, "deal-0-gold": 2, "deal-0-bag-chickens": 1}
    )
    for name in ("Eve", "Flo"):
        passes(six, name, "apples", 1)
    page = six.follow(buttons.SHARE)
    assert page.form(buttons.SHARE_THUS)[1].text.endswith("who takes 1 chicken?")
    six.press(buttons.SHARE_THUS, {"take-1-chickens": 1})
    assert table_of(six).game.stand(BO) == Goods({"chickens": 1})


def test_e13_more_than_lies_there_is_refused_once_and_kept(six: Phone) -> None:
    an_odd_round(six)
    six.follow(buttons.SHARE)
    page = six.press(buttons.SHARE_THUS, {"gold-0": 6, "gold-1": 3})
    assert page.status == 422
    assert "more than is in the Booty" in page.beside("shares")
    told = page.root.with_id("sum")
    assert told is not None
    assert "more than is in the Booty" not in told.text
    shares = page.form(buttons.SHARE_THUS)[1]
    assert (shares.text, "out" in shares["class"].split()) == ("Share it like this", True)
    assert typed(page, "Share it like this", "gold-0") == "6"
    page = six.press(buttons.SHARE_THUS, {"gold-0": "six"})
    assert page.beside("gold-0")


@pytest.mark.parametrize("field", ["gold-1", "take-0-chickens"])
@pytest.mark.parametrize("nonsense", ["-3", "3.5", "🍎"])
def test_e13_what_is_no_number_is_told_before_it_is_recorded(six: Phone, field: str, nonsense: str) -> None:
    an_odd_round(six)
    page = six.open(f"/g/{six.page.game}/booty?typed=1&gold-0=4&{field}={quote(nonsense)}")
    told = page.root.with_id("sum")
    assert told is not None
    assert "A whole number from 0 to" in told.text
    assert "Back to the bank" not in told.text
    assert "out" in (page.form(buttons.SHARE_THUS)[1].get("class") or "").split()


def test_e13_who_shares_it_differently_right_after_the_other_is_told_what_stands(six: Phone) -> None:
    an_odd_round(six)
    six.follow(buttons.SHARE)
    sheet = six.page
    six.press(buttons.SHARE_THUS, {"gold-0": 3, "gold-1": 3})
    six.page = sheet
    page = six.press(buttons.SHARE_THUS, {"gold-0": 0, "gold-1": 6})
    assert page.status == 422
    assert "Nothing is left in the Booty: what was shared stands." in page.text
    assert six.page.path.startswith(f"/g/{six.page.game}")


def test_e13_a_booty_that_changed_is_looked_at_again(six: Phone) -> None:
    """Nobody shares out what they have not seen."""
    a_round(six)
    other = six.page
    six.open(f"/g/{six.page.game}")
    six.press(buttons.TAKE_BACK)
    passes(six, "Flo", "apples", 1, {"deal-0-gold": 2})
    six.page = other
    page = six.press(buttons.SHARE)
    assert page.status == 422
    assert "By now something else is in the Booty" in page.text
    assert table_of(six).game.booty_gold == 24


def test_e13_who_ends_the_game_is_led_to_the_booty_and_back(six: Phone) -> None:
    """The button that would be refused is not there; what it waits for is."""
    a_round(six)
    page = six.open(f"/g/{six.page.game}/menu")
    assert "There is still something in the Booty. Share it first." in page.text
    assert "End the game and count" not in page.text
    six.follow(buttons.SHARE)
    six.press(buttons.SHARE_THUS)
    assert six.page.path == f"/g/{six.page.game}/menu?ending=1"
    six.press(buttons.END)
    assert isinstance(latest(six), CountBegun)


def test_e13_a_refused_share_on_the_way_to_the_end_still_leads_back(six: Phone) -> None:
    a_round(six)
    six.open(f"/g/{six.page.game}/menu")
    six.follow(buttons.SHARE)
    assert six.press(buttons.SHARE_THUS, {"gold-0": "many"}).status == 422
    six.press(buttons.SHARE_THUS, {"gold-0": 11})
    assert six.page.path == f"/g/{six.page.game}/menu?ending=1"


def test_e13_the_end_asked_for_meanwhile_is_refused_with_the_way_to_the_booty(six: Phone) -> None:
    old = six.open(f"/g/{six.page.game}/menu")
    six.open(f"/g/{six.page.game}")
    a_round(six)
    six.page = old
    page = six.press(buttons.END)
    assert page.status == 422
    assert "Share it first." in page.text
    assert page.link(buttons.SHARE).endswith("/booty?ending=1")


def test_e13_on_the_way_to_the_end_bags_come_before_the_booty(six: Phone) -> None:
    passes(six, "Cleo", "apples", 3, {"deal-0-gold": 12})
    page = six.open(f"/g/{six.page.game}/menu")
    assert "Bags that are still out have passed." in page.text
    assert "Share it first." not in page.text


def test_e26_laws_stand_until_both_badges_move(app: Flask) -> None:
    phone = table(app, 6, expansions=["laws"]).phone()
    assert "of round 1, until the badges move" in phone.open(f"/g/{phone.page.game}/laws").text


def test_e6_who_ends_the_game_reads_how_often_each_was_deputy(six: Phone) -> None:
    passes(six, "Cleo", "apples", 3)
    assert "Not everybody was Deputy equally often:" in six.open(f"/g/{six.page.game}/menu").text


def test_e8_the_log_tells_what_the_booty_had_before_and_after(six: Phone) -> None:
    an_odd_round(six)
    log = six.open(f"/g/{six.page.game}/log").text
    assert "Booty: 0 → 7 gold" in log
    assert "Booty: + 1 chicken and 1 card face down" in log


def test_e7_the_next_two_are_drawn_with_one_tap(six: Phone) -> None:
    a_round(six)
    six.press(buttons.SHARE)
    six.press(buttons.DRAW_TWO_DEPUTIES)
    event = latest(six)
    assert isinstance(event, BadgePassed)
    assert (event.drawn, event.round) == (True, 2)
    assert {*event.deputies} < {CLEO, DOV, EVE, FLO}
    assert "Round 2 of 9" in six.page.text


def test_e7_the_same_tap_once_more_draws_the_same(six: Phone) -> None:
    a_round(six)
    six.press(buttons.SHARE)
    board = six.page
    six.press(buttons.DRAW_TWO_DEPUTIES)
    drawn = latest(six)
    six.page = board
    assert six.press(buttons.DRAW_TWO_DEPUTIES).status == 200
    assert latest(six) == drawn


def test_e7_a_draw_that_was_taken_back_comes_again(six: Phone) -> None:
    """Nobody draws until they like it; the table may still name others."""
    a_round(six)
    six.press(buttons.SHARE)
    six.press(buttons.DRAW_TWO_DEPUTIES)
    first = latest(six)
    for _again in range(5):
        six.press(buttons.TAKE_BACK)
        six.press(buttons.DRAW_TWO_DEPUTIES)
        assert latest(six) == first


def test_e7_the_next_two_are_named_where_the_table_drew(six: Phone) -> None:
    a_round(six)
    six.press(buttons.SHARE)
    page = six.follow(buttons.DRAWN_BY_HAND)
    assert "Ann" not in page.form(buttons.THESE_TWO)[0].element.text
    page = six.press(buttons.THESE_TWO, {"first": FLO})
    assert "Draw the two Deputies" in page.beside("second")
    page = six.press(buttons.THESE_TWO, {"first": FLO, "second": FLO})
    assert "Choose two different players" in page.beside("second")
    six.press(buttons.THESE_TWO, {"first": FLO, "second": DOV})
    event = latest(six)
    assert isinstance(event, BadgePassed)
    assert (event.deputies, event.drawn) == ((FLO, DOV), False)


def test_e7_the_third_pair_follows_by_itself(six: Phone) -> None:
    for pair in ((CLEO, DOV), None):
        for merchant in table_of(six).game.merchants:
            on_board(six)
            passes(six, SIX[merchant], "apples", 1)
        if pair is None:
            break
        six.follow(buttons.DRAWN_BY_HAND)
        six.press(buttons.THESE_TWO, {"first": pair[0], "second": pair[1]})
    six.press("Badges to Eve and Flo")
    event = latest(six)
    assert isinstance(event, BadgePassed)
    assert ({*event.deputies}, event.drawn) == ({EVE, FLO}, False)


def test_a_page_for_the_next_two_leads_to_the_board_before(six: Phone) -> None:
    for path in ("deputies", "booty"):
        page = six.send("GET", f"/g/{six.page.game}/{path}")
        assert page.status == 302


def test_e8_the_bank_counts_the_booty_as_gold_at_the_table(six: Phone) -> None:
    """No hint that the bank was paid something."""
    passes(six, "Cleo", "apples", 3, {"deal-0-gold": 12})
    assert "The bank has" not in six.page.text
    assert "The bank has" not in on_board(six)


def test_e7_the_first_two_are_put_right(six: Phone) -> None:
    six.open(f"/g/{six.page.game}/changes")
    page = six.press(buttons.GIVE_THE_BADGES, {"sheriff": ANN, "second": ANN})
    assert "Choose two different players" in page.beside("second")
    six.press(buttons.GIVE_THE_BADGES, {"sheriff": FLO, "second": ANN})
    assert table_of(six).game.deputies == (FLO, ANN)
    assert "Put right: Flo and Ann are Deputies first." in six.page.text


def leaves(phone: Phone, seat: int, fields: Fields | None = None) -> Page:
    """Somebody goes home."""
    phone.open(f"/g/{phone.page.game}/menu")
    return phone.press("Leaves", {"leaver": seat, **(fields or {})})


def test_e16_the_badge_of_a_deputy_who_leaves_is_drawn(six: Phone) -> None:
    six.open(f"/g/{six.page.game}/menu")
    assert "If it is a Deputy: who takes over?" in six.page.text
    leaves(six, BO)
    first, second = table_of(six).game.deputies
    assert first == ANN
    assert second in {CLEO, DOV, EVE, FLO}


def test_e16_the_table_says_who_takes_over(six: Phone) -> None:
    page = posted(six, f"/g/{six.page.game}/departures", leaver=ANN, heir=BO)
    assert page.status == 422
    assert "One of these takes over as Deputy" in page.beside("heir")
    leaves(six, ANN, {"heir": EVE})
    assert table_of(six).game.deputies == (BO, EVE)
    assert "Ann goes home; purse and stand stay in the count. Eve takes over as Deputy." in on_board(six)


def test_e16_a_merchant_leaves_without_an_heir(six: Phone) -> None:
    leaves(six, DOV, {"heir": CLEO})
    assert table_of(six).game.deputies == (ANN, BO)
    assert "takes over" not in on_board(six)


def on_menu(phone: Phone) -> str:
    """What the menu says."""
    return phone.open(f"/g/{phone.page.game}/menu").text


def round_over(phone: Phone, first: int, second: int) -> None:
    """All bags pass, and these two are Deputies next."""
    on_board(phone)
    for seat in table_of(phone).game.waiting:
        passes(phone, SIX[seat], "apples", 1)
    phone.follow(buttons.DRAWN_BY_HAND)
    phone.press(buttons.THESE_TWO, {"first": first, "second": second})


def test_e16_the_menu_says_who_follows_where_nobody_is_drawn(six: Phone) -> None:
    """Flo was away for two rounds, and served least."""
    assert "If Ann leaves" not in on_menu(six)
    leaves(six, FLO)
    round_over(six, EVE, DOV)
    round_over(six, CLEO, ANN)
    posted(six, f"/g/{six.page.game}/returns", seat=FLO)
    said = "If Ann leaves, Flo takes over as Deputy. If Cleo leaves, Flo takes over as Deputy."
    assert said in on_menu(six)
    leaves(six, ANN)
    assert table_of(six).game.deputies == (CLEO, FLO)


@pytest.mark.parametrize(
    "gone, said, serves",
    [
        ((FLO,), "If Ann leaves, Bo serves alone. If Bo leaves, Ann serves alone.", "Bo"),
        ((FLO, BO), "If Ann leaves, Cleo is Sheriff.", "Cleo"),
    ],
)
def test_e16_the_menu_and_the_board_say_who_serves_alone(
    six: Phone, gone: tuple[int, ...], said: str, serves: str
) -> None:
    for leaver in gone:
        leaves(six, leaver)
    assert said in on_menu(six)
    leaves(six, ANN)
    assert table_of(six).game.sheriffs == (SIX.index(serves),)
    assert f"stay in the count. {serves} is Sheriff now." in on_board(six)


def test_e16_four_left_have_one_sheriff(six: Phone) -> None:
    """The other Deputy serves alone; the board speaks of a Sheriff again, and the badge goes on to one."""
    leaves(six, FLO)
    leaves(six, BO)
    assert "Sheriff: Ann" in on_board(six)
    for name in ("Cleo", "Dov", "Eve"):
        passes(six, name, "apples", 1)
    assert "Badge to Cleo" in six.page.text
    six.press("Badge to Cleo")
    assert table_of(six).game.sheriffs == (CLEO,)


def test_e6_the_menu_says_how_often_everybody_serves(six: Phone) -> None:
    page = six.open(f"/g/{six.page.game}/menu")
    assert "The book plays 9 rounds with six players: each is Deputy 3×." in page.text


def test_the_log_and_the_result_speak_of_deputies(six: Phone) -> None:
    a_round(six)
    six.press(buttons.SHARE)
    six.open(f"/g/{six.page.game}/log")
    assert "Round 1 Ann · Bo" in six.page.text
    assert "Ann takes 11 gold from the Booty." in six.page.text
    six.open(f"/g/{six.page.game}/menu")
    six.press(buttons.END)
    six.follow(buttons.CHECK_THE_STANDS)
    six.follow(buttons.STANDS_CORRECT)
    six.press(buttons.ALL_TOLD, {"in-silk": 1})
    six.press(buttons.RESULT)
    assert "Deputy once: Ann and Bo ." in six.page.text
    six.press(buttons.REMATCH)
    names = [value for name, value in six.page.forms[0].fields if name.startswith("name-")]
    assert names == [*SIX]
    six.press(buttons.OPEN_TABLE)
    assert len(table_of(six).game.deputies) == 2


def test_e17_the_two_say_who_takes_a_trophy_to_hand(app: Flask) -> None:
    """The one drawn first unless told; asked only where both confiscate one, and kept in a correction."""
    phone = table(app, 6, promo={"tabletop_trophy": 1}).phone()
    lie = "good=apples&number=2&contents=opened&in-apples=1&in-tabletop_trophy=1"
    sheet = f"/g/{phone.page.game}/bags/2?{lie}"
    asks = "Who takes the TableTop Trophy to hand?"
    assert asks in phone.open(sheet).text
    assert asks not in phone.open(f"{sheet}&alone=1").text
    assert asks not in phone.open(sheet.replace("in-tabletop_trophy", "in-mead")).text
    page = phone.open(f"{sheet}&keeper=1")
    assert "1 TableTop Trophy to Bo ’s hand" in page.text
    phone.press(buttons.RECORD)
    event = latest(phone)
    assert isinstance(event, BagOpened)
    assert (event.hand, event.fine.receiver) == (BO, None)
    page = phone.open(f"/g/{phone.page.game}/corrections/2")
    assert typed(page, "Record the correction", "keeper") == "1"
