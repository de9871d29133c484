"""The path of Sudoku Explainer as steps with evidence: they can be explained, drawn and checked like all others.

What Sudoku Explainer and the catalogue both know (a pointing, an X-wing, a unique loop) is the catalogue's step, with
the eliminations that Sudoku Explainer makes. Chains are forcing chains and nets. What is left (direct hidden pairs,
aligned exclusions, large wings …) has a key of its own, and the truths that prove it as evidence. Of chains that use
rules or other chains as links, the evidence has the truths that prove the conclusion besides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from nonet.bitsets import digits_in
from nonet.errors import NonetError
from nonet.formats import PuzzleLike, as_puzzle
from nonet.layout import CLASSIC
from nonet.logic.catalog import entry, is_technique
from nonet.logic.fewest import fewest
from nonet.logic.options import DEFAULTS
from nonet.logic.position import Position
from nonet.logic.se.evidence import chain_evidence
from nonet.logic.se.records import KERNEL_VERSIONS, Conclusion, read_conclusions, ruled_out_bytes
from nonet.logic.se.refute import truths_against
from nonet.logic.verify import is_proved
from nonet.native import required_kernel
from nonet.puzzle import Puzzle
from nonet.step import Candidate, Role, RoleKind, Step, Truth


class ExplainerStep(NamedTuple):
    """A step, with Sudoku Explainer's name of it and its rating."""

    step: Step
    name: str
    rating: float


def explainer_steps(puzzle: PuzzleLike, *, version: str = "1.2.1") -> Iterator[ExplainerStep]:
    """The steps of Sudoku Explainer 1.2.1 or 1.18.1 from the givens to the solution.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> first = next(explainer_steps(easy))
    >>> first.step.technique, first.name, first.rating
    ('hidden-single', 'Hidden Single', 1.2)
    """
    puzzle = as_puzzle(puzzle)
    if puzzle.layout != CLASSIC:
        raise NonetError(f"Sudoku Explainer solves 9x9 puzzles only, not {puzzle.layout.name}")
    return explained(puzzle, conclusions(puzzle, version=version))


def conclusions(puzzle: Puzzle, *, version: str) -> Iterator[Conclusion]:
    """The path of a classic puzzle as Sudoku Explainer has it."""
    kernel = required_kernel("Sudoku Explainer")
    board = puzzle.givens.entries, ruled_out_bytes(puzzle)
    return read_conclusions(kernel.explainer_path(*board, KERNEL_VERSIONS[version]))


def explained(puzzle: Puzzle, path: Iterable[Conclusion]) -> Iterator[ExplainerStep]:
    """The steps of a path, with evidence."""
    position = Position.of(puzzle)
    for conclusion in path:
        step = _step(position, conclusion)
        yield ExplainerStep(step, conclusion.name, conclusion.rating)
        position.apply(step)


def plain_step(conclusion: Conclusion) -> Step:
    """The step without evidence, under the key of the rule itself."""
    placements = () if conclusion.placement is None else (conclusion.placement,)
    gone = [(cell, digit) for cell, mask in sorted(conclusion.removable.items()) for digit in digits_in(mask)]
    return Step(_key_of(conclusion.name), placements, () if placements else tuple(gone))


# -- evidence ------------------------------------------------------------------------------------------------

_KEYS = {
    "Hidden Single": ("full-house", "hidden-single"),
    "Naked Single": ("full-house", "naked-single"),
    "Pointing": ("locked-candidates-1",),
    "Claiming": ("locked-candidates-2",),
    "Naked Pair": ("naked-pair", "locked-pair"),
    "Naked Triplet": ("naked-triple", "locked-triple"),
    "Naked Quad": ("naked-quadruple",),
    "Hidden Triplet": ("hidden-triple",),
    "Hidden Quad": ("hidden-quadruple",),
    **{f"Unique Rectangle type {kind}": (f"uniqueness-test-{kind}",) for kind in (1, 3, 4)},
    "Unique Rectangle type 2": ("uniqueness-test-2", "uniqueness-test-5"),
    **{f"Unique Loop type {kind}": (f"unique-loop-{kind}",) for kind in (1, 2, 3, 4)},
    "BUG type 1": ("bug-plus-1",),
    "Turbot Fish": ("skyscraper", "two-string-kite", "turbot-fish"),
    "2-String Kite": ("two-string-kite",),
    "2 Strong links": ("turbot-fish", "skyscraper", "two-string-kite"),
    "Grouped 2 Strong links": ("empty-rectangle",),
}
"""What a rule of Sudoku Explainer is called in the catalogue, if it has another name there, or several. Sizes and kinds
of houses at the end are left out.
"""


def _step(position: Position, conclusion: Conclusion) -> Step:
    step = plain_step(conclusion)
    step = replace(step, eliminations=tuple(filter(position.has, step.eliminations)))
    known = _from_catalogue(position, conclusion.name, step.placements, step.eliminations)
    if known is not None:
        return known
    if conclusion.chains:
        key, evidence = chain_evidence(position, conclusion.chains)
        step = replace(step, technique=key, evidence=evidence)
    elif is_technique(step.technique):  # explained by its truths: the catalogue's own pattern is not there
        step = replace(step, technique=f"generalized-{step.technique}")
    return step if is_proved(position, step) else _with_truths(position, step)


def _from_catalogue(
    position: Position, name: str, placements: tuple[Candidate, ...], eliminations: tuple[Candidate, ...]
) -> Step | None:
    plain = re.sub(r"Loop \d+", "Loop", name) if name.startswith("Unique") else re.sub(r" \d+$", "", name)
    if name.startswith("BUG"):
        plain = name
    matching = [
        step
        for key in filter(is_technique, _KEYS.get(plain, (_slug(plain),)))
        for step in entry(key).finder(position, DEFAULTS)
        if step.technique == key
        and set(placements) <= set(step.placements)
        and set(eliminations) <= set(step.eliminations)
    ]
    if not matching:
        return None
    nearest = min(matching, key=lambda step: len(step.eliminations) + len(step.placements))
    step = replace(nearest, placements=placements, eliminations=eliminations)
    return step if is_proved(position, step) else None


def _key_of(name: str) -> str:
    """A key for a technique that the catalogue does not have.

    >>> _key_of("Direct Hidden Pair"), _key_of("Grouped 3 Strong links 1011")
    ('direct-hidden-pair', 'grouped-3-strong-links')
    """
    return _slug(re.sub(r" \d+$", "", name))


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _with_truths(position: Position, step: Step) -> Step:
    """The step with truths that prove it: few, if the pattern is small."""
    proofs = []
    for among in _kinds_of_truths(step):
        truths = _truths(position, step, among)
        if truths is not None:
            proofs.append(_fewest(position, step, truths))
    if not proofs:
        proofs = [_truths(position, step, lambda _: True) or []]
    return _with(step, min(proofs, key=len))


def _truths(position: Position, step: Step, among: Callable[[Truth], bool]) -> list[Truth] | None:
    """Truths of that kind that prove the step, besides those that it has; None if there are none."""
    truths = dict.fromkeys(step.evidence.truths)
    try:
        for candidate in (*step.eliminations, *step.placements):
            found = truths_against(position, candidate, among, on=candidate in step.eliminations)
            truths.update(dict.fromkeys(_sorted(found)))
    except LookupError:
        return None
    return list(truths) if is_proved(position, _with(step, list(truths))) else None


def _kinds_of_truths(step: Step) -> Iterator[Callable[[Truth], bool]]:
    """What the rule of that name looks at; of several kinds, that with the fewest truths is taken."""
    (cell, digit), *_ = *step.placements, *step.eliminations
    key = step.technique
    if key.startswith("direct-hidden"):
        for house in CLASSIC.houses_at[cell]:
            yield partial(_is_of, house=house)
    elif key.startswith("direct-") or key.endswith(("links", "kite", "skyscraper", "skyscrapers", "x-loop")):
        yield partial(_is_of, digit=digit)
    elif key.startswith("aligned-") or key.endswith("-wing"):
        yield lambda truth: truth.cell is not None
    else:
        yield lambda _: True


def _is_of(truth: Truth, *, house: int | None = None, digit: int | None = None) -> bool:
    return truth.cell is None and house in (None, truth.house) and digit in (None, truth.digit)


MOST_TO_PRUNE = 40
"""With more truths than this, none is left out: trying would take too long."""


def _fewest(position: Position, step: Step, truths: list[Truth]) -> list[Truth]:
    """Without those that the proof does not need."""
    if len(truths) > MOST_TO_PRUNE:
        return truths
    return fewest(truths[::-1], lambda fewer: is_proved(position, _with(step, fewer[::-1])))[::-1]


def _with(step: Step, truths: list[Truth]) -> Step:
    """The step with these truths; where nothing else is to be looked at, with their cells and houses."""
    known = step.evidence
    roles = known.roles
    if not roles and not known.chains and not known.links:
        cells = tuple(truth.cell for truth in truths if truth.cell is not None)
        houses = tuple(dict.fromkeys(truth.house for truth in truths if truth.house is not None))
        digits = tuple(sorted({truth.digit for truth in truths if truth.digit is not None}))
        roles = (Role(RoleKind.BASE, cells, digits, houses),)
    return replace(step, evidence=replace(known, roles=roles, truths=tuple(truths)))


def _sorted(truths: set[Truth]) -> list[Truth]:
    return sorted(truths, key=lambda truth: tuple(-1 if part is None else part for part in truth))
