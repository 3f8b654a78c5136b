"""The databases that the journal is kept in: most of its tests run on both, some are about one of them."""

import sqlite3

import psycopg
import pytest
from sqlalchemy.exc import IntegrityError

IN_A_FILE, ON_A_SERVER = "sqlite", "postgres"
BROKEN = (IntegrityError, sqlite3.IntegrityError, psycopg.IntegrityError)
"""A constraint of the database was broken."""

in_a_file = pytest.mark.parametrize("place", [IN_A_FILE], indirect=True)
on_a_server = pytest.mark.parametrize("place", [ON_A_SERVER], indirect=True)
