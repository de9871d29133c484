"""Finds the examples of the techniques of killers and other puzzles with rules, for lessons: positions of puzzles that
we create.

    python tools/variant_examples.py            all of src/nonet/explain/variant_examples.txt; takes some minutes
    python tools/variant_examples.py KEY …      those of these techniques alone; the others stay

The clearest examples are those with few candidates to strike out and a short explanation. All examples of a technique
are from different puzzles; the first is the clearest.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from nonet.explain import explain
from nonet.logic import path
from nonet.logic.cases import parse_case, written_case
from nonet.play import new_puzzle
from nonet.play.lessons import KILLER_PATH, RULE_PATH
from nonet.puzzle import Puzzle
from nonet.step import Step

EXAMPLES = Path(__file__).resolve().parents[1] / "src" / "nonet" / "explain" / "variant_examples.txt"
KILLERS = {"easy": 40, "medium": 40, "hard": 60, "unfair": 60}
"""How many killers of each level are searched."""
OTHERS = {"sum-limits": ("arrow", "little-killer")}
"""The kinds of puzzles that the techniques of other rules are looked for in."""
COUNT = 6
"""How many puzzles of each of these kinds are searched."""
EACH = 3
MOST_ELIMINATIONS = 5

Found = tuple[tuple[int, ...], str]
"""How clear an example is, and its line."""


def main(wanted: list[str]) -> None:
    keys = (*KILLER_PATH, *RULE_PATH)
    found: dict[str, list[Found]] = {key: [] for key in keys if key in (wanted or keys)}
    for puzzle in puzzles(found):
        for key, best in examples_of(puzzle, found).items():
            found[key].append(best)
    old = EXAMPLES.read_text("utf-8").splitlines()
    lines = [line for line in old if line.startswith("#") or parse_case(line).technique not in found]
    lines += [line for best in found.values() for _, line in sorted(best)[:EACH]]
    EXAMPLES.write_text("".join(f"{line}\n" for line in sorted(lines, key=place)), "utf-8")


def place(line: str) -> int:
    """Where a line belongs: after the comment, in the order of the lessons."""
    keys = ("", *KILLER_PATH, *RULE_PATH)
    return keys.index("" if line.startswith("#") else parse_case(line).technique)


def puzzles(keys: dict[str, list[Found]]) -> Iterator[Puzzle]:
    """Killers for the techniques of cages, puzzles of some kinds for those of other rules."""
    if not keys.keys().isdisjoint(KILLER_PATH):
        for level, count in KILLERS.items():
            yield from (new_puzzle("killer", level, seed).puzzle for seed in range(count))
    for name in dict.fromkeys(name for key in keys for name in OTHERS.get(key, ())):
        yield from (new_puzzle(name, "", seed).puzzle for seed in range(COUNT))


def examples_of(puzzle: Puzzle, keys: dict[str, list[Found]]) -> dict[str, Found]:
    """The clearest example of each technique in one puzzle."""
    best: dict[str, Found] = {}
    for step in path(puzzle):
        if step.technique in keys:
            found = clarity(step), written_case(step)
            best[step.technique] = min(found, best.get(step.technique, found))
    return best


def clarity(step: Step) -> tuple[int, ...]:
    changes = len(step.placements) + len(step.eliminations)
    return max(0, changes - MOST_ELIMINATIONS), len(explain(step, step.on_path.position))


if __name__ == "__main__":
    main(sys.argv[1:])
