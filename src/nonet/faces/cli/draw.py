"""`sudoku draw`: a puzzle as a picture, in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonet.candidates import Candidates
from nonet.engines import engine_for
from nonet.errors import NonetError
from nonet.faces.cli.explain_options import language_option
from nonet.faces.cli.options import (
    Command,
    NumberRange,
    flag_option,
    number_option,
    puzzle_source,
    refuse_together,
    require,
)
from nonet.faces.cli.picture_file import output_option, theme_option, width_option
from nonet.faces.cli.source import PuzzleSource
from nonet.faces.cli.status import DONE
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.draw.animation import Animation
    from nonet.draw.scene import Scene


@click.command("draw", cls=Command)
@output_option(required=True)
@flag_option("--candidates", help="Show the candidates of empty cells.")
@number_option("--step", least=1, help="Show the position before step N of the solution, and the step in it.")
@click.option(
    "--animate",
    type=click.Choice(("steps", "search")),
    help="Make an animation (.svg or .gif): of the steps of the solution, or of a backtracking search.",
)
@click.option(
    "--seconds",
    metavar="N",
    type=NumberRange(0.02, 60),
    help="How long each frame is shown.  [default: 1 for a single, 2 for other steps, 0.2 for a search]",
)
@flag_option("--solved", help="Show the solved puzzle.")
@flag_option("--with-solution", help="Show a small solution below the puzzle.")
@flag_option("--names", help="Name the rows and columns: r1, c1, ...")
@flag_option("--without-words", help="Leave out the title, the author and the rules that the setter wrote.")
@flag_option("--letters", help="Letters instead of numbers above 9: A for 10, B for 11, ...")
@flag_option("--pictures", help="Pictures instead of digits, for children.")
@theme_option
@width_option
@flag_option("--transparent", help="Leave out the background (SVG and PNG).")
@language_option
@puzzle_source("layout", "symbols")
def command(
    source: PuzzleSource,
    output: str,
    step: int | None,
    animate: str | None,
    seconds: float | None,
    theme: str,
    width: int | None,
    transparent: bool,
    without_words: bool,
    language: str,
    **contents: bool,
) -> int:
    """Draw a puzzle and save the picture: SVG, PNG or PDF, by the file's extension; animations are SVG or GIF.

    Every board can be drawn, and the rules of variants: cages, lines, dots, arrows, clues outside the board. Title,
    author and rules are written around it, if the input has them.
    SVG files contain their font. PNG, PDF and GIF need the extra `print`. An animation of a search shows its first 500
    moves, then the solution.

    For example:
        sudoku draw puzzle.txt -o board.svg  # the puzzle as a picture for a page
        sudoku draw puzzle.txt --candidates -o board.svg  # with the candidates of each cell
        sudoku draw puzzle.txt --step 5 -o step.svg  # the fifth step of the solution, marked
        sudoku draw puzzle.txt --with-solution -o board.svg  # with a small solution below it
        sudoku draw puzzle.txt --solved --theme dark -o solved.svg  # the solved puzzle, on a dark background
        sudoku draw puzzle.txt --animate steps -o solve.svg  # an animation: the puzzle solved step by step
        sudoku draw 12.............. --animate search -o search.svg  # backtracking, move by move
    """
    from nonet.draw.files import check_extension, save_scene
    from nonet.draw.setter_words import with_words

    if animate is not None:
        if any(contents.values()) or transparent or step is not None:
            raise click.UsageError("--animate cannot be combined with other contents of the picture")
        puzzle = source.puzzle()
        animation = _animation(puzzle, animate, output, seconds=seconds, theme=theme, language=language)
        animation.save(output, width=width)
        return DONE
    check_extension(output)
    require("--animate", "--seconds")
    if step is not None and any(shown for name, shown in contents.items() if name != "names"):
        raise click.UsageError("--step cannot be combined with other contents of the picture")
    refuse_together("--letters", "--pictures")
    refuse_together("--solved", "--candidates")
    refuse_together("--solved", "--with-solution")
    if transparent and output.lower().endswith(".pdf"):
        raise click.UsageError("--transparent is for SVG and PNG")
    puzzle = source.puzzle()
    scene = _board(puzzle, **contents) if step is None else _step(puzzle, step, language)
    if step is None and not without_words:
        scene = with_words(scene, puzzle.about, language=language)
    save_scene(scene, output, theme=theme, width=width, background=not transparent)
    return DONE


def _board(
    puzzle: Puzzle,
    *,
    candidates: bool,
    solved: bool,
    with_solution: bool,
    names: bool,
    letters: bool,
    pictures: bool,
) -> Scene:
    from nonet.draw.board import (
        BoardOptions,
        board_scene,
        letter_digits,
        number_digits,
        with_small_solution,
    )
    from nonet.draw.pictograms import check_size, picture_digits

    if pictures:
        check_size(puzzle.layout)
    digits = picture_digits if pictures else letter_digits if letters else number_digits
    options = BoardOptions(digits=digits, names=names)
    answer = engine_for(puzzle).solution(puzzle) if solved or with_solution else None
    marks = Candidates.at(puzzle.givens, ruled_out=puzzle.ruled_out) if candidates and not solved else None
    scene = board_scene(puzzle, grid=answer if solved else None, candidates=marks, options=options)
    if not with_solution or answer is None:
        return scene
    return with_small_solution(scene, puzzle, answer, options=options)


def _animation(
    puzzle: Puzzle, what: str, output: str, *, seconds: float | None, theme: str, language: str
) -> Animation:
    from nonet.draw.animation import ANIMATED, animate
    from nonet.draw.files import check_extension

    check_extension(output, ANIMATED)
    if what == "steps":
        engine_for(puzzle).solution(puzzle)
    return animate(puzzle, search=what == "search", seconds=seconds, theme=theme, language=language)


def _step(puzzle: Puzzle, number: int, language: str) -> Scene:
    from nonet.draw.steps import step_scene
    from nonet.explain import picture
    from nonet.logic.path import path

    engine_for(puzzle).solution(puzzle)
    count = 0
    for count, step in enumerate(path(puzzle), start=1):
        if count == number:
            shown = picture(step.on_path.position, step, givens=puzzle.givens, language=language)
            return step_scene(shown, rules=puzzle.rules)
    raise NonetError(f"there is no step {number}; the solution has {count}")
