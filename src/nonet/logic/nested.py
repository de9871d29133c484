"""Nested nets: suppose, and within the supposition suppose again, as deep as necessary. A last resort, but no guess.

    suppose r2c4 = 7: singles, singles …
    ├─ 5 in row 3 has two places left
    │  ├─ suppose r3c1 = 5: singles … box 7 has no place for 2
    │  └─ so    r3c8 = 5: singles …
    │     ├─ r9c9 holds 1 or 4
    │     │  ├─ suppose r9c9 = 1: singles … r6c6 is empty
    │     │  └─ so    r9c9 = 4: singles … column 2 has no place for 8
    so r2c4 ≠ 7

Every split lists all candidates of a truth (a cell, or a digit in a house), and every branch ends where some
truth has no candidate left: that tree is the evidence. A wrong candidate of a puzzle with one solution always
has such a tree, so no path ends before the solution, but on boards so empty or so large that nobody would read it.

Where a candidate fails without any split, there is nothing to nest: that is a forcing net (see nets). Nesting
grows only as needed: first sub-suppositions that fail by singles alone; then deeper ones; and last, where that
would take too long, plain case work. Of several wrong candidates one that leaves a truth with one candidate (a
placement) goes first, then the one with the smallest tree. What a branch does not need is pruned.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from nonet.bitsets import bits_in, union
from nonet.logic.compiled import search_plan
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.suppose import Cone, Ground, Net, ground_of, truths_of
from nonet.native import kernel
from nonet.step import Case, Evidence, Role, RoleKind, Step, Truth

WIDEST = 4
"""The most candidates of a truth that a sub-supposition tries one by one."""
EFFORT = 4000
"""The most suppositions that may be made on one level of nesting, but for the candidate that is being tried."""
MOST = 100_000
"""The same with that candidate, and for case work: then there is no step. Puzzles with givens need a tenth of it. On a
board with n times as many candidates as 9x9 it is n² times less: each supposition takes longer, and so does each path.
"""
CHOICE = 12
"""The smallest tree is chosen among the proofs of at most this many wrong candidates."""


@dataclass(frozen=True)
class _Tree:
    """A proof that a state has no solution: it fails at once (no split), or in each branch of a split."""

    split: Truth | None = None
    branches: tuple[tuple[int, _Tree], ...] = ()

    @property
    def leaves(self) -> int:
        return sum(branch.leaves for _, branch in self.branches) or 1


_FAILS = _Tree()


class _TooLong(Exception):
    """A search has made as many suppositions as it may."""


@dataclass
class _Search:
    """The state of one search: candidates are bits of `suppose.Ground`."""

    ground: Ground
    truths: list[tuple[Truth, int]]
    effort: int = 0
    solutions: int = 0  # candidates that a solution was met with: these cannot be wrong

    def spend(self) -> None:
        self.effort += 1
        if self.effort * max(1, self.ground.size * self.ground.cells // 9**3) ** 2 > MOST:
            raise _TooLong

    def settle(self, possible: int, placed: int, bit: int) -> tuple[int, int]:
        self.spend()
        return self.ground.suppose(possible, placed, bit)

    def open_truths(self, possible: int, placed: int) -> list[tuple[int, Truth, int]]:
        """The truths that nothing placed satisfies: how many candidates each has left, and these."""
        return [
            (left.bit_count(), truth, left)
            for truth, mask in self.truths
            if not (left := mask & possible) & placed
        ]


def nested_nets(position: Position, options: Options) -> Iterator[Step]:
    """Eliminations and placements by nets within nets.

    If a puzzle has one solution, every wrong candidate has such a net, or fails by singles alone; it is given up where
    it takes too long.
    """
    if position.rules and not _some_are_wrong(position):
        return
    ground = ground_of(position.layout)
    search = _Search(ground, truths_of(position))
    possible, placed = ground.start(position)
    states: dict[int, tuple[int, int]] = {}
    with suppress(_TooLong):
        for bit in bits_in(possible & ~placed):
            left, now = search.settle(possible, placed, bit)
            if left >= 0:
                states[bit] = left, now
    paired = union(mask for _, mask in search.truths if mask.bit_count() == 2)
    targets = sorted(states, key=lambda bit: (not paired >> bit & 1, states[bit][0].bit_count(), bit))
    wrong: dict[int, _Tree] = {}
    for level in (1, 2):
        search.effort = 0
        with suppress(_TooLong):
            for bit in targets:
                tree = _refute(search, *states[bit], level)
                if tree is not None:
                    wrong[bit] = tree
                    if len(wrong) == CHOICE:
                        break
                if search.effort > EFFORT:
                    break
        if wrong:
            yield from _steps(position, search, wrong)
            return
    search.effort = 0
    with suppress(_TooLong):
        for bit in targets:
            if not search.solutions >> bit & 1:
                tree = _exhaust(search, *states[bit])
                if tree is not None:
                    yield from _steps(position, search, {bit: tree})


def _some_are_wrong(position: Position) -> bool:
    """Whether a candidate is in no solution that the houses alone allow; the kernel can tell at once."""
    if kernel is None:
        return True
    allowed = array("I", position.state(range(position.layout.cell_count)))
    possible = memoryview(kernel.rules_possible(search_plan(position.layout), allowed, MOST)).cast("I")
    return possible.tolist() != allowed.tolist()


# -- search --------------------------------------------------------------------------------------------------


def _refute(search: _Search, possible: int, placed: int, level: int) -> _Tree | None:
    """A proof that a settled state fails, by sub-suppositions nested so deep at most."""
    spine: list[tuple[Truth, list[tuple[int, _Tree]], int]] = []  # splits with one branch that goes on
    failed: dict[int, _Tree] = {}
    while True:
        split = _next_split(search, possible, placed, level, failed)
        if split is None:
            return None
        truth, closed, survivor = split
        if survivor is None:
            tree = _Tree(truth, tuple(closed))
            break
        spine.append((truth, closed, survivor))
        possible, placed = search.settle(possible, placed, survivor)
        if possible < 0:
            tree = _FAILS
            break
    for truth, closed, survivor in reversed(spine):
        tree = _Tree(truth, (*closed, (survivor, tree)))
    return tree


def _next_split(
    search: _Search, possible: int, placed: int, level: int, failed: dict[int, _Tree]
) -> tuple[Truth, list[tuple[int, _Tree]], int | None] | None:
    """A truth all of whose candidates fail, or all but one: the tight ones first."""
    alive: set[int] = set()
    implied = 0  # where one that did not fail leads: these cannot fail sooner
    for width, truth, left in sorted(search.open_truths(possible, placed), key=lambda each: each[0]):
        if width > WIDEST:
            break
        closed: list[tuple[int, _Tree]] = []
        survivor: int | None = None
        for bit in bits_in(left):
            if bit not in failed and bit not in alive:
                tree = None
                if implied >> bit & 1:
                    search.spend()  # as if it had been tried
                else:
                    state = search.settle(possible, placed, bit)
                    tree = _FAILS if state[0] < 0 else None
                    if tree is None and level > 1:
                        tree = _refute(search, *state, level - 1)
                    elif tree is None:
                        implied |= state[1]
                if tree is None:
                    alive.add(bit)
                else:
                    failed[bit] = tree
            if bit in failed:
                closed.append((bit, failed[bit]))
            elif survivor is None:
                survivor = bit
            else:
                break
        else:
            return truth, closed, survivor
    return None


def _exhaust(search: _Search, possible: int, placed: int) -> _Tree | None:
    """A proof that a settled state fails, by cases of its tightest truth; None if it has a solution."""
    if possible < 0:
        return _FAILS
    open_truths = search.open_truths(possible, placed)
    if not open_truths:
        search.solutions |= placed
        return None
    _, truth, left = min(open_truths, key=lambda each: each[0])
    branches = []
    for bit in bits_in(left):
        tree = _exhaust(search, *search.settle(possible, placed, bit))
        if tree is None:
            return None
        branches.append((bit, tree))
    return _Tree(truth, tuple(branches))


# -- evidence ------------------------------------------------------------------------------------------------


def _steps(position: Position, search: _Search, wrong: dict[int, _Tree]) -> Iterator[Step]:
    """The steps of wrong candidates: placements first, then the smaller trees."""
    pairs: dict[int, tuple[Truth, int]] = {}
    for truth, mask in search.truths:
        if mask.bit_count() == 2:
            one, other = bits_in(mask)
            pairs.setdefault(one, (truth, other))
            pairs.setdefault(other, (truth, one))
    for bit in sorted(wrong, key=lambda bit: (bit not in pairs, wrong[bit].leaves, bit)):
        candidate = search.ground.candidate(bit)
        case, *_ = _case(Net(position).supposing(bit), wrong[bit])
        case = replace(case, candidate=candidate)
        roles = (Role(RoleKind.ASSUMED, cells=candidate[:1], digits=candidate[1:]),)
        step = Step("nested-net", (), (candidate,), Evidence(roles, cases=case), beyond_hodoku=True)
        if bit in pairs:
            truth, other = pairs[bit]
            evidence = Evidence(roles, cases=Case(None, split=truth, cases=(case,)))
            placed = (search.ground.candidate(other),)
            step = replace(step, placements=placed, eliminations=(), evidence=evidence)
        yield step


_Needs = dict[int, dict[Truth, None]]
"""For each number of suppositions made, the truths used then."""


def _case(net: Net, tree: _Tree) -> tuple[Case, _Needs, set[int]]:
    """The branch as evidence, the truths it needs of the branches it grows from, its suppositions."""
    here = net.suppositions
    if net.fails is not None:
        needs, supposed = _needs(net, net.cone())
        return Case(None, tuple(needs.pop(here, {}))), needs, supposed
    assert tree.split is not None
    needs, supposed = _needs(net, net.cone_of_losses(tree.split))
    cases: list[Case] = []
    for bit, branch in tree.branches:
        if not net.possible >> bit & 1:
            continue
        case, inner_needs, inner_supposed = _case(net.supposing(bit), branch)
        if bit not in inner_supposed:  # it fails without this supposition: no need to split
            truths = inner_needs.pop(here, {})
            truths.update(dict.fromkeys(case.truths))
            return replace(case, truths=tuple(truths)), inner_needs, inner_supposed
        cases.append(replace(case, candidate=net.ground.candidate(bit)))
        supposed |= inner_supposed - {bit}
        for stage, truths in inner_needs.items():
            needs.setdefault(stage, {}).update(truths)
    return Case(None, tuple(needs.pop(here, {})), tree.split, tuple(cases)), needs, supposed


def _needs(net: Net, cone: Cone) -> tuple[_Needs, set[int]]:
    needs: _Needs = {}
    for truth, bit in cone.inferences:
        stage = net.suppositions if bit is None else net.stage[bit]
        needs.setdefault(stage, {})[truth] = None
    return needs, cone.supposed
