"""The file solver (spec 002): `python3 main.py PATH`, or a number that names a file in the folder `data`.

It solves with the engine `propagation`, which is that spec's algorithm, and needs only the standard library.
"""

from __future__ import annotations

import io
import os
import re
import sys
from codecs import BOM_UTF8
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TextIO

from nonet.engines import engine
from nonet.errors import NonetError, RuleError
from nonet.faces.typed_lines import read_line, replace_undecodable
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.limits import limits
from nonet.puzzle import Puzzle
from nonet.visible import VisibleStream

PROMPT = "Sudoku # "
INVALID_INPUT = "Invalid input"
TOO_MANY = "Too many command-line arguments"
NOT_FOUND = "File not found"
NOT_READABLE = "File not readable"
NOT_WRITABLE = "Output not writable"
INVALID_FILE = "Invalid sudoku file"
INVALID_GRID = "Invalid sudoku grid"
NO_SOLUTION = "No solution"


HELP = """\
Usage: python3 main.py [PATH]

Solves the puzzle in a file: nine rows of nine digits, 0 for an empty cell, joined or separated by blanks.
Without a path it asks for a number and solves that puzzle of the folder data: 1 is data/001.txt.

The status is 0 for a solution, 1 for no solution, 2 for an error."""


class FileProblem(Exception):
    """A file that cannot be solved. The message is the spec's; `detail` says where the problem is."""

    def __init__(self, message: str, detail: str | None = None) -> None:
        super().__init__(message)
        self.detail = detail


def main(
    argv: Sequence[str],
    *,
    data: str | Path,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Solves the file that `argv` names, or one from `data` that the user asks for; returns the exit status.

        0  solved        1  no solution, or no number was typed        2  an error        130  Ctrl-C

    Streams default to those of the system.
    """
    stdin, stdout = stdin or sys.stdin, stdout or sys.stdout
    errors = VisibleStream(stderr or sys.stderr or io.StringIO())  # they may contain the name of the file
    if stdout is None:
        print(f"{NOT_WRITABLE}: standard output is closed", file=errors)
        return 2
    try:
        status = _run(argv, Path(data), stdin or io.StringIO(), stdout)
        stdout.flush()
    except FileProblem as problem:
        print(problem, file=errors)
        if problem.detail is not None:
            print(problem.detail, file=errors)
        return 2
    except NonetError as error:  # the answer to the prompt cannot be read
        print(error, file=errors)
        return 2
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        with suppress(OSError):  # what is still buffered must not fail again when Python exits
            os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"{NOT_WRITABLE}: {error.strerror}", file=errors)
        return 2
    return status


def _run(argv: Sequence[str], data: Path, stdin: TextIO, stdout: TextIO) -> int:
    if len(argv) > 1:
        raise FileProblem(TOO_MANY)
    if argv and argv[0] in ("-h", "--help"):
        print(HELP, file=stdout)
        return 0
    if argv and not argv[0]:
        raise FileProblem(NOT_FOUND)
    path = Path(argv[0]) if argv else _ask_for_file(data, stdin, stdout)
    if path is None:
        return 1
    puzzle = read_puzzle(path)
    print(puzzle, end="\n\n", file=stdout, flush=True)
    solution = engine("propagation").some_solution(puzzle)
    print(NO_SOLUTION if solution is None else solution, file=stdout)
    return 1 if solution is None else 0


def _ask_for_file(data: Path, stdin: TextIO, stdout: TextIO) -> Path | None:
    """The file whose number the user types; None at the end of input."""
    replace_undecodable(stdin)
    while True:
        print(PROMPT, end="", file=stdout, flush=True)
        line = read_line(stdin)
        if not line:
            if stdout.isatty():
                print(file=stdout)  # leave the line of the prompt
            return None
        match = re.fullmatch(r"([+-]?)0*([0-9]{1,3})", line.strip())
        if match is not None and (number := int(match[1] + match[2])) >= 0:
            return data / f"{number:03}.txt"
        print(INVALID_INPUT, file=stdout)


def read_puzzle(path: Path) -> Puzzle:
    """The puzzle in a file: nine rows of nine digits, joined or separated by blanks, 0 for an empty cell."""
    try:
        with path.open("rb") as file:
            content = file.read(limits().line + 1)
    except IsADirectoryError:
        raise FileProblem(f"{NOT_FOUND}: {_shown(path)} is a folder") from None
    except (FileNotFoundError, NotADirectoryError):
        raise FileProblem(NOT_FOUND) from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise FileProblem(f"{NOT_READABLE}: {getattr(error, 'strerror', None) or error}") from None
    rows = _rows(content)
    try:
        return Puzzle(Grid.of(CLASSIC, map(int, "".join(rows))))
    except RuleError as error:
        raise FileProblem(INVALID_GRID, str(error)) from None


def _shown(path: Path) -> str:
    """A path that can be printed: bytes that are not text are shown as ?."""
    return os.fsencode(path).decode("utf-8", "replace")


def _rows(content: bytes) -> list[str]:
    r"""The rows as strings of digits.

    >>> _rows(b"530070000" + 8 * b"\r\n0 0 0 0 0 0 0 0 0")[:2]
    ['530070000', '000000000']
    """
    if len(content) > limits().line:
        _invalid(f"the file has more than {limits().line:,} bytes")
    size = CLASSIC.size
    text = content.removeprefix(BOM_UTF8).decode("ascii", "replace")
    rows = []
    for number, line in enumerate(text.rstrip().split("\n"), start=1):
        words = line.split()
        digits = "".join(words)
        if strange := re.search("[^0-9]", digits):
            _invalid(f"row {number}: not a digit: {strange[0]!r}")
        if len(digits) != size:
            _invalid(f"row {number}: {len(digits)} digits instead of {size}")
        if len(words) not in (1, size):
            _invalid(f"row {number}: put a blank between all digits, or between none")
        rows.append(digits)
    if len(rows) != size:
        _invalid(f"{len(rows)} row{'s' * (len(rows) > 1)} instead of {size}")
    return rows


def _invalid(detail: str) -> NoReturn:
    raise FileProblem(INVALID_FILE, detail)
