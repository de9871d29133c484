"""The calendar of daily puzzles: a month at a time, each with its level and how far the player got."""

from __future__ import annotations

from calendar import monthrange
from datetime import date

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from nonet.errors import NonetError
from nonet.faces.tui.screens import DrawnScreen
from nonet.messages import TN, T
from nonet.play.game import LEVELS
from nonet.play.new_game import VARIANTS, level_title
from nonet.play.saved.month import Day, Month, month_of
from nonet.play.words import clock

_WEEKDAYS = (T("Mon"), T("Tue"), T("Wed"), T("Thu"), T("Fri"), T("Sat"), T("Sun"))
_MONTHS = (
    *(T("January"), T("February"), T("March"), T("April"), T("May"), T("June")),
    *(T("July"), T("August"), T("September"), T("October"), T("November"), T("December")),
)
_MOVES = {
    **dict.fromkeys(("left", "h"), -1),
    **dict.fromkeys(("right", "l"), 1),
    **dict.fromkeys(("up", "k"), -7),
    **dict.fromkeys(("down", "j"), 7),
}
_BOARDS = ("9x9", *(each.name for each in VARIANTS))
WIDTH = 7
"""Columns of a day."""


class CalendarScreen(DrawnScreen[tuple[date, str]]):
    """It ends with the day whose puzzle is to be played, and its board: 9x9, or a variant."""

    def __init__(self, today: date) -> None:
        super().__init__()
        self.today = self.day = today
        self.board = _BOARDS[0]

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with VerticalScroll(classes="list", can_focus=False):
            yield Static(id="text")
        yield Static(id="foot")

    def show(self) -> None:
        say, app = self.say, self.play_app
        try:
            month = month_of(app.store, self.day, today=self.today, board=self.board)
        except NonetError as error:
            self.update("text", app.trouble(error))
            return
        month_name = f"{say(_MONTHS[month.first.month - 1])} {month.first.year}"
        self.update("head", f" {say('Puzzles of the day')}: {month_name}, {app.board_title(self.board)}")
        about = say("Easy on Mondays, harder every day, extreme on Sundays; the same for everyone.")
        parts = [self._grid(month), self._key(), self._chosen(month), self._summary(month)]
        if self.board == _BOARDS[0]:
            parts.insert(0, Content(about))
        self.update("text", Content("\n\n").join(parts))
        keys = [
            ("Arrows" if app.plain else "←↑↓→", say("select")),
            ("PgUp PgDn", say("month")),
            ("b", say("board")),
            ("Enter", say("play")),
            ("Esc", say("back")),
        ]
        self.show_foot(keys)

    def _grid(self, month: Month) -> Content:
        lines = [Content.styled("".join(self.say(name).ljust(WIDTH) for name in _WEEKDAYS), "bold")]
        days = [Content(" " * WIDTH)] * month.first.weekday() + [self._cell(day) for day in month.days]
        lines += [Content("").join(days[at : at + 7]) for at in range(0, len(days), 7)]
        return Content("\n").join(lines)

    @property
    def _level_signs(self) -> str:
        return "12345" if self.play_app.plain else "▁▂▄▆█"

    def _key(self) -> Content:
        """What the signs mean."""
        titles = (level_title(level, language=self.play_app.settings.language) for level in LEVELS)
        levels = [f"{sign} {title}" for sign, title in zip(self._level_signs, titles, strict=True)]
        states = [
            f"✓ {self.say('solved')}",
            f"… {self.say('in progress')}",
            f"✗ {self.say('given up')}",
        ]
        return Content.styled(f"{'   '.join(levels)}\n{'   '.join(states)}", "dim")

    def _cell(self, day: Day) -> Content:
        mark = {"finished": "✓", "given-up": "✗", "playing": "…"}.get(day.status or "", " ")
        level = LEVELS.index(day.level) + 1
        content = Content(f"{day.day.day:>2}{self._level_signs[level - 1]}{mark} ")
        if day.day == self.day:
            content = content.stylize("reverse bold")
        elif day.day == self.today:
            content = content.stylize("bold underline")
        click = Style.from_meta({"day": day.day.isoformat()})
        return Content.assemble(content.stylize(click), " " * (WIDTH - len(content.plain)))

    def _chosen(self, month: Month) -> Content:
        day = month.days[self.day.day - 1]
        level = level_title(day.level, language=self.play_app.settings.language)
        state = {
            "finished": self.say("Solved in {time}.", time=clock(day.seconds or 0)),
            "given-up": self.say("given up"),
            "playing": self.say("in progress"),
        }.get(day.status or "", "")
        weekday = self.say(_WEEKDAYS[day.day.weekday()])
        date_text = f"{weekday} {day.day.isoformat()}"
        return Content.assemble((date_text, "bold"), ": ", ", ".join(filter(None, (level, state))))

    def _summary(self, month: Month) -> Content:
        count = self.play_app.count
        solved = count(TN("{n} solved this month", "{n} solved this month"), month.solved)
        streak = count(TN("streak: {n} day", "streak: {n} days"), month.streak.current)
        return Content(f"{solved} · {streak}")

    # -- input -----------------------------------------------------------------------------------------------

    def take_key(self, event: events.Key) -> bool:
        if event.key in _MOVES:
            self._go(_MOVES[event.key])
        elif event.key == "pageup":
            self._go(-self.day.day)
        elif event.key == "pagedown":
            self._go(monthrange(self.day.year, self.day.month)[1] + 1 - self.day.day)
        elif event.key == "enter":
            self.close((self.day, self.board))
        elif event.key == "b":
            self.board = _BOARDS[(_BOARDS.index(self.board) + 1) % len(_BOARDS)]
            self.show()
        else:
            return super().take_key(event)
        return True

    def _go(self, days: int) -> None:
        """From the first day of the calendar to today."""
        number = min(self.day.toordinal() + days, self.today.toordinal())
        self.day = date.fromordinal(max(number, 1))
        self.show()

    def on_click(self, event: events.Click) -> None:
        """A click selects a day; another one plays it."""
        if "day" in event.style.meta:
            day = date.fromisoformat(event.style.meta["day"])
            if day == self.day:
                self.close((day, self.board))
            else:
                self._go((day - self.day).days)
