"""What a request knows of a table of Sheriff of Nottingham."""
