"""The baseline for an action: a bare Flask view that commits one row, as durably. Run by a server."""

import os
import sqlite3
from pathlib import Path

from flask import Flask, Response, request

app = Flask(__name__)
database = sqlite3.connect(
    Path(os.environ["COMPANION_DATA_DIR"]) / "bare.db", isolation_level=None, check_same_thread=False
)
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = FULL")
database.execute("CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")


@app.get("/healthz")
def healthz() -> str:
    """It runs."""
    return "ok"


@app.post("/rows")
def rows() -> Response:
    """One row, committed."""
    database.execute("INSERT INTO rows (body) VALUES (?)", (request.form["gold"],))
    return Response(status=303, headers={"Location": "/"})
