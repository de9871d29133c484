"""`sudoku benchmark`: 500 puzzles for a model, and the score of its answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from nonet.errors import NonetError
from nonet.faces.cli.options import Command, complete, json_option
from nonet.faces.cli.source import open_standard_input
from nonet.faces.cli.status import DONE
from nonet.limits import limits

if TYPE_CHECKING:
    from nonet.models.benchmark import GroupScore


def _names() -> list[str]:
    from nonet.models.benchmark import GROUPS

    return [group.name for group in GROUPS]


@click.command("benchmark", cls=Command)
@click.option(
    "--group",
    "groups",
    multiple=True,
    metavar="NAME",
    shell_complete=complete(_names),
    help="Only this group, such as 9x9-easy; may be repeated.",
)
@click.option("--score", "answers", metavar="FILE|-", help="Score the answers in a file of JSON lines.")
@json_option
def command(groups: tuple[str, ...], answers: str | None, as_json: bool) -> int:
    """Print 500 puzzles to test a model with, or those of some groups; or score its answers.

    Each line is JSON: id, group, puzzle, and the prompt for a language model. The puzzles are made from fixed seeds,
    from easy 4x4 ones to the hardest known, and variants; docs/benchmark.md describes the groups.

    --score reads lines such as {"id": "9x9-easy-01", "answer": "..."}: all that the model wrote, with its grid
    somewhere. It prints for each group how many answers are right, and how many placements were right before the
    first error, with standard errors. A question without an answer counts as wrong.

    For example:
        sudoku benchmark --group 9x9-easy > easy.jsonl  # one group; all of them take minutes
        sudoku benchmark --score answers.jsonl  # a line for each group
        sudoku benchmark --score answers.jsonl --group 9x9-easy --json  # one group, for a program
    """
    from nonet.models.benchmark import questions, read_answers, score

    if answers is None:
        for question in questions(groups or None):
            click.echo(json.dumps(question.to_json()))
        return DONE
    scores = score(read_answers(_lines(answers)), groups or None)
    if not as_json:
        click.echo(f"{'group':<18}{'right':>10}{'%':>7}{'placed':>15}")
    for found in scores:
        click.echo(json.dumps(found.to_json()) if as_json else _row(found))
    return DONE


def _row(found: GroupScore) -> str:
    (share, doubt), (placed, spread) = found.share, found.progress
    right = f"{sum(found.right)} of {len(found.right)}"
    return (
        f"{found.group:<18}{right:>10}{100 * share:>7.0f} ± {100 * doubt:<5.0f}{placed:>7.1f} ± {spread:.1f}"
    )


def _lines(path: str) -> Iterator[bytes]:
    """The lines of a file or of standard input; of one that is too long, enough to refuse it."""
    try:
        with nullcontext(open_standard_input()) if path == "-" else open(path, "rb") as file:
            while line := file.readline(limits().file + 1):
                yield line
    except OSError as error:
        raise NonetError(f"cannot read {path}: {error.strerror or error}") from error
