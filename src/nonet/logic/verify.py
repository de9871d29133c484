"""A small independent judge: whether a step is proved by its evidence alone.

It knows neither the solution nor any technique. It supposes the opposite of what the step says, takes the *truths*
of the evidence (cells that take one of their candidates, digits that have a place in a house), and looks for a way
to satisfy them all. If there is none, the step is proved.

    suppose  r5c3 = 7                       (the step says: r5c3 ≠ 7)
    truth    7 has a place in row 2     →   r2c3 falls to r5c3, so r2c8
    truth    7 has a place in row 6     →   r6c3 falls to r5c3, r6c8 falls to r2c8: no place left. Proved.

Two placed digits exclude each other when they are in the same cell, or when they are the same digit in peers;
nothing else is used.

In a variant the evidence also names rules of the puzzle and equations. Then every cell of these takes one of its
candidates, and a way to satisfy the truths must break none of them; what a rule means is asked of the rule itself.
An equation must be what its houses and rules add up to. Cells that the named rules keep apart exclude each other like
peers; so do two candidates that a link of the evidence ties by a rule, if the rule alone says so. A truth may name a
rule, too, which then has no way without the digit. Rules that are not named prove nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from nonet.arguments import clear_type_errors
from nonet.bitsets import digits_in, mask_of
from nonet.candidates import Candidates
from nonet.errors import NonetError, expect
from nonet.grouping import grouped
from nonet.logic.position import Position, PositionLike, as_position, sight
from nonet.step import Candidate, Case, Deadly, Equation, Evidence, Step, Trial, Truth

if TYPE_CHECKING:
    from nonet.layout import Layout
    from nonet.rules.base import Rule
    from nonet.rules.primitives import Primitive

Clause = frozenset[Candidate]
"""Candidates of which at least one must be true."""

MOST_EMPTY = 12
"""What a rule with more empty cells than this says of a link must be plain from the digits that it links."""


class StepError(NonetError, AssertionError):
    """A step that its evidence does not prove."""


def is_proved(position: PositionLike, step: Step) -> bool:
    """Whether the evidence proves every placement and every elimination of the step."""
    try:
        verify(position, step)
    except StepError:
        return False
    return True


@clear_type_errors
def verify(position: PositionLike, step: Step) -> None:
    """Raises a StepError that says what is not proved, or returns. Candidates alone do not say which rules the puzzle
    has; where the step knows, its word counts.
    """
    expect(step, Step, "step")
    if isinstance(position, Candidates) and step.context is not None:
        position = Position.of(step.context.puzzle, position)
    position = as_position(position)
    if not step.placements and not step.eliminations:
        raise StepError(f"{step.technique}: concludes nothing")
    for candidate in (*step.placements, *step.eliminations):
        if not _is_on(position.layout, *candidate) or not position.has(candidate):
            raise StepError(f"{step.technique}: {candidate} is not a candidate here")
    if step.evidence.trial is not None:
        _verify_trial(position, step, step.evidence.trial)
        return
    judge = _Judge(position, step)
    clauses = judge.clauses(step.evidence.truths)
    if step.evidence.deadly is not None:
        clauses.append(judge.way_out(step.evidence.deadly))
    for candidate in step.eliminations:
        if not judge.refutes(step, clauses, true=[candidate]):
            raise StepError(f"{step.technique}: the evidence does not exclude {candidate}")
    for cell, digit in step.placements:
        if not judge.refutes(step, clauses, false=frozenset([(cell, digit)])):
            raise StepError(f"{step.technique}: the evidence does not force {(cell, digit)}")


def _is_on(layout: Layout, cell: int, digit: int = 1) -> bool:
    """Whether the board has such a cell and such a digit."""
    return 0 <= cell < layout.cell_count and 1 <= digit <= layout.size


def _verify_trial(position: Position, step: Step, trial: Trial) -> None:
    """Supposes what the step excludes, and proves the steps that follow one by one, down to the dead end."""
    if step.placements or step.eliminations != (trial.candidate,):
        raise StepError(f"{step.technique}: a trial excludes what it supposes")
    supposed = position.copy(apart=False)
    supposed.place(*trial.candidate)
    for each in trial.steps:
        verify(supposed, each)
        supposed.apply(each)
    last = Step(step.technique, evidence=Evidence(rules=() if trial.rule is None else (trial.rule,)))
    judge = _Judge(supposed, last)
    if not judge.refutes(last, judge.clauses(() if trial.truth is None else (trial.truth,))):
        raise StepError(f"{step.technique}: the trial meets no contradiction")


class _Judge:
    def __init__(self, position: Position, step: Step) -> None:
        self.position = position
        self.layout = position.layout
        self.parts = grouped((cell, part) for part in self._constraints(step) for cell in part.cells)
        """By cell, the constraints that it is part of."""
        self.sight = sight(self.layout, (*step.evidence.rules, *step.evidence.apart))
        for rule in step.evidence.apart:
            self._check_rule(rule)
        self.linked = frozenset(self._rule_links(step.evidence))
        """Two candidates that exclude each other by the rule which a link of the evidence names."""

    def _rule_links(self, evidence: Evidence) -> Iterator[tuple[Candidate, Candidate]]:
        for start, end, strong, rule in evidence.all_links:
            if strong or rule is None:
                continue
            if not all(
                node.cells and _is_on(self.layout, node.cells[0], node.digit) for node in (start, end)
            ):
                raise StepError(f"{start} and {end} are not candidates of the board")
            one, other = ((node.cells[0], node.digit) for node in (start, end))
            if not self._cannot_hold(rule, true=(one, other)):
                raise StepError(f"{rule} does not say that {one} and {other} exclude each other")
            yield from ((one, other), (other, one))

    def _cannot_hold(
        self, rule: Rule, *, true: Iterable[Candidate] = (), false: Clause = frozenset()
    ) -> bool:
        """Whether a rule alone, with the houses, contradicts that some candidates are true and others false."""
        alone = _Judge(self.position, Step("", evidence=Evidence(rules=(rule,))))
        values = list(self.position.values)
        for cell, digit in true:
            values[cell] = digit
        if any(part.broken(values) for parts in alone.parts.values() for part in parts):
            return True
        empty = [cell for cell in alone.parts if not self.position.values[cell]]
        if len(empty) > MOST_EMPTY:
            return False
        return not alone._satisfiable([alone.clause(Truth(cell=cell)) - false for cell in empty], true)

    def _constraints(self, step: Step) -> Iterator[Primitive]:
        """What the rules and the equations of the evidence ask for."""
        if not step.evidence.rules and not step.evidence.equations:
            return
        from nonet.rules.base import compiled
        from nonet.rules.primitives import Linear

        named = {cell for role in step.evidence.roles for cell in role.cells}
        for rule in step.evidence.rules:
            self._check_rule(rule)
            parts = compiled(rule, self.layout)
            yield from [part for part in parts if named.issuperset(part.cells)] or parts
        for equation in step.evidence.equations:
            self._add_up(equation)
            yield Linear(equation.cells, equation.weights, equation.total, self.layout.size)

    def _check_cell(self, cell: int) -> None:
        if not _is_on(self.layout, cell):
            raise StepError(f"the board has no cell {cell}")

    def _check_house(self, house: int) -> None:
        if not 0 <= house < len(self.layout.houses):
            raise StepError(f"the board has no house {house}")

    def _check_rule(self, rule: Rule) -> None:
        if rule not in self.position.rules:
            raise StepError(f"{rule} is not a rule of the puzzle")

    def _add_up(self, equation: Equation) -> None:
        """Raises if an equation is not the sum of its houses less that of its rules (or its negative)."""
        from nonet.rules.base import compiled
        from nonet.rules.primitives import Linear

        if not len(equation.cells) == len(equation.weights) == len(set(equation.cells)):
            raise StepError("an equation gives each of its cells one weight")
        weights: Counter[int] = Counter()
        total = 0
        for house in equation.houses:
            self._check_house(house)
            if len(self.layout.houses[house].cells) < self.layout.size:
                raise StepError(f"{self.layout.houses[house].name} lacks digits, so it has no fixed sum")
            weights.update(self.layout.houses[house].cells)
            total += sum(self.layout.entries)
        for rule in equation.rules:
            sums = [part for part in compiled(rule, self.layout) if isinstance(part, Linear)]
            if rule not in self.position.rules or len(sums) != 1:
                raise StepError(f"{rule} is not a sum of the puzzle")
            weights.subtract(dict(zip(sums[0].cells, sums[0].weights, strict=True)))
            total -= sums[0].total
        total -= sum(weight * self.position.values[cell] for cell, weight in weights.items())
        left = {cell: weight for cell, weight in weights.items() if weight and not self.position.values[cell]}
        said = dict(zip(equation.cells, equation.weights, strict=True))
        negative = {cell: -weight for cell, weight in left.items()}
        if (said, equation.total) not in ((left, total), (negative, -total)):
            raise StepError(f"the houses and rules do not add up to {equation}")

    def clauses(self, truths: Iterable[Truth]) -> list[Clause]:
        """Those of these truths, and of the empty cells of constraints."""
        empty = (cell for cell in self.parts if not self.position.values[cell])
        return [self.clause(truth) for truth in (*truths, *(Truth(cell=cell) for cell in empty))]

    def clause(self, truth: Truth) -> Clause:
        """The candidates of which a truth says that one holds."""
        if truth.cell is not None:
            self._check_cell(truth.cell)
            value = self.position.values[truth.cell]
            if value:
                return frozenset([(truth.cell, value)])
            return frozenset([(truth.cell, d) for d in digits_in(self.position.masks[truth.cell])])
        if truth.digit is not None and truth.digit not in self.layout.entries:
            raise StepError(f"{truth}: the board has no such digit")
        if truth.rule is not None and truth.digit is not None:
            return self._clause_of_rule(truth.rule, truth.digit)
        if truth.house is None or truth.digit is None:
            raise StepError(f"{truth} says nothing")
        self._check_house(truth.house)
        cells = self.layout.houses[truth.house].cells
        if len(cells) < self.layout.size:
            raise StepError(f"{truth}: the house need not have the digit")
        if truth.digit in [self.position.values[cell] for cell in cells]:
            raise StepError(f"{truth}: the house already has the digit")
        masks, bit = self.position.masks, 1 << (truth.digit - 1)
        return frozenset([(cell, truth.digit) for cell in cells if masks[cell] & bit])

    def _clause_of_rule(self, rule: Rule, digit: int) -> Clause:
        self._check_rule(rule)
        from nonet.rules.base import compiled

        cells = {cell for part in compiled(rule, self.layout) for cell in part.cells}
        places = frozenset((cell, digit) for cell in cells if self.position.has((cell, digit)))
        if any(self.position.values[cell] == digit for cell in cells) or not self._cannot_hold(
            rule, false=places
        ):
            raise StepError(f"{rule} need not have {digit}")
        return places

    def refutes(
        self,
        step: Step,
        clauses: list[Clause],
        *,
        true: Sequence[Candidate] = (),
        false: Clause = frozenset(),
    ) -> bool:
        """Whether the supposition and the clauses cannot hold together, or digits break a constraint already."""
        values = self.position.values
        if any(part.broken(values) for parts in self.parts.values() for part in parts):
            return True
        clauses = [clause - false for clause in clauses]
        if (cases := step.evidence.cases) is not None:
            if cases.candidate is not None and cases.candidate not in true:
                raise StepError(f"the cases suppose {cases.candidate}, which the step does not exclude")
            return self._replays(cases, clauses, list(true), false)
        return not self._satisfiable(clauses, list(true))

    def _excludes(self, a: Candidate, b: Candidate) -> bool:
        if a[0] == b[0]:
            return a[1] != b[1]
        return (a[1] == b[1] and bool(self.sight[a[0]] >> b[0] & 1)) or (a, b) in self.linked

    def _satisfiable(
        self, clauses: list[Clause], true: Iterable[Candidate], values: list[int] | None = None
    ) -> bool:
        """Picks one candidate out of each clause so that no two exclude each other, the tightest clause first."""
        remaining = clauses
        values = (self.position.values if values is None else values).copy()
        waiting = list(true)
        while True:
            for cell, digit in waiting:
                values[cell] = digit
                remaining = self._after(remaining, (cell, digit))
                if self.parts and any(
                    self._fails(part, values, remaining) for part in self.parts.get(cell, ())
                ):
                    return False
            if not remaining:
                return True
            tightest = min(remaining, key=len)
            if len(tightest) > 1:
                return any(self._satisfiable(remaining, [choice], values) for choice in sorted(tightest))
            if not tightest:
                return False
            waiting = list(tightest)

    def _fails(self, part: Primitive, values: list[int], clauses: list[Clause]) -> bool:
        """Whether a constraint is broken, or cannot be met with what its cells have left."""
        if part.broken(values):
            return True
        left = {cell: 1 << (value - 1) for cell in part.cells if (value := values[cell])}
        for clause in clauses:
            cells = {cell for cell, _ in clause}
            if len(cells) == 1 and not values[cell := min(cells)]:
                left[cell] = sum(1 << (digit - 1) for _, digit in clause)
        return not _can_hold(part, [left.get(cell, self.layout.all_digits) for cell in part.cells])

    def _after(self, clauses: list[Clause], placed: Candidate) -> list[Clause]:
        """What the clauses still ask for once a candidate is true."""
        excludes = self._excludes
        return [
            frozenset([other for other in clause if not excludes(placed, other)])
            for clause in clauses
            if placed not in clause
        ]

    # -- proofs by cases: replayed branch by branch, never searched ---------------------------------------------

    def _replays(self, case: Case, clauses: list[Clause], true: list[Candidate], false: Clause) -> bool:
        if case.candidate is not None:
            true = [*true, case.candidate]
        clauses = [*clauses, *(self.clause(truth) - false for truth in case.truths)]
        clauses, true = self._propagated(clauses, true)
        if any(not clause for clause in clauses):
            return True
        if case.split is None:
            return False
        split = self.clause(case.split) - false
        open_ = {c for c in split if not any(self._excludes(placed, c) for placed in true)}
        answered = {child.candidate for child in case.cases}
        return open_ <= answered and all(
            self._replays(child, clauses, true, false) for child in case.cases if child.candidate in open_
        )

    def _propagated(
        self, clauses: list[Clause], true: list[Candidate]
    ) -> tuple[list[Clause], list[Candidate]]:
        true = list(true)
        for placed in true:
            clauses = self._after(clauses, placed)
        while single := next((clause for clause in clauses if len(clause) == 1), None):
            placed = next(iter(single))
            true.append(placed)
            clauses = self._after(clauses, placed)
        return clauses, true

    # -- uniqueness ---------------------------------------------------------------------------------------------

    def way_out(self, deadly: Deadly) -> Clause:
        """The candidates of which one must be true to avoid the deadly pattern; raises if it is not deadly."""
        if not deadly.cells:
            raise StepError("a deadly pattern without cells proves nothing")
        for cell in deadly.cells:
            self._check_cell(cell)
        if deadly.kind == "impossible":
            return self._impossible_way_out(deadly)
        if self.position.rules:
            raise StepError("where a puzzle has other rules, swapping two digits may break them")
        cells, digits = deadly.cells, set(deadly.digits)
        if any(self.position.givens >> cell & 1 for cell in cells):
            raise StepError("a given cell cannot be part of a deadly pattern")
        if deadly.kind == "bug":
            return self._bug_way_out(deadly)
        if len(digits) != 2 or not all(d in self.layout.entries for d in digits):
            raise StepError("a rectangle or a loop has two digits")
        if len(set(cells)) < len(cells):
            raise StepError("a deadly pattern has each of its cells once")
        pair = mask_of(digits)
        if self.position.ruled_out and any(self.position.ruled_out[cell] & pair for cell in cells):
            raise StepError(
                "the puzzle rules out a digit of the deadly pattern, so its digits cannot be swapped"
            )
        if any(self.position.values[cell] not in (0, *digits) for cell in cells):
            raise StepError("a cell of the deadly pattern holds another digit")
        for house in self.layout.houses:
            inside = [cell for cell in cells if cell in house.cells]
            if len(inside) not in (0, 2):
                raise StepError(
                    f"{house.name} holds {len(inside)} cells of the deadly pattern, not 2 or none"
                )
            values = [value for cell in inside if (value := self.position.values[cell])]
            if len(values) != len(set(values)):
                raise StepError("the pattern repeats a digit")
        return frozenset(self.position.among(cells, ~mask_of(digits)))

    def _impossible_way_out(self, deadly: Deadly) -> Clause:
        """Without other digits, there is no way to fill the cells: no two of a house may be the same."""
        if any(self.position.values[cell] for cell in deadly.cells):
            raise StepError("a cell of the pattern is filled")
        clauses = [self.clause(Truth(cell=cell)) for cell in deadly.cells]
        inside = frozenset((cell, digit) for cell in deadly.cells for digit in deadly.digits)
        if self._satisfiable([clause & inside for clause in clauses], ()):
            raise StepError("the cells can be filled with the digits of the pattern alone")
        return frozenset().union(*clauses) - inside

    def _bug_way_out(self, deadly: Deadly) -> Clause:
        """Without its extra candidates, every open cell would have two candidates, each twice in each of its houses."""
        if len(deadly.cells) != len(deadly.digits):
            raise StepError("extra candidates are as many digits as cells")
        if any(len(house.cells) < self.layout.size for house in self.layout.houses):
            raise StepError("where a house lacks digits, those of its cells cannot be swapped")
        extras = set(zip(deadly.cells, deadly.digits, strict=True))
        cells = range(self.layout.cell_count)
        rest = {*self.position.among(cells, self.layout.all_digits)} - extras
        held = Counter(cell for cell, _ in rest)
        if any(held[cell] != 2 for cell in cells if not self.position.values[cell]):
            raise StepError("not every open cell would have two candidates")
        for house in self.layout.houses:
            for d in self.layout.entries:
                if sum((cell, d) in rest for cell in house.cells) not in (0, 2):
                    raise StepError(f"{d} would not have two places in {house.name}")
        return frozenset(extras)


def _can_hold(part: Primitive, masks: list[int]) -> bool:
    """Whether a constraint may hold where its cells have these candidates, by a test that each kind makes easy."""
    from nonet.rules.primitives import EqualSums, Linear, Pair, Word

    if not all(masks):
        return False
    if isinstance(part, Pair):
        return any(part.table[digit - 1] & masks[1] for digit in digits_in(masks[0]))
    if isinstance(part, Word):
        return part.reaches(map(digits_in, masks))
    ends = [((mask & -mask).bit_length(), mask.bit_length()) for mask in masks]
    if isinstance(part, Linear):
        return part.reaches(ends)
    if isinstance(part, EqualSums):
        return part.reaches(dict(zip(part.cells, ends, strict=True)))
    return True
