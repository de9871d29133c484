"""The engine `propagation`: the algorithm of spec 002, its seven steps one by one, on every layout.

    1  cross out        a number in a house is impossible in the other cells of the house
    2  only place       a number with one possible cell in a house goes there
    3  repeat 1 and 2   while something changes
    4  subsets          k cells of a house with k numbers among them: impossible in the house's other cells
    5  repeat 1 to 3
    6  assignment       the cells with one possible number are locked down
    7  backtracking     choose a cell, try its numbers: assign, remember the domains, solve on, restore them

A variable is a cell; its *domain*, the numbers possible there, is a bitmask (digit d is bit d - 1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonet.bitsets import digits_in
from nonet.engines.base import Engine, check_supported
from nonet.engines.events import Event, Happening
from nonet.engines.tally import Tally
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

Assignment = dict[int, int]
"""Cell: assigned number."""


class Failure(Exception):
    """No solution here: a cell has no number left, or a number has no place left."""


class Propagation(Engine):
    """Rules reduce the domains; backtracking searches what is left.

    >>> from nonet.layout import Layout
    >>> mini = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
    >>> print(Propagation().solution(mini))
    2 1 3 4
    4 3 1 2
    1 2 4 3
    3 4 2 1
    """

    name = "propagation"
    summary = "crossing out, only places, independent subsets, then backtracking (spec 002)"

    def solutions(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Iterator[Grid]:
        """Every solution once, lazily; the order is the same each time."""
        check_supported(puzzle, "propagation")
        for event in _Solver(puzzle.layout, puzzle.allowed, tally or Tally()).solve():
            if event.grid is not None:
                yield event.grid


def trace(puzzle: Puzzle) -> Iterator[Event]:
    """The events of the search, until all solutions have been found: what follows from each choice, and the choices.

    >>> for event in list(trace(Puzzle.of("4x4", "12.............4")))[:4]:
    ...     print(event.happening.value, event.cell, event.digit, event.options)
    deduce 2 4 None
    deduce 3 3 None
    choose 4 None 2
    place 4 3 None
    """
    check_supported(puzzle, "propagation")
    givens = {cell for cell, value in enumerate(puzzle.givens.entries) if value}
    yield from _Solver(puzzle.layout, puzzle.allowed, Tally()).solve(givens)


class _Solver:
    """The domains of all cells, and the steps that change them."""

    def __init__(self, layout: Layout, domains: Sequence[int], tally: Tally) -> None:
        self.layout = layout
        self.domains = list(domains)
        self.crossed: set[int] = set()
        """The filled cells whose number has been crossed out in all their peers."""
        self.tally = tally

    def solve(self, known: set[int] | None = None) -> Iterator[Event]:
        """Steps 1 to 7, of which 7 is the backtracking here; leaves the domains changed.

        Solutions are always reported; other events only with `known`, the cells whose numbers were reported.
        """
        domains = self.domains
        self.tally.visit()
        try:
            self.deduce()
        except Failure:
            self.tally.backtracks += 1
            if known is not None:
                yield Event(Happening.STEP_BACK)
            return
        assignment = self.assignment()
        if known is not None:
            new = [cell for cell in assignment if cell not in known]
            yield from (Event(Happening.DEDUCE, cell, assignment[cell]) for cell in new)
        if len(assignment) == len(domains):
            solution = bytes(assignment[cell] for cell in range(len(domains)))
            yield Event(Happening.SOLUTION, grid=Grid(self.layout, solution))
            return
        variable = self.variable(assignment)
        if known is not None:
            yield Event(Happening.CHOOSE, variable, options=domains[variable].bit_count())
        for number in digits_in(domains[variable]):
            if known is not None:
                yield Event(Happening.PLACE, variable, number)
            remembered = domains[:], set(self.crossed)
            domains[variable] = 1 << number - 1
            yield from self.solve(None if known is None else {*assignment, variable})
            domains[:], self.crossed = remembered
        if known is not None:
            yield Event(Happening.STEP_BACK, variable)

    def deduce(self) -> None:
        """Steps 1 to 5."""
        self.cross_out_and_place()
        self.cross_out_subsets()
        self.cross_out_and_place()

    def cross_out_and_place(self) -> None:
        """Step 3 (and 5): steps 1 and 2 while something changes."""
        while self.cross_out() or self.find_only_places():
            pass

    def cross_out(self) -> bool:
        """Step 1: crosses out the number of each filled cell in its peers; returns whether that changed anything."""
        domains = self.domains
        changed = False
        for cell, domain in enumerate(domains):
            if domain & (domain - 1) or cell in self.crossed:
                continue  # two numbers or more, or done before
            if not domain:
                raise Failure
            self.crossed.add(cell)
            for peer in self.layout.peers[cell]:
                if domains[peer] & domain:
                    domains[peer] &= ~domain
                    changed = True
        return changed

    def find_only_places(self) -> bool:
        """Step 2: where a number has one place in a house, crosses out the other numbers there."""
        domains = self.domains
        changed = False
        for house in self.layout.houses:
            once = twice = 0
            for cell in house.cells:
                twice |= once & domains[cell]
                once |= domains[cell]
            if once != self.layout.all_digits:
                raise Failure
            if only := once & ~twice:
                for cell in house.cells:
                    number = domains[cell] & only
                    if number and number != domains[cell]:
                        if number & (number - 1):
                            raise Failure  # two numbers have their only place in the same cell
                        domains[cell] = number
                        changed = True
        return changed

    def cross_out_subsets(self) -> None:
        """Step 4: the numbers of an independent subset are impossible in the other cells of the house."""
        domains = self.domains
        for house in self.layout.houses:
            cells = [cell for cell in house.cells if cell not in self.crossed]
            for numbers in independent_subsets([domains[cell] for cell in cells]):
                for cell in cells:
                    if domains[cell] & ~numbers:
                        domains[cell] &= ~numbers

    def assignment(self) -> Assignment:
        """Step 6: the cells with one possible number, and that number."""
        return {
            cell: domain.bit_length()
            for cell, domain in enumerate(self.domains)
            if domain and not domain & (domain - 1)
        }

    def variable(self, assignment: Assignment) -> int:
        """The first of the open cells with the fewest numbers."""
        open_cells = (cell for cell in range(len(self.domains)) if cell not in assignment)
        return min(open_cells, key=lambda cell: self.domains[cell].bit_count())


def independent_subsets(domains: Sequence[int]) -> Iterator[int]:
    """The numbers of each independent subset of some cells of a house: k cells with k numbers among them.

    Trying every subset would take 2ⁿ steps. Instead, give each cell a number of its own (a matching, after
    Kuhn 1955). Start at a cell, follow its numbers to the cells that own them, and so on to the end:

        cell   domain   owns        from a:  1 2   → a b   → 1 2                  two cells, two numbers
        a      1 2      1           from b:  1 2   → a b   → 1 2                  the same
        b      1 2      2           from c:  1 3 4 → a c d → 1 2 3 4 → a b c d    all of them
        c      1 3 4    3           from d:  2 3 4 → b c d → 1 2 3 4 → a b c d    all of them
        d      2 3 4    4

    What is reached from a cell is the smallest independent subset that contains it. Larger ones are unions of
    these and cross out nothing more (Régin, "A filtering algorithm for constraints of difference in CSPs",
    1994).

    >>> [list(digits_in(numbers)) for numbers in independent_subsets([0b0011, 0b0011, 0b1101, 0b1110])]
    [[1, 2]]
    """
    owners: dict[int, int] = {}  # number (as a bit) → cell
    for cell in range(len(domains)):
        if not _finds_number(cell, domains, owners, set()):
            raise Failure
    reported = set()
    for domain in domains:
        reached, followed = domain, 0
        while fresh := reached & ~followed:
            number = fresh & -fresh
            followed |= number
            reached |= domains[owners[number]]
        if reached.bit_count() < len(domains) and reached not in reported:
            reported.add(reached)
            yield reached


def _finds_number(cell: int, domains: Sequence[int], owners: dict[int, int], refused: set[int]) -> bool:
    """Finds a number for the cell; the owner of that number may have to find another."""
    wanted = domains[cell]
    while wanted:
        number = wanted & -wanted
        wanted ^= number
        if number not in refused:
            refused.add(number)
            if number not in owners or _finds_number(owners[number], domains, owners, refused):
                owners[number] = cell
                return True
    return False
