"""The audit finds what was planted: wrong answers, several solutions, repeats in disguise, grids on both sides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nonet.data import as_html, as_json, as_text, audit, score
from nonet.faces.cli import run
from nonet.formats import format_grid
from nonet.generate.dig import Dig, dig_many
from nonet.layout import CLASSIC
from nonet.many import solve_many
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.symmetry import random_transformation


def _line(values: bytes | None) -> str:
    assert values is not None
    return "".join(str(value) if value else "." for value in values)


PUZZLES = [_line(values) for values in dig_many(Dig(clues=30), 5, 0, 24)]
SOLUTIONS = [solve_many(PUZZLES)[i] or "" for i in range(len(PUZZLES))]


def _disguised(line: str, seed: int) -> str:
    puzzle = Puzzle.of(CLASSIC, [int(sign) if sign.isdigit() else 0 for sign in line])
    return format_grid(random_transformation(CLASSIC, Rng(seed))(puzzle).givens, "line").replace("0", ".")


def _write(path: Path, rows: list[tuple[str, str]]) -> str:
    path.write_text("puzzle,solution\n" + "".join(f"{puzzle},{answer}\n" for puzzle, answer in rows))
    return str(path)


def _rows(first: int, last: int) -> list[tuple[str, str]]:
    return list(zip(PUZZLES[first:last], SOLUTIONS[first:last], strict=True))


def test_a_clean_data_set(tmp_path: Path) -> None:
    names = [_write(tmp_path / "train.csv", _rows(0, 12)), _write(tmp_path / "test.csv", _rows(12, 24))]
    found = audit(names)
    assert found.is_clean
    assert [(file.rows, file.answers, file.grids, dict(file.clues)) for file in found.files] == [
        (12, 12, 12, {30: 12}),
        (12, 12, 12, {30: 12}),
    ]
    assert "nothing wrong was found" in as_text(found)


def test_every_planted_fault_is_found(tmp_path: Path) -> None:
    wrong = SOLUTIONS[1][::-1]
    open_puzzle = PUZZLES[2].replace("1", ".").replace("2", ".")
    train = [
        *_rows(0, 10),
        (PUZZLES[1], wrong),  # a repeat, too
        (open_puzzle, ""),
        ("55" + "." * 79, ""),
        ("not a puzzle", ""),
        (_disguised(PUZZLES[3], 1), ""),
    ]
    test = [*_rows(12, 20), (_disguised(PUZZLES[4], 2), ""), (_disguised(PUZZLES[5], 3), "")]
    # another puzzle with the solution grid of a training puzzle, in disguise
    more_clues = "".join(
        clue if clue != "." or i % 9 else answer
        for i, (clue, answer) in enumerate(zip(PUZZLES[6], SOLUTIONS[6], strict=True))
    )
    test.append((_disguised(more_clues, 4), ""))
    names = [_write(tmp_path / "train.csv", train), _write(tmp_path / "test.csv", test)]
    found = audit(names, rate=True)
    first, second = found.files
    assert (first.rows, first.unreadable, first.without_solution, first.several_solutions) == (15, 1, 1, 1)
    assert (first.wrong_answers, first.repeats, first.disguised) == (1, 2, 1)
    assert second.is_clean
    assert sum(second.levels.values()) == 11
    (overlap,) = found.overlaps
    assert (overlap.repeats, overlap.grids) == (2, 3)
    assert not found.is_clean
    text = as_text(found)
    assert "  wrong answers: 1\n" in text
    assert f"repeats between {names[0]} and {names[1]}: 2\n" in text
    told = json.loads(as_json(found))
    assert told["clean"] is False
    assert told["overlaps"][0]["shared_grids"] == 3
    page = as_html(found)
    assert "wrong answers" in page
    assert "<svg" in page
    assert "http" not in page


def test_a_report_shows_control_characters_of_names(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m.txt"
    path.write_text(PUZZLES[0] + "\n")
    page = as_html(audit([str(path)]))
    assert "a\\u001b[31m.txt</h2>" in page
    assert "\x1b" not in page


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("quizzes,solutions", "{0},{1}"),
        ("id,puzzle,solution,clues,difficulty", "1,{0},{1},30,2.1"),
        ("source,question,answer,rating", "x,{0},{1},5"),
    ],
)
def test_well_known_tables(tmp_path: Path, header: str, row: str) -> None:
    path = tmp_path / "set.csv"
    lines = [row.format(PUZZLES[0].replace(".", "0"), SOLUTIONS[0]), row.format(PUZZLES[1], SOLUTIONS[0])]
    path.write_text("\n".join([header, *lines]) + "\n")
    (file,) = audit([str(path)]).files
    assert (file.rows, file.answers, file.wrong_answers) == (2, 2, 1)


def test_json_lines(tmp_path: Path) -> None:
    """As `dataset build` writes them; null where there is no solution, and a line that is cut off."""
    path = tmp_path / "set.jsonl"
    rows = [
        {"clues": 30, "puzzle": PUZZLES[0], "solution": SOLUTIONS[0], "status": "one"},
        {"clues": 30, "puzzle": PUZZLES[1], "solution": SOLUTIONS[0], "status": "one"},
        {"clues": 0, "puzzle": "." * 81, "solution": None, "status": "several"},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows) + '{"puzzle":')
    (file,) = audit(str(path)).files
    assert (file.rows, file.answers, file.wrong_answers, file.unreadable) == (4, 2, 1, 1)
    assert (file.several_solutions, file.declared) == (1, 1)


def test_lines_that_are_not_utf8(tmp_path: Path) -> None:
    puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    for name, line in (("a.txt", b"%b"), ("a.jsonl", b'{"puzzle": "%b"}')):
        path = tmp_path / name
        path.write_bytes(b"\n".join(line % each for each in (puzzle, b"caf\xe9", puzzle)))
        (file,) = audit([str(path)]).files
        assert (file.rows, file.unreadable) == (3, 1)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clean = _write(tmp_path / "a.csv", _rows(0, 3))
    assert run(["dataset", "audit", clean]) == 0
    assert "a.csv: 3 puzzles" in capsys.readouterr().out
    twice = _write(tmp_path / "b.csv", [*_rows(0, 2), *_rows(0, 2)])
    report = tmp_path / "report.html"
    capsys.readouterr()
    assert run(["dataset", "audit", clean, twice, "-o", str(report)]) == 1
    assert capsys.readouterr().out == "the audit found something\n"
    assert run(["dataset", "audit", clean, "-o", str(report)]) == 0
    assert capsys.readouterr().out == "nothing wrong was found\n"
    assert report.read_text().startswith("<!doctype html>")
    before = Path(clean).read_bytes()
    for name in (clean, str(tmp_path)):
        assert run(["dataset", "audit", name, "-o", clean]) == 2
        assert "it would be lost" in capsys.readouterr().err
    assert Path(clean).read_bytes() == before
    assert run(["dataset", "audit", str(tmp_path / "missing.csv")]) == 2
    assert "missing.csv" in capsys.readouterr().err


def test_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three right grids of five; in one a single cell is wrong, in one a clue was changed."""
    guesses = list(SOLUTIONS[:5])
    spot = PUZZLES[3].index(".")
    guesses[3] = guesses[3][:spot] + ("1" if guesses[3][spot] != "1" else "2") + guesses[3][spot + 1 :]
    guesses[4] = "." * 81
    path = tmp_path / "predictions.csv"
    rows = [f"{puzzle},{guess}" for puzzle, guess in zip(PUZZLES[:5], guesses, strict=True)]
    path.write_text("\n".join(["puzzle,prediction", *rows, f"{'.' * 81},{SOLUTIONS[0]}"]) + "\n")
    found = score(str(path))
    assert (found.graded, found.skipped, found.right_grids) == (5, 1, 3)
    assert (found.cells, found.right_cells) == (5 * 51, 4 * 51 - 1)
    assert sum(found.grids_by_level.values()) == 5
    assert run(["dataset", "score", str(path)]) == 0
    assert "grids: 3 of 5 (60.00 %)" in capsys.readouterr().out
    assert run(["dataset", "score", str(path), "--prediction", "oops"]) == 2
    assert "no column 'oops'; it has puzzle, prediction" in capsys.readouterr().err


def test_answers_are_right_wrong_unreadable_or_change_clues(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle, right = PUZZLES[0], SOLUTIONS[0]
    open_cell, clue = puzzle.index("."), next(cell for cell, sign in enumerate(puzzle) if sign != ".")

    def changed(cell: int, sign: str = "") -> str:
        return right[:cell] + (sign or ("1" if right[cell] != "1" else "2")) + right[cell + 1 :]

    wrong = [changed(open_cell), changed(open_cell, ".")]
    changing = [changed(clue), changed(clue, "0")]
    unreadable = ["", "I cannot solve this", right[:80], right + "1", changed(open_cell, "?")]
    path = tmp_path / "predictions.csv"
    answers = [right, *wrong, *changing, *unreadable]
    path.write_text("".join(["puzzle,prediction\n", *(f"{puzzle},{answer}\n" for answer in answers)]))
    found = score(str(path))
    assert (found.graded, found.right_grids, found.wrong_grids) == (10, 1, 2)
    assert (found.changed_clues, found.unreadable) == (2, 5)
    assert sum(found.right_by_level.values()) == 1
    assert run(["dataset", "score", str(path)]) == 0
    assert "  wrong grids: 2\n  clues changed: 2\n  unreadable answers: 5\n" in capsys.readouterr().out
    assert run(["dataset", "score", str(path), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    counts = [told[name] for name in ("right_grids", "wrong_grids", "changed_clues", "unreadable")]
    assert counts == [1, 2, 2, 5]
