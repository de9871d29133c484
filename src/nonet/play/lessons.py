"""Lessons: what a technique is about and why one looks there, examples of rising difficulty, a near miss, and exercises
in which exactly this technique is the next step; and the glossary.

An exercise is a stored position in disguise: turned, its rows and columns shuffled, its digits renamed. A puzzle with
rules is only turned and reflected, so that its cages, sums and lines stay what they are; its positions are the
examples. Any step of the technique is a right answer.

A near miss looks like the technique and is none: one candidate spoils the pattern, and it is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from itertools import pairwise
from pkgutil import get_data

from nonet.candidates import Candidates
from nonet.explain import Mark, technique_name
from nonet.explain.examples import Example, example_case, examples, shown
from nonet.explain.marks import Tag
from nonet.explain.voice import capital, voice
from nonet.hints import Hint, HintKind
from nonet.layout import Layout
from nonet.logic import Position, all_steps, next_step, technique
from nonet.logic.cases import TechniqueCase, parse_case
from nonet.logic.catalog import is_technique
from nonet.messages import T
from nonet.play.errors import PlayError
from nonet.play.hint_view import HintView, hint_view, walk
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules.base import Rule
from nonet.solving import solution
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
    *("rule-of-45-3", "innies-outies-3"),
)
"""Those of killers."""

RULE_PATH = (
    *("by-place", "no-partner", "same-partner", "in-turn", "twins", "between-ends", "locked-out"),
    *("set-range", "must-have-place", "must-have", "count-full"),
    *("sum-limits", "common-sums", "sandwich-crust", "sandwich-filling", "x-sum-limits"),
    *("skyline", "pointer", "seen-by-all-places", "leftovers"),
    *("rule-consequence", "wide-rule-consequence", "joint-consequence", "rule-forcing"),
    *("long-rule-forcing", "trial"),
)
"""Those of other rules."""

LESSONS = (*PATH, *KILLER_PATH, *RULE_PATH)
PLACEMENT = ("hidden-single", "naked-pair", "x-wing", "xy-wing", "xy-chain")
"""The placement test: an exercise of each of these, in which a step of any technique of `PATH` is right. The first
lesson is the one after the last that was solved.
"""

_TRIES = 30
_MORE_EXAMPLES = 2
"""So many of the stored positions of a technique are examples."""


@dataclass(frozen=True)
class LessonPosition:
    """A position; `hint` explains the step to see in it."""

    hint: Hint
    rules: tuple[Rule, ...] = ()
    spoiler: Candidate | None = None
    """In a near miss the candidate that spoils the step."""

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
    """For each right step what it places and what it eliminates; the first is the one that `position` explains."""


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


def first_lesson(solved: int) -> str:
    """Where to begin after so many boards of the placement test.

    >>> first_lesson(0), first_lesson(2), first_lesson(5)
    ('full-house', 'hidden-pair', 'continuous-nice-loop')
    """
    return (next_lesson(PLACEMENT[solved - 1]) if solved else None) or LESSONS[0]


def lesson_order(start: str | None) -> tuple[str, ...]:
    """The lessons, from the one to begin with; those before it come last.

    >>> lesson_order("aic")[0], lesson_order("aic")[-1], lesson_order(None) == LESSONS
    ('aic', 'continuous-nice-loop', True)
    """
    place = LESSONS.index(start) if start in LESSONS else 0
    return (*LESSONS[place:], *LESSONS[:place])


def lesson_examples(key: str) -> list[LessonPosition]:
    """Examples of a technique, the one with the fewest candidates first."""
    found = [*examples(key), *map(shown, _cases(key)[:_MORE_EXAMPLES])]
    if not found:
        raise PlayError(f"there is no example of {key}", where="technique")
    return sorted(map(_lesson_position, found), key=_candidate_count)


def _exercises(key: str) -> list[LessonPosition]:
    """Positions to be disguised: those kept for exercises, or else the examples."""
    return [_lesson_position(shown(case)) for case in _cases(key)[_MORE_EXAMPLES:]] or lesson_examples(key)


def near_miss(key: str) -> LessonPosition | None:
    """A position in which the technique seems to apply, but does not; `hint` has the step that would be wrong. None if
    we have found no such position.
    """
    for case in _cases(f"{key}-x"):
        (spoiler,) = case.placements
        without = case.position.eliminate([spoiler])
        board = Position.at(without, givens=case.givens, rules=case.rules)
        for step in all_steps(board, key):
            if frozenset(step.placements or step.eliminations) == case.eliminations:
                hint = Hint(HintKind.STEP, case.position, case.givens, step=step)
                return LessonPosition(hint, case.rules, spoiler)
    return None


def walked(position: LessonPosition, *, language: str = "en") -> tuple[HintView, ...]:
    """What to show of an example, step by step; of a near miss first the pattern, then what spoils it."""
    if position.spoiler is None:
        return walk(hint_view(position.hint, tier=4, language=language))
    hint = replace(position.hint, position=position.hint.position.eliminate([position.spoiler]))
    view = hint_view(hint, tier=3, language=language)
    tags = {**view.picture.tags, position.spoiler: Tag(Mark.FIN)}
    spoiled = replace(view.picture, candidates=position.hint.position, tags=tags)
    question = voice(language).say(
        "{name}? It looks like it. What spoils it?",
        name=capital(technique_name(view.technique or "", language)),
    )
    answer = " ".join(map(capital, _what_spoils(position, language)))
    steps = ((question, view.picture), (answer, spoiled))
    return tuple(replace(view, text=text, short=text, lines=(), picture=picture) for text, picture in steps)


def _what_spoils(position: LessonPosition, language: str) -> Iterator[str]:
    """What there is too much of in a near miss, and what would be lost."""
    step, spoiler, layout = position.hint.step, position.spoiler, position.hint.position.layout
    assert step is not None
    assert spoiler is not None
    speaker, truths = voice(language, layout), step.evidence.truths

    def named(candidate: Candidate) -> dict[str, object]:
        place = speaker.cells_in_words(layout, candidate[:1])
        return {"place": place, "digit": speaker.digit(candidate[1])}

    houses = [truth.house for truth in truths if truth.house is not None and truth.digit == spoiler[1]]
    spoiled = [house for house in houses if spoiler[0] in layout.houses[house].cells][:1]
    if spoiled:
        house = speaker.houses(layout, spoiled)
        yield speaker.say("{house}: {digit} has one more place, {place}.", house=house, **named(spoiler))
    else:
        yield speaker.say("{place}: {digit} is one more candidate.", **named(spoiler))
    yield speaker.say("So nothing follows.")
    right = solution(position.puzzle).entries
    for each in [each for each in step.eliminations if right[each[0]] == each[1]][:1]:
        yield speaker.say("{place}: {digit} would be struck out, but it belongs there.", **named(each))
    for each in [each for each in step.placements if right[each[0]] != each[1]][:1]:
        yield speaker.say("{place}: {digit} would be placed, but it does not belong there.", **named(each))


def _candidate_count(position: LessonPosition) -> int:
    return sum(mask.bit_count() for mask in position.hint.position.masks)


def _lesson_position(each: Example) -> LessonPosition:
    return LessonPosition(Hint(HintKind.STEP, each.position, each.givens, step=each.step), each.rules)


@cache
def _cases(name: str) -> list[TechniqueCase]:
    """The stored positions of a technique (`x-wing`), or its near miss (`x-wing-x`)."""
    text = (get_data("nonet.play", "lesson_positions.txt") or b"").decode()
    return [parse_case(line) for line in text.splitlines() if line.startswith(f":{name}:")]


def has_lesson(key: str) -> bool:
    """Whether there is an example to learn the technique from.

    >>> has_lesson("x-wing"), has_lesson("brand-new")
    (True, False)
    """
    return is_technique(key) and example_case(key) is not None


def has_exercises(key: str) -> bool:
    """Whether the technique is the next step in its example; a rare one may only be found by looking for it."""
    step = next_step(_exercises(key)[0].board())
    return step is not None and step.technique == key


def exercise(key: str, seed: int, *, others: Sequence[str] = ()) -> Exercise:
    """An exercise; the same seed gives the same one. Steps of the techniques `others` are right, too.

    >>> exercise("hidden-single", 7).position.hint.step.technique
    'hidden-single'
    """
    for disguised in _disguises(_exercises(key), seed):
        board = disguised.board()
        step = next_step(board)
        if step is not None and step.technique == key:
            steps = [step, *(each for other in (key, *others) for each in all_steps(board, other))]
            steps = [each for each in steps if bool(each.placements) is bool(step.placements)]
            answers = dict.fromkeys((tuple(each.placements), tuple(each.eliminations)) for each in steps)
            return Exercise(replace(disguised, hint=replace(disguised.hint, step=step)), tuple(answers))
    raise PlayError("there are no exercises for this technique", where="technique")


def _disguises(known: list[LessonPosition], seed: int) -> Iterator[LessonPosition]:
    """Disguises to try. Puzzles with rules have few: the next seed gives another, and none gives an example itself."""
    rng = Rng(seed)
    if known[0].rules:
        ways = 7 * len(known)
        for more in range(ways):  # in strides, so that the next seed does not meet this one
            turn, number = divmod(len(known) + (seed + 5 * more) % ways, len(known))
            yield _disguised(known[number], _turn(known[number].hint.position.layout, turn))
        return
    for _ in range(_TRIES):
        chosen = rng.choice(known)
        yield _disguised(chosen, random_transformation(chosen.hint.position.layout, rng))


def _turn(layout: Layout, number: int) -> Transformation:
    """One of the eight symmetries of a square."""
    turned = Transformation.rotation(layout, number % 4)
    return turned.then(Transformation.transposition(layout)) if number >= 4 else turned


def _disguised(stored: LessonPosition, change: Transformation) -> LessonPosition:
    hint, puzzle = stored.hint, change(stored.puzzle)
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
