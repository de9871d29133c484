"""docs/notebook.ipynb: every cell runs, and shows what the stored outputs have."""

from __future__ import annotations

import json
from pathlib import Path

from run_notebook import code_cells, run  # tools/run_notebook.py

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "notebook.ipynb"


def test_every_cell_runs_and_shows_what_is_stored() -> None:
    """The kinds of outputs are compared, not their contents: wording and colours may change."""
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    stored = [[sorted(output["data"]) for output in cell["outputs"]] for cell in code_cells(notebook)]
    outputs = run(notebook)
    assert [[] if output is None else [sorted(output["data"])] for output in outputs] == stored
    pictures = [output for output in outputs if output and len(output["data"]) > 1]
    assert len(pictures) >= 9
    assert NOTEBOOK.stat().st_size < 500_000
