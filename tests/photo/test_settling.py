"""Doubtful digits, and what the rules make of them."""

from __future__ import annotations

from nonet.photo.settling import settle
from nonet.solving import is_unique

PUZZLE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
Rows = list[list[float]]


def certain(text: str = PUZZLE) -> Rows:
    return [[0.991 if digit == int(sign) else 0.001 for digit in range(10)] for sign in text]


def doubtful(rows: Rows, cell: int, chances: dict[int, float]) -> Rows:
    rest = (1 - sum(chances.values())) / (10 - len(chances))
    rows[cell] = [chances.get(digit, rest) for digit in range(10)]
    return rows


def text_of(values: bytes) -> str:
    return "".join(map(str, values))


def test_certain_digits_are_taken_as_they_are() -> None:
    found = settle(certain())
    assert found is not None
    assert (text_of(found.values), found.doubts, found.settled, found.unique) == (PUZZLE, (), (), True)


def test_a_doubtful_digit_is_settled_if_only_one_gives_one_solution() -> None:
    """r1c2 looks like an 8 rather than a 3; but r3c3 is an 8 in the same box."""
    found = settle(doubtful(certain(), 1, {8: 0.6, 3: 0.39}))
    assert found is not None
    assert text_of(found.values) == PUZZLE
    assert [(each.name, each.digit, each.others) for each in found.settled] == [("r1c2", 3, (8,))]
    assert found.settled[0].probability == 0.39
    assert found.doubts == ()


def test_a_legal_digit_that_leaves_no_solution_is_rejected() -> None:
    """A 4 in r1c2 breaks no rule, but leaves no solution."""
    assert not is_unique(PUZZLE[:1] + "4" + PUZZLE[2:])
    found = settle(doubtful(certain(), 1, {4: 0.6, 3: 0.39}))
    assert found is not None
    assert text_of(found.values) == PUZZLE
    assert [each.name for each in found.settled] == ["r1c2"]


def test_a_cell_stays_doubtful_if_two_digits_give_one_solution() -> None:
    """Without its 3 in r1c2 the puzzle still has one solution, so the cell may also be empty."""
    assert is_unique(PUZZLE[:1] + "0" + PUZZLE[2:])
    found = settle(doubtful(certain(), 1, {3: 0.6, 0: 0.39}))
    assert found is not None
    assert text_of(found.values) == PUZZLE
    assert [(each.name, each.digit, each.others) for each in found.doubts] == [("r1c2", 3, (0,))]
    assert found.settled == ()


def test_two_doubtful_cells_are_settled_together() -> None:
    rows = doubtful(doubtful(certain(), 1, {4: 0.6, 3: 0.39}), 80, {3: 0.5, 9: 0.49})
    found = settle(rows)
    assert found is not None
    assert text_of(found.values) == PUZZLE
    assert [each.name for each in found.settled] == ["r1c2", "r9c9"]


def test_a_broken_rule_shows_that_a_confident_digit_is_wrong() -> None:
    """A 5 in r1c2, beside that in r1c1; the next guess, with 2 %, is right."""
    found = settle(doubtful(certain(), 1, {5: 0.97, 3: 0.02}))
    assert found is not None
    assert text_of(found.values) == PUZZLE
    assert "r1c2" in [each.name for each in found.settled + found.doubts]


def test_confident_digits_are_not_changed_to_make_the_solution_unique() -> None:
    """One clue of a puzzle with few: the empty cells are certainly empty, so nothing is invented."""
    found = settle(certain("5" + "0" * 80))
    assert found is not None
    assert (found.values[0], sum(found.values), found.unique, found.doubts) == (5, 5, False, ())


def test_doubts_stay_if_no_reading_has_one_solution() -> None:
    found = settle(doubtful(certain("5" + "0" * 80), 80, {7: 0.7, 1: 0.29}))
    assert found is not None
    assert found.values[80] == 7
    assert [(each.name, each.digit, each.others) for each in found.doubts] == [("r9c9", 7, (1,))]
    assert not found.unique


def test_there_may_be_no_legal_reading() -> None:
    rows = [[0.0] * 10 for _ in range(81)]
    for row in rows:
        row[5] = 1.0
    assert settle(rows) is None


def test_a_search_that_gave_up_settles_nothing() -> None:
    """So many cells are doubtful that not all readings can be tried: there may be others with one solution."""
    rows = certain()
    for cell in (1, 4, 9, 12, 19, 20, 25, 27, 31, 35, 36, 39, 41, 44):
        digit = int(PUZZLE[cell])
        rows = doubtful(rows, cell, {digit: 0.3, digit % 9 + 1: 0.25, (digit + 3) % 9 + 1: 0.25})
    found = settle(rows)
    assert found is not None
    assert {each.cell for each in found.doubts} >= {1, 4, 9, 12}
    assert found.settled == ()
