"""The rules of a variant in words: what they say, and which clue is where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nonet.draw.setter_words import BY_AUTHOR, paragraphs
from nonet.explain.notation import is_straight
from nonet.explain.voice import Voice, capital, voice
from nonet.explain.wording import board_in_words, rule_in_words
from nonet.puzzle import Puzzle
from nonet.rules.base import FieldRole
from nonet.rules.sentences import MISSING_MARKS, missing_marks, stated, titles
from nonet.rules.shapes import Outside


@dataclass(frozen=True)
class ClueText:
    """A rule that is drawn on the board: `killer cage 12`, its cells, and whether it is drawn outside."""

    name: str
    cells: tuple[int, ...]
    ordered: bool
    outside: bool
    is_cage: bool

    def text(self, puzzle: Puzzle, speaker: Voice) -> str:
        """The clue and its cells, of a straight line its ends: `killer cage 12: r1c12`, `sandwich 8: r1c1 … r1c9`."""
        layout = puzzle.layout
        cells = [*dict.fromkeys(layout.label_cells.get(cell, cell) for cell in self.cells)]
        names = [layout.cell_name(cell) for cell in cells]
        if self.ordered and len(names) > 3 and is_straight(layout, cells):
            names = [names[0], "…", names[-1]]
        if self.ordered:
            return f"{self.name}: {' '.join(names)}"
        return f"{self.name}: {speaker.cells(layout, cells)}"


def rules_in_words(puzzle: Puzzle, *, language: str = "en") -> tuple[str, ...]:
    """A sentence about the board, if it is not a usual one, and one for each kind of rule, in the order of the rules.

    >>> from nonet.rules import Cage
    >>> rules_in_words(Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3), Cage((2, 3), 7)]))
    ('Digits in a cage differ and sum to the number in its corner.',)
    """
    rules = tuple(stated(puzzle.rules))
    said = [] if puzzle.layout.is_usual else [board_in_words(puzzle.layout, language=language)]
    said += [rule_in_words(rule, puzzle.layout, language=language) for rule in rules]
    if missing_marks(rules):
        said.append(voice(language).say(MISSING_MARKS))
    return tuple(dict.fromkeys(said))


def with_setters_words(puzzle: Puzzle, *, language: str = "en") -> tuple[str, ...]:
    """The author and the rules as the setter wrote them, then `rules_in_words`: a paragraph each.

    >>> from nonet.about import About
    >>> with_setters_words(Puzzle.of("4x4", "." * 16).with_about(About(author="Ada", description="Normal rules.")))
    ('by Ada', 'Normal rules.')
    """
    about = puzzle.about
    author = [voice(language).say(BY_AUTHOR, author=about.author)] if about.author else []
    return (*author, *paragraphs(about), *rules_in_words(puzzle, language=language))


def variant_title(puzzle: Puzzle, *, language: str = "en") -> str:
    """The kinds of rules, as a title: `Killer cage, thermometer`; nothing for a classic puzzle."""
    speaker = voice(language)
    return capital(", ".join(map(speaker.say, titles(puzzle.rules))))


def clues_of(puzzle: Puzzle, *, language: str = "en") -> tuple[ClueText, ...]:
    """The rules that have something to draw.

    >>> from nonet.rules import Cage, AntiKnight
    >>> clue, = clues_of(Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3), AntiKnight()]))
    >>> clue.text(Puzzle.of("4x4", "." * 16), voice())
    'killer cage 3: r1c12'
    """
    return tuple(_clues(puzzle, voice(language)))


def _clues(puzzle: Puzzle, speaker: Voice) -> Iterator[ClueText]:
    for rule in stated(puzzle.rules):
        shapes = [] if rule.labels_on(puzzle.layout) else list(rule.shapes(puzzle.layout))
        cells = rule.affected(puzzle.layout)
        if shapes and cells:
            name = f"{speaker.say(rule.title)} {rule.clue(puzzle.layout)}".strip()
            yield ClueText(
                name,
                cells,
                any(field.role is FieldRole.PATH for field in rule.fields()),
                any(isinstance(each, Outside) for each in shapes),
                rule.kind == "cage",
            )
