"""For all tests: Ctrl-C arrives, and `make test` tries the same examples on every machine.

A shell starts what runs in the background with the signal ignored, and everything started from there inherits that; the
tests that interrupt a program would wait forever.

The profile `same` takes hypothesis's examples from the test itself, so that a change is judged by what it changes. New
examples are looked for by `make test-all`, and by pytest when it is run by hand.
"""

from __future__ import annotations

import signal

from hypothesis import settings

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("same", derandomize=True)
