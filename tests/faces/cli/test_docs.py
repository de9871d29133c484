"""Runs the ```console blocks of the pages and compares the output."""

from __future__ import annotations

import doctest
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import Shell

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGES = ("commands.md", "judge.md", "tutorial-trace.md")


def typed(page: str) -> Iterator[tuple[str, str]]:
    """Each command line after a `$`, and its expected output."""
    text = (DOCS / page).read_text(encoding="utf-8")
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            yield line, output


@pytest.mark.skipif(shutil.which("sh") is None, reason="the examples are lines of a shell")
@pytest.mark.parametrize(("line", "expected"), [case for page in PAGES for case in typed(page)])
def test_console_block(shell: Shell, line: str, expected: str) -> None:
    written, _ = shell(line)
    assert doctest.OutputChecker().check_output(expected, written, doctest.ELLIPSIS), written


def test_the_pages_have_examples() -> None:
    assert all(len(list(typed(page))) >= 4 for page in PAGES)
