"""The application for a host: `gunicorn companion.wsgi:app`. Settings come from the environment."""

from companion.app import create_app

app = create_app()
