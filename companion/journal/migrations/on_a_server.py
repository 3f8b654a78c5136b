"""What a server is told besides the tables: who may do what, and that the log only grows."""

from alembic import op
from sqlalchemy import text

from companion.journal.schema import CLERK


def clerk() -> None:
    """Give the clerk's role its rights in this schema, also over tables that later steps make. The user who
    migrates must be allowed to create roles, or be a member of this one; otherwise the app writes with the
    owner's rights, and only the triggers protect entries.
    """
    connection = op.get_bind()
    known = "SELECT pg_has_role(oid, 'MEMBER') FROM pg_roles WHERE rolname = :role"
    is_member = connection.execute(text(known), {"role": CLERK}).scalar()
    if is_member is None and _may_make_roles():
        op.execute(f"CREATE ROLE {CLERK} NOLOGIN")
        op.execute(f"GRANT {CLERK} TO CURRENT_USER")
        is_member = True
    if is_member:
        schema = connection.execute(text("SELECT quote_ident(current_schema())")).scalar()
        rights = "SELECT, INSERT, UPDATE, DELETE ON"
        op.execute(f"GRANT USAGE ON SCHEMA {schema} TO {CLERK}")
        op.execute(f"GRANT {rights} ALL TABLES IN SCHEMA {schema} TO {CLERK}")
        op.execute(f"ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT {rights} TABLES TO {CLERK}")
        op.execute(f"REVOKE UPDATE, DELETE ON entries FROM {CLERK}")
        op.execute(f"REVOKE INSERT, UPDATE, DELETE ON alembic_version FROM {CLERK}")


def no_samples(table: str, *columns: str) -> None:
    """Let the server's statistics have no samples of these columns, which may have players' names in them:
    samples would outlive a deleted game. To set a column's type drops those that it has.
    """
    for column in columns:
        op.execute(f"ALTER TABLE {table} ALTER {column} TYPE text, ALTER {column} SET STATISTICS 0")


def _may_make_roles() -> bool:
    mine = "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"
    return bool(op.get_bind().execute(text(mine)).scalar())


def append_only() -> None:
    """Add triggers: an entry is never changed, leaves only with its game, and takes the next number."""
    _refuse("UPDATE", "entries are never changed")
    _refuse("TRUNCATE", "entries are never removed", each="STATEMENT")
    _refuse(
        "DELETE", "an entry leaves only with its game", "EXISTS (SELECT 1 FROM games WHERE id = OLD.game)"
    )
    _refuse(
        "INSERT",
        "an entry takes the next number",
        "NEW.seq <> 1 + coalesce((SELECT max(seq) FROM entries WHERE game = NEW.game), 0)",
    )


def _refuse(change: str, sentence: str, when: str = "true", each: str = "ROW") -> None:
    """Add a trigger that fails like a broken constraint. Its function remembers the schema, because restoring
    a copy sets none.
    """
    name = f"entries_refuse_{change.lower()}"
    passed = "OLD" if change == "DELETE" else "NEW"
    op.execute(
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ "
        f"BEGIN IF {when} THEN RAISE EXCEPTION USING ERRCODE = '23000', MESSAGE = '{sentence}'; END IF; "
        f"RETURN {passed}; END $$"
    )
    op.execute(f"CREATE TRIGGER {name} BEFORE {change} ON entries FOR EACH {each} EXECUTE FUNCTION {name}()")
