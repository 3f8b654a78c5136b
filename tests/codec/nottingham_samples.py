"""One event and one command of every kind of Nottingham, every field filled."""

from companion.codec import codec_of
from companion.rules.entries import EntryPutBack, PutBack, TakeBack, TakenBack
from companion.rules.goods import Goods
from companion.rules.ledger import BOX, Move, stand
from companion.rules.nottingham import commands, events
from companion.rules.nottingham.box import Numbers
from companion.rules.nottingham.options import Options
from companion.rules.nottingham.ruleset import NOTTINGHAM
from companion.rules.nottingham.scoring import count
from companion.rules.nottingham.sheet import CountSheet
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
DELIVERED = events.Delivered(1, "pearls", 6, (0, 0, 2), 10, 5, 6, MOVES)
FULFIL = events.Fulfilled(2, "five_of_one", FIVE, 25, 6, None, MOVES)

EVENTS: dict[str, events.Event] = {
    "nottingham_opened": events.TableOpened(OPTIONS, SEATS, MOVES),
    "nottingham_counted": events.SheetCounted(SEATS, NUMBERS, RESULT, MOVES, "bT2c"),
    "delivered": DELIVERED,
    "fulfilled": FULFIL,
    "struck": events.Struck(),
    "stepped": events.Stepped(7, 8),
    "played_on": events.PlayedOn(10),
    "count_begun": events.CountBegun(early=True),
    "player_left": events.PlayerLeft(2),
    "player_returned": events.PlayerReturned(2),
    "renamed": events.Renamed(1, "Zoé", "Zoë"),
    "options_set": events.OptionsSet(OPTIONS),
    "loot_checked": events.LootChecked(1, LOOT[0], MOVES),
    "count_closed": events.CountClosed(RESULT),
    "entry_corrected": events.EntryCorrected(4, "Misread", DELIVERED, FULFIL, 6, MOVES),
    "taken_back": TakenBack(17, (0, 2)),
    "put_back": EntryPutBack(18, (2,)),
}
SHEET = CountSheet(("Ann", "Bo", "Cleo"), LOOT, FULFILLED, NUMBERS)
COMMANDS: dict[str, commands.Action | commands.Opening | commands.NeverHappened] = {
    "open_table": commands.OpenTable(("Ann", "Bo", "Cleo"), ("stag", "swan", "key"), OPTIONS, (2,)),
    "count_out": commands.CountOut(SHEET, "bT2c"),
    "deliver": commands.Deliver(1, "pearls", 6, (0, 0, 2)),
    "fulfil": commands.Fulfil(2, "five_of_one", FIVE),
    "step_by_hand": commands.StepByHand(),
    "game_over": commands.GameOver(),
    "play_on": commands.PlayOn(),
    "end_game": commands.EndGame(),
    "leave": commands.Leave(2),
    "come_back": commands.ComeBack(2),
    "rename": commands.Rename(1, "Zoë"),
    "set_options": commands.SetOptions(OPTIONS),
    "check_loot": commands.CheckLoot(1, LOOT[0]),
    "close_count": commands.CloseCount(),
    "never_happened": commands.NeverHappened(),
    "correct": commands.Correct(4, commands.NeverHappened(), "Misread"),
    "take_back": TakeBack(17),
    "put_back": PutBack(18),
}
