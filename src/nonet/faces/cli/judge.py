"""`sudoku judge`: what a model wrote about a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonet.errors import NonetError
from nonet.faces.cli.options import Command, flag_option, json_option, puzzle_source
from nonet.faces.cli.source import PuzzleSource, read_text
from nonet.faces.cli.status import DONE, NO

if TYPE_CHECKING:
    from nonet.judge import JudgedAnswer, Reasoning, Statement
    from nonet.layout import Layout


@click.command("judge", cls=Command)
@puzzle_source()
@click.argument("text", metavar="ANSWER|-")
@flag_option("--reasoning", help="Judge the sentences of the text instead of its grid.")
@json_option
def command(source: PuzzleSource, text: str, reasoning: bool, as_json: bool) -> int:
    """Judge what a model wrote about a puzzle.

    Finds the grid in the file ANSWER (- for standard input), with any prose around it, and prints right, wrong,
    incomplete, clues-changed or unreadable. The exit status is 0 for right, and 1 otherwise.

    With --reasoning, prints for each sentence that says something of the board whether it is false, follows from what
    was known before (by which technique), is a leap over several steps, or true but found by search only. The exit
    status is 0 if every sentence follows. With --json, a line for each sentence.

    For example:
        sudoku judge puzzle.txt answer.txt  # right, wrong, incomplete, clues-changed or unreadable
        sudoku solve puzzle.txt | sudoku judge puzzle.txt -  # read the answer from standard input
        sudoku judge --json puzzle.txt answer.txt  # the grid and the first error, for use in a program
        sudoku explain puzzle.txt | sudoku judge --reasoning puzzle.txt -  # every step follows
    """
    import json

    from nonet import judge

    if text == "-" and source.name in (None, "-"):
        raise NonetError("the puzzle and the answer cannot both come from standard input")
    puzzle, written = source.puzzle(), read_text(text)
    if not reasoning:
        answer = judge.answer(puzzle, written)
        click.echo(json.dumps(answer.to_json()) if as_json else _verdict(answer, puzzle.layout))
        return DONE if answer.verdict is judge.AnswerVerdict.RIGHT else NO
    judged = judge.reasoning(puzzle, written)
    for each in judged.statements:
        if as_json:
            click.echo(json.dumps(each.to_json(puzzle.layout)))
        elif each.kind is not judge.StatementKind.NOT_READ:
            click.echo(f"{_finding(each)}: {each.text}")
    if not as_json:
        click.echo(_summary(judged))
    return DONE if judged.is_sound else NO


def _verdict(answer: JudgedAnswer, layout: Layout) -> str:
    if answer.grid is None:
        return f"{answer.verdict.value}: there is no {layout.name} grid in it"
    if answer.error is not None:
        return f"{answer.verdict.value}: {layout.cell_name(answer.error)}, after {answer.correct} right placements"
    return f"{answer.verdict.value}: {answer.correct} right placements"


def _finding(statement: Statement) -> str:
    by = f" ({', '.join(statement.techniques)})" if statement.techniques else ""
    doubt = f", not by {statement.named}" if statement.proves is False else ""
    return f"{statement.kind.value}{by}{doubt}"


def _summary(judged: Reasoning) -> str:
    from nonet.models.reasons import NOT_WHOLE

    errors = sum(each.is_error for each in judged.read)
    ending = "" if judged.is_whole else f"; {NOT_WHOLE}"
    return f"{len(judged.read)} of {len(judged.statements)} sentences read, {errors} errors{ending}"
