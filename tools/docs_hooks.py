"""What the documentation site has besides the pages in docs/ (hooks of MkDocs; mkdocs.yml names this file).

    notebook.md …          the notebooks in docs/ with their outputs
    contributing.md …      the pages at the top of the repository
    reference/*.md         the API reference: the public names of each part, from their docstrings

Links to files outside docs/ that have no page become plain text, since the site has no copy of them.
"""

from __future__ import annotations

import json
import posixpath
import re
from importlib import import_module
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
TOP_PAGES = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
NOTEBOOKS = {"notebook.ipynb": "notebook.md", "research.ipynb": "research-notebook.md"}
"""The notebooks in docs/, and their pages."""
PARTS = {
    "nonet": "The names that `import nonet` offers. Each is imported when it is first used.",
    "nonet.logic": "Solving as people do: techniques, paths, proofs.",
    "nonet.explain": "Steps and hints in words and pictures.",
    "nonet.rating": "How hard a puzzle is.",
    "nonet.generate": "New puzzles that meet a recipe.",
    "nonet.draw": "Pictures, animations and books.",
    "nonet.formats": "Text in, text out.",
    "nonet.rules": "The rules of variants.",
    "nonet.engines": "Search: solutions, counts, traces.",
    "nonet.symmetry": "Relabelling, turning and permuting puzzles.",
    "nonet.canonical": "One name for a puzzle and all its disguises.",
    "nonet.play": "A game as a value: actions, events, hints, saved games.",
    "nonet.research": "All grids, minimal puzzles without bias, what is inside a grid or a puzzle.",
    "nonet.bulk": "Millions of puzzles: files, tables, resumable runs.",
}
"""The parts of the reference, with a line about each."""

_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the generated pages."""
    pages = {**{page: notebook_page(name) for name, page in NOTEBOOKS.items()}, **reference_pages()}
    for source, page in TOP_PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        pages[page] = text.replace("](docs/", "](")
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links that lead out of docs/ lead to a page of the site, or become plain text."""
    folder = posixpath.dirname(page.file.src_uri)
    own = page.file.src_uri

    def replaced(match: re.Match[str]) -> str:
        image, text, target = match.groups()
        path, hash_, anchor = target.partition("#")
        if not path or "://" in path or path.startswith(("mailto:", "data:")):
            return match[0]
        found = posixpath.normpath(posixpath.join(folder, path))
        if own in TOP_PAGES.values() and files.get_file_from_path(found) is None:
            found = posixpath.join("..", found)
        if found in NOTEBOOKS and own not in NOTEBOOKS.values():
            found = NOTEBOOKS[found]
        elif found.startswith("../"):
            if found[3:] not in TOP_PAGES:
                return str(text)
            found = TOP_PAGES[found[3:]]
        elif (ROOT / "docs" / found).is_dir():
            return str(text)
        return f"{image}[{text}]({posixpath.relpath(found, folder or '.')}{hash_}{anchor})"

    lines, fenced = [], False
    for line in markdown.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        lines.append(line if fenced else _LINK.sub(replaced, line))
    return "\n".join(lines)


# -- the notebooks ---------------------------------------------------------------------------------------------


def notebook_page(name: str) -> str:
    """A notebook as a page: text, code and what each cell shows."""
    notebook = json.loads((ROOT / "docs" / name).read_text(encoding="utf-8"))
    parts: list[str] = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        parts += [_shown(output["data"]) for output in cell["outputs"]]
    head, *rest = parts
    return "\n\n".join([head, f"[Download the notebook]({name}).", *rest]) + "\n"


def _shown(data: dict[str, Any]) -> str:
    for media_type in ("text/html", "image/svg+xml"):
        if media_type in data:
            html = re.sub(r">\s*\n\s*<", "><", "".join(data[media_type]).strip())
            return f'<div class="output">{html}</div>'
    text = "".join(data["text/plain"])
    if "image/png" in data:
        return f'<img class="output" alt="{text}" src="data:image/png;base64,{data["image/png"]}">'
    return "```\n" + text + "\n```"


# -- the reference ---------------------------------------------------------------------------------------------


def reference_pages() -> dict[str, str]:
    """A page for each part, and one that lists them."""
    rows = [f"| [`{part}`]({_file(part)}) | {about} |" for part, about in PARTS.items()]
    table = "\n".join(["| part | |", "|---|---|", *rows])
    start = "[The library](../library.md) introduces these parts with examples; this is the reference."
    pages = {"reference/index.md": f"# API reference\n\n{start}\n\n{table}\n"}
    for part, about in PARTS.items():
        names = sorted(import_module(part).__all__, key=str.lower)
        entries = "\n\n".join(f"::: {part}.{name}" for name in names if not name.startswith("__"))
        pages[f"reference/{_file(part)}"] = f"# {part}\n\n{about}\n\n{entries}\n"
    return pages


def _file(part: str) -> str:
    return f"{part.rpartition('.')[2]}.md"
