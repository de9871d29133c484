"""A puzzle of our own (`sudoku create --seed 2026`) in every format, put together here without nonet's writers.

`SAMPLES` has the name of the format, a text, and what is to be found besides the givens.
"""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass, field
from hashlib import sha1

__all__ = ["CANDIDATES", "GIVENS", "SAMPLES", "SOLUTION", "Sample", "penpa", "rows_of"]

GIVENS = ".621..4...........3.9..2......98.53.2.7....1.......8.....6.9.8.5.1.......4......."
SOLUTION = "862175493174396258359842761416987532287534619935261847723659184591428376648713925"
ZEROS = GIVENS.replace(".", "0")
FREE = [cell for cell in range(81) if GIVENS[cell] == "."]
SET = FREE[0]
"""The cell that the player has filled, with the right digit, in samples with a state."""
NOTED = FREE[1]
"""The cell with the notes 1 and 2."""
VALUES = GIVENS[:SET] + SOLUTION[SET] + GIVENS[SET + 1 :]


def rows_of(cells: str) -> list[str]:
    return [cells[start : start + 9] for start in range(0, 81, 9)]


def peers(cell: int) -> set[int]:
    row, column = divmod(cell, 9)
    return {
        other
        for other in range(81)
        if other != cell
        and (
            other // 9 == row
            or other % 9 == column
            or (other // 27 == cell // 27 and other % 9 // 3 == column // 3)
        )
    }


CANDIDATES = [
    given if given != "." else "".join(sorted({*"123456789"} - {GIVENS[peer] for peer in peers(cell)}))
    for cell, given in enumerate(GIVENS)
]


@dataclass(frozen=True)
class Sample:
    format: str
    text: str
    values: str = GIVENS
    notes: dict[int, str] = field(default_factory=dict)
    struck: dict[int, str] = field(default_factory=dict)
    seconds: float = 0.0
    count: int = 1


def boxed(cells: str) -> str:
    lines = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in rows_of(cells)]
    bar, top = "|---+---+---|", "*-----------*"
    return "\n".join([top, *lines[:3], bar, *lines[3:6], bar, *lines[6:], top])


def tokens(cells: list[str]) -> str:
    return "\n".join(" ".join(cells[start : start + 9]) for start in range(0, 81, 9))


def gnome_code() -> str:
    counts = [GIVENS.count(str(digit)) for digit in range(1, 10)] + [0]
    pairs = [chr(33 + counts[at] + 9 * counts[at + 1]) for at in range(0, 10, 2)]
    cells = [
        chr(33 + cell // 9 + 9 * (cell % 9))
        for digit in "123456789"
        for cell in range(81)
        if GIVENS[cell] == digit
    ]
    return "#" + "".join(pairs) + "".join(cells)


def gnome_save() -> str:
    cells = []
    for cell, value in enumerate(VALUES):
        if value != "." or cell == NOTED:
            cells.append(
                {
                    "position": [cell // 9, cell % 9],
                    "value": 0 if value == "." else int(value),
                    "fixed": GIVENS[cell] != ".",
                    "earmarks": [1, 2] if cell == NOTED else [],
                }
            )
    return json.dumps({"difficulty_category": "hard", "time_elapsed": 61.5, "cells": cells}, indent=2)


def opensudoku(version: str) -> str:
    notes = {"1": ("-", "1,2,"), "2": ("0", "3"), "3": ("0", "3")}[version]
    cells = "".join(
        f"{0 if value == '.' else value}|{notes[cell == NOTED]}|{'1' if GIVENS[cell] == '.' else '0'}|"
        for cell, value in enumerate(VALUES)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2"><folder name="Ours" created="1">'
        f'<game created="1" state="0" time="61500" last_played="2" data="version: {version}&#10;{cells}" note="n" />'
        f'<game created="1" state="1" time="0" last_played="0" data="{ZEROS}" note="" /></folder></opensudoku>'
    )


def fpuzzles() -> str:
    cells: list[dict[str, object]] = []
    for cell, value in enumerate(VALUES):
        if GIVENS[cell] != ".":
            cells.append({"value": int(value), "given": True})
        elif value != ".":
            cells.append({"value": int(value)})
        else:
            cells.append({"cornerPencilMarks": [1, 2]} if cell == NOTED else {})
    grid = [cells[start : start + 9] for start in range(0, 81, 9)]
    return json.dumps({"size": 9, "title": "Ours", "grid": grid})


def sudokupad() -> str:
    cells = [[{"value": sign} if sign != "." else {} for sign in row] for row in rows_of(GIVENS)]
    regions = [
        [[row + r, column + c] for r in range(3) for c in range(3)]
        for row in (0, 3, 6)
        for column in (0, 3, 6)
    ]
    return json.dumps({"cells": cells, "regions": regions, "cages": [{"value": "title: Ours"}]})


def coach() -> str:
    record = {
        "gridSize": 9,
        "givenDigits": ZEROS,
        "userDigits": "".join(SOLUTION[SET] if cell == SET else "0" for cell in range(81)),
        "userCellCandidates": "-".join("6" if cell == NOTED else "0" for cell in range(81)),
    }
    packed = base64.b32hexencode(zlib.compress(json.dumps(record).encode())).decode().rstrip("=").lower()
    return f"https://sudoku.coach/en/play/SCv7_32_{packed}"


def scf() -> str:
    letters, place = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx", 0
    code = ""
    while place < 81:
        blanks = 0
        while blanks < 5 and GIVENS[place + blanks + 1 : place + blanks + 2] == ".":
            blanks += 1
        code += letters[int(ZEROS[place]) + 10 * blanks]
        place += blanks + 1
    return f"https://sudokupad.app/scf{code}"


def penpa(cells: str, *, regions: str = "", around: int = 0, head: str = "", **drawn: object) -> str:
    """A link to Penpa+. `regions` names the region of each cell, `around` is how many rows and columns are above and to
    the left of the board, `head` the end of the first line, and `drawn` what else is in the drawing.
    """
    size = round(len(cells) ** 0.5)
    regions = regions or "".join(
        str(row // 3 * 3 + column // 3) for row in range(size) for column in range(size)
    )
    width = size + around + 4
    numbers = {
        str((n // size + 2 + around) * width + n % size + 2 + around): [cell, 1, "1"]
        for n, cell in enumerate(cells)
        if cell != "."
    }
    lines = {}
    for n in range(size**2):
        row, column = divmod(n, size)
        corner = (
            width * width + (row + 1 + around) * width + column + 1 + around
        )  # at the upper left of the cell
        if column and regions[n] != regions[n - 1]:
            lines[f"{corner},{corner + width}"] = 2
        if row and regions[n] != regions[n - size]:
            lines[f"{corner},{corner + 1}"] = 2
    drawing = {"zR": {"z_": []}, "zS": {}, "zN": numbers, "zY": {}, "zT": [], "zE": lines, "zW": {}} | drawn
    text = json.dumps(drawing, separators=(",", ":"))
    for name in drawing.keys() | {"z_"}:
        text = text.replace(f'"{name}":', f"{name}:")
    count, words = size + around, head or "Title: ,Author: ,,"
    first = f"sudoku,{count},{count},38,0,1,1,380,380,84,84,0,0,0,0,{words},OFF,false"
    body = "\n".join(
        [first, f"[{around},0,{around},0]", '["1","2","1"]~"sudoku"~["1",9]', text, "", "[28,1,1]"]
    )
    packer = zlib.compressobj(wbits=-15)
    data = base64.b64encode(packer.compress(body.encode()) + packer.flush()).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={data}"


def solo() -> str:
    text, blanks = "", 0
    for sign in GIVENS:
        if sign == ".":
            blanks += 1
            continue
        text += "abcdefghijklmnopqrstuvwxyz"[blanks - 1] if blanks else "_" if text else ""
        text, blanks = text + sign, 0
    return "3x3:" + text + ("abcdefghijklmnopqrstuvwxyz"[blanks - 1] if blanks else "")


def hsol() -> str:
    values = "".join(
        f'<void index="{cell}"><int>{sign}</int></void>' for cell, sign in enumerate(VALUES) if sign != "."
    )
    fixed = "".join(
        f'<void index="{cell}"><boolean>true</boolean></void>'
        for cell, sign in enumerate(GIVENS)
        if sign != "."
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><java version="1.8.0" class="java.beans.XMLDecoder">'
        f'<object class="sudoku.Sudoku2"><void property="fixed">{fixed}</void>'
        f'<void property="userCells"><void index="{NOTED}"><short>3</short></void></void>'
        f'<void property="values">{values}</void></object></java>'
    )


def _sdx() -> str:
    cells = list(CANDIDATES)
    cells[SET] = f"u{SOLUTION[SET]}"
    return tokens(cells)


def _struck() -> tuple[int, str]:
    """A cell and a candidate of it that is wrong."""
    cell = next(cell for cell in FREE[1:] if len(CANDIDATES[cell]) > 2)
    return cell, next(digit for digit in CANDIDATES[cell] if digit != SOLUTION[cell])


CROSSED, WRONG = _struck()
_NOTES = {NOTED: "12"}
_ALL_NOTES = {cell: CANDIDATES[cell] for cell in FREE if cell != SET}
_PLUS = GIVENS[:SET] + "+" + VALUES[SET:]
_HEAD = "#AWe\n#DOurs\n#B15-11-2026\n"

SAMPLES = [
    Sample("line", f"{GIVENS}\n{ZEROS}", count=2),
    Sample("sdk", _HEAD + "\n".join(rows_of(GIVENS))),
    Sample(
        "sdk",
        "\n".join(
            [
                "#AWe",
                *["[Puzzle]", *rows_of(GIVENS)],
                *["[State]", *rows_of(VALUES)],
                "[PencilMarks]",
                *(
                    ",".join("12" if cell == NOTED else "" for cell in range(row, row + 9))
                    for row in range(0, 81, 9)
                ),
            ]
        ),
        VALUES,
        _NOTES,
    ),
    Sample("board", "\n".join(row[1:-1] for row in boxed(GIVENS).split("\n")[1:-1])),
    Sample("board", boxed(GIVENS)),
    Sample(
        "ss",
        f"{boxed(GIVENS)}\n\nI{SET:02}{SOLUTION[SET]}\nE{CROSSED:02}00{WRONG}",
        VALUES,
        {},
        {CROSSED: WRONG},
    ),
    Sample("simple-sudoku", f"{boxed(GIVENS)}\n\n\n{boxed(VALUES)}\n", VALUES),
    Sample("sdx", _sdx(), VALUES, _ALL_NOTES),
    Sample(
        "fixed-rows",
        "3 3\n"
        + tokens([f"{v}." if GIVENS[c] != "." else v for c, v in enumerate(VALUES.replace(".", "0"))]),
        VALUES,
    ),
    Sample("pencilmarks", tokens(CANDIDATES)),
    Sample("sukaku", "".join(d if d in cell else "." for cell in CANDIDATES for d in "123456789")),
    Sample("sukaku", "".join(d if d in cell else "0" for cell in CANDIDATES for d in "123456789")),
    Sample(
        "hodoku",
        f":0000:x:{_PLUS}:{WRONG}{CROSSED // 9 + 1}{CROSSED % 9 + 1}:::",
        VALUES,
        {},
        {CROSSED: WRONG},
    ),
    Sample("hodoku-file", hsol(), VALUES, _NOTES),
    Sample("gsf", f"99480,99408,114,1895,{ZEROS},Ours,20.00s,0,x,y"),
    Sample("exchange", f"{sha1(ZEROS.encode()).hexdigest()[:12]} {ZEROS}  7.2"),
    Sample("table", f"quizzes,solutions\n{ZEROS},{SOLUTION}"),
    Sample("table", f"id,puzzle,solution,clues,difficulty\n1,{GIVENS},{SOLUTION},25,0.0"),
    Sample("table", f"source,question,answer,rating\nours,{GIVENS},{SOLUTION},0"),
    Sample("table", f'{{"puzzle": "{GIVENS}", "clues": 25, "solution": "{SOLUTION}"}}'),
    Sample("table", f"Puzzle,Solution,\n{GIVENS},{SOLUTION},"),
    Sample("table", f"{ZEROS},{SOLUTION}\n{ZEROS},{SOLUTION}", count=2),
    Sample(
        "opensudoku",
        f'<?xml version="1.0"?>\n<opensudoku>\n<name>Ours</name><game data="{ZEROS}" />\n</opensudoku>\n',
    ),
    *(Sample("opensudoku", opensudoku(version), VALUES, _NOTES, {}, 61.5, 2) for version in "123"),
    Sample("gnome", gnome_save(), VALUES, _NOTES, {}, 61.5),
    Sample("gnome-share", gnome_code()),
    Sample("share", f"9x9:{GIVENS}"),
    Sample("share", f"http://localhost:8729/#p={GIVENS}"),
    Sample("sudokuwiki", f"https://www.sudokuwiki.org/sudoku.htm?bd={ZEROS}"),
    Sample("sudokuexchange", f"https://sudokuexchange.com/play/?s={ZEROS}"),
    Sample("coach", f"https://sudoku.coach/en/play/{ZEROS}"),
    Sample("coach", coach(), VALUES, _NOTES),
    Sample("f-puzzles-json", fpuzzles(), VALUES, _NOTES),
    Sample("sudokupad-json", sudokupad()),
    Sample("scf", scf()),
    Sample("lisudoku", f"https://lisudoku.xyz/solver?import={ZEROS}"),
    Sample("penpa", penpa(GIVENS)),
    Sample("solo", solo()),
]
