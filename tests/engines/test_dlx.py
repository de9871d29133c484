"""The engine `dlx`: the links themselves, and the events of a search."""

from __future__ import annotations

from copy import deepcopy
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from nonet.engines.dlx import ROOT, DancingLinks, Links, trace
from nonet.engines.events import Happening, events_as_json
from nonet.engines.tally import Tally
from nonet.formats import parse
from nonet.puzzle import Puzzle

HARD = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


def covers(links: Links) -> list[set[int]]:
    """All exact covers, by the textbook recursion."""
    header = links.hardest()
    if header == ROOT:
        return [set()]
    found = []
    links.cover(header)
    for row in links.options_of(header):
        links.choose(row)
        found += [{links.option[row], *rest} for rest in covers(links)]
        links.take_back(row)
    links.uncover(header)
    return found


def test_a_small_exact_cover() -> None:
    """Seven needs and six options, with one exact cover, found by hand: need 0 is met by options 1 and 3 only,
    option 1 leaves need 1 with nothing that fits, so 3, then 4, then 0.
    """
    options = [[2, 4, 5], [0, 3, 6], [1, 2, 5], [0, 3], [1, 6], [3, 4, 6]]
    assert covers(Links(7, options)) == [{0, 3, 4}]


matrices = st.integers(1, 6).flatmap(
    lambda needs: st.tuples(
        st.just(needs),
        st.lists(st.sets(st.integers(0, needs - 1), min_size=1).map(sorted), max_size=8),
    )
)


@given(matrix=matrices)
def test_covers_are_those_of_trying_every_subset(matrix: tuple[int, list[list[int]]]) -> None:
    needs, options = matrix
    expected = [
        {number for number in range(len(options)) if subset >> number & 1}
        for subset in range(1 << len(options))
        if sorted(n for number in range(len(options)) if subset >> number & 1 for n in options[number])
        == list(range(needs))
    ]
    links = Links(needs, options)
    before = deepcopy(vars(links))
    found = covers(links)
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))
    assert vars(links) == before  # everything is back in its place


def test_events_tell_the_whole_search() -> None:
    """Replayed on a board of its own: places and steps back lead to the solution, and to the empty board again."""
    puzzle = parse(HARD)
    board = list(puzzle.givens.values)
    placed: list[int] = []
    solutions = 0
    for event in trace(puzzle):
        if event.happening is Happening.PLACE:
            assert event.cell is not None
            assert event.digit is not None
            assert not board[event.cell]
            board[event.cell] = event.digit
            placed.append(event.cell)
        elif event.happening is Happening.CHOOSE and event.house is not None:
            fitting = [
                cell
                for cell in event.house.cells
                if not board[cell] and all(board[peer] != event.digit for peer in puzzle.layout.peers[cell])
            ]
            assert event.options == len(fitting)
        elif event.happening is Happening.SOLUTION:
            solutions += 1
            assert event.grid is not None
            assert list(event.grid.values) == board
            board[placed.pop()] = 0
        elif event.happening is Happening.STEP_BACK and placed:
            board[placed.pop()] = 0
    assert solutions == 1
    assert not placed
    assert board == list(puzzle.givens.values)


def test_nodes_and_backtracks_of_a_hard_puzzle() -> None:
    """Plain backtracking needs millions of nodes here."""
    tally = Tally()
    assert len(list(islice(DancingLinks().solutions(parse(HARD), tally=tally), 2))) == 1
    assert 0 < tally.backtracks < tally.nodes < 3_000


def test_the_same_count_as_steps() -> None:
    """A node is a placement, and the first position."""
    puzzle = Puzzle.of("4x4", "1" + "." * 15)
    tally = Tally()
    assert len(list(DancingLinks().solutions(puzzle, tally=tally))) == 72
    events = list(trace(puzzle))
    assert tally.nodes == 1 + sum(event.happening is Happening.PLACE for event in events)
    depths = [line["depth"] for line in events_as_json(puzzle.layout, events)]
    assert max(depths) == 15
    assert depths[-1] == 0
