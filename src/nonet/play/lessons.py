"""Lessons: what a technique is about, an example of it, and exercises in which exactly this technique is the next step;
and the glossary.

An exercise is an example of the technique in disguise: turned, its rows and columns shuffled, its digits renamed. A
puzzle with rules is only turned and reflected, so that its cages, sums and lines stay what they are. Any step of the
technique is a right answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from pkgutil import get_data

from nonet.candidates import Candidates
from nonet.explain.examples import example_case, examples
from nonet.explain.voice import voice
from nonet.hints import Hint, HintKind
from nonet.layout import Layout
from nonet.logic import Position, all_steps, next_step, technique
from nonet.logic.catalog import is_technique
from nonet.messages import T
from nonet.play.errors import PlayError
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules.base import Rule
from nonet.step import Candidate
from nonet.symmetry import Transformation, random_transformation

PATH = (
    *("full-house", "naked-single", "hidden-single"),
    *(
        "locked-candidates-1",
        "locked-candidates-2",
        "naked-pair",
        "hidden-pair",
        "naked-triple",
        "hidden-triple",
    ),
    *("x-wing", "swordfish", "skyscraper", "two-string-kite", "empty-rectangle"),
    *("xy-wing", "xyz-wing", "w-wing", "simple-colors-trap", "simple-colors-wrap"),
    *("uniqueness-test-1", "bug-plus-1", "remote-pair", "finned-x-wing"),
    *("x-chain", "xy-chain", "continuous-nice-loop", "aic", "als-xz"),
)
"""The techniques in the order in which to learn them."""

KILLER_PATH = (
    *(
        "cage-last-cell",
        "cage-combinations",
        "cage-must-have",
        "rule-of-45",
        "cage-placements",
        "cage-splitting",
    ),
    *("innies-outies", "rule-of-45-2", "killer-pair", "innies-outies-2", "blocked-combinations"),
)
"""Those of killers."""

RULE_PATH = (
    *("by-place", "no-partner", "same-partner", "in-turn", "twins", "between-ends", "locked-out"),
    *("set-range", "must-have-place", "must-have", "count-full"),
    *("sum-limits", "common-sums", "sandwich-crust", "sandwich-filling", "x-sum-limits"),
    *("skyline", "pointer", "seen-by-all-places", "leftovers"),
    *("rule-consequence", "wide-rule-consequence", "joint-consequence", "rule-forcing"),
)
"""Those of other rules."""

LESSONS = (*PATH, *KILLER_PATH, *RULE_PATH)

_TRIES = 30


@dataclass(frozen=True)
class LessonPosition:
    """A position; `hint` explains the step to see in it."""

    hint: Hint
    rules: tuple[Rule, ...] = ()

    @property
    def puzzle(self) -> Puzzle:
        return Puzzle(self.hint.givens, (), self.rules)

    def board(self) -> Position:
        return Position.at(self.hint.position, givens=self.hint.givens, rules=self.rules)


@dataclass(frozen=True)
class Exercise:
    """A position, and the steps that are right in it."""

    position: LessonPosition
    answers: tuple[tuple[tuple[Candidate, ...], tuple[Candidate, ...]], ...]
    """For each right step what it places and what it eliminates."""


def about(key: str, *, language: str = "en") -> str:
    """What to look for, in a few sentences; a technique without words of its own has those of its family.

    >>> about("full-house")
    'A house with one empty cell: the digit that is missing goes there.'
    """
    return voice(language).say(TEXTS.get(key) or TEXTS[technique(key).family])


def why(key: str, *, language: str = "en") -> str:
    """Why one looks there; a technique without words of its own has those of the first lesson of its family, if there
    is one.

    >>> why("cage-last-cell")
    'It needs only a subtraction. Look at a cage each time you place a digit in it.'
    """
    family = technique(key).family
    akin = (key, *(each for each in LESSONS if technique(each).family == family))
    return next((voice(language).say(WHYS[each]) for each in akin if each in WHYS), "")


def next_lesson(key: str) -> str | None:
    """The lesson after this one; after the last one, and for a technique that is not on the path, none.

    >>> next_lesson("x-wing"), next_lesson(LESSONS[-1])
    ('swordfish', None)
    """
    return dict(pairwise(LESSONS)).get(key)


def lesson_example(key: str) -> LessonPosition:
    """The example of a technique."""
    return _examples(key)[0]


def _examples(key: str) -> list[LessonPosition]:
    found = examples(key)
    if not found:
        raise PlayError(f"there is no example of {key}", where="technique")
    return [
        LessonPosition(Hint(HintKind.STEP, each.position, each.givens, step=each.step), each.rules)
        for each in found
    ]


def has_lesson(key: str) -> bool:
    """Whether there is an example to learn the technique from.

    >>> has_lesson("x-wing"), has_lesson("brand-new")
    (True, False)
    """
    return is_technique(key) and example_case(key) is not None


def has_exercises(key: str) -> bool:
    """Whether the technique is the next step in its example; a rare one may only be found by looking for it."""
    step = next_step(lesson_example(key).board())
    return step is not None and step.technique == key


def exercise(key: str, seed: int) -> Exercise:
    """An exercise; the same seed gives the same one.

    >>> exercise("hidden-single", 7).position.hint.step.technique
    'hidden-single'
    """
    for disguised in _disguises(_examples(key), seed):
        board = disguised.board()
        step = next_step(board)
        if step is not None and step.technique == key:
            steps = [step, *all_steps(board, key)]
            answers = dict.fromkeys((tuple(each.placements), tuple(each.eliminations)) for each in steps)
            return Exercise(replace(disguised, hint=replace(disguised.hint, step=step)), tuple(answers))
    raise PlayError("there are no exercises for this technique", where="technique")


def _disguises(known: list[LessonPosition], seed: int) -> Iterator[LessonPosition]:
    """Disguises to try. Puzzles with rules have few: the next seed gives another, and none gives the example itself."""
    layout, rng = known[0].hint.position.layout, Rng(seed)
    if known[0].rules:
        for more in range(8 * len(known) - 1):
            turn, number = divmod(1 + (seed + more) % (8 * len(known) - 1), len(known))
            yield _disguised(known[number], _turn(layout, turn))
        return
    for _ in range(_TRIES):
        yield _disguised(known[0], random_transformation(layout, rng))


def _turn(layout: Layout, number: int) -> Transformation:
    """One of the eight symmetries of a square."""
    turned = Transformation.rotation(layout, number % 4)
    return turned.then(Transformation.transposition(layout)) if number >= 4 else turned


def _disguised(shown: LessonPosition, change: Transformation) -> LessonPosition:
    hint, puzzle = shown.hint, change(shown.puzzle)
    grid = change(hint.position.grid)
    position = Candidates(grid, change.masks(hint.position.masks))
    return LessonPosition(Hint(HintKind.STEP, position, puzzle.givens), puzzle.rules)


def _read_texts() -> Iterator[tuple[str, str, str]]:
    text = (get_data("nonet.play", "lessons.txt") or b"").decode()
    for key, *lines in (paragraph.splitlines() for paragraph in text.split("\n\n")):
        if not key.startswith("#"):
            what, _, reason = " ".join(line.strip() for line in lines).partition(" why: ")
            yield key, what, reason


TEXTS = {key: what for key, what, _ in _read_texts()}
"""What to look for, by technique and by family."""
WHYS = {key: reason for key, _, reason in _read_texts() if reason}
"""Why one looks there, by technique."""


class Judgement(Enum):
    RIGHT = "right"
    WRONG = "wrong"
    AGAIN = "again"

    __hash__ = object.__hash__


class Attempt:
    """An attempt at an exercise: every move is checked at once against the steps that are right.

    `answers` as in `Exercise`. Where some right step places a digit, placements are asked for.

    >>> attempt = Attempt([((), ((3, 7), (4, 7)))])
    >>> attempt.placing, attempt.move(3, 7), attempt.move(5, 7), attempt.solved
    (False, <Judgement.RIGHT: 'right'>, <Judgement.WRONG: 'wrong'>, False)
    >>> attempt.move(4, 7), attempt.solved, attempt.mistakes
    (<Judgement.RIGHT: 'right'>, True, 1)
    """

    def __init__(self, answers: Sequence[tuple[Sequence[Candidate], Sequence[Candidate]]]) -> None:
        self.placing = any(placed for placed, _ in answers)
        chosen = [placed if self.placing else gone for placed, gone in answers]
        self.answers = [frozenset(answer) for answer in chosen if answer]
        self.made: set[Candidate] = set()
        self.mistakes = 0

    def move(self, cell: int, digit: int) -> Judgement:
        """A digit that is placed in a cell, or struck out there."""
        if (cell, digit) in self.made:
            return Judgement.AGAIN
        if not any((cell, digit) in answer for answer in self.answers):
            self.mistakes += 1
            return Judgement.WRONG
        self.made.add((cell, digit))
        return Judgement.RIGHT

    @property
    def solved(self) -> bool:
        """Whether all of some right step is made."""
        return any(answer <= self.made for answer in self.answers)


_TERMS = (
    (T("Cell"), T("One place on the board; it takes one digit.")),
    (T("Given digit"), T("A digit that is on the board from the beginning.")),
    (T("House"), T("A row, a column, a box, or another group of cells that holds every digit once.")),
    (T("To see"), T("Two cells see each other if they share a house; they cannot hold the same digit.")),
    (T("Candidate"), T("A digit that a cell may still take.")),
    (
        T("Note"),
        T("A small digit that you write into a cell: a candidate, or whatever you want to remember."),
    ),
    (
        T("Single"),
        T("The only candidate of a cell (naked), or the only place of a digit in a house (hidden)."),
    ),
    (T("Subset"), T("As many cells of a house as digits: a pair, a triple or a quadruple.")),
    (T("Elimination"), T("A candidate that cannot be true, and is struck out.")),
    (
        T("Strong link"),
        T("Two candidates of which one must be true: if one is false, the other is true."),
    ),
    (T("Weak link"), T("Two candidates that cannot both be true: if one is true, the other is false.")),
    (T("Chain"), T("Links one after another, strong and weak in turn.")),
    (
        T("Fish"),
        T("Rows and as many columns that share the places of a digit: X-wing, swordfish and larger ones."),
    ),
    (T("Fin"), T("An extra place that a fish does not cover.")),
)


def glossary(*, language: str = "en") -> tuple[tuple[str, str], ...]:
    """Terms and what they mean.

    >>> dict(glossary())["Candidate"]
    'A digit that a cell may still take.'
    """
    say = voice(language).say
    return tuple((say(term), say(meaning)) for term, meaning in _TERMS)
