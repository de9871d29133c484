"""Coverage-guided fuzzing of everything that reads text: atheris makes the bytes, only our own errors may come back.

    python tools/fuzz_formats.py [-max_total_time=60] [CORPUS]       (pip install atheris)

What was read is written in every format and read again: the puzzle must be the same.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["nonet"]):
    from nonet.errors import NonetError
    from nonet.formats import format_grid, format_names, read_bytes
    from nonet.lines import Job, answer_lines


def test_one_input(data: bytes) -> None:
    """One text, as a puzzle and as lines of puzzles."""
    from io import BytesIO

    try:
        puzzle = read_bytes(data).puzzle
    except NonetError:
        pass  # refused in words of ours; anything else is a fault, and ends the run
    else:
        for name in format_names():
            again = read_bytes(format_grid(puzzle.givens, name).encode(), layout=puzzle.layout).puzzle
            assert again.givens == puzzle.givens, name
    lines = [line for line in data.split(b"\n") if len(line) <= 81]
    if len(lines) <= 4:
        asked = b"\n".join(lines)
        try:
            answers = list(answer_lines(BytesIO(asked), Job.CHECK, threads=1))
        except NonetError:
            return
        ends = asked.count(b"\n") + (asked[-1:] not in (b"", b"\n"))
        assert sum(each.lines for each in answers) == ends


def main() -> None:
    """Fuzzes until it is told to stop, or finds a fault."""
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
