"""Pictures that solve, create and explain save with -o, and animations of draw."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree.ElementTree import parse

import pytest
from PIL import Image

from nonet import Grid, Layout, Puzzle, Rng
from nonet.formats import write
from nonet.rules import Cage

from .conftest import Sudoku

MINI = ".13.43.2.2.3...."
SOLVED = "2134431212433421"
SVG = "{http://www.w3.org/2000/svg}"


def texts(path: Path) -> list[str]:
    return [each.text or "" for each in parse(path).iter(f"{SVG}text")]


def pages(path: Path) -> int:
    return len(re.findall(rb"/Type /Page\b", path.read_bytes()))


def test_solve_saves_the_solution(sudoku: Sudoku, tmp_path: Path) -> None:
    answer = sudoku("solve", MINI, "--format", "line", "-o", str(tmp_path / "solved.svg"))
    assert (answer.out, answer.status) == (SOLVED + "\n", 0)
    assert "".join(texts(tmp_path / "solved.svg")) == SOLVED


def test_solve_saves_several_solutions(sudoku: Sudoku, tmp_path: Path) -> None:
    puzzles = tmp_path / "two.txt"
    puzzles.write_text(f"{MINI}\n{SOLVED[:12]}....\n")
    answer = sudoku("solve", str(puzzles), "-o", str(tmp_path / "solved.svg"))
    assert answer.status == 0
    assert f"2 pictures: {tmp_path / 'solved-01.svg'} to {tmp_path / 'solved-02.svg'}" in answer.err
    assert ["".join(texts(tmp_path / f"solved-0{n}.svg")) for n in (1, 2)] == [SOLVED, SOLVED]
    assert sudoku("solve", str(puzzles), "-o", str(tmp_path / "solved.pdf")).status == 0
    assert pages(tmp_path / "solved.pdf") == 2


def test_solve_all(sudoku: Sudoku, tmp_path: Path) -> None:
    answer = sudoku("solve", "--all", "12" + "." * 14, "--limit", "3", "-o", str(tmp_path / "all.svg"))
    assert answer.status == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["all-01.svg", "all-02.svg", "all-03.svg"]


def test_no_solution_no_picture(sudoku: Sudoku, tmp_path: Path) -> None:
    assert sudoku("solve", "123....4........", "-o", str(tmp_path / "no.svg")).status == 1
    assert not list(tmp_path.iterdir())


def test_create_saves_the_puzzle(sudoku: Sudoku, tmp_path: Path) -> None:
    answer = sudoku("create", "--seed", "7", "--format", "line", "-o", str(tmp_path / "new.svg"))
    clues = answer.out.strip().replace("0", "").replace(".", "")
    assert "".join(texts(tmp_path / "new.svg")) == clues


def test_create_saves_several_with_their_solutions(sudoku: Sudoku, tmp_path: Path) -> None:
    command = ["create", "--layout", "4x4", "--count", "2", "--seed", "7", "--format", "line"]
    answer = sudoku(*command, "--with-solution", "-o", str(tmp_path / "new.svg"))
    lines = answer.out.splitlines()
    assert len(lines) == 2
    for number, line in enumerate(lines, start=1):
        puzzle, solution = re.findall(r"[.0-4]{16}", line)
        assert "".join(texts(tmp_path / f"new-0{number}.svg")) == re.sub("[.0]", "", puzzle) + solution
    assert sudoku(*command, "-o", str(tmp_path / "new.pdf")).status == 0
    assert pages(tmp_path / "new.pdf") == 2


def test_create_saves_variants(sudoku: Sudoku, tmp_path: Path) -> None:
    answer = sudoku(
        "create", "--variant", "killer", "--layout", "4x4", "--seed", "1", "-o", str(tmp_path / "k.svg")
    )
    assert answer.status == 0
    assert texts(tmp_path / "k.svg")  # the sums of its cages


def test_explain_saves_pictures_of_steps(sudoku: Sudoku, tmp_path: Path) -> None:
    answer = sudoku("explain", "--next", MINI, "-o", str(tmp_path / "step.svg"))
    assert (answer.out, answer.err, answer.status) == ("", f"{tmp_path / 'step.svg'}\n", 0)
    assert "Full house: r1c1 = 2" in texts(tmp_path / "step.svg")
    assert sudoku("explain", MINI, "-o", str(tmp_path / "path.pdf")).status == 0
    assert pages(tmp_path / "path.pdf") == 9
    assert sudoku("explain", MINI, "-o", str(tmp_path / "path.svg")).status == 0
    assert len(list(tmp_path.glob("path-0?.svg"))) == 9


@pytest.mark.parametrize(
    "command", [["explain", MINI], ["draw", MINI, "--animate", "steps", "--width", "100"]]
)
def test_animated_steps(sudoku: Sudoku, tmp_path: Path, command: list[str]) -> None:
    assert sudoku(*command, "-o", str(tmp_path / "path.gif")).status == 0
    with Image.open(tmp_path / "path.gif") as image:
        assert getattr(image, "n_frames", 0) == 1 + 9 + 1


def test_animated_search(sudoku: Sudoku, tmp_path: Path) -> None:
    assert sudoku("draw", MINI, "--animate", "search", "-o", str(tmp_path / "search.svg")).status == 0
    assert "1. Place 2 in r1c1" in texts(tmp_path / "search.svg")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["solve", MINI, "-o", "x.jpg"], "the name must end in .svg, .png or .pdf"),
        (["create", "-o", "x.gif"], "the name must end in .svg, .png or .pdf"),
        (["create", "--count", "1001", "-o", "x.svg"], "1,000 puzzles at most"),
        (["explain", MINI, "-o", "x.txt"], "the name must end in .html, .htm, .svg, .png, .pdf or .gif"),
        (["draw", MINI, "--animate", "steps", "-o", "x.png"], "the name must end in .svg or .gif"),
        (["draw", MINI, "--animate", "steps", "--solved", "-o", "x.gif"], "--animate cannot be combined"),
        (["draw", MINI, "--seconds", "1", "-o", "x.svg"], "--seconds needs --animate"),
        (["explain", MINI, "--json", "-o", "x.html"], "--json and -o cannot be used together"),
        (["explain", MINI, "--svg", "x.svg", "-o", "x.html"], "-o and --svg cannot be used together"),
        (["explain", MINI, "--boards", "-o", "x.html"], "-o and --boards cannot be used together"),
        (["hint", MINI, "--json", "--svg", "x.svg"], "--json and --svg cannot be used together"),
        (["techniques", "x-wing", "--json", "--svg", "x.svg"], "--json and --svg cannot be used together"),
        (["techniques", "--svg", "x.svg"], "--svg needs the name of a technique"),
        (["techniques", "--tier", "2"], "--tier needs the name of a technique"),
        (["hint", MINI, "--svg", "x.txt"], "the name must end in .svg"),
        (["explain", MINI, "--svg", "x.png"], "the name must end in .svg"),
        (["draw", MINI, "--transparent", "-o", "x.pdf"], "--transparent is for SVG and PNG"),
        (["draw", MINI, "--solved", "--with-solution", "-o", "x.svg"], "--solved and --with-solution cannot"),
        (
            ["draw", MINI, "--solved", "--candidates", "-o", "x.svg"],
            "--solved and --candidates cannot be used",
        ),
        (["share", MINI, "--solved"], "--solved needs -o"),
        (["share", MINI, "--theme", "dark"], "--theme needs -o"),
        (["share", MINI, "--width", "99"], "--width needs -o"),
        (
            ["share", MINI, "--site", "coach", "--link-base", "https://example.org/#p="],
            "cannot be used together",
        ),
        (["book", "--spine", "9", "-o", "x.pdf"], "--spine needs --wrap-cover"),
        (["book", "--board-format", "pdf", "-o", "x.pdf"], "--board-format needs --board-files"),
        (["book", "--worksheets", "2", "--week", "-o", "x.pdf"], "cannot be used together"),
        (["book", "--worksheets", "2", "--count", "3", "-o", "x.pdf"], "--worksheets and -n cannot be used"),
        (
            ["book", "--board-files", ".", "--board-format", "pdf", "-o", "puzzle-01.pdf"],
            "-o names a file of --board-files",
        ),
        (
            [
                "book",
                "--board-files",
                "a/..",
                "--board-format",
                "pdf",
                "-o",
                "x.pdf",
                "--wrap-cover",
                "solution-7.pdf",
            ],
            "--wrap-cover names a file of --board-files",
        ),
        (["convert", "--list", "-o", "x.txt"], "--list and -o cannot be used together"),
        (["solve", MINI, "-o", "nowhere/x.svg"], "cannot write nowhere/x.svg"),
    ],
)
def test_refused(
    sudoku: Sudoku, command: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = sudoku(*command)
    assert answer.status == 2
    assert message in answer.err
    assert "Traceback" not in answer.err
    assert not list(tmp_path.iterdir())


TWO = f"{MINI}\n{SOLVED[:12]}....\n"
PATTERN = f"{'?' * 9}\n" * 9


@pytest.mark.parametrize(
    ("files", "command"),
    [
        ({"a.svg": TWO}, "draw a.svg -o a.svg"),
        ({"a.svg": TWO}, "draw a.svg -o link.svg"),
        ({"a.svg": TWO}, "draw a.svg --animate steps -o ./a.svg"),
        ({"a-02.svg": TWO}, "solve a-02.svg -o a.svg"),
        ({"a-03.svg": MINI}, "explain a-03.svg -o a.svg"),
        ({"a.html": MINI}, "explain a.html -o a.html"),
        ({"a.svg": MINI}, "explain --next a.svg --svg a.svg"),
        ({"a.txt": MINI, "b.svg": SOLVED}, "hint a.txt --at b.svg --svg b.svg"),
        ({"a.svg": MINI}, "share a.svg -o a.svg"),
        ({"a.txt": TWO}, "convert a.txt --number 1 --to line -o a.txt"),
        ({"a.svg": PATTERN}, "create --seed 1 --pattern a.svg -o a.svg"),
        ({"a.txt": PATTERN}, "create --seed 1 --level easy --count 1 --pattern a.txt --pack a.txt"),
        ({"a.pdf": '[[chapters]]\nfile = "b.pdf"', "b.pdf": MINI}, "book a.pdf -o a.pdf"),
        (
            {"a.toml": '[[chapters]]\nfile = "b.pdf"', "b.pdf": MINI},
            "book a.toml -o c.pdf --wrap-cover b.pdf",
        ),
    ],
)
def test_nothing_replaces_an_input(
    sudoku: Sudoku, files: dict[str, str], command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in files.items():
        Path(name).write_text(text)
    Path("link.svg").symlink_to("a.svg")
    before = {*tmp_path.iterdir()}
    answer = sudoku(*command.split())
    assert answer.status == 2
    assert "is an input of this command; it would be lost: choose another output" in answer.err
    assert {name: Path(name).read_text() for name in files} == files
    assert {*tmp_path.iterdir()} == before  # of several pictures not even the first is written


def test_the_code_of_a_link_in_any_terminal(sudoku: Sudoku) -> None:
    answer = sudoku("share", MINI, "--qr", encoding="ascii")
    assert answer.status == 0
    link, *lines = answer.out.splitlines()
    assert link.startswith("https://")
    assert len(lines) > 20
    assert set("".join(lines)) == {"#", " "}
    assert "█" in sudoku("share", MINI, "--qr").out


def test_a_link_that_is_too_long_for_a_code(sudoku: Sudoku, tmp_path: Path) -> None:
    rng = Rng(1)
    sums = [rng.between(3, 31) for _ in range(3000)]
    cages = tuple(Cage((each % 255, each % 255 + 1), sums[each]) for each in range(3000))
    file = tmp_path / "large.json"
    file.write_text(write(Puzzle(Grid.empty(Layout.named("16x16")), rules=cages), "json"))
    answer = sudoku("share", str(file), "--qr")
    assert answer.out.startswith("https://")
    assert answer.status == 2
    assert re.search(r"the link has [\d,]+ characters; a QR code holds 2,900 at most", answer.err)
