"""How many cores this process may use."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from nonet.errors import NonetError, expect

CGROUPS = Path("/sys/fs/cgroup")
OWN_CGROUP = Path("/proc/self/cgroup")
MOST_THREADS = 1024


def core_count() -> int:
    """The cores in this process's affinity mask, or fewer if a container limits its CPU time (cgroup v2).

    >>> core_count() >= 1
    True
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, _quota(cores)))


def thread_count(threads: int | None) -> int:
    """`threads` itself, or one for each core if it is None.

    >>> thread_count(3)
    3
    """
    if threads is None:
        return core_count()
    expect(threads, int, "threads")
    if not 1 <= threads <= MOST_THREADS:
        raise NonetError(f"threads must be 1 to {MOST_THREADS}, or None for all cores; not {threads}")
    return threads


def _quota(unlimited: int) -> int:
    """The smallest CPU quota among this process's cgroup and its parents, in whole cores, rounded up.

    A cgroup's `cpu.max` reads "max 100000" (no limit) or "150000 100000": 1.5 cores.
    """
    quota = unlimited
    with suppress(OSError, ValueError, StopIteration):
        own = next(line for line in OWN_CGROUP.read_text().splitlines() if line.startswith("0::"))
        folder = CGROUPS / own[3:].lstrip("/")
        for group in (folder, *folder.parents):
            if not group.is_relative_to(CGROUPS):
                break
            with suppress(OSError, ValueError):
                micros, period = map(int, (group / "cpu.max").read_text().split())
                quota = min(quota, -(-micros // period))
    return quota
