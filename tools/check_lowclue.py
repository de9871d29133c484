"""Checks the low-clue bank by means of its own: nothing here is shared with the program that found it.

    python3 tools/check_lowclue.py src/nonet/generate/lowclue.txt

Each puzzle: 81 characters, a legal number of clues, at least 8 digits, exactly one solution (counted as an
exact cover, Knuth's Algorithm X). All together: in order of clue count, at least 50 for each count, and no
two whose solution grids are the same but for a symmetry or a renaming of digits.

That last point rests on an invariant. In a band, any two rows a and b define a permutation of the digits (the
digit of a goes to the digit below it in b); a column is as good as a row, and any two digits p and q define a
permutation of the rows (from a row, to the row that has its q in the column of this row's p). No symmetry
changes the lengths of the cycles, taken all together; so grids that differ in them are unrelated.
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
    """The four demands that a digit in a cell meets: one of the cell, one each of row, column and box."""
    row, column = divmod(cell, 9)
    box = row // 3 * 3 + column // 3
    return cell, 81 + row * 9 + digit, 162 + column * 9 + digit, 243 + box * 9 + digit


CHOICES = {(cell, digit): cover(cell, digit) for cell in range(81) for digit in range(9)}


def solutions(clues: str) -> Iterator[str]:
    """All solutions, by exact cover."""
    open_: dict[int, set[tuple[int, int]]] = {demand: set() for demand in range(324)}
    for choice, demands in CHOICES.items():
        for demand in demands:
            open_[demand].add(choice)
    chosen: list[tuple[int, int]] = []

    def take(choice: tuple[int, int]) -> list[set[tuple[int, int]]]:
        taken = []
        for demand in CHOICES[choice]:
            for rival in open_[demand]:
                for other in CHOICES[rival]:
                    if other != demand:
                        open_[other].discard(rival)
            taken.append(open_.pop(demand))
        chosen.append(choice)
        return taken

    def give_back(choice: tuple[int, int], taken: list[set[tuple[int, int]]]) -> None:
        chosen.pop()
        for demand in reversed(CHOICES[choice]):
            open_[demand] = taken.pop()
            for rival in open_[demand]:
                for other in CHOICES[rival]:
                    if other != demand:
                        open_[other].add(rival)

    def search() -> Iterator[str]:
        if not open_:
            yield "".join(str(digit + 1) for _, digit in sorted(chosen))
            return
        tightest = min(open_, key=lambda demand: len(open_[demand]))
        for choice in sorted(open_[tightest]):
            taken = take(choice)
            yield from search()
            give_back(choice, taken)

    for cell, sign in enumerate(clues):
        if sign != ".":
            choice = (cell, int(sign) - 1)
            if any(demand not in open_ for demand in CHOICES[choice]):
                return
            take(choice)
    yield from search()


def cycles(permutation: dict[str, str]) -> str:
    """The cycle lengths, sorted: '234' for a permutation of nine that falls into 2, 3 and 4."""
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
    """What no renaming, no permutation of rows, columns, bands and stacks, and no transposition changes."""
    rows = [grid[9 * i : 9 * i + 9] for i in range(9)]
    columns = [grid[i::9] for i in range(9)]

    def in_chute(lines: list[str]) -> tuple[str, ...]:
        return tuple(sorted(cycles(dict(zip(a, b, strict=True))) for a, b in combinations(lines, 2)))

    def in_chutes(lines: list[str]) -> Invariant:
        return tuple(sorted(in_chute(lines[i : i + 3]) for i in (0, 3, 6)))

    def of_digits(lines: list[str]) -> tuple[str, ...]:
        # from line i, to the line whose q stands where the p of line i stands
        found = []
        for p, q in combinations("123456789", 2):
            place = {line.index(q): i for i, line in enumerate(lines)}
            found.append(cycles({str(i): str(place[line.index(p)]) for i, line in enumerate(lines)}))
        return tuple(sorted(found))

    both = sorted([in_chutes(rows), in_chutes(columns)])
    return (*both[0], *both[1], of_digits(rows))


def main(path: str) -> int:
    """Checks every base of a file; prints the faults; 1 if there are any, else 0."""
    bank = [line for line in Path(path).read_text("ascii").splitlines() if not line.startswith("#")]
    faults: list[str] = []
    kinds: dict[Invariant, str] = {}
    for number, puzzle in enumerate(bank, 1):
        clues, digits = 81 - puzzle.count("."), len(set(puzzle) - {"."})
        if len(puzzle) != 81 or set(puzzle) - set(".123456789") or not LOW <= clues <= HIGH:
            faults.append(f"puzzle {number}: not a puzzle of {LOW} to {HIGH} clues: {puzzle!r}")
            continue
        if digits < DIGITS:
            faults.append(f"puzzle {number}: only {digits} digits")
        found = [grid for grid, _ in zip(solutions(puzzle), range(2), strict=False)]
        if len(found) != 1:
            faults.append(f"puzzle {number}: {'several solutions' if found else 'no solution'}")
            continue
        twin = kinds.setdefault(invariant(found[0]), puzzle)
        if twin is not puzzle:
            faults.append(f"puzzle {number}: perhaps the grid of {twin}")
    counts = Counter(81 - puzzle.count(".") for puzzle in bank)
    if bank != sorted(bank, key=lambda puzzle: 81 - puzzle.count(".")):
        faults.append("not in order of clue count")
    faults += [f"only {counts[n]} puzzles of {n} clues" for n in range(LOW, HIGH + 1) if counts[n] < AT_LEAST]
    for fault in faults:
        print(fault, file=sys.stderr)
    print(" ".join(f"{clues}:{count}" for clues, count in sorted(counts.items())), "faults:", len(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
