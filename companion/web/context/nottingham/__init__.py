"""What a request knows of a table of Nottingham."""
