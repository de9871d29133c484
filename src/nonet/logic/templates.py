"""Templates: all the ways in which one digit can fill the board.

A template of a digit takes one of its places in every house that still needs it. A place that no template
takes is impossible; a place that all of them take is filled.

    places of a digit        its two templates        a place in none of them

        · 8 · 8                  · a · b
        8 · 8 ·                  a · b ·
        · 8 · 8                  · b · a
        8 · 8 8                  b · a ·                   r4c4

What is filled in this way is impossible for other digits, which may then lose templates, too.

Templates are never listed: there may be millions. Instead, each row has the sets of *houses taken so far* (only
those that later rows can meet): on the plain board a few hundred sets at most. A forward pass makes them, and a
backward pass keeps those that lead to an end; a place that joins two of these is in a template. Where a big
board would have too many, every place counts as possible.

A technique that looks at one digit alone proves what templates prove, or less. So fish, colourings and the
like need not look where no place is *doomed*: `digits_with_doomed_places` saves them a useless search.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nonet.bitsets import cells_in, groups_at, union
from nonet.dimensions import HouseKind
from nonet.layout import Layout
from nonet.logic.houses import candidates_at
from nonet.logic.options import Options
from nonet.logic.position import Position, remembered
from nonet.step import Evidence, Role, RoleKind, Step, Truth

MOST_WORK = 40_000
"""The most times that a place is tried with a set of taken houses. A plain board needs 13,000 at most."""


def template_set(position: Position, options: Options) -> Iterator[Step]:
    """The cells that all templates of a digit take, digit by digit."""
    templates = position.remembered("templates", _Templates)
    for digit in position.layout.entries:
        if forced := templates.forced[digit]:
            yield Step("template-set", candidates_at(forced, digit), (), templates.evidence(digit, forced))


def template_delete(position: Position, options: Options) -> Iterator[Step]:
    """The candidates that no template of a digit takes, digit by digit."""
    templates = position.remembered("templates", _Templates)
    for digit in position.layout.entries:
        if gone := position.boards[digit] & ~templates.possible[digit]:
            evidence = templates.evidence(digit, templates.possible[digit])
            yield Step("template-delete", (), candidates_at(gone, digit), evidence)


@remembered
def digits_with_doomed_places(position: Position) -> tuple[tuple[int, int], ...]:
    """The digits that have places in no template (or for which that cannot be decided), and these places.

    >>> from nonet.layout import CLASSIC
    >>> from nonet.puzzle import Puzzle
    >>> position = Position.of(Puzzle.of(CLASSIC, [1, 2, 3, 4, 5, 6] + [0] * 75))
    >>> [(digit, doomed.bit_count()) for digit, doomed in digits_with_doomed_places(position)]
    [(7, 6), (8, 6), (9, 6)]
    """
    layout = position.layout
    return tuple(
        (digit, doomed)
        for digit, board in enumerate(position.boards)
        if board and (doomed := board & ~(possible_places(layout, board) or 0))
    )


# -- all digits together -------------------------------------------------------------------------------------


class _Templates:
    """What the templates of each digit leave possible and force, each taking into account what the others force."""

    def __init__(self, position: Position) -> None:
        layout = position.layout
        self.position = position
        self.possible = position.boards.copy()
        self.forced = [0] * (layout.size + 1)
        self.heard: list[set[int]] = [{digit} for digit in range(layout.size + 1)]
        waiting = [digit for digit in layout.entries if position.boards[digit]]
        while waiting:
            digit = waiting.pop(0)
            possible = possible_places(layout, self.possible[digit])
            if possible is None:
                continue
            self.possible[digit] = possible
            forced = self.forced[digit] = _forced(layout, possible)
            for other in layout.entries:
                if other != digit and self.possible[other] & forced:
                    self.possible[other] &= ~forced
                    self.heard[other] |= self.heard[digit]
                    if other not in waiting:
                        waiting.append(other)

    def evidence(self, digit: int, cells: int) -> Evidence:
        """The digit's houses, and those of the digits whose forced cells it takes into account."""
        position = self.position
        others = sorted(self.heard[digit] - {digit})
        roles = [Role(RoleKind.BASE, tuple(cells_in(cells)), (digit,))]
        roles += [Role(RoleKind.SET, tuple(cells_in(self.forced[other])), (other,)) for other in others]
        truths = (
            Truth(house=house, digit=each)
            for each in (digit, *others)
            for house, board in enumerate(position.layout.place_boards)
            if position.boards[each] & board
        )
        return Evidence(tuple(roles), tuple(truths))


def _forced(layout: Layout, possible: int) -> int:
    """The cells that are the only possible ones of their row: every template takes them."""
    here = (possible & row for row, is_full in _tables(layout)[0] if is_full)
    return union(places for places in here if not places & (places - 1))


# -- one digit -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def possible_places(layout: Layout, board: int) -> int | None:
    """Those of a digit's places that are in some template; None where there are too many ways to tell, or no houses.

    >>> from nonet.layout import CLASSIC
    >>> bin(possible_places(CLASSIC, CLASSIC.all_cells)).count("1")
    81
    """
    if layout.places is not None or not layout.houses:
        return None
    rows, others, marks = _tables(layout)
    width = layout.width

    # A full house that wants the digit must have it once the last row is passed where it can.
    last = [0] * layout.height
    for mark, cells in others:
        inside = board & cells
        if inside:
            last[(inside.bit_length() - 1) // width] |= mark

    taken: set[int] = {0}
    layers = []
    work = 0
    for row, (cells, is_full) in enumerate(rows):
        here = board & cells
        if not here:
            continue
        ended = last[row]
        places = [(1 << cell, marks[cell]) for cell in cells_in(here)]
        if not is_full:
            places.append((0, 0))  # the row may lack the digit
        work += len(taken) * len(places)
        if work > MOST_WORK:
            return None
        layers.append((taken, places, ended))
        taken = {
            both & ~ended
            for before in taken
            for _, mark in places
            if not before & mark and (both := before | mark) & ended == ended
        }

    possible = board & ~layout.all_cells
    for before_all, places, ended in reversed(layers):
        alive = set()
        for before in before_all:
            for bit, mark in places:
                if not before & mark:
                    both = before | mark
                    if both & ended == ended and both & ~ended in taken:
                        possible |= bit
                        alive.add(before)
        taken = alive
    return possible


@lru_cache(maxsize=64)
def _tables(
    layout: Layout,
) -> tuple[tuple[tuple[int, bool], ...], tuple[tuple[int, int], ...], tuple[int, ...]]:
    """The boards of the rows, and whether these are full; the other full houses as marks and boards; for each cell the
    marks of all other houses.
    """
    rows, others = [], []
    for number, (house, places) in enumerate(zip(layout.houses, layout.place_boards, strict=True)):
        if house.kind is HouseKind.ROW:
            rows.append((layout.house_boards[number], places > 0))
            continue
        if places:
            others.append((1 << number, places))
    across = (() if house.kind is HouseKind.ROW else house.cells for house in layout.houses)
    return tuple(rows), tuple(others), groups_at(layout.cell_count, across)
