"""The panel beside the board: digits left to place, the input mode, the selected cell, the hint, the last message."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content
from textual.style import Style

from nonet.explain.marks import sign_of
from nonet.explain.voice import capital, voice
from nonet.faces.tui.drawing import COLOUR_LETTERS
from nonet.faces.tui.selection import Selection
from nonet.play.lessons import has_lesson

if TYPE_CHECKING:
    from nonet.play.hint_view import HintView
    from nonet.play.state import State
    from nonet.puzzle import Puzzle

__all__ = ["Facts", "cage_text", "clock", "hint_text", "mode_name", "noted", "notes_text", "panel"]


@dataclass(frozen=True)
class Facts:
    """Everything that the panel shows."""

    state: State
    selection: Selection
    digit_first: bool
    news: str
    given: HintView | None = None
    thinking: bool = False
    pending: str = ""
    plain: bool = False
    voice: str = "en"
    """The language, with how digits are written."""
    puzzle: Puzzle | None = None


def clock(seconds: float) -> str:
    """`3:07`, `1:03:07`.

    >>> clock(187.9), clock(3787)
    ('3:07', '1:03:07')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def panel(facts: Facts, width: int, say: Callable[..., str]) -> Content:
    """The panel, `width` columns wide. A hint comes first, since the player has asked for it."""
    parts: list[Content] = []
    if facts.thinking:
        parts.append(Content.styled(say("Thinking…"), "bold"))
    elif facts.given is not None:
        parts.append(_hint(facts.given, facts.plain, say))
    if facts.news:
        parts.append(Content(facts.news))
    parts += [_mode(facts, say), _left(facts, width, say), _cell(facts, say)]
    if facts.state.marks:
        parts.append(Content(say("Marks: {names} (g: go back)", names=", ".join(facts.state.marks))))
    if facts.state.dead_end and not facts.state.conflicts and not facts.given:
        parts.append(Content.styled(say("Dead end: a cell or a house has no candidate left."), "bold"))
    if facts.puzzle is not None and facts.puzzle.rules:
        parts += _rules(facts, facts.puzzle, say)
    return Content("\n\n").join(parts)


def _rules(facts: Facts, puzzle: Puzzle, say: Callable[..., str]) -> Iterator[Content]:
    """The clues at the cursor, how its cage can be filled, and the rules in words."""
    from nonet.play.rule_words import clues_of, rules_in_words

    cell = facts.selection.cursor
    speaker = voice(facts.voice)
    clues = [clue for clue in clues_of(puzzle, language=facts.voice) if cell in clue.cells]
    texts = [clue.text(puzzle, speaker) for clue in clues]
    if ways := cage_text(facts.state, puzzle, cell, language=facts.voice):
        texts = [*(text for text, clue in zip(texts, clues, strict=True) if not clue.is_cage), ways]
    if texts:
        yield Content("\n".join(map(capital, texts)))
    words = rules_in_words(puzzle, language=facts.voice)
    yield Content("\n").join([Content.styled(say("Rules"), "bold"), *map(Content, words)])


def cage_text(state: State, puzzle: Puzzle, cell: int, *, language: str = "en") -> str:
    """The combinations of the killer cage of a cell; nothing if it is in none."""
    from nonet.play.combinations import combinations_in, say_combinations

    cages = [cage for cage in combinations_in(puzzle, state) if cell in cage.cells]
    return " ".join(say_combinations(cage, state.layout, language=language) for cage in cages)


def _hint(given: HintView, plain: bool, say: Callable[..., str]) -> Content:
    title = Content.styled(say("Hint {n} of 4", n=given.tier), "bold reverse")
    lines = [title, hint_text(given, plain, say)]
    lines.append(_link("Esc", say("close"), "menu"))
    return Content("\n").join(lines)


def hint_text(given: HintView, plain: bool, say: Callable[..., str]) -> Content:
    """The words of a hint, what its signs mean, and what can be done now."""
    lines = [Content(given.short)]
    for line in given.picture.legend:
        sign = sign_of(line.tag.mark, line.tag.label, plain=plain)
        lines.append(Content.assemble((f"{sign} ", "bold"), line.text))
    if given.tier < 4 and given.kind != "solved":
        lines.append(_link("t", say("more"), "hint"))
    elif given.short != given.text:
        lines.append(_link("t", say("unfold"), "hint"))
    if given.moves:
        lines.append(_link("Enter", say("do it"), "enter"))
    if given.technique is not None and given.tier > 1 and has_lesson(given.technique):
        lines.append(_link("w", say("learn this"), "learn"))
    return Content("\n").join(lines)


def _link(key: str, label: str, action: str) -> Content:
    return Content.assemble((f" {key} ", "reverse"), f" {label}").stylize(Style.from_meta({"act": action}))


def mode_name(mode: str, say: Callable[..., str]) -> str:
    """What the digits write."""
    return {
        "digit": say("digits"),
        "corner": say("corner notes"),
        "centre": say("centre notes"),
        "colour": say("cell colours"),
        "candidate": say("candidate colours"),
    }[mode]


def _mode(facts: Facts, say: Callable[..., str]) -> Content:
    selection = facts.selection
    lines = [Content.assemble(say("Mode:"), " ", (mode_name(selection.mode, say), "bold underline"))]
    if selection.mode == "candidate":
        if selection.candidate:
            lines.append(
                Content(
                    say(
                        "Colour for candidate {digit}: 1 to 8, 0 for none",
                        digit=_symbol(facts, selection.candidate),
                    )
                )
            )
        else:
            lines.append(Content(say("Type the digit of a candidate.")))
    elif selection.mode == "colour":
        letters = " ".join(f"{number}{letter}" for number, letter in enumerate(COLOUR_LETTERS, start=1))
        lines.append(Content(letters))
    if facts.digit_first:
        chosen = _symbol(facts, selection.chosen) if selection.chosen else say("none yet")
        lines.append(Content.assemble(say("Digit first:"), " ", (chosen, "bold")))
    if facts.state.auto:
        lines.append(Content(say("Candidates are shown automatically.")))
    if facts.pending:
        lines.append(Content.styled(f"{facts.pending}_", "bold"))
    return Content("\n").join(lines)


def _left(facts: Facts, width: int, say: Callable[..., str]) -> Content:
    """How many of each digit are still to be placed; a click types the digit."""
    size = facts.state.layout.size
    each = len(str(size))
    times, done = ("x", "-") if facts.plain else ("×", "✓")
    pad = each + 3 + (1 if size > 9 else 0)
    in_line = max(1, min((width + 1) // (pad + 1), 3 if size <= 9 else 6))
    lines: list[Content] = []
    row: list[Content] = []
    for digit in range(1, size + 1):
        left = facts.state.left[digit]
        symbol = _symbol(facts, digit)
        text = f"{symbol:>{each}}{times}{left}" if left else f"{symbol:>{each}} {done}"
        shown = Content(text.ljust(pad))
        if digit == facts.selection.chosen:
            shown = shown.stylize("reverse")
        elif not left:
            shown = shown.stylize("dim")
        row.append(shown.stylize(Style.from_meta({"digit": digit})))
        if len(row) == in_line or digit == size:
            lines.append(Content(" ").join(row))
            row = []
    return Content("\n").join([Content(say("Left to place:")), *lines])


def noted(state: State) -> frozenset[int]:
    """The cells that have notes."""
    cells = range(state.layout.cell_count)
    return frozenset(
        cell for cell in cells if not state.values[cell] and (state.shown(cell) or state.centre[cell])
    )


def _symbol(facts: Facts, digit: int) -> str:
    return voice(facts.voice).digit(digit)


def notes_text(state: State, cell: int, say: Callable[..., str], *, language: str = "en") -> str:
    """The notes of a cell on one line."""
    parts = [
        (say("candidates") if state.auto else say("corner"), state.shown(cell)),
        (say("centre"), state.centre[cell]),
    ]
    return "; ".join(f"{label}: {_digits(mask, language)}" for label, mask in parts if mask)


def _cell(facts: Facts, say: Callable[..., str]) -> Content:
    state, cell = facts.state, facts.selection.cursor
    name = capital(voice(facts.voice).cells_in_words(state.layout, [cell]))
    value = state.values[cell]
    if len(facts.selection.cells) > 1:
        return Content(say("Selected cells: {n}", n=len(facts.selection.cells)))
    if value:
        kind = say("given") if state.givens[cell] else ""
        if cell in state.revealed:
            kind = say("revealed")
        return Content.assemble(f"{name}: ", (_symbol(facts, value), "bold"), f" {kind}".rstrip())
    lines = [Content(name)]
    label = say("candidates") if state.auto else say("corner")
    if shown := _digits(state.shown(cell), facts.voice):
        lines.append(Content.assemble(f"{label}: ", (shown, "bold")))
    if shown := _digits(state.centre[cell], facts.voice):
        lines.append(Content.assemble(f"{say('centre')}: ", (shown, "bold")))
    if len(lines) == 1:
        lines = [Content(f"{name}: {say('empty')}")]
    if state.colours[cell]:
        lines.append(Content(say("colour {letter}", letter=COLOUR_LETTERS[state.colours[cell] - 1])))
    return Content("\n").join(lines)


def _digits(mask: int, language: str) -> str:
    symbol = voice(language).digit
    return " ".join(symbol(digit + 1) for digit in range(mask.bit_length()) if mask >> digit & 1)
