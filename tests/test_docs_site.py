"""The documentation site: it builds without a warning, and loads nothing from other hosts."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nonet

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.slow


def test_examples_in_docstrings_are_fenced() -> None:
    from docs_griffe import fenced  # tools/docs_griffe.py

    text = "One.\n\n>>> 1 + 1\n2\n>>> 3\n3\n\nTwo."
    assert fenced(text) == "One.\n\n```pycon\n>>> 1 + 1\n2\n>>> 3\n3\n```\n\nTwo."
    assert fenced("No example: a > b.") == "No example: a > b."


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "NO_MKDOCS_2_WARNING": "1"}
    result = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert (result.returncode, result.stderr) == (0, "")
    return folder


def test_nothing_is_loaded_from_other_hosts(site: Path) -> None:
    loads = re.compile(r"""<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=["']?(?:https?:)?//""")
    for page in site.rglob("*.html"):
        assert not loads.search(page.read_text(encoding="utf-8")), page.name
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", sheet.read_text(encoding="utf-8"))
    for picture in (site / "images").rglob("*.svg"):
        text = picture.read_text(encoding="utf-8")
        assert not re.search(r"(?:url\(|href=)\s*[\"']?https?:", text), picture.name


def test_the_reference_has_every_public_name(site: Path) -> None:
    page = (site / "reference" / "nonet.html").read_text(encoding="utf-8")
    missing = [
        name for name in vars(nonet)["__all__"] if name != "__version__" and f'id="nonet.{name}"' not in page
    ]
    assert missing == []


def test_the_notebooks_have_their_pictures(site: Path) -> None:
    assert (site / "notebook.html").read_text(encoding="utf-8").count("<svg ") >= 15
    page = (site / "research-notebook.html").read_text(encoding="utf-8")
    assert len(re.findall(r"<img [^>]*src=.data:image/png;", page)) >= 5
