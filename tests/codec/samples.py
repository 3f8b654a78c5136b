"""One event and one command of every kind, every field filled; values are compared by their exact types."""

from dataclasses import fields, is_dataclass
from typing import Any

from companion.codec import codec_of
from companion.rules.kinds import EntryPutBack, PutBack, TakeBack, TakenBack
from companion.rules.ledger import BANK, BOX, GOLD, GONE, Goods, Move, extras, purse, stand
from companion.rules.seats import Presence, Seat
from companion.rules.sheriff.bags import Deal, Declaration, Paying, Promise, Raid, Share
from companion.rules.sheriff.booty import BootyShared, ShareBooty
from companion.rules.sheriff.cards.market import MarketCardTaken, TakeMarketCard
from companion.rules.sheriff.cards.orders import FillOrder, OrderFilled
from companion.rules.sheriff.cards.other_cards import OtherCardTaken, TakeOtherCard
from companion.rules.sheriff.debts import Debt, Fine, FineLine
from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.ending import (
    CheckStand,
    ChoosePlates,
    CloseCount,
    ContrabandRevealed,
    CountClosed,
    CountGold,
    GoldCounted,
    PlatesChosen,
    RevealContraband,
    StandChecked,
)
from companion.rules.sheriff.extras import Extra
from companion.rules.sheriff.game import FACE_DOWN, Command, Correct, EntryCorrected, Event, Opening, Twice
from companion.rules.sheriff.inspection import SatOut, SitOut
from companion.rules.sheriff.kinds import Action
from companion.rules.sheriff.leaving import Leave, PlayerLeft
from companion.rules.sheriff.opened import BagOpened, OpenBag
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.passed import BagPassed, PassBag
from companion.rules.sheriff.payments import Paid, Pay
from companion.rules.sheriff.rotation import (
    BadgePassed,
    CountBegun,
    EndGame,
    MendSheriff,
    PassBadge,
    RoundsSet,
    SetRounds,
    SheriffMended,
    SkipTurn,
    TurnSkipped,
)
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.scoring import count
from companion.rules.sheriff.seating import ComeBack, Join, PlayerJoined, PlayerReturned, Rename, Renamed
from companion.rules.sheriff.setup import OpenTable, TableOpened
from companion.rules.sheriff.sheet import CountSheet
from companion.rules.sheriff.switching import OptionsSet, SetOptions
from companion.rules.sheriff.talk import Proposal, ProposalState, Talk
from companion.rules.sheriff.tally import CountOut, SheetCounted
from tests.kinds.subjects import subjects

CODEC = codec_of(SHERIFF)
SEATS = (Seat("Ann", "leaf"), Seat("Zoé", "stag", Presence.LEFT), Seat("Bo “the Box”", "key"))
OPTIONS = Options(royal_goods=True, promo=Goods({"feast_plate": 2}), timer=True, black_market=True, laws=True)
BAG = Declaration("apples", 3)
INSIDE = Goods({"silk": 1, "apples": 2})  # not in the order of the alphabet
DEAL = Deal(1, 0, 7, Goods({"mead": 1}), Goods({"apples": 1}), "Lunch, “soon”")
PLATES = ((), ("cheese",), ())
STANDS = (Goods({"apples": 3}), Goods({"feast_plate": 1, "cheese": 2}), Goods({"silk": 2}))
EXTRAS = ((), (Extra("black_market:silk", 34),), (Extra("other:Little: John", 9),))
RESULT = count(edition("first"), STANDS, (5, 9, 0), PLATES, extras=EXTRAS)
MOVES = (
    Move(BANK, purse(0), GOLD, 50),
    Move(BOX, stand(1), FACE_DOWN, 2),
    Move(stand(1), stand(2), "silk", 1),
)
EXTRA_MOVES = (
    Move(stand(1), GONE, "silk", 3),
    Move(BOX, extras(1), "black_market:silk:34", 1),
    Move(BOX, extras(2), "other:Little: John:9", 1),
)
PASSED = BagPassed(
    merchant=1,
    sheriff=2,
    declaration=BAG,
    contents=INSIDE,
    deals=(DEAL,),
    raids=(Raid(2, "apples", 2),),
    moves=MOVES,
    there=Goods({"silk": 1}),
    deputies=(0, 2),
    alone=2,
)
FINE = Fine(1, 0, (FineLine("silk", 1, 4), FineLine("cheese", 2, 2)), 5)
DEBT = Debt(3, Goods({"silk": 1}), Goods({"cheese": 2}), discarded=True, forgiven=1)
OPENED = BagOpened(
    merchant=1,
    sheriff=0,
    declaration=BAG,
    contents=INSIDE,
    deals=(DEAL,),
    let_in=Goods({"apples": 2}),
    confiscated=Goods({"silk": 1}),
    to_hand=Goods(),
    fine=FINE,
    debt=DEBT,
    moves=MOVES,
    deputies=(0, 2),
    alone=2,
    other_fine=Fine(2, None, ()),
    other_debt=DEBT,
    keeper=2,
)
PAID = Paid(None, 2, 5, Goods({"mead": 1}), "A bet", MOVES, 2, Goods({"apples": 1}))

EVENTS: dict[str, Any] = {
    "table_opened": TableOpened(
        "first",
        OPTIONS,
        SEATS,
        2,
        drawn=True,
        round=1,
        badge_order=(0, 1),
        moves=MOVES,
        deputies=(2, 1),
        served=(0,),
        rounds=9,
    ),
    "sheet_counted": SheetCounted("second", OPTIONS, SEATS, 0, PLATES, RESULT, MOVES, "bT2c"),
    "bag_passed": PASSED,
    "bag_opened": OPENED,
    "sat_out": SatOut(1),
    "booty_shared": BootyShared((0, 2), (Share(6, INSIDE), Share(0, Goods())), 1, Goods({"mead": 1}), MOVES),
    "badge_passed": BadgePassed(1, 2, deputies=(1, 0), drawn=True),
    "count_begun": CountBegun((2, 2, 1), early=True, absent=(1, 2)),
    "paid": PAID,
    "market_card_taken": MarketCardTaken(1, "silk", 34, Goods({"silk": 2}), EXTRA_MOVES),
    "order_filled": OrderFilled(1, "apples", "silk", 6, Goods({"silk": 1}), EXTRA_MOVES),
    "other_card_taken": OtherCardTaken(2, "Little: John", 9, EXTRA_MOVES),
    "player_left": PlayerLeft(
        2,
        counts=False,
        sheriff=0,
        badge_order=(1, 0),
        moves=MOVES,
        turns=(1, 0, 0),
        lapsed=(Promise(1, 2, 0, "Lunch"),),
        deputies=(0, 1),
        heir=1,
    ),
    "player_returned": PlayerReturned(1, 50, (1, 0), MOVES),
    "player_joined": PlayerJoined(
        3, "Dov", "bell", after=0, gold=50, sits_out=True, badge_order=(3, 1), moves=MOVES
    ),
    "rounds_set": RoundsSet(6, (1, 2)),
    "renamed": Renamed(1, "Zoé", "Zoë"),
    "options_set": OptionsSet(OPTIONS),
    "sheriff_mended": SheriffMended(1, 1, (2, 0), deputies=(1, 2)),
    "turn_skipped": TurnSkipped(0, 1, (2, 0)),
    "contraband_revealed": ContrabandRevealed(1, Goods({"silk": 2}), MOVES),
    "stand_checked": StandChecked(1, INSIDE, MOVES),
    "gold_counted": GoldCounted(2, 31, MOVES),
    "plates_chosen": PlatesChosen(1, ("cheese", "apples")),
    "count_closed": CountClosed(RESULT),
    "taken_back": TakenBack(17, (0, 2)),
    "put_back": EntryPutBack(18, (2,)),
    "entry_corrected": EntryCorrected(
        4, 1, "Misread", PASSED, OPENED, MOVES, (Twice(1, INSIDE),), Goods({"gold": 14}), (2,)
    ),
}
COPIES = Goods({"feast_plate": 2})
SHEET = CountSheet("first", 1, ("Ann", "Bo", "Cleo"), (5, 9, 0), STANDS, PLATES, COPIES, EXTRAS)
PASS = PassBag(1, BAG, INSIDE, (DEAL,), (Raid(2, "apples", 2),), Goods({"silk": 1}), alone=0)
OPEN = OpenBag(
    1,
    BAG,
    INSIDE,
    (DEAL,),
    Goods({"silk": 1}),
    Goods({"cheese": 2}),
    discarded=True,
    fine=5,
    alone=2,
    other=Paying(Goods({"silk": 1}), Goods({"cheese": 2}), discarded=True),
    keeper=2,
)
Asked = Action | Opening
COMMANDS: dict[str, Asked] = {
    "open_table": OpenTable("first", OPTIONS, ("Ann", "Bo", "Cleo"), ("leaf", "stag", "key"), 2),
    "count_out": CountOut(SHEET),
    "pass_bag": PASS,
    "open_bag": OPEN,
    "sit_out": SitOut(1),
    "share_booty": ShareBooty((Share(6, INSIDE), Share(0, Goods()))),
    "pass_badge": PassBadge((1, 0), drawn=True),
    "pay": Pay(None, 2, 5, Goods({"mead": 1}), "A bet", 2, Goods({"apples": 1})),
    "take_market_card": TakeMarketCard(1, "silk", 34),
    "fill_order": FillOrder(1, "apples", "silk", 6),
    "take_other_card": TakeOtherCard(2, "Little: John", 9),
    "leave": Leave(2, counts=True, heir=1),
    "come_back": ComeBack(1, 2, 50, after=0),
    "join": Join("Dov", 0, 2, 50),
    "set_rounds": SetRounds(6),
    "rename": Rename(1, "Zoë"),
    "set_options": SetOptions(OPTIONS),
    "mend_sheriff": MendSheriff(1, (1, 2)),
    "skip_turn": SkipTurn(0),
    "end_game": EndGame(no_more_bags=True),
    "reveal_contraband": RevealContraband(1, Goods({"silk": 2})),
    "check_stand": CheckStand(1, INSIDE),
    "count_gold": CountGold(2, 31),
    "choose_plates": ChoosePlates(1, ("cheese", "apples")),
    "close_count": CloseCount(),
    "take_back": TakeBack(17),
    "put_back": PutBack(18),
    "correct": Correct(4, OPEN, "Misread"),
}


TALK = Talk(
    3,
    {2: BAG, 0: Declaration("cheese", 1)},  # in the order they were made
    2,
    (
        Proposal(3001, 2, DEAL),
        Proposal(3002, 0, Deal(0, 2, promise="Lunch"), ProposalState.REFUSED, changes=2),
    ),
    (Promise(3, 1, 0, "Open Guy’s bag"),),
    ("one-tap", "another"),
    ("offered", 3001),
)


def typed(value: object) -> object:
    """The value with the exact type of everything in it, and goods in their order: True is not 1 here."""
    if is_dataclass(value) and not isinstance(value, type):
        return type(value), tuple(typed(getattr(value, field.name)) for field in fields(value))
    if isinstance(value, Goods):
        return Goods, tuple((typed(word), typed(number)) for word, number in value.items())
    if isinstance(value, tuple):
        return tuple, tuple(typed(part) for part in value)
    if isinstance(value, dict):
        return dict, tuple((typed(key), typed(part)) for key, part in value.items())
    return type(value), value


for module in subjects():
    EVENTS |= {sample.word: sample for sample in module.SAMPLES if isinstance(sample, Event)}
    COMMANDS |= {sample.word: sample for sample in module.SAMPLES if isinstance(sample, Command)}
