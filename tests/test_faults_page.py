"""Every line of docs/faults.md names a test that exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_fault_has_its_test() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    defined = set(re.findall(r"def (test_\w+)", sources))
    rows = [
        line
        for line in (ROOT / "docs" / "faults.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| ")
    ]
    faults = [row for row in rows if not row.startswith("| fault |")]
    assert faults
    for row in faults:
        named = re.findall(r"`(test_\w+)`", row.split("|")[-2])
        assert named, row
        assert set(named) <= defined, row
