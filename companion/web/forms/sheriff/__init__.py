"""The forms of Sheriff of Nottingham."""
