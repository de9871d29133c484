"""Runs notebooks and stores what their cells show, without Jupyter.

    python tools/run_notebook.py                writes the outputs of all notebooks of the documentation
    python tools/run_notebook.py research       writes those of docs/research.ipynb

A cell shows its plots (matplotlib), and the value of its last expression: as HTML or SVG if the value has `_repr_html_`
or `_repr_svg_`, and as text in any case. Printed text is not kept, so cells should not print.
"""

from __future__ import annotations

import ast
import base64
import io
import json
import os
import sys
import warnings
from contextlib import chdir
from pathlib import Path
from typing import Any

NOTEBOOKS = {
    path.stem: path for path in sorted(Path(__file__).resolve().parents[1].joinpath("docs").glob("*.ipynb"))
}
"""The notebooks of the documentation."""


def main() -> int:
    for name in sys.argv[1:] or NOTEBOOKS:
        path = NOTEBOOKS[name]
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for cell, outputs in zip(code_cells(notebook), run(notebook), strict=True):
            cell["outputs"] = outputs
        path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        print(f"{path.name}: {path.stat().st_size:,} bytes")
    return 0


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Runs all cells, one after another in one namespace and in docs/; the outputs of each."""
    os.environ["MPLBACKEND"] = "agg"
    namespace: dict[str, Any] = {"__name__": "notebook"}
    outputs = []
    with chdir(NOTEBOOKS["notebook"].parent), warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".* is non-interactive")  # plt.show() where there is a screen
        for number, cell in enumerate(code_cells(notebook), start=1):
            cell["execution_count"] = number
            value = _value("".join(cell["source"]), namespace, number)
            result = {"output_type": "execute_result", "execution_count": number, "metadata": {}}
            outputs.append([*_plots(), *([] if value is None else [{**result, "data": shown(value)}])])
    return outputs


def _plots() -> list[dict[str, Any]]:
    """The figures that a cell left open, as Jupyter shows them, with their titles as text."""
    pyplot: Any = sys.modules.get("matplotlib.pyplot")
    outputs = []
    for number in pyplot.get_fignums() if pyplot else ():
        figure, file = pyplot.figure(number), io.BytesIO()
        figure.savefig(file, format="png", dpi=90, metadata={"Software": None})
        pyplot.close(figure)
        data = {
            "text/plain": ["; ".join(axes.get_title() for axes in figure.axes)],
            "image/png": base64.b64encode(file.getvalue()).decode(),
        }
        outputs.append({"output_type": "display_data", "metadata": {}, "data": data})
    return outputs


def _value(source: str, namespace: dict[str, Any], number: int) -> object:
    """Runs a cell; the value of its last expression."""
    body = ast.parse(source, filename=f"cell {number}")
    last = body.body[-1] if body.body else None
    if isinstance(last, ast.Expr):
        body.body.pop()
    exec(compile(body, f"cell {number}", "exec"), namespace)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), namespace)


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
