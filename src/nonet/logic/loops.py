"""Nice loops and alternating inference chains: alternate strong and weak links, and see where they lead.

    discontinuous    the chain comes back to the cell it left, and does not fit there:
                       a on  … a off        so a is off
                       a on  … b on         two digits in one cell, so a is off
                       a off … a on         so a is on: all other candidates of the cell go
                       a off … b off        b is off whether a is on or off
    continuous       a off … b on, in one cell: it closes, and each weak link of the loop has one true end.
                     So nothing else that sees both ends of a weak link is true, and the cells that the loop
                     crosses by two strong links hold nothing else.
    AIC              a off … b on in two cells: one of both ends is true, and what sees both goes.

A cell is visited once (twice in a row, when the chain changes its digit there); a chain that runs into its own
middle is not a loop. With groups as nodes the same are *grouped*; with `options.als_nodes` almost locked sets
may be nodes as well (see `als_links`).
Most eliminations first; then by the cells and digits eliminated; of equal ones the shortest chain.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from nonet.bitsets import bits_in, union
from nonet.grouping import grouped
from nonet.logic.houses import by_digit, candidates_at, elimination_order
from nonet.logic.links import Chain, Web, chain_evidence, grouped_web, plain_web
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Candidate, Step


def nice_loops(position: Position, options: Options) -> Iterator[Step]:
    """Continuous and discontinuous nice loops, and AICs, between candidates."""
    return _loops(plain_web(position), with_groups=False)


def grouped_nice_loops(position: Position, options: Options) -> Iterator[Step]:
    """The same with at least one group (or almost locked set) among the nodes."""
    if options.als_nodes:
        from nonet.logic.als_links import als_web

        return _loops(als_web(position), with_groups=True)
    return _loops(grouped_web(position), with_groups=True)


class _Promise(NamedTuple):
    """What a chain from here to there would eliminate, if it is a proper loop."""

    technique: str
    start: tuple[int, bool]
    end: tuple[int, bool]
    eliminations: tuple[Candidate, ...]


def _loops(web: Web, *, with_groups: bool) -> Iterator[Step]:
    by_order = grouped((elimination_order(promise.eliminations), promise) for promise in _promises(web))
    for order in sorted(by_order):
        best: dict[tuple[str, tuple[Candidate, ...]], tuple[int, _Promise, Chain]] = {}
        for promise in by_order[order]:
            chain = _proper_chain(web, promise)
            if chain is None or (with_groups and web.is_plain(chain)):
                continue
            key = promise.technique, promise.eliminations
            length = web.length(chain)
            if key not in best or length < best[key][0]:
                best[key] = length, promise, chain
        for _, promise, chain in best.values():
            evidence = chain_evidence(web, chain, close=promise.technique == "continuous-nice-loop")
            technique = ("grouped-" if with_groups else "") + promise.technique
            yield Step(technique, (), promise.eliminations, evidence)


# -- what might be eliminated --------------------------------------------------------------------------------


def _promises(web: Web) -> Iterator[_Promise]:
    """Every pair of ends that would eliminate something, whether or not the chain is a proper one."""
    candidate, count = web.candidate, web.count
    on_sets, off_sets = web.closure
    for term in range(count):
        on, off = on_sets[term], off_sets[term]
        if off >> term & 1:
            yield _Promise(_LOOP, (term, True), (term, False), (candidate(term),))
        for mate in bits_in(on & web.mates[web.cells[term]] & ~(1 << term)):
            yield _Promise(_LOOP, (term, True), (mate, True), (candidate(term),))
    starts = [term for term in range(count) if web.strong[term]]
    for term in starts:
        on, off = web.follows(term, False)
        mates = web.mates[web.cells[term]] & ~(1 << term)
        if mates and on >> term & 1:
            others = tuple(candidate(mate) for mate in bits_in(mates))
            yield _Promise(_LOOP, (term, False), (term, True), others)
        for mate in bits_in(off & mates):
            yield _Promise(_LOOP, (term, False), (mate, False), (candidate(mate),))
        if mates & (mates - 1):
            for mate in bits_in(on & mates):
                if gone := _of_continuous(web, term, mate):
                    yield _Promise("continuous-nice-loop", (term, False), (mate, True), by_digit(gone))
    for term in starts:
        yield from _aics(web, term)


_LOOP = "discontinuous-nice-loop"


def _aics(web: Web, term: int) -> Iterator[_Promise]:
    """Chains between two cells: what sees both ends is eliminated, or each end's digit from the other end's cell."""
    cell, digit = web.candidate(term)
    on, _ = web.follows(term, False)
    peers = web.layout.peer_boards
    board = web.position.boards[digit]
    for end in bits_in(on & web.by_digit[digit] & ~(1 << term)):
        both = peers[cell] & peers[web.cells[end]] & board
        if both & (both - 1):
            yield _Promise("aic", (term, False), (end, True), candidates_at(both, digit))
    wanted = union(web.mates[other] for other in bits_in(peers[cell] & board))
    shared = union(web.by_digit[web.digits[mate]] for mate in bits_in(web.mates[cell] & ~(1 << term)))
    for end in bits_in(on & wanted & shared):
        gone = by_digit([(cell, web.digits[end]), (web.cells[end], digit)])
        yield _Promise("aic", (term, False), (end, True), gone)


def _of_continuous(web: Web, term: int, mate: int) -> set[Candidate]:
    """All that a loop eliminates which closes in a cell of more than two candidates; nothing if there is none."""
    chain = web.tree(term, False).chain(mate, True)
    if chain is None or not _is_loop(web, chain):
        return set()
    visited = union(web.boards[node] for node, _ in chain)
    gone: set[Candidate] = set()
    crossed = [(web.cells[term], {web.digits[term], web.digits[mate]})]
    for place in range(1, len(chain)):
        (before, _), (node, on) = chain[place - 1], chain[place]
        if web.cells[before] == web.cells[node]:
            continue
        if not on:  # a weak link between cells
            digit = web.digits[node]
            if digit != web.digits[before] and any(web.position.rule_links):
                continue  # by a rule: it says nothing of other cells
            board = web.position.boards[digit] & ~visited
            board &= web.seen_by(before, digit) & web.seen_by(node, digit)
            gone.update(candidates_at(board, digit))
            gone.update(web.inner_eliminations(chain, place))
        elif place + 2 < len(chain):
            (turn, _), (leave, _) = chain[place + 1], chain[place + 2]
            if web.cells[turn] == web.cells[node] != web.cells[leave]:
                crossed.append((web.cells[node], {web.digits[node], web.digits[turn]}))
    for cell, kept in crossed:
        gone.update(
            (cell, web.digits[other]) for other in bits_in(web.mates[cell]) if web.digits[other] not in kept
        )
    return gone


# -- what is a proper chain ----------------------------------------------------------------------------------


def _proper_chain(web: Web, promise: _Promise) -> Chain | None:
    chain = web.tree(*promise.start).chain(*promise.end)
    if chain is None or (len(chain) < 3 and not any(truth.rule for truth in web.truths(chain))):
        return None  # what sees both places of a house is no chain; those of a rule are nothing else
    proper = _visits_once(web, chain) if promise.technique == "aic" else _is_loop(web, chain)
    return chain if proper else None


def _is_loop(web: Web, chain: Chain) -> bool:
    """The first and the last link leave the start cell, and no cell in between is visited again."""
    cells, start = web.cells, web.cells[chain[0][0]]
    if len(chain) < 3 or cells[chain[1][0]] == start or cells[chain[-2][0]] == cells[chain[-1][0]]:
        return False
    return _visits_once(web, chain, but=start)


def _visits_once(web: Web, chain: Chain, but: int = -1) -> bool:
    """Whether no cell is visited again, but perhaps that one."""
    visited = 0
    for (before, _), (term, _) in pairwise(chain):
        if visited >> web.cells[term] & 1:
            return False
        if web.cells[before] != but:
            visited |= web.boards[before]
    return True
