"""Each sentence of a text judged: whether it is true, and whether it follows from what was known before it.

The position begins with the clues. What a true sentence says is added to it, however it was found; what a false one
says is not. So every sentence is judged on its own, and one mistake does not make those after it false.

A sentence *follows* if single steps of techniques give all that it says: of the technique that it names, or of any up
to unfair. Forcing chains and nets count only where they are named: with trial and error nearly everything follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from nonet.arguments import clear_type_errors
from nonet.errors import LimitExceeded, expect
from nonet.formats import PuzzleLike, as_puzzle
from nonet.layout import CLASSIC, Layout
from nonet.limits import allow, check_time, limits, reading
from nonet.logic.catalog import Level
from nonet.logic.conclusions import StepFact, conclusions, given_by, proves, unknown
from nonet.logic.path import every_step, next_step
from nonet.logic.position import Position
from nonet.models.answers import solutions_of
from nonet.models.statements import Sentence, sentences_in
from nonet.puzzle import Puzzle
from nonet.step import Candidate
from nonet.true_candidates import possible

NOT_WHOLE = "the text is too long, and its end was not read"


class StatementKind(Enum):
    """How a statement stands to the position before it."""

    KNOWN = "known"  # nothing new: it is on the board, or was excluded before
    FOLLOWS = "follows"  # by one step of a technique
    LEAP = "leap"  # by several steps, which are not given
    SEARCH = "search"  # true, but not by the techniques: by search only
    FALSE = "false"
    UNCHECKED = "unchecked"  # true; whether it follows would have taken too long
    NOT_READ = "not-read"  # outside the grammar, or a supposition: neither right nor wrong

    __hash__ = object.__hash__


@dataclass(frozen=True)
class Statement:
    """A sentence and what is to be said of it.

    `techniques` has the one that proves it, or those of a leap. `named` is the technique that the text names, by its
    key, or one of those that the name may mean; `proves` whether it proves the statement here, if that is known.
    """

    text: str
    start: int
    kind: StatementKind
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    techniques: tuple[str, ...] = ()
    named: str | None = None
    proves: bool | None = None

    @property
    def is_error(self) -> bool:
        """False, or without a reason that proves it."""
        return (
            self.kind in (StatementKind.FALSE, StatementKind.LEAP, StatementKind.SEARCH)
            or self.proves is False
        )

    def to_json(self, layout: Layout) -> dict[str, object]:
        """The same as plain values."""
        said = {"placements": self.placements, "eliminations": self.eliminations}
        return {
            "text": self.text,
            "start": self.start,
            "kind": self.kind.value,
            "error": self.is_error,
            **{
                name: [
                    {"cell": layout.cell_name(cell), "digit": layout.digit_of(digit)} for cell, digit in facts
                ]
                for name, facts in said.items()
            },
            "techniques": list(self.techniques),
            "named": self.named,
            "proves": self.proves,
        }


@dataclass(frozen=True)
class Reasoning:
    """All sentences of a text. `is_whole` says whether the text was read to its end."""

    statements: tuple[Statement, ...]
    is_whole: bool = True

    @property
    def read(self) -> tuple[Statement, ...]:
        """The sentences that say something."""
        return tuple(each for each in self.statements if each.kind is not StatementKind.NOT_READ)

    @property
    def first_error(self) -> Statement | None:
        return next((each for each in self.statements if each.is_error), None)

    @property
    def is_sound(self) -> bool:
        """Whether every statement was checked and follows, and there is one."""
        unsure = any(each.is_error or each.kind is StatementKind.UNCHECKED for each in self.statements)
        return self.is_whole and not unsure and bool(self.read)


@clear_type_errors
def reasoning(puzzle: PuzzleLike, text: str) -> Reasoning:
    """Reads the sentences of a text and judges each.

    >>> judged = reasoning(".13. 43.2 .2.3 ....", "Full house: r1c1 is the last cell. So r2c3 = 1. r1c1 = 4.")
    >>> [(each.kind.value, each.techniques, each.proves) for each in judged.read]
    [('follows', ('full-house',), True), ('false', (), None)]
    """
    puzzle = as_puzzle(puzzle)
    expect(text, str, "text")
    truth = _truth(puzzle)
    position, most = Position.of(puzzle), limits().answer
    found = list[Statement]()

    @reading
    def judge_all() -> None:
        for sentence, names in _with_names(sentences_in(puzzle.layout, text[:most])):
            check_time()
            found.append(_judged(position, truth, sentence, names))

    is_whole = len(text) <= most
    with allow(seconds=limits().judging):
        try:
            judge_all()
        except LimitExceeded:
            is_whole = False
    return Reasoning(tuple(found), is_whole)


def _with_names(sentences: Iterator[Sentence]) -> Iterator[tuple[Sentence, tuple[str, ...]]]:
    """Each sentence, and the techniques that it relies on; those of suppositions without what they say and name.

    A supposition lasts until a sentence begins with "therefore", or the step ends. So long a heading holds, too: what
    comes after it explains it, and may quote rules whose words are also names of techniques.
    """
    since_name, supposing, headed = list[Sentence](), False, False
    for sentence in sentences:
        supposed = supposing and not sentence.ends_step and not sentence.concludes
        headed = sentence.heads or (headed and not sentence.ends_step)
        supposing = supposed or sentence.supposes
        is_aside = supposed or (headed and not sentence.heads and not sentence.says_something)
        each = replace(sentence, names=()) if is_aside else sentence
        each = replace(each, placements=(), eliminations=()) if supposing else each
        if sentence.ends_step or each.names:
            yield from _named(since_name)
            since_name = []
        if since_name or each.names:
            since_name.append(each)
        else:
            yield each, ()
        headed = headed and not sentence.concludes
    yield from _named(since_name)


def _named(sentences: Sequence[Sentence]) -> Iterator[tuple[Sentence, tuple[str, ...]]]:
    """The technique that the first sentence names is what this one relies on; if it says nothing, the first after
    it that begins with "therefore", or else the first that says something.
    """
    stating = [each for each in sentences if each.says_something]
    concluding = [each for each in stating if each.concludes]
    relying = next(iter([each for each in stating if each.names] or concluding or stating), None)
    names = sentences[0].names[-1] if sentences else ()
    return ((each, names if each is relying else ()) for each in sentences)


@lru_cache(maxsize=1024)
def _truth(puzzle: Puzzle) -> tuple[int, ...]:
    """For each cell the digits that it holds in some solution, as bits."""
    first, *others = solutions_of(puzzle)
    if not others:
        return tuple(1 << (entry - 1) for entry in first.entries)
    layout, found = puzzle.layout, possible(puzzle)
    return tuple(
        sum(1 << index for index, count in enumerate(counts) if count)
        for counts in found.counts[: layout.cell_count]
    )


def _judged(
    position: Position, truth: Sequence[int], sentence: Sentence, names: tuple[str, ...]
) -> Statement:
    """The judgement of a sentence; what it says is added to the position if it is true."""
    text, start = sentence.text, sentence.start
    placed, gone = sentence.placements, sentence.eliminations
    if not sentence.says_something:
        return Statement(text, start, StatementKind.NOT_READ)
    named = names[0] if names else None
    if any(truth[cell] != 1 << (digit - 1) for cell, digit in placed) or any(
        truth[cell] >> (digit - 1) & 1 for cell, digit in gone
    ):
        return Statement(text, start, StatementKind.FALSE, placed, gone, named=named)
    new = unknown(position, conclusions(placed, gone))
    kind, techniques, proved = StatementKind.KNOWN, tuple[str, ...](), None
    if new:
        try:
            kind, techniques, proved = _follows(position, new, names)
            proved = proved and _is_there(position, sentence, techniques[0])
        except LimitExceeded:
            kind = StatementKind.UNCHECKED
    if proved:
        named = techniques[0]
    for cell, digit in gone:
        position.eliminate(cell, digit)
    for cell, digit in placed:
        if not position.values[cell]:
            position.place(cell, digit)
    return Statement(text, start, kind, placed, gone, techniques, named, proved)


def _is_there(position: Position, sentence: Sentence, single: str) -> bool:
    """Whether a single is one in a house that its sentence names, if it names any."""
    houses, placed = sentence.houses, sentence.placements
    if single == "full-house":
        return not houses or any(
            all(position.values[other] for other in house if other != cell)
            for house in houses
            for cell, _ in placed
        )
    if single == "hidden-single":
        return not houses or any(
            not any(position.masks[other] >> (digit - 1) & 1 for other in house if other != cell)
            for house in houses
            for cell, digit in placed
        )
    return True


def _follows(
    position: Position, new: set[StepFact], names: tuple[str, ...]
) -> tuple[StatementKind, tuple[str, ...], bool | None]:
    """How new facts follow; by which techniques; and whether the technique named is one that proves them."""
    is_compiled = position.layout == CLASSIC and not position.rules
    level = Level.UNFAIR if is_compiled else Level.HARD
    for name in names:
        if proves(name, position, new, enumerated=level):
            return StatementKind.FOLLOWS, (name,), True
    proved = False if names else None
    left = set(new)
    for step in every_step(position, level=level):
        check_time()
        left -= given_by(step, position, left)
        if not left:
            return StatementKind.FOLLOWS, (step.technique,), proved
    techniques = dict[str, None]()
    ahead = position.copy()
    for step in ahead.steps(lambda each: next_step(each, level=level)):
        check_time()
        techniques[step.technique] = None
        left -= given_by(step, ahead, left)
        if not left:
            return StatementKind.LEAP, tuple(techniques), proved
    return StatementKind.SEARCH, (), proved
