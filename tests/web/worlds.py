"""Two worlds that differ in one secret alone: the same evening played twice, with other notes of Bo's bags.

Dice and clocks are fixed, so that the same requests get the same responses; app and database are real.
"""

import base64
import logging
import os
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from http import HTTPStatus
from itertools import islice
from random import Random

import pytest
from flask import Flask
from werkzeug import http

from companion.groups import Groups
from companion.rules.evenings import spelling
from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.cards.market import TakeMarketCard
from companion.rules.sheriff.declaring import Declare, next_speaker
from companion.rules.sheriff.deputies import next_pairs
from companion.rules.sheriff.ending import CloseCount, RevealContraband
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.options import MOST_PLAYERS
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.rotation import EndGame, PassBadge
from companion.rules.sheriff.switching import EXPANSIONS, SetOptions, with_switches
from companion.rules.sheriff.talk import silence
from companion.web.http import limits
from companion.web.token import token_hash
from tests.rules.given import BO, CLEO, NAMES, command_for, opened
from tests.web.conftest import made_in
from tests.web.phone import Page, Phone
from tests.web.routes import GETS, ID, LETTING_GO, PLACES, POSTS, STREAM, address
from tests.web.stored import membership_of, service_of

NOW = 1_700_000_000_000_000_000  # nanoseconds since 1970
ROLES = ("stranger", "other bank", "released", "watcher", "table view", "merchant", "sheriff", "bank")
ASKED: Sequence[dict[str, str]] = (
    {},
    {},
    {"HX-Request": "true"},
    {"If-None-Match": "*"},
    {"Range": "bytes=0-99"},
)
FIRST_EVENTS = 2
PASSING = 0.7  # of the bags
BY_BUTTON = 0.6  # of the decisions
UNREADY = 0.4  # of the merchants who could declare before their turn


class Luck:
    """The dice of both worlds: they fall alike after they were told the same."""

    def __init__(self) -> None:
        self.random = Random(0)  # noqa: S311 - to be foreseen is what it is for

    def seed(self, *told: object) -> None:
        """Start again."""
        self.random.seed(repr(told))

    def token(self, size: int = 32) -> str:
        """As `secrets.token_urlsafe`."""
        return base64.urlsafe_b64encode(self.random.randbytes(size)).rstrip(b"=").decode()


class Noon(datetime):
    """A date that is always the same."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "Noon":
        """It is now."""
        return cls.fromtimestamp(NOW / 1e9, tz)


@contextmanager
def stopped(luck: Luck) -> Iterator[None]:
    """No time goes by, and nothing falls but the dice of this luck."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_urlsafe", luck.token)
        patch.setattr(secrets, "choice", luck.random.choice)
        patch.setattr(os, "urandom", luck.random.randbytes)
        patch.setattr(http, "datetime", Noon)  # a cookie's end is told as a date
        patch.setattr(time, "time", lambda: NOW / 1e9)
        patch.setattr(time, "time_ns", lambda: NOW)
        patch.setattr(time, "clock_gettime_ns", lambda _clock: NOW)
        yield


@dataclass(frozen=True)
class Answer:
    """All that somebody was sent, and what the program wrote down meanwhile."""

    role: str
    route: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    written: tuple[str, ...]


class Records(logging.Handler):
    """Everything the program writes down."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())

    def taken(self) -> tuple[str, ...]:
        """What came since the last time."""
        lines, self.lines = self.lines, []
        return tuple(lines)


@dataclass
class World:
    """One of the two: its app, its evening, Bo's phone, everybody else's, and what they were sent."""

    app: Flask
    luck: Luck
    number: int
    seed: int
    game: str = ""
    group: str = PLACES["<group>"]
    bo: Phone = field(init=False)
    phones: dict[str, Phone] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)
    said: Declaration = field(init=False)

    def __post_init__(self) -> None:
        self.luck.seed(self.seed)
        self.dice = Random(self.seed)  # noqa: S311 - what everybody may know
        self.secret = Random(f"{self.seed} {self.number}")  # noqa: S311 - what Bo alone knows
        limits.install(self.app)
        self.records = Records()

    def phone(self, name: str, language: str = "") -> Phone:
        """A phone with a token of its own."""
        phone = Phone(self.app, language or self.dice.choice(("en", "fr")))
        phone.client.set_cookie("phone", self.token(name), domain="table.lan")
        phone.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{len(self.phones)}"
        return phone

    def token(self, name: str) -> str:
        """A phone's token."""
        return f"{name.replace(' ', '-')}-{self.seed}-".ljust(43, "x")

    def sits_down(self) -> None:
        """A table of three to six with a phone in every role; Bo's phone may have Cleo's seat as well. Of six
        the first and the last are Deputies.
        """
        players = self.dice.randint(3, 6)
        opening = replace(command_for(players), deputies=(0, 5) if players > MOST_PLAYERS else ())
        service, keeper = service_of(self.app), membership_of(self.app)
        hashes = {name: token_hash(self.token(name)) for name in (*ROLES, "bo")}
        service.open(opening, "another", hashes["other bank"])
        self.game = service.open(opening, "opened", hashes["bank"]).id
        keeper.may_record(self.game, self.dice.choice(("everybody", "own", "bank")))
        keeper.take_seat(self.game, CLEO, hashes["released"])
        keeper.release(self.game, CLEO)
        keeper.take_seat(self.game, BO, hashes["bo"])
        keeper.take_seat(self.game, 0, hashes["sheriff"])
        keeper.take_seat(self.game, CLEO, hashes[self.dice.choice(("merchant", "merchant", "bo"))])
        keeper.watch(self.game, hashes["watcher"])
        keeper.watch(self.game, hashes["table view"], as_table=True)
        if players > CLEO + 1:
            keeper.take_seat(self.game, CLEO + 1, hashes["merchant"])
        self.bo = self.phone("bo", "en")
        self.phones = {role: Phone(self.app) if role == "stranger" else self.phone(role) for role in ROLES}

    @property
    def table(self) -> Game:
        """The game as it is."""
        game: Game = service_of(self.app).current(self.game).game
        return game

    def plays(self, *, whole: bool) -> None:
        """Bags of a round, or of a part of it; Bo's pass with something face down."""
        service, waiting = service_of(self.app), list(self.table.waiting)
        for seat in waiting if whole else waiting[: self.dice.randint(0, len(waiting))]:
            number = self.dice.randint(2, 4)
            down = self.dice.randint(1, number) if seat == BO else 0
            inside = Goods({"apples": number - down, "face_down": down})
            bag = PassBag(seat, Declaration("apples", number), inside)
            is_kept = seat == BO or self.dice.random() < PASSING
            command = bag if is_kept else opened(seat, "cheese", 1)
            service.play(self.game, command, f"bag {self.table.round} {seat}")
        if whole:
            following = next(iter(next_pairs(self.table)), ())
            service.play(self.game, PassBadge(following), f"badge {self.table.round}")

    def notes(self, noted: Iterable[tuple[int, Goods]] = ()) -> None:
        """Bo notes: what this world has, from nothing at all to several rounds, changed and dropped again.
        That Bo's phone is there, everybody may know.
        """
        self.bo.send("GET", f"/g/{self.game}")
        mine = list(noted) or [self._noted() for _ in range(self.secret.randint(0, 4))]
        for number, goods in mine:
            self.keeps(self.bo, BO, number, goods)
        self.answers.append(Answer("", "the program's own log", 0, (), b"", self.records.taken()))
        self.luck.seed(self.seed, len(self.answers))  # Bo's pages took their own dice

    def keeps(self, phone: Phone, seat: int, number: int, goods: Goods) -> Page:
        """A note is sent as its page sends it."""
        fields = [(f"in-{word}", str(count)) for word, count in goods.items()]
        tokens = [("csrf_token", phone.token), ("action_id", ID), ("round", str(number))]
        return phone.send("POST", f"/g/{self.game}/seats/{seat}/bag", tokens + fields)

    def _noted(self) -> tuple[int, Goods]:
        words = self.secret.sample(self.table.goods_in_play, self.secret.randint(0, 3))
        goods = Goods({word: self.secret.randint(1, 3) for word in words})
        return self.secret.randint(0, self.table.round + 1), goods

    def ask(self, role: str, route: str) -> None:
        """Somebody else asks, and everything about the response is kept."""
        phone, method = self.phones[role], route.split(maxsplit=1)[0]
        headers = self.dice.choice(ASKED)
        fields = [("csrf_token", phone.token), ("action_id", ID)] if route in POSTS else []
        path = address(route, self.game).replace(PLACES["<group>"], self.group)
        path = path.replace(PLACES["<person>"], spelling(NAMES[BO]))
        self.hears(role, route, phone.send(method, path, fields, headers))

    def hears(self, role: str, route: str, page: Page) -> None:
        """Keep a response, or the beginning of a stream."""
        if route == STREAM:
            body = b"".join(islice(page.answer.iter_encoded(), FIRST_EVENTS))
        else:
            body = page.answer.get_data()
        page.answer.close()
        sent = tuple(page.answer.headers)
        self.answers.append(Answer(role, route, page.status, sent, body, self.records.taken()))

    def ask_around(self, routes: Sequence[str], *, everything: bool) -> None:
        """Every route is asked by somebody, or by everybody; and the Sheriff notes what may be too much."""
        for route in (route for route in routes if route not in LETTING_GO):
            for role in ROLES if everything else (self.dice.choice(ROLES),):
                self.ask(role, route)
        path = f"/g/{self.game}/seats/0/bag"
        self.hears("sheriff", "the own bag", self.phones["sheriff"].send("GET", path, headers={"Held": "1"}))
        noted = self.keeps(self.phones["sheriff"], 0, 1, Goods({"crossbow": 5}))
        self.hears("sheriff", "the own note", noted)

    def looks_around(self) -> None:
        """Every page is opened by somebody."""
        for route in GETS:
            self.ask(self.dice.choice(ROLES), route)

    def declares(self) -> None:
        """All say apples in their turn, which both worlds hear: on the board nobody decides before that."""
        keeper = membership_of(self.app)
        keeper.may_record(self.game, self.dice.choice(("everybody", "own")))
        there, self.said = keeper.look(self.game).seats, Declaration("apples", self.dice.randint(2, 5))
        for seat in self.table.waiting:
            ask = Declare(seat, self.said)
            service_of(self.app).say(self.game, ask, f"said {seat}", lambda _members: there, lambda *_: None)

    def packs(self) -> None:
        """Bo's bag has the same apples in both worlds, and in each other contraband."""
        apples = self.dice.randint(0, self.said.number - 1)
        hidden = self.secret.choices(self.table.contraband, k=self.said.number - apples)
        inside = sum((Goods({word: 1}) for word in hidden), Goods({"apples": apples}))
        self.notes([(self.table.round, inside)])

    def may_not_decide(self) -> None:
        """The Sheriff decides on what was said long ago, and on gold that Bo does not have."""
        sheriff, tokens = self.phones["sheriff"], [("action_id", ID)]
        stale = [("decision", self.dice.choice(("passed", "opened"))), ("on", "bread-1")]
        sheet = [("seat", str(BO)), ("good", self.said.good), ("number", str(self.said.number))]
        poor = [*sheet, ("deal-0-gold", "99")]
        asked = [(f"decisions/{BO}", stale), ("passes", poor), ("inspections", poor)]
        for path, fields in (
            asked[:2] if self.table.deputies else asked
        ):  # opening leaves their bribes out (E11)
            sent = [("csrf_token", sheriff.token), *tokens, *fields]
            page = sheriff.send("POST", f"/g/{self.game}/{path}", sent)
            assert page.status == HTTPStatus.UNPROCESSABLE_ENTITY
            self.hears("sheriff", path, page)

    def passes(self) -> None:
        """The Sheriff lets Bo's bag pass, by the board's button or on its sheet."""
        sheriff, path = self.phones["sheriff"], f"/g/{self.game}"
        if self.dice.random() < BY_BUTTON:
            form = sheriff.open(path).form_to(f"/decisions/{BO}")
            self.hears("sheriff", "the decision", sheriff.submit(form, {}, form.buttons[0]))
            return
        form = sheriff.open(f"{path}/bags/{BO}").form_to("/passes")
        button = next(one for one in form.buttons if "verdict-passes" in one.get("class"))
        self.hears("sheriff", "the sheet", sheriff.submit(form, {}, button))

    def trades(self) -> None:
        """In both worlds Bo's bag passes with three Pepper, which the others learn when he takes a card for
        them, and in each with another fourth card.
        """
        service, now = service_of(self.app), self.table
        options = with_switches(now.options, now.options.promo, EXPANSIONS)
        service.play(self.game, SetOptions(options), "everything")
        fourth = self.secret.choice(("mead", "silk", "crossbow"))
        self.notes([(now.round, Goods({"apples": 1, "pepper": 3}) + {fourth: 1})])
        inside = Goods({"apples": 1, "face_down": 4})
        service.play(self.game, PassBag(BO, Declaration("apples", 5), inside), "bag")
        self.looks_around()
        self.ask("bank", "GET /g/<game>/extras/<int:seat>")
        service.play(self.game, TakeMarketCard(BO, "pepper", 30), "card")
        assert self.table.face_down(BO) == 1

    def gets_ready(self) -> None:
        """Bo may be ready to declare once those have who come first (T4): that is seen, and in each world
        something else.
        """
        table = self.table
        there = membership_of(self.app).look(self.game).seats
        first = next_speaker(table, silence(table), there)
        if first is None or first == BO or BO not in table.waiting:
            return
        if self.dice.random() < UNREADY:
            return
        said = Declaration(self.secret.choice(table.legal_goods), self.secret.randint(1, 5))
        ask = Declare(BO, said, in_turn=True)
        service_of(self.app).say(self.game, ask, "ready", lambda _members: there, lambda *_: None)

    def is_kept(self) -> None:
        """The bank keeps the evening for a group, which who watches reads."""
        groups: Groups = self.app.extensions["groups"]
        bank, watcher = (token_hash(self.token(role)) for role in ("bank", "watcher"))
        self.group = groups.open(self.game, bank, by="")
        groups.come_in(self.group, groups.read(self.group, bank).record.secret, watcher)

    def comes_to_the_end(self) -> None:
        """The count begins, or all is turned over and the result stands."""
        service, stage = service_of(self.app), self.dice.random()
        if stage < 0.4:
            self.ends()
        if stage < 0.2:
            if down := self.table.face_down(BO):
                service.play(self.game, RevealContraband(BO, Goods({"mead": down})), "turned over")
            service.play(self.game, CloseCount(), "closed")

    def ends(self) -> None:
        """Who has not brought a bag sits out, and the game ends."""
        service = service_of(self.app)
        for merchant in self.table.waiting:
            service.play(self.game, SitOut(merchant), f"{merchant} sits out")
        service.play(self.game, EndGame(), "the end")

    def takes_the_seat(self) -> None:
        """The bank opens Bo's seat and sits down there."""
        keeper = membership_of(self.app)
        keeper.release(self.game, BO)
        keeper.take_seat(self.game, BO, token_hash(self.token("bank")))
        for route in ("GET /g/<game>/seats/<int:seat>/bag", "GET /g/<game>/reveal/<int:seat>"):
            self.ask("bank", route)
        path = f"/g/{self.game}/seats/{BO}/bag"
        self.hears("bank", "the own bag", self.phones["bank"].send("GET", path, headers={"Held": "1"}))

    def lets_go(self) -> None:
        """A phone is forgotten, the evening deleted; then all ask for it."""
        self.ask(self.dice.choice(ROLES), "POST /forgotten")
        for route in ("GET /g/<game>/deletion", "POST /g/<game>/deletion", "GET /g/<game>"):
            for role in ROLES:
                self.ask(role, route)


@contextmanager
def recorded(world: World) -> Iterator[None]:
    """People sit down in a world whose program writes down what it does."""
    logging.getLogger().addHandler(world.records)
    try:
        with stopped(world.luck):
            world.sits_down()
            yield
    finally:
        logging.getLogger().removeHandler(world.records)


def inspection(world: World) -> list[Answer]:
    """A bag that is declared, noted, let pass by its note and counted, up to the reveal."""
    with recorded(world):
        world.declares()
        world.notes()
        world.looks_around()
        world.may_not_decide()
        world.packs()
        world.looks_around()
        world.passes()
        assert BO not in world.table.waiting
        world.looks_around()
        world.ends()
        world.looks_around()
    return world.answers


def market(world: World) -> list[Answer]:
    """Three cards are told for one of the Black Market, and no others (E20)."""
    with recorded(world):
        world.trades()
        world.looks_around()
        world.ask("bank", "GET /g/<game>/extras/<int:seat>")
        world.ends()
        world.looks_around()
    return world.answers


def evening(
    world: World, routes: Sequence[str] = (*GETS, *POSTS), *, everything: bool = False
) -> list[Answer]:
    """One evening, with notes before, between and while others ask; it may have come to the count."""
    with recorded(world):
        world.notes()
        for _ in range(world.dice.randint(0, 2)):
            world.plays(whole=True)
        world.notes()
        world.plays(whole=False)
        world.ask("merchant", "GET /g/<game>")
        world.notes()
        world.gets_ready()
        world.comes_to_the_end()
        world.is_kept()
        world.ask_around(routes, everything=everything)
        world.takes_the_seat()
        if {*LETTING_GO} <= {*routes}:
            world.lets_go()
    return world.answers


def differences(one: Sequence[Answer], other: Sequence[Answer]) -> list[str]:
    """Where two worlds can be told apart by somebody who is not Bo."""
    assert len(one) == len(other)
    return [f"{left.role}: {left.route}" for left, right in zip(one, other, strict=True) if left != right]


Worlds = tuple[Flask, Flask]
Played = Callable[[World], list[Answer]]


def two_worlds(made: pytest.TempPathFactory) -> Worlds:
    """The app twice, with a database each. What was noted before in one is still there."""
    one, other = (made_in(made.mktemp("world"), SECRET_KEY="the same in both worlds " * 3) for _ in range(2))
    return one, other


def told_apart(worlds: Worlds, seed: int, played: Played = evening) -> list[str]:
    """How two evenings differ for anybody but Bo."""
    luck = Luck()
    one, other = (played(World(app, luck, number, seed)) for number, app in enumerate(worlds))
    return differences(one, other)
