"""Nodes of a chain, and what a chain concludes: how long it is, what it rests on, what Sudoku Explainer calls it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from nonet.logic.se.board import CELLS, HOUSES_OF, ExplainerBoard, bits
from nonet.logic.se.hint import Candidate

__all__ = ["ADVANCED", "NAKED", "ChainHint", "ChainKind", "ChainNode", "Family", "Key"]

Key = int
"""A candidate and its state in one number: equal for all nodes that say the same."""

NAKED, ADVANCED = 3, 4
"""Why a node follows: 0, 1, 2 name the box, row or column of its cell; 3 is the cell itself, 4 a rule."""


class ChainNode:
    """A candidate that is on (true) or off, and the nodes it follows from."""

    __slots__ = ("cause", "cell", "digit", "key", "nested", "on", "parents")

    def __init__(
        self,
        cell: int,
        digit: int,
        on: bool,
        parents: list[ChainNode] | None = None,
        cause: int | None = None,
        nested: ChainHint | None = None,
    ) -> None:
        self.cell = cell
        self.digit = digit
        self.on = on
        self.parents = [] if parents is None else parents
        self.cause = cause
        self.nested = nested
        self.key: Key = (cell * 10 + digit) * 2 + on

    @property
    def reversed_key(self) -> Key:
        return self.key ^ 1

    def reversed(self) -> ChainNode:
        """The contrary, without parents."""
        return ChainNode(self.cell, self.digit, not self.on)

    def line(self) -> Iterator[ChainNode]:
        """The node, its first parent, that one's first parent … back to the supposition."""
        node: ChainNode | None = self
        while node is not None:
            yield node
            node = node.parents[0] if node.parents else None

    def descends_from(self, key: Key) -> bool:
        return any(node.key == key for node in self.line() if node is not self)

    def reversed_line(self) -> ChainNode:
        """A cycle run through the other way, every node its contrary."""
        previous: ChainNode | None = None
        for node in self.line():
            previous = ChainNode(
                node.cell, node.digit, not node.on, [previous] if previous else [], node.cause
            )
        assert previous is not None
        return previous

    def ancestors(self) -> list[ChainNode]:
        """The node and all it follows from, each once, nearest first."""
        found: dict[Key, ChainNode] = {}
        level = [self]
        while level:
            following: list[ChainNode] = []
            for node in level:
                if node.key not in found:
                    found[node.key] = node
                    following.extend(node.parents)
            level = following
        return list(found.values())


class Family(Enum):
    """Which search found a chain."""

    CYCLE = "cycle"
    CHAIN = "chain"
    NISHIO = "nishio"
    MULTIPLE = "multiple"
    DYNAMIC = "dynamic"
    DYNAMIC_PLUS = "dynamic with rules"
    NESTED_CHAINS = "dynamic with chains"
    NESTED_MULTIPLE = "dynamic with multiple chains"
    NESTED_DYNAMIC = "dynamic with dynamic chains"

    __hash__ = object.__hash__

    @property
    def prefix(self) -> str:
        if self is Family.MULTIPLE:
            return ""
        return "Nishio " if self is Family.NISHIO else "Dynamic "

    @property
    def suffix(self) -> str:
        return _SUFFIXES.get(self, "")


_SUFFIXES = {
    Family.DYNAMIC_PLUS: " (+)",
    Family.NESTED_CHAINS: " (+ Forcing Chains)",
    Family.NESTED_MULTIPLE: " (+ Multiple Forcing Chains)",
    Family.NESTED_DYNAMIC: " (+ Dynamic Forcing Chains)",
}


class ChainKind(Enum):
    """What a chain starts from, and its rank among equally hard ones."""

    DOUBLE = "double", 1
    X = "x", 2
    Y = "y", 3
    XY = "xy", 4
    CELL = "cell", 5
    HOUSE = "house", 6
    CONTRADICTION = "contradiction", 7

    __hash__ = object.__hash__

    @property
    def rank(self) -> int:
        return self.value[1]


@dataclass
class ChainHint:
    """A conclusion from one chain or several.

    `targets` are the ends of the chains; a cycle has two, one for each direction, but counts once. `base` is what
    the shortest chain of its kind costs. The chains of CELL start from all candidates of a cell, those of
    HOUSE from all places of a digit in `source_house`, the others from one candidate.
    """

    kind: ChainKind
    family: Family
    base: float
    targets: tuple[ChainNode, ...]
    removable: dict[int, int]
    result: ChainNode | None = None
    source_house: int | None = None

    @property
    def placement(self) -> Candidate | None:
        return (self.result.cell, self.result.digit) if self.result and self.result.on else None

    @property
    def is_cycle(self) -> bool:
        return self.family is Family.CYCLE

    @cached_property
    def complexity(self) -> int:
        """How many different nodes the chains have, those of nested chains included."""
        counted = self.targets[:1] if self.is_cycle else self.targets
        flat = sum(len(target.ancestors()) for target in counted)
        return flat + sum(nested.complexity for nested in self._nested())

    def _nested(self) -> list[ChainHint]:
        """The chains that these chains use as one link, each once."""
        found: dict[tuple[object, ...], ChainHint] = {}
        for target in self.targets:
            for node in target.ancestors():
                if node.nested is not None:
                    found.setdefault(node.nested.identity, node.nested)
        return list(found.values())

    @cached_property
    def identity(self) -> tuple[object, ...]:
        """Equal for two hints whose chains are the same, node by node."""
        return tuple(tuple(node.key for node in target.ancestors()) for target in self.targets)

    @cached_property
    def difficulty(self) -> float:
        """The base, and 0.1 for each of the lengths 4, 6, 8, 12, 16, 24 … that the chains exceed."""
        added, bound, is_odd = 0.0, 4, False
        while self.complexity - 2 > bound:
            added += 0.1
            bound = bound * 4 // 3 if is_odd else bound * 3 // 2
            is_odd = not is_odd
        return self.base + added

    def parents(self, start: ExplainerBoard, now: ExplainerBoard) -> list[Candidate]:
        found: dict[Candidate, None] = {}
        for target in self.targets:
            for node in target.ancestors():
                if node.on:
                    found.update(dict.fromkeys(self._gone(node, start, now)))
        return list(found)

    def _gone(self, node: ChainNode, start: ExplainerBoard, now: ExplainerBoard) -> list[Candidate]:
        """What had to go before the node could be the last candidate of its cell, or the last place in its house."""
        cause = node.cause
        if cause is None:
            if self.kind is ChainKind.CELL:
                cause = NAKED
            elif self.kind is ChainKind.HOUSE and self.source_house is not None:
                cause = HOUSES_OF[node.cell].index(self.source_house)
            else:
                return []
        if cause == NAKED:
            gone = start.candidates[node.cell] & ~now.candidates[node.cell]
            return [(node.cell, digit) for digit in bits(gone)]
        house = HOUSES_OF[node.cell][cause]
        gone = start.places[house][node.digit] & ~now.places[house][node.digit]
        return [(CELLS[house][place], node.digit) for place in bits(gone)]

    @property
    def name(self) -> str:
        if self.family is Family.CYCLE:
            return self._cycle_name
        if self.family is Family.CHAIN:
            is_turbot = self.kind is ChainKind.X and self.complexity == 6
            return "Turbot Fish" if is_turbot else _CHAIN_NAMES[self.kind]
        return f"{self.family.prefix}{_MULTIPLE_NAMES[self.kind]} Forcing Chains{self.family.suffix}".replace(
            "Nishio Contradiction", "Nishio"
        )

    @property
    def _cycle_name(self) -> str:
        if self.kind is ChainKind.X and len({node.cell for node in self.targets[0].line()}) == 4:
            return "Generalized X-Wing"
        return _CYCLE_NAMES[self.kind]


_CHAIN_NAMES = {ChainKind.X: "Forcing X-Chain", ChainKind.Y: "Forcing Y-Chain", ChainKind.XY: "Forcing Chain"}
_CYCLE_NAMES = {
    ChainKind.X: "Bidirectional X-Cycle",
    ChainKind.Y: "Bidirectional Y-Cycle",
    ChainKind.XY: "Bidirectional Cycle",
}
_MULTIPLE_NAMES = {
    ChainKind.CONTRADICTION: "Contradiction",
    ChainKind.DOUBLE: "Double",
    ChainKind.CELL: "Cell",
    ChainKind.HOUSE: "Region",
}
