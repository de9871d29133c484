"""Sudoku as a task of Inspect: `inspect eval inspect_sudoku.py --model MODEL -T board=killer -T level=easy`."""

from __future__ import annotations

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, accuracy, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

from nonet import format_grid, judge, solution
from nonet.formats import write
from nonet.models.prompts import prompt
from nonet.play import new_puzzle


@task
def sudoku(board: str = "9x9", level: str = "easy", count: int = 50, seed: int = 0) -> Task:
    """Puzzles of a board or variant and a level; number k is made from seed + k."""
    samples = []
    for number in range(count):
        made = new_puzzle(board, level, seed + number)
        samples.append(
            Sample(
                id=f"{board}-{made.level}-{made.seed}",
                input=prompt(made.puzzle),
                target=format_grid(solution(made.puzzle), "rows"),
                metadata={"puzzle": write(made.puzzle, "json")},
            )
        )
    return Task(dataset=MemoryDataset(samples), solver=generate(), scorer=judged())


@scorer(metrics={"solved": [accuracy(), stderr()], "right_digits": [mean()]})
def judged() -> Scorer:
    """`solved`: whether the board is right; `right_digits`: how many are right before the first error."""

    async def score(state: TaskState, target: Target) -> Score:
        found = judge.answer(state.metadata["puzzle"], state.output.completion)
        return Score(
            value={
                "solved": float(found.verdict is judge.AnswerVerdict.RIGHT),
                "right_digits": float(found.correct),
            },
            answer=None if found.grid is None else format_grid(found.grid, "rows"),
            explanation=found.verdict.value,
        )

    return score
