"""The solving loop: the easiest step first, again and again, always the same steps for the same puzzle.

On the plain 9x9 board the kernel looks for steps: see `nonet.logic.compiled`, and `nonet.logic.killers`. The Python
finders are used on all other boards, without the kernel, and for what is not compiled. Both find the same steps in the
same order, but for two of puzzles with rules. Forcing with rules: the kernel says which candidates to suppose first (in
one fixed order it takes up to four times as long), and without it all are tried. Consequences of rules of many cells: a
search gives up after so many digits, and the kernel gets further with them.

A puzzle with rules (killer cages …) has techniques of its own between the others, and its path may end early, where no
technique helps. Neither there nor in a puzzle that rules candidates out does a technique rely on there being one
solution: swapping two digits may break a rule, or need a candidate that is ruled out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain, groupby, islice
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from nonet.arguments import clear_type_errors
from nonet.display import html_of
from nonet.errors import NonetError, expect
from nonet.formats import PuzzleLike, as_puzzle
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import (
    Entry,
    Level,
    allowed_entries,
    entries_without_rules,
    entry,
    technique,
    variant_entries,
)
from nonet.logic.compiled import UNKNOWN, Plan, board_of, finder_number, plan_of
from nonet.logic.options import DEFAULTS, WITHOUT_UNIQUENESS, Options
from nonet.logic.position import Position, PositionLike, as_position
from nonet.logic.singles import with_rules
from nonet.logic.step_records import read_step
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.step import Step, StepContext

if TYPE_CHECKING:
    from nonet.rules.base import Rule

EXPLAINER_VERSIONS = {"se": "1.2.1", "se-1.18": "1.18.1"}
"""Sudoku Explainer's version, by the name of its rating scheme."""


class Stretch(NamedTuple):
    """What is tried together: techniques, the kernel's plan for them, and the cages if it looks for them, too."""

    entries: tuple[Entry, ...]
    plan: Plan | None
    cages: bytes | None = None


class SolvingPath(Iterator[Step]):
    """The steps of a puzzle, each found when it is asked for. `puzzle` is the puzzle, and `restart()` gives all its
    steps again. In a notebook, a path is a strip of pictures.

    >>> steps = path(".13. 43.2 .2.3 ....")
    >>> next(steps).technique, len(list(steps)), len(list(steps.restart()))
    ('full-house', 8, 9)
    """

    def __init__(self, puzzle: Puzzle, start: Callable[[], Iterator[Step]]) -> None:
        self.puzzle = puzzle
        self._start = start
        self._steps = start()

    def __next__(self) -> Step:
        return next(self._steps)

    def __repr__(self) -> str:
        return f"<path of {self.puzzle!r}>"

    def restart(self) -> SolvingPath:
        """The same path from its first step."""
        return SolvingPath(self.puzzle, self._start)

    def _repr_html_(self) -> str | None:
        return html_of(self)


@clear_type_errors
def path(
    puzzle: PuzzleLike,
    *,
    options: Options = DEFAULTS,
    scheme: str = "hodoku",
    allow: Iterable[str] | None = None,
) -> SolvingPath:
    """The steps from the givens to the solution, lazily; ends early only if there is not exactly one solution.

    The path of a puzzle with rules ends early, too, where no technique helps.

    `scheme` says whose order of techniques is followed: that of HoDoKu, or of Sudoku Explainer ("se", "se-1.18"),
    which has no options.

    `allow` names the only techniques that the path may use besides singles; it ends where none of them helps. It also
    reaches techniques that no path tries by itself. With a pattern of the experts (exocet …), locked candidates and
    subsets are allowed, too.

    >>> [step.technique for step in path(".13. 43.2 .2.3 ....")][:3]
    ['full-house', 'full-house', 'full-house']
    >>> monster = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
    >>> [step.technique for step in path(monster, allow=["sk-loop"])][:2]
    ['sk-loop', 'naked-triple']
    """
    puzzle = as_puzzle(puzzle)
    expect(options, Options, "options")
    keys = None if allow is None else allowed_keys(allow)
    if scheme in EXPLAINER_VERSIONS:
        if keys is not None:
            raise NonetError("Sudoku Explainer's steps cannot be chosen by technique; leave allow out")
        puzzle.require_classic("Sudoku Explainer")
        return SolvingPath(puzzle, partial(_explainer_path, puzzle, EXPLAINER_VERSIONS[scheme]))
    if scheme != "hodoku":
        raise NonetError(f"unknown scheme {scheme!r}; choose from hodoku, {', '.join(EXPLAINER_VERSIONS)}")
    find = partial(next_step, options=options)
    if keys is not None:
        find = partial(_first_of_keys, keys=keys, options=options)
    return SolvingPath(puzzle, partial(_path, puzzle, find))


def allowed_keys(allow: Iterable[str]) -> tuple[str, ...]:
    """The techniques of a path that may use these: with those that go along, in the order in which they are tried.

    >>> allowed_keys(["x-wing", "naked-pair"])
    ('full-house', 'naked-single', 'hidden-single', 'naked-pair', 'x-wing')
    """
    named = {technique(key) for key in ([allow] if isinstance(allow, str) else allow)}
    along = (
        ("singles", "locked", "subsets") if any(each.family == "experts" for each in named) else ("singles",)
    )
    tried = (each for line in variant_entries() for each in line.techniques)
    return tuple(each.key for each in tried if each in named or each.family in along)


def _first_of_keys(position: Position, keys: tuple[str, ...], options: Options) -> Step | None:
    return next((step for key in keys for step in all_steps(position, key, options=options)), None)


def _path(puzzle: Puzzle, find: Callable[[Position], Step | None]) -> Iterator[Step]:
    position = Position.of(puzzle)  # refuses what is not a puzzle now, not at the first step
    steps = enumerate(position.steps(find), start=1)
    return (numbered(step, number, puzzle, position) for number, step in steps)


def numbered(step: Step, number: int, puzzle: Puzzle, position: Position) -> Step:
    """The step with its context: its number on the path, and the position before it."""
    return replace(step, context=StepContext(number, position.candidates(), puzzle))


def _explainer_path(puzzle: Puzzle, version: str) -> Iterator[Step]:
    from nonet.logic.se.steps import explainer_steps

    steps = (each.step for each in explainer_steps(puzzle, version=version))
    return _path(puzzle, lambda _: next(steps, None))


def next_step(
    position: PositionLike, *, options: Options = DEFAULTS, level: Level = Level.EXTREME
) -> Step | None:
    """The easiest step in a position, or at the start of a puzzle; None if there is none up to this level, or if the
    position is a contradiction to the rules of a variant.
    """
    position = as_position(position)
    options = _options_for(position, options)
    if position.rules and position.is_stuck:
        return None
    for stretch in _stretches(position.layout, position.rules, options, level):
        step, entries = _first(position, options, stretch), stretch.entries
        if step is None and position.rules and stretch.cages is None and entries[0].is_usual:
            step = next((step for each in entries for step in _by_sight(each, position, options)), None)
        if step is not None:
            return with_rules(position, step)
    return None


def _options_for(position: Position, options: Options) -> Options:
    """Without uniqueness, where swapping two digits may break what the puzzle asks for."""
    expect(options, Options, "options")
    return options if position.swappable else replace(options, uniqueness=False)


def all_steps(position: PositionLike, technique: str, *, options: Options = DEFAULTS) -> Iterator[Step]:
    """Every step of one technique in a position, or at the start of a puzzle."""
    position = as_position(position)
    options, line = _options_for(position, options), entry(technique)
    if not line.is_allowed(position.layout, options):
        return iter(())
    return (step for step in _every(line, position, options) if step.technique == technique)


def every_step(
    position: PositionLike, *, options: Options = DEFAULTS, level: Level = Level.EXTREME
) -> Iterator[Step]:
    """Every step of every technique up to a level, in the order in which techniques are tried: the easiest first.

    >>> position = Position.of(".13. 43.2 .2.3 ....")
    >>> sorted({step.technique for step in every_step(position, level=Level.EASY)})
    ['full-house', 'hidden-single', 'naked-single']
    """
    position = as_position(position)
    options = _options_for(position, options)
    entries = variant_entries() if position.rules else entries_without_rules(position.layout)
    for line in allowed_entries(entries, position.layout, options, level):
        yield from _every(line, position, options)


def _every(line: Entry, position: Position, options: Options) -> Iterator[Step]:
    if not position.rules:
        return _all(line, position, options)
    if position.is_stuck:
        return iter(())
    steps = _all(line, position, options)
    by_sight = _by_sight(line, position, options) if line.is_usual else ()
    return _each_once(chain((with_rules(position, step) for step in steps), by_sight))


def _each_once(steps: Iterable[Step]) -> Iterator[Step]:
    """By sight, steps of houses alone are found a second time."""
    found: set[Step] = set()
    for step in steps:
        if step not in found:
            found.add(step)
            yield step


def _first(position: Position, options: Options, stretch: Stretch) -> Step | None:
    """The first step that these techniques find; with a plan, by the kernel as far as it can."""
    entries, plan, cages = stretch
    if plan is None:
        return next((step for each in entries for step in each.finder(position, options)), None)
    assert kernel is not None
    board, place = board_of(position), 0
    while True:
        found: bytes | int | None = kernel.logic_step(board, plan.finders, plan.options, place, True, cages)
        if not isinstance(found, int):
            return None if found is None else read_step(found)
        for step in entries[found].finder(position, options):
            return step
        place = found + 1


def settle(position: Position, level: Level) -> None:
    """Takes all steps up to a level in a position with rules; ends where it meets a contradiction.

    It takes many steps at once, in another order, and so is faster than a path; it may end earlier, since the usual
    techniques look only at houses here, not at what rules keep apart.
    """
    stretches = _stretches_of_variant(position.layout, WITHOUT_UNIQUENESS, level)
    _take_singles(position)
    while any(_take_some(position, stretch) for stretch in stretches):
        pass


def _is_open(position: Position) -> bool:
    """Whether there is something left to find: neither a solution nor a contradiction."""
    return bool(position.unsolved) and not position.is_stuck


def _take_singles(position: Position) -> None:
    while not position.is_stuck and (position.naked or position.hidden):
        cell = position.naked[0] if position.naked else position.hidden[0][0]
        digit = position.masks[cell].bit_length() if position.naked else position.hidden[0][1]
        position.place(cell, digit)


def _take_some(position: Position, stretch: Stretch) -> bool:
    """Takes all steps that each of these techniques finds, one after another; says whether there were any. Of those
    that take long to find, one is enough.
    """
    taken, options = False, WITHOUT_UNIQUENESS
    if stretch.entries[0].is_usual:
        while _is_open(position) and (step := _first(position, options, stretch)) is not None:
            taken = _take(position, (step,))
        return taken
    for each in stretch.entries if _is_open(position) else ():
        slow = each.techniques[0].level >= Level.UNFAIR
        if steps := tuple(islice(each.finder(position, options), 1 if slow else None)):
            taken = _take(position, steps)
            if slow or not _is_open(position):
                break
    return taken


def _take(position: Position, steps: Iterable[Step]) -> bool:
    for step in steps:
        position.apply(step)
    _take_singles(position)
    return True


_OF_HOUSES = {"singles", "locked", "subsets"}
"""Families whose steps are about the cells of houses alone: what else sees each other makes no difference to them."""


def _by_sight(line: Entry, position: Position, options: Options) -> Iterator[Step]:
    """The steps of usual techniques where cells that rules keep apart count as peers, and chains follow what rules
    link.
    """
    from nonet.logic.variants.naming import named_rules

    for step in _seen(line, position, options):
        if (named := named_rules(position, step)) is not None:
            yield named


def _seen(line: Entry, position: Position, options: Options) -> Iterator[Step]:
    from nonet.logic.variants.linked import LINKED
    from nonet.logic.variants.links import LOOPS, linked

    if line.techniques[0].family not in _OF_HOUSES and line.techniques[0].level < Level.EXTREME:
        seen = linked(position, line.path) if line.path in LOOPS else position.sighted()
        if seen is not None:
            yield from line.finder(seen, options)
    if line.path in LINKED:
        seen = linked(position)
        if seen is not None and any(seen.rule_links):
            yield from LINKED[line.path](seen, options)


@lru_cache(maxsize=64)
def _stretches(
    layout: Layout, rules: tuple[Rule, ...], options: Options, level: Level
) -> tuple[Stretch, ...]:
    """All techniques at once; in puzzles with rules that are no killers, usual techniques and others in turn."""
    if not rules:
        plan = classic_plan(options, level) if layout == CLASSIC else None
        return (Stretch(entries_for(layout, options, level), plan),)
    from nonet.logic.killers import cages_of_rules, killer_entries, killer_plan  # rules take time to load

    if (cages := cages_of_rules(layout, rules)) is not None:
        return (Stretch(killer_entries(layout, level), killer_plan(options, level), cages),)
    return _stretches_of_variant(layout, options, level)


@lru_cache(maxsize=64)
def _stretches_of_variant(layout: Layout, options: Options, level: Level) -> tuple[Stretch, ...]:
    allowed = allowed_entries(variant_entries(), layout, options, level)
    return tuple(
        Stretch(entries, plan_of(entries, options) if usual and layout == CLASSIC else None)
        for usual, entries in (
            (key, tuple(group)) for key, group in groupby(allowed, key=attrgetter("is_usual"))
        )
    )


def _all(line: Entry, position: Position, options: Options) -> Iterator[Step]:
    plan = classic_plan(options) if position.layout == CLASSIC else None
    finder = finder_number(line, options)
    if kernel is None or plan is None or finder == UNKNOWN or not line.is_usual:
        return line.finder(position, options)
    return map(read_step, kernel.logic_all(board_of(position), finder, plan.options))


@lru_cache(maxsize=64)
def classic_plan(options: Options, level: Level = Level.EXTREME) -> Plan | None:
    """What the kernel tries on the classic board; None if it is not there, or these options are beyond it."""
    return plan_of(entries_for(CLASSIC, options, level), options)


@lru_cache(maxsize=64)
def entries_for(layout: Layout, options: Options, level: Level = Level.EXTREME) -> tuple[Entry, ...]:
    """What is tried on this board up to a level, in order."""
    return tuple(allowed_entries(entries_without_rules(layout), layout, options, level))
