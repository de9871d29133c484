"""The engine `dlx`: Knuth's Algorithm X with dancing links, written to be read.

Sudoku is an exact cover problem. There are *needs*: every cell needs a digit, and every house needs a place for each
digit. And there are *options*: a digit in a cell, which meets the need of that cell and one need of each of its houses.
A solution is a set of options that meets every need exactly once.

Algorithm X takes the need with the fewest options, and tries them in turn:

    no need is left: a solution
    take the need with the fewest options
    for each of its options
        remove the needs that it meets, and every other option for any of them
        go on with what is left
        put everything back

Dancing links make "remove" and "put back" cheap. Needs and options are a sparse matrix, each 1 a node in two circular
lists, one for its row and one for its column:

    root ⇄ need A ⇄ need B ⇄ need C ⇄ (root)
             ⇅         ⇅
            node  ⇄   node               option 1 meets A and B
             ⇅                   ⇅
            node    ⇄           node     option 2 meets A and C

A node leaves its list when its neighbours are linked to each other. It still knows them, so it is put back by linking
them to it again, in the reverse order. (D. E. Knuth, "Dancing Links", 2000.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonet.engines.base import Engine, check_supported
from nonet.engines.events import Event, Happening
from nonet.engines.tally import Tally
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

ROOT = 0


class DancingLinks(Engine):
    """Exact cover with dancing links.

    >>> from nonet.layout import Layout
    >>> mini = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
    >>> print(DancingLinks().solution(mini))
    2 1 3 4
    4 3 1 2
    1 2 4 3
    3 4 2 1
    """

    name = "dlx"
    summary = "exact cover with dancing links: the need with the fewest options first"

    def solutions(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Iterator[Grid]:
        """Every solution once, lazily; the order is the same each time."""
        for event in _search(puzzle, tally or Tally(), every_event=False):
            if event.grid is not None:
                yield event.grid


def trace(puzzle: Puzzle) -> Iterator[Event]:
    """The events of the search, until all solutions have been found.

    >>> from nonet.layout import Layout
    >>> mini = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
    >>> for event in list(trace(mini))[:4]:
    ...     print(event.happening.value, event.cell, event.digit, event.options)
    choose 0 None 1
    place 0 2 None
    choose 3 None 1
    place 3 4 None
    """
    return _search(puzzle, Tally(), every_event=True)


class Links:
    """The matrix as linked lists. Node 0 is the root, and the nodes 1 … `needs` are the headers of the needs.

    `options` has the needs that each option meets, counted from 0.

    >>> links = Links(3, [[0, 1], [0, 2], [1], [2]])
    >>> links.cover(1)  # need 0, and with it the options 0 and 1, which meet it
    >>> links.size[2], links.size[3], links.right[ROOT]
    (1, 1, 2)
    >>> links.uncover(1)
    >>> links.size[2], links.size[3], links.right[ROOT]
    (2, 2, 1)
    """

    def __init__(self, needs: int, options: Sequence[Sequence[int]]) -> None:
        headers = range(needs + 1)
        self.left = [ROOT, *headers[:-1]]
        self.left[ROOT] = needs
        self.right = [*headers[1:], ROOT]
        self.up = list(headers)
        self.down = list(headers)
        self.header = list(headers)
        self.size = [0] * (needs + 1)
        self.option = [-1] * (needs + 1)
        """The option that a node belongs to; -1 for headers."""
        for number, met in enumerate(options):
            self._add(number, met)

    def _add(self, number: int, met: Sequence[int]) -> None:
        """One node for each need of an option: at the bottom of its column, and in a ring with the others."""
        first = len(self.header)
        for place, need in enumerate(met):
            node, header = first + place, need + 1
            self.left.append(first + (place - 1) % len(met))
            self.right.append(first + (place + 1) % len(met))
            self.up.append(self.up[header])
            self.down.append(header)
            self.down[self.up[header]] = node
            self.up[header] = node
            self.header.append(header)
            self.option.append(number)
            self.size[header] += 1

    def cover(self, header: int) -> None:
        """Removes a need, and all its options from the columns of their other needs."""
        left, right, up, down = self.left, self.right, self.up, self.down
        right[left[header]] = right[header]
        left[right[header]] = left[header]
        row = down[header]
        while row != header:
            node = right[row]
            while node != row:
                down[up[node]] = down[node]
                up[down[node]] = up[node]
                self.size[self.header[node]] -= 1
                node = right[node]
            row = down[row]

    def uncover(self, header: int) -> None:
        """Puts back what `cover` has removed, in the reverse order."""
        left, right, up, down = self.left, self.right, self.up, self.down
        row = up[header]
        while row != header:
            node = left[row]
            while node != row:
                self.size[self.header[node]] += 1
                down[up[node]] = node
                up[down[node]] = node
                node = left[node]
            row = up[row]
        right[left[header]] = header
        left[right[header]] = header

    def choose(self, row: int) -> None:
        """Takes the option of a node, whose own need is covered already: covers its other needs."""
        node = self.right[row]
        while node != row:
            self.cover(self.header[node])
            node = self.right[node]

    def take_back(self, row: int) -> None:
        node = self.left[row]
        while node != row:
            self.uncover(self.header[node])
            node = self.left[node]

    def hardest(self) -> int:
        """The header of the need with the fewest options, of several the first; the root if no need is left."""
        best, fewest = ROOT, len(self.option)
        header = self.right[ROOT]
        while header != ROOT:
            if self.size[header] < fewest:
                best, fewest = header, self.size[header]
                if fewest <= 1:
                    break
            header = self.right[header]
        return best

    def options_of(self, header: int) -> Iterator[int]:
        """A node for each option of a need, top to bottom."""
        row = self.down[header]
        while row != header:
            yield row
            row = self.down[row]


def _search(puzzle: Puzzle, tally: Tally, *, every_event: bool) -> Iterator[Event]:
    """Algorithm X. Solutions are always reported; the other events only on request, because there are many."""
    check_supported(puzzle, "dlx")
    layout = puzzle.layout
    placements = [
        (cell, digit)
        for cell, allowed in enumerate(puzzle.allowed)
        for digit in layout.entries
        if allowed >> digit - 1 & 1
    ]
    links = Links(
        layout.cell_count + len(layout.houses) * layout.size,
        [_needs_met(layout, cell, digit) for cell, digit in placements],
    )
    values = list(puzzle.givens.entries)
    if any(digit and not allowed for digit, allowed in zip(values, puzzle.allowed, strict=True)):
        return  # the puzzle rules out its own given
    for cell, digit in enumerate(values):
        if digit:  # its need has one option
            links.cover(cell + 1)
            links.choose(links.down[cell + 1])

    def visit() -> Iterator[Event]:
        tally.visit()
        header = links.hardest()
        if header == ROOT:
            yield Event(Happening.SOLUTION, grid=Grid(layout, bytes(values)))
            return
        if every_event:
            yield _about(Happening.CHOOSE, layout, header - 1, options=links.size[header])
        if not links.size[header]:
            tally.backtracks += 1
        links.cover(header)
        for row in links.options_of(header):
            cell, digit = placements[links.option[row]]
            if every_event:
                yield Event(Happening.PLACE, cell, digit)
            values[cell] = digit
            links.choose(row)
            yield from visit()
            links.take_back(row)
            values[cell] = 0
        links.uncover(header)
        if every_event:
            yield _about(Happening.STEP_BACK, layout, header - 1)

    yield from visit()


def _needs_met(layout: Layout, cell: int, digit: int) -> list[int]:
    """The need of the cell, and in each of its houses that of the digit."""
    houses = layout.houses_at[cell]
    return [cell, *(layout.cell_count + house * layout.size + digit - 1 for house in houses)]


def _about(happening: Happening, layout: Layout, need: int, options: int | None = None) -> Event:
    """An event about a need: of a cell, or of a digit in a house."""
    if need < layout.cell_count:
        return Event(happening, cell=need, options=options)
    house, digit = divmod(need - layout.cell_count, layout.size)
    return Event(happening, digit=digit + 1, house=layout.houses[house], options=options)
