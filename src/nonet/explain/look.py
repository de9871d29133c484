"""What one tier of a hint tells and shows: the value between a step and its words, colours and pictures.

    step, hint  →  Look  →  sentences (`wording`), marks and links (`picture`), what a player sees lit up

A look has the facts, in order, and the parts to be shown: cells, candidates and houses, each with the
mark of the part it plays. A look knows nothing of colours or of languages. A proof by cases has a look for each case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from nonet.arguments import clear_type_errors
from nonet.candidates import Candidates
from nonet.explain import grammar
from nonet.explain.explaining import Explainer, facts
from nonet.explain.folding import folded, folds
from nonet.explain.grammar import Fact
from nonet.explain.marks import Mark, Tag
from nonet.explain.proof import node_of
from nonet.explain.wording import text_of
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.step import Candidate, Link, Node, RoleKind, Step

OF_ROLE = {kind: Mark[kind.name] for kind in RoleKind}


@dataclass(frozen=True)
class Part:
    """Cells, digits in them and houses that play a part; `label` tells sets and colours apart (A, B …)."""

    mark: Mark
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()
    label: str = ""
    name: str = ""
    """What the legend calls it, if not by its mark."""

    @property
    def tag(self) -> Tag:
        return Tag(self.mark, self.label)


@dataclass(frozen=True)
@clear_type_errors
class Look:
    """What one tier tells and shows."""

    facts: tuple[Fact, ...]
    """With the proof."""
    parts: tuple[Part, ...] = ()
    chains: tuple[tuple[Link, ...], ...] = ()
    nets: tuple[int, ...] = ()
    """Which of the chains are nets: links from causes to what follows."""
    digit: int | None = None
    """All places of this digit are worth a look."""
    technique: str | None = None
    """The technique, once it is named."""
    supposed: Node | None = None
    """In a case of a proof: what is supposed in it."""
    cages: tuple[tuple[tuple[int, ...], str], ...] = ()
    """Killer cages that the step uses, with their sums."""
    cases: tuple[Look, ...] = ()
    """In a proof by cases: one look for each, with its facts, parts and links alone."""
    told: tuple[Fact, ...] = ()
    """The facts of the short form, if it is in a player's words; otherwise it is `facts`, folded."""

    @property
    def proof(self) -> tuple[Fact, ...]:
        """What the short form leaves out: the facts after those with which both begin; none, if it is `facts`."""
        same = takewhile(lambda pair: pair[0] == pair[1], zip(self.facts, self.told, strict=False))
        return self.facts[len([*same]) :] if self.told else ()

    def text(self, layout: Layout, *, detail: str = "full", language: str = "en") -> str:
        """The facts in words."""
        stated = self.facts if detail == "full" else self.told or folded(self.facts)
        return text_of(stated, layout, language=language)


def look_at(step: Step, position: Candidates, *, tier: int = 4, explainer: Explainer | None = None) -> Look:
    """What a tier tells and shows of a step; by this explainer instead of the technique's own.

    >>> from nonet.step import Evidence, Role
    >>> start = Candidates.of(".13. .... 4... ....")
    >>> step = Step("hidden-single", ((3, 4),), (), Evidence((Role(RoleKind.BASE, (3,), (4,), (0,)),)))
    >>> look_at(step, start, tier=1).parts
    (Part(mark=<Mark.LOOK: 'look'>, cells=(), digits=(), houses=(0,), label='', name=''),)
    >>> [part.mark.value for part in look_at(step, start).parts]
    ['placed', 'base', 'blocker']
    """
    stated = facts(step, position, tier=tier, explainer=explainer)
    if tier < 3:
        cells, houses, digits = stated[0].subjects
        digit = digits[0] if digits and not cells else None
        parts = (Part(Mark.LOOK, cells, houses=houses),) if cells or houses else ()
        return Look(stated, parts, digit=digit, technique=step.technique if tier == 2 else None)
    shown = [*_roles(step, stated), *_blockers(stated)]
    if tier == 4:
        placed, gone = _by_digit(Mark.PLACED, step.placements), _by_digit(Mark.ELIMINATED, step.eliminations)
        shown = [*placed, *gone, *shown]
    short = facts(step, position, tier=tier, detail="short", explainer=explainer)
    told = () if short == folded(stated) else short
    look = _linked(Look(stated, tuple(shown), technique=step.technique, cages=_cages(step), told=told))
    cases = tuple(_cases(look))
    return replace(look, chains=(), nets=(), cases=cases) if cases else look


def _cages(step: Step) -> tuple[tuple[tuple[int, ...], str], ...]:
    evidence = step.evidence
    summed = (rule for equation in evidence.equations for rule in equation.rules)
    rules = (*evidence.rules, *evidence.apart, *summed, *evidence.linking_rules)
    if not rules:
        return ()
    from nonet.logic.variants.ways import sums_of

    return tuple((cells, str(total)) for _, cells, total in sums_of(rules))


def _linked(look: Look) -> Look:
    """With the links of its facts."""
    chains = tuple(_chains(look.facts))
    nets = tuple(number for number, (_, net) in enumerate(chains) if net)
    return replace(look, chains=tuple(links for links, _ in chains), nets=nets)


def _roles(step: Step, stated: Sequence[Fact]) -> Iterator[Part]:
    """The roles of the evidence. The ends of a chain are not pincers, and a loop has no ends at all."""
    loop = any(isinstance(fact, (grammar.LoopTurns, grammar.LeadsBack)) for fact in stated)
    chain = any(isinstance(fact, grammar.Chain) for fact in stated) and not any(
        role.kind in (RoleKind.SET, RoleKind.PIVOT) for role in step.evidence.roles
    )
    for role in step.evidence.roles:
        name = ""
        if role.kind is RoleKind.PINCER and loop:
            continue
        if role.kind is RoleKind.PINCER and chain:
            name = "end"
        if role.kind is RoleKind.FIN and step.evidence.deadly is not None:
            name = "extra" if step.evidence.deadly.kind != "impossible" else "guardian"
        if step.technique == "exocet":
            name = {RoleKind.PINCER: "target", RoleKind.COVER: "cross-line"}.get(role.kind, "")
        label = role.label if role.label != "endo" else ""
        yield Part(OF_ROLE[role.kind], role.cells, role.digits, role.houses, label, name)


def _blockers(stated: Iterable[Fact]) -> Iterator[Part]:
    """Digits on the board that block cells, or that a cell sees."""
    for fact in stated:
        if isinstance(fact, grammar.Blocks):
            yield Part(Mark.BLOCKER, (fact.cell,))
        elif isinstance(fact, grammar.Has):
            yield Part(Mark.BLOCKER, fact.cells)


def _chains(stated: Iterable[Fact]) -> Iterator[tuple[tuple[Link, ...], bool]]:
    """The links to draw, and whether they are a net: chains, and in each case from the causes to what follows.

    Cases within a case are left out.
    """
    for fold in folds(stated):
        if isinstance(fold.fact, grammar.Chain):
            yield fold.fact.links, False
        elif isinstance(fold.fact, grammar.Suppose):
            inner = [each.fact for each in fold.inner if not each.inner]
            if any(isinstance(fact, grammar.Chain) for fact in inner):
                yield from ((fact.links, False) for fact in inner if isinstance(fact, grammar.Chain))
            else:
                yield tuple(link for fact in inner for link in _causes(fact)), True


def _causes(fact: Fact) -> Iterator[Link]:
    if isinstance(fact, grammar.Left) and len(fact.left) == 1:
        for cause in fact.causes:
            yield Link(node_of(cause), node_of((fact.left[0], True)), True)


def _cases(look: Look) -> Iterator[Look]:
    """The cases of a proof that comes to the same in all of them."""
    if not any(isinstance(fact, grammar.EachCase) for fact in look.facts):
        return
    others = tuple(part for part in look.parts if part.mark is not Mark.ASSUMED)
    for fold in folds(look.facts):
        if not isinstance(fold.fact, (grammar.Chain, grammar.Suppose)):
            continue
        stated = (fold.fact, *(each.fact for each in fold.inner))
        start = fold.fact.node if isinstance(fold.fact, grammar.Suppose) else fold.fact.links[0].start
        part = Part(Mark.ASSUMED, start.cells, (start.digit,))
        yield _linked(replace(look, facts=stated, parts=(*others, part), supposed=start, cases=()))


def _by_digit(mark: Mark, candidates: Iterable[Candidate]) -> Iterator[Part]:
    for digit, cells in sorted(grouped((digit, cell) for cell, digit in candidates).items()):
        yield Part(mark, tuple(cells), (digit,))
