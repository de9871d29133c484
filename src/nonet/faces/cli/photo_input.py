"""Reading a photograph for any command, and what is said about it on standard error."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from nonet.errors import LimitExceeded, NonetError
from nonet.faces.cli.status import say

if TYPE_CHECKING:
    from nonet.photo import Doubt, PhotoReading

_CORRECTION = re.compile(r"r([1-9])c([1-9])=([0-9.])", re.IGNORECASE)


def read_photo(source: str | bytes, *, name: str, known: Mapping[int, int] | None = None) -> PhotoReading:
    """The puzzle in a photograph; an error names the file."""
    from nonet.photo import PictureError, quiet_libraries, read

    try:
        with quiet_libraries():
            return read(source, known=known)
    except (PictureError, LimitExceeded) as error:
        raise NonetError(f"{name}: {error}") from error


def report(reading: PhotoReading) -> bool:
    """Says which digits are doubtful, which were settled by the rules, and whether there is exactly one solution.
    Returns whether there is nothing left to check.
    """
    for doubt in reading.settled:
        only = str(doubt.digit) if doubt.digit else "an empty cell"
        say(f"{doubt.name} may be {_shown(doubt)}; only {only} gives exactly one solution")
    for doubt in reading.doubts:
        say(f"{doubt.name} is doubtful: {_shown(doubt)}")
    count = _solutions(reading)
    if count != 1:
        many = (
            "no solution: some digit is" if count == 0 else "more than one solution: some digit is missing or"
        )
        say(f"what was read has {many} wrong")
    if count == 1 and not reading.doubts:
        return True
    example = f"{reading.doubts[0].name}={reading.doubts[0].others[0]}" if reading.doubts else "r1c1=5"
    say(f"to correct a digit: sudoku read FILE --set {example}")
    return False


def parse_corrections(texts: Sequence[str]) -> dict[int, int]:
    """Digits by cell, from texts such as r3c4=7; 0 or . for an empty cell.

    >>> parse_corrections(["r1c2=7", "R9C9=."])
    {1: 7, 80: 0}
    """
    known = {}
    for text in texts:
        found = _CORRECTION.fullmatch(text.strip())
        if found is None:
            raise NonetError(
                f"--set {text!r}: expected a cell and its digit, such as r3c4=7; 0 for an empty cell"
            )
        row, column, digit = found.groups()
        known[9 * int(row) + int(column) - 10] = int(digit.replace(".", "0"))
    return known


def ask(doubts: Sequence[Doubt]) -> dict[int, int]:
    """Asks the person at the terminal for each doubtful digit; Enter keeps what was read, Ctrl-D keeps the rest."""
    import click

    answers: dict[int, int] = {}
    click.echo("Enter keeps what was read; or type the digit, 0 for an empty cell.", err=True)
    for doubt in doubts:
        while True:
            try:
                text = click.prompt(
                    f"{doubt.name}: {_shown(doubt)}", default="", show_default=False, err=True
                ).strip()
            except click.Abort:
                click.echo(err=True)
                return answers
            if text in ("", *"0123456789."):
                break
            click.echo("one digit, please", err=True)
        answers[doubt.cell] = doubt.digit if text == "" else int(text.replace(".", "0"))
    return answers


def _shown(doubt: Doubt) -> str:
    """The possible digits, the chosen one first.

    >>> from nonet.photo import Doubt
    >>> _shown(Doubt(0, 7, 0.6, (1, 0)))
    '7 (60 %), 1 or empty'
    """
    first = f"{_digit(doubt.digit)} ({100 * doubt.probability:.0f} %)"
    shown = [first, *map(_digit, doubt.others)]
    return f"{', '.join(shown[:-1])} or {shown[-1]}"


def _digit(digit: int) -> str:
    return str(digit) if digit else "empty"


def _solutions(reading: PhotoReading) -> int:
    """0, 1, or 2 for several."""
    from nonet.engines import engine_for

    return engine_for(reading.puzzle).count_solutions(reading.puzzle, limit=2)
