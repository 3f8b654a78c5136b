"""The application for a host: `gunicorn companion.wsgi:app`. Settings come from the environment."""

from companion.app import create_app
from companion.web.addresses import missing

app = create_app()
if lacking := missing(app):
    app.logger.warning(lacking)
