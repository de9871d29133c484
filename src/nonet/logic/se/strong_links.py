"""Two, three or four strong links of one digit, joined by houses, which SukakuExplainer 1.18 added.

A strong link: the digit's places in a house fall into two groups of cells, and one of the groups has it.

    two places                               A | B
    a line, in two of its three boxes        A A . | . . . | B B B
    a box, in a row and a column of it       . A .        the places in the row are A, those in the column B;
                                             A . A        the cell where they cross counts for both
                                             . B .

If the last group of a link and the first one of the next link lie in one house, not both have the digit. So along a
row of such links the first group or the last one has it: the digit goes from all cells that see both entirely. Two
links of parallel lines are a skyscraper, those of a row and a column a two-string kite. If the first and the last
group lie in one house too, the links make a loop, and the digit also goes from the other cells of the joining houses.

Sudoku Explainer sorts what it finds: the easiest first, then the most eliminations, then the first name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product

from nonet.logic.se.board import BOXES, CELLS, COLUMNS, HOUSES_OF, PEERS, ROWS, ExplainerBoard
from nonet.logic.se.hint import ExplainerHint, RuleHint
from nonet.logic.se.names import strong_links_name

__all__ = ["strong_links"]

Group = frozenset[int]
"""Cells of one house."""

_KINDS = (BOXES, ROWS, COLUMNS)
_THIRDS = (range(3), range(3, 6), range(6, 9))
_BOX_ROWS = _THIRDS
_BOX_COLUMNS = (range(0, 9, 3), range(1, 9, 3), range(2, 9, 3))


@dataclass(frozen=True)
class _StrongLink:
    kind: int  # of the house: 0 a box, 1 a row, 2 a column
    house: int
    groups: tuple[Group, Group]
    places: Group  # all of the digit in the house
    is_grouped: bool = True


def strong_links(board: ExplainerBoard, size: int) -> Iterator[ExplainerHint]:
    """All rows of that many links, the best first."""
    found = [row for digit in range(1, 10) for row in _rows(board, size, digit)]
    found.sort(key=lambda row: (row.kinds_order, row.digit))
    found.sort(key=lambda row: (row.difficulty, -row.eliminations, row.suffix))
    for row in found:
        yield RuleHint(
            strong_links_name(size, row.is_loop, row.suffix),
            row.difficulty,
            dict.fromkeys(sorted(row.gone), 1 << row.digit),
            cells=tuple(cell for groups in row.groups for cell in sorted(groups[0] | groups[1])),
            digits=(row.digit,),
            houses=tuple(link.house for link in row.links),
        )


@dataclass
class _JoinedLinks:
    """Links in order, each in one direction."""

    digit: int
    links: tuple[_StrongLink, ...]
    groups: tuple[tuple[Group, Group], ...]  # of each link: where the row comes in, where it goes on
    kinds_order: tuple[int, ...]
    is_loop: bool = False
    gone: frozenset[int] = frozenset()
    eliminations: int = 0

    @property
    def suffix(self) -> str:
        """How many links are grouped, and the kinds of their houses: the same however the board is turned."""
        grouped = sum(link.is_grouped for link in self.links)
        kinds = "".join(str(link.kind) for link in self.links)
        kinds = min(kinds, kinds[::-1])
        swapped = kinds.translate({ord("1"): "2", ord("2"): "1"})
        name = min(kinds, swapped, swapped[::-1]) if "1" in kinds else kinds.replace("2", "1")
        return f"{grouped}{name}"

    @property
    def difficulty(self) -> float:
        base = {2: 4.0, 3: 5.4, 4: 5.8}[len(self.links)]
        suffix = self.suffix
        if suffix[0] != "0":
            return base + 0.3
        kinds = ("0" in suffix[1:]) + ("2" in suffix[1:])
        return base + kinds * 0.1 if kinds else base


# -- strong links ------------------------------------------------------------------------------------------------


def _links(board: ExplainerBoard, kind: int, house: int, digit: int) -> Iterator[_StrongLink]:
    """The links of a house: none, one, or two with the same places."""
    cells = CELLS[house]
    places = frozenset(p for p in range(9) if board.has(cells[p], digit))

    def link(one: Group, other: Group, *, is_grouped: bool = True) -> _StrongLink:
        groups = frozenset(cells[p] for p in one), frozenset(cells[p] for p in other)
        return _StrongLink(kind, house, groups, frozenset(cells[p] for p in places), is_grouped)

    if len(places) == 2:
        first, second = sorted(places)
        if kind or not _in_line(places):  # if they are in a line as well, the link is the line's
            yield link(frozenset((first,)), frozenset((second,)), is_grouped=False)
    elif 2 < len(places) <= 6:
        for one, other in _halves_of_line(places) if kind else _halves_of_box(places):
            yield link(one, other)


def _in_line(places: Group) -> bool:
    return any(places <= frozenset(line) for line in (*_BOX_ROWS, *_BOX_COLUMNS))


def _halves_of_line(places: Group) -> Iterator[tuple[Group, Group]]:
    thirds = [places & frozenset(third) for third in _THIRDS]
    halves = [third for third in thirds if third]
    if len(halves) == 2:
        one, other = halves
        yield (other, one) if len(other) == 1 else (one, other)


def _halves_of_box(places: Group) -> Iterator[tuple[Group, Group]]:
    for heart in range(9):
        row, column = frozenset(_BOX_ROWS[heart // 3]), frozenset(_BOX_COLUMNS[heart % 3])
        if places <= row | column:
            yield from _cross(places, heart, places & column - row, places & row - column)
            return
    for lines in (_BOX_ROWS, _BOX_COLUMNS):
        halves = [places & frozenset(line) for line in lines]
        if frozenset() in halves:
            one, other = (half for half in halves if half)
            yield one, other
            if len(places) == 4:
                first = frozenset((min(one), min(other)))
                if _in_line(first) and _in_line(places - first):
                    yield first, places - first
            return


def _cross(places: Group, heart: int, in_column: Group, in_row: Group) -> Iterator[tuple[Group, Group]]:
    """A row and a column of a box; the group of several cells has the crossing with it, candidate or not."""
    if not in_column or not in_row:
        return
    if len(in_row) == 1:
        yield in_row, in_column | {heart}
    elif len(in_column) == 1:
        yield in_column, in_row | {heart}
    else:
        shared = places & {heart}
        yield in_column | shared, in_row | shared


# -- rows of links -----------------------------------------------------------------------------------------------


def _rows(board: ExplainerBoard, size: int, digit: int) -> Iterator[_JoinedLinks]:
    by_kind = [
        [link for house in houses for link in _links(board, kind, house, digit)]
        for kind, houses in enumerate(_KINDS)
    ]
    for kinds in combinations_with_replacement(range(3), size):
        for chosen in _choices(by_kind, kinds, ()):
            for order in _orders(size):
                links = tuple(chosen[k] for k in order)
                for directions in product((0, 1), repeat=size):
                    groups = tuple(
                        (link.groups[way], link.groups[1 - way])
                        for link, way in zip(links, directions, strict=True)
                    )
                    row = _JoinedLinks(digit, links, groups, kinds[::-1])
                    if _conclude(board, row, is_forward=directions[0] == 0):
                        yield row


def _choices(
    by_kind: Sequence[Sequence[_StrongLink]], kinds: tuple[int, ...], chosen: tuple[_StrongLink, ...]
) -> Iterator[tuple[_StrongLink, ...]]:
    """Links of these kinds, of ascending houses within a kind, that share no place."""
    if len(chosen) == len(kinds):
        yield chosen
        return
    kind = kinds[len(chosen)]
    for link in by_kind[kind]:
        if chosen and chosen[-1].kind == kind and link.house <= chosen[-1].house:
            continue
        if all(link.places.isdisjoint(other.places) for other in chosen):
            yield from _choices(by_kind, kinds, (*chosen, link))


@cache
def _orders(size: int) -> tuple[tuple[int, ...], ...]:
    """All orders of so many, of two that are each other's reverse the lesser, in the sequence of Sudoku Explainer.

    >>> _orders(3)
    ((0, 1, 2), (1, 0, 2), (0, 2, 1))
    """
    order, weights = list(range(size)), [*range(size + 1)]
    found = [tuple(order)]
    upper = 1
    while upper < size:
        weights[upper] -= 1
        lower = weights[upper] if upper % 2 else 0
        order[lower], order[upper] = order[upper], order[lower]
        if order <= order[::-1]:
            found.append(tuple(order))
        upper = 1
        while weights[upper] == 0:
            weights[upper] = upper
            upper += 1
    return tuple(found)


def _joining_house(one: Group, other: Group) -> int | None:
    """The column, row or box that holds both."""
    first, *rest = one | other
    for house in reversed(HOUSES_OF[first]):
        if all(house in HOUSES_OF[cell] for cell in rest):
            return house
    return None


def _seeing(one: Group, other: Group) -> frozenset[int]:
    return frozenset.intersection(*(PEERS[cell] for cell in one | other))


def _conclude(board: ExplainerBoard, row: _JoinedLinks, *, is_forward: bool) -> bool:
    """Whether the links are joined and take something out; notes what."""
    joints = [(one[1], other[0]) for one, other in zip(row.groups, row.groups[1:], strict=False)]
    houses = [_joining_house(*joint) for joint in joints]
    if None in houses:
        return False
    ends = row.groups[0][0], row.groups[-1][1]
    row.is_loop = _joining_house(*ends) is not None
    if row.is_loop:
        first = min((link.kind, link.house) for link in row.links)
        if not is_forward or (row.links[0].kind, row.links[0].house) != first:
            return False  # the same loop, seen from elsewhere
    kept = frozenset(cell for link in row.links for cell in CELLS[link.house])
    victims = [_seeing(*ends) - kept]
    if row.is_loop:
        victims += [_seeing(*joint) - kept for joint in joints]
    else:
        victims[0] -= frozenset(cell for house in houses if house is not None for cell in CELLS[house])
    hit = [cell for each in victims for cell in each if board.has(cell, row.digit)]
    row.gone, row.eliminations = frozenset(hit), len(hit)
    return bool(hit)
