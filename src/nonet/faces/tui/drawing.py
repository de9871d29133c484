"""Draws the board as characters, each with a background (what the cell is) and an ink (what is written in it).

The palette turns both into colours. Nothing is shown by the background alone: a conflict is marked !, a wrong
digit ✗, a coloured cell has a letter, diagonals are marked ╲ ╱ ╳, windows ▫, and what a hint points at has the
sign of its role.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from nonet.bitsets import digits_in
from nonet.dimensions import HouseKind
from nonet.faces.tui.content import BoardContent
from nonet.faces.tui.geometry import Geometry
from nonet.faces.tui.palette import Background, Ink, Pen
from nonet.layout import Layout
from nonet.rulings import weight_above, weight_before

COLOUR_LETTERS = "abcdefgh"
"""The sign of each colour, 1 to 8."""

_SIGNS = {"conflict": "!!", "wrong": "✗x", "falling": "╲\\", "rising": "╱/", "both": "╳X", "window": "▫#"}
_EMPTY, _NOTED = "·.", "::"
_MORE = "…~"  # more notes than there is room for


class Canvas:
    """Characters and their pens, line by line."""

    def __init__(self, width: int, height: int) -> None:
        self.signs = [[" "] * width for _ in range(height)]
        self.pens = [[Pen()] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, pen: Pen) -> None:
        """Writes text, cut off at the edges; a floor stays a floor."""
        for number, sign in enumerate(text, start=x):
            if 0 <= number < len(self.signs[y]):
                floor = self.pens[y][number].floor
                self.signs[y][number] = sign
                self.pens[y][number] = pen._replace(floor=True) if floor else pen

    def runs(self, y: int) -> list[tuple[str, Pen]]:
        """A line as runs of characters with the same pen."""
        found: list[tuple[str, Pen]] = []
        signs, pens = self.signs[y], self.pens[y]
        start = 0
        for x in range(1, len(signs) + 1):
            if x == len(signs) or pens[x] != pens[start]:
                found.append(("".join(signs[start:x]), pens[start]))
                start = x
        return found

    def text(self) -> str:
        return "\n".join("".join(line).rstrip() for line in self.signs)


def draw(content: BoardContent, board: Geometry) -> Canvas:
    """The board at its scale.

    >>> from nonet.faces.tui.geometry import Geometry, Scale
    >>> layout = Layout.named("4x4")
    >>> content = BoardContent(layout, bytes([1, 2] + [0] * 14), bytes([1] + [0] * 15))
    >>> print(draw(content, Geometry(layout, Scale(3, 1, rows_ruled=False), labels=True)).text())
        1   2   3   4
      ┏━━━┯━━━┳━━━┯━━━┓
    1 ┃ 1 │ 2 ┃ · │ · ┃
    2 ┃ · │ · ┃ · │ · ┃
      ┣━━━┿━━━╋━━━┿━━━┫
    3 ┃ · │ · ┃ · │ · ┃
    4 ┃ · │ · ┃ · │ · ┃
      ┗━━━┷━━━┻━━━┷━━━┛
    """
    canvas = Canvas(board.width, board.height)
    _lines(canvas, content, board)
    if board.labels:
        _labels(canvas, content, board)
    for cell in content.layout.drawn_at.values():
        _cell(canvas, content, board, cell)
    return canvas


# -- lines and labels ----------------------------------------------------------------------------------------

# ┏━━━┯━━━┳━      up, down, left, right: 0 nothing, 1 light, 2 heavy
# ┃ 5 │ 3 ┃       by the strokes that meet: 27 up + 9 down + 3 left + right
# ┠───┼───╂─
_JOINTS = " ╶╺╴─╼╸╾━╷┌┍┐┬┮┑┭┯╻┎┏┒┰┲┓┱┳╵└┕┘┴┶┙┵┷│├┝┤┼┾┥┽┿╽┟┢┧╁╆┪╅╈╹┖┗┚┸┺┛┹┻╿┞┡┦╀╄┩╃╇┃┠┣┨╂╊┫╉╋"


def _lines(canvas: Canvas, content: BoardContent, board: Geometry) -> None:
    layout, inner, at = content.layout, content.rules.inner, content.layout.drawn_at.get
    for row in range(board.rows + 1):
        for column in range(layout.width + 1):
            x, y = board.xs[column] - 1, board.ys[row] - 1
            across, down = weight_above(layout, row, column), weight_before(layout, row, column)
            cell = at((row, column))
            if board.row_lines[row] and across:
                sign = ("─━", "┈┉")[(at((row - 1, column)), cell) in inner][across - 1]
                _stroke(canvas, board.xs[column], y, board.scale.width, across, sign, content.ascii)
            if board.column_lines[column] and down:
                sign = ("│┃", "┊┋")[(at((row, column - 1)), cell) in inner][down - 1]
                for line in range(board.scale.height):
                    _stroke(canvas, x, board.ys[row] + line, 1, down, sign, content.ascii)
            if board.row_lines[row] and board.column_lines[column]:
                _joint(canvas, content, board, row, column)
    _clues(canvas, content, board)


def _clues(canvas: Canvas, content: BoardContent, board: Geometry) -> None:
    """What rules have on the lines: sums of cages, dots and signs; and the clues outside."""
    layout, pen = content.layout, Pen(ink=Ink.CLUE)
    width, height = board.scale.width, board.scale.height
    for cell in layout.drawn_at.values():
        if cell >= layout.board_count:
            x, y = board.corner(cell)
            canvas.put(x, y - 2, layout.cell_name(cell)[:width].center(width), Pen(ink=Ink.LABEL))
    for cell, label in content.rules.labels.items():
        x, y = board.corner(cell)
        if board.row_lines[layout.row_of(cell)]:
            canvas.put(x, y - 1, label[:width], pen)
    for (first, second), sign in content.rules.between.items():
        row, column = layout.row_of(second), layout.column_of(second)
        if row == layout.row_of(first) and board.column_lines[column]:
            canvas.put(board.xs[column] - 1, board.ys[row] + height // 2, sign[:2], pen)
        elif column == layout.column_of(first) and board.row_lines[row]:
            at = board.xs[column] + (width - min(len(sign), width)) // 2
            canvas.put(at, board.ys[row] - 1, sign[:width], pen)
    for cell, sign in content.rules.corners.items():
        row, column = layout.row_of(cell), layout.column_of(cell)
        if board.row_lines[row + 1] and board.column_lines[column + 1]:
            at = board.xs[column + 1] - 1 - len(sign) // 2
            canvas.put(at, board.ys[row + 1] - 1, sign, pen)
    _outside(canvas, content, board)


def _outside(canvas: Canvas, content: BoardContent, board: Geometry) -> None:
    pen, scale = Pen(ink=Ink.CLUE), board.scale
    for (side, number), text in content.rules.outside.items():
        if side in ("left", "right"):
            at = board.left - 1 - len(text) if side == "left" else board.xs[-1] + 1
            canvas.put(max(0, at), board.ys[number] + scale.height // 2, text, pen)
        else:
            line = board.top - 1 if side == "top" else board.ys[-1]
            at = board.xs[number] + max(0, (scale.width - len(text)) // 2)
            canvas.put(at, line, text, pen)


def _joint(canvas: Canvas, content: BoardContent, board: Geometry, row: int, column: int) -> None:
    up, down = weight_before(board.layout, row - 1, column), weight_before(board.layout, row, column)
    left, right = weight_above(board.layout, row, column - 1), weight_above(board.layout, row, column)
    if not (up or down or left or right):
        return
    sign = _JOINTS[27 * up + 9 * down + 3 * left + right]
    heavy = 2 if 2 in (up, down, left, right) else 1
    _stroke(canvas, board.xs[column] - 1, board.ys[row] - 1, 1, heavy, sign, content.ascii)


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


def _labels(canvas: Canvas, content: BoardContent, board: Geometry) -> None:
    layout, scale = content.layout, board.scale
    cursor = content.cursor
    row, column = (None, None) if cursor is None else (layout.row_of(cursor), layout.column_of(cursor))
    for number in range(layout.width):
        ink = Ink.LIT_LABEL if number == column else Ink.LABEL
        canvas.put(board.xs[number] + (scale.width - 1) // 2, 0, str(number + 1), Pen(ink=ink))
    widest = len(str(layout.height))
    for number in range(layout.height):
        ink = Ink.LIT_LABEL if number == row else Ink.LABEL
        canvas.put(0, board.ys[number] + scale.height // 2, str(number + 1).rjust(widest), Pen(ink=ink))


# -- cells ---------------------------------------------------------------------------------------------------


def _ground(content: BoardContent, cell: int) -> Background:
    if content.hidden:
        return Background.PLAIN
    value = content.values[cell]
    for ground, holds in (
        (Background.CURSOR, cell == content.cursor),
        (Background.SELECTED, cell in content.selected),
        (Background.TARGET, cell in content.targets),
        (Background.PATTERN, cell in content.pattern),
        (Background.CONFLICT, cell in content.conflicts or cell in content.wrong),
        (Background.COLOUR, bool(content.colours) and content.colours[cell] > 0),
        (Background.SAME, value > 0 and value == content.digit),
        (Background.PEER, cell in content.peers),
        (Background.HOUSE, cell in content.rules.tinted or bool(house_sign(content.layout, cell))),
    ):
        if holds:
            return ground
    return Background.PLAIN


@lru_cache(maxsize=4096)
def house_sign(layout: Layout, cell: int) -> str:
    """The name of the sign that a cell of a diagonal or a window has; nothing for other cells."""
    kinds = [(house.kind, house.index) for house in layout.houses_of(cell)]
    diagonals = {index for kind, index in kinds if kind is HouseKind.DIAGONAL}
    if len(diagonals) == 2:
        return "both"
    if diagonals:
        return "rising" if 1 in diagonals else "falling"
    return "window" if any(kind is HouseKind.WINDOW for kind, _ in kinds) else ""


def _sign(name: str, content: BoardContent) -> str:
    return _SIGNS[name][content.ascii] if name else ""


def _cell(canvas: Canvas, content: BoardContent, board: Geometry, cell: int) -> None:
    row = content.layout.row_of(cell)
    x, y = board.corner(cell)
    ground = _ground(content, cell)
    colour = content.colours[cell] if content.colours and not content.hidden else 0
    blank = Pen(ground, Ink.BLANK, colour if ground is Background.COLOUR else 0)
    for line in range(board.scale.height):
        last = line > 0 and line == board.scale.height - 1
        pen = blank._replace(close=last, floor=last and not board.row_lines[row + 1])
        canvas.put(x, y + line, " " * board.scale.width, pen)
    if content.hidden:
        return
    tall = board.scale.holds_notes
    painter = _Painter(canvas, content, board, cell, x, y, blank)
    value = content.values[cell]
    if value:
        painter.value(value)
    elif tall:
        painter.notes()
    else:
        painter.short_notes()
    painter.signs(tall)


@dataclass
class _Painter:
    """Draws into one cell."""

    canvas: Canvas
    content: BoardContent
    board: Geometry
    cell: int
    x: int
    y: int
    blank: Pen

    def pen(self, ink: Ink, *, close: bool = False, colour: int | None = None) -> Pen:
        return Pen(self.blank.ground, ink, self.blank.colour if colour is None else colour, close)

    def value(self, value: int) -> None:
        content, scale = self.content, self.board.scale
        ink = Ink.GIVEN if content.givens[self.cell] else Ink.VALUE
        if self.cell in content.revealed:
            ink = Ink.REVEALED
        if self.cell in content.wrong or (self.cell in content.conflicts and not content.givens[self.cell]):
            ink = Ink.WRONG
        text = content.symbol(value)
        at = self.x + (scale.width - len(text)) // 2
        line = self.y + scale.height // 2
        if scale.width <= len(text) + 1:
            at = self.x + scale.width - 1 - len(text)
        self.canvas.put(at, line, text, self.pen(ink, close=True))

    # -- notes that have places ------------------------------------------------------------------------------

    def notes(self) -> None:
        content, board = self.content, self.board
        corner = content.corner[self.cell] if content.corner else 0
        centre = content.centre[self.cell] if content.centre else 0
        marked = {digit for cell, digit in content.marks if cell == self.cell}
        shown = sorted({*digits_in(corner), *marked})
        middle = board.scale.height // 2
        crowded = centre and any(board.note_place(d)[1] == middle for d in content.layout.entries)
        if crowded and not marked:
            half = -(-len(shown) // 2) if len(shown) > board.scale.width // 2 else len(shown)
            for line, digits in ((0, shown[:half]), (board.scale.height - 1, shown[half:])):
                spaced = " ".join(map(content.symbol, digits))
                text = spaced if len(spaced) < board.scale.width else spaced.replace(" ", "")
                self.canvas.put(self.x + 1, self.y + line, text, self.pen(Ink.NOTE))
        else:
            for digit in shown:
                self.note(digit)
        if centre and not (crowded and marked):
            digits = [*digits_in(centre)]
            text = _in_brackets(content, digits, board.scale.width - 1)
            at = self.x + (board.scale.width - len(text)) // 2
            ink = Ink.SAME_NOTE if content.digit in digits else Ink.CENTRE
            self.canvas.put(max(at, self.x + 1), self.y + middle, text, self.pen(ink))

    def note(self, digit: int) -> None:
        content = self.content
        x, y = self.board.note_place(digit)
        digit_width = len(str(content.layout.digits[-1]))
        text = content.symbol(digit).rjust(digit_width)
        colour = content.candidate_colours.get((self.cell, digit), 0)
        mark = content.marks.get((self.cell, digit))
        if mark is not None:
            self.canvas.put(self.x + x, self.y + y, text + mark[0], self.pen(mark[1]))
        elif colour:
            pen = Pen(Background.COLOUR, Ink.NOTE, colour)
            self.canvas.put(self.x + x, self.y + y, text + COLOUR_LETTERS[colour - 1], pen)
        else:
            ink = Ink.SAME_NOTE if digit == content.digit else Ink.NOTE
            self.canvas.put(self.x + x, self.y + y, text, self.pen(ink))

    # -- notes on one line -----------------------------------------------------------------------------------

    def short_notes(self) -> None:
        """Corner notes at the left, centre notes in brackets; where they do not fit, a colon says that
        there are some.
        """
        content, width = self.content, self.board.scale.width
        corner = content.corner[self.cell] if content.corner else 0
        centre = content.centre[self.cell] if content.centre else 0
        digit_width = len(str(content.layout.digits[-1]))
        middle = (
            self.x + (width - digit_width) // 2 + digit_width - 1
            if width > digit_width + 1
            else self.x + digit_width - 1
        )
        same = content.digit and (corner | centre) >> (content.digit - 1) & 1
        ink = Ink.SAME_NOTE if same else Ink.NOTE
        if not corner | centre:
            self.canvas.put(middle, self.y, _EMPTY[content.ascii], self.pen(Ink.EMPTY))
        elif width < digit_width + 4:
            self.canvas.put(middle, self.y, _NOTED[content.ascii], self.pen(ink))
        else:
            room = width - (1 if house_sign(content.layout, self.cell) else 0)
            digits = [*digits_in(centre or corner)]
            between = "" if digit_width == 1 or content.letters else ","
            text = (
                _in_brackets(content, digits, room) if centre else between.join(map(content.symbol, digits))
            )
            if len(text) > room:
                text = text[: room - 1].rstrip(",") + _MORE[content.ascii]
            self.canvas.put(self.x, self.y, text, self.pen(Ink.CENTRE if centre else Ink.NOTE))
            if same and (at := text.find(content.symbol(content.digit))) >= 0:
                self.canvas.put(self.x + at, self.y, content.symbol(content.digit), self.pen(Ink.SAME_NOTE))

    # -- signs -----------------------------------------------------------------------------------------------

    def signs(self, tall: bool) -> None:
        """The signs that say what a ground or a colour says: in the first column of a tall cell, in whatever
        is left of a flat one; badges and pieces of lines in the last column, or beside the digit.
        """
        content, scale = self.content, self.board.scale
        own_sign = content.cell_signs.get(self.cell, "")
        if self.cell in content.wrong:
            own_sign = own_sign or _sign("wrong", content)
        elif self.cell in content.conflicts:
            own_sign = own_sign or _sign("conflict", content)
        letter = (
            COLOUR_LETTERS[content.colours[self.cell] - 1]
            if content.colours and content.colours[self.cell]
            else ""
        )
        house = _sign(house_sign(content.layout, self.cell), content)
        rules, last = content.rules, scale.width - 1
        badge, line = rules.badges.get(self.cell, ""), rules.lines.get(self.cell, "")
        top, middle, bottom = 0, scale.height // 2, scale.height - 1
        if tall:
            self._put_at(Ink.CLUE, (badge, last, top), (line, last, middle))
            self._put_at(Ink.SIGN, (own_sign, 0, middle), (letter, 0, top), (house, 0, bottom))
        else:
            self._put_where_free(Ink.CLUE, (line, badge), (last, 0))
            self._put_where_free(Ink.SIGN, (own_sign, letter, house), (last, 0, 1, last - 1))

    def _put_at(self, ink: Ink, *signs: tuple[str, int, int]) -> None:
        """Signs, each with its column and line in the cell."""
        for sign, x, y in signs:
            if sign:
                self.canvas.put(self.x + x, self.y + y, sign, self.pen(ink))

    def _put_where_free(self, ink: Ink, signs: tuple[str, ...], columns: tuple[int, ...]) -> None:
        """Signs in those columns of a flat cell in which nothing stands yet, as far as there are any."""
        free = (x for x in columns if self.canvas.signs[self.y][self.x + x] == " ")
        for sign, x in zip(filter(None, signs), list(free), strict=False):
            self.canvas.put(self.x + x, self.y, sign, self.pen(ink))


def _in_brackets(content: BoardContent, digits: list[int], room: int) -> str:
    plain = content.ascii
    between = "" if content.letters or content.layout.digit_of(max(digits)) < 10 else ","
    text = between.join(map(content.symbol, digits))
    if len(text) + 2 <= room:
        return f"<{text}>" if plain else f"‹{text}›"
    return text if len(text) <= room else text[: room - 1].rstrip(",") + _MORE[plain]
