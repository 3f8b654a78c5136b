"""Every check of `make proof`, in the order they are run in."""

from tests.long.proof.check import Check
from tests.long.proof.codes import CODES
from tests.long.proof.kills import KILLS
from tests.long.proof.leaps import LEAPING
from tests.long.proof.machines import MACHINES
from tests.long.proof.power import POWER
from tests.long.proof.rights import RIGHTS
from tests.long.proof.rings import RINGS
from tests.long.proof.sockets import SOCKETS
from tests.long.proof.suites import SUITES

CHECKS: tuple[Check, ...] = (*KILLS, *POWER, *RINGS, *MACHINES, *LEAPING, *RIGHTS, *CODES, *SOCKETS, *SUITES)
