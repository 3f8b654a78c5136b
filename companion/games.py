"""The games that this program plays. The kind of a log's first event says which game it is of."""

from companion.codec import UnreadableError, kind_of
from companion.rules.ruleset import AnyRuleset


class Games:
    """The games of a program. Raises ValueError if two of them could not be told apart."""

    def __init__(self, *rules: AnyRuleset) -> None:
        self.every = rules
        self._by_word = {each.word: each for each in rules}
        self._by_opening = {word: each for each in rules for word in each.kinds.openings}
        self._by_command = {kind: each for each in rules for kind in each.kinds.commands.values()}
        openings = sum(len(each.kinds.openings) for each in rules)
        if len(self._by_opening) < openings or len(self._by_word) < len(rules):
            raise ValueError("two games with one word")

    def begun_by(self, body: str) -> AnyRuleset:
        """The game of a log whose first line this is. Raises UnreadableError."""
        found = self._by_opening.get(kind_of(body))
        if found is None:
            raise UnreadableError(body[:200])
        return found

    def of_word(self, word: str) -> AnyRuleset:
        """The game of this word. Raises UnreadableError."""
        found = self._by_word.get(word)
        if found is None:
            raise UnreadableError(word)
        return found

    def of_command(self, command: object) -> AnyRuleset:
        """The game that a command is of."""
        return self._by_command[type(command)]

    def possible(self, body: str) -> tuple[AnyRuleset, ...]:
        """The game of a log with this first line; if none begins so, all that the other lines could be of."""
        found = self._by_opening.get(kind_of(body))
        return (found,) if found else self.every
