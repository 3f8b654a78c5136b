"""States whose words barely fit, and those between two screens: refusals, the door, phones that go."""

from dataclasses import replace
from typing import Any

from flask import Flask

from companion.rules.ledger import Goods
from companion.rules.nottingham.deliveries import Deliver
from companion.rules.sheriff.bags import Deal, Decision, Declaration
from companion.rules.sheriff.declaring import Declare, Nudge, Threaten
from companion.rules.sheriff.ending import CloseCount, CountGold, RevealContraband
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.proposals import Answer, Propose
from companion.rules.sheriff.rotation import EndGame, PassBadge
from companion.web.token import token_hash
from tests.browser import staging
from tests.browser.heaviest import GOODS, STANDS
from tests.browser.heaviest import NAMES as LONG
from tests.browser.screens import Make, Screen, counting, of_group, on_stage, outside, turns_followed
from tests.browser.staging import PROMISE
from tests.rules.given import NAMES, deal, opened, passing, paying
from tests.stories.at_a_table import played
from tests.tables import BANK, MIDDLE, WATCHER, Table, table
from tests.web.phone import Phone

USUAL = ("Bo", "Wilhelmine", "Anna-Lena", "Friedrich", "Bartholom")
ACCENTS = ("Bruno", "Aline", "Éric", "Gwénaëlle-Marie", "Chloé")
SHORT = ("Ann", "Zoé", "Ed", "Max", "Bob")
LAST_ENTRY = ("Ann", "Éloïse", "Maximilienne", "Jean-François")
ROWS = ("Élodie", "Wilhelmi", "Guy", "Maximilienne d’Aubigny")
NUDGED = ("Ann", "Wilhelmine-Charlotte-Ann", "Maximilienne", "Éloïse", "Felix")
VERDICTS = ("Maximilian-Alexander von", "Wilhelmina Featherstoneh", "Bo", "CY the Great of the Sea", "Dee")
PROMO = ("royal_summons", "strawberry_mead", "heavy_crossbow", "brimstone_oil")
SHORTEST = ("Ann", "Bo", "Cleo", "Dov")
ROYAL = (
    *("green_apples", "golden_apples", "gouda_cheese", "bleu_cheese", "rye_bread"),
    *("pumpernickel_bread", "royal_rooster"),
)
EVERY_CARD = Options(royal_goods=True, promo=Goods(dict.fromkeys((*PROMO, "feast_plate"), 1)))
CLOCK = Options(timer=True)
ALL = frozenset(range(6))

WIDE, SMALL, LOW, LOWEST, TABLET = (390, 664), (320, 568), (844, 390), (640, 360), (1024, 768)
PLAYERS, NEXT, BAGS = ".seat", ".next", ".merchants > *"
OFFERS, LAST, TAKE_BACK = ".talk .offer", ".last summary", ".take-back button"
ASKS, NEWEST, COUNT = ".asks button", ".asks > :first-child button", ".asks .unpaid b"
Sight = tuple[tuple[tuple[int, int], tuple[str, ...]], ...]


def upright(*places: str, more: tuple[str, ...] = ()) -> Sight:
    """In sight on both small phones; some of it on the larger one alone."""
    return (WIDE, (*places, *more)), (SMALL, places)


def aside(*places: str) -> Sight:
    """In sight on a phone on its side."""
    return (LOW, places), (LOWEST, places)


def called(app: Flask, names: tuple[str, ...], **state: Any) -> Table:  # noqa: ANN401 - see command_given
    """A table of these players, the first of them its Sheriff."""
    return table(app, len(names), names=names, **state)


def at(table: Table, place: int | str = BANK, path: str = "", **looks: Any) -> Screen:  # noqa: ANN401 - as Screen
    """What the phone of a place shows."""
    return Screen(table.phone(place), f"/g/{table.id}{path}", **looks)


def of(names: tuple[str, ...], path: str = "", **looks: Any) -> Make:  # noqa: ANN401 - as Screen
    """A page of a new table, on the bank's phone."""
    return lambda app: at(called(app, names), path=path, **looks)


def declared(at_table: Table, good: str, number: int, *merchants: int) -> Table:
    """All of these say the same."""
    return at_table.says(*(Declare(seat, Declaration(good, number)) for seat in merchants))


def runs(at_table: Table, *, running: bool = True) -> Table:
    """The clock was started."""
    at_table.service.set_clock(at_table.id, 150_000, running=running)
    return at_table


# The board


def called_off(app: Flask) -> Screen:
    """What was booked can be taken back where it takes most words to say it; on the smallest phone, below."""
    names = ("Jean-Baptiste", *LONG, "Emmanuelle")
    screen = turns_followed(app, "", names, (Deliver(3, "chest", 3, (2,)),))
    return replace(screen, sight=((WIDE, (PLAYERS, NEXT, TAKE_BACK)),))


def full(place: int | str, *more: str) -> Make:
    """The fullest board: big purses, rich stands, the clock, a promise, a threat, and offers that wait."""

    def make(app: Flask) -> Screen:
        state = {seat: dict(zip(GOODS, counts, strict=True)) for seat, counts in enumerate(STANDS)}
        gold = {0: 9999 - 15, 1: 9999, 2: 9999, 3: 9999, 4: 9999}
        rich = called(app, LONG, options=CLOCK, round=10, gold=gold, stands=state)
        bribe = deal(1, 0, 15, "the next bag of mine is opened for nothing")
        rich.plays(passing(1, "chickens", 5, bribe, chickens=2, cheese=1, face_down=2))
        declared(runs(rich), "apples", 4, 2, 3, 4)
        rich.says(*(Propose(bag, deal(giver, 0, gold)) for bag, giver, gold in ((2, 2, 100), (3, 3, 250))))
        rich.says(Propose(2, deal(4, 0, 1000)))
        for seat in (0, 2):
            rich.token(seat)
        return at(rich, place, sight=upright(PLAYERS, NEXT, more=(BAGS, LAST, *more)))

    return make


def made_to_a_merchant(app: Flask) -> Screen:
    """The Sheriff offers a merchant gold over the bag that is threatened."""
    asked = runs(declared(called(app, ACCENTS, options=CLOCK), "chickens", 3, 1, 2, 3, 4))
    asked.says(Propose(2, deal(0, 2, 5)), Threaten(2))
    return at(asked, 2, sight=upright(BAGS, ".offer-asks", ".offer-asks button", NEXT))


def priced(place: int, **looks: Any) -> Make:  # noqa: ANN401 - as Screen
    """The Sheriff wants gold for letting a bag pass, for which others offer something too."""

    def make(app: Flask) -> Screen:
        asked = runs(declared(called(app, ACCENTS, options=CLOCK), "chickens", 3, 1, 2, 3, 4))
        for seat in (0, 1):
            asked.token(seat)
        asked.says(
            Propose(1, Deal(1, 0, 4)),
            Propose(1, Deal(2, 0, 9, promise=PROMISE, decision=Decision.OPENS)),
            Propose(1, Deal(3, 0, 3, decision=Decision.OPENS)),
            Propose(1, Deal(1, 0, 14), demanded=True),
        )
        return at(asked, place, **looks)

    return make


def rival(*bids: Propose) -> Make:
    """A merchant whose own bag waits may raise over another's that is before the Sheriff, too."""

    def make(app: Flask) -> Screen:
        asked = runs(declared(called(app, ACCENTS, options=CLOCK), "chickens", 3, 1, 2, 3, 4))
        asked.token(1)
        asked.says(*bids)
        own = (".offer-own .bid .button",)
        return at(asked, 3, sight=((WIDE, own), ((360, 640), own)))

    return make


def before_two_deputies(app: Flask) -> Screen:
    """A merchant raises what two Deputies are offered over the own bag, and may do so over another's."""
    asked = declared(called(app, (*ACCENTS, "Zoé")), "chickens", 3, 2, 3, 4, 5)
    asked.token(2)
    return at(asked, 4, sight=((WIDE, (".offer-own .bid .button", NEXT)),))


def offered_with_a_promise(app: Flask) -> Screen:
    """The Sheriff offers a merchant gold and a long promise."""
    asked = declared(called(app, ("Bruno", "Aline", LONG[1], "Cleo", "Eve")), "apples", 3, 1, 2, 3, 4)
    asked.says(Propose(2, deal(0, 2, 2, PROMISE)))
    return at(asked, 2, sight=upright(PLAYERS, NEXT, ASKS, more=(BAGS,)))


def four_offers(app: Flask) -> Screen:
    """A bribe, a third player's gold and promise over another's bag, goods."""
    asked = declared(called(app, ("Bruno", "Aline", LONG[1], "Cleo", "Eve")), "apples", 3, 1, 2, 3, 4)
    asked.token(2)
    asked.says(
        Propose(1, deal(1, 0, 12)),
        Propose(1, Deal(2, 0, 7, promise=PROMISE, decision=Decision.OPENS)),
        Propose(4, deal(4, 0, 3, bag={"apples": 2})),
        Propose(3, Deal(4, 0, 5, decision=Decision.PASSES)),
    )
    counted = (*upright(PLAYERS, NEXT, NEWEST, COUNT, more=(BAGS,)), *aside(COUNT, NEXT))
    return at(asked, 0, sight=counted)


def agreed_bribe(app: Flask) -> Screen:
    """An accepted bribe of gold, goods and many words stands on the deciding button."""
    said = declared(called(app, LONG, stands={1: {"cheese": 4}}), "chickens", 5, 1, 2, 3, 4)
    said.says(Propose(1, deal(1, 0, 25, PROMISE, cheese=2)))
    (bribe,) = said.talk.proposals
    said.says(Answer(bribe.number, accepts=True))
    said.token(1)  # only what a merchant says on a phone is decided at once
    return at(said, 0, sight=upright(PLAYERS, BAGS, ".decide .next"))


def just_booked(app: Flask, **looks: Any) -> Screen:  # noqa: ANN401 - as Screen
    """A bag was opened a moment ago."""
    booked = called(app, LONG).plays(opened(1, "apples", 4, apples=1, cheese=1, mead=2))
    return at(booked, **looks)


def clock(*, running: bool, place: int | str = BANK) -> Make:
    """The clock runs, or waits."""
    return lambda app: at(
        runs(declared(called(app, ACCENTS, options=CLOCK), "chickens", 3, 1, 2, 3, 4), running=running), place
    )


def nudged(place: int | str) -> Make:
    """All wait for one, who is asked to go on."""

    def make(app: Flask) -> Screen:
        waits = called(app, NUDGED, sheriff=1, options=CLOCK, round=10, gold=dict.fromkeys(range(5), 50))
        waits.token(2)
        return at(waits.says(Nudge(2)), place)

    return make


def left(app: Flask) -> Screen:
    """One has gone home."""
    return at(called(app, ("Noël", "Élodie", LONG[1], "Zoé")).plays(Leave(1, counts=False)))


def round_told(players: int) -> Make:
    """Each player's round in gold."""

    def make(app: Flask) -> Screen:
        told = table(app, players)
        for merchant in range(1, players):
            told.plays(passing(merchant, "apples", 3, deal(merchant, 0, 2 * merchant)))
        return at(told.plays(PassBadge()))

    return make


def rich_rows(app: Flask) -> Screen:
    """Five kinds of cards in each row."""
    rows = called(app, USUAL, round=9, stands=dict.fromkeys(range(5), dict.fromkeys(GOODS, 4)))
    return at(rows, sight=aside())


def bags_said_and_done(app: Flask) -> Screen:
    """Each merchant's good, the threat, the tick, the open bag."""
    said = called(app, ACCENTS)
    for seat, good in enumerate(("cheese", "chickens", "apples", "bread"), 1):
        declared(said, good, 3, seat)
    said.says(Threaten(3)).plays(passing(1, "cheese", 3), opened(4, "bread", 3))
    drawn = ("ui-check", "chickens", "ui-alert", "apples", "bag_open")
    places = (".merchant", *(f".merchant svg:has([href$='#{what}'])" for what in drawn))
    return at(said, 0, sight=(*upright(*places), *aside(*places)))


def waits_for_declarations(app: Flask) -> Screen:
    """Most have said nothing."""
    waits = called(app, USUAL)
    for merchant in (1, 2, 3):
        waits.token(merchant)
    return at(waits, 0, sight=upright(PLAYERS, BAGS, ".next-wait"))


# The last entry


SENTENCE = ".last summary > span"
BRIBED = passing(2, "chickens", 5, deal(2, 1, 15, "a favour"), chickens=2, cheese=1, face_down=2)
CAUGHT = opened(3, "chickens", 5, chickens=2, silk=2, cheese=1)
OWES = OpenBag(3, Declaration("chickens", 5), Goods({"silk": 4, "cheese": 1}), payment=Goods({"apples": 1}))
HONEST = opened(2, "chickens", 5)


def last(bag: object, english: str, french: str, *, sheriff: int = 2, place: int | str = BANK) -> Make:
    """A bag was booked, in whose sentence who, what and gold come first; what a liar had before the gold."""

    def make(app: Flask) -> Screen:
        state: dict[str, Any] = {"gold": {3: 16}, "stands": {3: {"apples": 6}}}
        booked = called(app, LAST_ENTRY, sheriff=sheriff, round=2, **state)
        if place != BANK:
            for seat in (2, 3):
                booked.token(seat)
        return at(booked.plays(bag), place, reads=(SENTENCE, english, french))

    return make


# Offers in their rows


def row(place: int | str, bag: int, said: Deal, words: tuple[str, str], *, aloud: bool = False) -> Make:
    """An offer over a bag, and what of its row is to be read."""

    def make(app: Flask) -> Screen:
        asked = declared(called(app, ROWS), "apples", 4, 1, 2, 3)
        asked.token(1)
        asked.says(Propose(bag, said, aloud))
        if place == BANK:
            asked.says(Answer(asked.talk.proposals[0].number, accepts=True))
        return at(asked, place, reads=(f"{OFFERS} summary > span", *words))

    return make


FAVOUR = "je te laisse passer quand je serai shérif"

# Sheets


def sheet(names: tuple[str, ...], path: str, **looks: Any) -> Make:  # noqa: ANN401 - as Screen
    """A sheet of a table with every card, in its second round."""
    return lambda app: at(
        called(app, names, options=EVERY_CARD, round=2, stands={1: {"face_down": 3}, 3: {"face_down": 7}}),
        path=path,
        **looks,
    )


def debt(app: Flask) -> Screen:
    """A merchant who is caught cannot pay."""
    poor = table(
        app, 3, sheriff=1, round=3, gold={0: 40, 1: 114, 2: 2}, stands={2: {"apples": 8, "chickens": 2}}
    )
    path = "/bags/2?good=apples&number=5&contents=opened&in-apples=4&in-crossbow=1"
    return at(poor, path=path, sight=((WIDE, (".slots", ".palette-legal .tile", "a[href='#debt']", NEXT)),))


BRIBES = (
    "/bags/1?good=cheese&number=4&deal-0-giver=1&deal-0-receiver=0&deal-0-gold=7"
    "&deal-1-giver=2&deal-1-receiver=0&deal-1-gold=3&unfolded=1-gold"
)
DECIDING = aside(".verdict", ".verdicts > .button")


def takes_from_later(app: Flask) -> Screen:
    """The correction of a bag whose gold was spent since."""
    spent = called(app, VERDICTS, round=2).plays(opened(1, "apples", 3), paying(1, 2, 56))
    return at(spent, path="/corrections/2", sight=DECIDING)


def of_merchant(path: str, **looks: Any) -> Make:  # noqa: ANN401 - as Screen
    """A merchant's own sheet, before anything is said."""
    return lambda app: at(called(app, USUAL, options=CLOCK), 3, path, **looks)


def clocked(path: str) -> Make:
    """A sheet under a running clock, for long names."""
    return lambda app: at(runs(called(app, ("Noël", "Élodie", LONG[1], "Zoé"), options=CLOCK)), path=path)


# The end


def ended(app: Flask, names: tuple[str, ...], *more: object) -> Table:
    """The count of a table with every card has begun."""
    stands = {0: {"apples": 2}, 1: {"face_down": 3}, 3: {"face_down": 7}}
    return called(app, names, options=EVERY_CARD, round=2, stands=stands).plays(EndGame(), *more)


def end(path: str, *more: object, names: tuple[str, ...] = ACCENTS, **looks: Any) -> Make:  # noqa: ANN401 - as Screen
    """A page of the count."""
    return lambda app: at(ended(app, names, *more), path=path, **looks)


def told(seat: int, **goods: int) -> RevealContraband:
    """What lay face down."""
    return RevealContraband(seat, Goods(goods))


def turned_over(app: Flask) -> Screen:
    """The middle of the table as cards are turned over."""
    return at(
        ended(app, ACCENTS, told(1, mead=2, silk=1)),
        MIDDLE,
        sight=((TABLET, (".stage-what", ".stage-card", PLAYERS)),),
    )


def of_six(path: str = "", place: int | str = BANK, **looks: Any) -> Make:  # noqa: ANN401 - as Screen
    """A page after an evening of six with the longest names."""
    names = dict(zip(NAMES, (*LONG, "Åke"), strict=True))
    return lambda app: at(played(app, "six_players_nine_rounds", names), place, path, **looks)


ALL_TOLD = (told(1, mead=1, pumpernickel_bread=1, royal_rooster=1), told(3, silk=3, royal_summons=1, mead=3))
TO_REVEAL = upright(".pick.contraband .tile", NEXT)

# Between two screens


def at_door(place: int | str, path: str, *, opened: bool = True, **looks: Any) -> Make:  # noqa: ANN401 - as Screen
    """A page of a table that lets phones in, where one merchant is."""

    def make(app: Flask) -> Screen:
        lets_in = called(app, LONG)
        if opened:
            lets_in.membership.open_door(lets_in.id)
        lets_in.token(1)
        return at(lets_in, place, path, **looks)

    return make


def who_are_you(app: Flask) -> Screen:
    """The places behind a code, one of them taken."""
    lets_in = called(app, LONG)
    lets_in.membership.open_door(lets_in.id)
    lets_in.token(1)
    door = lets_in.membership.look(lets_in.id).door
    assert door
    return Screen(Phone(app), f"/j/{door.code}")


def without_a_place(app: Flask) -> Screen:
    """A phone that nobody let in."""
    return Screen(Phone(app), f"/g/{called(app, LONG).id}")


def moved_on(app: Flask) -> Screen:
    """A phone whose seat is on another one now."""
    seats = called(app, LONG)
    screen = at(seats, 1)
    handed = seats.membership.hand_over(seats.id, 1)
    seats.membership.take_over(handed.code, token_hash("another phone"))
    return screen


def curtain(app: Flask) -> Screen:
    """A phone of two players asks who looks."""
    shared = called(app, LONG)
    for seat in (0, 1):
        shared.membership.take_seat(shared.id, seat, token_hash(shared.bank))
    return at(shared, path="/seats/1/bag")


def noted(app: Flask) -> Screen:
    """The own bag, filled and declared."""
    packed = declared(called(app, LONG), "apples", 4, 1).notes(1, apples=2, mead=2)
    return at(packed, 1, "/seats/1/bag")


def of_coins(*more: object, path: str = "", **looks: Any) -> Make:  # noqa: ANN401 - as Screen
    """A table that keeps its coins."""

    def make(app: Flask) -> Screen:
        kept = called(app, LONG[:3], options=Options(coins_on_table=True))
        return at(kept.plays(*more), path=path, **looks)

    return make


REFUSED = "#refusals"
SEND = ("#sum button.next",)
LONGER = "Maximilienne-Alexandra d’Aubigny"
COUNTED = tuple(CountGold(seat, 43 + seat) for seat in range(3))

QUOTED: dict[str, Make] = {
    "last entry, bribe": last(
        BRIBED,
        "Maximilienne’s bag passed for 15 gold",
        "Le sac de Maximilienne passe contre 15 pièces d’or",
        sheriff=1,
    ),
    "last entry, caught": last(
        CAUGHT,
        "Jean-François pays Maximilienne 10, caught with",
        "Jean-François s’est fait prendre et paie 10 à Maximilienne",
    ),
    "last entry, owing": last(
        OWES,
        "Jean-François owes Maximilienne ",
        "Jean-François s’est fait prendre et doit ",
    ),
    "last entry, honest": last(
        HONEST,
        "Maximilienne was honest: 5 chickens. Jean-François pays 10.",
        "Maximilienne disait vrai, Jean-François lui paie 10.",
        sheriff=3,
    ),
    "last entry, to who pays": last(
        CAUGHT,
        "You were caught. You pay Maximilienne 10.",
        "Tu t’es fait prendre. Tu paies 10 à Maximilienne.",
        place=3,
    ),
    "last entry, to who is paid": last(
        CAUGHT,
        "Jean-François was caught. Jean-François pays you 10.",
        "Jean-François s’est fait prendre. Jean-François te paie 10.",
        place=2,
    ),
    "own offer for opening": row(
        1, 2, Deal(1, 0, 5, promise=FAVOUR, decision=Decision.OPENS), ("if opened", "si ouvert")
    ),
    "own offer with a promise": row(1, 1, Deal(1, 0, 3, promise=FAVOUR), ("shérif”", "shérif »")),
    "short name in an offer": row(BANK, 1, Deal(1, 0, 10), ("Wilhelmi", "Wilhelmi")),
    "short name in an offer, with a promise": row(BANK, 2, Deal(2, 0, 12, promise=FAVOUR), ("Guy", "Guy")),
    "offer made aloud": row(BANK, 3, Deal(3, 0, 8), ("aloud", "oral"), aloud=True),
    "promise between long names": lambda app: at(
        called(app, LONG).plays(passing(1, "apples", 3, deal(1, 0, 5, "I owe you 20 gold at the end"))),
        reads=("#promises summary bdi:last-of-type", "I owe you 20 gold at the end"),
    ),
}
"""What reads certain words, in English and in French."""

TIGHT: dict[str, Make] = {
    "full board of the bank": full(BANK),
    "full board of the Sheriff": full(0, TAKE_BACK, NEWEST),
    "full board of a merchant": full(2, OFFERS),
    "offer to a merchant": made_to_a_merchant,
    "offer to a merchant, with a promise": offered_with_a_promise,
    "a rival’s own bag": rival(),
    "a rival’s own bag, and a bid": rival(
        Propose(1, Deal(3, 0, 5, decision=Decision.OPENS)), Propose(3, Deal(3, 0, 2, promise=FAVOUR))
    ),
    "four offers": four_offers,
    "agreed bribe": agreed_bribe,
    "a price, the merchant": priced(1, sight=upright(PLAYERS, ".priced p", ".priced button")),
    "a price, the Sheriff": priced(
        0, sight=upright(".decide .next", ".price summary", ".tug", more=(PLAYERS,))
    ),
    "a price, unfolded": priced(
        0,
        steps=("#price summary",),
        until="#price[open]",
        sight=upright(".price button[value]", more=(PLAYERS,)),
    ),
    "just booked": lambda app: just_booked(app, sight=upright(PLAYERS, BAGS, LAST, TAKE_BACK, NEXT)),
    "nudged, the bank": nudged(BANK),
    "nudged, who is asked": nudged(2),
    "bags said and done": bags_said_and_done,
    **QUOTED,
    "bag of accents": of(
        ACCENTS,
        "/bags/3",
        sight=(*upright(".tile", ".giving", ".no-bag", ".verdicts"), *aside(".tile", ".verdicts")),
    ),
    "bag and a bribe": of(
        ACCENTS,
        "/bags/3?good=cheese&number=5&deal-0-gold=4&unfolded=0-gold",
        sight=(*aside(".declared-line", ".verdicts"), (WIDE, (".declared-line", ".keypad", ".verdicts"))),
    ),
    "bag and cards": sheet(
        USUAL,
        "/bags/1?good=apples&number=3&unfolded=0-goods",
        sight=((WIDE, (".gifts:not(details *)", ".verdict")),),
    ),
    "bag and gold": of(
        SHORTEST, "/bags/1?good=apples&number=3&unfolded=0-gold", sight=upright(".keypad > *", ".verdicts")
    ),
    "bag and royal goods": lambda app: at(
        called(app, SHORTEST, options=EVERY_CARD, round=2, stands={1: dict.fromkeys((*GOODS, *ROYAL), 1)}),
        path="/bags/1?good=apples&number=3&unfolded=0-goods&deal-0-stand-gouda_cheese=1",
        sight=((WIDE, (".deal details[open] .tile", ".verdict")),),
    ),
    "bag and a promise": of(
        USUAL,
        "/bags/1?good=apples&number=3&unfolded=0-promising",
        sight=upright(".giving", ".chips > :first-child"),
    ),
    "bag for three who give": of(
        USUAL,
        BRIBES + "&deal-2-giver=3&deal-2-gold=2",
        sight=((WIDE, (".given", ".giving", ".payers", ".verdict")),),
    ),
    "bag passed, beside its button": of(
        ACCENTS,
        "/bags/3?good=cheese&number=5&contents=passed&in-cheese=2&in-bread=1&face_down=2",
        sight=aside(".slots", ".told", "#sum .next"),
    ),
    "bag opened, beside its button": of(
        ACCENTS,
        "/bags/3?good=cheese&number=5&contents=opened&in-cheese=2&in-bread=1&in-mead=2",
        sight=aside(".slots", ".told", "#sum .next"),
    ),
    "bag of how many": of(
        ("Ann", "Bo", "Cleo", "Max"),
        "/bags/3?good=cheese&number=5&contents=passed",
        sight=((SMALL, (".slots", ".downs .tile", ".downs .key", NEXT)),),
    ),
    "bag and a third player's gold": of(
        ("Jean-François-Xavier", "Zoé", "Ed", "Gwénaëlle-Marie", "Bo"),
        "/bags/3?good=cheese&number=5&deal-0-giver=4&deal-0-gold=4&unfolded=0-gold",
        sight=((WIDE, (".keypad", ".deal-if .tile", ".verdict")),),
    ),
    "bag with every card": sheet(
        USUAL,
        "/bags/1?good=apples&number=5&contents=opened&in-pumpernickel_bread=1"
        + "".join(f"&in-{card}=1" for card in PROMO),
        unfolded=True,
    ),
    "bag with a chosen long name": sheet(
        ("Bo", LONG[1], LONG[0], "Zoé"), "/bags/1?good=bread&number=4&deal-0-giver=1&unfolded=0-gold"
    ),
    "bag under accents": sheet(
        ("Inès", "Maximilienne", "Élodie", "Jean-Baptiste", "Bérengère-Lou"), "/bags/3?good=bread&number=4"
    ),
    "debt in sight": debt,
    "bag with two bribes": of(VERDICTS, BRIBES, sight=DECIDING),
    "correction that takes from later": takes_from_later,
    **{
        f"bag for {gold} of {SHORT[giver]}": of(
            SHORT, f"/bags/3?good=cheese&number=5&deal-0-giver={giver}&deal-0-gold={gold}&unfolded=0-gold"
        )
        for giver, gold in ((1, 4), (2, 12), (3, 4), (4, 12))
    },
    "own bag on its side": of_merchant("/seats/3/bag", sight=aside(".slots", ".dock .next")),
    "offer on its side": of_merchant("/offers/new", sight=aside(".dock .next")),
    "payment on its side": sheet(ACCENTS, "/pay", sight=aside(".dock .next")),
    "bag under the clock": clocked("/bags/2"),
    "agreed aloud under the clock": clocked("/aloud"),
    "count to begin": lambda app: Screen(Phone(app), "/count", sight=((SMALL, ("[data-begin]",)),)),
    "three face down": end("/reveal/1", sight=(*TO_REVEAL, *aside(".slot", NEXT))),
    "seven face down": end("/reveal/3", told(1, mead=3), sight=TO_REVEAL),
    "turned over in the middle": turned_over,
    "check, unfolded": end("/check", names=LONG, unfolded=True),
    "round of four told": round_told(4),
    "round of five told": round_told(5),
    "Nottingham, a failed delivery of seven": called_off,
    "an own bag before two Deputies": before_two_deputies,
}
"""What is to be read or in sight there fits barely."""

STATES: dict[str, Make] = {
    "last entry, unfolded": lambda app: just_booked(app, unfolded=True),
    "clock running": clock(running=True, place=0),
    "clock paused": clock(running=False, place=0),
    "one has gone home": left,
    "stage, bags are packed": on_stage(staging.packs),
    "stage, cards turn over": on_stage(staging.declares, staging.all_declare, staging.opens),
    "stage, six and all but one asleep": on_stage(
        staging.offer_to_both, staging.sleep, of=staging.evening_of_six
    ),
    "rich rows": rich_rows,
    "declarations are waited for": waits_for_declarations,
    "bag to be packed": of_merchant("/seats/3/bag"),
    "bag, packed and declared": noted,
    "declaration of cheese": of_merchant("/declarations/3?good=cheese"),
    "new table, refused": lambda app: Screen(Phone(app), "/new", ("#new .dock button.next",), until=REFUSED),
    "new table, a name too long": lambda app: Screen(
        Phone(app),
        "/new",
        ("#new .dock button.next",),
        (("#name-0", LONGER), ("#name-1", "Bo"), ("#name-2", "Cy")),
        until="#name-0-refused",
    ),
    "bribe, refused": of(
        LONG[:3], "/bags/1?good=apples&number=3&deal-0-gold=80", steps=(".verdict-passes",), until=REFUSED
    ),
    "somebody else joins in": of(
        LONG[:3],
        "/bags/1?good=apples&number=3&deal-0-gold=8&deal-0-promise=%3Cb%3Eall+I+have%3C%2Fb%3E",
        steps=(".payers [value='2']",),
        until="#deal-1-gold",
    ),
    "another number than declared": of(LONG[:3], "/bags/2?good=apples&number=3&contents=opened&in-apples=2"),
    "payment, refused": of(
        LONG[:3], "/pay?giver=0&receiver=1&gold=900&reason=deal", steps=SEND, until=REFUSED
    ),
    "menu, unfolded": of(LONG, "/menu", unfolded=True),
    "bank moves, its code": of(LONG, "/move", steps=("main button.next",), until=".move-code"),
    "newcomer, refused": of(
        LONG[:3], "/changes", steps=("form[action$='/players'] button >> nth=-1",), until=REFUSED
    ),
    "stand, refused": end(
        "/check",
        steps=(".dock [data-put-right]:visible",),
        typed=(("#good-2-apples", "60"),),
        until=REFUSED,
    ),
    "nothing told, refused": end("/reveal/1", steps=("#reveal button.next",), until=REFUSED),
    "every card to turn over": end("/reveal/3", names=USUAL, unfolded=True),
    "plate of a usual name": end("", told(1, mead=2, feast_plate=1), names=USUAL),
    "result, unfolded": end("/result", *ALL_TOLD, CloseCount(), names=USUAL, unfolded=True),
    "result, a name from right to left": end("/result", *ALL_TOLD, CloseCount(), names=("דוד", *USUAL[1:])),
    "result of six": of_six("/result"),
    "stage, the end titles of six": of_six(place=MIDDLE),
    "group, wide names": of_group(Ann="W" * 24, Bo="דוד המלך"),
    "group, a person with a wide name": of_group("/people/{ann}", unfolded=True, Ann="W" * 24),
    "group, an evening with wide names": of_group("/evenings/{game}", Ann="W" * 24, Bo="דוד המלך"),
    "story of six, unfolded": of_six("/story", unfolded=True),
    "story without coins": lambda app: at(
        called(app, LONG[:3], options=Options(coins_on_table=True)).plays(
            passing(1, "apples", 3), opened(2, "apples", 2, silk=2), EndGame(), *COUNTED, CloseCount()
        ),
        path="/story",
    ),
    "start, a table over": lambda app: Screen(ended(app, LONG, *ALL_TOLD, CloseCount()).phone(), "/"),
    "no purses": of_coins(),
    "coins, refused": of_coins(
        EndGame(),
        typed=(("#gold-0", "43"), ("#gold-2", "51")),
        path="/purses",
        steps=("main button.next",),
        until=REFUSED,
    ),
    "coins counted": of_coins(EndGame(), *COUNTED),
    "code, refused": lambda app: Screen(
        Phone(app), "/join", ("main button.next",), (("#code", "WRONG"),), until=REFUSED
    ),
    "door open": at_door(BANK, "/phones"),
    "door shut": at_door(BANK, "/phones", opened=False),
    "board of the bank, door open": at_door(BANK, ""),
    "phones, for a player": at_door(1, "/phones"),
    "menu of a player": at_door(1, "/menu", unfolded=True),
    "log, phones came": at_door(BANK, "/log"),
    "who are you": who_are_you,
    "seat moves": at_door(1, "/seats/1/move"),
    "seat moves, its code": at_door(1, "/seats/1/move", steps=("main button.next",), until=".move-code"),
    "place scanned": outside("/m/some-secret-words"),
    "seat moved on": moved_on,
    "without a place": without_a_place,
    "page that only takes a form": of(LONG, "/passes"),
    "watcher": at_door(WATCHER, ""),
    "curtain": curtain,
    "offer, refused": of_merchant("/offers/new?offer-gold=80", steps=("#offer button.next",), until=REFUSED),
    "count, unfolded": counting(unfolded=True),
    "pad beside the question": counting(
        4, 0, 12, 2, sight=aside(".count-row:has([data-here])", "[data-question]")
    ),
    "Nottingham, turns of long names": lambda app: turns_followed(
        app, "/nottingham/turns", ("Jean-Baptiste", *LONG, "Emmanuelle")
    ),
    "Nottingham, pad beside the question": counting(
        path="/nottingham/count", sight=aside(".count-row:has([data-here])", "[data-question]")[:1]
    ),
}
"""Looked at in one language."""
