"""Counting House: the banker and score pad of an evening at the table, beside the cards in the box."""
