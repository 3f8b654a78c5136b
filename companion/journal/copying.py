"""A copy of the database gets its name when it is whole and safely on disk."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.journal.storage import StorageRefused
from companion.machine.disk import sync


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """Where a copy is made, for its owner alone; at the end it is the target. Raises FileExistsError if that
    exists, StorageRefused if the copy cannot be made.
    """
    if target.exists():
        raise FileExistsError(f"{target} exists; a backup never replaces a file")
    copy = target.with_name(f"{target.name}.tmp")
    try:
        copy.unlink(missing_ok=True)
        os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield copy
        sync(copy)
        copy.rename(target)
        sync(target.parent)
    except OSError as failure:
        raise StorageRefused(
            "full" if failure.errno == errno.ENOSPC else "unreachable", str(failure)
        ) from failure
    finally:
        copy.unlink(missing_ok=True)
