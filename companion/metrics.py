"""What a host measures, for Prometheus: numbers alone. Its library is an extra, so this is imported only if
METRICS is set.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Metric,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.core import SummaryMetricFamily

from companion.notifier import REMEMBERED, Notifier
from companion.records import Reached
from companion.rules.refusals import Refusal
from companion.service import Service
from companion.web.http.served import Served


class Metrics:
    """All that one process measures, served at this host and port; also the journal's meter."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)  # memory, processor, open files
        self._requests = Histogram(
            "counting_house_request_seconds",
            "Requests by the pattern of their route, until the response was sent; a stream until it ended",
            ("method", "route", "status"),
            registry=registry,
        )
        self._database = Histogram(
            "counting_house_database_seconds",
            "Reads of one statement, and writes with the wait for their turn",
            ("kind",),
            registry=registry,
        )
        self._actions = Counter("counting_house_actions", "Actions stored", registry=registry)
        self._refusals = Counter(
            "counting_house_refusals", "Actions refused, by the refusal", ("kind",), registry=registry
        )
        self._rings = Counter("counting_house_rings", "Changes rung for waiting phones", registry=registry)
        self._ring_seconds = Histogram(
            "counting_house_ring_seconds", "From a ring until a stream that waits hears it", registry=registry
        )

    def notifier(self) -> Notifier:
        """A notifier that is measured."""
        return MeasuredNotifier(self)

    def service(self, *works_with: Any, **more: Any) -> Service:  # noqa: ANN401 - as a Service
        """A service whose refusals are counted."""
        return MeasuredService(self, *works_with, **more)

    def served(self, served: Served) -> None:
        """Record a response that was sent."""
        self._requests.labels(served.method, served.route, str(served.status)).observe(served.seconds)

    def took(self, kind: str, seconds: float) -> None:
        """Record how long a read or a write took."""
        self._database.labels(kind).observe(seconds)

    def stored(self) -> None:
        """Count a write that added to a log."""
        self._actions.inc()

    def rang(self) -> None:
        """Count a ring of a notifier."""
        self._rings.inc()

    def heard(self, seconds: float) -> None:
        """Record how long it took until a waiting stream heard a ring."""
        self._ring_seconds.observe(seconds)

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Count what is refused inside."""
        try:
            yield
        except Refusal as refusal:
            self._refusals.labels(type(refusal).__name__).inc()
            raise

    def look_at(
        self,
        streams: Callable[[], int],
        free_bytes: Callable[[], int],
        waits: Callable[[], tuple[int, float]],
    ) -> None:
        """Set what is read whenever Prometheus asks: the open streams, the room on the disk, how often
        somebody waited for a connection to the database, and for how many seconds in all.
        """
        registry = self._registry
        Gauge("counting_house_streams", "Streams open", registry=registry).set_function(streams)
        disk = Gauge("counting_house_disk_free_bytes", "Room on the data folder's disk", registry=registry)
        disk.set_function(free_bytes)
        registry.register(_Waits(waits))

    def open(self) -> Callable[[], None]:
        """Start answering, until the returned function is called. Raises OSError."""
        server, thread = start_http_server(self._port, self._host, self._registry)

        def close() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return close


class MeasuredNotifier(Notifier):
    """A notifier that tells how long its rings take."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__()
        self._metrics = metrics
        self._heard_at: dict[str, float] = {}

    def ring(self, game: str, reached: Reached) -> None:
        """Announce how far the game has come."""
        self._metrics.rang()
        super().ring(game, reached)

    def hear(self, game: str, reached: Reached) -> None:
        """Like `ring`, but it is not passed on to other processes."""
        if len(self._heard_at) > REMEMBERED:
            self._heard_at.clear()
        self._heard_at[game] = time.monotonic()
        super().hear(game, reached)

    def wait(self, game: str, after: Reached, timeout: float) -> Reached:
        """Wait for the game to pass the stamp of `after`; what rang before does not count."""
        began = time.monotonic()
        reached = super().wait(game, after, timeout)
        heard_at = self._heard_at.get(game, 0.0)
        if reached.stamp > after.stamp and heard_at >= began:
            self._metrics.heard(time.monotonic() - heard_at)
        return reached


class MeasuredService(Service):
    """A service whose refusals are counted."""

    def __init__(self, metrics: Metrics, *works_with: Any, **more: Any) -> None:  # noqa: ANN401 - as a Service
        super().__init__(*works_with, **more)
        self._metrics = metrics

    def play(self, *asked: Any, **more: Any) -> Any:  # noqa: ANN401 - as a Service's
        """Decide an action and store it."""
        with self._metrics.refusing():
            return super().play(*asked, **more)

    def say(self, *asked: Any, **more: Any) -> None:  # noqa: ANN401 - as a Service's
        """Say something at the table."""
        with self._metrics.refusing():
            super().say(*asked, **more)


class _Waits:
    """Waits for a connection, counted elsewhere and read when Prometheus asks."""

    def __init__(self, so_far: Callable[[], tuple[int, float]]) -> None:
        self._so_far = so_far

    def collect(self) -> Iterable[Metric]:
        """How often, and how many seconds in all."""
        times, seconds = self._so_far()
        name, words = "counting_house_connection_wait_seconds", "Waits for a connection to the database"
        yield SummaryMetricFamily(name, words, count_value=times, sum_value=seconds)
