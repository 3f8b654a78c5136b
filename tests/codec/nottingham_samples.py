"""One event and one command of every kind of Nottingham, every field filled."""

from companion.codec import codec_of
from companion.rules.kinds import EntryPutBack, Kind, PutBack, TakeBack, TakenBack
from companion.rules.ledger import BOX, Goods, Move, stand
from companion.rules.nottingham.box import Numbers
from companion.rules.nottingham.corrections import Correct, EntryCorrected, NeverHappened, Struck
from companion.rules.nottingham.deliveries import Deliver, Delivered
from companion.rules.nottingham.ending import CheckLoot, CloseCount, CountClosed, LootChecked
from companion.rules.nottingham.game import Entry, Options
from companion.rules.nottingham.missions import Fulfil, Fulfilled
from companion.rules.nottingham.ruleset import NOTTINGHAM, Action
from companion.rules.nottingham.scoring import count
from companion.rules.nottingham.seating import (
    ComeBack,
    Leave,
    OpenTable,
    OptionsSet,
    PlayerLeft,
    PlayerReturned,
    Rename,
    Renamed,
    SetOptions,
    TableOpened,
)
from companion.rules.nottingham.sheet import CountOut, CountSheet, SheetCounted
from companion.rules.nottingham.way import (
    CountBegun,
    EndGame,
    GameOver,
    PlayedOn,
    PlayOn,
    StepByHand,
    Stepped,
)
from companion.rules.seats import Presence, Seat

CODEC = codec_of(NOTTINGHAM)
SEATS = (Seat("Ann", "stag"), Seat("Zoé", "swan", Presence.LEFT), Seat("Bo “the Box”", "key", named=False))
OPTIONS = Options(open_sums=True, spaces=10, printed=(2, 3, 4, 5, 6, 7, 8, 2, 3, 4))
FIVE = Numbers(30, 25)
LOOT = (Goods({"pearls": 2, "gold": 1}), Goods(), Goods({"chest": 1}))  # not in the order of their values
FULFILLED = (("five_of_one",), ("five_of_one",), ())
NUMBERS = (("five_of_one", FIVE),)
RESULT = count(LOOT, FULFILLED, dict(NUMBERS))
MOVES = (Move(BOX, stand(1), "pearls", 1), Move(stand(1), stand(2), "five_of_one", 1))
DELIVERED = Delivered(1, "pearls", 6, (0, 0, 2), 10, 5, 6, MOVES)
FULFIL = Fulfilled(2, "five_of_one", FIVE, 25, 6, None, MOVES)

EVENTS: dict[str, Entry] = {
    "nottingham_opened": TableOpened(OPTIONS, SEATS, MOVES),
    "nottingham_counted": SheetCounted(SEATS, NUMBERS, RESULT, MOVES, "bT2c"),
    "delivered": DELIVERED,
    "fulfilled": FULFIL,
    "struck": Struck(),
    "stepped": Stepped(7, 8),
    "played_on": PlayedOn(10),
    "count_begun": CountBegun(early=True),
    "player_left": PlayerLeft(2),
    "player_returned": PlayerReturned(2),
    "renamed": Renamed(1, "Zoé", "Zoë"),
    "options_set": OptionsSet(OPTIONS),
    "loot_checked": LootChecked(1, LOOT[0], MOVES),
    "count_closed": CountClosed(RESULT),
    "entry_corrected": EntryCorrected(4, "Misread", DELIVERED, FULFIL, 6, MOVES),
    "taken_back": TakenBack(17, (0, 2)),
    "put_back": EntryPutBack(18, (2,)),
}
SHEET = CountSheet(("Ann", "Bo", "Cleo"), LOOT, FULFILLED, NUMBERS)
COMMANDS: dict[str, Action | Kind] = {
    "open_table": OpenTable(("Ann", "Bo", "Cleo"), ("stag", "swan", "key"), OPTIONS, (2,)),
    "count_out": CountOut(SHEET, "bT2c"),
    "deliver": Deliver(1, "pearls", 6, (0, 0, 2)),
    "fulfil": Fulfil(2, "five_of_one", FIVE),
    "step_by_hand": StepByHand(),
    "game_over": GameOver(),
    "play_on": PlayOn(),
    "end_game": EndGame(),
    "leave": Leave(2),
    "come_back": ComeBack(2),
    "rename": Rename(1, "Zoë"),
    "set_options": SetOptions(OPTIONS),
    "check_loot": CheckLoot(1, LOOT[0]),
    "close_count": CloseCount(),
    "never_happened": NeverHappened(),
    "correct": Correct(4, NeverHappened(), "Misread"),
    "take_back": TakeBack(17),
    "put_back": PutBack(18),
}
