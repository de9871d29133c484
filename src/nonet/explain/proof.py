"""Proofs from the evidence alone: suppose the opposite, and follow what the evidence forces.

The evidence of a step says what must hold: cells that take one of their candidates, digits that have a place in a
house, and one way out of a deadly pattern. Here these are followed one by one, on the position, and everything that
leads to the end is written down with its causes:

    Suppose r5c3 = 7:
      r2c8 = 7: the only place left in row 2 (because of r5c3 = 7).
      In row 6 no place is left for 7 (because of r5c3 = 7, r2c8 = 7): impossible.

Nothing is searched but the order: candidates that are the last of their house or cell come first, then candidates
that all places left of a digit see, and where both run out, the cases that the evidence names (or of the narrowest
house or cell). What does not lead to the end is left out. This explains any step of any technique, known or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from nonet.bitsets import cells_in
from nonet.candidates import Candidates
from nonet.explain import grammar
from nonet.explain.grammar import Fact, Literal
from nonet.layout import Layout
from nonet.step import Candidate, Case, Deadly, Node, Truth

MOST_SPLITS = 400
"""Proofs that need more cases than these, which only searches ask for, are given up."""

Clause = tuple[Truth | None, tuple[Candidate, ...]]
"""What must hold, and the candidates of which one is true; None is the way out of a deadly pattern."""


class Unproved(ValueError):
    """The evidence does not prove the step."""


def node_of(literal: Literal) -> Node:
    """A literal as a node of a chain."""
    (cell, digit), on = literal
    return Node(digit, (cell,), on=on)


@dataclass(eq=False)
class _Inference:
    """Something that follows: literals, by a clause that has only `left` left, because of other inferences."""

    literals: tuple[Literal, ...]
    source: Truth | None
    left: tuple[Candidate, ...] = ()
    causes: tuple[Literal, ...] = ()
    from_: tuple[_Inference, ...] = ()
    used: bool = False
    cited: set[Literal] = field(default_factory=set)  # which of its literals are needed

    def use(self) -> None:
        """Marks it and all that it rests on as needed."""
        waiting = [self]
        while waiting:
            each = waiting.pop()
            if not each.used:
                each.used = True
                waiting += each.from_
                for cause in each.from_:
                    cause.cited.update(each.causes)

    def rests_on(self, other: _Inference) -> bool:
        waiting, seen = [self], {id(self)}
        while waiting:
            each = waiting.pop()
            if each is other:
                return True
            for cause in each.from_:
                if id(cause) not in seen:
                    seen.add(id(cause))
                    waiting.append(cause)
        return False


@dataclass(eq=False)
class _Branch:
    """One case: what is supposed, what follows, and how it ends: in a dead end, at the target, or in a split."""

    supposed: _Inference
    steps: list[_Inference] = field(default_factory=list)
    end: _Inference | None = None  # a dead end has no literals
    branches: list[_Branch] = field(default_factory=list)


class _Knowledge:
    """What is true and false in a case, each with the inference that says so."""

    def __init__(self, known: dict[Literal, tuple[Literal, _Inference]], clauses: list[Clause]) -> None:
        self.known = known  # for each literal the one whose sentence implies it, and why
        self.clauses = clauses

    def copy(self, more: Iterable[Clause] = ()) -> _Knowledge:
        return _Knowledge(self.known.copy(), [*self.clauses, *more])


class Prover:
    """Builds proofs in one position."""

    def __init__(
        self,
        position: Candidates,
        truths: Iterable[Truth],
        deadly: Deadly | None = None,
        layout: Layout | None = None,
    ) -> None:
        self.position = position
        self.layout = layout or position.layout
        self.clauses = [self.clause(truth) for truth in dict.fromkeys(truths)]
        if deadly is not None:
            self.clauses.append((None, self.way_out(deadly)))
        self.splits = 0

    # -- what must hold --------------------------------------------------------------------------------------

    def clause(self, truth: Truth) -> Clause:
        """The candidates of a truth."""
        if truth.cell is not None:
            return truth, tuple((truth.cell, digit) for digit in self.position.digits(truth.cell))
        assert truth.digit is not None
        board = self.position.boards[truth.digit]
        if truth.rule is not None:
            cells = truth.rule.affected(self.layout)
        else:
            assert truth.house is not None
            cells = self.layout.houses[truth.house].cells
        return truth, tuple((cell, truth.digit) for cell in cells if board >> cell & 1)

    def way_out(self, deadly: Deadly) -> tuple[Candidate, ...]:
        """The extra candidates of a deadly pattern, one of which is true."""
        if deadly.kind == "bug":
            return tuple(zip(deadly.cells, deadly.digits, strict=True))
        return tuple(
            (cell, digit)
            for cell in deadly.cells
            for digit in self.position.digits(cell)
            if digit not in deadly.digits
        )

    # -- proofs ------------------------------------------------------------------------------------------------

    def proof(self, start: Literal, goal: Literal | None = None, *, case: Case | None = None) -> list[Fact]:
        """Suppose a literal: the facts that lead to a contradiction, or to the goal."""
        branch = self._suppose(_Knowledge({}, self.clauses), start, case, goal)
        if branch is None:
            raise Unproved(f"{goal or 'a contradiction'} does not follow from {start}")
        return list(self._facts(branch, depth=1))

    def _suppose(
        self, state: _Knowledge, literal: Literal, case: Case | None, goal: Literal | None
    ) -> _Branch | None:
        """The case of a literal, followed to its end; None if it does not come to one."""
        inference = _Inference((literal,), None)
        branch = _Branch(inference)
        state = state.copy(map(self.clause, case.truths) if case is not None else ())
        self._note(state, literal, literal, inference)
        end = self._run(state, branch, goal)
        if end is not None:
            branch.end = end
            end.use()
            return branch
        return branch if self._split(state, branch, case, goal) else None

    def _split(self, state: _Knowledge, branch: _Branch, case: Case | None, goal: Literal | None) -> bool:
        """Ends a case by trying all that a clause has left."""
        if case is not None and case.split is not None:
            clause: Clause | None = self.clause(case.split)
        else:  # a search; the splits of cases are known
            self.splits += 1
            clause = self._narrowest(state) if self.splits <= MOST_SPLITS else None
        if clause is None or goal is not None:
            return False
        source, candidates = clause
        left = tuple(each for each in candidates if (each, False) not in state.known)
        inner = {} if case is None else {each.candidate: each for each in case.cases}
        for candidate in left:
            case_of = inner.get(candidate)
            if case is not None and case_of is None:
                return False
            closed = self._suppose(state, (candidate, True), case_of, goal)
            if closed is None:
                return False
            end = closed.end
            assert end is not None
            if not closed.branches and not end.rests_on(closed.supposed):
                branch.steps += closed.steps  # it does not need the supposition: the case ends here
                branch.end, branch.branches = end, []
                return True
            branch.branches.append(closed)
        losses = [each for each in candidates if each not in left]
        stated, from_ = self._causes(state, losses)
        branch.end = _Inference((), source, left, stated, from_)
        branch.end.use()
        return True

    def _narrowest(self, state: _Knowledge) -> Clause | None:
        best: tuple[int, Clause] | None = None
        for clause in state.clauses:
            if any((each, True) in state.known for each in clause[1]):
                continue
            width = sum((each, False) not in state.known for each in clause[1])
            if best is None or width < best[0]:
                best = width, clause
        return None if best is None else best[1]

    # -- what follows ------------------------------------------------------------------------------------------

    def _run(self, state: _Knowledge, branch: _Branch, goal: Literal | None) -> _Inference | None:
        """Follows the clauses until one has nothing left, or the goal is met; None where they run out."""
        while True:
            if goal is not None and goal in state.known:
                return self._reached(state, goal)
            singles: list[tuple[Clause, Candidate]] = []
            for clause in state.clauses:
                left = [each for each in clause[1] if (each, False) not in state.known]
                if not left:
                    return self._inference(state, (), clause, ())
                if len(left) == 1 and (left[0], True) not in state.known:
                    singles.append((clause, left[0]))
            for clause, candidate in singles:
                literal = candidate, True
                if literal in state.known or (candidate, False) in state.known:
                    continue
                inference = self._inference(state, (literal,), clause, (candidate,))
                branch.steps.append(inference)
                self._note(state, literal, literal, inference)
            if not singles and not self._lock(state, branch, goal):
                return None

    def _reached(self, state: _Knowledge, goal: Literal) -> _Inference:
        """The goal is stated by a step of its own, or excluded by what is true."""
        stated, why = state.known[goal]
        if stated == goal:
            why.cited.add(goal)
            return why
        return _Inference((goal,), None, causes=(stated,), from_=(why,))

    def _lock(self, state: _Knowledge, branch: _Branch, goal: Literal | None) -> bool:
        """Takes out what all places that a clause has left exclude, where that is of use."""
        wanted = {candidate for _, candidates in state.clauses for candidate in candidates}
        if goal is not None and not goal[1]:
            wanted.add(goal[0])
        for clause in state.clauses:
            left = tuple(candidate for candidate in clause[1] if (candidate, False) not in state.known)
            if any((candidate, True) in state.known for candidate in left):
                continue
            gone = tuple(
                candidate
                for candidate in sorted(wanted)
                if (candidate, False) not in state.known
                and candidate not in left
                and all(self._excludes(other, candidate) for other in left)
            )
            if gone:
                inference = self._inference(
                    state, tuple((candidate, False) for candidate in gone), clause, left
                )
                branch.steps.append(inference)
                for candidate in gone:
                    state.known[candidate, False] = (candidate, False), inference
                return True
        return False

    def _inference(
        self, state: _Knowledge, stated: tuple[Literal, ...], clause: Clause, left: tuple[Candidate, ...]
    ) -> _Inference:
        source, candidates = clause
        causes, from_ = self._causes(state, [each for each in candidates if each not in left])
        return _Inference(stated, source, left, causes, from_)

    def _causes(
        self, state: _Knowledge, losses: list[Candidate]
    ) -> tuple[tuple[Literal, ...], tuple[_Inference, ...]]:
        """What took these candidates out, stated once each."""
        reasons = dict(state.known[each, False] for each in losses)
        return tuple(reasons), tuple(dict.fromkeys(reasons.values()))

    def _note(self, state: _Knowledge, literal: Literal, stated: Literal, why: _Inference) -> None:
        """A literal, and all that it excludes."""
        state.known.setdefault(literal, (stated, why))
        candidate, on = literal
        if not on:
            return
        cell, digit = candidate
        for other in self.position.digits(cell):
            if other != digit:
                state.known.setdefault(((cell, other), False), (stated, why))
        for peer in cells_in(self.position.boards[digit] & self.layout.peer_boards[cell]):
            state.known.setdefault(((peer, digit), False), (stated, why))

    def _excludes(self, one: Candidate, other: Candidate) -> bool:
        if one[0] == other[0]:
            return one[1] != other[1]
        return one[1] == other[1] and bool(self.layout.peer_boards[one[0]] >> other[0] & 1)

    # -- facts -------------------------------------------------------------------------------------------------

    def _facts(self, branch: _Branch, depth: int) -> Iterator[Fact]:
        yield grammar.Suppose(node_of(branch.supposed.literals[0]), depth=depth)
        for step in branch.steps:
            if step.used and step is not branch.end:
                yield self._fact(step, depth + 1)
        end = branch.end
        assert end is not None
        if branch.branches:
            yield grammar.Left(end.source, end.left, end.causes, depth=depth + 1)
            for inner in branch.branches:
                yield from self._facts(inner, depth + 1)
            yield grammar.AllFail(depth=depth + 1)
        elif end is branch.supposed:
            yield grammar.ItsConclusion(depth=depth + 1)
        elif not end.literals:
            yield grammar.Left(end.source, (), end.causes, depth=depth + 1)
        else:
            yield self._fact(end, depth + 1)

    def _fact(self, step: _Inference, depth: int) -> Fact:
        if not step.left:
            return grammar.Gone(tuple(each for each, _ in step.literals), step.causes, depth=depth)
        if step.literals[0][1]:
            return grammar.Left(step.source, (step.literals[0][0],), step.causes, depth=depth)
        gone = tuple(each for each, on in step.literals if (each, on) in step.cited)
        return grammar.Gone(gone, step.causes, step.source, step.left, depth=depth)
