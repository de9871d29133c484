"""Commands: tests that cannot be written as transcripts."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

import nonet
from many_cases import for_each
from nonet.draw.board import board_scene
from nonet.draw.png import scene_png
from nonet.faces.cli import app, run
from nonet.faces.cli.app import SECTIONS
from nonet.faces.cli.options import Command
from nonet.formats import format_names, parse

from .conftest import Shell, Sudoku, environment

NAMES = [name for section in SECTIONS.values() for name in section]
PUZZLE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def command(name: str) -> Command:
    found = import_module(f"nonet.faces.cli.{name}").command
    assert isinstance(found, Command)
    return found


# -- help ---------------------------------------------------------------------------------------------------


def test_bare_command_is_wrong_usage(sudoku: Sudoku) -> None:
    answer = sudoku()
    assert (answer.out, answer.status) == ("", 2)
    assert all(name in answer.err for name in NAMES)


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_of_the_main_command(sudoku: Sudoku, option: str) -> None:
    answer = sudoku(option)
    assert (answer.err, answer.status) == ("", 0)
    for commands in SECTIONS.values():
        for name, summary in commands.items():
            assert name in answer.out
            assert summary in answer.out


@pytest.mark.parametrize("name", NAMES)
def test_every_help_text_has_examples(sudoku: Sudoku, name: str) -> None:
    answer = sudoku(name, "--help")
    assert (answer.err, answer.status) == ("", 0)
    assert f"Usage: sudoku {name}" in answer.out
    assert len(command(name).examples) >= 2
    for line, meaning in command(name).examples:
        assert f"  {line}\n      {meaning}\n" in answer.out
    assert sudoku(name, "-h") == answer


@for_each(NAMES)
def test_every_listed_command_exists(name: str) -> None:
    assert command(name).name == name
    assert command(name).callback is not None


# These need a terminal or run until they are stopped; tests/faces/tui and tests/faces/web run their examples.
TAKE_OVER = {"play", "web"}


@pytest.mark.skipif(shutil.which("sh") is None, reason="the examples are lines of a shell")
@pytest.mark.parametrize(
    "name",
    [  # models/test_mcp.py starts this one, too
        pytest.param(name, marks=[pytest.mark.slow] * (name == "mcp"))
        for name in NAMES
        if name not in TAKE_OVER
    ],
)
@pytest.mark.parametrize("most", [1, pytest.param(None, marks=pytest.mark.slow)])
def test_every_example_works(shell: Shell, name: str, most: int | None, tmp_path: Path) -> None:
    """Runs the first examples, or all, in a folder with puzzle.txt, board.txt, photo.jpg …"""
    for file in ("puzzle.txt", "puzzles.txt", "board.txt"):
        (tmp_path / file).write_text(PUZZLE + "\n")
    table = "puzzle,prediction\n" + f"{PUZZLE},{nonet.solution(PUZZLE)}\n"
    for file in ("train.csv", "sudoku.csv", "predictions.csv"):
        (tmp_path / file).write_text(table)
    (tmp_path / "answer.txt").write_text(f"The answer is {nonet.solution(PUZZLE)}.")
    (tmp_path / "answers.jsonl").write_text('{"id": "9x9-easy-01", "answer": "none"}')
    (tmp_path / "spec.toml").write_text("[[part]]\ncount = 3\nclues = 30\n")
    (tmp_path / "test.csv").write_text(f"puzzle\n{nonet.format_grid(nonet.create(seed=1), 'line')}\n")
    if name == "read":
        (tmp_path / "photo.jpg").write_bytes(
            scene_png(board_scene(parse(PUZZLE)))
        )  # a PNG in truth: no matter
    (tmp_path / ".config/fish/completions").mkdir(parents=True)
    for line, _ in command(name).examples[:most]:
        written, status = shell("sudoku completion zsh" if "zsh" in line else line, PUZZLE)
        assert status == 0, (line, written)
        assert "Traceback" not in written, line


def test_a_command_does_not_import_the_others() -> None:
    """`sudoku check` imports no other command, and nothing that Click needs only sometimes."""
    code = (
        "import sys; from nonet.faces.cli import run; run(['check', '1234............'])\n"
        "print(*sorted(name for name in sys.modules if name.startswith('nonet.') or '.' not in name))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    loaded = set(result.stdout.split())
    assert "nonet.faces.cli.check" in loaded
    for name in NAMES:
        assert name == "check" or f"nonet.faces.cli.{name}" not in loaded
    strangers = {"nonet.generate", "nonet.rules", "nonet.faces.console", "nonet.faces.mini"}
    strangers |= {"difflib", "json", "subprocess", "textwrap"}
    assert not loaded & strangers


# -- version ------------------------------------------------------------------------------------------------


def test_version_names_engines_and_kernel(sudoku: Sudoku) -> None:
    from nonet.engines import engine_names
    from nonet.native import kernel
    from nonet.version import __version__

    answer = sudoku("--version")
    assert (answer.err, answer.status) == ("", 0)
    assert __version__ in answer.out
    assert all(name in answer.out for name in engine_names())
    assert ("none (pure Python)" in answer.out) == (kernel is None)


# -- where puzzles come from --------------------------------------------------------------------------------


@pytest.mark.parametrize("form", format_names())
def test_what_solve_writes_solve_reads(sudoku: Sudoku, form: str) -> None:
    written = sudoku("solve", "--first", "--format", form, PUZZLE).out
    assert sudoku("solve", "--first", "--format", "line", stdin=written).out == f"{ANSWER}\n"


def test_a_file(sudoku: Sudoku, tmp_path: Path) -> None:
    file = tmp_path / "puzzle"
    file.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(PUZZLE[i : i + 9] for i in range(0, 81, 9)).encode())
    answer = sudoku("solve", "--format", "line", str(file))
    assert (answer.out, answer.err, answer.status) == (f"{ANSWER}\n", "1 solution\n", 0)


def test_solve_says_which_cells_are_doublers(sudoku: Sudoku, tmp_path: Path) -> None:
    clues = (
        '{"kind": "cage", "cells": ["r1c1", "r1c2", "r2c2"], "sum": 11}, '
        '{"kind": "cage", "cells": ["r1c3", "r1c4", "r2c4"], "sum": 12}, '
        '{"kind": "thermometer", "cells": ["r3c3", "r4c3"]}'
    )
    file = tmp_path / "doublers.json"
    file.write_text(
        '{"nonet": 1, "layout": "4x4+M16", "givens": "2.....1.........", '
        f'"rules": [{{"kind": "doublers", "rules": [{clues}]}}]}}'
    )
    answer = sudoku("solve", "--format", "line", str(file))
    assert answer.out == "2143341212344321\n"
    assert answer.err == "doublers (×2): r1c4, r2c2, r3c1, r4c3\n1 solution\n"


def test_solve_says_which_cells_are_on_a_loop(sudoku: Sudoku, tmp_path: Path) -> None:
    file = tmp_path / "loop.json"
    givens = "1234341221434321" + "..1.1.1..1......"
    file.write_text(
        f'{{"nonet": 1, "layout": "4x4+S16", "givens": "{givens}", "rules": [{{"kind": "loop", "apart": true}}]}}'
    )
    answer = sudoku("solve", "--format", "line", str(file))
    assert answer.out == "1234341221434321\n"
    assert answer.err == "loop: r3c3, r3c4, r4c3, r4c4\n1 solution\n"


def test_a_name_that_exists_is_a_file(
    sudoku: Sudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("1234............").write_text(PUZZLE)
    assert sudoku("solve", "--first", "--format", "line", "1234............").out == f"{ANSWER}\n"


def test_an_error_in_a_file_names_the_file(sudoku: Sudoku, tmp_path: Path) -> None:
    file = tmp_path / "puzzle"
    file.write_text("55" + "." * 79)
    answer = sudoku("solve", str(file))
    assert answer.err == f"sudoku: {file}: row 1, column 2: two 5s in row 1 (r1c1, r1c2)\n"
    assert (answer.out, answer.status) == ("", 2)


def test_a_folder_instead_of_a_file(sudoku: Sudoku, tmp_path: Path) -> None:
    answer = sudoku("solve", str(tmp_path))
    assert answer.err == f"sudoku: {tmp_path} is a folder, not a file with a puzzle\n"
    assert answer.status == 2


def test_a_file_that_is_not_a_puzzle(sudoku: Sudoku) -> None:
    answer = sudoku("solve", stdin=b"0" * (1 << 24) + b"0")
    assert answer.err.startswith("sudoku: standard input: more than 16,777,216 bytes")
    assert answer.status == 2


def test_at_a_terminal_it_prompts_for_a_puzzle(sudoku: Sudoku) -> None:
    answer = sudoku("solve", "--first", stdin=PUZZLE, terminal=True)
    assert answer.err.startswith("reading a puzzle from the terminal: 9 rows")
    assert "Ctrl" in answer.err
    assert answer.status == 0


@pytest.mark.parametrize(
    "data", [b"\xff" * 81, b"\x00" * 81, b"5\xcc\x81" * 81, "٣".encode() * 81, b"\n" * 81]
)
@pytest.mark.parametrize("name", ["solve", "count", "check"])
def test_garbage_is_refused(sudoku: Sudoku, name: str, data: bytes) -> None:
    answer = sudoku(name, stdin=data)
    assert (answer.out, answer.status) == ("", 2)
    assert answer.err.startswith("sudoku: ")


# -- create -------------------------------------------------------------------------------------------------


def test_create_follows_the_spec(sudoku: Sudoku) -> None:
    answer = sudoku("create", "--seed", "20")
    rows = [line.split(" ") for line in answer.out.splitlines()]
    assert [len(row) for row in rows] == [9] * 9
    cells = [int(word) for row in rows for word in row]
    assert 40 <= cells.count(0) <= 63
    assert len(set(cells) - {0}) >= 8
    assert (answer.err, answer.status) == ("", 0)
    assert sudoku("check", stdin=answer.out).out == "one\n"
    assert sudoku("create", "--seed", "20") == answer


def test_create_names_its_seed(sudoku: Sudoku) -> None:
    answer = sudoku("create", "-v", "--format", "line")
    seed = answer.err.splitlines()[0].split()[-1]
    assert answer.err.startswith(f"seed {seed}: sudoku create --seed {seed}\npuzzle 1: ")
    again = sudoku("create", "--seed", seed, "--format", "line")
    assert (again.out, again.err) == (answer.out, "")


# -- demo ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_demo_draws_a_puzzle_and_its_solution(sudoku: Sudoku, encoding: str) -> None:
    answer = sudoku("demo", encoding=encoding)
    assert (answer.err, answer.status) == ("", 0)
    assert answer.out.isascii() == (encoding == "ascii")
    assert "\x1b" not in answer.out
    digits = "".join(line for line in answer.out.splitlines() if "|" in line or "┃" in line)
    cells = [int(sign) if sign.isdigit() else 0 for sign in digits if sign.isdigit() or sign == "."]
    assert len(cells) == 162
    puzzle = parse("".join(map(str, cells[:81])))
    solution = parse("".join(map(str, cells[81:])))
    assert solution.givens.is_solution()
    assert solution.givens.extends(puzzle.givens)
    assert 40 <= cells[:81].count(0) <= 63


def test_demo_with_a_seed_is_repeatable(sudoku: Sudoku) -> None:
    def boards(text: str) -> list[str]:
        return [line for line in text.splitlines() if "┃" in line]

    assert boards(sudoku("demo").out) == boards(sudoku("demo").out)
    assert boards(sudoku("demo", "--seed", "5").out) != boards(sudoku("demo").out)


def test_colour_only_on_terminals_that_support_it(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in sudoku("demo", terminal=True).out
    assert "\x1b[" not in sudoku("demo").out
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b[" not in sudoku("demo", terminal=True).out
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in sudoku("demo", terminal=True).out


# -- the games ----------------------------------------------------------------------------------------------


def test_console(sudoku: Sudoku) -> None:
    answer = sudoku("console", stdin="0\nvalidate\nhint 9 1\nhint 1 1\nexit\n")
    numbers = [line.split(" ")[-1] for line in answer.out.splitlines() if line.startswith("Hint")]
    assert numbers == ["1", "9"]
    assert (answer.err, answer.status) == ("", 0)
    assert sudoku("console", "--seed", "4", stdin="30\n") == sudoku("console", "--seed", "4", stdin="30\n")


def test_mini(sudoku: Sudoku) -> None:
    rows = sudoku("mini", "--solve", "-", stdin="0130\n4302\n0203\n0000\n").out.replace(" ", "")
    assert [digit for digit in rows if digit.isdigit()] == list("2134431212433421")
    assert sudoku("mini", "--size", "3", "--solve", "-", stdin="0130\n4302\n0203\n0000\n").status == 2
    assert sudoku("mini", "no-such-file").status == 2
    assert (
        sudoku("mini", "--size", "9", "--seed", "1").out == sudoku("mini", "--size", "9", "--seed", "1").out
    )


# -- completion ---------------------------------------------------------------------------------------------


def completions(monkeypatch: pytest.MonkeyPatch, sudoku: Sudoku, words: str) -> list[str]:
    with monkeypatch.context() as patch:
        patch.setenv("_SUDOKU_COMPLETE", "bash_complete")
        patch.setenv("COMP_WORDS", words)
        patch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
        answer = sudoku()
    assert (answer.err, answer.status) == ("", 0)
    return [line.partition(",")[2] for line in answer.out.splitlines()]


def test_the_shell_completes(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    from nonet.engines import engine_names

    assert completions(monkeypatch, sudoku, "sudoku ") == NAMES
    assert completions(monkeypatch, sudoku, "sudoku cr") == ["create"]
    assert completions(monkeypatch, sudoku, "sudoku --v") == ["--version"]
    assert "--first" in completions(monkeypatch, sudoku, "sudoku solve --")
    assert completions(monkeypatch, sudoku, "sudoku solve --engine ") == list(engine_names())
    assert completions(monkeypatch, sudoku, "sudoku solve --format jo") == ["joined"]
    assert completions(monkeypatch, sudoku, "sudoku solve --layout wi") == ["windoku"]
    assert completions(monkeypatch, sudoku, "sudoku completion z") == ["zsh"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(sudoku: Sudoku, shell: str) -> None:
    answer = sudoku("completion", shell)
    assert answer.status == 0
    assert "_SUDOKU_COMPLETE" in answer.out


# -- when things go wrong -----------------------------------------------------------------------------------


def test_a_bug_is_reported_without_a_traceback(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> click.Command:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(app.LazyGroup, "get_command", broken)
    monkeypatch.delenv("NONET_DEBUG", raising=False)
    answer = sudoku("solve")
    assert (answer.out, answer.status) == ("", 70)
    assert answer.err.startswith("sudoku: internal error: ZeroDivisionError: division by zero\n")
    assert "Traceback" not in answer.err
    monkeypatch.setenv("NONET_DEBUG", "1")
    assert "Traceback" in sudoku("solve").err


def test_a_missing_file_of_the_package_is_reported_as_a_bug(
    sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> click.Command:
        raise FileNotFoundError(2, "No such file or directory", "lowclue.txt")

    monkeypatch.setattr(app.LazyGroup, "get_command", broken)
    assert sudoku("create").status == 70


def test_run_takes_arguments_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "1234............"]) == 0
    assert capsys.readouterr().out == "12\n"
