"""Checks the low-clue bank independently: this file shares no code with the program that found the puzzles.

    python3 tools/check_lowclue.py src/nonet/generate/lowclue.txt

Each puzzle must have 81 characters, 18 to 23 clues, at least 8 different digits, and exactly one solution (found as an
exact cover, with Knuth's Algorithm X). The puzzles must be ordered by clue count, with at least 50 for each count, and
no two solution grids may be equivalent under a symmetry or a renaming of digits.

The last point is checked with an invariant. In a band, any two rows a and b define a permutation of the digits (each
digit of a maps to the digit in the same column of b); the same holds for columns in a stack. Any two digits p and q
define a permutation of the rows (a row maps to the row that has its q in the column of this row's p). No symmetry
changes the multiset of all cycle lengths, so grids with different cycle lengths are not equivalent.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

LOW, HIGH, AT_LEAST, DIGITS = 18, 23, 50, 8
Invariant = tuple[tuple[str, ...], ...]


def cover(cell: int, digit: int) -> tuple[int, int, int, int]:
    """The four constraints that a digit in a cell satisfies: cell, row, column and box."""
    row, column = divmod(cell, 9)
    box = row // 3 * 3 + column // 3
    return cell, 81 + row * 9 + digit, 162 + column * 9 + digit, 243 + box * 9 + digit


CHOICES = {(cell, digit): cover(cell, digit) for cell in range(81) for digit in range(9)}


def solutions(clues: str) -> Iterator[str]:
    """All solutions, found as exact covers."""
    uncovered: dict[int, set[tuple[int, int]]] = {constraint: set() for constraint in range(324)}
    for choice, constraints in CHOICES.items():
        for constraint in constraints:
            uncovered[constraint].add(choice)
    chosen: list[tuple[int, int]] = []

    def take(choice: tuple[int, int]) -> list[set[tuple[int, int]]]:
        taken = []
        for constraint in CHOICES[choice]:
            for rival in uncovered[constraint]:
                for other in CHOICES[rival]:
                    if other != constraint:
                        uncovered[other].discard(rival)
            taken.append(uncovered.pop(constraint))
        chosen.append(choice)
        return taken

    def undo(choice: tuple[int, int], taken: list[set[tuple[int, int]]]) -> None:
        chosen.pop()
        for constraint in reversed(CHOICES[choice]):
            uncovered[constraint] = taken.pop()
            for rival in uncovered[constraint]:
                for other in CHOICES[rival]:
                    if other != constraint:
                        uncovered[other].add(rival)

    def search() -> Iterator[str]:
        if not uncovered:
            yield "".join(str(digit + 1) for _, digit in sorted(chosen))
            return
        tightest = min(uncovered, key=lambda constraint: len(uncovered[constraint]))
        for choice in sorted(uncovered[tightest]):
            taken = take(choice)
            yield from search()
            undo(choice, taken)

    for cell, sign in enumerate(clues):
        if sign != ".":
            choice = (cell, int(sign) - 1)
            if any(constraint not in uncovered for constraint in CHOICES[choice]):
                return
            take(choice)
    yield from search()


def cycles(permutation: dict[str, str]) -> str:
    """The sorted cycle lengths: '234' for a permutation of nine with cycles of length 2, 3 and 4."""
    rest, lengths = set(permutation), []
    while rest:
        start = at = min(rest)
        length = 0
        while at in rest:
            rest.remove(at)
            at, length = permutation[at], length + 1
        assert at == start
        lengths.append(length)
    return "".join(map(str, sorted(lengths)))


def invariant(grid: str) -> Invariant:
    """Unchanged by renaming, transposition, and permutations of rows, columns, bands and stacks."""
    rows = [grid[9 * i : 9 * i + 9] for i in range(9)]
    columns = [grid[i::9] for i in range(9)]

    def in_chute(lines: list[str]) -> tuple[str, ...]:
        return tuple(sorted(cycles(dict(zip(a, b, strict=True))) for a, b in combinations(lines, 2)))

    def in_chutes(lines: list[str]) -> Invariant:
        return tuple(sorted(in_chute(lines[i : i + 3]) for i in (0, 3, 6)))

    def of_digits(lines: list[str]) -> tuple[str, ...]:
        # line i maps to the line whose q is in the position of line i's p
        found = []
        for p, q in combinations("123456789", 2):
            place = {line.index(q): i for i, line in enumerate(lines)}
            found.append(cycles({str(i): str(place[line.index(p)]) for i, line in enumerate(lines)}))
        return tuple(sorted(found))

    both = sorted([in_chutes(rows), in_chutes(columns)])
    return (*both[0], *both[1], of_digits(rows))


def main(path: str) -> int:
    """Checks the file and prints the errors; returns 1 if there are any, otherwise 0."""
    bank = [line for line in Path(path).read_text("ascii").splitlines() if not line.startswith("#")]
    errors: list[str] = []
    kinds: dict[Invariant, str] = {}
    for number, puzzle in enumerate(bank, 1):
        clues, digits = 81 - puzzle.count("."), len(set(puzzle) - {"."})
        if len(puzzle) != 81 or set(puzzle) - set(".123456789") or not LOW <= clues <= HIGH:
            errors.append(f"puzzle {number}: not a puzzle with {LOW} to {HIGH} clues: {puzzle!r}")
            continue
        if digits < DIGITS:
            errors.append(f"puzzle {number}: only {digits} digits")
        found = [grid for grid, _ in zip(solutions(puzzle), range(2), strict=False)]
        if len(found) != 1:
            errors.append(f"puzzle {number}: {'several solutions' if found else 'no solution'}")
            continue
        twin = kinds.setdefault(invariant(found[0]), puzzle)
        if twin is not puzzle:
            errors.append(f"puzzle {number}: solution grid may be equivalent to that of {twin}")
    counts = Counter(81 - puzzle.count(".") for puzzle in bank)
    if bank != sorted(bank, key=lambda puzzle: 81 - puzzle.count(".")):
        errors.append("not in order of clue count")
    errors += [
        f"only {counts[n]} puzzles with {n} clues" for n in range(LOW, HIGH + 1) if counts[n] < AT_LEAST
    ]
    for error in errors:
        print(error, file=sys.stderr)
    print(" ".join(f"{clues}:{count}" for clues, count in sorted(counts.items())), "errors:", len(errors))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
