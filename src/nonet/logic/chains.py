"""Simple chains: of one pair of digits, of one digit, or through cells of two candidates.

    remote pair   cells with the same two candidates, each seeing the next: their colours alternate.
                  A cell that sees two of different colour, three or more links apart, loses both digits.

                      37 ── 37 ── 37 ── 37          (four at least: two of them are a naked pair)

    X-chain       one digit, by turns strong and weak, strong at both ends: one of both ends is true.

                      r1c2 ══ r1c8 ── r5c8 ══ r5c1 ── r7c1 ══ r7c5      what sees r1c2 and r7c5 goes

    XY-chain      cells of two candidates: what one cell refuses, it does not leave to the next.

                      [a]b ── bc ── cd ── d[a]                          what sees both ends loses a

Every chain visits a cell once. `options.chain_length` bounds its nodes (an XY-chain has two in a cell).
Most eliminations first; then by the cells and digits eliminated; of equal ones the shortest chain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from nonet.bitsets import bits_in, board_of, digits_in, union
from nonet.grouping import grouped
from nonet.logic.houses import candidates_at, elimination_order
from nonet.logic.links import Chain, Web, chain_evidence, plain_web
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Candidate, Evidence, Role, RoleKind, Step


def remote_pairs(position: Position, options: Options) -> Iterator[Step]:
    """Chains of cells that hold the same two candidates."""
    by_pair = grouped((mask, cell) for cell, mask in enumerate(position.masks) if mask.bit_count() == 2)
    routes: dict[tuple[Candidate, ...], tuple[tuple[int, ...], tuple[int, int]]] = {}
    for mask, cells in by_pair.items():
        if len(cells) >= 4:
            low, high = digits_in(mask)
            pair = low, high
            for route in _routes(position, board_of(cells), options.chain_length // 2):
                gone = _remote_eliminations(position, route, pair)
                if gone and (gone not in routes or len(route) < len(routes[gone][0])):
                    routes[gone] = route, pair
    for gone in sorted(routes, key=elimination_order):
        yield _remote_pair(plain_web(position), *routes[gone], gone)


def _routes(position: Position, cells: int, longest: int) -> Iterator[tuple[int, ...]]:
    """Every way through the cells, each seeing the one before, of an even number of them, four or more."""
    peers = position.layout.peer_boards
    for start in bits_in(cells):
        stack: list[tuple[tuple[int, ...], int]] = [((start,), cells & ~(1 << start))]
        while stack:
            route, left = stack.pop()
            if len(route) >= 4 and len(route) % 2 == 0 and route[0] < route[-1]:
                yield route
            if len(route) < longest:
                for cell in reversed(list(bits_in(left & peers[route[-1]]))):
                    stack.append(((*route, cell), left & ~(1 << cell)))


def _remote_eliminations(
    position: Position, route: tuple[int, ...], pair: tuple[int, int]
) -> tuple[Candidate, ...]:
    peers = position.layout.peer_boards
    ends = peers[route[0]] & peers[route[-1]]
    if not ends & (position.boards[pair[0]] | position.boards[pair[1]]):
        return ()
    pairs = ((cell, other) for place, cell in enumerate(route) for other in route[place + 3 :: 2])
    seen = union(peers[one] & peers[other] for one, other in pairs)
    return tuple(each for digit in pair for each in candidates_at(seen & position.boards[digit], digit))


def _remote_pair(
    web: Web, route: tuple[int, ...], pair: tuple[int, int], gone: tuple[Candidate, ...]
) -> Step:
    chain: Chain = []
    digit, other = pair
    for cell in route:
        chain += [(web.number[digit][cell], False), (web.number[other][cell], True)]
        digit, other = other, digit
    evidence = chain_evidence(web, chain)
    roles = (
        Role(RoleKind.COLOR, cells=route[::2], digits=pair, label="A"),
        Role(RoleKind.COLOR, cells=route[1::2], digits=pair, label="B"),
    )
    return Step("remote-pair", eliminations=gone, evidence=Evidence(roles, evidence.truths, evidence.links))


# -- X-chains and XY-chains ----------------------------------------------------------------------------------


@dataclass
class _Graph:
    """Where a chain may go: from a term that is on, by way of one that is off, to one that is on.

    `after[term]` are these pairs (off, on); `first[term]` is what is on when a start is off.
    """

    web: Web
    after: dict[int, list[tuple[int, int]]]
    first: dict[int, list[int]]

    @cached_property
    def _before(self) -> dict[int, list[int]]:
        """For each term that is on: from which terms it is the next one that is on."""
        return grouped((on, term) for term, pairs in self.after.items() for _, on in pairs)

    def distances(self, end: int) -> dict[int, int]:
        """How many more nodes it takes at least from each term that is on to the end."""
        result = {end: 0}
        order = [end]
        for term in order:
            for other in self._before.get(term, ()):
                if other not in result:
                    result[other] = result[term] + 2
                    order.append(other)
        return result


def x_chains(position: Position, options: Options) -> Iterator[Step]:
    """Chains of strong and weak links in one digit."""
    web = plain_web(position)
    digits, strong, weak = web.digits, web.strong, web.weak
    own = [[other for other in strong[term] if digits[other] == digits[term]] for term in range(web.count)]
    first = {term: links for term, links in enumerate(own) if links}
    after = {
        term: [(off, on) for off in weak[term] if digits[off] == digits[term] for on in own[off]]
        for term in range(web.count)
    }
    return _steps("x-chain", _Graph(web, after, first), options.chain_length)


def xy_chains(position: Position, options: Options) -> Iterator[Step]:
    """Chains through cells of two candidates."""
    web = plain_web(position)
    digits, weak = web.digits, web.weak
    partner: dict[int, int] = {}
    for mates in web.mates:
        if mates.bit_count() == 2:
            one, other = bits_in(mates)
            partner[one], partner[other] = other, one
    first = {term: [partner[term]] for term in sorted(partner)}
    after = {
        term: [(off, partner[off]) for off in weak[term] if off in partner and digits[off] == digits[term]]
        for term in partner
    }
    return _steps("xy-chain", _Graph(web, after, first), options.chain_length)


def _steps(technique: str, graph: _Graph, longest: int) -> Iterator[Step]:
    web = graph.web
    position, peers = web.position, web.layout.peer_boards
    # the ends of chains, by what they would eliminate; the most and first of that first
    promises: dict[tuple[int, int], dict[tuple[int, int], list[tuple[int, int]]]] = {}
    for start in graph.first:
        digit, cell = web.digits[start], web.cells[start]
        seen = peers[cell] & position.boards[digit]
        for end in _reached(graph, start):
            if web.digits[end] == digit and (gone := seen & peers[web.cells[end]]):
                order = elimination_order(candidates_at(gone, digit))
                promises.setdefault(order, {}).setdefault((digit, gone), []).append((start, end))
    for order in sorted(promises):
        for (digit, gone), pairs in promises[order].items():
            best: Chain | None = None
            for start, end in pairs:
                chain = _shortest(graph, start, end, (longest if best is None else len(best) - 1))
                if chain is not None:
                    best = chain
            if best is not None:
                yield Step(technique, (), candidates_at(gone, digit), chain_evidence(web, best))


def _reached(graph: _Graph, start: int) -> list[int]:
    """What is on if the start is off, by any walk."""
    order = list(graph.first[start])
    seen = set(order)
    for term in order:
        for _, on in graph.after[term]:
            if on not in seen:
                seen.add(on)
                order.append(on)
    return order


def _shortest(graph: _Graph, start: int, end: int, longest: int) -> Chain | None:
    """The shortest chain of no more than `longest` nodes that visits no cell twice, if there is one.

    Deeper and deeper, but never where the end is too far.
    """
    distance = graph.distances(end)
    nearest = min((distance[on] for on in graph.first[start] if on in distance), default=longest)
    for nodes in range(max(4, 2 + nearest), longest + 1, 2):
        chain = _dive(graph, start, end, nodes, distance)
        if chain is not None:
            return chain
    return None


def _dive(graph: _Graph, start: int, end: int, nodes: int, distance: dict[int, int]) -> Chain | None:
    """A chain of exactly that many nodes."""
    cells = graph.web.boards
    stack: list[tuple[Chain, int]] = [
        ([(start, False), (on, True)], cells[start] | cells[on]) for on in reversed(graph.first[start])
    ]
    while stack:
        chain, visited = stack.pop()
        term = chain[-1][0]
        left = nodes - len(chain)
        if left == 0:
            return chain
        for off, on in reversed(graph.after[term]):
            if visited & cells[off] or distance.get(on, nodes) > left - 2 or (on == end) != (left == 2):
                continue
            if not visited & cells[on] or on == start == end:
                stack.append(([*chain, (off, False), (on, True)], visited | cells[off] | cells[on]))
    return None
