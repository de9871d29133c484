"""A Dask cluster of real processes on loopback, which tests may kill."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from .helping import environment


@contextmanager
def dask(what: str, *arguments: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`dask scheduler` or `dask worker`, ended at the end, whatever happened."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments]
    quiet = {"DASK_DISTRIBUTED__DASHBOARD__LINK": "", "DASK_LOGGING__DISTRIBUTED": "critical"}
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**environment(), **quiet},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Cluster:
    """A scheduler and two workers, each a process that a test may kill."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.stack = stack
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        options = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")
        self.scheduler = stack.enter_context(dask("scheduler", *options, folder=folder))
        self.workers = [self.worker(), self.worker()]

    def worker(self, threads: int = 1) -> subprocess.Popen[bytes]:
        options = ("--host", "127.0.0.1", "--nthreads", str(threads), "--no-nanny", "--no-dashboard")
        return self.stack.enter_context(dask("worker", self.address, *options, folder=self.folder))


def killed(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
