"""How one phone sees a table, as values: who it is, what it may do, what was said there."""
