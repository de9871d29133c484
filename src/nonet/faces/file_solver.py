"""The file solver (spec 002): `python3 main.py PATH`, or a number of the folder `data`.

It solves by the engine `propagation`, the algorithm of that spec, and needs the standard library alone.
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
from typing import TextIO

from nonet.engines import engine
from nonet.errors import RuleError
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle

__all__ = ["FileProblem", "main", "read_puzzle"]

PROMPT = "Sudoku # "
INVALID_INPUT = "Invalid input"
TOO_MANY = "Too many command-line arguments"
NOT_FOUND = "File not found"
NOT_READABLE = "File not readable"
NOT_WRITABLE = "Output not writable"
INVALID_FILE = "Invalid sudoku file"
INVALID_GRID = "Invalid sudoku grid"
NO_SOLUTION = "No solution"

MOST_BYTES = 1 << 16
"""Of a file; a puzzle has about 160, so that a longer one is something else."""


class FileProblem(Exception):
    """A file that cannot be solved; the message says why."""


def main(
    argv: Sequence[str],
    *,
    data: Path,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Solves the file that `argv` names, or one of `data` that the user asks for; returns the exit status.

        0  solved        1  no solution, or no number was typed        2  an error        130  Ctrl-C

    A stream that is not given is that of the system, and an empty one where the system has none.
    """
    stdin, stdout, stderr = (
        given or usual or io.StringIO()
        for given, usual in ((stdin, sys.stdin), (stdout, sys.stdout), (stderr, sys.stderr))
    )
    try:
        status = _run(argv, data, stdin, stdout)
        stdout.flush()
    except FileProblem as problem:
        print(problem, file=stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except OSError as error:  # standard output cannot be written; what it still holds must go nowhere
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # whoever read it has left, and knows
            print(f"{NOT_WRITABLE}: {error.strerror}", file=stderr)
        return 2
    return status


def _run(argv: Sequence[str], data: Path, stdin: TextIO, stdout: TextIO) -> int:
    if len(argv) > 1:
        raise FileProblem(TOO_MANY)
    path = Path(argv[0]) if argv else _asked(data, stdin, stdout)
    if path is None:
        return 1
    puzzle = read_puzzle(path)
    print(puzzle, end="\n\n", file=stdout, flush=True)
    solution = engine("propagation").some_solution(puzzle)
    print(NO_SOLUTION if solution is None else solution, file=stdout)
    return 1 if solution is None else 0


def _asked(data: Path, stdin: TextIO, stdout: TextIO) -> Path | None:
    """The file whose number the user types; None at the end of input."""
    with suppress(io.UnsupportedOperation):
        if isinstance(stdin, io.TextIOWrapper):
            stdin.reconfigure(errors="replace")  # bytes that are no text are no number either
    while True:
        print(PROMPT, end="", file=stdout, flush=True)
        line = stdin.readline()
        if not line:
            if stdout.isatty():
                print(file=stdout)  # off the line of the prompt
            return None
        match = re.fullmatch(r"([+-]?)0*([0-9]{1,3})", line.strip())
        if match is not None and (number := int(match[1] + match[2])) >= 0:
            return data / f"{number:03}.txt"
        print(INVALID_INPUT, file=stdout)


def read_puzzle(path: Path) -> Puzzle:
    """The puzzle of a file: nine rows of nine digits, joined or separated by blanks, 0 for an empty cell."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        raise FileProblem(NOT_FOUND) from None
    except OSError as error:
        raise FileProblem(f"{NOT_READABLE}: {error.strerror}") from None
    rows = _rows(content)
    if rows is None:
        raise FileProblem(INVALID_FILE)
    try:
        return Puzzle(Grid.of(CLASSIC, map(int, "".join(rows))))
    except RuleError:
        raise FileProblem(INVALID_GRID) from None


def _rows(content: bytes) -> list[str] | None:
    r"""The rows as strings of digits, or None where the content is no puzzle.

    >>> _rows(b"530070000" + 8 * b"\r\n0 0 0 0 0 0 0 0 0")[:2]
    ['530070000', '000000000']
    >>> _rows(b"530070000") is _rows(9 * b"53 0070000\n") is _rows(9 * b"53..7....\n") is None
    True
    """
    try:
        text = content.removeprefix(BOM_UTF8).decode("ascii")
    except UnicodeDecodeError:
        return None
    size = CLASSIC.size
    rows = [line.split() for line in text.rstrip().split("\n")]
    if len(content) > MOST_BYTES or len(rows) != size:
        return None
    for words in rows:
        if [len(word) for word in words] not in ([size], [1] * size) or not all(map(str.isdigit, words)):
            return None
    return ["".join(words) for words in rows]
