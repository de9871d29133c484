"""`sudoku hint`: what to tell a player who is stuck; a mistake before anything else."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from nonet.errors import NonetError, RuleError
from nonet.faces.cli.deadline import time_limited
from nonet.faces.cli.explain_options import (
    cells_option,
    detail_option,
    draw_picture,
    language_option,
    print_json,
    print_text,
    spoken,
    svg_option,
    tier_option,
    write_svg,
)
from nonet.faces.cli.options import Command, json_option, puzzle_source, refuse_together
from nonet.faces.cli.source import PuzzleSource, read_text
from nonet.faces.cli.status import DONE, NO
from nonet.grid import Grid
from nonet.layout import Layout

if TYPE_CHECKING:
    from nonet.hints import Hint
    from nonet.rules.base import Rule


@click.command("hint", cls=Command)
@click.option(
    "--at",
    "grid",
    metavar="GRID|FILE",
    help="The current board: the puzzle with the digits filled in so far. Default: the digits "
    "that the file has besides the givens, if any.",
)
@click.option(
    "--marks",
    metavar="TEXT|FILE",
    help="Your pencil marks: the digits of each cell, or . for none, separated by spaces.",
)
@tier_option(2)
@detail_option
@svg_option
@json_option
@language_option
@cells_option("words")
@puzzle_source()
@time_limited(kind="unknown")
def command(
    source: PuzzleSource,
    grid: str | None,
    marks: str | None,
    tier: int,
    detail: str,
    svg: str | None,
    as_json: bool,
    language: str,
    cells: str,
) -> int:
    """Give a hint: the first mistake if there is one, otherwise the next step.

    --tier sets how much the hint reveals. A position without a solution is proved to have none; a position
    with several solutions is reported.

    The exit status is 0 for a next step, a revealed digit or a solved puzzle, 1 if something is wrong with
    the position.

    For example:
        sudoku hint puzzle.txt  # where to look next, and for which technique
        sudoku hint --tier 1 puzzle.txt  # only where to look
        sudoku hint --tier 4 puzzle.txt  # the full next step, with its picture
        sudoku hint --tier 4 --detail full puzzle.txt  # the same with its proof
        sudoku hint --timeout 10 puzzle.txt  # answer `unknown` after 10 seconds
        sudoku hint puzzle.txt --at board.txt --lang cs  # a hint for the current board, in Czech
    """
    from nonet.hints import HintKind, hint

    refuse_together("--json", "--svg")
    language = spoken(language, cells)
    entry = source.entry()
    puzzle = entry.puzzle
    board = None if entry.state is None else entry.state.values
    if grid is not None:
        board = _board(PuzzleSource(grid, layout=puzzle.layout.name, symbols=source.symbols))
    masks = None if marks is None else _marks(marks, puzzle.layout)
    found = hint(puzzle, board, candidates=masks)
    if as_json:
        _print_json(found, tier, detail, language)
    else:
        _print(found, puzzle.rules, tier, detail, language, svg)
    return DONE if found.kind in (HintKind.STEP, HintKind.REVEAL, HintKind.SOLVED) else NO


def _board(source: PuzzleSource) -> Grid:
    """The digits of a board, which may break the rules."""
    try:
        return source.puzzle().givens
    except NonetError as error:
        broken = error.__cause__ or error  # where a file is named, it is the cause
        if isinstance(broken, RuleError) and isinstance(broken.grid, Grid):
            return broken.grid
        raise


def _print(hint: Hint, rules: Sequence[Rule], tier: int, detail: str, language: str, svg: str | None) -> None:
    from nonet.explain import look_of, picture_of

    look = look_of(hint, tier=tier)
    shown = picture_of(hint.position, look, givens=hint.givens, language=language)
    if svg is not None:
        click.echo(write_svg(svg, shown, rules=rules), err=True)
    elif tier >= 3 and (hint.step is not None or hint.cells):
        draw_picture(shown)
    print_text(look.text(hint.position.layout, detail=detail, language=language))


def _print_json(hint: Hint, tier: int, detail: str, language: str) -> None:
    from nonet.explain import advise, to_record

    layout = hint.position.layout
    document = {
        "kind": hint.kind.value,
        "cells": [layout.cell_name(cell) for cell in hint.cells],
        "digit": hint.digit,
        "house": None if hint.house is None else layout.houses[hint.house].name,
        "step": None if hint.step is None else to_record(hint.step, layout),
        "proof": [to_record(step, layout) for step in hint.proof],
        "text": advise(hint, tier=tier, detail=detail, language=language),
    }
    print_json(document)


def _marks(text: str, layout: Layout) -> list[int]:
    """Pencil marks as masks; borders drawn around them are skipped."""
    if os.path.exists(text):
        text = read_text(text)
    lines = [
        line for line in text.splitlines() if not re.fullmatch(r"[-+=|:.'* ]*[-+=]{3,}[-+=|:.'* ]*", line)
    ]
    words = re.sub(r"[|:]", " ", "\n".join(lines)).split()
    if len(words) != layout.cell_count:
        raise NonetError(f"pencil marks for {len(words)} cells; the board has {layout.cell_count}")
    return [_mask(word, cell, layout) for cell, word in enumerate(words)]


def _mask(word: str, cell: int, layout: Layout) -> int:
    digits = word.split(",") if layout.size > 9 else [*word]
    mask = 0
    for digit in digits:
        if digit in (".", "0", "-"):
            continue
        if not (digit.isascii() and digit.isdigit() and 1 <= int(digit) <= layout.size):
            raise NonetError(f"the pencil marks of {layout.cell_words(cell)} are not digits: {word!r}")
        mask |= 1 << (int(digit) - 1)
    return mask
