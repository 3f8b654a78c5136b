"""The journal's statements, prepared with parameters: building one costs more than running it."""

from sqlalchemy import BindParameter, and_, bindparam, delete, func, insert, or_, select, union_all, update

from companion.journal.schema import (
    entries,
    games,
    glances,
    handovers,
    holders,
    notes,
    notices,
    openings,
    rooms,
    timers,
    visits,
)

GAME: BindParameter[str] = bindparam("game")
TOKEN: BindParameter[str] = bindparam("token_hash")
_in_role = and_(holders.c.game == GAME, holders.c.role == bindparam("role"))

ALL_GAMES = select(games).order_by(games.c.opened_at.desc(), games.c.id)
ANY_GAME = select(games.c.id).limit(1)
GAME_RECORD = select(games).where(games.c.id == GAME)
CLOSE_GAME = update(games).where(games.c.id == GAME).values(closed_at=bindparam("now"))

ENTRIES_AFTER = (
    select(entries).where(entries.c.game == GAME, entries.c.seq > bindparam("after")).order_by(entries.c.seq)
)
LAST_SEQ = select(func.coalesce(func.max(entries.c.seq), 0)).where(entries.c.game == GAME)
ENTRY_OF = select(entries).where(entries.c.game == GAME, entries.c.action_id == bindparam("action_id"))
OPENING_ENTRY = (
    select(entries)
    .join(openings, openings.c.game == entries.c.game)
    .where(openings.c.token_hash == TOKEN, openings.c.action_id == bindparam("action_id"), entries.c.seq == 1)
)

HELD = select(holders.c.game).where(_in_role, holders.c.token_hash == TOKEN)
KNOWN = union_all(
    select(holders.c.game).where(holders.c.token_hash == TOKEN),
    select(openings.c.game).where(openings.c.token_hash == TOKEN),
).limit(1)
LET_GO = delete(holders).where(_in_role)

# A seat is in use from the moment it was taken, so a phone without a visit was here then.
HOLDERS = (
    select(
        holders.c.role,
        holders.c.token_hash,
        holders.c.held_since,
        func.coalesce(visits.c.seen_at, holders.c.held_since),
        games.c.closed_at,
    )
    .join(games, games.c.id == holders.c.game)
    .outerjoin(visits, and_(visits.c.game == holders.c.game, visits.c.token_hash == holders.c.token_hash))
    .where(holders.c.game == GAME)
    .order_by(holders.c.role)
)
_later = entries.alias()
_last_seq = select(func.max(_later.c.seq)).where(_later.c.game == games.c.id).scalar_subquery()
# A glance holds for the entry and the release that it names; any other is left out.
GAMES_OF = (
    select(
        games.c.id,
        entries.c.seq,
        entries.c.recorded_at,
        glances.c.body,
        holders.c.role,
        holders.c.token_hash,
        holders.c.held_since,
        func.coalesce(visits.c.seen_at, holders.c.held_since),
        games.c.closed_at,
    )
    .join(games, games.c.id == holders.c.game)
    .join(entries, and_(entries.c.game == games.c.id, entries.c.seq == _last_seq))
    .outerjoin(visits, and_(visits.c.game == holders.c.game, visits.c.token_hash == holders.c.token_hash))
    .outerjoin(
        glances,
        and_(
            glances.c.game == games.c.id,
            glances.c.seq == entries.c.seq,
            glances.c.release == bindparam("release"),
        ),
    )
    .where(holders.c.token_hash == TOKEN)
    .order_by(games.c.opened_at.desc(), games.c.id, holders.c.role)
)
DROP_GLANCE = delete(glances).where(glances.c.game == GAME)
ROLES_OF = HOLDERS.where(holders.c.token_hash == TOKEN)
DROP_VISIT = delete(visits).where(visits.c.game == GAME, visits.c.token_hash == TOKEN)

VOID_HANDOVERS = delete(handovers).where(
    or_(
        and_(handovers.c.game == GAME, handovers.c.role == bindparam("role")),
        handovers.c.expires_at <= bindparam("now"),
    )
)
CODE_TAKEN = select(handovers.c.game).where(handovers.c.code_hash == bindparam("code_hash"))
HANDOVER = select(handovers).where(
    or_(handovers.c.secret_hash == bindparam("secret_hash"), handovers.c.code_hash == bindparam("code_hash")),
    handovers.c.expires_at > bindparam("now"),
)

ROOM = select(rooms).where(rooms.c.game == GAME)
DROP_ROOM = delete(rooms).where(rooms.c.game == GAME)
DOOR_CODE_TAKEN = select(rooms.c.game).where(rooms.c.code == bindparam("code"))
BEHIND = select(rooms.c.game).where(
    or_(rooms.c.secret == bindparam("secret"), rooms.c.code == bindparam("code")),
    rooms.c.open_until > bindparam("now"),
)
VERSION = (
    select(LAST_SEQ.scalar_subquery(), rooms)
    .select_from(games)
    .outerjoin(rooms, rooms.c.game == games.c.id)
    .where(games.c.id == GAME)
)
# In a database whose writers do not wait at BEGIN, they wait on this row.
VERSION_LOCKED = VERSION.with_for_update(of=games)

NOTICES = (
    select(notices.c.recorded_at, notices.c.kind, notices.c.seat)
    .where(notices.c.game == GAME)
    .order_by(notices.c.number)
)
LAST_NOTICE = select(func.coalesce(func.max(notices.c.number), 0)).where(notices.c.game == GAME)

_of_seat = and_(notes.c.game == GAME, notes.c.seat == bindparam("seat"))
NOTES = select(notes.c.round, notes.c.body).where(_of_seat).order_by(notes.c.round)
DROP_NOTES = delete(notes).where(_of_seat)
DROP_NOTE = delete(notes).where(_of_seat, notes.c.round == bindparam("round"))

TIMER = select(timers.c.remaining_ms, timers.c.started_at).where(timers.c.game == GAME)
DROP_TIMER = delete(timers).where(timers.c.game == GAME)


ADD = {
    table: insert(table)
    for table in (
        games,
        entries,
        glances,
        openings,
        holders,
        handovers,
        visits,
        rooms,
        notices,
        notes,
        timers,
    )
}
