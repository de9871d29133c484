"""Exit statuses, and messages on standard error.

0    success                     70   internal error (NONET_DEBUG=1 shows the traceback)
1    the answer is no            74   the output cannot be written
2    not a puzzle, wrong usage   75   a bulk run stopped midway; run it again to continue
3    no answer within --timeout
130  Ctrl-C                      141  the reader of the output has gone
"""

from __future__ import annotations

import sys
from contextlib import suppress

DONE = 0
NO = 1
REFUSED = 2
UNKNOWN = 3
BUG = 70
UNWRITABLE = 74
INTERRUPTED = 130
UNREAD = 141


def say(message: str) -> None:
    """Prints a line on standard error, if there is one."""
    if sys.stderr is not None:  # print would take None for standard output
        with suppress(OSError):
            print(message, file=sys.stderr)


def complain(message: str) -> None:
    say(f"sudoku: {message}")
