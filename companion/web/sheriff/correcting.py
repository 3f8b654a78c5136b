"""The addresses at which an older entry is corrected: its form is in the module of its subject."""

from flask import Blueprint

from companion.rules.sheriff.ruleset import SHERIFF
from companion.web.correcting import corrections_at

blueprint = Blueprint("corrections", __name__)
corrections_at(blueprint, SHERIFF, "corrections")
