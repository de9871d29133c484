"""Two strong links of one digit: skyscraper, 2-string kite, turbot fish. And the empty rectangle.

A *strong link* is a house with two places for the digit: one of them is right. Join two of them by ends that
see each other: these are not both right, so one of the two free ends is. What sees both free ends goes.

    skyscraper: two rows or columns       2-string kite: a row and          turbot fish:
    joined in a line across               a column joined in a box          any two links, joined
                                                                            in any house
           c2        c7  c8                     c2        c8  c9
       r1                ✗                  r2  □─────────────●
       r2  ●─────────□                      r3            ●   box 3
       r6  ●─────────────□                  r7  ✗         □

    empty rectangle: a box whose candidates are in one row and one column, a strong link at the end of one

           c4  c5  c6        c8
       r4  ·   ·   5                 column 8 has 5 in r5 and r9 only. If r9c6 were 5, box 5 would have it in
       r5  5   5   ·  ────── 5       row 5, so r5c8 could not have it, nor could r9c8:
       r6  ·   ·   5         │       no place left in column 8
       r9          ✗ ─────── 5
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.bitsets import cells_in
from nonet.layout import Layout
from nonet.logic.houses import BLOCKS, candidates_at, elimination_order, lines_at, lines_of, two_places
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.templates import digits_with_doomed_places
from nonet.step import Evidence, Link, Node, Role, RoleKind, Step, Truth

Strong = tuple[int, tuple[int, int]]
"""A house with two places for the digit, and these."""


class _Pattern(NamedTuple):
    """Two strong links of a digit, joined: free end, joined end ── joined end, free end."""

    digit: int
    cells: tuple[int, int, int, int]
    houses: tuple[int, int]  # of the strong links
    gone: int


# -- skyscraper, kite, turbot fish ---------------------------------------------------------------------------


def skyscrapers(position: Position, options: Options) -> Iterator[Step]:
    """Two parallel links, joined in a line across: first those in rows, then those in columns."""
    rows, columns, _ = lines_of(position.layout)
    for lines, across in ((rows, columns), (columns, rows)):
        for digit, _ in digits_with_doomed_places(position):
            for one, other in combinations(_strong_links(position, digit, lines), 2):
                for joined in _joined(position, digit, one, other, across):
                    if not _share(position.layout, joined.cells[0], joined.cells[3], across):
                        yield _step("skyscraper", joined)  # otherwise it is an X-wing


def kites(position: Position, options: Options) -> Iterator[Step]:
    """A link in a row and one in a column, joined in a box.

    With `options.duals`, two that are joined in the same cells as one: of one digit, or of two, as HoDoKu has it.
    """
    rows, columns, boxes = lines_of(position.layout)
    all_kites = [
        kite
        for digit, _ in digits_with_doomed_places(position)
        for row in _strong_links(position, digit, rows)
        for column in _strong_links(position, digit, columns)
        for kite in _joined(position, digit, row, column, boxes)
    ]
    if options.duals:
        for one, other in combinations(all_kites, 2):
            alike = {*one.cells[1:3]} == {*other.cells[1:3]}
            if alike and (one.digit, one.gone) != (other.digit, other.gone):
                yield _step("dual-two-string-kite", one, other)
    for kite in all_kites:
        yield _step("two-string-kite", kite)


def turbot_fish(position: Position, options: Options) -> Iterator[Step]:
    """Any two links, joined in any house: most eliminations first, then from the top of the board down."""
    by_elimination: dict[tuple[int, int], _Pattern] = {}
    for fish in _turbots(position):
        by_elimination.setdefault((fish.digit, fish.gone), fish)
    for digit, gone in sorted(
        by_elimination, key=lambda key: elimination_order(candidates_at(key[1], key[0]))
    ):
        yield _step("turbot-fish", by_elimination[digit, gone])


def _turbots(position: Position) -> Iterator[_Pattern]:
    """Cell by cell, digit by digit: a chain of three links that begins there."""
    layout, peers = position.layout, position.layout.peer_boards
    everything = range(len(layout.houses))
    partners: dict[int, dict[int, list[tuple[int, int]]]] = {}
    for digit, _ in digits_with_doomed_places(position):
        near = partners[digit] = {}
        for house, ends in _strong_links(position, digit, everything):
            for start, end in (ends, ends[::-1]):
                if all(end != known for known, _ in near.setdefault(start, [])):
                    near[start].append((end, house))
    if not partners:
        return
    for start in cells_in(position.unsolved):
        for digit, near in partners.items():
            board = position.boards[digit]
            for one_joined, one_house in near.get(start, ()):
                for other_joined in _neighbours(layout, one_joined, board):
                    if other_joined == start:
                        continue
                    for end, house in near.get(other_joined, ()):
                        gone = board & peers[start] & peers[end]
                        if gone and end not in (start, one_joined):
                            cells = start, one_joined, other_joined, end
                            yield _Pattern(digit, cells, (one_house, house), gone)


def _neighbours(layout: Layout, cell: int, board: int) -> Iterator[int]:
    """The places that see a cell: those in its row, then its column, then its other houses."""
    done = 1 << cell
    for house in layout.houses_at[cell]:
        yield from cells_in(board & layout.house_boards[house] & ~done)
        done |= layout.house_boards[house]


def _strong_links(position: Position, digit: int, houses: tuple[int, ...] | range) -> list[Strong]:
    pairs = two_places(position.layout, position.boards[digit])
    return [pair for pair in pairs if pair[0] in houses]


def _joined(
    position: Position, digit: int, one: Strong, other: Strong, houses: tuple[int, ...] | range
) -> Iterator[_Pattern]:
    """The ways to join two links in one of these houses so that something is eliminated."""
    layout, (one_house, one_ends), (other_house, other_ends) = position.layout, one, other
    if {*one_ends} & {*other_ends}:
        return
    for one_free, one_end in (one_ends[::-1], one_ends):
        for other_free, other_end in (other_ends[::-1], other_ends):
            if _share(layout, one_end, other_end, houses):
                gone = position.boards[digit] & layout.peer_boards[one_free] & layout.peer_boards[other_free]
                if gone:
                    cells = one_free, one_end, other_end, other_free
                    yield _Pattern(digit, cells, (one_house, other_house), gone)


def _share(layout: Layout, one: int, other: int, houses: tuple[int, ...] | range) -> bool:
    return any(house in houses for house in layout.houses_at[one] if house in layout.houses_at[other])


def _step(technique: str, *patterns: _Pattern) -> Step:
    roles, truths, chains = [], [], []
    gone: dict[int, int] = {}  # by digit
    for each in patterns:
        digit = each.digit
        gone[digit] = gone.get(digit, 0) | each.gone
        roles.append(Role(RoleKind.PINCER, (each.cells[0], each.cells[3]), (digit,)))
        roles.append(Role(RoleKind.BASE, each.cells[1:3], (digit,), each.houses))
        truths += [Truth(house=house, digit=digit) for house in each.houses]
        chains.append(_chain(each))
    eliminations = tuple(each for digit, board in gone.items() for each in candidates_at(board, digit))
    several = tuple(chains) if len(chains) > 1 else ()
    evidence = Evidence(tuple(dict.fromkeys(roles)), tuple(dict.fromkeys(truths)), chains[0], several)
    return Step(technique, (), eliminations, evidence)


def _chain(pattern: _Pattern) -> tuple[Link, ...]:
    """One free end off, so the next on, so the next off, so the other free end on."""
    nodes = [Node(pattern.digit, (cell,), on=index % 2 == 1) for index, cell in enumerate(pattern.cells)]
    return tuple(Link(nodes[i], nodes[i + 1], strong=i != 1) for i in range(3))


# -- empty rectangle -----------------------------------------------------------------------------------------


class _EmptyRectangle(NamedTuple):
    digit: int
    box: int
    inside: int  # the digit's places in the box
    link: Strong  # its first cell in line with the rectangle
    gone: int


def empty_rectangles(position: Position, options: Options) -> Iterator[Step]:
    """Box by box. With `options.duals`, two on the same box as one.

    Two places in the box make it a chain of two strong links: only with `options.empty_rectangle_pairs`.
    """
    for one, other in combinations(_rectangles(position, options), 2) if options.duals else ():
        if (one.digit, one.box) == (other.digit, other.box) and one.gone != other.gone:
            yield _rectangle_step("dual-empty-rectangle", one, other)
    for rectangle in _rectangles(position, options):
        yield _rectangle_step("empty-rectangle", rectangle)


def _rectangles(position: Position, options: Options) -> Iterator[_EmptyRectangle]:
    layout, boards = position.layout, position.layout.house_boards
    for digit, doomed in digits_with_doomed_places(position):
        board = position.boards[digit]
        for box, crosses in _crosses(layout):
            inside = board & layout.place_boards[box]
            if not inside & (inside - 1):
                continue
            for row, column in crosses:
                in_row, in_column = inside & boards[row], inside & boards[column]
                if inside & ~(in_row | in_column) or in_row == inside or in_column == inside:
                    continue
                if in_row.bit_count() < 2 > in_column.bit_count() and not options.empty_rectangle_pairs:
                    continue
                for along, other in ((row, column), (column, row)):
                    for link, target in _hinges(layout, board, doomed, box, along, other):
                        yield _EmptyRectangle(digit, box, inside, link, 1 << target)


def _hinges(
    layout: Layout, board: int, doomed: int, box: int, along: int, other: int
) -> Iterator[tuple[Strong, int]]:
    """Strong links that begin in one line of the box, outside it, and end level with a place in the other."""
    boards, at = layout.house_boards, lines_at(layout)
    upright = along in lines_of(layout)[0]
    for cell in cells_in(board & boards[along] & ~boards[box]):
        line = at[cell][upright]
        far = board & layout.place_boards[line] & ~(1 << cell)
        if not far or far & (far - 1):
            continue
        end = far.bit_length() - 1
        back = at[end][not upright]
        target = doomed & boards[back] & boards[other] & ~boards[box] & ~far
        if target:
            yield (line, (cell, end)), target.bit_length() - 1


@lru_cache(maxsize=64)
def _crosses(layout: Layout) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """For each box its rows and columns, two by two, from the lower right to the upper left."""
    at = lines_at(layout)
    return tuple(
        (
            number,
            tuple(
                (row, column)
                for row in sorted({at[cell][0] for cell in house.cells}, reverse=True)
                for column in sorted({at[cell][1] for cell in house.cells}, reverse=True)
            ),
        )
        for number, house in enumerate(layout.houses)
        if at and house.kind in BLOCKS
    )


def _rectangle_step(technique: str, *rectangles: _EmptyRectangle) -> Step:
    first = rectangles[0]
    digit = first.digit
    gone = 0
    roles = [Role(RoleKind.BASE, tuple(cells_in(first.inside)), (digit,), (first.box,))]
    truths = [Truth(house=first.box, digit=digit)]
    for rectangle in rectangles:
        gone |= rectangle.gone
        house, ends = rectangle.link
        roles.append(Role(RoleKind.PINCER, ends, (digit,), (house,)))
        truths.append(Truth(house=house, digit=digit))
    evidence = Evidence(tuple(roles), tuple(dict.fromkeys(truths)))
    return Step(technique, (), candidates_at(gone, digit), evidence)
