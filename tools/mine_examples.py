"""Looks for clear examples of techniques: positions of our own puzzles in which no easier technique applies.

    python tools/mine_examples.py FIRST COUNT FILE      puzzles FIRST … FIRST + COUNT - 1, to FILE

On the way to a solution the easiest step is always taken, so each step is an example of its technique. A technique
that is off by default is looked for wherever the next step is a harder one. The lines are technique cases;
tools/examples.py chooses among them. Those that were chosen are kept in tests/data/examples.txt.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from examples import Key, clarity_key

from nonet.candidates import Candidates
from nonet.generate import create
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.logic.cases import parse_case
from nonet.logic.catalog import entry, technique_keys, techniques
from nonet.logic.path import path
from nonet.logic.position import Position
from nonet.step import Candidate, Step

SEED = 2026
TOO_SLOW = ("squirmbag", "whale", "leviathan")
"""Endings of keys that take too long to look for."""
OFF = [
    each.key
    for each in techniques()
    if (not each.on or each.key.startswith("dual-")) and not each.key.endswith(TOO_SLOW)
]
"""Off by default, or by an option."""
ORDER = technique_keys()


def case_line(step: Step, position: Candidates, givens: Grid) -> str:
    """The step as a technique case."""
    (code,) = (each.code or each.key for each in techniques() if each.key == step.technique)
    values = "".join(
        "." if not value else str(value) if givens[cell] else f"+{value}"
        for cell, value in enumerate(position.grid.values)
    )
    gone = set(Candidates.at(position.grid)) - set(position)
    digits = sorted({digit for _, digit in (*step.placements, *step.eliminations)})
    parts = [
        "".join(map(str, digits)),
        values,
        triples(gone),
        triples(step.eliminations),
        triples(step.placements),
    ]
    return f":{code}:{':'.join(parts)}:"


def triples(candidates: object) -> str:
    """Digit, row, column, counted from 1."""
    chosen: list[Candidate] = sorted(candidates)  # type: ignore[call-overload]
    return " ".join(
        f"{digit}{CLASSIC.row_of(cell) + 1}{CLASSIC.column_of(cell) + 1}" for cell, digit in chosen
    )


def examples_on_path(number: int) -> Iterator[str]:
    """The examples of one puzzle."""
    puzzle = create(SEED, stream=number)
    position = Position.of(puzzle)
    for step in path(puzzle):
        place = ORDER.index(step.technique)
        if place > 2:  # no single
            board = position.candidates()
            yield case_line(step, board, puzzle.givens)
            for key in OFF:
                if ORDER.index(key) < place:
                    options = parse_case(
                        case_line(Step(key, eliminations=((0, 1),)), board, puzzle.givens)
                    ).options
                    found = (each for each in entry(key).finder(position, options) if each.technique == key)
                    for each in islice(found, 1):
                        yield case_line(each, board, puzzle.givens)
        position.apply(step)


def main(first: int, count: int, file: Path) -> int:
    best: dict[str, tuple[Key, str]] = {}
    for number in range(first, first + count):
        for line in examples_on_path(number):
            case = parse_case(line)
            step = Step(case.technique, tuple(case.placements), tuple(case.eliminations))
            steps = entry(case.technique).finder(Position.at(case.position, givens=case.givens), case.options)
            for each in steps:
                if each.technique == case.technique and (
                    set(each.placements), set(each.eliminations)
                ) == (set(step.placements), set(step.eliminations)):  # fmt: skip
                    offer = clarity_key(case, each), line
                    best[case.technique] = min(offer, best.get(case.technique, offer))
                    break
        file.write_text("".join(f"{best[key][1]}\n" for key in ORDER if key in best), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])))
