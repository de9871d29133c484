"""What is seen of a game: the head, the board, the keys at the foot, and the panel beside the board, which shows the
digits left to place, the input mode, the selected cell, the hint and the last message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual.content import Content
from textual.style import Style

from nonet.bitsets import digits_in
from nonet.errors import NonetError
from nonet.explain.voice import capital, voice
from nonet.faces.tui.board_screen import BoardScreen
from nonet.faces.tui.content import BoardContent, RuleSigns, rule_signs, with_hint
from nonet.faces.tui.drawing import COLOUR_LETTERS
from nonet.faces.tui.geometry import Arrangement, Geometry, arrange
from nonet.faces.tui.keys import ENTRIES, FOOT
from nonet.faces.tui.selection import Selection
from nonet.messages import T
from nonet.play.hint_view import HintView
from nonet.play.lessons import has_lesson
from nonet.play.saved.session import SavedSession
from nonet.play.state import State
from nonet.play.words import clock

SHOWN_MISTAKES = {"rules": T("showing conflicts"), "solution": T("showing mistakes")}
MODE_NAMES = {
    "digit": T("digits"),
    "corner": T("corner notes"),
    "centre": T("centre notes"),
    "colour": T("cell colours"),
    "candidate": T("candidate colours"),
}

SAVE_CLOCK = 5
"""Seconds between two saves of the clock."""


def hint_text(given: HintView, plain: bool, say: Callable[..., str]) -> Content:
    """The words of a hint, what its signs mean, and what can be done now."""
    lines = [Content(given.short), *legend(given, plain=plain)]
    if given.tier < 4 and given.kind != "solved":
        lines.append(_link("t", say("more"), "hint"))
    elif given.short != given.text:
        lines.append(_link("t", say("unfold"), "hint"))
    if given.moves:
        lines.append(_link("Enter", say("do it"), "enter"))
    if given.technique is not None and given.tier > 1 and has_lesson(given.technique):
        lines.append(_link("w", say("learn this"), "learn"))
    return Content("\n").join(lines)


def legend(given: HintView, *, plain: bool) -> list[Content]:
    """What the signs of a hint mean, a line for each."""
    return [
        Content.assemble((f"{line.tag.sign(plain=plain)} ", "bold"), line.text)
        for line in given.picture.legend
    ]


def _link(key: str, label: str, action: str) -> Content:
    return Content.assemble((f" {key} ", "reverse"), f" {label}").stylize(Style.from_meta({"act": action}))


class GameView(BoardScreen[str]):
    """Shows a game. Call `show` after changing anything."""

    TOO_SMALL = T("The window is too small for the board. Make it larger; your game is saved.")

    def __init__(self, session: SavedSession) -> None:
        super().__init__()
        self.session = session
        self.selection = Selection(session.game.layout)
        self.selection.next_empty(session.state.values.entries, -1)
        self.selection.next_empty(session.state.values.entries, 1)
        self.given: HintView | None = None
        self.checked: frozenset[int] = frozenset()
        self.news = ""
        self.thinking = False
        self.pending = ""
        self._seconds = 0

    def on_mount(self) -> None:
        """Starts the clock. Textual also calls the handler of BoardScreen."""
        self.set_interval(1.0, self._tick)
        if not self.news and not self.session.state.filled - self.session.state.given:
            self.news = self.say("Select a cell with the arrow keys and type a digit.")

    def on_screen_resume(self) -> None:
        """Back from another screen: the language or the theme may have changed."""
        if self.is_mounted:
            self.session.change(self.play_app.settings)

    def _tick(self) -> None:
        self._seconds += 1
        self.update("head", f" {self._head()}")
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
        margins = self.rule_signs.margins
        return arrange(self.session.game.layout, self.size.width, self.size.height, margins)

    @property
    def rule_signs(self) -> RuleSigns:
        """How the rules of the puzzle are drawn."""
        return rule_signs(self.session.seen, plain=self.play_app.plain)

    @property
    def hidden(self) -> bool:
        """Whether the board is hidden, because the game is paused."""
        return self.session.paused and not self.session.is_over

    def show(self) -> None:
        """Redraws everything."""
        if not self.is_mounted or not self.size.width:
            return
        plan, head = self.arrangement, self._head()
        tall = plan.scale is not None and plan.scale.holds_notes
        content = with_hint(self._content(), self.given, tall=tall)
        panel = self._panel((plan.side or self.size.width) - 3)
        self.display_board(content, head=head, text=panel, foot=self._foot(plan), without_panel=head)

    def _content(self) -> BoardContent:
        state, selection, settings = self.session.state, self.selection, self.play_app.settings
        layout, values, cursor = state.layout, state.values, selection.cursor
        return self.board_content(
            layout,
            values.entries,
            state.givens.entries,
            corner=tuple(map(state.shown, range(layout.cell_count))),
            centre=state.centre,
            cursor=cursor,
            selected=frozenset(selection.selected),
            digit=(selection.chosen or values[cursor]) if settings.highlight_same else 0,
            peers=frozenset(layout.peers[cursor] if settings.highlight_peers and not self.given else ()),
            conflicts=state.conflicts,
            wrong=(state.mistakes - state.conflicts) | self.checked,
            revealed=state.revealed,
            colours=state.colours,
            candidate_colours=state.candidate_colours,
            hidden=self.hidden,
            rules=self.rule_signs,
        )

    def _arrange(self, plan: Arrangement, place: Geometry) -> None:
        super()._arrange(plan, place)
        self.query_one("#foot").styles.height = plan.keys

    def _head(self) -> str:
        state, game, app = self.session.state, self.session.game, self.play_app
        parts = [app.game_title(game), f"{state.filled - state.given}/{state.total - state.given}"]
        if app.settings.show_timer:
            parts.append(clock(self.session.seconds))
        if self.hidden:
            parts.append(self.say("paused"))
        plan = self.arrangement
        if not plan.side and not plan.below:  # no panel: the head shows events, and what the digits do
            if here := self.news or self._notes_line():
                parts = [here]
            if self.selection.mode != "digit":
                parts.insert(0, f"[{self.say(MODE_NAMES[self.selection.mode])}]")
        elif app.settings.check != "off":
            parts.append(self.say(SHOWN_MISTAKES[app.settings.check]))
        return (" - " if app.plain else " · ").join(parts)

    def _foot(self, plan: Arrangement) -> Content:
        """As many keys as there is room for, the most important first."""
        arrows, layout = self.say("Arrows") if self.play_app.plain else "←↑↓→", self.session.game.layout
        digits = "{low}-{high}".format(**layout.digit_ends)
        keys = [(arrows, self.say("move"), ""), (digits, self.say("digit"), "")]
        urgent = () if self.size.width >= 60 else ("help", "hint", "undo")
        names = (*urgent, *(name for name in FOOT if name not in urgent))
        keys += [(ENTRIES[name].sign(layout), self.say(ENTRIES[name].short), name) for name in names]
        lines: list[list[Content]] = [[]]
        used = 0
        for key in keys:
            chip = self.play_app.chip(*key)
            if used + chip.cell_length > self.size.width:
                if len(lines) == plan.keys:
                    break
                lines.append([])
                used = 0
            used += chip.cell_length + 1
            lines[-1].append(chip)
        return Content("\n").join([Content(" ").join(line) for line in lines])

    # -- the panel -------------------------------------------------------------------------------------------

    def _panel(self, width: int) -> Content:
        """The panel, `width` columns wide. A hint comes first, since the player has asked for it."""
        if self.hidden:
            return Content(self.say("Paused. The board is hidden; press p to continue."))
        say, state = self.say, self.session.state
        parts: list[Content] = []
        if self.thinking:
            parts.append(Content.styled(say("Thinking…"), "bold"))
        elif self.given is not None:
            title = Content.styled(say("Hint {n} of 4", n=self.given.tier), "bold reverse")
            text = hint_text(self.given, self.play_app.plain, say)
            parts.append(Content("\n").join([title, text, _link("Esc", say("close"), "menu")]))
        if self.news:
            parts.append(Content(self.news))
        parts += [self._mode(), self._left(width), self._cell()]
        if state.marks:
            parts.append(Content(say("Marks: {names} (g: go back)", names=", ".join(state.marks))))
        if state.dead_end and not state.conflicts and not self.given:
            parts.append(Content.styled(say("Dead end: a cell or a house has no candidate left."), "bold"))
        if self.has_rules:
            parts += self._rules()
        return Content("\n\n").join(parts)

    @property
    def has_rules(self) -> bool:
        """Whether there is something to say about its rules or its board, or the setter has said it."""
        puzzle = self.session.game.puzzle
        return bool(puzzle.rules or puzzle.about) or not puzzle.layout.is_usual

    def _rules(self) -> Iterator[Content]:
        """The clues at the cursor, how its cage can be filled, and the rules in words."""
        from nonet.play.rule_words import clues_of, with_setters_words

        puzzle, language = self.session.seen, self.play_app.settings.voice
        clues = [clue for clue in clues_of(puzzle, language=language) if self.selection.cursor in clue.cells]
        ways = self.cage_text()
        texts = [clue.text(puzzle, voice(language)) for clue in clues if not (ways and clue.is_cage)]
        if ways:
            texts.append(ways)
        if texts:
            yield Content("\n".join(map(capital, texts)))
        words = with_setters_words(puzzle, language=language)
        yield Content("\n").join([Content.styled(self.say("Rules"), "bold"), *map(Content, words)])

    def cage_text(self) -> str:
        """The combinations of the killer cage at the cursor; nothing if it is in none."""
        from nonet.play.combinations import combinations_in, say_combinations

        state, language = self.session.state, self.play_app.settings.voice
        cages = combinations_in(self.session.seen, state)
        here = [cage for cage in cages if self.selection.cursor in cage.cells]
        return " ".join(say_combinations(cage, state.layout, language=language) for cage in here)

    def _mode(self) -> Content:
        say, selection = self.say, self.selection
        lines = [Content.assemble(say("Mode:"), " ", (say(MODE_NAMES[selection.mode]), "bold underline"))]
        if selection.mode == "candidate":
            if selection.candidate:
                digit = self._symbol(selection.candidate)
                text = say("Colour for candidate {digit}: 1 to 8, 0 for none", digit=digit)
            else:
                text = say("Type the digit of a candidate.")
            lines.append(Content(text))
        elif selection.mode == "colour":
            letters = " ".join(f"{number}{letter}" for number, letter in enumerate(COLOUR_LETTERS, start=1))
            lines.append(Content(letters))
        if self.play_app.settings.input == "digit":
            chosen = self._symbol(selection.chosen) if selection.chosen else say("none yet")
            lines.append(Content.assemble(say("Digit first:"), " ", (chosen, "bold")))
        if self.session.state.auto:
            lines.append(Content(say("Candidates are shown automatically.")))
        if self.pending:
            lines.append(Content.styled(f"{self.pending}_", "bold"))
        return Content("\n").join(lines)

    def _left(self, width: int) -> Content:
        """How many of each digit are still to be placed; a click types the digit."""
        layout = self.session.game.layout
        size, digit_width = layout.size, len(str(layout.digits[-1]))
        times, done = ("x", "-") if self.play_app.plain else ("×", "✓")
        pad = digit_width + 3 + (1 if digit_width > 1 else 0)
        in_line = max(1, min((width + 1) // (pad + 1), 3 if size <= 9 else 6))
        shown: list[Content] = []
        for digit in range(1, size + 1):
            left, symbol = self.session.state.left[digit], self._symbol(digit)
            text = f"{symbol:>{digit_width}}{times}{left}" if left else f"{symbol:>{digit_width}} {done}"
            style = "reverse" if digit == self.selection.chosen else "" if left else "dim"
            shown.append(Content.styled(text.ljust(pad), style).stylize(Style.from_meta({"digit": digit})))
        lines = [Content(" ").join(shown[at : at + in_line]) for at in range(0, size, in_line)]
        return Content("\n").join([Content(self.say("Left to place:")), *lines])

    def _cell(self) -> Content:
        say, state, cell = self.say, self.session.state, self.selection.cursor
        if len(self.selection.cells) > 1:
            return Content(say("Selected cells: {n}", n=len(self.selection.cells)))
        name = capital(voice(self.play_app.settings.voice).cells_in_words(state.layout, [cell]))
        if value := state.values.entries[cell]:
            kind = say("given") if state.givens.entries[cell] else ""
            if cell in state.revealed:
                kind = say("revealed")
            return Content.assemble(f"{name}: ", (self._symbol(value), "bold"), f" {kind}".rstrip())
        notes = [
            Content.assemble(f"{label}: ", (digits, "bold")) for label, digits in self._notes(state, cell)
        ]
        lines = [Content(name), *notes] if notes else [Content(f"{name}: {say('empty')}")]
        if state.colours[cell]:
            lines.append(Content(say("colour {letter}", letter=COLOUR_LETTERS[state.colours[cell] - 1])))
        return Content("\n").join(lines)

    def _notes_line(self) -> str:
        """The notes of the cell at the cursor on one line; nothing for a filled cell."""
        state, cell = self.session.state, self.selection.cursor
        if state.values.entries[cell]:
            return ""
        return "; ".join(f"{label}: {digits}" for label, digits in self._notes(state, cell))

    def _notes(self, state: State, cell: int) -> Iterator[tuple[str, str]]:
        """The kinds of notes that a cell has, and their digits."""
        shown = self.say("candidates") if state.auto else self.say("corner")
        for label, mask in ((shown, state.shown(cell)), (self.say("centre"), state.centre[cell])):
            if mask:
                yield label, " ".join(map(self._symbol, digits_in(mask)))

    def _symbol(self, digit: int) -> str:
        return voice(self.play_app.settings.voice, self.session.game.layout).digit(digit)
