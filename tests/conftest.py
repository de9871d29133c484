"""For all tests: Ctrl-C must arrive.

A shell starts what runs in the background with the signal ignored, and everything started from there inherits that; the
tests that interrupt a program would wait forever.
"""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
