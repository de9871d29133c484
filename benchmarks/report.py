"""The report of a measurement: a page of tables and a plot, `benchmarks/results/PROCESSOR.{md,svg}`."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from pathlib import Path

from benchmarks.turns import Score

from nonet.version import __version__

__all__ = ["Results", "page", "plot", "processor", "short", "slug"]

Cell = Callable[[str, Mapping[str, Score]], str]


@dataclass(frozen=True)
class Results:
    """The scores by set and solver, the missing solvers with the reason, and the load of the machine."""

    sets: Mapping[str, Mapping[str, Score]]
    missing: Mapping[str, str]
    load: float
    turns: int

    @property
    def solvers(self) -> list[str]:
        """The names of the solvers, in the order in which they were measured."""
        return list(next(iter(self.sets.values())))


def processor() -> str:
    """The model name of the processor."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = dict(re.findall(r"^(model name|cpu family|model)\s*: (.*)$", info.read_text(), re.MULTILINE))
        if "model name" in lines:
            return f"{lines['model name']} (family {lines['cpu family']}, model {lines['model']})"
    if platform.system() == "Darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    return platform.processor() or platform.machine()


def slug(name: str) -> str:
    """The name as part of a file name.

    >>> slug("AMD Ryzen(TM) 7 PRO @ 3.2GHz (family 25, model 80)")
    'amd-ryzen-7-pro-3-2ghz-family-25-model-80'
    """
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"\((r|tm|c)\)", " ", name.lower())).strip("-")


# ------------------------------------------------------------------------------------------------- tables


def page(results: Results, picture: str) -> str:
    """Everything that was measured, as Markdown."""
    processors = os.cpu_count() or 1
    busy = " **The machine was busy, so these figures are rough.**" if results.load > 0.5 else ""
    parts = [
        f"# {processor()}, {processors} processors",
        f"nonet {__version__}, Python {platform.python_version()}, {platform.system()}. "
        f"Solvers look for two solutions, which proves a single one unique; best of {results.turns} turns. "
        f"Load at the start: {results.load:.1f}.{busy}\n"
        "How it is measured: [docs/speed.md](../../docs/speed.md).",
        f"![puzzles per second, by set]({picture})",
        "## Puzzles per second",
        _table(results, _rate),
        "`<`: some puzzles hit the time limit, so the true rate is lower.",
    ]
    if peer := _yardstick(results):
        parts += [
            f"## Speed relative to {peer}",
            _table(results, lambda name, by: _ratio(name, by, peer), skip_empty=True),
        ]
    parts += [
        "## Guesses / rounds per puzzle",
        _table(results, lambda name, by: _effort(by[name]), skip_empty=True),
        "## Puzzles measured",
        _table(results, lambda name, by: f"{by[name].puzzles:,}"),
        "With several threads, each thread gets a copy of the set.",
        "## Answers",
        _answers(results),
    ]
    if results.missing:
        parts += ["## Not installed", "\n".join(f"- {name}: {why}" for name, why in results.missing.items())]
    return "\n\n".join(parts) + "\n"


def _table(results: Results, cell: Cell, *, skip_empty: bool = False) -> str:
    lines = [f"| | {' | '.join(results.sets)} |", "|---|" + "--:|" * len(results.sets)]
    for name in results.solvers:
        cells = [cell(name, scores) for scores in results.sets.values()]
        if not skip_empty or any(cells):
            lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _rate(name: str, scores: Mapping[str, Score]) -> str:
    score = scores[name]
    return f"{'< ' if score.stopped else ''}{short(score.rate)}"


def short(rate: float) -> str:
    """Rounded to three significant digits.

    >>> short(6073512.0), short(569692.0), short(3.14159)
    ('6,070,000', '570,000', '3.14')
    """
    digits = 2 - floor(log10(rate)) if rate > 0 else 0
    return f"{round(rate, digits):,.{max(0, digits)}f}"


def _ratio(name: str, scores: Mapping[str, Score], yardstick: str) -> str:
    """The speed relative to the yardstick, for nonet's rows only."""
    if not name.startswith("nonet") or not scores[yardstick].rate:
        return ""
    return f"{scores[name].rate / scores[yardstick].rate:.2f}"


def _effort(score: Score) -> str:
    if score.effort is None:
        return ""
    rounds = "" if score.effort.rounds is None else f" / {score.effort.rounds:.1f}"
    return f"{score.effort.guesses:.2f}{rounds}"


def _yardstick(results: Results) -> str | None:
    """The solver to compare with: tdoku if it was measured, otherwise the fastest other solver on the first set."""
    first = next(iter(results.sets.values()))
    others = [name for name in first if not name.startswith("nonet") and "not proved" not in name]
    return max(others, key=lambda name: (name == "tdoku", first[name].rate), default=None)


def _answers(results: Results) -> str:
    wrong = [
        f"- {name} on {title}: {score.wrong:,} wrong of {score.puzzles:,}"
        for title, scores in results.sets.items()
        for name, score in scores.items()
        if score.wrong
    ]
    return "\n".join(wrong) or "All answers were checked and are correct."


# --------------------------------------------------------------------------------------------------- plot

ROW, LABEL, BAR, GAP = 15, 225, 300, 26
COLOURS = {"nonet": "#1b6ca8", "tdoku": "#d1495b", "": "#8a8f98"}


def plot(results: Results) -> str:
    """Bars on a log scale, one panel per set, two panels in a row."""
    rates = [score.rate for scores in results.sets.values() for score in scores.values() if score.rate]
    low, high = floor(log10(min(rates))), ceil(log10(max(rates)))
    width, height = LABEL + BAR + 70, GAP * 2 + ROW * len(results.solvers)
    rows = ceil(len(results.sets) / 2)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * width}" height="{rows * height}" '
        'font-family="sans-serif" font-size="10">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for n, (title, scores) in enumerate(results.sets.items()):
        parts.append(f'<g transform="translate({n % 2 * width},{n // 2 * height})">')
        parts += _panel(title, scores, low, high)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(title: str, scores: Mapping[str, Score], low: int, high: int) -> list[str]:
    bottom = GAP + ROW * len(scores)
    parts = [
        f'<text x="{LABEL}" y="16" font-size="12" font-weight="bold">{escape(title)}: puzzles per second</text>'
    ]
    for power in range(low, high + 1):
        x = LABEL + BAR * (power - low) / (high - low)
        parts.append(f'<path d="M{x:.1f} {GAP - 4}V{bottom}" stroke="#dddddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 11}" text-anchor="middle">{_power(power)}</text>')
    for n, (name, score) in enumerate(sorted(scores.items(), key=lambda item: -item[1].rate)):
        y = GAP + ROW * n
        colour = next(colour for start, colour in COLOURS.items() if name.startswith(start))
        length = max(1.0, BAR * (log10(score.rate) - low) / (high - low)) if score.rate else 0
        label = escape(name.split(" (")[0])
        parts.append(f'<text x="{LABEL - 5}" y="{y + 9}" text-anchor="end">{label}</text>')
        parts.append(f'<rect x="{LABEL}" y="{y}" width="{length:.1f}" height="{ROW - 4}" fill="{colour}"/>')
        value = f"{'&lt; ' if score.stopped else ''}{short(score.rate)}"
        parts.append(f'<text x="{LABEL + length + 4:.1f}" y="{y + 9}">{value}</text>')
    return parts


def _power(power: int) -> str:
    """A power of ten, abbreviated.

    >>> [_power(n) for n in (-1, 0, 3, 7)]
    ['0.1', '1', '1k', '10M']
    """
    for step, letter in ((6, "M"), (3, "k")):
        if power >= step:
            return f"{10 ** (power - step)}{letter}"
    return f"{10.0**power:g}"
