"""The examples of the documents pass mypy, as one program for each page."""

from __future__ import annotations

import subprocess
import sys
from doctest import DocTestParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.once
def test_documented_calls_pass_mypy(tmp_path: Path) -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        examples = DocTestParser().get_examples(page.read_text("utf-8"))
        program = "".join(each.source for each in examples if each.exc_msg is None)  # not those of errors
        if program:
            name = "_".join(page.relative_to(ROOT).with_suffix("").parts).replace("-", "_")
            (tmp_path / f"{name}.py").write_text(program, "utf-8")
    assert (tmp_path / "docs_library.py").exists()
    ended = subprocess.run(
        [sys.executable, "-m", "mypy", "--allow-redefinition", *tmp_path.glob("*.py")],
        cwd=ROOT,  # for pyproject.toml
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
