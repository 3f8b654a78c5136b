"""The registry: which games this program plays. A new one is named here, and nowhere else."""

from companion.games import Games
from companion.rules.sheriff.ruleset import SHERIFF

GAMES = Games(SHERIFF)
