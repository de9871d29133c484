"""Finds the examples of the techniques of killers, for lessons: positions of killers that we create.

    python tools/killer_examples.py     writes src/nonet/explain/killer_examples.txt; takes a few minutes

The clearest examples are those with few candidates to strike out and a short explanation. All examples of a technique
are from different puzzles; the first is the clearest.
"""

from __future__ import annotations

from pathlib import Path

from nonet.candidates import Candidates
from nonet.explain import explain
from nonet.layout import CLASSIC
from nonet.logic import path
from nonet.play import new_puzzle
from nonet.play.lessons import KILLER_PATH
from nonet.rules import Cage
from nonet.step import Candidate, Step, StepContext

EXAMPLES = Path(__file__).resolve().parents[1] / "src" / "nonet" / "explain" / "killer_examples.txt"
HEAD = """\
# A few examples of each technique of killers, in the format of nonet.logic.cases; found by tools/killer_examples.py.
"""
LEVELS = {"easy": 40, "medium": 40, "hard": 60, "unfair": 60}
"""How many killers of each level are searched."""
EACH = 3
MOST_ELIMINATIONS = 5

Found = tuple[tuple[int, ...], str]
"""How clear an example is, and its line."""


def main() -> None:
    found: dict[str, list[Found]] = {key: [] for key in KILLER_PATH}
    for level, count in LEVELS.items():
        for seed in range(count):
            for key, best in examples_of(level, seed).items():
                found[key].append(best)
    lines = [line for key in KILLER_PATH for _, line in sorted(found[key])[:EACH]]
    EXAMPLES.write_text(HEAD + "".join(f"{line}\n" for line in lines), "utf-8")


def examples_of(level: str, seed: int) -> dict[str, Found]:
    """The clearest example of each technique in one killer."""
    best: dict[str, Found] = {}
    for step in path(new_puzzle("killer", level, seed).puzzle):
        key, context = step.technique, step.context
        if key in KILLER_PATH and context is not None:
            found = clarity(step, context.position), line_of(step, context)
            best[key] = min(found, best.get(key, found))
    return best


def clarity(step: Step, position: Candidates) -> tuple[int, ...]:
    text = explain(step, position)
    changes = len(step.placements) + len(step.eliminations)
    return (max(0, changes - MOST_ELIMINATIONS), len(text))


def line_of(step: Step, context: StepContext) -> str:
    """The line of a position, in the format of `nonet.logic.cases`."""
    position, givens = context.position, context.givens
    values = "".join(
        "." if not value else str(value) if givens[cell] else f"+{value}"
        for cell, value in enumerate(position.grid)
    )
    rules_leave = Candidates.at(position.grid)
    deleted = [
        (cell, digit)
        for cell in range(CLASSIC.cell_count)
        for digit in CLASSIC.digits
        if (rules_leave.masks[cell] & ~position.masks[cell]) >> (digit - 1) & 1
    ]
    cages = " ".join(map(written_cage, (rule for rule in context.rules if isinstance(rule, Cage))))
    parts = (
        step.technique,
        "",
        values,
        triples(deleted),
        triples(step.eliminations),
        triples(step.placements),
        "",
        cages,
    )
    return ":" + ":".join(parts)


def triples(candidates: tuple[Candidate, ...] | list[Candidate]) -> str:
    return " ".join(f"{digit}{cell // 9 + 1}{cell % 9 + 1}" for cell, digit in candidates)


def written_cage(cage: Cage) -> str:
    return f"{cage.sum}={','.join(map(CLASSIC.cell_name, cage.cells))}"


if __name__ == "__main__":
    main()
