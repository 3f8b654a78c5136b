"""Alembic's way in: it runs the migrations on the connection, and in the transaction, that it is handed."""

from alembic import context

from companion.journal.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
