"""Every event and command of Nottingham: one of each, every field filled, there and back."""

import json
from typing import get_args

import pytest

from companion.codec import VERSION, UnreadableError, codec_of
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
from tests.codec.samples import typed

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
COMMAND_KINDS = {*get_args(commands.Opening), *get_args(commands.Action), commands.NeverHappened}


def test_every_kind_has_its_word_and_its_sample() -> None:
    assert {*CODEC.event_kinds.values()} == {*get_args(events.Event)}
    assert {*CODEC.command_kinds.values()} == COMMAND_KINDS
    assert {word: type(event) for word, event in EVENTS.items()} == CODEC.event_kinds
    assert {word: type(command) for word, command in COMMANDS.items()} == CODEC.command_kinds


@pytest.mark.parametrize("word, event", EVENTS.items(), ids=EVENTS)
def test_an_event_of_every_kind_comes_back_as_it_was(word: str, event: events.Event) -> None:
    line = CODEC.encode_event(event)
    assert "\n" not in line
    assert {"kind": word, "version": VERSION}.items() <= json.loads(line).items()
    back = CODEC.decode_event(line)
    assert typed(back) == typed(event)


def test_a_correction_to_nothing_comes_back_too() -> None:
    event = events.EntryCorrected(4, "", DELIVERED, events.Struck(), 4, MOVES)
    assert CODEC.decode_event(CODEC.encode_event(event)) == event


def test_commands_are_told_apart_by_their_fingerprints() -> None:
    every = [
        *COMMANDS.values(),
        commands.Fulfil(2, "five_of_one"),
        commands.Fulfil(2, "five_of_one", Numbers(30, 24)),
        commands.Correct(4, commands.Deliver(1, "pearls", 6), "Misread"),
    ]
    assert len({CODEC.fingerprint(command) for command in every}) == len(every)


@pytest.mark.parametrize(
    "old, new",
    [('"cards":6', '"cards":"6"'), ('"cards":6', '"cards":6.0'), ('"cards":6', '"cards":6,"more":1')],
)
def test_a_line_of_another_shape_cannot_be_read(old: str, new: str) -> None:
    line = CODEC.encode_event(DELIVERED)
    assert old in line
    with pytest.raises(UnreadableError):
        CODEC.decode_event(line.replace(old, new))
