"""The lines of the board and the numbers of its rows and columns.

┏━━━┯━━━┳━      up, down, left, right: 0 nothing, 1 light, 2 heavy
┃ 5 │ 3 ┃
┠───┼───╂─
"""

from __future__ import annotations

from nonet.faces.tui.canvas import BoardLook, Canvas, Ink, Pen
from nonet.faces.tui.geometry import Geometry

__all__ = ["draw_labels", "draw_lines"]

# By the strokes that meet: 27 up + 9 down + 3 left + right.
_JOINTS = " ╶╺╴─╼╸╾━╷┌┍┐┬┮┑┭┯╻┎┏┒┰┲┓┱┳╵└┕┘┴┶┙┵┷│├┝┤┼┾┥┽┿╽┟┢┧╁╆┪╅╈╹┖┗┚┸┺┛┹┻╿┞┡┦╀╄┩╃╇┃┠┣┨╂╊┫╉╋"


def draw_lines(canvas: Canvas, look: BoardLook, board: Geometry) -> None:
    size = look.layout.size
    width, height = board.scale.width, board.scale.height
    for row in range(size + 1):
        for column in range(size + 1):
            x, y = board.xs[column] - 1, board.ys[row] - 1
            across = 2 if board.parts_rows(row, column) else 1
            down = 2 if board.parts_columns(row, column) else 1
            cell = row * size + column
            if board.row_lines[row] and column < size:
                sign = ("─━", "┈┉")[(cell - size, cell) in look.rules.inner][across - 1]
                _stroke(canvas, board.xs[column], y, width, across, sign, look.ascii)
            if board.column_lines[column] and row < size:
                sign = ("│┃", "┊┋")[column > 0 and (cell - 1, cell) in look.rules.inner][down - 1]
                for line in range(height):
                    _stroke(canvas, x, board.ys[row] + line, 1, down, sign, look.ascii)
            if board.row_lines[row] and board.column_lines[column]:
                _joint(canvas, look, board, row, column)
    _clues(canvas, look, board)


def _clues(canvas: Canvas, look: BoardLook, board: Geometry) -> None:
    """What rules have on the lines: sums of cages, dots and signs; and the clues outside."""
    size, pen = look.layout.size, Pen(ink=Ink.CLUE)
    width, height = board.scale.width, board.scale.height
    for cell, label in look.rules.labels.items():
        row, column = divmod(cell, size)
        if board.row_lines[row]:
            canvas.put(board.xs[column], board.ys[row] - 1, label[:width], pen)
    for (first, second), sign in look.rules.between.items():
        row, column = divmod(second, size)
        if second - first == 1 and board.column_lines[column]:
            canvas.put(board.xs[column] - 1, board.ys[row] + height // 2, sign[:2], pen)
        elif second - first == size and board.row_lines[row]:
            at = board.xs[column] + (width - min(len(sign), width)) // 2
            canvas.put(at, board.ys[row] - 1, sign[:width], pen)
    for cell, sign in look.rules.corners.items():
        row, column = divmod(cell, size)
        if board.row_lines[row + 1] and board.column_lines[column + 1]:
            at = board.xs[column + 1] - 1 - len(sign) // 2
            canvas.put(at, board.ys[row + 1] - 1, sign, pen)
    _outside(canvas, look, board)


def _outside(canvas: Canvas, look: BoardLook, board: Geometry) -> None:
    pen, scale = Pen(ink=Ink.CLUE), board.scale
    for (side, number), text in look.rules.outside.items():
        if side in ("left", "right"):
            at = board.left - 1 - len(text) if side == "left" else board.xs[-1] + 1
            canvas.put(max(0, at), board.ys[number] + scale.height // 2, text, pen)
        else:
            line = board.top - 1 if side == "top" else board.ys[-1]
            at = board.xs[number] + max(0, (scale.width - len(text)) // 2)
            canvas.put(at, line, text, pen)


def _joint(canvas: Canvas, look: BoardLook, board: Geometry, row: int, column: int) -> None:
    size = look.layout.size
    up = 0 if row == 0 else 1 + board.parts_columns(row - 1, column)
    down = 0 if row == size else 1 + board.parts_columns(row, column)
    left = 0 if column == 0 else 1 + board.parts_rows(row, column - 1)
    right = 0 if column == size else 1 + board.parts_rows(row, column)
    sign = _JOINTS[27 * up + 9 * down + 3 * left + right]
    heavy = 2 if 2 in (up, down, left, right) else 1
    _stroke(canvas, board.xs[column] - 1, board.ys[row] - 1, 1, heavy, sign, look.ascii)


def _stroke(canvas: Canvas, x: int, y: int, count: int, weight: int, sign: str, plain: bool) -> None:
    if plain:
        if sign in "┈┊┉┋":
            sign = {"┉": "~", "┋": "'"}.get(sign, " ")
        elif sign in "━─":
            sign = "-" if weight == 2 else "."
        elif sign in "┃│":
            sign = "|" if weight == 2 else ":"
        else:
            sign = "+" if weight == 2 else ":"
    canvas.put(x, y, sign * count, Pen(ink=Ink.HEAVY if weight == 2 else Ink.LINE))


def draw_labels(canvas: Canvas, look: BoardLook, board: Geometry) -> None:
    size, scale = look.layout.size, board.scale
    row, column = (None, None) if look.cursor is None else divmod(look.cursor, size)
    for number in range(size):
        text = str(number + 1)
        ink = Ink.LIT_LABEL if number == column else Ink.LABEL
        canvas.put(board.xs[number] + (scale.width - 1) // 2, 0, text, Pen(ink=ink))
        ink = Ink.LIT_LABEL if number == row else Ink.LABEL
        canvas.put(0, board.ys[number] + scale.height // 2, text.rjust(len(str(size))), Pen(ink=ink))
