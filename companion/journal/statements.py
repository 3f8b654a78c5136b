"""The journal's statements, with places for their values: building one costs more than running it."""

from sqlalchemy import BindParameter, and_, bindparam, delete, func, insert, or_, select, update

from companion.journal.schema import entries, games, handovers, holders, openings, timers

GAME: BindParameter[str] = bindparam("game")
TOKEN: BindParameter[str] = bindparam("token_hash")
_in_role = and_(holders.c.game == GAME, holders.c.role == bindparam("role"))

ALL_GAMES = select(games).order_by(games.c.opened_at.desc(), games.c.id)
GAME_RECORD = select(games).where(games.c.id == GAME)
# Where writers do not wait for each other at BEGIN, they do on this row.
GAME_LOCKED = GAME_RECORD.with_for_update()
GAMES_OF = ALL_GAMES.where(games.c.id.in_(select(holders.c.game).where(holders.c.token_hash == TOKEN)))
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
LET_GO = delete(holders).where(_in_role)

VOID_HANDOVERS = delete(handovers).where(
    or_(handovers.c.game == GAME, handovers.c.expires_at <= bindparam("now"))
)
CODE_TAKEN = select(handovers.c.game).where(handovers.c.code_hash == bindparam("code_hash"))
HANDOVER = select(handovers.c.game).where(
    or_(handovers.c.secret_hash == bindparam("secret_hash"), handovers.c.code_hash == bindparam("code_hash")),
    handovers.c.expires_at > bindparam("now"),
)

TIMER = select(timers.c.remaining_ms, timers.c.started_at).where(timers.c.game == GAME)
DROP_TIMER = delete(timers).where(timers.c.game == GAME)


ADD = {table: insert(table) for table in (games, entries, openings, holders, handovers, timers)}
