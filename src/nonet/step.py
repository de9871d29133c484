"""A step: what was deduced, and from what.

A finder makes steps and never speaks; an explainer speaks and never searches; a picture needs to know neither of them.
So a step carries its whole reason with it, as *evidence* in two parts:

    roles    what people look at: base cells, cover houses, fins, sets, links … each with its cells and digits
    truths   what must hold anyway, and with which the conclusion can be proved: "this cell takes one of its
             candidates", "this digit takes one of its places in this house". The verifier looks at nothing else.

Every technique but those of uniqueness says: *if the eliminated candidate were true, these truths could not all hold.*
A uniqueness technique adds a `Deadly` pattern, which the one solution of a puzzle cannot contain, and a tridagon one
that no solution can contain. In a variant the
evidence also names all rules of the puzzle that the step uses, and equations that follow from sums.
(After the set logic of A. Barker, "Sudoku Logic".)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet.arguments import clear_type_errors
from nonet.candidates import Candidates
from nonet.display import html_of
from nonet.errors import NonetError
from nonet.grid import Grid
from nonet.layout import Layout

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.rules.base import Rule  # at run time only for puzzles with rules, so that others start quickly

Candidate = tuple[int, int]
"""A cell and a digit that it may take. In steps and candidates digits are counted from 1, whatever they are: see
`Layout.entries`. What people and programs read has the digits themselves.
"""


class RoleKind(Enum):
    """What part a role plays. Faces colour and label by it, whatever the technique."""

    BASE = "base"  # the cells or houses that make the pattern: both pair cells, the rows of an X-wing
    COVER = "cover"  # the houses that take it up: the columns of an X-wing
    FIN = "fin"  # what spoils a pure pattern and must be seen too
    PIVOT = "pivot"  # the hinge of a wing, the stem of a death blossom
    PINCER = "pincer"  # the ends of a wing or of a chain
    SET = "set"  # an almost locked set, with its digits; label A, B, C …
    COMMON = "common"  # a digit that two sets share (restricted common)
    COLOR = "color"  # one colour of a colouring; label A, B, C, D
    RECTANGLE = "rectangle"  # the cells of a deadly pattern
    ASSUMED = "assumed"  # what a forcing chain supposes

    __hash__ = object.__hash__


@dataclass(frozen=True)
class Role:
    """Cells, digits and houses (numbers in `layout.houses`) that play one part together."""

    kind: RoleKind
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()
    label: str = ""


class Truth(NamedTuple):
    """What must hold: with a house, "`digit` has a place in it"; with a rule, "it has a place among the cells of this
    rule"; without both, "`cell` takes one of its candidates".
    """

    cell: int | None = None
    house: int | None = None
    digit: int | None = None
    rule: Rule | None = None


class Node(NamedTuple):
    """A node of a chain: a digit in one cell, in one of several cells (a group), or an almost locked set without it."""

    digit: int
    cells: tuple[int, ...]
    set_cells: tuple[int, ...] = ()  # the whole almost locked set, where the node is one
    on: bool = True  # whether the digit is here


class Link(NamedTuple):
    """From node to node: strong (not the one, so the other) or weak (the one, so not the other)."""

    start: Node
    end: Node
    strong: bool
    by: Rule | None = None  # the rule that says so, where neither a cell nor a house does


@dataclass(frozen=True)
class Deadly:
    """A pattern that the one solution cannot contain: in these cells these digits alone (a subset of `digits` in each).

    `kind` is rectangle or loop: the two `digits` could be exchanged in all `cells`, since every house holds two
    of the cells or none. `kind` is bug (the universal grave): without the extra candidates, listed in `cells` and
    `digits` side by side, every open cell would have two candidates and every digit two places in each house; so
    one of the extras is true. `kind` is impossible: the `digits` alone cannot fill the `cells`, however many solutions
    the puzzle has.
    """

    kind: str
    cells: tuple[int, ...]
    digits: tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """A branch of a proof by cases: suppose a candidate, and meet a contradiction, by way of further cases if need be.

    `truths` are those used in this branch before it splits. A leaf has no cases: supposing `candidate`, its truths
    cannot all hold.
    A split lists a case for every candidate of a truth (`split`).
    """

    candidate: Candidate | None
    truths: tuple[Truth, ...] = ()
    split: Truth | None = None
    cases: tuple[Case, ...] = ()


class Equation(NamedTuple):
    """Each digit times its weight, added up, makes `total`; the cells are empty.

    It follows from sums: take the sums of `houses`, each of which holds every digit once, subtract those of `rules`
    (killer cages) and the digits that are known.
    """

    cells: tuple[int, ...]
    weights: tuple[int, ...]
    total: int
    houses: tuple[int, ...]
    rules: tuple[Rule, ...]


class Trial(NamedTuple):
    """A contradiction: suppose a candidate, take these steps, and this truth or rule cannot hold."""

    candidate: Candidate
    steps: tuple[Step, ...]
    truth: Truth | None
    rule: Rule | None


@dataclass(frozen=True)
class Evidence:
    """Why a step holds: roles and links to look at, truths, rules and equations to prove it by."""

    roles: tuple[Role, ...] = ()
    truths: tuple[Truth, ...] = ()
    links: tuple[Link, ...] = ()
    chains: tuple[tuple[Link, ...], ...] = ()  # several chains side by side (forcing chains), one per case
    deadly: Deadly | None = None
    cases: Case | None = None
    rules: tuple[Rule, ...] = ()  # those of the puzzle that are used
    equations: tuple[Equation, ...] = ()
    trial: Trial | None = None
    apart: tuple[Rule, ...] = ()  # rules used only to keep two cells from holding the same digit: anti-king …

    @property
    def all_links(self) -> tuple[Link, ...]:
        """The links of its chain or of all its chains."""
        return (*self.links, *(link for chain in self.chains for link in chain))

    @property
    def linking_rules(self) -> tuple[Rule, ...]:
        """The rules by which links hold, and those that need a digit."""
        linked = (link.by for link in self.all_links)
        needing = (truth.rule for truth in self.truths)
        return tuple(dict.fromkeys(rule for rule in (*linked, *needing) if rule is not None))


@dataclass(frozen=True)
class StepContext:
    """Where a step was found: its number on the path, the position before it, and the puzzle."""

    number: int
    position: Candidates
    puzzle: Puzzle

    @property
    def givens(self) -> Grid:
        return self.puzzle.givens

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self.puzzle.rules


@dataclass(frozen=True)
@clear_type_errors
class Step:
    """One deduction. `technique` is its key in the catalog (`x-wing`)."""

    technique: str
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    evidence: Evidence = field(default=Evidence())
    beyond_hodoku: bool = field(default=False, compare=False)
    """HoDoKu's search would miss it and guess instead, so a rating of such a path is not HoDoKu's.

    It says nothing about the deduction itself: steps that differ in it alone are equal, and records leave it out.
    """
    context: StepContext | None = field(default=None, compare=False, repr=False)
    """Set on the steps of `nonet.path`, so that a step can be drawn on its own. It too is left out of comparisons."""

    @property
    def on_path(self) -> StepContext:
        """The context of a step that has one."""
        assert self.context is not None  # a path sets it
        return self.context

    def to_json(self, layout: Layout | None = None) -> dict[str, Any]:
        """The step as lists, dicts, strings and numbers. Steps of paths and hints know their board; others need the
        layout of their position, which has the houses that rules add, too.

        >>> from nonet.layout import CLASSIC
        >>> data = Step("naked-single", ((0, 5),)).to_json(CLASSIC)
        >>> data
        {'technique': 'naked-single', 'placements': [{'cell': 'r1c1', 'digit': 5}], 'eliminations': [],
        'evidence': {}}
        >>> Step.from_json(data, CLASSIC).placements
        ((0, 5),)
        """
        from nonet.step_json import to_json  # rules take time to load

        if layout is None:
            if self.context is None:
                raise NonetError("this step does not know its board: use to_json(layout)")
            layout = self.context.position.layout
        return to_json(self, layout)

    @staticmethod
    def from_json(record: Mapping[str, Any], layout: Layout) -> Step:
        """The inverse of `to_json`; equal to the step that was written."""
        from nonet.step_json import from_json

        return from_json(Step, record, layout)

    def _repr_html_(self) -> str | None:
        return html_of(self)
