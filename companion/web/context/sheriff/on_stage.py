"""Whether the stage tells something first."""

from companion.web.context.current import clerk, places_at, viewer
from companion.web.phone.sheriff.table import Table
from companion.web.screens.sheriff.race import goes_on


def race_goes_on(table: Table) -> int:
    """For how many more milliseconds the count runs as a race on a stage, and this phone does not tell how it
    ends; 0 without one. A count that is closed again is run again.
    """
    result, now = table.game.result, clerk().now()
    if result is None or viewer(table.id).is_stage or not places_at(table.id).has_stage:
        return 0
    return goes_on(result, table.lines[-1].recorded_at, now)
