"""The player's own puzzle: typed cell by cell or pasted in any format, and checked before it is played."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from nonet.errors import NonetError
from nonet.faces.tui.board import BoardView
from nonet.faces.tui.board_screen import board_widgets
from nonet.faces.tui.canvas import BoardLook
from nonet.faces.tui.geometry import arrange, geometry
from nonet.faces.tui.keys import action_of, digit_of
from nonet.faces.tui.screens import PlayScreen
from nonet.faces.tui.selection import Selection
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import TN
from nonet.play.validation import Kind, Verdict, validate, verdict_words

__all__ = ["CustomPuzzleScreen"]

_STEPS = {"go_up": (-1, 0), "go_down": (1, 0), "go_left": (0, -1), "go_right": (0, 1)}


class CustomPuzzleScreen(PlayScreen[Verdict]):
    """An empty board; the cursor goes on by itself, so that rows can be typed as they are printed. It ends with
    the verdict on a puzzle that can be played.
    """

    def __init__(self, board: str) -> None:
        super().__init__()
        self._take(_layout_of(board))

    def _take(self, layout: Layout, values: bytes | None = None) -> None:
        self.layout_now = layout
        self.values = bytearray(values or bytes(layout.cell_count))
        self.selection = Selection(layout.size)
        self.wrong: frozenset[int] = frozenset()
        self.verdict = ""

    def compose(self) -> ComposeResult:
        yield from board_widgets()

    def on_mount(self) -> None:
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        self.show()

    def show(self) -> None:
        """Redraws everything."""
        if not self.is_mounted or not self.size.width:
            return
        say = self.play_app.say
        plan = arrange(self.layout_now, self.size.width, self.size.height)
        small = plan.scale is None
        for name in ("#head", "#middle", "#foot"):
            self.query_one(name).display = not small
        self.query_one("#small").display = small
        if plan.scale is None:
            self.query_one("#small", Static).update(say("The window is too small for the board."))
            return
        middle, side = self.query_one("#middle"), self.query_one("#panel")
        middle.styles.layout = "vertical" if plan.below else "horizontal"
        side.display = bool(plan.side or plan.below)
        side.styles.width = plan.side if plan.side else "100%"
        side.styles.height = plan.below if plan.below else "100%"
        place = geometry(self.layout_now, plan.scale, plan.labels)
        look = BoardLook(
            self.layout_now,
            bytes(self.values),
            bytes(self.values),
            cursor=self.selection.cursor,
            conflicts=self.wrong,
            ascii=self.play_app.plain,
            letters=self.play_app.settings.digits == "letters",
        )
        board = self.query_one("#board", BoardView)
        board.styles.width = "100%" if plan.scrolls else place.width
        board.styles.height = "100%" if plan.scrolls else place.height
        board.show(look, place, self.play_app.theme_name)
        if plan.scrolls:
            self.call_after_refresh(board.reveal_cell, self.selection.cursor)
        clues = sum(value > 0 for value in self.values)
        counted = self.play_app.count(TN("{n} clue", "{n} clues"), clues)
        head = f" {say('Your own puzzle')} - {self.layout_now.name[:12]} - {counted}"
        if not (plan.side or plan.below) and self.verdict:
            head = f" {self.verdict}"
        self.query_one("#head", Static).update(Content(head))
        self.query_one("#facts", Static).update(self._facts())
        self._foot()

    def _facts(self) -> Content:
        say = self.play_app.say
        parts = [
            Content(say("Type the digits of your puzzle, 0 or . for an empty cell, or paste it as text.")),
            Content(say("Press Enter to check it and start the game.")),
        ]
        if self.verdict:
            parts.insert(0, Content.styled(self.verdict, "bold"))
        return Content("\n\n").join(parts)

    def _foot(self) -> None:
        say = self.play_app.say
        pieces = [
            ("Enter", say("start"), "enter"),
            ("b", say("board"), "board"),
            ("0", say("erase"), "clear"),
            ("Esc", say("back"), "back"),
        ]
        foot = [self.play_app.chip(key, label, name) for key, label, name in pieces]
        self.query_one("#foot", Static).update(Content("  ").join(foot))

    # -- input -----------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Digits fill cells and move the cursor on."""
        digit = digit_of(event.character, self.layout_now.size)
        action = action_of(event.key)
        if digit is not None:
            self._put(digit)
        elif event.character in ("0", "."):
            self._put(0)
        elif event.key in ("backspace", "delete"):
            self.values[self.selection.cursor] = 0
            if event.key == "backspace":
                self.selection.go((self.selection.cursor - 1) % len(self.values))
        elif event.key == "b":
            self.act("board")
        elif action in _STEPS:
            self.selection.move(*_STEPS[action])
        elif event.key in ("enter", "escape", "q"):
            self.act("enter" if event.key == "enter" else "back")
        else:
            return
        event.stop()
        event.prevent_default()
        self.show()

    def _put(self, digit: int) -> None:
        self.values[self.selection.cursor] = digit
        self.selection.go((self.selection.cursor + 1) % len(self.values))
        self.verdict, self.wrong = "", frozenset()

    def on_paste(self, event: events.Paste) -> None:
        """A pasted puzzle, in any format that can be read."""
        from nonet.play.share import from_share

        event.stop()
        try:
            puzzle = from_share(event.text)
        except NonetError as error:
            self.verdict = self.play_app.trouble(error)
        else:
            self._take(puzzle.layout, puzzle.givens.values)
            self.verdict = self.play_app.say("Pasted. Press Enter to check it and start the game.")
        self.show()

    def on_board_view_picked(self, message: BoardView.Picked) -> None:
        self.selection.go(message.cell)
        self.show()

    def on_click(self, event: events.Click) -> None:
        """The keys at the foot can be clicked."""
        if "act" in event.style.meta:
            self.act(event.style.meta["act"])

    def act(self, name: str) -> None:
        if name == "back":
            self.close()
        elif name == "clear":
            self._put(0)
            self.show()
        elif name == "board":
            self._choose_board()
        else:
            self._judge()

    def _choose_board(self) -> None:
        from nonet.faces.tui.dialogs import PickScreen
        from nonet.play.new_game import CLASSIC_BOARDS, board_title

        language = self.play_app.settings.language
        rows = [(each.name, board_title(each.name, language=language)) for each in CLASSIC_BOARDS]
        rows.append(("25x25", "25x25"))

        def chosen(name: str | None) -> None:
            if name:
                self._take(_layout_of(name))
                self.show()

        self.app.push_screen(PickScreen(self.play_app.say("Board"), rows), chosen)

    def _judge(self) -> None:
        grid = Grid(self.layout_now, bytes(self.values))
        self.play_app.wait_for(lambda: validate(grid), self._judged)

    def _judged(self, verdict: Verdict | str | None) -> None:
        if verdict is None or isinstance(verdict, str):
            self.verdict = verdict or ""
            self.show()
            return
        self.verdict = verdict_words(verdict, language=self.play_app.settings.voice)
        self.wrong = frozenset(verdict.cells) if verdict.kind is Kind.CONFLICT else frozenset()
        self.show()
        if verdict.kind is Kind.ONE:
            self.close(verdict)
        elif verdict.kind is Kind.SEVERAL:
            from nonet.faces.tui.dialogs import PickScreen

            say = self.play_app.say
            rows = [("no", say("No")), ("yes", say("Yes"))]

            def answered(answer: str | None) -> None:
                if answer == "yes":
                    self.close(verdict)

            self.app.push_screen(PickScreen(f"{self.verdict} {say('Play it?')}", rows), answered)


def _layout_of(name: str) -> Layout:
    """The layout of a board of the menu; that of a variant has no clues."""
    if name == "25x25":
        return Layout.named(name)
    from nonet.play.new_game import board, jigsaw_maps

    layout = board(name).layout
    return Layout.named(layout) if layout else Layout.jigsaw(jigsaw_maps()[0])
