"""Long proofs folded to their heads: what is supposed, how many lines follow, and how the case ends.

    Suppose r1c2 = 7:                               Suppose r1c2 = 7:
      r2c8 = 7: the only place left in row 2 …        … 12 lines …
      …                                               In row 6 no place is left for 7 …
      In row 6 no place is left for 7 …

The facts are a tree by their depth: a fact is the head of the deeper ones that follow it. Nothing is cut off
without saying how much: `Folded` counts the lines that are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from nonet.explain.grammar import Fact, Folded

DEPTH = attrgetter("depth")
SHORT = 3
"""Cases of no more lines than these are not folded."""


@dataclass(frozen=True)
class Fold:
    """A fact, and the deeper ones that it is the head of."""

    fact: Fact
    inner: tuple[Fold, ...] = ()

    @property
    def lines(self) -> int:
        """How many facts there are below the head."""
        return sum(1 + each.lines for each in self.inner)


def folds(facts: Iterable[Fact]) -> tuple[Fold, ...]:
    """The facts as a tree."""
    facts, trees, place = tuple(facts), list[Fold](), 0
    while place < len(facts):
        head, end = facts[place], place + 1
        while end < len(facts) and head.depth and facts[end].depth > head.depth:
            end += 1
        trees.append(Fold(head, folds(facts[place + 1 : end])))
        place = end
    return tuple(trees)


def folded(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts with long cases folded: the head, a count of the lines left out, and the last line.

    >>> from nonet.explain.grammar import AllFail
    >>> lines = [AllFail(depth=depth) for depth in (0, 1, 2, 2, 3, 3, 2)]
    >>> [type(fact).__name__ for fact in folded(lines)]
    ['AllFail', 'AllFail', 'Folded', 'AllFail']
    """
    facts = tuple(facts)
    if not any(map(DEPTH, facts)):
        return facts
    shown: list[Fact] = []
    for fold in folds(facts):
        shown.append(fold.fact)
        if fold.lines <= SHORT:
            shown += _all(fold.inner)
        else:
            last = fold.inner[-1]
            depth = last.fact.depth
            shown += [Folded(fold.lines - 1 - last.lines, depth=depth), last.fact]
    return tuple(shown)


def _all(inner: Iterable[Fold]) -> list[Fact]:
    return [fact for each in inner for fact in (each.fact, *_all(each.inner))]
