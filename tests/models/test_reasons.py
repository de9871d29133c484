"""`nonet.judge.reasoning`: what a sentence says, and how it follows."""

from __future__ import annotations

import nonet
from many_cases import for_cases
from nonet import judge
from nonet.layout import CLASSIC, Layout
from nonet.models.statements import sentences_in

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

# what is written | placements | eliminations | technique
GRAMMAR = """
    Therefore r1c4 = 4. | r1c4=4
    R3C5 must be 7 | r3c5=7
    (3,5) is 7. | r3c5=7
    Row 3, column 5 is 7. | r3c5=7
    row 3 column 5 has to be 7 | r3c5=7
    Cell r1c1 can only be 5! | r1c1=5
    r1c1 contains 5 and r1c2 holds 3. | r1c1=5 r1c2=3
    Place 5 in r1c1. | r1c1=5
    We put the digit 5 into cell r1c1. | r1c1=5
    Set r1c1 to 5. | r1c1=5
    5 must go in r1c1. | r1c1=5
    In row 3, 5 must be in r3c4. | r3c4=5
    The only place for 5 in row 3 is r3c4. | r3c4=5
    r3c4 is the only cell for 5 in box 2. | r3c4=5
    Since 5 is not in row 2, r1c1 = 5. | r1c1=5
    - **r1c1 = 5** | r1c1=5
    __r1c1__ must be __5__. | r1c1=5
    So $r1c1 = \\boxed{5}$. | r1c1=5
    <think>Let's see: r1c1 is 5. | r1c1=5
    R1C1: 5, R1C2: 3 | r1c1=5 r1c2=3
    r1c1 is therefore 5. | r1c1=5
    r1c1 must then be 5, hence r1c2 = 3. | r1c1=5 r1c2=3
    r1c1 needs to be 5. | r1c1=5
    5 is the only candidate for r1c1. | r1c1=5
    Since r1c2 = 3, r1c1 = 5. | r1c2=3 r1c1=5
    r5c38 = 6 | r5c3=6 r5c8=6
    r1c2, r1c3 ≠ 5 |  | r1c2=5 r1c3=5
    r1c1 is not 5; r1c2 isn't 5. |  | r1c1=5 r1c2=5
    r1c1 cannot be 4 or 7. |  | r1c1=4 r1c1=7
    r1c1 is neither 4 nor 7. |  | r1c1=4 r1c1=7
    Row 4, columns 7 and 8 are not 5. |  | r4c7=5 r4c8=5
    remove 4 and 7 from r2c2 |  | r2c2=4 r2c2=7
    We can eliminate 3 as a candidate from r1c1, r2c1 and r3c1. |  | r1c1=3 r2c1=3 r3c1=3
    5 can be removed from r1c1. |  | r1c1=5
    5 cannot be in r1c1. |  | r1c1=5
    This rules out 5 in r1c1. |  | r1c1=5
    X-wing: r5c38 ≠ 5 and r4c1 = 3. | r4c1=3 | r5c3=5 r5c8=5 | x-wing
    By a pointing pair, r1c1 ≠ 5. |  | r1c1=5 | locked-candidates-1
    Box/line reduction: exclude 5 from r1c1. |  | r1c1=5 | locked-candidates-2
    Y-Wing eliminates 5 from r1c1. |  | r1c1=5 | xy-wing
    Naked quads: r1c1 ≠ 5 (r2c2 = 7 or 8). |  | r1c1=5 | naked-quadruple
    Simple coloring (trap): r1c1 ≠ 5. |  | r1c1=5 | simple-colors-trap
"""
NOT_READ = """
    r1c1 is 4 or 7.
    r1c1, r1c2 = 4, 7.
    Either r1c1 = 5 or r1c2 = 5.
    If r1c1 = 4 then r1c2 = 5.
    r1c1 = 4 would leave nothing.
    Suppose r1c1 = 4.
    r1c1 = 4 → r1c2 = 5
    r1c1 could be 5.
    r1c1 can be 5.
    Is r1c1 = 5?
    r1c1 + r1c2 = 5
    The sum of r1c1 and r1c2 is 5.
    One of r1c1 and r1c2 is 5.
    Do not place 5 in r1c1.
    r1c1 = 5 is impossible.
    r1c1: 5 candidates remain.
    r1c1 is in row 5.
    r0c1 = 5.
    r1c1 = 12.
    A1 = 5.
    5 can only go in r1c12.
    Row 5 is full.
    The 4 in r3c1 blocks r1c1.
    r1c1: 2 candidates.
    Candidates for r1c1: 2, 5, 7.
    r1c1: 5 and 7
    r1c1 contains the candidate 5.
    5 is still a candidate in r1c1.
    r1c1 is 1 of 3 cells.
    r1c1 gets 2 options.
    r1c1 - r1c2 = 3
    r1c1*r1c2 = 6.
    r1c1 = 6 leads to a contradiction.
    r1c1 = 6 contradicts the 6 in r4c5.
    r1c1 = 6 conflicts with r4c5 = 6.
    r1c1 = 6 fails.
    r1c1 = 6 violates row 5.
    r1c1 = 6 is invalid.
    r1c1 = 6 is not allowed.
    r1c1 = 6 is ruled out.
    Placing 6 in r1c1 breaks column 5.
    r1c1 = 6 repeats a digit: a duplicate.
    Case 1: r1c1 = 6.
    Option A: r1c1 = 6.
    What about r1c1 = 6
    Let's test r1c1 = 6.
    Let r1c1 = 6.
    r1c1 is 2 cells away.
    The only place for 5 in row 7 is r1c1.
    r1c1 is the only cell for 5 in box 2.
    r1c1 to r1c6 are not 5.
    Eliminate 5 from r1c1 through r1c4.
    It is not true that r1c1 is 5.
    Neither r1c1 nor r1c4 is 5.
    r1c1 cannot be both 4 and 5.
    r1c1 is 5 nowhere.
    Remove 5 from r1c1's peers.
    The cell right of r1c1 is 5.
    The cell below r1c1 is 5.
    Twice r1c1 is 8.
    Enter candidate 5 in r1c1.
    Write the candidate 5 in r1c1.
    r1c1 = 5 = r9c9.
    r1c1 = -5.
    r1c1 is the only cell for 5 besides r1c4.
    Set A is r2c6 (row 2): 1 cell, but 2 candidates (7 and 8).
    Set B is r1c8 and r3c7 (box 3): 2 cells, but 3 candidates (1, 3 and 4).
"""


def _candidates(layout: Layout, text: str) -> tuple[tuple[int, int], ...]:
    pairs = (each.split("=") for each in text.split())
    return tuple((layout.cell_named(cell), int(digit)) for cell, digit in pairs)


@for_cases([[part.strip() for part in f"{line}|||".split("|")[:4]] for line in GRAMMAR.strip().splitlines()])
def test_grammar(text: str, placements: str, eliminations: str, technique: str) -> None:
    (sentence,) = sentences_in(CLASSIC, text)
    assert sentence.placements == _candidates(CLASSIC, placements)
    assert sentence.eliminations == _candidates(CLASSIC, eliminations)
    assert [keys[0] for keys in sentence.names] == technique.split()


@for_cases([(line.strip(),) for line in NOT_READ.strip().splitlines()])
def test_not_read(text: str) -> None:
    assert not any(sentence.says_something for sentence in sentences_in(CLASSIC, text))
    assert {each.kind for each in judge.reasoning(PUZZLE, text).statements} == {judge.StatementKind.NOT_READ}


@for_cases(
    [
        ("r5c5 = 5.", "follows naked-single"),
        ("Naked single: r5c5 = 5.", "follows naked-single naked-single True"),
        ("Naked single.\nSo r5c5 = 5.", "follows naked-single naked-single True"),
        ("Naked single.\n\nSo r5c5 = 5.", "follows naked-single"),
        ("X-wing: r5c5 = 5.", "follows naked-single x-wing False"),
        ("r5c5 = 6.", "false"),
        ("r1c3 ≠ 4.", "false"),
        ("r1c1 = 5.", "known"),
        ("r1c3 ≠ 5.", "known"),
        ("r5c5 ≠ 2.", "known"),
        ("r1c3 = 4.", "leap naked-single full-house"),
        ("r5c5 = 6. r5c5 = 5.", "false, follows naked-single"),
        ("Suppose that r5c5 = 2. Then r1c1 = 1. Therefore r5c5 = 5.", "follows naked-single"),
        ("1. Suppose that r5c5 = 2. Then r1c1 = 1.\n2. r5c5 = 5.", "follows naked-single"),
        ("Let's look at row 5. r5c5 = 5.", "follows naked-single"),
        ("The weather is fine. r5c5 = 5.", "follows naked-single"),
    ]
)
def test_kinds(text: str, expected: str) -> None:
    read = judge.reasoning(PUZZLE, text).read
    found = [
        " ".join(
            [each.kind.value, *each.techniques, *([f"{each.named} {each.proves}"] if each.named else [])]
        )
        for each in read
    ]
    assert ", ".join(found) == expected


def test_a_true_sentence_is_added_to_the_position() -> None:
    judged = judge.reasoning(".13. 43.2 .2.3 ....", "r1c1 = 2. r1c4 = 4. r1c1 = 1. r2c3 = 1.")
    assert [each.kind.value for each in judged.read] == ["follows", "follows", "false", "follows"]
    assert not judged.is_sound
    assert judged.first_error is not None
    assert judged.first_error.text == "r1c1 = 1."


def test_several_solutions() -> None:
    """True is what holds in all of them."""
    judged = judge.reasoning("12.. .... .... ....", "r1c3 ≠ 1. r1c3 = 3. r1c3 ≠ 3.")
    assert [each.kind.value for each in judged.read] == ["known", "false", "false"]


def test_search_only() -> None:
    """No single technique, and no path of techniques up to unfair, gets there."""
    hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..41.....7..7...3.."
    judged = judge.reasoning(hard, "r9c9 = 4. Nested net: r1c2 = 6.")
    assert judged.read[0].kind is judge.StatementKind.SEARCH


def test_other_boards_and_rules() -> None:
    zero = nonet.Puzzle.of("4x4:0-3", ".02.32.1.1.2....")
    assert [each.kind.value for each in judge.reasoning(zero, "r1c4 = 3. r1c1 = 2.").read] == [
        "follows",
        "false",
    ]
    killer = nonet.Puzzle.of(
        "4x4",
        "." * 16,
        rules=[nonet.rules.Cage((0, 1), 3), nonet.rules.Cage((2, 3, 7), 8), nonet.rules.Cage((4, 5, 8), 9)],
    )
    (first,) = judge.reasoning(killer, "Cage combinations: r1c12 ≠ 3 and r1c12 ≠ 4.").read
    assert (first.kind.value, first.techniques, first.proves) == ("follows", ("cage-combinations",), True)


def test_time_is_limited() -> None:
    text = (
        "\n".join(f"Nested net: r{row}c{column} = 5." for row in range(1, 10) for column in range(1, 10))
        * 200
    )
    judged = judge.reasoning(PUZZLE, text)
    assert not judged.is_whole
    assert not judged.is_sound
    with nonet.allow(answer=10):
        assert [each.text for each in judge.reasoning(PUZZLE, "r5c5 = 5. r1c1 = 5.").statements] == [
            "r5c5 = 5."
        ]
