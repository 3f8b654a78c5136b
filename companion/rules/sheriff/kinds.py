"""Every kind of command and event of this game, found in the modules of their subjects."""

from companion.rules.kinds import PutBack, TakeBack, kinds_in
from companion.rules.sheriff.game import Command, Correct

KINDS = kinds_in("companion.rules.sheriff", but=("kinds", "ruleset"))
COMMANDS = tuple(kind for kind in KINDS if issubclass(kind, Command))
Action = Command | TakeBack | PutBack | Correct
"""Whatever can be booked at a table. A correction is decided on the whole log: see `corrections.py`."""
