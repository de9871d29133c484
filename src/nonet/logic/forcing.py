"""Forcing chains: suppose something, follow every chain, and see what follows.

    contradiction    one supposition, and by its chains it ends in its own opposite, or a candidate is both on
                     and off, or two that exclude each other are both on, or a cell loses all its candidates,
                     a house all its places for a digit. So the opposite of the supposition holds.
    verity           all candidates of a cell, all places of a digit in a house, a candidate on and off:
                     wherever we begin, the chains come to the same, so it holds.

                         r4c1 = 2 ── … ── r7c6 ≠ 5
                         r4c1 = 6 ── … ── r7c6 ≠ 5        r4c1 holds 2, 6 or 9, so r7c6 ≠ 5
                         r4c1 = 9 ── … ── r7c6 ≠ 5

Chains may run through groups. Placements come first, then eliminations, each from the top of the board down;
of each the shortest proof.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.bitsets import bits_in, board_of
from nonet.grouping import grouped
from nonet.limits import check_time
from nonet.logic.links import Chain, Web, evidence_of_chains, grouped_web
from nonet.logic.options import Options
from nonet.logic.position import Position, remembered
from nonet.step import Evidence, Role, RoleKind, Step, Truth

Supposition = tuple[int, bool]
"""A term, on or off."""
Conclusions = dict[Supposition, list[tuple[Supposition, ...]]]
"""For each thing that holds, the suppositions that prove it: one that fails, or several that lead there."""
Proof = tuple[int, str, list[Chain], list[Truth]]
"""Its length, the kind of step, its chains, and what must hold besides their strong links."""


def forcing_chains(position: Position, options: Options) -> Iterator[Step]:
    """Contradictions and verities by chains alone."""
    web = grouped_web(position)
    proved = forced_by_chains(position)
    for conclusion in sorted(proved, key=placements_first):
        yield from _steps(web, conclusion, proved[conclusion])


@remembered
def forced_by_chains(position: Position) -> Conclusions:
    """All that forcing chains prove here."""
    web = grouped_web(position)
    terms = range(web.count)
    return conclusions(
        web, [web.follows(term, False) for term in terms], [web.follows(term, True) for term in terms]
    )


def placements_first(conclusion: Supposition) -> tuple[bool, int]:
    """The order of steps: what is on, then what is off, each from the top of the board down."""
    term, on = conclusion
    return not on, term


# -- what holds ----------------------------------------------------------------------------------------------


def conclusions(web: Web, off_reach: list[tuple[int, int]], on_reach: list[tuple[int, int]]) -> Conclusions:
    """What holds, given what is on and off if a term is off, and if it is on."""
    proved: Conclusions = {}
    single = (1 << web.count) - 1
    wide = grouped((terms[0], mask) for _, terms, mask in web.clauses if len(terms) > 2)
    firsts = board_of(wide)

    def is_impossible(on: int, off: int) -> bool:
        return bool(on & off & single) or any(
            not mask & ~off for first in bits_in(off & firsts) for mask in wide[first]
        )

    failed: dict[tuple[int, int], bool] = {}
    for term in range(web.count):
        for on, reach in ((True, on_reach[term]), (False, off_reach[term])):
            if reach not in failed:
                failed[reach] = is_impossible(*reach)
            if failed[reach]:
                proved.setdefault((term, not on), []).append(((term, on),))
    for term in range(web.count):
        check_time()
        elsewhere = single & ~web.mates[web.cells[term]]
        both_on = on_reach[term][0] & off_reach[term][0] & elsewhere
        both_off = on_reach[term][1] & off_reach[term][1] & elsewhere
        sources = ((term, True), (term, False))
        _note(proved, both_on, both_off, sources)
    for _, terms, _ in web.clauses:
        check_time()
        if len(terms) == 1:
            continue
        both_on = both_off = single
        for term in terms:
            both_on &= on_reach[term][0]
            both_off &= on_reach[term][1]
        if both_on | both_off:
            _note(proved, both_on, both_off, tuple((term, True) for term in terms))
    return proved


def _note(found: Conclusions, on: int, off: int, sources: tuple[Supposition, ...]) -> None:
    for term in bits_in(on):
        found.setdefault((term, True), []).append(sources)
    for term in bits_in(off):
        found.setdefault((term, False), []).append(sources)


# -- why it holds --------------------------------------------------------------------------------------------


def _steps(web: Web, conclusion: Supposition, sources: list[tuple[Supposition, ...]]) -> Iterator[Step]:
    """The shortest contradiction and the shortest verity."""
    proofs = [
        _verity(web, source, conclusion) if len(source) > 1 else _contradiction(web, source[0])
        for source in sources
    ]
    shortest: dict[str, Proof] = {}
    for proof in sorted(proofs, key=lambda proof: proof[0]):
        shortest.setdefault(proof[1], proof)
    for proof in shortest.values():
        yield forced_step(web, proof[1], conclusion, *proof[2:])


def forced_step(
    web: Web, technique: str, conclusion: Supposition, chains: list[Chain], truths: list[Truth]
) -> Step:
    """The step of chains that begin with what is supposed, and end with what each of them leads to."""
    supposed = dict.fromkeys(web.candidate(chain[0][0]) for chain in chains)
    roles = tuple(Role(RoleKind.ASSUMED, cells=(cell,), digits=(digit,)) for cell, digit in supposed)
    return concluded(web, technique, conclusion, evidence_of_chains(web, roles, chains, truths))


def concluded(web: Web, technique: str, conclusion: Supposition, evidence: Evidence) -> Step:
    """The step that places a candidate, or eliminates it."""
    term, on = conclusion
    candidates = (web.candidate(term),)
    return Step(technique, candidates if on else (), () if on else candidates, evidence)


def _verity(web: Web, suppositions: tuple[Supposition, ...], conclusion: Supposition) -> Proof:
    chains = [web.chain(supposition, conclusion) for supposition in suppositions]
    truths: list[Truth] = []
    if all(on for _, on in suppositions):
        terms = tuple(term for term, _ in suppositions)
        truths = [next(truth for truth, among, _ in web.clauses if among == terms)]
    return sum(map(len, chains)), "forcing-chain-verity", chains, truths


def _contradiction(web: Web, supposition: Supposition) -> Proof:
    """The shortest of all ways in which a supposition fails."""
    term, on = supposition
    distance = web.tree(*supposition).distances()
    lengths: list[tuple[int, int, list[Supposition], list[Truth]]] = []

    def offer(ends: list[Supposition], truths: list[Truth]) -> None:
        lengths.append((sum(distance[end] for end in ends), len(ends), ends, truths))

    if (term, not on) in distance:
        offer([(term, not on)], [])
    for other, is_on in distance:
        if not is_on or other >= web.count:
            continue
        if (other, False) in distance:
            offer([(other, False), (other, True)], [])
        for rival in web.weak[other]:
            if other < rival < web.count and (rival, True) in distance:
                offer([(other, True), (rival, True)], [])
    for truth, terms, _ in web.clauses:
        if all((each, False) in distance for each in terms):
            offer([(each, False) for each in terms], [truth])
    length, _, ends, truths = min(lengths, key=lambda proof: proof[:2])
    return length, "forcing-chain-contradiction", [web.chain(supposition, end) for end in ends], truths
