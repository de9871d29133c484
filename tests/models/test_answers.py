"""`nonet.judge.answer`: a grid in any form, with anything around it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from many_cases import every, examples, for_cases
from nonet import judge
from nonet.engines import engine_for

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [SOLUTION[start : start + 9] for start in range(0, 81, 9)]
NUMBERS = [[int(digit) for digit in row] for row in ROWS]
CELLS = [(row, column, NUMBERS[row - 1][column - 1]) for row in range(1, 10) for column in range(1, 10)]
LATEX = "\n".join(" & ".join(row) + r" \\ \hline" for row in ROWS)
GIVEN = [PUZZLE[start : start + 9] for start in range(0, 81, 9)]
ORDER = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth")


def table(*, head: str = "", label: Callable[[int], str] = lambda row: "") -> str:
    rows = [f"| {label(number)}{' | '.join(row)} |" for number, row in enumerate(ROWS, start=1)]
    return "\n".join([head, "|---" * 9 + "|", *rows])


RIGHT = (
    f"The solution is {SOLUTION}.",
    "Sure, in 9 steps!\n" + "\n".join(ROWS) + "\nDone.",
    "\n".join(" ".join(row) for row in ROWS),
    "\n\n".join("  ".join(row) for row in ROWS),
    "\n".join(f"{row[:3]} {row[3:6]} | {row[6:]}" for row in ROWS),
    nonet.format_grid(SOLUTION, "board"),
    "┏━━━┓\n" + "\n".join("┃ " + " │ ".join(row) + " ┃" for row in ROWS),
    table(),
    table(head="| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |"),
    table(head="|   | c1 | c2 | c3 | c4 | c5 | c6 | c7 | c8 | c9 |", label=lambda row: f"r{row} | "),
    table(label=lambda row: f"**{row}** | "),
    table(label=lambda row: f"{'ABCDEFGHI'[row - 1]} | "),
    table(head="|   | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |", label=lambda row: f"{'ABCDEFGHI'[row - 1]} | "),
    table(head="|   | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |", label=lambda row: f"{row} | "),
    "\n".join(f"{number}. {' '.join(row)}" for number, row in enumerate(ROWS, start=1)),
    "\n".join(["  123456789", *(f"{number} | {row}" for number, row in enumerate(ROWS, start=1))]),
    "\n".join(f"- {row[:3]} {row[3:6]} {row[6:]}" for row in ROWS),
    "\n".join(f"- {number}: **{row[:1]}** {row[1:6]} {row[6:]}" for number, row in enumerate(ROWS, start=1)),
    "\n> ~~~~~\n".join("\n".join(f"> {row}" for row in ROWS[start : start + 3]) for start in (0, 3, 6)),
    "\n".join(f"{' '.join(row[:8])} <b>{row[8]}</b>." for row in ROWS),
    json.dumps({"grid": NUMBERS}),
    json.dumps({"grid": NUMBERS}, indent=2),
    json.dumps({"answer": SOLUTION}),
    "```json\n[\n" + ",\n".join(map(json.dumps, NUMBERS)) + "\n]\n```",
    "\n".join(f"Row {number}: {' '.join(row)}" for number, row in enumerate(ROWS, start=1)),
    "\n".join(f"**Row {number}:** {row}" for number, row in enumerate(ROWS, start=1)),
    f"{PUZZLE}\nbecomes\n{SOLUTION}",
    f"{SOLUTION}\nsolves\n{PUZZLE}",
    "\n".join(GIVEN) + "\n\n" + "\n".join(ROWS),
    f"<think>{SOLUTION[::-1]}</think><answer>{SOLUTION}</answer>",
    f"<ANSWER>{SOLUTION}</ANSWER> I first had {SOLUTION[::-1]}",
    # markup
    "\n".join(f"**{row}**" for row in ROWS),
    "\n".join(" ".join(f"__{digit}__" for digit in row) for row in ROWS),
    "\n".join(f"> {row}" for row in ROWS),
    "\n".join(f"- {row}" for row in ROWS),
    "\n".join(f"* {' '.join(row)}" for row in ROWS),
    "\n".join(f"{number}. {' '.join(row)}" for number, row in enumerate(ROWS, start=1)),
    "\n".join(f"{number}) {row}" for number, row in enumerate(ROWS, start=1)),
    "\n".join(f"{order} row: {' '.join(row)}" for order, row in zip(ORDER, ROWS, strict=True)),
    "\n".join(f"Row {number} – {' '.join(row)}" for number, row in enumerate(ROWS, start=1)),
    "\n".join(f"Row {number} → {' '.join(row)}" for number, row in enumerate(ROWS, start=1)),
    "\n".join(f"**Row {number}**: {' '.join(row)} ✓" for number, row in enumerate(ROWS, start=1)),
    "\n".join(f"Row {number}: {row} (complete)" for number, row in enumerate(ROWS, start=1)),
    f"<think>{SOLUTION}</think>\n\nThat is it.",
    "<table>" + "\n".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in ROWS) + "</table>",
    "\ufeff" + "\n".join("".join(f"{digit}\ufe0f\u20e3" for digit in row) for row in ROWS),
    "\n".join(" ".join(row) + " ← done" for row in ROWS),
    "\n".join(f"Row {number}: {row} - complete" for number, row in enumerate(ROWS, start=1)),
    "\n".join(f"Row {number} is {row} (sum = 45)" for number, row in enumerate(ROWS, start=1)),
    "\n".join(f"Zeile {number}: {row}" for number, row in enumerate(ROWS, start=1)),
    "\n".join(f"第{number}行: {row}" for number, row in enumerate(ROWS, start=1)),
    "\n".join(row.translate({48 + digit: 0xFF10 + digit for digit in range(10)}) for row in ROWS),
    "\u202b" + "\n".join("\u200f ".join(row) for row in ROWS) + "\u202c",
    "\n".join(f"\x1b[1m{row[:3]}\x1b[0m ¦ {row[3:6]} ! {row[6:]}" for row in ROWS),
    "\n~~~~~~~~~\n".join("\n".join(ROWS[start : start + 3]) for start in (0, 3, 6)),
    # heads and labels
    "| A | B | C | D | E | F | G | H | I |\n" + "|:-:" * 9 + "|\n" + table().split("\n", 2)[2],
    table().split("\n")[2] + "\n" + "|-" * 9 + "|\n" + "\n".join(table().split("\n")[3:]),
    table(head="|   | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |", label=lambda row: f"{row - 1} | "),
    "0 1 2 3 4 5 6 7 8\n" + "\n".join(" ".join(row) for row in ROWS),
    "\n".join(f"{'abcdefghi'[number]}) {row}" for number, row in enumerate(ROWS)),
    # LaTeX
    rf"$\boxed{{{SOLUTION}}}$",
    r"\boxed{\text{" + r"\n".join(ROWS) + "}}",
    r"\begin{array}{|ccc|ccc|ccc|} \hline" + "\n" + LATEX + "\n" + r"\end{array}",
    r"\[\begin{array}{|c|c|c|c|c|c|c|c|c|}\hline " + LATEX + r"\end{array}\]",
    r"$$\begin{pmatrix}" + LATEX.replace(r" \hline", "") + r"\end{pmatrix}$$",
    LATEX.replace("5 &", r"\textcolor{blue}{5} &").replace(r"\hline", r"\cline{1-9}"),
    # JSON by rows and by cells
    json.dumps(
        {"rows": [{"row": number, "values": row} for number, row in enumerate(NUMBERS, start=1)]}, indent=2
    ),
    json.dumps(
        {f"row{number}": {f"col{n}": d for n, d in enumerate(row, 1)} for number, row in enumerate(NUMBERS)}
    ),
    json.dumps(dict(zip("ABCDEFGHI", NUMBERS, strict=True))),
    json.dumps({f"({row - 1}, {column - 1})": digit for row, column, digit in CELLS}),
    json.dumps(
        [{"row": row - 1, "col": column - 1, "value": digit} for row, column, digit in CELLS], indent=2
    ),
    json.dumps({f"{row},{column}": digit for row, column, digit in CELLS}),
    # what checks an answer, or repeats the puzzle, is none
    "\n".join(ROWS) + "\nColumns:\n" + "\n".join(map("".join, zip(*ROWS, strict=True))),
    "\n".join(ROWS)
    + "\nEach row has all digits:\n"
    + "\n".join(f"Row {row}: 123456789 ✓" for row in range(1, 10)),
    json.dumps({f"row{number}": row for number, row in enumerate(ROWS, start=1)}),
    json.dumps({f"row_{number}": row for number, row in enumerate(NUMBERS, start=1)}, indent=2),
    json.dumps({f"R{number}": row for number, row in enumerate(NUMBERS, start=1)}),
    json.dumps(dict(enumerate(NUMBERS, start=1))),
    json.dumps(dict(enumerate(NUMBERS, start=1)), indent=2),
    json.dumps(dict(enumerate(ROWS, start=1))),
    json.dumps({f"r{row}c{column}": digit for row, column, digit in CELLS}),
    json.dumps([{"row": row, "col": column, "value": digit} for row, column, digit in CELLS]),
    # placements
    "\n".join(f"r{row}c{column}: {digit}" for row, column, digit in CELLS),
    " ".join(f"R{row}C{column} = {digit}." for row, column, digit in CELLS),
    "\n".join(f"- **r{row}c{column}** = **{digit}**" for row, column, digit in CELLS),
    ", ".join(f"({row}, {column}) is {digit}" for row, column, digit in CELLS),
    "; ".join(f"row {row}, column {column} → {digit}" for row, column, digit in CELLS),
    " ".join(rf"$r{row}c{column} = \boxed{{{digit}}}$" for row, column, digit in CELLS),
)


@for_cases(zip(RIGHT))
def test_right(text: str) -> None:
    found = judge.answer(PUZZLE, text)
    assert (found.verdict, found.correct, found.error) == (judge.AnswerVerdict.RIGHT, 51, None)
    assert found.grid is not None
    assert found.grid.symbols == SOLUTION


@for_cases(
    [
        ("", "unreadable", 0, None),
        ("I cannot solve 9x9 puzzles: 53..7....", "unreadable", 0, None),
        ("\n".join(ROWS[:8]), "unreadable", 0, None),
        (PUZZLE, "incomplete", 0, None),
        (SOLUTION[:79] + "..", "right", 51, None),
        (SOLUTION[:78] + "...", "incomplete", 50, None),
        (SOLUTION[:2] + "1" + SOLUTION[3:], "wrong", 0, "r1c3"),
        (SOLUTION[:77] + "1" + SOLUTION[78:], "wrong", 49, "r9c6"),
        ("1" + SOLUTION[1:], "clues-changed", 0, "r1c1"),
        (SOLUTION[:80] + "1", "clues-changed", 51, "r9c9"),
        ("<ANSWER>\nr1c3: 4\nr1c4: 6\nr1c6: 9\nr1c7: 9\n</ANSWER>", "wrong", 2, "r1c6"),
        ("r1c3: 4, r1c4 = 6", "incomplete", 2, None),
        (
            "Could r1c3 = 1? No.\nTry r1c3: 2 first\nr1c3: 4, r1c4 = 6. If r1c6 = 1, r1c7 = 1.",
            "incomplete",
            2,
            None,
        ),
        ("r1c3 = 1 is impossible; r1c3 = 2, which is wrong.\nr1c3 = 4, r1c4 = 6", "incomplete", 2, None),
        ("<think>r1c3: 1</think>r1c3: 4, r1c4 = 6", "incomplete", 2, None),
        (
            "Since r1c3 is not 1, r1c3 = 4, which is not 9. If it were not so: so r1c4 = 6.",
            "unreadable",
            0,
            None,
        ),
        (
            "r1c3 = 1 leads to a contradiction, r1c3 = 2 fails, r1c3 = 9 cannot be.\n(1,3) -> 4",
            "incomplete",
            1,
            None,
        ),
        ('{"value":4,"col":3,"row":1},{"Col":4,"Row":1,"digit":"6"},{"x":1}', "incomplete", 2, None),
        ("<think>r1c3: 4, r1c4 = 6</think>That is all.", "incomplete", 2, None),
        ("r1c3 = 4. r1c4 must be 6.\nr1c6 = 1 or 8, r1c7: 9, 1. r1c8 = 1.5", "incomplete", 2, None),
        (
            'Final answer:\n```json\n{"placements": [{"row": 1, "col": 3, "value": 4}]}\n```',
            "incomplete",
            1,
            None,
        ),
        ("Step 1: r1c3 = 4!\n2. So we have r1c4 = 6\n3) and the answer is r1c6: 8", "incomplete", 3, None),
        (PUZZLE.replace(".", "*"), "incomplete", 0, None),
        ("\n".join(GIVEN).replace(".", "-"), "incomplete", 0, None),
        ("\n".join(GIVEN).replace(".", "_"), "incomplete", 0, None),
        ("Column 1: 5 6 1 8 4 7 9 2 3\n" * 9, "unreadable", 0, None),
        (table().replace("| 4 |", "|  |"), "incomplete", None, None),
        (f"{SOLUTION[:78]}...\nwas\n{PUZZLE}", "incomplete", 50, None),
        (
            "\n".join(f"- {' '.join(row)} - done" for row in [*ROWS[:6], "-61537284", *ROWS[7:]]),
            "incomplete",
            50,
            None,
        ),
        (
            "\n".join(f"**{number}:** {row}" for number, row in enumerate(["_3_678912", *ROWS[1:]], 1)),
            "incomplete",
            50,
            None,
        ),
        # the last grid cannot be read
        ("\n".join([*ROWS[:8], ROWS[8][:8]]) + "\nThus r1c3 = 4.", "unreadable", 0, None),
        ("\n".join([*ROWS[:4], "42685379", *ROWS[5:]]) + "\nThus r1c3 = 1.", "unreadable", 0, None),
        ("\n".join(ROWS) + "\nNo:\n" + "\n".join([*ROWS[:8], ROWS[8] + "9"]), "unreadable", 0, None),
        ("\n".join(GIVEN) + "\n\n" + "\n".join([*ROWS[:8], ROWS[8][1:]]), "unreadable", 0, None),
        ("\n".join([*ROWS, "Rows 1 and 2 are", *ROWS[:2]]), "right", 51, None),
        (
            table(label=lambda row: f"{'ABCDEFGHI'[row - 1]} | ").replace("| 4 |", "|  |"),
            "incomplete",
            None,
            None,
        ),
        (
            "\n".join(f"{row}. {' '.join(cells)}" for row, cells in enumerate(ROWS, 1))[:-2],
            "unreadable",
            0,
            None,
        ),
        (
            "\n".join(
                f"{row}: {cells[:8]}{'.' * (row > 1)}{'2' * (row == 1)}" for row, cells in enumerate(ROWS, 1)
            ),
            "incomplete",
            None,
            None,
        ),
    ]
)
def test_verdict(text: str, verdict: str, correct: int | None, error: str | None) -> None:
    found = judge.answer(PUZZLE, text).to_json()
    assert (found["verdict"], found["error"]) == (verdict, error)
    assert correct in (None, found["correct"])


SMALL = ".13.43.2.2.3...."
SOLVED = "2134\n4312\n1243\n3421"
WRONG = "2134\n4312\n1243\n3412"


@for_cases(
    [
        # what is behind </think> is the answer, if it is one
        (f"<think>{SOLVED}</think>\nr1c1 = 4", "wrong"),
        (f"<think>{WRONG}</think>\nr1c1 = 2", "incomplete"),
        (f"<think>{SOLVED}</think>\nThat solves {SMALL}", "right"),
        # a grid, and another in placements
        (f"{SOLVED}\nr1c1=2, r1c4=4, r2c3=1, r3c1=1, r3c3=4, r4c1=3, r4c2=4, r4c3=1, r4c4=2", "wrong"),
        (f"{WRONG}\nr1c1=2, r1c4=4, r2c3=1, r3c1=1, r3c3=4, r4c1=3, r4c2=4, r4c3=2, r4c4=1", "right"),
        # a grid that the text behind it corrects
        (f"{SOLVED}\nCorrection: r4c3 = 1.", "unreadable"),
        (f"{SOLVED}\nWait, r4c3 should be 1.", "unreadable"),
        (f"{SOLVED}\nWait, r4c3 should be 2.", "right"),
        (f"{SOLVED}\nOops, row 4 should be 3412.", "unreadable"),
        (f"{SOLVED}\n\nCorrected row 4: 3 4 1 2", "unreadable"),
        (f"{SOLVED}\n\nRow 4: 3 4 1 2", "unreadable"),
        (f"{SOLVED}\n\nRow 4: 3 4 2 1\nRow 1: 1 2 3 4\nRow 2: 43.2\nRow 0: 2134", "right"),
        (f"{SOLVED}\nNo cell is empty: r4c3 = 1 was wrong.", "right"),
        # columns
        ('{"columns": [[2, 1, 3, 4], [4, 3, 1, 2], [1, 2, 4, 3], [3, 4, 2, 1]]}', "clues-changed"),
        ('{"columns": [[2, 4, 1, 3], [1, 3, 2, 4], [3, 1, 4, 2], [4, 2, 3, 1]]}', "right"),
        (
            '{"col1": [2, 1, 3, 4], "col2": [4, 3, 1, 2], "col3": [1, 2, 4, 3], "col4": [3, 4, 2, 1]}',
            "unreadable",
        ),
        ('{"c1": "2134",\n"c2": "4312",\n"c3": "1243",\n"c4": "3421"}', "unreadable"),
        (f"Columns:\n{SOLVED}", "clues-changed"),
        (f"A grid with 4 rows and 4 columns:\n{SOLVED}", "right"),
        (
            "| row1 | row2 | row3 | row4 |\n|--|--|--|--|\n" + SOLVED,
            "clues-changed",
        ),
        # what a reader does not see, or sees struck out
        (f"{WRONG}\n<!--\n{SOLVED}\n-->", "wrong"),
        (f"{SOLVED}\n<!--\n{WRONG}\n-->", "right"),
        (f"{WRONG}\n<del>\n{SOLVED}\n</del>", "wrong"),
        (f"{SOLVED}\n②①③④\n④③①②\n①②④③\n③④①②", "wrong"),
    ]
)
def test_which_grid_is_the_answer(text: str, verdict: str) -> None:
    assert judge.answer(SMALL, text).verdict.value == verdict


@for_cases(
    [
        ("- 213.\n- 4312\n- 1243\n- 3421", "213.431212433421"),
        ("* 2134\n* 4312\n* 1243\n* 342.", "213443121243342."),
        ("- 2 1 3 .\n- 4 3 1 2\n- 1 2 4 3\n- 3 4 2 1", "213.431212433421"),
        ("- **213.**\n- **4312**\n- **1243**\n- **3421**", "213.431212433421"),
        ("- 1 3 4\n4 3 1 2\n1 2 4 3\n3 4 2 1", ".134431212433421"),  # an empty cell
        ("1. **2134**\n2. **4312**\n3. **1243**\n4. **__21**", "213443121243..21"),
        (
            "2 **1** **3** .\n**4** **3** 1 **2**\n1 **2** 4 **3**\n3 4 2 1",
            "213.431212433421",
        ),  # not 16 signs
        ("* Row 1: 2 1 3 (-) ← done\n* Row 2: 4312\n* Row 3: 1243\n* Row 4: 3421", "213.431212433421"),
        ("**2134**\n**4312**\n**1243**\n**__21**", "213443121243..21"),
    ]
)
def test_marks_of_lists_and_empty_cells(text: str, cells: str) -> None:
    found = judge.answer(SMALL, text)
    assert found.grid is not None
    filled = "".join(given if sign == "." else sign for sign, given in zip(cells, SMALL, strict=True))
    assert found.grid.symbols == filled
    assert found.verdict.value == "incomplete"


NAMED = dict(enumerate(("2134", "4312", "1243", "3421"), start=1))


@pytest.mark.parametrize(
    "named",
    [
        lambda order: "\n".join(f"Row {number}: {NAMED[number]}" for number in order),
        lambda order: "\n".join(f"| R{number} | {' | '.join(NAMED[number])} |" for number in order),
        lambda order: "\n".join(f"* {ORDER[number - 1]} row → {' '.join(NAMED[number])}" for number in order),
        lambda order: "; ".join(f"row {number - 1} = {', '.join(NAMED[number])}" for number in order),
        lambda order: json.dumps({f"row{number}": NAMED[number] for number in order}),
        lambda order: json.dumps({str(number): list(map(int, NAMED[number])) for number in order}, indent=1),
        lambda order: json.dumps([{"row": number, "values": NAMED[number]} for number in order]),
        lambda order: "\n".join(f"Row {number}: 1234\nRow {number}: {NAMED[number]}" for number in order),
    ],
)
def test_rows_belong_where_their_names_say(named: Callable[[tuple[int, ...]], str]) -> None:
    for order in ((1, 2, 3, 4), (4, 3, 2, 1), (2, 4, 1, 3)):
        assert judge.answer(SMALL, named(order)).verdict.value == "right"


@pytest.mark.parametrize(
    "words",
    [
        "r1c1 = 4 would clash with r2c1",
        "r1c1 = 4 violates column 1",
        "r1c1: 4 conflicts with r2c1",
        "r1c1 = 4 → contradiction",
        "r1c1 = 4 (contradiction)",
        "r1c1 = 4 ❌",
        "r1c1 = 4 leaves no place for 2",
        "not r1c1 = 4",
        "~~r1c1 = 4~~",
        "r1c1 = 4 gives r2c1 = 2",
        "either r1c1 = 4",
        "r1c1 = 4, I guess",
    ],
)
def test_what_is_taken_back_is_no_placement(words: str) -> None:
    assert judge.answer(SMALL, words).verdict.value == "unreadable"
    assert judge.answer(SMALL, f"{words}. So r1c1 = 2").verdict.value == "incomplete"
    assert judge.answer(SMALL, f"{words}, r1c1 = 2.\nr1c1 = 4").verdict.value == "wrong"


def test_every_solution_is_right_where_there_are_several() -> None:
    several = "12.. .... .... ...."
    for text in ("1234 3412 2143 4321", "1234 4312 2143 3421", "1243 3412 2134 4321"):
        assert judge.answer(several, text).verdict is judge.AnswerVerdict.RIGHT
    found = judge.answer(several, "1234 3412 2143 4312")
    assert (found.verdict.value, found.correct, found.error) == ("wrong", 12, 14)


def test_a_puzzle_without_a_solution_is_an_error() -> None:
    with pytest.raises(nonet.NoSolution):
        judge.answer("12.. ..34 .... ....", "1")


def _boards() -> list[tuple[nonet.Puzzle]]:
    cage = nonet.rules.Cage((0, 1), 3)
    names = ("4x4:0-3", "6x6", "16x16", "25x25", "4x7", "samurai")
    empty = [nonet.Puzzle(nonet.Grid.empty(nonet.Layout.named(name))) for name in names]
    return [(each,) for each in (*empty, nonet.Puzzle.of("4x4", "." * 16, rules=[cage]))]


@for_cases(_boards())
def test_boards(puzzle: nonet.Puzzle) -> None:
    solved = engine_for(puzzle).some_solution(puzzle)
    assert solved is not None
    for form in ("line", "rows", "board"):
        try:
            text = nonet.format_grid(solved, form)
        except nonet.NonetError:
            continue
        found = judge.answer(puzzle, f"Here it is:\n{text}\nThat is all.")
        assert (found.verdict, found.grid) == (judge.AnswerVerdict.RIGHT, solved), (form, text)


def test_numbers_above_nine() -> None:
    puzzle = nonet.Puzzle(nonet.Grid.empty(nonet.Layout.named("16x16")))
    solved = engine_for(puzzle).some_solution(puzzle)
    assert solved is not None
    rows = [list(solved.values[start : start + 16]) for start in range(0, 256, 16)]
    for text in (json.dumps(rows), "\n".join(" ".join(map(str, row)) for row in rows)):
        assert judge.answer(puzzle, text).grid == solved


def test_a_first_row_like_a_line_that_numbers_the_columns() -> None:
    grid = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
    rows = [grid[start : start + 9] for start in range(0, 81, 9)]
    for form in ("{row}", "{number} | {row}", "{letter} {row}", "{number}. {row}"):
        lines = [
            form.format(row=" ".join(row), number=number + 1, letter="ABCDEFGHI"[number])
            for number, row in enumerate(rows)
        ]
        for text in ("\n".join(lines), "\n".join(["1 2 3 4 5 6 7 8 9", *lines])):
            assert judge.answer(grid[:40] + "." * 41, text).verdict is judge.AnswerVerdict.RIGHT, text


# -- hostile texts ------------------------------------------------------------------------------------------

WORDS = (
    "r1c1|r9c9 = 5. |(3,5)|rows 1, 2|<answer>|</answer>|is not |remove |naked |x-wing: |Row 1:|if |or |and "
)
SIGNS = "0123456789.|-+,:[]{}<> \n*_#=≠→\r\0٣²Ⅷ\u202e𝟗"
PIECES = st.sampled_from([*SIGNS, *WORDS.split("|"), *ROWS, PUZZLE])
TEXTS = st.one_of(
    st.text(),
    st.lists(PIECES).map("".join),
    st.lists(PIECES, min_size=1, max_size=6).map(lambda p: "".join(p) * 9000),
)


@settings(max_examples=examples(100) // every(2))
@given(TEXTS)
def test_hostile_text(text: str) -> None:
    start = time.thread_time()
    assert judge.answer(PUZZLE, text).verdict in judge.AnswerVerdict
    judged = judge.reasoning(PUZZLE, text)
    assert all(each.text in text for each in judged.statements)
    assert time.thread_time() - start < 2


class _Hostile:
    """Texts of many kinds, the same for the same number."""

    def __init__(self, number: int) -> None:
        self.random = Random(number)
        self.most = 200_000 if number % 100 == 0 else self.random.choice((50, 500, 5000))

    def text(self) -> str:
        kinds = (self.bytes, self.grid, self.numbers, self.brackets, self.digits, self.cells, self.pieces)
        text = ""
        while len(text) < self.most:
            text += self.random.choice(kinds)() * self.random.choice((1, 1, 1, 2, 100))
        return text[: self.most]

    def bytes(self) -> str:
        return self.random.randbytes(self.random.randrange(300)).decode(
            self.random.choice(["latin-1", "utf-16-le"]), "replace"
        )

    def grid(self) -> str:
        """The solution with some characters changed, left out or doubled."""
        signs = [*self.random.choice(("\n".join(ROWS), PUZZLE, str([list(map(int, row)) for row in ROWS])))]
        for _ in range(self.random.randrange(6)):
            place = self.random.randrange(len(signs))
            signs[place] = self.random.choice(("", signs[place] * 2, *SIGNS))
        return "".join(signs)

    def numbers(self) -> str:
        return (
            f"r{self._number()}c{self._number()} = {self._number()}. ({self._number()},{self._number()}): 5\n"
        )

    def _number(self) -> str:
        return self.random.choice("123456789-٣²𝟗") * self.random.choice((1, 1, 2, 20, 5000))

    def brackets(self) -> str:
        return self.random.choice(("[", "(", "{", "[[", '{"grid":', "<answer>", "]", "|")) * 1000

    def digits(self) -> str:
        return "".join(self.random.choices("123456789.0 ", k=self.random.choice((81, 82, 1000, 20_000))))

    def cells(self) -> str:
        verb = self.random.choice(("=", "≠", "is", "cannot be", "must be 3 or", "→"))
        named = self.random.choice(("", "Naked single: ", "Nested net: ", "X-wing: ", "Suppose "))
        row, column, digit = (self.random.randrange(11) for _ in range(3))
        return f"{named}r{row}c{column} {verb} {digit}." + self.random.choice(" \t\n")

    def pieces(self) -> str:
        return "".join(self.random.choices([*SIGNS, *WORDS.split("|"), *ROWS, PUZZLE], k=30))


@pytest.mark.slow
def test_ten_thousand_hostile_texts() -> None:
    """None takes a second of processor time."""
    for number in range(10_000):
        text = _Hostile(number).text()
        for judged in (judge.answer, judge.reasoning):
            start = time.thread_time()
            judged(PUZZLE, text)
            assert time.thread_time() - start < 1, (number, judged)
