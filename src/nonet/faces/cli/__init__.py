"""The command `sudoku`: one module for each command, imported when the command is used. All of them end here,
where errors become messages and statuses.

Click itself is imported inside `run`, so that even a Ctrl-C in the first moments ends without a traceback.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import warnings
from collections.abc import Sequence
from contextlib import nullcontext, suppress

from nonet.errors import MissingExtra, NonetError, NoSolution
from nonet.faces.cli.status import BUG, DONE, INTERRUPTED, NO, REFUSED, UNREAD, UNWRITABLE, complain, say
from nonet.kept_files import keeping_inputs
from nonet.limits import own_process
from nonet.unraisable import noticed_drops, repeat_interrupt
from nonet.visible import is_stuck, one_line, visible, visible_output

__all__ = ["main", "run"]


def main() -> int:
    """Runs the command of `sys.argv`; what it returns is for `sys.exit`.

    After a Ctrl-C, the process kills itself with SIGINT (where there are signals): only then does a shell also end
    the loop that started it. The shell shows this as status 130.
    """
    own_process()
    warnings.showwarning = lambda message, *place: complain(str(message))
    gc.set_threshold(100_000)  # starting creates many objects, hardly any of them garbage
    status = run(sys.argv[1:])
    if status == INTERRUPTED or signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # nothing is left to be done
    gc.freeze()  # no collection at exit either: together, this saves a quarter of the start-up time
    if status == INTERRUPTED and os.name == "posix":
        _abandon_output()
        os.kill(os.getpid(), signal.SIGINT)
    return status


def run(arguments: Sequence[str]) -> int:
    """Runs one command line and returns its status; nothing is raised, whatever happens, and no control character is
    printed.

    >>> run(["check", "0130430202030000"])
    one
    0
    """
    completing = os.environ.get("_SUDOKU_COMPLETE")  # Click writes the names of our options, as bytes
    shown = nullcontext() if completing else visible_output()
    with shown, keeping_inputs(), noticed_drops(KeyboardInterrupt, repeat_interrupt):
        try:
            return _run_safely(arguments)
        except KeyboardInterrupt:  # perhaps while an error was reported
            if sys.stderr is not None and sys.stderr.isatty():
                say("")  # below the ^C that the terminal shows
            return INTERRUPTED


def _run_safely(arguments: Sequence[str]) -> int:
    try:
        if sys.stdout is None:
            complain("standard output is closed; there is nowhere to write the answer")
            return UNWRITABLE
        status = _run(arguments)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        _abandon_output()
        return UNREAD
    except NoSolution as error:
        say(str(error))
        return NO
    except MissingExtra as error:
        from nonet.faces.cli.extras import fetch_extra

        if not fetch_extra(error):
            complain(str(error))
        return REFUSED
    except NonetError as error:
        complain(_named(str(error), arguments))
        return REFUSED
    except OSError as error:
        if error.filename is not None:  # not what was written to, but a file of our own that cannot be read
            return _confess(error)
        _abandon_output()
        complain(f"cannot write: {error.strerror or error}")
        return UNWRITABLE
    except Exception as error:
        return _confess(error)


def _named(message: str, arguments: Sequence[str]) -> str:
    """The message with newlines shown in what was given as an argument, such as the name of a file."""
    for argument in arguments:
        if "\n" in argument:
            given = visible(argument)  # as it stands in the message
            message = message.replace(given, one_line(argument))
    return message


def _run(arguments: Sequence[str]) -> int:
    try:
        from click.exceptions import ClickException, Exit
    except ModuleNotFoundError:
        from nonet.faces.cli.plain import run_plain

        try:
            return run_plain(arguments)
        except SystemExit as end:  # argparse: --help, or wrong usage
            return end.code if isinstance(end.code, int) else REFUSED
    from nonet.faces.cli.app import sudoku

    try:
        if os.environ.get("_SUDOKU_COMPLETE"):
            sudoku.main(list(arguments), prog_name="sudoku", standalone_mode=False)  # ends in SystemExit
        with sudoku.make_context("sudoku", list(arguments), color=True) as context:  # not stripped: shown
            return sudoku.invoke(context) or DONE
    except Exit as end:
        return end.exit_code
    except SystemExit as end:  # how Click leaves after it has answered the shell
        return end.code if isinstance(end.code, int) else DONE
    except ClickException as error:
        error.show()
        return error.exit_code


def _confess(error: Exception) -> int:
    if os.environ.get("NONET_DEBUG"):
        import traceback

        say("".join(traceback.format_exception(error)))
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    complain(f"internal error: {what}")
    complain("this is a bug in nonet; please report it with the command and the puzzle that led here,")
    complain("and with the output of the same command when NONET_DEBUG=1 is set")
    return BUG


def _abandon_output() -> None:
    """Drops what is still unwritten, so that Python does not try again, and complain, when it ends."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            if not is_stuck(stream):
                stream.flush()
                continue
        with suppress(OSError, ValueError, AttributeError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
