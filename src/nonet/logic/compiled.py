"""The compiled finders: the same steps as the Python ones, about a hundred times as fast, on the plain 9x9 board.

`native/logic/` has a compiled form of most finders. It is told what to try (a *plan*: a byte for each finder of
the catalogue) and answers with *records*, compact bytes that are read here. Where a finder is not compiled the
answer is its place in the plan: the caller asks the Python finder, and then the compiled ones behind it.

    record     technique  placements  eliminations  roles  truths  links  chains  deadly  cases

The layout of each part is drawn in native/logic/step.h.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache, lru_cache

from nonet.layout import CLASSIC
from nonet.logic.catalog import Entry, technique_keys
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.native import kernel
from nonet.step import Candidate, Case, Deadly, Evidence, Link, Node, Role, RoleKind, Step, Truth

__all__ = ["UNKNOWN", "board_of", "finder_number", "option_bytes", "plan_of", "read_step", "read_steps"]

UNKNOWN = 255
"""In a plan: a finder that only Python has."""

_ROLES = tuple(RoleKind)
_DEADLY = ("rectangle", "loop", "bug")
_KEYS = technique_keys()


# -- what the compiled side is told ---------------------------------------------------------------------------


def option_bytes(options: Options) -> bytes | None:
    """The options, a byte each in the order of the class; None if they do not fit into bytes."""
    values = [int(getattr(options, name)) for name in Options.__dataclass_fields__]
    return bytes(values) if all(0 <= value < 256 for value in values) else None


@cache
def _numbers() -> dict[str, int]:
    return {} if kernel is None else {name: number for number, name in enumerate(kernel.logic_finders())}


def finder_number(entry: Entry) -> int:
    """The number of a compiled finder, or `UNKNOWN`."""
    return _numbers().get(entry.path, UNKNOWN)


@lru_cache(maxsize=64)
def plan_of(entries: tuple[Entry, ...]) -> bytes:
    """What is tried, in order: the numbers of compiled finders, and `UNKNOWN` for the others."""
    return bytes(map(finder_number, entries))


def board_of(position: Position) -> bytes:
    """A position of the plain board: values, masks, givens, and the singles in the order in which they arose."""
    givens = bytes(position.givens >> cell & 1 for cell in range(CLASSIC.cell_count))
    naked, hidden = position.naked, position.hidden
    singles = bytes([len(naked), len(hidden), *naked, *(number for each in hidden for number in each)])
    return bytes(position.values) + array("H", position.masks).tobytes() + givens + singles


# -- what it answers ------------------------------------------------------------------------------------------


def read_step(record: bytes) -> Step:
    """The step of a record."""
    return _Reader(record).step()


def read_steps(records: bytes, start: int = 0) -> Iterator[Step]:
    """The steps of records that follow each other, from a byte on."""
    reader = _Reader(records, start)
    while reader.place < len(records):
        yield reader.step()


class _Reader:
    """Reads a record from its beginning to its end."""

    __slots__ = ("data", "place")

    def __init__(self, data: bytes, place: int = 0) -> None:
        self.data = data
        self.place = place

    def byte(self) -> int:
        self.place += 1
        return self.data[self.place - 1]

    def count(self) -> int:
        """A byte, or 255 and two bytes."""
        count = self.byte()
        return count if count < 255 else self.byte() | self.byte() << 8

    def items(self) -> tuple[int, ...]:
        """A count and its bytes."""
        start = self.place + 1
        self.place = start + self.data[start - 1]
        return tuple(self.data[start : self.place])

    def step(self) -> Step:
        return Step(_KEYS[self.byte()], self.candidates(), self.candidates(), self.evidence())

    def candidates(self) -> tuple[Candidate, ...]:
        return tuple([(self.byte(), self.byte()) for _ in range(self.count())])

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
        return tuple([self.truth(self.byte(), self.byte()) for _ in range(self.count())])

    @staticmethod
    def truth(digit: int, number: int) -> Truth:
        return Truth(house=number, digit=digit) if digit else Truth(cell=number)

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
        split_kind, number = self.byte(), self.byte()
        split = self.truth(split_kind - 1, number) if split_kind else None
        cases = tuple([self.case() for _ in range(self.count())])
        return Case((cell, digit) if cell >= 0 else None, truths, split, cases)
