"""Files that must be safely on disk, and files that one process has to itself."""

import os
import sys
import time
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

BETWEEN_TRIES = 0.005  # seconds
# Windows lets nobody else read a locked byte: this one is beyond anything that is ever written.
LOCKED_BYTE = 1 << 30


def sync(place: Path) -> None:
    """Make a file durable, or the names in a folder. Windows cannot open a folder, and need not."""
    if place.is_dir() and os.name != "posix":
        return
    handle = os.open(place, os.O_RDONLY if place.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def lock(descriptor: int, patience: float = 0.0, *, shared: bool = False) -> bool:
    """Lock an open file, exclusively or shared, until it is closed; the system releases the lock of a process
    that is gone, however it ended. False if another still has it after `patience` seconds. On a disk without
    locks this always succeeds.
    """
    deadline = time.monotonic() + patience
    while not _try_lock(descriptor, shared=shared):
        if time.monotonic() >= deadline:
            return False
        time.sleep(BETWEEN_TRIES)
    return True


if sys.platform == "win32":

    def _try_lock(descriptor: int, *, shared: bool) -> bool:  # noqa: ARG001 - Windows has no shared ones
        here = os.lseek(descriptor, 0, os.SEEK_CUR)
        try:
            os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        except OSError:
            return True
        finally:
            os.lseek(descriptor, here, os.SEEK_SET)
        return True

else:

    def _try_lock(descriptor: int, *, shared: bool) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_NB | (fcntl.LOCK_SH if shared else fcntl.LOCK_EX))
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True
