"""Compares nonet's solving paths with HoDoKu's.

    python benchmarks/hodoku_paths.py FILE           whole paths: level, score, and the first difference
    python benchmarks/hodoku_paths.py FILE --along   step by step: finds nonet's next step in every position of
                                                     HoDoKu's paths

FILE contains HoDoKu's paths: one line with the puzzle, its level and its score, then one line per step.

    ....2.3.5.9...7..44.....8.9.7214......5.63.4.....8......1576...6.....5.3......... #2 Medium (344)
       Locked Candidates Type 1 (Pointing): 7 in b3 => r689c8<>7
       Hidden Single: r8c3=7
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from nonet.layout import CLASSIC
from nonet.logic.path import next_step, path
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.rating.hodoku import Hodoku
from nonet.step import Candidate, Step

_FISH = ("X-Wing", "Swordfish", "Jellyfish", "Squirmbag", "Whale", "Leviathan")
_KINDS = ("", "Finned ", "Sashimi ", "Franken ", "Finned Franken ", "Mutant ", "Finned Mutant ")
_NAMES = {
    "Locked Candidates Type 1 (Pointing)": "locked-candidates-1",
    "Locked Candidates Type 2 (Claiming)": "locked-candidates-2",
    "Bivalue Universal Grave + 1": "bug-plus-1",
    "2-String Kite": "two-string-kite",
    "Almost Locked Set XZ-Rule": "als-xz",
    "Almost Locked Set XY-Wing": "als-xy-wing",
    "Almost Locked Set Chain": "als-chain",
    "Avoidable Rectangle Type 1": "avoidable-rectangle-1",
    "Avoidable Rectangle Type 2": "avoidable-rectangle-2",
    "Brute Force": "nested-net",
    **{f"{kind}{fish}": f"{kind}{fish}".lower().replace(" ", "-") for kind in _KINDS for fish in _FISH},
}


@dataclass(frozen=True)
class Known:
    """A step of HoDoKu's path: its line, and the same step in nonet's terms."""

    text: str
    technique: str
    placements: frozenset[Candidate]
    eliminations: frozenset[Candidate]

    def agrees_with(self, step: Step) -> bool:
        return (
            self.technique == step.technique
            and self.placements == frozenset(step.placements)
            and self.eliminations == frozenset(step.eliminations)
        )

    def as_step(self) -> Step:
        return Step(self.technique, tuple(sorted(self.placements)), tuple(sorted(self.eliminations)))


@dataclass(frozen=True)
class KnownPath:
    """A puzzle with HoDoKu's rating and path."""

    puzzle: Puzzle
    name: str
    level: str
    score: int
    steps: tuple[Known, ...]


def read_paths(lines: Iterable[str]) -> Iterator[KnownPath]:
    head: re.Match[str] | None = None
    steps: list[Known] = []
    for line in lines:
        match = re.match(r"([.0-9]{81}) (#\d+) (\w+) \((\d+)\)", line)
        if match:
            if head:
                yield _known_path(head, steps)
            head, steps = match, []
        elif line.startswith("   ") and not re.match(
            r" +r\d+c\d+(=|<>)", line
        ):  # branches of a net, listed after their step
            steps.append(_known(line.strip()))
    if head:
        yield _known_path(head, steps)


def _known_path(head: re.Match[str], steps: list[Known]) -> KnownPath:
    values = [int(symbol) if symbol.isdigit() else 0 for symbol in head[1]]
    return KnownPath(Puzzle.of(CLASSIC, values), head[2], head[3].lower(), int(head[4]), tuple(steps))


def _known(text: str) -> Known:
    name, arrow, conclusion = text.partition(" => ")
    name = re.split(r":| in ", name)[0].strip()
    if not arrow:
        conclusion = text.partition(": ")[2]
    placements: set[Candidate] = set()
    eliminations: set[Candidate] = set()
    for part in conclusion.split(", "):
        cells, sign, digit = re.split(r"(=|<>)", part)
        found = {(cell, int(digit)) for word in cells.split(",") for cell in _cells(word)}
        (placements if sign == "=" else eliminations).update(found)
    key = _NAMES.get(name, name.lower().replace(" ", "-"))
    return Known(text, key, frozenset(placements), frozenset(eliminations))


def _cells(word: str) -> Iterator[int]:
    """`r12c3` is two cells."""
    match = re.fullmatch(r"r(\d+)c(\d+)", word.strip())
    if match is None:
        raise ValueError(f"no cells: {word!r}")
    for row in match[1]:
        for column in match[2]:
            yield CLASSIC.cell(int(row) - 1, int(column) - 1)


# -- whole paths -----------------------------------------------------------------------------------------


def compare(known: Iterable[KnownPath], *, quiet: bool) -> None:
    levels = scores = near = total = identical = 0
    differences, blame = [], Counter[str]()
    started = time.perf_counter()
    for each in known:
        steps = list(path(each.puzzle))
        rating = Hodoku().rate_path(steps)
        total += 1
        levels += rating.level == each.level
        scores += rating.score == each.score
        near += abs(rating.score - each.score) <= each.score * 0.05
        differences.append((rating.score - each.score) / each.score)
        first = _first_difference(each, steps)
        identical += first is None
        if first is not None:
            wanted, found = first
            blame[
                f"{wanted.technique if wanted else 'the end'} / {found.technique if found else 'the end'}"
            ] += 1
            if not quiet:
                print(
                    f"{each.name} {each.level} {each.score}, ours {rating.level} {rating.score:g}:",
                    _describe_difference(first),
                    flush=True,
                )
    seconds = time.perf_counter() - started
    print("\nfirst differences, HoDoKu's step / ours:")
    for pair, count in blame.most_common():
        print(f"  {count:4} {pair}")
    print(f"\n{total} puzzles in {seconds:.1f} s, {seconds / max(total, 1) * 1e3:.1f} ms each")
    for words, count in (
        ("same path", identical), ("same level", levels), ("same score", scores), ("score within 5 %", near),
    ):  # fmt: skip
        print(f"  {words:18} {count:5}  {count / max(total, 1):7.2%}")
    mean = sum(differences) / max(total, 1)
    mean_size = sum(map(abs, differences)) / max(total, 1)
    print(f"  mean difference of the scores {mean:+.2%}, mean absolute difference {mean_size:.2%}")


Difference = tuple[Known | None, Step | None]


def _first_difference(each: KnownPath, steps: list[Step]) -> Difference | None:
    for wanted, found in zip(each.steps, steps, strict=False):
        if not wanted.agrees_with(found):
            return wanted, found
    if len(each.steps) > len(steps):
        return each.steps[len(steps)], None
    if len(steps) > len(each.steps):
        return None, steps[len(each.steps)]
    return None


def _describe_difference(difference: Difference) -> str:
    wanted, found = difference
    return f"{wanted.text if wanted else 'the end'}  |  ours: {describe(found)}"


def describe(step: Step | None) -> str:
    if step is None:
        return "nothing"
    words = [f"{CLASSIC.cell_name(cell)}={digit}" for cell, digit in step.placements]
    words += [f"{CLASSIC.cell_name(cell)}<>{digit}" for cell, digit in step.eliminations]
    return f"{step.technique} {' '.join(words)}"


# -- step by step ----------------------------------------------------------------------------------------


def compare_along(known: Iterable[KnownPath], *, quiet: bool) -> None:
    asked, agreed, confused = Counter[str](), Counter[str](), Counter[str]()
    for each in known:
        position = Position.of(each.puzzle)
        for wanted in each.steps:
            found = next_step(position)
            asked[wanted.technique] += 1
            if found is not None and wanted.agrees_with(found):
                agreed[wanted.technique] += 1
                position.apply(found)
                continue
            confused[f"{wanted.technique} / {found.technique if found else 'nothing'}"] += 1
            if not quiet:
                print(
                    f"{each.name} {wanted.text}  |  ours: {describe(found)}\n    {library_line(position)}",
                    flush=True,
                )
            position.apply(wanted.as_step())
    print("\nHoDoKu's step / ours:")
    for pair, count in confused.most_common():
        print(f"  {count:4} {pair}")
    print("\nsteps: agreed, total, share")
    for technique, count in asked.most_common():
        print(f"  {technique:32} {agreed[technique]:6} {count:6}  {agreed[technique] / count:7.2%}")
    print(f"  {'all':32} {agreed.total():6} {asked.total():6}  {agreed.total() / max(asked.total(), 1):7.2%}")


def library_line(position: Position) -> str:
    """The position as in a technique case: givens, placed digits, removed candidates."""
    cells, gone = [], []
    for cell, value in enumerate(position.values):
        given = position.givens >> cell & 1
        cells.append("." if not value else str(value) if given else f"+{value}")
    fresh = Position.of(Puzzle.of(CLASSIC, position.values))
    for cell, mask in enumerate(fresh.masks):
        for digit in CLASSIC.digits:
            if mask & ~position.masks[cell] & 1 << (digit - 1):
                gone.append(f"{digit}{CLASSIC.row_of(cell) + 1}{CLASSIC.column_of(cell) + 1}")
    return f"{''.join(cells)}:{' '.join(gone)}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare our paths with HoDoKu's.")
    parser.add_argument("file", type=Path, help="HoDoKu's paths")
    parser.add_argument(
        "--along", action="store_true", help="ask for the next step in every position of HoDoKu's paths"
    )
    parser.add_argument("--quiet", action="store_true", help="don't print each difference")
    parser.add_argument("--only", default="", help="only these puzzles, by number: 3 or 1-50")
    options = parser.parse_args()
    if not options.file.is_file():
        print(f"no such file: {options.file}; expected a file with HoDoKu's paths", file=sys.stderr)
        return 2
    with options.file.open(encoding="utf-8") as lines:
        known = list(read_paths(lines))
    if options.only:
        low, _, high = options.only.partition("-")
        known = known[int(low) - 1 : int(high or low)]
    (compare_along if options.along else compare)(known, quiet=options.quiet)
    return 0


__all__ = ["main", "read_paths"]

if __name__ == "__main__":
    sys.exit(main())
