"""Lessons: what a technique is about, an example of it, and exercises in which exactly this technique is the next step.

An exercise is an example of the technique in disguise: turned, its rows and columns shuffled, its digits renamed. A
killer is only turned and reflected, so that its cages and sums stay what they are. Any step of the technique is a right
answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

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
from nonet.step import Candidate, Step
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

_TRIES = 30


@dataclass(frozen=True)
class LessonPosition:
    """A position; `hint` explains the step to see in it. Killers have rules."""

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
    return voice(language).say(_ABOUT.get(key) or _FAMILIES[technique(key).family])


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
            return Exercise(replace(disguised, hint=replace(disguised.hint, step=step)), _answers(steps))
    raise PlayError("there are no exercises for this technique", where="technique")


def _answers(steps: list[Step]) -> tuple[tuple[tuple[Candidate, ...], tuple[Candidate, ...]], ...]:
    return tuple(dict.fromkeys((tuple(step.placements), tuple(step.eliminations)) for step in steps))


def _disguises(known: list[LessonPosition], seed: int) -> Iterator[LessonPosition]:
    """Disguises to try. Killers have few: the next seed gives another one, and none gives the example itself."""
    layout, rng = known[0].hint.position.layout, Rng(seed)
    if known[0].rules:
        turn, number = divmod(1 + seed % (8 * len(known) - 1), len(known))
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
    masks = [0] * len(hint.position.masks)
    for cell, mask in enumerate(hint.position.masks):
        for digit in change.layout.digits:
            if mask >> (digit - 1) & 1:
                masks[change.cells[cell]] |= 1 << (change.digits[digit] - 1)
    return LessonPosition(Hint(HintKind.STEP, Candidates(grid, tuple(masks)), puzzle.givens), puzzle.rules)


_ABOUT = {
    "cage-last-cell": T(
        "All cells of a cage but one are filled: the last one takes what is missing from the sum."
    ),
    "cage-combinations": T(
        "Which different digits make the sum of the cage? A digit that is in none of these combinations is not in the "
        "cage. Very small and very large sums have only one: 3 in two cells is 1 and 2, 24 in three is 7, 8 and 9."
    ),
    "cage-must-have": T(
        "A digit that is in every combination of a cage is in the cage for certain. Cells that see all its places "
        "there lose it."
    ),
    "rule-of-45": T(
        "The digits of a row, a column or a box sum to 45. Where cages fill all but one cell of such a "
        "house, or stick out of it by one cell, the difference between their sum and 45 is the digit of "
        "that cell."
    ),
    "cage-placements": T(
        "Go through the combinations of a cage cell by cell. A candidate with which the other cells cannot "
        "reach the sum is eliminated."
    ),
    "cage-splitting": T(
        "A house cuts a cage in two. The rule of 45 gives the sum of one part, and so of the other: each part has "
        "combinations of its own, fewer than the whole cage."
    ),
    "innies-outies": T(
        "Cages that nearly fill a house leave a few of its cells uncovered, the innies, or stick out of it "
        "by a few, the outies. By the rule of 45 their sum is known, and they have combinations like a "
        "cage."
    ),
    "rule-of-45-2": T(
        "The rule of 45 for two houses at once: their digits sum to 90. One cell is left over, or sticks out."
    ),
    "killer-pair": T(
        "A cage takes at least one of two digits, whatever its combination, and another cage or cell of the house "
        "takes one, too. Between them they use up both digits, so the rest of the house loses them."
    ),
    "innies-outies-2": T("Innies and outies of two houses at once, whose digits sum to 90."),
    "blocked-combinations": T(
        "A combination of a cage that would leave another cage or cell of the house without a choice is "
        "impossible. Digits that occur in no other combination are eliminated."
    ),
    "full-house": T("A house with one empty cell: the digit that is missing goes there."),
    "naked-single": T(
        "A cell that sees every digit but one: only that digit is left for it. Count through the row, the column and "
        "the box of a cell."
    ),
    "hidden-single": T(
        "A digit that has only one place left in a row, column or box. Choose a digit and see where the others of its "
        "kind block it."
    ),
    "locked-candidates-1": T(
        "In a box, all places of a digit are in one row or column. The digit must be there, so the rest of that row or "
        "column loses it."
    ),
    "locked-candidates-2": T(
        "In a row or column, all places of a digit are in one box. The digit must be there, so the rest of the box "
        "loses it."
    ),
    "naked-pair": T(
        "Two cells of a house have the same two candidates. These digits fill the two cells, so the other cells of the "
        "house lose both."
    ),
    "hidden-pair": T(
        "Two digits have the same two places in a house. They fill these cells, so the other candidates "
        "there are eliminated."
    ),
    "naked-triple": T(
        "Three cells of a house have only three digits between them. The digits fill the cells, so the rest of the "
        "house loses them. No cell needs to have all three."
    ),
    "hidden-triple": T(
        "Three digits have only three places between them in a house. They fill these cells, so the other "
        "candidates there are eliminated."
    ),
    "x-wing": T(
        "In two rows a digit has only two places, in the same two columns. It takes one of each, so the columns have "
        "it, and their other cells lose it. Rows and columns may change roles."
    ),
    "swordfish": T("An X-wing with three rows and three columns. No row needs to have all three places."),
    "skyscraper": T(
        "In two rows a digit has two places each, and two of them are in one column. One of the other two is true, so "
        "whatever sees both loses the digit."
    ),
    "two-string-kite": T(
        "A row and a column have two places each for a digit, and one of each is in the same box. One of the two loose "
        "ends is true, so the cell that sees both loses the digit."
    ),
    "empty-rectangle": T(
        "In a box a digit has places in one row and one column only. Together with a line that has two places for it, "
        "this removes the digit where the box and the line point."
    ),
    "xy-wing": T(
        "Three cells with two candidates each: a pivot with X and Y sees one cell with X and Z and one with Y and Z. "
        "One of the two is Z, so whatever sees both loses Z."
    ),
    "xyz-wing": T(
        "An XY-wing whose pivot has Z as well: one of the three is Z, so whatever sees all three loses Z."
    ),
    "w-wing": T(
        "Two cells with the same two candidates, which do not see each other. A house in which one of the digits has "
        "only two places, each seen by one of the cells, makes one of the cells the other digit."
    ),
    "simple-colors-trap": T(
        "Where houses have two places for a digit, colour them in turn. One colour is true, so whatever sees both "
        "colours loses the digit."
    ),
    "simple-colors-wrap": T(
        "Where houses have two places for a digit, colour them in turn. If two cells of one colour see each other, "
        "that colour is false."
    ),
    "uniqueness-test-1": T(
        "Four cells in two boxes form a rectangle, and three of them have only the same two candidates. If the fourth "
        "were one of these, the puzzle would have two solutions: it loses both."
    ),
    "bug-plus-1": T(
        "Every empty cell has two candidates, but for one cell with three. The digit that has three places in a house "
        "of that cell is true."
    ),
    "remote-pair": T(
        "A chain of cells that all have the same two candidates, each seeing the next. The digits alternate "
        "along it, so whatever sees two cells with different digits loses both."
    ),
    "finned-x-wing": T(
        "An X-wing with extra places in one box, the fins. Either it is an X-wing, or a fin is true: what "
        "both exclude is eliminated."
    ),
    "x-chain": T(
        "A chain of one digit: if one end is false, the links lead to the other end being true. One end is true, so "
        "whatever sees both ends loses the digit."
    ),
    "xy-chain": T(
        "A chain of cells with two candidates each: if the first is not Z, the last is. One of them is Z, so whatever "
        "sees both loses Z."
    ),
    "continuous-nice-loop": T(
        "A chain that closes: every link holds in both directions, so every weak link excludes what it passes through."
    ),
    "aic": T(
        "A chain in which strong and weak links alternate, through digits and cells. One of its ends is "
        "true, so whatever both ends exclude is eliminated."
    ),
    "als-xz": T(
        "Two sets of cells, each with one digit more than cells, share a digit that only one of them can have. The "
        "other set then has all its digits, so a second common digit is in one of them."
    ),
}

_FAMILIES = {
    "singles": T("A cell or a house leaves only one choice for a digit."),
    "locked": T(
        "A box and a line that cross: a digit that must be in the crossing is nowhere else in the other."
    ),
    "subsets": T("As many cells as digits: these cells hold these digits and nothing else."),
    "fish": T(
        "Some rows need a digit in as many columns: the columns are used up, and their other cells lose the "
        "digit. With fins, which are extra places, only what they exclude too is eliminated."
    ),
    "single-digit": T("Two houses with two places for a digit, linked: one of the loose ends is true."),
    "coloring": T("Colour the places of a digit in turn: one of the two colours is true."),
    "wings": T(
        "A few cells with few candidates: whatever the pivot is, one of the others is the same digit."
    ),
    "uniqueness": T("A puzzle has one solution: a pattern that would allow two cannot occur."),
    "chains": T("If one thing is false, the next is true, and so on: one of the two ends is true."),
    "almost-locked": T(
        "Sets of cells with one digit too many: a set that loses one digit needs all the others."
    ),
    "forcing": T("Whatever is assumed, the same follows; or an assumption leads to a contradiction."),
    "templates": T("All ways to place one digit on the whole board: what they have in common is true."),
}
"""By the families of the catalogue."""


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
