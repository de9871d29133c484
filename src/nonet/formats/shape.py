"""Which board rows of cells make; if none, an error that names the row and the cell to blame."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.dimensions import MAX_SIZE, Dimensions
from nonet.errors import FormatError
from nonet.formats.cells import BLANKS, a_board, impossible, without_cells


def side(cells: int) -> int | None:
    """The size of the board that has this many cells, or None.

    >>> side(81), side(80), side(729)
    (9, None, None)
    """
    root = int(cells**0.5 + 0.5)
    return root if root * root == cells and 1 <= root <= MAX_SIZE else None


def square(size: int) -> Dimensions:
    """The usual board of that size."""
    return Dimensions(size, size)


def board_on_line(row: Sequence[str], board: Dimensions | None, *, line: str) -> Dimensions:
    """The board whose cells are all on one line; the one asked for, or a square.

    >>> board_on_line("." * 17, None, line="." * 17)
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: row 1, column 17: 17 cells found; a 4x4 board has 16: '.................'
    """
    found = len(row)
    if board is None and (error := without_cells([row])):
        raise error
    if board is None and (size := side(found)):
        board = square(size)
    if board is not None and found == board.rows * board.columns:
        return board
    if error := impossible([row]):
        raise error
    expected = board or square(_nearest(found))
    column = min(found, expected.rows * expected.columns) + 1
    raise FormatError(_cells_found(found, expected), row=1, column=column, text=line.strip())


def refuse_numbers_of_rows(rows: Sequence[Sequence[str]], board: Dimensions | None) -> None:
    """Refuses a board, unless it was asked for, whose first row and column may be the numbers of columns and rows, as
    spreadsheets and pandas write them.

    >>> refuse_numbers_of_rows([["", "0", "1"], ["0", "2", "1"], ["1", "1", "2"]], None)
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: the first row and column count from 0; leave them out, or name the layout
    """
    if board is not None or len(rows) < 3 or not all(rows) or [*rows[0]] != [row[0] for row in rows]:
        return
    corner, first, *_ = rows[0]
    if corner not in BLANKS or first not in ("0", "1") or (first == "1" and len(rows) < 5):
        return
    if [*rows[0]] == [corner, *(str(number + int(first)) for number in range(len(rows) - 1))]:
        raise FormatError(f"the first row and column count from {first}; leave them out, or name the layout")


def board_of_rows(
    rows: Sequence[Sequence[str]], board: Dimensions | None, *, lines: Sequence[str]
) -> Dimensions:
    """The board with these rows; the one asked for, or a square. They must be all of one board, and nothing else.

    >>> board_of_rows(["12", "21"], None, lines=["12", "21"]).name
    '2x2'
    >>> board_of_rows(["12", "21", "12", "21"], None, lines=["12", "21", "12", "21"])
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: 2 puzzles instead of one; put an empty line between them
    """
    if board is None and (error := without_cells(rows)):
        raise error
    widths = [len(row) for row in rows]
    expected = board or square(_usual(widths) or 1)
    alike = widths.count(widths[0]) == len(widths)
    if alike and (len(widths), widths[0]) == (expected.rows, expected.columns):
        return expected
    several = alike and widths[0] == expected.columns and len(widths) % expected.rows == 0
    if several and (expected.rows > 1 or board):
        reason = f"{len(widths) // expected.rows} puzzles instead of one; put an empty line between them"
        raise FormatError(reason)
    whole = board.rows * board.columns if board else (side(widths[0]) or 0) ** 2
    if alike and len(widths) > 1 and widths[0] == whole and whole > (1 if board else MAX_SIZE):
        raise FormatError(f"{len(widths)} puzzles instead of one")
    if error := impossible(rows):
        raise error
    if not board and len(widths) > 1 and whole > MAX_SIZE:
        reason = f"more text after the {whole} cells of a board"
        raise FormatError(reason, row=2, column=1, text=lines[1].strip())
    raise _missing_blank(rows, expected) or _to_blame(widths, expected, lines)


def _missing_blank(rows: Sequence[Sequence[str]], expected: Dimensions) -> FormatError | None:
    """The error for a number that is too large in a row that is too short: `4 58 6`.

    >>> print(_missing_blank([["1", "2", "3"], ["31", "2"], ["2", "3", "1"]], square(3)))
    row 2, column 1: larger than 3; is a blank missing?: '31'
    """
    for number, row in enumerate(rows, 1):
        if len(row) >= expected.columns:
            continue
        for column, token in enumerate(row, 1):
            if len(token) > 1 and token.isdigit() and int(token[:9]) > expected.digits[-1]:
                reason = f"larger than {expected.digits[-1]}; is a blank missing?"
                return FormatError(reason, row=number, column=column, text=token)
    return None


def _to_blame(widths: Sequence[int], expected: Dimensions, lines: Sequence[str]) -> FormatError:
    """The error for the first row that is too short, too long, missing or superfluous."""
    columns, rows = expected.columns, expected.rows
    limit = min(columns, MAX_SIZE)
    total = _cells_found(sum(widths), expected if columns == limit else None)
    wanted = f"{limit}" if columns == limit else f"at most {limit}"
    for row, (line, width) in enumerate(zip(lines, widths, strict=True), 1):
        if width > limit or width < limit == columns:
            reason = f"{_counted(width, 'cell')} instead of {wanted} ({total})"
            return FormatError(reason, row=row, column=min(width, limit) + 1, text=line.strip())
    found = len(widths)
    if found < rows:
        which = f"row {rows} is" if found == rows - 1 else f"rows {found + 1} to {rows} are"
        return FormatError(f"{which} missing ({total})")
    reason = f"{found} rows of {_counted(columns, 'cell')} instead of {_counted(rows, 'row')} ({total})"
    return FormatError(reason, row=rows + 1, column=1)


def _usual(widths: Sequence[int]) -> int:
    """The most frequent width; on a tie the number of rows, or else the largest that a board can have."""
    counts: dict[int, int] = {}
    for width in widths:
        counts[width] = counts.get(width, 0) + 1
    return max(counts, key=lambda width: (counts[width], width == len(widths), width <= MAX_SIZE, width))


def _cells_found(found: int, board: Dimensions | None) -> str:
    if found > MAX_SIZE * MAX_SIZE and board in (None, square(MAX_SIZE)):
        largest = f"the largest board, {MAX_SIZE}x{MAX_SIZE}, has {MAX_SIZE * MAX_SIZE}"
        return f"{found} cells found; {largest}"
    board = board or square(_nearest(found))
    return f"{_counted(found, 'cell')} found; {a_board(board)} has {board.rows * board.columns}"


def _nearest(cells: int) -> int:
    """The size of the board with the closest number of cells."""
    return min(max(1, int(cells**0.5 + 0.5)), MAX_SIZE)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
