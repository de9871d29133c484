"""The notebooks of the documentation: every cell runs, and shows what the stored outputs have."""

from __future__ import annotations

import json

import pytest
from run_notebook import NOTEBOOKS, code_cells, run  # tools/run_notebook.py

PICTURES = {"notebook": 9, "research": 5}
"""How many pictures a notebook has at least."""
SIZES = {"notebook": 500_000, "research": 200_000}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name == "research")) for name in NOTEBOOKS]
)
def test_every_cell_runs_and_shows_what_is_stored(name: str) -> None:
    """Texts are compared; of pictures it is that there is one: wording, colours and fonts may change."""
    notebook = json.loads(NOTEBOOKS[name].read_text(encoding="utf-8"))
    stored = [cell["outputs"] for cell in code_cells(notebook)]
    found = run(notebook)
    assert [[_kinds(each) for each in outputs] for outputs in found] == [
        [_kinds(each) for each in outputs] for outputs in stored
    ]
    kinds = [_kinds(each) for outputs in found for each in outputs]
    assert sum(len(each) > 1 for each in kinds) >= PICTURES[name]
    assert NOTEBOOKS[name].stat().st_size < SIZES[name]


def _kinds(output: dict[str, dict[str, object]]) -> dict[str, object]:
    """The media types of an output; the text, too, where that is all."""
    data = output["data"]
    return dict.fromkeys(data) if len(data) > 1 else data
