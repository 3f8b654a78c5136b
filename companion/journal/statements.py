"""The journal's statements, prepared with parameters: building one costs more than running it."""

from sqlalchemy import (
    BindParameter,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

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
    stops,
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
STORED = select(entries.c.seq).where(
    entries.c.game == GAME, entries.c.seq == bindparam("seq"), entries.c.chain == bindparam("chain")
)
OPENING_ENTRY = (
    select(entries)
    .join(openings, openings.c.game == entries.c.game)
    .where(openings.c.token_hash == TOKEN, openings.c.action_id == bindparam("action_id"), entries.c.seq == 1)
)

HELD = select(holders.c.game).where(_in_role, holders.c.token_hash == TOKEN)
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

# Of this game alone: whoever cleans up after others waits for them.
VOID_HANDOVERS = delete(handovers).where(
    handovers.c.game == GAME,
    or_(handovers.c.role == bindparam("role"), handovers.c.expires_at <= bindparam("now")),
)
CODE_TAKEN = select(handovers.c.game).where(handovers.c.code_hash == bindparam("code_hash"))
HANDOVER = select(handovers).where(
    or_(handovers.c.secret_hash == bindparam("secret_hash"), handovers.c.code_hash == bindparam("code_hash")),
    handovers.c.expires_at > bindparam("now"),
    handovers.c.made_at <= bindparam("made_by"),
)

ROOM = select(rooms).where(rooms.c.game == GAME)
DROP_ROOM = delete(rooms).where(rooms.c.game == GAME)
DOOR_CODE_TAKEN = select(rooms.c.game).where(rooms.c.code == bindparam("code"))
BEHIND = select(rooms.c.game).where(
    or_(rooms.c.secret == bindparam("secret"), rooms.c.code == bindparam("code")),
    rooms.c.open_until > bindparam("now"),
    rooms.c.open_until <= bindparam("longest"),
)
VERSION = (
    select(func.coalesce(entries.c.seq, 0), func.coalesce(entries.c.chain, ""), stops.c.release, rooms)
    .select_from(games)
    .outerjoin(entries, and_(entries.c.game == games.c.id, entries.c.seq == _last_seq))
    .outerjoin(stops, stops.c.game == games.c.id)
    .outerjoin(rooms, rooms.c.game == games.c.id)
    .where(games.c.id == GAME)
)
# In a database whose writers do not wait at BEGIN, those of a game wait on its row. What they find out is in
# the next statement: this one would still tell what was there before it waited.
TURN = select(games.c.id).where(games.c.id == GAME).with_for_update(key_share=True)

NOTICES = (
    select(notices.c.recorded_at, notices.c.kind, notices.c.seat)
    .where(notices.c.game == GAME)
    .order_by(notices.c.number)
)
LAST_NOTICE = select(func.coalesce(func.max(notices.c.number), 0)).where(notices.c.game == GAME)
DROP_NOTICES = delete(notices).where(notices.c.game == GAME, notices.c.number <= bindparam("last"))

_of_seat = and_(notes.c.game == GAME, notes.c.seat == bindparam("seat"))
NOTES = select(notes.c.round, notes.c.body).where(_of_seat).order_by(notes.c.round)
DROP_NOTES = delete(notes).where(_of_seat)
DROP_NOTE = delete(notes).where(_of_seat, notes.c.round == bindparam("round"))

STOPS = select(stops).where(stops.c.release == bindparam("release")).order_by(stops.c.game)
DROP_STOP = delete(stops).where(stops.c.game == GAME)

TIMER = select(timers.c.remaining_ms, timers.c.started_at).where(timers.c.game == GAME)
DROP_TIMER = delete(timers).where(timers.c.game == GAME)


BESIDE = (glances, openings, holders, handovers, visits, rooms, notices, notes, stops, timers)
ADD = {table: insert(table) for table in (games, entries, *BESIDE)}

# Entries in the order of their numbers, since no database takes one before the one before it.
EVERYTHING = {
    **{table: select(table) for table in (games, *BESIDE)},
    entries: select(entries).order_by(entries.c.game, entries.c.seq),
}
OF_GAME = {
    games: GAME_RECORD,
    entries: select(entries).where(entries.c.game == GAME).order_by(entries.c.seq),
    **{table: select(table).where(table.c.game == GAME) for table in BESIDE},
}

# What shows that somebody was at a table: each of these names a moment.
_touches = (
    entries.c.recorded_at,
    visits.c.seen_at,
    holders.c.held_since,
    handovers.c.expires_at,
    rooms.c.open_until,
    notices.c.recorded_at,
)
_before: BindParameter[int] = bindparam("before")
UNTOUCHED = (
    select(games)
    .where(games.c.opened_at < _before, func.coalesce(games.c.closed_at, 0) < _before)
    .where(
        *(
            ~exists().where(moment.table.c.game == games.c.id, moment >= _before).correlate(games)
            for moment in _touches
        )
    )
    .where(games.c.id > bindparam("after"))
    .order_by(games.c.id)
    .limit(bindparam("most"))
)
LEAVE = (
    *(delete(table).where(table.c.game == GAME) for table in BESIDE),
    delete(games).where(games.c.id == GAME),
)
