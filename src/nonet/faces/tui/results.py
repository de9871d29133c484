"""The end of a game and the statistics: the time, the help that was used, how it compares, what the puzzle needed."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from nonet.errors import NonetError
from nonet.explain import technique_name
from nonet.explain.voice import capital
from nonet.faces.tui.base import PlayBase
from nonet.faces.tui.screens import Menu, PickScreen, PlayScreen, Row
from nonet.messages import TN
from nonet.play.events import Finished
from nonet.play.game import LEVELS
from nonet.play.lessons import has_lesson
from nonet.play.new_game import level_title
from nonet.play.packs import place_in_pack
from nonet.play.result import needed_words, result_sentences, techniques_needed
from nonet.play.saved.session import SavedSession
from nonet.play.saved.statistics import Line, Statistics, standing, statistics
from nonet.play.words import clock

LEARN = "learn "
BLOCKS, PLAIN_BLOCKS = "▁▂▃▄▅▆▇█", "_.-=+*%#"
LATEST = 12
"""Times in a chart."""


class FinishedScreen(PickScreen):
    """It ends with what is wanted next: again, start, statistics, replay, `learn TECHNIQUE`, quit, or nothing."""

    def __init__(self, session: SavedSession, event: Finished) -> None:
        super().__init__()
        self.session = session
        self.event = event
        self.hardest = ""

    def heading(self) -> str:
        return self.say("Well done!")

    def texts(self) -> ComposeResult:
        yield Static("\n".join(self._lines()), classes="words", markup=False)
        yield Static(id="needed", classes="words", markup=False)

    def on_mount(self) -> None:
        self.query_one("#needed").display = False
        if self.session.game.solution is not None:
            self.in_background(lambda: techniques_needed(self.session.game), self._show_techniques)

    def rows(self) -> list[Row]:
        in_pack = place_in_pack(self.session.game.source)
        rows = [
            Row("again", self.say("Next puzzle") if in_pack else self.say("Play another")),
            Row("start", self.say("Main menu")),
            Row("statistics", self.say("Statistics")),
            Row("replay", self.say("Replay")),
            Row("", self.say("View the board")),
            Row("quit", self.say("Quit")),
        ]
        if self.hardest:
            name = technique_name(self.hardest, self.play_app.settings.language)
            rows.insert(4, Row(LEARN + self.hardest, self.say("Learn: {name}", name=name)))
        return rows

    def _lines(self) -> list[str]:
        lines = [self.say("Solved in {time}.", time=clock(self.event.seconds))]
        if self.event.best:
            lines.append(self.say("Your best time without help on this board and level!"))
        game, app = self.session.game, self.play_app
        try:
            results = app.store.results()
        except NonetError:  # without them, there is less to say
            return lines
        place = standing(results, game.id, board=game.board, level=game.level or "", today=app.today())
        return [*lines, *result_sentences(self.session, place, language=app.settings.voice)]

    def _show_techniques(self, needed: dict[str, int] | str) -> None:
        if not needed or isinstance(needed, str) or not self.is_mounted:
            return
        words = needed_words(needed, language=self.play_app.settings.language)
        shown = self.query_one("#needed", Static)
        shown.update(Content(f"{self.say('What this puzzle needed')}: {capital(words)}."))
        shown.display = True
        self.hardest = next((key for key in needed if has_lesson(key)), "")
        self.query_one(Menu).set_rows(self.rows())


def bars(numbers: Sequence[float], *, plain: bool = False, zero: str = " ") -> str:
    """A chart with a character for each number; `zero` stands for 0.

    >>> bars([0, 1, 2, 4]), bars([3, 3], plain=True)
    (' ▂▄█', '##')
    """
    blocks, most = PLAIN_BLOCKS if plain else BLOCKS, max(numbers, default=0)
    return "".join(blocks[ceil(8 * number / most) - 1] if number else zero for number in numbers)


def show_statistics(screen: PlayScreen[Any]) -> None:
    try:
        text = _statistics(screen.play_app)
    except NonetError as error:
        text = Content(screen.play_app.trouble(error))
    screen.tell(screen.say("Statistics"), text)


def _statistics(app: PlayBase) -> Content:
    """Figures, a chart of the last four weeks, and for each board a table of its levels."""
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
    say, order = app.say, (*LEVELS, "")
    heads = (say("Solved"), say("Best"), say("Average"), say("Without help"), say("Latest times"))
    table = [[app.board_title(lines[0].board), *heads]]
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
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
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
