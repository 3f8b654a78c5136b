"""What a phone at a table of Nottingham may do there."""
