"""Every kind of command and event of this game: what is asked for, beside what happens then."""

from companion.rules.entries import PutBack, TakeBack
from companion.rules.kinds import Kind
from companion.rules.sheriff import (
    booty,
    cards,
    ending,
    inspection,
    leaving,
    opened,
    passed,
    payments,
    rotation,
    round_laws,
    seating,
    setup,
    switching,
    tally,
)
from companion.rules.sheriff.bases import Begun, Command, Event, Opening
from companion.rules.sheriff.corrected import Correct, EntryCorrected

OPENINGS: tuple[tuple[type[Opening], type[Begun]], ...] = (
    (setup.OpenTable, setup.TableOpened),
    (tally.CountOut, tally.SheetCounted),
)
ACTIONS: tuple[tuple[type[Command], type[Event]], ...] = (
    (passed.PassBag, passed.BagPassed),
    (opened.OpenBag, opened.BagOpened),
    (inspection.SitOut, inspection.SatOut),
    (booty.ShareBooty, booty.BootyShared),
    (rotation.PassBadge, rotation.BadgePassed),
    (rotation.EndGame, rotation.CountBegun),
    (payments.Pay, payments.Paid),
    *cards.TAKINGS,
    (round_laws.ProclaimLaws, round_laws.LawsProclaimed),
    (leaving.Leave, leaving.PlayerLeft),
    (seating.ComeBack, seating.PlayerReturned),
    (seating.Join, seating.PlayerJoined),
    (seating.Rename, seating.Renamed),
    (rotation.SetRounds, rotation.RoundsSet),
    (switching.SetOptions, switching.OptionsSet),
    (rotation.MendSheriff, rotation.SheriffMended),
    (rotation.SkipTurn, rotation.TurnSkipped),
    (ending.RevealContraband, ending.ContrabandRevealed),
    (ending.CheckStand, ending.StandChecked),
    (ending.CountGold, ending.GoldCounted),
    (ending.ChoosePlates, ending.PlatesChosen),
    (ending.CloseCount, ending.CountClosed),
)
COMMANDS = tuple(command for command, _ in ACTIONS)
ASKED: tuple[type[Kind], ...] = (*(opening for opening, _ in OPENINGS), *COMMANDS, Correct)
"""All that is asked for. A correction is decided on the whole log: see `corrections.py`."""
BEGUN = tuple(begun for _, begun in OPENINGS)
HAPPENED: tuple[type[Event], ...] = (*(event for _, event in ACTIONS), EntryCorrected)
"""All that happens once a game has begun."""
Action = Command | TakeBack | PutBack | Correct
"""Whatever can be booked at a table."""
