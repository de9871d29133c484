"""The plan of a board: its name, its houses and its shape, by the kind of board or by its name.

A `nonet.layout.Layout` is a plan with its tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from nonet.dimensions import (
    MAX_SIZE,
    Dimensions,
    House,
    HouseKind,
    dimensions_named,
    short_name,
    windows_of,
)
from nonet.errors import LayoutError
from nonet.grouping import grouped

MOST_EXTRAS = 625
"""The most cells beside a board: as many as the largest board has."""
MOST_LINES = 99
"""The most rows and columns of overlapping boards; names of cells have two digits."""


@dataclass(frozen=True)
class BoardPlan:
    """What makes a layout: all else that a layout knows follows from it."""

    name: str
    size: int
    houses: tuple[House, ...]
    box_shape: tuple[int, int] | None = None
    """Rows and columns of a box; None where the regions are not rectangles."""
    places: tuple[tuple[int, int], ...] | None = None
    """The row and the column of each cell on a board of overlapping squares; None on any other board."""
    shape: tuple[int, int] | None = None
    """Rows and columns, where they are not `size` each."""
    first_digit: int = 1
    extras: tuple[tuple[str, int], ...] = ()
    """Groups of unknowns beside the board: a name, and how many cells. Those of A are A1, A2 …"""
    apart: tuple[int, ...] = ()
    """For each cell the bitboard of further cells that it must differ from; nothing if there are none."""


def _plan(
    dimensions: Dimensions, name: str, houses: Iterable[House], box_shape: tuple[int, int] | None
) -> BoardPlan:
    size = len(dimensions.digits)
    lines = dimensions.rows, dimensions.columns
    shape = None if lines == (size, size) else lines
    return BoardPlan(name, size, tuple(houses), box_shape, None, shape, dimensions.digits[0])


def board_plan(dimensions: Dimensions, box: tuple[int, int], diagonals: bool, windows: bool) -> BoardPlan:
    """Boxes of that many rows and columns; (1, 1) for a board without boxes."""
    dimensions.checked()
    rows, columns = box
    houses = dimensions.lines()
    name = dimensions.name
    if rows == 1 or columns == 1:  # its boxes would be lines or parts of them: a Latin square
        if dimensions.is_square and dimensions.rows == len(dimensions.digits):
            rows, columns = (rows, dimensions.columns) if rows == 1 else (dimensions.rows, 1)
        else:
            rows, columns = 1, dimensions.columns
    else:
        if rows < 1 or columns < 1 or dimensions.rows % rows or dimensions.columns % columns:
            raise LayoutError(
                f"boxes of {rows}x{columns} do not fill a board of {dimensions.rows}x{dimensions.columns}"
            )
        if rows * columns > len(dimensions.digits):
            raise LayoutError(
                f"boxes of {rows}x{columns} cells are too large for {len(dimensions.digits)} digits"
            )
        corners = [
            (top, left)
            for top in range(0, dimensions.rows, rows)
            for left in range(0, dimensions.columns, columns)
        ]
        houses += dimensions.boxes(rows, columns, HouseKind.BOX, corners)
    if (rows, columns) != dimensions.usual_box:
        name += f"/{rows}x{columns}"
    if diagonals:
        houses += dimensions.diagonals()
        name += "+x"
    if windows:
        inner = windows_of(dimensions.rows, dimensions.columns, rows, columns)
        if not inner or rows == 1 or columns == 1:
            raise LayoutError(f"a board of {rows}x{columns} boxes has no windows")
        houses += inner
        name += "+windows"
    return _plan(dimensions, name, houses, (rows, columns))


def raw_plan(dimensions: Dimensions) -> BoardPlan:
    """No houses at all: only rules say what must differ."""
    dimensions.checked(may_repeat=True)
    return _plan(dimensions, f"raw:{dimensions.name}", (), (1, dimensions.columns))


def jigsaw_plan(text: str, dimensions: Dimensions | None, diagonals: bool) -> BoardPlan:
    """Regions from a map, by default of a square board."""
    if dimensions is None:
        size = next((n for n in range(1, MAX_SIZE + 1) if n * n == len(text)), 0)
        if not size:
            raise LayoutError(
                "a region map needs one symbol for every cell of a square board; "
                f"this one has {len(text)} symbols"
            )
        dimensions = Dimensions(size, size)
    dimensions.checked()
    if len(text) != dimensions.rows * dimensions.columns:
        raise LayoutError(
            f"the region map of a {dimensions.rows}x{dimensions.columns} board needs one symbol for every cell; "
            f"this one has {len(text)} symbols"
        )
    regions = grouped((symbol, cell) for cell, symbol in enumerate(text) if symbol != ".")
    plain = dimensions.is_plain and "." not in text
    for symbol, cells in regions.items():
        if len(cells) > len(dimensions.digits) or (plain and len(cells) != len(dimensions.digits)):
            most = "" if plain else "at most "
            raise LayoutError(
                f"region {symbol!r} has {len(cells)} cells; each must have {most}{len(dimensions.digits)}"
            )
    if len(regions) > MAX_SIZE:
        raise LayoutError(f"a board has at most {MAX_SIZE} regions, not {len(regions)}")
    houses = dimensions.lines()
    houses += [House(HouseKind.REGION, i, tuple(cells)) for i, cells in enumerate(regions.values())]
    symbols = "123456789ABCDEFGHIJKLMNOP"
    number = {symbol: symbols[i] for i, symbol in enumerate(regions)} | {".": "."}
    name = f"jigsaw:{'' if plain else dimensions.name + ':'}" + "".join(number[symbol] for symbol in text)
    if diagonals:
        houses += dimensions.diagonals()
        name += "+x"
    return _plan(dimensions, name, houses, None)


def with_extras(board: BoardPlan, groups: tuple[tuple[str, int], ...]) -> BoardPlan:
    """The same board with further unknowns beside it."""
    extras = board.extras + groups
    names = [name for name, _ in extras]
    if len(set(names)) < len(names) or not all(re.fullmatch("[A-Z]{1,8}", name) for name in names):
        raise LayoutError(
            "a group of cells beside the board is called by letters from A to Z, each by others"
        )
    if not all(count > 0 for _, count in extras) or sum(count for _, count in extras) > MOST_EXTRAS:
        raise LayoutError(
            f"a board has at most {MOST_EXTRAS} cells beside it, and at least one in each group"
        )
    name = board.name.removesuffix("".join(f"+{group}{count}" for group, count in board.extras))
    name += "".join(f"+{group}{count}" for group, count in extras)
    return replace(board, name=name, extras=extras)


def overlapping_plan(square: BoardPlan, corners: tuple[tuple[int, int], ...]) -> BoardPlan:
    """Several boards on one sheet, by the row and the column of the top left cell of each."""
    plain = (square.places, square.shape, square.first_digit, square.extras) == (None, None, 1, ())
    if not plain or not corners:
        raise LayoutError("overlapping boards need a square board and at least one corner")
    last = MOST_LINES - square.size
    if any(not (0 <= row <= last and 0 <= column <= last) for row, column in corners):
        raise LayoutError(f"a board has at most {MOST_LINES} rows and columns")
    own = [divmod(cell, square.size) for cell in range(square.size**2)]
    sheets = [[(top + row, left + column) for row, column in own] for top, left in corners]
    places = tuple(sorted({place for sheet in sheets for place in sheet}))
    number = {place: cell for cell, place in enumerate(places)}
    houses: dict[frozenset[int], House] = {}
    for sheet in sheets:
        for house in square.houses:
            cells = tuple(number[sheet[cell]] for cell in house.cells)
            index = sum(other.kind is house.kind for other in houses.values())
            houses.setdefault(frozenset(cells), House(house.kind, index, cells))
    names = ",".join(f"r{row + 1}c{column + 1}" for row, column in corners)
    name = _SHEETS.get(names if square.name == "9x9" else "", f"overlap:{square.name}:{names}")
    return BoardPlan(name, square.size, tuple(houses.values()), None, places)


_SHEETS = {"r1c1,r1c13,r7c7,r13c1,r13c13": "samurai", "r1c1,r7c7": "twodoku"}


def plan_named(name: str) -> BoardPlan:
    """The plan of the board of that name; `Layout.named` lists the names."""
    base, *extras = name.split("+")
    groups = list[tuple[str, int]]()
    while extras and (group := re.fullmatch(r"([A-Za-z]{1,8})(\d{1,9})", extras[-1], flags=re.ASCII)):
        groups.insert(0, (group[1].upper(), int(group[2])))
        extras.pop()
    if groups:
        return with_extras(plan_named("+".join([base, *extras])), tuple(groups))
    aliases = {"x": ("9x9", "x"), "windoku": ("9x9", "windows"), "classic": ("9x9",), "mini": ("4x4",)}
    if base in aliases:
        base, *more = aliases[base]
        extras = [*more, *extras]
    sheets = {alias: f"overlap:9x9:{corners}" for corners, alias in _SHEETS.items()}
    if name in sheets or name.startswith("overlap:"):
        return _named_overlap(sheets.get(name, name))
    if unknown := [extra for extra in extras if extra not in ("x", "windows")]:
        raise LayoutError(
            f"unknown layout {short_name(name)}: {short_name('+' + unknown[0])} is neither +x nor +windows"
        )
    diagonals, windows = "x" in extras, "windows" in extras
    if base.startswith("jigsaw:"):
        if windows:
            raise LayoutError("a jigsaw has no windows")
        *board, text = base.removeprefix("jigsaw:").split(":")
        return jigsaw_plan(text, dimensions_named(":".join(board), name) if board else None, diagonals)
    if base.startswith("raw:") and not extras:
        return raw_plan(dimensions_named(base.removeprefix("raw:"), name))
    board_name, slash, box = base.partition("/")
    dimensions = dimensions_named(board_name, name)
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})", box, flags=re.ASCII)
    if slash and match is None:
        raise LayoutError(
            f"unknown layout {short_name(name)}: boxes are written as rows and columns, such as /3x2"
        )
    shape = (int(match[1]), int(match[2])) if match else dimensions.usual_box
    if dimensions.is_square and not dimensions.asked and shape[0] * shape[1] != dimensions.rows:
        raise LayoutError(
            f"unknown layout {short_name(name)}: boxes of {shape[0]}x{shape[1]} do not fill {dimensions.rows} cells"
        )
    return board_plan(dimensions, shape, diagonals, windows)


def _named_overlap(name: str) -> BoardPlan:
    """The overlapping boards of a name such as `overlap:9x9:r1c1,r7c7`."""
    square, _, corners = name.removeprefix("overlap:").rpartition(":")
    found = [re.fullmatch(r"r(\d{1,2})c(\d{1,2})", corner, flags=re.ASCII) for corner in corners.split(",")]
    if not square or square.startswith("overlap:") or not all(found):
        raise LayoutError(
            f"unknown layout {short_name(name)}; write overlap:9x9:r1c1,r7c7, the top left cells of the boards"
        )
    places = [(int(match[1]) - 1, int(match[2]) - 1) for match in found if match]
    return overlapping_plan(plan_named(square), tuple(sorted(set(places))))
