"""The format of nonet's own JSON, which `json_puzzle` describes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from nonet.about import About
from nonet.errors import FormatError, InvalidRule, LayoutError, LimitExceeded, NonetError, RuleError
from nonet.formats.codecs import json_text
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import Format
from nonet.formats.reading import ReadOptions
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.limits import check
from nonet.puzzle import Puzzle
from nonet.rules.codec import from_data, to_data

VERSION = 1
WORDS = {"comment" if field.name == "description" else field.name: field.name for field in fields(About)}
_KNOWN = ("nonet", "layout", "givens", "ruled_out", "rules", "solution", *WORDS, "$schema")


def to_text(puzzle: Puzzle, *, indent: int | None = None) -> str:
    return json.dumps(puzzle_to_data(puzzle), ensure_ascii=False, indent=indent)


def from_text(text: str) -> Puzzle:
    return puzzle_from_data(json_text.loads(text))


def puzzle_to_data(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as values for JSON."""
    layout = puzzle.layout
    data: dict[str, Any] = {"nonet": VERSION, "layout": layout.name}
    if puzzle.clue_count:
        data["givens"] = puzzle.givens.symbols
    if puzzle.ruled_out:
        data["ruled_out"] = {
            layout.cell_name(cell): list(layout.digits_in(mask))
            for cell, mask in enumerate(puzzle.ruled_out)
            if mask
        }
    if puzzle.rules:
        data["rules"] = [to_data(rule, layout) for rule in puzzle.rules]
    return data | puzzle.about.record(WORDS)


def entry_to_text(entry: PuzzleEntry) -> str:
    data = puzzle_to_data(entry.puzzle)
    if entry.solution is not None:
        data["solution"] = entry.solution.symbols
    return json.dumps(data, ensure_ascii=False)


def entry_from_text(text: str) -> PuzzleEntry:
    data = json_text.loads(text)
    puzzle = puzzle_from_data(data)
    solution = data.get("solution") if isinstance(data, dict) else None
    return PuzzleEntry(puzzle, solution=None if solution is None else _solution(solution, puzzle.layout))


def _solution(symbols: object, layout: Layout) -> Grid:
    if not isinstance(symbols, str):
        raise FormatError(
            "solution must be text with one symbol for each cell", text=json.dumps(symbols)[:40]
        )
    try:
        return Puzzle.of(layout, symbols).givens
    except LimitExceeded:
        raise
    except NonetError as error:
        raise FormatError(f"solution: {error}") from None


def puzzle_from_data(data: object) -> Puzzle:
    """The puzzle from values of JSON."""
    if not isinstance(data, dict) or "nonet" not in data:
        raise FormatError('not a puzzle: expected a JSON object with "nonet": 1')
    if data["nonet"] != VERSION or isinstance(data["nonet"], bool):
        raise FormatError(f'this version reads "nonet": {VERSION}', text=json.dumps(data["nonet"])[:40])
    if unknown := [name for name in data if name not in _KNOWN]:
        raise FormatError(f"unknown field; the fields are {', '.join(_KNOWN)}", text=str(unknown[0]))
    layout = _layout(data.get("layout", "9x9"))
    givens = data.get("givens", "." * layout.board_count)
    if not isinstance(givens, str):
        raise FormatError("givens must be text with one symbol for each cell", text=json.dumps(givens)[:40])
    ruled_out = _ruled_out(data.get("ruled_out", {}), layout)
    rules = data.get("rules", [])
    if not isinstance(rules, list):
        raise FormatError("rules must be a list", text=json.dumps(rules)[:40])
    check("rules", len(rules))
    read = []
    for number, rule in enumerate(rules, start=1):
        try:
            read.append(from_data(rule, layout))
        except InvalidRule as error:
            raise FormatError(f"rule {number}: {error}") from None
    try:
        if layout.first_digit:
            givens = givens.replace("0", ".")
        puzzle = Puzzle.of(layout, givens, ruled_out=ruled_out, rules=read)
    except (RuleError, LimitExceeded):
        raise
    except NonetError as error:
        raise FormatError(f"givens: {error}") from None
    return puzzle.with_about(About.of(data, WORDS))


def _layout(name: object) -> Layout:
    if not isinstance(name, str):
        raise FormatError("layout must be a name, such as 9x9", text=json.dumps(name)[:40])
    try:
        return Layout.named(name)
    except LayoutError as error:
        raise FormatError(f"layout: {error}") from None


def _ruled_out(data: object, layout: Layout) -> dict[int, list[int]]:
    if not isinstance(data, dict):
        raise FormatError("ruled_out must be an object: cells, and for each a list of digits")
    result = {}
    for name, digits in data.items():
        try:
            cell = layout.cell_named(name)
        except LayoutError as error:
            raise FormatError(f"ruled_out: {error}") from None
        if not isinstance(digits, list) or not all(_is_digit(digit, layout) for digit in digits):
            raise FormatError(
                f"ruled_out, {name}: expected a list of digits from {layout.digits[0]} to {layout.digits[-1]}"
            )
        if cell in result:
            raise FormatError(f"ruled_out has {layout.cell_name(cell)} twice")
        result[cell] = digits
    return result


def _is_digit(value: object, layout: Layout) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in layout.digits


class JsonFormat(Format):
    """One object, or one per line; between them, lines that begin with # are comments."""

    name = "json"
    title = "nonet's own JSON, for every board and every rule"
    endings = (".json", ".jsonl")
    holds = frozenset(
        {"several", "boards", "any boards", "houses", "ruled out", "rules", "words", "solution"}
    )
    tells_rules_from_houses = True

    def detect(self, text: str) -> bool:
        start = text.lstrip()
        return (
            start[:1] == "{" and '"nonet"' in start[: start.find("\n", 2000) if len(start) > 2000 else None]
        )

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        try:
            return [entry_from_text(text)]
        except FormatError:
            lines = [line for line in text.split("\n") if line.strip()]
            numbered = [
                (number, line) for number, line in enumerate(lines, start=1) if line.strip()[0] != "#"
            ]
            if len(lines) < 2 or not all(line.strip().startswith("{") for _, line in numbered[:2]):
                raise
        return [self._line(number, line) for number, line in numbered]

    def _line(self, number: int, line: str) -> PuzzleEntry:
        try:
            return entry_from_text(line)
        except LimitExceeded:
            raise
        except ValueError as error:
            raise FormatError(f"line {number}: {error}") from error

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        return "\n".join(map(entry_to_text, entries))
