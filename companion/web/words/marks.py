"""Marks words for the catalogues, which are translated where they are shown."""


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for a marker
    """Mark a word for the catalogue."""
    return sentence


def NP_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as N_
    """Mark a word and its plural for the catalogue."""
    return one, many
