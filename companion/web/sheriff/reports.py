"""What an entry says in the log, and what is told of the latest one."""

from markupsafe import Markup, escape

from companion.rules.entries import EntryPutBack, OfAnyGame, TakenBack
from companion.rules.sheriff.bases import Entry
from companion.rules.sheriff.booty import BootyShared
from companion.rules.sheriff.corrected import EntryCorrected
from companion.rules.sheriff.ending import (
    ContrabandRevealed,
    CountClosed,
    GoldCounted,
    PlatesChosen,
    StandChecked,
)
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.inspection import SatOut
from companion.rules.sheriff.leaving import PlayerLeft
from companion.rules.sheriff.market import MarketCardTaken
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.orders import OrderFilled
from companion.rules.sheriff.other_cards import OtherCardTaken
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.payments import Paid
from companion.rules.sheriff.rotation import BadgePassed, CountBegun, RoundsSet, SheriffMended, TurnSkipped
from companion.rules.sheriff.round_laws import LawsProclaimed
from companion.rules.sheriff.seating import PlayerJoined, PlayerReturned, Renamed
from companion.rules.sheriff.setup import TableOpened
from companion.rules.sheriff.switching import OptionsSet
from companion.rules.sheriff.tally import SheetCounted
from companion.web.http.language import gettext as _
from companion.web.http.language import listed, ngettext
from companion.web.parts import shared
from companion.web.people import say, series
from companion.web.sheriff.glossary import MANY, OPTIONS, cards_of, good_name, option_name
from companion.web.sheriff.hands import back_to, hands_of, told_to
from companion.web.sheriff.table import PhoneContext, Table, seats_at, undone_comings
from companion.web.sheriff.talk_words import latest
from companion.web.sheriff.words import Words
from companion.web.undone import Report, Undone, undoing, undone_at


def report(  # noqa: C901, PLR0911, PLR0912 - a case for each event
    words: Words, event: Entry, undone: Entry | None = None
) -> Report:
    """What happened; `undone` is the event that was taken back, or put back."""
    match event:
        case TableOpened():
            return Report("ui-seat", _table_opened(words, event))
        case SheetCounted():
            return Report("crown", _sheet_counted(words, event))
        case BagPassed():
            return Report("bag", words.booked(event))
        case BagOpened():
            return Report("bag_open", words.booked(event))
        case SatOut():
            return Report("ui-seat", words.booked(event))
        case BootyShared():
            return Report("ui-swap", words.shared(event))
        case BadgePassed():
            return Report("badge", _badge_passed(words, event))
        case CountBegun():
            return Report("ui-flag", _count_begun(event))
        case Paid():
            return Report("ui-swap", words.booked(event))
        case MarketCardTaken() | OrderFilled() | OtherCardTaken():
            return Report("extra", words.booked(event))
        case LawsProclaimed():
            return Report("ui-pin", _laws_proclaimed(event))
        case PlayerLeft():
            return Report("ui-leave", _player_left(words, event))
        case PlayerReturned():
            return Report("ui-seat", _player_returned(words, event))
        case PlayerJoined():
            return Report("ui-seat", _player_joined(words, event))
        case RoundsSet():
            return Report("ui-timer", _rounds_set(event))
        case Renamed():
            return Report("ui-pencil", _renamed(words, event))
        case OptionsSet():
            return Report("ui-cards", _options_set(event))
        case SheriffMended():
            return Report("badge", _sheriff_mended(words, event))
        case TurnSkipped():
            return Report("badge", _turn_skipped(words, event))
        case ContrabandRevealed():
            return Report("face_down", words.turned_over(event.seat, event.goods))
        case StandChecked():
            return Report("ui-check", words.checked(event))
        case GoldCounted():
            return Report("gold", _gold_counted(words, event))
        case PlatesChosen():
            return Report("feast_plate", _plates_chosen(words, event))
        case CountClosed():
            return Report("crown", outcome(words, event.result.winners))
        case TakenBack() | EntryPutBack():
            return undoing(words.names, event, _short(words, undone))
        case EntryCorrected():
            return Report("ui-pencil", words.corrected(event))
        case _:
            raise TypeError(event)


def _table_opened(words: Words, event: TableOpened) -> Markup:
    if event.deputies:
        drawn = _("The table opens. %(names)s are drawn as Deputies.")
        named = _("The table opens. %(names)s are Deputies.")
        return say(drawn if event.drawn else named, names=words.names(event.deputies))
    drawn = _("The table opens. %(name)s is drawn as Sheriff.")
    chosen = _("The table opens. %(name)s is Sheriff.")
    return say(drawn if event.drawn else chosen, name=words.name(event.sheriff))


def _sheet_counted(words: Words, event: SheetCounted) -> Markup:
    return say(_("Counted from a sheet. %(outcome)s"), outcome=outcome(words, event.result.winners))


def _badge_passed(words: Words, event: BadgePassed) -> Markup:
    if event.deputies:
        drawn = _("Round %(round)s: %(names)s are drawn as Deputies.")
        named = _("Round %(round)s: %(names)s are Deputies.")
        return say(drawn if event.drawn else named, round=event.round, names=words.names(event.deputies))
    sentence = _("Round %(round)s: the badge goes to %(name)s.")
    return say(sentence, round=event.round, name=words.name(event.sheriff))


def _count_begun(event: CountBegun) -> Markup:
    return say(_("The game ends here.") if event.early else _("The last round is over."))


def _laws_proclaimed(event: LawsProclaimed) -> Markup:
    if not event.laws:
        return say(_("No law stands any more."))
    laws = [say(_("“%(law)s”"), law=law) for law in event.laws]
    told = {"laws": "%(laws)s"}
    sentence = ngettext("Law of this round: %(laws)s", "Laws of this round: %(laws)s", len(laws), **told)
    return say(sentence, laws=series(laws))


def _player_left(words: Words, event: PlayerLeft) -> Markup:
    stays = _("%(name)s goes home; purse and stand stay in the count.")
    gone = _("%(name)s goes home; gold and goods go back to the box.")
    said = [say(stays if event.counts else gone, name=words.name(event.seat))]
    if event.turns:
        said.append(say(_("The game ends here.")))
    return Markup(" ").join([*said, *map(words.lapsed, event.lapsed)])


def _player_returned(words: Words, event: PlayerReturned) -> Markup:
    if event.after is not None:
        return _player_moved(words, event, words.name(event.after))
    if not event.gold:
        return say(_("%(name)s is back."), name=words.name(event.seat))
    sentence = ngettext(
        "%(name)s is back, with %(num)s gold.",
        "%(name)s is back, with %(num)s gold.",
        event.gold,
        name="%(name)s",
    )
    return say(sentence, name=words.name(event.seat))


def _player_moved(words: Words, event: PlayerReturned, other: Markup) -> Markup:
    people = {"name": words.name(event.seat), "other": other}
    if not event.gold:
        return say(_("%(name)s is back, on the left of %(other)s."), **people)
    sentence = ngettext(
        "%(name)s is back, on the left of %(other)s, with %(num)s gold.",
        "%(name)s is back, on the left of %(other)s, with %(num)s gold.",
        event.gold,
        name="%(name)s",
        other="%(other)s",
    )
    return say(sentence, **people)


def _player_joined(words: Words, event: PlayerJoined) -> Markup:
    people = {"name": words.called(event.name), "other": words.name(event.after)}
    if not event.gold:
        return say(_("%(name)s joins, on the left of %(other)s."), **people)
    sentence = ngettext(
        "%(name)s joins, on the left of %(other)s, with %(num)s gold.",
        "%(name)s joins, on the left of %(other)s, with %(num)s gold.",
        event.gold,
        name="%(name)s",
        other="%(other)s",
    )
    return say(sentence, **people)


def _rounds_set(event: RoundsSet) -> Markup:
    return say(ngettext("The game lasts %(num)s round.", "The game lasts %(num)s rounds.", event.rounds))


def _renamed(words: Words, event: Renamed) -> Markup:
    if not event.was:
        return say(_("%(name)s sits down."), name=words.called(event.name))
    return say(
        _("%(was)s is now called %(name)s."), was=words.called(event.was), name=words.called(event.name)
    )


def _options_set(event: OptionsSet) -> Markup:
    named = [option_name(field) for field in OPTIONS if getattr(event.options, field)]
    promo = [cards_of(word, number) for word, number in event.options.promo.items()]
    return say(_("Options from now on: %(options)s."), options=listed(named + promo) or _("none"))


def _sheriff_mended(words: Words, event: SheriffMended) -> Markup:
    if event.deputies:
        return say(_("Put right: %(names)s are Deputies first."), names=words.names(event.deputies))
    return say(_("Put right: %(name)s is Sheriff first."), name=words.name(event.sheriff))


def _turn_skipped(words: Words, event: TurnSkipped) -> Markup:
    sentence = _("%(skipped)s’s turn as Sheriff is skipped: the badge goes to %(name)s.")
    return say(sentence, skipped=words.name(event.seat), name=words.name(event.sheriff))


def _gold_counted(words: Words, event: GoldCounted) -> Markup:
    sentence = ngettext(
        "%(name)s has %(num)s gold.", "%(name)s has %(num)s gold.", event.gold, name="%(name)s"
    )
    return say(sentence, name=words.name(event.seat))


def _plates_chosen(words: Words, event: PlatesChosen) -> Markup:
    places = {"name": "%(name)s", "goods": "%(goods)s"}
    sentence = ngettext(
        "%(name)s’s Feast Plate becomes: %(goods)s.",
        "%(name)s’s Feast Plates become: %(goods)s.",
        len(event.goods),
        **places,
    )
    goods = listed([good_name(word, MANY) for word in event.goods])
    return say(sentence, name=words.name(event.seat), goods=goods)


def _short(words: Words, event: Entry | None) -> Markup:
    """An entry by its name, where it has one."""
    if event is None:
        return Markup()
    if isinstance(event, BagPassed | BagOpened):
        return say(_("%(name)s’s bag"), name=words.name(event.merchant))
    if isinstance(event, EntryCorrected):
        return say(_("the correction of %(what)s"), what=_short(words, event.now))
    if isinstance(event, CountClosed):
        return escape(_("the result"))
    return report(words, event).sentence


def outcome(words: Words, winners: tuple[int, ...]) -> Markup:
    """Who wins."""
    sentence = ngettext("%(names)s wins.", "%(names)s share the victory.", len(winners), names="%(names)s")
    return say(sentence, names=words.names(winners))


def latest_of(table: Table, phone: PhoneContext, known: str) -> Markup:
    """The latest entry, taken back or not; what was said last where the phone knows that entry already."""
    is_known = known.partition(".")[0] == str(table.seq)
    seat = phone.own_seat
    said = latest(table.game, phone.talk, seat) if is_known else None
    return said or told_last(table.game, phone, table.lines[-1].event) or _with_own(table, phone)


def told_last(game: Game, phone: PhoneContext, event: Entry) -> Markup | None:
    """An entry as the player is told of it whose own phone this is; None if it is not about them."""
    seat = phone.own_seat
    return None if seat is None else told_to(Words(game.seats), event, seat)


def _with_own(table: Table, phone: PhoneContext) -> Markup:
    own = _own_hands(table, phone)
    return happened(table) + ". " + own if own else happened(table)


def _own_hands(table: Table, phone: PhoneContext) -> Markup | None:
    """What the player whose own phone this is does about what was just taken back or put back."""
    seat, event = phone.own_seat, table.lines[-1].event
    undone = table.undone_by(event)
    if seat is None or undone is None or isinstance(undone, OfAnyGame):
        return None
    moved = back_to if isinstance(event, TakenBack) else hands_of
    return moved(Words(table.game.seats), undone, seat)


def happened(table: Table) -> Markup:
    """The latest entry, taken back or not, in one sentence."""
    return _told(table, table.seq).sentence


def undone(table: Table, phone: PhoneContext, now: int) -> Undone | None:
    """What was taken back or put back, while that is only moments old and nothing was said since."""
    if phone.talk.said_on == table.seq:
        return None
    may, own = phone.permit.may_put_back(phone.talk), _own_hands(table, phone)
    return undone_at(table, lambda seq: _told(table, seq), now, may_put_back=may, own=own)


def _told(table: Table, seq: int) -> Report:
    def of_entry(table: Table) -> Report:
        event = table.lines[seq - 1].event
        return report(Words(seats_at(table, seq, undone_comings(table))), event, table.undone_by(event))

    return shared(table, f"told {seq}", of_entry)
