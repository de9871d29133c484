"""The text of `sudoku --version`."""

from __future__ import annotations

import platform

from nonet.engines import default_engine, engine_names
from nonet.layout import CLASSIC
from nonet.native import kernel
from nonet.version import __version__


def about() -> str:
    """The version, the Python it runs on, the engines, and whether the kernel is compiled in."""
    default = default_engine(CLASSIC).name
    names = [f"{name} (default)" if name == default else name for name in engine_names()]
    python = f"{platform.python_implementation()} {platform.python_version()}"
    machine = f"{platform.system()} {platform.machine()}"
    return "\n".join(
        [
            f"sudoku (nonet) {__version__}",
            f"Python:  {python} on {machine}",
            f"engines: {', '.join(names)}",
            f"kernel:  {'none (pure Python)' if kernel is None else f'compiled in ({kernel.isa})'}",
        ]
    )
