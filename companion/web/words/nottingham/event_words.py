"""Events as the log tells them, one row for each kind: its icon, and what happened in a sentence."""

from typing import assert_never

from markupsafe import Markup, escape

from companion.rules.entries import EntryPutBack, TakenBack
from companion.rules.nottingham import events
from companion.rules.nottingham.events import Event
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.words.nottingham.sentences import Words
from companion.web.words.people import say
from companion.web.words.undoing import Report, undoing


def report(  # noqa: C901, PLR0911, PLR0912 - a case for each event
    words: Words, event: Event, undone: Event | None = None
) -> Report:
    """What happened; `undone` is the event that was taken back, or put back."""
    match event:
        case events.TableOpened():
            return Report("ui-seat", escape(_("The table opens.")))
        case events.SheetCounted():
            said = say(_("Counted from a sheet. %(outcome)s"), outcome=outcome(words, event.result.winners))
            return Report("crown", said)
        case events.Delivered():
            return Report("ambush" if event.is_called_off else "loot", words.booked(event))
        case events.Fulfilled():
            return Report(event.mission, words.booked(event))
        case events.Struck():
            return Report("ui-close", words.booked(event))
        case events.Stepped():
            said = say(_("The Sheriff moves by hand, to space %(space)s."), space=event.step)
            return Report("sheriff-way", said)
        case events.PlayedOn():
            return Report("sheriff-way", escape(_("The game is not over yet.")))
        case events.CountBegun():
            return Report(
                "ui-flag", escape(_("The game ends here.") if event.early else _("The game is over."))
            )
        case events.PlayerLeft():
            sentence = _("%(name)s goes home, and stays in the count.")
            return Report("ui-leave", say(sentence, name=words.name(event.seat)))
        case events.PlayerReturned():
            return Report("ui-seat", say(_("%(name)s is back."), name=words.name(event.seat)))
        case events.Renamed():
            return Report("ui-pencil", _renamed(words, event))
        case events.OptionsSet():
            return Report("ui-cards", _options_set(event))
        case events.LootChecked():
            sentence = _("%(name)s’s loot was put right by the real cards.")
            return Report("ui-check", say(sentence, name=words.name(event.seat)))
        case events.CountClosed():
            return Report("crown", outcome(words, event.result.winners))
        case TakenBack() | EntryPutBack():
            return undoing(words.names, event, _short(words, undone))
        case events.EntryCorrected():
            return Report("ui-pencil", words.corrected(event))
        case _:
            assert_never(event)


def _renamed(words: Words, event: events.Renamed) -> Markup:
    if not event.was:
        return say(_("%(name)s sits down."), name=words.called(event.name))
    sentence = _("%(was)s is now called %(name)s.")
    return say(sentence, was=words.called(event.was), name=words.called(event.name))


def _options_set(event: events.OptionsSet) -> Markup:
    seen = _("Sums are open, and the way has %(spaces)s spaces.")
    hidden = _("Sums are covered, and the way has %(spaces)s spaces.")
    return say(seen if event.options.open_sums else hidden, spaces=event.options.spaces)


def _short(words: Words, event: Event | None) -> Markup:
    """An entry by its name, where it has one."""
    match event:
        case None:
            return Markup()
        case events.Delivered():
            return say(_("%(name)s’s delivery"), name=words.name(event.seat))
        case events.Fulfilled():
            return say(_("%(name)s’s mission"), name=words.name(event.seat))
        case events.EntryCorrected():
            told = event.was if isinstance(event.now, events.Struck) else event.now
            return say(_("the correction of %(what)s"), what=_short(words, told))
        case events.CountClosed():
            return escape(_("the result"))
        case _:
            return report(words, event).sentence


def outcome(words: Words, winners: tuple[int, ...]) -> Markup:
    """Who wins."""
    sentence = ngettext("%(names)s wins.", "%(names)s share the victory.", len(winners), names="%(names)s")
    return say(sentence, names=words.names(winners))
