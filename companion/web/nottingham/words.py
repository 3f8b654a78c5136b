"""Sentences of the game in the reader's language, and what an entry says in the log."""

from collections import Counter

from markupsafe import Markup, escape

from companion.rules.kinds import EntryPutBack, TakenBack
from companion.rules.nottingham.corrections import EntryCorrected, Struck
from companion.rules.nottingham.deliveries import Delivered
from companion.rules.nottingham.ending import CountClosed, LootChecked
from companion.rules.nottingham.game import Correctable, Entry
from companion.rules.nottingham.missions import Fulfilled
from companion.rules.nottingham.seating import OptionsSet, PlayerLeft, PlayerReturned, Renamed, TableOpened
from companion.rules.nottingham.sheet import SheetCounted
from companion.rules.nottingham.way import CountBegun, PlayedOn, Stepped
from companion.rules.refusals import Refusal
from companion.web.http.language import gettext as _
from companion.web.nottingham.glossary import is_item, is_mission, item_name, items_of, mission_name
from companion.web.parts import People, joined, say, series
from companion.web.undone import Report, undoing


class Words(People):
    """Makes sentences about one table, with the names that its players have now."""

    def refusal(self, refusal: Refusal, me: int | None = None, **values: object) -> Markup:
        """A refusal as a sentence, with names, objects and missions as the table calls them."""
        said = {key: _known(value) for key, value in refusal.values.items() if key in {"item", "mission"}}
        entry = refusal.values.get("entry")
        if isinstance(entry, Correctable):
            said["entry"] = self.booked(entry)
        return super().refusal(refusal, me, **{**said, **values})

    def booked(self, event: Correctable) -> Markup:
        """A delivery or a mission in one sentence."""
        match event:
            case Delivered():
                return self._delivered(event)
            case Fulfilled():
                return self._fulfilled(event)
            case _:
                return escape(_("This never happened."))

    def _delivered(self, event: Delivered) -> Markup:
        values = {
            "name": self.name(event.seat),
            "cards": items_of(event.item, event.cards),
            "value": event.value,
            "others": self.ambushers(event),
        }
        if event.is_called_off:
            return say(
                _("%(name)s wants to deliver %(cards)s: ambushed by %(others)s, called off."), **values
            )
        if event.ambushers:
            sentence = _("%(name)s delivers %(cards)s, ambushed by %(others)s, and keeps one, %(value)s.")
            return say(sentence, **values)
        return say(_("%(name)s delivers %(cards)s and keeps one, %(value)s."), **values)

    def ambushers(self, event: Delivered) -> Markup:
        """Who lay in ambush, and how often, if that is more than once."""
        return series(self._times(*each) for each in Counter(event.ambushers).items())

    def _times(self, seat: int, number: int) -> Markup:
        name = self.name(seat)
        return name if number == 1 else say(_("%(name)s ×%(number)s"), name=name, number=number)

    def _fulfilled(self, event: Fulfilled) -> Markup:
        values = {
            "name": self.name(event.seat),
            "mission": mission_name(event.mission),
            "each": event.each,
        }
        alone = _("%(name)s fulfils a mission, %(mission)s: %(each)s.")
        shared = _("%(name)s fulfils a mission as well, %(mission)s: %(each)s each.")
        return say(shared if is_shared(event) else alone, **values)

    def struck(self, was: Correctable) -> Markup:
        """That an entry never happened, and what it said before."""
        before = say(_("Before: “%(was)s”"), was=self.booked(was))
        return joined((self.booked(Struck()), before))

    def corrected(self, event: EntryCorrected) -> Markup:
        """What an entry says now, and what it said before; a mission's numbers count for both who have it."""
        values = {"now": self.booked(event.now), "was": self.booked(event.was)}
        said = say(_("Corrected: %(now)s Before: “%(was)s”"), **values)
        if numbers := printed(event.was, event.now):
            said = joined((said, numbers + "."))
        return said + say(" " + _("(%(reason)s)"), reason=self.called(event.reason)) if event.reason else said


def is_shared(event: Fulfilled) -> bool:
    """Whether somebody else had fulfilled the mission before."""
    return event.each == event.numbers.shared


def printed(was: Correctable, now: Correctable) -> Markup | None:
    """What the cards of a mission print, if a correction changes it; else None."""
    if not (isinstance(was, Fulfilled) and isinstance(now, Fulfilled)):
        return None
    if was.mission != now.mission or was.numbers == now.numbers:
        return None
    sentence = _("%(mission)s: %(alone)s if one has it, %(shared)s if two have it")
    alone, shared = now.numbers.alone, now.numbers.shared
    return say(sentence, mission=mission_name(now.mission), alone=alone, shared=shared)


def _known(word: object) -> object:
    if is_item(word):
        return item_name(str(word))
    return mission_name(str(word)) if is_mission(word) else word


def report(  # noqa: C901, PLR0911, PLR0912 - a case for each event
    words: Words, event: Entry, undone: Entry | None = None
) -> Report:
    """What happened; `undone` is the event that was taken back, or put back."""
    match event:
        case TableOpened():
            return Report("ui-seat", escape(_("The table opens.")))
        case SheetCounted():
            said = say(_("Counted from a sheet. %(outcome)s"), outcome=words.outcome(event.result.winners))
            return Report("crown", said)
        case Delivered():
            return Report("ambush" if event.is_called_off else "loot", words.booked(event))
        case Fulfilled():
            return Report(event.mission, words.booked(event))
        case Struck():
            return Report("ui-close", words.booked(event))
        case Stepped():
            said = say(_("The Sheriff moves by hand, to space %(space)s."), space=event.step)
            return Report("sheriff-way", said)
        case PlayedOn():
            return Report("sheriff-way", escape(_("The game is not over yet.")))
        case CountBegun():
            return Report(
                "ui-flag", escape(_("The game ends here.") if event.early else _("The game is over."))
            )
        case PlayerLeft():
            sentence = _("%(name)s goes home, and stays in the count.")
            return Report("ui-leave", say(sentence, name=words.name(event.seat)))
        case PlayerReturned():
            return Report("ui-seat", say(_("%(name)s is back."), name=words.name(event.seat)))
        case Renamed():
            return Report("ui-pencil", words.renamed(event))
        case OptionsSet():
            return Report("ui-cards", _options_set(event))
        case LootChecked():
            sentence = _("%(name)s’s loot was put right by the real cards.")
            return Report("ui-check", say(sentence, name=words.name(event.seat)))
        case CountClosed():
            return Report("crown", words.outcome(event.result.winners))
        case TakenBack() | EntryPutBack():
            return undoing(words.names, event, _short(words, undone))
        case EntryCorrected():
            return Report("ui-pencil", words.corrected(event))
        case _:
            raise TypeError(event)


def _options_set(event: OptionsSet) -> Markup:
    seen = _("Sums are open, and the way has %(spaces)s spaces.")
    hidden = _("Sums are covered, and the way has %(spaces)s spaces.")
    return say(seen if event.options.open_sums else hidden, spaces=event.options.spaces)


def _short(words: Words, event: Entry | None) -> Markup:
    """An entry by its name, where it has one."""
    match event:
        case None:
            return Markup()
        case Delivered():
            return say(_("%(name)s’s delivery"), name=words.name(event.seat))
        case Fulfilled():
            return say(_("%(name)s’s mission"), name=words.name(event.seat))
        case EntryCorrected():
            return _correction(words, event.was if isinstance(event.now, Struck) else event.now)
        case CountClosed():
            return escape(_("the result"))
        case _:
            return report(words, event).sentence


def _correction(words: Words, told: Entry) -> Markup:
    """The name of a correction, a sentence for each kind: no language builds it from the entry's name."""
    match told:
        case Delivered():
            return say(_("the correction of %(name)s’s delivery"), name=words.name(told.seat))
        case Fulfilled():
            return say(_("the correction of %(name)s’s mission"), name=words.name(told.seat))
        case _:
            return say(_("the correction of %(what)s"), what=_short(words, told))
