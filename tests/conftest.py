"""What all tests share: fresh catalogues, so that a checkout speaks French without being built first."""

from hatch_build import compile_catalogues

# At once and in no hook: the conftest of a folder may read a catalogue as it loads.
compile_catalogues()
