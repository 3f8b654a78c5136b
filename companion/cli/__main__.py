"""`python -m companion.cli`: the command line without its installed name."""

import sys

from companion.cli.main import main

sys.exit(main())
