"""An evening of five with long names as the stage shows it, scene by scene: late, rich, and full of words."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle

from flask import Flask
from playwright.sync_api import Browser, expect

from companion.places import GONE
from companion.records import ASLEEP
from companion.rules.kinds import TakeBack
from companion.rules.ledger import Goods
from companion.rules.seats import SHIELDS, Stage
from companion.rules.sheriff import talk
from companion.rules.sheriff.bags import Deal, Decision, Declaration
from companion.rules.sheriff.deciding import Decide, TurnOver, words_of
from companion.rules.sheriff.declaring import Declare, Threaten
from companion.rules.sheriff.ending import CloseCount, RevealContraband
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.kinds import Action
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.proposals import Propose
from companion.rules.sheriff.rotation import EndGame, PassBadge
from companion.rules.sheriff.round_laws import ProclaimLaws
from companion.rules.sheriff.setup import OpenTable
from companion.tables import talk_kept
from companion.web.token import COOKIE, token_hash
from tests.browser.heaviest import GOODS, LANGUAGES, NAMES, STANDS
from tests.browser.phone import Phone, open_phone
from tests.tables import HOST, table
from tests.web.stored import membership_of, service_of

SEATS = frozenset(range(len(NAMES)))
FIRST, SECOND, THIRD, FOURTH, LAST = range(len(NAMES))
PROMISE = (
    "I look away from your next two bags, whatever is in them, and I tell nobody about it, upon my honour"
)
PURSE = 999
BRIBE = Deal(SECOND, FIRST, 250, Goods({"cheese": 2}), promise=PROMISE, decision=Decision.PASSES)


@dataclass(frozen=True, slots=True)
class Evening:
    """A table without anybody's taps: what is booked, said and timed there."""

    app: Flask
    game: str
    bank: str
    phones: tuple[str, ...] = ()

    def plays(self, *actions: Action) -> None:
        """Entries, one after the other."""
        for action in actions:
            service_of(self.app).play(self.game, action, secrets.token_urlsafe(16))

    def says(self, *asks: talk.Ask) -> None:
        """Words, by whoever says them."""
        for said in asks:
            service_of(self.app).say(
                self.game, said, secrets.token_urlsafe(16), lambda _members: SEATS, lambda *_: None
            )

    def again(self) -> str:
        """A rematch of the same people; its id."""
        follows = membership_of(self.app).rematch(self.game, {}, self.bank)
        command = OpenTable("first", Options(), NAMES, SHIELDS[: len(NAMES)], FIRST)
        opened = service_of(self.app).open(command, secrets.token_urlsafe(16), self.bank, follows=follows)
        return str(opened.id)

    @property
    def talk(self) -> talk.Talk:
        """What was said in the round."""
        there = membership_of(self.app).look(self.game)
        said: talk.Talk = talk_kept(service_of(self.app).current(self.game), there.room, there.seats)
        return said

    @property
    def stamp(self) -> int:
        """What a page knows that shows all of it."""
        return service_of(self.app).journal.log(self.game).reached().stamp

    @property
    def seq(self) -> int:
        """The number of the latest entry."""
        return int(service_of(self.app).current(self.game).seq)


SIX = ("Aliénor", "Bébert", "Chloé", "Dédé", "Éléonore-Anne", "Fañch")
LAWS = (
    "Les poulets sont de la contrebande ce tour-ci : pas de poulet déclaré, sinon 2 pièces d’or par carte",
    "Pommes déclarées : 1 pièce d’or à chaque Adjoint",
)
"""As people type them."""
RICH = tuple(Goods(zip(GOODS, counts, strict=True)) for counts in STANDS)


def evening(
    app: Flask,
    names: tuple[str, ...] = NAMES,
    purses: tuple[int, ...] = (PURSE,) * len(NAMES),
    stands: tuple[Goods, ...] = RICH,
) -> Evening:
    """The last round but one, nothing booked; everybody has a phone, and one may still come in."""
    command = OpenTable(
        edition="first",
        options=Options(royal_goods=True, timer=True, crowns=True),
        names=names,
        shields=SHIELDS[: len(names)],
        sheriff=FIRST,
        rounds=10,
        round=9,
        purses=purses,
        stands=stands,
    )
    bank = secrets.token_hex(32)
    game = service_of(app).open(command, secrets.token_urlsafe(16), bank).id
    phones = sits_down(app, game, len(names))
    membership_of(app).seen(game, bank)
    membership_of(app).open_door(game)
    return Evening(app, game, bank, phones)


def sits_down(app: Flask, game: str, players: int) -> tuple[str, ...]:
    """A phone for each player, in their order."""
    phones = tuple(secrets.token_hex(32) for _ in range(players))
    for seat, phone in enumerate(phones):
        membership_of(app).take_seat(game, seat, phone)
    return phones


def evening_of_six(app: Flask) -> Evening:
    """The first round of two Deputies, nothing booked; everybody has a phone, and one may still come in."""
    command = OpenTable(
        edition="second",
        options=Options(timer=True, laws=True),
        names=SIX,
        shields=SHIELDS[: len(SIX)],
        sheriff=FIRST,
        deputies=(FIRST, THIRD),
    )
    bank = secrets.token_hex(32)
    game = service_of(app).open(command, secrets.token_urlsafe(16), bank).id
    phones = sits_down(app, game, len(SIX))
    membership_of(app).seen(game, bank)
    membership_of(app).open_door(game)
    return Evening(app, game, bank, phones)


TIED = {
    FIRST: {"apples": 5, "chickens": 2},
    SECOND: {"apples": 3, "cheese": 5},
    THIRD: {"apples": 3, "cheese": 3, "bread": 5},
    FOURTH: {"cheese": 3, "chickens": 4},
    LAST: {"bread": 3, "chickens": 2},
    LAST + 1: {"bread": 3, "chickens": 2},
}
"""Stands of six: each good has a King, and two Queens or three."""


def tie_of_six(app: Flask) -> Evening:
    """The result of six, of whom two have the same total: what decides is told, and who is King and Queen."""
    gold = dict.fromkeys(range(len(SIX)), 100) | {SECOND: 114}
    held = table(app, len(SIX), names=SIX, gold=gold, stands=TIED).plays(EndGame(), CloseCount())
    return Evening(app, held.id, held.bank)


def show(phone: Phone, evening: Evening, *, as_table: bool = True) -> None:
    """This screen becomes the table view, or a phone that only watches."""
    token = secrets.token_urlsafe(32)
    membership_of(evening.app).watch(evening.game, token_hash(token), as_table=as_table)
    _open(phone, evening, token)


def sit(phone: Phone, evening: Evening, seat: int) -> None:
    """This screen becomes a player's phone, in place of another."""
    token, keeper = secrets.token_urlsafe(32), membership_of(evening.app)
    keeper.leave(evening.game, seat)
    keeper.take_seat(evening.game, seat, token_hash(token))
    _open(phone, evening, token)


def _open(phone: Phone, evening: Evening, token: str) -> None:
    phone.page.context.add_cookies([{"name": COOKIE, "value": token, "domain": HOST, "path": "/"}])
    phone.page.goto(f"/g/{evening.game}")


@contextmanager
def stage_of(
    browser: Browser, url: str, evening: Evening, language: str, *, as_table: bool = True, **options: object
) -> Iterator[Phone]:
    """A screen that is the table view, or only watches."""
    phone = open_phone(browser, url, language=LANGUAGES[language], script=True, is_mobile=False, **options)
    show(phone, evening, as_table=as_table)
    yield phone
    phone.page.context.close()
    assert not phone.complaints, "\n".join(phone.complaints)


def catch_up(stage: Phone, evening: Evening) -> None:
    """Wait until the screen shows the table as it is now: a page has the stamp before its board is drawn."""
    expect(stage.page.locator(f"[data-stamp='{evening.stamp}']")).to_be_attached()
    stage.thumb.rest()


def declared(merchant: int, good: str, number: int) -> Declare:
    """What a merchant says."""
    return Declare(merchant, Declaration(good, number))


def gathers(_evening: Evening) -> None:
    """Nothing happened yet."""


def sleep(evening: Evening) -> None:
    """All phones but one are asleep or gone: they were last heard from a while ago."""
    keeper = membership_of(evening.app)
    now = keeper._monotonic  # noqa: SLF001 - the clock of this membership is set
    for phone, silence in zip(evening.phones[1:], cycle((ASLEEP, GONE)), strict=False):
        keeper._monotonic = lambda silence=silence: now() - silence  # type: ignore[misc]  # noqa: SLF001
        keeper.seen(evening.game, phone, asks=True)
    keeper._monotonic = now  # noqa: SLF001
    evening.app.extensions["notifier"].wake(evening.game)


def packs(evening: Evening) -> None:
    """Two of four are ready."""
    membership_of(evening.app).shut_door(evening.game)
    evening.says(*(Declare(seat, Declaration("cheese", 2), in_turn=True) for seat in (THIRD, LAST)))


def lacks_a_phone(evening: Evening) -> None:
    """The last player has not come in yet."""
    membership_of(evening.app).release(evening.game, LAST)


def declares(evening: Evening) -> None:
    """Declarations come."""
    evening.says(declared(SECOND, "chickens", 5), declared(THIRD, "apples", 4))


def all_declare(evening: Evening) -> None:
    """The last two at once, and the first bag is to be decided on."""
    evening.says(Declare(LAST, Declaration("cheese", 5), in_turn=True), declared(FOURTH, "bread", 3))


def offers(evening: Evening) -> None:
    """A bribe with a promise, others that want it open, one that is refused, and a threat; the clock runs."""
    service_of(evening.app).set_clock(evening.game, 150_000, running=True)
    evening.says(
        Threaten(SECOND),
        Propose(SECOND, BRIBE),
        Propose(SECOND, Deal(THIRD, FIRST, 300, decision=Decision.OPENS)),
        Propose(SECOND, Deal(FOURTH, FIRST, 100, decision=Decision.OPENS)),
        Propose(SECOND, Deal(LAST, FIRST, 120, decision=Decision.OPENS)),
    )


def opens(evening: Evening) -> None:
    """The Sheriff opens it, and its cards lie there."""
    decide(evening, SECOND, Decision.OPENS)
    evening.says(TurnOver(SECOND, Goods({"chickens": 1, "bread": 1, "mead": 1, "silk": 1, "crossbow": 1})))


def decide(evening: Evening, merchant: int, decision: Decision) -> None:
    """The Sheriff decides on what was said."""
    game = service_of(evening.app).current(evening.game).game
    evening.says(Decide(merchant, decision, words_of(game, evening.talk, merchant)))


def is_caught(evening: Evening) -> None:
    """The bag is booked."""
    contents = Goods({"chickens": 1, "bread": 1, "mead": 1, "silk": 1, "crossbow": 1})
    evening.plays(OpenBag(SECOND, Declaration("chickens", 5), contents))


def passes(evening: Evening) -> None:
    """A bag passes for gold of everybody and a promise."""
    others = (Deal(giver, FIRST, gold) for giver, gold in ((LAST, 20), (FOURTH, 10), (SECOND, 5)))
    deals = (Deal(THIRD, FIRST, 150, promise=PROMISE), *others)
    bag = PassBag(THIRD, Declaration("apples", 4), Goods({"apples": 1, "face_down": 3}), deals)
    evening.plays(bag)


def is_taken_back(evening: Evening) -> None:
    """The same was a mistake."""
    evening.plays(TakeBack(evening.seq))


def is_honest(evening: Evening) -> None:
    """Two are opened for nothing."""
    passes(evening)
    evening.plays(OpenBag(FOURTH, Declaration("bread", 3), Goods({"bread": 3})))


def pays(evening: Evening) -> None:
    """Gold and goods by hand."""
    evening.plays(
        PassBag(LAST, Declaration("cheese", 5), Goods({"cheese": 5})),
        Pay(THIRD, FOURTH, 77, Goods({"apples": 1}), "a favour that nobody else at this table needs to know"),
    )


def badge(evening: Evening) -> None:
    """The last round begins."""
    evening.plays(PassBadge())


def counts(evening: Evening) -> None:
    """The rounds are over."""
    while (game := service_of(evening.app).current(evening.game).game).stage is Stage.ROUNDS:
        evening.plays(*(SitOut(seat) for seat in game.waiting), PassBadge())


def reveals(evening: Evening) -> None:
    """Many cards at once."""
    evening.plays(RevealContraband(FIRST, Goods({"pepper": 11})))
    evening.plays(RevealContraband(SECOND, Goods({"pepper": 4, "mead": 6})))
    evening.plays(RevealContraband(LAST, Goods({"mead": 10})))
    down = service_of(evening.app).current(evening.game).game.face_down(THIRD)
    kinds = {"crossbow": 1, "pepper": 2, "golden_apples": 1, "rye_bread": 1, "gouda_cheese": 1}
    kinds["silk"] = down - sum(kinds.values())
    evening.plays(RevealContraband(THIRD, Goods(kinds)))


def reveals_a_few(evening: Evening) -> None:
    """Few enough to be turned one by one."""
    kinds = {"silk": 1, "crossbow": 1, "green_apples": 1, "royal_rooster": 1}
    evening.plays(RevealContraband(FOURTH, Goods(kinds)))


def ends(evening: Evening) -> None:
    """The result."""
    evening.plays(CloseCount())


SCENES: tuple[Callable[[Evening], None], ...] = (
    gathers,
    declares,
    all_declare,
    offers,
    opens,
    is_caught,
    passes,
    is_taken_back,
    is_honest,
    pays,
    badge,
    counts,
    reveals,
    reveals_a_few,
    ends,
)


def proclaim(evening: Evening) -> None:
    """Two laws."""
    evening.plays(ProclaimLaws(LAWS))


def declare_at_once(evening: Evening) -> None:
    """The first of them, and with that those who were ready; the clock waits."""
    service_of(evening.app).set_clock(evening.game, 240_000, running=False)
    ready = (Declare(seat, Declaration("chickens", 4), in_turn=True) for seat in (FOURTH, LAST, LAST + 1))
    evening.says(*ready, declared(SECOND, "chickens", 5))


def offer_to_both(evening: Evening) -> None:
    """All have declared; the first offers something to each Deputy, while the clock runs."""
    service_of(evening.app).set_clock(evening.game, 200_000, running=True)
    evening.says(
        *(declared(seat, "apples", 3) for seat in (SECOND, FOURTH, LAST, LAST + 1)),
        Propose(SECOND, Deal(SECOND, FIRST, 10, decision=Decision.PASSES)),
        Propose(SECOND, Deal(SECOND, THIRD, 2, decision=Decision.PASSES)),
    )


def threaten(evening: Evening) -> None:
    """Without a clock and offers what is declared is largest."""
    service_of(evening.app).set_clock(evening.game, 240_000, running=False)
    evening.says(Threaten(FOURTH))


def are_caught(evening: Evening) -> None:
    """Into the Booty."""
    evening.plays(OpenBag(SECOND, Declaration("apples", 3), Goods({"apples": 2, "mead": 1})))


def were_honest(evening: Evening) -> None:
    """Both pay."""
    evening.plays(OpenBag(FOURTH, Declaration("apples", 3), Goods({"apples": 3})))


def pass_for_more(evening: Evening) -> None:
    """Gold, cards and a promise."""
    bribe = Deal(LAST, FIRST, 13, promise="Éléonore-Anne laissera passer Chloé")
    contents = Goods({"apples": 1, "bread": 1, "face_down": 2})
    evening.plays(PassBag(LAST, Declaration("apples", 4), contents, (bribe,)))


def open_alone(evening: Evening) -> None:
    """One of two, and something is paid besides."""
    contents = Goods({"chickens": 1, "silk": 2, "crossbow": 1})
    paid = (Deal(FOURTH, THIRD, 4),)
    evening.plays(OpenBag(LAST + 1, Declaration("chickens", 4), contents, alone=THIRD, deals=paid))


SCENES_OF_SIX: tuple[Callable[[Evening], None], ...] = (
    gathers,
    sleep,
    proclaim,
    declare_at_once,
    offer_to_both,
    are_caught,
    threaten,
    were_honest,
    pass_for_more,
    open_alone,
)
