"""Sudoku of any board, level and variant as a data set of reasoning-gym: `reasoning_gym.create_dataset("nonet", …)`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reasoning_gym.factory import ProceduralDataset, create_dataset, register_dataset

from nonet import format_grid, judge, solution
from nonet.formats import write
from nonet.models.prompts import prompt
from nonet.play import new_puzzle


@dataclass
class NonetConfig:
    """`board` is 9x9, 16x16, killer, jigsaw …, and `level` one of those that the board has."""

    board: str = "9x9"
    level: str = "easy"
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        assert self.size > 0, "size must be positive"


class NonetDataset(ProceduralDataset):
    """Puzzle number k is made from seed + k."""

    def __init__(self, config: NonetConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, index: int) -> dict[str, Any]:
        made = new_puzzle(self.config.board, self.config.level, self.seed + index)
        return {
            "question": prompt(made.puzzle),
            "answer": format_grid(solution(made.puzzle), "rows"),
            "metadata": {
                "source_dataset": "nonet",
                "source_index": index,
                "puzzle": write(made.puzzle, "json"),
                "difficulty": {"board": self.config.board, "level": made.level},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1 for the solved board, otherwise the share of cells that are right before the first error."""
        puzzle = entry["metadata"]["puzzle"]
        found = judge.answer(puzzle, answer or "")
        if found.verdict is judge.AnswerVerdict.RIGHT:
            return 1.0
        return 0.0 if found.grid is None else found.correct / (found.grid.layout.cell_count + 1)


register_dataset("nonet", NonetDataset, NonetConfig)

if __name__ == "__main__":
    data = create_dataset("nonet", board="killer", level="easy", seed=1, size=3)
    for each in data:
        print(each["question"])
        print("scores:", data.score_answer(each["answer"], each), data.score_answer("I don't know", each))
