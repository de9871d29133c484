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
from dataclasses import dataclass

from nonet.bitsets import bits_in, union
from nonet.logic.houses import candidates_at, elimination_order
from nonet.logic.links import Chain, Web, chain_evidence, grouped_web, plain_web
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Candidate, Step


def nice_loops(position: Position, options: Options) -> Iterator[Step]:
    """Continuous and discontinuous nice loops, and AICs, between candidates."""
    return _loops(plain_web(position), grouped=False)


def grouped_nice_loops(position: Position, options: Options) -> Iterator[Step]:
    """The same with at least one group (or almost locked set) among the nodes."""
    if options.als_nodes:
        from nonet.logic.als_links import als_web

        return _loops(als_web(position), grouped=True)
    return _loops(grouped_web(position), grouped=True)


@dataclass(frozen=True)
class _Promise:
    """What a chain from here to there would eliminate, if it is a proper loop."""

    serial: int
    technique: str
    start: tuple[int, bool]
    end: tuple[int, bool]
    eliminations: tuple[Candidate, ...]


def _loops(web: Web, *, grouped: bool) -> Iterator[Step]:
    promises = list(_promises(web))
    by_order: dict[tuple[int, int], list[_Promise]] = {}
    for promise in promises:
        by_order.setdefault(elimination_order(promise.eliminations), []).append(promise)
    for order in sorted(by_order):
        best: dict[tuple[str, tuple[Candidate, ...]], tuple[int, _Promise, Chain]] = {}
        for promise in by_order[order]:
            chain = _proper_chain(web, promise)
            if chain is None or (grouped and web.is_plain(chain)):
                continue
            key = promise.technique, promise.eliminations
            length = web.length(chain)
            if key not in best or length < best[key][0]:
                best[key] = length, promise, chain
        for _, promise, chain in best.values():
            evidence = chain_evidence(web, [chain], close=promise.technique == "continuous-nice-loop")
            yield Step(
                ("grouped-" if grouped else "") + promise.technique, (), promise.eliminations, evidence
            )


# -- what might be eliminated --------------------------------------------------------------------------------


def _promises(web: Web) -> Iterator[_Promise]:
    """Every pair of ends that would eliminate something, whether or not the chain is a proper one."""
    serial = 0
    candidate = web.candidate
    count = web.count
    on_sets, off_sets = web.closure()
    for term in range(count):
        on, off = on_sets[term], off_sets[term]
        if off >> term & 1:
            serial += 1
            yield _Promise(serial, _LOOP, (term, True), (term, False), (candidate(term),))
        for mate in bits_in(on & web.mates[web.cells[term]] & ~(1 << term)):
            serial += 1
            yield _Promise(serial, _LOOP, (term, True), (mate, True), (candidate(term),))
    for term in range(count):
        if not web.strong[term]:
            continue
        on, off = web.follows(term, False)
        mates = web.mates[web.cells[term]] & ~(1 << term)
        if on >> term & 1:
            serial += 1
            others = tuple(candidate(mate) for mate in bits_in(mates))
            yield _Promise(serial, _LOOP, (term, False), (term, True), others)
        for mate in bits_in(off & mates):
            serial += 1
            yield _Promise(serial, _LOOP, (term, False), (mate, False), (candidate(mate),))
        if mates & (mates - 1):
            for mate in bits_in(on & mates):
                promise = _continuous(web, serial + 1, term, mate)
                if promise is not None:
                    serial += 1
                    yield promise
    for term in range(count):
        if web.strong[term]:
            for promise in _aics(web, serial, term):
                serial += 1
                yield promise


_LOOP = "discontinuous-nice-loop"


def _aics(web: Web, serial: int, term: int) -> Iterator[_Promise]:
    """Chains between two cells: what sees both ends is eliminated, or each end's digit from the other end's cell."""
    layout, position = web.layout, web.position
    cell, digit = web.candidate(term)
    on, _ = web.follows(term, False)
    peers = layout.peer_boards[cell]
    board = position.boards[digit]
    for end in bits_in(on & web.by_digit[digit] & ~(1 << term)):
        both = peers & layout.peer_boards[web.cells[end]] & board
        if both & (both - 1):
            serial += 1
            yield _Promise(serial, "aic", (term, False), (end, True), candidates_at(both, digit))
    wanted = 0
    for other in bits_in(peers & board):
        wanted |= web.mates[other]
    shared = 0
    for mate in bits_in(web.mates[cell] & ~(1 << term)):
        shared |= web.by_digit[web.digits[mate]]
    for end in bits_in(on & wanted & shared):
        serial += 1
        gone = tuple(
            sorted([(cell, web.digits[end]), (web.cells[end], digit)], key=lambda pair: (pair[1], pair[0]))
        )
        yield _Promise(serial, "aic", (term, False), (end, True), gone)


def _continuous(web: Web, serial: int, term: int, mate: int) -> _Promise | None:
    """A loop that closes in a cell of more than two candidates, and all it eliminates."""
    chain = web.tree(term, False).chain(mate, True)
    if chain is None or not _is_loop(web, chain):
        return None
    visited = union(web.boards[node] for node, _ in chain)
    gone: set[Candidate] = set()
    crossed = [(web.cells[term], {web.digits[term], web.digits[mate]})]
    for place in range(1, len(chain)):
        (before, _), (node, on) = chain[place - 1], chain[place]
        if web.cells[before] == web.cells[node]:
            continue
        if not on:  # a weak link between cells
            digit = web.digits[node]
            if digit != web.digits[before] and web.position.rule_links is not None:
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
    if not gone:
        return None
    eliminations = tuple(sorted(gone, key=lambda pair: (pair[1], pair[0])))
    return _Promise(serial, "continuous-nice-loop", (term, False), (mate, True), eliminations)


# -- what is a proper chain ----------------------------------------------------------------------------------


def _proper_chain(web: Web, promise: _Promise) -> Chain | None:
    chain = web.tree(*promise.start).chain(*promise.end)
    if chain is None or (len(chain) < 3 and not any(truth.rule for truth in web.truths(chain))):
        return None  # what sees both places of a house is no chain; those of a rule are nothing else
    proper = _is_open_chain(web, chain) if promise.technique == "aic" else _is_loop(web, chain)
    return chain if proper else None


def _is_loop(web: Web, chain: Chain) -> bool:
    """The first and the last link leave the start cell, and no cell in between is visited again."""
    cells, start = web.cells, web.cells[chain[0][0]]
    if len(chain) < 3 or cells[chain[1][0]] == start or cells[chain[-2][0]] == cells[chain[-1][0]]:
        return False
    visited = 0
    last = -1
    for term, _ in chain:
        cell = cells[term]
        if visited >> cell & 1:
            return False
        if last >= 0 and cells[last] != start:
            visited |= web.boards[last]
        last = term
    return True


def _is_open_chain(web: Web, chain: Chain) -> bool:
    """No cell is visited again."""
    visited = 0
    last = -1
    for term, _ in chain:
        if visited >> web.cells[term] & 1:
            return False
        if last >= 0:
            visited |= web.boards[last]
        last = term
    return True
