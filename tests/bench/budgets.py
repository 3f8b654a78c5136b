"""A figure that is over its budget is marked, and then the whole run fails."""

OVER = "   OVER"


def marked(line: str, *, is_over: bool) -> str:
    """The line of a figure."""
    return line + OVER if is_over else line
