"""The application for a host: `gunicorn companion.wsgi:app`. Settings come from the environment."""

from companion.app import create_app, read_boards
from companion.machine import running
from companion.machine.paths import data_folder
from companion.web.http.addresses import missing

kept = running.share(data_folder())
app = create_app()
read_boards(app)
if lacking := missing(app):
    app.logger.warning(lacking)
