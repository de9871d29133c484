"""A judge of explanations: it takes the facts one by one and proves each from the position and the facts before it.

It has a board of its own and knows no technique and no solution. What a fact says is looked up on the board, or must
follow from what was said:

    clauses     of these candidates one is true (or: one of these is false)
    seen        pairs of cells of which a fact said that they see each other; nothing else may be used
    cases       what holds below a `Suppose`, up to its end: a dead end, or what all cases lead to

"By units" means that one thing follows after another, without trying anything; "by trying" that every way of
satisfying the clauses said so far fails (counting arguments are told in one sentence, and checked like that).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

from nonet.candidates import Candidates
from nonet.explain.grammar import Fact
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.logic.position import Position
from nonet.rules import Rule
from nonet.step import Node, Step, Trial, Truth

Candidate = tuple[int, int]
Literal = tuple[Candidate, bool]
Clause = frozenset[Literal]
Ways = Callable[[dict[int, int]], Iterator[dict[int, int]]]
"""The ways to fill cells, where some of them hold these digits."""


class Finding(Exception):
    """A fact that does not hold, or that does not follow."""


@lru_cache(maxsize=64)
def houses_and_peers(layout: Layout) -> tuple[list[set[int]], dict[int, set[int]]]:
    houses = [set(house.cells) for house in layout.houses]
    peers: dict[int, set[int]] = {}
    for house in houses:
        for cell in house:
            peers.setdefault(cell, set()).update(house - {cell})
    return houses, peers


class Board:
    """Candidates as a set of (cell, digit), houses as sets of cells."""

    def __init__(self, position: Candidates, givens: Grid) -> None:
        self.values = tuple(position.grid.entries)
        self.givens = tuple(givens.entries)
        self.size = position.layout.size
        self.open = {cell for cell, entry in enumerate(position.grid.entries) if not entry}
        self.candidates = {(cell, digit) for cell in self.open for digit in position.digits(cell)}
        self.houses, peers = houses_and_peers(position.layout)
        self.peers = {cell: set(others) for cell, others in peers.items()}
        self.by_cell: dict[int, set[int]] = {}
        self.by_digit: dict[int, set[int]] = {}
        for cell, digit in self.candidates:
            self.by_cell.setdefault(cell, set()).add(digit)
            self.by_digit.setdefault(digit, set()).add(cell)

    def digits(self, *cells: int) -> set[int]:
        return set().union(*(self.by_cell.get(cell, set()) for cell in cells))

    def places(self, digit: int, cells: Iterable[int]) -> set[int]:
        return self.by_digit.get(digit, set()).intersection(cells)

    def keep_apart(self, one: int, other: int) -> None:
        """A rule was named by which these two cells differ."""
        self.peers.setdefault(one, set()).add(other)
        self.peers.setdefault(other, set()).add(one)

    def see(self, one: int, other: int) -> bool:
        return other in self.peers[one]

    def all_see(self, cells: Iterable[int], others: Iterable[int]) -> bool:
        others = tuple(others)
        return all(self.see(one, other) for one in cells for other in others)

    def excludes(self, one: Candidate, other: Candidate) -> bool:
        if one[0] == other[0]:
            return one[1] != other[1]
        return one[1] == other[1] and self.see(one[0], other[0])

    def of(self, truth: Truth) -> set[Candidate]:
        if truth.cell is not None:
            return {(truth.cell, digit) for digit in self.digits(truth.cell)}
        assert truth.house is not None
        assert truth.digit is not None
        return {(cell, truth.digit) for cell in self.places(truth.digit, self.houses[truth.house])}


class Case:
    """What holds below a supposition."""

    def __init__(self, node: Node | None, depth: int) -> None:
        self.node = node
        self.depth = depth
        self.known: set[Literal] = set()
        self.nodes: set[Node] = set()
        self.dead = False
        self.last: list[Literal] = []  # what the last fact said
        self.left: set[Candidate] = set()  # what a split tries
        self.refuted: set[Candidate] = set()


def bare(node: Node) -> Node:
    return Node(node.digit, tuple(sorted(node.cells)), (), node.on)


def literals(node: Node) -> list[Literal]:
    """Of a node that is on in one cell, or off in all its cells."""
    return [((cell, node.digit), node.on) for cell in node.cells]


def implication(start: Node, end: Node) -> Iterator[Clause]:
    """If the one, then the other, as clauses."""
    ifs = (
        [[((c, start.digit), False)] for c in start.cells]
        if start.on
        else [[((c, start.digit), True) for c in start.cells]]
    )
    thens = (
        [[((c, end.digit), False)] for c in end.cells]
        if not end.on
        else [[((c, end.digit), True) for c in end.cells]]
    )
    for one in ifs:
        for other in thens:
            yield frozenset((*one, *other))


class Replay:
    """Facts in, findings out."""

    def __init__(
        self, position: Candidates, givens: Grid, rules: tuple[Rule, ...] = (), *, short: bool = False
    ) -> None:
        self.givens = givens
        self.short = short  # what a friend says, without the proof: what sees what is plain to see
        self.claims: list[Clause] = []
        self.sets: dict[str, tuple[int, ...]] = {}
        self.board = Board(position, givens)
        self.position = position
        self.rules = rules
        self.trial_steps: list[Step] = []  # in a trial, the steps that are told in one line each
        self.supposed: Position | None = None
        self.named: list[Rule] = []  # the rules that facts named; no other rule may be used
        self.cells: tuple[int, ...] = ()  # the empty cells that were named last, and every way to fill them
        self.ways: Ways = lambda held: iter(())
        self.groups: list[tuple[tuple[int, ...], list[frozenset[int]]]] = []  # cells, and what they can hold
        self.clauses: list[Clause] = []
        self.seen: set[frozenset[int]] = set()
        self.stated: dict[int, set[int]] = {}  # by house, the cells that were said to be in it
        self.cases: list[Case] = [Case(None, 0)]
        self.facts: list[Fact] = []
        self.colours: dict[str, tuple[int, ...]] = {}
        self.implied: set[tuple[Node, Node]] = set()

    def expect_trial(self, trial: Trial | None) -> None:
        """The steps of a trial, told in one line each; their own evidence must prove them."""
        if trial is not None:
            self.supposed = Position.at(self.position, rules=self.rules).copy(apart=False)
            self.supposed.place(*trial.candidate)
            self.trial_steps = list(trial.steps)

    def findings(self, facts: Iterable[Fact]) -> list[str]:
        """What is wrong with an explanation."""
        found: list[str] = []
        for fact in facts:
            try:
                self._close(fact.depth)
                self.check(fact)
            except Finding as error:
                found.append(f"{type(fact).__name__}: {error}: {fact}")
            self.facts.append(fact)
        return found

    # -- cases -----------------------------------------------------------------------------------------------

    def _close(self, depth: int) -> None:
        """Cases that are over: each has come to an end, and something follows from that outside."""
        while len(self.cases) > 1 and depth <= self.cases[-1].depth:
            case, outer = self.cases.pop(), self.cases[-1]
            assert case.node is not None
            if case.dead:
                opposite = case.node._replace(on=not case.node.on)
                if case.node.on:
                    outer.refuted.update((cell, case.node.digit) for cell in case.node.cells)
                if outer.node is None:
                    self.clauses += _node_clauses(opposite)
            elif case.last and outer.node is None:
                for literal in case.last:
                    end = Node(literal[0][1], (literal[0][0],), (), literal[1])
                    self.clauses += implication(case.node, end)
            else:
                raise Finding(f"the case {case.node} never comes to an end")

    def known(self, literal: Literal) -> bool:
        return any(literal in case.known for case in self.cases)

    # -- what follows ----------------------------------------------------------------------------------------

    def refuted(self, *assumed: Literal, clauses: Iterable[Clause] = (), trying: bool = False) -> bool:
        """Whether the assumptions contradict what was said: by units, or by trying."""
        return not self._satisfiable([*self.clauses, *clauses], dict(assumed), list(assumed), trying)

    def _satisfiable(
        self, clauses: list[Clause], known: dict[Candidate, bool], new: list[Literal], trying: bool
    ) -> bool:
        if len({candidate for candidate, _ in new}) < len(set(new)):
            return False
        cells = {candidate for clause in clauses for candidate, _ in clause} | set(known)
        while True:
            while new:
                (cell, digit), on = new.pop()
                if not on:
                    continue
                for other in cells:
                    same = other[0] == cell and other[1] != digit
                    if same or (other[1] == digit and self.sees(other[0], cell)):
                        if known.get(other):
                            return False
                        known.setdefault(other, False)
            left = []
            for clause in clauses:
                if any(known.get(candidate) is on for candidate, on in clause):
                    continue
                open_ = [each for each in clause if each[0] not in known]
                if not open_:
                    return False
                if len(open_) == 1:
                    candidate, on = open_[0]
                    known[candidate] = on
                    new.append(open_[0])
                    break
                left.append(clause)
            if not new:
                break
        if not left or not trying:
            return True
        shortest = min(left, key=lambda clause: sum(each[0] not in known for each in clause))
        for candidate, on in sorted(shortest):
            if candidate in known:
                continue
            if self._satisfiable(left, {**known, candidate: on}, [(candidate, on)], trying):
                return True
            known[candidate] = not on
        return False

    def sees(self, one: int, other: int) -> bool:
        """Whether that was said, or need not be said."""
        return frozenset((one, other)) in self.seen or (self.short and self.board.see(one, other))

    def tell(self, *clauses: Clause) -> None:
        """What was checked already, and need not be said again in the proof."""
        if self.short:
            self.clauses += clauses

    def claim(self, *clauses: Clause) -> None:
        """What the proof must show in the end."""
        self.tell(*clauses)
        self.claims += clauses

    def say(self, *clauses: Clause) -> None:
        self.clauses += clauses

    def say_one_of(self, candidates: Iterable[Candidate]) -> None:
        self.clauses.append(frozenset((each, True) for each in candidates))

    def say_seen(self, cells: Iterable[int], others: Iterable[int]) -> None:
        others = tuple(others)
        self.seen.update(frozenset((one, other)) for one in cells for other in others if one != other)

    def say_in_house(self, house: int, cells: Iterable[int]) -> None:
        """Cells of a house that was named see each other."""
        inside = self.stated.setdefault(house, set())
        inside.update(cells)
        self.say_seen(inside, inside)

    def cells_take_one(self, cells: Iterable[int]) -> None:
        for cell in cells:
            self.say_one_of((cell, digit) for digit in self.board.digits(cell))

    def was_said(self, kind: type[Fact], **fields: object) -> bool:
        return any(
            isinstance(fact, kind) and all(getattr(fact, name) == value for name, value in fields.items())
            for fact in self.facts
        )

    # -- one fact --------------------------------------------------------------------------------------------

    def check(self, fact: Fact) -> None:
        found = RULES.get(type(fact))
        if found is None:
            raise Finding("there is no rule for this kind of fact")
        found(self, fact)


def _node_clauses(node: Node) -> list[Clause]:
    if node.on:
        return [frozenset(literals(node))]
    return [frozenset([literal]) for literal in literals(node)]


def expect(holds: object, what: str) -> None:
    if not holds:
        raise Finding(what)


RULES: dict[type[Fact], Callable[[Replay, Any], None]] = {}
"""For each kind of fact the function that checks it."""

F = TypeVar("F", bound=Fact)


def rule(kind: type[F]) -> Callable[[Callable[[Replay, F], None]], Callable[[Replay, F], None]]:
    """Registers the check of a kind of fact."""

    def register(check: Callable[[Replay, F], None]) -> Callable[[Replay, F], None]:
        RULES[kind] = check
        return check

    return register
