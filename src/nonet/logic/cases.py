"""Technique cases as data lines: a position, and what one technique must (or must not) find in it.

    :code[-variant]:digits:givens:deleted:eliminations:placements:length:rules

    givens      the cells of the board, `.` empty, a plain digit a given, `+d` a digit placed since
    deleted     candidates already gone; these, the eliminations and the placements are blank-separated triples
                digit-row-column, counted from 1: `436` is digit 4 in r3c6
    -x          the technique must find nothing here
    code        HoDoKu's number, or where there is none, the key: `:wxyz-wing:…`, `:wxyz-wing-x:…`
    length      of a chain, in HoDoKu's own cases; not checked
    rules       the cages of a killer, blank-separated: `9=r1c1,r1c2`; or board and rules of any puzzle of up to nine
                rows, columns and digits, in nonet's JSON: `{"nonet": 1, "layout": "6x6", "rules": [{"kind": …}]}`

Fields at the end may be left out, from the eliminations on.
The technique finds *all* its steps; one of them must have exactly the expected eliminations (or placements).

    python -m nonet.logic.cases FILE    (make cases FILE=…) runs a file; says what failed, and what was found
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from nonet.bitsets import digits_in
from nonet.candidates import Candidates
from nonet.errors import FormatError
from nonet.formats import parse, write
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import is_technique, technique, techniques
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.path import all_steps
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Rule
from nonet.step import Candidate, Step
from nonet.visible import visible_output

_KEYS = {each.code: each.key for each in techniques() if each.code}


@dataclass(frozen=True)
class TechniqueCase:
    """One line: the technique, the position, what must be found (nothing, if `must_not_fire`)."""

    text: str
    technique: str
    options: Options
    position: Candidates
    givens: Grid
    eliminations: frozenset[Candidate]
    placements: frozenset[Candidate]
    must_not_fire: bool
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class CaseResult:
    """How a case went; `found` are the steps the technique found."""

    case: TechniqueCase
    passed: bool
    found: tuple[Step, ...]


def parse_case(text: str) -> TechniqueCase:
    """Reads a line.

    >>> parse_case(f":0003:1:+1{'.' * 80}:::112:")
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: the placed digit is not a candidate: '112'
    """
    parts = text.rstrip("\n").split(":", 8)
    parts += [""] * (9 - len(parts)) if len(parts) >= 5 else []
    if len(parts) != 9 or parts[0]:
        raise FormatError(
            "a technique case has the form :code:digits:givens:deleted:eliminations:placements:length:rules",
            text=text,
        )
    name, code, variant = _technique(parts[1])
    siamese = len(code) == 5
    puzzle = _puzzle(parts[8])
    values, givens = _values(parts[3], puzzle.layout)
    position = Candidates.at(values).eliminate(_triples(parts[4], puzzle.layout))
    placements = frozenset(_triples(parts[6], puzzle.layout))
    for cell, digit in placements:
        if digit not in position.digits(cell):
            raise FormatError("the placed digit is not a candidate", text=parts[6])
    return TechniqueCase(
        text.rstrip("\n"), name, _options(code, variant, siamese), position, givens,
        frozenset(_triples(parts[5], puzzle.layout)), placements, variant == "x", puzzle.rules,
    )  # fmt: skip


def technique_of(text: str) -> str:
    """The key of a line's technique, without reading the rest.

    >>> technique_of(":wxyz-wing-x:…")
    'wxyz-wing'
    """
    return _technique(text.split(":", 2)[1])[0]


def _technique(text: str) -> tuple[str, str, str]:
    """The key, the code and the variant; a technique without a code goes by its key: `wxyz-wing`."""
    if text[:1].isalpha():
        key = text.removesuffix("-x")
        if not is_technique(key):
            raise FormatError("unknown technique", text=text)
        return key, technique(key).code, "x" if key != text else ""
    code, _, variant = text.partition("-")
    if code[:4] not in _KEYS:
        raise FormatError("unknown technique code", text=text)
    return _KEYS[code[:4]], code, variant


def run_case(case: TechniqueCase) -> CaseResult:
    """Lets the technique find all its steps and looks for the expected one."""
    position = Position.at(case.position, givens=case.givens, rules=case.rules)
    steps = tuple(all_steps(position, case.technique, options=case.options))
    if case.must_not_fire:
        return CaseResult(case, not steps, steps)
    passed = any(
        frozenset(step.placements) == case.placements
        if case.placements
        else frozenset(step.eliminations) == case.eliminations
        for step in steps
    )
    return CaseResult(case, passed, steps)


def _options(code: str, variant: str, siamese: bool) -> Options:
    options = DEFAULTS
    if siamese:
        options = replace(options, siamese=True)
    if code in ("0404", "0405"):
        options = replace(options, duals=True)
    if code == "0405" or (code == "0402" and variant == "1"):  # a dual may eliminate more
        options = replace(options, empty_rectangle_pairs=True)
    if code.startswith("06"):
        options = replace(options, missing_candidates=variant != "1")
    if code in ("0902", "0903", "0904") and variant == "2":
        options = replace(options, als_overlap=True)
    if code == "0903":
        options = replace(options, als_chains_in_order=False)
    if (code == "0709" and variant == "2") or (code in ("0710", "0711") and variant in ("3", "4")):
        options = replace(options, als_nodes=True)
    return options


def _values(text: str, layout: Layout) -> tuple[Grid, Grid]:
    """All digits, and the givens; a 0 is an empty cell unless it is a digit of the board."""
    values, givens, placed = [], [], False
    for symbol in text:
        if symbol == "+":
            placed = True
            continue
        empty = symbol == "." or (symbol == "0" and layout.first_digit)
        value = 0 if empty else layout.entry_of(int(symbol))
        values.append(value)
        givens.append(0 if placed else value)
        placed = False
    return Grid(layout, bytes(values)), Grid(layout, bytes(givens))


def _triples(text: str, layout: Layout) -> Iterator[Candidate]:
    for triple in text.split():
        digit, row, column = map(int, triple)
        yield layout.cell(row - 1, column - 1), layout.entry_of(digit)


def _puzzle(text: str) -> Puzzle:
    """An empty board with its rules."""
    if text.startswith("{"):
        return parse(text, format="json")
    return Puzzle(Grid.empty(CLASSIC), (), tuple(_cages(text)))


def _cages(text: str) -> Iterator[Rule]:
    for cage in text.split():
        total, _, cells = cage.partition("=")
        yield Cage(tuple(CLASSIC.cell_named(name) for name in cells.split(",")), int(total))


def written_case(step: Step) -> str:
    """A step of a path as a line; the inverse of `parse_case`.

    >>> from nonet.logic.path import path
    >>> from nonet.rules import Arrow
    >>> puzzle = Puzzle.of("4x4", "." * 15 + "4", rules=[Arrow((0,), (1, 2, 3))])
    >>> line = written_case(next(path(puzzle)))
    >>> line  # doctest: +ELLIPSIS
    ':sum-limits::...............4:...'
    >>> run_case(parse_case(line)).passed
    True
    """
    position, givens = step.on_path.position, step.on_path.givens
    layout, grid = givens.layout, position.grid
    symbols = [
        "." if not value else f"{'' if givens.entries[cell] else '+'}{layout.digit_of(value)}"
        for cell, value in enumerate(grid.entries)
    ]
    full = Candidates.at(grid).masks
    deleted = [
        (cell, digit)
        for cell, (mask, kept) in enumerate(zip(full, position.masks, strict=True))
        for digit in digits_in(mask & ~kept)
    ]
    changes = [_written(each, layout) for each in (deleted, step.eliminations, step.placements)]
    rules = write(Puzzle(Grid.empty(layout), (), step.on_path.rules), "json")
    if layout is CLASSIC and not step.on_path.rules:
        rules = ""
    return ":".join(("", step.technique, "", "".join(symbols), *changes, "", rules))


# -- a file of cases, from the command line ---------------------------------------------------------------


def main(arguments: list[str]) -> int:
    """Runs the cases of a file, prints each that fails with what was found instead, and how many passed."""
    if len(arguments) != 1:
        print("usage: python -m nonet.logic.cases FILE", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            lines = file.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        print(f"cannot read {arguments[0]}: {error}", file=sys.stderr)
        return 2
    passed = failed = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            result = run_case(parse_case(line))
        except Exception as error:  # a finder that raises fails the case, not the run
            failed += 1
            print(f"line {number}: {line}\n  cannot be run: {error!r}", flush=True)
            continue
        passed += result.passed
        failed += not result.passed
        if not result.passed:
            print(f"line {number}: {line}", *_instead(result), sep="\n  ", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _instead(result: CaseResult) -> Iterator[str]:
    """What was expected, and what was found: triples, as in the file."""
    case, layout = result.case, result.case.givens.layout
    if case.must_not_fire:
        yield f"expected: no {case.technique}"
    elif case.placements:
        yield f"expected: {case.technique} that places {_written(case.placements, layout)}"
    else:
        yield f"expected: {case.technique} that eliminates {_written(case.eliminations, layout)}"
    if not result.found:
        yield "found:    nothing"
    for step in result.found:
        parts = [f"places {_written(step.placements, layout)}"] if step.placements else []
        parts += [f"eliminates {_written(step.eliminations, layout)}"] if step.eliminations else []
        yield f"found:    {', '.join(parts)}"


def _written(candidates: Iterable[Candidate], layout: Layout = CLASSIC) -> str:
    """The inverse of `_triples`."""
    return " ".join(
        f"{layout.digit_of(digit)}{layout.row_of(cell) + 1}{layout.column_of(cell) + 1}"
        for cell, digit in sorted(candidates)
    )


if __name__ == "__main__":
    with visible_output():
        sys.exit(main(sys.argv[1:]))
