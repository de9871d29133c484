"""Steps as compact bytes: what the compiled finders answer with, and what `path_many` keeps.

    record     technique  beyond_hodoku  placements  eliminations  roles  truths  links  chains  deadly  cases

`technique` is a place in the catalogue. Each of the others but the first two and the last two is a count and its items;
a count is a byte, or 255 and two bytes, the low one first.

    candidate  cell, digit                  truth   digit, house; or 0, cell
    role       kind, cells, digits, houses, label: each of these a count and its bytes
    link       node, node, strong           node    digit, on, cells, set cells        chain   count, links
    deadly     0; or 1 + kind, cells, digits
    cases      0; or 1, case                case    cell + 1 (0: none), digit, truths, split, cases
    split      0, 0 for none; or 1 + digit, house; or 1, cell

A step of a board with more than 255 cells has no record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import starmap
from typing import TypeVar

from nonet.logic.catalog import technique_keys
from nonet.step import Candidate, Case, Deadly, Evidence, Link, Node, Role, RoleKind, Step, Truth


class RecordReader:
    """Reads records from their beginning to their end.

    >>> reader = RecordReader(count_bytes(7) + count_bytes(300) + two_bytes(9))
    >>> reader.count(), reader.count(), reader.two(), reader.place
    (7, 300, 9, 6)
    """

    __slots__ = ("data", "place")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def byte(self) -> int:
        self.place += 1
        return self.data[self.place - 1]

    def two(self) -> int:
        return self.byte() | self.byte() << 8

    def count(self) -> int:
        count = self.byte()
        return count if count < 255 else self.two()


def two_bytes(number: int) -> bytes:
    return number.to_bytes(2, "little")


def count_bytes(number: int) -> bytes:
    return bytes([number]) if number < 255 else b"\xff" + two_bytes(number)


T = TypeVar("T")

_ROLES = tuple(RoleKind)
_DEADLY = ("rectangle", "loop", "bug", "impossible")
_KEYS = technique_keys()
_NUMBERS = {key: number for number, key in enumerate(_KEYS)}

_SINGLES: dict[bytes, Step] = {}
"""Steps by their records, for singles: most steps of a path, and there are few different ones. No record is the
beginning of another.
"""
_LENGTHS = (22, 21)
"""Of the records of singles: with a house, and without."""
_MOST_SINGLES = 1 << 13


# -- reading --------------------------------------------------------------------------------------------------


def read_step(record: bytes) -> Step:
    """The step of a record.

    >>> step = Step("naked-single", placements=((80, 9),))
    >>> read_step(write_step(step)) == step
    True
    """
    return _StepReader(record).step()


def read_steps(records: bytes) -> Iterator[Step]:
    """The steps of records that follow each other."""
    reader = _StepReader(records)
    while reader.place < len(records):
        yield reader.step()


class _StepReader(RecordReader):
    __slots__ = ()

    def items(self) -> tuple[int, ...]:
        """A count and its bytes."""
        start = self.place + 1
        self.place = start + self.data[start - 1]
        return tuple(self.data[start : self.place])

    def step(self) -> Step:
        start, data = self.place, self.data
        for length in _LENGTHS:
            single = _SINGLES.get(data[start : start + length])
            if single is not None:
                self.place += length
                return single
        key, beyond_hodoku = _KEYS[self.byte()], bool(self.byte())
        step = Step(key, self.candidates(), self.candidates(), self.evidence(), beyond_hodoku)
        if self.place - start in _LENGTHS and len(_SINGLES) < _MOST_SINGLES:
            _SINGLES[data[start : self.place]] = step
        return step

    def pairs(self) -> Iterator[tuple[int, int]]:
        """A count and as many pairs of bytes."""
        count = self.count()
        start, self.place = self.place, self.place + 2 * count
        return zip(self.data[start : self.place : 2], self.data[start + 1 : self.place : 2], strict=True)

    def candidates(self) -> tuple[Candidate, ...]:
        return tuple(self.pairs())

    def evidence(self) -> Evidence:
        return Evidence(
            tuple([self.role() for _ in range(self.count())]),
            self.truths(),
            self.links(),
            tuple([self.links() for _ in range(self.count())]),
            self.deadly(),
            self.case() if self.byte() else None,
        )

    def role(self) -> Role:
        kind = _ROLES[self.byte()]
        return Role(kind, self.items(), self.items(), self.items(), bytes(self.items()).decode("ascii"))

    def truths(self) -> tuple[Truth, ...]:
        return tuple(starmap(_truth_of, self.pairs()))

    def links(self) -> tuple[Link, ...]:
        return tuple([Link(self.node(), self.node(), bool(self.byte())) for _ in range(self.count())])

    def node(self) -> Node:
        digit, on = self.byte(), bool(self.byte())
        return Node(digit, self.items(), self.items(), on)

    def deadly(self) -> Deadly | None:
        kind = self.byte()
        return Deadly(_DEADLY[kind - 1], self.items(), self.items()) if kind else None

    def case(self) -> Case:
        cell, digit = self.byte() - 1, self.byte()
        truths = self.truths()
        kind, number = self.byte(), self.byte()
        split = _truth_of(kind - 1, number) if kind else None
        cases = tuple([self.case() for _ in range(self.count())])
        return Case((cell, digit) if cell >= 0 else None, truths, split, cases)


@cache
def _truth_of(digit: int, number: int) -> Truth:
    """The one of two bytes. A proof by cases may name a million of them, and there are few different ones."""
    return Truth(house=number, digit=digit) if digit else Truth(cell=number)


# -- writing --------------------------------------------------------------------------------------------------


def write_step(step: Step) -> bytes:
    """The record of a step: the twin of `read_step`."""
    evidence = step.evidence
    return b"".join(
        [
            bytes([_NUMBERS[step.technique], step.beyond_hodoku]),
            _several(step.placements, bytes),
            _several(step.eliminations, bytes),
            _several(evidence.roles, _role),
            _several(evidence.truths, _truth),
            _several(evidence.links, _link),
            _several(evidence.chains, lambda links: _several(links, _link)),
            _deadly(evidence.deadly),
            b"\0" if evidence.cases is None else b"\1" + _case(evidence.cases),
        ]
    )


def _several(items: Sequence[T], write: Callable[[T], bytes]) -> bytes:
    return count_bytes(len(items)) + b"".join([write(item) for item in items])


def _items(numbers: Sequence[int]) -> bytes:
    return bytes([len(numbers), *numbers])


def _role(role: Role) -> bytes:
    columns = role.cells, role.digits, role.houses, role.label.encode("ascii")
    return bytes([_ROLES.index(role.kind)]) + b"".join(map(_items, columns))


def _truth(truth: Truth) -> bytes:
    if truth.cell is not None:
        return bytes([0, truth.cell])
    assert truth.house is not None
    assert truth.digit is not None
    return bytes([truth.digit, truth.house])


def _link(link: Link) -> bytes:
    return _node(link.start) + _node(link.end) + bytes([link.strong])


def _node(node: Node) -> bytes:
    return bytes([node.digit, node.on]) + _items(node.cells) + _items(node.set_cells)


def _deadly(deadly: Deadly | None) -> bytes:
    if deadly is None:
        return b"\0"
    return bytes([1 + _DEADLY.index(deadly.kind)]) + _items(deadly.cells) + _items(deadly.digits)


def _case(case: Case) -> bytes:
    cell, digit = case.candidate or (-1, 0)
    split = b"\0\0"
    if case.split is not None:
        kind, number = _truth(case.split)
        split = bytes([1 + kind, number])
    return bytes([cell + 1, digit]) + _several(case.truths, _truth) + split + _several(case.cases, _case)
