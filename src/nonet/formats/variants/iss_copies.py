"""`.Replicate~cells~origin … .End` of ISS: constraints that are repeated, moved from the origin to each of some cells.

The cells are a set of places counted from the origin (R1C1, if it is left out), six to a letter, the lowest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonet.errors import FormatError
from nonet.formats.variants.iss_cells import IssCells
from nonet.limits import check

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_CELL = re.compile(r"(R\wC\w)(_.*)?", re.ASCII | re.IGNORECASE)


class Constraint(NamedTuple):
    name: str
    words: list[str]


def written_out(constraints: Sequence[Constraint], cells: IssCells) -> Sequence[Constraint]:
    """The same constraints, each repetition written out; in a group its copies are a group of their own."""
    if not any(name == "Replicate" for name, _ in constraints):
        return constraints
    return list(_expanded(iter(constraints), cells))


def _expanded(
    rest: Iterator[Constraint], cells: IssCells, group: str = "", depth: int = 0
) -> Iterator[Constraint]:
    """The constraints up to the `.End` of the group that they are in."""
    if depth > 10:
        raise FormatError("constraints nested more than ten levels deep")
    for constraint in rest:
        name, words = constraint
        if name == "End" and group:
            return
        if name not in ("Or", "And", "Replicate"):
            yield constraint
            continue
        inner = list(_expanded(rest, cells, name, depth + 1))
        if name == "Replicate":
            targets = _targets(words, cells)
            check("rules", len(inner) * len(targets))
            inner = [_moved(each, shift, cells) for shift in targets for each in inner]
            name = "And" if group else ""
        yield from [Constraint(name, []), *inner, Constraint("End", [])] if name else inner
    if group:
        raise FormatError(f".{group} has no .End")


def _targets(words: Sequence[str], cells: IssCells) -> list[tuple[int, int]]:
    """How far the constraints are moved, in rows and columns, for each copy."""
    letters = words[0] if words else ""
    if any(letter not in LETTERS for letter in letters) or len(words) > 2:
        raise FormatError("Replicate needs a set of cells", text="~".join(words))
    (origin,) = cells.cells(words[1:] or ["R1C1"])
    places = [
        6 * at + bit
        for at, letter in enumerate(letters)
        for bit in range(6)
        if LETTERS.index(letter) >> bit & 1
    ]
    if any(origin + place >= cells.size**2 for place in places):
        raise FormatError("Replicate: a copy is not on the board")
    row, column = divmod(origin, cells.size)
    return [
        ((origin + place) // cells.size - row, (origin + place) % cells.size - column) for place in places
    ]


def _moved(constraint: Constraint, shift: tuple[int, int], cells: IssCells) -> Constraint:
    return Constraint(constraint.name, [_moved_word(word, shift, cells) for word in constraint.words])


def _moved_word(word: str, shift: tuple[int, int], cells: IssCells) -> str:
    match = _CELL.fullmatch(word)
    if match is None:
        return word
    (cell,) = cells.cells([match[1]])
    row, column = cell // cells.size + shift[0], cell % cells.size + shift[1]
    if not (0 <= row < cells.size and 0 <= column < cells.size):
        raise FormatError("Replicate: a copy is not on the board", text=word)
    return cells.name(row * cells.size + column) + (match[2] or "")
