"""The statistics, as text: figures, a chart of the last four weeks, and for each board a table of its levels."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from textual.content import Content

from nonet.faces.tui.panel import clock
from nonet.messages import TN
from nonet.play.game import LEVELS

if TYPE_CHECKING:
    from nonet.faces.tui.base import PlayBase
    from nonet.play.saved.statistics import Line, Statistics

__all__ = ["bars", "statistics_text"]

BLOCKS, PLAIN_BLOCKS = "▁▂▃▄▅▆▇█", "_.-=+*%#"
LATEST = 12
"""Times in a chart."""


def bars(numbers: Sequence[float], *, plain: bool = False, zero: str = " ") -> str:
    """A chart with a character for each number; `zero` stands for 0.

    >>> bars([0, 1, 2, 4]), bars([3, 3], plain=True)
    (' ▂▄█', '##')
    """
    blocks, most = PLAIN_BLOCKS if plain else BLOCKS, max(numbers, default=0)
    return "".join(blocks[ceil(8 * number / most) - 1] if number else zero for number in numbers)


def statistics_text(app: PlayBase) -> Content:
    from nonet.play.saved.statistics import statistics

    found = statistics(app.store.results(), today=app.today())
    say = app.say
    if not found.lines:
        return Content(say("No games yet. Solve a puzzle and it will be counted here."))
    boards = dict.fromkeys(line.board for line in found.lines)
    parts = [_figures(app, found), _weeks(app, found)]
    parts += [_table(app, [line for line in found.lines if line.board == board]) for board in boards]
    parts.append(Content(say("Everything stays on this computer: {path}", path=app.store.path)))
    return Content("\n\n").join(parts)


def _figures(app: PlayBase, found: Statistics) -> Content:
    figures = (
        (found.finished, TN("game solved", "games solved")),
        (found.streak.current, TN("day in a row", "days in a row")),
        (found.streak.longest, TN("day, your longest streak", "days, your longest streak")),
        (found.daily_streak.current, TN("puzzle of the day in a row", "puzzles of the day in a row")),
    )
    width = max(len(str(number)) for number, _ in figures)
    lines = [
        Content.assemble((str(number).rjust(width), "bold"), f" {app.count(forms, number)}")
        for number, forms in figures
    ]
    return Content("\n").join(lines)


def _weeks(app: PlayBase, found: Statistics) -> Content:
    forms = TN("{n} game solved in the last four weeks", "{n} games solved in the last four weeks")
    chart = bars(found.days, plain=app.plain, zero="." if app.plain else "·")
    return Content.assemble((chart, "bold $accent"), "  ", app.count(forms, sum(found.days)))


def _table(app: PlayBase, lines: list[Line]) -> Content:
    """The levels of one board, the easiest first."""
    from nonet.play.new_game import level_title

    say, order = app.say, (*LEVELS, "")
    heads = ["", say("Solved"), say("Best"), say("Average"), say("Without help"), say("Latest times")]
    heads[0] = app.board_title(lines[0].board)
    table = [heads]
    for line in sorted(
        lines, key=lambda each: order.index(each.level) if each.level in order else len(order)
    ):
        level = level_title(line.level, language=app.settings.language) if line.level else say("own")
        table.append(
            [
                level,
                say("{finished} of {games}", finished=line.finished, games=line.games),
                _time(line.best),
                _time(line.mean),
                str(line.unaided),
                bars(line.times[-LATEST:], plain=app.plain) if len(line.times) > 1 else "-",
            ]
        )
    widths = [max(len(row[column]) for row in table) for column in range(len(heads))]
    rows = []
    for number, row in enumerate(table):
        cells = [
            text.rjust(width) if 0 < column < 5 else text.ljust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        rows.append(Content.styled("  ".join(cells).rstrip(), "" if number else "bold"))
    return Content("\n").join(rows)


def _time(seconds: float | None) -> str:
    return "-" if seconds is None else clock(seconds)
