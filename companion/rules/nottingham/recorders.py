"""Who may record what in this game where everybody has a phone: the bank everything, players their own."""

from typing import assert_never

from companion.rules.entries import EntryPutBack, TakenBack
from companion.rules.nottingham import events
from companion.rules.nottingham.commands import Command, Deliver, Fulfil, NeverHappened
from companion.rules.nottingham.corrections import Correctable
from companion.rules.nottingham.events import Event, Struck
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.steps import FACTS, Recorder, Step
from companion.rules.refusals import Refusal
from companion.rules.rights import Actor, Recording, may_record_here, must_be_one_of, records_everything


def may_record(recording: Recording, actor: Actor, game: Game, step: Step) -> Refusal | None:
    """Whether this phone may take a step."""
    if (refusal := may_record_here(recording, actor)) or records_everything(recording, actor):
        return refusal
    return must_be_one_of(actor, _recorders(game, step))


def _recorders(game: Game, step: Step) -> tuple[int, ...]:
    """The seats that record such a step where each records its own: () where the bank does."""
    recorder = FACTS[step.command].recorder
    match recorder:
        case Recorder.SEAT:
            return () if step.seat is None else (step.seat,)
        case Recorder.TABLE:
            return game.here
        case Recorder.BANK:
            return ()
        case _:
            assert_never(recorder)


def may_book(recording: Recording, actor: Actor, game: Game, command: Command) -> Refusal | None:
    """Whether this phone may have this command booked."""
    return may_record(recording, actor, game, Step.of(command))


def may_correct_entry(
    recording: Recording, actor: Actor, was: Event, now: Deliver | Fulfil | NeverHappened | None = None
) -> Refusal | None:
    """Whether this phone may correct an entry and, once `now` is known, in this way: both are its player's.
    What never happened is put right again by the bank.
    """
    if (refusal := may_record_here(recording, actor)) or records_everything(recording, actor):
        return refusal
    if refusal := must_be_one_of(actor, _makers(was) if isinstance(was, Correctable) else ()):
        return refusal
    return must_be_one_of(actor, (now.seat,)) if isinstance(now, Deliver | Fulfil) else None


def owners(before: Game, event: Event) -> tuple[int, ...]:
    """The seats whose own action an entry was; none where it was the bank's."""
    match event:
        case events.Delivered() | events.Fulfilled() | events.Struck():
            return _makers(event)
        case events.EntryCorrected(was=was, now=now):
            return _makers(was) if isinstance(now, Struck) else _both(was, now)
        case events.Stepped() | events.PlayedOn() | events.CountBegun(early=False):
            return before.here
        case events.PlayerLeft(seat) | events.LootChecked(seat) | events.Renamed(seat):
            return (seat,)
        case (
            events.TableOpened()
            | events.SheetCounted()
            | events.CountBegun()
            | events.PlayerReturned()
            | events.OptionsSet()
            | events.CountClosed()
            | TakenBack()
            | EntryPutBack()
        ):
            return ()
        case _:
            assert_never(event)


def _both(was: Correctable, now: Correctable) -> tuple[int, ...]:
    return tuple(seat for seat in _makers(was) if seat in _makers(now))


def _makers(event: Correctable) -> tuple[int, ...]:
    """Whose delivery or mission it was; nobody's if it never happened."""
    return () if isinstance(event, Struck) else (event.seat,)
