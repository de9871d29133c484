"""`python -m nonet` is the command `sudoku`. Run as a file, it starts without importing the package first."""

import _signal  # type: ignore[import-not-found] # built in; `signal` imports several modules more
import sys
from types import ModuleType


def imported(name: str) -> ModuleType:
    """The module of this name. Ctrl-C while it is imported ends the process without a traceback."""
    interrupt = _signal.getsignal(_signal.SIGINT)  # a shell may have told the process to ignore it
    if interrupt is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    from importlib import import_module

    module = import_module(name)
    _signal.signal(_signal.SIGINT, interrupt)
    return module


def main() -> int:
    """The command."""
    status: int = imported("nonet.faces.cli").main()
    return status


if __name__ == "__main__":
    sys.exit(main())
