"""Steps of Sudoku Explainer as compact bytes: what the compiled rules answer with, and what `path_many` keeps.

    record     rule, variant, tenths, cell + 1, digit, removals, chains
    removal    cell, set of digits (bit 0 for digit 1)
    chain      a count, and its nodes, the conclusion first
    node       cell, digit, on, cause, parents: a count, and for each its number among the nodes

`rule` and `variant` make the name of the rule (`rule_name`), `tenths` are its rating; cell and digit are 0 where
nothing is placed. `removals` and `chains` are a count and their items. A count is a byte, or 255 and two bytes; the
number of a parent is written in the same way. Variants and sets of digits have two bytes, the low one first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.logic.record_bytes import RecordReader
from nonet.logic.se.evidence import Chain, Inferred
from nonet.logic.se.names import rule_name
from nonet.puzzle import Puzzle
from nonet.step import Candidate

KERNEL_VERSIONS = {"1.2.1": 121, "1.18.1": 118}
"""The kernel's numbers of Sudoku Explainer's versions."""


def ruled_out_bytes(puzzle: Puzzle) -> bytes:
    """The candidates ruled out, as the kernel reads them: two bytes for each cell; none at all if there are none."""
    return b"".join(mask.to_bytes(2, "little") for mask in puzzle.ruled_out)


class Conclusion(NamedTuple):
    """What a rule of Sudoku Explainer concludes, its name and its rating."""

    name: str
    rating: float
    placement: Candidate | None
    removable: dict[int, int]  # by cell, as bitmasks of digits
    chains: tuple[Chain, ...] = ()


def read_conclusions(records: bytes) -> Iterator[Conclusion]:
    """The conclusions of records that follow each other.

    >>> record = bytes([9, 0, 0, 32, 0, 0, 2, 4, 64, 0, 80, 64, 0, 0])
    >>> list(read_conclusions(record))
    [Conclusion(name='X-Wing', rating=3.2, placement=None, removable={4: 64, 80: 64}, chains=())]
    """
    reader = _ConclusionReader(records)
    while reader.place < len(records):
        yield reader.conclusion()


class _ConclusionReader(RecordReader):
    __slots__ = ()

    def conclusion(self) -> Conclusion:
        name, rating = rule_name(self.byte(), self.two()), self.byte() / 10
        cell, digit = self.byte() - 1, self.byte()
        removable = {self.byte(): self.two() for _ in range(self.count())}
        chains = tuple([self.chain() for _ in range(self.count())])
        return Conclusion(name, rating, None if cell < 0 else (cell, digit), removable, chains)

    def chain(self) -> Chain:
        return [self.node() for _ in range(self.count())]

    def node(self) -> Inferred:
        cell, digit, on, cause = self.byte(), self.byte(), self.byte(), self.byte()
        return Inferred(cell, digit, on, cause, tuple([self.count() for _ in range(self.count())]))
