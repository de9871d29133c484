"""The engine `search`: its cost in nodes (not in time) on boards that are hard for a search."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from many_cases import every, for_each, spread
from nonet.candidates import Candidates
from nonet.engines import Order
from nonet.engines.exact_cover import ExactCover
from nonet.engines.position import SearchPosition
from nonet.engines.search import Search
from nonet.engines.tally import Tally
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng

FOLDER = Path(__file__).parent.parent / "data" / "engines"

# A node costs about 30 µs on a slow machine, so ten thousand take less than a second.
NODES_WITHIN_A_SECOND = 10_000

AWKWARD = {
    "empty": "." * 81,
    "one row": "123456789" + "." * 72,
    "rulings": ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
    # Found by hill climbing on the number of nodes. In a single attempt without probing, the corners, which have no
    # solution, took 248,812, 69,240 and 34,578 nodes; the unlucky ones took 9,510 and 5,953.
    "corner 1": "4....5.8....6.1.43....4.....1.5........1.6...3.......553.....61........4.........",
    "corner 2": ".....5.8....6.1.43..........1.5........1.68..3.......553.....61........4.........",
    "corner 3": ".....5.8...76.1.43..........1.5........1.6...3....2..558.2...61........4.........",
    "unlucky 1": "..........9......1..17.....5..91..7...3...9.57......2............................",
    "unlucky 2": "..........9......1...7.....2..91..7...3...9..7......2............................",
    "climb 1": ".....538....6.17............1.5..6.....1.6...........55.28...6.........4.........",
    "climb 2": "6....5.8..2.6.1.9...........1..4.......1.6...7.......55......61..................",
    "climb 3": "...935.8....6.1.53..........1.5...3....1.6..........15.3.....61........4.........",
}

HARD = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


def classic(line: str) -> Puzzle:
    return Puzzle.of(CLASSIC, map(int, line.replace(".", "0")))


@pytest.mark.slow
@for_each(spread(AWKWARD.values(), 2))
def test_validate_is_fast(line: str) -> None:
    """In the order of spec 000's `validate`, and in those of specs 001 and 004."""
    puzzle = classic(line)
    rows = Order.row_by_row(CLASSIC)
    for order in (Order.right_to_left(CLASSIC), rows, rows.reversed_digits()):
        tally = Tally()
        grid = Search().first_solution(puzzle, order, tally=tally)
        assert tally.nodes < NODES_WITHIN_A_SECOND
        assert grid is None or (grid.is_solution() and grid.extends(puzzle.givens))


def test_boards_that_a_player_can_reach() -> None:
    """Five to thirty random digits that obey the rules, as a player may set them."""
    rng = Rng(2025)
    for _ in range(40 // every(2)):
        values = [0] * 81
        for cell in rng.shuffled(range(81))[: rng.between(5, 30)]:
            legal = [d for d in CLASSIC.digits if all(values[peer] != d for peer in CLASSIC.peers[cell])]
            if legal:
                values[cell] = rng.choice(legal)
        tally = Tally()
        Search().first_solution(Puzzle.of(CLASSIC, values), Order.right_to_left(CLASSIC), tally=tally)
        assert tally.nodes < NODES_WITHIN_A_SECOND


@pytest.mark.parametrize("name", ["corner 1", "corner 2", "corner 3"])
def test_a_contradiction_in_a_corner(name: str) -> None:
    puzzle = classic(AWKWARD[name])
    tallies = [Tally() for _ in range(3)]
    assert Search().some_solution(puzzle, tally=tallies[0]) is None
    assert Search().count_solutions(puzzle, tally=tallies[1]) == 0
    assert list(Search().solutions(puzzle, tally=tallies[2])) == []
    assert max(tally.nodes for tally in tallies) < 2_000


def test_hard_puzzles_take_few_nodes() -> None:
    lines = [
        line for line in (FOLDER / "hard.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"
    ]
    tally = Tally()
    for line in lines:
        Search().solution(classic(line.split(":")[0]), tally=tally)
    assert tally.nodes < 20 * len(lines)


@pytest.mark.parametrize(
    ("name", "most"), [("9x9", 81), ("16x16", 256), pytest.param("25x25", 625, marks=pytest.mark.slow)]
)
def test_empty_boards(name: str, most: int) -> None:
    layout = Layout.named(name)
    tally = Tally()
    grid = Search().some_solution(Puzzle(Grid.empty(layout)), tally=tally)
    assert grid is not None
    assert grid.is_solution()
    assert tally.nodes <= most
    assert next(Search().solutions(Puzzle(Grid.empty(layout)))).is_solution()


def test_some_solution_restarts() -> None:
    """On this board the first attempt exhausts its budget; later attempts succeed."""
    puzzle = Puzzle.of(CLASSIC, [0] * 8 + [2] + list(classic(AWKWARD["unlucky 1"]).givens)[9:])
    tally = Tally()
    grid = Search().some_solution(puzzle, tally=tally)
    assert grid is not None
    assert grid.is_solution()
    assert 81 < tally.nodes < 1_000
    again = Tally()
    assert Search().some_solution(puzzle, tally=again) == grid
    assert again == tally


def test_solutions_continues_after_a_failed_attempt() -> None:
    """The same board has solutions, so `solutions` must not give up when the budget is exhausted."""
    puzzle = Puzzle.of(CLASSIC, [0] * 8 + [2] + list(classic(AWKWARD["unlucky 1"]).givens)[9:])
    tally = Tally()
    assert next(Search().solutions(puzzle, tally=tally)).is_solution()
    assert tally.nodes > 5_000


# -- positions ---------------------------------------------------------------------------------------------


@for_each(spread(["4x4", "6x6", "9x9", "x", "jigsaw:1112211222333443354455554", "windoku"], 2))
def test_exact_cover(name: str) -> None:
    layout = Layout.named(name)
    cover = ExactCover(layout)
    assert cover.count == layout.cell_count + len(layout.houses) * layout.size
    for cell in range(layout.cell_count):
        for digit in layout.digits:
            placement = cover.placement(cell, digit)
            assert (placement.cell, placement.digit) == (cell, digit)
            assert (cover.every & ~placement.rest).bit_count() == 1 + len(layout.houses_at[cell])
            # What a placement excludes: the digit in the cell's peers, and every digit in the cell.
            position = SearchPosition(
                cover, cover.full, cover.every, bytearray(layout.cell_count), [0] * len(cover.claims)
            )
            position.place(placement)
            closed = {
                (other, d)
                for other in range(layout.cell_count)
                for d in layout.digits
                if not position.is_open(other, d)
            }
            assert closed == {(cell, d) for d in layout.digits} | {
                (peer, digit) for peer in layout.peers[cell]
            }


def test_locked_candidates() -> None:
    """4 … 9 fill rows 2 and 3 of box 1, so 1, 2, 3 of the box are locked in row 1."""
    values = [0] * 81
    values[9:12], values[18:21] = [4, 5, 6], [7, 8, 9]
    position = SearchPosition.of(Puzzle.of(CLASSIC, values))
    assert position.is_open(5, 1)
    assert position.propagate()
    rest_of_row = range(3, 9)
    assert not any(position.is_open(cell, digit) for cell in rest_of_row for digit in (1, 2, 3))
    assert all(position.is_open(cell, digit) for cell in (0, 1, 2) for digit in (1, 2, 3))


def test_claims_of_a_jigsaw() -> None:
    """Region 1 is r1c1-r1c3, r2c1-r2c2. With r2c1, r2c2 filled, what is left of it lies in row 1."""
    layout = Layout.jigsaw("11122 11222 33344 33544 55554")
    position = SearchPosition.of(Puzzle.of(layout, [0, 0, 0, 0, 0, 1, 2] + [0] * 18))
    assert position.propagate()
    assert not any(position.is_open(cell, digit) for cell in (3, 4) for digit in (3, 4, 5))


def test_branching_on_the_constraint_with_fewest_options() -> None:
    puzzle = classic(HARD)
    position = SearchPosition.of(puzzle)
    assert position.propagate()
    placements = position.options()
    assert len(placements) == 2
    assert len({placement.cell for placement in placements}) == 1
    # No cell of the position has fewer candidates; counted independently.
    masks = Candidates.of(puzzle).masks
    assert all(masks[placement.cell] >> placement.digit - 1 & 1 for placement in placements)
    empty = SearchPosition.of(Puzzle(Grid.empty(CLASSIC)))
    assert len(empty.options()) == 9


def test_probe() -> None:
    hopeless = SearchPosition.of(classic(AWKWARD["corner 1"]))
    assert hopeless.propagate()
    tally = Tally()
    assert not hopeless.probe(tally)
    assert tally.nodes < 729
    puzzle = classic(AWKWARD["unlucky 1"])
    position = SearchPosition.of(puzzle)
    assert position.probe(Tally())
    for grid in islice(Search().solutions(puzzle), 20):
        assert all(
            position.is_open(cell, grid[cell]) or position.values[cell] == grid[cell] for cell in range(81)
        )
    assert not SearchPosition.of(Puzzle.of(CLASSIC, [0] * 81, ruled_out={0: range(1, 10)})).probe(Tally())
