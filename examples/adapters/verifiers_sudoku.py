"""Sudoku as a taskset of verifiers: `SudokuTaskset(SudokuConfig(board="killer", level="easy", count=100))`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import verifiers.v1 as vf

from nonet import format_grid, judge, solution
from nonet.formats import write
from nonet.models.prompts import prompt
from nonet.play import new_puzzle


class SudokuConfig(vf.TasksetConfig):
    board: str = "9x9"
    level: str = "easy"
    seed: int = 0
    count: int = 100


class SudokuData(vf.TaskData):
    puzzle: str
    solution: str


class SudokuTask(vf.Task[SudokuData, vf.State, vf.TaskConfig]):
    """One puzzle. The reward is 1 for the solved board; the metric counts right digits before the first error."""

    @vf.reward
    async def solved(self, trace: vf.Trace) -> float:
        return float(judge.answer(self.data.puzzle, trace.last_reply).verdict is judge.AnswerVerdict.RIGHT)

    @vf.metric
    async def right_digits(self, trace: vf.Trace) -> float:
        return float(judge.answer(self.data.puzzle, trace.last_reply).correct)

    async def validate(self, runtime: vf.Runtime) -> bool:
        return judge.answer(self.data.puzzle, self.data.solution).verdict is judge.AnswerVerdict.RIGHT


class SudokuTaskset(vf.Taskset[SudokuTask, SudokuConfig]):
    def load(self) -> Iterator[SudokuTask]:
        for number in range(self.config.count):
            made = new_puzzle(self.config.board, self.config.level, self.config.seed + number)
            data = SudokuData(
                id=f"{self.config.board}-{made.level}-{made.seed}",
                prompt=prompt(made.puzzle),
                puzzle=write(made.puzzle, "json"),
                solution=format_grid(solution(made.puzzle), "rows"),
            )
            yield SudokuTask(data, self.config.task)


async def demo() -> None:
    """Scores a right answer and a wrong one, without a model."""
    for task in SudokuTaskset(SudokuConfig(board="killer", count=2)):
        for reply in (task.data.solution, "I don't know"):
            trace = vf.Trace.model_construct(root_reply=reply, rewards={}, metrics={})
            await task.score(trace)
            print(trace.reward, trace.metrics)


if __name__ == "__main__":
    asyncio.run(demo())
