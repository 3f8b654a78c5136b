"""The stage: what the table view shows, one thing at a time, and that it tells no secret."""

import secrets

import pytest
from flask import Flask

from companion.places import BANK_ASLEEP, GONE
from companion.records import ASLEEP
from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Deal, Decision, Declaration
from companion.rules.sheriff.cards.other_cards import TakeOtherCard
from companion.rules.sheriff.declaring import Declare, LetBe, TakeBackDeclaration, Threaten
from companion.rules.sheriff.ending import CloseCount, CountGold
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.proposals import Answer, Propose
from companion.rules.sheriff.rotation import EndGame, PassBadge
from companion.rules.sheriff.seating import Rename
from companion.web.token import COOKIE, token_hash
from tests.browser import staging
from tests.browser.heaviest import NAMES
from tests.browser.staging import FIRST, FOURTH, LAST, SECOND, THIRD, Evening
from tests.rules.given import command_for
from tests.tables import MIDDLE, merry_table, table
from tests.web import buttons
from tests.web.phone import Page, Phone
from tests.web.stored import later, membership_of, service_of

MOST_OF_AN_UPDATE = 12_000  # bytes
STAMP = r'data-stamp="(\d+)"'


@pytest.fixture
def evening(app: Flask) -> Evening:
    """Five with a phone each; nothing happened yet."""
    return staging.evening(app)


@pytest.fixture
def stage(app: Flask, evening: Evening) -> Phone:
    """The screen in the middle."""
    token = secrets.token_urlsafe(32)
    membership_of(app).watch(evening.game, token_hash(token), as_table=True)
    phone = Phone(app)
    phone.client.set_cookie(COOKIE, token, domain="table.lan")
    return phone


def seen(stage: Phone, evening: Evening) -> Page:
    """What is on the stage now."""
    return stage.open(f"/g/{evening.game}")


def middle(page: Page) -> str:
    """The one thing that matters now."""
    return text_of(page, "stage-middle")


def text_of(page: Page, kind: str) -> str:
    """The words of the first element of this class."""
    every = (one for tag in ("div", "p", "ul", "li", "section") for one in page.root.elements(tag))
    return next((one.text for one in every if kind in one.get("class").split()), "")


def players(page: Page) -> list[str]:
    """The strip of purses, by player."""
    return [one.text for one in page.root.elements("li") if "stage-seat" in one.get("class").split()]


def bags(page: Page) -> list[str]:
    """What the strip says of each player's bag."""
    return [one.text for one in page.root.elements("p") if "stage-bag" in one.get("class").split()]


def bag_icons(page: Page) -> list[str]:
    """The drawings with which the strip shows each player's bag."""
    every = [one for one in page.root.elements("p") if "stage-bag" in one.get("class").split()]
    return [" ".join(use["href"].split("#")[1] for use in bag.elements("use")) for bag in every]


def test_only_a_table_view_that_plays_no_part_is_a_stage(app: Flask, evening: Evening, stage: Phone) -> None:
    assert 'class="stage"' in seen(stage, evening).html
    token = secrets.token_urlsafe(32)
    watcher = Phone(app)
    watcher.client.set_cookie(COOKIE, token, domain="table.lan")
    membership_of(app).watch(evening.game, token_hash(token))
    assert 'class="stage"' not in seen(watcher, evening).html
    membership_of(app).release(evening.game, LAST)
    hashed = token_hash(stage.client.get_cookie(COOKIE, domain="table.lan").value)  # type: ignore[union-attr]
    membership_of(app).take_seat(evening.game, LAST, hashed)
    assert 'class="stage"' not in seen(stage, evening).html


def test_without_scripts_it_looks_again_by_itself(evening: Evening, stage: Phone) -> None:
    assert '<noscript><meta http-equiv="refresh" content="10"></noscript>' in seen(stage, evening).html


def test_before_the_first_entry_it_shows_the_way_in_and_who_has_a_phone(
    app: Flask, evening: Evening, stage: Phone
) -> None:
    membership_of(app).release(evening.game, THIRD)
    page = seen(stage, evening)
    code = page.found(r'class="move-code[^>]*>([^<]+)<')
    assert code in middle(page)
    assert "open this address and type the code: http://table.lan/join" in middle(page)
    assert ["has a phone" in player for player in players(page)] == [True, True, False, True, True]
    membership_of(app).shut_door(evening.game)
    page = seen(stage, evening)
    assert code not in page.text
    assert "go to market" in middle(page)


def test_beside_each_name_it_says_who_is_asleep(
    app: Flask, evening: Evening, stage: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the game begins and later; it is redrawn by itself when somebody falls asleep or is back."""
    keeper, phones = membership_of(app), evening.phones
    later(monkeypatch, BANK_ASLEEP, app)  # the app is as old as its worker
    for phone in (*phones, evening.bank):
        keeper.seen(evening.game, phone, asks=True)
    page = seen(stage, evening)
    ask = f"/g/{evening.game}/live?on=board&since={page.found(STAMP)}&silence="
    assert stage.send("GET", ask).status == 204
    later(monkeypatch, ASLEEP, app)
    for phone in phones[:LAST]:
        keeper.seen(evening.game, phone)
    page = stage.send("GET", ask)
    assert ["asleep" in player for player in players(page)] == [False, False, False, False, True]
    shown = ask + page.found(r'data-silence="([^"]+)"')
    assert stage.send("GET", shown).status == 204
    keeper.seen(evening.game, phones[LAST])
    assert stage.send("GET", shown).status == 200
    staging.is_caught(evening)
    assert "asleep" not in " ".join(players(seen(stage, evening)))
    later(monkeypatch, GONE, app)
    assert all("away since" in player for player in players(seen(stage, evening)))


def test_who_comes_late_finds_the_code_below(evening: Evening, stage: Phone) -> None:
    staging.lacks_a_phone(evening)
    code = seen(stage, evening).found(r'class="move-code[^>]*>([^<]+)<')
    staging.is_caught(evening)
    assert code in text_of(seen(stage, evening), "stage-code")


def test_each_declaration_is_shown_as_it_comes_and_then_the_bag_that_is_decided_on(
    evening: Evening, stage: Phone
) -> None:
    for merchant, good, said in ((SECOND, "chickens", "chickens"), (THIRD, "apples", "apples")):
        evening.says(staging.declared(merchant, good, 4))
        shown = middle(seen(stage, evening))
        assert f"4 {said}" in shown
        assert NAMES[merchant] in shown
    staging.all_declare(evening)
    page = seen(stage, evening)
    assert "4 chickens" in middle(page)
    assert "decides on" in text_of(page, "stage-foot")
    assert bags(page) == ["Sheriff", "4 chickens", "4 apples", "3 bread", "5 cheese"]


def test_t4_that_somebody_is_ready_before_their_turn_is_told_and_never_what(
    evening: Evening, stage: Phone
) -> None:
    staging.declares(evening)
    evening.says(Declare(LAST, Declaration("cheese", 5), in_turn=True))
    told = players(seen(stage, evening))
    assert ["ready" in player for player in told] == [False, False, False, False, True]
    evening.says(Declare(LAST, Declaration("apples", 2), in_turn=True))
    assert players(seen(stage, evening)) == told
    evening.says(TakeBackDeclaration(LAST))
    assert not any("ready" in player for player in players(seen(stage, evening)))


def test_t4_while_merchants_pack_their_bags_shut_as_they_are_ready(evening: Evening, stage: Phone) -> None:
    """From the moment that everybody is in; those who come in late find the code below."""
    membership_of(evening.app).release(evening.game, LAST)
    assert "Still packing" not in seen(stage, evening).text
    membership_of(evening.app).take_seat(evening.game, LAST, evening.phones[LAST])
    assert "Still packing" in middle(seen(stage, evening))
    evening.says(Declare(LAST, Declaration("cheese", 5), in_turn=True))
    page = seen(stage, evening)
    shut = [one.text for one in page.root.elements("li") if one.get("class") == "stage-shut"]
    assert shut == ["Wilhelmina ready"]
    assert "Still packing: Jean-Théodore de Montagu , Bartholomew and Zoé" in middle(page)
    assert "cheese" not in middle(page)
    assert "Code:" in text_of(page, "stage-code")


def test_t4_each_bag_is_seen_to_shut_on_its_tile_also_while_others_declare(
    evening: Evening, stage: Phone
) -> None:
    evening.says(Declare(LAST, Declaration("cheese", 5), in_turn=True))
    assert bag_icons(seen(stage, evening)) == ["badge", "bag_open", "bag_open", "bag_open", "bag"]
    evening.says(staging.declared(SECOND, "chickens", 4))
    page = seen(stage, evening)
    assert "4 chickens" in middle(page)
    assert bag_icons(page) == ["badge", "chickens", "bag_open", "bag_open", "bag"]
    evening.says(Declare(FOURTH, Declaration("bread", 1), in_turn=True))
    assert bag_icons(seen(stage, evening)) == ["badge", "chickens", "bag_open", "bag", "bag"]
    evening.says(staging.declared(THIRD, "apples", 4))
    staging.is_caught(evening)
    assert "bag_open" not in bag_icons(seen(stage, evening))


def test_a_round_begins_with_its_sheriff_and_open_bags(evening: Evening, stage: Phone) -> None:
    evening.plays(*(SitOut(seat) for seat in (SECOND, THIRD, FOURTH, LAST)), PassBadge())
    shown = middle(seen(stage, evening))
    assert shown.index("Sheriff") < shown.index("Still packing:")
    evening.plays(Rename(FOURTH, "Dora"))
    membership_of(evening.app).shut_door(evening.game)
    assert "Dora" in middle(seen(stage, evening))
    assert "Still packing:" in middle(stage.page)


def test_who_rose_and_fell_is_seen_until_a_bag_is_shut(evening: Evening, stage: Phone) -> None:
    """As on all phones."""
    evening.plays(*(SitOut(seat) for seat in (SECOND, THIRD, FOURTH, LAST)), PassBadge())
    assert "Round 9 gold, goods" in middle(seen(stage, evening))
    assert "Still packing:" in middle(stage.page)
    evening.says(Declare(LAST, Declaration("cheese", 5), in_turn=True))
    assert "Round 9 gold, goods" not in middle(seen(stage, evening))
    assert "Wilhelmina ready" in middle(stage.page)


def test_a_threat_is_a_hand_on_the_bag(evening: Evening, stage: Phone) -> None:
    for scene in (staging.declares, staging.all_declare):
        scene(evening)
    assert "stage-grip" not in seen(stage, evening).html
    evening.says(Threaten(SECOND))
    assert "stage-grip" in seen(stage, evening).html
    staging.opens(evening)
    assert "stage-grip" not in seen(stage, evening).html


def test_a_declaration_that_follows_at_once_is_seen_with_the_one_before_it(
    evening: Evening, stage: Phone
) -> None:
    """Whether others are still to declare or the first bag is decided on, with what all declared; each has
    its place on its tile.
    """
    evening.says(Declare(THIRD, Declaration("apples", 4), in_turn=True))
    evening.says(staging.declared(SECOND, "chickens", 5))
    page = seen(stage, evening)
    for said in ("declares 5 chickens", f"{NAMES[THIRD]} 4 apples"):
        assert said in middle(page)
    assert bags(page)[SECOND : THIRD + 1] == ["5 chickens", "4 apples"]
    evening.says(Declare(LAST, Declaration("cheese", 1), in_turn=True))
    evening.says(staging.declared(FOURTH, "bread", 3))
    page = seen(stage, evening)
    others = f"{NAMES[THIRD]} 4 apples", f"{NAMES[FOURTH]} 3 bread", f"{NAMES[LAST]} 1 cheese"
    for said in ("declares 5 chickens", *others):
        assert said in middle(page)
    evening.says(Threaten(SECOND))
    assert "3 bread" not in middle(seen(stage, evening))


def test_it_shows_all_that_pulls_at_the_bag_and_how_much_stands_for_either(
    evening: Evening, stage: Phone
) -> None:
    for scene in (staging.declares, staging.all_declare, staging.offers):
        scene(evening)
    shown = middle(seen(stage, evening))
    assert "250 gold to let it pass Jean-Théodore de Montagu 250 gold 2 cards a promise" in shown
    assert "520 gold to open it Bartholomew 300 gold Zoé 100 gold Wilhelmina 120 gold" in shown
    in_words = text_of(stage.page, "stage-offers")
    assert in_words.startswith("Jean-Théodore de Montagu : 2 cheese and the promise “ I look away")
    assert "2:30" in shown


def test_more_gold_never_pulls_the_rope_less(evening: Evening, stage: Phone) -> None:
    staging.declares(evening)
    reaches = []
    for gold in (1, 2, 5, 8, 9, 10, 11, 20, 21, 25, 50, 51, 100, 101, 200, 999):
        evening.says(Propose(SECOND, Deal(SECOND, FIRST, gold, decision=Decision.PASSES)))
        reaches.append(float(seen(stage, evening).found(r'"tug-passes"[^>]*scale\(-([\d.]+) 1')))
    assert reaches == sorted({*reaches})
    assert reaches[-1] < 1


def test_what_pulls_at_neither_end_is_a_line_below(evening: Evening, stage: Phone) -> None:
    for scene in (staging.declares, staging.all_declare, staging.offers):
        scene(evening)
    evening.says(
        Propose(SECOND, Deal(SECOND, FIRST, 300), demanded=True),
        *(Propose(SECOND, Deal(FIRST, giver, 10)) for giver in (THIRD, FOURTH, LAST)),
    )
    page = seen(stage, evening)
    assert "asks Jean-Théodore de Montagu for 300 gold" in text_of(page, "stage-offers")
    assert "and 3 earlier offers" in middle(page)
    assert "250 gold to let it pass" in middle(page)


def test_a_bribe_that_was_refused_makes_room(evening: Evening, stage: Phone) -> None:
    for scene in (staging.declares, staging.all_declare, staging.offers):
        scene(evening)
    (bribe,) = [one for one in evening.talk.proposals if one.maker == SECOND]
    evening.says(Answer(bribe.number, accepts=False))
    shown = middle(seen(stage, evening))
    assert "0 gold to let it pass 520 gold to open it" in shown
    assert "Jean-Théodore de Montagu offers" in text_of(stage.page, "stage-offers")


def test_an_accepted_offer_stays_in_sight(evening: Evening, stage: Phone) -> None:
    for scene in (staging.declares, staging.all_declare, staging.offers):
        scene(evening)
    (bribe,) = [one for one in evening.talk.proposals if one.deal.gold == 120]
    evening.says(
        Answer(bribe.number, accepts=True),
        Propose(SECOND, Deal(SECOND, FIRST, 1)),
        Propose(SECOND, Deal(SECOND, THIRD, 2)),
    )
    assert "Wilhelmina 120 gold accepted" in middle(seen(stage, evening))


def test_an_opened_bag_shows_its_cards_then_what_is_lost_and_who_pays(evening: Evening, stage: Phone) -> None:
    for scene in (staging.declares, staging.all_declare, staging.offers, staging.opens):
        scene(evening)
    page = seen(stage, evening)
    cards = [one.get("id") for one in page.root.elements("li") if "stage-card" in one.get("class").split()]
    assert "Crossbow" in middle(page)
    assert "Declared: 5 chickens" in middle(page)
    assert "offers" not in middle(page)
    staging.is_caught(evening)
    page = seen(stage, evening)
    booked = [one for one in page.root.elements("li") if "stage-card" in one.get("class").split()]
    assert [one.get("id") for one in booked] == cards
    assert ["stage-lost" in one.get("class") for one in booked] == [False, True, True, True, True]
    assert "caught" in middle(page)
    bag = service_of(evening.app).current(evening.game).standing[-1].event
    assert str(bag.fine.amount) in text_of(page, "stage-payments")


@pytest.mark.parametrize("lay_there", [True, False])
def test_cards_turn_over_once_and_their_verdict_waits_for_that(
    evening: Evening, stage: Phone, *, lay_there: bool
) -> None:
    if lay_there:
        for scene in (staging.declares, staging.all_declare, staging.opens):
            scene(evening)
        assert 'data-cards="5"' in seen(stage, evening).html
        assert "2 of 5 turned over…" in middle(stage.page)
    staging.is_caught(evening)
    page = seen(stage, evening)
    assert ('data-cards="5"' in page.html) is not lay_there
    assert ("turned over" in middle(page)) is not lay_there


def test_everybody_who_paid_is_shown(evening: Evening, stage: Phone) -> None:
    staging.passes(evening)
    shown = text_of(seen(stage, evening), "stage-payments")
    assert [gold in shown for gold in ("150", "20", "10", "5")] == [True] * 4


def test_the_way_in_stays_while_those_who_come_in_say_their_names(
    app: Flask, evening: Evening, stage: Phone
) -> None:
    staging.lacks_a_phone(evening)
    evening.plays(Rename(SECOND, "Dora"))
    assert "Scan it" in seen(stage, evening).text
    membership_of(app).shut_door(evening.game)
    assert "Dora" in middle(seen(stage, evening))


def test_once_every_player_has_a_phone_the_code_is_for_who_comes_late(app: Flask) -> None:
    there = table(app, 3)
    there.membership.open_door(there.id)
    stage = there.phone(MIDDLE)
    assert "Scan it" in middle(stage.page)
    for seat in range(3):
        there.token(seat)
    page = stage.open(f"/g/{there.id}")
    assert "Scan it" not in page.text
    assert "The door is open. Code:" in page.text


def test_the_way_in_leaves_what_was_declared_in_sight(evening: Evening, stage: Phone) -> None:
    """Who comes in late says a name, while others have spoken already."""
    staging.lacks_a_phone(evening)
    staging.declares(evening)
    evening.plays(Rename(FOURTH, "Dora"))
    page = seen(stage, evening)
    assert "Scan it" in middle(page)
    bags = [one.text for one in page.root.elements("p") if one.get("class") == "stage-bag"]
    assert bags == ["Sheriff has a phone", "5 chickens", "4 apples", "has a phone", ""]


def test_who_sits_down_in_mid_round_leaves_the_bag_in_sight(evening: Evening, stage: Phone) -> None:
    """A name is no moment of the game: what all look at stays."""
    membership_of(evening.app).shut_door(evening.game)
    staging.is_caught(evening)
    evening.plays(Rename(LAST, "Zora"))
    assert "#ui-pencil" not in seen(stage, evening).html
    evening.says(staging.declared(THIRD, "apples", 4))
    evening.plays(Rename(FOURTH, "Dora"))
    page = seen(stage, evening)
    assert "declares" in middle(page)
    assert "#ui-pencil" not in page.html


def test_an_opened_bag_stays_while_the_next_one_is_haggled_over(evening: Evening, stage: Phone) -> None:
    """All look at the cards that lie there: a bribe for another bag waits for its turn."""
    for scene in (staging.declares, staging.all_declare, staging.opens):
        scene(evening)
    evening.says(Propose(THIRD, Deal(THIRD, FIRST, 5)))
    shown = middle(seen(stage, evening))
    assert "Crossbow" in shown
    assert "offers" not in shown


def test_a_threatened_bag_is_seen_until_something_else_is_said(evening: Evening, stage: Phone) -> None:
    """Then the hand stays on its merchant's tile, and the bag that is decided on is seen with its bids."""
    evening.says(staging.declared(SECOND, "chickens", 5), Threaten(SECOND))
    assert "stage-grip" in seen(stage, evening).html
    evening.says(staging.declared(THIRD, "apples", 4))
    assert "4 apples" in middle(seen(stage, evening))
    staging.all_declare(evening)
    evening.says(Propose(SECOND, Deal(SECOND, FIRST, 7)), Threaten(THIRD))
    assert "stage-grip" in seen(stage, evening).html
    assert "4 apples" in middle(stage.page)
    evening.says(Propose(SECOND, Deal(FOURTH, FIRST, 9, decision=Decision.OPENS)))
    page = seen(stage, evening)
    assert "7 gold to let it pass" in middle(page)
    assert "9 gold to open it" in middle(page)
    assert "stage-grip" not in page.html
    assert bag_icons(page) == ["badge", "chickens", "ui-hand apples", "bread", "cheese"]
    evening.says(LetBe())
    assert "ui-hand" not in " ".join(bag_icons(seen(stage, evening)))


def test_the_bag_in_turn_stays_while_something_is_offered_over_it(evening: Evening, stage: Phone) -> None:
    """The Sheriff decides on it; a bag over which nothing stands gives way to one that is haggled over."""
    for scene in (staging.declares, staging.all_declare):
        scene(evening)
    evening.says(Propose(SECOND, Deal(SECOND, FIRST, 9)), Propose(LAST, Deal(LAST, FIRST, 5)))
    assert "5 chickens" in middle(seen(stage, evening))
    (bribe,) = [one for one in evening.talk.proposals if one.maker == SECOND]
    evening.says(Answer(bribe.number, accepts=False), Propose(LAST, Deal(LAST, FIRST, 6)))
    assert "5 cheese" in middle(seen(stage, evening))


def test_a_declaration_that_is_taken_back_leaves_no_empty_bag_in_sight(
    evening: Evening, stage: Phone
) -> None:
    evening.says(staging.declared(SECOND, "chickens", 5), staging.declared(THIRD, "apples", 4))
    evening.says(TakeBackDeclaration(THIRD))
    assert "5 chickens" in middle(seen(stage, evening))
    evening.says(TakeBackDeclaration(SECOND))
    assert "bag" not in middle(seen(stage, evening))
    membership_of(evening.app).shut_door(evening.game)
    assert "Still packing" in middle(seen(stage, evening))


def test_a_bag_that_passes_shows_no_more_than_everybody_may_know(evening: Evening, stage: Phone) -> None:
    service_of(evening.app).note(evening.game, THIRD, 9, Goods({"apples": 1, "silk": 2, "crossbow": 1}))
    staging.passes(evening)
    page = seen(stage, evening)
    assert middle(page).count("Face down") == 3
    assert "Silk" not in page.text
    assert "Crossbow" not in page.text


def test_what_is_taken_back_is_said_and_a_new_round_has_its_sheriff(evening: Evening, stage: Phone) -> None:
    staging.passes(evening)
    staging.is_taken_back(evening)
    assert "Taken back" in middle(seen(stage, evening))
    evening.plays(*(SitOut(seat) for seat in (SECOND, THIRD, 3, LAST)), PassBadge())
    shown = middle(seen(stage, evening))
    assert "Sheriff" in shown
    assert NAMES[SECOND] in shown


def test_the_clock_is_there_once_it_runs_and_says_when_time_is_up(evening: Evening, stage: Phone) -> None:
    assert text_of(seen(stage, evening), "stage-clock") == ""
    clock = service_of(evening.app).set_clock
    clock(evening.game, 83_000, running=False)
    assert text_of(seen(stage, evening), "stage-clock") == "1:23"
    clock(evening.game, 0, running=True)
    assert "Time is up" in text_of(seen(stage, evening), "stage-clock")


def test_once_time_is_up_it_shows_the_next_bag_until_one_is_booked(evening: Evening, stage: Phone) -> None:
    """T7: what stood there before no longer matters, be it a word about another bag or the one before."""
    for scene in (staging.declares, staging.all_declare):
        scene(evening)
    evening.says(Propose(LAST, Deal(LAST, FIRST, 5)))
    assert "5 cheese" in middle(seen(stage, evening))
    clock = service_of(evening.app).set_clock
    clock(evening.game, 0, running=True)
    assert "5 chickens" in middle(seen(stage, evening))
    staging.is_caught(evening)
    assert "caught" in middle(seen(stage, evening))
    clock(evening.game, 0, running=True)
    assert "4 apples" in middle(seen(stage, evening))


def test_coins_that_are_counted_are_no_payment(app: Flask, stage: Phone) -> None:
    options = Options(coins_on_table=True)
    bank = secrets.token_hex(32)
    opened = service_of(app).open(command_for(3, options=options, rounds=1), secrets.token_urlsafe(16), bank)
    coins = Evening(app, opened.id, bank)
    token = token_hash(stage.client.get_cookie(COOKIE, domain="table.lan").value)  # type: ignore[union-attr]
    membership_of(app).watch(coins.game, token, as_table=True)
    coins.plays(SitOut(1), SitOut(2), PassBadge(), CountGold(0, 43))
    page = seen(stage, coins)
    assert "Ann has 43 gold" in middle(page)
    assert text_of(page, "stage-payments") == ""


def test_the_end_is_a_race_with_each_title_in_a_step_of_its_own(evening: Evening, stage: Phone) -> None:
    for scene in (staging.counts, staging.reveals, staging.reveals_a_few):
        scene(evening)
    staging.ends(evening)
    page = seen(stage, evening)
    result = service_of(evening.app).current(evening.game).game.result
    totals = [one for one in page.root.elements("b") if one.get("data-sums")]
    sums = [player.total for player in result.players]
    assert [int(one.text) for one in totals] == sums
    assert [int(one["data-sums"].split()[-1]) for one in totals] == sums
    steps = [one.get("data-at") for one in page.root.elements("li") if one.get("data-at")]
    assert steps == ["2", "3", "4", "5"]
    first = result.bonuses[0]
    assert f"{NAMES[first.king[0]]} × {first.counts[first.king[0]]} " in page.text
    assert next(page.root.elements("h1")).text == page.title == "The result"
    assert f"{NAMES[result.winners[0]]} wins" in text_of(page, "winner")
    assert FIRST in result.winners


def test_other_cards_are_named_beside_the_goods_with_which_they_are_drawn(app: Flask) -> None:
    for cards, legend in (((), "Goods"), ((TakeOtherCard(1, "Little John", 9),), "Goods and other cards")):
        there = merry_table(app, stands={1: {"pepper": 1}, 2: {"bread": 4}})
        page = there.plays(*cards, EndGame(), CloseCount()).phone(MIDDLE).page
        assert f"Gold {legend} Kings and Queens" in page.text


def test_the_stage_leads_on_to_the_rematch(evening: Evening, stage: Phone) -> None:
    for scene in (staging.counts, staging.reveals, staging.reveals_a_few, staging.ends):
        scene(evening)
    assert "data-onward" not in seen(stage, evening).html
    new = evening.again()
    assert f'data-onward="/g/{new}"' in seen(stage, evening).html
    assert stage.follow(buttons.TO_THE_REMATCH).found('(class="stage")')


def test_an_update_brings_the_stage_and_is_small(evening: Evening, stage: Phone) -> None:
    for scene in staging.SCENES:
        scene(evening)
        update = stage.open(f"/g/{evening.game}/live?on=board&since=0").html
        assert 'id="board" class="stage' in update
        assert len(update.encode()) < MOST_OF_AN_UPDATE, scene.__name__
