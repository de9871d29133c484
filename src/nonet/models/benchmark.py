"""A benchmark: 500 puzzles from easy 4x4 ones to the hardest known, and variants; made from seeds, not stored.

    question(id)          one puzzle and its prompt, always the same
    read_answers(lines)   a file of answers: {"id": …, "answer": …} on each line
    score(answers)        for each group: how many are right, and how far the others get

An answer is judged by `nonet.judge.answer`. A question without an answer counts as wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from statistics import fmean, stdev

from nonet.errors import NonetError
from nonet.generate.near_hardest import near_hardest
from nonet.limits import check, reading
from nonet.models.answers import AnswerVerdict, answer
from nonet.models.prompts import prompt, puzzle_text
from nonet.play import new_puzzle
from nonet.puzzle import Puzzle

EDITION = 4
"""Another number means other puzzles: scores of two editions cannot be compared."""

_FIRST_SEED = 370_001
"""Numbers that nobody chooses by chance: a data set with the seed 1 has none of these puzzles."""
_NEAR_HARDEST = "near-hardest"
_KINDS = ("thermo", "arrow", "renban", "little-killer")
_EASY_KINDS = (*_KINDS, "whispers", "kropki", "quadruple", "anti-knight", "mixed")
_HARD_KINDS = (*_KINDS, "sandwich")  # of other kinds they take longer to make

# Seeds whose puzzles Sudoku Explainer rates 9.0 to 9.9, 10.0 to 10.9, 11.0 and above; a slow test rates them.
_ER_9 = (
    *(370173, 370277, 370399, 370424, 370473, 370500, 370535, 370825, 370979, 371063),
    *(371079, 371121, 371163, 371180, 371191, 371242, 371405, 371430, 371488, 371587),
    *(371676, 371753, 371908, 371919, 372075, 372144, 372157, 372195, 372438, 372484),
)
_ER_10 = (
    *(3, 13, 22, 24, 25, 31, 33, 42, 47, 51),
    *(56, 57, 71, 80, 86, 94, 95, 104, 107, 115),
)
_ER_11 = (
    *(37, 66, 103, 109, 134, 164, 217, 226, 234, 247),
    *(366, 507, 531, 540, 628, 693, 760, 832, 1325),
)


@dataclass(frozen=True)
class Group:
    """Puzzles of one kind: the boards take turns; each puzzle is made from a seed of its own."""

    name: str
    boards: tuple[str, ...]
    level: str
    seeds: Sequence[int]

    @property
    def ids(self) -> list[str]:
        """The names of its questions, such as `9x9-easy-01`."""
        return [f"{self.name}-{number:02}" for number in range(1, len(self.seeds) + 1)]


def _of_level(name: str, level: str, count: int, boards: tuple[str, ...] = ()) -> Group:
    return Group(f"{name}-{level}", boards or (name,), level, range(_FIRST_SEED, _FIRST_SEED + count))


GROUPS: tuple[Group, ...] = (
    _of_level("4x4", "easy", 28),
    _of_level("6x6", "easy", 20),
    _of_level("6x6", "hard", 20),
    _of_level("9x9", "easy", 30),
    _of_level("9x9", "medium", 30),
    _of_level("9x9", "hard", 30),
    _of_level("9x9", "unfair", 30),
    _of_level("9x9", "extreme", 30),
    Group("9x9-er-9", ("9x9",), "extreme", _ER_9),
    Group("9x9-er-10", (_NEAR_HARDEST,), "extreme", _ER_10),
    Group("9x9-er-11", (_NEAR_HARDEST,), "extreme", _ER_11),
    _of_level("x", "medium", 15),
    _of_level("windoku", "medium", 15),
    _of_level("jigsaw", "medium", 15),
    _of_level("12x12", "easy", 10),
    _of_level("16x16", "easy", 10),
    _of_level("killer", "easy", 20),
    _of_level("killer", "hard", 20),
    _of_level("killer", "unfair", 20),
    _of_level("variants", "easy", 36, _EASY_KINDS),
    _of_level("variants", "medium", 27, _EASY_KINDS),
    _of_level("variants", "hard", 25, _HARD_KINDS),
)


# -- questions ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """A puzzle of the benchmark."""

    id: str
    group: str
    puzzle: Puzzle

    def to_json(self) -> dict[str, str]:
        """What a model, or a program, is given."""
        return {
            "id": self.id,
            "group": self.group,
            "puzzle": puzzle_text(self.puzzle),
            "prompt": prompt(self.puzzle),
        }


def questions(groups: Iterable[str] | None = None) -> Iterator[Question]:
    """All questions, or those of some groups, in the order of `GROUPS`."""
    for group in _chosen(groups):
        yield from map(question, group.ids)


def _chosen(names: Iterable[str] | None) -> list[Group]:
    if names is None:
        return list(GROUPS)
    wanted = {*names}
    if unknown := wanted - {group.name for group in GROUPS}:
        raise NonetError(f"the benchmark has no group {min(unknown)!r:.40}")
    return [group for group in GROUPS if group.name in wanted]


@lru_cache(maxsize=512)
def question(name: str) -> Question:
    """The question of this id. Nothing else is made for it.

    >>> question("4x4-easy-01").puzzle.layout.name, question("9x9-er-11-19").group
    ('4x4', '9x9-er-11')
    """
    group, place = _place(name)
    board, seed = group.boards[place % len(group.boards)], group.seeds[place]
    made = near_hardest(seed) if board == _NEAR_HARDEST else new_puzzle(board, group.level, seed).puzzle
    return Question(name, group.name, made)


@lru_cache(maxsize=1)
def _places() -> dict[str, tuple[Group, int]]:
    return {name: (group, place) for group in GROUPS for place, name in enumerate(group.ids)}


def _place(name: str) -> tuple[Group, int]:
    if name not in _places():
        raise NonetError(f"the benchmark has no question {name!r:.40}")
    return _places()[name]


# -- answers ------------------------------------------------------------------------------------------------


def read_answers(lines: Iterable[bytes | str]) -> dict[str, str]:
    """The answers of a file, by question. A null is no answer; anything else that is not as it should be is refused.

    >>> read_answers(['{"id": "4x4-easy-01", "answer": "1234 3412 2143 4321"}'])
    {'4x4-easy-01': '1234 3412 2143 4321'}
    """
    found: dict[str, str | None] = {}
    for number, line in enumerate(lines, start=1):
        check("file", len(line))
        if not line.strip():
            continue
        try:
            record = reading(json.loads)(line)
        except NonetError:  # a limit
            raise
        except RecursionError:
            raise NonetError(f"line {number}: nested too deeply") from None
        except ValueError as error:
            raise NonetError(f"line {number}: not JSON: {error}") from None
        if not isinstance(record, dict) or not isinstance(record.get("id"), str) or "answer" not in record:
            raise NonetError(f'line {number}: give {{"id": …, "answer": …}}')
        name, written = record["id"], record["answer"]
        if written is not None and not isinstance(written, str):
            raise NonetError(f"line {number}: the answer must be text, or null")
        if name not in _places():
            raise NonetError(f"line {number}: the benchmark has no question {name!r:.40}")
        if name in found:
            raise NonetError(f"line {number}: a second answer to {name}")
        found[name] = written
    return {name: written for name, written in found.items() if written is not None}


@dataclass(frozen=True)
class GroupScore:
    """How the answers to a group of questions were: for each, whether it is right, and how many placements came before
    the first error. What is missing counts as wrong, with none.
    """

    group: str
    answered: int
    right: tuple[bool, ...]
    placed: tuple[int, ...]

    @property
    def share(self) -> tuple[float, float]:
        """The share of right answers, and its standard error."""
        return _mean(self.right)

    @property
    def progress(self) -> tuple[float, float]:
        """The mean number of right placements before the first error, and its standard error."""
        return _mean(self.placed)

    def to_json(self) -> dict[str, object]:
        """The same as plain values."""
        return {
            "group": self.group,
            "questions": len(self.right),
            "answered": self.answered,
            "right": sum(self.right),
            **dict(zip(("share", "share_error"), self.share, strict=True)),
            **dict(zip(("placed", "placed_error"), self.progress, strict=True)),
        }


def score(answers: Mapping[str, str], groups: Iterable[str] | None = None) -> Iterator[GroupScore]:
    """The score of each group (or of some), and in the end of all together. Only what was answered is made."""
    for name in answers:
        _place(name)
    scores = []
    for group in _chosen(groups):
        judged = [
            answer(question(name).puzzle, answers[name]) if name in answers else None for name in group.ids
        ]
        found = GroupScore(
            group.name,
            sum(each is not None for each in judged),
            tuple(each is not None and each.verdict is AnswerVerdict.RIGHT for each in judged),
            tuple(0 if each is None else each.correct for each in judged),
        )
        scores.append(found)
        yield found
    yield GroupScore(
        "all",
        sum(each.answered for each in scores),
        tuple(right for each in scores for right in each.right),
        tuple(placed for each in scores for placed in each.placed),
    )


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    spread = stdev(map(float, values)) if len(values) > 1 else 0.0
    return fmean(values), spread / sqrt(len(values))
