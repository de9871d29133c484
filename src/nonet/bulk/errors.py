"""What refuses or stops a run, each with a message that says what to do.

NonetError
├── InputError         an input that cannot be used as a whole: missing, of no known format, no column of puzzles
│   └── DamagedFile    a compressed or Parquet file that is damaged, cut off, or not what its name says
└── Stopped            the run did not get to its end; finished shards are kept
    ├── Unwritable     a full disk, a read-only folder, a file in the way
    ├── Unreadable     an input that is gone, or has changed since the run began
    ├── OtherRun       the output belongs to a different run
    ├── Busy           another process is writing the same output
    └── ClusterLost    the scheduler is gone, or its workers cannot do the work
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from nonet.errors import NonetError


class InputError(NonetError):
    pass


class DamagedFile(InputError):
    pass


class Stopped(NonetError):
    pass


class Unwritable(Stopped):
    pass


class Unreadable(Stopped):
    pass


class OtherRun(Stopped):
    pass


class Busy(Stopped):
    pass


class ClusterLost(Stopped):
    pass


_WORDS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would grow beyond the size limit",
    errno.EROFS: "it is read-only",
    errno.EACCES: "no permission to write there",
    errno.EPERM: "no permission to write there",
    errno.ENOTDIR: "a file is in the place of a folder",
    errno.EEXIST: "a file is in the place of a folder",
    errno.EISDIR: "a folder is in the place of a file",
    errno.ENAMETOOLONG: "the name is too long (a few characters are added to it while a run is going on)",
    errno.EIO: "the device failed",
}


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Turns the system's errors inside the block into `Unwritable`.

    >>> with writing("solved.csv"):
    ...     raise OSError(errno.ENOSPC, "No space left on device")
    Traceback (most recent call last):
        ...
    nonet.bulk.errors.Unwritable: cannot write solved.csv: the disk is full
    """
    try:
        yield
    except OSError as error:
        reason = _WORDS.get(error.errno or 0) or error.strerror or str(error) or type(error).__name__
        raise Unwritable(f"cannot write {path}: {reason}") from error


@contextmanager
def reading(path: str) -> Iterator[None]:
    """Turns the system's errors inside the block into `Unreadable`."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error) or type(error).__name__
        raise Unreadable(f"cannot read {path}: {reason}") from error
