"""The chains of Sudoku Explainer as evidence of a step, in the form of the forcing chains and nets of `nonet.logic`.

one chain that ends where it began, or with its contrary    a loop, a contradiction
chains from all candidates of a cell, places of a house     a verity: each case leads to the same
chains whose nodes follow from several nodes                a net
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from nonet.layout import CLASSIC
from nonet.logic.position import Position
from nonet.step import Evidence, Link, Node, Role, RoleKind, Truth

_NAKED = 3


class Inferred(NamedTuple):
    """A node of a chain, and the numbers of the nodes that it follows from."""

    cell: int
    digit: int
    on: int
    cause: int  # 0, 1, 2: box, row or column of the cell; 3: the cell; 4: a rule; of a supposition anything
    parents: tuple[int, ...]

    @property
    def node(self) -> Node:
        return Node(self.digit, (self.cell,), on=bool(self.on))

    @property
    def truth(self) -> Truth | None:
        """The truth whose last candidate it is."""
        if not self.on or not self.parents or self.cause > _NAKED:
            return None
        if self.cause == _NAKED:
            return Truth(cell=self.cell)
        row, column, box = CLASSIC.houses_at[self.cell]
        return Truth(house=(box, row, column)[self.cause], digit=self.digit)


Chain = Sequence[Inferred]
"""The conclusion first; every node comes before those it follows from."""


def chain_evidence(position: Position, chains: Sequence[Chain]) -> tuple[str, Evidence]:
    """The key of the technique that these chains are, and the evidence."""
    first = chains[0]
    is_line = all(len(each.parents) < 2 for chain in chains for each in chain)
    roots = [next(each for each in chain if not each.parents) for chain in chains]
    truths = dict.fromkeys(each.truth for chain in chains for each in chain)
    truths.pop(None, None)
    if len(chains) == 1 and first[0][:3] == roots[0][:3]:
        return "continuous-nice-loop", Evidence(truths=_known(truths), links=_line(first))
    if len(chains) == 1:
        role = Role(RoleKind.ASSUMED, (roots[0].cell,), (roots[0].digit,))
        return "forcing-chain-contradiction", Evidence((role,), _known(truths), chains=(_line(first),))
    if len({root[:3] for root in roots}) == 1:  # both a candidate and its contrary follow
        role = Role(RoleKind.ASSUMED, (roots[0].cell,), (roots[0].digit,))
        links = dict.fromkeys((*_net(chains[0]), *_net(chains[1])))
        return "forcing-net-contradiction", Evidence((role,), _known(truths), chains=(tuple(links),))
    split = _split(position, roots)
    if split is not None:
        truths[split] = None
    roles = tuple(Role(RoleKind.ASSUMED, (root.cell,), (root.digit,)) for root in roots)
    if is_line and all(root.on for root in roots):
        lines = tuple(_line(chain) for chain in chains)
        return "forcing-chain-verity", Evidence(roles, _known(truths), chains=lines)
    return "forcing-net-verity", Evidence(
        roles, _known(truths), chains=tuple(_net(chain) for chain in chains)
    )


def _known(truths: dict[Truth | None, None]) -> tuple[Truth, ...]:
    return tuple(truth for truth in truths if truth is not None)


def _split(position: Position, roots: list[Inferred]) -> Truth | None:
    """The cell or house whose candidates are all supposed; None if it is one candidate, on and off."""
    cells = {root.cell for root in roots}
    if len(cells) == 1 and not all(root.on for root in roots):
        return None
    if len(cells) == 1:
        return Truth(cell=roots[0].cell)
    digit = roots[0].digit
    return next(
        Truth(house=house, digit=digit)
        for house in CLASSIC.houses_at[roots[0].cell]
        if {cell for cell in CLASSIC.houses[house].cells if position.has((cell, digit))} == cells
    )


def _line(chain: Chain) -> tuple[Link, ...]:
    nodes = [each.node for each in reversed(chain)]
    return tuple(Link(one, other, strong=other.on) for one, other in pairwise(nodes))


def _net(chain: Chain) -> tuple[Link, ...]:
    """Every inference after those it follows from."""
    links: dict[Link, None] = {}
    done: set[int] = set()

    def infer(number: int) -> None:
        if number in done:
            return
        done.add(number)
        each = chain[number]
        for parent in each.parents:
            infer(parent)
        for parent in each.parents:
            links[Link(chain[parent].node, each.node, strong=bool(each.on))] = None

    infer(0)
    return tuple(links)
