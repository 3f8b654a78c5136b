"""The options a table plays with: whether sums are seen (N19), and its way (N16)."""

from dataclasses import dataclass

from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.refusals import PrintedMissing, PrintedOutOfRange, SpacesOutOfRange


@dataclass(frozen=True, slots=True)
class Options:
    """With `open_sums` everybody sees all sums (N19). The way has so many numbered `spaces`; `printed` are
    their numbers in order, empty where nobody typed them (N16).
    """

    open_sums: bool = False
    spaces: int = BOX.spaces
    printed: tuple[int, ...] = ()

    @property
    def home(self) -> int:
        """The step with which the Sheriff is home (N16)."""
        return self.spaces + 1

    def printed_at(self, step: int) -> int | None:
        """The number on the Sheriff's space; None where it is not typed, and in the city (N22)."""
        return self.printed[step - 1] if 1 <= step <= len(self.printed) else None


def check_options(options: Options) -> None:
    """Refuse a way that no board has (N16)."""
    if not BOX.fewest_spaces <= options.spaces <= BOX.most_spaces:
        raise SpacesOutOfRange(BOX.fewest_spaces, BOX.most_spaces)
    if not all(1 <= number <= BOX.highest_printed for number in options.printed):
        raise PrintedOutOfRange(BOX.highest_printed)
    if options.printed and len(options.printed) != options.spaces:
        raise PrintedMissing(options.spaces, len(options.printed))
