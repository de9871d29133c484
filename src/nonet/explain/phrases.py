"""Phrases: what fills the slots of a sentence, as values, in no language.

    CellList     r4c78 and r5c1         HouseList    row 4, in row 4 …      AllOf     … and …
    CellChoice   r4c7 or r4c8           DigitList    1, 2 and 3             OneOf     … or …
    CellDigits   r4c2 = 1, 5 or 9       DigitChoice  1, 2 or 3              Results   r1c1 = 4 and r5c38 ≠ 6
    Node         r4c7 = 5               DigitSet     {159}                  Arrows    r1c2 ≠ 5 → r1c8 = 5 (row 1)
    Labelled     r4c7 (A)               LabelledCells  A (r4c78)            Title     X-wing
    PartName     set A                  Listed       …, …                   Because   (because of r1c1 = 4)
    SumOf        r1c8 + r1c9 = 11       Quoted       the text of a rule     CellGroup r3c89+r45c9
    DigitAt      4 in r1c1              CellPath     r1c1, r2c2 or r1c1 … r1c4

Text and numbers stand for themselves; a number is a digit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from nonet.step import Candidate, Link, Node


class CellList(NamedTuple):
    """All of these cells."""

    cells: tuple[int, ...]


class CellChoice(NamedTuple):
    """One of these cells."""

    cells: tuple[int, ...]


class CellGroup(NamedTuple):
    """Cells that belong together, as one name: those of a cage."""

    cells: tuple[int, ...]


class CellPath(NamedTuple):
    """Cells one by one, because their order counts; of a straight line the ends."""

    cells: tuple[int, ...]


class CellDigits(NamedTuple):
    """A cell, and the digits of which it holds one."""

    cell: int
    digits: tuple[int, ...]


class DigitAt(NamedTuple):
    """A digit and its cell."""

    cell: int
    digit: int


class HouseList(NamedTuple):
    """Houses, by their numbers in `layout.houses`; the slot chooses the form: `{house:in}`."""

    houses: tuple[int, ...]


class DigitList(NamedTuple):
    """All of these digits."""

    digits: tuple[int, ...]


class DigitChoice(NamedTuple):
    """One of these digits."""

    digits: tuple[int, ...]


class DigitSet(NamedTuple):
    """Digits, written as a set."""

    digits: tuple[int, ...]


class Results(NamedTuple):
    """What is placed and what is eliminated."""

    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()


class Because(NamedTuple):
    """What is true and what is false, in brackets after what follows from it; nothing, if there is nothing."""

    true: tuple[Candidate, ...] = ()
    false: tuple[Candidate, ...] = ()


class Arrows(NamedTuple):
    """A chain; `reasons`, if any, say for each link why it holds (None for one that is plain to see)."""

    links: tuple[Link, ...]
    reasons: tuple[Reason | None, ...] = ()


class Labelled(NamedTuple):
    """A cell, and the letter of the set or colour it belongs to."""

    cell: int
    label: str


class LabelledCells(NamedTuple):
    """A set or colour by its letter, and cells of it."""

    label: str
    cells: tuple[int, ...]


class PartName(NamedTuple):
    """What a part of a pattern is called: `base`, `set A`."""

    part: str
    label: str = ""


class Quoted(NamedTuple):
    """A message of the catalogue within a sentence, such as the text of a rule."""

    message: str
    slots: tuple[tuple[str, Any], ...] = ()
    """Text, numbers (which are no digits) and phrases."""


Reason: TypeAlias = HouseList | CellList | Quoted
"""The house, the cells or the rule that leaves no other choice."""


class SumOf(NamedTuple):
    """An equation: `r1c8 + r1c9 = 11`, `r1c9 − r2c3 = 4`."""

    cells: tuple[int, ...]
    weights: tuple[int, ...]
    total: int


class Title(NamedTuple):
    """The name of a technique."""

    technique: str


class AllOf(NamedTuple):
    """… and …."""

    items: tuple[Phrase, ...]


class Listed(NamedTuple):
    """…, …."""

    items: tuple[Phrase, ...]
    separator: str = ", "


class OneOf(NamedTuple):
    """… or …."""

    items: tuple[Phrase, ...]


def placed(name: Phrase, place: Phrase) -> Phrase:
    """`anti-king (r1c1 and r2c2)`."""
    return Listed((name, " (", place, ")"), "")


Phrase: TypeAlias = (
    "str | int | Node | CellList | CellChoice | CellDigits | CellGroup | CellPath | DigitAt | HouseList | DigitList"
    " | DigitChoice | DigitSet | Results | Arrows | Because | Labelled | LabelledCells | PartName | Quoted | SumOf"
    " | Title | AllOf | Listed | OneOf"
)


class Subjects(NamedTuple):
    """What phrases name, in order."""

    cells: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()


def subjects(phrases: Iterable[Phrase]) -> Subjects:
    """The cells, houses and digits that these phrases name, each once; the names of their fields say what they are.

    >>> subjects([CellDigits(27, (1, 5)), CellList((27, 35)), HouseList((3,)), 5])
    Subjects(cells=(27, 35), houses=(3,), digits=(1, 5))
    """
    named: dict[str, dict[int, None]] = {"cell": {}, "house": {}, "digit": {}}

    def visit(phrase: Phrase | Link | None) -> None:
        if isinstance(phrase, int):
            named["digit"][phrase] = None
        if phrase is None or isinstance(phrase, int | str):
            return
        for field, value in phrase._asdict().items():
            if field in named:
                named[field][value] = None
            elif field[:-1] in named:
                named[field[:-1]].update(dict.fromkeys(value))
            elif field == "set_cells":
                named["cell"].update(dict.fromkeys(value))
            elif field in ("placements", "eliminations", "true", "false"):
                visit(AllOf(tuple(DigitAt(*candidate) for candidate in value)))
            elif field in ("items", "links", "reasons"):
                for part in value:
                    visit(part)
            elif isinstance(value, Node):
                visit(value)

    for each in phrases:
        visit(each)
    return Subjects(*(tuple(numbers) for numbers in named.values()))
