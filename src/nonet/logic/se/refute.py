"""Which truths prove a conclusion: what a step rests on, where no pattern says it.

A truth is a cell that takes one of its candidates, or a digit that has a place in a house. To prove r5c3 ≠ 7, suppose
r5c3 = 7 and follow the singles until a truth has no candidate left; where the singles run out, try each candidate of a
truth in turn. The truths that all these dead ends go back to are enough for the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

from nonet.layout import CLASSIC
from nonet.logic.position import Position
from nonet.step import Candidate, Truth

MOST_CASES = 500
"""A proof with more cases does not explain anything."""


def truths_against(
    position: Position,
    *,
    true: Candidate | None = None,
    false: Candidate | None = None,
    among: Callable[[Truth], bool] = lambda _: True,
) -> set[Truth]:
    """Truths, among those wanted, that cannot all hold if the one candidate is true, or the other one is not.

    A LookupError if there are none, or if that would take too long to show.
    """
    state = _State.of(position, among)
    if false is not None:
        failed = state.lose(false, None)
    else:
        assert true is not None
        failed = state.place(true, None)
    return _refute(state, failed, [MOST_CASES])


def _refute(state: _State, failed: Truth | None, cases_left: list[int]) -> set[Truth]:
    if failed is not None:
        return state.behind(state.all[failed]) | {failed}
    cases_left[0] -= 1
    if not state.left or cases_left[0] < 0:
        raise LookupError
    split = min(state.left, key=lambda truth: len(state.left[truth]))
    tried = []
    for truth, candidates in state.left.items():
        if len(candidates) == len(state.left[split]):
            branches = [state.supposing(candidate) for candidate in sorted(candidates)]
            tried.append((sum(failed is None for _, failed in branches), truth, branches))
            if not tried[-1][0]:
                break
    _, split, branches = min(tried, key=lambda each: each[0])
    found = state.behind(state.all[split] - state.left[split]) | {split}
    return found.union(*(_refute(*branch, cases_left) for branch in branches))


class _State:
    """Candidates that are left, and why the others went."""

    def __init__(self) -> None:
        self.all: dict[Truth, frozenset[Candidate]] = {}
        self.left: dict[Truth, set[Candidate]] = {}  # of truths that nothing satisfies yet
        self.of_candidate: dict[Candidate, list[Truth]] = {}
        self.taken_by: dict[Candidate, Candidate | None] = {}
        """What excludes a candidate; None: the supposition."""
        self.because: dict[Candidate, Truth | None] = {}
        """The truth that a placement is the last candidate of."""

    @classmethod
    def of(cls, position: Position, among: Callable[[Truth], bool]) -> _State:
        state = cls()
        for cell in range(81):
            if position.values[cell]:
                continue
            truths = Truth(cell=cell), *(Truth(house=house) for house in CLASSIC.houses_at[cell])
            for digit in range(1, 10):
                if position.has((cell, digit)):
                    for truth in truths:
                        each = truth if truth.cell is not None else truth._replace(digit=digit)
                        if not among(each):
                            continue
                        state.left.setdefault(each, set()).add((cell, digit))
                        state.of_candidate.setdefault((cell, digit), []).append(each)
        state.all = {truth: frozenset(candidates) for truth, candidates in state.left.items()}
        return state

    def supposing(self, candidate: Candidate) -> tuple[_State, Truth | None]:
        """What follows by singles from one more supposition, and the truth that fails, if one does."""
        state = _State()
        state.all, state.of_candidate = self.all, self.of_candidate
        state.left = {truth: set(candidates) for truth, candidates in self.left.items()}
        state.taken_by, state.because = dict(self.taken_by), dict(self.because)
        return state, state.place(candidate, None)

    def place(self, candidate: Candidate, because: Truth | None) -> Truth | None:
        """Places a candidate and all singles that follow; gives the truth that has no candidate left, if one has."""
        pending = [(candidate, because)]
        while pending:
            placed, reason = pending.pop()
            if placed in self.because or placed in self.taken_by:
                continue  # placed meanwhile; or gone, and then its truth has failed or will
            self.because[placed] = reason
            for truth in self.of_candidate.get(placed, ()):
                self.left.pop(truth, None)
            for other in _excluded(placed):
                if other in self.taken_by or other not in self.of_candidate:
                    continue
                self.taken_by[other] = placed
                for truth in self.of_candidate[other]:
                    left = self.left.get(truth)
                    if left is None:
                        continue
                    left.discard(other)
                    if not left:
                        return truth
                    if len(left) == 1:
                        pending.append((next(iter(left)), truth))
        return None

    def lose(self, candidate: Candidate, by: Candidate | None) -> Truth | None:
        """Takes a candidate out, and follows the singles."""
        self.taken_by[candidate] = by
        for truth in self.of_candidate.get(candidate, ()):
            self.left[truth].discard(candidate)
        for truth in self.of_candidate.get(candidate, ()):
            left = self.left.get(truth)
            if left is not None and len(left) == 1:
                failed = self.place(next(iter(left)), truth)
                if failed is not None:
                    return failed
        return None

    def behind(self, gone: Iterable[Candidate]) -> set[Truth]:
        """The truths that took these candidates out, back to the suppositions."""
        truths: set[Truth] = set()
        seen: set[Candidate] = set()
        pending = list(gone)
        while pending:
            by = self.taken_by.get(pending.pop())
            if by is None or by in seen:
                continue
            seen.add(by)
            truth = self.because[by]
            if truth is not None:
                truths.add(truth)
                pending += self.all[truth] - {by}
        return truths


def _excluded(candidate: Candidate) -> Iterable[Candidate]:
    cell, digit = candidate
    others = ((cell, other) for other in range(1, 10) if other != digit)
    return chain(others, ((peer, digit) for peer in CLASSIC.peers[cell]))
