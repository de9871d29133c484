"""Which board rows of cells make; if none, an error that names the row and the cell to blame."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.dimensions import MAX_SIZE
from nonet.errors import FormatError
from nonet.formats.cells import a_board, impossible


def side(cells: int) -> int | None:
    """The size of the board that has this many cells, or None.

    >>> side(81), side(80), side(729)
    (9, None, None)
    """
    root = int(cells**0.5 + 0.5)
    return root if root * root == cells and 1 <= root <= MAX_SIZE else None


def line_size(row: Sequence[str], size: int | None, *, line: str) -> int:
    """The size of the board whose cells are all on one line.

    >>> line_size("." * 17, None, line="." * 17)
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: row 1, column 17: 17 cells found; a 4x4 board has 16: '.................'
    """
    found = len(row)
    if size is None:
        size = side(found)
    if size is not None and found == size * size:
        return size
    if error := impossible([row]):
        raise error
    expected = (size or _nearest(found)) ** 2
    raise FormatError(_cells_found(found, size), row=1, column=min(found, expected) + 1, text=line.strip())


def rows_size(rows: Sequence[Sequence[str]], size: int | None, *, lines: Sequence[str]) -> int:
    """The size of the board with these rows. They must be all of one board, and nothing else.

    >>> rows_size(["12", "21"], None, lines=["12", "21"])
    2
    >>> rows_size(["12", "21", "12", "21"], None, lines=["12", "21", "12", "21"])
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: 2 puzzles instead of one; put an empty line between them
    """
    widths = [len(row) for row in rows]
    expected = size or _usual(widths) or 1
    alike = widths.count(widths[0]) == len(widths)
    if alike and widths[0] == expected == len(widths):
        return expected
    if alike and widths[0] == expected and len(widths) % expected == 0 and (expected > 1 or size):
        reason = f"{len(widths) // expected} puzzles instead of one; put an empty line between them"
        raise FormatError(reason)
    whole = (size or side(widths[0]) or 0) ** 2
    if alike and widths[0] == whole and whole > (1 if size else MAX_SIZE):
        raise FormatError(f"{len(widths)} puzzles instead of one")
    if error := impossible(rows):
        raise error
    if not size and whole > MAX_SIZE:
        reason = f"more text after the {whole} cells of a board"
        raise FormatError(reason, row=2, column=1, text=lines[1].strip())
    raise _missing_blank(rows, expected) or _to_blame(widths, expected, lines)


def _missing_blank(rows: Sequence[Sequence[str]], expected: int) -> FormatError | None:
    """The error for a number that is too large in a row that is too short: `4 58 6`.

    >>> print(_missing_blank([["1", "2", "3"], ["31", "2"], ["2", "3", "1"]], 3))
    row 2, column 1: larger than 3; is a blank missing?: '31'
    """
    for number, row in enumerate(rows, 1):
        if len(row) >= expected:
            continue
        for column, token in enumerate(row, 1):
            if len(token) > 1 and token.isdigit() and int(token[:9]) > expected:
                reason = f"larger than {expected}; is a blank missing?"
                return FormatError(reason, row=number, column=column, text=token)
    return None


def _to_blame(widths: Sequence[int], expected: int, lines: Sequence[str]) -> FormatError:
    """The error for the first row that is too short, too long, missing or superfluous."""
    limit = min(expected, MAX_SIZE)
    total = _cells_found(sum(widths), expected if expected == limit else None)
    wanted = f"{limit}" if expected == limit else f"at most {limit}"
    for row, (line, width) in enumerate(zip(lines, widths, strict=True), 1):
        if width > limit or width < limit == expected:
            reason = f"{_counted(width, 'cell')} instead of {wanted} ({total})"
            return FormatError(reason, row=row, column=min(width, limit) + 1, text=line.strip())
    found = len(widths)
    if found < expected:
        which = f"row {expected} is" if found == expected - 1 else f"rows {found + 1} to {expected} are"
        return FormatError(f"{which} missing ({total})")
    reason = f"{found} rows of {_counted(expected, 'cell')} instead of {_counted(expected, 'row')} ({total})"
    return FormatError(reason, row=expected + 1, column=1)


def _usual(widths: Sequence[int]) -> int:
    """The most frequent width; on a tie the number of rows, or else the largest that a board can have."""
    counts: dict[int, int] = {}
    for width in widths:
        counts[width] = counts.get(width, 0) + 1
    return max(counts, key=lambda width: (counts[width], width == len(widths), width <= MAX_SIZE, width))


def _cells_found(found: int, size: int | None) -> str:
    if size is None and found > MAX_SIZE * MAX_SIZE:
        largest = f"the largest board, {MAX_SIZE}x{MAX_SIZE}, has {MAX_SIZE * MAX_SIZE}"
        return f"{found} cells found; {largest}"
    size = size or _nearest(found)
    return f"{_counted(found, 'cell')} found; {a_board(size)} has {size * size}"


def _nearest(cells: int) -> int:
    """The size of the board with the closest number of cells."""
    return min(max(1, int(cells**0.5 + 0.5)), MAX_SIZE)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
