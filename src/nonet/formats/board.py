"""Boards with borders drawn around the boxes, in ASCII or with box-drawing characters.

    +-------+-------+      53.|.7.|...       *-----------*      ----------------------------------
    | 5 3 . | . 7 . | …    6..|195|...       |53.|.7.|...|      | .5 .3    |    .7    |          |
    | 6 . . | 1 9 5 | …    -----------       |---+---+---|      | .6       | .1 .9  5 |          |

A line of `-`, `_` or `*` may be a border or a row of blanks: it is a row if the board would lack one otherwise.
The cells of a row may be separated by blanks, by bars, by both or by nothing. Where blank cells are left empty,
all rows must have the same width, as on the board of the console game (the last picture: `.5` is a given, ` 5`
was set by the player).

Borders decide the box shape: bars after every two cells of a 6x6 board make boxes of three rows and two
columns. If they do not draw equal boxes (a jigsaw's), the layout must be named.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from nonet.dimensions import MAX_SIZE, Dimensions
from nonet.errors import FormatError
from nonet.formats import cells, shape
from nonet.formats.entry import Reading
from nonet.formats.plain import PlainFormat, reading
from nonet.formats.reading import ReadOptions, Text
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.rulings import CORNERS, PLAIN_CORNERS, corner, line_above, line_before

_BARS = "¦│┃║╎╏┆┇┊┋╵╷╹╻╽╿"
_DASHES = "─━═╌╍┄┅┈┉╴╶╸╺╼╾"
_WIDEST = 5  # the widest column of cells: a mark, two digits and blanks


class _Row(NamedTuple):
    """The cells of a row, and the number of cells between its bars."""

    cells: list[str]
    parts: tuple[int, ...]


# -- reading ------------------------------------------------------------------------------------------------


def is_drawn(lines: Sequence[str]) -> bool:
    """Whether the text has bars, or lines that can only be borders.

    >>> is_drawn(["12|34", "34|12"]), is_drawn(["1-", "--"]), is_drawn(["12", "--", "21"])
    (True, False, True)
    """
    lines = [_plain(line) for line in lines]
    if any("|" in line for line in lines):
        return True
    kinds = [_kind(line) for line in lines]
    if "border" in kinds:
        return True
    if "row" not in kinds or "either" not in kinds:
        return False
    rows = [line for line, kind in zip(lines, kinds, strict=True) if kind == "row"]
    doubtful = [line for line, kind in zip(lines, kinds, strict=True) if kind == "either"]
    signs = {next(sign for sign in "-_*" if sign in line) for line in doubtful}
    if any(sign in line for line in rows for sign in signs):
        return False  # the line is a row of blanks
    words = [line.split() for line in lines]
    return not any(
        all(width == len(lines) for width in widths)
        for widths in ([len(row) for row in words], [sum(map(len, row)) for row in words])
    )


def _plain(line: str) -> str:
    """The line with ASCII borders. A drawn dash becomes =, which is never a blank."""
    if line.isascii():
        return line
    return "".join(
        "|" if sign in _BARS else "=" if sign in _DASHES else "+" if "─" <= sign <= "╿" else sign
        for sign in line
    )


def _kind(line: str) -> str:
    """A line is a row, or a border, or may be either: `|---|---|---|`."""
    signs = {*line} - {" ", "\t"}
    if not signs <= {*"-=+|*_.':"}:
        return "row"
    if "+" in signs or "=" in signs:
        return "border"
    return "either" if signs & {*"-*_"} else "row"


def _found_rows(
    lines: Sequence[str], kinds: Sequence[str], board: Dimensions | None
) -> tuple[list[int], list[_Row]]:
    """The numbers of the lines that are rows, and their cells."""
    sure = [number for number, kind in enumerate(kinds) if kind == "row"]
    maybe = [number for number, kind in enumerate(kinds) if kind == "either"]
    if not sure and not maybe:
        raise FormatError("no puzzle in the input, only borders")
    blanks: dict[int, list[int]] = {}  # by their number of signs: the lines that may be rows of blanks
    for number in maybe:
        blanks.setdefault(sum(map(len, lines[number].replace("|", " ").split())), []).append(number)
    second_best = None
    squares = [shape.square(size) for size in (len(sure), *sorted(blanks)) if size <= MAX_SIZE]
    for tried in [board] if board else squares:
        for numbers in (sure, sorted(sure + blanks.get(tried.columns, []))):
            found = len(numbers) == tried.rows
            if found and (rows := _rows([lines[number] for number in numbers], tried.columns)):
                widest = len(str(tried.digits[-1]))
                if all(len(cell) <= widest for row in rows for cell in row.cells):
                    return numbers, rows
                second_best = second_best or (numbers, rows)
    if second_best is not None:
        return second_best
    texts = [lines[number] for number in sure or maybe]
    whole = board.columns if board else len(texts)
    loose = [_loosely(line, whole) for line in texts]
    widths = [len(row) for row in loose]
    complete = len(texts) == (board.rows if board else whole)
    if complete and len({*widths}) > 1 and max(widths) <= whole and 2 * widths.count(whole) < len(texts):
        raise FormatError("blank cells are left empty, but the rows are not in line; write . for a blank")
    shape.board_of_rows(loose, board, lines=texts)
    counts = [len(line.replace("|", " ").split()) for line in texts]
    usual = max(counts, key=counts.count)
    odd = next((number for number, count in enumerate(counts) if count != usual), 0)
    reason = "the cells are not separated as in the other rows; put one blank between any two"
    raise FormatError(reason, row=odd + 1, text=texts[odd].strip())


def _parted(lines: Sequence[str]) -> list[list[str]]:
    """The parts of each line between its bars, without the bars around the board."""
    parted = [line.split("|") for line in lines]
    for end in (0, -1):
        if all(len(parts) > 1 and not parts[end].strip() for parts in parted):
            for parts in parted:
                del parts[end]
    return parted


def _rows(lines: Sequence[str], size: int) -> list[_Row]:
    """The cells of these rows; empty if there is no one way to separate them in all rows."""
    rows = [_divided(parts, size) for parts in _parted([line.strip() for line in lines])]
    parted = _parted(lines)
    if None in rows:
        rows = [_one_a_part(parts, size) for parts in parted]
    if None in rows:
        rows = _aligned(parted, size)
    return [_Row([_unmarked(cell) for cell in row.cells], row.parts) for row in rows if row]


def _divided(parts: Sequence[str], size: int) -> _Row | None:
    """Cells separated by blanks and bars: `5 3 . | . 7 .`; or joined between the bars: `53.|.7.`."""
    words = [part.split() for part in parts]
    if sum(map(len, words)) == size:
        return _Row([word for part in words for word in part], tuple(map(len, words)))
    joined = [part.strip() for part in parts]
    if sum(map(len, joined)) == size and all(len(row) == 1 for row in words) and all(map(_is_centred, parts)):
        return _Row([*"".join(joined)], tuple(map(len, joined)))
    return None


def _is_centred(part: str) -> bool:
    """Whether there is as much space before the word as after it; if not, some may be blank cells."""
    before, behind = len(part) - len(part.lstrip()), len(part) - len(part.rstrip())
    return before == behind or max(before, behind) <= 1


def _one_a_part(parts: Sequence[str], size: int) -> _Row | None:
    """A bar between any two cells: `| 5 | 3 |   |`."""
    if len(parts) != size or any(len(part.split()) > 1 for part in parts) or parts == [""]:
        return None
    return _Row([part.strip() for part in parts], (1,) * size)


def _aligned(parted: Sequence[Sequence[str]], size: int) -> list[_Row | None]:
    """Cells in columns of equal width, blank ones left empty: `| 5 3   |   7   |`, or `|53 | 7 |`."""
    lengths = {len(part) for parts in parted for part in parts}
    counts = {len(parts) for parts in parted}
    if len(lengths) != 1 or len(counts) != 1 or size % len(parted[0]):
        return []
    length, each = len(parted[0][0]), size // len(parted[0])
    for start, padded in ((0, each), (1, length - 1), (0, length + 1)):
        step = padded // each
        width = max(1, step - 1)
        places = [range(start + i * step, start + i * step + width) for i in range(each)]
        if padded % each or not 1 <= step <= _WIDEST or (step == 1) != (length == each):
            continue
        between = {*range(length)}.difference(*places)
        if all(part[place] == " " for parts in parted for part in parts for place in between):
            return [
                _Row([part[p.start : p.stop].strip() for part in parts for p in places], (each,) * len(parts))
                for parts in parted
            ]
    return []


def _loosely(line: str, size: int) -> list[str]:
    """The cells of a row, as well as they can be guessed for an error message."""
    words = line.replace("|", " ").split()
    joined = "".join(words)
    groups = len(words) == len([part for part in line.split("|") if part.strip()]) and len(joined) >= 2 * len(
        words
    )
    return [*joined] if len(joined) == size or groups else words


def _unmarked(cell: str) -> str:
    return cell[1:] if len(cell) > 1 and cell[0] == "." and cell[1:].isdigit() else cell


def _drawn_layout(rows: Sequence[_Row], numbers: Sequence[int], usual: Layout) -> Layout:
    """The layout with the boxes that bars and borders draw; the usual one where they draw none."""
    bands = [1]
    for above, below in pairwise(numbers):
        if below == above + 1:
            bands[-1] += 1
        else:
            bands.append(1)
    widths = {_equal_parts(row.parts) for row in rows}
    box_columns, box_rows = widths.pop(), _equal_parts(tuple(bands))
    size = len(rows)
    if not widths and box_columns and box_rows:
        box_columns = box_columns if 1 < box_columns < size else 0
        box_rows = box_rows if 1 < box_rows < size else 0
        if not box_columns and not box_rows:
            return usual
        box_columns = box_columns or size // box_rows
        box_rows = box_rows or size // box_columns
        if box_rows * box_columns == size:
            return Layout.boxed(box_rows, box_columns)
    raise FormatError(
        f"the borders do not draw equal boxes of {size} cells; name the layout, "
        "with layout= or in a comment such as '# layout: jigsaw:MAP'"
    )


def _equal_parts(parts: tuple[int, ...]) -> int:
    """The length of all parts, or 0 if they differ."""
    return parts[0] if len({*parts}) == 1 else 0


class BoardFormat(PlainFormat):
    name = "board"
    title = "rows with borders drawn around the boxes"
    blank = "."
    one_symbol = False

    def read(self, text: Text, options: ReadOptions) -> Reading:
        """The puzzle on a drawn board."""
        lines = [_plain(line) for line in text.lines]
        kinds = [_kind(line) for line in lines]
        numbers, rows = _found_rows(lines, kinds, options.board)
        shape.refuse_numbers_of_rows([row.cells for row in rows], options.board)
        board = options.board or shape.square(len(rows))
        found = cells.from_tokens([row.cells for row in rows], board, options.symbols)
        if options.layout is None:
            options = options._replace(layout=_drawn_layout(rows, numbers, options.layout_of(board.rows)))
        which = f" of symbols {found.symbols}" if found.symbols else ""
        return reading("board", f"a board{which} with borders", found, board, options)

    def write(self, grid: Grid, *, blank: str, style: str) -> str:
        """The board with borders around its boxes or regions.

        >>> print(BoardFormat().write(Grid.empty(Layout.jigsaw("1112 1222 3334 3444")), blank=".", style="ascii"))
        +-----------+---+
        | .   .   . | . |
        |   +-------+   |
        | . | .   .   . |
        +---+-------+---+
        | .   .   . | . |
        |   +-------+   |
        | . | .   .   . |
        +---+-----------+
        """
        layout, corners = grid.layout, PLAIN_CORNERS if style == "ascii" else CORNERS
        height, columns, width = layout.height, layout.width, len(str(layout.digits[-1]))
        # A gap between two columns is wide if it has bars; between irregular regions all gaps are.
        wide = [not layout.box_shape or line_before(layout, 0, c) for c in range(columns + 1)]
        signs = [blank.rjust(width), *(str(digit).rjust(width) for digit in layout.digits)]
        lines = []
        for row in range(height + 1):
            pieces: list[str] = []
            cells_: list[str] = []
            for column in range(columns + 1):
                before, behind = (corners[12 * line_above(layout, row, c)] for c in (column - 1, column))
                meeting = corners[corner(layout, row, column)]
                pieces.append(f"{before}{meeting}{behind}" if wide[column] else meeting)
                pieces.append(behind * width)
                if row < height:
                    bar = corners[3 * line_before(layout, row, column)]
                    cells_.append(f" {bar} " if wide[column] else bar)
                    cells_.append(signs[grid.entries[row * columns + column]] if column < columns else "")
            if any(line_above(layout, row, column) for column in range(columns)):
                lines.append("".join(pieces).strip())
            if row < height:
                lines.append("".join(cells_).strip())
        return "\n".join(lines)
