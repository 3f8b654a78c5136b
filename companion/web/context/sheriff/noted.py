"""What the players of the requesting phone noted about bags that passed, beside what was recorded of them."""

from collections.abc import Iterator

from companion.rules.goods import Goods
from companion.rules.sheriff.corrected import Correct
from companion.rules.sheriff.game import PASSED
from companion.rules.sheriff.notes import noted_as
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.past import said_now
from companion.rules.stages import Stage
from companion.web.context.current import clerk, viewer
from companion.web.context.sheriff.permits import permit
from companion.web.phone.sheriff.table import Table
from companion.web.screens.sheriff.own_bag import NotedOtherwise, noted_otherwise


def passed_bags(table: Table, seat: int) -> Iterator[tuple[int, int, BagPassed]]:
    """A seat's bags that passed, as corrected, each after its entry and its round."""
    for entry, bag in said_now(table.numbered).items():
        state = table.state_after(entry)
        if isinstance(bag, BagPassed) and bag.merchant == seat and state:
            yield entry, state.round, bag


def own_bag_noted_otherwise(table: Table) -> NotedOtherwise | None:
    """The latest bag that this phone's player noted otherwise than it was recorded, for them to object: of
    the present round, in the count of any. Only what everybody may know is compared.
    """
    game, counts = table.game, table.game.stage is Stage.COUNT
    for seat in viewer(table.id).seats:
        if not counts and (game.stage is Stage.CLOSED or game.done.get(seat) != PASSED):
            continue
        notes = clerk().notes(table.id, seat)
        for entry, number, bag in reversed((*passed_bags(table, seat),)):
            noted = noted_as(game, bag, notes.get(number, Goods()))
            if noted and (counts or number == game.round):
                may = permit(table).refusal(Correct(entry, noted)) is None
                return noted_otherwise(table, entry, number, bag, noted, may_object=may)
    return None
