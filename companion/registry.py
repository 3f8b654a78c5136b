"""The registry: which games this program plays. A new one is named here, and nowhere else."""

from companion.games import Games
from companion.web.nottingham.pages import PAGES as NOTTINGHAM
from companion.web.pages import AnyPages
from companion.web.sheriff.pages import PAGES as SHERIFF

PAGES: tuple[AnyPages, ...] = (SHERIFF, NOTTINGHAM)
GAMES = Games(*(pages.rules for pages in PAGES))
