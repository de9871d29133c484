"""An audit in words: lines of text, JSON, or one page of HTML with plots."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping
from typing import Any

from nonet.arguments import clear_type_errors
from nonet.data.audit import Audit, FileAudit
from nonet.version import __version__
from nonet.visible import visible

_COUNTED = (
    *("name", "rows", "unreadable", "without_solution", "several_solutions", "declared"),
    *("answers", "wrong_answers", "other_boards", "repeats"),
)
"""Attributes of a FileAudit that have the same name in JSON."""
LEVELS = ("easy", "medium", "hard", "unfair", "extreme", "beyond")


@clear_type_errors
def as_text(audit: Audit) -> str:
    """One line per figure."""
    lines: list[str] = []
    for file in audit.files:
        lines.append(f"{file.name}: {_puzzles(file.rows)}")
        lines += [f"  {label}: {value}" for label, value in _figures(file)]
    lines += list(_overlap_lines(audit))
    return "\n".join([*lines, verdict(audit)])


def verdict(audit: Audit) -> str:
    return "nothing wrong was found" if audit.is_clean else "the audit found something"


@clear_type_errors
def as_json(audit: Audit) -> str:
    """The same, for programs."""
    files = [
        {
            **{name: getattr(file, name) for name in _COUNTED},
            "repeats_in_disguise": file.disguised,
            "solution_grids": file.grids,
            "clues": {str(clues): file.clues[clues] for clues in sorted(file.clues)},
            "levels": _by_level(file.levels),
        }
        for file in audit.files
    ]
    overlaps = [
        {"first": each.first, "second": each.second, "repeats": each.repeats, "shared_grids": each.grids}
        for each in audit.overlaps
    ]
    report = {"nonet": __version__, "clean": audit.is_clean, "files": files, "overlaps": overlaps}
    return json.dumps(report, indent=2, ensure_ascii=False)


def _shown(text: str) -> str:
    return html.escape(visible(text))


@clear_type_errors
def as_html(audit: Audit) -> str:
    """One page that needs nothing else: tables, and a plot of clues and levels for each file."""
    parts = []
    for file in audit.files:
        rows = "".join(
            f"<tr><th scope=row>{_shown(label)}</th><td>{_shown(value)}</td></tr>"
            for label, value in _figures(file)
        )
        parts.append(f"<h2>{_shown(file.name)}</h2><p>{_puzzles(file.rows)}</p><table>{rows}</table>")
        parts.append(_bars("Clues", {str(n): file.clues[n] for n in sorted(file.clues)}))
        if file.levels:
            parts.append(_bars("Levels", _by_level(file.levels)))
    overlaps = "".join(f"<li>{_shown(line)}</li>" for line in _overlap_lines(audit))
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Audit of a Sudoku data set</title>"
        "<meta name=viewport content='width=device-width'><style>"
        "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}"
        "th{text-align:left;font-weight:normal;padding-right:2rem}td{text-align:right}"
        "svg{max-width:100%;height:auto}text{font:12px system-ui,sans-serif}"
        "@media(prefers-color-scheme:dark){body{background:#111;color:#eee}text{fill:#eee}}</style>"
        f"<h1>Audit of a Sudoku data set</h1><p><strong>{verdict(audit).capitalize()}.</strong></p>"
        f"{'<ul>' + overlaps + '</ul>' if overlaps else ''}{''.join(parts)}"
        f"<p><small>nonet {__version__}</small></p></html>\n"
    )


def _puzzles(count: int) -> str:
    return "1 puzzle" if count == 1 else f"{count:,} puzzles"


def _figures(file: FileAudit) -> Iterator[tuple[str, str]]:
    yield "unreadable", f"{file.unreadable:,}"
    yield "no solution", f"{file.without_solution:,}"
    yield "several solutions", f"{file.several_solutions:,}"
    if file.declared:
        yield "declared as none or several", f"{file.declared:,}"
    yield "wrong answers", f"{file.wrong_answers:,}" if file.answers else "no column of answers"
    yield "repeats", f"{file.repeats:,}" + (f" ({file.disguised:,} in disguise)" if file.repeats else "")
    yield "solution grids", f"{file.grids:,}"
    if file.other_boards:
        yield "other boards", f"{file.other_boards:,} (not compared)"
    if file.clues:
        total = sum(file.clues.values())
        mean = sum(clues * n for clues, n in file.clues.items()) / total
        yield "clues", f"{min(file.clues)} to {max(file.clues)}, mean {mean:.1f}"
    if file.levels:
        yield "levels", ", ".join(f"{level} {n:,}" for level, n in _by_level(file.levels).items())


def _overlap_lines(audit: Audit) -> Iterator[str]:
    for each in audit.overlaps:
        yield f"repeats between {each.first} and {each.second}: {each.repeats:,}"
        yield f"solution grids shared by {each.first} and {each.second}: {each.grids:,}"


def _by_level(levels: Mapping[str, int]) -> dict[str, int]:
    known = {level: levels[level] for level in LEVELS if level in levels}
    return known | {level: levels[level] for level in sorted(levels) if level not in known}


def _bars(title: str, values: Mapping[str, Any]) -> str:
    """A bar chart; every bar has its number, so no colour and no scale is needed to read it."""
    if not values:
        return ""
    width, step, height = 44, 52, 140
    most = max(values.values())
    bars = []
    for place, (label, value) in enumerate(values.items()):
        tall = round(height * value / most, 1)
        x = 8 + place * step
        bars.append(
            f"<rect x='{x}' y='{20 + height - tall}' width='{width}' height='{tall}' fill='#4a7ebb'/>"
            f"<text x='{x + width / 2}' y='{14 + height - tall}' text-anchor='middle'>{value:,}</text>"
            f"<text x='{x + width / 2}' y='{38 + height}' text-anchor='middle'>{_shown(label)}</text>"
        )
    wide = 16 + step * len(values)
    return (
        f"<h3>{_shown(title)}</h3><svg role='img' aria-label='{_shown(title)}' viewBox='0 0 {wide} {height + 48}' "
        f"width='{wide}'>{''.join(bars)}</svg>"
    )
