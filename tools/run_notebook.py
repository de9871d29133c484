"""Runs a notebook and stores what its cells show, without Jupyter.

    python tools/run_notebook.py                writes the outputs of docs/notebook.ipynb

A cell shows the value of its last expression: as HTML or SVG if the value has `_repr_html_` or `_repr_svg_`, and as
text in any case. Printed text is not kept, so cells should not print.
"""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parents[1] / "docs" / "notebook.ipynb"


def main() -> int:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    for cell, output in zip(code_cells(notebook), run(notebook), strict=True):
        cell["outputs"] = [output] if output is not None else []
    NOTEBOOK.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{NOTEBOOK.name}: {NOTEBOOK.stat().st_size:,} bytes")
    return 0


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(notebook: dict[str, Any]) -> list[dict[str, Any] | None]:
    """Runs all cells, one after another in one namespace; the output of each, or None if it shows nothing."""
    namespace: dict[str, Any] = {"__name__": "notebook"}
    outputs = []
    for number, cell in enumerate(code_cells(notebook), start=1):
        cell["execution_count"] = number
        outputs.append(_output("".join(cell["source"]), namespace, number))
    return outputs


def _output(source: str, namespace: dict[str, Any], number: int) -> dict[str, Any] | None:
    body = ast.parse(source, filename=f"cell {number}")
    last = body.body[-1] if body.body else None
    if isinstance(last, ast.Expr):
        body.body.pop()
    exec(compile(body, f"cell {number}", "exec"), namespace)
    if not isinstance(last, ast.Expr):
        return None
    value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), namespace)
    if value is None:
        return None
    return {
        "output_type": "execute_result",
        "execution_count": number,
        "metadata": {},
        "data": shown(value),
    }


def shown(value: object) -> dict[str, list[str]]:
    """What a notebook shows of a value, by media type."""
    data = {"text/plain": repr(value)}
    for media_type, method in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
        text = getattr(value, method)() if hasattr(value, method) else None
        if text is not None:
            data[media_type] = text
    if isinstance(value, list | tuple) and len(data["text/plain"]) > 2000:
        raise SystemExit(f"this would fill a page: {data['text/plain'][:80]}…")
    return {media_type: text.splitlines(keepends=True) for media_type, text in data.items()}


if __name__ == "__main__":
    sys.exit(main())
