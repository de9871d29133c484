"""Throws mutated records at the 9x9 kernel's batch and single calls; best run on a sanitized build (tools/fuzz.py).

    python native/fuzz/lines.py [SECONDS] [SEED]

Every run draws a number of records, a stride, an instruction set and a number of threads, hands over buffers that
end exactly where the last record ends, and checks what can be checked without solving: which records are puzzles, that
solutions are solutions, and that all calls agree.
"""

from __future__ import annotations

import random
import sys
import time
from array import array

from nonet import _native

BASE = (
    b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    b"98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
    b"8.........95.......76.........426798...571243...893165......916....3.487....1.532",
    b"." * 81,
)
GOOD = frozenset(b"1234567890._*-xX")
HOUSES = (
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[27 * b + 3 * s + 9 * r + c for r in range(3) for c in range(3)] for b in range(3) for s in range(3)]
)


def mutated(rng: random.Random) -> bytes:
    """A record that is nearly a puzzle, or one."""
    record = bytearray(rng.choice(BASE))
    for _ in range(rng.choice((0, 0, 1, 2, 5, 40))):
        place = rng.randrange(81)
        kind = rng.random()
        if kind < 0.5:
            record[place] = rng.choice(b"123456789")
        elif kind < 0.9:
            record[place] = rng.choice(b"0._*-xX")
        else:
            record[place] = rng.randrange(256)
    return bytes(record)


def once(rng: random.Random) -> int:
    """One batch; returns the number of calls."""
    n = rng.choice((1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 130, 257))
    stride = rng.choice((81, 81, 82, 83, 96, 128, 200))
    records = [mutated(rng) for _ in range(n)]
    filler = bytes([rng.randrange(256)])
    data = b"".join(r.ljust(stride, filler) for r in records)[: stride * (n - 1) + 81]
    isa, threads = rng.choice(_native.isas), rng.choice((1, 1, 2, 4))
    status, grids = bytearray(n), bytearray(81 * n)
    _native.solve_batch(data, grids, status, stride=stride, isa=isa, threads=threads)
    told, counts, grades = bytearray(n), array("Q", [0] * n), bytearray(n)
    limit = rng.choice((1, 2, 3, 7, 2000))
    calls = 4
    _native.unique_batch(data, told, stride=stride, isa=isa)
    _native.count_batch(data, counts, limit, stride=stride, isa=isa)
    _native.grade_batch(data, grades, stride=stride, isa=isa)
    for i, record in enumerate(records):
        puzzle = all(b in GOOD for b in record)
        assert (status[i] == 255) == (not puzzle), record
        assert told[i] == status[i], record
        if not puzzle:
            assert (counts[i], grades[i]) == (2**64 - 1, 255), record
            continue
        assert min(counts[i], 2) == min(status[i], limit, 2), record
        assert (grades[i] > 0) == (status[i] == 1), record
        grid = grids[81 * i : 81 * i + 81]
        if status[i]:
            assert all({grid[c] for c in house} == set(b"123456789") for house in HOUSES), record
            assert all(p == g for p, g in zip(record, grid, strict=True) if p in b"123456789"), record
        if rng.random() < 0.1:
            calls += 2
            assert _native.status(record) == status[i], record
            assert _native.some_solution(record) == (grid.decode() if status[i] else None), record
    return calls


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = random.Random(seed)
    end = time.monotonic() + seconds
    runs = calls = 0
    while time.monotonic() < end:
        calls += once(rng)
        runs += 1
    print(f"{calls} calls of the module, {runs} batches")
    return 0


if __name__ == "__main__":
    sys.exit(main())
