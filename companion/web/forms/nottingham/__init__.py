"""The forms of Nottingham."""
