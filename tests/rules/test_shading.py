"""Connected cells, shadings, loops and snakes: against all ways to shade a board, judged by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice, product
from random import Random
from typing import NamedTuple

import pytest

from nonet.bitsets import digits_in
from nonet.engines import engine
from nonet.errors import FormatError, InvalidRule
from nonet.formats import parse, write
from nonet.formats.json_puzzle import from_json, to_json
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.native import kernel
from nonet.play.rule_words import rules_in_words
from nonet.puzzle import Puzzle
from nonet.rules import (
    Cave,
    ConnectedDigits,
    ConnectedShading,
    Loop,
    RegionArrows,
    RegionCount,
    Rule,
    Snake,
    Sum,
    YinYang,
)
from nonet.rules.primitives import Connected
from nonet.rules.shapes import Tint

ENGINES = ["rules", *(["rules-kernel"] if kernel is not None else [])]
Place = tuple[int, int]
Shaded = frozenset[Place]
NEAR = ((0, 1), (1, 0), (0, -1), (-1, 0))


@cache
def pieces(places: Shaded) -> int:
    """How many connected pieces these places have."""
    left, count = set(places), 0
    while left:
        count += 1
        waiting = [left.pop()]
        while waiting:
            row, column = waiting.pop()
            near = left & {(row + down, column + right) for down, right in NEAR}
            left -= near
            waiting += near
    return count


def around(place: Place, places: Shaded) -> int:
    return sum((place[0] + down, place[1] + right) in places for down, right in NEAR)


@cache
def squares(height: int, width: int) -> list[Shaded]:
    return [
        frozenset({(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)})
        for row in range(height - 1)
        for column in range(width - 1)
    ]


def touches(places: Shaded, height: int, width: int) -> bool:
    """Whether two places touch at a corner and have no common neighbour."""
    return any(
        len(both := square & places) == 2 and len({row for row, _ in both}) == 2 == len({c for _, c in both})
        for square in squares(height, width)
    )


class Board(NamedTuple):
    """A board, and how many ways to shade some of its places are right."""

    height: int
    width: int

    @property
    def places(self) -> Shaded:
        return frozenset(product(range(self.height), range(self.width)))

    @cache  # noqa: B019 - there are few boards
    def right(self, is_right: Callable[[Board, Shaded], bool]) -> int:
        order = sorted(self.places)
        ways = product((False, True), repeat=len(order))
        return sum(
            is_right(self, frozenset(p for p, shaded in zip(order, way, strict=True) if shaded))
            for way in ways
        )


def yin_yang(board: Board, shaded: Shaded) -> bool:
    mixed = all(0 < len(square & shaded) < 4 for square in squares(board.height, board.width))
    return mixed and pieces(shaded) == pieces(board.places - shaded) == 1


def connected(board: Board, shaded: Shaded) -> bool:
    return pieces(shaded) == 1


def sea(board: Board, shaded: Shaded) -> bool:
    return pieces(shaded) == 1 and not any(square <= shaded for square in squares(board.height, board.width))


def cave(board: Board, shaded: Shaded) -> bool:
    """With a ring around the board, all that is shaded is one piece."""
    ring = frozenset(product(range(-1, board.height + 1), range(-1, board.width + 1))) - board.places
    return bool(shaded) and pieces(board.places - shaded) == 1 == pieces(shaded | ring)


def loop(board: Board, shaded: Shaded) -> bool:
    return pieces(shaded) == 1 and all(around(place, shaded) == 2 for place in shaded)


def apart_loop(board: Board, shaded: Shaded) -> bool:
    return loop(board, shaded) and not touches(shaded, board.height, board.width)


def snake(board: Board, shaded: Shaded) -> bool:
    degrees = sorted(around(place, shaded) for place in shaded)
    return pieces(shaded) == 1 and degrees[:2] == [1, 1] and set(degrees[2:]) <= {2}


def apart_snake(board: Board, shaded: Shaded) -> bool:
    return snake(board, shaded) and not touches(shaded, board.height, board.width)


CASES: list[tuple[Rule, Callable[[Board, Shaded], bool]]] = [
    (YinYang(), yin_yang),
    (ConnectedShading(), connected),
    (ConnectedShading(squares=False), sea),
    (Cave(), cave),
    (Loop(), loop),
    (Loop(apart=True), apart_loop),
    (Snake(), snake),
    (Snake(apart=True), apart_snake),
]
LARGEST = "4x4"
"""Thousands of ways to shade it, which take seconds; the board of 3x4 has the same shapes."""
GRIDS = {
    "3x3": "123231312",
    LARGEST: "1234341221434321",
    "2x5:0-4": "0123412340",
    "1x4": "1234",
    "3x4:1-4": "123423413412",
}


def shaded_board(name: str, rule: Rule) -> Puzzle:
    layout = Layout.named(name)
    count = layout.board_count
    return Puzzle.of(layout.with_extras([("S", count)]), GRIDS[name] + "." * count, rules=[rule])


@pytest.mark.parametrize(
    ("rule", "is_right", "board", "name"),
    [
        pytest.param(*case, board, name, marks=[pytest.mark.slow] * (board == LARGEST))
        for case in CASES
        for board in GRIDS
        for name in ENGINES
    ],
    ids=lambda value: value if isinstance(value, str) else getattr(value, "kind", ""),
)
def test_all_shadings_are_found(
    rule: Rule, is_right: Callable[[Board, Shaded], bool], board: str, name: str
) -> None:
    puzzle = shaded_board(board, rule)
    layout = puzzle.layout
    found = list(engine(name).solutions(puzzle))
    expected = Board(layout.height, layout.width).right(is_right)
    shaded = {
        frozenset(divmod(cell, layout.width) for cell, label in enumerate(labels) if label > 1)
        for labels in (grid.entries[-layout.board_count :] for grid in found)
    }
    assert len(shaded) == len(found) == expected
    assert all(is_right(Board(layout.height, layout.width), each) for each in shaded)
    assert all(rule.holds(grid) and not rule.broken(grid) for grid in found[::20])


@pytest.mark.parametrize(("rule", "is_right"), CASES, ids=lambda case: getattr(case, "kind", ""))
def test_whatever_else_is_broken(rule: Rule, is_right: Callable[[Board, Shaded], bool]) -> None:
    """A grid obeys the rule where no primitive is broken: for all labels of a board."""
    puzzle = shaded_board("3x3", rule)
    labels = range(1, 4 if rule.kind == "snake" else 3)
    for held in islice(product(labels, repeat=9), None, None, 7 if rule.kind == "snake" else 1):
        grid = Grid(puzzle.layout, bytes([*puzzle.givens.entries[:9], *held]))
        assert rule.holds(grid) is not bool(rule.broken(grid))


def test_known_counts() -> None:
    """Connected parts of a square: A059525 of the OEIS; ways to shade 3x3 and 4x4 for yin-yang, counted above."""
    counts = [Board(size, size).right(connected) for size in (1, 2, 3)]
    assert counts == [1, 13, 218]


def test_sizes_and_sets_of_digits() -> None:
    """Cells of a board without houses: all fillings with 1 to 3, judged by hand."""
    layout = Layout.named("raw:2x3:1-3")
    for digits, size in [((1,), None), ((1, 3), None), ((2,), 3), ((1, 2), 4)]:
        rule = ConnectedDigits(digits, size=size)
        puzzle = Puzzle.of(layout, "." * 6, rules=[rule])
        expected = set()
        for held in product((1, 2, 3), repeat=6):
            places = frozenset(divmod(cell, 3) for cell, digit in enumerate(held) if digit in digits)
            right = pieces(places) == 1 and size in (None, len(places))
            expected |= {bytes(held)} if right else set()
            assert rule.holds(Grid(layout, bytes(held))) is right
            assert bool(rule.broken(Grid(layout, bytes(held)))) is not right
        for name in ENGINES:
            assert {grid.entries for grid in engine(name).solutions(puzzle)} == expected


def grids_among(candidates: Sequence[int]) -> list[tuple[int, ...]]:
    """All ways to fill cells that have these candidates."""
    return list(product(*[tuple(digits_in(mask)) for mask in candidates]))


def test_sizes_where_cells_have_few_candidates() -> None:
    """Parts that are too small for the region are left out of it; what remains is all of it."""
    layout, rng = Layout.named("raw:3x3:1-3"), Random(3)
    rule = ConnectedDigits((3,), size=3)
    candidates = [[0b110, 0b010, 0b111, 0b001, 0b111, 0b010, 0b010, 0b110, 0b111]]
    candidates += [[rng.randrange(1, 8) for _ in range(9)] for _ in range(60)]
    for masks in candidates:
        out = {cell: list(digits_in(7 & ~mask)) for cell, mask in enumerate(masks) if mask != 7}
        puzzle = Puzzle.of(layout, "." * 9, ruled_out=out, rules=[rule])
        expected = {bytes(held) for held in grids_among(masks) if rule.holds(Grid(layout, bytes(held)))}
        for name in ENGINES:
            assert {grid.entries for grid in engine(name).solutions(puzzle)} == expected, (name, masks)


def test_several_sets_have_regions_of_their_own() -> None:
    part = Connected(tuple(range(4)), ((0, 1), (1, 2), (2, 3)), (0b01, 0b10), 2)
    assert [part.broken(values) for values in ([1, 1, 2, 2], [1, 2, 2, 1], [1, 2, 1, 0], [1, 1, 1, 0])] == [
        (),
        (0, 3),
        (0, 1, 2),
        (0, 1, 2),
    ]
    assert Connected((0, 1), ((0, 1),), (0b1,)).broken([2, 2]) == (0, 1)


@pytest.mark.parametrize("name", ENGINES)
def test_other_rules_are_about_labels(name: str) -> None:
    """A loop through the whole first row; r2c2 says how many cells of its cross are like it, r4c1 how many it sees."""
    layout = Layout.named("4x4+S16")
    label = layout.labels_named("S")
    rules = [
        Loop(),
        Sum(label[:4], 8),
        RegionCount(5, tuple(label[cell] for cell in (5, 1, 4, 6, 9))),
        RegionArrows(12, (tuple(label[cell] for cell in (12, 13, 14, 15)),)),
    ]
    puzzle = Puzzle.of(layout, "." * 16, rules=rules)
    assert from_json(to_json(puzzle)) == puzzle == parse(write(puzzle, "share"))
    expected = set()
    for way in product((1, 2), repeat=12):
        held = (2, 2, 2, 2, *way)
        if loop(Board(4, 4), frozenset(divmod(cell, 4) for cell in range(16) if held[cell] == 2)):
            alike = sum(held[cell] == held[5] for cell in (5, 1, 4, 6, 9))
            seen = next((cell for cell in (13, 14, 15) if held[cell] != held[12]), 16) - 12
            expected.add((held, alike, seen))
    found = {(tuple(grid.entries[16:]), grid[5], grid[12]) for grid in engine(name).solutions(puzzle)}
    assert len(found) > 1
    assert found == {each for each in expected if max(each[1:]) <= 4}


def test_known_labels_are_drawn() -> None:
    layout = Layout.named("4x4+S16")
    grid = Grid(layout, bytes(16) + bytes([2, 1, 0, 3] + [0] * 12))
    assert [list(rule.shapes_known(grid)) for rule in (YinYang(), Snake())] == [
        [Tint("yin_yang", (0, 3))],
        [Tint("snake", (0, 3))],
    ]
    assert not list(Loop().shapes_known(Grid.empty(layout)))


def test_what_is_refused() -> None:
    with pytest.raises(InvalidRule, match=r"needs a label beside the board for each cell: a board 4x4\+S16"):
        Puzzle.of("4x4", "." * 16, rules=[YinYang()])
    with pytest.raises(InvalidRule, match="the board must have at least 3 digits"):
        Puzzle.of("2x2/1x2+S4", "." * 4, rules=[Snake()])
    with pytest.raises(InvalidRule, match="it needs at least one digit"):
        Puzzle.of("4x4", "." * 16, rules=[ConnectedDigits(())])
    with pytest.raises(InvalidRule, match="its size is 1 to 2, not 3"):
        Puzzle.of("4x4", "." * 16, rules=[ConnectedDigits((1,), (0, 1), 3)])


def test_words() -> None:
    layout = Layout.named("4x4+S16")
    rules = [Loop(), ConnectedShading(squares=False), ConnectedDigits((1, 2), size=5)]
    for language in ("en", "de", "cs"):
        said = rules_in_words(Puzzle.of(layout, "." * 16, rules=rules), language=language)
        assert len(said) == 4
        assert not any("{" in each for each in said)
    assert "exactly 5 hold one of these digits" in rule_text(rules[2], layout)


def rule_text(rule: Rule, layout: Layout) -> str:
    return rules_in_words(Puzzle.of(layout, "." * 16, rules=[rule]))[-1]


# -- the Interactive Sudoku Solver ----------------------------------------------------------------------------


def test_connected_values() -> None:
    puzzle = parse(
        ".Shape~4x4.Var~S~shade~4x4.ConnectedValues~VS~1.ConnectedValues~VS~2_3~5.ConnectedValues~~1_3"
    )
    group = tuple(range(16, 32))
    assert set(puzzle.rules) == {
        ConnectedDigits((1,), group),
        ConnectedDigits((2, 3), group, 5),
        ConnectedDigits((1, 3)),
    }
    assert parse(write(puzzle, "iss")) == puzzle
    part = Puzzle.of("4x4", "." * 16, rules=[ConnectedDigits((1,), (0, 1, 2))])
    with pytest.raises(FormatError, match="cannot hold"):
        write(part, "iss")


def test_yin_yang_in_their_words() -> None:
    """Every cell of a group is 1 or 2, each 2x2 square has both, both are connected: constraints that are repeated."""
    text = (
        ".Shape~3x3.NoBoxes.Var~S~~9.Replicate~_H~VS1.~VS1_1_2.End.Replicate~b~VS1.ContainAtLeast~1_2~VS1~VS2~VS4~VS5.End"
        ".ConnectedValues~VS~1.ConnectedValues~VS~2.~R1C1_1~R1C2_2~R2C1_2~R2C2_3"
    )
    assert {engine(name).count_solutions(parse(text)) for name in ENGINES} == {Board(3, 3).right(yin_yang)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".Shape~4x4.ConnectedValues~VX~1", "there is no such group of cells"),
        (".Shape~4x4.ConnectedValues~~x", "not a number"),
        (".Shape~4x4.Var~A~~2x3.ConnectedValues~VA~1", "a group with other columns than the board"),
        (
            ".Shape~4x4.Var~A~~4.Replicate~C~VA1.Cage~3~VA3~VA4.End.Sum~3~VA1~VA2",
            "a copy is not on the board",
        ),
        (".Shape~4x4.Var~A~~4.Replicate~C~VA1.Cage~3~VA1~R1C1.End", "a copy is not on the board"),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse(text)
