"""What a phone at a table of Sheriff of Nottingham is told, and what it may do there."""
