"""Which truths prove a conclusion: what a step rests on, where no pattern says it.

A truth is a cell that takes one of its candidates, or a digit that has a place in a house. To prove r5c3 ≠ 7, suppose
r5c3 = 7 and follow the singles until a truth has no candidate left; where the singles run out, try each candidate of a
truth in turn. The truths that all these dead ends go back to are enough for the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain

from nonet.bitsets import cells_in, digits_in
from nonet.grouping import grouped
from nonet.layout import CLASSIC
from nonet.logic.position import Position
from nonet.step import Candidate, Truth

MOST_CASES = 500
"""A proof with more cases does not explain anything."""


def truths_against(
    position: Position, candidate: Candidate, among: Callable[[Truth], bool], *, on: bool
) -> set[Truth]:
    """Truths, among those wanted, that cannot all hold if the candidate is true (or false, if not `on`).

    A LookupError if there are none, or if that would take too long to show.
    """
    state = _State.of(position, among)
    failed = state.place(candidate, None) if on else state.lose(candidate)
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


@dataclass
class _State:
    """Candidates that are left, and why the others went."""

    left: dict[Truth, set[Candidate]]
    """The candidates of the truths that nothing satisfies yet."""
    all: dict[Truth, frozenset[Candidate]]
    of_candidate: dict[Candidate, list[Truth]]
    taken_by: dict[Candidate, Candidate | None] = field(default_factory=dict)
    """What excludes a candidate; None: the supposition."""
    because: dict[Candidate, Truth | None] = field(default_factory=dict)
    """The truth that a placement is the last candidate of."""

    @classmethod
    def of(cls, position: Position, among: Callable[[Truth], bool]) -> _State:
        found: list[tuple[Truth, Candidate]] = []
        for cell in cells_in(position.unsolved):
            houses = (Truth(house=house) for house in CLASSIC.houses_at[cell])
            truths = Truth(cell=cell), *houses
            for digit in digits_in(position.masks[cell]):
                each_truth = (t if t.cell is not None else t._replace(digit=digit) for t in truths)
                found += ((truth, (cell, digit)) for truth in each_truth if among(truth))
        left = {truth: set(candidates) for truth, candidates in grouped(found).items()}
        whole = {truth: frozenset(candidates) for truth, candidates in left.items()}
        return cls(left, whole, grouped((candidate, truth) for truth, candidate in found))

    def supposing(self, candidate: Candidate) -> tuple[_State, Truth | None]:
        """What follows by singles from one more supposition, and the truth that fails, if one does."""
        left = {truth: set(candidates) for truth, candidates in self.left.items()}
        state = _State(left, self.all, self.of_candidate, dict(self.taken_by), dict(self.because))
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

    def lose(self, candidate: Candidate) -> Truth | None:
        """Takes out a candidate that is supposed false, and follows the singles."""
        self.taken_by[candidate] = None
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
