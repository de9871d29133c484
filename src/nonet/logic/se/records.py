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

from nonet.logic.se.evidence import Chain, Inferred
from nonet.logic.step_records import RecordReader
from nonet.puzzle import Puzzle
from nonet.step import Candidate

RULE_NAMES: tuple[str, ...] = (
    "Hidden Single",
    "Direct Pointing",
    "Direct Claiming",
    "Direct Hidden Pair",
    "Naked Single",
    "Direct Hidden Triplet",
    "Pointing",
    "Claiming",
    "Naked Pair",
    "X-Wing",
    "Hidden Pair",
    "Naked Triplet",
    "Swordfish",
    "Hidden Triplet",
    "XY-Wing",
    "XYZ-Wing",
    *(f"Unique Rectangle type {kind}" for kind in (1, 2, 3, 4)),
    *(f"Unique Loop {{size}} type {kind}" for kind in (1, 2, 3, 4)),
    "Naked Quad",
    "Jellyfish",
    "Hidden Quad",
    *(f"BUG type {kind}" for kind in (1, 2, 3, 4)),
    "Aligned Pair Exclusion",
    "Generalized X-Wing",
    "Bidirectional X-Cycle",
    "Bidirectional Y-Cycle",
    "Bidirectional Cycle",
    "Turbot Fish",
    "Forcing X-Chain",
    "Forcing Chain",
    "Aligned Triplet Exclusion",
    "Nishio Forcing Chains",
    "Cell Forcing Chains",
    "Region Forcing Chains",
    "Strong links",
    "Wing",
    *(
        f"Dynamic {kind} Forcing Chains{suffix}"
        for suffix in (
            "",
            " (+)",
            " (+ Forcing Chains)",
            " (+ Multiple Forcing Chains)",
            " (+ Dynamic Forcing Chains)",
        )
        for kind in ("Contradiction", "Double", "Cell", "Region")
    ),
)


_STRONG_LINKS, _WING = RULE_NAMES.index("Strong links"), RULE_NAMES.index("Wing")


def rule_name(number: int, variant: int = 0) -> str:
    """The name of a rule by its number.

    `variant` says more of some rules: how many cells a unique loop has; which strong links, or which wing.

    >>> rule_name(0), rule_name(20, 6), rule_name(_WING, 4 + 16 * 3 + 128 * 7)
    ('Hidden Single', 'Unique Loop 6 type 1', 'WXYZ-Wing 137')
    """
    if number == _STRONG_LINKS:
        # size + 8 * (is a loop + 2 * (grouped links + 5 * kinds of houses in base 3))
        size, is_loop, grouped, kinds = variant % 8, variant // 8 % 2, variant // 16 % 5, variant // 80
        digits = "".join(str(kinds // 3**k % 3) for k in reversed(range(size)))
        return _strong_links_name(size, bool(is_loop), f"{grouped}{digits}")
    if number == _WING:
        # size + 8 * is linked twice + 16 * most candidates of a cell + 128 * candidates of all
        size, is_double, most, total = variant % 8, variant // 8 % 2, variant // 16 % 8, variant // 128
        return f"{'TUVWXYZ'[-size:]}-Wing {1 + is_double}{most}{total}"
    return RULE_NAMES[number].format(size=variant)


def _strong_links_name(size: int, is_loop: bool, suffix: str) -> str:
    """The name of so many strong links; the suffix tells how many are grouped, then the kinds of their houses.

    >>> _strong_links_name(2, False, "011"), _strong_links_name(3, False, "2012"), _strong_links_name(3, True, "0111")
    ('Skyscraper 011', 'Grouped 3 Strong links 2012', '(3 Strong Links) X-Loop 0111')
    """
    grouped = "" if suffix[0] == "0" else "Grouped "
    if is_loop:
        return f"({size} Strong Links) {grouped}X-Loop {suffix}"
    kinds = set(suffix[1:])
    if kinds == {"1"}:
        name = "Skyscraper" if size == 2 else f"{size} Skyscrapers"
    elif "0" not in kinds and size < 4:
        name = f"{size}-String Kite"
    else:
        name = f"{size} Strong links"
    return f"{grouped}{name} {suffix}"


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
