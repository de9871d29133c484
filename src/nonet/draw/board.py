"""A board as a scene: houses, rules, grid lines, digits, candidates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from nonet.arguments import clear_type_errors
from nonet.candidates import Candidates
from nonet.dimensions import HouseKind
from nonet.draw.rule_shapes import CAPITAL, cell_square, center, draw_rules
from nonet.draw.scene import CELL, Inset, Item, Label, Outlined, PenStyle, Rectangle, Scene
from nonet.explain.step_picture import candidate_shape
from nonet.explain.voice import digit_letter
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules.base import Rule
from nonet.step import Candidate

DigitDrawing = Callable[[int, float, float, float, str, bool], Iterable[Item]]
"""Draws a digit: its value, the middle of its place, the width of the place, the colour, whether it is bold."""

Insets = tuple[float, float, float, float]
"""From the left, upper, right and lower border of a cell to its candidates, in percent of its width."""
PAD: Insets = (6.25, 6.25, 6.25, 6.25)
NAMES = 26
"""The margin for the names of rows and columns."""


def text_digits(
    size: float, two: float | None = None, *, text: Callable[[int], str] = str, always_bold: bool = False
) -> DigitDrawing:
    """Digits as text. `size` is that of the font, as a share of the width; `two`: for two characters."""

    def draw(value: int, x: float, y: float, width: float, colour: str, bold: bool) -> Iterator[Item]:
        shown = text(value)
        height = width * (size if two is None or len(shown) == 1 else two)
        yield Label(x, y + height * CAPITAL / 2, shown, height, colour, bold or always_bold)

    return draw


number_digits = text_digits(0.66, 0.5)
even_number_digits = text_digits(0.52)
"""Numbers of one size, for boards with numbers of two digits."""
letter_digits = text_digits(0.66, text=digit_letter)
"""Single characters: 0 … 9, A … P."""
large_digits = text_digits(0.86, 0.6, always_bold=True)
"""As large as the cell allows."""


@dataclass(frozen=True, kw_only=True)
@clear_type_errors
class BoardOptions:
    """How a board is drawn. `thin` and `thick` are the widths of lines, of a cell's 64."""

    digits: DigitDrawing = number_digits
    names: bool = False
    thin: float = 1.0
    thick: float = 3.2
    clues: float = 1.0
    """How many times as large as usual the numbers of cages are."""
    outside: float = 1.0
    """The same for numbers outside the board."""
    given_bold: bool = True

    def digits_on(self, layout: Layout) -> DigitDrawing:
        """How digits are drawn on this board."""
        return even_number_digits if self.digits is number_digits and layout.digits[-1] > 9 else self.digits


def board_scene(
    puzzle: Puzzle,
    *,
    grid: Grid | None = None,
    candidates: Candidates | None = None,
    wrong: Iterable[int] = (),
    options: BoardOptions = BoardOptions(),  # noqa: B008 - frozen
) -> Scene:
    """The picture of a puzzle: its givens, the digits that `grid` adds to them, and candidates, if there are any.

    >>> scene = board_scene(Puzzle.of("4x4", "12.............."))
    >>> scene.width == scene.height
    True
    >>> [item.text for item in scene.items if isinstance(item, Label)]
    ['1', '2']
    """
    layout, grid = puzzle.layout, grid or puzzle.givens
    cells = tuple(layout.drawn_at.values())
    rules = draw_rules(puzzle.rules, layout, clues=options.clues, outside=options.outside, grid=grid)
    width, height = layout.width * CELL, drawn_height(layout)
    edge = options.thick / 2 + 0.5
    left, top, right, bottom = (max(margin, edge) for margin in rules.margins)
    if options.names:
        left, top = left + NAMES, top + NAMES
    items = [
        *board_houses(layout),
        *rules.under,
        *board_lines(layout, options, regions_known(puzzle.rules, grid)),
        *cells_beside(layout, cells, options),
        *rules.over,
        *(board_lines(layout, options) if rules.covered else ()),
        *rules.around,
        *(board_names(layout, rules.margins) if options.names else ()),
        *_digits(puzzle, grid, cells, frozenset(wrong), options),
        *(_candidates(candidates, cells, options) if candidates is not None else ()),
    ]
    title = f"Sudoku, {layout.height}x{layout.width}"
    return Scene(left + width + right, top + height + bottom, tuple(items), -left, -top, title)


def with_small_solution(
    scene: Scene,
    puzzle: Puzzle,
    solution: Grid,
    *,
    options: BoardOptions = BoardOptions(),  # noqa: B008 - frozen
) -> Scene:
    """The scene of a puzzle, with a small solution below it on the right."""
    small = board_scene(with_regions_alone(puzzle), grid=solution, options=replace(options, names=False))
    scale, gap = scene.width * 0.3 / small.width, 20.0
    items = (Inset(scene, 0, 0), Inset(small, scene.width - small.width * scale, scene.height + gap, scale))
    return Scene(scene.width, scene.height + gap + small.height * scale, items, title=scene.title)


def drawn_height(layout: Layout) -> float:
    """The height of the board and of the cells below it."""
    return (1 + max(row for row, _ in layout.drawn_at)) * CELL


def regions_known(rules: Iterable[Rule], grid: Grid) -> tuple[int, ...]:
    """For each cell of the board the number of its region, 0 if it is not known; empty where no rule has regions."""
    labels = next((rule.labels_on(grid.layout) for rule in rules if rule.divides), ())
    return tuple(grid.entries[label] for label in labels)


def cells_beside(layout: Layout, cells: Iterable[int], options: BoardOptions) -> Iterator[Item]:
    """The frames and names of the cells beside the board."""
    for cell in cells:
        if cell >= layout.board_count:
            x, y = center(layout, cell)
            pen = PenStyle("thick", options.thick / 2)
            yield Rectangle(x - CELL / 2, y - CELL / 2, CELL, CELL, pen=pen)
            yield Label(x, y - CELL / 2 - 8, layout.cell_name(cell), 16, "faint")


def with_regions_alone(puzzle: Puzzle) -> Puzzle:
    """The puzzle for the picture of its solution, which needs no clues."""
    rules = tuple(rule.without_clues() for rule in puzzle.rules if rule.labels_on(puzzle.layout))
    return replace(puzzle, rules=rules)


def board_houses(layout: Layout) -> Iterator[Item]:
    """Windows and diagonals."""
    for house in layout.houses:
        if house.kind is HouseKind.WINDOW or house.kind is HouseKind.DIAGONAL:
            for cell in house.cells:
                yield cell_square(layout, cell, "house")


def board_lines(layout: Layout, options: BoardOptions, regions: tuple[int, ...] = ()) -> Iterator[Item]:
    """Thin lines between cells, then thick ones around boxes or regions, and around the board."""
    thin, thick = grid_lines(layout, regions)
    for lines, name, width in ((thin, "thin", options.thin), (thick, "thick", options.thick)):
        commands = tuple(
            command
            for x1, y1, x2, y2 in lines
            for command in (("M", (x1 * CELL, y1 * CELL)), ("L", (x2 * CELL, y2 * CELL)))
        )
        if commands:
            yield Outlined(commands, pen=PenStyle(name, width))


def board_names(layout: Layout, margins: tuple[float, float, float, float]) -> Iterator[Item]:
    """The names of columns and rows."""
    for number in range(layout.width):
        yield Label((number + 0.5) * CELL, -margins[1] - 9, f"c{number + 1}", 14, "faint")
    for number in range(layout.height):
        yield Label(-margins[0] - 14, (number + 0.5) * CELL + 5, f"r{number + 1}", 14, "faint")


def _digits(
    puzzle: Puzzle, grid: Grid, cells: Iterable[int], wrong: frozenset[int], options: BoardOptions
) -> Iterator[Item]:
    layout, draw = puzzle.layout, options.digits_on(puzzle.layout)
    for cell in cells:
        if grid.entries[cell]:
            given = bool(puzzle.givens.entries[cell])
            colour = "wrong" if cell in wrong else "ink" if given else "entered"
            x, y = center(layout, cell)
            yield from draw(grid[cell], x, y, CELL, colour, given and options.given_bold)


def _candidates(candidates: Candidates, cells: Sequence[int], options: BoardOptions) -> Iterator[Item]:
    layout, drawn = candidates.layout, frozenset(cells)
    draw, places = options.digits_on(layout), CandidatePlaces(layout)
    for cell, digit in candidates:
        if cell not in drawn:
            continue
        x, y = places.center((cell, digit))
        yield from draw(layout.digit_of(digit), x, y, places.width(cell) * 1.24, "faint", False)


@dataclass(frozen=True)
class CandidatePlaces:
    """Where candidates are written in the cells of a board; `insets` has those of cells where they are not `PAD`."""

    layout: Layout
    insets: Mapping[int, Insets] = field(default_factory=dict)

    @cached_property
    def boxes(self) -> list[Rectangle]:
        """For each cell the part that holds its candidates."""
        boxes = []
        for cell in range(self.layout.cell_count):
            left, top, right, bottom = (CELL * inset / 100 for inset in self.insets.get(cell, PAD))
            x, y = self.layout.column_of(cell) * CELL, self.layout.row_of(cell) * CELL
            boxes.append(Rectangle(x + left, y + top, CELL - left - right, CELL - top - bottom))
        return boxes

    def width(self, cell: int) -> float:
        """The width that each candidate has."""
        box = self.boxes[cell]
        return min(box.width, box.height) / max(candidate_shape(self.layout))

    def center(self, candidate: Candidate) -> tuple[float, float]:
        """The middle of a candidate."""
        cell, digit = candidate
        rows, columns = candidate_shape(self.layout)
        row, column = divmod(digit - 1, columns)
        box = self.boxes[cell]
        return box.x + (column + 0.5) / columns * box.width, box.y + (row + 0.5) / rows * box.height


Line = tuple[int, int, int, int]
"""x1, y1, x2, y2, in cells."""


@lru_cache(maxsize=64)
def grid_lines(layout: Layout, regions: tuple[int, ...] = ()) -> tuple[list[Line], list[Line]]:
    """Thin lines and thick lines, each as long as it goes straight; several boards on one sheet have gaps. `regions`
    are the numbers of regions that are known only now; 0 is unknown.

    >>> thin, thick = grid_lines(Layout.named("4x4"))
    >>> thin
    [(0, 1, 4, 1), (0, 3, 4, 3), (1, 0, 1, 4), (3, 0, 3, 4)]
    >>> len(thick)
    6
    """
    boxes = _boxes_of_places(layout)
    number = {place: regions[layout.cell(*place)] for place in boxes} if regions else {}
    edges: dict[bool, dict[tuple[bool, int], list[int]]] = {
        False: defaultdict(list),
        True: defaultdict(list),
    }
    for upright in (False, True):
        across, along = (layout.width, layout.height) if upright else (layout.height, layout.width)
        for line in range(across + 1):
            for place in range(along):
                sides = ((place, line - 1), (place, line)) if upright else ((line - 1, place), (line, place))
                before, after = map(boxes.get, sides)
                if before is not None or after is not None:
                    known = {number.get(side) for side in sides} - {0}
                    edges[before != after or len(known) > 1][upright, line].append(place)
    return _straight(edges[False]), _straight(edges[True])


def _boxes_of_places(layout: Layout) -> dict[tuple[int, int], frozenset[int]]:
    """The boxes of each cell, by row and column."""
    found: dict[tuple[int, int], frozenset[int]] = {
        (layout.row_of(cell), layout.column_of(cell)): frozenset() for cell in range(layout.board_count)
    }
    for number, box in enumerate(layout.boxes):
        for cell in box.cells:
            found[layout.row_of(cell), layout.column_of(cell)] |= {number}
    return found


def _straight(edges: dict[tuple[bool, int], list[int]]) -> list[Line]:
    """Edges of one cell each, joined where they follow one another."""
    lines: list[Line] = []
    for (upright, line), places in edges.items():
        start = places[0]
        for place, following in zip(places, [*places[1:], -1], strict=True):
            if following != place + 1:
                end = place + 1
                lines.append((line, start, line, end) if upright else (start, line, end, line))
                start = following
    return lines
