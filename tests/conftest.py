"""What all tests share: fresh catalogues, so that a checkout speaks French without being built first."""

from hatch_build import compile_catalogues

# Before anything else is imported: the conftest of a folder may read a catalogue as it loads, before any hook.
compile_catalogues()
