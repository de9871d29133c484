"""Every line of a table of faults in the documentation names tests that exist."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def rows_of(page: str) -> list[str]:
    """The rows of all tables on a page that begin with the column "fault"."""
    lines = (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("| fault |")]
    return [
        row for start in starts for row in takewhile(lambda line: line.startswith("|"), lines[start + 2 :])
    ]


@pytest.mark.parametrize(("page", "least"), [("faults.md", 70), ("bulk.md", 15)])
def test_every_fault_has_its_test(page: str, least: int) -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    defined = set(re.findall(r"def (test_\w+)", sources))
    rows = rows_of(page)
    assert len(rows) >= least
    for row in rows:
        named = re.findall(r"`(test_\w+)`", row.split("|")[-2])
        assert named, row
        assert set(named) <= defined, row
