"""The parts of the game's screen: head, board, panel and foot, arranged to fit the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from nonet.errors import NonetError
from nonet.faces.tui.board import BoardView
from nonet.faces.tui.board_screen import board_widgets
from nonet.faces.tui.geometry import Arrangement, Geometry, arrange, geometry
from nonet.faces.tui.keys import FOOT, KEYS
from nonet.faces.tui.lighting import look_at
from nonet.faces.tui.panel import Facts, clock, mode_name, noted, notes_text, panel
from nonet.faces.tui.rule_look import RuleLook, rule_look
from nonet.faces.tui.screens import PlayScreen
from nonet.faces.tui.selection import Selection
from nonet.messages import T

if TYPE_CHECKING:
    from nonet.play.hint_view import HintView
    from nonet.play.saved.session import SavedSession

__all__ = ["GameView"]

SHOWN_MISTAKES = {"rules": T("showing conflicts"), "solution": T("showing mistakes")}

SAVE_CLOCK = 5
"""Seconds between two saves of the clock."""


class GameView(PlayScreen[str]):
    """Shows a game. Call `show` after changing anything."""

    def __init__(self, session: SavedSession) -> None:
        super().__init__()
        self.session = session
        self.selection = Selection(session.game.layout.size)
        self.selection.next_empty(session.state.values.values, -1)
        self.selection.next_empty(session.state.values.values, 1)
        self.given: HintView | None = None
        self.checked: frozenset[int] = frozenset()
        self.news = ""
        self.thinking = False
        self.pending = ""
        self._seconds = 0
        self._plan: tuple[Arrangement, Geometry] | None = None
        self._foot: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        yield from board_widgets()

    def on_mount(self) -> None:
        """Draws the game and starts the clock."""
        self.set_interval(1.0, self._tick)
        if not self.news and not self.session.state.filled - self.session.state.givens.clue_count:
            self.news = self.say("Select a cell with the arrow keys and type a digit.")
        self.show()

    def on_screen_resume(self) -> None:
        """Back from another screen: the language or the theme may have changed."""
        if self.is_mounted:
            self.session.change(self.play_app.settings)
            self.show()

    def on_resize(self, event: events.Resize) -> None:
        """Arranges everything for the new size."""
        self.show()

    def _tick(self) -> None:
        self._seconds += 1
        self._show_head()
        if self._seconds % SAVE_CLOCK == 0:
            self._keep_clock()

    def _keep_clock(self) -> None:
        try:
            self.session.tick()
        except NonetError as error:
            self.news = self.play_app.trouble(error)
            self.show()

    @property
    def arrangement(self) -> Arrangement:
        """How the window is divided at its present size."""
        margins = self.rule_look.margins
        return arrange(self.session.game.layout, self.size.width, self.size.height, margins)

    @property
    def rule_look(self) -> RuleLook:
        """How the rules of the puzzle are drawn."""
        return rule_look(self.session.game.puzzle, plain=self.play_app.plain)

    def show(self) -> None:
        """Redraws everything."""
        if not self.is_mounted or not self.size.width:
            return
        plan = self.arrangement
        small = plan.scale is None
        for name in ("#head", "#middle", "#foot"):
            self.query_one(name).display = not small
        self.query_one("#small").display = small
        if plan.scale is None:
            self.query_one("#small", Static).update(
                self.say("The window is too small for the board. Make it larger; your game is saved.")
            )
            return
        labels = plan.labels and self.play_app.settings.terminal_labels
        place = geometry(self.session.game.layout, plan.scale, labels, self.rule_look.margins)
        look = look_at(
            self.session.state,
            self.selection,
            settings=self.play_app.settings,
            given=self.given,
            checked=self.checked,
            hidden=self.hidden,
            tall=plan.scale.holds_notes,
            plain=self.play_app.plain,
            rules=self.rule_look,
        )
        board = self.query_one("#board", BoardView)
        if self._plan != (plan, place):
            self._plan = (plan, place)
            self._arrange(plan, place)
        board.show(look, place, self.play_app.theme_name)
        if plan.scrolls:
            self.call_after_refresh(board.reveal_cell, self.selection.cursor)
        self._show_head()
        self._show_panel(plan)
        self._show_foot(plan)

    def _arrange(self, plan: Arrangement, place: Geometry) -> None:
        """Lays out the widgets; only when the arrangement changes, because it is slow."""
        board = self.query_one("#board")
        board.styles.width = "100%" if plan.scrolls else place.width
        board.styles.height = "100%" if plan.scrolls else place.height
        middle, side = self.query_one("#middle"), self.query_one("#panel")
        middle.styles.layout = "vertical" if plan.below else "horizontal"
        side.display = bool(plan.side or plan.below)
        side.styles.width = plan.side if plan.side else "100%"
        side.styles.height = plan.below if plan.below else "100%"
        self.query_one("#foot").styles.height = plan.keys

    @property
    def hidden(self) -> bool:
        """Whether the board is hidden, because the game is paused."""
        return self.session.paused and not self.session.is_over

    def _show_head(self) -> None:
        state, game = self.session.state, self.session.game
        plan = self.arrangement
        alone = not plan.side and not plan.below
        title = f"{self.play_app.board_title(game.board)} {self.play_app.source_title(game)}".strip()
        empty = state.total - state.givens.clue_count
        parts = [title, f"{state.filled - state.givens.clue_count}/{empty}"]
        if self.play_app.settings.show_timer:
            parts.append(clock(self.session.seconds))
        if self.hidden:
            parts.append(self.say("paused"))
        if alone:  # no panel: the head shows events, and what the digits do
            here = (
                notes_text(state, self.selection.cursor, self.say, language=self.play_app.settings.voice)
                if self.selection.cursor in noted(state)
                else ""
            )
            parts = [self.news or here] if self.news or here else parts
            if self.selection.mode != "digit":
                parts.insert(0, f"[{mode_name(self.selection.mode, self.say)}]")
        elif self.play_app.settings.check != "off":
            parts.append(self.say(SHOWN_MISTAKES[self.play_app.settings.check]))
        dot = " - " if self.play_app.plain else " · "
        self.query_one("#head", Static).update(Content(f" {dot.join(parts)}"))

    def _show_panel(self, plan: Arrangement) -> None:
        width = (plan.side or self.size.width) - 3
        if self.hidden:
            content = Content(self.say("Paused. The board is hidden; press p to continue."))
        else:
            facts = Facts(
                self.session.state,
                self.selection,
                digit_first=self.play_app.settings.input == "digit",
                news=self.news,
                given=self.given,
                thinking=self.thinking,
                pending=self.pending,
                plain=self.play_app.plain,
                voice=self.play_app.settings.voice,
                puzzle=self.session.game.puzzle,
            )
            content = panel(facts, width, self.say)
        self.query_one("#facts", Static).update(content)

    def _show_foot(self, plan: Arrangement) -> None:
        """Shows as many keys as there is room for, the most important first."""
        depends_on = (self.size.width, plan.keys, self.play_app.settings.language, self.play_app.theme_name)
        if depends_on == self._foot:
            return
        self._foot = depends_on
        arrows = self.say("Arrows") if self.play_app.plain else "←↑↓→"
        size = self.session.game.layout.size
        first = [(arrows, self.say("move"), ""), (f"1-{size}", self.say("digit"), "")]
        entries = {key.action: key for key in KEYS}
        urgent = () if self.size.width >= 60 else ("help", "hint", "undo")
        names = (*urgent, *(name for name in FOOT if name not in urgent))
        rest = [(entries[name].shown.split()[0], self.say(entries[name].short), name) for name in names]
        lines: list[list[Content]] = [[]]
        used = 0
        for shown, label, action in [*first, *rest]:
            width = self.play_app.chip(shown, label).cell_length + 1
            if used + width > self.size.width + 1:
                if len(lines) == plan.keys:
                    break
                lines.append([])
                used = 0
            used += width
            lines[-1].append(self.play_app.chip(shown, label, action))
        self.query_one("#foot", Static).update(
            Content("\n").join([Content(" ").join(line) for line in lines])
        )
