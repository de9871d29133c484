"""How a task can fail in a pool of processes, apart from raising an exception of its own.

NonetError
├── WorkerError           the task raised something that cannot be pickled; the text is kept
├── WorkerLost            its worker was killed from outside, crashed, or could not start
├── TimeLimitExceeded     it took too long, and its worker was killed
└── TaskCancelled         the pool was closed, or the task cancelled, while it was running
"""

from nonet.errors import NonetError


class WorkerError(NonetError):
    pass


class WorkerLost(NonetError):
    pass


class TimeLimitExceeded(NonetError):
    pass


class TaskCancelled(NonetError):
    pass
