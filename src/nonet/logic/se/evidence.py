"""The chains of Sudoku Explainer as evidence of a step, in the form of the forcing chains and nets of `nonet.logic`.

one chain that ends where it began, or with its contrary    a loop, a contradiction
chains from all candidates of a cell, places of a house     a verity: each case leads to the same
chains whose nodes follow from several nodes                a net
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from nonet.bitsets import board_of
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
    roles = tuple(Role(RoleKind.ASSUMED, (root.cell,), (root.digit,)) for root in roots)
    truths = dict.fromkeys(each.truth for chain in chains for each in chain)
    known = tuple(truth for truth in truths if truth is not None)
    if len(chains) == 1 and first[0][:3] == roots[0][:3]:
        return "continuous-nice-loop", Evidence(truths=known, links=_line(first))
    if len(chains) == 1:
        return "forcing-chain-contradiction", Evidence(roles, known, chains=(_line(first),))
    if len({root[:3] for root in roots}) == 1:  # both a candidate and its contrary follow
        links = dict.fromkeys((*_net(chains[0]), *_net(chains[1])))
        return "forcing-net-contradiction", Evidence(roles[:1], known, chains=(tuple(links),))
    known = tuple(dict.fromkeys((*known, *_split(position, roots))))
    if is_line and all(root.on for root in roots):
        return "forcing-chain-verity", Evidence(roles, known, chains=tuple(map(_line, chains)))
    return "forcing-net-verity", Evidence(roles, known, chains=tuple(map(_net, chains)))


def _split(position: Position, roots: list[Inferred]) -> Iterator[Truth]:
    """The cell or house whose candidates are all supposed; nothing if it is one candidate, on and off."""
    board, digit = board_of(root.cell for root in roots), roots[0].digit
    if board == 1 << roots[0].cell:
        if all(root.on for root in roots):
            yield Truth(cell=roots[0].cell)
        return
    at = CLASSIC.houses_at[roots[0].cell]
    house = next(each for each in at if position.boards[digit] & CLASSIC.house_boards[each] == board)
    yield Truth(house=house, digit=digit)


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
