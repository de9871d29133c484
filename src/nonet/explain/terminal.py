"""A picture as text: the board with its candidates, each mark as a sign beside its candidate, and a legend below.

         c1     c2     c3      c4
      ┏━━━━━━━━━━━━━━━━━━━━┳━━━━━━
      ┃1 2 3 │      │    3✗┃
    r1┃4●    │  5   │4 5   ┃          ● base   ✗ eliminated
      ┃    9 │      │      ┃

Killer cages that the step uses have their sum above the first cell, and dotted borders inside. Colour is added to the
signs, never needed to read them (NO_COLOR, a pipe). `lines=False` keeps to ASCII.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from nonet.dimensions import HouseKind
from nonet.explain.marks import COLOURS, Mark, Tag
from nonet.explain.notation import cell_set
from nonet.explain.step_picture import Picture, candidate_shape
from nonet.explain.voice import capital, voice
from nonet.layout import Layout
from nonet.rulings import CORNERS, PLAIN_CORNERS, corner, line_above, line_before, weight_above, weight_before

# Where no heavy lines meet in a corner, light ones cross.
_HEAVY = (CORNERS, PLAIN_CORNERS)
_LIGHT = ("│─┼", ":.:")
# Inside a cage: a light bar and border, a heavy bar and border.
_INSIDE = ("┊┈┋┉", "    ")


def to_text(picture: Picture, *, lines: bool = True, colour: bool = False, columns: int | None = None) -> str:
    """The board and its legend, without a newline at the end. If it is wider than `columns`, candidates are
    left out.

    >>> from nonet.candidates import Candidates
    >>> from nonet.explain.step_picture import picture
    >>> from nonet.layout import Layout
    >>> from nonet.puzzle import Puzzle
    >>> from nonet.step import Step
    >>> start = Candidates.of(Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0] + [0] * 12))
    >>> print(to_text(picture(start, Step("x", eliminations=((0, 2),))), lines=False)) # doctest: +ELLIPSIS
         c1   c2   c3   c4
       +---------+---------+
       |  2x:    |    :  2 |
    r1 |  4 : 1  | 3  :  4 |
    ...
    """
    wide = not lines
    text = _board(picture, int(wide), colour)
    if columns is not None and max(_width(line) for line in text) > columns:
        text = _small_board(picture, int(wide), colour)
    legend = [
        f"  {_painted(line.tag.sign(plain=wide), line.tag, colour)}  {line.text}" for line in picture.legend
    ]
    result = "\n".join([*text, *_beside(picture, bool(wide)), *legend])
    return plain_text(result) if wide else result


def _beside(picture: Picture, plain: bool) -> Iterator[str]:
    """The cells beside the board: digits, or candidates with their marks. Those with all candidates are left out."""
    layout, grid, speaker = picture.layout, picture.candidates.grid, voice(picture.language)
    for cell in range(layout.board_count, layout.cell_count):
        digits = picture.candidates.digits(cell)
        marks = {digit: tag.sign(plain=plain) for (own, digit), tag in picture.tags.items() if own == cell}
        if len(digits) < layout.size or marks:
            left = " ".join(f"{layout.digit_of(digit)}{marks.get(digit, '')}" for digit in digits)
            yield f"{capital(cell_set(layout, [cell], speaker))}: {grid[cell] if grid.entries[cell] else left}"


def plain_text(text: str) -> str:
    """The text in ASCII: ≠ becomes <>, → becomes ->, accents are dropped.

    >>> plain_text("Řádek 4: r1c2 ≠ 5 → r1c8 = 5 …")
    'Radek 4: r1c2 <> 5 -> r1c8 = 5 ...'
    """
    for sign, plain in (("≠", "<>"), ("→", "->"), ("…", "..."), ("–", "-"), ("„", '"'), ("“", '"')):
        text = text.replace(sign, plain)
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")


# -- the board with candidates -------------------------------------------------------------------------------


def _board(picture: Picture, wide: int, colour: bool) -> list[str]:
    layout = picture.layout
    rows, columns = candidate_shape(layout)
    width = columns * _digit_width(layout)
    margin = " " * (len(str(layout.height)) + 2)
    heads = _heads(picture, wide)
    names = (f"c{c + 1}{heads.get((HouseKind.COLUMN, c), '')}" for c in range(layout.width))
    lines = [margin + " " + " ".join(name.center(width) for name in names).rstrip()]
    for row in range(layout.height + 1):
        lines.append(margin + _border(picture, row, width, wide))
        if row == layout.height:
            break
        cells = [
            _cell_lines(picture, layout.drawn_at.get((row, column)), rows, columns, wide, colour)
            for column in range(layout.width)
        ]
        for number in range(rows):
            name = f"r{row + 1}{heads.get((HouseKind.ROW, row), '')}"
            parts = [name.ljust(len(margin)) if number == rows // 2 else margin]
            for column in range(layout.width + 1):
                parts.append(_bar(picture, row, column, wide))
                if column < layout.width:
                    parts.append(cells[column][number])
            lines.append("".join(parts))
    return lines


def _digit_width(layout: Layout) -> int:
    """The widest digit, and the sign of its mark."""
    return len(str(layout.digits[-1])) + 1


def _heads(picture: Picture, wide: int) -> dict[tuple[HouseKind, int], str]:
    """The signs beside the names of rows and columns that are base or cover houses."""
    layout, heads = picture.layout, dict[tuple[HouseKind, int], str]()
    for number, mark in picture.houses:
        house = layout.houses[number]
        line = layout.row_of if house.kind is HouseKind.ROW else layout.column_of
        heads[house.kind, line(house.cells[0])] = Tag(mark).sign(plain=bool(wide))
    return heads


def _cell_lines(
    picture: Picture, cell: int | None, rows: int, columns: int, wide: int, colour: bool
) -> list[str]:
    layout = picture.layout
    each = _digit_width(layout)
    if cell is None:
        return [" " * (columns * each)] * rows
    if picture.candidates.grid.entries[cell]:
        value = picture.candidates.grid[cell]
        lines = [" " * (columns * each) for _ in range(rows)]
        shown = str(value) if picture.givens.entries[cell] else f"({value})"
        if cell in picture.wrong:
            shown = f"!{value}!"
        tag = picture.cells.get(cell)
        if tag is not None and tag.mark is Mark.BLOCKER:
            shown += tag.sign(plain=bool(wide))
        text = shown.center(columns * each)
        if colour:
            code = "1;31" if cell in picture.wrong else "1" if picture.givens.entries[cell] else "32"
            text = f"\x1b[{code}m{text}\x1b[0m"
        lines[rows // 2] = text
        return lines
    lines = []
    present = picture.candidates.digits(cell)
    for row in range(rows):
        parts = []
        for column in range(columns):
            digit = row * columns + column + 1
            if digit not in present:
                parts.append(" " * each)
                continue
            tag = picture.tags.get((cell, digit))
            text = str(layout.digit_of(digit)).rjust(each - 1) + (tag.sign(plain=bool(wide)) if tag else " ")
            if tag and colour:
                text = _painted(text, tag, colour)
            elif colour:
                text = f"\x1b[2m{text}\x1b[0m"
            parts.append(text)
        lines.append("".join(parts))
    return lines


def _painted(text: str, tag: Tag, colour: bool) -> str:
    if not colour:
        return text
    code = COLOURS[tag.colour][2]
    if tag.mark is Mark.ELIMINATED:
        code += ";9"  # struck out, where the terminal can
    return f"\x1b[{code}m{text}\x1b[0m"


def _bar(picture: Picture, row: int, column: int, wide: int) -> str:
    weight = weight_before(picture.layout, row, column)
    if _in_one_cage(picture, (row, column - 1), (row, column)):
        return _INSIDE[wide][2 * (weight == 2)]
    return (" ", _LIGHT[wide][0], _HEAVY[wide][3])[weight]


def _in_one_cage(picture: Picture, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a cage that the step uses has the cells at both places."""
    cells = {picture.layout.drawn_at.get(one), picture.layout.drawn_at.get(other)}
    return any(cells.issubset(cage) for cage, _ in picture.cages)


def _border(picture: Picture, row: int, width: int, wide: int) -> str:
    layout, parts = picture.layout, []
    for column in range(layout.width + 1):
        meeting = corner(layout, row, column)
        inside = weight_above(layout, row, column) or weight_before(layout, row, column)
        parts.append(_HEAVY[wide][meeting] if meeting else _LIGHT[wide][2] if inside else " ")
        if column < layout.width:
            weight = weight_above(layout, row, column)
            line = (" ", _LIGHT[wide][1], _HEAVY[wide][12])[weight]
            if _in_one_cage(picture, (row - 1, column), (row, column)):
                line = _INSIDE[wide][1 + 2 * (weight == 2)]
            cell = layout.drawn_at.get((row, column))
            total = next((total for cells, total in picture.cages if min(cells) == cell), "")
            parts.append(total + line * (width - len(total)))
    return "".join(parts)


# -- values alone --------------------------------------------------------------------------------------------


def _small_board(picture: Picture, wide: int, colour: bool) -> list[str]:
    """A cell is its value or a dot, and the sign of the most telling of its marks."""
    layout = picture.layout
    best = {cell: tag for cell, tag in picture.cells.items() if tag.mark is Mark.BLOCKER}
    for (cell, _), tag in picture.tags.items():
        if cell not in best or tag.rank < best[cell].rank:
            best[cell] = tag
    each, grid = _digit_width(layout) - 1, picture.candidates.grid
    lines = []
    for row in range(layout.height + 1):
        if any(line_above(layout, row, column) for column in range(layout.width)):
            lines.append(_border(picture, row, each + 1, wide))
        if row == layout.height:
            break
        parts = []
        for column in range(layout.width + 1):
            parts.append(_HEAVY[wide][3] if line_before(layout, row, column) else " ")
            if column < layout.width:
                if (row, column) not in layout.drawn_at:
                    parts.append(" " * (each + 1))
                    continue
                cell = layout.drawn_at[row, column]
                own = best.get(cell)
                text = (str(grid[cell]) if grid.entries[cell] else ".").rjust(each) + (
                    own.sign(plain=bool(wide)) if own else " "
                )
                parts.append(_painted(text, own, colour) if own else text)
        lines.append("".join(parts))
    return lines


def _width(line: str) -> int:
    """How wide a line is on a terminal, without its colours."""
    width, inside = 0, False
    for sign in line:
        if sign == "\x1b":
            inside = True
        elif not inside:
            width += 1
        elif sign == "m":
            inside = False
    return width
