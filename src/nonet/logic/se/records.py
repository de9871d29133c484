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

from nonet.logic.record_bytes import RecordReader, count_bytes, two_bytes
from nonet.logic.se.evidence import Chain, Inferred
from nonet.logic.se.names import rule_name, rule_number
from nonet.step import Candidate

__all__ = ["Conclusion", "read_conclusions", "write_conclusion"]


class Conclusion(NamedTuple):
    """What a rule of Sudoku Explainer concludes, its name and its rating."""

    name: str
    rating: float
    placement: Candidate | None
    removable: dict[int, int]  # by cell; bit 1 is digit 1
    chains: tuple[Chain, ...] = ()


def read_conclusions(records: bytes) -> Iterator[Conclusion]:
    """The conclusions of records that follow each other.

    >>> one = Conclusion("X-Wing", 3.2, None, {4: 1 << 7, 80: 1 << 7})
    >>> list(read_conclusions(write_conclusion(one) * 2)) == [one, one]
    True
    """
    reader = _ConclusionReader(records)
    while reader.place < len(records):
        yield reader.conclusion()


class _ConclusionReader(RecordReader):
    __slots__ = ()

    def conclusion(self) -> Conclusion:
        name, rating = rule_name(self.byte(), self.two()), self.byte() / 10
        cell, digit = self.byte() - 1, self.byte()
        removable = {self.byte(): self.two() << 1 for _ in range(self.count())}
        chains = tuple([self.chain() for _ in range(self.count())])
        return Conclusion(name, rating, None if cell < 0 else (cell, digit), removable, chains)

    def chain(self) -> Chain:
        return [self.node() for _ in range(self.count())]

    def node(self) -> Inferred:
        cell, digit, on, cause = self.byte(), self.byte(), self.byte(), self.byte()
        return Inferred(cell, digit, on, cause, tuple([self.count() for _ in range(self.count())]))


def write_conclusion(conclusion: Conclusion, *, chains: bool = True) -> bytes:
    """The record of a conclusion: the twin of `read_conclusions`."""
    rule, variant = rule_number(conclusion.name)
    cell, digit = conclusion.placement or (-1, 0)
    removable = sorted(conclusion.removable.items())
    kept = conclusion.chains if chains else ()
    return b"".join(
        [
            bytes([rule, *two_bytes(variant), round(conclusion.rating * 10), cell + 1, digit]),
            count_bytes(len(removable)),
            *(bytes([each, *two_bytes(mask >> 1)]) for each, mask in removable),
            count_bytes(len(kept)),
            *map(_chain, kept),
        ]
    )


def _chain(chain: Chain) -> bytes:
    return count_bytes(len(chain)) + b"".join(map(_node, chain))


def _node(node: Inferred) -> bytes:
    cause = node.cause or 0 if node.parents else 0
    parents = [count_bytes(len(node.parents)), *map(count_bytes, node.parents)]
    return bytes([node.cell, node.digit, node.on, cause]) + b"".join(parents)
