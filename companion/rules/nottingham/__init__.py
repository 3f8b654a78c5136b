"""Nottingham (Uwe Rosenberg, 2006): what can be done at its table, and what follows."""
