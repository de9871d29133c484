"""What the killer formats have in common: the cages of a puzzle, and what such a format cannot hold."""

from __future__ import annotations

from nonet.puzzle import Puzzle
from nonet.rules import Cage


def cages_of(puzzle: Puzzle) -> list[Cage]:
    """The cages, by their first cells."""
    return sorted((rule for rule in puzzle.rules if isinstance(rule, Cage)), key=lambda cage: cage.cells)


def cages_alone(
    puzzle: Puzzle, *, sums: bool, most: int | None = None, largest: int | None = None, givens: bool = False
) -> dict[str, str]:
    """What of a puzzle does not fit into a map of cages: other rules, cages that overlap, too many of them.

    `sums`: every cage needs a sum. `most`: how many cages there may be; `largest`: the largest sum.
    """
    if kinds := {rule.kind for rule in puzzle.rules if not isinstance(rule, Cage)}:
        return {"rules": f"the rules {', '.join(sorted(kinds))}"}
    cages = cages_of(puzzle)
    cells = [cell for cage in cages for cell in cage.cells]
    if not cages:
        return {"rules": "a puzzle without cages"}
    if len(cells) != len(set(cells)):
        return {"rules": "cages that overlap"}
    if sums and not all(cage.sum for cage in cages):
        return {"rules": "cages without a sum"}
    if most is not None and len(cages) > most:
        return {"rules": f"more than {most} cages"}
    if largest is not None and any((cage.sum or 0) > largest for cage in cages):
        return {"rules": f"a sum above {largest}"}
    if puzzle.clue_count and not givens:
        return {"rules": "givens in a killer"}
    return {}
