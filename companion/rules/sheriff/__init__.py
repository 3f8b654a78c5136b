"""Sheriff of Nottingham: what can be done at its table, and what follows."""
