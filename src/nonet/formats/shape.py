"""Whether rows of cells make a board, and which; if not, the row that is to blame."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.errors import FormatError
from nonet.formats.cells import a_board, impossible
from nonet.layout import MAX_SIZE

__all__ = ["line_size", "rows_size", "side"]


def side(cells: int) -> int | None:
    """The size of the board that has so many cells.

    >>> side(81), side(80), side(729)
    (9, None, None)
    """
    root = int(cells**0.5 + 0.5)
    return root if root * root == cells and 1 <= root <= MAX_SIZE else None


def line_size(row: Sequence[str], size: int | None, *, line: str) -> int:
    """The size of the board whose cells all stand on one line.

    >>> line_size("." * 17, None, line="." * 17)
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: row 1, column 17: 17 cells found, where a 4x4 board has 16: '.................'
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
    """The size of the board that has these rows; the board must be whole, and the only one.

    >>> rows_size(["12", "21"], None, lines=["12", "21"])
    2
    >>> rows_size(["12", "21", "12", "21"], None, lines=["12", "21", "12", "21"])
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: 2 puzzles where one is expected
    """
    widths = [len(row) for row in rows]
    expected = size or _usual(widths) or 1
    alike = widths.count(widths[0]) == len(widths)
    if alike and widths[0] == expected == len(widths):
        return expected
    if alike and widths[0] == expected and len(widths) % expected == 0 and (expected > 1 or size):
        raise _several(len(widths) // expected)
    whole = (size or side(widths[0]) or 0) ** 2
    if alike and widths[0] == whole and whole > (1 if size else MAX_SIZE):
        raise _several(len(widths))
    if error := impossible(rows):
        raise error
    if not size and whole > MAX_SIZE:
        reason = f"more text behind the {whole} cells of a whole board"
        raise FormatError(reason, row=2, column=1, text=lines[1].strip())
    raise _to_blame(widths, expected, lines)


def _to_blame(widths: Sequence[int], expected: int, lines: Sequence[str]) -> FormatError:
    """The error for the first row that is too short, too long, missing or too many."""
    limit = min(expected, MAX_SIZE)
    total = _cells_found(sum(widths), expected if expected == limit else None)
    wanted = f"{limit}" if expected == limit else f"at most {limit}"
    for row, (line, width) in enumerate(zip(lines, widths, strict=True), 1):
        if width > limit or width < limit == expected:
            reason = (
                f"{_counted(width, 'cell')} where {wanted} {'is' if limit == 1 else 'are'} expected ({total})"
            )
            return FormatError(reason, row=row, column=min(width, limit) + 1, text=line.strip())
    found = f"{_counted(len(widths), 'row')} of {_counted(expected, 'cell')}"
    reason = f"{found} where {_counted(expected, 'row')} {'is' if limit == 1 else 'are'} expected ({total})"
    return FormatError(reason, row=min(len(widths), expected) + 1, column=1)


def _usual(widths: Sequence[int]) -> int:
    """The width that most rows have; of equals, the number of rows, or else the largest that there can be."""
    counts: dict[int, int] = {}
    for width in widths:
        counts[width] = counts.get(width, 0) + 1
    return max(counts, key=lambda width: (counts[width], width == len(widths), width <= MAX_SIZE, width))


def _several(count: int) -> FormatError:
    return FormatError(f"{count} puzzles where one is expected")


def _cells_found(found: int, size: int | None) -> str:
    if size is None and found > MAX_SIZE * MAX_SIZE:
        largest = f"the largest board, {MAX_SIZE}x{MAX_SIZE}, has {MAX_SIZE * MAX_SIZE}"
        return f"{found} cells found, where {largest}"
    size = size or _nearest(found)
    return f"{_counted(found, 'cell')} found, where {a_board(size)} has {size * size}"


def _nearest(cells: int) -> int:
    """The size of the board that has nearly so many cells."""
    return min(max(1, int(cells**0.5 + 0.5)), MAX_SIZE)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
