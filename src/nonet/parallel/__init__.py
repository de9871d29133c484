"""Several cores at once. Import from the modules: they load nothing that they do not need.

    cores.py        core_count, thread_count
    prefetch.py     prefetch: the next items are made in a thread while one is used
    interrupts.py   deferred_interrupt: Ctrl-C is raised at the end of a block; TimeLimit: a block is interrupted
    processes.py    ProcessPool: spawned workers, with time limits
    worker.py       what runs in each worker
    errors.py       how a task can fail in a pool

Standard library only, and nothing of nonet but its errors and the kernel.
"""
