"""Finds positions for lessons in puzzles of our own making: more examples, exercises on boards that are not nearly
solved, and near misses.

    python tools/lesson_positions.py            all of src/nonet/play/lesson_positions.txt; takes about half an hour
    python tools/lesson_positions.py KEY …      those of these techniques alone; the others stay

For techniques of puzzles without rules: two examples with more candidates than the one that `sudoku techniques` shows,
then exercises with at least 35 empty cells, if there are such positions. Puzzles with rules have examples enough
(tools/variant_examples.py).

A near miss is a position in which a technique would find something if one candidate, the spoiler, were gone; but the
spoiler is right, and what the technique would find is wrong.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from nonet import some_solution
from nonet.explain.examples import examples
from nonet.generate import create
from nonet.grid import Grid
from nonet.logic import all_steps, is_proved, path
from nonet.logic.cases import written_case
from nonet.logic.position import Position
from nonet.play.lessons import KILLER_PATH, PATH, RULE_PATH
from nonet.puzzle import Puzzle
from nonet.step import Candidate, Step, StepContext

POSITIONS = Path(__file__).resolve().parents[1] / "src" / "nonet" / "play" / "lesson_positions.txt"
HEAD = """\
# Positions for lessons, in the format of nonet.logic.cases; found by tools/lesson_positions.py. For each technique two
# more examples, then those of exercises, then a near miss (KEY-x): its eliminations are what would be wrong, or the
# digit that would be placed; its placement is the candidate that spoils the pattern.
"""
LESSONS = (*PATH, *KILLER_PATH, *RULE_PATH)
SEED = 35
PUZZLES = 20_000
"""How many puzzles without rules are searched for examples and exercises."""
EXAMPLES, EXERCISES = 2, 5
EMPTY = 35
"""Exercises have at least this many empty cells, if there are such positions."""
MOST_CHANGES = 5
NEAR_EMPTY = range(28, 56)
"""Near misses without rules have this many empty cells."""
ENOUGH, SECONDS = 12, 20
"""For each technique the clearest of so many near misses is taken, or of those found in this time."""


def main(wanted: list[str]) -> None:
    keys = wanted or list(LESSONS)
    old = POSITIONS.read_text("utf-8").splitlines() if POSITIONS.exists() else []
    lines = {key: [line for line in old if _key(line) == key] for key in LESSONS}
    classic = [key for key in keys if key in PATH]
    lines |= positions(classic) if classic else {}
    for key in keys:
        lines[key] = [line for line in lines[key] if not line.startswith(f":{key}-x:")]
        lines[key] += [written_near_miss(*found) for found in [near_miss(key)] if found is not None]
        print(key, len(lines[key]), file=sys.stderr, flush=True)
    POSITIONS.write_text(HEAD + "".join(f"{line}\n" for key in LESSONS for line in lines[key]), "utf-8")


def _key(line: str) -> str:
    return "" if line.startswith("#") else line.split(":")[1].removesuffix("-x")


# -- examples and exercises -------------------------------------------------------------------------------------------


def positions(keys: list[str]) -> dict[str, list[str]]:
    """Lines for each technique: examples of rising difficulty, then exercises."""
    found: dict[str, list[Step]] = {key: [] for key in keys}
    for number in range(PUZZLES):
        seen = set[str]()  # one position from each puzzle
        for step in path(create(SEED, stream=number)):
            if step.technique in found and step.technique not in seen:
                seen.add(step.technique)
                found[step.technique].append(step)
    print({key: len(steps) for key, steps in found.items()}, file=sys.stderr)
    return {key: list(chosen(key, sorted(steps, key=difficulty))) for key, steps in found.items()}


def difficulty(step: Step) -> tuple[int, ...]:
    """How much there is to look at, and how much of it is the step."""
    return candidates_in(step), len(step.evidence.truths), len(step.eliminations)


def candidates_in(step: Step) -> int:
    return sum(mask.bit_count() for mask in step.on_path.position.masks)


def empty_in(step: Step) -> int:
    return step.on_path.position.grid.entries.count(0)


def chosen(key: str, rising: list[Step]) -> Iterator[str]:
    """Examples between the clearest one and the fullest board; then exercises, those with fewer candidates first."""
    clear = [step for step in rising if len(step.eliminations) <= MOST_CHANGES] or rising
    first = sum(mask.bit_count() for mask in examples(key)[0].position.masks)
    harder = [step for step in clear if candidates_in(step) > first] or clear
    shown = spread(harder, EXAMPLES)
    rest = [step for step in clear if step not in shown]
    full = [step for step in rest if empty_in(step) >= EMPTY]
    used = full if len(full) >= EXERCISES else sorted(rest, key=empty_in)[-EXERCISES:]
    return map(written_case, (*shown, *spread(used, EXERCISES)))


def spread(steps: list[Step], count: int) -> list[Step]:
    """As many steps, evenly spaced; all if there are fewer. Neither end is taken: it is an extreme."""
    places = [len(steps) * (2 * part + 1) // (2 * count) for part in range(count)]
    return [steps[place] for place in places] if len(steps) > count else steps


# -- near misses ------------------------------------------------------------------------------------------------------


def near_miss(key: str) -> tuple[Step, Candidate] | None:
    """The clearest of the near misses that are found in a while, and its spoiler."""
    until = time.monotonic() + SECONDS
    found = list(islice(near_misses(key, lambda: time.monotonic() > until), ENOUGH))
    return min(found, key=lambda each: clarity(each[0]), default=None)


def clarity(step: Step) -> tuple[int, ...]:
    evidence = step.evidence
    return len(evidence.truths) + len(evidence.all_links), len(step.eliminations), candidates_in(step)


def near_misses(key: str, is_late: Callable[[], bool]) -> Iterator[tuple[Step, Candidate]]:
    """One from each puzzle."""
    for puzzle, boards in boards_for(key):
        solution = some_solution(puzzle)
        assert solution is not None
        for board in boards:
            if is_late():
                return
            if miss := _near_miss(key, puzzle, board, solution):
                yield miss
                break


def boards_for(key: str) -> Iterator[tuple[Puzzle, Iterable[Position]]]:
    """Puzzles, and positions on the way to their solutions; of puzzles with rules those that the examples have."""
    if key in PATH:
        for number in range(PUZZLES):
            puzzle = create(SEED, stream=number)
            steps = (step for step in path(puzzle) if step.technique not in PATH[:3])
            yield puzzle, (_board(step) for step in steps if empty_in(step) in NEAR_EMPTY)
    for each in examples(key) if key not in PATH else ():
        puzzle = Puzzle(each.givens, (), each.rules)
        yield puzzle, map(_board, path(puzzle))


def _board(step: Step) -> Position:
    context = step.on_path
    return Position.of(context.puzzle, context.position)


def _near_miss(key: str, puzzle: Puzzle, board: Position, solution: Grid) -> tuple[Step, Candidate] | None:
    if next(iter(all_steps(board, key)), None) is not None:
        return None
    position = board.candidates()
    for cell, mask in enumerate(position.masks):
        spoiler = cell, solution.entries[cell]
        if mask.bit_count() < 2 or position.grid.entries[cell]:
            continue
        spoiled = Position.of(puzzle, position.eliminate([spoiler]))
        for step in all_steps(spoiled, key):
            wrong = any(solution.entries[cell] != digit for cell, digit in step.placements)
            wrong = wrong or any(solution.entries[cell] == digit for cell, digit in step.eliminations)
            if wrong and len(step.eliminations) <= MOST_CHANGES and not is_proved(board, step):
                return replace(step, context=StepContext(0, position, puzzle)), spoiler
    return None


def written_near_miss(step: Step, spoiler: Candidate) -> str:
    concluded = step.placements or step.eliminations
    line = written_case(replace(step, placements=(spoiler,), eliminations=concluded))
    return line.replace(f":{step.technique}:", f":{step.technique}-x:", 1)


if __name__ == "__main__":
    main(sys.argv[1:])
