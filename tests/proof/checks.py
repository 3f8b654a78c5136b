"""Every check of `make proof`, in the order they are run in."""

from tests.proof.check import Check
from tests.proof.codes import CODES
from tests.proof.kills import KILLS
from tests.proof.leaps import LEAPING
from tests.proof.machines import MACHINES
from tests.proof.power import POWER
from tests.proof.rights import RIGHTS
from tests.proof.rings import RINGS
from tests.proof.sockets import SOCKETS
from tests.proof.suites import SUITES

CHECKS: tuple[Check, ...] = (*KILLS, *POWER, *RINGS, *MACHINES, *LEAPING, *RIGHTS, *CODES, *SOCKETS, *SUITES)
