"""How values look in a notebook: puzzles, grids and candidates as pictures, a step with its reason, a path as a strip
of pictures that can be scrolled, a rating as a line.
"""

from __future__ import annotations

from html import escape
from itertools import islice

from nonet.candidates import Candidates
from nonet.draw.board import board_scene
from nonet.draw.steps import step_scene
from nonet.draw.svg import to_svg_file
from nonet.explain.explaining import explain
from nonet.explain.names import level_name, technique_name
from nonet.explain.notation import conclusions
from nonet.explain.step_picture import picture
from nonet.explain.voice import capital
from nonet.generate.levels import LEVELS
from nonet.grid import Grid
from nonet.logic.path import SolvingPath
from nonet.puzzle import Puzzle
from nonet.rating.base import Rating
from nonet.step import Step

WIDTH = 320
"""Pixels."""
LONGEST = 120
"""The most steps of a strip."""

_TEXT = "font:14px/1.5 sans-serif;max-width:46em"
_STRIP = "display:flex;gap:16px;overflow-x:auto;padding:4px 0 12px"
_FIGURE = f"flex:0 0 {WIDTH}px;width:{WIDTH}px;margin:0;font:13px/1.4 sans-serif"


def notebook_svg(value: object) -> str:
    """The SVG of a puzzle, a grid or candidates. A grid may have conflicts.

    >>> notebook_svg(Grid.of("4x4", "11..............")).count("<text")
    2
    """
    if isinstance(value, Puzzle):
        scene = board_scene(value)
    elif isinstance(value, Candidates):
        scene = board_scene(_empty(value.grid), grid=value.grid, candidates=value)
    elif isinstance(value, Grid):
        scene = board_scene(_empty(value), grid=value)
    else:
        raise TypeError(f"{type(value).__name__} has no picture")
    return to_svg_file(scene, width=WIDTH)


def notebook_html(value: object) -> str | None:
    """The HTML of a step, a path or a rating; None for a step that does not know its position.

    >>> notebook_html(Rating("hodoku", "2.2", 284, "hard", "x-wing", 57))
    '<div>●●●○○ <b>hard</b> 284 (hodoku 2.2); hardest step: X-wing; 57 steps</div>'
    """
    match value:
        case Step():
            return _step(value)
        case SolvingPath():
            return _strip(value)
        case Rating():
            return _rating(value)
    raise TypeError(f"{type(value).__name__} has no HTML")


def _empty(grid: Grid) -> Puzzle:
    return Puzzle(Grid.empty(grid.layout))


def _step(step: Step) -> str | None:
    """The picture of a step with its legend, and the reason in words."""
    if step.context is None:
        return None
    position = step.context.position
    shown = picture(position, step, givens=step.context.givens)
    svg = to_svg_file(step_scene(shown, rules=step.context.rules), width=480, fonts=False)
    text = escape(explain(step, position)).replace("\n", "<br>")
    return f'<div>{svg}<p style="{_TEXT}">{text}</p></div>'


def _strip(path: SolvingPath) -> str:
    steps = list(islice(path.restart(), LONGEST + 1))
    figures = [_figure(step) for step in steps[:LONGEST]]
    if len(steps) > LONGEST:
        figures.append(f'<figure style="{_FIGURE}">…</figure>')
    return f'<div style="{_STRIP}" tabindex="0" role="group" aria-label="Steps">{"".join(figures)}</div>'


def _figure(step: Step) -> str:
    context = step.on_path
    layout = context.position.layout
    shown = picture(context.position, step, givens=context.givens)
    svg = to_svg_file(step_scene(shown, rules=context.rules, legend=False), width=WIDTH, fonts=False)
    result = ", ".join(conclusions(layout, step.placements, step.eliminations))
    name = capital(technique_name(step.technique))
    caption = f"{context.number}. <b>{escape(name)}</b><br>{escape(result)}"
    return f'<figure style="{_FIGURE}">{svg}<figcaption>{caption}</figcaption></figure>'


def _rating(rating: Rating) -> str:
    parts = [f"{rating.score_text} ({rating.scheme} {rating.version})"]
    if rating.level:
        rank = list(LEVELS).index(rating.level) + 1 if rating.level in LEVELS else 0
        dots = "●" * rank + "○" * (5 - rank) + " " if rank else ""
        parts[0] = f"{dots}<b>{escape(level_name(rating.level))}</b> {parts[0]}"
    parts += [f"{name.upper()} {value:.1f}" for name, value in rating.parts.items()]
    if rating.technique:
        parts.append(f"hardest step: {escape(technique_name(rating.technique))}")
    parts.append(f"{rating.steps} step{'' if rating.steps == 1 else 's'}")
    return f"<div>{'; '.join(parts)}</div>"
