"""What all tests share: fresh catalogues, so that a checkout speaks French without being built first."""

from hatch_build import compile_catalogues


def pytest_configure() -> None:
    """Compile before any module reads a catalogue."""
    compile_catalogues()
