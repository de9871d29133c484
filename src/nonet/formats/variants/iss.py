"""The Interactive Sudoku Solver (ISS): a string of constraints, and links with it behind `?q=`.

    .~R1C1_5~R1C2_1_2.Cage~15~R1C3~R1C4.AntiKnight.Shape~6x6.Jigsaw~0011…

`.~` begins the givens: a cell and its digits; several digits are its candidates. `.Or … .End` and `.And … .End` hold
constraints, and `.Replicate~cells~origin … .End` those that are repeated (see `iss_cells`). Blanks and line
breaks mean nothing: a text of constraints is one puzzle, however many lines it has, and only links are one puzzle a
line. `.Shape~6x6~0-8` says how many rows and columns there are, and which digits, with `~Raw` that there are no houses;
`.RegionSize~9` says how many cells a box has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import quote, unquote

from nonet import rules as ours
from nonet.dimensions import Dimensions
from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat, content_lines
from nonet.formats.links.address import parameter
from nonet.formats.reading import ReadOptions
from nonet.formats.values import layout_of
from nonet.formats.variants.fpuzzles_rules import refuse
from nonet.formats.variants.iss_cells import Constraint, IssCells, written_out
from nonet.formats.variants.iss_rules import NAMES, rules_of_constraint, written
from nonet.grid import SYMBOLS, Grid
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.limits import check
from nonet.puzzle import Puzzle
from nonet.rules import Rule
from nonet.visible import visible

_LINK = re.compile(r"https?://sigh\.github\.io/Interactive-Sudoku-Solver/?\S*", re.IGNORECASE)
_STRING = re.compile(
    r"\.+(?:~[Rr]\w[Cc]\w_\S*|[A-Z][A-Za-z]*~\S*|[A-Z][A-Za-z]{4,}(?:\.\S*)?|(?:Or|And)\.\S+)", re.ASCII
)
_START = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
_STRICT = {
    "StrictKropki": (ours.Negative(differences=(1,), ratios=(2,)), (ours.Difference, ours.Ratio)),
    "StrictXV": (ours.Negative(sums=(5, 10)), (ours.PairSum,)),
}
_TIES = {"none": "none", "only-unclued": "unclued", "any": "any"}
"""Which lines may be equal where lines are ranked: in ISS, and in `FullRank`."""
_SETTINGS = (
    "Shape",
    "RegionSize",
    "NoBoxes",
    "Jigsaw",
    "FullRankTies",
    "SearchPriority",
    "Var",
    "RegionSameValues",
    *_STRICT,
)
"""Constraints that are about the board or the search, or about other constraints."""
_LARGEST = 16
_SIGNS = f"0{SYMBOLS[1:]}"
"""How a digit is written in a pattern."""


class IssFormat(LineFormat):
    name = "iss"
    title = "links and strings of the Interactive Sudoku Solver, with the rules of variants"
    holds = frozenset({"several", "boards", "any boards", "houses", "ruled out", "rules"})

    def matches(self, line: str) -> bool:
        return _LINK.fullmatch(line) is not None or _STRING.fullmatch(line) is not None

    def puzzle_lines(self, text: str) -> Iterator[tuple[int, str]]:
        lines = list(content_lines(text))
        words = [word for _, line in lines for word in line.split()]
        if lines and all(word.startswith((".", "~")) for word in words):
            return iter([(lines[0][0], "".join(words))])
        return iter(lines)

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        if _LINK.fullmatch(line):
            query = parameter(line, "q")
            if query is None:
                raise FormatError("no puzzle in the link; the page would have to be downloaded", text=line)
            line = unquote(query)
        constraints = [
            Constraint(name, words)
            for name, *words in (part.split("~") for part in line.strip().split("."))
            if name or any(words)
        ]
        return PuzzleEntry(_puzzle(constraints, options))

    def format_line(self, entry: PuzzleEntry) -> str:
        return _START + quote("".join(_parts(entry.puzzle)), safe="~.-_=%")

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        layout, found = entry.puzzle.layout, {}
        if not 2 <= layout.size <= _LARGEST or layout.places is not None:
            found["boards"] = f"a board of more than {_LARGEST} digits, or of one, or of several squares"
            return found
        kinds = {rule.kind for rule in entry.puzzle.rules if not _rule_parts(rule, entry.puzzle)}
        if kinds or _puzzle_of("".join(_parts(entry.puzzle))) != entry.puzzle:
            found["rules"] = f"the rules {', '.join(sorted(kinds))}" if kinds else "these rules together"
        return found


# -- reading ------------------------------------------------------------------------------------------------


def _puzzle_of(text: str) -> Puzzle | None:
    try:
        return IssFormat().parse_line(text or ".", ReadOptions()).puzzle
    except ValueError:
        return None


def _puzzle(constraints: Sequence[Constraint], options: ReadOptions) -> Puzzle:
    check("rules", len(constraints))
    refuse({name for name, _ in constraints} - NAMES - {"", "And", "End", "Or", "Replicate", *_SETTINGS}, ())
    board = _IssBoard.of(constraints)
    extras = board.extras(constraints)
    cells = IssCells(board.dimensions, extras, board.columns_beside(constraints))
    values, ruled_out = dict[int, int](), dict[int, list[int]]()
    rules: list[Rule] = []
    rest = iter(written_out(constraints, cells))
    for constraint in rest:
        name, words = constraint
        if not name:
            _take_givens(words, cells, values, ruled_out)
        elif name in ("Or", "And"):
            rules.append(_group(name, rest, cells))
        elif name == "Jigsaw" and board.has_boxes:
            rules += board.extra_regions(words)
        elif name not in _SETTINGS:
            try:
                rules += rules_of_constraint(name, words, cells)
            except FormatError as error:
                raise FormatError(str(error) if visible(name) in str(error) else f"{name}: {error}") from None
    layout = options.layout or board.layout(constraints, rules).with_extras(extras)
    if (layout.height, layout.width, layout.digits) != (
        board.dimensions.rows,
        board.dimensions.columns,
        board.dimensions.digits,
    ):
        raise FormatError(f"a {board.dimensions.name} board instead of {layout.name}")
    houses = {house.kind.value for house in layout.houses}
    if "diagonal" in houses:
        rules = [rule for rule in rules if not isinstance(rule, ours.Diagonal)]
    if "window" in houses:
        rules = [rule for rule in rules if not isinstance(rule, ours.Windoku)]
    names = {constraint.name for constraint in constraints}
    if "RegionSameValues" in names:
        longest = max((len(house.cells) for house in layout.houses), default=0)
        groups = tuple(house.cells for house in layout.houses if len(house.cells) == longest)
        rules.append(ours.SameDigits(groups))
    for name, (negative, marks) in _STRICT.items():
        if name in names:
            marks_found = [(rule, sure) for rule, sure in _leaves(rules) if isinstance(rule, marks)]
            if not all(sure for _, sure in marks_found):
                raise FormatError(f"{name} has no clear meaning with marks inside .Or")
            marked = tuple((rule.cells[0], rule.cells[1]) for rule, _ in marks_found)
            rules.append(ours.Negative(negative.differences, negative.ratios, negative.sums, marked))
    ties = next((words for name, words in constraints if name == "FullRankTies"), ["only-unclued"])
    entries = bytearray(layout.cell_count)
    for cell, value in values.items():
        entries[cell] = layout.entry_of(value)
    givens = Grid(layout, bytes(entries)).symbols
    return Puzzle.of(layout, givens, ruled_out=ruled_out, rules=_with_ties(rules, "~".join(ties)))


def _with_ties(rules: Sequence[Rule], ties: str) -> list[Rule]:
    """The rules, with those about ranks changed: which lines may be equal is one setting for all of them."""
    if ties not in _TIES:
        raise FormatError(f"FullRankTies is one of {', '.join(_TIES)}", text=ties)
    if ties == "none" and not any(isinstance(rule, ours.FullRank) for rule in rules):
        raise FormatError("FullRankTies without a rank is a rule that nonet does not read")
    return [_ranked(rule, _TIES[ties]) for rule in rules]


def _ranked(rule: Rule, ties: str) -> Rule:
    if isinstance(rule, ours.AllRules):
        return replace(rule, rules=tuple(_ranked(each, ties) for each in rule.rules))
    return replace(rule, ties=ties) if isinstance(rule, ours.FullRank) else rule


def _leaves(rules: Sequence[Rule], sure: bool = True) -> Iterator[tuple[Rule, bool]]:
    """The rules, with those of groups in place of the groups, and whether each must hold: one in `.Or` need not."""
    for rule in rules:
        if isinstance(rule, ours.AllRules):
            yield from _leaves(rule.rules, sure and not isinstance(rule, ours.AnyRule))
        else:
            yield rule, sure


class _IssBoard(NamedTuple):
    """The board that some constraints describe."""

    dimensions: Dimensions
    box: tuple[int, int] | None
    """Rows and columns of a box; None for a board without boxes."""
    raw: bool = False
    """Whether it has no houses."""

    @staticmethod
    def of(constraints: Sequence[Constraint]) -> _IssBoard:
        words: dict[str, Sequence[str]] = {}
        for name, said in constraints:
            if name in ("Shape", "RegionSize", "NoBoxes") and words.setdefault(name, said) != said:
                raise FormatError(
                    f"{name} says two different things: {'~'.join(words[name])}", text="~".join(said)
                )
        shape = words.get("Shape", ["9x9"])
        kind = shape[2:] if shape[2:] in (["Raw"], ["Sudoku"]) else []
        raw = kind == ["Raw"]
        dimensions = _frame_of(*(shape[:2] if kind else shape), raw=raw)
        if raw or "NoBoxes" in words:
            return _IssBoard(dimensions, None, raw)
        size = "".join(words.get("RegionSize", [str(max(dimensions.rows, dimensions.columns))]))
        if not re.fullmatch(r"\d{1,2}", size, re.ASCII):
            raise FormatError("RegionSize is a number of cells", text=size)
        return _IssBoard(dimensions, dimensions.box_of(int(size)))

    @property
    def has_boxes(self) -> bool:
        return self.box is not None

    def extras(self, constraints: Sequence[Constraint]) -> list[tuple[str, int]]:
        """The groups of cells beside the board: their names and how many each has."""
        rows, columns = self.dimensions.rows, self.dimensions.columns
        boxes = rows * columns // (self.box[0] * self.box[1]) if self.box else 0
        found = list[tuple[str, int]]()
        for name, words in constraints:
            if name == "Var":
                size = re.fullmatch(r"(?:(\d{1,2})x)?(\d{1,3})", [*words, "", "", "1"][2] or "1", re.ASCII)
                if not words or not re.fullmatch("[A-Z]{1,7}", words[0]) or size is None:
                    raise FormatError(
                        "Var needs a name in capital letters and a number", text="~".join(words)
                    )
                group = f"V{words[0]}"
                in_rows = ("ConnectedValues", "Replicate")
                placed = any(each in in_rows and group in "~".join(named) for each, named in constraints)
                if placed and size[1] and int(size[2]) != columns:
                    raise FormatError("a group with other columns than the board", text="~".join(words))
                found.append((group, int(size[1] or 1) * int(size[2])))
            elif name == "ChaosConstruction":
                found.append(("CC", rows * columns))
            elif name == "Doppelganger":
                found += [
                    (name, count)
                    for name, count in (("DGR", columns), ("DGC", rows), ("DGB", boxes))
                    if count
                ]
        return found

    def columns_beside(self, constraints: Sequence[Constraint]) -> dict[str, int]:
        """The columns of groups beside the board, where these say how many they have."""
        sizes = {f"V{words[0]}": words[2] for name, words in constraints if name == "Var" and len(words) > 2}
        found = {group: int(size.partition("x")[2]) or 1 for group, size in sizes.items() if "x" in size}
        return {"DGB": self.box[1], **found} if self.box else found

    def layout(self, constraints: Sequence[Constraint], rules: Sequence[Rule]) -> Layout:
        names = [constraint.name for constraint in constraints]
        directions = {rule.direction for rule in rules if isinstance(rule, ours.Diagonal)}
        diagonals = directions == {"rising", "falling"}
        jigsaws = [words for name, words in constraints if name == "Jigsaw"]
        rows, columns, digits = self.dimensions.rows, self.dimensions.columns, self.dimensions.asked
        if self.raw and jigsaws:
            raise FormatError("a board without houses cannot be a jigsaw")
        if self.raw:
            return Layout.raw(rows, columns, digits=digits)
        if jigsaws and self.box is None:
            signs = ["."] * (rows * columns)
            for number, region in enumerate(self._regions(jigsaws[0])):
                for cell in region:
                    signs[cell] = SYMBOLS[number + 1]
            if self.dimensions.is_plain and "." not in signs:
                return layout_of([SYMBOLS.index(sign) - 1 for sign in signs], diagonals=diagonals)
            return Layout.jigsaw(signs, diagonals=diagonals, shape=(rows, columns), digits=digits)
        windows = "Windoku" in names and (rows, columns, self.box) == (9, 9, (3, 3))
        return Layout.board(
            rows, columns, digits=digits, box=self.box or (1, columns), diagonals=diagonals, windows=windows
        )

    def _regions(self, words: Sequence[str]) -> list[tuple[int, ...]]:
        """The regions of a map with a symbol for each cell. One may differ from the others in size: these cells are
        outside all regions.
        """
        text = words[0] if words else ""
        regions = [tuple(cells) for cells in grouped((sign, cell) for cell, sign in enumerate(text)).values()]
        sizes = Counter(map(len, regions)).most_common()
        size = sizes[0][0] if sizes else 0
        fits = (
            size == self.dimensions.rows if self.dimensions.is_plain else size <= len(self.dimensions.digits)
        )
        even = len(sizes) == 1 or (len(sizes) == 2 and sizes[1][1] == 1)
        if len(text) != self.dimensions.rows * self.dimensions.columns or not fits or not even:
            raise FormatError(f"nonet has no such board: a jigsaw of {len(regions)} regions", text=text)
        return [region for region in regions if len(region) == size]

    def extra_regions(self, words: Sequence[str]) -> Iterator[Rule]:
        """The regions of a jigsaw on a board that also has boxes."""
        return (ours.ExtraRegion(region) for region in self._regions(words))


def _frame_of(shape: str = "", values: str = "", *more: str, raw: bool = False) -> Dimensions:
    """Rows and columns (6x6), and the digits (9, 0-8; by default 1 to the longer side). A raw board may have few."""
    board = re.fullmatch(r"(\d{1,2})x(\d{1,2})", shape, re.ASCII)
    digits = re.fullmatch(r"(?:(\d{1,2})-)?(\d{1,2})|", values, re.ASCII)
    if board is None or digits is None or more:
        raise FormatError("a shape that nonet cannot read", text="~".join((shape, values, *more))[:40])
    rows, columns = int(board[1]), int(board[2])
    least, most = int(digits[1] or 1), int(digits[2] or max(rows, columns))
    fewest = 1 if raw else max(rows, columns, 2)
    if not (1 <= min(rows, columns) <= max(rows, columns) <= _LARGEST and least <= 1) or not (
        fewest <= most - least + 1 <= _LARGEST
    ):
        raise FormatError(
            f"a board of {shape} with the digits {least} to {most} is not supported here: boards have up to "
            f"{_LARGEST} rows, columns and digits, these begin with 0 or 1, and no line has more cells than digits"
        )
    asked = range(least, most + 1)
    usual = Dimensions(rows, columns)
    return usual if usual.digits == asked else Dimensions(rows, columns, asked)


def _take_givens(
    words: Sequence[str], cells: IssCells, values: dict[int, int], ruled_out: dict[int, list[int]]
) -> None:
    for cell, found in _givens(words, cells):
        if len(found) == 1 and values.get(cell, found[0]) != found[0]:
            raise FormatError(f"{cells.name(cell)} is given as {values[cell]} and as {found[0]}")
        if len(found) == 1:
            values[cell] = found[0]
        else:
            out = {*cells.digits} - {*found}
            ruled_out[cell] = sorted({*ruled_out.get(cell, [])} | out)


def _givens(words: Sequence[str], cells: IssCells) -> Iterator[tuple[int, list[int]]]:
    """Cells and the digits that they may hold."""
    for word in filter(None, words):
        name, *digits = word.split("_")
        (cell,) = cells.cells([name])
        if not digits or not all(re.fullmatch(r"\d{1,2}", digit, re.ASCII) for digit in digits):
            raise FormatError("a given is a cell and its digits, such as R1C1_5", text=word)
        found = [int(digit) for digit in digits]
        if not all(digit in cells.digits for digit in found):
            raise FormatError(f"digits are {cells.digits[0]} to {cells.digits[-1]}", text=word)
        yield cell, found


def _givens_as_rules(words: Sequence[str], cells: IssCells) -> Iterator[Rule]:
    """Givens in a group, which need not hold: lines of one cell."""
    for cell, found in _givens(words, cells):
        yield ours.RegexLine((cell,), f"[{''.join(_SIGNS[digit] for digit in found)}]")


def _group(kind: str, rest: Iterator[Constraint], cells: IssCells, depth: int = 0) -> Rule:
    """The rules up to `.End`."""
    if depth > 10:
        raise FormatError("constraints nested more than ten levels deep")
    rules: list[Rule] = []
    for name, words in rest:
        if name == "End":
            return (ours.AnyRule if kind == "Or" else ours.AllRules)(tuple(rules))
        if name in ("Or", "And"):
            rules.append(_group(name, rest, cells, depth + 1))
        elif name:
            rules += rules_of_constraint(name, words, cells)
        else:
            rules += _givens_as_rules(words, cells)
    raise FormatError(f".{kind} has no .End")


# -- writing ------------------------------------------------------------------------------------------------


def _parts(puzzle: Puzzle) -> list[str]:
    layout, dimensions = puzzle.layout, puzzle.layout.dimensions
    cells = IssCells(dimensions, layout.extras)
    shape = dimensions.name.replace(":", "~")
    if not layout.houses:
        parts = [f".Shape~{shape}{'' if '~' in shape else '~'}~Raw"]
    else:
        parts = [] if dimensions == Dimensions(9, 9) else [f".Shape~{shape}"]
    jigsaw = f".Jigsaw~{''.join(SYMBOLS[number + 1] for number in layout.box_of)}"
    if not layout.houses:
        pass
    elif layout.box_shape is None:
        parts += [".NoBoxes", jigsaw]
    elif 1 in layout.box_shape and dimensions.usual_box != layout.box_shape:
        parts.append(".NoBoxes")
    elif dimensions.usual_box != layout.box_shape:
        region_size = layout.box_shape[0] * layout.box_shape[1]
        if dimensions.box_of(region_size) == layout.box_shape:
            parts.append(f".RegionSize~{region_size}")
        else:
            parts += [".NoBoxes", jigsaw]
    parts += [f".Var~{name[1:]}~~{count}" for name, count in layout.extras if name.startswith("V")]
    houses = {house.kind.value for house in layout.houses}
    parts += [".Diagonal~1", ".Diagonal~-1"] if "diagonal" in houses else []
    parts += [".Windoku"] if "window" in houses else []
    ties = {rule.ties for rule, _ in _leaves(puzzle.rules) if isinstance(rule, ours.FullRank)}
    parts += [f".FullRankTies~{name}" for name, each in _TIES.items() if each in ties and each != "unclued"]
    for rule in puzzle.rules:
        parts += _rule_parts(rule, puzzle)
    givens = [
        f"~{cells.name(cell)}_{layout.digit_of(entry)}"
        for cell, entry in enumerate(puzzle.givens.entries)
        if entry
    ]
    for cell, mask in enumerate(puzzle.ruled_out):
        if mask and not puzzle.givens.entries[cell]:
            left = layout.digits_in(layout.all_digits & ~mask)
            givens.append(f"~{cells.name(cell)}_{'_'.join(map(str, left))}")
    return [*parts, "." + "".join(givens)] if givens else parts


def _rule_parts(rule: Rule, puzzle: Puzzle) -> list[str]:
    """The constraints of a rule; empty if ISS has none for it."""
    if isinstance(rule, ours.AnyRule | ours.AllRules):
        inner = [_rule_parts(each, puzzle) for each in rule.rules]
        if not all(inner):
            return []
        name = ".Or" if isinstance(rule, ours.AnyRule) else ".And"
        return [name, *(part for parts in inner for part in parts), ".End"]
    for name, (negative, _) in _STRICT.items():
        if isinstance(rule, ours.Negative) and rule == ours.Negative(
            negative.differences, negative.ratios, negative.sums, rule.marked
        ):
            return [f".{name}"]
    try:
        text = written(rule, IssCells(puzzle.layout.dimensions, puzzle.layout.extras))
    except FormatError:
        return []
    return [f".{text}"] if text else []
