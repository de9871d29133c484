"""The job `effort`: the guesses and rounds of the fixed search of `nonet.engines.effort`."""

from __future__ import annotations

from array import array
from collections import Counter

from nonet.engines.effort import effort_many
from nonet.jobs.block import CELLS, Answer, Block, each_puzzle
from nonet.jobs.job import Job, Operation, register
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.records import BLANKS

_TO_VALUES = bytes(byte - 48 if byte in b"123456789" else 0 if byte in BLANKS else 255 for byte in range(256))


def effort(block: Block, job: Job, *, threads: int = 1, gap: int = 0) -> Answer:
    """`guesses` and `rounds`: the same on every machine."""
    layout = None if job.layout is None else Layout.named(job.layout)
    guesses, rounds = array("Q", bytes(8 * block.count)), array("Q", bytes(8 * block.count))
    rejects: dict[int, str] = {}
    left = list(range(block.count))
    if layout is None or layout == CLASSIC:
        values = [
            b"" if row in block.others else block.text(row).translate(_TO_VALUES)
            for row in range(block.count)
        ]
        plain = [row for row, each in enumerate(values) if len(each) == CELLS and max(each) <= 9]
        taken = set(plain)
        left = [row for row in range(block.count) if row not in taken]
        for row, found in zip(
            plain, effort_many(CLASSIC, [values[row] for row in plain], threads=threads), strict=True
        ):
            guesses[row], rounds[row] = found.guesses, found.rounds

    def use(row: int, puzzle: Puzzle) -> None:
        puzzle.require_classic("the effort")
        (found,) = effort_many(puzzle.layout, [puzzle.givens.values])
        guesses[row], rounds[row] = found.guesses, found.rounds

    def broken(row: int) -> None:
        """The first round sees that a digit occurs twice in a house."""
        rounds[row] = 1

    each_puzzle(block, left, layout, rejects, use, broken)
    tally = Counter(
        "no guess" if not number else "guesses" for row, number in enumerate(guesses) if row not in rejects
    )
    return Answer({"guesses": guesses, "rounds": rounds}, rejects, tally)


register("effort", Operation(effort, shard_rows=(5_000, 100_000)))
