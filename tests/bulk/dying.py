"""A task for a worker process that does not survive it; in a module of its own, because workers import it by name."""

from __future__ import annotations

import os
import signal

from nonet.bulk.output import Output, Receipt
from nonet.bulk.tasks import Task, TaskContext, make_shard


class _Dying(TaskContext):
    def __init__(self, last: int) -> None:
        self._last = last

    def moved(self, shard: int, *, rows: int, weight: int) -> None:
        if shard == self._last:
            os.kill(os.getpid(), signal.SIGKILL)


def make_until(last: int, task: Task, output: Output) -> Receipt:
    """Makes a shard; the process is killed in the middle of shard `last`."""
    return make_shard(task, output, _Dying(last))
