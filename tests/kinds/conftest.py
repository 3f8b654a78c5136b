"""What the tests of one subject share with all that look at pages."""

from tests.web.conftest import app, bank, made, own_app, patience, phone, stranger

__all__ = ["app", "bank", "made", "own_app", "patience", "phone", "stranger"]
