"""Evenings are deleted once they are old, if a host says so: at the start, and with the first request of each
day.
"""

import threading

from flask import Flask

from companion.membership import Membership
from companion.places import DAY
from companion.service import Service, StorageTrouble


class Keeping:
    """Deletes evenings so many days after their last entry; all are kept without `days`. What was deleted
    before and could not be cleared then is cleared too.
    """

    def __init__(self, app: Flask, days: int | None) -> None:
        self._app = app
        self._service: Service = app.extensions["service"]
        self._membership: Membership = app.extensions["membership"]
        self._life = days and days * DAY
        self._due = 0
        self._turn = threading.Lock()

    def tend(self, *, large: bool = False) -> None:
        """Delete what expired, at most once a day. A date that jumps ahead deletes nothing."""
        now = self._membership.moment().earliest
        if now < self._due or not self._turn.acquire(blocking=False):
            return
        try:
            self._due = now + DAY
            self._service.expire(now - self._life if self._life else 0, large=large)
        except StorageTrouble:
            self._app.logger.exception("old evenings could not be deleted; the next try is in a day")
        finally:
            self._turn.release()


def install(app: Flask, days: int | None, *, alone: bool) -> None:
    """Keep evenings for so many days, or for ever. If the app is `alone` with its database until it has
    started, that is cleared however large it is.
    """
    keeping = Keeping(app, days)
    keeping.tend(large=alone)
    app.before_request(keeping.tend)
