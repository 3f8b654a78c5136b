"""What an entry says in the log, and what is told of the latest one."""

from markupsafe import Markup

from companion.rules.kinds import OfAnyGame, TakenBack
from companion.rules.sheriff.game import Entry, Game
from companion.web.parts import shared
from companion.web.sheriff.hands import back_to, hands_of, told_to
from companion.web.sheriff.table import PhoneContext, Table, seats_at, undone_comings
from companion.web.sheriff.talk_words import latest
from companion.web.sheriff.words import Words
from companion.web.undone import Report, Undone, undoing, undone_at


def report(words: Words, event: Entry, undone: Entry | None = None) -> Report:
    """What happened; `undone` is the event that was taken back, or put back."""
    if isinstance(event, OfAnyGame):
        if undone is None or isinstance(undone, OfAnyGame):
            return undoing(words.names, event, Markup())
        return undoing(words.names, event, words.report(undone).name())
    told = words.report(event)
    return Report(told.icon, told.sentence())


def latest_of(table: Table, phone: PhoneContext, known: str) -> Markup:
    """The latest entry, taken back or not, or what was said last if the phone knows that entry already."""
    is_known = known.partition(".")[0] == str(table.seq)
    seat = phone.own_seat
    said = latest(table.game, phone.talk, seat) if is_known else None
    return said or told_last(table.game, phone, table.lines[-1].event) or _with_own(table, phone)


def told_last(game: Game, phone: PhoneContext, event: Entry) -> Markup | None:
    """An entry as told to the player whose own phone this is; None if it is not about them."""
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
