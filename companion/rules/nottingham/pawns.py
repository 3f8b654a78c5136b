"""The pawns: seven colours, each with a shield of its own (N1)."""

from companion.rules.seats import WHITE

PAWNS = (
    ("red", "stag"),
    ("yellow", "bell"),
    ("green", "leaf"),
    ("blue", "arrow"),
    ("purple", "tower"),
    ("white", WHITE),
    ("grey", "key"),
)
SHIELDS = tuple(shield for _, shield in PAWNS)
