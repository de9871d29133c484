"""The GPU: CuPy, and the kernels of kernels.cu, compiled at first use.

CuPy keeps what it compiles in its own cache (~/.cupy/kernel_cache), so only the first call on a machine waits for
the compiler: about ten seconds.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from nonet.errors import MissingExtra, NonetError

_FOLDER = Path(__file__).parent
_NAMES = ("pack", "count", "greatest", "fill", "dig", "sieve", "settle", "unpack", "step")
THREADS, BLOCKS = 128, 4
"""Threads of a block, and blocks of a multiprocessor: measured on an H200, by benchmarks/gpu.py."""


class Kernels:
    """The compiled kernels of one GPU."""

    def __init__(self, cupy: Any, threads: int = THREADS, blocks: int = BLOCKS) -> None:
        source = (_FOLDER / "kernels.cu").read_text(encoding="utf-8")
        options = ("--std=c++17", f"-I{_FOLDER}", f"-DTHREADS={threads}", f"-DBLOCKS={blocks}")
        module = cupy.RawModule(code=source, options=options, backend="nvrtc")
        self.cupy = cupy
        self.threads = threads
        self._functions = {name: module.get_function(name) for name in _NAMES}
        self.processors = int(cupy.cuda.Device().attributes["MultiProcessorCount"])
        self._resident = self.processors * blocks

    def each(self, name: str, count: int, *arguments: Any) -> None:
        """Runs a kernel with a thread for each of `count` items."""
        blocks = -(-count // self.threads)
        self._functions[name]((blocks,), (self.threads,), arguments)

    def blocks(self, name: str, count: int, *arguments: Any) -> None:
        """Runs a kernel with a block for each of `count` items."""
        self._functions[name]((count,), (self.threads,), arguments)

    def search(self, name: str, count: int, *arguments: Any) -> None:
        """Runs a search: as many threads as the GPU holds, which fetch `count` items one after the other."""
        next_item = self.cupy.zeros(1, dtype="uint32")
        blocks = min(self._resident, -(-count // self.threads))
        self._functions[name]((blocks,), (self.threads,), (*arguments, next_item))


def kernels() -> Kernels:
    """The kernels for the current GPU."""
    cupy = load_cupy()
    return _compiled(int(cupy.cuda.Device().id))


@cache
def _compiled(device: int) -> Kernels:
    return Kernels(load_cupy())


@cache
def load_cupy() -> Any:
    """CuPy, if it is installed and finds a GPU."""
    try:
        import cupy
    except ImportError:
        raise MissingExtra("cupy", "gpu", "device='cuda'") from None
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise NonetError(f"device='cuda' needs an NVIDIA GPU, and CUDA finds none ({error})") from None
    if count == 0:
        raise NonetError("device='cuda' needs an NVIDIA GPU, and CUDA finds none")
    return cupy
