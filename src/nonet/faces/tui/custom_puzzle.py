"""The player's own puzzle: typed cell by cell or pasted in any format, and checked before it is played."""

from __future__ import annotations

from textual import events
from textual.content import Content

from nonet.errors import NonetError
from nonet.faces.tui.board_screen import BoardScreen, BoardView
from nonet.faces.tui.keys import STEPS, action_of, digit_of
from nonet.faces.tui.screens import WaitScreen
from nonet.faces.tui.selection import Selection
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import TN
from nonet.play.new_game import CLASSIC_BOARDS, board, board_title
from nonet.play.validation import Kind, Verdict, validate, verdict_words


class CustomPuzzleScreen(BoardScreen[Verdict]):
    """An empty board; the cursor goes on by itself, so that rows can be typed as they are printed. It ends with
    the verdict on a puzzle that can be played.
    """

    def __init__(self, board: str) -> None:
        super().__init__()
        self._take(_layout_of(board))

    def _take(self, layout: Layout, values: bytes | None = None) -> None:
        self.layout_now = layout
        self.values = bytearray(values or bytes(layout.cell_count))
        self.selection = Selection(layout)
        self.wrong: frozenset[int] = frozenset()
        self.verdict = ""

    def show(self) -> None:
        """Redraws everything."""
        say = self.say
        values, cursor = bytes(self.values), self.selection.cursor
        content = self.board_content(self.layout_now, values, values, cursor=cursor, conflicts=self.wrong)
        counted = self.play_app.count(TN("{n} clue", "{n} clues"), sum(value > 0 for value in self.values))
        head = f"{say('Your own puzzle')} - {self.layout_now.name[:12]} - {counted}"
        keys = [
            ("Enter", say("start"), "enter"),
            ("b", say("board"), "board"),
            ("0", say("erase"), "clear"),
            ("Esc", say("back"), "back"),
        ]
        foot, alone = self.chips(keys), self.verdict or head
        self.display_board(content, head=head, text=self._facts(), foot=foot, without_panel=alone)

    def _facts(self) -> Content:
        say = self.say
        parts = [
            Content(say("Type the digits of your puzzle, 0 or . for an empty cell, or paste it as text.")),
            Content(say("Press Enter to check it and start the game.")),
        ]
        if self.verdict:
            parts.insert(0, Content.styled(self.verdict, "bold"))
        return Content("\n\n").join(parts)

    # -- input -----------------------------------------------------------------------------------------------

    def take_key(self, event: events.Key) -> bool:
        """Digits fill cells and move the cursor on."""
        digit = digit_of(event.character, self.layout_now)
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
        elif action in STEPS:
            self.selection.move(*STEPS[action])
        elif event.key == "enter":
            self.act("enter")
        else:
            return super().take_key(event)
        self.show()
        return True

    def _put(self, digit: int) -> None:
        self.values[self.selection.cursor] = digit
        self.selection.go((self.selection.cursor + 1) % len(self.values))
        self.verdict, self.wrong = "", frozenset()

    def on_paste(self, event: events.Paste) -> None:
        """A pasted puzzle, in any format that can be read."""
        from nonet.play.exchange import from_share

        event.stop()
        try:
            puzzle = from_share(event.text)
        except NonetError as error:
            self.verdict = self.play_app.trouble(error)
        else:
            if puzzle.rules or puzzle.ruled_out:  # this screen can neither show nor change them
                self.app.push_screen(WaitScreen(lambda: validate(puzzle)), self._judged)
                return
            self._take(puzzle.layout, puzzle.givens.entries)
            self.verdict = self.say("Pasted. Press Enter to check it and start the game.")
        self.show()

    def on_board_view_picked(self, message: BoardView.Picked) -> None:
        self.selection.go(message.cell)
        self.show()

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
        language = self.play_app.settings.language
        rows = [(each.name, board_title(each.name, language=language)) for each in CLASSIC_BOARDS]
        rows.append(("25x25", "25x25"))

        def chosen(name: str) -> None:
            self._take(_layout_of(name))
            self.show()

        self.pick(self.say("Board"), rows, chosen)

    def _judge(self) -> None:
        grid = Grid(self.layout_now, bytes(self.values))
        self.app.push_screen(WaitScreen(lambda: validate(grid)), self._judged)

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
            self.ask(f"{self.verdict} {self.say('Play it?')}", lambda: self.close(verdict))


def _layout_of(name: str) -> Layout:
    """The layout of a board of the menu; that of a variant has no clues."""
    return Layout.named(name) if name == "25x25" else board(name).example_layout()
