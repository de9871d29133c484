"""The Interactive Sudoku Solver (ISS): a string of constraints, and links with it behind `?q=`.

    .~R1C1_5~R1C2_1_2.Cage~15~R1C3~R1C4.AntiKnight.Shape~6x6.Jigsaw~0011…

`.~` begins the givens: a cell and its digits; several digits are its candidates. `.Or … .End` and `.And … .End` hold
constraints, and `.Replicate~cells~origin … .End` those that are repeated (see `iss_cells`). Blanks and line
breaks mean nothing: a text of constraints is one puzzle, however many lines it has, and only links are one puzzle a
line. Boards that are not square, or have other digits than 1 to n, are refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import quote, unquote

from nonet import rules as ours
from nonet.bitsets import digits_in
from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat, content_lines
from nonet.formats.reading import ReadOptions
from nonet.formats.values import layout_of
from nonet.formats.variants.iss_cells import Constraint, IssCells, written_out
from nonet.formats.variants.iss_rules import rules_of_constraint, written
from nonet.grid import SYMBOLS
from nonet.layout import Layout
from nonet.limits import check
from nonet.puzzle import Puzzle
from nonet.rules import Rule
from nonet.visible import visible

_LINK = re.compile(r"https?://sigh\.github\.io/Interactive-Sudoku-Solver/?\S*", re.IGNORECASE)
_QUERY = re.compile(r"[?&]q=([^&#\s]*)")
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
_SETTINGS = ("Shape", "NoBoxes", "Jigsaw", "FullRankTies", "SearchPriority", *_STRICT)
"""Constraints that are about the board or the search, or about other constraints."""
_LARGEST = 16


class IssFormat(LineFormat):
    name = "iss"
    title = "links and strings of the Interactive Sudoku Solver, with the rules of variants"
    holds = frozenset({"several", "boards", "houses", "ruled out", "rules"})

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
            query = _QUERY.search(line)
            if query is None:
                raise FormatError("no puzzle in the link; the page would have to be downloaded", text=line)
            line = unquote(query[1])
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
        if not 2 <= layout.size <= _LARGEST:
            found["boards"] = f"a board of more than {_LARGEST} rows, or of one"
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
    size = _size(constraints)
    cells = IssCells(size)
    values, ruled_out = [0] * (size * size), dict[int, list[int]]()
    rules: list[Rule] = []
    rest = iter(written_out(constraints, cells))
    for constraint in rest:
        name, words = constraint
        if not name:
            _take_givens(words, cells, values, ruled_out)
        elif name in ("Or", "And"):
            rules.append(_group(name, rest, cells))
        elif name == "Jigsaw" and _has_boxes(constraints, size):
            rules += _extra_regions(words, size)
        elif name not in _SETTINGS:
            try:
                rules += rules_of_constraint(name, words, cells)
            except FormatError as error:
                raise FormatError(str(error) if visible(name) in str(error) else f"{name}: {error}") from None
    layout = options.layout or _layout(constraints, rules, size)
    if layout.size != size:
        raise FormatError(f"a {size}x{size} board instead of {layout.size}x{layout.size}")
    houses = {house.kind.value for house in layout.houses}
    if "diagonal" in houses:
        rules = [rule for rule in rules if not isinstance(rule, ours.Diagonal)]
    if "window" in houses:
        rules = [rule for rule in rules if not isinstance(rule, ours.Windoku)]
    for name, (negative, marks) in _STRICT.items():
        if any(constraint.name == name for constraint in constraints):
            marks_found = [(rule, sure) for rule, sure in _leaves(rules) if isinstance(rule, marks)]
            if not all(sure for _, sure in marks_found):
                raise FormatError(f"{name} has no clear meaning with marks inside .Or")
            marked = tuple((rule.cells[0], rule.cells[1]) for rule, _ in marks_found)
            rules.append(ours.Negative(negative.differences, negative.ratios, negative.sums, marked))
    ties = next((words for name, words in constraints if name == "FullRankTies"), ["only-unclued"])
    return Puzzle.of(layout, values, ruled_out=ruled_out, rules=_with_ties(rules, "~".join(ties)))


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


def _size(constraints: Sequence[Constraint]) -> int:
    for name, words in constraints:
        if name == "Shape":
            return _size_of_shape(*words)
    return 9


def _size_of_shape(shape: str = "", values: str = "", *more: str) -> int:
    """The size of a board, from its rows and columns (6x6) and its digits (9, 0-8; by default 1 to the size)."""
    board = re.fullmatch(r"(\d{1,2})x(\d{1,2})", shape, re.ASCII)
    digits = re.fullmatch(r"(?:(\d{1,2})-)?(\d{1,2})|", values, re.ASCII)
    if board is None or digits is None or more:
        raise FormatError("a shape that nonet cannot read", text="~".join((shape, values, *more))[:40])
    rows, columns = int(board[1]), int(board[2])
    if rows != columns:
        raise FormatError(
            f"a board of {rows} rows and {columns} columns is not supported: nonet's boards are square"
        )
    if not 2 <= rows <= _LARGEST:
        raise FormatError(
            f"a board of {shape} is not supported here: boards are 2x2 to {_LARGEST}x{_LARGEST}"
        )
    least, most = int(digits[1] or 1), int(digits[2] or rows)
    if (least, most) != (1, rows):
        raise FormatError(
            f"digits from {least} to {most} on a {shape} board are not supported: nonet uses 1 to {rows}"
        )
    return rows


def _layout(constraints: Sequence[Constraint], rules: Sequence[Rule], size: int) -> Layout:
    names = [constraint.name for constraint in constraints]
    diagonals = {rule.direction for rule in rules if isinstance(rule, ours.Diagonal)} == {"rising", "falling"}
    jigsaws = [words for name, words in constraints if name == "Jigsaw"]
    if jigsaws and not _has_boxes(constraints, size):
        return layout_of(_regions(jigsaws[0], size), diagonals=diagonals)
    if "NoBoxes" in names:
        return Layout.boxed(1, size, diagonals=diagonals)  # each row is its own box
    shape = ReadOptions().layout_of(size).box_shape
    assert shape is not None
    return Layout.boxed(*shape, diagonals=diagonals, windows="Windoku" in names and size == 9)


def _has_boxes(constraints: Sequence[Constraint], size: int) -> bool:
    """Whether the board has its usual boxes: one of 7x7 has none, and there a jigsaw takes their place."""
    shape = ReadOptions().layout_of(size).box_shape
    return min(shape or (1,)) > 1 and not any(each.name == "NoBoxes" for each in constraints)


def _regions(words: Sequence[str], size: int) -> list[int]:
    """The number of each cell's region, from a map with a symbol for each cell."""
    text = words[0] if words else ""
    order = {symbol: number for number, symbol in enumerate(dict.fromkeys(text))}
    if len(text) != size * size or any(text.count(symbol) != size for symbol in order):
        raise FormatError(f"nonet has no such board: a jigsaw of {len(order)} regions", text=text)
    return [order[symbol] for symbol in text]


def _extra_regions(words: Sequence[str], size: int) -> Iterator[Rule]:
    """The regions of a jigsaw on a board that also has boxes."""
    regions = _regions(words, size)
    for number in range(size):
        yield ours.ExtraRegion(tuple(cell for cell, region in enumerate(regions) if region == number))


def _take_givens(
    words: Sequence[str], cells: IssCells, values: list[int], ruled_out: dict[int, list[int]]
) -> None:
    for cell, found in _givens(words, cells):
        if len(found) == 1 and values[cell] not in (0, found[0]):
            raise FormatError(f"{cells.name(cell)} is given as {values[cell]} and as {found[0]}")
        if len(found) == 1:
            values[cell] = found[0]
        else:
            out = {*range(1, cells.size + 1)} - {*found}
            ruled_out[cell] = sorted({*ruled_out.get(cell, [])} | out)


def _givens(words: Sequence[str], cells: IssCells) -> Iterator[tuple[int, list[int]]]:
    """Cells and the digits that they may hold."""
    for word in filter(None, words):
        name, *digits = word.split("_")
        (cell,) = cells.cells([name])
        if not digits or not all(re.fullmatch(r"\d{1,2}", digit, re.ASCII) for digit in digits):
            raise FormatError("a given is a cell and its digits, such as R1C1_5", text=word)
        found = [int(digit) for digit in digits]
        if not all(1 <= digit <= cells.size for digit in found):
            raise FormatError(f"digits are 1 to {cells.size}", text=word)
        yield cell, found


def _givens_as_rules(words: Sequence[str], cells: IssCells) -> Iterator[Rule]:
    """Givens in a group, which need not hold: lines of one cell."""
    for cell, found in _givens(words, cells):
        yield ours.RegexLine((cell,), f"[{''.join(SYMBOLS[digit] for digit in found)}]")


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
    layout, size = puzzle.layout, puzzle.layout.size
    cells = IssCells(size)
    parts = [] if size == 9 else [f".Shape~{size}x{size}"]
    usual = ReadOptions().layout_of(size).box_shape
    if layout.box_shape == (1, size):
        parts.append(".NoBoxes")
    elif layout.box_shape != usual:
        regions = layout.box_of
        parts += [".NoBoxes", f".Jigsaw~{''.join(SYMBOLS[number + 1] for number in regions)}"]
    houses = {house.kind.value for house in layout.houses}
    parts += [".Diagonal~1", ".Diagonal~-1"] if "diagonal" in houses else []
    parts += [".Windoku"] if "window" in houses else []
    ties = {rule.ties for rule, _ in _leaves(puzzle.rules) if isinstance(rule, ours.FullRank)}
    parts += [f".FullRankTies~{name}" for name, each in _TIES.items() if each in ties and each != "unclued"]
    for rule in puzzle.rules:
        parts += _rule_parts(rule, puzzle)
    givens = [f"~{cells.name(cell)}_{value}" for cell, value in enumerate(puzzle.givens) if value]
    for cell, mask in enumerate(puzzle.ruled_out):
        if mask and not puzzle.givens[cell]:
            left = digits_in(layout.all_digits & ~mask)
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
        text = written(rule, IssCells(puzzle.layout.size))
    except FormatError:
        return []
    return [f".{text}"] if text else []
