"""Every screen of the app, set up in a moment: a phone's cookies and the address to open."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Flask

from companion.groups import Groups
from companion.rules.evenings import spelling
from companion.rules.ledger import Goods
from companion.rules.nottingham.box import BOX, Numbers
from companion.rules.nottingham.box import SHIELDS as PAWNS
from companion.rules.nottingham.deliveries import Deliver
from companion.rules.nottingham.ending import CloseCount
from companion.rules.nottingham.game import Command, Options
from companion.rules.nottingham.missions import Fulfil
from companion.rules.nottingham.seating import Leave, SetOptions
from companion.rules.nottingham.way import EndGame, StepByHand
from companion.rules.sheriff.bags import Deal, Decision, Declaration
from companion.rules.sheriff.declaring import Declare
from companion.rules.sheriff.proposals import Answer, Propose
from companion.web.token import COOKIE, token_hash
from tests.browser import staging
from tests.rules.given import BO
from tests.rules.given import NAMES as SIX
from tests.rules.nottingham.given import NAMES as SEVEN
from tests.stories.at_a_table import played
from tests.tables import MERRY_MEN, MIDDLE, later_table, loot_table, merry_table, table
from tests.web import buttons, deputies, deputy_scenes, loot, loot_scenes, merry, merry_scenes, scenes
from tests.web.evening import badge, end, is_opened, lies, passes
from tests.web.phone import Phone
from tests.web.seated import door_of, seated
from tests.web.stored import membership_of, service_of, table_of


@dataclass(frozen=True, slots=True)
class Screen:
    """What one phone opens; to reach the screen `typed` fields are filled, `steps` taken and everything
    `unfolded` when what `until` names is there. In the windows of `sight` places are whole without scrolling;
    what `reads` names says certain words in English and in French, whole.
    """

    phone: Phone
    path: str
    steps: tuple[str, ...] = ()
    typed: tuple[tuple[str, str], ...] = ()
    until: str = ""
    unfolded: bool = False
    sight: tuple[tuple[tuple[int, int], tuple[str, ...]], ...] = ()
    reads: tuple[str, str, str] | None = None


Make = Callable[[Flask], Screen]


def shown(phone: Phone, path: str | None = None) -> Screen:
    """What a phone shows now, or a page of its table."""
    if path is None:
        return Screen(phone, phone.page.path)
    return Screen(phone, f"/g/{phone.page.game}{path}")


def outside(path: str) -> Make:
    """A page that needs no table."""
    return lambda app: Screen(Phone(app), path)


def counting(*numbers: int, path: str = "/count", first: tuple[str, ...] = (), **looks: Any) -> Make:  # noqa: ANN401 - as Screen
    """The quick count of three, these numbers tapped for the first of them, after what comes `first`."""
    typed = tuple((f"#name-{seat}", name) for seat, name in enumerate(("Ann", "Bo", "Cleo")))
    steps = (
        "[data-begin]",
        *first,
        *(f"[data-keys='number'] [data-number='{number}']" for number in numbers),
    )
    return lambda app: Screen(Phone(app), path, steps, typed, **looks)


def of_scene(make: scenes.Make) -> Make:
    """The page of a form that is filled elsewhere."""
    return lambda app: shown(make(app).phone)


def of_table(path: str, players: int = 4) -> Make:
    """A page of a table where nothing was booked yet."""
    return lambda app: shown(table(app, players).phone(), path)


def of_later_table(path: str, **changes: object) -> Make:
    """A page of a table in its second round."""
    return lambda app: shown(later_table(app, **changes).phone(), path)


def deleted(app: Flask) -> Screen:
    """Where an evening was."""
    there = table(app)
    there.service.delete([there.id], lambda _members: None)
    return Screen(Phone(app), f"/g/{there.id}")


def after_a_bag(path: str = "") -> Make:
    """A page of a table whose first two bags are booked."""

    def make(app: Flask) -> Screen:
        phone = later_table(app, expansions=["timer"]).phone()
        passes(phone, "Bo", "apples", 2, {"deal-0-gold": 3, "deal-0-promise": "a favour"})
        is_opened(phone, "Cleo", "bread", 1)
        return shown(phone, path)

    return make


def with_everything(path: str = "") -> Make:
    """A page of a table under a law, where Bo has two cards that count at the end."""

    def make(app: Flask) -> Screen:
        phone = merry_table(app, expansions=(*MERRY_MEN, "timer", "crowns")).phone()
        merry.proclaims(phone, merry.TAX, "Chickens are contraband this round")
        merry.brings(phone)
        merry.takes(phone, 1, take="market-pepper")
        merry.takes(phone, 1, take="other", card="Little John", gold=9)
        return shown(phone, path)

    return make


def badge_due(app: Flask) -> Screen:
    """All bags are done."""
    phone = table(app, 3).phone()
    for name in ("Bo", "Cleo"):
        passes(phone, name, "apples", 2)
    return shown(phone)


def new_round(app: Flask) -> Screen:
    """The badge went on a moment ago."""
    phone = badge_due(app).phone
    badge(phone)
    return shown(phone)


def ended(app: Flask) -> Phone:
    """A table in its count, with cards face down."""
    phone = later_table(app).phone()
    lies(phone, "Cleo", ("apples", 3), "Passed", {"in-apples": 1, "face_down": 2})
    end(phone)
    return phone


def closed(app: Flask) -> Screen:
    """The result."""
    phone = table(app, 3).phone()
    end(phone)
    phone.press(buttons.RESULT)
    return shown(phone)


def of_story(path: str, name: str = "five_players_ten_rounds", **names: str) -> Make:
    """A page of a table at its result, after an evening of which a story tells, with other names."""
    return lambda app: shown(played(app, name, names).phone(), path)


TALES = ("three_players_three_rounds", "four_players_with_promo_cards", "five_players_five_rounds")


def of_group(
    below: str = "", path: str = "", *, reader: bool = False, unfolded: bool = False, **names: str
) -> Make:
    """A page of a group of three evenings, the last of them of Nottingham, or another page of its keeper; or
    what somebody sees who has its link. The people of the first two may have other names.
    """

    def make(app: Flask) -> Screen:
        groups: Groups = app.extensions["groups"]
        first, *others = (played(app, name, names) for name in TALES)
        bank = token_hash(first.bank)
        group = groups.open(first.id, bank, by="")
        there = loot_table(app).plays(EndGame(), CloseCount())
        for other in (*others[:-1], there):
            groups.keep(other.id, group, by=bank)
            other.membership.move_all(token_hash(other.bank), bank)
        others[-1].membership.move_all(token_hash(others[-1].bank), bank)
        link = groups.read(group, bank).record.secret
        named = {"group": group, "game": first.id, "other": others[-1].id, "link": link}
        whole = (path or f"/groups/{{group}}{below}").format(ann=spelling(names.get("Ann", "Ann")), **named)
        return Screen(Phone(app) if reader else first.phone(), whole, unfolded=unfolded)

    return make


def handed_on(app: Flask) -> Screen:
    """An evening that has a link."""
    there = played(app, "five_players_ten_rounds")
    phone = there.phone(path="/hand-on")
    there.membership.make_link(there.id, names=True, by=token_hash(there.bank))
    return shown(phone)


def by_link(app: Flask) -> Screen:
    """What somebody reads who was not there."""
    there = played(app, "five_players_ten_rounds")
    there.membership.make_link(there.id, names=False, by=token_hash(there.bank))
    link = there.membership.journal.log(there.id).link()
    assert link
    return Screen(Phone(app), f"/g/{there.id}/open/{link.key}")


def close_due(app: Flask) -> Screen:
    """Everything is told, the count can be closed."""
    phone = table(app, 3).phone()
    end(phone)
    return shown(phone)


def counted_loot(app: Flask) -> Phone:
    """The result of a quick count with the other box."""
    phone = Phone(app)
    loot.counted(phone)
    return phone


def deputy_decides(app: Flask) -> Screen:
    """A Deputy took a bribe; both act unless that one says otherwise."""
    there = table(app, 6)
    phones = [there.phone(seat) for seat in range(6)]
    there.says(*(Declare(seat, Declaration("apples", 3)) for seat in there.game.waiting))
    there.says(Propose(2, Deal(2, 0, 4, decision=Decision.PASSES)))
    there.says(Answer(there.talk.proposals[0].number, accepts=True))
    return Screen(phones[0], phones[0].page.path)


def booty_due(app: Flask) -> Screen:
    """Two Deputies have something to share."""
    phone = table(app, 6).phone()
    deputies.a_round(phone)
    return shown(phone)


def of_loot(path: str = "", *commands: Command) -> Make:
    """A page of a table of five with the other box: Ann has a chest, Dov has gone home, and then this."""
    booked = (loot.CHEST, Leave(3), *commands)
    return lambda app: shown(loot_table(app, *SIX[:5]).plays(*booked).phone(), path)


def turns_followed(
    app: Flask, path: str = "", names: tuple[str, ...] = SEVEN, more: tuple[Command, ...] = ()
) -> Screen:
    """A board that tells whose turn it is, two ambushes, and loot where few players leave room for it."""
    table = loot_table(app, *names, shields=PAWNS[: len(names)])
    phone = table.plays(SetOptions(Options(open_sums=True)), loot.CHEST, *more).phone()
    phone.open(f"/g/{phone.page.game}/nottingham/turns")
    phone.press(names[1])
    for _again in range(2):
        phone.press(f"+1 ambush: {names[1]}")
    return shown(phone, path)


def raced(app: Flask) -> Screen:
    """The count of seven on the table view, with missions and loot of several."""
    deeds = (
        loot.CHEST,
        loot.AMBUSHED,
        *(Deliver(seat, item, 3) for seat, item in enumerate(BOX.item_words[:6], 1)),
        *(Fulfil(seat, "three_pairs", Numbers(17, 12)) for seat in (2, 5)),
        *(Fulfil(seat, "four_pairs", Numbers(24, 20)) for seat in (3, 6)),
        *(Fulfil(seat, "five_of_one", Numbers(30, 25)) for seat in (4, 1)),
        Fulfil(4, "one_of_each", Numbers(20, 15)),
    )
    table = loot_table(app, *SEVEN, shields=PAWNS[:7]).plays(*deeds, EndGame(), CloseCount())
    return watched(app, table.id)


def mended(app: Flask) -> Screen:
    """The result was taken back, to put a stand right."""
    phone = closed(app).phone
    phone.open(f"/g/{phone.page.game}/result")
    phone.press(buttons.TAKE_RESULT_BACK)
    return shown(phone)


@dataclass(frozen=True, slots=True)
class Talkers:
    """A table with a phone for the Sheriff and one for the merchant whose bag is bargained over."""

    bank: Phone
    sheriff: Phone
    merchant: Phone

    @property
    def round(self) -> int:
        """The round that is played."""
        return table_of(self.bank).game.round


def talking(app: Flask, **changes: object) -> Talkers:
    """Bo has declared, noted nothing, and offers."""
    bank = later_table(app, **changes).phone()
    sheriff, merchant = seated(app, bank, "Ann"), seated(app, bank, "Bo")
    game = bank.page.game
    merchant.open(f"/g/{game}/declarations/1")
    merchant.press("Declare 3", {"good": "apples"})
    merchant.open(f"/g/{game}/offers/new")
    merchant.press(buttons.OFFER, {"offer-gold": 4})
    return Talkers(bank, sheriff, merchant)


def of_talk(who: str, path: str = "") -> Make:
    """A page of one of those who talk."""
    return lambda app: shown(getattr(talking(app), who), path)


def accepted(app: Flask) -> Screen:
    """An offer was accepted a moment ago, on its Sheriff's phone."""
    talkers = talking(app)
    talkers.sheriff.open(f"/g/{talkers.bank.page.game}")
    talkers.sheriff.press(buttons.ACCEPT)
    return shown(talkers.sheriff, "")


def turned(app: Flask) -> Screen:
    """The cards of an opened bag lie on the table, on its Sheriff's phone."""
    talkers = talking(app)
    service_of(app).note(talkers.bank.page.game, BO, talkers.round, Goods({"apples": 1, "silk": 2}))
    talkers.sheriff.open(f"/g/{talkers.bank.page.game}")
    talkers.sheriff.press("Open it")
    talkers.merchant.open(f"/g/{talkers.bank.page.game}")
    talkers.merchant.press(buttons.OPEN_YOUR_BAG)
    return shown(talkers.sheriff, "")


def to_show(who: str) -> Make:
    """The Sheriff opened a bag a moment ago, whose merchant turns the cards."""

    def make(app: Flask) -> Screen:
        talkers = talking(app)
        service_of(app).note(talkers.bank.page.game, BO, talkers.round, Goods({"apples": 1, "silk": 2}))
        talkers.sheriff.open(f"/g/{talkers.bank.page.game}")
        talkers.sheriff.press("Open it")
        return shown(getattr(talkers, who), "")

    return make


def short(app: Flask) -> Talkers:
    """Bo is opened with one apple and two silk, and has nearly no gold; Ann may ask which goods go."""
    talkers = talking(app, gold={1: 4})
    service_of(app).note(talkers.bank.page.game, BO, talkers.round, Goods({"apples": 1, "silk": 2}))
    talkers.sheriff.open(f"/g/{talkers.bank.page.game}")
    talkers.sheriff.press("Open it")
    talkers.sheriff.open(f"/g/{talkers.bank.page.game}")
    talkers.sheriff.press("Bo opens the bag")
    talkers.sheriff.open(f"/g/{talkers.bank.page.game}")
    return talkers


def paying(app: Flask) -> Screen:
    """Bo was asked."""
    talkers = short(app)
    talkers.sheriff.press(buttons.LIES_THERE)
    return shown(talkers.merchant, "/bags/1")


def on_stage(
    *scenes: Callable[[staging.Evening], None], of: Callable[[Flask], staging.Evening] = staging.evening
) -> Make:
    """The table view after these scenes of an evening."""

    def make(app: Flask) -> Screen:
        evening = of(app)
        for scene in scenes:
            scene(evening)
        return watched(app, evening.game)

    return make


def watched(app: Flask, game: str) -> Screen:
    """The table view of a game as it is."""
    phone, token = Phone(app), secrets.token_urlsafe(32)
    membership_of(app).watch(game, token_hash(token), as_table=True)
    phone.client.set_cookie(COOKIE, token, domain="table.lan")
    return Screen(phone, f"/g/{game}")


def places(app: Flask) -> Screen:
    """The seats behind a code."""
    bank = table(app).phone()
    return Screen(Phone(app), f"/j/{door_of(bank)}")


SHUT = "x" * 22
"""The words of a link: they may be tried as often as there are tests."""


def waiting(app: Flask) -> Screen:
    """A phone that knocked, at an address of its own."""
    phone = Phone(app)
    phone.client.environ_base["REMOTE_ADDR"] = secrets.token_hex(8)
    phone.open("/knock?code=BCDFGH")
    phone.press("Knock", {"name": "Zoé"})
    return shown(phone)


def knocked(app: Flask) -> Screen:
    """Somebody with the longest of names is at the shut door."""
    bank = after_a_bag()(app).phone
    code = door_of(bank)
    membership_of(app).shut_door(bank.page.game)
    membership_of(app).knock(code, "f" * 64, "Maximiliane-Charlottine")
    return shown(bank, "")


def phones_in(app: Flask) -> Screen:
    """The door is open, and seats are held."""
    bank = table(app).phone()
    seated(app, bank, "Bo")
    door_of(bank)
    bank.open(f"/g/{bank.page.game}/phones")
    bank.press(buttons.ON_THIS_PHONE)
    return shown(bank, "/phones")


NAMES = "&".join(f"name-{seat}={name}" for seat, name in enumerate(("Ann", "Bo", "Cleo", "Dov")))

SCREENS: dict[str, Make] = {
    "start": outside("/"),
    "start with a table": lambda app: Screen(table(app).phone(), "/"),
    "start with a result": lambda app: Screen(closed(app).phone, "/"),
    "new table": outside(f"/new?{NAMES}"),
    "quick count": outside("/count"),
    "quick count, numbers": counting(4, 1),
    "quick count, the last number": counting(*range(7)),
    "quick count, other cards": outside("/count?extras=1"),
    "quick count, digits": counting(*range(8)),
    "code": outside("/join"),
    "bring": outside("/import"),
    "places": places,
    "door, shut": outside(f"/j/{SHUT}"),
    "door, to knock": outside(f"/knock?code={SHUT}"),
    "door, waiting": waiting,
    "board, a knock": knocked,
    "cards": outside("/cards"),
    "settings": outside("/settings"),
    "settings, unfolded": lambda app: Screen(Phone(app), "/settings", unfolded=True),
    "forgotten": outside("/?forgotten=1"),
    "credits": outside("/credits"),
    "offline": outside("/offline"),
    "nothing there": outside("/g/NOSUCH22"),
    "board": of_table(""),
    "board with entries": after_a_bag(),
    "board, taken back": of_scene(scenes.putting_back),
    "board, badge due": badge_due,
    "board, new round": new_round,
    "board with crowns": of_later_table("", expansions=["crowns"]),
    "board, to close": close_due,
    "board of the Sheriff": of_talk("sheriff"),
    "board of the bank": of_talk("bank"),
    "board of a merchant": of_talk("merchant"),
    "board, an offer accepted": accepted,
    "board, cards to show": to_show("merchant"),
    "board, cards to be shown": to_show("sheriff"),
    "board, cards turned over": turned,
    "board, goods to ask for": lambda app: shown(short(app).sheriff, ""),
    "stage, the way in": on_stage(staging.lacks_a_phone),
    "stage, an offer": on_stage(staging.declares, staging.all_declare, staging.offers),
    "stage, an opened bag": on_stage(staging.is_caught),
    "stage, a tie of six": on_stage(of=staging.tie_of_six),
    "stage, the race": on_stage(staging.counts, staging.reveals, staging.reveals_a_few, staging.ends),
    "stage, the end titles": lambda app: shown(played(app, "five_players_ten_rounds").phone(MIDDLE), ""),
    "bag": of_table("/bags/1"),
    "bag declared": of_later_table("/bags/1?good=apples&number=3&unfolded=0-gold&deal-0-gold=2"),
    "bag with goods": of_later_table("/bags/2?good=apples&number=3&unfolded=0-goods&deal-0-promise=x"),
    "bag passed": of_scene(scenes.bag_passed),
    "bag opened": of_later_table("/bags/1?good=apples&number=3&contents=opened&in-apples=2&in-mead=1"),
    "bag with a debt": of_later_table("/bags/1?good=bread&number=5&contents=opened&in-bread=5"),
    "bag to pay for": paying,
    "bag corrected": after_a_bag("/corrections/2"),
    "bag of the talk": of_talk("sheriff", "/bags/1"),
    "payment": of_later_table("/pay?giver=2&receiver=1&gold=5"),
    "payment corrected": of_scene(scenes.payment_corrected),
    "card": of_scene(merry_scenes.market_card),
    "card of any sort": of_scene(merry_scenes.other_card),
    "card corrected": of_scene(merry_scenes.card_corrected),
    "bag under a law": of_scene(merry_scenes.fine_by_law),
    "payment by law": of_scene(merry_scenes.paid_by_law),
    "board with cards and laws": with_everything(),
    "menu with cards and laws": with_everything("/menu"),
    "log with cards and laws": with_everything("/log"),
    "menu": after_a_bag("/menu"),
    "changes": of_table("/changes"),
    "changes of a full table": of_table("/changes", 5),
    "log": after_a_bag("/log"),
    "log, taken back": lambda app: shown(scenes.putting_back(app).phone, "/log"),
    "table then": after_a_bag("/log/2"),
    "phones": of_table("/phones"),
    "phones in": phones_in,
    "move": of_table("/move"),
    "deletion": of_table("/deletion"),
    "deleted": deleted,
    "agreed aloud": of_talk("sheriff", "/aloud"),
    "declaration": of_talk("merchant", "/declarations/1"),
    "offer": of_talk("merchant", "/offers/new"),
    "own bag": of_talk("merchant", "/seats/1/bag"),
    "check": of_scene(scenes.check),
    "check, the result taken back": mended,
    "reveal": lambda app: shown(ended(app)),
    "plates": of_scene(scenes.plates),
    "purses": of_scene(scenes.purses),
    "result": of_story("/result"),
    "story": of_story("/story"),
    "group": of_group(),
    "group, a person": of_group("/people/{ann}", unfolded=True),
    "group, an evening": of_group("/evenings/{game}", unfolded=True),
    "group, all evenings": of_group("/evenings"),
    "group, who reads it": of_group("/keeping", unfolded=True),
    "group, deletion": of_group("/deletion"),
    "group, its link": of_group("/link/{link}", reader=True),
    "group, start": of_group("", "/"),
    "group, new table": of_group("", "/new?group={group}"),
    "group, a result to keep": of_group("", "/g/{other}/result"),
    "hand it on": of_story("/hand-on"),
    "hand it on, with a link": handed_on,
    "evening to print": of_story("/print"),
    "evening by its link": by_link,
    "score sheet": outside("/score-sheet?players=5&royal=1"),
    "new table of six": outside(f"/new?{NAMES}&name-4=Eve&name-5=Flo&first_sheriff=0&edition=first"),
    "board of six": lambda app: shown(table(app, 6).phone()),
    "board of six, who acts": deputy_decides,
    "board of six, the Booty to share": booty_due,
    "board of six, the next two": lambda app: shown(deputy_scenes.deputies_named(app).phone, ""),
    "bag of two Deputies": of_scene(deputy_scenes.deputies_passed),
    "bag with two debts": lambda app: shown(
        deputy_scenes.deputies_short(app).phone, "/bags/2?good=chickens&number=5&contents=opened"
    ),
    "Booty": of_scene(deputy_scenes.booty_shared),
    "next two Deputies": of_scene(deputy_scenes.deputies_named),
    "Nottingham, new table": outside(f"/nottingham/new?spaces=22&{NAMES}"),
    "Nottingham, board": of_loot(),
    "Nottingham, board, home": of_loot("", SetOptions(Options(spaces=10)), *(StepByHand(),) * 10),
    "Nottingham, board of seven, a turn": turns_followed,
    "Nottingham, board of three, a turn": lambda app: turns_followed(app, names=SEVEN[:3]),
    "Nottingham, table view": lambda app: watched(app, turns_followed(app).phone.page.game),
    "Nottingham, the race": raced,
    "Nottingham, turns": lambda app: turns_followed(app, "/nottingham/turns"),
    "Nottingham, delivery": of_loot("/nottingham/delivery"),
    "Nottingham, delivery corrected": of_loot("/nottingham/corrections/2"),
    "Nottingham, menu": of_loot("/nottingham/menu"),
    "Nottingham, log": of_loot("/nottingham/log"),
    "Nottingham, table then": of_loot("/nottingham/log/2"),
    "Nottingham, quick count": outside("/nottingham/count"),
    "Nottingham, quick count, loot": counting(1, path="/nottingham/count"),
    "Nottingham, quick count, a mission": counting(
        path="/nottingham/count", first=("[data-now] label:has([data-mission='three_pairs'])",)
    ),
    "Nottingham, cards": outside("/nottingham/cards"),
    "Nottingham, check": of_scene(loot_scenes.loot_checked),
    "Nottingham, result": lambda app: shown(counted_loot(app)),
    "Nottingham, result of an evening": of_loot("/nottingham/result", loot.AMBUSHED, EndGame(), CloseCount()),
    "Nottingham, evening to print": of_loot("/print", loot.AMBUSHED, EndGame(), CloseCount()),
    **{
        name: of_scene(make)
        for name, make in scenes.SCENES.items()
        if make.__module__.startswith("tests.kinds.")
    },
}
"""By name, in the order of an evening; then the forms that the tests of one subject declare."""
