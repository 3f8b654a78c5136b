"""The words of Sheriff of Nottingham."""
