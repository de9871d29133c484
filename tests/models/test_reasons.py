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
    We get r1c1 = 5. | r1c1=5
    This means that r1c1 is 5. | r1c1=5
    I see r1c1 = 5 by elimination. | r1c1=5
    Let me place 5 in r1c1. | r1c1=5
    Unfortunately r1c1 = 5. | r1c1=5
    Luckily, r1c1 must be 5. | r1c1=5
    As a result r1c1 = 5. | r1c1=5
    Consequently r1c1 is 5. | r1c1=5
    Note that r1c1 = 5. | r1c1=5
    It follows that r1c1 cannot be 4. |  | r1c1=4
    Box 1: r1c1 = 5. | r1c1=5
    Answer: r1c1 = 5 | r1c1=5
    The value of r1c1 is 5. | r1c1=5
    The only candidate left for r1c1 is 5. | r1c1=5
    The 4 in r4c1 eliminates 4 from r1c1. |  | r1c1=4
    r4c1 rules out 4 in r1c1. |  | r1c1=4
    r1c1 = 5 because row 1 needs it. | r1c1=5
    r1c1 = 5, the only place left in row 1. | r1c1=5
    r1c1 is the only cell in row 1 for 5. | r1c1=5
    X-wing on 5 in rows 2 and 5: r1c1 ≠ 5. |  | r1c1=5 | x-wing
"""
NOT_READ = """
    r3c4 = 5 (r3c4 = 6)
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
    r1c1 is the only cell in box 2 for 5.
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
    Undo r1c1 = 6.
    I doubt that r1c1 is 6.
    I mistakenly put 6 in r1c1.
    You said r1c1 = 6.
    Instead of r1c1 = 6, r1c4 = 6.
    Consider r1c1 = 6.
    Pick r1c1 = 6.
    Hypothesis: r1c1 = 6.
    Alternatively, r1c1 = 6.
    Tentatively r1c1 = 6.
    Otherwise r1c1 = 6.
    Provided that r1c1 = 6, r1c4 = 7.
    As long as r1c1 = 6, r1c4 = 7.
    In that case, r1c1 = 6.
    For example, r1c1 = 6.
    Hypothetically, r1c1 = 6.
    Supposedly r1c1 = 6.
    Unless r1c1 = 6, r1c4 = 6.
    Probably, r1c1 = 6.
    Hopefully r1c1 = 6.
    Most likely r1c1 = 6.
    It does not follow that r1c1 = 6.
    Note that if r1c1 = 6, r1c4 = 7.
    Unfortunately not r1c1 = 6.
    Of course r1c1 = 6 is what I first thought.
    Eliminate r1c1 = 6.
    This blocks r1c1 = 6.
    We cannot eliminate 5 from r1c1.
    To eliminate 5 from r1c1 we need r1c4 = 7.
    Placing 6 in r1c1 means r1c4 is 7.
    r1c1 = 6 forces r1c4 = 7.
    r1c1 = 6 leaves r4c1 empty.
    r1c1 = 6 iff r1c4 = 7.
    r1c1 = 6 ⟹ r1c4 = 7.
    r1c1 = 6 ∨ r1c4 = 7.
    r1c1 = 6 was a mistake.
    r1c1 = 6 ❌
    ¬((1,1) = 6)
    r1c1 = 6 (or 7).
    r1c1 = 6 (maybe)
    r1c1 = 6 (if r1c4 = 7)
    r1c1 = 6 (contradiction)
    Color r1c1 = 6 blue.
    r1c1 = 6 to 7
    r1c1 = 7 mod 2
    r1c1/r1c4 = 6
    **r1c1** – **r1c4** = 6
    r1c1·r1c4 = 6
    r1c1...r1c4 ≠ 5
    r1c1 is 6 away from r1c7.
    r1c1 is 4 more than r1c2.
    r1c1 is 6-free.
    r1c1 is 6 like r4c5.
    r1c1 takes 6 steps.
    r1c1 contains 6 pencil marks.
    r1c1 is cell 1.
    r1c1 and r1c2 are 3 and 5 in some order.
    The number of candidates of r1c1 is 1.
    The cell under r1c1 is 6.
    The row of r1c1 is 1.
    The box containing r1c1 is 1.
    The peers of r1c1 contain 5.
    Everything but r1c1 is 5.
    Others than r1c1 cannot be 5.
    Since 5 is in r1c1, r1c4 cannot be 5.
    5 is in (1,1)'s row.
    Remove 5 from (1,1)'s row.
    r1c1 is not 7, but 6.
    r1c1 is not 7, it is 6.
    Remove 4 from r1c1 and 6 from r1c4.
    Place 6 in r1c1 and 7 in r1c4.
    5 is removed from r1c1 and placed in r1c4.
    r1c1 contains 6 as a candidate.
    r1c1 is 6 in theory.
    r1c1 is 6 by assumption.
    r1c1 cannot be 4 and 6 at once.
    Should r1c1 be 6, r1c4 is 7.
    r1c1 = 6 (rejected).
    r1c1 = 6 (does not work).
    <s>r1c1 = 6</s>
    \\cancel{r1c1 = 6}
    !r1c1 = 6
    r1c1 is #5.
    Candidates: r1c1: 6, r1c4: 7.
    Row 9: the only place for 5 is r1c1.
    The only other place for 5 is r1c1.
    Swap r1c1 and r1c4: 6.
    Fill 5 everywhere but in r1c1.
    5 must go from r1c1.
    r1c1 = 6, a clash.
    r1c1 = 6 (first try).
    r1c1 = 6 (that can't be).
    r1c1 = 6 (only if r1c4 = 7).
    In row 9, 5 must be in r1c1.
    Column 9: r1c1 must be 5.
    As soon as r1c1 = 6, r1c4 = 7.
    r1c1 is 6, so are r1c4 and r1c5.
    r1c1 is 6, r1c4 7.
    r1c1 cannot be 4, so only 6 remains.
    r1c1 ≠ 4, 6 in r1c4.
    r1c1 and r1c2 contain 5.
    r1c1 and r1c2 must contain 5.
    The set r1c1, r1c4 contains 5.
    r1c1 must be 5, but row 1 has it.
    r1c1 = 5, so row 1 has two 5s.
    Row 9 is missing 5, so 5 goes in r1c1.
    5 is in r1c1 in row 9.
    5 must be in r1c1 for row 1 to work.
    While r1c1 is 5, r1c4 is 6.
    So long as r1c1 is 5, fine.
    Only then r1c1 = 5.
    Rumour has it that r1c1 = 5.
    I removed 5 from r1c1 too early.
    I removed 5 candidates from r1c1.
    Placing 5 in r1c1, we hit a wall.
    r1c1 = 5 (x).
    r1c1 = 5 (candidate).
    r1c1 = 5 (row 9).
    r1c1 = 5 and so on.
    r1c1 = 5 ...
    "r1c1 = 5"
    r1c1 is 5: 6.
    r1c1 - 5
    r1c1 = 5 because of row 1, but no.
    r1c1 = 5 because row 1 needs it, so r1c4 = 6.
    r1c1 = 5 via a failed X-wing.
    X-wing never removes 5 from r1c1.
    5 goes next to r1c1.
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


@for_cases(
    [
        ("Full house in box 1: r1c1 = 2.", True),
        ("Full house in row 1: r1c1 = 2.", False),
        ("Full house in row 4: r1c1 = 2.", None),
        ("Hidden single in column 2: r4c2 = 4.", True),
        ("Hidden single in row 4: r4c2 = 4.", False),
        ("r1c1 = 2 (hidden single in row 1).", True),
        ("r1c1 = 2 (hidden single in row 2).", None),
        ("Naked single in row 4: r1c1 = 2.", None),
        ("r1c1 = 2 by hidden single in row 1.", True),
    ]
)
def test_a_single_is_one_in_the_house_that_is_named(text: str, proves: bool | None) -> None:
    (judged,) = judge.reasoning(".13. 43.2 .2.3 ....", text).statements
    assert judged.proves is proves
    assert (judged.kind.value == "not-read") is (proves is None)


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
