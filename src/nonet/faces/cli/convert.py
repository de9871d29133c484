"""`sudoku convert`: puzzles from any format to any other."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

import click

from nonet.engines import engine_for
from nonet.faces.cli.options import Command, flag_option, puzzle_source, refuse_together
from nonet.faces.cli.source import PuzzleSource
from nonet.faces.cli.status import DONE, say
from nonet.formats import PuzzleEntry, left_out, write, write_bytes
from nonet.formats.registry import all_formats, format_for_file, format_named


@click.command("convert", cls=Command)
@click.option("--to", "output_format", metavar="FORMAT", help="The format to write.")
@click.option(
    "-o", "--output", metavar="FILE", help="Write to this file; without --to, its extension sets the format."
)
@flag_option("--with-solution", help="Add the solution, where the format can hold it.")
@flag_option("--list", "show_list", help="List the formats, and exit.")
@puzzle_source("input_format", "number", "layout", "symbols")
def command(
    source: PuzzleSource,
    output_format: str | None,
    output: str | None,
    with_solution: bool,
    show_list: bool,
) -> int:
    """Convert puzzles between formats: plain text, files of other programs, links.

    The format of the input is detected. A format that cannot hold a puzzle refuses it and says why. The player's
    digits, notes, colours and time, titles and the like come along where the new format can hold them; otherwise
    they are left out, and a line on standard error says so.

    For example:
        sudoku convert puzzles.txt --to opensudoku  # a file with every puzzle, for OpenSudoku
        sudoku convert puzzle.txt -o puzzle.sdk  # the extension of the file sets the format
        sudoku convert puzzle.txt --to sudokupad  # a link that opens the puzzle in SudokuPad
        sudoku convert puzzles.txt --number 1 --to pencilmarks  # one puzzle of a file, with its candidates
        sudoku convert --list  # all formats
    """
    refuse_together("--list", "-o")
    if show_list:
        return _list()
    name = output_format or by_extension(output)
    format_named(name)  # raises an error for an unknown one
    entries: list[PuzzleEntry] = [*source.entries()]
    if with_solution:
        entries = [replace(each, solution=engine_for(each.puzzle).solution(each.puzzle)) for each in entries]
    return write_entries(entries, name, output)


def write_entries(entries: Sequence[PuzzleEntry], name: str, output: str | None) -> int:
    """Writes entries to a file or to standard output, and says what is left out."""
    if output is None:
        click.echo(write(entries, name))
    else:
        from nonet.draw.files import save_bytes

        save_bytes(output, write_bytes(entries, name))
    if lost := left_out(entries, name):
        say(f"{name} cannot hold {', '.join(lost)}: left out")
    return DONE


def by_extension(output: str | None) -> str:
    """The format that the extension of a file name stands for."""
    if output is None:
        raise click.UsageError("which format? Use --to; `sudoku convert --list` shows them all")
    found = format_for_file(os.path.basename(output))
    if found is None:
        raise click.UsageError(f"{output!r} has an unknown extension; choose the format with --to")
    return found.name


def _list() -> int:
    for each in all_formats():
        endings = f" ({', '.join(each.endings)})" if each.endings else ""
        click.echo(f"{each.name:16}{each.title}{endings}")
    return DONE
