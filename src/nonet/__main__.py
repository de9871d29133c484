"""`python -m nonet` is the command `sudoku`."""

import signal
import sys


def main() -> int:
    """The command. Ctrl-C ends it without a traceback, also while its modules are being imported."""
    interrupt = signal.getsignal(signal.SIGINT)  # a shell may have told the process to ignore it
    if interrupt is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from nonet.faces.cli import main as run_command

    signal.signal(signal.SIGINT, interrupt)
    return run_command()


if __name__ == "__main__":
    sys.exit(main())
