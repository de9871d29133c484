"""What stops a run, each with the words for it and with what to do.

NonetError
└── Stopped            the run did not get to its end; what is finished is kept
    ├── Unwritable     a full disk, a folder that is read-only, a file in the way
    ├── Unreadable     an input that is gone, changed, or no longer what it was
    ├── OtherRun       the output belongs to a run of another kind
    ├── Busy           another process is at work on the same output
    └── ClusterLost    the scheduler is gone, or its workers cannot do the work
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from nonet.errors import NonetError

__all__ = ["Busy", "ClusterLost", "OtherRun", "Stopped", "Unreadable", "Unwritable", "reading", "writing"]


class Stopped(NonetError):
    """A run that did not get to its end. What is finished is kept; the same command goes on from there."""


class Unwritable(Stopped):
    """The output cannot be written."""


class Unreadable(Stopped):
    """An input cannot be read, or is not what it was when the run began."""


class OtherRun(Stopped):
    """The output belongs to another run: its job, its options or its inputs are not these."""


class Busy(Stopped):
    """Another process is writing the same output."""


class ClusterLost(Stopped):
    """The cluster cannot be reached, or cannot do the work."""


_WORDS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would grow beyond what is allowed here",
    errno.EROFS: "it is read-only",
    errno.EACCES: "no permission to write there",
    errno.EPERM: "no permission to write there",
    errno.ENOTDIR: "a file stands where a folder is needed",
    errno.EEXIST: "a file stands where a folder is needed",
    errno.EISDIR: "a folder stands where a file is needed",
    errno.EIO: "the device failed",
}


@contextmanager
def writing(path: str) -> Iterator[None]:
    """What goes wrong with the system while something is written to `path`, in plain words.

    >>> with writing("solved.csv"):
    ...     raise OSError(errno.ENOSPC, "No space left on device")
    Traceback (most recent call last):
        ...
    nonet.bulk.problems.Unwritable: cannot write solved.csv: the disk is full
    """
    try:
        yield
    except OSError as error:
        reason = _WORDS.get(error.errno or 0) or error.strerror or str(error) or type(error).__name__
        raise Unwritable(f"cannot write {path}: {reason}") from error


@contextmanager
def reading(path: str) -> Iterator[None]:
    """The same for what is read."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error) or type(error).__name__
        raise Unreadable(f"cannot read {path}: {reason}") from error
