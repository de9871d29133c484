"""The manual pages and completion scripts that come with the wheel: `make man`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import click
import manual
import pytest

from many_cases import for_each, spread
from nonet.faces.cli.app import SECTIONS, sudoku

ROOT = Path(__file__).parent.parent
PAGES = manual.pages()


def test_every_command_has_a_page() -> None:
    top = {f"sudoku-{name}.1" for names in SECTIONS.values() for name in names}
    assert {"sudoku.1", "sudoku-bulk-create.1", "sudoku-games-list.1", *top} <= set(PAGES)
    root = click.Context(sudoku, info_name="sudoku")
    assert len(PAGES) == len(list(manual.all_commands(root)))


@for_each(PAGES)
def test_a_page_has_its_parts(name: str) -> None:
    page = PAGES[name]
    headings = [line.removeprefix(".SH ").strip('"') for line in page.splitlines() if line.startswith(".SH ")]
    assert headings[:3] == ["NAME", "SYNOPSIS", "DESCRIPTION"]
    assert {"OPTIONS", "EXAMPLES", "SEE ALSO"} <= set(headings)
    assert page.isascii()
    requests = {line.split()[0] for line in page.splitlines() if line.startswith((".", "'"))}
    assert requests <= {".TH", ".nh", ".ad", ".SH", ".PP", ".TP", ".B"}


@pytest.mark.skipif(shutil.which("groff") is None, reason="shows the pages with groff")
@for_each(spread(PAGES, 4))
def test_a_page_can_be_shown(name: str) -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-P-c", "-P-bou"]
    shown = subprocess.run(command, input=PAGES[name], capture_output=True, text=True, check=True)
    complaints = [line for line in shown.stderr.splitlines() if "can't break line" not in line]
    assert complaints == []
    lines = [line.strip() for line in shown.stdout.splitlines()]
    assert lines[0].startswith(f"{name.removesuffix('.1').upper()}(1)")
    help_option = lines.index("-h, --help")
    assert lines[help_option + 1] == "Show this message and exit."


def test_files(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "tools" / "manual.py", tmp_path], check=True)
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {f"man/man1/{name}" for name in PAGES} | set(manual.COMPLETIONS.values())
    for path in manual.COMPLETIONS.values():
        assert "_SUDOKU_COMPLETE" in (tmp_path / path).read_text()
