"""Forcing nets: like forcing chains, but an inference may need several others.

    r1c2 ≠ 7 ─┐
    r1c5 ≠ 7 ─┼─ r1c9 = 7        a cell or a house with more than two candidates is used up bit by bit
    r1c8 ≠ 7 ─┘

Each supposition is followed by singles, four rounds of them, also after it has failed; then, as with chains, by
whatever follows from what followed. What chains alone prove is left to them. Placements come first, then
eliminations, each from the top of the board down.

HoDoKu looks no further. We do: after these come the contradictions of any length, one supposition each, where
singles are followed to the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace

from nonet.bitsets import bits_in
from nonet.logic.forcing import Supposition, concluded, conclusions, forced_by_chains, placements_first
from nonet.logic.links import Web, grouped_web
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.suppose import Net, ground_of, truths_of
from nonet.step import Case, Evidence, Link, Node, Role, RoleKind, Step, Truth

ROUNDS = 4
"""How many rounds of singles a supposition is followed at once."""
TRIED = 6
"""The shortest of at most this many proofs of a conclusion is chosen."""


def forcing_nets(position: Position, options: Options) -> Iterator[Step]:
    """Contradictions and verities by nets."""
    web = grouped_web(position)
    by_nets, by_chains = conclusions(web, *_reach(web)), forced_by_chains(position)
    for conclusion in sorted(by_nets.keys() - by_chains.keys(), key=placements_first):
        yield from _steps(web, conclusion, by_nets[conclusion])
    yield from long_contradictions(web, by_nets.keys() | by_chains.keys())


def long_contradictions(web: Web, known: Set[Supposition] = frozenset()) -> Iterator[Step]:
    """Contradictions that follow from one supposition by singles, however many, but for those that are known."""
    for term, on in _singles_refute_opposite(web):
        if (term, on) not in known:
            evidence = _evidence(web, (term, on), ((term, not on),))
            if evidence is not None:
                step = concluded(web, "forcing-net-contradiction", (term, on), evidence)
                yield replace(step, beyond_hodoku=True)


# -- what follows --------------------------------------------------------------------------------------------


def _reach(web: Web) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """For each term that is off, and for each that is on: what is on and what is off then."""
    direct = _direct(web, on=False), _direct(web, on=True)
    live = sum(1 << term for term in range(web.count) if web.strong[term])
    known: tuple[list[tuple[int, int] | None], ...] = ([None] * web.count, [None] * web.count)
    for term in range(web.count):
        for which in (1, 0):
            on, off = direct[which][term]
            done_on = 1 << term if which else 0
            done_off = 0 if which else 1 << term
            while todo := (on & ~done_on) | (off & live & ~done_off) << web.count:
                other = (todo & -todo).bit_length() - 1
                kind = 1
                if other >= web.count:
                    other -= web.count
                    kind = 0
                whole = known[kind][other]
                if whole is not None:
                    on, off = on | whole[0], off | whole[1]
                    done_on |= whole[0]
                    done_off |= whole[1]
                else:
                    part = direct[kind][other]
                    on, off = on | part[0], off | part[1]
                if kind:
                    done_on |= 1 << other
                else:
                    done_off |= 1 << other
            known[which][term] = on, off
    return [each or (0, 0) for each in known[0]], [each or (0, 0) for each in known[1]]


def _direct(web: Web, *, on: bool) -> list[tuple[int, int]]:
    """What follows at once from each supposition: by chains, and by a few rounds of singles."""
    ground = ground_of(web.layout)
    possible, placed = ground.start(web.position)
    single = (1 << web.count) - 1
    result = []
    for term in range(web.count):
        all_on, all_off = web.follows(term, on)
        if on or web.strong[term]:
            placed_at_once = term if on else _other_of_two(web, term)
            is_on = placed_at_once is not None
            bit = ground.bit(web.candidate(term if placed_at_once is None else placed_at_once))
            left, now = ground.suppose(possible, placed, bit, on=is_on, rounds=ROUNDS)
            for bit in bits_in(now & ~placed):
                cell, digit = ground.candidate(bit)
                single_term = web.number[digit][cell]
                all_on |= 1 << single_term
                all_off |= web.weak_bits[single_term]
            if left < 0:  # fails: it is on and off
                all_on |= 1 << term
                all_off |= 1 << term
        result.append((all_on & single, all_off & single))
    return result


def _other_of_two(web: Web, term: int) -> int | None:
    """The other candidate of the cell, if there is one other: it is placed before the first round."""
    others = web.mates[web.cells[term]] & ~(1 << term)
    return others.bit_length() - 1 if others and not others & (others - 1) else None


def _singles_refute_opposite(web: Web) -> Iterator[Supposition]:
    """What holds because singles, followed to the end from its opposite, fail; placements first."""
    ground = ground_of(web.layout)
    possible, placed = ground.start(web.position)
    for on in (True, False):
        for term in range(web.count):
            if on and not web.strong[term]:
                continue
            bit = ground.bit(web.candidate(term))
            left, _ = ground.suppose(possible, placed, bit, on=not on)
            if left < 0:
                yield term, on


# -- why -----------------------------------------------------------------------------------------------------


def _steps(web: Web, conclusion: Supposition, sources: list[tuple[Supposition, ...]]) -> Iterator[Step]:
    """A contradiction, if there is one; and the verity that needs the fewest inferences."""
    for technique, wanted in (("forcing-net-contradiction", True), ("forcing-net-verity", False)):
        fitting = sorted((source for source in sources if (len(source) == 1) == wanted), key=len)
        proofs = (_evidence(web, conclusion, source) for source in fitting[:TRIED])
        shortest = min(
            (proof for proof in proofs if proof is not None),
            key=lambda proof: sum(map(len, proof.chains)),
            default=None,
        )
        if shortest is not None:
            yield concluded(web, technique, conclusion, shortest)


def _evidence(web: Web, conclusion: Supposition, source: tuple[Supposition, ...]) -> Evidence | None:
    ground = ground_of(web.layout)
    target = ground.bit(web.candidate(conclusion[0]))
    roles: list[Role] = []
    chains: list[tuple[Link, ...]] = []
    truths: dict[Truth, None] = {}
    cases: list[Case] = []
    plain = True
    for term, on in source:
        candidate = web.candidate(term)
        net = Net(web.position)
        net.suppose(ground.bit(candidate), on=on)
        if not (net.run() if len(source) == 1 else net.run(target, on=conclusion[1])):
            return None
        cone = net.cone(target, on=conclusion[1])
        used = tuple(dict.fromkeys(truth for truth, _ in cone.inferences))
        truths.update(dict.fromkeys(used))
        chains.append(_links(net, cone.inferences))
        cases.append(Case(candidate, used))
        plain = plain and on and not net.uses_locks
        roles.append(Role(RoleKind.ASSUMED, cells=candidate[:1], digits=candidate[1:]))
    split: Truth | None = None
    if len(source) > 1 and all(on for _, on in source):
        places = sum(1 << ground.bit(web.candidate(term)) for term, _ in source)
        split = next(truth for truth, mask in truths_of(web.position) if mask == places)
        truths[split] = None
    if plain and split is not None:
        tree = Case(None, split=split, cases=tuple(cases))
        return Evidence(tuple(roles), chains=tuple(chains), cases=tree)
    return Evidence(tuple(roles), tuple(truths), chains=tuple(chains))


def _links(net: Net, cone: list[tuple[Truth, int | None]]) -> tuple[Link, ...]:
    """The net, inference by inference: what takes the other candidates out, and what is left."""
    ground = net.ground
    masks = dict(net.truths)
    links: dict[Link, None] = {}

    def node(bit: int, on: bool) -> Node:
        cell, digit = ground.candidate(bit)
        return Node(digit, (cell,), (), on)

    for truth, placed in cone:
        for bit in bits_in(masks[truth]):
            if bit == placed or bit not in net.gone:
                continue
            cause = net.gone[bit]
            if isinstance(cause, int):
                links[Link(node(cause, True), node(bit, False), False)] = None
            else:
                places = [ground.candidate(each) for each in bits_in(cause[1])]
                group = Node(places[0][1], tuple(cell for cell, _ in places))
                links[Link(group, node(bit, False), False)] = None
            if placed is not None:
                links[Link(node(bit, False), node(placed, True), True)] = None
    return tuple(links)
