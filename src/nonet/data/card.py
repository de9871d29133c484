"""The data card: what is in a data set, how it was made, and the command that makes the same bytes again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from nonet.data.spec import DataSpec, PartSpec
from nonet.engines.effort import MOST_GUESSES
from nonet.optional_import import optional_import
from nonet.rating import scheme
from nonet.version import __version__
from nonet.visible import visible

COLUMNS = {
    "puzzle": "the cells row by row, `.` for an empty one; letters from ten on; with rules, nonet's JSON",
    "solution": "the solution; of several, the one that the puzzle was made from; null if there is none",
    "status": "`one`, `several` or `none`: the number of solutions, proven by a search",
    "layout": "the board",
    "part": "the part of the specification",
    "split": "the file",
    "clues": "the number of given cells",
    "level": "HoDoKu's level, or nonet's own of a variant; null without exactly one solution, and on boards beyond "
    "9x9 unless it was asked for",
    "rating": "HoDoKu's score, or nonet's own of a variant",
    "technique": "the hardest technique of the path",
    "techniques": "all techniques of the path, easiest first",
    "er": "Sudoku Explainer's rating of the whole puzzle",
    "ep": "Sudoku Explainer's rating of the path to the first placement",
    "ed": "Sudoku Explainer's rating of the first step",
    "guesses": "guesses of nonet's fixed search (docs/datasets.md, “Effort”), the same on every machine; null for a "
    "variant",
    "rounds": "rounds of deduction of the same search",
    "origin": "`dug`, `exchanged`, or `bank:NAME/N`: a puzzle of a bank, transformed",
    "number": "the number of the puzzle in its part",
    "disguise": "0, or the number of the copy in a random disguise",
    "key": "128 bits, the same for all puzzles that symmetry makes of this one; of a variant, for this one alone",
    "grid": "128 bits, the same for all solution grids that symmetry makes of this one; it decides the split",
    "trace": "the path: each step with the position before it, its technique, its evidence and its result",
    "sentences": "the path in words: by language, short and full, a text for each step",
    "wrong": "the path with one error, in the same form: `kind`, and `step`, the first step that is wrong, from 0",
}


def data_card(
    spec: DataSpec,
    rows: Mapping[str, Mapping[str, int]],
    files: Mapping[str, Mapping[str, Any]],
    repeats: int,
) -> str:
    """The card as Markdown."""
    return "\n".join(
        [*_summary(spec, rows), *_parts(spec, rows), *_columns(spec), *_making(spec, files, repeats)]
    )


def _summary(spec: DataSpec, rows: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    total = sum(sum(parts.values()) for parts in rows.values())
    yield f"# {_as_words(spec.name)}\n"
    yield f"{total:,} Sudoku puzzles, made by nonet {__version__} with the seed {spec.seed}.\n"
    yield "| split | share | puzzles |\n|---|--:|--:|"
    for name, share in spec.split:
        yield f"| {name} | {share:.4g} | {sum(rows[name].values()):,} |"
    yield (
        "\nThe split of a puzzle is decided by the class of its solution grid: all grids that rotating, reflecting, "
        "exchanging rows, columns, bands and stacks, and renaming digits make of one are in the same split. So no "
        "puzzle of one split is a puzzle of another in disguise, and no solution is. On boards with few classes "
        "(two on 4x4, 49 on 6x6) the shares are met only roughly.\n"
    )
    kind = "two puzzles" if spec.distinct == "puzzle" else "solution grids of two puzzles"
    yield f"No {kind} are the same up to symmetry."
    if spec.disguises:
        yield (
            f"\nThe split {spec.split[0][0]} also has each 9x9 puzzle in {spec.disguises} random "
            f"disguise{'s' * (spec.disguises > 1)} (column `disguise`), not counted above. Ratings and effort are not "
            "given for them: they depend on the order of cells and digits."
        )


def _as_words(text: str) -> str:
    r"""A text as words in Markdown, where no part of it means anything else.

    >>> print(_as_words("<b>a|b</b>\x1b[31m"))
    &lt;b&gt;a\|b&lt;/b&gt;\\u001b\[31m
    """
    line = " ".join(visible(text).split())
    return re.sub(r"[\\`*\[\]|]", r"\\\g<0>", escape(line, quote=False))


def _parts(spec: DataSpec, rows: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    yield "\n## Parts\n"
    names = [name for name, _ in spec.split]
    yield f"| part | asked for | several, no solution | {' | '.join(names)} |"
    yield f"|---|---|---|{'--:|' * len(names)}"
    for part in spec.parts:
        counts = " | ".join(f"{rows[name].get(part.name, 0):,}" for name in names)
        negative = f"{part.several:.4g}, {part.none:.4g}" if part.several or part.none else "–"
        yield f"| {_as_words(part.name)} | {_asked(part)} | {negative} | {counts} |"
    by_explainer = (
        f"; `er`, `ep` and `ed` those of Sudoku Explainer {scheme('se').version}" if spec.with_se else ""
    )
    yield f"\nLevels and scores are those of HoDoKu {scheme('hodoku').version}{by_explainer}."
    if any(part.several or part.none for part in spec.parts):
        yield (
            "Puzzles with several solutions were made by removing clues from puzzles of their part, those with none "
            "by exchanging one clue for a digit that its row, column and box do not have."
        )


def _asked(part: PartSpec) -> str:
    conditions = {
        name: value
        for name, value in part.options.items()
        if name not in ("name", "count", "several", "none") and value is not None
    }
    return ", ".join(f"{name} {_value(value)}" for name, value in conditions.items()) or "any 9x9 puzzle"


def _value(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        if len(value) == 2 and all(isinstance(each, (int, float)) for each in value):
            return f"{value[0]:g} to {value[1]:g}" if value[0] != value[1] else f"{value[0]:g}"
        return " ".join(map(str, value))
    return str(value)


def _columns(spec: DataSpec) -> Iterator[str]:
    yield "\n## Columns\n\n| column | |\n|---|---|"
    for name, meaning in COLUMNS.items():
        if (name in ("er", "ep", "ed") and not spec.with_se) or not spec.trace_columns.get(name, True):
            continue
        yield f"| `{name}` | {meaning} |"
    yield f"\nIn JSON lines, null values are left out. A search is given up after {MOST_GUESSES:,} guesses."


def _making(spec: DataSpec, files: Mapping[str, Mapping[str, Any]], repeats: int) -> Iterator[str]:
    yield "\n## Made by\n"
    yield "```\nsudoku dataset build spec.toml -o again\n```\n"
    pyarrow = optional_import("pyarrow")
    yield (
        f"with nonet {__version__} makes the same JSON lines on every machine, and the same Parquet files with "
        f"pyarrow {pyarrow.__version__}. {repeats:,} repeats were left out on the way. `spec.toml`:\n"
    )
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", spec.text))])
    yield f"{fence}toml\n{visible(spec.text.strip())}\n{fence}\n"
    yield "| file | bytes | SHA-256 |\n|---|--:|---|"
    for name, file in files.items():
        yield f"| {name} | {file['bytes']:,} | `{file['sha256']}` |"
    yield ""
