"""A step as its explainer sees it: the position, its roles and links looked up, and facts made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from nonet.candidates import Candidates
from nonet.explain.grammar import Chain, EitherOr, Fact, RuleSays, Sees
from nonet.explain.phrases import CellList, HouseList, Quoted, Reason
from nonet.explain.proof import Prover
from nonet.explain.rule_text import rule_text
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.logic.position import apart, named_cells
from nonet.step import Candidate, Evidence, Link, Node, Role, RoleKind, Step

if TYPE_CHECKING:
    from nonet.rules.base import Rule

MOST_CELLS = 9
"""A rule of more cells than this is named with those cells alone that matter."""


class Account(NamedTuple):
    """The facts that explain a step: where to look, the pattern, and why it proves what the step concludes.

    `told` is all of it in a few sentences, as a friend would say it: the short form, if there is one.
    """

    where: Fact
    pattern: Sequence[Fact]
    reasoning: Sequence[Fact]
    told: Sequence[Fact] = ()


class StepView:
    """A step in its position."""

    def __init__(self, step: Step, position: Candidates) -> None:
        self.step = step
        self.position = position
        self.layout: Layout = position.layout
        self.sight: list[Fact] = []
        """For a technique about cells that see each other: the rules by which some do."""

    @staticmethod
    def by_sight(step: Step, position: Candidates) -> StepView:
        """The same where cells that the named rules keep apart see each other."""
        view = StepView(step, position)
        view.sight = view.rules_between(named_cells(step, view.layout))
        said = {(fact.title, fact.cells) for fact in view.sight if isinstance(fact, RuleSays)}
        linking = (view.rule_says(*each) for each in linking_rules(step.evidence, view.layout).items())
        view.sight += (fact for fact in linking if (fact.title, fact.cells) not in said)
        if step.evidence.apart:
            view.layout = view.layout.with_apart(view.apart)
        return view

    # -- the step --------------------------------------------------------------------------------------------

    def roles(self, kind: RoleKind) -> list[Role]:
        """The roles of a kind, in order."""
        return [role for role in self.step.evidence.roles if role.kind is kind]

    def role(self, kind: RoleKind) -> Role:
        """The first role of a kind; an empty one if there is none."""
        return next(iter(self.roles(kind)), None) or Role(kind)

    @property
    def digit(self) -> int:
        """The digit of a step that is about one."""
        for role in self.step.evidence.roles:
            if role.digits:
                return role.digits[0]
        return (*self.step.placements, *self.step.eliminations)[0][1]

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The cells that lose a candidate."""
        return tuple(sorted({cell for cell, _ in self.step.eliminations}))

    @cached_property
    def gone(self) -> dict[int, tuple[int, ...]]:
        """For each digit that is eliminated the cells that lose it."""
        by_digit = sorted(grouped((digit, cell) for cell, digit in self.step.eliminations).items())
        return {digit: tuple(sorted(cells)) for digit, cells in by_digit}

    @cached_property
    def prover(self) -> Prover:
        """Builds proofs from the evidence of the step."""
        return Prover(self.position, self.step.evidence.truths, self.step.evidence.deadly, self.layout)

    # -- the board -------------------------------------------------------------------------------------------

    def places(self, digit: int, cells: Iterable[int]) -> tuple[int, ...]:
        """Those of the cells that can take the digit."""
        board = self.position.boards[digit]
        return tuple(cell for cell in cells if board >> cell & 1)

    def digits(self, cells: Iterable[int]) -> tuple[int, ...]:
        """The candidates of the cells."""
        return tuple(sorted({digit for cell in cells for digit in self.position.digits(cell)}))

    def digits_of_kind(self, cell: int) -> tuple[int, ...]:
        """The digits that cells of this kind can hold. A mark or a label never holds others than its group still has:
        each that the rule knows occurs in it.
        """
        layout = self.layout
        if cell not in layout.label_cells:
            return tuple(layout.entries)
        first = cell - layout.label_cells[cell]
        group = range(first, first + layout.board_count)
        held = {self.position.grid.entries[label] for label in group} - {0}
        return tuple(sorted(held.union(self.digits(group))))

    def see(self, one: int, other: int) -> bool:
        """Whether two cells see each other."""
        return bool(self.layout.peer_boards[one] >> other & 1)

    def all_see(self, cells: Iterable[int], others: Iterable[int]) -> bool:
        """Whether each of the cells sees each of the others."""
        others = tuple(others)
        return all(self.see(cell, other) for cell in cells for other in others)

    def shared_houses(self, cells: Iterable[int]) -> tuple[int, ...]:
        """The houses that all the cells are in."""
        wanted = set(cells)
        return tuple(n for n, house in enumerate(self.layout.houses) if wanted.issubset(house.cells))

    # -- facts -----------------------------------------------------------------------------------------------

    def see_each_other(self, cells: Iterable[int], others: Iterable[int]) -> Sees:
        """With the first house that they share."""
        cells, others = tuple(cells), tuple(others)
        return Sees(cells, others, mutual=True, houses=self.shared_houses((*cells, *others))[:1])

    def either(self, candidates: Iterable[Candidate]) -> EitherOr:
        """One of these candidates is true."""
        return EitherOr(tuple(Node(digit, (cell,)) for cell, digit in candidates))

    def one_of_places(self, digit: int, cells: Iterable[int]) -> list[Fact]:
        """The digit is in one of the cells, and what loses it because of that."""
        places = tuple(sorted(set(cells)))
        either = EitherOr(tuple(Node(digit, (cell,)) for cell in places))
        return [either, *self.seeing(digit, places)]

    def seeing(self, digit: int, places: Iterable[int]) -> list[Fact]:
        """The cells that lose the digit because they see all these places."""
        places = tuple(sorted(set(places)))
        losing = [cell for cell in self.gone.get(digit, ()) if self.all_see([cell], places)]
        return [Sees(tuple(losing), places)] if losing else []

    # -- rules -----------------------------------------------------------------------------------------------

    @cached_property
    def apart(self) -> tuple[int, ...]:
        """For each cell the cells that rules keep apart from it, of those that the evidence names for that."""
        return apart(self.layout, self.step.evidence.apart) or (0,) * self.layout.cell_count

    def rule_says(
        self, rule: Rule, cells: tuple[int, ...], ways: tuple[tuple[int, ...], ...] = ()
    ) -> RuleSays:
        """What a rule says of cells, and the ways to fill them if they are to be listed."""
        return RuleSays(rule.title, cells, *rule_text(rule, self.layout, cells), ways, rule.clue(self.layout))

    def rules_between(self, cells: Iterable[int]) -> list[Fact]:
        """The rules that keep some of these cells apart."""
        return [self.rule_says(*each) for each in rules_between(self.step.evidence, cells, self.layout)]

    # -- links -----------------------------------------------------------------------------------------------

    def chain(self, links: Iterable[Link]) -> Chain:
        """A chain on a line of its own; each strong link says what leaves no other choice."""
        links = tuple(self._expanded(links))
        return Chain(links, tuple(map(self._reason, links)))

    def _expanded(self, links: Iterable[Link]) -> Iterable[Link]:
        """An almost locked set without a digit keeps its others: the one that matters is named, as a node."""
        for link in links:
            start, end = link.start, link.end
            if start.set_cells and not start.on and not end.on:
                kept = self.places(end.digit, start.set_cells)
                middle = Node(end.digit, kept, start.set_cells)
                yield Link(start, middle, True)
                yield Link(middle, end, False)
            else:
                yield link

    def _reason(self, link: Link) -> Reason | None:
        """The house or the cell that has nothing else to offer, or the rule that says so; none for other weak links,
        which are plain to see.
        """
        start, end = link.start, link.end
        if link.by is not None:
            return Quoted(link.by.title)
        if not end.on:
            return None
        if end.set_cells:
            return None
        if start.set_cells:
            return CellList(end.cells)
        if start.cells == end.cells and start.digit != end.digit:
            return CellList(end.cells)
        house = self.strong_house(link)
        return None if house is None else HouseList((house,))

    def strong_house(self, link: Link) -> int | None:
        """The full house in which the two nodes are all places of the digit."""
        start, end = link.start, link.end
        if start.digit != end.digit:
            return None
        both = {*start.cells, *end.cells}
        full = self.layout.place_boards
        for number in filter(full.__getitem__, self.shared_houses(both)):
            if both.issuperset(self.places(start.digit, self.layout.houses[number].cells)):
                return number
        return None


def rules_between(
    evidence: Evidence, cells: Iterable[int], layout: Layout
) -> Iterator[tuple[Rule, tuple[int, ...]]]:
    """The rules that the evidence uses to keep some of these cells apart, each with the cells to name."""
    cells = tuple(cells)
    board = sum(1 << cell for cell in cells)
    for rule in evidence.apart:
        boards = apart(layout, (rule,))
        if held := tuple(cell for cell in cells if boards[cell] & board):
            own = rule.affected(layout)
            yield rule, own if len(own) <= MOST_CELLS else held


def linking_rules(evidence: Evidence, layout: Layout) -> dict[Rule, tuple[int, ...]]:
    """The rules by which links and truths of the evidence hold, each with the cells to name."""
    linked = grouped(
        (link.by, cell) for link in evidence.all_links if link.by for node in link[:2] for cell in node.cells
    )
    own = {rule: rule.affected(layout) for rule in evidence.linking_rules}
    return {
        rule: cells if len(cells) <= MOST_CELLS else tuple(dict.fromkeys(linked.get(rule, cells)))
        for rule, cells in own.items()
    }
