"""Grades of the compiled 9x9 kernel, compared with singles and locked candidates found by the rules."""

from __future__ import annotations

from functools import cache

from lanes_reference import HOUSES, ISAS, LOST, PEERS, PUZZLES, batch, sets_of, some
from nonet import _native


def graded(puzzle: str) -> int:
    """Singles, then singles and locked candidates, implemented with sets."""
    sets = sets_of(puzzle)

    def singles() -> bool | None:
        """True if something was found, None on a contradiction."""
        changed = False
        for c in range(81):
            if sets[c].bit_count() == 1:
                for p in PEERS[c]:
                    if sets[p] & sets[c]:
                        sets[p] &= ~sets[c]
                        changed = True
        for house in HOUSES:
            for d in range(9):
                places = [c for c in house if sets[c] >> d & 1]
                if not places:
                    return None
                if len(places) == 1 and sets[places[0]] != 1 << d:
                    sets[places[0]] = 1 << d
                    changed = True
        return None if 0 in sets else changed

    def locked() -> bool:
        changed = False
        for a in HOUSES:
            for b in HOUSES:
                common = set(a) & set(b)
                if a == b or len(common) < 2:
                    continue
                for d in range(9):
                    if all(c in common for c in a if sets[c] >> d & 1):
                        for c in b:
                            if c not in common and sets[c] >> d & 1:
                                sets[c] &= ~(1 << d)
                                changed = True
        return changed

    grade = 1
    while True:
        step = singles()
        if step is None:
            return 0
        if step:
            continue
        if all(s.bit_count() == 1 for s in sets):
            return grade
        if locked():
            grade = 2
            continue
        return 3 if len(some(sets, 2)) == 1 else 0


GRADED = [p for p in PUZZLES if p != LOST]


@cache
def expected() -> list[int]:
    return [graded(p) for p in GRADED]


@ISAS
def test_grades(isa: str) -> None:
    grades = bytearray(len(GRADED))
    _native.grade_batch(batch(GRADED), grades, threads=2, isa=isa)
    assert list(grades) == expected()
    assert [_native.grade(p) for p in GRADED] == expected()
    assert set(expected()) == {0, 1, 2, 3}
