"""The statistics, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from nonet.faces.tui.panel import clock

if TYPE_CHECKING:
    from nonet.faces.tui.base import PlayBase

__all__ = ["statistics_text"]


def statistics_text(app: PlayBase) -> Content:
    """A table of boards and levels, and the streaks."""
    from nonet.play.new_game import level_title
    from nonet.play.saved.statistics import statistics

    found = statistics(app.store.results(), today=app.today())
    say, language = app.say, app.settings.language
    if not found.lines:
        return Content(say("No games yet. Solve a puzzle and it will be counted here."))
    heads = [
        say("board"),
        say("level"),
        say("games"),
        say("solved"),
        say("no help"),
        say("best"),
        say("average"),
    ]
    table = [heads]
    for line in found.lines:
        table.append(
            [
                app.board_title(line.board),
                level_title(line.level, language=language) if line.level else say("own"),
                str(line.games),
                str(line.finished),
                str(line.unaided),
                "-" if line.best is None else clock(line.best),
                "-" if line.mean is None else clock(line.mean),
            ]
        )
    widths = [max(len(row[column]) for row in table) for column in range(len(heads))]
    lines = []
    for number, row in enumerate(table):
        cells = [
            text.ljust(width) if column < 2 else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(Content.styled("  ".join(cells), "bold" if number == 0 else ""))
    lines += [
        Content(""),
        Content(
            say(
                "Days in a row with a solved game: {now} (longest: {most})",
                now=found.streak.current,
                most=found.streak.longest,
            )
        ),
        Content(
            say(
                "Days in a row with the puzzle of the day: {now} (longest: {most})",
                now=found.daily_streak.current,
                most=found.daily_streak.longest,
            )
        ),
        Content(""),
        Content(say("Everything stays on this computer: {path}", path=app.store.path)),
    ]
    return Content("\n").join(lines)
