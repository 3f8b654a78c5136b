"""Every kind of command and event of this game, found in the modules of their subjects."""

from companion.rules.kinds import PutBack, TakeBack, kinds_in
from companion.rules.sheriff.game import Begun, Command, Correct, Event

KINDS = kinds_in("companion.rules.sheriff", but=("kinds", "ruleset"))
COMMANDS = tuple(kind for kind in KINDS if issubclass(kind, Command))
ASKED = tuple(kind for kind in KINDS if not issubclass(kind, Event))
"""All that is asked for. A correction is decided on the whole log: see `corrections.py`."""
BEGUN = tuple(kind for kind in KINDS if issubclass(kind, Begun))
HAPPENED = tuple(kind for kind in KINDS if issubclass(kind, Event) and kind not in BEGUN)
"""All that happens once a game has begun."""
Action = Command | TakeBack | PutBack | Correct
"""Whatever can be booked at a table."""
